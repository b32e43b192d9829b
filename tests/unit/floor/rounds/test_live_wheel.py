"""A round on the live wheel of Novo Unity: the sensor closes, the dealer confirms, no spin spins again."""

from __future__ import annotations

import pytest

from openetg.floor.commands import (
    CallNoSpin,
    ConfirmOutcome,
)
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import NoSpinCalled, OutcomeRegistered, RoundOpened, WagersClosed
from openetg.floor.rounds.clockwork import launch_order
from openetg.rulebook.schema.policies import Cause
from openetg.script.run import PlayedScript
from tests.marks import clause
from tests.one_table import TABLE, play
from tests.scripts import run_script

LIVE = """
    rulebook novo-unity roulette
    wheel live
    note T1 100.00
    bets
    place T1 straight:17 10.00
"""
DEALER = ("dealer", f"dealer-{TABLE}")


def journal(run: PlayedScript) -> bytes:
    """Every answer that is on record, one after the other."""
    return b"".join(entry[2] for entry in run.stage.entries)


@clause("novo-unity", "3.10")
def test_novo_unity_a_valid_spin_goes_round_four_times_against_the_wheel() -> None:
    run_script(
        LIVE
        + """
        spin revolutions=3
        drop
        rest 17
        expect cites 3.10
        expect cites 7.1.2
        expect phase CLOSED
        confirm dealer 17
        expect refused INVALID_SPIN 7.1.8
        enter dealer 17
        expect refused INVALID_SPIN 7.1.8
        expect meter T1 90.00
        no-spin dealer "three only"
        expect phase OPEN
        spin revolutions=4
        drop
        rest 17
        expect cites 3.10.2
        confirm dealer 17
        expect meter T1 450.00
    """
    )
    run_script(
        LIVE
        + """
        spin same-direction
        expect cites 3.10
        expect cites 7.1.1
        drop
        rest 17
        confirm dealer 17
        expect refused INVALID_SPIN 7.1.8
        expect meter T1 90.00
    """
    )


@clause("novo-unity", "3.10.1")
def test_novo_unity_the_sensor_closes_while_the_ball_goes_round_and_the_dealer_need_not() -> None:
    run = run_script(
        LIVE
        + """
        spin
        place T1 red 5.00
        drop
        expect phase CLOSED
        place T1 red 5.00
        expect refused AFTER_CLOSE 3.3.15
        rest 17
        confirm dealer
        expect phase SETTLED
    """
    )
    said = journal(run)
    assert said.index(b"BallLaunched") < said.index(b"WagersClosed") < said.index(b"OutcomeRegistered")
    table = play("novo-unity", "open-table by-itself \n ready \n close sensor", kind="live")
    assert table.events(WagersClosed)
    table.say("expect round 1 \n expect phase HELD launch-unseen 7.1.10")


@clause("novo-unity", "3.10.2")
def test_novo_unity_nothing_is_paid_until_the_dealer_confirms_the_registered_number() -> None:
    table = play(
        "novo-unity", "open-table by-itself \n ready \n note t1 100.00 \n place t1 straight:17 10.00", kind="live"
    )
    table.say("launch opposite \n close sensor \n rest 17")
    assert table.event(OutcomeRegistered).clause == "3.10.2"
    assert not table.events(RoundOpened)
    table.say("""
        expect meter t1 90.00
        expect round 1
        expect phase CLOSED
        expect outcomes
        place t1 red 5.00
        expect refused AFTER_CLOSE 3.3.15
    """)
    assert table.give(ConfirmOutcome(*DEALER, TABLE, "18")) == Refusal(
        Reason.OTHER_OUTCOME, "3.10.2", {"registered": "17"}
    )
    stranger = table.give(ConfirmOutcome("dealer", "somebody else", TABLE, "17"))
    assert isinstance(stranger, Refusal)
    assert stranger.reason is Reason.NOT_SIGNED_ON
    for role in ("casino_supervisor", "electronic_gaming_supervisor", "inspector"):
        verdict = table.give(ConfirmOutcome(role, "kim", TABLE, "17"))
        assert verdict == Refusal(Reason.NO_POWER, "3.10.2", {"role": role})
    table.say("expect meter t1 90.00")
    table.give_all(ConfirmOutcome(*DEALER, TABLE, "17"))
    table.say("""
        expect cites 3.10.2
        expect meter t1 450.00
        expect outcomes 17
        expect round 2
        expect phase OPEN
    """)


