"""The life of a round on an automatic wheel: what opens, closes, settles, voids and holds it, in each instrument."""

from __future__ import annotations

import pytest

from openetg.devices.wheel.signals import FaultCode
from openetg.floor.commands import (
    AnyCommand,
    ClearWagers,
    CloseWagers,
    PlaceWager,
    RecordOutcome,
    ReportFault,
    ReportLaunch,
    ReportUnread,
    TakeBackWager,
)
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
from openetg.rulebook.schema.policies import Closer
from tests.marks import clause
from tests.one_table import LAUNCH_MS, PERIOD_MS, PERSON, START_MS, TABLE, play

BOTH = pytest.mark.parametrize("rulebook", ["ministar", "interblock"])
STAKED = """
    open-table by-itself
    ready
    note t1 100.00
    note t2 100.00
    place t1 straight:17 10.00
    place t1 red 5.00
    place t2 black 20.00
"""
BACK = "expect meter t1 100.00 \n expect meter t2 100.00 \n expect account bank/A 0.00"
STANDING = "expect meter t1 85.00 \n expect meter t2 80.00 \n expect account bank/A 0.00"


@BOTH
def test_a_round_opens_where_the_last_one_ends(rulebook: str) -> None:
    table = play(rulebook, STAKED + "launch opposite \n drop \n rest 17")
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
    table.say("open-table by-itself \n ready \n expect round 1 \n expect phase OPEN")


@BOTH
@pytest.mark.parametrize("first", ["sensor", "timer"])
def test_the_first_of_timer_and_sensor_closes(rulebook: str, first: str) -> None:
    table = play(rulebook, STAKED + "wait 18s \n launch opposite")
    if first == "timer":
        table.say("wait 11999ms \n expect phase OPEN \n wait 1ms")
    else:
        table.say("close sensor")
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
    verdict = play(rulebook, STAKED + "launch opposite").give(CloseWagers(TABLE, by))
    if by.value in may[rulebook]:
        assert not isinstance(verdict, Refusal)
    else:
        assert isinstance(verdict, Refusal)
        assert verdict.reason is Reason.NOT_ALLOWED_TO_CLOSE


@clause("ministar", "3.3.6")
def test_after_the_close_nothing_is_placed_changed_or_taken_back() -> None:
    table = play("ministar", STAKED + """
        launch opposite
        place t1 red 5.00  # the ball runs, and the period with it
        take t1 red 5.00
        close sensor
        place t1 red 5.00
        expect refused AFTER_CLOSE 3.3.6
        take t1 red 5.00
        expect refused AFTER_CLOSE 3.3.6
        clear t1
        expect refused AFTER_CLOSE 3.3.6
        expect spot t1 straight:17 10.00
        expect spot t1 red 5.00
        expect staked t1 15.00
    """)  # fmt: skip
    frozen = {name: dict(spots) for name, spots in table.round.wagers.items()}
    table.say("rest 17")
    settled = table.event(RoundSettled)
    assert {each.terminal: each.staked for each in settled.results} == {"t1": cents(1_500), "t2": cents(2_000)}
    assert frozen == {"t1": {"straight:17": cents(1_000), "red": cents(500)}, "t2": {"black": cents(2_000)}}
    table.say("expect meter t1 445.00 \n expect meter t2 120.00")


def test_the_order_of_entries_decides_not_the_clock_of_a_terminal() -> None:
    play("interblock", """
        open-table by-itself
        ready
        note t1 20.00
        launch opposite
        place t1 red 1.00
        close sensor
        place t1 red 1.00
        expect refused AFTER_CLOSE 1.1.wagering_period
        expect meter t1 19.00
        expect spot t1 red 1.00
        expect staked t1 1.00
    """)  # fmt: skip


