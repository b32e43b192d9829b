"""What the journal has about one terminal and one round, in words: for an inquiry into a malfunction.

It begins where the round did, however long the journal is, and gives a bounded number of entries; what it left out it
counts. It must never leave a refusal or a movement of the terminal's money out without saying so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec import Struct, json

from openetg.floor import commands as ask
from openetg.floor.commands import WagerCommand
from openetg.floor.core.refusals import Refusal
from openetg.floor.events import AnyEvent, RecordRead
from openetg.journal.reading import begin_of
from openetg.journal.store import Reader
from openetg.money import ZERO, Money
from openetg.reports.recall.recall import entries_until
from openetg.reports.recall.telling import (
    Opener,
    ToldEntry,
    UnreadEntry,
    clauses_of,
    concerned,
    opened,
    printable,
    tell_one,
    tell_refusal,
    understood,
)

LOOKED_MAX = 50_000
"""No more entries are looked through."""
UNTOLD = frozenset(
    {
        *("results", "counted", "configuration", "spin", "transfers", "rulebook", "launch_at_ms", "opened_at_ms"),
        *("table", "terminal", "role", "person"),
    }
)
"""What a line leaves out: it is in the heading, or about others."""
SEEN: frozenset[type] = frozenset(
    {
        ask.ReportReady,
        ask.ReportLaunch,
        ask.RecordOutcome,
        ask.ReportUnread,
        ask.ReportCocked,
        ask.ReportFault,
        ask.ReportSignal,
        ask.ReportDeviceLine,
        ask.ReportShown,
        ask.OfferNote,
        ask.ReturnNote,
        ask.InsertNote,
        ask.ReportNoteLost,
        ask.InsertTicket,
        ask.ReportPrint,
        ask.ReportMeter,
        ask.ReportTerminalFault,
        ask.ReportLine,
        ask.ReportWagersShown,
        ask.ReportByPlayer,
    }
)
"""What a device, a line or a terminal said it saw."""


class InquiryEntry(Struct, frozen=True):
    """An entry about a terminal and a round."""

    sequence: int
    at_ms: int
    sender: str
    what: str
    """What was asked or reported, in words."""
    followed: tuple[str, ...]
    """What followed, or the reasoned no."""
    clauses: tuple[str, ...]
    is_signal: bool
    """Whether a device, a line or the terminal itself reported something; else a person, a wager or the floor acted."""
    is_refused: bool
    moved: Money
    """What it put on the meter of the terminal; below zero if it took."""


class Window(Struct, frozen=True):
    """Whom and when an inquiry is about."""

    table: str
    terminal: str
    """Empty if it is about a round as a whole."""
    round: int
    since_ms: int
    most: int


class ReadBefore(Struct, frozen=True):
    """When the terminal's own record was last read and held against the journal, and what it came to."""

    sequence: int
    at_ms: int
    person: str
    lines: int
    differs: int
    digest: str


class AboutIt(Struct, frozen=True):
    """What was found."""

    noted: tuple[InquiryEntry, ...]
    left_out: int
    """How many entries about it came after the last one told."""
    looked_until: int
    """The last entry that was looked at."""
    record: ReadBefore | None = None
    """The last reading of the terminal's own record; None if it was not read since."""


def about(journal: Reader, window: Window, *, until: int, open_text: Opener = opened) -> AboutIt:
    """The entries about a terminal and a round from a moment on, oldest first."""
    begin = before(journal, window.since_ms, until=until)
    last = min(until, begin + LOOKED_MAX)
    found: list[InquiryEntry] = []
    left_out, record = 0, None
    for told in _concerning(journal, window, after=begin, until=last):
        record = _read_in(told, window.terminal) or record
        if len(found) < window.most:
            found.append(_noted(told, window, open_text))
        else:
            left_out += 1
    return AboutIt(tuple(found), left_out, last, record)


def _read_in(told: ToldEntry, terminal: str) -> ReadBefore | None:
    for event in told.verdict if isinstance(told.verdict, tuple) else ():
        if isinstance(event, RecordRead) and event.terminal == terminal:
            return ReadBefore(
                sequence=told.sequence,
                at_ms=told.at_ms,
                person=event.person,
                lines=event.lines,
                differs=event.differs,
                digest=event.digest,
            )
    return None


def before(journal: Reader, at_ms: int, *, until: int) -> int:
    """The last entry before a moment, found by halving: the journal is in the order of time."""
    low, high = begin_of(journal), until
    while low < high:
        middle = (low + high) // 2
        entry = next(iter(journal.entries(after_sequence=middle)), None)
        if entry is not None and entry.at_ms < at_ms:
            low = middle + 1
        else:
            high = middle
    return low


def _concerning(journal: Reader, window: Window, *, after: int, until: int) -> Iterator[ToldEntry]:
    names = [json.encode(name) for name in (window.terminal, window.table) if name]
    for entry in entries_until(journal, after=after, until=until):
        if not any(name in part for name in names for part in (entry.command, entry.verdict)):
            continue
        told = understood(entry)
        if not isinstance(told, UnreadEntry) and _is_about(told, window):
            yield told


def _is_about(told: ToldEntry, window: Window) -> bool:
    """Whether an entry is about the terminal, or about the round as a whole: not the wagers of others."""
    command, names = told.order.command, concerned(told)
    if window.terminal and window.terminal in names:
        return True
    if window.table not in names or isinstance(command, get_args(WagerCommand)):
        return False
    if type(command) in SEEN or isinstance(told.verdict, Refusal):
        other = getattr(command, "terminal", "") or getattr(command, "who", "")
        return not window.terminal or other in {"", window.terminal}
    rounds = {getattr(event, "round", 0) for event in told.verdict if getattr(event, "table", "") == window.table}
    return window.round in rounds or getattr(command, "round", 0) == window.round != 0


def _noted(told: ToldEntry, window: Window, open_text: Opener) -> InquiryEntry:
    command, verdict = told.order.command, told.verdict
    refused = isinstance(verdict, Refusal)
    events = () if isinstance(verdict, Refusal) else tuple(event for event in verdict if _tells(event, window))
    followed = (
        (tell_refusal(verdict),)
        if isinstance(verdict, Refusal)
        else tuple(tell_one(event, without=UNTOLD, open_text=open_text) for event in events)
    )
    cited = [verdict.clause] if isinstance(verdict, Refusal) else [c for event in events for c in clauses_of(event)]
    return InquiryEntry(
        sequence=told.sequence,
        at_ms=told.at_ms,
        sender=printable(told.order.sender),
        what=tell_one(command, without=UNTOLD, open_text=open_text),
        followed=followed,
        clauses=tuple(dict.fromkeys(clause for clause in cited if clause)),
        is_signal=type(command) in SEEN,
        is_refused=refused,
        moved=_moved(events, window.terminal),
    )


def _tells(event: AnyEvent, window: Window) -> bool:
    """Whether one of several events is about the terminal, or about no terminal in particular."""
    who = getattr(event, "terminal", "") or getattr(event, "player", "")
    return not window.terminal or who in {"", window.terminal}


def _moved(events: tuple[AnyEvent, ...], terminal: str) -> Money:
    meter, moved = f"meter/{terminal}", ZERO
    for event in events:
        for move in getattr(event, "transfers", ()):
            moved += move.amount if move.destination == meter else ZERO
            moved -= move.amount if move.source == meter else ZERO
    return moved
