"""What the player at a terminal sees of taking part in promotions: a number and how many entries, never a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.floor.core.refusals import Refusal, first_of
from openetg.floor.promotions.entries import TURNOVER, not_open, seated, uncommitted
from openetg.floor.promotions.preconditions import found, not_now
from openetg.floor.state import PromotionStage
from openetg.floor.wagers.bounds import stay_now
from openetg.money import ZERO, Money

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openetg.floor.promotions.preconditions import OfferedPromotion
    from openetg.floor.state import Entrant, Floor

OVER = {PromotionStage.CLOSED, PromotionStage.CANCELLED}


class OwnEntries(Struct, frozen=True, gc=False):
    """The entrant for whom play at a terminal counts, by number, and what that has brought so far."""

    promotion: str
    entrant: str
    entries: int
    to_next: Money = ZERO
    """What still has to be staked for the next entry; zero where no amount brings one, or none is to be had now."""


def entries_at(floor: Floor, terminal: str) -> Iterator[OwnEntries]:
    """Every promotion in which the present player of a terminal takes part."""
    if stay_now(floor, floor.terminals[terminal], floor.at_ms) is None:
        return
    for promotion in floor.promotions.offered.values():
        number = "" if promotion.stage in OVER else seated(floor, promotion, terminal)
        offer = found(floor, promotion.name)
        if number and not isinstance(offer, Refusal):
            entrant = promotion.entrants[number]
            yield OwnEntries(promotion.name, number, entrant.entries, _to_next(floor, offer, entrant))


def _to_next(floor: Floor, offer: OfferedPromotion, entrant: Entrant) -> Money:
    terms = offer.terms
    closed = first_of(not_now(offer, PromotionStage.RUNNING), uncommitted(offer), not_open(offer, floor.at_ms))
    if terms.earns != TURNOVER or closed is not None:
        return ZERO
    # Less than a round must stake to count brings nothing, however little is missing.
    return max(terms.turnover_per_entry - entrant.carried, terms.qualifying_wager or ZERO)
