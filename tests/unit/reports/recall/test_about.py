"""What the journal has about one terminal and one round: found by time, in words, bounded, nothing of others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.store import Reader
from openetg.money import cents
from openetg.reports.recall.about import Window, about, before
from tests.scripts import run_script
from tests.unit.reports.journals import written

SCRIPT = """
    rulebook interblock roulette
    note T1 50.00
    note T2 50.00
    bets
    place T1 straight:17 10.00
    place T2 black 10.00
    spin
    drop
    fault T1 crash
    expect held T1
    rest 17
    read-record assistant_gaming_manager T1 ask=1 lines=12 digest=abc differs=2
    reconstruct assistant_gaming_manager T1 failed "the records differ"
    void-wagers dealer T1 "not mine to void"
    expect refused NO_POWER
    bets
    place T2 red 5.00
    expect balanced
"""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Reader]:
    told = run_script(SCRIPT).stage.entries
    entries = [Entry(number, at_ms, command, verdict) for number, (at_ms, command, verdict) in enumerate(told, start=1)]
    with closing(places.open_to_read(written(tmp_path, entries))) as reader:
        yield reader


def window(*, since_ms: int = 0, most: int = 100) -> Window:
    return Window("A", "T1", 1, since_ms, most)


def test_it_tells_of_the_terminal_and_the_round_and_not_of_others(journal: Reader) -> None:
    found = about(journal, window(), until=journal.head().sequence)
    told = [line.what for line in found.noted]
    assert [line.moved for line in found.noted if line.what.startswith("place wager")] == [cents(-1_000)]
    assert not any("red" in what or "black" in what for what in told), "what another terminal wagered"
    assert any(line.is_signal and line.what.startswith("record outcome") for line in found.noted)
    (refused,) = [line for line in found.noted if line.is_refused]
    assert refused.followed[0].startswith("refused:")
    assert refused.clauses == ("8.3",)
    assert [line.sequence for line in found.noted] == sorted({line.sequence for line in found.noted})


def test_the_last_reading_of_the_terminals_own_record_is_told(journal: Reader) -> None:
    found = about(journal, window(), until=journal.head().sequence)
    assert found.record is not None
    assert (found.record.lines, found.record.differs, found.record.digest) == (12, 2, "abc")


def test_what_does_not_fit_is_counted(journal: Reader) -> None:
    every = about(journal, window(), until=journal.head().sequence)
    some = about(journal, window(most=2), until=journal.head().sequence)
    assert some.noted == every.noted[:2]
    assert some.left_out == len(every.noted) - 2
    assert some.record == every.record, "the last reading is told whatever is left out"


def test_a_moment_is_found_by_halving(journal: Reader) -> None:
    until = journal.head().sequence
    for entry in journal.entries(after_sequence=0):
        found = before(journal, entry.at_ms, until=until)
        after = next(iter(journal.entries(after_sequence=found)))
        assert found < entry.sequence
        assert after.at_ms == entry.at_ms
    assert before(journal, 2**52, until=until) == until
