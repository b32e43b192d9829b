"""The life of a round on an automatic wheel: what opens, closes, settles, voids and holds it, in each instrument."""

from __future__ import annotations

import pytest

from openetg.devices.wheel.signals import FaultCode
from openetg.floor.commands import (
    AnyCommand,
    CallNoSpin,
    ClearWagers,
    CloseWagers,
    EnterOutcome,
    PlaceWager,
    RecordOutcome,
    ReportFault,
    ReportLaunch,
    ReportUnread,
    TakeBackWager,
)
from openetg.floor.core.ledger import Transfer
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import (
    BallLaunched,
    OutcomeIgnored,
    OutcomeRecorded,
    RoundOpened,
    RoundResolved,
    RoundSettled,
    RoundVoided,
    WagersClosed,
)
from openetg.floor.rounds.views import own_view, table_view
from openetg.money import cents
from openetg.rulebook.schema.policies import Cause, Closer
from tests.marks import clause
from tests.notation import LAUNCH_MS, PERIOD_MS, PERSON, START_MS, TABLE, play
from tests.payout_notation import playable

BOTH = pytest.mark.parametrize("rulebook", ["ministar", "interblock"])
STAKED = """
    open
    note    t1  100.00
    note    t2  100.00
    wager   t1  straight:17  10.00
    wager   t1  red          5.00
    wager   t2  black        20.00
"""
BACK = "meter t1 100.00 \n meter t2 100.00 \n bank 0.00"
STANDING = "meter t1 85.00 \n meter t2 80.00 \n bank 0.00"


@BOTH
def test_a_round_opens_where_the_last_one_ends(rulebook: str) -> None:
    table = play(rulebook, STAKED + "spin 17")
    settled, opened = table.events(RoundSettled), table.events(RoundOpened)
    assert len(settled) == len(opened) == 1, "one entry settles the old round and opens the new one"
    assert table.round.number == 2
    assert table.round.wagers == {}
    assert (table.round.launch_at_ms, table.round.closes_at_ms) == (table.at_ms + LAUNCH_MS, table.at_ms + PERIOD_MS)


@BOTH
def test_the_first_round_waits_for_the_table_and_for_the_wheel(rulebook: str) -> None:
    table = play(rulebook, "ready \n note t1 20.00")
    assert table.table.round is None
    verdict = table.give(PlaceWager("t1", TABLE, "red", cents(100)))
    assert isinstance(verdict, Refusal)
    assert verdict.reason is Reason.TABLE_NOT_OPEN
    table.say("open \n round 1 OPEN")


@BOTH
@pytest.mark.parametrize("first", ["sensor", "timer"])
def test_the_first_of_timer_and_sensor_closes(rulebook: str, first: str) -> None:
    table = play(rulebook, STAKED + f"launch \n close {first}")
    closed = table.event(WagersClosed)
    assert closed.by is (Closer.ANNOUNCEMENT if (rulebook, first) == ("ministar", "timer") else Closer(first))
    assert table.at_ms == START_MS + (PERIOD_MS if first == "timer" else LAUNCH_MS)
    for by in Closer:
        verdict = table.give(CloseWagers(TABLE, by, table.round.spin))
        assert isinstance(verdict, Refusal)
        assert verdict.reason is Reason.WRONG_PHASE


@BOTH
@pytest.mark.parametrize("by", list(Closer))
def test_only_who_the_instrument_names_may_close(rulebook: str, by: Closer) -> None:
    may = {"ministar": {"timer", "sensor", "announcement"}, "interblock": {"timer", "sensor"}}
    verdict = play(rulebook, STAKED + "launch").give(CloseWagers(TABLE, by))
    if by.value in may[rulebook]:
        assert not isinstance(verdict, Refusal)
    else:
        assert isinstance(verdict, Refusal)
        assert verdict.reason is Reason.NOT_ALLOWED_TO_CLOSE


