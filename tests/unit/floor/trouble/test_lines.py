"""A lost line, and a screen that does not show what is on record."""

from __future__ import annotations

import pytest

from openetg.floor.commands import OpenTable, PlaceWager, RegisterTable, ReportLine, ReportReady
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import CaseOpened, Event, LineReported, ScreenCompared
from openetg.floor.premises.founding import in_order
from openetg.money import cents
from tests.marks import clause
from tests.payout_notation import playable
from tests.powers import told
from tests.scripts import run_script
from tests.unit.floor.trouble.test_terminals import ADELAIDE, FINISHED, INTERBLOCK, MINISTAR, NO_MORE, NOVO


@clause("ministar", "7.2.2")
@clause("interblock", "8.2.2")
@pytest.mark.parametrize(("before", "cited"), [(MINISTAR, "7.2.2"), (INTERBLOCK, "8.2.2")])
def test_a_lost_line_alone_is_settled_from_the_journal(before: str, cited: str) -> None:
    run_script(
        before
        + NO_MORE
        + f"""
        line T1 lost 5m
        expect cites {cited}
        rest 17
        expect meter T1 220.00
        line T1 back 6m
        expect cites {cited}
        bets
        place T1 red 5.00
        expect accepted 5.00
        """
    )


@clause("novo-unity", "7.1.11.2")
def test_novo_unity_counts_a_line_lost_with_wagers_as_a_malfunction() -> None:
    run_script(
        NOVO
        + NO_MORE
        + """
        line T3 lost
        expect cites 7.1.11.2
        line T1 lost
        expect cites 7.1.11.2
        expect held T1
        expect spot T1 red 5.00
        rest 17
        expect meter T1 40.00
        line T1 back 1s
        reconstruct casino_supervisor T1 confirmed "nothing is in doubt"
        expect meter T1 220.00
        bets
        place T3 red 5.00
        expect refused NOT_ENOUGH_CREDIT
        """
    )


@clause("adelaide", "11(a)iii", "11(b)i")
def test_adelaide_counts_a_line_once_it_outlasts_the_grace_time() -> None:
    run = run_script(ADELAIDE + "expect phase OPEN")
    stage = run.stage
    assert stage.table.line_grace_ms == 0
    stage.table.line_grace_ms = 10_000
    stage.ask(ReportLine("T1", up=False, lasted_ms=10_000))
    assert told(run, Event) == told(run, LineReported)
    stage.ask(ReportLine("T1", up=False, lasted_ms=10_001))
    assert [event.clause for event in told(run, CaseOpened)] == ["11(a)iii"]
    refused = stage.ask(PlaceWager("T1", "A", "red", cents(500)))
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.clause) == (Reason.OUT_OF_SERVICE, "11(b)i")


def test_the_grace_time_is_set_with_the_table() -> None:
    run = run_script(ADELAIDE + "expect phase OPEN")
    book = playable("adelaide").rulebook
    for command in in_order(book, "G", "stand-alone", terminals=("G1",), adopted=tuple(run.stage.floor.rulebooks)):
        told = command
        if isinstance(command, RegisterTable):
            told = RegisterTable("G", command.rulebook, command.kind, 0, 0, 10_000)
        run.stage.must(told)
    run.stage.must(OpenTable("G", by_hand=True))
    run.stage.must(ReportReady("G"))
    assert run.stage.floor.tables["G"].line_grace_ms == 10_000


@clause("ministar", "3.3.7", "7.2.2")
@clause("novo-unity", "3.3.16", "7.1.11.2")
@clause("adelaide", "7(h)iv", "11(a)iii")
@pytest.mark.parametrize(
    ("before", "cited", "ground"),
    [
        (MINISTAR + NO_MORE, "3.3.7", "7.2.2"),
        (NOVO + NO_MORE, "3.3.16", "7.1.11.2"),
        (ADELAIDE + FINISHED, "7(h)iv", "11(a)iii"),
    ],
)
def test_a_screen_that_shows_other_wagers_than_are_on_record_is_a_malfunction(
    before: str, cited: str, ground: str
) -> None:
    run = run_script(
        before
        + f"""
        shows T2 black 10.00
        expect cites {cited}
        shows T1 red 5.00
        expect cites {cited}
        expect cites {ground}
        expect held T1
        rest 17
        expect meter T2 60.00
        expect meter T1 40.00
        shows T2 black 10.00
        expect refused WRONG_PHASE {cited}
        bets
        shows T2
        expect refused WRONG_PHASE {cited}
        """
    )
    assert len(run.stage.floor.cases) == 1


def test_a_screen_that_agrees_changes_nothing() -> None:
    run = run_script(MINISTAR + NO_MORE + "shows T2 black 10.00 \n expect phase CLOSED")
    assert told(run, Event) == told(run, ScreenCompared)


@clause("ministar", "3.3.7")
@clause("novo-unity", "3.3.16")
@clause("adelaide", "7(h)iv")
@pytest.mark.parametrize(
    ("before", "late"),
    [
        (MINISTAR + NO_MORE, "3.3.6"),
        (NOVO + NO_MORE, "3.3.15"),
        (ADELAIDE + FINISHED, "7(h)iii"),
    ],
)
def test_settlement_goes_by_what_stood_at_the_close_alone(before: str, late: str) -> None:
    run_script(
        before
        + f"""
        place T2 straight:17 5.00
        expect refused AFTER_CLOSE {late}
        expect meter T2 40.00
        rest 17
        expect meter T2 60.00
        """
    )
