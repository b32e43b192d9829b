"""One terminal plays at two tables of a floor that is a real process, over one real socket, and sees both devices move.

What each round brought is worked out here, from what fell and what the screen says of its spots. Nothing a terminal
hears of a device tells what fell before the table does.
"""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from msgspec import json

from openetg.client.display import DisplayClient, open_display
from openetg.client.terminal import TerminalClient
from openetg.floor.core.stored import read_lines
from openetg.floor.events import OutcomeRecorded, RoundVoided
from openetg.floor.state import BETTING
from openetg.journal import places
from openetg.journal.chain import Group
from openetg.server.guests.sessions import key_of
from openetg.wire.console import DisplayNews
from openetg.wire.messages import Ack, OwnNews, Refused, Spin, TableNews, ToTerminal, Welcome
from tests.faults.evening import says_intact
from tests.faults.floors import JOURNAL, address_of, ended, start_floor

DEADLINE_S = 120.0
STAKE = 5_00
ROUNDS = 6
PACE = ("--time-factor", 15, "--launch", 0.3)
"""The wheel is ready before its launch, and the clock closes the wagers while the ball turns: laps on either side."""
SPOTS = {"B": "red", "C": "small"}
VOID = "void"


class Watching(TerminalClient):
    """A terminal that keeps everything it heard."""

    def __init__(self, address: str, terminal: str, key: str) -> None:
        super().__init__(address, terminal, key)
        self.heard: list[ToTerminal] = []

    def receive(self, message: ToTerminal) -> None:
        self.heard.append(message)
        super().receive(message)


async def place(client: Watching, table: str) -> int:
    """A wager in a round in which it stands; the number of the round."""
    await client.sit(table)
    while True:
        await client.until(lambda each: each.table is not None and each.table.phase == "OPEN")
        assert client.table is not None
        number = client.table.round
        answer = await client.place(SPOTS[table], STAKE)
        if isinstance(answer, Ack):
            assert answer.spots == {SPOTS[table]: STAKE}
            return number
        assert isinstance(answer, Refused)
        await client.until(lambda each, before=number: each.table is not None and each.table.round > before)  # type: ignore[misc]


async def is_settled(client: Watching) -> None:
    await client.until(lambda each: each.own is not None and not each.own.staked and not each.own.elsewhere)


def test_one_terminal_plays_at_two_tables_and_not_a_cent_is_missing(tmp_path: Path) -> None:
    async def test() -> None:
        covers: dict[str, tuple[str, ...]] = {}
        floor = await start_floor(tmp_path, "--tables", "B,C", *PACE, terminals=2)
        try:
            address = await address_of(floor)
            assert address, await ended(floor)
            client = Watching(address, "I1", key_of((tmp_path / "secret").read_bytes(), "I1"))
            await client.connect()
            assert client.screen is not None
            assert [(at.table, at.game) for at in client.screen.tables] == [("B", "roulette"), ("C", "sic-bo")]
            assert client.screen.simulated
            assert isinstance(await client.note(100_00), OwnNews)
            played = await plays(client, covers)
            for table in ("B", "C"):
                await watches(client, table)
            await comes_back_at_the_table_it_left(client)
            await client.close()
        finally:
            if floor.returncode is None:
                floor.kill()
                await floor.communicate()
        await says_intact(tmp_path)
        pays_what_fell(tmp_path, played, covers)
        says_nothing_too_early(client.heard)
        says_no_more_than_launched_while_wagers_are_open(client.heard)
        heads_are_those_of_the_journal(tmp_path, client.heard)

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))


class Evening(NamedTuple):
    """Wagers at both tables at once: the meter before, the rounds they were in, and the meter after."""

    before: int
    rounds: dict[str, int]
    after: int


async def plays(client: Watching, covers: dict[str, tuple[str, ...]]) -> list[Evening]:
    """Some rounds with a wager at each table."""
    played = []
    for _ in range(ROUNDS):
        assert client.own is not None
        before, since, rounds = client.own.meter, len(client.heard), {}
        for table in ("B", "C"):
            rounds[table] = await place(client, table)
            assert client.layout is not None
            covers[table] = next(spot.covers for spot in client.layout.spots if spot.name == SPOTS[table])
        await is_settled(client)
        played.append(Evening(before, rounds, client.own.meter))
        assert [each for each in client.heard[since:] if isinstance(each, OwnNews) and each.round], "it was told"
    return played


