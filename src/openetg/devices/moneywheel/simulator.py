"""A simulated money wheel: segments between dividers, an indicator, and a hand that spins it, faults included.

Where it stops is drawn when it stops, from the caller's random source: the laps told before come from the hand's force,
which is drawn for itself and says nothing of the segment.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import partial

from msgspec import Struct

from openetg.devices.line.machine import DeviceIdentity, Machine, RandomSource, spread
from openetg.devices.line.signals import DeviceKind, DeviceState, FaultCode
from openetg.devices.moneywheel.signals import (
    MoneyWheelSaid,
    OnDivider,
    StopUnread,
    WheelRevolution,
    WheelStopped,
    WheelTurned,
)

LAPS_OF_SHORT_RUN = 2


class TurnFault(Enum):
    """What can go wrong in one spin: named switches for tests and drills."""

    SHORT_RUN = "short_run"
    ON_DIVIDER = "on_divider"
    UNREAD = "unread"
    MISREAD = "misread"
    SAME_SEGMENT = "same_segment"
    SENSOR = "sensor"


class MoneyWheelTimes(Struct, frozen=True):
    """How long things take: about 26 s from the push to a standing wheel."""

    push_ms: int = 300
    """From the hand to the sensor."""
    first_lap_ms: int = 1_600
    slowing_permille: int = 220
    """Each lap takes this much longer than the one before."""
    last_lap_ms: int = 5_500
    """A wheel slower than this stops within the next lap."""
    stop_ms: int = 4_000
    show_ms: int = 1_500
    recover_ms: int = 5_000


class SimulatedMoneyWheel(Machine[MoneyWheelSaid]):
    """Is pushed by a hand, is advanced in time, says signals."""

    FAULTS = TurnFault
    LATEST_ONLY = (WheelRevolution,)
    READINGS = (WheelStopped, OnDivider, StopUnread)

    def __init__(
        self,
        segments: Sequence[str],
        rng: RandomSource,
        times: MoneyWheelTimes | None = None,
        *,
        serial: str = "SIM-1",
        boot: str = "1",
    ) -> None:
        self.points_at: int | None = None
        """The segment the indicator truly points at, counted from one, even if read wrongly."""
        self._segments = tuple(segments)
        self._times = times or MoneyWheelTimes()
        self._laps = 0
        super().__init__(DeviceIdentity(DeviceKind.MONEY_WHEEL, self._segments, serial, boot), rng)

    def push(self) -> bool:
        """The dealer spins the wheel; False while it turns."""
        faults = self.begin_by_hand()
        if faults is None:
            return False
        times, laps = self._times, list(self._lap_times())
        self.plan(times.push_ms, lambda: self._turn(faults))
        for lap_ms in laps[-LAPS_OF_SHORT_RUN:] if TurnFault.SHORT_RUN in faults else laps:
            self.plan(lap_ms, partial(self._lap, lap_ms))
        if TurnFault.SENSOR in faults:
            self.plan(times.stop_ms, lambda: self.break_down(FaultCode.SENSOR, "the indicator does not answer"))
            self.plan(times.recover_ms, self.over)
            return True
        self.plan(spread(self.rng, times.stop_ms), lambda: self._stop(faults))
        self.plan(times.show_ms, self.over)
        return True

    def symbol(self) -> str | None:
        """The symbol the indicator truly points at; None while the wheel turns."""
        return None if self.points_at is None else self._segments[self.points_at - 1]

    def _lap_times(self) -> Iterator[int]:
        lap_ms = spread(self.rng, self._times.first_lap_ms)
        while lap_ms <= self._times.last_lap_ms:
            yield lap_ms
            lap_ms = lap_ms * (1_000 + self._times.slowing_permille) // 1_000

    def _turn(self, faults: frozenset[TurnFault]) -> None:
        self.state = DeviceState.RUNNING
        self._laps = 0
        self.points_at = self.points_at if TurnFault.SAME_SEGMENT in faults else None
        self.tell(WheelTurned(*self.stamp(), self.spin))

    def _lap(self, lap_ms: int) -> None:
        self._laps += 1
        self.tell(WheelRevolution(*self.stamp(), self.spin, self._laps, lap_ms))

    def _stop(self, faults: frozenset[TurnFault]) -> None:
        if self.points_at is None:
            self.points_at = 1 + self.rng.randrange(len(self._segments))
        self.state = DeviceState.RESTED
        if TurnFault.UNREAD in faults:
            self.tell(StopUnread(*self.stamp(), self.spin))
        elif TurnFault.ON_DIVIDER in faults:
            self.tell(OnDivider(*self.stamp(), self.spin, self.points_at, self._laps))
        else:
            beside = self.points_at % len(self._segments) + 1
            read = beside if TurnFault.MISREAD in faults else self.points_at
            self.tell(WheelStopped(*self.stamp(), self.spin, read, self._laps))
