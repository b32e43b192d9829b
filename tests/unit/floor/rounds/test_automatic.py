"""A round on an automatic wheel: who opens, launches, closes and reads it, and what becomes of a spin gone wrong."""

from __future__ import annotations

import pytest

from openetg.floor.commands import (
    CloseWagers,
    EnterOutcome,
    RecordOutcome,
    ReportLaunch,
    ReportReady,
    SetPeriod,
    SpinWheel,
)
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import (
    BallLaunched,
    CloseAnnounced,
    Event,
    OutcomeRecorded,
    RoundHeld,
    RoundOpened,
    RoundSettled,
    RoundVoided,
    WagersClosed,
)
from openetg.floor.pipeline import decide
from openetg.floor.rounds.views import table_view
from openetg.rulebook.schema.policies import Closer
from openetg.script.run import PlayedScript
from tests.marks import clause
from tests.one_table import PERIOD_MS, START_MS, TABLE, play
from tests.payout_notation import playable
from tests.scripts import run_script

MINISTAR = """
    rulebook ministar roulette
    note T1 100.00
    bets
    place T1 straight:17 10.00
"""
NOVO = """
    rulebook novo-unity roulette
    wheel automatic
    note T1 100.00
    bets
    place T1 straight:17 10.00
"""
INTERBLOCK = """
    rulebook interblock roulette
    note T1 100.00
    bets
    place T1 straight:17 10.00
"""
STAKED = "open-table by-itself \n ready \n note t1 100.00 \n place t1 straight:17 10.00"


def kinds(run: PlayedScript) -> list[str]:
    """The events of the last answer, by name."""
    assert isinstance(run.stage.verdict, tuple), run.stage.verdict
    return [type(event).__name__ for event in run.stage.verdict]


@clause("ministar", "1.1.wagering-period")
@pytest.mark.parametrize("closer", [Closer.TIMER, Closer.SENSOR, Closer.ANNOUNCEMENT])
def test_ministar_opens_at_resolution_and_the_earliest_of_three_closes(closer: Closer) -> None:
    table = play("ministar", STAKED + "\n launch opposite \n place t1 red 5.00")
    table.give(CloseWagers(TABLE, closer, table.round.spin))
    cited = {Closer.TIMER: "3.10"}.get(closer, "1.1.wagering-period")
    assert table.event(WagersClosed).clause == cited
    for other in Closer:
        verdict = table.give(CloseWagers(TABLE, other, table.round.spin))
        assert isinstance(verdict, Refusal)
        assert verdict.reason is Reason.WRONG_PHASE
    table.say("place t1 red 5.00 \n expect refused AFTER_CLOSE 3.3.6 \n rest 17")
    assert [type(event) for event in table.events(Event)][-2:] == [RoundSettled, RoundOpened]
    assert table.event(RoundOpened).clause == "1.1.wagering-period"
    table.say("expect round 2 \n expect phase OPEN \n place t1 red 5.00")


@clause("ministar", "1.1.wagering-period")
def test_ministar_a_dealers_word_closes_nothing() -> None:
    verdict = play("ministar", STAKED + "\n launch opposite").give(CloseWagers(TABLE, Closer.DEALER))
    assert verdict == Refusal(Reason.NOT_ALLOWED_TO_CLOSE, "1.1.wagering-period")


@clause("interblock", "1.1.wagering_period")
def test_interblock_clock_or_sensor_whichever_is_first() -> None:
    for signal_after_ms, by in ((22_000, Closer.SENSOR), (None, Closer.TIMER)):
        table = play("interblock", STAKED + "\n launch opposite")
        opened = table.round.opened_at_ms
        if signal_after_ms is not None:
            table.at_ms = opened + signal_after_ms
            table.say("close sensor")
        else:
            table.say("wait 29999ms \n expect phase OPEN \n wait 1ms")
        assert table.at_ms - opened == (signal_after_ms or PERIOD_MS)
        closed = table.event(WagersClosed)
        assert (closed.by, closed.clause) == (by, "1.1.wagering_period")
        table.say("place t1 red 5.00 \n expect refused AFTER_CLOSE 1.1.wagering_period")
        table.say("take t1 straight:17 10.00 \n expect refused AFTER_CLOSE 1.1.wagering_period")
        table.say("""
            expect spot t1 straight:17 10.00
            expect staked t1 10.00
            rest 17
            expect meter t1 450.00
            expect round 2
            expect phase OPEN
        """)
        assert table.event(RoundOpened).clause == "1.1.wagering_period"
    for by in (Closer.ANNOUNCEMENT, Closer.DEALER):
        verdict = play("interblock", STAKED + "\n launch opposite").give(CloseWagers(TABLE, by))
        assert verdict == Refusal(Reason.NOT_ALLOWED_TO_CLOSE, "1.1.wagering_period")