def pays_what_fell(folder: Path, played: list[Evening], covers: dict[str, tuple[str, ...]]) -> None:
    """What fell is on record; what it brings is worked out from what the screen says of the spots."""
    fell: dict[tuple[str, int], str] = {}
    for group in groups_of(folder):
        for line in read_lines(group.body):
            for event in line.verdict.events or ():
                if isinstance(event, OutcomeRecorded):
                    fell[event.table, event.round] = event.outcome
                elif isinstance(event, RoundVoided):
                    fell[event.table, event.round] = VOID
    for evening in played:
        brought = 0
        for table, number in evening.rounds.items():
            outcome = fell[table, number]
            brought += STAKE if outcome == VOID else 2 * STAKE if outcome in covers[table] else 0
        assert evening.after == evening.before - 2 * STAKE + brought, (evening, fell)


def groups_of(folder: Path) -> list[Group]:
    with closing(places.open_to_read(str(folder / JOURNAL))) as journal:
        return list(journal.groups(after_sequence=0))


async def watches(client: Watching, table: str) -> None:
    """A whole round from before its launch until after its end."""
    await client.sit(table)
    assert client.table is not None
    number = client.table.round
    await client.until(lambda each: each.table is not None and each.table.round >= number + 2)


async def comes_back_at_the_table_it_left(client: Watching) -> None:
    await client.sit("C")
    await client.close()
    await client.reconnect()
    assert client.table is not None
    assert client.table.table == "C"
    assert client.layout is not None
    assert client.layout.game == "sic-bo"


def says_nothing_too_early(heard: list[ToTerminal]) -> None:
    """Spins were seen at both tables, and say nothing but what a device was seen to do."""
    spins = [each for each in heard if isinstance(each, Spin)]
    assert {(each.table, each.what) for each in spins} >= {
        ("B", "launched"), ("B", "turn"), ("B", "dropping"), ("B", "rest"), ("C", "launched"), ("C", "rest"),
    }  # fmt: skip
    for each in spins:
        assert set(json.decode(json.encode(each))) == {
            "type", "table", "round", "what", "count", "turn_ms", "rotor", "at_ms",
        }  # fmt: skip
    seen = 0
    for position, message in enumerate(heard):
        if isinstance(message, TableNews):
            table, number = message.table.table, message.table.round
            late = [each for each in heard[position:] if isinstance(each, Spin) and each.table == table]
            assert not [each for each in late if each.round < number], "what moves is seen before what fell is told"
            seen += bool(message.table.outcomes)
    assert seen > 2, "numbers were told"


def says_no_more_than_launched_while_wagers_are_open(heard: list[ToTerminal]) -> None:
    """From laps the number could be reckoned: a player hears of them once it was told that the wagers are closed."""
    phases: dict[tuple[str, int], str] = {}
    for each in heard:
        if isinstance(each, TableNews | Welcome) and each.table is not None:
            phases[each.table.table, each.table.round] = each.table.phase
        elif isinstance(each, Spin) and each.what != "launched":
            assert phases[each.table, each.round] not in {phase.value for phase in BETTING}, each


def heads_are_those_of_the_journal(folder: Path, heard: list[ToTerminal]) -> None:
    groups = groups_of(folder)
    news = [each for each in heard if isinstance(each, TableNews)]
    assert news
    for each in news:
        (group,) = (group for group in groups if group.first <= each.seq <= group.last)
        assert each.head == group.hash.hex()


def test_a_display_sees_the_wheel_turn_before_it_is_told_where_it_stands(tmp_path: Path) -> None:
    """Above a table that a dealer runs, on a floor with its pages."""

    async def test() -> None:
        floor = await start_floor(tmp_path, "--tables", "F", "--pages", terminals=2)
        try:
            address = await address_of(floor)
            assert address, await ended(floor)
            display = await open_display(address.replace("/terminal", "/display"), "F")
            await display.until(lambda each: {spin.what for spin in each.spins} >= {"launched", "turn", "rest"})
            number = next(spin.round for spin in display.spins if spin.what == "rest")
            await display.until(lambda each: fallen(each) > 0)
            assert {spin.table for spin in display.spins} == {"F"}
            assert display.spins[0].round <= number
            await display.close()
        finally:
            if floor.returncode is None:
                floor.kill()
                await floor.communicate()

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))


def fallen(display: DisplayClient) -> int:
    """How many outcomes a display shows."""
    return len(display.news.content.past) if isinstance(display.news, DisplayNews) else 0
