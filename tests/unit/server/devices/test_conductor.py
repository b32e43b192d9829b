"""Between wheels, clock and writer: what is heard becomes commands, what stands becomes orders, once."""

from __future__ import annotations

import pytest

from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
    DeviceKind,
    DeviceState,
    DropImminent,
    Fault,
    Heartbeat,
    Hello,
    Launch,
    LinkLost,
    LinkOpened,
    LossReason,
    Missed,
    Ready,
    RestUnread,
    Rotation,
    Silent,
    WheelSignal,
)
from openetg.floor.commands import (
    AnyCommand,
    CloseWagers,
    PlaceWager,
    RecordOutcome,
    ReportDeviceLine,
    ReportFault,
    ReportLaunch,
    ReportReady,
    ReportUnread,
)
from openetg.floor.core.refusals import Refusal
from openetg.floor.events import OutcomeIgnored
from openetg.floor.rounds.clockwork import next_due_ms
from openetg.money import cents
from openetg.rulebook.schema.policies import Closer
from openetg.server.devices.conductor import REPEAT_ORDER_MS
from openetg.wire.messages import Note
from tests.unit.devices.wheel.wheels import SINGLE_ZERO
from tests.unit.server.stage import HOUSE, INTERBLOCK, MINISTAR, Stage

LAUNCH_MS, PERIOD_MS = HOUSE.tables[0].launch_ms, HOUSE.tables[0].period_ms
CW, CCW, STILL = Rotation.CLOCKWISE, Rotation.COUNTERCLOCKWISE, Rotation.STILL
LINE_LOST: list[WheelSignal] = [LinkLost(LossReason.CLOSED, "cut"), Silent(3_000)]
BOTH = pytest.mark.parametrize("table", [MINISTAR, INTERBLOCK])


def launched(spin: str, ball: Rotation | None = CW, rotor: Rotation | None = CCW) -> BallLaunched:
    return BallLaunched(3, 0, spin, ball, rotor, 2_700)


def offline(lost: WheelSignal, table: str = INTERBLOCK) -> ReportDeviceLine:
    return ReportDeviceLine(f"wheel/{table}", up=False, cause="closed" if isinstance(lost, LinkLost) else "silent")


def hello(*, pockets: tuple[str, ...] = SINGLE_ZERO, kind: DeviceKind = DeviceKind.AUTOMATIC) -> Hello:
    return Hello(1, 0, 1, "5F2A", "W-1", "2.4", kind, pockets)


def heard(stage: Stage, *signals: WheelSignal, table: str = INTERBLOCK) -> list[AnyCommand]:
    """What signals heard together become in the next group."""
    for signal in signals:
        stage.conductor.hear(table, signal)
    before = len(stage.groups)
    stage.turn()
    return [each.order.command for group in stage.groups[before:] for each in group.decided]


@pytest.mark.parametrize(
    ("signal", "command"),
    [
        (launched("B-1"), ReportLaunch("B", "B-1", True, True, "ccw", 2_700)),
        (launched("B-1", CW, CW), ReportLaunch("B", "B-1", False, True, "cw", 2_700)),
        (launched("B-1", CW, STILL), ReportLaunch("B", "B-1", False, False, "", 2_700)),
        (launched("B-1", None, CW), ReportLaunch("B", "B-1", None, True, "cw", 2_700)),
        (launched("B-1", CW, None), ReportLaunch("B", "B-1", None, None, "", 2_700)),
        (DropImminent(4, 0, "B-1"), CloseWagers("B", Closer.SENSOR, "B-1")),
        (AtRest(5, 0, "B-1", "17"), RecordOutcome("B", "B-1", "17")),
        (RestUnread(5, 0, "B-1", ("5", "24")), ReportUnread("B", "B-1")),
        (Fault(6, 0, None, "COVER_OPEN", "open"), ReportFault("B", "COVER_OPEN", None)),
        (Fault(6, 0, "B-1", "X-99", "never heard of"), ReportFault("B", "X-99", "B-1")),
    ],
)
def test_a_signal_becomes_its_command(signal: WheelSignal, command: AnyCommand) -> None:
    stage = Stage()
    assert heard(stage, signal) == [command]
    assert stage.groups[-1].decided[0].order.sender == "wheel/B"