@clause("interblock", "1.1.wagering_period")
def test_interblock_a_clock_that_runs_out_before_the_launch_closes_and_waits() -> None:
    run_script(
        INTERBLOCK
        + """
        close timer
        expect phase CLOSED
        spin
        rest 17
        expect phase SETTLED
        expect meter T1 450.00
    """
    )
    run_script("""
        rulebook interblock sic-bo
        note T1 100.00
        bets
        place T1 small 10.00
        close timer
        expect cites 1.1.wagering_period
        expect phase CLOSED
        shake
        rest 1-1-2
        expect phase SETTLED
        expect meter T1 110.00
        bets
        place T1 small 10.00
        shake
        close sensor
        expect cites 1.1.wagering_period
        place T1 small 10.00
        expect refused AFTER_CLOSE 1.1.wagering_period
        rest 1-1-2
        expect meter T1 120.00
    """)


@clause("interblock", "1.1.wagering_period")
def test_interblock_the_next_shake_is_open_as_soon_as_the_last_is_paid() -> None:
    table = play(
        "interblock", "open-table by-itself \n ready \n launch opposite \n close sensor \n rest 1-1-2", kind="sic-bo"
    )
    assert table.event(RoundOpened).clause == "1.1.wagering_period"
    table.say("expect round 2 \n expect phase OPEN")


@clause("interblock", "1.1.wagering_period")
def test_interblock_nobody_lets_a_wager_in_or_varies_a_payment_after_the_close() -> None:
    for role in playable("interblock").rulebook.roles:
        run_script(
            INTERBLOCK
            + f"""
            spin
            drop
            ruling {role} T1 allow red 5.00 "she was quick"
            expect refused NO_POWER 1.1.wagering_period
            rest 17
            vary {role} T1 5.00 "as a courtesy"
            expect refused NO_POWER 1.1.wagering_period
            expect meter T1 450.00
        """
        )


@clause("interblock", "1.1.wagering_period")
def test_interblock_the_casino_supervisor_sets_the_clock_and_terminals_show_it() -> None:
    book = playable("interblock").rulebook
    supervisor = book.roles["casino_supervisor"]
    assert (supervisor.of, supervisor.acts_as) == ("floor", ("casino_employee",))
    assert book.display.countdown is not None
    table = play("interblock", STAKED)
    for role in book.roles:
        verdict = table.give(SetPeriod(role, "kim", TABLE, 20_000, 10_000))
        if role != "casino_supervisor":
            assert verdict == Refusal(Reason.NO_POWER, "1.1.wagering_period", {"role": role})
    assert table_view(table.table).closes_at_ms == START_MS + PERIOD_MS
    table.say("launch opposite \n wait 30s \n rest 17")
    assert table_view(table.table).closes_at_ms == table.at_ms + 20_000


@clause("novo-unity", "1.1:wagering_period")
@pytest.mark.parametrize("kind", ["automatic", "live"])
def test_novo_unity_the_sensor_alone_closes_and_the_next_period_opens_at_resolution(kind: str) -> None:
    table = play("novo-unity", "open-table by-itself \n ready \n note t1 100.00 \n launch opposite", kind=kind)
    for by in (Closer.TIMER, Closer.ANNOUNCEMENT, Closer.DEALER):
        verdict = table.give(CloseWagers(TABLE, by, None, "dealer", f"dealer-{TABLE}"))
        assert verdict == Refusal(Reason.NOT_ALLOWED_TO_CLOSE, "1.1:wagering_period")
    table.say("place t1 red 5.00 \n close sensor \n expect cites 1.1:wagering_period")
    table.say("place t1 red 5.00 \n expect refused AFTER_CLOSE 3.3.15 \n rest 17")
    if kind == "live":
        table.say("expect round 1 \n expect phase CLOSED")
        return
    assert [type(event) for event in table.events(Event)][-2:] == [RoundSettled, RoundOpened]
    table.say("expect cites 1.1:wagering_period \n expect round 2 \n expect phase OPEN")


