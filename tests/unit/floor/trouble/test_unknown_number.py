"""A number that the layout does not have, in a result or on a screen: a case or a held round, nothing settled."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Refusal
from openetg.floor.events import CaseOpened, RoundHeld, RoundSettled, ScreenCompared
from openetg.floor.state import Phase
from openetg.money import cents
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script

CLOSED = """
    rulebook adelaide roulette
    table stand-alone
    note T1 50.00
    note T2 50.00
    bets
    place T1 straight:17 5.00
    place T2 straight:17 5.00
    finish
    close
    spin
    expect phase CLOSED
"""


def closed() -> Stage:
    return run_script(CLOSED).stage


@clause("adelaide", "11(a)ii")
def test_adelaide_37_fed_to_a_terminal_opens_a_case_and_settles_nothing_of_it() -> None:
    stage = closed()
    stage.must(ask.ReportTerminalFault("T1", "unknown-number"))
    assert isinstance(stage.verdict, tuple)
    (case,) = (event for event in stage.verdict if isinstance(event, CaseOpened))
    assert (case.ground, case.clause, case.code) == ("number", "11(a)ii", "unknown-number")
    stage.must(ask.RecordOutcome(stage.table.name, stage.round.spin, "17"))
    after = run_script(CLOSED + "fault T1 unknown-number \n rest 17 \n expect meter T1 45.00 \n expect meter T2 225.00")
    assert "T1" not in after.stage.round.results
    assert after.stage.round.held["T1"] == case.case


@clause("adelaide", "11(a)ii")
def test_adelaide_37_fed_by_the_wheel_is_no_result_and_settles_nothing() -> None:
    stage = closed()
    stage.must(ask.RecordOutcome(stage.table.name, stage.round.spin, "37"))
    assert isinstance(stage.verdict, tuple)
    assert not any(isinstance(event, RoundSettled) for event in stage.verdict)
    (held,) = (event for event in stage.verdict if isinstance(event, RoundHeld))
    assert held.clause == "11(a)ii"
    assert (stage.round.phase, stage.round.outcome, stage.table.outcomes) == (Phase.HELD, None, {})


@clause("adelaide", "11(a)ii")
def test_adelaide_a_number_on_the_screen_that_the_layout_does_not_have_opens_a_case() -> None:
    stage = closed()
    shown = {"straight:17": cents(500), "straight:37": cents(500)}
    stage.must(ask.ReportWagersShown("T1", stage.table.name, stage.round.number, shown))
    assert isinstance(stage.verdict, tuple)
    compared, case, *_ = stage.verdict
    assert isinstance(compared, ScreenCompared)
    assert isinstance(case, CaseOpened)
    assert (compared.agrees, case.ground, case.clause) == (False, "number", "11(a)ii")
    assert "T1" in stage.round.held
    stage.must(ask.ReportWagersShown("T2", stage.table.name, stage.round.number, {"straight:18": cents(500)}))
    assert isinstance(stage.verdict, tuple)
    (other,) = (event for event in stage.verdict if isinstance(event, CaseOpened))
    assert (other.ground, other.clause) == ("interrupted", "11(a)iii"), "18 is on the layout"


@clause("adelaide", "11(a)", "11(a)ii")
def test_adelaide_a_person_may_open_a_case_for_a_number_that_is_not_on_the_layout() -> None:
    stage = run_script(CLOSED + 'open-case dealer T1 "it shows 37" ground=number \n expect cites 11(a)ii').stage
    assert "T1" in stage.round.held


@pytest.mark.parametrize("rulebook", ["ministar", "interblock", "novo-unity"])
def test_elsewhere_it_is_a_faulty_display_like_any_other(rulebook: str) -> None:
    script = f"rulebook {rulebook} roulette \n note T1 50.00 \n bets \n place T1 red 5.00 \n spin \n drop"
    stage = run_script(script + "\n expect staked T1 5.00").stage
    stage.must(ask.ReportTerminalFault("T1", "unknown-number"))
    assert isinstance(stage.verdict, tuple)
    (case,) = (event for event in stage.verdict if isinstance(event, CaseOpened))
    faults = stage.rulebook.faults
    assert faults is not None
    assert (case.ground, case.clause) == ("interrupted", faults.interrupted.clause)
    assert not isinstance(stage.verdict, Refusal)
