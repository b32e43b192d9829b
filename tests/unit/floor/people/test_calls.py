"""A player calls somebody: each kind of call waits until a named person has taken note, and cannot flood the record."""

from __future__ import annotations

import pytest

from openetg.floor.alerts.acknowledging import alerts_view
from openetg.floor.commands import AcknowledgeAlert, EngageStaff, ReportByPlayer
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.snapshot import decode_snapshot, encode_snapshot
from openetg.floor.people.calls import open_calls
from openetg.reports.recall.lines import line_for
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script

BY_HAND = {"ministar": "5.1", "interblock": "6.1", "novo-unity": "5.1"}


WHO = {
    "ministar": "assistant_gaming_manager",
    "interblock": "assistant_gaming_manager",
    "novo-unity": "electronic_gaming_supervisor",
    "adelaide": "pit_boss",
}


def stage_of(rulebook: str) -> Stage:
    """A round is open, and Ann works here."""
    stage = run_script(f"rulebook {rulebook} roulette \n note T1 50.00 \n bets \n expect balanced").stage
    stage.must(EngageStaff("ann", "Ann Ito", {rulebook: (WHO[rulebook],)}))
    return stage


def acknowledge(stage: Stage, kind: str) -> None:
    (alert,) = (each for each in alerts_view(stage.floor).open if each.kind == kind)
    stage.must(AcknowledgeAlert(WHO[stage.rulebook.about.id], "ann", alert.number, "on my way"))


@clause("ministar", "8.3")
@pytest.mark.parametrize("rulebook", [*BY_HAND, "adelaide"])
def test_each_kind_of_call_waits_for_a_named_person(rulebook: str) -> None:
    stage = stage_of(rulebook)
    assert open_calls(stage.floor, "T1") == ()
    stage.must(ReportByPlayer("T1", "attendant"))
    stage.must(ReportByPlayer("T1"))
    assert open_calls(stage.floor, "T1") == ("fault", "attendant")
    assert open_calls(decode_snapshot(encode_snapshot(stage.floor)), "T1") == ("fault", "attendant")
    assert {alert.kind: alert.place for alert in alerts_view(stage.floor).open} == {
        "player-call": "T1",
        "attendant-call": "T1",
    }
    acknowledge(stage, "attendant-call")
    assert open_calls(stage.floor, "T1") == ("fault",)
    acknowledge(stage, "player-call")
    assert open_calls(stage.floor, "T1") == ()
    stage.must(ReportByPlayer("T1", "attendant"))
    assert open_calls(stage.floor, "T1") == ("attendant",)


@pytest.mark.parametrize("rulebook", list(BY_HAND))
def test_somebody_is_called_to_pay_by_hand_where_the_rules_know_that(rulebook: str) -> None:
    stage = stage_of(rulebook)
    stage.must(ReportByPlayer("T1", "payout"))
    (alert,) = alerts_view(stage.floor).open
    assert (alert.kind, alert.clause, alert.table) == ("payout-call", BY_HAND[rulebook], stage.table.name)
    assert stage.floor.people.reports == {}, "it is no report of a malfunction"


@clause("adelaide", "7(e)")
def test_nobody_is_called_to_pay_by_hand_at_adelaide() -> None:
    stage = stage_of("adelaide")
    stage.ask(ReportByPlayer("T1", "payout"))
    assert stage.verdict == Refusal(Reason.NOT_OFFERED, "7(e)", {"what": "payout"})
    assert open_calls(stage.floor, "T1") == ()


def test_pressing_again_changes_nothing_and_leaves_no_trace() -> None:
    stage = stage_of("ministar")
    calls = (ReportByPlayer("T1"), ReportByPlayer("T1", "attendant"), ReportByPlayer("T1", "payout"))
    for call in calls:
        stage.must(call)
    entries = len(stage.entries)
    for call in calls:
        stage.ask(call)
        assert isinstance(stage.verdict, Refusal)
        assert stage.verdict.reason is Reason.ALREADY_THERE
    assert len(stage.entries) == entries
    assert len(stage.floor.people.reports["T1"]) == 1


@clause("ministar", "8.3")
def test_a_fault_may_be_reported_again_in_the_next_round_while_nobody_has_come() -> None:
    stage = run_script("""
        rulebook ministar roulette
        bets
        report T1
        spin
        drop
        rest 17
        bets
        report T1
        report T1
        expect refused ALREADY_THERE 8.3
    """).stage
    assert [report.round for report in stage.floor.people.reports["T1"]] == [1, 2]
    (alert,) = alerts_view(stage.floor).open
    assert (alert.kind, alert.count) == ("player-call", 2)


def test_nobody_calls_from_a_terminal_that_is_not_known() -> None:
    stage = stage_of("ministar")
    stage.ask(ReportByPlayer("T9", "attendant"))
    assert stage.verdict == Refusal(Reason.UNKNOWN_TERMINAL)


def test_a_call_names_the_table_it_was_made_from_also_when_it_is_recalled() -> None:
    assert line_for(ReportByPlayer("T1", "attendant", "C")) == "report T1 attendant table=C"
    run_script("rulebook ministar roulette \n bets \n report T1 attendant table=Z \n expect refused UNKNOWN_TABLE")
