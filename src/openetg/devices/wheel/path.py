"""Where ball and rotor are on a screen, from what the wheel has said so far and nothing else.

Between two laps the ball is carried on by the last lap's speed. Before the rest no pocket comes into it, so a picture
cannot tell more than the wheel did; once the ball rests it lies in the pocket that was read and turns with the rotor.
"""

from msgspec import Struct

from openetg.devices.wheel.signals import AtRest, BallLaunched, DropImminent, Revolution, Rotation

TRACK, POCKETS = 1.0, 0.7
"""How far out the ball runs and how far out it lies, as parts of the rim."""
_SLOWING = 1.08
_FALL_MS = 4_000
_SIGN = {Rotation.CLOCKWISE: 1, Rotation.COUNTERCLOCKWISE: -1, Rotation.STILL: 0, None: 1}
_TURN_MS = 2_600


class Picture(Struct, frozen=True):
    """A moment of a spin. Angles are in turns, clockwise from where the ball was launched."""

    ball: float
    radius: float
    rotor: float


class BallPath:
    """One spin, fed with its signals as they come."""

    def __init__(self, pockets: tuple[str, ...]) -> None:
        self._pockets = pockets
        self._launched: BallLaunched | None = None
        self._lap: Revolution | None = None
        self._drop: DropImminent | None = None
        self._rest: AtRest | None = None

    def hear(self, signal: object) -> None:
        """What the wheel says; a new launch begins a new spin."""
        match signal:
            case BallLaunched():
                if self._launched is None or signal.spin != self._launched.spin:
                    self._lap = self._drop = self._rest = None
                self._launched = signal
            case Revolution():
                self._lap = signal
            case DropImminent():
                self._drop = signal
            case AtRest():
                self._rest = signal
            case _:
                pass

    def at(self, uptime_ms: int) -> Picture | None:
        """The picture at a moment of the wheel's own clock; None before the first launch."""
        launched = self._launched
        if launched is None or uptime_ms < launched.uptime_ms:
            return None
        turn_ms = launched.rotor_turn_ms or _TURN_MS
        rotor = _SIGN[launched.rotor] * (uptime_ms - launched.uptime_ms) / turn_ms
        if self._rest is not None and uptime_ms >= self._rest.uptime_ms and self._rest.pocket in self._pockets:
            place = self._pockets.index(self._rest.pocket) / len(self._pockets)
            return Picture((rotor + place) % 1, POCKETS, rotor % 1)
        ball = _SIGN[launched.ball] * self._laps_at(launched, uptime_ms)
        return Picture(ball % 1, self._radius(uptime_ms), rotor % 1)

    def _laps_at(self, launched: BallLaunched, uptime_ms: int) -> float:
        lap = self._lap
        if lap is None or uptime_ms < lap.uptime_ms:
            return (uptime_ms - launched.uptime_ms) / (_TURN_MS / 4)
        # Never a whole lap that was not said: the ball waits at the sensor for the word of it.
        return lap.count + min((uptime_ms - lap.uptime_ms) / (lap.lap_ms * _SLOWING), 0.999)

    def _radius(self, uptime_ms: int) -> float:
        if self._drop is None or uptime_ms < self._drop.uptime_ms:
            return TRACK
        fallen = min((uptime_ms - self._drop.uptime_ms) / _FALL_MS, 1.0)
        return TRACK - (TRACK - POCKETS) * fallen
