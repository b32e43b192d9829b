"""From status lines to the signals of an automatic wheel, so that the floor sees one kind of wheel.

The wheel runs its own cycle and takes no orders. An order to launch gives the next ball its name; a ball that runs
without one belongs to no round and is not reported. The line has no checksum, so what opens a round or settles it
is believed only when two lines in a row say it; what closes wagers is believed at once.
"""

from collections.abc import Sequence

from openetg.devices.line.forms import VERSION
from openetg.devices.line.framing import LineTally, Rubbish, RubbishRun
from openetg.devices.line.signals import (
    DeviceKind,
    DeviceOrder,
    DeviceState,
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
    LineNotice,
    Ready,
    Release,
)
from openetg.devices.statusline.sentence import EVERY_MS, CycleStage, Sentence, SentenceReader, Warnings
from openetg.devices.wheel.signals import AtRest, BallLaunched, DeviceSignal, DropImminent, RestUnread, Rotation

_SPINS = 1_000
_FAULTS = {
    Warnings.BALL_UNSEEN: (FaultCode.BALL_LOST, "the wheel does not see the ball"),
    Warnings.BALL_WITH_ROTOR: (FaultCode.SAME_DIRECTION, "the ball runs with the rotor"),
    Warnings.SENSOR: (FaultCode.SENSOR, "a sensor or the motor"),
    Warnings.VOID: (FaultCode.NO_LAUNCH, "the launch failed or the game is void"),
}
_STATES = {
    CycleStage.START: DeviceState.READY,
    CycleStage.PLACE_WAGERS: DeviceState.READY,
    CycleStage.BALL_IN_TRACK: DeviceState.RUNNING,
    CycleStage.NO_MORE_WAGERS: DeviceState.DROPPING,
    CycleStage.NUMBER_FOUND: DeviceState.RESTED,
    CycleStage.CLOSED: DeviceState.HELD,
}