@BOTH
def test_a_wager_meant_for_one_round_never_slips_into_another(rulebook: str) -> None:
    """Touched in round 1, delivered in round 2: the chips of round 1 were settled without it."""
    table = play(rulebook, STAKED + "launch opposite \n drop \n rest 0 \n place t1 red 5.00")
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
    table = play("ministar", STAKED + "launch opposite \n rest 17 \n " + BACK)
    voided = table.event(RoundVoided)
    assert (voided.cause, voided.clause) == ("early-rest", "3.12")
    assert not table.events(OutcomeRecorded)
    table.say("expect outcomes \n expect round 2 \n expect phase OPEN")
    play("ministar", STAKED + """
        launch opposite
        close sensor
        rest 17
        expect outcomes 17
        expect meter t1 445.00
    """)  # fmt: skip


@clause("interblock", "8.2.3")
def test_interblock_rest_before_the_close_is_for_a_supervisor() -> None:
    script = """
        limit any min 5.00
        open-table by-itself
        ready
        note t1 100.00
        note t2 100.00
        place t1 straight:9 10.00
        place t2 straight:9 2.00  # below the minimum, and the period has not ended yet
        launch opposite
        rest 9
        expect round 1
        expect phase HELD early-rest 8.2.3
        place t1 straight:9 50.00
        expect refused AFTER_CLOSE 1.1.wagering_period
        clear t1
        expect refused AFTER_CLOSE 1.1.wagering_period
        expect meter t1 90.00
        expect meter t2 98.00
        expect outcomes
    """
    table = play("interblock", script + """
        void assistant_gaming_manager:nightingale "ball was thrown in"
    """)  # fmt: skip
    resolved = table.event(RoundResolved)
    assert (resolved.person, resolved.clause) == (PERSON, "8.3")
    table.say(BACK)
    table = play("interblock", script + """
        enter assistant_gaming_manager:nightingale 9 "seen by two"
        expect cites 8.2.5
        expect cites 4.2
        expect meter t1 450.00
        expect meter t2 100.00  # what a close returns does not win, closed or not
        expect outcomes 9
        expect round 2
        expect phase OPEN
    """)  # fmt: skip


@BOTH
def test_no_launch_when_the_time_runs_out(rulebook: str) -> None:
    table = play(rulebook, STAKED + "wait 30s")
    if rulebook == "ministar":
        table.say(f"""
            expect cites 7.4.1.2
            {BACK}
            expect round 2
            expect phase OPEN
            expect outcomes
        """)
    else:
        table.say(f"""
            expect round 1
            expect phase CLOSED
            {STANDING}
            launch opposite
            rest 17
            expect meter t1 445.00
        """)


def test_a_sensor_without_a_launch_still_closes() -> None:
    play("interblock", STAKED + "close sensor \n expect round 1 \n expect phase CLOSED")
    table = play("ministar", STAKED + f"""
        close sensor
        expect round 1
        expect phase VOID launch-unseen 7.4.1.2
        {BACK}
    """)  # fmt: skip
    assert table.event(WagersClosed).by is Closer.SENSOR


@BOTH
def test_an_outcome_without_a_launch_settles_nothing(rulebook: str) -> None:
    table = play(rulebook, STAKED + "close sensor \n rest 17 \n expect outcomes")
    if rulebook == "ministar":
        table.say(f"expect round 1 \n expect phase VOID launch-unseen 7.4.1.2 \n {BACK}")
        assert table.event(OutcomeIgnored).outcome == "17"
    else:
        table.say(f"expect round 1 \n expect phase HELD launch-unseen 8.1 \n {STANDING}")


@BOTH
def test_a_launch_nobody_watched_settles_nothing(rulebook: str) -> None:
    """The launch went out, the writer died, and the ball came to rest while nobody listened.

    The round resumed and closed by its timer; wagers came in with the number in view. When the wheel is heard again
    it says all it saw, in order, and then that it is ready.
    """
    table = play(rulebook, STAKED + "restart \n place t1 straight:9 10.00")
    spin = table.round.spin
    if rulebook == "interblock":
        table.say("wait 30s \n expect round 1 \n expect phase CLOSED")
    table.give(ReportLaunch(TABLE, spin, opposite=True))
    table.give(RecordOutcome(TABLE, spin, "9"))
    table.say("ready")
    if rulebook == "ministar":
        table.say(f"{BACK} \n expect round 2 \n expect phase OPEN")
    else:
        table.say("""
            expect meter t1 75.00
            expect account bank/A 0.00
            expect round 1
            expect phase HELD launch-unseen 8.1
        """)