@clause("ministar", "3.3.6")
def test_after_the_close_nothing_is_placed_changed_or_taken_back() -> None:
    table = play("ministar", STAKED + """
        launch
        wager   t1  red  5.00                         # the ball runs, and the period with it
        back    t1  red  5.00
        close   sensor
        wager   t1  red  5.00    -> after_close 3.3.6
        back    t1  red  5.00    -> after_close 3.3.6
        clear   t1               -> after_close 3.3.6
        stands  t1  straight:17  10.00  red  5.00
    """)  # fmt: skip
    frozen = {name: dict(spots) for name, spots in table.round.wagers.items()}
    table.say("outcome 17")
    settled = table.event(RoundSettled)
    assert {each.terminal: each.staked for each in settled.results} == {"t1": cents(1_500), "t2": cents(2_000)}
    assert frozen == {"t1": {"straight:17": cents(1_000), "red": cents(500)}, "t2": {"black": cents(2_000)}}
    table.say("meter t1 445.00 \n meter t2 120.00")


def test_the_order_of_entries_decides_not_the_clock_of_a_terminal() -> None:
    play("interblock", """
        open
        note    t1  20.00
        launch
        wager   t1  red  1.00
        close   sensor
        wager   t1  red  1.00    -> after_close 1.1.wagering_period
        meter   t1  19.00
        stands  t1  red  1.00
    """)  # fmt: skip


@BOTH
def test_a_wager_meant_for_one_round_never_slips_into_another(rulebook: str) -> None:
    """Touched in round 1, delivered in round 2: the chips of round 1 were settled without it."""
    table = play(rulebook, STAKED + "spin 0 \n wager t1 red 5.00")
    before = (table.meter("t1"), dict(table.round.wagers["t1"]))
    late: list[AnyCommand] = [
        PlaceWager("t1", TABLE, "red", cents(100), round=1),
        TakeBackWager("t1", TABLE, "red", cents(100), round=1),
        ClearWagers("t1", TABLE, round=1),
        PlaceWager("t1", TABLE, "red", cents(100), round=3),
    ]
    for command in late:
        verdict = table.give(command)
        assert isinstance(verdict, Refusal)
        assert verdict.reason is Reason.AFTER_CLOSE
    assert (table.meter("t1"), table.round.wagers["t1"]) == before
    table.give_all(PlaceWager("t1", TABLE, "red", cents(500), round=2), ClearWagers("t1", TABLE, round=2))


@clause("ministar", "7.4.1.3")
def test_ministar_rest_before_the_close_voids_and_behind_it_settles() -> None:
    table = play("ministar", STAKED + "launch \n outcome 17 \n" + BACK)
    voided = table.event(RoundVoided)
    assert (voided.cause, voided.clause) == ("early-rest", "3.12")
    assert not table.events(OutcomeRecorded)
    table.say("outcomes \n round 2 OPEN")
    play("ministar", STAKED + "launch \n close sensor \n outcome 17 \n outcomes 17 \n meter t1 445.00")


@clause("interblock", "8.2.3")
def test_interblock_rest_before_the_close_is_for_a_supervisor() -> None:
    script = """
        limits  any  min 5.00
        open
        note    t1  100.00
        note    t2  100.00
        wager   t1  straight:9  10.00
        wager   t2  straight:9  2.00           # below the minimum, and the period has not ended yet
        launch
        outcome 9
        round   1  HELD  early-rest  8.2.3
        wager   t1  straight:9  50.00   -> after_close 1.1.wagering_period
        clear   t1                      -> after_close 1.1.wagering_period
        meter   t1  90.00
        meter   t2  98.00
        outcomes
    """
    table = play("interblock", script + "resolve assistant_gaming_manager void ball was thrown in")
    resolved = table.event(RoundResolved)
    assert (resolved.person, resolved.clause) == (PERSON, "8.3")
    table.say(BACK)
    table = play("interblock", script + """
        resolve assistant_gaming_manager 9 seen by two
        cites   8.2.5  4.2
        meter   t1  450.00
        meter   t2  100.00                     # what a close returns does not win, closed or not
        outcomes 9
        round   2  OPEN
    """)  # fmt: skip


