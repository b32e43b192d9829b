"""Chips of printed value along a walk: sold and paid for at the cage, carried from tables and brought to them.

What is outstanding is counted from the movements of every event and held against the ledger.
"""

from __future__ import annotations

from openetg.floor import events
from openetg.floor.core.ledger import CHIPS, ISSUED_ELSEWHERE, Transfer
from openetg.floor.core.stored import OpenEntry
from openetg.floor.state import Floor
from openetg.money import ZERO, Money, cents_of
from openetg.reports.frame.report import Column, Row, Section, agree
from openetg.reports.frame.walk import Fold

COLUMNS = (Column("what", "Chips of value"), Column("amount", "Amount", "money"))


class ChipFold(Fold):
    """Counts chips that are outside the tables."""

    def __init__(self) -> None:
        self.opening = ZERO
        self.elsewhere_before = ZERO
        self.sold = ZERO
        self.carried = ZERO
        self.brought = ZERO
        self.redeemed = ZERO
        self.elsewhere = ZERO
        self.brought_to: dict[str, Money] = {}
        """Per table, what players brought there."""

    def begin(self, floor: Floor) -> None:
        self.opening = floor.ledger.held(CHIPS)
        self.elsewhere_before = -floor.ledger.held(ISSUED_ELSEWHERE)

    def take(self, line: OpenEntry, floor: Floor) -> None:
        del floor
        for event in line.verdict.events or ():
            if isinstance(event, events.ChipsSold):
                self.sold += event.amount
            elif isinstance(event, events.ChipsRedeemed):
                self.redeemed += event.amount
                self._from_elsewhere(event.transfers)
            elif isinstance(event, events.ChipsCashedIn):
                self.carried += sum((each.amount for each in event.transfers if each.destination == CHIPS), start=ZERO)
            elif isinstance(event, events.ChipsBought):
                self._brought(event)

    def _brought(self, event: events.ChipsBought) -> None:
        came = [each for each in event.transfers if each.source in {CHIPS, ISSUED_ELSEWHERE}]
        if came:
            self.brought += event.amount
            self.brought_to[event.table] = self.brought_to.get(event.table, ZERO) + event.amount
            self._from_elsewhere(event.transfers)

    def _from_elsewhere(self, transfers: tuple[Transfer, ...]) -> None:
        self.elsewhere += sum((each.amount for each in transfers if each.source == ISSUED_ELSEWHERE), start=ZERO)

    @property
    def outstanding(self) -> Money:
        """What should be outside the tables."""
        return self.opening + self.sold + self.carried + self.elsewhere - self.brought - self.redeemed


def chips_section(chips: ChipFold, floor: Floor) -> Section:
    """Chips outside the tables at the end, against the ledger."""
    rows: tuple[Row, ...] = (
        ("Outstanding before", cents_of(chips.opening)),
        ("Sold at the cage", cents_of(chips.sold)),
        ("Carried from tables", cents_of(chips.carried)),
        ("Brought to tables", cents_of(-chips.brought)),
        ("Paid for at the cage", cents_of(-chips.redeemed)),
        ("Of these issued elsewhere", cents_of(chips.elsewhere)),
    )
    checks = (
        agree("Chips outstanding", chips.outstanding, floor.ledger.held(CHIPS), "by what moved {}; by the ledger {}."),
        agree(
            "Chips issued elsewhere", chips.elsewhere_before + chips.elsewhere,
            -floor.ledger.held(ISSUED_ELSEWHERE), "taken in all {}; by the ledger {}.",
        ),
    )  # fmt: skip
    note = "What comes in is first what is outstanding here; what goes beyond that was issued elsewhere."
    return Section("Chips", COLUMNS, rows, ("Outstanding now", cents_of(chips.outstanding)), checks, note=note)
