"""What may not be erased yet: secrets that are still to be told, and how to reach somebody to whom a prize is due.

The keyring refuses to erase what is marked here, and tells until when. A mark is put as soon as it is owed and taken
off when it no longer is; what a rule wants kept for ever (see `sealing`) is marked by that and never taken off.
"""

from __future__ import annotations

from openetg.floor import events
from openetg.floor.offering import Offer, found
from openetg.floor.promotions import ENDED, is_settled
from openetg.floor.state import Floor
from openetg.keys.keyring import Keyring

DRAW = "until the draw was held"
PRIZE = "until the prize was paid or denied"
POOL = "until its hidden values were reached"
UNTIL = (DRAW, PRIZE, POOL)
"""How a mark ends that is taken off again."""
KEEPING: frozenset[type] = frozenset(
    {
        events.WriterStarted,
        events.DrawCommitted,
        events.PromotionDrawn,
        events.PrizeDrawnAgain,
        events.BonusAwarded,
        events.PrizePaid,
        events.ClaimDenied,
        events.DisputeDecided,
        events.HoldingReleased,
        events.PromotionCancelled,
        events.PromotionClosed,
        events.LevelBegan,
        events.JackpotWon,
        events.JackpotDecommissioned,
    }
)
"""Events after which something else may have to be kept, or need not be any more."""


def keep_open(floor: Floor, keyring: Keyring) -> None:
    """Marks what is owed now, and takes off the marks of what no longer is."""
    wanted, there = {**_of_promotions(floor), **_of_jackpots(floor)}, keyring.kept()
    for subject, clause in there.items():
        if clause.endswith(UNTIL) and subject not in wanted:
            keyring.let_go(subject)
    for subject, clause in wanted.items():
        present = there.get(subject, "")
        if present != clause and (not present or present.endswith(UNTIL)):
            keyring.keep(subject, clause)


def _of_promotions(floor: Floor) -> dict[str, str]:
    """Secrets of draws to come, and winners of prizes that are open."""
    wanted: dict[str, str] = {}
    for promotion in floor.promotions.offered.values():
        offer = found(floor, promotion.name)
        if promotion.stage in ENDED or not isinstance(offer, Offer):
            continue
        book = offer.rulebook.about.id
        if promotion.commitment and not promotion.secret:
            wanted[f"promotion/{promotion.name}"] = f"{book} {offer.clause_of('manner')} {DRAW}"
        for won in promotion.won.values():
            if not is_settled(won):
                clause = offer.clause_of("method-of-claiming", "manner")
                wanted[f"entrant/{promotion.name}/{won.entrant}"] = f"{book} {clause} {PRIZE}"
    return wanted


def _of_jackpots(floor: Floor) -> dict[str, str]:
    """Secrets of pools that somebody may still win."""
    return {
        f"jackpot/{jackpot.name}": f"the offer of its pools {POOL}"
        for jackpot in floor.jackpots.offered.values()
        if any(level.live and level.sealed for level in jackpot.levels.values())
    }