class SentenceSpeech:
    """The floor's end of a status line. `pockets` are those of the wheel that stands there: the line does not say."""

    def __init__(self, pockets: Sequence[str], *, serial: str, boot: str) -> None:
        self.tally = LineTally()
        self._boot = boot
        self._serial = serial
        self._pockets = tuple(pockets)
        self._reader = SentenceReader()
        self._rubbish = RubbishRun(self.tally)
        self._number = 0
        self._lines = 0
        self._said: list[DeviceSignal] = []
        self._greeted = False
        self._last: Sentence | None = None
        self._sure: Sentence | None = None
        self._named: str | None = None
        self._spin: str | None = None
        self._old: str | None = None
        self._running = False
        self._dropped = False
        self._launched_at = 0
        self._held = False
        self._standing: type[Ready] | type[Held] | None = None

    def receive(self, data: bytes) -> list[DeviceSignal | LineNotice]:
        """The signals that these bytes complete. Never raises."""
        heard: list[DeviceSignal | LineNotice] = [*self._take_said()]
        for piece in self._reader.read(data):
            if isinstance(piece, Rubbish):
                heard += self._rubbish.add(piece)
                continue
            self._rubbish.end()
            self.tally.accepted += 1
            self._hear(piece)
            heard += self._take_said()
        return heard

    def encode(self, order: DeviceOrder) -> bytes:
        """Nothing goes on the line: the wheel takes no orders. What an order means is kept here."""
        match order:
            case Launch(spin):
                self._name(spin)
            case Hold() | Release():
                self._held = isinstance(order, Hold)
                self._standing = None
            case Identify():
                self._greeted = False
            case _:
                pass
        return b""

    def connection_reset(self) -> None:
        """A new connection: what was seen before it is not taken for what is seen on it."""
        self._reader = SentenceReader()
        self._greeted = False
        self._last = self._sure = None
        self._standing = None

    def _name(self, spin: str) -> None:
        if spin in {self._spin, self._named}:
            return
        if spin == self._old:
            self._say(LaunchRefused(*self._stamp(), spin, LaunchRefusal.OLD_SPIN))
        elif self._held or self._running:
            reason = LaunchRefusal.HELD if self._held else LaunchRefusal.BUSY
            self._say(LaunchRefused(*self._stamp(), spin, reason))
        else:
            self._named = spin

    def _hear(self, sentence: Sentence) -> None:
        self._lines += 1
        if not self._greeted:
            self._greeted = True
            self._standing = None
            self._greet()
        self._say(Heartbeat(*self._stamp(), _STATES[sentence.stage]))
        # Closing is the safe side: one line is enough.
        if sentence.stage is CycleStage.NO_MORE_WAGERS:
            self._drop()
        before, self._last = self._last, sentence
        if before == sentence or (before is not None and _same(before, sentence)):
            self._believe(sentence)

    def _greet(self) -> None:
        who = (self._boot, self._serial, "status-line")
        self._say(Hello(*self._stamp(), VERSION, *who, DeviceKind.AUTOMATIC, self._pockets))

    def _believe(self, sentence: Sentence) -> None:
        """Two lines in a row say so."""
        known, self._sure = self._sure, sentence
        risen = sentence.warnings & ~(known.warnings if known is not None else Warnings.NONE)
        match sentence.stage:
            case CycleStage.BALL_IN_TRACK if not self._running:
                self._launch(sentence)
            case CycleStage.NUMBER_FOUND:
                self._rest(sentence)
            case CycleStage.START | CycleStage.PLACE_WAGERS:
                self._warn(risen)
                self._stand(sentence)
                return
            case CycleStage.CLOSED:
                self._lose()
                self._stand(sentence)
            case _:
                pass
        self._warn(risen)

    def _launch(self, sentence: Sentence) -> None:
        self._running, self._dropped = True, False
        self._launched_at = sentence.spins
        self._spin, self._named = self._named, None
        self._standing = None
        if self._spin is not None:
            rotor = Rotation.COUNTERCLOCKWISE if sentence.anticlockwise else Rotation.CLOCKWISE
            against = Rotation.CLOCKWISE if sentence.anticlockwise else Rotation.COUNTERCLOCKWISE
            ball = rotor if sentence.warnings & Warnings.BALL_WITH_ROTOR else against
            self._say(BallLaunched(*self._stamp(), self._spin, ball, rotor, None))

    def _drop(self) -> None:
        """The ball is about to leave the track; one whose start was not seen takes its name all the same."""
        if self._dropped:
            return
        if not self._running:
            self._running, self._launched_at = True, -1
            self._spin, self._named = self._named, None
            self._standing = None
        self._dropped = True
        if self._spin is not None:
            self._say(DropImminent(*self._stamp(), self._spin))

    def _rest(self, sentence: Sentence) -> None:
        if not self._running:
            return
        self._running = self._dropped = False
        spin, self._spin = self._spin, None
        if spin is None:
            return
        self._old = spin
        pocket = self._pocket(sentence.number)
        if sentence.warnings or not self._is_this_spin(sentence):
            self._say(RestUnread(*self._stamp(), spin, (pocket,)))
        else:
            self._say(AtRest(*self._stamp(), spin, pocket))

    def _is_this_spin(self, sentence: Sentence) -> bool:
        """Whether the wheel's own count has gone on by one at most since the ball was seen."""
        return self._launched_at < 0 or (sentence.spins - self._launched_at) % _SPINS <= 1

    def _lose(self) -> None:
        """A ball was running and there is no number of it."""
        spin, self._spin = self._spin, None
        self._running = self._dropped = False
        if spin is not None:
            self._old = spin
            self._say(Fault(*self._stamp(), spin, FaultCode.BALL_LOST, "the wheel went on without a number"))

    def _stand(self, sentence: Sentence) -> None:
        if self._running:
            self._lose()
        if sentence.warnings:
            self._standing = None
            return
        standing: type[Ready] | type[Held] = Held if self._held or sentence.stage is CycleStage.CLOSED else Ready
        if standing is not self._standing:
            self._standing = standing
            self._say(standing(*self._stamp()))

    def _warn(self, risen: Warnings) -> None:
        for warning, (code, words) in _FAULTS.items():
            if warning & risen:
                self._say(Fault(*self._stamp(), self._spin, code, words))

    def _pocket(self, number: str) -> str:
        """The wheel pads with a blank or a nought; `00` is the double zero where there is one."""
        stripped = number.strip()
        if stripped in self._pockets:
            return stripped
        return stripped.lstrip("0") or "0"

    def _say(self, signal: DeviceSignal) -> None:
        self._said.append(signal)

    def _take_said(self) -> list[DeviceSignal]:
        said, self._said = self._said, []
        return said

    def _stamp(self) -> tuple[int, int]:
        """The wheel tells no time of its own: its lines are counted instead."""
        self._number += 1
        return self._number, self._lines * EVERY_MS


def _same(one: Sentence, other: Sentence) -> bool:
    """Whether two lines say the same of the game; the rotor's speed may vary."""
    return (one.stage, one.spins, one.number, one.warnings) == (other.stage, other.spins, other.number, other.warnings)
