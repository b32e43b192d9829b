"""Rounds as a person reads them: which are told, what lay and what came back, and that the sums are the floor's."""

from __future__ import annotations

from pathlib import Path

import pytest

from openetg.floor.core.ledger import meter_of
from openetg.floor.state import Floor, Phase, Round
from openetg.journal import places
from openetg.journal.store import JournalProblem, Reader
from openetg.money import ZERO, Money, total
from openetg.reports.recall.recall import Story, last_rounds, stories, tell_story
from tests.unit.reports.journals import NAMES, floor_of, golden_entries, golden_floor, golden_journal, written


def told(journal: Reader, *, count: int, table: str = "", terminal: str = "") -> list[Story]:
    until = journal.head().sequence
    rounds = last_rounds(journal, count=count, until=until, table=table, terminal=terminal)
    return stories(journal, rounds, until=until)


@pytest.mark.parametrize("name", NAMES)
def test_every_round_of_a_table_is_told_and_none_twice(name: str) -> None:
    floor, journal = golden_floor(name), golden_journal(name)
    for table in floor.tables.values():
        found = [story.number for story in told(journal, count=1000, table=table.name)]
        assert found == list(range(1, table.rounds + 1))
        assert [story.number for story in told(journal, count=2, table=table.name)] == found[-2:]
    journal.close()


@pytest.mark.parametrize("name", NAMES)
def test_what_the_spots_paid_sums_to_what_the_floor_paid(name: str) -> None:
    """For every terminal of every settled round that the floor still holds: spot by spot is all of it."""
    floor, journal = golden_floor(name), golden_journal(name)
    compared = 0
    for table in floor.tables.values():
        by_number = {story.number: story for story in told(journal, count=6, table=table.name)}
        for round_ in held_rounds(floor, table.name):
            if round_.phase is Phase.SETTLED and round_.number in by_number:
                compared += compare(by_number[round_.number], round_)
    assert compared or not floor.terminals
    journal.close()


def held_rounds(floor: Floor, table: str) -> list[Round]:
    held = floor.tables[table]
    return [*held.past.values(), *([held.round] if held.round else [])]


def compare(story: Story, round_: Round) -> int:
    for terminal, result in round_.results.items():
        pays = [pay for pay in story.pays if pay.who == terminal and not pay.cloth]
        assert total(pay.returned for pay in pays) == result.returned, (story.table, story.number, terminal)
        assert total(pay.amount for pay in pays) == result.staked
        assert all(pay.clauses for pay in pays)
    return len(round_.results)


@pytest.mark.parametrize("name", NAMES)
def test_a_meter_before_and_after_differs_by_what_is_told_in_between(name: str) -> None:
    journal = golden_journal(name)
    entries = golden_entries(name)
    for terminal in floor_of(entries).terminals:
        for story in told(journal, count=4, terminal=terminal):
            before, after = story.meters[terminal]
            assert after - before == meanwhile(entries, story, terminal), (story.table, story.number, terminal)
    journal.close()


def meanwhile(entries: list, story: Story, terminal: str) -> Money:  # type: ignore[type-arg]
    """What the meter gained from the first thing told of a terminal in a round to the last."""
    mine = [each.sequence for each in story.happened if each.who == terminal]
    first, last = (floor_of(entries[:sequence]) for sequence in (min(mine) - 1, max(mine)))
    return last.ledger.held(meter_of(terminal)) - first.ledger.held(meter_of(terminal))


def test_a_round_reads_from_the_opening_to_the_meter() -> None:
    journal = golden_journal("spine")
    story = next(each for each in told(journal, count=100, terminal="M1") if each.number == 9)
    text = "\n".join(tell_story(story, only="M1"))
    for words in (
        "round 9 at table A   ministar, roulette",
        "settled, outcome 5",
        "wager placed: wager red, asked 2.00, spots red 2.00   -2.00",
        "wagers closed: by sensor  [1.1.wagering-period]",
        "4.00 back",
        "[3.9.1.12, 3.9.3]",
        "meter of M1  455.00 → 457.00",
    ):
        assert words in text
    journal.close()


def test_a_void_round_says_why_and_gives_everything_back() -> None:
    journal = golden_journal("spine")
    story = next(each for each in told(journal, count=100, terminal="M1") if each.cause == "restart")
    text = "\n".join(tell_story(story))
    assert "void, cause restart  [7.4]" in text
    assert story.pays == []
    before, after = story.meters["M1"]
    assert before == after > ZERO
    journal.close()


def test_a_table_or_terminal_nobody_has_heard_of_is_said_so() -> None:
    journal = golden_journal("spine")
    for table, terminal in (("M1", ""), ("", "A")):
        with pytest.raises(JournalProblem, match="expected a"):
            last_rounds(journal, count=1, until=journal.head().sequence, table=table, terminal=terminal)
    journal.close()


def test_one_day_of_a_journal_can_be_read_by_itself(tmp_path: Path) -> None:
    """The file of a volume: what came before is known from its snapshot, a round that was open is told from there."""
    entries = golden_entries("spine")
    address = written(tmp_path, entries, rolls=[(120, "2023-11-15")])
    *_, last = sorted(Path(address).glob("*2023-11-15.sqlite3"))
    whole, day = places.open_to_read(address), places.open_to_read(str(last))
    last_two = told(day, count=2, table="A")
    assert len(last_two) == 2
    assert last_two == told(whole, count=2, table="A")
    assert told(day, count=100, table="A")[-2:] == last_two
    whole.close()
    day.close()
