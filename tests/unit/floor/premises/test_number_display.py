"""A winning-number display is ignored: what it shows is held against the record, and no cent depends on it."""

from __future__ import annotations

import pytest

from openetg.devices.display.signals import Show
from openetg.floor.alerts.acknowledging import alerts_view
from openetg.floor.commands import ReportShown
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.snapshot import decode_snapshot, encode_snapshot
from openetg.floor.events import DisplayCompared
from openetg.floor.people.staff_views import display_view
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script
from tests.simulated.display import SimulatedDisplay

PAID = """
    note T1 50.00
    note T2 50.00
    bets
    place T1 straight:23 1.00
    place T2 straight:8 1.00
    spin
    drop
    rest 23
    expect meter T1 85.00
    expect meter T2 49.00
"""


def stage_of(fitted: str = "display casino_operator fitted", rulebook: str = "interblock") -> Stage:
    return run_script(f"rulebook {rulebook} roulette \n {fitted} \n {PAID}").stage


def compared(stage: Stage) -> DisplayCompared:
    assert isinstance(stage.verdict, tuple), stage.verdict
    (event,) = stage.verdict
    assert isinstance(event, DisplayCompared)
    return event


@clause("interblock", "9.3")
def test_a_display_that_shows_another_number_is_on_record_and_changes_no_settlement() -> None:
    stage = stage_of()
    books, standing = dict(stage.floor.ledger.accounts), stage.table.outcomes.copy()
    stage.ask(ReportShown(stage.table.name, 1, "8"))
    assert compared(stage) == DisplayCompared(stage.table.name, 1, "8", "23", agrees=False, clause="9.3")
    assert stage.floor.ledger.accounts == books
    assert stage.table.outcomes == standing
    assert display_view(stage.floor, stage.table).past == ("23",)
    (alert,) = alerts_view(stage.floor).open
    assert (alert.kind, alert.place, alert.clause) == ("display-mismatch", stage.table.name, "9.3")
    assert alert.said == ("round 1: 8, on record 23",)
    assert alert.ended_at_ms is None


@clause("interblock", "9.3")
def test_a_display_that_was_put_right_shows_what_is_on_record_and_that_is_on_record_too() -> None:
    stage = stage_of()
    display = SimulatedDisplay()
    display.order(Show(1, ("8",)))
    assert display.outcomes == ("8",)
    stage.ask(ReportShown(stage.table.name, 1, display.outcomes[0]))
    assert not compared(stage).agrees
    display.order(Show(1, display_view(stage.floor, stage.table).past))
    assert display.outcomes == ("23",)
    stage.ask(ReportShown(stage.table.name, 1, display.outcomes[0]))
    assert compared(stage).agrees
    (alert,) = alerts_view(stage.floor).open
    assert alert.ended_at_ms == stage.at_ms, "and it waits for somebody to have seen it"


@clause("interblock", "9.3")
def test_a_number_for_a_round_that_has_none_on_record_is_as_wrong() -> None:
    stage = stage_of()
    stage.ask(ReportShown(stage.table.name, 2, "8"))
    assert (compared(stage).outcome, compared(stage).agrees) == ("", False)


def test_a_display_that_repeats_itself_leaves_no_trace() -> None:
    stage = stage_of()
    entries = len(stage.entries)
    stage.ask(ReportShown(stage.table.name, 1, "23"))
    assert stage.verdict == Refusal(Reason.ALREADY_THERE, "9.3", {"outcome": "23"}), "right, as it was before"
    stage.ask(ReportShown(stage.table.name, 1, "8"))
    assert len(stage.entries) == entries + 1
    stage.floor = decode_snapshot(encode_snapshot(stage.floor))
    stage.ask(ReportShown(stage.table.name, 1, "8"))
    assert stage.verdict == Refusal(Reason.ALREADY_THERE, "9.3", {"outcome": "8"})
    for shown in ("9", "8", "9"):
        stage.ask(ReportShown(stage.table.name, 1, shown))
        assert stage.verdict == Refusal(Reason.ALREADY_THERE, "9.3", {"outcome": shown}), "wrong in another way"
    stage.ask(ReportShown(stage.table.name, 5, "9"))
    assert isinstance(stage.verdict, Refusal), "nor with another round"
    assert len(stage.entries) == entries + 1
    stage.ask(ReportShown("Z", 1, "9"))
    assert stage.verdict == Refusal(Reason.UNKNOWN_TABLE)


def test_a_display_that_is_still_wrong_is_on_record_once_in_each_round_and_anew_after_it_was_right() -> None:
    script = f"rulebook interblock roulette \n {PAID} \n display-shows 8 round=1 \n bets"
    stage = run_script(f"{script} \n display-shows 9 round=1").stage
    assert not compared(stage).agrees
    for shown, is_new in (("8", False), ("23", True), ("23", False), ("8", True), ("9", False)):
        stage.ask(ReportShown(stage.table.name, 1, shown))
        assert isinstance(stage.verdict, tuple) is is_new, shown


@clause("interblock", "1.1.wnd")
@pytest.mark.parametrize("fitted", ["", "display casino_operator fitted", "display casino_operator removed"])
def test_rounds_run_alike_with_and_without_a_display(fitted: str) -> None:
    stage = stage_of(fitted)
    plain = stage_of("")
    assert stage.floor.ledger.accounts == plain.floor.ledger.accounts
    assert stage.table.outcomes == plain.table.outcomes


@clause("interblock", "1.1.wnd")
def test_a_display_shows_the_current_number_and_those_before_it_latest_first() -> None:
    rounds = " \n ".join(f"bets \n spin \n drop \n rest {outcome}" for outcome in ("23", "8", "0", "17"))
    stage = run_script(
        f"rulebook interblock roulette \n display casino_operator fitted \n {rounds} \n expect outcome 17"
    ).stage
    display = SimulatedDisplay()
    newest = max(stage.table.outcomes)
    display.order(Show(newest, display_view(stage.floor, stage.table).past))
    assert display.outcomes == ("17", "0", "8", "23")
    stage.ask(ReportShown(stage.table.name, newest, display.outcomes[0]))
    assert isinstance(stage.verdict, Refusal), "nothing has changed"


def test_a_display_at_a_table_of_another_instrument_is_held_against_the_record_as_well() -> None:
    stage = stage_of("", "ministar")
    stage.ask(ReportShown(stage.table.name, 1, "8"))
    assert (compared(stage).agrees, compared(stage).clause) == (False, "")