@clause("ministar", "3.14")
def test_ministar_no_more_bets_comes_while_the_ball_goes_round() -> None:
    run = run_script(
        MINISTAR
        + """
        spin
        place T1 red 5.00
        expect accepted 5.00
        drop
        expect phase CLOSED
        rest 17
        expect phase SETTLED
    """
    )
    order = [kind for entry in run.stage.entries for kind in (b"BallLaunched", b"WagersClosed", b"OutcomeRecorded")
             if kind in entry[2]]  # fmt: skip
    assert order == [b"BallLaunched", b"WagersClosed", b"OutcomeRecorded"]


@clause("ministar", "3.14")
@pytest.mark.parametrize("by", [Closer.SENSOR, Closer.ANNOUNCEMENT])
def test_ministar_a_close_with_no_ball_running_closes_and_voids(by: Closer) -> None:
    table = play("ministar", STAKED)
    table.give(CloseWagers(TABLE, by, table.round.spin))
    assert [type(event) for event in table.events(Event)] == [WagersClosed, CloseAnnounced, RoundVoided]
    table.say("""
        expect round 1
        expect phase VOID launch-unseen 7.4.1.2
        expect meter t1 100.00
    """)


@clause("novo-unity", "3.10.3")
def test_novo_unity_the_automatic_wheel_closes_while_the_ball_goes_round() -> None:
    run = run_script(
        NOVO
        + """
        spin
        place T1 red 5.00
        drop
        expect phase CLOSED
        place T1 red 5.00
        expect refused AFTER_CLOSE 3.3.15
        rest 17
        expect phase SETTLED
        expect outcome 17
    """
    )
    order = [kind for entry in run.stage.entries for kind in (b"BallLaunched", b"WagersClosed", b"OutcomeRecorded")
             if kind in entry[2]]  # fmt: skip
    assert order == [b"BallLaunched", b"WagersClosed", b"OutcomeRecorded"]
    table = play("novo-unity", STAKED + "\n close sensor", kind="automatic")
    assert [type(event) for event in table.events(Event)] == [WagersClosed, RoundHeld]
    table.say("expect round 1 \n expect phase HELD launch-unseen 7.1.10")


@clause("novo-unity", "3.10.4")
def test_novo_unity_an_automatic_wheel_pays_by_itself_and_nobody_confirms() -> None:
    run = run_script(
        NOVO
        + """
        spin
        drop
        confirm dealer 17
        expect refused WRONG_PHASE 3.10.4
        rest 17
        expect cites 3.10.4
        expect phase SETTLED
        expect meter T1 450.00
    """
    )
    assert kinds(run) == ["OutcomeRecorded", "RoundSettled"]
    table = play("novo-unity", STAKED + "\n launch opposite \n close sensor \n rest 17", kind="automatic")
    recorded = table.event(OutcomeRecorded)
    assert (recorded.role, recorded.person) == ("", "")
    table.say("expect round 2 \n expect phase OPEN")


@clause("novo-unity", "3.11")
def test_novo_unity_the_automatic_wheel_spins_by_itself_against_its_rotation() -> None:
    run_script(
        NOVO
        + """
        spin revolutions=3
        drop
        rest 17
        expect phase SETTLED
        bets
        place T1 red 5.00
        spin same-direction
        expect phase HELD
        expect cites 3.11
        expect cites 7.1.10
    """
    )
    table = play("novo-unity", STAKED, kind="automatic")
    verdict = table.give(SpinWheel("dealer", "dealer", TABLE))
    assert verdict == Refusal(Reason.NOT_IN_RULEBOOK, "1.1:automated_wheel")


@clause("ministar", "3.13")
def test_ministar_the_wheel_spins_the_ball_against_its_own_rotation() -> None:
    run_script(
        MINISTAR
        + """
        spin same-direction
        expect phase VOID
        expect cites 3.13
        expect cites 7.4.1.2
        expect meter T1 100.00
        bets
        place T1 straight:17 10.00
        spin
        expect phase OPEN
        drop
        rest 17
        expect phase SETTLED
        expect meter T1 450.00
    """
    )
    for role in ("assistant_gaming_manager", "casino_operator", "dealer"):
        verdict = play("ministar", STAKED).give(SpinWheel(role, "somebody", TABLE))
        assert isinstance(verdict, Refusal)
        assert verdict.reason in {Reason.NO_POWER, Reason.UNKNOWN_ROLE}


@clause("ministar", "7.4.1.2")
@pytest.mark.parametrize("spin", ["spin same-direction", "spin rotor-still", "fault table ball-left",
                                  "spin \n fault table no-compartment", "rest unread", "close timer",
                                  "spin \n drop \n fault table SENSOR"])  # fmt: skip
