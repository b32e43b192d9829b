"""The credit meter of every terminal counted from what events say, and held against the ledger entry by entry.

The ledger is the sum of transfers. Here an event counts by its own figures instead: a note by its amount, wagers by
their spots, a round by what it returned. Where the two do not come to the same, one of them was changed. Only what has
no figure of its own (voids, corrections) is counted by its transfers, as an adjustment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from openetg.floor import events
from openetg.floor.core.stored import OpenEntry
from openetg.floor.state import Floor
from openetg.money import ZERO, Money, total
from openetg.reports.frame.walk import Fold

METER, DEMANDED = "meter/", "demanded/"
HOUR_MS = 3_600_000
OUT = frozenset({"wagered", "papers", "by_hand", "withheld"})
"""Those that take from the meter."""
MONEY_IN, MONEY_OUT = ("notes", "tickets", "transfers", "awards"), ("papers", "by_hand")
"""Those that cross the border between the terminal and the world."""

Counted = Iterator[tuple[str, str, Money]]
"""Terminal, counter, amount."""


class Meter(Struct):
    """The counters of one terminal since the span began."""

    opening: Money = ZERO
    notes: Money = ZERO
    tickets: Money = ZERO
    transfers: Money = ZERO
    awards: Money = ZERO
    paid: Money = ZERO
    adjusted: Money = ZERO
    wagered: Money = ZERO
    papers: Money = ZERO
    by_hand: Money = ZERO
    withheld: Money = ZERO
    credits: Money = ZERO
    """What all of them come to: what it had, and in less out."""
    notes_count: int = 0
    moved_minutes: int = 0
    """In how many minutes anything of it moved."""
    last_minute: int = -1
    first_wrong: int = 0
    """The first entry after which the ledger held something else."""

    def count(self, counter: str, amount: Money) -> None:
        """Adds to a counter, and so to the credits or from them."""
        setattr(self, counter, getattr(self, counter) + amount)
        self.credits = self.credits - amount if counter in OUT else self.credits + amount


def _wagered(event: events.WagerPlaced) -> Counted:
    yield event.terminal, "wagered", total(event.spots.values())


def _taken_back(event: events.WagersTakenBack | events.WagersReturned) -> Counted:
    yield event.terminal, "wagered", -total(event.spots.values())


def _changed(event: events.WagerMoved | events.WagersUndone) -> Counted:
    yield event.terminal, "wagered", total(event.placed.values()) - total(event.taken.values())


def _settled(event: events.RoundSettled) -> Counted:
    for result in event.results:
        yield result.terminal, "paid", result.returned


def _settled_later(event: events.TerminalSettled) -> Counted:
    yield event.terminal, "paid", event.result.returned


def _not_printed(event: events.TicketFailed) -> Counted:
    """A prize that was to go to paper was never on the meter, and is not now."""
    if not event.award:
        yield event.terminal, "papers", -event.amount


def _by_amount(counter: str) -> Callable[[Any], Counted]:
    def counted(event: Any) -> Counted:
        yield event.terminal, counter, event.amount

    return counted


def _withheld(event: events.MoneyWithheld) -> Counted:
    kept = event.amount - event.demanded - event.due
    if kept:
        yield event.terminal, "withheld", kept


def _released(event: events.HoldingReleased) -> Counted:
    for terminal, amount in moved(event):
        yield terminal, "withheld", -amount


OWN_FIGURES: dict[type[events.Event], Callable[[Any], Counted]] = {
    events.NoteCredited: _by_amount("notes"),
    events.TicketInserted: _by_amount("tickets"),
    events.CreditTransferred: _by_amount("transfers"),
    events.AwardCredited: _by_amount("awards"),
    events.WagerPlaced: _wagered,
    events.WagersTakenBack: _taken_back,
    events.WagersReturned: _taken_back,
    events.WagerMoved: _changed,
    events.WagersUndone: _changed,
    events.RoundSettled: _settled,
    events.TerminalSettled: _settled_later,
    events.SettlementVaried: _by_amount("adjusted"),
    events.TicketOrdered: _by_amount("papers"),
    events.TicketFailed: _not_printed,
    events.PayoutOrdered: _by_amount("by_hand"),
    events.MoneyWithheld: _withheld,
    events.DueWithheld: _by_amount("withheld"),
    events.HoldingReleased: _released,
}
"""How an event that touches a meter counts by figures of its own."""


def counted_of(event: events.Event) -> Counted:
    """What an event does to meters."""
    own = OWN_FIGURES.get(type(event))
    if own is not None:
        yield from own(event)
        return
    for terminal, amount in moved(event):
        yield terminal, "adjusted", amount


def moved(event: events.Event) -> Iterator[tuple[str, Money]]:
    """What the transfers of an event bring to meters, and below zero what they take."""
    for each in getattr(event, "transfers", ()):
        if each.source.startswith(METER):
            yield each.source[len(METER) :], -each.amount
        if each.destination.startswith(METER):
            yield each.destination[len(METER) :], each.amount


class Hour(Struct):
    """What crossed the border in one hour, all terminals together."""

    came: Money = ZERO
    went: Money = ZERO


class MeterFold(Fold):
    """Counts meters along a walk, and holds each against the ledger after every entry and every minute."""

    def __init__(self) -> None:
        self.meters: dict[str, Meter] = {}
        self.hours: dict[int, dict[str, Hour]] = {}
        """Per hour since 1970 and terminal."""
        self.minutes = self.minutes_moved = 0
        """Minutes in which something was written, and those in which a meter moved."""
        self.unbalanced: tuple[int, int, Money] | None = None
        """The first minute after which the accounts did not come to zero: which, its last entry, what they came to."""
        self.from_minute = self.until_minute = -1
        self._moved_minute = -1

    def begin(self, floor: Floor) -> None:
        for name, held in floor.ledger.accounts.items():
            if name.startswith(METER):
                self.meters[name[len(METER) :]] = Meter(opening=held, credits=held)
        for terminal in floor.terminals:
            self.meters.setdefault(terminal, Meter())

    def take(self, line: OpenEntry, floor: Floor) -> None:
        minute = line.at_ms // 60_000
        if self.from_minute < 0:
            self.from_minute = minute
        self.until_minute = minute
        touched: set[str] = set()
        for event in line.verdict.events or ():
            if getattr(event, "transfers", None) or type(event) in OWN_FIGURES:
                touched.update(self._count(event, line.at_ms))
            elif type(event) is events.TerminalRegistered:
                self.meters.setdefault(event.terminal, Meter())
        for terminal in touched:
            self._compare(floor, terminal, minute, line.sequence)

    def _count(self, event: events.Event, at_ms: int) -> Iterator[str]:
        for terminal, counter, amount in counted_of(event):
            meter = self.meters.setdefault(terminal, Meter())
            meter.count(counter, amount)
            if counter in MONEY_IN or counter in MONEY_OUT:
                self._cross(terminal, counter, amount, at_ms)
            meter.notes_count += counter == "notes"
            yield terminal
        for terminal, _ in moved(event):
            self.meters.setdefault(terminal, Meter())
            yield terminal

    def _cross(self, terminal: str, counter: str, amount: Money, at_ms: int) -> None:
        hour = self.hours.setdefault(at_ms // HOUR_MS, {}).setdefault(terminal, Hour())
        if counter in MONEY_IN:
            hour.came += amount
        else:
            hour.went += amount

    def _compare(self, floor: Floor, terminal: str, minute: int, entry: int) -> None:
        meter = self.meters[terminal]
        if meter.last_minute != minute:
            meter.last_minute = minute
            meter.moved_minutes += 1
        if self._moved_minute != minute:
            self._moved_minute = minute
            self.minutes_moved += 1
        if not meter.first_wrong and floor.ledger.held(METER + terminal) != meter.credits:
            meter.first_wrong = entry

    def minute(self, floor: Floor, minute: int, entry: int) -> None:
        self.minutes += 1
        accounts = floor.ledger.accounts
        sum_ = total(accounts.values())
        if sum_ and self.unbalanced is None:
            self.unbalanced = minute, entry, sum_
        for terminal, meter in self.meters.items():
            if not meter.first_wrong and accounts.get(METER + terminal, ZERO) != meter.credits:
                meter.first_wrong = entry
