"""A console's client comes back with what it has seen, and sends what was not answered first, each once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec import json

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
    ViewAgain,
    Watch,
    decode_from_console,
)
from tests.unit.client.slow_floor import DEADLINE_S, SlowFloor, serving


def welcome(boot: int = 1, last: int = 0, *same: str) -> ConsoleWelcome:
    return ConsoleWelcome("ann", boot, last, 0, 0, "site", "AUD", same)


def floor_view(seq: int, prev: int) -> FloorNews:
    return FloorNews("floor", seq, prev, 0, FloorTiles(f"day {seq}", ()))


@asynccontextmanager
async def standing() -> AsyncIterator[tuple[SlowFloor[FromConsole], ConsoleClient]]:
    """A floor and a console that has not connected yet."""
    floor = SlowFloor(decode_from_console)
    async with serving(floor) as address:
        client = ConsoleClient(f"{address}/console", "openetg=x")
        yield floor, client
        await client.close()


def acts(heard: list[FromConsole]) -> list[int]:
    return [message.n for message in heard if isinstance(message, Act)]


def test_a_console_comes_back_with_what_it_has_seen() -> None:
    async def test() -> None:
        async with standing() as (floor, client):
            await floor.greet(client, welcome(last=4))
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
            await floor.greet(client, welcome(1, 4, "floor"))
            assert acts((await floor.hears(7))[4:]) == [5, 6]
            assert floor.heard[4] == ConsoleHello(1, 1, {"floor": 12})
            floor.say(ActDone(6, 21, 0, ()), ActKnown(5, 20, "", ""))
            assert await first == ActKnown(5, 20, "", "")
            assert await second == ActDone(6, 21, 0, ())
            assert client.views["floor"].seq == 12

    asyncio.run(test())


def test_under_another_login_nothing_is_sent_again() -> None:
    async def test() -> None:
        async with standing() as (floor, client):
            await floor.greet(client, welcome(boot=1))
            asked = asyncio.create_task(client.act("OpenRound", table="A"))
            await floor.hears(2)
            await client.close()
            await floor.greet(client, welcome(boot=2))
            assert await asked == ActKnown(1, 0, "stale", "")
            again = asyncio.create_task(client.act("OpenRound", table="A"))
            assert acts((await floor.hears(4))[2:]) == [1]
            floor.say(ActDone(1, 9, 0, ()), NotWatched("floor", "not_for_you", "no"))
            await again

    asyncio.run(test())


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
