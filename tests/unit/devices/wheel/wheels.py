"""Simulated wheels for the tests of this folder, and the course of a spin on them."""

import random
from typing import TypeVar

from openetg.devices.wheel.physics import SpinFault
from openetg.devices.wheel.signals import DeviceSignal, Launch, Ready
from openetg.devices.wheel.simulator import SimulatedWheel

SINGLE_ZERO = tuple(
    str(pocket)
    for pocket in (
        *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
        *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
    )
)

Kind = TypeVar("Kind")


def new_wheel(*faults: SpinFault, seed: int = 1) -> SimulatedWheel:
    """A wheel that has said hello and is ready; the faults are those of its first spin."""
    wheel = SimulatedWheel(SINGLE_ZERO, random.Random(seed))
    wheel.inject(1, *faults)
    wheel.advance(0)
    return wheel


def spin_once(wheel: SimulatedWheel, spin: str = "s1") -> list[DeviceSignal]:
    """Everything said from the launch order until the wheel is ready again."""
    wheel.order(Launch(spin))
    said: list[DeviceSignal] = []
    while not any(isinstance(signal, Ready) for signal in said):
        said += wheel.advance(wheel.next_event_ms())
    return said


def only(said: list[DeviceSignal], *kinds: type[Kind]) -> list[Kind]:
    """Those of these kinds, in order."""
    return [signal for signal in said if isinstance(signal, kinds)]


def the(said: list[DeviceSignal], kind: type[Kind]) -> Kind:
    """The one of this kind."""
    (signal,) = only(said, kind)
    return signal


class FixedDraws:
    """A random source for which all timings are the mean and the pocket is the one asked for."""

    def __init__(self, pocket_index: int) -> None:
        self.pocket_index = pocket_index
        self.pocket_draw_count = 0

    def randrange(self, stop: int, /) -> int:
        if stop == len(SINGLE_ZERO):
            self.pocket_draw_count += 1
            return self.pocket_index
        return stop // 2
