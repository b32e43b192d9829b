"""Nothing a device says before something falls tells what will fall: the same lines come, whatever falls."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import structs

from openetg.devices.line.machine import Machine
from openetg.devices.statusline.simulator import SimulatedCycleWheel
from tests.unit.devices.simulated import KINDS, Kind
from tests.unit.devices.wheel.wheels import SINGLE_ZERO


class Chance:
    """A seeded source for everything but what falls; that is always the same, and is counted."""

    def __init__(self, falls: int, draws: frozenset[int], seed: int) -> None:
        self.fallen = 0
        self._falls = falls
        self._draws = draws
        self._rng = random.Random(seed)

    def randrange(self, stop: int, /) -> int:
        if stop in self._draws:
            self.fallen += 1
            return self._falls % stop
        return self._rng.randrange(stop)


def said_of_a_spin(kind: Kind, falls: int, seed: int, faults: tuple[Any, ...]) -> tuple[bytes, bytes]:
    """What comes over the line before something falls, and from then on until the device is ready again."""
    chance = Chance(falls, kind.draws, seed)
    device: Machine[Any] = kind.make(chance)
    device.inject(1, *faults)
    line = kind.line(device)
    before, after = line.advance(0), b""
    kind.spin(device, "A-1")
    while device.busy:
        said = line.advance(line.next_event_ms())
        before, after = (before, after + said) if chance.fallen else (before + said, after)
    return before, after


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("seed", range(4))
def test_the_same_is_said_before_the_fall_whatever_falls(kind: Kind, seed: int) -> None:
    outcomes = range(max(kind.draws))
    courses = [said_of_a_spin(kind, falls, seed, ()) for falls in outcomes]
    assert len({before for before, _ in courses}) == 1
    assert len({after for _, after in courses}) == len(outcomes), "and what falls is said afterwards"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_nor_does_any_fault_tell(kind: Kind) -> None:
    for fault in kind.make(random.Random(1)).FAULTS:
        courses = {said_of_a_spin(kind, falls, 1, (fault,))[0] for falls in range(max(kind.draws))}
        assert len(courses) == 1, fault


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_outcome_can_fall(kind: Kind) -> None:
    device = kind.make(random.Random(5))
    drawn = set()
    for number in range(400):
        kind.spin(device, f"A-{number}")
        while device.busy:
            for signal in device.advance(device.next_event_ms()):
                if isinstance(signal, kind.readings):
                    drawn.add(structs.astuple(signal)[3])
    assert len(drawn) > 30


def test_a_status_line_says_the_same_before_the_number_whatever_falls() -> None:
    def before(falls: int) -> list[bytes]:
        wheel = SimulatedCycleWheel(SINGLE_ZERO, Chance(falls, frozenset({37}), 1))
        lines: list[bytes] = []
        while not wheel.found:
            line = wheel.advance(wheel.next_event_ms())
            lines += [line] if not wheel.found else []
        return lines

    assert len({tuple(before(falls)) for falls in range(37)}) == 1
    assert len(before(0)) > 70
