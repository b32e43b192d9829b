"""A number that a person keys or enters against the one the device reads: who speaks when, what a mismatch stops."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.people.staff_views import TwoNumbers, dealer_view
from openetg.floor.state import Alert, AlertKind
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script

CLOTH = """
    rulebook adelaide roulette
    buy P1 100.00
    bets
    place P1 straight:36 5.00
"""
WHEEL = """
    rulebook money-wheel money-wheel
    buy P1 100.00
    bets
    place P1 symbol:g 5.00
"""
SAID = '{"type":"SpinWheel","role":"dealer","person":"dealer-A","table":"A"}'
LINE_LOST = 'ask {"type":"ReportDeviceLine","device":"wheel/A","up":false}'


def stage_of(script: str) -> Stage:
    return run_script(script + "\n expect balanced").stage


def mismatches(stage: Stage) -> list[Alert]:
    return [alert for alert in stage.floor.alerts.open.values() if alert.kind is AlertKind.NUMBER_MISMATCH]


def differ(stage: Stage) -> TwoNumbers | None:
    return dealer_view(stage.floor, stage.table).differ


@clause("adelaide", "11(c)")
@clause("money-wheel", "7.1")
@pytest.mark.parametrize(
    ("script", "outcome", "cited"),
    [(CLOTH + "finish \n close \n", "36", "11(c)"), (WHEEL + "close \n", "g", "A:dealer")],
    ids=["adelaide", "money-wheel"],
)
@pytest.mark.parametrize("moving", [f"ask {SAID}", "spin"], ids=["said to run", "seen to run"])
def test_no_number_is_entered_before_what_the_device_watches_has_come_to_rest(
    script: str, outcome: str, cited: str, moving: str
) -> None:
    stage_of(
        script
        + f"""
        {moving}
        enter dealer {outcome} "it will be that"
        expect refused WRONG_PHASE {cited}
        expect chips P1 95.00
        ask {{"type":"ReportUnread","table":"A","spin":"A-1"}}
        expect phase HELD
        enter dealer {outcome}
        expect phase SETTLED
        """
    )


@clause("adelaide", "11(c)")
def test_without_eyes_on_the_wheel_a_number_is_entered_with_a_reason_and_after_the_spin() -> None:
    stage = stage_of(
        CLOTH
        + LINE_LOST
        + f"""
        finish
        close
        enter dealer 36 "before the spin"
        expect refused WRONG_PHASE 11(c)
        ask {SAID}
        enter dealer 36
        expect refused NO_REASON_GIVEN 11(c)
        enter dealer 36 "the reader is dark"
        expect cites 11(c)
        """
    )
    assert stage.table.outcomes == {1: "36"}


@clause("adelaide", "9(d)", "11(e)")
@pytest.mark.parametrize(("decides", "pays"), [("5", "95.00"), ("36", "270.00")], ids=["reader right", "entry right"])
def test_another_reading_after_an_entry_stops_the_cloth_until_somebody_decides(decides: str, pays: str) -> None:
    stage = stage_of(
        CLOTH
        + """
        finish
        close
        spin
        rest unread
        enter dealer 36
        rest 5
        expect cites 11(e)
        dolly dealer 36
        expect refused OTHER_OUTCOME 11(e)
        pay-winners dealer
        expect refused OTHER_OUTCOME 11(e)
        expect chips P1 95.00
        """
    )
    (alert,) = mismatches(stage)
    assert alert.said == ["round 1: 36, read 5"]
    assert alert.ended_at_ms is None
    assert differ(stage) == TwoNumbers("36", "5")
    stage = stage_of(
        CLOTH
        + f"""
        finish
        close
        spin
        rest unread
        enter dealer 36
        rest 5
        correct pit_boss {decides} "seen on the film"
        dolly dealer {decides}
        collect-losers dealer
        pay-winners dealer
        expect chips P1 {pays}
        expect balanced
        """
    )
    (alert,) = mismatches(stage)
    assert alert.ended_at_ms is not None
    assert differ(stage) is None


@clause("adelaide", "9(d)")
def test_a_reading_before_the_entry_is_held_against_it_too() -> None:
    unread = CLOTH + "finish \n close \n spin \n rest unread \n"
    stage = stage_of(unread + "rest 5 \n enter dealer 36 \n dolly dealer 36 \n expect refused OTHER_OUTCOME 11(e)")
    assert [alert.said for alert in mismatches(stage)] == [["round 1: 36, read 5"]]
    same = stage_of(unread + "rest 36 \n enter dealer 36 \n dolly dealer 36")
    assert mismatches(same) == []


@clause("adelaide", "9(d)")
def test_a_dolly_on_another_number_is_an_alert_and_stays_on_the_screen() -> None:
    stage = stage_of(CLOTH + "finish \n close \n spin \n rest 5 \n dolly dealer 7 \n expect refused OTHER_OUTCOME 9(d)")
    (alert,) = mismatches(stage)
    assert (alert.place, alert.said, alert.clause) == ("A", ["round 1: 7, read 5"], "9(d)")
    assert differ(stage) == TwoNumbers("7", "5")
    assert stage.ask(ask.MarkDolly("dealer", "dealer-A", "A", "5"))
    assert alert.ended_at_ms is not None
    assert differ(stage) is None


@clause("novo-unity", "3.10.2")
def test_a_confirmation_of_another_number_is_an_alert_until_it_is_put_right() -> None:
    live = "rulebook novo-unity roulette \n wheel live \n note T1 50.00 \n bets \n spin \n drop \n rest 17 \n"
    stage = stage_of(live + "confirm dealer 25 \n expect refused OTHER_OUTCOME 3.10.2")
    assert [alert.said for alert in mismatches(stage)] == [["round 1: 25, read 17"]]
    stage.ask(ask.CorrectOutcome("dealer", "dealer-A", "A", "25", "it lies in 25"))
    assert not isinstance(stage.verdict, Refusal)
    (alert,) = mismatches(stage)
    assert alert.ended_at_ms is not None
    assert differ(stage) is None


@clause("money-wheel", "A:dealer", "A:round_of_play")
def test_on_the_money_wheel_the_dealer_registers_the_result_before_the_next_round() -> None:
    stage = stage_of(
        WHEEL
        + """
        close
        spin
        rest e
        dolly dealer g
        expect refused OTHER_OUTCOME A:dealer
        """
    )
    assert [alert.said for alert in mismatches(stage)] == [["round 1: g, read e"]]
    assert differ(stage) == TwoNumbers("g", "e")
    steps = [(step.act, step.after) for step in dealer_view(stage.floor, stage.table).steps]
    assert steps == [("MarkDolly", ""), ("OpenRound", "MarkDolly")]
    opening = ask.OpenRound("dealer", "dealer-A", "A")
    assert stage.ask(opening) == Refusal(Reason.OUT_OF_ORDER, "A:dealer")
    assert not isinstance(stage.ask(ask.MarkDolly("dealer", "dealer-A", "A", "e")), Refusal)
    assert isinstance(stage.ask(ask.MarkDolly("dealer", "dealer-A", "A", "e")), Refusal)
    assert not isinstance(stage.ask(opening), Refusal)


@clause("money-wheel", "A:dealer")
def test_a_corrected_result_is_registered_anew() -> None:
    stage_of(
        WHEEL
        + """
        close
        spin
        rest e
        dolly dealer g
        expect refused OTHER_OUTCOME
        correct casino_supervisor g "seen on the film"
        dolly dealer g
        expect cites A:dealer
        bets
        expect phase OPEN
        """
    )


@clause("adelaide", "9(b)")
def test_a_spin_that_the_dealer_began_is_on_record_whoever_has_left_since() -> None:
    stage = stage_of(CLOTH + f"finish \n close \n ask {SAID}\n")
    stage.ask(ask.SignOff("dealer", "dealer-A", "A"))
    assert not isinstance(stage.ask(ask.ReportLaunch("A", stage.round.spin)), Refusal)
    assert stage.round.launched
    assert not isinstance(stage.ask(ask.RecordOutcome("A", stage.round.spin, "5", 9)), Refusal)
    assert stage.table.outcomes == {1: "5"}
