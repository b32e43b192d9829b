"""A simulated dice tumbler: three dice that are shaken by order, settle and are read, faults included.

What the dice show is drawn when they come to rest, from the caller's random source: nothing said before tells it.
"""

from enum import Enum

from msgspec import Struct

from openetg.devices.line.machine import DeviceIdentity, Machine, RandomSource, spread
from openetg.devices.line.signals import DeviceKind, DeviceState, FaultCode
from openetg.devices.tumbler.signals import (
    NOT_READ,
    DiceRead,
    DiceSettling,
    DiceShaken,
    DiceUnread,
    DieCocked,
    TumblerSaid,
)

DICE = ("6", "6", "6")
"""How many faces each of its dice has."""


class ShakeFault(Enum):
    """What can go wrong in one shake: named switches for tests and drills."""

    NO_SHAKE = "no_shake"
    EARLY_REST = "early_rest"
    SETTLING_UNSEEN = "settling_unseen"
    COCKED = "cocked"
    UNREAD = "unread"
    MISREAD = "misread"
    SAME_DICE = "same_dice"
    DIE_LOST = "die_lost"
    COVER_OPENED = "cover_opened"


class TumblerTimes(Struct, frozen=True):
    """How long things take: about 22 s from the order to dice at rest, so a round with 20 s before it takes 42."""

    start_ms: int = 800
    shake_ms: int = 16_000
    settle_ms: int = 5_000
    """From the warning to dice at rest: longer than the three seconds after which a device counts as silent."""
    show_ms: int = 2_500
    recover_ms: int = 8_000


class SimulatedTumbler(Machine[TumblerSaid]):
    """Takes orders, is advanced in time, says signals."""

    FAULTS = ShakeFault
    READINGS = (DiceRead, DiceUnread, DieCocked)
    UNTIL_READ = (DiceSettling,)

    def __init__(
        self, rng: RandomSource, times: TumblerTimes | None = None, *, serial: str = "SIM-1", boot: str = "1"
    ) -> None:
        self.shows: tuple[str, ...] | None = None
        """What the dice truly show, even if read wrongly."""
        self._times = times or TumblerTimes()
        super().__init__(DeviceIdentity(DeviceKind.TUMBLER, DICE, serial, boot), rng)

    def outcome(self) -> str | None:
        """What the dice truly show, in ascending order; None while they are shaken."""
        return None if self.shows is None else "-".join(sorted(self.shows))

    def launch(self, faults: frozenset[ShakeFault]) -> None:
        """Plan the whole course of a shake."""
        times = self._times
        if ShakeFault.NO_SHAKE in faults:
            self.plan(2 * times.start_ms, lambda: self.break_down(FaultCode.NO_LAUNCH, "the dice were not shaken"))
            self.plan(times.recover_ms, self.over)
            return
        self.plan(times.start_ms, lambda: self._shake(faults))
        broken = faults & {ShakeFault.DIE_LOST, ShakeFault.COVER_OPENED}
        if broken:
            self.plan(spread(self.rng, times.shake_ms) // 2, lambda: self._break(broken))
            self.plan(times.recover_ms, self.over)
            return
        early = ShakeFault.EARLY_REST in faults
        self.plan(spread(self.rng, times.shake_ms) // (4 if early else 1), lambda: self._settle(faults))
        self.plan(spread(self.rng, times.settle_ms), lambda: self._rest(faults))
        self.plan(times.show_ms, self.over)

    def _shake(self, faults: frozenset[ShakeFault]) -> None:
        self.state = DeviceState.RUNNING
        self.shows = self.shows if ShakeFault.SAME_DICE in faults else None
        self.tell(DiceShaken(*self.stamp(), self.spin))

    def _settle(self, faults: frozenset[ShakeFault]) -> None:
        self.state = DeviceState.DROPPING
        if not faults & {ShakeFault.EARLY_REST, ShakeFault.SETTLING_UNSEEN}:
            self.tell(DiceSettling(*self.stamp(), self.spin))

    def _rest(self, faults: frozenset[ShakeFault]) -> None:
        if self.shows is None:
            self.shows = tuple(str(1 + self.rng.randrange(int(faces))) for faces in DICE)
        self.state = DeviceState.RESTED
        partly = (NOT_READ, *self.shows[1:])
        if ShakeFault.COCKED in faults:
            self.tell(DieCocked(*self.stamp(), self.spin, partly))
        elif ShakeFault.UNREAD in faults:
            self.tell(DiceUnread(*self.stamp(), self.spin, partly))
        elif ShakeFault.MISREAD in faults:
            wrong = str(int(self.shows[0]) % 6 + 1)
            self.tell(DiceRead(*self.stamp(), self.spin, (wrong, *self.shows[1:])))
        else:
            self.tell(DiceRead(*self.stamp(), self.spin, self.shows))

    def _break(self, broken: frozenset[ShakeFault]) -> None:
        if ShakeFault.DIE_LOST in broken:
            self.break_down(FaultCode.DIE_LOST, "no sensor sees one of the dice")
        else:
            self.break_down(FaultCode.COVER_OPEN, "the cover was opened")
