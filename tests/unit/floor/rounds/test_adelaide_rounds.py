"""A round at Adelaide: warning and close by the dealer, no spin with a reset, the ball at rest before any call."""

from __future__ import annotations

import pytest

from openetg.floor.commands import (
    CloseWagers,
    ReportLaunch,
    SetPeriod,
    SpinWheel,
    WarnFinish,
)
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import RoundOpened, SignalShown, WagersClosed
from openetg.rulebook.schema.policies import Closer
from openetg.script.run import PlayedScript
from tests.marks import clause
from tests.one_table import TABLE, play
from tests.scripts import run_script

ADELAIDE = """
    rulebook adelaide roulette
    table stand-alone
    note T1 100.00
    bets
    place T1 straight:17 10.00
"""
DEALER = ("dealer", f"dealer-{TABLE}")


def journal(run: PlayedScript) -> bytes:
    """Every answer that is on record, one after the other."""
    return b"".join(entry[2] for entry in run.stage.entries)


ADELAIDE_NO_SPINS = [
    ("same-direction", "10(a)"),
    ("revolutions", "10(b)"),
    ("foreign-object", "10(c)"),
    ("no-compartment", "10(d)"),
    ("ball-left", "10(e)"),
]


@clause("adelaide", "10(a)", "10(b)", "10(c)", "10(d)", "10(e)", "10(f)", "11(d)")
@pytest.mark.parametrize(("cause", "cited"), ADELAIDE_NO_SPINS)
@pytest.mark.parametrize("before", ["spin", "finish \n close \n spin"])
def test_adelaide_no_spin_in_each_of_its_causes(cause: str, cited: str, before: str) -> None:
    run = run_script(
        ADELAIDE
        + f"""
        no-spin dealer cause={cause} "not spun yet"
        expect refused WRONG_PHASE {cited}
        {before}
        no-spin pit_boss cause={cause} "not mine to call"
        expect refused NO_POWER 10(a)
        no-spin dealer "no cause"
        expect refused NO_CAUSE 11(d)
        no-spin dealer cause=interference "not one of the five"
        expect refused NOT_A_CAUSE 11(d)
        no-spin dealer cause={cause} "seen"
        expect cites {cited}
        expect cites 11(d)
        expect phase CLOSED
        expect meter T1 90.00
        rest 17
        expect cites 10(f)
        expect phase CLOSED
        expect meter T1 90.00
        enter dealer 17
        expect refused NO_SPIN_CALLED 10(f)
        reset dealer
        expect phase OPEN
    """
    )
    assert run.stage.table.outcomes == {}
    assert not run.stage.table.ball_to_examine, "no examination is prescribed"


@clause("adelaide", "10(a)", "9(b)")
def test_adelaide_a_ball_spun_with_the_wheel_is_never_settled() -> None:
    run_script(
        ADELAIDE
        + """
        finish
        close
        spin same-direction
        expect cites 10(a)
        expect cites 9(b)
        rest 17
        expect phase CLOSED
        expect meter T1 90.00
        no-spin dealer "as sensed"
        expect cites 10(a)
    """
    )


@clause("adelaide", "9(b)", "10(b)")
def test_adelaide_three_revolutions_make_a_valid_spin() -> None:
    run_script(
        ADELAIDE
        + """
        finish
        close
        spin revolutions=2
        rest 17
        expect cites 9(b)
        expect cites 10(b)
        expect phase CLOSED
        expect meter T1 90.00
        no-spin dealer "two only"
        reset dealer
        finish
        close
        spin revolutions=3
        rest 17
        expect phase SETTLED
        expect meter T1 450.00
    """
    )


