"""Rounds played back: every round of the golden journals, with what lay on the layout as the floor itself held it."""

from __future__ import annotations

import pytest

from openetg.floor.fold import fold
from openetg.floor.state import Floor
from openetg.journal.store import JournalProblem
from openetg.money import Money, cents, total
from openetg.reports.recall.playback import Laid, Playback, find_opening, playback
from openetg.reports.sentences import Form
from tests.unit.reports.evenings import evening
from tests.unit.reports.journals import NAMES, golden_entries, golden_floor, golden_journal

FORM = Form()


def at_the_end(round_: Playback, *, cloth: bool) -> Laid:
    laid: Laid = {}
    for frame in round_.frames:
        laid.update(frame.cloth if cloth else frame.terminals)
    return {who: spots for who, spots in laid.items() if spots}


@pytest.mark.parametrize("name", NAMES)
def test_every_round_is_found_and_its_chips_are_the_floors(name: str) -> None:
    journal, floor = golden_journal(name), golden_floor(name)
    for table in floor.tables.values():
        for number in range(1, table.rounds + 1):
            round_ = playback(journal, table.name, number, FORM)
            assert (round_.table, round_.number) == (table.name, number)
            assert round_.frames[0].sequence == round_.opened
            assert round_.frames[0].said
            kept = table.past.get(number) or (table.round if table.round and table.round.number == number else None)
            if kept is not None:
                assert at_the_end(round_, cloth=False) == {who: spots for who, spots in kept.wagers.items() if spots}
                assert at_the_end(round_, cloth=True) == {who: spots for who, spots in kept.cloth.items() if spots}
                assert (round_.phase, round_.outcome) == (kept.phase.value, kept.outcome or "")
    journal.close()


@pytest.mark.parametrize("name", NAMES)
def test_after_every_step_the_chips_lie_as_on_the_floor(name: str) -> None:
    """One walk through the journal beside the frames of all rounds: no step is missing and none is made up."""
    journal, last = golden_journal(name), golden_floor(name)
    rounds = {
        (table.name, number): playback(journal, table.name, number, FORM)
        for table in last.tables.values()
        for number in range(1, table.rounds + 1)
    }
    frames = {(key, frame.sequence): frame for key, round_ in rounds.items() for frame in round_.frames}
    floor = Floor()
    shown: dict[tuple[str, int], Laid] = {}
    for entry in golden_entries(name):
        fold(floor, entry.at_ms, entry.command, entry.verdict)
        for table in floor.tables.values():
            if table.round is None:
                continue
            key = (table.name, table.round.number)
            frame = frames.get((key, entry.sequence))
            laid = shown.setdefault(key, {})
            laid.update(frame.terminals if frame else {})
            held: Laid = {who: dict(spots) for who, spots in table.round.wagers.items() if spots}
            assert {who: spots for who, spots in laid.items() if spots} == held, (key, entry.sequence)
    journal.close()


@pytest.mark.parametrize("name", NAMES)
def test_what_spots_got_is_what_was_paid(name: str) -> None:
    journal, floor = golden_journal(name), golden_floor(name)
    for table in floor.tables.values():
        for number in range(1, table.rounds + 1):
            round_ = playback(journal, table.name, number, FORM)
            assert all(pay.clauses for pay in round_.pays)
            for result in round_.results:
                if result.cloth or round_.phase != "SETTLED":
                    continue
                mine = [pay for pay in round_.pays if pay.who == result.who and not pay.cloth]
                assert total(pay.returned for pay in mine) == result.returned, (table.name, number, result.who)
    journal.close()


def test_a_round_in_words() -> None:
    journal = evening(
        "note T1 100.00", "bets", "place T1 straight:17 5.00", "place T1 red 10.00", "undo T1", "spin", "close timer",
        "rest 17",
    )  # fmt: skip
    round_ = playback(journal, "A", 1, FORM)
    words = [said.words for frame in round_.frames for said in frame.said]
    assert "T1 placed 5.00 on 17" in words
    assert "T1 undid its last step: 10.00 on red came off" in words
    assert "No more bets in round 1: closed by the timer" in words
    assert "Round 1 was settled by 17: 5.00 wagered, paid T1 180.00" in words
    lays: list[dict[str, Money]] = [frame.terminals["T1"] for frame in round_.frames if "T1" in frame.terminals]
    assert lays == [
        {"straight:17": cents(500)},
        {"straight:17": cents(500), "red": cents(1000)},
        {"straight:17": cents(500)},
    ]
    assert [(pay.spot, pay.returned) for pay in round_.pays] == [("straight:17", cents(18_000))]
    assert [(each.who, each.staked, each.returned) for each in round_.results] == [("T1", cents(500), cents(18_000))]


def test_a_correction_belongs_to_the_round_it_corrects() -> None:
    journal = evening(
        "note T1 100.00", "bets", "place T1 straight:17 5.00", "spin", "close timer", "rest 18", "bets",
        'correct assistant_gaming_manager 17 "the reader was wrong" round=1',
    )  # fmt: skip
    round_ = playback(journal, "A", 1, FORM)
    assert (round_.outcome, round_.corrections) == ("17", ("18",))
    assert "OutcomeCorrected" in {said.event for said in round_.frames[-1].said}
    assert [(pay.spot, pay.returned) for pay in round_.pays] == [("straight:17", cents(18_000))]


def test_a_round_that_never_was_is_said_to_be_none() -> None:
    journal = evening("note T1 100.00", "bets")
    assert find_opening(journal, "A", 2) == 0
    with pytest.raises(JournalProblem, match="expected a round"):
        playback(journal, "A", 2, FORM)
    with pytest.raises(JournalProblem, match="expected a round"):
        playback(journal, "Z", 1, FORM)
