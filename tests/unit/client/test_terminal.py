"""A client that comes back sends what was not answered first, each once, and in the order of its numbers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from openetg.client.terminal import Gone, TerminalClient
from openetg.floor.rounds.views import layout_view, own_view, table_view
from openetg.wire.codec import decode_from_terminal
from openetg.wire.messages import (
    Busy,
    FromTerminal,
    Hello,
    Known,
    Note,
    Place,
    PlaceMany,
    Refused,
    ShownAnnouncement,
    TableNews,
    Welcome,
)
from tests.marks import clause
from tests.scripts import run_script
from tests.unit.client.slow_floor import DEADLINE_S, SlowFloor, serving

WELCOME = Welcome(boot=1, last=0, now_ms=0, own_seq=0, table_seq=0, layout=None, own=None, table=None)


@asynccontextmanager
async def standing() -> AsyncIterator[tuple[SlowFloor[FromTerminal], TerminalClient]]:
    """A floor and a terminal that has not connected yet."""
    floor = SlowFloor(decode_from_terminal)
    async with serving(floor) as address:
        client = TerminalClient(f"{address}/terminal", "M1", "key")
        yield floor, client
        await client.close()


def test_a_wish_made_before_the_welcome_waits_behind_those_that_were_not_answered() -> None:
    """Sent at once, the higher number would make the lower one stale, and a stacked note would be lost."""

    async def test() -> None:
        async with standing() as (floor, client):
            note = asyncio.create_task(client.note(50_00))
            await asyncio.sleep(0)
            greeting = asyncio.create_task(client.connect())
            await floor.hears(1)
            wager = asyncio.create_task(client.place("red", 5_00))
            await asyncio.sleep(0)
            floor.say(WELCOME)
            await greeting
            await floor.hears(3)
            assert isinstance(floor.heard[0], Hello)
            assert floor.heard[1:] == [Note(1, 50_00), Place(2, "red", 5_00)]
            floor.say(Known(1, 0, "", ""))
            floor.say(Refused(2, "after_close", "3.14"))
            assert await note == Known(1, 0, "", "")
            assert await wager == Refused(2, "after_close", "3.14")
            assert not client.unanswered

    asyncio.run(test())


def test_a_floor_that_dies_while_shaking_hands_is_gone() -> None:
    """It takes the connection and is killed before it has said a word."""

    async def test() -> None:
        async def die(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.transport.abort()

        server = await asyncio.start_server(die, "127.0.0.1", 0)
        with pytest.raises(Gone):
            await TerminalClient(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/", "M1", "key").connect()
        server.close()

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))


def test_a_floor_that_is_not_there_is_gone() -> None:
    async def test() -> None:
        with pytest.raises(Gone):
            await TerminalClient("ws://127.0.0.1:9/terminal", "M1", "key").connect()

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))


def test_a_busy_floor_is_asked_again_under_the_same_numbers_and_in_their_order() -> None:
    async def test() -> None:
        async with standing() as (floor, client):
            await floor.greet(client, WELCOME)
            note = asyncio.create_task(client.note(50_00))
            gesture = asyncio.create_task(client.place_many([("red", 5_00), ("low", 1_00)]))
            await floor.hears(3)
            floor.say(Busy(1, 1))
            floor.say(Busy(1, 1))  # the answer to the second number
            await floor.hears(5)
            floor.say(Busy(1, 1))  # still so: once more, a little later
            await floor.hears(7)
            sent = [Note(1, 50_00), PlaceMany(2, (("red", 5_00), ("low", 1_00)))]
            assert floor.heard[1:] == sent * 3
            floor.say(Known(1, 0, "", ""))
            floor.say(Known(2, 600, "", ""))
            assert (await note).n == 1
            assert (await gesture).n == 2

    asyncio.run(test())


def test_what_is_asked_while_the_floor_is_busy_waits_behind_the_rest() -> None:
    async def test() -> None:
        async with standing() as (floor, client):
            await floor.greet(client, WELCOME)
            asked = [asyncio.create_task(client.note(50_00))]
            await floor.hears(2)
            client.receive(Busy(1, 20))
            asked.append(asyncio.create_task(client.place("red", 5_00)))
            await floor.hears(4)
            assert floor.heard[1:] == [Note(1, 50_00), Note(1, 50_00), Place(2, "red", 5_00)]
            for number in (1, 2):
                floor.say(Known(number, 0, "", ""))
            await asyncio.gather(*asked)

    asyncio.run(test())


def closing(rulebook: str) -> tuple[Welcome, TableNews]:
    """The welcome at a table whose bets are open, and the news that they have closed."""
    open_ = f"rulebook {rulebook} roulette\nterminal T1\nbets\nspin\n"
    before = run_script(open_ + "expect phase OPEN").stage.floor
    after = run_script(open_ + "drop\nexpect phase CLOSED").stage.floor
    layout, table = layout_view(before, before.tables["A"]), table_view(before.tables["A"])
    welcome = replace(WELCOME, layout=layout, own=own_view(before, "T1"), table=table, table_seq=1)
    return welcome, TableNews(2, 1, 0, table_view(after.tables["A"]))


@clause("ministar", "3.14")
def test_a_simulated_terminal_acknowledges_no_more_bets_once_and_again_to_a_floor_that_has_come_back() -> None:
    async def test() -> None:
        welcome, news = closing("ministar")
        async with standing() as (floor, client):
            await floor.greet(client, welcome)
            floor.say(news, replace(news, seq=3, prev=2))
            await floor.hears(2)
            floor.hang_up()
            with pytest.raises(Gone):
                await client.until(lambda _: False)
            await floor.greet(client, replace(welcome, table=news.table, table_seq=3))
            await floor.hears(4)
            shown = ShownAnnouncement("A", 1)
            assert [type(each) for each in floor.heard] == [Hello, ShownAnnouncement, Hello, ShownAnnouncement]
            assert [floor.heard[1], floor.heard[3]] == [shown, shown]

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))


@pytest.mark.parametrize(("rulebook", "acknowledges"), [("interblock", True), ("ministar", False)])
def test_nothing_is_said_where_no_rule_asks_or_by_a_screen_that_hangs(rulebook: str, *, acknowledges: bool) -> None:
    welcome, news = closing(rulebook)
    client = TerminalClient("", "T1", "key")
    client.acknowledges = acknowledges
    sent: list[FromTerminal] = []
    client._send = sent.append  # type: ignore[method-assign, assignment]
    client.receive(welcome)
    client.receive(news)
    assert sent == []


def test_a_round_that_is_open_again_after_a_no_spin_is_acknowledged_once_more() -> None:
    welcome, news = closing("ministar")
    client = TerminalClient("", "T1", "key")
    sent: list[FromTerminal] = []
    client._send = sent.append  # type: ignore[method-assign, assignment]
    client.receive(welcome)
    reopened = replace(news, seq=3, prev=2, table=replace(news.table, phase="OPEN"))
    for told in (news, reopened, replace(news, seq=4, prev=3), replace(news, seq=5, prev=4)):
        client.receive(told)
    assert sent == [ShownAnnouncement("A", 1), ShownAnnouncement("A", 1)]
