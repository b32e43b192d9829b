"""A seat's client that comes back sends what was not answered again, under its number; in a new life it gives it up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server

from openetg.client import Gone, SeatClient
from openetg.floor.seat_views import SeatView
from openetg.wire.messages import Again, Bye, Known
from openetg.wire.seat import Buy, FromSeat, Lay, SeatHello, SeatNews, SeatWelcome, ToSeat, decode_from_seat, encode

OWN = SeatView("W1", True, 0, 0, 0, "", 0, 0, {}, 0, 0, None, False)


class SlowFloor(WSListener):
    """A floor that keeps what it hears, and answers only when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[FromSeat] = []
        self.changed = asyncio.Event()
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        del transport
        if frame.msg_type == WSMsgType.TEXT:
            self.heard.append(decode_from_seat(frame.get_payload_as_bytes()))
            self.changed.set()

    async def until_heard(self, count: int) -> None:
        while len(self.heard) < count:
            self.changed.clear()
            await self.changed.wait()

    def say(self, *messages: ToSeat) -> None:
        assert self.transport is not None
        for message in messages:
            self.transport.send(WSMsgType.TEXT, encode(message))

    def hang_up(self) -> None:
        assert self.transport is not None
        self.transport.disconnect()


def welcome(boot: int, own_seq: int = 0) -> SeatWelcome:
    return SeatWelcome(boot, 0, 0, own_seq, 0, None, OWN, None)


@asynccontextmanager
async def connected(boot: int = 1) -> AsyncIterator[tuple[SlowFloor, SeatClient]]:
    floor = SlowFloor()
    server = await ws_create_server(lambda _: floor, "127.0.0.1", 0)
    client = SeatClient(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/seat", "W1", "key")
    async with asyncio.timeout(20):
        await greet(floor, client, boot)
        yield floor, client
        await client.close()
    server.close()


async def greet(floor: SlowFloor, client: SeatClient, boot: int) -> None:
    before = len(floor.heard)
    greeting = asyncio.create_task(client.connect())
    await floor.until_heard(before + 1)
    floor.say(welcome(boot))
    await greeting


def test_what_was_not_answered_is_sent_again_under_its_number_and_in_order() -> None:
    async def test() -> None:
        async with connected() as (floor, client):
            asked = [asyncio.create_task(client.buy(5_00)), asyncio.create_task(client.lay("symbol:a", 1_00))]
            await floor.until_heard(3)
            floor.hang_up()
            with pytest.raises(Gone):
                await client.until(lambda _: False)
            await greet(floor, client, 1)
            await floor.until_heard(6)
            assert floor.heard[3] == SeatHello(1, "W1", "key", 1, 0, 0)
            assert floor.heard[4:] == floor.heard[1:3] == [Buy(1, 5_00), Lay(2, "symbol:a", 1_00)]
            floor.say(Known(1, 0, "", ""), SeatNews(1, 0, 0, OWN, n=2))
            assert [answer.n for answer in await asyncio.gather(*asked)] == [1, 2]

    asyncio.run(test())


def test_in_a_new_life_it_is_given_up() -> None:
    async def test() -> None:
        async with connected() as (floor, client):
            asked = asyncio.create_task(client.buy(5_00))
            await floor.until_heard(2)
            floor.hang_up()
            with pytest.raises(Gone):
                await client.until(lambda _: False)
            await greet(floor, client, 2)
            assert await asked == Known(1, 0, "stale", "")
            assert len(floor.heard) == 3

    asyncio.run(test())


def test_a_gap_is_mended_with_again() -> None:
    async def test() -> None:
        async with connected() as (floor, client):
            floor.say(SeatNews(9, 7, 0, OWN))
            await floor.until_heard(2)
            assert floor.heard[1] == Again()
            assert client.gaps == 1

    asyncio.run(test())


def test_who_is_not_let_in_hears_why() -> None:
    async def test() -> None:
        floor = SlowFloor()
        server = await ws_create_server(lambda _: floor, "127.0.0.1", 0)
        client = SeatClient(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/seat", "W1", "key")
        greeting = asyncio.create_task(client.connect())
        async with asyncio.timeout(20):
            await floor.until_heard(1)
            floor.say(Bye("place", "no place at the table"))
            floor.hang_up()
            with pytest.raises(Gone, match="no place at the table"):
                await greeting
        server.close()

    asyncio.run(test())
