"""One port: pages and sockets over one address, with and without TLS, however the bytes are cut."""

from __future__ import annotations

import asyncio
import datetime as dt
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from socket import AF_INET, SOCK_STREAM, socket
from typing import Any

import pytest
import uvicorn
import uvloop
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from litestar import Litestar, Request, get, post
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from openetg.server.front.doorway import LONGEST_FIRST_LINE, page_protocol, serve

pytestmark = pytest.mark.slow

SOCKET = b"/terminal"


class Echo(WSListener):
    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            transport.send(WSMsgType.TEXT, b"heard " + frame.get_payload_as_bytes())


class Hears(WSListener):
    def __init__(self) -> None:
        super().__init__()
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        del transport
        self.heard.put_nowait(frame.get_payload_as_bytes())


@get("/", sync_to_thread=False)
def page() -> str:
    return "a page"


@post("/long")
async def long(request: Request[Any, Any, Any]) -> int:
    return len(await request.body())


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for the loopback address, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    return path


@asynccontextmanager
async def doorway(tls: Path | None) -> AsyncIterator[tuple[int, ssl.SSLContext | None]]:
    listening = socket(AF_INET, SOCK_STREAM)
    listening.bind(("127.0.0.1", 0))
    ours = trusting = None
    if tls is not None:
        ours = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        ours.load_cert_chain(tls)
        trusting = ssl.create_default_context(cafile=str(tls))
    pages = uvicorn.Server(
        uvicorn.Config(
            Litestar([page, long], openapi_config=None, logging_config=None), lifespan="off", log_level="warning"
        )
    )
    server = serve(
        listening,
        SOCKET.__eq__,
        lambda _: Echo(),
        lambda: page_protocol(pages),
        largest_frame=4_096,
        tls=ours,
    )
    try:
        yield listening.getsockname()[1], trusting
    finally:
        server.close()
        await asyncio.sleep(0.05)  # connections say goodbye


Talk = Callable[[int, ssl.SSLContext | None], Awaitable[None]]


def run(talk: Talk, tls: Path | None) -> None:
    async def whole() -> None:
        async with doorway(tls) as (port, trusting):
            await talk(port, trusting)

    uvloop.run(asyncio.wait_for(whole(), 60))


@pytest.fixture(params=["plain", "tls"])
def tls(request: pytest.FixtureRequest, certificate: Path) -> Path | None:
    return certificate if request.param == "tls" else None


async def asked(port: int, trusting: ssl.SSLContext | None, *pieces: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting)
    for piece in filter(None, pieces):
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(0.01)
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


def test_pages_however_the_bytes_are_cut(tls: Path | None) -> None:
    request = b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"

    async def talk(port: int, trusting: ssl.SSLContext | None) -> None:
        for cut in (0, 1, 5, 13, 15, 16, len(request)):
            answer = await asked(port, trusting, request[:cut], request[cut:])
            assert answer.startswith(b"HTTP/1.1 200"), cut
            assert answer.endswith(b"a page"), cut

    run(talk, tls)


def test_a_long_body_arrives_whole(tls: Path | None) -> None:
    body = b'"' + b"x" * 300_000 + b'"'
    head = b"POST /long HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    head += b"content-length: %d\r\n\r\n" % len(body)

    async def talk(port: int, trusting: ssl.SSLContext | None) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting)
        for _ in range(2):
            writer.write(head + body)
            await reader.readuntil(b"\r\n\r\n")
            assert await reader.readexactly(6) == b"300002"
        writer.close()
        await writer.wait_closed()

    run(talk, tls)


def test_a_socket_on_the_same_port(tls: Path | None) -> None:
    async def talk(port: int, trusting: ssl.SSLContext | None) -> None:
        scheme = "ws" if trusting is None else "wss"
        transport, listener = await ws_connect(Hears, f"{scheme}://127.0.0.1:{port}/terminal?x=1", ssl_context=trusting)
        assert isinstance(listener, Hears)
        for number in range(20):
            transport.send(WSMsgType.TEXT, b"%d" % number)
            assert await listener.heard.get() == b"heard %d" % number
        transport.disconnect()

    run(talk, tls)


def test_frames_that_come_with_the_request_are_heard(tls: Path | None) -> None:
    request = (
        b"GET /terminal HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    frame = b"\x81\x82\x00\x00\x00\x00hi"

    async def talk(port: int, trusting: ssl.SSLContext | None) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting)
        writer.write(request + frame)
        await reader.readuntil(b"\r\n\r\n")
        assert await reader.readexactly(10) == b"\x81\x08heard hi"
        writer.close()

    run(talk, tls)


def test_what_never_becomes_a_request_is_cut_off(tls: Path | None) -> None:
    async def talk(port: int, trusting: ssl.SSLContext | None) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting)
        writer.write(b"x" * (LONGEST_FIRST_LINE + 1))
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()

    run(talk, tls)


def test_what_is_no_request_gets_an_answer_of_the_page_server(tls: Path | None) -> None:
    async def talk(port: int, trusting: ssl.SSLContext | None) -> None:
        assert b"400" in (await asked(port, trusting, b"nonsense\r\n\r\n"))[:20]

    run(talk, tls)
