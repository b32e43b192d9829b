"""Days as an instrument gives them, and when they begin: text and days in, milliseconds out. Knows no clock."""

from __future__ import annotations

from datetime import date, timedelta

DAY_MS = 86_400_000
_FIRST = date(1970, 1, 1)


def parse_day(text: str) -> date | None:
    """A day such as 2018-01-23; None if it is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def begins_ms(day: date) -> int:
    """When a day begins in Greenwich."""
    return (day - _FIRST).days * DAY_MS


def day_before(at_ms: int) -> date:
    """The day before the one of a moment, in Greenwich."""
    return _FIRST + timedelta(days=at_ms // DAY_MS - 1)