@clause("adelaide", "9(b)")
def test_adelaide_only_the_dealer_signed_on_spins() -> None:
    table = play("adelaide", "open-table by-itself \n ready", kind="stand-alone")
    for role, person, reason in (
        ("dealer", "somebody else", Reason.NOT_SIGNED_ON),
        ("pit_boss", "kim", Reason.NO_POWER),
        ("inspector_in_charge", "kim", Reason.NO_POWER),
    ):
        verdict = table.give(SpinWheel(role, person, TABLE))
        assert isinstance(verdict, Refusal)
        assert (verdict.reason, verdict.clause) == (reason, "9(b)")
    table.give_all(SpinWheel(*DEALER, TABLE))
    again = table.give(SpinWheel(*DEALER, TABLE))
    assert again == Refusal(Reason.WRONG_PHASE, "9(c)")


@clause("adelaide", "10(c)")
def test_adelaide_a_foreign_object_after_the_rest_is_too_late() -> None:
    run_script(
        ADELAIDE
        + """
        finish
        close
        spin
        rest 17
        no-spin dealer cause=foreign-object "a coin"
        expect refused WRONG_PHASE 10(c)
        expect meter T1 450.00
    """
    )


@clause("adelaide", "10(d)")
def test_adelaide_a_wheel_without_a_rest_picks_no_number() -> None:
    run_script(
        ADELAIDE
        + """
        finish
        close
        spin
        fault table no-compartment
        expect cites 10(d)
        expect phase CLOSED
        expect meter T1 90.00
        no-spin dealer "it circles on the rim"
        expect cites 10(d)
    """
    )
    run_script(
        ADELAIDE
        + """
        finish
        close
        spin
        fault table MOTOR
        expect cites 10(d)
        expect phase HELD
        enter dealer 17
        expect phase SETTLED
        expect meter T1 450.00
    """
    )


@clause("adelaide", "11(d)")
@pytest.mark.parametrize("role", ["dealer", "inspector_in_charge"])
def test_adelaide_play_goes_on_only_after_a_reset(role: str) -> None:
    run_script(
        ADELAIDE
        + f"""
        finish
        close
        spin
        reset {role}
        expect refused WRONG_PHASE 11(d)
        no-spin dealer cause=ball-left "gone"
        take T1 straight:17 10.00
        expect refused AFTER_CLOSE 7(h)iii
        spin
        expect refused NOT_RESET 11(d)
        finish
        expect refused WRONG_PHASE 7(h)ii
        close
        expect refused WRONG_PHASE 9(c)
        reset pit_boss
        expect refused NO_POWER 11(d)
        reset {role}
        expect phase OPEN
        expect spot T1 straight:17 10.00
        take T1 straight:17 4.00
        close
        expect refused NOT_WARNED 7(h)ii
        finish
        close
        spin
        rest 17
        expect meter T1 310.00
        expect balanced
    """
    )


@clause("adelaide", "7(g)", "7(h)iii")
def test_adelaide_wagers_change_until_the_close_and_not_after() -> None:
    changes = ("place T1 red 5.00", "take T1 straight:17 5.00", "move T1 straight:17 red 5.00", "undo T1", "clear T1",
               "double T1", "repeat T1", "max T1 red")  # fmt: skip
    for phase in ("", "spin", "finish", "finish \n spin"):
        run_script(
            ADELAIDE
            + f"""
            {phase}
            place T1 red 5.00
            move T1 red black 5.00
            take T1 black 5.00
            expect spot T1 straight:17 10.00
            expect spot T1 black 0.00
        """
        )
    refused = "\n".join(f"{change} \n expect refused AFTER_CLOSE 7(h)iii" for change in changes)
    run_script(
        ADELAIDE
        + f"""
        finish
        close
        {refused}
        expect spot T1 straight:17 10.00
        expect meter T1 90.00
    """
    )


@clause("adelaide", "7(g)")
def test_adelaide_betting_opens_by_itself_when_the_spin_before_is_settled() -> None:
    table = play("adelaide", "open-table by-itself \n ready \n note t1 20.00", kind="stand-alone")
    table.give_all(WarnFinish(*DEALER, TABLE), CloseWagers(TABLE, Closer.DEALER, None, *DEALER))
    table.say("launch opposite \n rest 17")
    assert table.event(RoundOpened).clause == "7(g)"
    table.say("expect round 2 \n expect phase OPEN \n place t1 red 5.00")