NOTHING_NEW: list[WheelSignal] = [hello(), Heartbeat(3, 0, DeviceState.READY), Missed(3, 4), LinkOpened()]


@pytest.mark.parametrize("signal", NOTHING_NEW, ids=lambda each: type(each).__name__)
def test_what_changes_nothing_is_no_command(signal: WheelSignal) -> None:
    assert heard(Stage(), signal) == []


def test_a_device_that_is_known_to_be_ready_says_nothing_new_until_something_was_wrong_with_it() -> None:
    stage = Stage()
    assert heard(stage, Ready(2, 0)) == []
    heard(stage, Fault(6, 0, None, "COVER_OPEN", "open"))
    assert heard(stage, Ready(7, 0)) == [ReportReady("B")]


def test_signals_wait_until_the_floor_stands_still() -> None:
    stage = Stage()
    stage.give(ReportReady(INTERBLOCK))
    stage.step()
    stage.conductor.hear(INTERBLOCK, launched("B-1"))
    assert stage.writer.waiting == 0
    stage.commit()
    stage.turn()
    assert stage.round().launched


def test_whatever_comes_in_wakes_the_writer() -> None:
    stage = Stage()
    stage.conductor.hear(INTERBLOCK, Ready(2, 0))
    assert stage.woken == 1
    stage.line("I1").hello().say(Note(1, 500))
    assert stage.woken == 2


