"""How long things take on a simulated wheel, and the course of one spin as a plan of happenings.

Durations only. The plan never holds a pocket: where the ball lies is drawn when it comes to rest, so nothing that is
said before tells the outcome.
"""

from collections.abc import Iterator
from enum import Enum
from itertools import accumulate
from typing import NamedTuple

from msgspec import Struct

from openetg.devices.line import machine
from openetg.devices.line.machine import RandomSource as RandomSource


class Physics(Struct, frozen=True):
    """Durations of an automatic wheel: about 25 s from the order to the rest, as such wheels take."""

    load_ms: int = 1_200
    """From the order to the ball on the track."""
    first_lap_ms: int = 600
    slowing_permille: int = 80
    """Each lap takes this much longer than the one before."""
    drop_lap_ms: int = 1_500
    """A lap slower than this means that the ball is about to leave the track."""
    last_lap_ms: int = 2_000
    """A ball slower than this leaves the track."""
    bounce_ms: int = 3_500
    """From leaving the track to lying still in a pocket."""
    show_ms: int = 2_500
    """From rest to ready for the next launch."""
    recover_ms: int = 8_000
    """From a fault to ready again."""
    rotor_turn_ms: int = 2_600
    spread_permille: int = 60
    """How far a launch, a bounce or the rotor may lie from its mean, either way."""
    heartbeat_ms: int = 1_000


class SpinFault(Enum):
    """What can go wrong in one spin: named switches for tests and drills."""

    NO_LAUNCH = "no_launch"
    STUCK_ROTOR = "stuck_rotor"
    SAME_DIRECTION = "same_direction"
    SHORT_RUN = "short_run"
    EARLY_REST = "early_rest"
    DROP_UNSEEN = "drop_unseen"
    BALL_LOST = "ball_lost"
    BALL_OUT = "ball_out"
    COVER_OPENED = "cover_opened"
    MISREAD = "misread"
    UNREAD = "unread"
    DOUBLE_READ = "double_read"
    NO_SUCH_POCKET = "no_such_pocket"
    SAME_NUMBER = "same_number"
    LINE_NOISE = "line_noise"
    DAMAGED_REST = "damaged_rest"
    REPEATED_LINES = "repeated_lines"
    LOST_LAUNCH = "lost_launch"
    LOST_DROP = "lost_drop"
    LOST_REST = "lost_rest"
    MUTE = "mute"


class Happening(Enum):
    """A step in the course of a spin."""

    NOT_SHOT = "not_shot"
    SHOT = "shot"
    LAP = "lap"
    DROP_SEEN = "drop_seen"
    BALL_LOST = "ball_lost"
    BALL_OUT = "ball_out"
    COVER_OPENED = "cover_opened"
    REST = "rest"
    OVER = "over"


class Planned(NamedTuple):
    """A happening, this long after the order; for a lap, how long the lap took."""

    after_ms: int
    happening: Happening
    lap_ms: int = 0


_BREAK_OFF = {
    SpinFault.BALL_LOST: Happening.BALL_LOST,
    SpinFault.BALL_OUT: Happening.BALL_OUT,
    SpinFault.COVER_OPENED: Happening.COVER_OPENED,
}
_LAPS_BEFORE_BREAK_OFF = 4
_LAPS_OF_SHORT_RUN = 2
_LAPS_BEFORE_EARLY_REST = 3


def plan_spin(physics: Physics, rng: RandomSource, faults: frozenset[SpinFault]) -> list[Planned]:
    """The whole course of a spin, in order of time."""
    if SpinFault.NO_LAUNCH in faults:
        return _ending(physics, 2 * physics.load_ms, Happening.NOT_SHOT)
    laps = list(_laps(physics, rng))
    for fault, happening in _BREAK_OFF.items():
        if fault in faults:
            run = _run(physics, laps[:_LAPS_BEFORE_BREAK_OFF], drop_seen=False)
            return run + _ending(physics, run[-1].after_ms, happening)
    run = _run(physics, _laps_run(laps, faults), drop_seen=not faults & _DROP_NOT_SEEN)
    rest_ms = run[-1].after_ms + spread(physics, rng, physics.bounce_ms)
    return [*run, Planned(rest_ms, Happening.REST), Planned(rest_ms + physics.show_ms, Happening.OVER)]


def spread(physics: Physics, rng: RandomSource, mean: int) -> int:
    """A value near the mean, as far as this wheel spreads."""
    return machine.spread(rng, mean, physics.spread_permille)


_DROP_NOT_SEEN = {SpinFault.EARLY_REST, SpinFault.DROP_UNSEEN}


def _laps(physics: Physics, rng: RandomSource) -> Iterator[int]:
    lap_ms = spread(physics, rng, physics.first_lap_ms)
    while lap_ms <= physics.last_lap_ms:
        yield lap_ms
        lap_ms = lap_ms * (1_000 + physics.slowing_permille) // 1_000


def _laps_run(laps: list[int], faults: frozenset[SpinFault]) -> list[int]:
    if SpinFault.EARLY_REST in faults:
        return laps[:_LAPS_BEFORE_EARLY_REST]
    if SpinFault.SHORT_RUN in faults:
        return laps[-_LAPS_OF_SHORT_RUN:]
    return laps


def _run(physics: Physics, laps: list[int], *, drop_seen: bool) -> list[Planned]:
    ends = accumulate(laps, initial=physics.load_ms)
    plan = [Planned(next(ends), Happening.SHOT)]
    for lap_ms, end_ms in zip(laps, ends, strict=True):
        plan.append(Planned(end_ms, Happening.LAP, lap_ms))
        if drop_seen and lap_ms > physics.drop_lap_ms:
            plan.append(Planned(end_ms, Happening.DROP_SEEN))
            drop_seen = False
    return plan


def _ending(physics: Physics, at_ms: int, happening: Happening) -> list[Planned]:
    return [Planned(at_ms, happening), Planned(at_ms + physics.recover_ms, Happening.OVER)]