@BOTH
def test_no_launch_when_the_time_runs_out(rulebook: str) -> None:
    table = play(rulebook, STAKED + "close")
    if rulebook == "ministar":
        table.say(f"cites 7.4.1.2 \n {BACK} \n round 2 OPEN \n outcomes")
    else:
        table.say(f"round 1 CLOSED \n {STANDING} \n launch \n outcome 17 \n meter t1 445.00")


def test_a_sensor_without_a_launch_still_closes() -> None:
    play("interblock", STAKED + "close sensor \n round 1 CLOSED")
    table = play("ministar", STAKED + f"close sensor \n round 1 VOID launch-unseen 7.4.1.2 \n {BACK}")
    assert table.event(WagersClosed).by is Closer.SENSOR


@BOTH
def test_an_outcome_without_a_launch_settles_nothing(rulebook: str) -> None:
    table = play(rulebook, STAKED + "close sensor \n outcome 17 \n outcomes")
    if rulebook == "ministar":
        table.say(f"round 1 VOID launch-unseen 7.4.1.2 \n {BACK}")
        assert table.event(OutcomeIgnored).outcome == "17"
    else:
        table.say(f"round 1 HELD launch-unseen 8.1 \n {STANDING}")


@BOTH
def test_a_launch_nobody_watched_settles_nothing(rulebook: str) -> None:
    """The launch went out, the writer died, and the ball came to rest while nobody listened.

    The round resumed and closed by its timer; wagers came in with the number in view. When the wheel is heard again
    it says all it saw, in order, and then that it is ready.
    """
    table = play(rulebook, STAKED + "restart \n wager t1 straight:9 10.00")
    spin = table.round.spin
    if rulebook == "interblock":
        table.say("close \n round 1 CLOSED")
    table.give(ReportLaunch(TABLE, spin, opposite=True))
    table.give(RecordOutcome(TABLE, spin, "9"))
    table.say("ready")
    if rulebook == "ministar":
        table.say(f"{BACK} \n round 2 OPEN")
    else:
        table.say("meter t1 75.00 \n bank 0.00 \n round 1 HELD launch-unseen 8.1")


@BOTH
def test_ball_and_wheel_turning_the_same_way(rulebook: str) -> None:
    table = play(rulebook, STAKED + "launch same-way")
    assert table.events(BallLaunched)
    if rulebook == "ministar":
        assert table.event(RoundVoided).also == ("3.13",)
        table.say(f"round 1 VOID same-direction 7.4.1.2 \n {BACK} \n ready \n round 2 OPEN")
    else:
        table.say("round 1 OPEN")


@BOTH
@pytest.mark.parametrize("outcome", ["37", "00", "-1", "", "17 "])
def test_a_number_that_is_not_on_the_wheel_is_a_fault(rulebook: str, outcome: str) -> None:
    table = play(rulebook, STAKED + "launch \n close")
    table.give(RecordOutcome(TABLE, table.round.spin, outcome))
    table.say("outcomes")
    if rulebook == "ministar":
        table.say(f"round 1 VOID unknown-outcome 7.4.1.2 \n {BACK}")
    else:
        table.say(f"round 1 HELD unknown-outcome 8.1 \n {STANDING}")


@clause("ministar", "7.4.1.2")
@pytest.mark.parametrize("before", ["", "launch", "launch \n close"])
@pytest.mark.parametrize("fault", [*FaultCode, "unread", "same-direction", "no-launch", "unknown-outcome"])
def test_every_fault_of_the_wheel_voids_a_ministar_round(fault: str, before: str) -> None:
    how = {
        "unread": "unread",
        "same-direction": "launch same-way",
        "no-launch": "close",
        "unknown-outcome": "outcome 37",
    }
    if fault in {"same-direction", "no-launch"} and before:
        before = ""
    table = play("ministar", STAKED + f"{before} \n {how.get(fault, 'fault ' + fault)}")
    voided = table.event(RoundVoided)
    assert voided.cause == fault
    table.say(f"{BACK} \n outcomes")