def test_ministar_a_spin_gone_wrong_voids_the_round(spin: str) -> None:
    run_script(
        MINISTAR
        + f"""
        {spin}
        expect phase VOID
        expect cites 7.4.1.2
        expect meter T1 100.00
        bets
        expect phase OPEN
    """
    )


@clause("ministar", "7.4.1.2")
@pytest.mark.parametrize("cause", ["same-direction", "rotor-still", "ball-left", "no-compartment"])
@pytest.mark.parametrize("before", ["spin", "spin \n drop", "spin \n drop \n rest 17"])
def test_ministar_a_spin_that_a_person_finds_wrong_is_void_also_once_it_is_paid(cause: str, before: str) -> None:
    run_script(
        MINISTAR
        + f"""
        {before}
        void assistant_gaming_manager cause={cause} "seen on camera"
        expect cites 7.4.1.2
        expect phase VOID
        expect meter T1 100.00
        void assistant_gaming_manager cause={cause} "once more"
        expect refused WRONG_PHASE
    """
    )


@clause("ministar", "3.12", "7.4.1.3")
def test_ministar_a_ball_at_rest_with_betting_open_gives_all_bets_back() -> None:
    table = play("ministar", STAKED + "\n launch opposite \n rest 17 \n expect outcomes \n expect meter t1 100.00")
    voided = table.event(RoundVoided)
    assert (voided.cause, voided.clause, voided.also) == ("early-rest", "3.12", ("7.4.1.3",))
    table.say("""
        expect round 2
        expect phase OPEN
        place t1 straight:17 10.00
        launch opposite
        wait 30s
        rest 17
        expect outcomes 17
    """)


@clause("ministar", "3.10")
def test_ministar_the_operator_sets_the_period_from_the_next_round_on() -> None:
    table = play("ministar", STAKED)
    before = table.round.closes_at_ms
    refused = table.give(SetPeriod("cashier", "kim", TABLE, 20_000))
    assert refused == Refusal(Reason.NO_POWER, "3.10", {"role": "cashier"})
    table.give_all(SetPeriod("assistant_gaming_manager", "kim", TABLE, 20_000, 10_000))
    assert table.round.closes_at_ms == before == START_MS + PERIOD_MS
    table.say("launch opposite \n wait 30s \n expect cites 1.1.wagering-period \n rest 17")
    assert (table.round.number, table.round.closes_at_ms - table.at_ms) == (2, 20_000)


@clause("ministar", "3.10", "7.4.1.2")
def test_ministar_time_that_runs_out_with_no_launch_voids() -> None:
    run_script("""
        rulebook ministar roulette
        period 30s
        note T1 100.00
        bets
        place T1 red 10.00
        wait 29s
        expect phase OPEN
        wait 1s
        expect phase VOID
        expect cites 3.10
        expect cites 7.4.1.2
        expect meter T1 100.00
    """)


@clause("ministar", "2.1")
@pytest.mark.parametrize("number", ["0", "17", "32"])
def test_ministar_what_is_shown_is_what_the_wheel_reported(number: str) -> None:
    table = play("ministar", STAKED + f"\n launch opposite \n wait 30s \n rest {number}")
    recorded = table.event(OutcomeRecorded)
    assert recorded.outcome == number
    assert list(table_view(table.table).outcomes) == [number]
    assert list(table_view(table.restart().table).outcomes) == [number], "what is shown is what is on record"


@clause("interblock", "1.1.automated_wheel")
def test_interblock_the_number_comes_from_the_wheel_or_from_a_supervisor_who_looked() -> None:
    table = play("interblock", STAKED + "\n launch opposite \n wait 30s")
    for role in ("assistant_gaming_manager", "casino_supervisor", "dealer"):
        verdict = table.give(EnterOutcome(role, "kim", TABLE, "17", "guess"))
        assert isinstance(verdict, Refusal)
        assert verdict.reason is (Reason.WRONG_PHASE if role == "assistant_gaming_manager" else Reason.NO_POWER)
    table.say("expect round 1 \n expect phase CLOSED \n expect meter t1 90.00")
    started = [kind for entry in table.entries for kind in (b"BallLaunched", b"WagersClosed") if kind in entry[2]]
    assert started == [b"BallLaunched", b"WagersClosed"]
    table.say("""
        rest unread
        expect round 1
        expect phase HELD unread 8.2.5
        enter assistant_gaming_manager:nightingale 17 "looked"
        expect meter t1 450.00
    """)