@BOTH
def test_ball_and_wheel_turning_the_same_way(rulebook: str) -> None:
    table = play(rulebook, STAKED + "launch same-direction")
    assert table.events(BallLaunched)
    if rulebook == "ministar":
        assert table.event(RoundVoided).also == ("3.13",)
        table.say(f"""
            expect round 1
            expect phase VOID same-direction 7.4.1.2
            {BACK}
            ready
            expect round 2
            expect phase OPEN
        """)
    else:
        table.say("expect round 1 \n expect phase OPEN")


@BOTH
@pytest.mark.parametrize("outcome", ["37", "00", "-1", "", "17 "])
def test_a_number_that_is_not_on_the_wheel_is_a_fault(rulebook: str, outcome: str) -> None:
    table = play(rulebook, STAKED + "launch opposite \n wait 30s")
    table.give(RecordOutcome(TABLE, table.round.spin, outcome))
    table.say("expect outcomes")
    if rulebook == "ministar":
        table.say(f"expect round 1 \n expect phase VOID unknown-outcome 7.4.1.2 \n {BACK}")
    else:
        table.say(f"expect round 1 \n expect phase HELD unknown-outcome 8.1 \n {STANDING}")


@clause("ministar", "7.4.1.2")
@pytest.mark.parametrize("before", ["", "launch opposite", "launch opposite \n wait 30s"])
@pytest.mark.parametrize("fault", [*FaultCode, "unread", "same-direction", "no-launch", "unknown-outcome"])
def test_every_fault_of_the_wheel_voids_a_ministar_round(fault: str, before: str) -> None:
    how = {
        "unread": "rest unread",
        "same-direction": "launch same-direction",
        "no-launch": "wait 30s",
        "unknown-outcome": "rest 37",
    }
    if fault in {"same-direction", "no-launch"} and before:
        before = ""
    table = play("ministar", STAKED + f"{before} \n {how.get(fault, 'fault table ' + fault)}")
    voided = table.event(RoundVoided)
    assert voided.cause == fault
    table.say(f"{BACK} \n expect outcomes")


@BOTH
@pytest.mark.parametrize("before", ["", "launch opposite", "launch opposite \n wait 30s"])
def test_a_fault_in_each_phase(rulebook: str, before: str) -> None:
    table = play(rulebook, STAKED + f"{before} \n fault table BALL_LOST \n expect outcomes")
    assert not table.events(RoundOpened), "a broken wheel opens no round"
    if rulebook == "ministar":
        table.say(f"""
            expect round 1
            expect phase VOID BALL_LOST 7.4.1.2
            {BACK}
            ready
            expect round 2
            expect phase OPEN
        """)
        return
    table.say(f"""
        expect round 1
        expect phase HELD BALL_LOST 8.1
        {STANDING}
        ready
        expect round 1
        expect phase HELD
    """)
    table.say(f"""
        void electronic_gaming_supervisor:nightingale "ball on the floor"
        {BACK}
        expect round 2
        expect phase OPEN
    """)


@BOTH
@pytest.mark.parametrize("ended", ["launch opposite \n drop \n rest 3", "launch opposite \n rest 3 \n ready"])
def test_a_fault_between_rounds_or_before_the_launch_moves_nothing_that_is_settled(rulebook: str, ended: str) -> None:
    table = play(rulebook, f"""
        open-table by-itself
        ready
        note t1 20.00
        place t1 odd 5.00
        {ended}
    """)  # fmt: skip
    if table.round.phase.value == "HELD":
        table.say("""
            void assistant_gaming_manager:nightingale "early"
        """)
    before = table.meter("t1")
    table.say("fault table COVER_OPEN")
    assert table.meter("t1") == before


