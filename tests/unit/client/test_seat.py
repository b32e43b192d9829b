"""A seat's client that comes back sends what was not answered again, under its number; in a new life it gives it up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from openetg.client import Gone, SeatClient
from openetg.floor.cloth.seat_views import SeatView
from openetg.wire.messages import Again, Bye, Known
from openetg.wire.seat import Buy, FromSeat, Lay, SeatHello, SeatNews, SeatWelcome, decode_from_seat
from tests.unit.client.slow_floor import SlowFloor, serving

OWN = SeatView("W1", True, 0, 0, 0, "", 0, 0, {}, 0, 0, None, False)


def welcome(boot: int, own_seq: int = 0) -> SeatWelcome:
    return SeatWelcome(boot, 0, 0, own_seq, 0, None, OWN, None)


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[SlowFloor[FromSeat], SeatClient]]:
    floor = SlowFloor(decode_from_seat)
    async with serving(floor) as address:
        client = SeatClient(f"{address}/seat", "W1", "key")
        await floor.greet(client, welcome(boot=1))
        yield floor, client
        await client.close()


def test_what_was_not_answered_is_sent_again_under_its_number_and_in_order() -> None:
    async def test() -> None:
        async with connected() as (floor, client):
            asked = [asyncio.create_task(client.buy(5_00)), asyncio.create_task(client.lay("symbol:a", 1_00))]
            await floor.hears(3)
            floor.hang_up()
            with pytest.raises(Gone):
                await client.until(lambda _: False)
            await floor.greet(client, welcome(boot=1))
            await floor.hears(6)
            assert floor.heard[3] == SeatHello(1, "W1", "key", 1, 0, 0)
            assert floor.heard[4:] == floor.heard[1:3] == [Buy(1, 5_00), Lay(2, "symbol:a", 1_00)]
            floor.say(Known(1, 0, "", ""), SeatNews(1, 0, 0, OWN, n=2))
            assert [answer.n for answer in await asyncio.gather(*asked)] == [1, 2]

    asyncio.run(test())


def test_in_a_new_life_it_is_given_up() -> None:
    async def test() -> None:
        async with connected() as (floor, client):
            asked = asyncio.create_task(client.buy(5_00))
            await floor.hears(2)
            floor.hang_up()
            with pytest.raises(Gone):
                await client.until(lambda _: False)
            await floor.greet(client, welcome(boot=2))
            assert await asked == Known(1, 0, "stale", "")
            assert len(floor.heard) == 3

    asyncio.run(test())


def test_a_gap_is_mended_with_again() -> None:
    async def test() -> None:
        async with connected() as (floor, client):
            floor.say(SeatNews(9, 7, 0, OWN))
            await floor.hears(2)
            assert floor.heard[1] == Again()
            assert client.gaps == 1

    asyncio.run(test())


def test_who_is_not_let_in_hears_why() -> None:
    async def test() -> None:
        floor = SlowFloor(decode_from_seat)
        async with serving(floor) as address:
            greeting = asyncio.create_task(SeatClient(f"{address}/seat", "W1", "key").connect())
            await floor.hears(1)
            floor.say(Bye("place", "no place at the table"))
            floor.hang_up()
            with pytest.raises(Gone, match="no place at the table"):
                await greeting

    asyncio.run(test())
