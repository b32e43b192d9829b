"""What every simulated device does alike: names, holds, beats, keys, and saying things again."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import structs

from openetg.devices.line.machine import Machine
from openetg.devices.line.signals import (
    DealerKey,
    DeviceState,
    Expect,
    Expecting,
    Fault,
    Heartbeat,
    Held,
    Hello,
    Hold,
    Identify,
    KeyPressed,
    Launch,
    LaunchRefusal,
    LaunchRefused,
    Ready,
    Release,
)
from openetg.devices.moneywheel.signals import OnDivider, StopUnread, WheelRevolution, WheelStopped, WheelTurned
from openetg.devices.moneywheel.simulator import LAPS_OF_SHORT_RUN, SimulatedMoneyWheel, TurnFault
from openetg.devices.tumbler.signals import DiceRead, DiceSettling, DiceShaken, DiceUnread, DieCocked
from openetg.devices.tumbler.simulator import ShakeFault, SimulatedTumbler
from tests.unit.devices.simulated import KINDS, SEGMENTS, Kind

by_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
BY_HAND = [kind for kind in KINDS if kind.name in {"live-wheel", "money-wheel"}]
by_hand = pytest.mark.parametrize("kind", BY_HAND, ids=lambda kind: kind.name)
ORDERED = [kind for kind in KINDS if kind not in BY_HAND]
ordered = pytest.mark.parametrize("kind", ORDERED, ids=lambda kind: kind.name)


def new(kind: Kind, *faults: Any, seed: int = 1) -> Machine[Any]:
    device = kind.make(random.Random(seed))
    device.inject(1, *faults)
    device.advance(0)
    return device


def answer(device: Machine[Any], order: Any) -> list[Any]:
    device.order(order)
    return device.advance(device.now_ms)


def to_the_end(device: Machine[Any]) -> list[Any]:
    said: list[Any] = []
    while device.busy:
        said += device.advance(device.next_event_ms())
    return said


def without_beats(said: list[Any]) -> list[type[Any]]:
    return [type(each) for each in said if not isinstance(each, Heartbeat)]


@by_hand
def test_the_next_spin_by_hand_has_the_name_it_was_told(kind: Kind) -> None:
    device = new(kind)
    assert [type(each) for each in answer(device, Expect("A-1"))] == [Expecting]
    kind.spin(device, "")
    assert {each.spin for each in to_the_end(device) if getattr(each, "spin", None)} == {"A-1"}


@by_hand
def test_a_later_name_takes_the_place_of_an_earlier_one(kind: Kind) -> None:
    device = new(kind)
    answer(device, Expect("A-1"))
    answer(device, Expect("A-2"))
    kind.spin(device, "")
    assert device.spin == "A-2"


@by_hand
def test_a_name_is_used_once_and_then_the_device_makes_one_up(kind: Kind) -> None:
    device = new(kind)
    answer(device, Expect("A-1"))
    names = []
    for _ in range(3):
        kind.spin(device, "")
        names.append(device.spin)
        to_the_end(device)
        assert answer(device, Expect("A-1")) == [], "a name that was used is passed over"
    assert names == ["A-1", "1.2", "1.3"]


@by_hand
def test_the_name_expected_is_said_after_hello(kind: Kind) -> None:
    device = new(kind)
    answer(device, Expect("A-1"))
    assert [type(each) for each in answer(device, Identify())] == [Hello, Expecting, Ready]


@by_hand
def test_a_hand_cannot_spin_what_spins(kind: Kind) -> None:
    device = new(kind)
    push = device.push  # type: ignore[attr-defined]
    assert push()
    assert not push()
    to_the_end(device)
    assert push()


@by_hand
def test_nobody_orders_a_device_that_a_hand_spins(kind: Kind) -> None:
    (refused,) = answer(new(kind), Launch("A-1"))
    assert refused.reason is LaunchRefusal.LIVE_WHEEL


@by_hand
def test_a_hold_does_not_stop_a_hand(kind: Kind) -> None:
    device = new(kind)
    kind.spin(device, "")
    assert answer(device, Hold()) == []
    said = to_the_end(device)
    assert any(isinstance(each, kind.readings) for each in said)
    assert type(said[-1]) is Held


@by_kind
def test_a_key_is_for_the_spin_under_way_the_one_expected_or_the_last(kind: Kind) -> None:
    device = new(kind)

    def pressed() -> str | None:
        device.press(DealerKey.NUMBER, "17")
        (key,) = [each for each in device.advance(device.now_ms) if isinstance(each, KeyPressed)]
        spin: str | None = key.spin
        return spin

    assert pressed() is None
    answer(device, Expect("A-1"))
    assert pressed() == "A-1"
    kind.spin(device, "A-1")
    answer(device, Expect("A-2"))
    assert pressed() == "A-1"
    to_the_end(device)
    assert pressed() == "A-2"


@ordered
def test_a_hold_before_anything_moved_calls_the_spin_off(kind: Kind) -> None:
    device = new(kind)
    device.order(Launch("A-1"))
    said = answer(device, Hold())
    assert [type(each) for each in said] == [LaunchRefused, Held]
    assert [type(each) for each in answer(device, Release())] == [Ready]
    device.order(Launch("A-1"))
    assert any(isinstance(each, kind.readings) for each in to_the_end(device))


@ordered
def test_while_it_loads_the_account_is_still_that_of_the_spin_before(kind: Kind) -> None:
    device = new(kind)
    device.order(Launch("A-1"))
    to_the_end(device)
    device.order(Launch("A-2"))
    assert {each.spin for each in answer(device, Identify()) if getattr(each, "spin", None)} == {"A-1"}


@by_kind
def test_said_again_it_has_new_numbers_and_the_old_times(kind: Kind) -> None:
    device = new(kind)
    kind.spin(device, "A-1")
    first = to_the_end(device)
    again = answer(device, Identify())
    known = {structs.astuple(each)[1:] for each in first}
    told = [each for each in again if not isinstance(each, Hello)]
    assert {structs.astuple(each)[1:] for each in told} <= known
    numbers = [each.number for each in first + again]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@by_kind
def test_it_beats_each_second_whatever_else_happens(kind: Kind) -> None:
    device = new(kind)
    kind.spin(device, "A-1")
    beats = [each.uptime_ms for each in device.advance(60_000) if isinstance(each, Heartbeat)]
    assert beats == list(range(1_000, 61_000, 1_000))


TUMBLER = next(kind for kind in KINDS if kind.name == "tumbler")
MONEY_WHEEL = next(kind for kind in KINDS if kind.name == "money-wheel")


def test_the_course_of_a_shake() -> None:
    device = new(TUMBLER)
    device.order(Launch("C-1"))
    said = to_the_end(device)
    assert without_beats(said) == [DiceShaken, DiceSettling, DiceRead, Ready]
    settling = next(each for each in said if isinstance(each, DiceSettling))
    read = next(each for each in said if isinstance(each, DiceRead))
    assert read.uptime_ms - settling.uptime_ms > 3_000, "longer than a device may be silent"
    assert isinstance(device, SimulatedTumbler)
    assert read.dice == device.shows
    assert device.outcome() == "-".join(sorted(read.dice))


@pytest.mark.parametrize(
    ("fault", "course"),
    [
        (ShakeFault.NO_SHAKE, [Fault, Ready]),
        (ShakeFault.EARLY_REST, [DiceShaken, DiceRead, Ready]),
        (ShakeFault.SETTLING_UNSEEN, [DiceShaken, DiceRead, Ready]),
        (ShakeFault.COCKED, [DiceShaken, DiceSettling, DieCocked, Ready]),
        (ShakeFault.UNREAD, [DiceShaken, DiceSettling, DiceUnread, Ready]),
        (ShakeFault.MISREAD, [DiceShaken, DiceSettling, DiceRead, Ready]),
        (ShakeFault.SAME_DICE, [DiceShaken, DiceSettling, DiceRead, Ready]),
        (ShakeFault.DIE_LOST, [DiceShaken, Fault, Ready]),
        (ShakeFault.COVER_OPENED, [DiceShaken, Fault, Ready]),
    ],
)
def test_every_fault_of_a_tumbler(fault: ShakeFault, course: list[type[Any]]) -> None:
    device = new(TUMBLER, fault)
    device.order(Launch("C-1"))
    said = to_the_end(device)
    assert without_beats(said) == course
    assert isinstance(device, SimulatedTumbler)
    for each in said:
        if isinstance(each, DieCocked | DiceUnread):
            assert each.dice[0] == "x"
        elif isinstance(each, DiceRead):
            assert (each.dice == device.shows) is (fault is not ShakeFault.MISREAD)
            assert set(each.dice) <= set("123456")


def test_dice_that_repeat_themselves_fall_alike() -> None:
    device = new(TUMBLER)
    device.inject(2, ShakeFault.SAME_DICE)
    device.inject(3, ShakeFault.SAME_DICE)
    reads = []
    for number in range(3):
        device.order(Launch(f"C-{number}"))
        reads += [each.dice for each in to_the_end(device) if isinstance(each, DiceRead)]
    assert len(set(reads)) == 1


def test_the_course_of_a_money_wheel() -> None:
    device = new(MONEY_WHEEL)
    assert isinstance(device, SimulatedMoneyWheel)
    device.push()
    said = to_the_end(device)
    laps = [each.count for each in said if isinstance(each, WheelRevolution)]
    assert without_beats(said) == [WheelTurned, *[WheelRevolution] * len(laps), WheelStopped, Ready]
    assert laps == list(range(1, len(laps) + 1))
    stopped = next(each for each in said if isinstance(each, WheelStopped))
    assert (stopped.segment, stopped.revolutions) == (device.points_at, len(laps))
    assert stopped.revolutions >= 3
    assert device.symbol() == SEGMENTS[stopped.segment - 1]


@pytest.mark.parametrize(
    ("fault", "last"),
    [
        (TurnFault.SHORT_RUN, WheelStopped),
        (TurnFault.ON_DIVIDER, OnDivider),
        (TurnFault.UNREAD, StopUnread),
        (TurnFault.MISREAD, WheelStopped),
        (TurnFault.SAME_SEGMENT, WheelStopped),
        (TurnFault.SENSOR, Fault),
    ],
)
def test_every_fault_of_a_money_wheel(fault: TurnFault, last: type[Any]) -> None:
    device = new(MONEY_WHEEL, fault)
    assert isinstance(device, SimulatedMoneyWheel)
    device.push()
    said = to_the_end(device)
    assert without_beats(said)[-2:] == [last, Ready]
    for each in said:
        if isinstance(each, WheelStopped):
            assert (each.segment == device.points_at) is (fault is not TurnFault.MISREAD)
            assert (each.revolutions == LAPS_OF_SHORT_RUN) is (fault is TurnFault.SHORT_RUN)


@by_kind
def test_a_device_says_what_it_is_doing(kind: Kind) -> None:
    device = new(kind)
    kind.spin(device, "A-1")
    states = [each.state for each in to_the_end(device) if isinstance(each, Heartbeat)]
    assert DeviceState.RUNNING in states
    assert DeviceState.RESTED in states