@BOTH
@pytest.mark.parametrize("before", ["launch opposite", "launch opposite \n wait 30s"])
def test_a_wheel_that_is_ready_while_its_ball_runs_has_lost_the_outcome(rulebook: str, before: str) -> None:
    table = play(rulebook, STAKED + f"{before} \n ready \n expect outcomes")
    if rulebook == "ministar":
        voided = table.event(RoundVoided)
        assert voided.cause == "outcome-lost"
        table.say(f"{BACK} \n expect round 2 \n expect phase OPEN")
    else:
        table.say(f"expect round 1 \n expect phase HELD outcome-lost 8.1 \n {STANDING}")


@BOTH
@pytest.mark.parametrize("before", ["", "launch opposite", "launch opposite \n wait 30s"])
def test_an_unread_rest(rulebook: str, before: str) -> None:
    table = play(rulebook, STAKED + f"{before} \n rest unread \n expect outcomes")
    if rulebook == "ministar":
        table.say(f"{BACK} \n expect round 2 \n expect phase OPEN")
    else:
        table.say(f"expect round 1 \n expect phase HELD unread 8.2.5 \n {STANDING}")


@BOTH
@pytest.mark.parametrize(
    ("before", "ministar", "interblock"),
    [
        ("", "RoundResumed", "RoundResumed"),
        ("launch opposite", "RoundVoided", "RoundHeld"),
        ("launch opposite \n wait 30s", "", ""),
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
    table.say(f"restart \n {STANDING} \n place t2 black 5.00 \n ready")
    assert (table.round.launch_at_ms, table.round.closes_at_ms) == (table.at_ms + LAUNCH_MS, table.at_ms + PERIOD_MS)
    table.say("""
        launch opposite
        drop
        rest 17
        expect meter t1 445.00
        expect meter t2 125.00
    """)


def test_restart_with_the_ball_running_and_wagers_open() -> None:
    play("ministar", STAKED + f"""
        launch opposite
        restart
        expect round 1
        expect phase VOID restart 7.4
        {BACK}
        ready
        expect round 2
        expect phase OPEN
    """)  # fmt: skip
    play("interblock", STAKED + f"""
        launch opposite
        restart
        expect round 1
        expect phase HELD restart 8.6
        {STANDING}
        ready
        expect round 1
        expect phase HELD
    """)  # fmt: skip


@clause("ministar", "3.15")
def test_settlement_is_automatic_and_the_same_through_a_restart() -> None:
    """The round is closed, the server dies before the outcome is on record, and the wheel says it again."""
    undisturbed = play("ministar", STAKED + "launch opposite \n wait 30s \n rest 17")
    settled = undisturbed.events(RoundSettled)
    assert len(settled) == 1
    disturbed = play("ministar", STAKED + "launch opposite \n wait 30s \n restart \n restart \n rest 17")
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
    table = play(rulebook, STAKED + """
        launch opposite
        wait 30s
        restart
        restart
        rest 17
        expect meter t1 445.00
    """)  # fmt: skip
    assert table.round.phase.value == "SETTLED", "the next round waits for the wheel"
    table.say("ready \n expect round 2 \n expect phase OPEN")


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
    table = play(rulebook, STAKED + "launch opposite \n drop \n rest 0 \n note t1 50.00 \n place t1 red 5.00")
    before = (dict(table.floor.ledger.accounts), table_view(table.table), own_view(table.floor, "t1"))
    table.give(late)
    assert (table.floor.ledger.accounts, table_view(table.table), own_view(table.floor, "t1")) == before
    if not isinstance(late, ReportFault):
        assert isinstance(table.verdict, Refusal)
        assert table.verdict.reason is Reason.OTHER_SPIN


@BOTH
def test_the_timer_of_an_ended_round_does_not_close_the_next(rulebook: str) -> None:
    """Two timers may wait in one inbox; the second belongs to the same spin and comes too late."""
    table = play(rulebook, "open-table by-itself \n ready")
    timer = CloseWagers(TABLE, Closer.TIMER, table.round.spin)
    table.say("wait 30s" if rulebook == "ministar" else "launch opposite \n drop \n rest 0")
    table.say("expect round 2 \n expect phase OPEN")
    table.give(timer)
    assert isinstance(table.verdict, Refusal)
    assert table.verdict.reason is Reason.OTHER_SPIN
    table.say("expect round 2 \n expect phase OPEN")
