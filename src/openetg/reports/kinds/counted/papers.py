"""Papers and payments by hand along a walk: issued, redeemed where and by whom, outstanding, expired.

Counted from what events say, so that issued less redeemed can be held against what the ledger owes for papers and
against the papers themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from openetg.floor import events
from openetg.floor.core.ledger import TICKETS
from openetg.floor.core.stored import OpenEntry
from openetg.floor.money.redeeming import is_expired
from openetg.floor.state import Floor, TicketState
from openetg.money import ZERO, Money, total
from openetg.reports.frame.report import local
from openetg.reports.frame.walk import Fold

PAYABLE = "payable/"


class Sum(Struct):
    """So many, and what they are worth."""

    count: int = 0
    amount: Money = ZERO

    def add(self, amount: Money) -> None:
        """One more."""
        self.count += 1
        self.amount += amount


class PaperDay(Struct):
    """Papers of one day."""

    issued: Sum
    inserted: Sum
    """Redeemed by putting them into a terminal."""
    redeemed: Sum
    """Paid by a person or a machine."""
    refused: Sum
    """Withheld, and determined not to be the player's."""
    outstanding: Money = ZERO
    """What was owed for papers at its end."""


class PaidOut(Struct):
    """What one person or machine paid out."""

    papers: Sum
    by_hand: Sum


class PaperFold(Fold):
    """Counts papers and payments by hand along a walk."""

    def __init__(self, time_zone: str) -> None:
        self.time_zone = time_zone
        self.days: dict[str, PaperDay] = {}
        self.people: dict[str, PaidOut] = {}
        self.opening, self.opening_count = ZERO, 0
        self.payable_opening = ZERO
        self.ordered, self.signed, self.withdrawn = Sum(), Sum(), Sum()
        self.hours: dict[int, Money] = {}
        """Per hour since 1970, what was owed for papers at its end."""

    def begin(self, floor: Floor) -> None:
        self.opening = floor.ledger.held(TICKETS)
        self.opening_count = sum(each.state is TicketState.OUTSTANDING for each in floor.tickets.values())
        self.payable_opening = _payable(floor)

    def take(self, line: OpenEntry, floor: Floor) -> None:
        for event in line.verdict.events or ():
            act = _ACTS.get(type(event))
            if act is not None:
                act(self, self.day(line, floor), event)
                self.day(line, floor).outstanding = floor.ledger.held(TICKETS)
                self.hours[line.at_ms // 3_600_000] = floor.ledger.held(TICKETS)

    def day(self, line: OpenEntry, floor: Floor) -> PaperDay:
        """The day of an entry: the gaming day, or where none was begun that of the calendar at the site."""
        name = floor.premises.day or f"{local(line.at_ms, self.time_zone):%Y-%m-%d}"
        found = self.days.get(name)
        if found is None:
            found = self.days[name] = PaperDay(Sum(), Sum(), Sum(), Sum())
        return found

    def person(self, name: str) -> PaidOut:
        """What a person paid."""
        found = self.people.get(name)
        if found is None:
            found = self.people[name] = PaidOut(Sum(), Sum())
        return found

    @property
    def owed(self) -> Money:
        """What should be owed for papers now: what was, and issued less redeemed and refused."""
        come = total(day.issued.amount for day in self.days.values())
        gone = total(day.inserted.amount + day.redeemed.amount + day.refused.amount for day in self.days.values())
        return self.opening + come - gone

    @property
    def payable(self) -> Money:
        """What should be payable by hand now."""
        return self.payable_opening + self.ordered.amount - self.signed.amount - self.withdrawn.amount

    def _issued(self, day: PaperDay, event: events.TicketIssued) -> None:
        day.issued.add(event.amount)

    def _inserted(self, day: PaperDay, event: events.TicketInserted) -> None:
        day.inserted.add(event.amount)

    def _redeemed(self, day: PaperDay, event: events.PaperRedeemed) -> None:
        day.redeemed.add(event.amount)
        self.person(event.person or event.role).papers.add(event.amount)

    def _ordered(self, day: PaperDay, event: events.PayoutOrdered) -> None:
        del day
        self.ordered.add(event.amount)

    def _signed(self, day: PaperDay, event: events.PayoutSigned) -> None:
        del day
        self.signed.add(event.amount)
        self.person(event.person or event.role).by_hand.add(event.amount)

    def _released(self, day: PaperDay, event: events.HoldingReleased) -> None:
        """Withheld money that is paid by hand, and papers and payments that are not the player's."""
        if event.payout:
            self.ordered.add(event.amount)
        for each in event.transfers:
            if each.source == TICKETS:
                day.refused.add(each.amount)
            elif each.source.startswith(PAYABLE):
                self.withdrawn.add(each.amount)


_ACTS: dict[type[events.Event], Callable[[PaperFold, PaperDay, Any], None]] = {
    events.TicketIssued: PaperFold._issued,
    events.TicketInserted: PaperFold._inserted,
    events.PaperRedeemed: PaperFold._redeemed,
    events.PayoutOrdered: PaperFold._ordered,
    events.PayoutSigned: PaperFold._signed,
    events.HoldingReleased: PaperFold._released,
}


def _payable(floor: Floor) -> Money:
    return total(held for name, held in floor.ledger.accounts.items() if name.startswith(PAYABLE))


def payable_now(floor: Floor) -> Money:
    """What the ledger says is payable by hand."""
    return _payable(floor)


class PapersOut(Struct):
    """The papers that are out at the end of a span."""

    outstanding: Sum
    held: Sum
    expired: Sum
    """Of those outstanding, whose time was over."""


def standing_papers(floor: Floor) -> PapersOut:
    """What the papers themselves come to."""
    found = PapersOut(Sum(), Sum(), Sum())
    for ticket in floor.tickets.values():
        if ticket.state is not TicketState.OUTSTANDING:
            continue
        found.outstanding.add(ticket.amount)
        if ticket.held:
            found.held.add(ticket.amount)
        if is_expired(floor, ticket, floor.at_ms):
            found.expired.add(ticket.amount)
    return found
