"""Who is let in at the floor's address, and for how long: crowds, silent handshakes, readers that do not read."""

from __future__ import annotations

import asyncio
import datetime as dt
import socket
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import uvicorn
import uvloop
from litestar import Litestar, get

from openetg.server.access.certificates import make_site
from openetg.server.front import doorway, listening
from openetg.server.front.doorway import page_protocol, serve
from openetg.server.front.listening import Bounds, Listening
from openetg.server.guests import sockets
from openetg.server.guests.sessions import Session
from tests.unit.server.guests.test_sockets import UPGRADE
from tests.unit.server.stage import Stage

PAGE = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
LONG = "x" * 4_000_000


@get("/", sync_to_thread=False)
def page() -> str:
    return LONG


@asynccontextmanager
async def listened(
    bounds: Bounds | None = None, *, tls: ssl.SSLContext | None = None
) -> AsyncIterator[tuple[Listening, int, list[sockets.Connection]]]:
    """A front with one long page and a terminal's socket."""
    stage, made = Stage(), []

    def session(connection: sockets.Connection) -> Session:
        made.append(connection)
        return Session(stage.exchange, connection, lambda _terminal, _key: True)

    config = uvicorn.Config(
        Litestar([page], openapi_config=None, logging_config=None), lifespan="off", log_config=None, log_level="warning"
    )
    pages = uvicorn.Server(config)
    at = socket.create_server(("0.0.0.0", 0))
    server = serve(
        at,
        sockets.PATH.__eq__,
        lambda _: sockets.Connection(session, lambda: stage.now_ms),
        lambda: page_protocol(pages),
        largest_frame=4_096,
        tls=tls,
        bounds=bounds,
    )
    try:
        yield server, at.getsockname()[1], made
    finally:
        server.close()


async def come(stack: AsyncExitStack, port: int, host: str = "127.0.0.1") -> socket.socket:
    """A connection from an address of this machine to the same one."""
    guest = stack.enter_context(socket.socket())
    guest.setblocking(False)
    guest.bind((host, 0))
    await asyncio.get_running_loop().sock_connect(guest, (host, port))
    return guest


async def until_held(server: Listening, many: int) -> None:
    async with asyncio.timeout(60):
        while server.held != many:
            await asyncio.sleep(0.01)


async def is_shut(guest: socket.socket) -> bool:
    """Whether the other side has ended a connection; waits until it has or has answered."""
    async with asyncio.timeout(60):
        try:
            return await asyncio.get_running_loop().sock_recv(guest, 1) == b""
        except ConnectionResetError:
            return True


def test_one_address_does_not_crowd_out_another() -> None:
    async def talk() -> None:
        async with listened(Bounds(from_here=3)) as (server, port, _), AsyncExitStack() as stack:
            crowd = [await come(stack, port) for _ in range(3)]
            await until_held(server, 3)
            assert await is_shut(await come(stack, port))
            assert server.turned_away == {"address": 1}
            other = await come(stack, port, "127.0.0.2")
            await asyncio.get_running_loop().sock_sendall(other, PAGE)
            assert not await is_shut(other)
            crowd[0].close()
            await until_held(server, 3)
            again = await come(stack, port)
            await asyncio.get_running_loop().sock_sendall(again, PAGE)
            assert not await is_shut(again)

    uvloop.run(talk())


def test_each_address_has_the_connections_that_the_floor_file_grants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """As strangers are counted: this machine's addresses stand in for theirs."""
    monkeypatch.setattr(listening, "is_loopback", lambda _: False)

    async def talk() -> None:
        async with listened(Bounds(per_address=2, from_here=1)) as (server, port, _), AsyncExitStack() as stack:
            for _ in range(2):
                await come(stack, port, "127.0.0.3")
            await until_held(server, 2)
            assert await is_shut(await come(stack, port, "127.0.0.3"))
            assert server.turned_away == {"address": 1}
            await come(stack, port, "127.0.0.4")
            await until_held(server, 3)

    uvloop.run(talk())


