"""A simulated automatic wheel: a state machine on virtual time that behaves like the thing, faults included.

No clock, no socket, no thread: the caller says how late it is and gets what the wheel has to say by then. It is a
stand-in for a wheel, so it alone among the devices draws an outcome, at the moment of rest and from the caller's
random source.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from msgspec import structs

from openetg.devices.wheel.physics import Happening, Physics, Planned, RandomSource, SpinFault, plan_spin, spread
from openetg.devices.wheel.protocol import VERSION
from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
    DeviceSignal,
    DropImminent,
    Fault,
    FaultCode,
    Heartbeat,
    Held,
    Hello,
    Hold,
    Identify,
    Launch,
    LaunchRefusal,
    LaunchRefused,
    Ready,
    Release,
    RestUnread,
    Revolution,
    Rotation,
    WheelClass,
    WheelOrder,
    WheelState,
)

FIRMWARE = "openetg-sim-1"

_SPINS_REMEMBERED_MAX = 8
_NO_FAULTS: frozenset[SpinFault] = frozenset()
_OPPOSITE = {
    Rotation.CLOCKWISE: Rotation.COUNTERCLOCKWISE,
    Rotation.COUNTERCLOCKWISE: Rotation.CLOCKWISE,
}


class SimulatedWheel:
    """Takes orders, is advanced in time, says signals. Starts at 0 ms, switched on, with its Hello still to say."""

    def __init__(
        self,
        pockets: Sequence[str],
        rng: RandomSource,
        physics: Physics | None = None,
        *,
        serial: str = "SIM-1",
        boot: str = "1",
    ) -> None:
        self.now_ms = 0
        self.state = WheelState.READY
        self.lies_in: str | None = None
        """Where the ball truly lies, whatever the wheel read: what a supervisor sees who looks at it."""
        self._pockets = tuple(pockets)
        self._rng = rng
        self._physics = physics or Physics()
        self._serial = serial
        self._boot = boot
        self._faults: dict[int, frozenset[SpinFault]] = {}
        self._number = 0
        self._said: list[DeviceSignal] = []
        self._plan: deque[Planned] = deque()
        self._beat_at_ms = self._physics.heartbeat_ms
        self._spins = deque[str](maxlen=_SPINS_REMEMBERED_MAX)
        self._spin_count = 0
        self._ordered_at_ms = 0
        self._lap_count = 0
        self._held = False
        self._rotor = Rotation.CLOCKWISE
        self._account = _SpinAccount()
        self._standing: Ready | Held | None = None
        self._say_who()
        self._stand()

    def inject(self, spin: int, *faults: SpinFault) -> None:
        """Let these things go wrong in the wheel's n-th spin, counted from 1 by launches accepted."""
        self._faults[spin] = self._faults.get(spin, _NO_FAULTS) | frozenset(faults)

    def faults_now(self) -> frozenset[SpinFault]:
        """What is switched on for the spin under way."""
        return self._faults.get(self._spin_count, _NO_FAULTS) if self._plan else _NO_FAULTS

    def next_event_ms(self) -> int:
        """When the wheel will have something to say, if nobody orders anything before."""
        return self.now_ms if self._said else self._next_step_ms()

    def advance(self, to_ms: int) -> list[DeviceSignal]:
        """Let time pass until `to_ms`; what the wheel said up to then, in order."""
        assert to_ms >= self.now_ms, "time does not run backwards"
        while (at_ms := self._next_step_ms()) <= to_ms:
            self.now_ms = at_ms
            self._step()
        self.now_ms = to_ms
        said, self._said = self._said, []
        return said

    def order(self, order: WheelOrder) -> None:
        """Take an order now; what it makes the wheel say comes with the next advance."""
        match order:
            case Launch(spin):
                self._take_launch(spin)
            case Hold():
                self._take_hold()
            case Release():
                self._take_release()
            case Identify():
                self._take_identify()

    def _take_launch(self, spin: str) -> None:
        if self._spins and spin == self._spins[-1]:
            self._repeat_launch()
        elif (reason := self._launch_refusal(spin)) is not None:
            self._say(LaunchRefused(*self._stamp(), spin, reason))
        else:
            self._begin(spin)

    def _repeat_launch(self) -> None:
        if self.state is not WheelState.LOADING:
            self._say_again(self._account.signals())

    def _launch_refusal(self, spin: str) -> LaunchRefusal | None:
        if spin in self._spins:
            return LaunchRefusal.OLD_SPIN
        if self._held:
            return LaunchRefusal.HELD
        if self.state is WheelState.FAULTY:
            return LaunchRefusal.FAULTY
        return LaunchRefusal.BUSY if self._plan else None

    def _take_hold(self) -> None:
        newly, self._held = not self._held, True
        if self.state is WheelState.LOADING:
            self._call_off()
        elif newly and not self._plan:
            self._stand()

    def _take_release(self) -> None:
        newly, self._held = self._held, False
        if newly and not self._plan:
            self._stand()

    def _take_identify(self) -> None:
        self._say_who()
        self._say_again(self._account.signals())
        if self._standing is not None:
            self._say_again([self._standing])

    def _begin(self, spin: str) -> None:
        self._spins.append(spin)
        self._spin_count += 1
        self._standing = None
        self._lap_count = 0
        self._ordered_at_ms = self.now_ms
        self.state = WheelState.LOADING
        faults = self._faults.get(self._spin_count, _NO_FAULTS)
        self._plan = deque(plan_spin(self._physics, self._rng, faults))

    def _call_off(self) -> None:
        """A hold that comes before the shot: the ball stays, and the same spin may be ordered again later."""
        self._plan.clear()
        self._spin_count -= 1
        self._say(LaunchRefused(*self._stamp(), self._spins.pop(), LaunchRefusal.HELD))
        self._stand()

    def _next_step_ms(self) -> int:
        return min(self._beat_at_ms, self._plan_step_ms() if self._plan else self._beat_at_ms)

    def _plan_step_ms(self) -> int:
        return self._ordered_at_ms + self._plan[0].after_ms

    def _step(self) -> None:
        if self._plan and self._plan_step_ms() <= self.now_ms:
            planned = self._plan[0]
            _STEPS[planned.happening](self, planned)
            self._plan.popleft()
            if not self._plan:
                self._stand()
        else:
            self._beat()

    def _beat(self) -> None:
        self._beat_at_ms += self._physics.heartbeat_ms
        self._say(Heartbeat(*self._stamp(), self.state))

    def _not_shot(self, _: Planned) -> None:
        self._account = _SpinAccount()
        self._break_down(FaultCode.NO_LAUNCH, "the ball was not shot")

    def _shot(self, _: Planned) -> None:
        self._account = _SpinAccount()
        faults = self.faults_now()
        self._rotor = _OPPOSITE[self._rotor]
        self.lies_in = None if SpinFault.SAME_NUMBER not in faults else self.lies_in
        self.state = WheelState.RUNNING
        ball = self._rotor if SpinFault.SAME_DIRECTION in faults else _OPPOSITE[self._rotor]
        if SpinFault.STUCK_ROTOR in faults:
            self._tell(BallLaunched(*self._stamp(), self._spins[-1], ball, Rotation.STILL, None))
            self._tell_fault(FaultCode.ROTOR_STILL, "the rotor does not turn")
        else:
            turn_ms = spread(self._physics, self._rng, self._physics.rotor_turn_ms)
            self._tell(BallLaunched(*self._stamp(), self._spins[-1], ball, self._rotor, turn_ms))

    def _lap(self, planned: Planned) -> None:
        self._lap_count += 1
        self._tell(Revolution(*self._stamp(), self._spins[-1], self._lap_count, planned.lap_ms))

    def _drop_seen(self, _: Planned) -> None:
        self.state = WheelState.DROPPING
        self._tell(DropImminent(*self._stamp(), self._spins[-1]))

    def _lose_ball(self, _: Planned) -> None:
        self._break_down(FaultCode.BALL_LOST, "no sensor sees the ball")

    def _open_cover(self, _: Planned) -> None:
        self._break_down(FaultCode.COVER_OPEN, "the cover was opened")

    def _rest(self, _: Planned) -> None:
        if self.lies_in is None:
            self.lies_in = self._pockets[self._rng.randrange(len(self._pockets))]
        self.state = WheelState.RESTED
        self._tell(self._reading(self.lies_in))

    def _over(self, _: Planned) -> None:
        """The spin is done; what the wheel is now is said by `_stand` once the plan is empty."""

    def _reading(self, pocket: str) -> AtRest | RestUnread:
        """What the sensors make of the ball in this pocket."""
        faults, spin = self.faults_now(), self._spins[-1]
        if SpinFault.UNREAD in faults:
            return RestUnread(*self._stamp(), spin, ())
        if SpinFault.DOUBLE_READ in faults:
            return RestUnread(*self._stamp(), spin, (pocket, self._next_pocket(pocket)))
        if SpinFault.MISREAD in faults:
            return AtRest(*self._stamp(), spin, self._next_pocket(pocket))
        if SpinFault.NO_SUCH_POCKET in faults:
            return AtRest(*self._stamp(), spin, str(len(self._pockets)))
        return AtRest(*self._stamp(), spin, pocket)

    def _next_pocket(self, pocket: str) -> str:
        return self._pockets[(self._pockets.index(pocket) + 1) % len(self._pockets)]

    def _break_down(self, code: FaultCode, words: str) -> None:
        self.state = WheelState.FAULTY
        self._tell_fault(code, words)

    def _tell_fault(self, code: FaultCode, words: str) -> None:
        self._tell(Fault(*self._stamp(), self._spins[-1], code, words))

    def _stand(self) -> None:
        """Idle again: ready, or held if so ordered."""
        self.state = WheelState.HELD if self._held else WheelState.READY
        self._standing = Held(*self._stamp()) if self._held else Ready(*self._stamp())
        self._say(self._standing)

    def _say_who(self) -> None:
        hello = Hello(
            *self._stamp(),
            version=VERSION,
            boot=self._boot,
            serial=self._serial,
            firmware=FIRMWARE,
            wheel_class=WheelClass.AUTOMATIC,
            pockets=self._pockets,
        )
        self._say(hello)

    def _say_again(self, signals: Iterable[DeviceSignal]) -> None:
        """Under new numbers, with the uptime of the moment each was first seen."""
        for signal in signals:
            number, _ = self._stamp()
            self._say(structs.replace(signal, number=number))

    def _tell(self, signal: DeviceSignal) -> None:
        """Say it and keep it in the account of the spin."""
        self._account.add(signal)
        self._say(signal)

    def _say(self, signal: DeviceSignal) -> None:
        self._said.append(signal)

    def _stamp(self) -> tuple[int, int]:
        self._number += 1
        return self._number, self.now_ms


