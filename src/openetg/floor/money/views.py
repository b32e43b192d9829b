"""What the people of the cage see: papers, payments by hand, what is withheld, and the drawers with what is in them.

Papers stand in it by name: their numbers are on them alone. Read from the floor after a commit, never before.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from openetg.floor.core.ledger import CHIPS, ISSUED_ELSEWHERE
from openetg.floor.money.paid_from import held_in
from openetg.floor.money.redeeming import as_paid
from openetg.floor.premises.rules_documents import document_of
from openetg.floor.state import Drawer, Holding, Payout, SoldCopy, Ticket
from openetg.money import ZERO, Money

if TYPE_CHECKING:
    from openetg.floor.state import Floor, Table

T = TypeVar("T")


COPIES_SHOWN = 20
"""So many receipts of copies stand in the view."""


class CopyOffer(Struct, frozen=True):
    """A copy of the rules as the cage sells it, where a rulebook speaks of buying one."""

    table: str
    """A table that is run by these rules; the sale names it."""
    rulebook: str
    title: str
    clause: str
    name: str = ""
    """The document in force; empty where none is attached."""
    sha256: str = ""
    day: str = ""
    price: Money = ZERO
    """What a copy costs; zero where the site has set no price, and none is sold."""


class CageView(Struct, frozen=True):
    """Papers, payments by hand, what is withheld, and the drawers."""

    sequence: int
    papers: tuple[Ticket, ...]
    """The last ones, newest last."""
    papers_in_all: int
    payouts: tuple[Payout, ...]
    """The last ones, newest last, and every one that waits for a signature."""
    holdings: tuple[Holding, ...]
    """What is withheld and not yet determined."""
    drawers: tuple[Drawer, ...] = ()
    """Those that are open and the last that were closed, newest first."""
    in_drawers: dict[str, Money] = {}
    """By open drawer, what the ledger says is in it."""
    chips_outstanding: Money = ZERO
    """Chips of value outside the tables that this floor issued."""
    chips_elsewhere: Money = ZERO
    """Chips of value taken in that were issued elsewhere."""
    copies: tuple[CopyOffer, ...] = ()
    """By rulebook that speaks of buying a copy of the rules, what is sold."""
    copies_sold: tuple[SoldCopy, ...] = ()
    """The last ones, newest first."""


def cage_view(floor: Floor, most: int) -> CageView:
    """What the cage sees, with so many papers and payments at most."""
    vault = floor.vault
    newest = {payout.number for payout in _last(vault.payouts, most)}
    waiting = {each.number for each in vault.payouts.values() if not each.signature and not each.refused}
    return CageView(
        sequence=floor.sequence,
        papers=tuple(as_paid(floor, paper) for paper in _last(floor.tickets, most)),
        papers_in_all=len(floor.tickets),
        payouts=tuple(each for name, each in vault.payouts.items() if name in newest | waiting),
        holdings=tuple(each for each in vault.holdings.values() if not each.determined),
        drawers=(*reversed(vault.drawers.values()), *reversed(vault.closed_drawers)),
        in_drawers={name: held_in(floor, name) for name in vault.drawers},
        chips_outstanding=floor.ledger.held(CHIPS),
        chips_elsewhere=-floor.ledger.held(ISSUED_ELSEWHERE),
        copies=_copies(floor),
        copies_sold=tuple(islice(reversed(floor.premises.sold_copies), COPIES_SHOWN)),
    )


def _copies(floor: Floor) -> tuple[CopyOffer, ...]:
    first = {table.rulebook: table for table in reversed(floor.tables.values())}
    offers = (_offer(floor, table) for table in first.values())
    return tuple(offer for offer in offers if offer is not None)


def _offer(floor: Floor, table: Table) -> CopyOffer | None:
    rulebook = floor.rulebook_of(table)
    sale, about = rulebook.display.rules_sale, rulebook.about
    if sale is None:
        return None
    found = document_of(floor, rulebook, floor.at_ms)
    if found is None:
        return CopyOffer(table.name, about.id, about.title, sale.clause)
    return CopyOffer(
        table=table.name,
        rulebook=about.id,
        title=about.title,
        clause=sale.clause,
        name=found.name,
        sha256=found.sha256,
        day=found.day,
        price=found.price,
    )


def _last(kept: dict[str, T], most: int) -> tuple[T, ...]:
    """The newest of many, without going through all of them."""
    return tuple(reversed(list(islice(reversed(kept.values()), most))))