def test_a_line_whose_other_end_lost_its_power_is_noticed_within_a_minute() -> None:
    """Nobody closes such a line, and a browser between two questions owes no word: the system has to ask."""

    async def talk() -> None:
        held: asyncio.Future[socket.socket] = asyncio.get_running_loop().create_future()

        class Holder(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                held.set_result(transport.get_extra_info("socket"))

        at = socket.create_server(("127.0.0.1", 0))
        server = Listening(at, Holder)
        server.begin()
        async with AsyncExitStack() as stack:
            await come(stack, at.getsockname()[1])
            line = await held
            assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
            idle, every, times = (line.getsockopt(socket.IPPROTO_TCP, getattr(socket, f"TCP_KEEP{name}")) for name in (
                "IDLE", "INTVL", "CNT"))  # fmt: skip
            assert idle + every * times <= 60
            assert 0 < line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) <= 60_000
        server.close()

    uvloop.run(talk())


def test_descriptors_are_kept_back_for_the_journal() -> None:
    async def talk() -> None:
        async with listened(Bounds(2)) as (server, port, _), AsyncExitStack() as stack:
            for _ in range(2):
                await come(stack, port)
            await until_held(server, 2)
            assert await is_shut(await come(stack, port, "127.0.0.2"))
            assert server.turned_away == {"all": 1}

    uvloop.run(talk())


@pytest.mark.slow
def test_a_handshake_that_is_never_made_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert listening.HANDSHAKE_S <= 10, "as the documents say"
    monkeypatch.setattr(listening, "HANDSHAKE_S", 0.2)
    made = make_site(tmp_path, ("127.0.0.1",), site="x", now=dt.datetime.now(dt.UTC))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.certificate, made.key)

    async def talk() -> None:
        async with listened(tls=context) as (server, port, _), AsyncExitStack() as stack:
            silent = await come(stack, port)
            assert await is_shut(silent)
            await until_held(server, 0)

    uvloop.run(talk())


@pytest.mark.slow
def test_a_browser_that_does_not_read_its_page_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorway, "UNREAD_S", 0.2)

    async def talk() -> None:
        async with listened() as (server, port, _), AsyncExitStack() as stack:
            slow = await come(stack, port)
            await asyncio.get_running_loop().sock_sendall(slow, PAGE * 4)
            assert not await is_shut(slow), "the answer has begun; nobody reads the rest"
            await until_held(server, 0)

    uvloop.run(talk())


@pytest.mark.slow
@pytest.mark.parametrize("how", ["full", "closed"])
def test_a_socket_whose_other_side_does_not_read_is_let_go(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "UNREAD_S", 0.2)

    async def talk() -> None:
        async with listened() as (server, port, made), AsyncExitStack() as stack:
            slow = await come(stack, port)
            await asyncio.get_running_loop().sock_sendall(slow, UPGRADE)
            assert not await is_shut(slow)
            while made[0].send(b"x" * 8_192):
                await asyncio.sleep(0)
            if how == "closed":
                made[0].close()
            await until_held(server, 0)

    uvloop.run(talk())


EXHAUSTED = """
import asyncio, logging, resource, socket, sys, uvloop
from openetg.server.front.listening import Listening
logging.basicConfig(stream=sys.stdout, format="%(message)s")

async def main():
    at = socket.create_server(("127.0.0.1", 0))
    server = Listening(at, asyncio.Protocol)
    server.begin()
    used = max(int(name) for name in __import__("os").listdir("/proc/self/fd"))
    resource.setrlimit(resource.RLIMIT_NOFILE, (used + 8, used + 8))
    print(at.getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)

uvloop.run(main())
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="descriptors are counted in /proc")
def test_without_descriptors_it_waits_and_says_so_once_a_while() -> None:
    floor = subprocess.Popen(
        [sys.executable, "-c", EXHAUSTED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert floor.stdin is not None
    assert floor.stdout is not None
    with floor:
        port = int(floor.stdout.readline())
        guests = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]
        # The second line comes when it has looked again; an endless loop would have written thousands by then.
        said = [floor.stdout.readline() for _ in range(2)]
        assert all(line.startswith("no connection can be taken") for line in said)
        for guest in guests:
            guest.close()
        floor.stdin.write("stop\n")
        floor.stdin.close()
        assert len(floor.stdout.readlines()) < 5


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("2001:db8::7", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("10.0.0.7", "10.0.0.7"),
        ("::1", "::1"),
        ("127.0.0.1", "127.0.0.1"),
    ],
)
def test_a_host_with_many_addresses_holds_no_more_connections_than_one_with_one(address: str, counted: str) -> None:
    assert listening.address_counted(address) == counted
