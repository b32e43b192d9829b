"""Public displays over real sockets, hung up by their keys: they show the settlement record, and can do nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import uvloop
from msgspec.structs import replace
from picows import WSMsgType

from openetg.client.display import DisplayClient, open_display
from openetg.client.line import Gone
from openetg.client.terminal import TerminalClient
from openetg.floor.commands import (
    CloseWagers,
    InsertNote,
    PlaceWager,
    RecordOutcome,
    ReportLaunch,
    ReportReady,
)
from openetg.floor.rounds.views import OwnView
from openetg.money import cents
from openetg.rulebook.schema.policies import Closer
from openetg.server.access.displays import LOBBY, DisplayKeys
from openetg.server.guests.sessions import Session, key_of, keys_from
from openetg.server.plan.demonstration import demonstration
from openetg.wire.codec import decode_to_terminal, encode
from openetg.wire.console import DisplayNews, LobbyNews
from openetg.wire.messages import PROTOCOL, Hello, Spin
from tests.marks import clause
from tests.unit.server.api.floor_app import SECRET, ServedFloor, served_floor
from tests.unit.server.stage import FakePipe

pytestmark = pytest.mark.slow

KEYS = DisplayKeys(SECRET)
HOUSE = replace(demonstration(terminals=3, tables=("A", "B", "D", "E")), staff=())
FIRST = {"A": "M1", "B": "I1", "D": "N1"}
"""The first terminal of a table."""
SECOND = {"A": "M2", "B": "I2", "D": "N2"}
DEADLINE_S = 60
WIN_ODDS = 35


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[ServedFloor]:
    with served_floor(tmp_path, house=HOUSE) as running:
        yield running


def run(talk: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(DEADLINE_S):
            await talk()

    uvloop.run(whole())


class Terminal:
    """A terminal on the exchange of the floor: what it was told is what its screen shows."""

    def __init__(self, floor: ServedFloor, name: str) -> None:
        self.floor = floor
        self.pipe = FakePipe()
        self.client = TerminalClient("", name, "")
        exchange, now = floor.engine.exchange, floor.clock.now_ms
        self.session = Session(exchange, self.pipe, keys_from(SECRET))
        hello = encode(Hello(PROTOCOL, name, key_of(SECRET, name)))
        floor.call(lambda: self.session.receive(hello, now))
        self.read = 0

    def own(self) -> OwnView:
        """What stands on its screen."""
        for data in self.floor.call(lambda: self.pipe.data[self.read :]):
            self.read += 1
            self.client.receive(decode_to_terminal(data))
        own = self.client.own
        assert own is not None
        return own


def play(floor: ServedFloor, table: str, outcome: str, **wagers: tuple[str, int]) -> int:
    """One round from the opening to the payment, with a wager of each terminal; its number."""
    floor.granted(ReportReady(table))
    round_ = floor.floor.tables[table].round
    assert round_ is not None
    number, spin = round_.number, round_.spin
    for terminal, (spot, amount) in wagers.items():
        floor.granted(InsertNote(terminal, cents(5_000)))
        floor.granted(PlaceWager(terminal, table, spot, cents(amount)))
    floor.granted(ReportLaunch(table, spin, opposite=True, rotor_turning=True))
    floor.granted(CloseWagers(table, Closer.SENSOR, spin))
    floor.granted(RecordOutcome(table, spin, outcome))
    return number


async def played(floor: ServedFloor, table: str, outcome: str, **wagers: tuple[str, int]) -> int:
    return await asyncio.to_thread(lambda: play(floor, table, outcome, **wagers))


async def hung(floor: ServedFloor, table: str = LOBBY) -> DisplayClient:
    """A display with the key of its place, which nobody has logged in for."""
    display = await open_display(f"ws://127.0.0.1:{floor.port}/display", table, key=KEYS.key(table))
    await display.until(lambda _: display.news is not None)
    return display


def shown(display: DisplayClient) -> DisplayNews:
    assert isinstance(display.news, DisplayNews)
    return display.news


async def paid(display: DisplayClient, number: int) -> None:
    await display.until(lambda _: shown(display).content.round_paid == number)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param("A", marks=clause("ministar", "3.6.2"), id="ministar"),
        pytest.param("B", marks=clause("interblock", "3.4.2"), id="interblock"),
        pytest.param("D", marks=clause("novo-unity", "3.6.3"), id="novo-unity"),
    ],
)
def test_a_prize_display_shows_round_terminal_and_amount_of_the_settlement(floor: ServedFloor, table: str) -> None:
    one, two = FIRST[table], SECOND[table]

    async def talk() -> None:
        display = await hung(floor, table)
        number = await played(floor, table, "17", **{one: ("straight:17", 1_000), two: ("black", 500)})
        await paid(display, number)
        view = shown(display).content
        record = next(each for each in floor.floor.tables[table].past.values() if each.number == number)
        assert [(prize.terminal, prize.won, prize.paid) for prize in view.prizes] == [
            (one, cents(35_000), cents(36_000)),
            (two, cents(500), cents(1_000)),
        ]
        assert {(prize.terminal, prize.won, prize.paid) for prize in view.prizes} == {
            (each.terminal, each.won, each.returned) for each in record.results.values() if each.won
        }
        await display.close()

    run(talk)


@clause("ministar", "3.6.2")
@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"act","n":1,"act":"VoidRound","fields":{"table":"A","cause":"fire","why":"smoke"}}',
        b'{"type":"place","n":1,"wager":"red","amount":500}',
        b'{"type":"note","n":1,"amount":2000}',
        b'{"type":"collect","n":1}',
        b'{"type":"watch","view":"supervision/A"}',
    ],
    ids=["act", "place", "note", "collect", "watch"],
)
def test_a_display_has_no_commands(floor: ServedFloor, data: bytes) -> None:
    async def talk() -> None:
        display = await hung(floor, "A")
        before = floor.floor.sequence
        assert display._transport is not None
        display._transport.send(WSMsgType.TEXT, data)
        with pytest.raises(Gone):
            await display.until(lambda _: False)
        assert display.bye is not None
        assert display.bye.reason == "malformed"
        assert floor.floor.sequence == before, "nothing is on record of it"

    run(talk)


@clause("ministar", "3.6.2")
def test_the_key_of_a_display_opens_nothing_else(floor: ServedFloor) -> None:
    async def talk() -> None:
        address, key = f"ws://127.0.0.1:{floor.port}/display", KEYS.key("A")
        with pytest.raises(Gone, match="the key of this place"):
            await open_display(address, "B", key=key)
        with pytest.raises(Gone, match="the key of this place"):
            await open_display(address, LOBBY, key=key)
        with pytest.raises(Gone, match="log in first"):
            await open_display(address, "A")

    run(talk)
    client = floor.client()
    client.http.cookies["openetg"] = KEYS.key("A")
    assert client.get("/api/tables/A").status_code == 401
    assert client.send("void-round", number=1, table="A", cause="fire", why="smoke").status_code == 401


@pytest.mark.parametrize(
    "table",
    [
        pytest.param("A", marks=[clause("ministar", "3.6", "3.6.3")], id="ministar"),
        pytest.param("B", marks=[clause("interblock", "3.4", "3.4.2")], id="interblock"),
        pytest.param("D", marks=[clause("novo-unity", "3.6.4")], id="novo-unity"),
    ],
)
def test_terminal_and_displays_show_one_amount_in_every_round(floor: ServedFloor, table: str) -> None:
    name = FIRST[table]
    outcomes = ["17", "0", "17", "36", "1", "17", "2", "14"]

    async def talk() -> None:
        terminal = await asyncio.to_thread(Terminal, floor, name)
        displays = [await hung(floor, table), await hung(floor, table)]
        for outcome in outcomes:
            number = await played(floor, table, outcome, **{name: ("split:14-17", 1_000)})
            own = await asyncio.to_thread(terminal.own)
            for display in displays:
                await paid(display, number)
                told = [(prize.terminal, prize.won, prize.paid) for prize in shown(display).content.prizes]
                assert told == ([(name, cents(own.win), cents(own.paid))] if own.win else [])
            assert own.win == (17_000 if outcome in {"14", "17"} else 0)
        for display in displays:
            assert display.gaps == 0
            await display.close()
        await played(floor, table, "14", **{name: ("split:14-17", 1_000)})
        assert (await asyncio.to_thread(terminal.own)).win == 17_000, "also without a display"

    run(talk)


@clause("novo-unity", "3.6", "3.6.3")
def test_that_a_display_took_the_prizes_is_logged_once(floor: ServedFloor, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "openetg.consoles")

    def logged() -> list[tuple[object, ...]]:
        names = ("table", "round", "prizes", "won")
        found = [each for each in caplog.records if each.msg == "prizes shown"]
        return [tuple(getattr(each, name) for name in names) for each in found]

    async def talk() -> None:
        display = await hung(floor, "D")
        first = await played(floor, "D", "17", N1=("straight:17", 1_000), N2=("straight:17", 200))
        await paid(display, first)
        second = await played(floor, "D", "3", N1=("straight:17", 1_000))
        await paid(display, second)
        while len(logged()) < 2:
            await asyncio.sleep(0.01)
        assert logged() == [("D", first, 2, 42_000), ("D", second, 0, 0)]
        assert len({vars(each)["display"] for each in caplog.records if each.msg == "prizes shown"}) == 1
        await display.close()

    run(talk)


@clause("interblock", "1.1.wnd")
def test_the_numbers_stand_in_order_latest_first_and_the_table_needs_no_display(floor: ServedFloor) -> None:
    async def talk() -> None:
        await played(floor, "B", "5")
        await played(floor, "B", "0")
        display = await hung(floor, "B")
        assert shown(display).content.past == ("0", "5"), "what fell while it was switched off"
        await played(floor, "B", "36")
        await display.until(lambda _: shown(display).content.table.last_outcome == "36")
        assert shown(display).content.past == ("36", "0", "5")
        await display.close()
        number = await played(floor, "B", "7", I1=("straight:7", 1_000))
        settled = floor.floor.tables["B"].past[number]
        assert [each.won for each in settled.results.values()] == [cents(1_000 * WIN_ODDS)]
        await display.reconnect()
        await display.until(lambda _: shown(display).content.past == ("7", "36", "0", "5"))
        await display.close()

    run(talk)


@clause("adelaide", "8(b)")
def test_the_notice_of_a_table_has_the_bets_and_odds_of_its_settlement(floor: ServedFloor) -> None:
    async def talk() -> None:
        display = await hung(floor, "E")
        notice = {line.wager: line for line in shown(display).content.odds}
        game = floor.floor.game_of(floor.floor.tables["E"])
        assert {line.clause for line in notice.values()} == {f"8(a):{letter}" for letter in "ABCDEFGHIJKLM"}
        for spot in game.spots.values():
            settles = game.wagers[spot.name]
            odds, _, against = notice[settles.kind].odds.partition(" to ")
            assert against == "1"
            returns = dict(zip(game.outcomes, settles.returns, strict=True))
            assert {back for back in returns.values() if back} == {(int(odds) + 1) * settles.scale}
        await display.close()

    run(talk)


def test_the_lobby_shows_every_table_and_how_many_terminals_are_free(floor: ServedFloor) -> None:
    async def talk() -> None:
        lobby = await hung(floor)

        def tiles() -> dict[str, tuple[int, int, tuple[str, ...]]]:
            assert isinstance(lobby.news, LobbyNews)
            return {
                each.table: (each.terminals, each.free, tuple(fell.outcome for fell in each.outcomes))
                for each in lobby.news.content.tables
            }

        assert tiles()["A"] == (3, 3, ())
        await played(floor, "A", "32", M1=("black", 500))
        await lobby.until(lambda _: tiles()["A"][2] == ("32",))
        await lobby.until(lambda _: tiles()["A"] == (3, 2, ("32",)))
        assert isinstance(lobby.news, LobbyNews)
        (fell,) = lobby.news.content.tables[0].outcomes
        assert fell.colour == "red"
        assert lobby.gaps == 0
        await lobby.close()

    run(talk)


def test_what_a_device_was_seen_to_do_goes_to_the_displays_of_its_table(floor: ServedFloor) -> None:
    spin = Spin("A", 1, "launched", 0, 0, "cw", 5)

    async def talk() -> None:
        here, there, lobby = await hung(floor, "A"), await hung(floor, "B"), await hung(floor)
        await asyncio.to_thread(floor.call, lambda: floor.consoles.spun_for_all("A", encode(spin)))
        await here.until(lambda _: bool(here.spins))
        await played(floor, "B", "1")
        await there.until(lambda _: shown(there).content.table.last_outcome == "1")
        assert (here.spins, there.spins, lobby.spins) == ([spin], [], [])
        for display in (here, there, lobby):
            await display.close()

    run(talk)


def test_the_key_of_one_place_is_revoked_over_the_api_and_its_screen_goes_dark(floor: ServedFloor) -> None:
    """The socket of that place is cut at once and its link is worth nothing; a screen elsewhere goes on."""
    address = f"ws://127.0.0.1:{floor.port}/display"

    async def talk() -> None:
        gone = await open_display(address, "A", key=KEYS.key("A"))
        stays = await open_display(address, "B", key=KEYS.key("B"))
        for each in (gone, stays):
            await each.until(lambda shown: shown.news is not None)
        done = await asyncio.to_thread(
            lambda: floor.client("olga").send("revoke-display-key", place="A", why="a photograph of the link")
        )
        assert done.status_code == 200, done.text
        with pytest.raises(Gone):
            await gone.until(lambda _: False)
        assert gone.bye is not None
        assert gone.bye.reason == "not_for_you"
        with pytest.raises(Gone):
            await open_display(address, "A", key=KEYS.key("A"))
        new = await open_display(address, "A", key=KEYS.key("A", 1))
        await new.until(lambda shown: shown.news is not None)
        assert stays.bye is None
        for each in (new, stays):
            await each.close()

    run(talk)
