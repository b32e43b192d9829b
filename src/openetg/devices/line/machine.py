"""What any simulated device does: numbers its lines, beats, answers who it is, remembers the last spin to say it again.

A state machine on virtual time without clock, socket or thread: the caller says how late it is and gets what the
device has to say by then. What a spin is and what comes of it is the device's own.
"""

from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct, structs

from openetg.devices.line.forms import VERSION
from openetg.devices.line.signals import (
    CommonSignal,
    DealerKey,
    DeviceKind,
    DeviceOrder,
    DeviceState,
    Expect,
    Expecting,
    Fault,
    FaultCode,
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

FIRMWARE = "openetg-sim-1"
HEARTBEAT_MS = 1_000
_SPINS_REMEMBERED_MAX = 8

Own = TypeVar("Own")
"""What this kind of device says beside what every device says."""


class RandomSource(Protocol):
    """Draws evenly below a number; the caller chooses a seeded one or the system's."""

    def randrange(self, stop: int, /) -> int: ...


class DeviceIdentity(Struct, frozen=True):
    """Who a simulated device is."""

    kind: DeviceKind
    faces: tuple[str, ...]
    serial: str = "SIM-1"
    boot: str = "1"


class DeviceStep(Struct, frozen=True):
    """Something that happens to the device at a moment."""

    at_ms: int
    happen: Callable[[], None]


class Machine(Generic[Own]):
    """Takes orders, is advanced in time, says signals. Starts at 0 ms, switched on, with its Hello still to say."""

    FAULTS: ClassVar[type[Enum]]
    """What can be made to go wrong."""
    LATEST_ONLY: ClassVar[tuple[type[Any], ...]] = ()
    """Of these only the last is said again."""
    READINGS: ClassVar[tuple[type[Any], ...]] = ()
    """What a spin comes to."""
    UNTIL_READ: ClassVar[tuple[type[Any], ...]] = ()
    """What is not said again once there is a reading: late, it would make an early rest look well closed."""

    def __init__(self, identity: DeviceIdentity, rng: RandomSource, *, heartbeat_ms: int = HEARTBEAT_MS) -> None:
        self.now_ms = 0
        self.state = DeviceState.READY
        self.rng = rng
        self._identity = identity
        self._number = 0
        self._said: list[Own | CommonSignal] = []
        self._steps: deque[DeviceStep] = deque()
        self._heartbeat_ms = self._beat_at_ms = heartbeat_ms
        self._spins = deque[str](maxlen=_SPINS_REMEMBERED_MAX)
        self._spin_count = 0
        self._faults: dict[int, frozenset[Any]] = {}
        self._expected: str | None = None
        self._held = False
        self._account: list[Own | CommonSignal] = []
        self._fresh = False
        self._standing: Ready | Held | None = None
        self._say_who()
        self._stand()

    def launch(self, faults: frozenset[Any]) -> None:
        """Begin a spin that was ordered: plan what happens."""
        raise NotImplementedError(faults)

    def next_event_ms(self) -> int:
        """When the device will have something to say, if no order comes before."""
        return self.now_ms if self._said else self._next_step_ms()

    def advance(self, to_ms: int) -> list[Own | CommonSignal]:
        """Let time pass until `to_ms`; what the device said up to then, in order."""
        assert to_ms >= self.now_ms, "time does not run backwards"
        while (at_ms := self._next_step_ms()) <= to_ms:
            self.now_ms = at_ms
            self._go_on()
        self.now_ms = to_ms
        said, self._said = self._said, []
        return said

    def order(self, order: DeviceOrder) -> None:
        """Take an order now; what it makes the device say comes with the next advance."""
        match order:
            case Launch(spin):
                self._take_launch(spin)
            case Expect(spin):
                self._take_expect(spin)
            case Hold():
                self._take_hold(held=True)
            case Release():
                self._take_hold(held=False)
            case Identify():
                self._take_identify()

    def faults_now(self) -> frozenset[Any]:
        """What is switched on for the spin under way."""
        return self._faults.get(self._spin_count, frozenset()) if self._steps else frozenset()

    def inject(self, spin: int, *faults: Any) -> None:
        """Let these things go wrong in the device's n-th spin, counted from 1."""
        self._faults[spin] = self._faults.get(spin, frozenset()) | frozenset(faults)

    def inject_next(self, *faults: Any) -> None:
        """Let these things go wrong in the next spin."""
        self.inject(self._spin_count + 1, *faults)

    def press(self, key: DealerKey, value: str | None = None) -> None:
        """The dealer presses a key at the device: for the spin under way, the one expected, or else the last one."""
        last = self._spins[-1] if self._spins else None
        spin = last if self._steps or self._expected is None else self._expected
        self.say(KeyPressed(*self.stamp(), spin, key, value))

    @property
    def busy(self) -> bool:
        """Whether a spin is under way."""
        return bool(self._steps)

    @property
    def spin(self) -> str:
        """The spin under way, or the last one."""
        return self._spins[-1]

    def begin_by_hand(self) -> frozenset[Any] | None:
        """A hand sets the device in motion: its faults, or None if it moves already.

        The spin has the name that was told, or one made up, which no other spin ever has.
        """
        if self._steps:
            return None
        self._begin(self._expected or f"{self._identity.boot}.{self._spin_count + 1}")
        self._expected = None
        self.state = DeviceState.RUNNING
        return self._faults.get(self._spin_count, frozenset())

    def plan(self, after_ms: int, happen: Callable[[], None]) -> None:
        """Let this happen so long after what was planned last, or after now."""
        begin_ms = self._steps[-1].at_ms if self._steps else self.now_ms
        self._steps.append(DeviceStep(begin_ms + after_ms, happen))

    def over(self) -> None:
        """The last step of a spin: nothing; once it is done the device stands ready again."""

    def tell(self, signal: Own | CommonSignal) -> None:
        """Say it and keep it in the account of the spin, which takes the place of the account before."""
        if self._fresh:
            self._account, self._fresh = [], False
        superseded = self.LATEST_ONLY if isinstance(signal, self.LATEST_ONLY) else ()
        if isinstance(signal, self.READINGS):
            superseded += self.UNTIL_READ
        self._account = [*(kept for kept in self._account if not isinstance(kept, superseded)), signal]
        self.say(signal)

    def break_down(self, code: FaultCode, words: str) -> None:
        """Something broke in the spin under way."""
        self.state = DeviceState.FAULTY
        self.tell(Fault(*self.stamp(), self.spin, code, words))

    def say(self, signal: Own | CommonSignal) -> None:
        """Say it."""
        self._said.append(signal)

    def stamp(self) -> tuple[int, int]:
        """The number and time of the next thing said."""
        self._number += 1
        return self._number, self.now_ms

    def _take_launch(self, spin: str) -> None:
        if self._spins and spin == self._spins[-1]:
            if self.state is not DeviceState.LOADING:
                self._say_again(self._account)
        elif (reason := self._launch_refusal(spin)) is not None:
            self.say(LaunchRefused(*self.stamp(), spin, reason))
        else:
            self._begin(spin)
            self.launch(self._faults.get(self._spin_count, frozenset()))

    def _launch_refusal(self, spin: str) -> LaunchRefusal | None:
        if self._identity.kind in {DeviceKind.LIVE, DeviceKind.MONEY_WHEEL}:
            return LaunchRefusal.LIVE_WHEEL
        if spin in self._spins:
            return LaunchRefusal.OLD_SPIN
        if self._held:
            return LaunchRefusal.HELD
        if self.state is DeviceState.FAULTY:
            return LaunchRefusal.FAULTY
        return LaunchRefusal.BUSY if self._steps else None

    def _take_expect(self, spin: str) -> None:
        """A spin that ran already is not expected again; the one under way keeps its name."""
        if spin not in self._spins:
            self._expected = spin
            self.say(Expecting(*self.stamp(), spin))

    def _take_hold(self, *, held: bool) -> None:
        changed, self._held = held is not self._held, held
        if held and self.state is DeviceState.LOADING:
            self._call_off()
        elif changed and not self._steps:
            self._stand()

    def _take_identify(self) -> None:
        self._say_who()
        self._say_again(self._account)
        if self._standing is not None:
            self._say_again([self._standing])

    def _begin(self, spin: str) -> None:
        self._spins.append(spin)
        self._spin_count += 1
        self._standing = None
        self._fresh = True
        self.state = DeviceState.LOADING

    def _call_off(self) -> None:
        """A hold that comes before anything moved: the same spin may be ordered again later."""
        self._steps.clear()
        self._fresh = False
        self._spin_count -= 1
        self.say(LaunchRefused(*self.stamp(), self._spins.pop(), LaunchRefusal.HELD))
        self._stand()

    def _next_step_ms(self) -> int:
        return min(self._beat_at_ms, self._steps[0].at_ms if self._steps else self._beat_at_ms)

    def _go_on(self) -> None:
        if self._steps and self._steps[0].at_ms <= self.now_ms:
            self._steps[0].happen()
            self._steps.popleft()
            if not self._steps:
                self._stand()
        else:
            self._beat_at_ms += self._heartbeat_ms
            self.say(Heartbeat(*self.stamp(), self.state))

    def _stand(self) -> None:
        """Idle again: ready, or held if so ordered."""
        self.state = DeviceState.HELD if self._held else DeviceState.READY
        self._standing = Held(*self.stamp()) if self._held else Ready(*self.stamp())
        self.say(self._standing)

    def _say_who(self) -> None:
        who = self._identity
        self.say(
            Hello(
                *self.stamp(),
                version=VERSION,
                boot=who.boot,
                serial=who.serial,
                firmware=FIRMWARE,
                kind=who.kind,
                faces=who.faces,
            )
        )
        if self._expected is not None:
            self.say(Expecting(*self.stamp(), self._expected))

    def _say_again(self, signals: Sequence[Own | CommonSignal]) -> None:
        """Under new numbers, with the uptime of the moment each was first seen."""
        for signal in signals:
            number, _ = self.stamp()
            self.say(structs.replace(signal, number=number))  # type: ignore[type-var]


def spread(rng: RandomSource, mean: int, permille: int = 60) -> int:
    """A value near the mean, so far either way."""
    return mean * (1_000 - permille + rng.randrange(2 * permille + 1)) // 1_000