@BOTH
@pytest.mark.parametrize("before", ["", "launch", "launch \n close"])
def test_a_fault_in_each_phase(rulebook: str, before: str) -> None:
    table = play(rulebook, STAKED + f"{before} \n fault BALL_LOST \n outcomes")
    assert not table.events(RoundOpened), "a broken wheel opens no round"
    if rulebook == "ministar":
        table.say(f"round 1 VOID BALL_LOST 7.4.1.2 \n {BACK} \n ready \n round 2 OPEN")
        return
    table.say(f"round 1 HELD BALL_LOST 8.1 \n {STANDING} \n ready \n round 1 HELD")
    table.say(f"resolve electronic_gaming_supervisor void ball on the floor \n {BACK} \n round 2 OPEN")


@BOTH
@pytest.mark.parametrize("ended", ["spin 3", "launch \n outcome 3 \n ready"])
def test_a_fault_between_rounds_or_before_the_launch_moves_nothing_that_is_settled(rulebook: str, ended: str) -> None:
    table = play(rulebook, f"open \n note t1 20.00 \n wager t1 odd 5.00 \n {ended}")
    if table.round.phase.value == "HELD":
        table.say("resolve assistant_gaming_manager void early")
    before = table.meter("t1")
    table.say("fault COVER_OPEN")
    assert table.meter("t1") == before


@BOTH
@pytest.mark.parametrize("before", ["launch", "launch \n close"])
def test_a_wheel_that_is_ready_while_its_ball_runs_has_lost_the_outcome(rulebook: str, before: str) -> None:
    table = play(rulebook, STAKED + f"{before} \n ready \n outcomes")
    if rulebook == "ministar":
        voided = table.event(RoundVoided)
        assert voided.cause == "outcome-lost"
        table.say(f"{BACK} \n round 2 OPEN")
    else:
        table.say(f"round 1 HELD outcome-lost 8.1 \n {STANDING}")


@BOTH
@pytest.mark.parametrize("before", ["", "launch", "launch \n close"])
def test_an_unread_rest(rulebook: str, before: str) -> None:
    table = play(rulebook, STAKED + f"{before} \n unread \n outcomes")
    if rulebook == "ministar":
        table.say(f"{BACK} \n round 2 OPEN")
    else:
        table.say(f"round 1 HELD unread 8.2.5 \n {STANDING}")


@BOTH
@pytest.mark.parametrize(
    ("before", "ministar", "interblock"),
    [
        ("", "RoundResumed", "RoundResumed"),
        ("launch", "RoundVoided", "RoundHeld"),
        ("launch \n close", "", ""),
        ("close sensor", "", ""),
    ],
)
def test_a_restart_in_each_phase(rulebook: str, before: str, ministar: str, interblock: str) -> None:
    table = play(rulebook, STAKED + before)
    table.at_ms += 600_000
    table.restart()
    assert not isinstance(table.verdict, Refusal)
    wanted = ministar if rulebook == "ministar" else interblock
    assert [type(event).__name__ for event in table.verdict] == ["WriterStarted", *([wanted] if wanted else [])]
    assert not table.table.device_ready, "a new writer has not heard from the wheel"


@BOTH
def test_a_resumed_round_keeps_its_wagers_and_begins_its_time_anew(rulebook: str) -> None:
    table = play(rulebook, STAKED)
    table.at_ms += 600_000
    table.say(f"restart \n {STANDING} \n wager t2 black 5.00 \n ready")
    assert (table.round.launch_at_ms, table.round.closes_at_ms) == (table.at_ms + LAUNCH_MS, table.at_ms + PERIOD_MS)
    table.say("spin 17 \n meter t1 445.00 \n meter t2 125.00")


