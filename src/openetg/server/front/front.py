"""The front of a floor: one port, behind which are the pages, the API and every kind of socket.

Which path leads where is defined here alone. A socket is opened only by a page of this floor or by a program, never by
a page from elsewhere; everything else is behind the guard of the API.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeAlias

from cryptography import x509
from msgspec import Struct
from picows import WSListener, WSUpgradeRequest

from openetg.server.access.origins import LOOPBACK, Origins
from openetg.server.front.doorway import page_protocol, serve
from openetg.server.front.listening import Bounds
from openetg.wire.messages import LARGEST_MESSAGE

Accept: TypeAlias = Callable[[WSUpgradeRequest], WSListener | None]
LARGEST_FRAME = 16 * LARGEST_MESSAGE
"""The largest frame a console may send; a terminal's own limit is far smaller."""

CIPHERS = "ECDHE+AESGCM:ECDHE+CHACHA20"
"""Ciphers of TLS 1.2 with forward secrecy and authenticated encryption; those of TLS 1.3 all have both."""


class FrontProblem(Exception):
    """A front that cannot be opened as planned."""


class Tls(Struct, frozen=True):
    """The files of a certificate and its key."""

    certificate: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        """For connections that come in; raises `FrontProblem` if the files cannot be used."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers(CIPHERS)
        try:
            context.load_cert_chain(self.certificate, self.key)
        except OSError as fault:
            words = f"{self.certificate}, {self.key}: expected a certificate and its key: {fault.strerror or fault}"
            raise FrontProblem(words) from None
        return context

    def names(self) -> frozenset[str]:
        """The names and addresses the certificate is for."""
        try:
            certificate = x509.load_pem_x509_certificate(self.certificate.read_bytes())
            found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except (OSError, ValueError, x509.ExtensionNotFound) as wrong:
            raise FrontProblem(
                f"{self.certificate}: expected a certificate for the names of this floor: {wrong}"
            ) from None
        addresses = (str(each) for each in found.get_values_for_type(x509.IPAddress))
        return frozenset((*found.get_values_for_type(x509.DNSName), *addresses))


def origins_of(host: str, tls: Tls | None) -> Origins:
    """The origins that pages of this floor have in a browser."""
    if tls is None:
        return Origins(LOOPBACK | {host})
    return Origins(LOOPBACK | {host} | tls.names(), tls=True)


async def open_front(
    listening: socket.socket,
    origins: Origins,
    sockets: Mapping[bytes, Accept],
    pages: Any,
    *,
    tls: Tls | None,
    bounds: Bounds | None = None,
    stack: AsyncExitStack,
) -> None:
    """Opens the port. `pages` is an ASGI application; None for a floor of sockets alone."""

    def listen(request: WSUpgradeRequest) -> WSListener | None:
        accept = sockets.get(request.path.partition(b"?")[0])
        headers = request.headers
        allowed = origins.allows_socket(headers.get("Origin"), headers.get("Host"))
        return accept(request) if accept is not None and allowed else None

    page = _nothing_here if pages is None else _page_maker(pages, stack)
    context = None if tls is None else tls.context()
    server = serve(
        listening, lambda path: path in sockets, listen, page, largest_frame=LARGEST_FRAME, tls=context, bounds=bounds
    )
    stack.callback(server.close)


def _page_maker(pages: Any, stack: AsyncExitStack) -> Callable[[], asyncio.Protocol]:
    from openetg.server.front.pages import make_server  # noqa: PLC0415 - slow, and not always wanted

    server = make_server(pages, "", 0)

    def let_go() -> None:
        for connection in list(server.server_state.connections):
            connection.shutdown()

    stack.callback(let_go)
    return lambda: page_protocol(server)


class _Closes(asyncio.Protocol):
    """Answers that there is nothing here, and closes: for a floor without pages."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport), "a connection can be written to"
        transport.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        transport.close()

    def data_received(self, data: bytes) -> None:
        """Ignores what comes."""


def _nothing_here() -> asyncio.Protocol:
    return _Closes()