NO_SPINS = [
    ("same-direction", "7.1.1"),
    ("revolutions", "7.1.2"),
    ("foreign-object", "7.1.3"),
    ("no-compartment", "7.1.4"),
    ("ball-left", "7.1.5"),
    ("interference", "7.1.6"),
]


@clause("novo-unity", "7.1.1", "7.1.2", "7.1.3", "7.1.4", "7.1.5", "7.1.6", "7.1.8")
@pytest.mark.parametrize(("cause", "cited"), NO_SPINS)
@pytest.mark.parametrize("role", ["dealer", "casino_supervisor"])
@pytest.mark.parametrize("before", ["spin", "spin \n drop"])
def test_novo_unity_no_spin_in_each_of_its_causes(cause: str, cited: str, role: str, before: str) -> None:
    run = run_script(
        LIVE
        + f"""
        no-spin {role} cause={cause} "not spun yet"
        expect refused WRONG_PHASE {cited}
        {before}
        no-spin electronic_gaming_supervisor cause={cause} "not mine to call"
        expect refused NO_POWER 7.1.1
        no-spin {role} "no cause"
        expect refused NO_CAUSE 7.1.8
        no-spin {role} cause=fire "no cause of this"
        expect refused NOT_A_CAUSE 7.1.8
        no-spin {role} cause={cause} "seen"
        expect cites {cited}
        expect cites 7.1.8
        expect phase OPEN
        expect meter T1 90.00
        expect spot T1 straight:17 10.00
    """
    )
    called = run.stage.verdict
    assert isinstance(called, tuple)
    (event,) = called
    assert isinstance(event, NoSpinCalled)
    assert (event.cause, event.role, event.why) == (cause, role, "seen")


@clause("novo-unity", "7.1.1", "7.1.4", "7.1.5", "7.1.6")
@pytest.mark.parametrize(("signal", "cited"), [
    ("spin same-direction", "7.1.1"), ("spin \n fault table no-compartment", "7.1.4"),
    ("spin \n fault table ball-left", "7.1.5"), ("spin \n fault table interference", "7.1.6"),
])  # fmt: skip
def test_novo_unity_a_signal_asks_for_the_no_spin_and_nothing_is_paid(signal: str, cited: str) -> None:
    run_script(
        LIVE
        + f"""
        {signal}
        expect cites {cited}
        drop
        rest 17
        expect phase CLOSED
        confirm dealer
        expect refused INVALID_SPIN 7.1.8
        expect meter T1 90.00
        no-spin dealer "as the signals show"
        expect cites {cited}
        expect phase OPEN
    """
    )


@clause("novo-unity", "7.1.2")
@pytest.mark.parametrize("counted", [1, 3, None])
def test_novo_unity_too_few_revolutions_may_be_foreseen(counted: int | None) -> None:
    table = play("novo-unity", "open-table by-itself \n ready \n launch opposite", kind="live")
    table.give_all(CallNoSpin(*DEALER, TABLE, Cause.REVOLUTIONS, "too weak", counted))
    called = table.event(NoSpinCalled)
    assert (called.clause, called.revolutions) == ("7.1.2", counted)


