"""A client that comes back sends what was not answered first, each once, and in the order of its numbers."""

from __future__ import annotations

import asyncio

import pytest
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server

from openetg.client.terminal import Gone, TerminalClient
from openetg.wire.codec import decode_from_terminal, encode
from openetg.wire.messages import Busy, FromTerminal, Hello, Known, Note, Place, PlaceMany, Refused, Welcome

WELCOME = Welcome(boot=1, last=0, now_ms=0, own_seq=0, table_seq=0, layout=None, own=None, table=None)


class SlowFloor(WSListener):
    """A floor that keeps what it hears and answers only when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[FromTerminal] = []
        self.changed = asyncio.Event()
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        del transport
        if frame.msg_type == WSMsgType.TEXT:
            self.heard.append(decode_from_terminal(frame.get_payload_as_bytes()))
            self.changed.set()

    async def until_heard(self, count: int) -> None:
        while len(self.heard) < count:
            self.changed.clear()
            await self.changed.wait()

    def say(self, message: Welcome | Known | Refused | Busy) -> None:
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, encode(message))


def test_a_wish_made_before_the_welcome_waits_behind_those_that_were_not_answered() -> None:
    """Sent at once, the higher number would make the lower one stale, and a stacked note would be lost."""

    async def test() -> None:
        floor = SlowFloor()
        server = await ws_create_server(lambda _: floor, "127.0.0.1", 0)
        client = TerminalClient(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/terminal", "M1", "key")
        note = asyncio.create_task(client.note(50_00))
        await asyncio.sleep(0)
        greeting = asyncio.create_task(client.connect())
        await floor.until_heard(1)
        wager = asyncio.create_task(client.place("red", 5_00))
        await asyncio.sleep(0)
        floor.say(WELCOME)
        await greeting
        await floor.until_heard(3)
        assert isinstance(floor.heard[0], Hello)
        assert floor.heard[1:] == [Note(1, 50_00), Place(2, "red", 5_00)]
        floor.say(Known(1, 0, "", ""))
        floor.say(Refused(2, "after_close", "3.14"))
        assert await note == Known(1, 0, "", "")
        assert await wager == Refused(2, "after_close", "3.14")
        assert not client.unanswered
        await client.close()
        server.close()

    asyncio.run(asyncio.wait_for(test(), 10))


def test_a_floor_that_dies_while_shaking_hands_is_gone() -> None:
    """It takes the connection and is killed before it has said a word."""

    async def test() -> None:
        async def die(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.transport.abort()

        server = await asyncio.start_server(die, "127.0.0.1", 0)
        with pytest.raises(Gone):
            await TerminalClient(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/", "M1", "key").connect()
        server.close()

    asyncio.run(asyncio.wait_for(test(), 10))


def test_a_floor_that_is_not_there_is_gone() -> None:
    async def test() -> None:
        with pytest.raises(Gone):
            await TerminalClient("ws://127.0.0.1:9/terminal", "M1", "key").connect()

    asyncio.run(asyncio.wait_for(test(), 10))


def test_a_busy_floor_is_asked_again_under_the_same_numbers_and_in_their_order() -> None:
    async def test() -> None:
        floor = SlowFloor()
        server = await ws_create_server(lambda _: floor, "127.0.0.1", 0)
        client = TerminalClient(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/terminal", "M1", "key")
        greeting = asyncio.create_task(client.connect())
        await floor.until_heard(1)
        floor.say(WELCOME)
        await greeting
        note = asyncio.create_task(client.note(50_00))
        gesture = asyncio.create_task(client.place_many([("red", 5_00), ("low", 1_00)]))
        await floor.until_heard(3)
        floor.say(Busy(1, 1))
        floor.say(Busy(1, 1))  # the answer to the second number
        await floor.until_heard(5)
        floor.say(Busy(1, 1))  # still so: once more, a little later
        await floor.until_heard(7)
        sent = [Note(1, 50_00), PlaceMany(2, (("red", 5_00), ("low", 1_00)))]
        assert floor.heard[1:] == sent * 3
        floor.say(Known(1, 0, "", ""))
        floor.say(Known(2, 600, "", ""))
        assert (await note).n == 1
        assert (await gesture).n == 2
        await client.close()
        server.close()

    asyncio.run(asyncio.wait_for(test(), 20))


def test_what_is_asked_while_the_floor_is_busy_waits_behind_the_rest() -> None:
    async def test() -> None:
        floor = SlowFloor()
        server = await ws_create_server(lambda _: floor, "127.0.0.1", 0)
        client = TerminalClient(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/terminal", "M1", "key")
        greeting = asyncio.create_task(client.connect())
        await floor.until_heard(1)
        floor.say(WELCOME)
        await greeting
        asked = [asyncio.create_task(client.note(50_00))]
        await floor.until_heard(2)
        client.receive(Busy(1, 20))
        asked.append(asyncio.create_task(client.place("red", 5_00)))
        await floor.until_heard(4)
        assert floor.heard[1:] == [Note(1, 50_00), Note(1, 50_00), Place(2, "red", 5_00)]
        for number in (1, 2):
            floor.say(Known(number, 0, "", ""))
        await asyncio.gather(*asked)
        await client.close()
        server.close()

    asyncio.run(asyncio.wait_for(test(), 20))
