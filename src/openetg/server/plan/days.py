"""The calendar of a floor: which gaming day a moment belongs to, by the clock of its zone.

A gaming day begins at one time of day and lasts until that time on the next; where clocks are put forward or back it is
an hour shorter or longer. Days rise with time and none comes twice.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

ONE_DAY = timedelta(days=1)


class CalendarProblem(Exception):
    """There is no such zone or time of day. The message is for a person."""


class GamingDays:
    """The gaming days of a zone."""

    def __init__(self, zone: str = "UTC", starts: str = "06:00") -> None:
        try:
            self._zone = ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise CalendarProblem(f'expected a time zone such as Australia/Sydney, found "{zone}"') from None
        try:
            self._starts = time.fromisoformat(starts)
        except ValueError:
            raise CalendarProblem(f'expected a time of day such as 06:00, found "{starts}"') from None
        if self._starts.tzinfo is not None:
            raise CalendarProblem(f'expected a time of day such as 06:00, in no zone of its own, found "{starts}"')
        self._day, self._begins_ms, self._ends_ms = "", 0, 0

    def day_of(self, at_ms: int) -> str:
        """The gaming day of a moment, such as 2026-11-15."""
        if not self._begins_ms <= at_ms < self._ends_ms:
            self._find(at_ms)
        return self._day

    def begins_ms(self, day: date) -> int:
        """When a gaming day begins; if clocks show that time twice, at the first; if never, when they would."""
        moment = datetime.combine(day, self._starts, self._zone)
        return round(moment.timestamp() * 1000)

    def _find(self, at_ms: int) -> None:
        """Remembers the day around a moment: the last one that has begun."""
        day = datetime.fromtimestamp(at_ms / 1000, UTC).astimezone(self._zone).date() + ONE_DAY
        while self.begins_ms(day) > at_ms:
            day -= ONE_DAY
        self._day, self._begins_ms, self._ends_ms = day.isoformat(), self.begins_ms(day), self.begins_ms(day + ONE_DAY)
