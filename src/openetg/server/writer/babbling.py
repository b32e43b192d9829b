"""Counts what one sender brings about again and again, so that it does not fill the journal: a broken device, a finger
held on a button, a program that asks the same thing all day.

Called by the writer with every decision that is noise (`floor/alerts/noise.py`). The first ones go on record as they
are; then they are answered as before and counted, and the count goes on record at once, from then on once a minute, and
when the writer ends. Sans I/O.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct

from openetg.floor.commands import CountRepeats

BURST = 20
"""So many decisions of one kind from one sender are put on record one by one."""
EARNED_MS = 30_000
"""After this time another one is put on record."""
TOLD_EVERY_MS = 60_000
"""How often the count goes on record while it grows."""
KINDS_MAX = 10_000
"""At most so many kinds are remembered; the one not seen for longest is forgotten first."""

Kind = tuple[str, str, str]
"""Sender, command and verdict."""


class _Heard(Struct):
    credit: float
    since_ms: int
    """The time at which the credit was computed."""
    counted: int = 0
    """How many were held back and are not on record yet."""
    counted_since_ms: int = 0
    told_ms: int = 0
    """When the count was last put on record; zero if never."""


class Babbling:
    """Counts repeated decisions of every sender; the writer has one."""

    def __init__(self) -> None:
        self._heard: dict[Kind, _Heard] = {}
        self._counting: dict[Kind, _Heard] = {}
        """The kinds with a count that is not on record yet."""
        self.held_back = 0
        """How many decisions were counted instead of written, since the writer began."""

    def holds_back(self, kind: Kind, at_ms: int) -> bool:
        """Whether one more decision of this kind is counted instead of written."""
        heard = self._heard.pop(kind, None) or self._counting.get(kind)
        if heard is None:
            heard = _Heard(float(BURST), at_ms)
        self._heard[kind] = heard
        heard.credit = min(heard.credit + (at_ms - heard.since_ms) / EARNED_MS, float(BURST))
        heard.since_ms = at_ms
        if heard.credit >= 1:
            heard.credit -= 1
            self._forget()
            return False
        heard.counted_since_ms = heard.counted_since_ms or at_ms
        heard.counted += 1
        self._counting[kind] = heard
        self.held_back += 1
        return True

    def due(self, at_ms: int, *, last: bool) -> Iterator[CountRepeats]:
        """The counts that are to go on record now; every open count if the writer ends (`last`)."""
        for kind, heard in list(self._counting.items()):
            if heard.told_ms and at_ms - heard.told_ms < TOLD_EVERY_MS and not last:
                continue
            yield CountRepeats(*kind, heard.counted, heard.counted_since_ms)
            heard.counted = heard.counted_since_ms = 0
            heard.told_ms = at_ms
            del self._counting[kind]

    def _forget(self) -> None:
        """Forgets the kind not seen for longest; its count is still put on record."""
        if len(self._heard) > KINDS_MAX:
            del self._heard[next(iter(self._heard))]


class Wavering:
    """When a device that was unfit is believed to be fit again: at once the first few times, then once in a while.

    That a device is unfit is news each time and never waits; so one that goes and comes back all day would fill the
    journal by itself. Until it is believed its table waits, as for any device that is unfit.
    """

    def __init__(self) -> None:
        self._credit: dict[str, tuple[float, int]] = {}
        """By device: how many times are left, and the time that was computed."""

    def believed_at_ms(self, device: str, at_ms: int) -> int:
        """The time from which a device that reports itself fit again is believed."""
        return at_ms + max(0, math.ceil((1 - self._credit_at(device, at_ms)) * EARNED_MS))

    def believe(self, device: str, at_ms: int) -> None:
        """Counts that a device is fit again, which is on record."""
        self._credit[device] = (self._credit_at(device, at_ms) - 1, at_ms)

    def _credit_at(self, device: str, at_ms: int) -> float:
        credit, since_ms = self._credit.get(device, (float(BURST), at_ms))
        return min(credit + (at_ms - since_ms) / EARNED_MS, float(BURST))
