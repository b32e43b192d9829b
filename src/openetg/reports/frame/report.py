"""What a report is: one shape for all of them, so that one renderer each serves screen, CSV, paper and shell.

Plain data. Money is whole cents, a percentage hundredths of one percent, a time milliseconds since 1970: renderers
alone turn them into words. Private texts never stand in a report; it names the entry in which they do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from msgspec import Struct

from openetg.journal.proofs.printed_code import journal_code
from openetg.money import ZERO, Money, cents, cents_of, format_money

ROWS_MAX = 2_000
"""So many rows of one section are shown at most; how many more there are is said below them."""
EPOCH = datetime.fromtimestamp(0, UTC)

Kind = Literal["text", "money", "count", "time", "percent", "clause"]
Cell = str | int | None
"""None if there is no value, such as a hold in percent of zero."""
Row = tuple[Cell, ...]


class Column(Struct, frozen=True):
    """One column of every row."""

    name: str
    title: str
    kind: Kind = "text"


class Check(Struct, frozen=True):
    """Two that must agree, computed in different ways."""

    title: str
    holds: bool
    words: str
    entry: int = 0
    """The first entry at which it does not hold; zero if it does, or where no single one is to blame."""


class Series(Struct, frozen=True):
    """One row of figures of a chart."""

    title: str
    values: tuple[int | None, ...]
    kind: Kind = "money"


class Chart(Struct, frozen=True):
    """Figures to be drawn."""

    kind: Literal["bars", "line"]
    title: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]


class Section(Struct, frozen=True):
    """One table of a report, with its totals, checks and charts."""

    title: str
    columns: tuple[Column, ...] = ()
    rows: tuple[Row, ...] = ()
    totals: Row | None = None
    checks: tuple[Check, ...] = ()
    charts: tuple[Chart, ...] = ()
    note: str = ""


class Setting(Struct, frozen=True):
    """Where a report is made: its head, and in which time zone hours are told."""

    site: str = ""
    currency: str = "AUD"
    time_zone: str = "UTC"


class Report(Struct, frozen=True):
    """A fold of the journal for people, and what it can be held against the journal by."""

    kind: str
    title: str
    setting: Setting
    about: tuple[str, ...]
    journal: str
    """The name of the journal."""
    from_ms: int
    until_ms: int
    after: int
    """The span begins with the entry after this one."""
    until: int
    """And ends with this one."""
    hash: str
    """The hash of the chain after the group that holds the last entry of the span."""
    hash_at: int
    """The last entry of that group."""
    sections: tuple[Section, ...]

    @property
    def code(self) -> str:
        """What of that a person can copy off the paper, and hold the journal against years later."""
        return journal_code(self.hash_at, bytes.fromhex(self.hash))

    @property
    def failed(self) -> tuple[Check, ...]:
        """The checks that do not hold."""
        return tuple(check for section in self.sections for check in section.checks if not check.holds)


def bounded(rows: Sequence[Row], *, in_all: int = 0) -> tuple[tuple[Row, ...], str]:
    """As many rows as are shown, and what is said about the others."""
    more = max(in_all, len(rows)) - ROWS_MAX
    return tuple(rows[:ROWS_MAX]), f"{more} more are not shown; the journal has them all." if more > 0 else ""


def summed(columns: Sequence[Column], rows: Iterable[Row], *, label: str = "In all") -> Row:
    """The totals of a table: money and counts are summed, everything else is left out."""
    totals: list[Cell] = [0 if column.kind in {"money", "count"} else None for column in columns]
    for row in rows:
        for place, cell in enumerate(row):
            before = totals[place]
            if isinstance(before, int) and isinstance(cell, int):
                totals[place] = before + cell
    return (label, *totals[1:])


def percent(part: Money, whole: Money) -> int | None:
    """A part in hundredths of one percent, rounded half away from zero; None of zero."""
    numerator, denominator = cents_of(part) * 10_000, cents_of(whole)
    if not denominator:
        return None
    size = (2 * abs(numerator) + abs(denominator)) // (2 * abs(denominator))
    return size if (numerator < 0) == (denominator < 0) else -size


def agree(title: str, this: Money, that: Money, words: str, *, entry: int = 0) -> Check:
    """A check that two amounts are the same; `words` say what each of them is, with a place for both."""
    said = words.format(format_money(this), format_money(that))
    return Check(title, this == that, said, entry if this != that else 0)


def local(at_ms: int, time_zone: str) -> datetime:
    """A time at the site; the last one there is for what lies beyond the calendar."""
    try:
        return (EPOCH + timedelta(milliseconds=at_ms)).astimezone(ZoneInfo(time_zone))
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


def cell_text(value: Cell, kind: Kind, setting: Setting, *, grouped: bool = False) -> str:
    """A cell in words: for a person with thousands apart, for a program without."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    match kind:
        case "money":
            return _money_text(value, grouped=grouped)
        case "percent":
            sign = "-" if value < 0 else ""
            return f"{sign}{abs(value) // 100}.{abs(value) % 100:02}" + (" %" if grouped else "")
        case "time":
            return f"{local(value, setting.time_zone):%Y-%m-%d %H:%M:%S}" if value else ""
        case _:
            return f"{value:,}" if grouped else str(value)


def _money_text(value: int, *, grouped: bool) -> str:
    text = format_money(cents(value))
    if not grouped:
        return text
    whole, _, part = text.removeprefix("-").partition(".")
    return ("-" if value < 0 else "") + f"{int(whole):,}.{part}"


def in_all(amounts: Iterable[Money]) -> Money:
    """The sum of amounts; zero if there are none."""
    return sum(amounts, start=ZERO)