def test_a_signal_is_never_lost_to_a_full_inbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players have filled the inbox when the ball comes to rest: the outcome waits, in its order."""
    stage = Stage()
    monkeypatch.setattr("openetg.server.writer.writer.LARGEST_INBOX", 2)
    stage.give(ReportReady(MINISTAR), ReportReady(MINISTAR))
    for signal in (launched("B-1"), DropImminent(4, 0, "B-1"), AtRest(5, 0, "B-1", "17")):
        stage.conductor.hear(INTERBLOCK, signal)
    for _ in range(4):
        stage.turn()
    assert list(stage.table().outcomes.values()) == ["17"]


@BOTH
def test_a_launch_is_ordered_when_it_is_due_and_again_until_the_ball_is_seen(table: str) -> None:
    stage, orders = Stage(), []
    wheel = stage.wheels[table]
    for ms in (0, LAUNCH_MS - 1, 1, 1, REPEAT_ORDER_MS - 2, 1, 500):
        stage.turn(ms)
        orders.append(len(wheel.orders))
    assert orders == [0, 0, 1, 1, 1, 2, 2]
    assert wheel.orders == [Launch(f"{table}-1")] * 2
    heard(stage, launched(f"{table}-1"), table=table)
    stage.turn(REPEAT_ORDER_MS)
    assert len(wheel.orders) == 2


def test_the_conductor_says_when_it_wants_to_be_woken() -> None:
    stage = Stage()
    launch_at = stage.round().launch_at_ms
    assert stage.conductor.next_wake_ms() == launch_at
    assert next_due_ms(stage.floor) == stage.round().closes_at_ms
    stage.turn(LAUNCH_MS)
    assert stage.conductor.next_wake_ms() == launch_at + REPEAT_ORDER_MS


def test_without_a_line_the_order_is_tried_again_and_nothing_counts_as_launched() -> None:
    stage = Stage()
    stage.wheels[INTERBLOCK].has_line = False
    stage.turn(LAUNCH_MS)
    assert heard(stage, LinkLost(LossReason.CLOSED, "cut")) == [ReportDeviceLine("wheel/B", up=False, cause="closed")]
    stage.wheels[INTERBLOCK].has_line = True
    stage.turn(REPEAT_ORDER_MS)
    assert stage.wheels[INTERBLOCK].orders == [Launch("B-1")]


def test_nothing_is_ordered_from_what_is_not_on_record() -> None:
    """The round that opens in the group in flight is launched for only once it is durable."""
    stage = Stage()
    heard(stage, launched("B-1"), DropImminent(4, 0, "B-1"))
    stage.give(RecordOutcome(INTERBLOCK, "B-1", "17"))
    stage.step()
    assert stage.wheels[INTERBLOCK].orders == []
    stage.commit()
    stage.turn(LAUNCH_MS)
    assert stage.wheels[INTERBLOCK].orders == [Launch("B-2")]


@BOTH
def test_a_faulted_wheel_is_not_told_to_launch(table: str) -> None:
    stage = Stage()
    heard(stage, Fault(6, 0, "A-0", "MOTOR", "stuck"), table=table)
    for _ in range(3):
        stage.turn(LAUNCH_MS)
    assert stage.wheels[table].orders == []


@BOTH
@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (hello(pockets=SINGLE_ZERO[1:]), "WRONG_POCKETS"),
        (hello(pockets=("00", *SINGLE_ZERO)), "WRONG_POCKETS"),
        (hello(pockets=tuple(reversed(SINGLE_ZERO))), "WRONG_POCKETS"),
        (hello(kind=DeviceKind.LIVE), "WRONG_CLASS"),
    ],
)
def test_a_wheel_that_is_not_the_one_approved_is_a_fault_and_stays_one(table: str, wrong: Hello, code: str) -> None:
    """It may say that it is ready and report numbers: none of it counts until the right wheel says hello."""
    stage = Stage().fund("M1", "I1")
    assert heard(stage, wrong, table=table) == [ReportFault(table, code)]
    spin = f"{table}-1"
    assert heard(stage, Ready(2, 0), launched(spin), AtRest(4, 0, spin, "17"), table=table) == []
    stage.turn(LAUNCH_MS)
    assert stage.wheels[table].orders == []
    assert not stage.table(table).device_ready
    assert heard(stage, hello(), Ready(2, 0), table=table) == [ReportReady(table)]
    assert stage.table(table).device_ready


def test_a_wrong_wheel_is_not_told_to_launch_even_in_the_moment_it_says_hello() -> None:
    stage = Stage()
    stage.conductor.hear(INTERBLOCK, hello(pockets=("0",)))
    stage.turn(LAUNCH_MS)
    assert stage.wheels[INTERBLOCK].orders == []


@BOTH
@pytest.mark.parametrize("lost", LINE_LOST, ids=lambda each: type(each).__name__)
def test_with_the_ball_running_and_wagers_open_silence_is_a_fault(table: str, lost: WheelSignal) -> None:
    stage = Stage().fund("I1", "M1")
    terminal = {MINISTAR: "M1", INTERBLOCK: "I1"}[table]
    stage.give(PlaceWager(terminal, table, "red", cents(1_000))).turn(LAUNCH_MS)
    spin = f"{table}-1"
    heard(stage, launched(spin), table=table)
    assert heard(stage, lost, table=table) == [offline(lost, table), ReportFault(table, "LINE_LOST", spin)]
    phase = stage.round(table).phase.value
    assert phase == {MINISTAR: "VOID", INTERBLOCK: "HELD"}[table]
    online, *late = heard(stage, launched(spin), AtRest(5, 0, spin, "1"), table=table)
    assert online == ReportDeviceLine(f"wheel/{table}", up=True)
    assert len(late) == 2
    said = [each.verdict for each in stage.groups[-1].decided[1:]]
    # What falls in a void round goes on record and does nothing; the rest is refused.
    assert all(isinstance(each, Refusal) or [*map(type, each)] == [OutcomeIgnored] for each in said)
    assert stage.round(table).phase.value == phase


@pytest.mark.parametrize("lost", LINE_LOST, ids=lambda each: type(each).__name__)
def test_a_launch_that_was_sent_counts_as_running(lost: WheelSignal) -> None:
    """The line goes before the wheel's word comes: the ball may drop unseen with wagers open."""
    stage = Stage().turn(LAUNCH_MS)
    assert stage.wheels[INTERBLOCK].orders
    assert not stage.round().launched
    assert heard(stage, lost) == [offline(lost), ReportFault(INTERBLOCK, "LINE_LOST", "B-1")]


