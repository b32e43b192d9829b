"""A display's client comes back with what it has seen, asks again after a gap, and says which prizes it took."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from openetg.client.display import DisplayClient
from openetg.client.line import Gone
from openetg.floor.people.staff_views import DisplayView
from openetg.floor.rounds.views import TableView
from openetg.wire.console import (
    ConsoleBye,
    DisplayAgain,
    DisplayHello,
    DisplayNews,
    DisplayShown,
    DisplayWelcome,
    FromDisplay,
    NotWatched,
    decode_from_display,
)
from openetg.wire.messages import Spin
from tests.unit.client.slow_floor import DEADLINE_S, SlowFloor, serving

TABLE = TableView("A", 1, "OPEN", False, 0, 0, None, None, (), "", "", ())
WELCOME = DisplayWelcome("A", "Table A", "site", "AUD", 0, False, None)


def news(seq: int, prev: int, paid: int = 0) -> DisplayNews:
    return DisplayNews("display/A", seq, prev, 0, DisplayView(seq, TABLE, {}, {}, round_paid=paid))


@asynccontextmanager
async def standing() -> AsyncIterator[tuple[SlowFloor[FromDisplay], DisplayClient]]:
    """A floor and a display that has not connected yet."""
    floor = SlowFloor(decode_from_display)
    async with serving(floor) as address:
        client = DisplayClient(f"{address}/display", "A", key="k")
        yield floor, client
        await client.close()


async def within(test: AsyncIterator[None]) -> None:
    async with asyncio.timeout(DEADLINE_S):
        async for _ in test:
            pass


def test_it_comes_back_with_what_it_has_seen_and_asks_again_after_a_gap() -> None:
    async def test() -> AsyncIterator[None]:
        async with standing() as (floor, client):
            await floor.greet(client, WELCOME)
            assert floor.heard == [DisplayHello(1, "A", -1, "k")]
            floor.say(news(10, -1), Spin("A", 1, "turn", 2, 900, "cw", 5))
            await client.until(lambda _: len(client.spins) == 1)
            floor.say(news(12, 11))
            assert (await floor.hears(2))[1] == DisplayAgain()
            assert client.gaps == 1
            floor.hang_up()
            with pytest.raises(Gone):
                await client.until(lambda _: False)
            await floor.greet(client, WELCOME)
            assert floor.heard[-1] == DisplayHello(1, "A", 12, "k")
        yield

    asyncio.run(within(test()))


def test_it_says_once_which_prizes_it_took() -> None:
    async def test() -> AsyncIterator[None]:
        async with standing() as (floor, client):
            await floor.greet(client, WELCOME)
            floor.say(news(10, -1, paid=3), news(11, 10, paid=3), news(12, 11, paid=4))
            assert (await floor.hears(3))[1:] == [DisplayShown(10), DisplayShown(12)]
        yield

    asyncio.run(within(test()))


def test_it_shows_nothing_that_it_may_not_show_any_longer() -> None:
    async def test() -> AsyncIterator[None]:
        async with standing() as (floor, client):
            await floor.greet(client, WELCOME)
            floor.say(news(10, -1), NotWatched("display/A", "fault", "the view cannot be made"))
            await client.until(lambda _: client.refused is not None)
            assert client.news is None
            floor.say(ConsoleBye("stopping", "the floor stops"))
            await client.until(lambda _: client.bye is not None)
        yield

    asyncio.run(within(test()))
