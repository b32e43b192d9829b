"""Money followed both ways: for every paper and note the cents add up, over the golden journals and any evening."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import json

from openetg.cli.main import etg
from openetg.floor.core.ledger import NEVER_NEGATIVE, TICKETS
from openetg.floor.state import Floor, TicketState
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.store import JournalProblem
from openetg.money import ZERO, Money, cents, total
from openetg.reports.recall.lots import Lots, opening_lots
from openetg.reports.recall.trace import CONVENTION, Trace, tell_trace, trace_entry, trace_paper
from tests.unit.reports.evenings import evening, first
from tests.unit.reports.journals import NAMES, floor_of, golden_entries, golden_floor, golden_journal, written


def moving(entries: list[Entry]) -> list[int]:
    """The entries that move money of somebody."""
    found = []
    for entry in entries:
        events = json.decode(entry.verdict).get("events") or ()
        kept = (account for event in events for move in event.get("transfers", ()) for account in move[:2])
        if any(account.partition("/")[0] in NEVER_NEGATIVE for account in kept):
            found.append(entry.sequence)
    return found


def adds_up(trace: Trace) -> None:
    assert total(point.amount for point in trace.origins) == trace.amount
    assert total(point.amount for point in trace.ends) == trace.amount
    assert all(point.amount > ZERO for point in (*trace.origins, *trace.ends))
    assert all(ZERO < step.amount <= step.moved for step in (*trace.before, *trace.after))
    assert [step.sequence for step in trace.before] == sorted(step.sequence for step in trace.before)
    assert all(step.sequence < trace.sequence for step in trace.before)
    assert all(step.sequence > trace.sequence for step in trace.after)


def stands(floor: Floor, account: str) -> Money:
    if account.startswith(f"{TICKETS}/"):
        paper = floor.tickets[account.partition("/")[2]]
        return paper.amount if paper.state is TicketState.OUTSTANDING else ZERO
    return floor.ledger.held(account)


@pytest.mark.parametrize("name", NAMES)
def test_every_entry_of_a_golden_journal_adds_up(name: str) -> None:
    journal, floor = golden_journal(name), golden_floor(name)
    numbers = moving(golden_entries(name))
    assert numbers
    for number in numbers:
        trace = trace_entry(journal, number)
        adds_up(trace)
        for point in trace.ends:
            assert point.kind != "stands" or point.amount <= stands(floor, point.account)
    journal.close()


@pytest.mark.parametrize("name", NAMES)
def test_every_paper_of_a_golden_journal_is_its_amount(name: str) -> None:
    journal, floor = golden_journal(name), golden_floor(name)
    for number, paper in floor.tickets.items():
        trace = trace_paper(journal, number)
        adds_up(trace)
        assert trace.amount == paper.amount, number
    journal.close()


@pytest.mark.parametrize("name", NAMES)
def test_lots_are_the_ledger_after_every_entry(name: str) -> None:
    lots, floor = Lots(), golden_floor(name)
    for entry in golden_entries(name):
        for moved in lots.take_in(entry):
            assert total(part.amount for part in moved.after) == moved.passed.amount
    held: dict[str, Money] = {}
    for account, part in lots.standing():
        kind = account if not account.startswith(f"{TICKETS}/") else TICKETS
        held[kind] = held.get(kind, ZERO) + part.amount
    kept = {name: amount for name, amount in floor.ledger.accounts.items() if amount}
    assert held == {name: amount for name, amount in kept.items() if name.partition("/")[0] in NEVER_NEGATIVE}


@pytest.mark.parametrize("name", NAMES)
def test_a_later_beginning_says_that_no_more_is_known(name: str) -> None:
    entries = golden_entries(name)
    half = len(entries) // 2
    lots = opening_lots(floor_of(entries[:half]))
    for entry in entries[half:]:
        for moved in lots.take_in(entry):
            assert total(part.amount for part in moved.after) == moved.passed.amount


@pytest.mark.slow
def test_money_is_followed_back_over_days_only_as_far_as_it_goes(tmp_path: Path) -> None:
    entries = golden_entries("interblock")
    rolls = [(each, f"2030-01-0{day}") for day, each in enumerate((20, 45, 160), start=2)]
    with_days = places.open_to_read(written(tmp_path, entries, rolls=rolls))
    whole = golden_journal("interblock")
    seen = set()
    for number in moving(entries):
        one, other = trace_entry(whole, number), trace_entry(with_days, number)
        assert (one.origins, one.ends, one.before, one.after) == (other.origins, other.ends, other.before, other.after)
        seen.add(other.since)
    assert len(seen) > 1, "some begin with a later day than others"
    with_days.close()
    whole.close()


def test_what_lies_before_an_archived_day_is_said_to_be_earlier(tmp_path: Path) -> None:
    address = written(tmp_path, golden_entries("interblock"), rolls=[(41, "2030-01-02")])
    store = places.open_to_write(address)
    store.forget_volume(1)
    store.close()
    journal = places.open_to_read(address)
    trace = trace_entry(journal, 49)
    adds_up(trace)
    assert {point.kind for point in trace.origins} == {"earlier", "won"}
    assert "before the journal that is here begins" in "\n".join(tell_trace(trace))
    journal.close()


def test_the_note_of_an_evening_in_words() -> None:
    laid = ("place T1 red 20.00", "place T1 straight:17 5.00")
    journal = evening("note T1 100.00", "bets", *laid, "spin", "close timer", "rest 2", "collect T1 as K1", "redeem K1")
    paper = trace_paper(journal, "K1")
    assert [(point.kind, point.amount) for point in paper.origins] == [("note", cents(7_500))]
    note = trace_entry(journal, first(journal, "NoteCredited"))
    assert [(point.kind, point.amount) for point in note.ends] == [("lost", cents(2_500)), ("paid", cents(7_500))]
    assert [step.words for step in note.after][:2] == ["wagered by T1 at table A, round 1"] * 2
    assert CONVENTION in "\n".join(tell_trace(note))


def test_a_win_is_other_money_and_is_shown_beside_it() -> None:
    journal = evening(
        "note T1 100.00", "bets", "place T1 straight:17 5.00", "spin", "close timer", "rest 17", "collect T1 as K1"
    )
    note = trace_entry(journal, first(journal, "NoteCredited"))
    assert [(point.words, point.amount) for point in note.wins] == [("won by T1 at table A, round 1", cents(17_500))]
    assert total(point.amount for point in note.ends) == cents(10_000)
    paper = trace_paper(journal, "K1")
    assert {(point.kind, point.amount) for point in paper.origins} == {("note", cents(10_000)), ("won", cents(17_500))}
    assert paper.amount == cents(27_500)


def test_one_paper_is_not_another_of_the_same_amount() -> None:
    """Both are in the one account of papers; the money on each is still its own."""
    journal = evening("note T1 50.00", "collect T1 as K1", "note T2 50.00", "collect T2 as K2", "redeem K2")
    assert [point.kind for point in trace_paper(journal, "K1").ends] == ["stands"]
    assert [point.kind for point in trace_paper(journal, "K2").ends] == ["paid"]
    (born,) = trace_paper(journal, "K2").origins
    assert born.words == "a note put into T2"


def test_what_moves_no_money_is_said_to() -> None:
    journal = evening("note T1 50.00")
    with pytest.raises(JournalProblem, match="moves no money"):
        trace_entry(journal, 1)
    with pytest.raises(JournalProblem, match="expected an entry"):
        trace_entry(journal, 10_000)
    with pytest.raises(JournalProblem, match="expected a paper"):
        trace_paper(journal, "K404")


@st.composite
def evenings(draw: st.DrawFn) -> list[str]:
    """Notes, wagers, outcomes, voids, papers in and out, at two terminals, in any order that makes sense or not."""
    lines: list[str] = []
    papers = 0
    for _ in range(draw(st.integers(1, 6))):
        terminal = draw(st.sampled_from(["T1", "T2"]))
        lines += [
            "note T1 50.00",
            "note T2 100.00",
            f"note {terminal} {draw(st.sampled_from(['5.00', '50.00']))}",
            "bets",
        ]
        for _ in range(draw(st.integers(0, 4))):
            who = draw(st.sampled_from(["T1", "T2"]))
            spot = draw(st.sampled_from(["red", "straight:17", "split:14-17", "even", "dozen:2"]))
            lines.append(f"place {who} {spot} {draw(st.sampled_from(['5.00', '7.00', '12.00']))}")
        lines += ["spin", "close timer", f"rest {draw(st.sampled_from([0, 2, 17, 32]))}"]
        if draw(st.booleans()):
            papers += 1
            lines.append(f"collect {terminal} as K{papers}")
            if draw(st.booleans()):
                back = draw(st.sampled_from(["T1", "T2"]))
                lines.append(draw(st.sampled_from([f"redeem K{papers}", f"ticket-in {back} K{papers}"])))
    return lines


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(evenings())
def test_any_evening_adds_up(lines: list[str]) -> None:
    journal = evening(*lines)
    entries = list(journal.entries(after_sequence=0))
    floor = floor_of(entries)
    stood: dict[str, Money] = {}
    for number in moving(entries):
        adds_up(trace_entry(journal, number))
    for name, paper in floor.tickets.items():
        trace = trace_paper(journal, name)
        adds_up(trace)
        assert trace.amount == paper.amount
    for entry in entries:
        if '"NoteCredited"' in entry.verdict.decode():
            for point in trace_entry(journal, entry.sequence).ends:
                if point.kind == "stands":
                    stood[point.account] = stood.get(point.account, ZERO) + point.amount
    assert all(amount <= stands(floor, account) for account, amount in stood.items()), "no cent is in two places"


@pytest.mark.parametrize("as_json", [False, True], ids=["words", "json"])
def test_the_command_says_the_same(tmp_path: Path, as_json: bool) -> None:
    address = written(tmp_path, golden_entries("interblock"))
    told = CliRunner().invoke(etg, ["journal", "trace", address, "--entry", "23", *(["--json"] * as_json)])
    assert told.exit_code == 0, told.output
    trace = trace_entry(golden_journal("interblock"), 23)
    if as_json:
        assert json.decode(told.output.encode(), type=Trace) == trace
    else:
        assert told.output.splitlines() == tell_trace(trace)


def test_the_command_wants_one_question(tmp_path: Path) -> None:
    address = written(tmp_path, golden_entries("interblock"))
    for asked in ([], ["--entry", "23", "--paper", "K1"], ["--paper", "K404"], ["--entry", "99999"]):
        told = CliRunner().invoke(etg, ["journal", "trace", address, *asked])
        assert told.exit_code == 2, told.output
