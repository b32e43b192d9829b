"""One simulated device of each kind on its line, for tests of what all have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from openetg.devices.line.cable import DeviceLine
from openetg.devices.line.forms import Language
from openetg.devices.line.machine import Machine, RandomSource
from openetg.devices.line.signals import DeviceKind, Launch
from openetg.devices.moneywheel.protocol import MONEY_WHEEL
from openetg.devices.moneywheel.signals import OnDivider, StopUnread, WheelStopped
from openetg.devices.moneywheel.simulator import SimulatedMoneyWheel
from openetg.devices.tumbler.protocol import TUMBLER
from openetg.devices.tumbler.signals import DiceRead, DiceUnread, DieCocked
from openetg.devices.tumbler.simulator import SimulatedTumbler
from openetg.devices.wheel.protocol import WHEEL
from openetg.devices.wheel.signals import AtRest, RestUnread
from openetg.devices.wheel.simulator import SimulatedWheel
from tests.unit.devices.wheel.wheels import SINGLE_ZERO

SEGMENTS = tuple("aabaabacaabaabacaabaabadaabaabacaabaabacaabaabadbcef")


class Kind(NamedTuple):
    """A kind of device."""

    name: str
    language: Language[Any]
    make: Callable[[RandomSource], Machine[Any]]
    readings: tuple[type[Any], ...]
    draws: frozenset[int]
    """Below which numbers it draws when something falls."""

    def spin(self, device: Machine[Any], spin: str) -> None:
        """Sets the device in motion, by order or by hand."""
        if isinstance(device, SimulatedMoneyWheel) or self.name == "live-wheel":
            device.push()  # type: ignore[attr-defined]
        else:
            device.order(Launch(spin))

    def line(self, device: Machine[Any]) -> DeviceLine[Any]:
        return DeviceLine(self.language, device)


def _live(rng: RandomSource) -> SimulatedWheel:
    return SimulatedWheel(SINGLE_ZERO, rng, kind=DeviceKind.LIVE)


RESTS = (AtRest, RestUnread)
KINDS = [
    Kind("wheel", WHEEL, lambda rng: SimulatedWheel(SINGLE_ZERO, rng), RESTS, frozenset({37})),
    Kind("live-wheel", WHEEL, _live, RESTS, frozenset({37})),
    Kind("tumbler", TUMBLER, SimulatedTumbler, (DiceRead, DiceUnread, DieCocked), frozenset({6})),
    Kind(
        "money-wheel",
        MONEY_WHEEL,
        lambda rng: SimulatedMoneyWheel(SEGMENTS, rng),
        (WheelStopped, OnDivider, StopUnread),
        frozenset({52}),
    ),
]
