"""The drawers of the cage along a walk: each from its opening to its closing, what went through it, what was counted.

What should be in a drawer is counted here from payments and movements, and held against what the events of counting say
the books expected.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from openetg.floor import events
from openetg.floor.core.ledger import CAGE, drawer_of
from openetg.floor.core.stored import OpenEntry
from openetg.floor.state import Floor
from openetg.money import ZERO, Money
from openetg.reports.frame.walk import Fold


class DrawerShift(Struct):
    """One drawer, from opened to closed."""

    drawer: str
    person: str
    opened_at_ms: int
    opening: Money
    filled: Money = ZERO
    emptied: Money = ZERO
    papers: Money = ZERO
    by_hand: Money = ZERO
    chips: Money = ZERO
    prizes: Money = ZERO
    sold: Money = ZERO
    """What came in for chips and copies of rules."""
    counts: int = 0
    closed_at_ms: int = 0
    closed_by: str = ""
    counted: Money | None = None
    difference: Money = ZERO
    first_wrong: int = 0
    """The first entry at which the books expected something else than is counted here."""

    @property
    def expected(self) -> Money:
        """What should be in it."""
        paid = self.papers + self.by_hand + self.chips + self.prizes
        return self.opening + self.filled + self.sold - self.emptied - paid


class CageCash(Struct):
    """The cash of the cage itself, outside the drawers."""

    opening: Money = ZERO
    papers: Money = ZERO
    by_hand: Money = ZERO
    chips: Money = ZERO
    prizes: Money = ZERO
    sold: Money = ZERO
    """What came in for chips and copies of rules."""
    to_drawers: Money = ZERO
    from_drawers: Money = ZERO
    recovered: Money = ZERO
    """What players have brought back that was demanded of them."""

    @property
    def expected(self) -> Money:
        """What should be in it; below zero where it paid before cash was counted into it."""
        came = self.opening + self.from_drawers + self.recovered + self.sold
        return came - self.papers - self.by_hand - self.chips - self.prizes - self.to_drawers


class DrawerFold(Fold):
    """Counts drawers and the cage along a walk."""

    def __init__(self) -> None:
        self.cage = CageCash()
        self.shifts: list[DrawerShift] = []
        self.open: dict[str, DrawerShift] = {}

    def begin(self, floor: Floor) -> None:
        self.cage.opening = -floor.ledger.held(CAGE)
        for name, drawer in floor.vault.drawers.items():
            held = -floor.ledger.held(drawer_of(name))
            self._opened_as(DrawerShift(name, drawer.person, drawer.opened_at_ms, held))

    def take(self, line: OpenEntry, floor: Floor) -> None:
        del floor
        for event in line.verdict.events or ():
            act = _ACTS.get(type(event))
            if act is not None:
                act(self, event, line)

    def _opened_as(self, shift: DrawerShift) -> None:
        self.shifts.append(shift)
        self.open[shift.drawer] = shift

    def _opened(self, event: events.DrawerOpened, line: OpenEntry) -> None:
        del line
        self.cage.to_drawers += event.counted
        self._opened_as(DrawerShift(event.drawer, event.person, event.at_ms, event.counted))

    def _moved(self, event: events.DrawerCashMoved, line: OpenEntry) -> None:
        del line
        shift = self.open[event.drawer]
        if event.to == "drawer":
            shift.filled += event.amount
            self.cage.to_drawers += event.amount
        else:
            shift.emptied += event.amount
            self.cage.from_drawers += event.amount

    def _counted(self, event: events.DrawerCounted, line: OpenEntry) -> None:
        shift = self.open[event.drawer]
        shift.counts += 1
        self._compare(shift, event.expected, line)

    def _closed(self, event: events.DrawerClosed, line: OpenEntry) -> None:
        shift = self.open.pop(event.drawer)
        self._compare(shift, event.expected, line)
        shift.closed_at_ms, shift.closed_by = event.at_ms, event.person
        shift.counted, shift.difference = event.counted, event.difference
        self.cage.from_drawers += event.counted

    @staticmethod
    def _compare(shift: DrawerShift, expected: Money, line: OpenEntry) -> None:
        if expected != shift.expected and not shift.first_wrong:
            shift.first_wrong = line.sequence

    def _recovered(self, event: events.HoldingReleased, line: OpenEntry) -> None:
        del line
        self.cage.recovered += event.demand if not event.pay else ZERO

    def _paid(self, event: Any, line: OpenEntry) -> None:
        del line
        payer = self.open.get(event.drawer) if event.drawer else self.cage
        if payer is None:
            return
        if isinstance(event, events.PaperRedeemed):
            payer.papers += event.amount
        elif isinstance(event, events.PayoutSigned):
            payer.by_hand += event.amount
        elif event.drawer or any(each.destination == CAGE for each in event.transfers):
            payer.chips += event.amount

    def _sold(self, event: events.ChipsSold, line: OpenEntry) -> None:
        del line
        taker = self.open.get(event.drawer) if event.drawer else self.cage
        if taker is not None:
            taker.sold += event.amount

    def _copy_sold(self, event: events.RulesCopySold, line: OpenEntry) -> None:
        del line
        if not event.drawer:
            self.cage.sold += event.price
        elif event.drawer in self.open:
            self.open[event.drawer].sold += event.price

    def _prize(self, event: events.PrizePaid, line: OpenEntry) -> None:
        """A prize may be paid in several forms at once: what it took from where is in its transfers."""
        del line
        for each in event.transfers:
            if each.destination == CAGE:
                self.cage.prizes += each.amount
            elif each.destination == drawer_of(event.drawer) and event.drawer in self.open:
                self.open[event.drawer].prizes += each.amount


_ACTS: dict[type[events.Event], Callable[[DrawerFold, Any, OpenEntry], None]] = {
    events.DrawerOpened: DrawerFold._opened,
    events.DrawerCashMoved: DrawerFold._moved,
    events.DrawerCounted: DrawerFold._counted,
    events.DrawerClosed: DrawerFold._closed,
    events.PaperRedeemed: DrawerFold._paid,
    events.PayoutSigned: DrawerFold._paid,
    events.ChipsCashedIn: DrawerFold._paid,
    events.ChipsRedeemed: DrawerFold._paid,
    events.ChipsSold: DrawerFold._sold,
    events.PrizePaid: DrawerFold._prize,
    events.RulesCopySold: DrawerFold._copy_sold,
    events.HoldingReleased: DrawerFold._recovered,
}
