"""A real floor behind a real port, all in one process: SQLite journal, engine, exchange, sessions, doorway, a page.

One honest terminal plays on whatever else comes to the port; `check` says whether it still does, and whether anything
but its own commands has moved a cent.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar, get

from openetg.client.terminal import TerminalClient, connect
from openetg.floor.commands import AnyCommand, OpenTable, Order, ReportReady, StartWriter
from openetg.floor.core.ledger import meter_of, play_of
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.premises.founding import in_order
from openetg.floor.rounds.clockwork import due
from openetg.floor.state import Floor
from openetg.journal import places
from openetg.journal.verify import Intact, verify
from openetg.money import ZERO, cents
from openetg.rulebook.load import load
from openetg.server.front.doorway import page_protocol, serve
from openetg.server.front.listening import Listening
from openetg.server.guests.sessions import Session, key_of, keys_from
from openetg.server.guests.sockets import PATH, Connection
from openetg.server.plan.folder import FloorFolder, open_store
from openetg.server.writer.engine import Clock, Engine
from openetg.server.writer.sealing import open_sealer
from openetg.server.writer.writer import Writer
from openetg.wire.messages import LARGEST_MESSAGE, Ack, OwnNews

TABLE, HONEST = "T", "H1"
SECRET = b"a secret of the floor"
BROUGHT = 100_00
"""Cents the honest terminal has put in."""
PATIENCE_S = 60.0
UPGRADE = (
    b"GET /terminal HTTP/1.1\r\nHost: floor\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
TEXT, BINARY, CONTINUATION = 1, 2, 0


class Faults(logging.Handler):
    """What went wrong inside: nothing that comes from outside may make a callback raise."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # What picows says of a frame that is none is its way to end a connection.
        if not record.getMessage().startswith("WS parser error"):
            self.told.append(self.format(record))

    def of_loop(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """As the loop tells of an exception that nobody caught."""
        del loop
        self.told.append(f"{context.get('message')}: {context.get('exception')!r}")


@get("/", sync_to_thread=False)
def page() -> str:
    """Somebody must answer who asks for a page."""
    return "a page"


class Doors:
    """One life of the floor."""

    def __init__(self, folder: Path, guests: int, messages_per_s: float) -> None:
        self.place = FloorFolder(folder)
        self.guests = [f"G{number}" for number in range(1, guests + 1)]
        self.messages_per_s = messages_per_s
        self.port = 0
        self.came: list[Guest] = []
        self.honest: TerminalClient

    @property
    def floor(self) -> Floor:
        return self.engine.writer.floor

    @property
    def connected(self) -> set[str]:
        """The terminals with a session."""
        return {each.terminal for each in self.engine.exchange.listeners}

    async def found(self) -> None:
        """The floor comes to stand, with a round that takes wagers."""
        self.store = open_store(self.place)
        lease, self.clock = self.store.claim(), Clock()
        self.sealer = open_sealer(self.place.keys, Floor(), self.clock.now_ms)
        self.engine = Engine(self.store, lease, Writer(Floor(), self.sealer), self.clock)
        at_ms = self.clock.now_ms()
        terminals = (HONEST, *self.guests)
        wishes = in_order(
            load("interblock").rulebook, TABLE, "roulette", terminals=terminals, notes=(cents(BROUGHT),),
            period_ms=30_000, launch_ms=18_000, at_ms=at_ms,
        )  # fmt: skip
        await self._given("house", [StartWriter(LOGIC, "test"), *wishes, OpenTable(TABLE), ReportReady(TABLE)])
        await self._given("clock", list(due(self.floor, at_ms + 1_000)))

    async def _given(self, sender: str, wishes: list[AnyCommand]) -> None:
        for number, command in enumerate(wishes, start=1):
            self.engine.writer.submit(Order(sender, 1, number, command))
        while self.engine.writer.waiting:
            await self.engine.turn()

    def make_session(self, connection: Connection) -> Session:
        return Session(self.engine.exchange, connection, keys_from(SECRET), messages_per_s=self.messages_per_s)

    async def open(self) -> Listening:
        """Lets everybody in."""
        listening = socket.create_server(("127.0.0.1", 0), backlog=4_096)
        self.port = listening.getsockname()[1]
        app = Litestar([page], openapi_config=None, logging_config=None)
        pages = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="critical", access_log=False))
        return serve(
            listening,
            PATH.__eq__,
            lambda _: Connection(self.make_session, self.clock.now_ms),
            lambda: page_protocol(pages),
            largest_frame=LARGEST_MESSAGE,
        )

    async def guest(self, name: str = "") -> Guest:
        """A connection, upgraded; with a name also welcomed."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        guest = Guest(reader, writer)
        self.came.append(guest)
        writer.write(UPGRADE)
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        if name:
            guest.say(hello(name))
            assert b'"welcome"' in await guest.hear()
        return guest

    async def check(self) -> None:
        """The honest terminal plays on, and nothing but its own commands has moved a cent."""
        async with asyncio.timeout(PATIENCE_S):
            placed = await self.honest.place("red", 5_00)
            assert isinstance(placed, Ack), placed
            taken = await self.honest.take_back("red", 5_00)
            assert isinstance(taken, OwnNews), taken
        assert self.honest.own is not None
        assert self.honest.own.meter == BROUGHT
        ledger = self.floor.ledger
        assert ledger.is_balanced()
        assert ledger.held(meter_of(HONEST)) == cents(BROUGHT)
        for name in self.guests:
            assert ledger.held(meter_of(name)) == ledger.held(play_of(TABLE, name)) == ZERO

    def verify(self) -> None:
        """The journal is whole."""
        reader = places.open_to_read(self.place.journal)
        try:
            found = verify(reader)
        finally:
            reader.close()
        assert isinstance(found, Intact), found
        assert found.head.sequence == self.floor.sequence


class Guest:
    """The other end of one WebSocket, that may send anything."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def say(self, data: bytes, *, kind: int = TEXT, whole: bool = True) -> None:
        """One frame."""
        self.writer.write(frame(data, kind=kind, whole=whole))

    async def hear(self) -> bytes:
        """What the next frame says; nothing if the connection ended before."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                size = (await self.reader.readexactly(2))[1]
                if size == 126:
                    size = int.from_bytes(await self.reader.readexactly(2), "big")
                elif size == 127:
                    size = int.from_bytes(await self.reader.readexactly(8), "big")
                return await self.reader.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            return b""

    async def rest(self) -> bytes:
        """All that comes until the floor ends the connection."""
        heard = b""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while data := await self.reader.read(65_536):
                    heard += data
        except ConnectionError:
            pass
        return heard

    def close(self) -> None:
        """Is gone, without a word."""
        self.writer.transport.abort()


def frame(data: bytes, *, kind: int = TEXT, whole: bool = True) -> bytes:
    """A frame as a browser sends it, masked with zeros."""
    head = bytes([(0x80 if whole else 0) | kind])
    if len(data) < 126:
        size = bytes([0x80 | len(data)])
    elif len(data) < 65_536:
        size = bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
    else:
        size = bytes([0x80 | 127]) + len(data).to_bytes(8, "big")
    return head + size + bytes(4) + data


def hello(name: str, key: str = "", boot: int | None = None) -> bytes:
    """How a terminal introduces itself."""
    known = key or key_of(SECRET, name)
    more = "" if boot is None else f',"boot":{boot}'
    return f'{{"type":"hello","protocol":1,"terminal":"{name}","key":"{known}"{more}}}'.encode()


@asynccontextmanager
async def doors(folder: Path, *, guests: int = 4, messages_per_s: float = 40.0) -> AsyncIterator[Doors]:
    """A floor with its honest terminal at play; checked and verified at the end."""
    floor, faults = Doors(folder, guests, messages_per_s), Faults()
    asyncio.get_running_loop().set_exception_handler(faults.of_loop)
    logging.getLogger().addHandler(faults)
    await floor.found()
    server = await floor.open()
    running = asyncio.create_task(floor.engine.run())
    floor.honest = await connect(f"ws://127.0.0.1:{floor.port}/terminal", HONEST, key_of(SECRET, HONEST))
    assert isinstance(await floor.honest.note(BROUGHT), OwnNews)
    try:
        await floor.check()
        yield floor
        await floor.check()
    finally:
        await floor.honest.close()
        for guest in floor.came:
            guest.close()
        server.close()
        floor.engine.stop()
        await asyncio.wait_for(running, PATIENCE_S)
        floor.sealer.close()
        floor.store.close()
        await asyncio.sleep(0.05)  # connections say goodbye
        logging.getLogger().removeHandler(faults)
    assert faults.told == []
    floor.verify()
