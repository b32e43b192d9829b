"""Which entries a report is about: what was asked for, by gaming day or by the clock, within what the journal holds.

Looks at groups, never at more of an entry than it needs; a journal of years is found its way in without folding it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from openetg.journal.chain import Group
from openetg.journal.entry import Entry, decode_entries
from openetg.journal.reading import groups_until, next_group
from openetg.journal.store import JournalProblem, Reader, Volume

BEGINS_A_DAY = b'"DayBegun"'
COMES, GOES = ("LoggedIn", "DrawerOpened"), ("LoggedOut", "DrawerClosed")
"""Events with which a person's hours begin, and with which they end."""
LOOKED_THROUGH = 50
"""In so many groups at most the first volume's day is looked for: it is begun before any person logs in."""
LATEST_MS = 2**53


class Asking(Struct, frozen=True):
    """What a report is asked for. Empty fields ask for everything."""

    kind: str
    day: str = ""
    """A gaming day, `today` for the one that runs, `yesterday` for the one before."""
    from_ms: int = 0
    until_ms: int = 0
    """Up to this time and not with it; zero is up to the end."""
    table: str = ""
    terminal: str = ""
    person: str = ""
    hours: str = ""
    """A person or drawer whose hours on that day are the span."""
    tables: tuple[str, ...] | None = None
    """Tables the requester may see; None = all."""
    papers: bool = False
    """Whether a person who may see only some tables may see papers and the cage all the same."""
    until: int = 0
    """No entry after this one; zero is up to the end. So that a file has what was on the screen."""
    near: int = 20
    """Of syndicated play: in which last part of the way to its top, in percent, a pool is near it."""


class Day(Struct, frozen=True):
    """A gaming day that the journal holds."""

    day: str
    from_ms: int
    until_ms: int
    """When the next began; zero while it runs."""
    after: int
    until: int


class Span(Struct, frozen=True):
    """The entries of a report, and the times between which they lie."""

    after: int
    """A sequence before the first of them: nothing before it is looked at."""
    from_ms: int
    until_ms: int
    """Entries before this time belong to it."""
    until: int
    """No later entry does."""


class _Fact(Struct):
    """As much of an event as is looked at here."""

    type: str
    day: str = ""
    person: str = ""
    session: str = ""
    drawer: str = ""


class _Facts(Struct):
    events: list[_Fact] = []


_facts = json.Decoder(_Facts).decode


def days_of(journal: Reader) -> list[Day]:
    """The gaming days of a journal, oldest first. A day that was begun in two volumes is one day."""
    try:
        return _days_in(journal)
    except DecodeError as wrong:
        raise JournalProblem(f"{journal.journal_id}: an entry cannot be read by this build: {wrong}.") from None


def day_named(days: list[Day], name: str) -> Day:
    """A gaming day by its name; raises `JournalProblem` with the names there are."""
    found = [day for day in days if day.day == name]
    if not found:
        known = ", ".join(day.day or "(no day)" for day in days) or "none"
        raise JournalProblem(f"expected a gaming day of this journal ({known}), found {name}.")
    return found[-1]


def _days_in(journal: Reader) -> list[Day]:
    volumes, head = list(journal.volumes()), journal.head()
    begins = [_first(journal, volume) for volume in volumes]
    days: list[Day] = []
    for place, volume in enumerate(volumes):
        last = place + 1 == len(volumes)
        until = head.sequence if last else volumes[place + 1].opening.sequence
        until_ms = 0 if last else begins[place + 1]
        name = volume.day or _day_in(journal, volume, until)
        if days and days[-1].day == name:
            before = days.pop()
            days.append(Day(name, before.from_ms, until_ms, before.after, until))
        else:
            days.append(Day(name, begins[place], until_ms, volume.opening.sequence, until))
    return days


def _first(journal: Reader, volume: Volume) -> int:
    """When the first entry of a volume was written; where there is none yet, the last before it."""
    group = next_group(journal, volume.opening.sequence)
    return volume.opening.at_ms if group is None else decode_entries(group.body)[0].at_ms


def _day_in(journal: Reader, volume: Volume, until: int) -> str:
    """The first day of a journal is begun inside its first volume."""
    groups = islice(journal.groups(after_sequence=volume.opening.sequence), LOOKED_THROUGH)
    for group in takewhile(lambda each: each.last <= until, groups):
        if BEGINS_A_DAY in group.body:
            return next(_days_begun(group), "")
    return ""


def _days_begun(group: Group) -> Iterator[str]:
    for entry in decode_entries(group.body):
        if BEGINS_A_DAY in entry.verdict:
            yield from (event.day for event in _facts(entry.verdict).events if event.type == "DayBegun")


def span_asked(journal: Reader, asking: Asking) -> Span:
    """The span of a report; `JournalProblem` in words if there is none."""
    if asking.day and (asking.from_ms or asking.until_ms):
        raise JournalProblem("expected a gaming day or two times, found both.")
    days = days_of(journal)
    if asking.from_ms or asking.until_ms:
        return _up_to(_between(days, asking), asking.until)
    span = _up_to(_of_day(days, asking.day or "today"), asking.until)
    return _hours(journal, span, asking.hours) if asking.hours else span


def _up_to(span: Span, until: int) -> Span:
    if until and until <= span.after:
        raise JournalProblem(f"expected a last entry after entry {span.after}, found {until}.")
    return replace(span, until=min(span.until, until)) if until else span


def _of_day(days: list[Day], name: str) -> Span:
    place = {"today": -1, "yesterday": -2}.get(name)
    day = days[place] if place is not None and len(days) >= -place else day_named(days, name)
    # By entries, not by the clock: what is written in the millisecond of the change belongs to one day alone.
    return Span(day.after, 0, LATEST_MS, day.until)


def _between(days: list[Day], asking: Asking) -> Span:
    until_ms = asking.until_ms or LATEST_MS
    if until_ms <= asking.from_ms:
        raise JournalProblem("expected a span that ends after it begins.")
    # An entry of the very same millisecond may still stand in the day before.
    begun = [day for day in days if day.from_ms < asking.from_ms]
    start = begun[-1] if begun else days[0] if days else Day("", 0, 0, 0, 0)
    last = days[-1].until if days else 0
    return Span(start.after, asking.from_ms, until_ms, last)


def _hours(journal: Reader, span: Span, who: str) -> Span:
    """From when a person or drawer was first there on a day until they had gone; or up to now if they have not."""
    names = tuple(f'"{name}"'.encode() for name in (*COMES, *GOES))
    from_ms, until_ms, there = 0, LATEST_MS, set[str]()
    for group in groups_until(journal, after=span.after, until=span.until):
        if not any(name in group.body for name in names):
            continue
        for entry in decode_entries(group.body):
            for fact in _of(entry, who, names):
                key = fact.session or fact.drawer
                if fact.type in COMES:
                    from_ms, until_ms = from_ms or entry.at_ms, LATEST_MS
                    there.add(key)
                elif from_ms:
                    there.discard(key)
                    until_ms = LATEST_MS if there else entry.at_ms + 1
    if not from_ms:
        raise JournalProblem(f"expected a person or drawer of that day, found {who}: never there.")
    return Span(span.after, from_ms, until_ms, span.until)


def _of(entry: Entry, who: str, names: tuple[bytes, ...]) -> Iterator[_Fact]:
    if any(name in entry.verdict for name in names):
        for fact in _facts(entry.verdict).events:
            if fact.type in {*COMES, *GOES} and who in {fact.person, fact.drawer}:
                yield fact
