"""A console's client comes back with what it has seen, and sends what was not answered first, each once."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import json
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server

from openetg.client.console import ConsoleClient, NotLoggedIn, log_in
from openetg.client.terminal import Gone
from openetg.wire.console import (
    Act,
    ActDone,
    ActKnown,
    ConsoleHello,
    ConsoleWelcome,
    FloorNews,
    FloorTiles,
    FromConsole,
    NotWatched,
    ToConsole,
    ViewAgain,
    Watch,
    decode_from_console,
    encode,
)

DEADLINE_S = 10


def welcome(boot: int = 1, last: int = 0, *same: str) -> ConsoleWelcome:
    return ConsoleWelcome("ann", boot, last, 0, 0, "site", "AUD", same)


def floor_view(seq: int, prev: int) -> FloorNews:
    return FloorNews("floor", seq, prev, 0, FloorTiles(f"day {seq}", ()))


class SlowFloor(WSListener):
    """A floor that keeps what it hears and answers only when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[FromConsole] = []
        self.changed = asyncio.Event()
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        del transport
        if frame.msg_type == WSMsgType.TEXT:
            self.heard.append(decode_from_console(frame.get_payload_as_bytes()))
            self.changed.set()

    async def hears(self, count: int) -> list[FromConsole]:
        while len(self.heard) < count:
            self.changed.clear()
            await self.changed.wait()
        return self.heard

    def say(self, *messages: ToConsole) -> None:
        assert self.transport is not None
        for message in messages:
            self.transport.send(WSMsgType.TEXT, encode(message))


def another(floors: list[SlowFloor]) -> SlowFloor:
    floors.append(SlowFloor())
    return floors[-1]


async def greeted(client: ConsoleClient, floors: list[SlowFloor], *messages: ToConsole) -> SlowFloor:
    """A connection of the client, welcomed by a floor of its own."""
    before = len(floors)
    greeting = asyncio.create_task(client.connect())
    while len(floors) == before:
        await asyncio.sleep(0)
    await floors[-1].hears(1)
    floors[-1].say(*messages)
    await greeting
    return floors[-1]


def acts(heard: list[FromConsole]) -> list[int]:
    return [message.n for message in heard if isinstance(message, Act)]


def test_a_console_comes_back_with_what_it_has_seen() -> None:
    async def test() -> None:
        floors: list[SlowFloor] = []
        server = await ws_create_server(lambda _: another(floors), "127.0.0.1", 0)
        client = ConsoleClient(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/console", "openetg=x")
        floor = await greeted(client, floors, welcome(last=4))
        watching = asyncio.create_task(client.watch("floor"))
        assert (await floor.hears(2))[1] == Watch("floor", -1)
        floor.say(floor_view(10, -1))
        assert await watching == floor_view(10, -1)
        floor.say(floor_view(12, 11))
        assert (await floor.hears(3))[2] == ViewAgain("floor"), "something was missed"
        assert client.gaps == 1
        first = asyncio.create_task(client.act("OpenRound", table="A"))
        assert acts(await floor.hears(4)) == [5], "after the last number on record"
        await client.close()
        second = asyncio.create_task(client.act("OpenRound", table="B"))
        await asyncio.sleep(0)
        floor = await greeted(client, floors, welcome(1, 4, "floor"))
        assert acts(await floor.hears(3)) == [5, 6]
        assert floor.heard[0] == ConsoleHello(1, 1, {"floor": 12})
        floor.say(ActDone(6, 21, 0, ()), ActKnown(5, 20, "", ""))
        assert await first == ActKnown(5, 20, "", "")
        assert await second == ActDone(6, 21, 0, ())
        assert client.views["floor"].seq == 12
        await client.close()
        server.close()

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))


def test_under_another_login_nothing_is_sent_again() -> None:
    async def test() -> None:
        floors: list[SlowFloor] = []
        server = await ws_create_server(lambda _: another(floors), "127.0.0.1", 0)
        client = ConsoleClient(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/console", "openetg=x")
        floor = await greeted(client, floors, welcome(boot=1))
        asked = asyncio.create_task(client.act("OpenRound", table="A"))
        await floor.hears(2)
        await client.close()
        floor = await greeted(client, floors, welcome(boot=2))
        assert await asked == ActKnown(1, 0, "stale", "")
        again = asyncio.create_task(client.act("OpenRound", table="A"))
        assert acts(await floor.hears(2)) == [1]
        floor.say(ActDone(1, 9, 0, ()), NotWatched("floor", "not_for_you", "no"))
        await again
        await client.close()
        server.close()

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))


def test_where_nobody_listens_the_client_says_so() -> None:
    async def test() -> None:
        server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(Gone):
            await ConsoleClient(f"ws://127.0.0.1:{port}/console", "").connect()
        with pytest.raises(Gone):
            await log_in(f"http://127.0.0.1:{port}", "ann", "x")
        server.close()
        await server.wait_closed()

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))


def test_a_no_of_the_floor_is_told_in_its_words() -> None:
    async def test() -> None:
        problem = json.encode({"reason": "locked_out"})
        head = b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(problem)

        async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"}")
            writer.write(head + problem)
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(refuse, "127.0.0.1", 0)
        with pytest.raises(NotLoggedIn, match="locked_out"):
            await log_in(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", "ann", "x")
        server.close()

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))