@clause("novo-unity", "7.1.3")
def test_novo_unity_a_foreign_object_counts_until_the_ball_rests() -> None:
    run_script(
        LIVE
        + """
        spin
        drop
        rest 17
        no-spin dealer cause=foreign-object "a cuff link"
        expect refused WRONG_PHASE 7.1.3
        no-spin dealer cause=interference "and somebody's hand"
        expect cites 7.1.6
        expect phase OPEN
    """
    )


@clause("novo-unity", "7.1.6")
def test_novo_unity_an_interference_names_the_incident() -> None:
    table = play("novo-unity", "open-table by-itself \n ready \n launch opposite", kind="live")
    table.give_all(CallNoSpin("casino_supervisor", "kim", TABLE, Cause.INTERFERENCE, "a hand", incident="B-1"))
    called = table.event(NoSpinCalled)
    assert (called.clause, called.incident, called.why) == ("7.1.6", "B-1", "a hand")


@clause("novo-unity", "7.1.5")
def test_novo_unity_a_ball_that_left_the_wheel_is_examined_by_a_supervisor_before_the_next_spin() -> None:
    run_script(
        LIVE
        + """
        examine casino_supervisor
        expect refused NOTHING_THERE 7.1.5
        spin
        no-spin dealer cause=ball-left "under table four"
        spin
        expect refused BALL_NOT_EXAMINED 7.1.5
        examine dealer
        expect refused NO_POWER 7.1.5
        examine casino_supervisor
        expect cites 7.1.5
        spin
        drop
        rest 17
        confirm dealer
        expect meter T1 450.00
    """
    )
    run_script(
        LIVE
        + """
        spin
        no-spin dealer cause=interference "a hand"
        spin
        expect phase OPEN
    """
    )


@clause("novo-unity", "7.1.7")
@pytest.mark.parametrize("attempt", ["confirm dealer 17", "enter dealer 17", "enter casino_supervisor 17"])
def test_novo_unity_a_spin_called_off_is_final_whatever_falls(attempt: str) -> None:
    run = run_script(
        LIVE
        + f"""
        spin
        drop
        no-spin dealer cause=interference "a hand"
        rest 17
        expect cites 7.1.7
        expect phase OPEN
        expect meter T1 90.00
        {attempt}
        expect refused NO_SPIN_CALLED 7.1.7
        spin
        drop
        rest 3
        confirm dealer
        expect outcome 3
        expect meter T1 90.00
    """
    )
    assert list(run.stage.table.outcomes.values()) == ["3"]


@clause("novo-unity", "7.1.8")
def test_novo_unity_the_same_wagers_are_spun_again_and_settle_once() -> None:
    run = run_script(
        LIVE
        + """
        spin
        drop
        no-spin dealer cause=interference "a hand"
        expect staked T1 10.00
        move T1 straight:17 straight:20 4.00
        place T1 red 5.00
        undo T1
        spin
        drop
        place T1 red 5.00
        expect refused AFTER_CLOSE 3.3.15
        rest 20
        confirm dealer
        expect meter T1 234.00
        expect balanced
    """
    )
    assert run.stage.round.number == 1
    assert journal(run).count(b'"RoundSettled"') == 1


@clause("novo-unity", "7.1")
def test_novo_unity_no_spin_is_for_live_wheels_only() -> None:
    for role in ("dealer", "casino_supervisor"):
        run_script(f"""
            rulebook novo-unity roulette
            wheel automatic
            bets
            spin
            no-spin {role} cause=interference "a hand"
            expect refused NOT_IN_RULEBOOK 7.1
            drop
            no-spin {role} "why"
            expect refused NOT_IN_RULEBOOK 7.1
            rest 17
            expect phase SETTLED
        """)


def test_no_order_goes_to_a_wheel_that_a_dealer_spins() -> None:
    live = play("novo-unity", "open-table by-itself \n ready", kind="live")
    assert launch_order(live.floor, live.table) is None
    automatic = play("novo-unity", "open-table by-itself \n ready", kind="automatic")
    assert launch_order(automatic.floor, automatic.table) is not None
