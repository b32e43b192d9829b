"""The simulated line: the wheel's bytes, whole or damaged as the script says."""

import random
from typing import TypeVar

import pytest

from openetg.devices.line.framing import LineTally
from openetg.devices.wheel.line import SimulatedLine
from openetg.devices.wheel.physics import SpinFault
from openetg.devices.wheel.protocol import WheelProtocol, encode
from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
    DropImminent,
    Garbled,
    Identify,
    Launch,
    Missed,
    WheelSignal,
)
from tests.unit.devices.wheel.wheels import new_wheel, spin_once

Kind = TypeVar("Kind")
SPIN_MS = 40_000


class Listener:
    """A floor's end and a simulated line, face to face without a wire."""

    def __init__(self, *faults: SpinFault) -> None:
        self.line = SimulatedLine(new_wheel(*faults), random.Random(2))
        self.protocol = WheelProtocol()
        self.heard: list[WheelSignal] = []

    def order(self, order: Launch | Identify) -> None:
        self.line.receive(encode(order))

    def listen(self, to_ms: int) -> None:
        self.heard += self.protocol.receive(self.line.advance(to_ms))

    def only(self, *kinds: type[Kind]) -> list[Kind]:
        return [signal for signal in self.heard if isinstance(signal, kinds)]


def one_spin(*faults: SpinFault) -> Listener:
    listener = Listener(*faults)
    listener.order(Launch("s1"))
    listener.listen(SPIN_MS)
    return listener


def test_a_clean_line_carries_everything() -> None:
    listener = one_spin()
    usual = spin_once(new_wheel())
    assert listener.heard[: len(usual)] == usual
    assert listener.protocol.tally == LineTally(accepted=len(listener.heard))


def test_it_does_not_matter_in_which_steps_the_line_is_read() -> None:
    in_steps = Listener(SpinFault.LINE_NOISE, SpinFault.REPEATED_LINES)
    in_steps.order(Launch("s1"))
    for to_ms in range(0, SPIN_MS + 1, 100):
        in_steps.listen(to_ms)
    assert in_steps.heard == one_spin(SpinFault.LINE_NOISE, SpinFault.REPEATED_LINES).heard


def test_noise_between_lines_costs_no_line() -> None:
    listener = one_spin(SpinFault.LINE_NOISE)
    assert listener.protocol.tally.garbled > 0
    assert listener.only(Missed) == []
    assert len(listener.only(AtRest)) == 1


def test_repeated_lines_are_heard_once() -> None:
    listener = one_spin(SpinFault.REPEATED_LINES)
    assert listener.protocol.tally.repeated > 0
    assert listener.heard == one_spin().heard


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (SpinFault.LOST_LAUNCH, BallLaunched),
        (SpinFault.LOST_DROP, DropImminent),
        (SpinFault.LOST_REST, AtRest),
        (SpinFault.DAMAGED_REST, AtRest),
    ],
)
def test_a_lost_line_is_missed(fault: SpinFault, kind: type[WheelSignal]) -> None:
    listener = one_spin(fault)
    assert listener.only(kind) == []
    assert len(listener.only(Missed)) == 1


@pytest.mark.parametrize("fault", [SpinFault.LOST_REST, SpinFault.DAMAGED_REST, SpinFault.MUTE])
def test_a_lost_number_comes_when_the_wheel_is_asked(fault: SpinFault) -> None:
    listener = one_spin(fault)
    listener.order(Identify())
    listener.listen(SPIN_MS)
    assert [rest.pocket for rest in listener.only(AtRest)] == [rest.pocket for rest in one_spin().only(AtRest)]


def test_a_damaged_line_is_seen_as_damaged() -> None:
    assert len(one_spin(SpinFault.DAMAGED_REST).only(Garbled)) == 1


def test_a_mute_wheel_says_nothing_in_its_spin_and_is_heard_after_it() -> None:
    listener = one_spin(SpinFault.MUTE)
    assert listener.only(BallLaunched, AtRest) == []
    assert listener.heard


def test_rubbish_instead_of_orders_moves_nothing() -> None:
    listener = Listener()
    listener.line.receive(b"$LAUNCH,s1*0000\r\n\xff\xfe$$$\r\n" + encode(Launch("s1"))[:-3])
    listener.listen(SPIN_MS)
    assert listener.only(BallLaunched) == []


def test_half_an_order_is_forgotten_with_its_connection() -> None:
    listener = Listener()
    order = encode(Launch("s1"))
    listener.line.receive(order[:5])
    listener.line.connection_reset()
    listener.line.receive(order[5:])
    listener.listen(SPIN_MS)
    assert listener.only(BallLaunched) == []