@clause("interblock", "1.1.automated_dice_tumbler")
def test_interblock_dice_come_from_the_tumbler_or_in_a_case_from_a_supervisor() -> None:
    run = run_script("""
        rulebook interblock sic-bo
        note T1 100.00
        bets
        place T1 triple:4 10.00
        shake
        drop
        enter assistant_gaming_manager 4-4-4
        expect refused WRONG_PHASE 8.1
        rest 4-4-4
        expect phase SETTLED
        expect outcome 4-4-4
        bets
        place T1 small 10.00
        shake
        drop
        rest unread
        expect phase HELD
        expect cites 8.1
        enter dealer 1-1-2
        expect refused NO_POWER 8.1
        enter assistant_gaming_manager 1-1-2
        expect phase SETTLED
        expect outcome 1-1-2
        bets
        shake
        drop
        rest 1-1-7
        expect phase HELD
        expect cites 8.4.2
    """)
    journal = b"".join(entry[2] for entry in run.stage.entries)
    assert journal.index(b"BallLaunched") < journal.index(b"OutcomeRecorded")


@clause("interblock", "1.1.cocked_dice")
def test_interblock_a_cocked_die_voids_the_round_and_no_shake_follows() -> None:
    run = run_script("""
        rulebook interblock sic-bo
        note T1 100.00
        bets
        place T1 double:3 10.00
        shake
        drop
        cocked
        expect cites 8.4.1
        expect phase HELD
        expect win T1 0.00
        expect meter T1 90.00
        shake
        expect refused WRONG_PHASE
        enter assistant_gaming_manager 3-3-1
        expect refused ONLY_VOID 8.4.1
        void assistant_gaming_manager "leans on the wall"
        expect cites 8.4.1
        expect phase VOID
        expect meter T1 100.00
        bets
        expect phase OPEN
        expect staked T1 0.00
    """)
    assert run.stage.round.number == 2


@clause("interblock", "8.2.4")
def test_interblock_no_spin_when_the_wheel_stood_still() -> None:
    for role in ("dealer", "casino_supervisor", "assistant_gaming_manager"):
        run_script(
            INTERBLOCK
            + f"""
            no-spin {role} "too soon"
            expect refused WRONG_PHASE 8.2.4
            spin rotor-still
            expect cites 8.2.4
            rest 4
            expect cites 8.2.4
            expect phase OPEN
            confirm {role}
            expect refused NO_POWER 3.7
            no-spin cashier "who am I"
            expect refused NO_POWER 8.2.4
            no-spin {role} cause=interference "another cause"
            expect refused NOT_A_CAUSE 8.2.4
            no-spin {role} "stood still"
            expect cites 8.2.4
            expect phase VOID
            expect meter T1 100.00
            rest 17
            expect cites 8.2.4
            expect phase VOID
            expect meter T1 100.00
            bets
            expect phase OPEN
        """
        )
    dealer = playable("interblock").rulebook.roles["dealer"]
    assert (dealer.of, dealer.acts_as) == ("floor", ("casino_employee",))
    run_script("""
        rulebook interblock sic-bo
        bets
        shake
        no-spin dealer "no wheel here"
        expect refused NOT_IN_RULEBOOK 8.2.4
    """)


def test_a_number_without_a_launch_and_a_launch_twice() -> None:
    table = play("novo-unity", STAKED, kind="automatic")
    spin = table.round.spin
    table.give_all(ReportLaunch(TABLE, spin, opposite=True))
    assert table.event(BallLaunched).spin == spin
    assert table.give(ReportLaunch(TABLE, spin)) == Refusal(Reason.WRONG_PHASE, "3.10.3")
    assert table.give(RecordOutcome(TABLE, "A-9", "17")) == Refusal(Reason.OTHER_SPIN, "1.1:wagering_period")


def test_a_table_run_by_hand_opens_nothing_by_itself() -> None:
    run = run_script(
        MINISTAR
        + """
        spin
        drop
        rest 17
        expect phase SETTLED
        bets
        expect phase OPEN
        bets
        expect refused WRONG_PHASE 1.1.wagering-period
    """
    )
    stage = run.stage
    ready = decide(stage.floor, ReportReady("A"), stage.at_ms)
    assert isinstance(ready, tuple)
    assert not [event for event in ready if isinstance(event, RoundOpened)]