class _SpinAccount:
    """What is said again of a spin: launch, last lap, faults, and where the ball is.

    The warning of the drop goes once the ball rests: said again late, it would make a rest look well closed.
    """

    def __init__(self) -> None:
        self._signals: list[DeviceSignal] = []

    def signals(self) -> list[DeviceSignal]:
        return list(self._signals)

    def add(self, signal: DeviceSignal) -> None:
        superseded: tuple[type[DeviceSignal], ...] = ()
        if isinstance(signal, Revolution):
            superseded = (Revolution,)
        elif isinstance(signal, AtRest | RestUnread):
            superseded = (DropImminent,)
        self._signals = [*(kept for kept in self._signals if not isinstance(kept, superseded)), signal]


_STEPS: dict[Happening, Callable[[SimulatedWheel, Planned], None]] = {
    Happening.NOT_SHOT: SimulatedWheel._not_shot,
    Happening.SHOT: SimulatedWheel._shot,
    Happening.LAP: SimulatedWheel._lap,
    Happening.DROP_SEEN: SimulatedWheel._drop_seen,
    Happening.BALL_LOST: SimulatedWheel._lose_ball,
    Happening.COVER_OPENED: SimulatedWheel._open_cover,
    Happening.REST: SimulatedWheel._rest,
    Happening.OVER: SimulatedWheel._over,
}
