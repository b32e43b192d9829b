"""What may not be erased yet: secrets that are still to be told, and the entrants of a promotion that is not over.

Any entrant may win, at the draw or when a prize is drawn again, and is then to be told and paid: all of them
are kept, by one mark, until the promotion is over. The keyring refuses to erase what is marked here, and says until
when. A mark is set before it is needed and taken off when it no longer is; what a rule wants kept for ever (see
`sealing`) is marked by that and never taken off.
"""

from __future__ import annotations

from openetg.floor import events
from openetg.floor.promotions.life import ENDED
from openetg.floor.promotions.preconditions import OfferedPromotion, found
from openetg.floor.state import Floor
from openetg.keys.keyring import Keyring

DRAW = "until the draw was held"
OVER = "until the promotion was closed or cancelled"
POOL = "until its hidden values were reached"
KEEPING: frozenset[type] = frozenset(
    {
        events.WriterStarted,
        events.PromotionFiled,
        events.DrawCommitted,
        events.PromotionDrawn,
        events.PromotionCancelled,
        events.PromotionClosed,
        events.LevelBegan,
        events.JackpotWon,
        events.JackpotDecommissioned,
    }
)
"""Events after which the marks may have to change."""


def keep_open(floor: Floor, keyring: Keyring) -> None:
    """Marks what must be kept now, and takes off the marks of what need not be kept any more."""
    wanted, there = {**_of_promotions(floor), **_of_jackpots(floor)}, keyring.kept()
    for subject, clause in there.items():
        if is_for_a_while(clause) and subject not in wanted:
            keyring.let_go(subject)
    for subject, clause in wanted.items():
        present = there.get(subject, "")
        if present != clause and (not present or is_for_a_while(present)):
            keyring.keep(subject, clause)


def is_for_a_while(clause: str) -> bool:
    """Whether a mark is a temporary one, which says until when it holds."""
    return " until " in clause


def entrants_of(promotion: str) -> str:
    """All who take part in a promotion, as a subject of the keyring."""
    return f"entrant/{promotion}/"


def _of_promotions(floor: Floor) -> dict[str, str]:
    """Secrets of draws to come, and all entrants of promotions that are not over. A promotion has none before it was
    filed."""
    wanted: dict[str, str] = {}
    for promotion in floor.promotions.offered.values():
        offer = found(floor, promotion.name)
        if promotion.stage in ENDED or not isinstance(offer, OfferedPromotion):
            continue
        book = offer.rulebook.about.id
        if promotion.commitment and not promotion.secret:
            wanted[f"promotion/{promotion.name}"] = f"{book} {offer.clause_of('manner')} {DRAW}"
        if promotion.filings:
            wanted[entrants_of(promotion.name)] = f"{book} {offer.clause_of('manner')} {OVER}"
    return wanted


def _of_jackpots(floor: Floor) -> dict[str, str]:
    """Secrets of pools that can still be won."""
    return {
        f"jackpot/{jackpot.name}": f"the offer of its pools {POOL}"
        for jackpot in floor.jackpots.offered.values()
        if any(level.live and level.sealed for level in jackpot.levels.values())
    }