def test_restart_with_the_ball_running_and_wagers_open() -> None:
    play("ministar", STAKED + f"launch \n restart \n round 1 VOID restart 7.4 \n {BACK} \n ready \n round 2 OPEN")
    play("interblock", STAKED + f"launch \n restart \n round 1 HELD restart 8.6 \n {STANDING} \n ready \n round 1 HELD")


@clause("ministar", "3.15")
def test_settlement_is_automatic_and_the_same_through_a_restart() -> None:
    """The round is closed, the server dies before the outcome is on record, and the wheel says it again."""
    undisturbed = play("ministar", STAKED + "launch \n close \n outcome 17")
    settled = undisturbed.events(RoundSettled)
    assert len(settled) == 1
    disturbed = play("ministar", STAKED + "launch \n close \n restart \n restart \n outcome 17")
    assert disturbed.events(RoundSettled) == settled
    assert disturbed.floor.ledger.accounts == undisturbed.floor.ledger.accounts
    # Once it is on record nothing settles it again.
    for table in (undisturbed, disturbed):
        table.restart()
        table.give(RecordOutcome(TABLE, f"{TABLE}-1", "17"))
        assert isinstance(table.verdict, Refusal)
    assert disturbed.floor.ledger.accounts == undisturbed.floor.ledger.accounts


@BOTH
def test_a_closed_round_awaits_its_outcome_over_restarts_and_settles(rulebook: str) -> None:
    table = play(rulebook, STAKED + "launch \n close \n restart \n restart \n outcome 17 \n meter t1 445.00")
    assert table.round.phase.value == "SETTLED", "the next round waits for the wheel"
    table.say("ready \n round 2 OPEN")


LATE: list[AnyCommand] = [
    ReportLaunch(TABLE, "A-1", opposite=False),
    CloseWagers(TABLE, Closer.SENSOR, "A-1"),
    RecordOutcome(TABLE, "A-1", "17"),
    ReportUnread(TABLE, "A-1"),
    ReportFault(TABLE, "SENSOR", "A-1"),
]


@BOTH
@pytest.mark.parametrize("late", LATE, ids=lambda late: type(late).__name__)
def test_a_late_signal_of_an_older_spin_changes_no_round(rulebook: str, late: AnyCommand) -> None:
    table = play(rulebook, STAKED + "spin 0 \n note t1 50.00 \n wager t1 red 5.00")
    before = (dict(table.floor.ledger.accounts), table_view(table.table), own_view(table.floor, "t1"))
    table.give(late)
    assert (table.floor.ledger.accounts, table_view(table.table), own_view(table.floor, "t1")) == before
    if not isinstance(late, ReportFault):
        assert isinstance(table.verdict, Refusal)
        assert table.verdict.reason is Reason.OTHER_SPIN


@BOTH
def test_the_timer_of_an_ended_round_does_not_close_the_next(rulebook: str) -> None:
    """Two timers may wait in one inbox; the second belongs to the same spin and comes too late."""
    table = play(rulebook, "open")
    timer = CloseWagers(TABLE, Closer.TIMER, table.round.spin)
    table.say("close" if rulebook == "ministar" else "spin 0")
    table.say("round 2 OPEN")
    table.give(timer)
    assert isinstance(table.verdict, Refusal)
    assert table.verdict.reason is Reason.OTHER_SPIN
    table.say("round 2 OPEN")


SUPERVISORS = {
    "assistant_gaming_manager",
    "electronic_gaming_supervisor",
    "electronic_game_supervisor",
    "electronic_supervisor",
}


