"""Whether the wall clock may be believed at a start: a person says so where it is far from the last entry.

Time on a floor never goes back. One start with a clock that is a year ahead expires every ticket for good, and every
start after it has to go on from there. So beyond the limits of the floor file a start asks, before it claims anything,
and a person who reads the date off another clock confirms it; that person goes on record. Must never set a clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime

from msgspec import Struct

from openetg.floor.commands import ReportMachineFault
from openetg.journal import places
from openetg.server.checks.selfcheck import refuse
from openetg.server.plan.folder import FloorFolder

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
EARLIEST_ZONE_MS, LATEST_ZONE_MS = -12 * HOUR_MS, 14 * HOUR_MS
"""By how much the calendars of people differ from that of UTC."""


class ClockLimits(Struct, frozen=True):
    """How far the wall clock may be from the last entry before a person is asked."""

    ahead_ms: int = 3 * DAY_MS
    behind_ms: int = HOUR_MS


class ClockConfirmed(Struct, frozen=True):
    """A person's statement that the clock is right."""

    day: str
    """The day it is, such as 2026-11-16, as this person's own calendar says."""
    person: str


class ClockFound(Struct, frozen=True):
    """The wall clock compared with the journal."""

    words: str
    is_fault: bool = False
    """Whether it goes on record as a fault of the machine, too."""


Ask = Callable[[str], ClockConfirmed | None]
"""Asks the person at the machine; None if it is not confirmed."""


def wall_ms() -> int:
    """The time of the wall clock."""
    return time.time_ns() // 1_000_000


def check_start_clock(
    place: FloorFolder, limits: ClockLimits, confirmed: ClockConfirmed | None, ask: Ask | None = None
) -> ClockFound:
    """The wall clock beside the last entry of a journal, if there is one; raises `CheckFailed` if too far off and not
    confirmed."""
    if not places.exists(place.journal):
        return ClockFound("no entry to compare it with")
    with closing(places.open_to_read(place.journal)) as journal:
        head = journal.head()
    return check_clock(head.at_ms, wall_ms(), limits, confirmed, ask) if head.sequence else ClockFound("no entry yet")


def check_clock(
    last_ms: int, now_ms: int, limits: ClockLimits, confirmed: ClockConfirmed | None, ask: Ask | None = None
) -> ClockFound:
    """The wall clock beside the time of the last entry; raises `CheckFailed` if it is too far off and not confirmed."""
    off_ms = now_ms - last_ms
    if -limits.behind_ms <= off_ms <= limits.ahead_ms:
        return _near(off_ms)
    words = _far(last_ms, now_ms)
    answer = confirmed if confirmed is not None or ask is None else ask(words)
    if answer is None:
        raise refuse("clock", f"{words}. {_way_on(now_ms)}")
    if answer.day not in days_at(now_ms):
        raise refuse("clock", f"{words}, and {answer.person} says that it is {answer.day}: put the clock right")
    return ClockFound(f"{words}; confirmed by {answer.person}, whose calendar says {answer.day}", is_fault=True)


def clock_faults(clock: ClockFound) -> list[ReportMachineFault]:
    """The faults to put on record: a wall clock that was put back, or that a person had to confirm."""
    return [ReportMachineFault("clock", clock.words)] if clock.is_fault else []


def _near(off_ms: int) -> ClockFound:
    if off_ms >= 0:
        return ClockFound("not before the last entry")
    return ClockFound(
        f"the wall clock stands {-off_ms} ms before the last entry: put back; time goes on from there", is_fault=True
    )


def _far(last_ms: int, now_ms: int) -> str:
    away = abs(now_ms - last_ms)
    span = f"{away // DAY_MS} days" if away >= 2 * DAY_MS else f"{away // HOUR_MS} hours"
    side = "after" if now_ms > last_ms else "before"
    return f"the wall clock says {_told(now_ms)}, {span} {side} the last entry of {_told(last_ms)}"


def _way_on(now_ms: int) -> str:
    day = _told(now_ms).partition(" ")[0]
    return (
        "Papers and claims would run out by it for good, and time on a floor never goes back. Put the clock right; if"
        f" it is right, say so with the date of another clock: --accept-clock {day} PERSON"
    )


def days_at(now_ms: int) -> set[str]:
    """The dates that calendars anywhere on earth show at a moment."""
    moments = (now_ms + EARLIEST_ZONE_MS, now_ms, now_ms + LATEST_ZONE_MS)
    return {_told(each).partition(" ")[0] for each in moments}


def _told(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d %H:%M} UTC"
