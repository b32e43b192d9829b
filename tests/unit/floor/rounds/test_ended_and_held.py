"""A round that has ended stays ended, and one that is held waits for those who may decide it."""

from __future__ import annotations

import pytest

from openetg.floor.events import OutcomeIgnored, RoundVoided, SignalReported
from openetg.script.run import PlayedScript
from tests.marks import clause
from tests.scripts import run_script

LIVE = """
    rulebook novo-unity roulette
    wheel live
    note T1 100.00
    bets
    place T1 straight:17 10.00
"""
AUTOMATIC = LIVE.replace("wheel live", "wheel automatic")
INTERBLOCK = """
    rulebook interblock roulette
    note T1 100.00
    note T2 100.00
    bets
    place T1 straight:17 10.00
"""
ADELAIDE = """
    rulebook adelaide roulette
    table stand-alone
    note T1 100.00
    bets
    place T1 straight:17 10.00
"""
MONEY_WHEEL = """
    rulebook money-wheel money-wheel
    player P1
    buy P1 100.00
    bets
    place P1 a 10.00
"""
JAMMED = """
    spin
    drop
    rest 18
    fault table jam
    expect phase HELD
    expect cites 7.1.10
"""


def answered(run: PlayedScript) -> list[type]:
    """The kinds of event of the last answer."""
    assert isinstance(run.stage.verdict, tuple), run.stage.verdict
    return [type(event) for event in run.stage.verdict]


@clause("novo-unity", "3.10.2")
@pytest.mark.parametrize(
    "settled", ["confirm dealer 17", 'correct dealer 3 "it is 3"', 'correct casino_supervisor 3 "it is 3"']
)
def test_novo_unity_a_confirmation_pays_once(settled: str) -> None:
    run_script(
        LIVE
        + f"""
        spin
        drop
        rest 17
        {settled}
        expect phase SETTLED
        confirm dealer 17
        expect refused WRONG_PHASE 3.10.2
        confirm dealer
        expect refused WRONG_PHASE 3.10.2
        expect phase SETTLED
        expect balanced
    """
    )


@clause("novo-unity", "3.10.2")
def test_novo_unity_a_void_round_is_not_confirmed() -> None:
    run_script(
        LIVE
        + """
        spin
        drop
        rest 17
        invalidate electronic_gaming_supervisor cause=fire "smoke"
        expect phase VOID
        confirm dealer 17
        expect refused WRONG_PHASE 3.10.2
        expect meter T1 100.00
    """
    )


@clause("novo-unity", "3.10.2")
def test_novo_unity_a_wheel_whose_number_is_registered_is_not_spun_again() -> None:
    run_script(
        LIVE
        + """
        spin
        drop
        rest 17
        spin
        expect refused WRONG_PHASE 3.10.1
        confirm dealer 17
        expect meter T1 450.00
    """
    )


@clause("adelaide", "11(d)")
def test_adelaide_a_reset_does_not_bring_back_a_void_round() -> None:
    run = run_script(
        ADELAIDE
        + """
        spin
        no-spin dealer cause=ball-left "gone"
        invalidate pit_boss cause=fire "smoke"
        expect phase VOID
        reset dealer
        expect refused WRONG_PHASE 11(d)
        expect phase VOID
        expect meter T1 100.00
        bets
        expect phase OPEN
        place T1 red 10.00
        finish
        close
        spin
        rest 1
        expect phase SETTLED
        expect meter T1 110.00
        expect balanced
    """
    )
    assert not any(round_.needs_reset for round_ in run.stage.table.past.values())


@clause("adelaide", "11(d)")
def test_adelaide_a_reset_does_not_end_a_hold() -> None:
    run_script(
        ADELAIDE
        + """
        spin
        no-spin dealer cause=ball-left "gone"
        fault table MOTOR
        expect phase HELD
        reset dealer
        expect refused WRONG_PHASE 11(d)
        enter dealer 17
        expect refused NO_SPIN_CALLED 10(f)
        void pit_boss "the motor is gone"
        expect phase VOID
        expect meter T1 100.00
    """
    )


@clause("novo-unity", "7.1.10")
@pytest.mark.parametrize(("reading", "read"), [("rest 17", "17"), ("rest unread", "")])
def test_novo_unity_a_reading_of_a_held_round_goes_on_record_and_a_supervisor_decides(reading: str, read: str) -> None:
    run = run_script(
        AUTOMATIC
        + f"""
        spin
        drop
        fault table jam
        expect phase HELD
        {reading}
        expect cites 7.1.10
        expect phase HELD
        expect meter T1 90.00
    """
    )
    assert isinstance(run.stage.verdict, tuple)
    assert run.stage.verdict == (OutcomeIgnored("A", 1, "A-1", read, "7.1.10"),)
    run_script(
        AUTOMATIC
        + f"""
        spin
        drop
        fault table jam
        {reading}
        enter dealer 17
        expect refused NO_POWER 7.1.10
        enter electronic_gaming_supervisor 17 "seen"
        expect phase SETTLED
        expect meter T1 450.00
    """
    )


