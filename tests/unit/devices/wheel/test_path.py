"""The picture of a spin follows what the wheel said, and shows no pocket before the ball lies in one."""

from __future__ import annotations

import random

import pytest

from openetg.devices.wheel.path import POCKETS, TRACK, BallPath
from openetg.devices.wheel.signals import AtRest, BallLaunched, DropImminent, Ready, Revolution, Rotation
from openetg.devices.wheel.simulator import SimulatedWheel
from tests.unit.devices.wheel.wheels import SINGLE_ZERO, FixedDraws, spin_once

LAUNCH = BallLaunched(1, 1_000, "s1", Rotation.COUNTERCLOCKWISE, Rotation.CLOCKWISE, 2_000)


def path(*signals: object) -> BallPath:
    drawn = BallPath(SINGLE_ZERO)
    for signal in signals:
        drawn.hear(signal)
    return drawn


def test_before_a_launch_there_is_no_picture() -> None:
    assert path(Ready(1, 0)).at(5_000) is None
    assert path(LAUNCH).at(999) is None


def test_ball_and_rotor_turn_against_each_other() -> None:
    picture = path(LAUNCH, Revolution(2, 1_600, "s1", 1, 600)).at(1_900)
    assert picture is not None
    assert picture.rotor == pytest.approx(0.45)
    assert 0.5 < picture.ball < 0.6, "half a lap on, the other way round"


def test_the_ball_passes_the_sensor_only_when_the_wheel_says_so() -> None:
    waiting = path(LAUNCH, Revolution(2, 1_600, "s1", 1, 600))
    assert waiting.at(9_000) == path(LAUNCH, Revolution(2, 1_600, "s1", 1, 600)).at(9_000)
    picture = waiting.at(9_000)
    assert picture is not None
    assert picture.ball == pytest.approx(0.001)


def test_the_ball_falls_from_the_track_after_the_warning() -> None:
    falling = path(LAUNCH, Revolution(2, 1_600, "s1", 1, 600), DropImminent(3, 2_000, "s1"))
    radii = [picture.radius for at in range(1_900, 8_000, 100) if (picture := falling.at(at))]
    assert radii[0] == TRACK
    assert radii[-1] == pytest.approx(POCKETS)
    assert radii == sorted(radii, reverse=True)


def test_at_rest_it_lies_in_its_pocket_and_turns_with_the_rotor() -> None:
    lying = path(LAUNCH, AtRest(9, 9_000, "s1", "32"))
    for at in (9_000, 9_500, 12_345):
        picture = lying.at(at)
        assert picture is not None
        assert (picture.ball - picture.rotor) % 1 == pytest.approx(1 / 37)


def test_a_new_launch_forgets_the_last_spin() -> None:
    picture = path(LAUNCH, AtRest(9, 9_000, "s1", "32"), BallLaunched(20, 20_000, "s2", None, None, None)).at(21_000)
    assert picture is not None
    assert picture.radius == TRACK


def test_until_the_rest_the_picture_is_the_same_whatever_falls() -> None:
    def pictures(pocket: int) -> list[object]:
        wheel, drawn = SimulatedWheel(SINGLE_ZERO, FixedDraws(pocket)), BallPath(SINGLE_ZERO)
        seen: list[object] = []
        for signal in spin_once(wheel):
            if isinstance(signal, AtRest):
                break
            drawn.hear(signal)
            seen.append(drawn.at(signal.uptime_ms))
        return seen

    assert pictures(0) == pictures(17) != []


def test_a_whole_spin_can_be_drawn() -> None:
    wheel, drawn = SimulatedWheel(SINGLE_ZERO, random.Random(1)), BallPath(SINGLE_ZERO)
    for signal in spin_once(wheel):
        drawn.hear(signal)
        picture = drawn.at(signal.uptime_ms)
        assert picture is None or (0 <= picture.ball < 1 and POCKETS <= picture.radius <= TRACK)