@clause("adelaide", "9(c)")
def test_adelaide_the_dealer_closes_before_the_spin_or_while_the_ball_runs() -> None:
    for before, after in (("", "spin"), ("spin", "")):
        run = run_script(
            ADELAIDE
            + f"""
            finish
            {before}
            close
            expect cites 9(c)
            expect phase CLOSED
            {after}
            rest 17
            expect phase SETTLED
            expect meter T1 450.00
        """
        )
        assert b'"irregular"' not in journal(run)
    for closer in ("timer", "sensor"):
        table = play("adelaide", "open-table by-itself \n ready", kind="stand-alone")
        verdict = table.give(CloseWagers(TABLE, Closer(closer)))
        if closer == "timer":
            assert verdict == Refusal(Reason.NOT_ALLOWED_TO_CLOSE, "9(c)")
        else:
            closed = table.event(WagersClosed)
            assert (closed.irregular, closed.clause) == (True, "9(c)")
    table = play("adelaide", "open-table by-itself \n ready", kind="stand-alone")
    table.give_all(WarnFinish(*DEALER, TABLE))
    for role in ("pit_boss", "inspector_in_charge"):
        refused = table.give(CloseWagers(TABLE, Closer.DEALER, None, role, "kim"))
        assert refused == Refusal(Reason.NO_POWER, "9(b)", {"role": role})


@clause("adelaide", "9(c)")
def test_adelaide_a_ball_that_rests_before_any_call_holds_the_spin_for_the_pit() -> None:
    for role in ("pit_boss", "shift_manager"):
        run_script(
            ADELAIDE
            + f"""
            spin
            rest 17
            expect phase HELD
            expect cites 9(c)
            enter inspector_in_charge 17
            expect refused NO_POWER 9(c)
            void dealer "no"
            expect refused NO_POWER 9(c)
            enter {role} 17
            expect cites 9(c)
            expect meter T1 450.00
        """
        )
        run_script(
            ADELAIDE
            + f"""
            spin
            rest 17
            void {role} "in view"
            expect cites 9(c)
            expect phase VOID
            expect meter T1 100.00
        """
        )


@clause("adelaide", "7(h)ii")
def test_adelaide_the_warning_stands_for_its_least_time() -> None:
    table = play("adelaide", kind="stand-alone")
    table.give_all(SetPeriod("", "", TABLE, 0, least_warned_ms=5_000))
    table.say("open-table by-itself \n ready")
    close = CloseWagers(TABLE, Closer.DEALER, None, *DEALER)
    assert table.give(close) == Refusal(Reason.NOT_WARNED, "7(h)ii")
    table.give_all(WarnFinish(*DEALER, TABLE))
    table.at_ms += 4_999
    assert table.give(close) == Refusal(Reason.TOO_EARLY, "7(h)ii", {"warned_ms": 5_000})
    table.at_ms += 1
    table.give_all(close)
    table.say("expect round 1 \n expect phase CLOSED")


@clause("adelaide", "7(h)ii")
def test_adelaide_a_cloth_alone_needs_no_warning() -> None:
    run_script("""
        rulebook adelaide roulette
        table live
        player P1
        buy P1 100.00
        bets
        place P1 red 10.00
        close
        expect phase CLOSED
    """)


def test_a_signal_on_a_live_wheel_is_only_shown() -> None:
    table = play("adelaide", "open-table by-itself \n ready", kind="stand-alone")
    table.give_all(ReportLaunch(TABLE, table.round.spin, opposite=False))
    shown = table.event(SignalShown)
    assert (shown.cause, shown.clause, shown.also) == ("same-direction", "10(a)", ("9(b)",))
