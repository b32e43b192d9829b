"""A simulated wheel, automatic or live: it behaves like the thing, faults included.

What all simulated devices do is in `devices/line/machine.py`. A wheel is a stand-in for chance, so it draws an
outcome, at the moment of rest and from the caller's random source; nothing it says before depends on it.
"""

from collections.abc import Sequence
from functools import partial

from openetg.devices.line.machine import FIRMWARE as FIRMWARE
from openetg.devices.line.machine import DeviceIdentity, Machine, RandomSource
from openetg.devices.line.signals import DeviceKind, DeviceState, Fault, FaultCode
from openetg.devices.wheel.physics import Happening, Physics, Planned, SpinFault, plan_spin, spread
from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
    DeviceSignal,
    DropImminent,
    RestUnread,
    Revolution,
    Rotation,
)

_OPPOSITE = {
    Rotation.CLOCKWISE: Rotation.COUNTERCLOCKWISE,
    Rotation.COUNTERCLOCKWISE: Rotation.CLOCKWISE,
}
_BROKEN = {
    Happening.NOT_SHOT: (FaultCode.NO_LAUNCH, "the ball was not shot"),
    Happening.BALL_LOST: (FaultCode.BALL_LOST, "no sensor sees the ball"),
    Happening.BALL_OUT: (FaultCode.BALL_OUT, "the ball left the wheel"),
    Happening.COVER_OPENED: (FaultCode.COVER_OPEN, "the cover was opened"),
}


class SimulatedWheel(Machine[DeviceSignal]):
    """Takes orders, or is spun by a hand if it is live; is advanced in time; says signals."""

    FAULTS = SpinFault
    LATEST_ONLY = (Revolution,)
    READINGS = (AtRest, RestUnread)
    UNTIL_READ = (DropImminent,)

    def __init__(
        self,
        pockets: Sequence[str],
        rng: RandomSource,
        physics: Physics | None = None,
        *,
        kind: DeviceKind = DeviceKind.AUTOMATIC,
        serial: str = "SIM-1",
        boot: str = "1",
    ) -> None:
        self.lies_in: str | None = None
        """Where the ball truly lies, even if the wheel read otherwise: what a supervisor sees who looks at it."""
        self._pockets = tuple(pockets)
        self._physics = physics or Physics()
        self._lap_count = 0
        self._rotor = Rotation.CLOCKWISE
        identity = DeviceIdentity(kind, self._pockets, serial, boot)
        super().__init__(identity, rng, heartbeat_ms=self._physics.heartbeat_ms)

    def pocket(self) -> str | None:
        """Where the ball truly lies; None while it runs."""
        return self.lies_in

    def push(self) -> bool:
        """The dealer spins the ball of a live wheel; False while one runs."""
        faults = self.begin_by_hand()
        if faults is None:
            return False
        self.launch(faults)
        return True

    def launch(self, faults: frozenset[SpinFault]) -> None:
        """Plan the whole course of a spin."""
        self._lap_count = 0
        before_ms = 0
        for planned in plan_spin(self._physics, self.rng, faults):
            self.plan(planned.after_ms - before_ms, partial(self._happen, planned))
            before_ms = planned.after_ms

    def _happen(self, planned: Planned) -> None:
        match planned.happening:
            case Happening.SHOT:
                self._shot()
            case Happening.LAP:
                self._lap_count += 1
                self.tell(Revolution(*self.stamp(), self.spin, self._lap_count, planned.lap_ms))
            case Happening.DROP_SEEN:
                self.state = DeviceState.DROPPING
                self.tell(DropImminent(*self.stamp(), self.spin))
            case Happening.REST:
                self._rest()
            case Happening.OVER:
                self.over()
            case _:
                self.break_down(*_BROKEN[planned.happening])

    def _shot(self) -> None:
        faults = self.faults_now()
        self._rotor = _OPPOSITE[self._rotor]
        self.lies_in = None if SpinFault.SAME_NUMBER not in faults else self.lies_in
        self.state = DeviceState.RUNNING
        ball = self._rotor if SpinFault.SAME_DIRECTION in faults else _OPPOSITE[self._rotor]
        if SpinFault.STUCK_ROTOR in faults:
            self.tell(BallLaunched(*self.stamp(), self.spin, ball, Rotation.STILL, None))
            self.tell(Fault(*self.stamp(), self.spin, FaultCode.ROTOR_STILL, "the rotor does not turn"))
        else:
            turn_ms = spread(self._physics, self.rng, self._physics.rotor_turn_ms)
            self.tell(BallLaunched(*self.stamp(), self.spin, ball, self._rotor, turn_ms))

    def _rest(self) -> None:
        if self.lies_in is None:
            self.lies_in = self._pockets[self.rng.randrange(len(self._pockets))]
        self.state = DeviceState.RESTED
        self.tell(self._reading(self.lies_in))

    def _reading(self, pocket: str) -> AtRest | RestUnread:
        """What the sensors make of the ball in this pocket."""
        faults = self.faults_now()
        if SpinFault.UNREAD in faults:
            return RestUnread(*self.stamp(), self.spin, ())
        if SpinFault.DOUBLE_READ in faults:
            return RestUnread(*self.stamp(), self.spin, (pocket, self._next_pocket(pocket)))
        if SpinFault.MISREAD in faults:
            return AtRest(*self.stamp(), self.spin, self._next_pocket(pocket))
        if SpinFault.NO_SUCH_POCKET in faults:
            return AtRest(*self.stamp(), self.spin, str(len(self._pockets)))
        return AtRest(*self.stamp(), self.spin, pocket)

    def _next_pocket(self, pocket: str) -> str:
        return self._pockets[(self._pockets.index(pocket) + 1) % len(self._pockets)]