def test_a_launch_heard_in_the_same_breath_as_the_loss_counts_as_running() -> None:
    stage = Stage().turn(LAUNCH_MS)
    commands = heard(stage, launched("B-1"), LinkLost(LossReason.CLOSED, "cut"))
    assert commands[-1] == ReportFault(INTERBLOCK, "LINE_LOST", "B-1")
    assert stage.round().phase.value == "HELD"


@pytest.mark.parametrize("lost", LINE_LOST, ids=lambda each: type(each).__name__)
def test_otherwise_silence_is_only_a_wait(lost: WheelSignal) -> None:
    stage = Stage()
    assert heard(stage, lost) == [offline(lost)], "no ball runs"
    stage.turn(LAUNCH_MS)
    heard(stage, launched("B-1"), DropImminent(4, 0, "B-1"))
    assert heard(stage, lost) == [offline(lost)], "no more wagers are taken"
    heard(stage, AtRest(5, 0, "B-1", "17"))
    assert list(stage.table().outcomes.values()) == ["17"]


def test_the_timer_closes_by_itself_and_once() -> None:
    stage = Stage().turn(LAUNCH_MS)
    heard(stage, launched("B-1"))
    stage.turn(PERIOD_MS - LAUNCH_MS - 1)
    assert stage.round().phase.value == "OPEN"
    stage.turn(1).turn(1).turn(1)
    closes = [
        each.order.command
        for group in stage.groups
        for each in group.decided
        if isinstance(each.order.command, CloseWagers) and each.order.command.table == INTERBLOCK
    ]
    assert closes == [CloseWagers(INTERBLOCK, Closer.TIMER, "B-1")]


def test_a_round_resumed_after_a_long_night_has_all_its_time() -> None:
    stage = Stage().restart(ms=8 * 3_600_000).turn()
    assert stage.round().phase.value == "OPEN"
    assert next_due_ms(stage.floor) == stage.now_ms + PERIOD_MS


@pytest.mark.parametrize("rested", [False, True], ids=["running", "at-rest"])
def test_a_launch_that_only_the_wheel_remembers_is_not_settled_on(rested: bool) -> None:
    """The order went out, then the server died. Wagers come in on the resumed round while the ball lies in view."""
    stage = Stage().fund("I1").turn(LAUNCH_MS)
    assert stage.wheels[INTERBLOCK].orders == [Launch("B-1")]
    after = stage.restart()
    after.give(PlaceWager("I1", INTERBLOCK, "straight:17", cents(1_000))).turn(PERIOD_MS)
    assert after.round().phase.value == "CLOSED"
    said: list[WheelSignal] = [hello(), launched("B-1")]
    said += [AtRest(5, 0, "B-1", "17"), Ready(6, 0)] if rested else [DropImminent(5, 0, "B-1")]
    heard(after, *said)
    heard(after, AtRest(7, 0, "B-1", "17"))
    assert (after.round().phase.value, after.round().cause) == ("HELD", "launch-unseen")
    assert after.floor.ledger.held("meter/I1") == cents(9_000)


def test_a_whole_round_on_the_line() -> None:
    stage = Stage().fund("I1")
    stage.give(PlaceWager("I1", INTERBLOCK, "straight:17", cents(1_000))).turn()
    stage.turn(LAUNCH_MS)
    (order,) = stage.wheels[INTERBLOCK].orders
    assert isinstance(order, Launch)
    for signal in (launched(order.spin), DropImminent(4, 0, order.spin), AtRest(5, 0, order.spin, "17"), Ready(6, 0)):
        heard(stage, signal)
    assert stage.floor.ledger.held("meter/I1") == cents(45_000)
    assert (stage.round().number, stage.round().phase.value) == (2, "OPEN")
