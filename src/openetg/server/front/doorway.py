"""One port for pages, API and sockets: the first line of a connection says which of them it is for.

Above TLS, so that one certificate and one address serve all. A connection is handed over before anything of it was
answered, with every byte that had come: the server that takes it cannot tell that it was read before. A path that
begins with one of the socket paths goes to picows, everything else to the HTTP server.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from asyncio import BufferedProtocol, Protocol, Transport
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import h11
from picows import WSAutoPingStrategy, WSListener, WSUpgradeRequest
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # it is there, and not in the stubs
from uvicorn.protocols.http.h11_impl import H11Protocol

from openetg.server.front.listening import Bounds, Listening
from openetg.server.guests.sockets import ROOM

if TYPE_CHECKING:
    import uvicorn

LONGEST_FIRST_LINE = 8_192
"""More bytes than this without an end of line are no request."""
PATIENCE_S = 10.0
"""How long a connection may take to send a whole first line or request."""
UNREAD_S = 30.0
"""How long an answer may wait for a browser that does not read it; a slow line still reads something."""

Listen = Callable[[WSUpgradeRequest], WSListener | None]
MakeProtocol = Callable[[], Protocol]

_log = logging.getLogger("openetg.sockets")


class Doorway(Protocol):
    """Waits for the first line of a connection, then hands it over."""

    def __init__(self, is_socket: Callable[[bytes], bool], socket_: Callable[[], BufferedProtocol], page: MakeProtocol):
        self._is_socket = is_socket
        self._make_socket = socket_
        self._make_page = page
        self._transport: Transport | None = None
        self._seen = b""
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A connection was opened."""
        self._transport = cast("Transport", transport)
        # An answer is written as head and body: without this the body waits for the other side's word, some 40 ms.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._patience = asyncio.get_running_loop().call_later(PATIENCE_S, self._transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection ended before its first line was whole."""
        del exc
        self._calm()

    def data_received(self, data: bytes) -> None:
        """Receives bytes of the first line, or all of it and more."""
        assert self._transport is not None, "bytes come over a connection"
        self._seen += data
        end = self._seen.find(b"\r\n")
        # The same limit whether the end of the line has come or not; a CR may be half of it.
        length = len(self._seen.removesuffix(b"\r")) if end < 0 else end
        if length > LONGEST_FIRST_LINE:
            self._transport.abort()
        if end < 0 or self._transport.is_closing():
            return
        self._calm()
        words = self._seen[:end].split(b" ")
        path = words[1].partition(b"?")[0] if len(words) == 3 else b""
        if self._is_socket(path):
            _hand_to_socket(self._transport, self._make_socket(), self._seen)
        else:
            _hand_to_page(self._transport, self._make_page(), self._seen)

    def _calm(self) -> None:
        if self._patience is not None:
            self._patience.cancel()


def _hand_to_socket(transport: Transport, protocol: BufferedProtocol, seen: bytes) -> None:
    protocol.connection_made(transport)
    transport.set_protocol(protocol)
    while seen and not transport.is_closing():
        with memoryview(protocol.get_buffer(len(seen))) as room:
            taken = min(len(room), len(seen))
            room[:taken] = seen[:taken]
        protocol.buffer_updated(taken)
        seen = seen[taken:]


def _hand_to_page(transport: Transport, protocol: Protocol, seen: bytes) -> None:
    protocol.connection_made(transport)
    transport.set_protocol(protocol)
    protocol.data_received(seen)


def socket_protocol(listen: Listen, *, largest_frame: int) -> BufferedProtocol:
    """The protocol picows makes for a connection of its own server; pinned by the lock and by a test."""
    made = WSProtocol(
        host_port=None,
        ws_path=None,
        is_client_side=False,
        ws_listener_factory=listen,
        logger=_log,
        disconnect_on_exception=True,
        websocket_handshake_timeout=PATIENCE_S,
        enable_auto_ping=False,
        auto_ping_idle_timeout=20,
        auto_ping_reply_timeout=20,
        auto_ping_strategy=WSAutoPingStrategy.PING_WHEN_IDLE,
        enable_auto_pong=True,
        max_frame_size=largest_frame,
        extra_headers=None,
        read_buffer_init_size=ROOM,
    )
    return cast("BufferedProtocol", made)


class PatientPage(H11Protocol):
    """Uvicorn's own protocol for a connection, with a time limit for a request that has begun.

    Uvicorn would wait for the rest of it for ever, and a peer that opens enough connections would use them all up.
    """

    _patience: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """A connection was opened for a page."""
        super().connection_made(transport)
        self.ws_protocol_class = None  # sockets never come here

    def data_received(self, data: bytes) -> None:
        """Receives a piece of a request."""
        super().data_received(data)
        theirs = self.conn.their_state
        begun = theirs is h11.SEND_BODY or (theirs is h11.IDLE and bool(self.conn.trailing_data[0]))
        if not begun:
            self._calm()
        elif self._patience is None:
            self._patience = self.loop.call_later(PATIENCE_S, self.transport.abort)

    def pause_writing(self) -> None:
        """The other side does not read its answer: after a while the connection is closed with what is unread."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        """The other side has read its answer."""
        self._stop_waiting()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection ended."""
        self._calm()
        self._stop_waiting()
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _calm(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def page_protocol(server: uvicorn.Server) -> Protocol:
    """The protocol that speaks HTTP on a connection."""
    config = server.config
    if not config.loaded:
        config.load()
    return PatientPage(
        config=config,
        server_state=server.server_state,
        app_state={},
        _loop=asyncio.get_running_loop(),
    )


def serve(
    listening: socket.socket,
    is_socket: Callable[[bytes], bool],
    listen: Listen,
    page: MakeProtocol,
    *,
    largest_frame: int,
    tls: ssl.SSLContext | None = None,
    bounds: Bounds | None = None,
) -> Listening:
    """Listens on a bound socket, for pages, API and sockets."""

    def doorway() -> Doorway:
        return Doorway(is_socket, lambda: socket_protocol(listen, largest_frame=largest_frame), page)

    server = Listening(listening, doorway, tls=tls, bounds=bounds)
    server.begin()
    return server