@pytest.mark.parametrize("decision", ["void", "17"])
def test_who_may_resolve_a_held_round(decision: str) -> None:
    """Supervisors under any of their names; a void only with a reason."""
    held = STAKED + "launch \n close \n unread"
    clause_ = "8.3" if decision == "void" else "8.2.5"
    for role in (*playable("interblock").rulebook.roles, "player"):
        table = play("interblock", held)
        if role not in SUPERVISORS:
            answer = "unknown_role" if role == "player" else "no_power"
            table.say(f"resolve {role} {decision} seen on camera -> {answer} {clause_} \n {STANDING}")
            continue
        if decision == "void":
            table.say(f"resolve {role} void -> no_reason_given 8.3 \n {STANDING}")
        table.say(f"resolve {role} {decision} seen on camera \n cites {clause_} \n round 2 OPEN")
        table.say(BACK if decision == "void" else "meter t1 445.00 \n meter t2 120.00 \n outcomes 17")


@clause("ministar", "1.1.automated-roulette-wheel")
def test_at_ministar_nobody_enters_a_number_and_nobody_calls_a_spin_off() -> None:
    """The number comes from the sensors of a wheel that spins by itself, whoever asks and whenever."""
    for before in ("", "launch", "launch \n close"):
        table = play("ministar", STAKED + before)
        phase = table.round.phase.value
        for role in playable("ministar").rulebook.roles:
            table.say(f"resolve {role} 17 because -> no_power 1.1.automated-roulette-wheel")
            called = table.give(CallNoSpin(role, PERSON, TABLE, Cause.REVOLUTIONS, "slow"))
            assert called == Refusal(Reason.NOT_IN_RULEBOOK, "1.1.automated-roulette-wheel")
        table.say(f"{STANDING} \n round 1 {phase}")
    table = play("ministar", STAKED + "launch \n close \n outcome 17")
    recorded = table.event(OutcomeRecorded)
    assert (recorded.role, recorded.person) == ("", ""), "nobody stands between the sensor and the result"


def test_who_may_void_without_a_cause() -> None:
    table = play("ministar", STAKED)
    for role in playable("ministar").rulebook.roles:
        answer = "no_cause" if role == "assistant_gaming_manager" else "no_power"
        table.say(f"resolve {role} void because -> {answer} 7.3")
    table.say(f"resolve player void because -> unknown_role 7.3 \n {STANDING} \n round 1 OPEN")


@pytest.mark.parametrize("before", ["", "launch", "launch \n close", "launch \n close \n outcome 3"])
def test_a_round_that_goes_its_way_is_void_for_a_cause_only(before: str) -> None:
    play("interblock", STAKED + f"{before} \n resolve assistant_gaming_manager void why not -> no_cause 8.3")


def test_a_resolution_names_the_round_and_a_number_of_the_wheel() -> None:
    table = play("interblock", STAKED + "launch \n close \n unread")
    table.say("resolve assistant_gaming_manager 37 misread -> unknown_outcome 8.2.5")
    command = EnterOutcome("assistant_gaming_manager", PERSON, TABLE, "17", "of another round", 2)
    assert table.give(command) == Refusal(Reason.WRONG_PHASE, "8.2.5")
    table.say(f"{STANDING} \n resolve assistant_gaming_manager 17 seen \n meter t1 445.00")
    again = EnterOutcome("assistant_gaming_manager", PERSON, TABLE, "17", "once more", 1)
    assert table.give(again) == Refusal(Reason.WRONG_PHASE, "8.2.5")


def test_a_held_round_settles_on_what_a_person_enters_not_on_what_the_wheel_says_later() -> None:
    play("interblock", STAKED + """
        launch
        close
        unread
        outcome 5
        cites   8.2.5
        unread
        round   1 HELD unread 8.2.5
        meter   t1  85.00
        resolve assistant_gaming_manager 17 seen
        meter   t1  445.00
    """)  # fmt: skip


