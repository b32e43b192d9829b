"""A floor as it was at an entry: the same from a snapshot as from the beginning, and read at any path."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from openetg.floor.commands import BeginDay
from openetg.floor.core.snapshot import encode_snapshot
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.fold import fold
from openetg.floor.state import SHAPE, Floor, state_hash
from openetg.journal import places
from openetg.journal.store import JournalProblem, Reader
from openetg.money import cents
from openetg.reports.audit.gate import Expected, MayTakeOver, gate
from openetg.reports.audit.moment import NoSuchPath, at_path, floor_at, opening_before, plain
from openetg.reports.audit.second_opinion import Alarm
from openetg.reports.audit.tallies import TableTally, Tally, Tallying, figures, keep_tally, kept_tally
from tests.unit.journal.test_copying import put_away
from tests.unit.server.played import playing, three_days


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("moment") / "journal"
    three_days(path)
    return path


@pytest.fixture
def journal(place: Path) -> Iterator[Reader]:
    with closing(places.open_to_read(str(place))) as reader:
        yield reader


@pytest.mark.slow
def test_the_state_at_every_entry_is_that_of_a_fold_from_the_beginning(journal: Reader) -> None:
    floor = Floor()
    assert state_hash(floor_at(journal, 0)) == state_hash(floor)
    for entry in journal.entries(after_sequence=0):
        fold(floor, entry.at_ms, entry.command, entry.verdict)
        assert state_hash(floor_at(journal, entry.sequence)) == state_hash(floor)


def test_the_nearest_opening_is_begun_with(journal: Reader) -> None:
    first, second, third = (volume.opening.sequence for volume in journal.volumes())
    assert [opening_before(journal, each).sequence for each in (second - 1, second, third - 1, third, third + 9)] == [
        first, second, second, third, third,
    ]  # fmt: skip


def test_an_entry_that_is_not_there_is_told(journal: Reader) -> None:
    end = journal.head().sequence
    with pytest.raises(JournalProblem, match=f"from 0 to {end}, found {end + 1}"):
        floor_at(journal, end + 1)


def test_what_is_left_of_an_archived_journal_can_be_asked(tmp_path: Path) -> None:
    three_days(tmp_path / "journal")
    with closing(places.open_to_read(str(tmp_path / "journal"))) as whole:
        end = whole.head().sequence
        expected = state_hash(floor_at(whole, end))
    put_away(tmp_path / "journal", tmp_path / "archive", count=2)
    with closing(places.open_to_read(str(tmp_path / "journal"))) as left:
        first = left.volumes()[0].opening.sequence
        assert state_hash(floor_at(left, end)) == expected
        assert floor_at(left, first).sequence == first
        with pytest.raises(JournalProblem, match=f"from {first} to {end}, found {first - 1}"):
            floor_at(left, first - 1)


def test_a_state_is_read_by_paths(journal: Reader) -> None:
    state = plain(floor_at(journal, journal.head().sequence))
    assert at_path(state, "") == state
    assert at_path(state, "tables.B.name") == "B"
    assert at_path(state, "tables.B.terminals.1") == "I2"
    assert at_path(state, "accounts.meter/I1") == state["accounts"]["meter/I1"]  # type: ignore[index,call-overload]
    assert at_path({"a.b": {"c": 1}, "a": {"b": 2}}, "a.b.c") == 1
    assert at_path(state, "tables.X.name") == NoSuchPath("tables", ("A", "B"))
    assert at_path(state, "sequence.x") == NoSuchPath("sequence", ())


def test_this_build_may_take_over_its_own_journal(journal: Reader) -> None:
    end = journal.head().sequence
    *_, found = gate(journal, {})
    assert isinstance(found, MayTakeOver)
    assert (found.began, found.sequence, found.not_comparable) == (0, end, ())
    assert found.state == state_hash(floor_at(journal, end))
    assert found.states_compared == 3 + 2, "a hash where each day begins, a snapshot where each later volume opens"
    *_, since = gate(journal, {}, since=end)
    assert isinstance(since, MayTakeOver)
    assert since.began == journal.volumes()[-1].opening.sequence
    assert since.state == found.state


def test_the_first_difference_closes_the_gate(journal: Reader) -> None:
    ends = [group.last for group in journal.groups(after_sequence=0)]
    right = state_hash(floor_at(journal, ends[4]))
    expected = {ends[4]: [Expected(right, "a")], ends[6]: [Expected("f" * 64, "b")], ends[8]: [Expected("e" * 64, "c")]}
    *_, found = gate(journal, expected)
    assert found == Alarm(ends[6], "state", f"the state {'f' * 64} of b", state_hash(floor_at(journal, ends[6])))


def test_what_another_shape_of_the_state_was_hashed_to_is_not_compared(tmp_path: Path) -> None:
    other = "0" * 64
    with playing(tmp_path / "journal") as floor:
        floor.begin_day("2026-11-13")
        floor.rounds(1)
        snapshot = encode_snapshot(floor.floor).replace(SHAPE.encode(), other.encode())
        floor.lease = floor.store.roll(floor.lease, day="2026-11-14", snapshot=snapshot)
        floor.give(BeginDay("2026-11-14", "1" * 64, other, LOGIC))
        floor.rounds(1)
    with closing(places.open_to_read(str(tmp_path / "journal"))) as journal:
        end = journal.head().sequence
        *_, found = gate(journal, {end: [Expected("2" * 64, "a checkpoint of that build")]})
        assert isinstance(found, MayTakeOver)
        assert found.states_compared == 1, "where the first day began"
        (words,) = found.not_comparable
        assert words.startswith("the snapshot of volume 2")
        assert floor_at(journal, end).sequence == end


def test_tables_are_tallied(journal: Reader, tmp_path: Path) -> None:
    tally, floor = Tally(), Floor()
    tallying = Tallying(tally, floor)
    for entry in journal.entries(after_sequence=0):
        fold(floor, entry.at_ms, entry.command, entry.verdict)
        tallying.count(entry)
    # Ten rounds with 5.00 on one number by each of two terminals, and neither number fell.
    assert tally.tables == {"B": TableTally(10, cents(10_000), cents(0))}
    (first, second) = figures(floor, tally)
    assert (first.table, first.rounds, first.turnover) == ("A", 0, cents(0))
    assert (second.table, second.rounds, second.terminals) == ("B", 10, 2)
    assert (second.turnover, second.paid, second.hold) == (cents(10_000), cents(0), cents(10_000))
    for _ in range(5):
        keep_tally(tmp_path, tally)
        tally.sequence += 1
    assert kept_tally(tmp_path, tally.sequence - 1).tables == tally.tables
    assert kept_tally(tmp_path, 1) == Tally(since=1, sequence=1)
    assert len(list(tmp_path.iterdir())) == 3