@clause("interblock", "8.2.5")
def test_interblock_no_outcome_is_entered_for_a_ball_that_never_ran() -> None:
    held = """
        declare assistant_gaming_manager device "a loose fret"
        expect phase HELD
    """
    run_script(
        INTERBLOCK
        + held
        + """
        enter assistant_gaming_manager 17
        expect refused WRONG_PHASE 8.2.5
        expect meter T1 90.00
        void assistant_gaming_manager "nothing ran"
        expect meter T1 100.00
    """
    )
    run_script(
        INTERBLOCK
        + "spin"
        + held
        + """
        rest 17
        expect phase HELD
        enter assistant_gaming_manager 17
        expect cites 8.2.5
        expect phase SETTLED
    """
    )


@clause("novo-unity", "7.1.10")
def test_novo_unity_no_outcome_is_entered_for_a_ball_that_never_ran() -> None:
    run_script(
        AUTOMATIC
        + """
        declare casino_supervisor device "a loose fret"
        expect phase HELD
        enter casino_supervisor 17
        expect refused WRONG_PHASE 7.1.10
        void casino_supervisor "nothing ran"
        expect meter T1 100.00
        bets
        place T1 straight:17 10.00
        spin
        declare casino_supervisor device "a loose fret"
        expect phase HELD
        enter casino_supervisor 17
        expect phase SETTLED
        expect meter T1 450.00
    """
    )


@clause("novo-unity", "7.1.10")
def test_novo_unity_what_a_malfunction_holds_is_not_for_the_dealer() -> None:
    refused = """
        confirm dealer
        expect refused WRONG_PHASE 3.10.2
        correct dealer 17 "it is 17"
        expect refused NO_POWER 7.1.10
        enter dealer 18
        expect refused NO_POWER 7.1.10
        expect phase HELD
        expect meter T1 90.00
    """
    run_script(
        LIVE
        + JAMMED
        + refused
        + """
        enter casino_supervisor 17
        expect refused OTHER_OUTCOME 7.1.9
        correct casino_supervisor 17 "on film"
        expect phase SETTLED
        expect meter T1 450.00
    """
    )
    run_script(
        LIVE
        + JAMMED
        + refused
        + """
        correct casino_supervisor 18 "on film"
        expect refused SAME_OUTCOME 7.1.9
        enter casino_supervisor 18 "it lies in 18"
        expect phase SETTLED
        expect outcome 18
        confirm dealer
        expect refused WRONG_PHASE 3.10.2
    """
    )
    run_script(
        LIVE
        + """
        spin
        drop
        fault table jam
        enter dealer 17
        expect refused NO_POWER 7.1.10
        enter casino_supervisor 17
        expect phase SETTLED
    """
    )


@clause("novo-unity", "7.1.10", "7.1.11.3")
@pytest.mark.parametrize("role", ["electronic_gaming_supervisor", "casino_supervisor"])
@pytest.mark.parametrize("wheel", [LIVE, AUTOMATIC])
def test_novo_unity_a_ball_at_rest_with_betting_open_is_for_a_supervisor(role: str, wheel: str) -> None:
    run_script(
        wheel
        + f"""
        spin
        rest 17
        expect phase HELD
        expect cites 7.1.11.3
        enter dealer 17
        expect refused NO_POWER 7.1.10
        enter {role} 17
        expect cites 7.1.10
        expect phase SETTLED
    """
    )


@clause("money-wheel", "5.4", "8.2")
def test_money_wheel_a_hand_on_the_turning_wheel_voids_the_round() -> None:
    run = run_script(
        MONEY_WHEEL
        + """
        close
        spin
        signal table tamper
        expect cites 8.2
        expect cites 5.4
        expect phase VOID
        expect chips P1 100.00
    """
    )
    assert answered(run) == [SignalReported, RoundVoided]
    run_script(
        MONEY_WHEEL
        + """
        close
        spin
        signal table tamper
        rest a
        expect cites 8.2
        expect phase VOID
        expect chips P1 100.00
        expect balanced
    """
    )


@clause("money-wheel", "5.4")
@pytest.mark.parametrize(
    ("before", "phase"), [("", "OPEN"), ("close", "CLOSED"), ("close \n spin \n rest a", "SETTLED")]
)
def test_money_wheel_outside_a_spin_a_hand_on_the_wheel_is_an_alarm_only(before: str, phase: str) -> None:
    run = run_script(
        MONEY_WHEEL
        + f"""
        {before}
        signal table tamper
        expect cites 5.4
        expect phase {phase}
    """
    )
    assert answered(run) == [SignalReported]
    assert isinstance(run.stage.verdict, tuple)
    (reported,) = run.stage.verdict
    assert isinstance(reported, SignalReported)
    assert reported.alarm


def test_other_signals_of_a_turning_wheel_touch_no_round() -> None:
    for book, sign in ((MONEY_WHEEL + "close \n", "door"), (LIVE, "tamper")):
        run = run_script(book + f"spin \n signal table {sign} \n expect phase {'OPEN' if book == LIVE else 'CLOSED'}")
        assert answered(run) == [SignalReported]