@clause("interblock", "1.1.void")
def test_a_void_wager_neither_wins_nor_loses() -> None:
    table = play("interblock", """
        open
        note    t1  100.00
        wager   t1  red  25.00
        launch
        close
        unread
        resolve assistant_gaming_manager void nobody saw it
        meter   t1  100.00
        bank    0.00
        outcomes
    """)  # fmt: skip
    voided = table.event(RoundVoided)
    assert (voided.transfers, voided.clause) == ((Transfer("play/A/t1", "meter/t1", cents(2_500)),), "8.3")
    assert table_view(table.table).last_outcome is None


@clause("interblock", "8.2.6")
def test_dice_known_before_the_close_are_for_a_supervisor() -> None:
    table = play("interblock", """
        open
        note    t1  100.00
        wager   t1  total:11  10.00
        launch
        outcome 2-3-6
        round   1  HELD  early-rest  8.2.6
        wager   t1  total:11  10.00   -> after_close 1.1.wagering_period
        meter   t1  90.00
        outcomes
    """, kind="sic-bo")  # fmt: skip
    seen = table_view(table.table)
    assert (seen.outcome, seen.last_outcome) == (None, None)
    table.say("resolve assistant_gaming_manager 2-3-6 seen by two \n meter t1 160.00 \n outcomes 2-3-6")


@clause("ministar", "3.5")
def test_who_wagers_nothing_sees_the_outcome_and_is_not_settled() -> None:
    table = play("ministar", "open \n note t1 20.00 \n note t2 20.00 \n wager t1 red 1.00 \n spin 2")
    settled = table.event(RoundSettled)
    assert [result.terminal for result in settled.results] == ["t1"]
    assert table_view(table.table).last_outcome == "2"
    table.say("wager t2 red 1.00 \n spin 3")
    settled = table.event(RoundSettled)
    assert [result.terminal for result in settled.results] == ["t2"]


@clause("ministar", "4.1.1")
def test_losing_chips_are_gone() -> None:
    table = play("ministar", "open \n note t1 20.00 \n wager t1 straight:18 5.00 \n launch \n close")
    before = table.meter("t1")
    table.say("outcome 17 \n round 2 OPEN \n stands t1")
    assert (table.meter("t1"), own_view(table.floor, "t1").spots) == (before, {})


@clause("interblock", "3.7.1")
def test_what_is_lost_goes_to_the_house() -> None:
    table = play("interblock", "open \n note t1 20.00 \n wager t1 red 5.00 \n spin 8 \n stands t1 \n bank 5.00")
    settled = table.event(RoundSettled)
    assert settled.transfers == (Transfer("play/A/t1", "bank/A", cents(500)),)
    table.say("meter t1 15.00")


@clause("interblock", "3.7.3")
def test_wager_and_winnings_are_credited_and_the_layout_is_empty() -> None:
    play("interblock", """
        open
        note    t1  100.00
        wager   t1  straight:17  10.00
        wager   t1  black        10.00
        meter   t1  80.00
        spin    17
        win     t1  360.00  380.00
        meter   t1  460.00
        round   2  OPEN
        stands  t1
    """)  # fmt: skip


@clause("interblock", "1.1.stake")
def test_the_total_of_a_round_is_that_of_one_terminal() -> None:
    table = play("interblock", """
        open
        note    t1  50.00
        note    t2  50.00
        wager   t1  straight:7  5.00
        wager   t1  red         10.00
        wager   t1  split:0-1   5.00
        wager   t2  red         50.00
    """)  # fmt: skip
    assert own_view(table.floor, "t1").staked == 2_000
    table.say("spin 30")
    settled = table.event(RoundSettled)
    assert settled.results[0].staked == cents(2_000)


def test_a_win_is_shown_until_the_next_round_is_settled() -> None:
    play("interblock", """
        open
        note    t1  20.00
        wager   t1  red  10.00
        spin    1
        win     t1  10.00  20.00
        spin    1
        win     t1  0.00   0.00
    """)  # fmt: skip
