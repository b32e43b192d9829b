"""What a promotion waits for: each thing with its clause, from when and until when, so that no person has to remember
it.

Everything named here would be accepted in its time: what keeps a promotion from being closed is
named in the place of its end, and of one that is postponed only what goes on. Read after a commit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.floor.people.denials import untold
from openetg.floor.promotions.drawing import needs_scrutineer, not_the_time
from openetg.floor.promotions.entries import counting
from openetg.floor.promotions.life import ENDED, is_settled, start_from
from openetg.floor.promotions.preconditions import (
    OfferedPromotion,
    file_by_ms,
    filing_of,
    integrity_clause,
    open_disputes,
    prize_name,
    still_held,
)
from openetg.floor.promotions.prizes import BONUS, is_notice_open
from openetg.floor.promotions.state import PromotionStage, Won
from openetg.floor.promotions.terms import Problem, clause_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openetg.floor.state import Floor


STOPPED = frozenset(
    {"start", "draw", "scrutineer", "witness", "award", "presence", "pay", "draw-again", "results", "close"}
)
"""What waits while a promotion is postponed."""


class Need(Struct, frozen=True):
    """What a promotion waits for, by which clause, and until when."""

    need: str
    """`complete`, `file`, `publish`, `start`, `validate`, `scrutineer`, `witness`, `draw`, `award`, `presence`,
    `notify`, `pay`, `determine` (a prize that is withheld), `draw-again`, `deny`, `inform` (a claimant of the reason),
    `decide` (a dispute), `results` or `close`."""
    clause: str
    prize: str = ""
    from_ms: int = 0
    """From when it can be done; zero = now."""
    due_ms: int = 0
    """Until when it must have been done; zero if no time is named."""
    which: str = ""
    """The claim, the dispute, or what is withheld, by its name."""


def needs_of(floor: Floor, offer: OfferedPromotion, lacking: tuple[Problem, ...] = ()) -> Iterator[Need]:
    """What a promotion waits for; where it has ended, only that all were told who must be."""
    if not offer.promotion.postponed or offer.promotion.stage in ENDED:
        yield from _at_its_stage(floor, offer, lacking)
        return
    yield Need("validate", integrity_clause(offer))
    yield from (each for each in _at_its_stage(floor, offer, lacking) if each.need not in STOPPED)


def _at_its_stage(floor: Floor, offer: OfferedPromotion, lacking: tuple[Problem, ...]) -> Iterator[Need]:
    match offer.promotion.stage:
        case PromotionStage.DRAFT | PromotionStage.FILED:
            yield from _before(offer, lacking)
        case PromotionStage.RUNNING:
            yield from (waiting := [*_of_prizes(floor, offer), *_of_claims(floor, offer)])
            yield from _running(floor, offer, is_open=bool(waiting))
        case PromotionStage.DRAWN:
            yield from _drawn(offer, [*_of_prizes(floor, offer), *_of_claims(floor, offer)])
        case PromotionStage.CLOSED | PromotionStage.CANCELLED:
            yield from _of_claims(floor, offer)


def _before(offer: OfferedPromotion, lacking: tuple[Problem, ...]) -> Iterator[Need]:
    promotion, rules = offer.promotion, offer.rules
    for clause in dict.fromkeys(each.clause for each in lacking):
        yield Need("complete", clause)
    if filing_of(promotion) is None:
        yield Need("file", rules.filed.clause, due_ms=file_by_ms(rules, promotion.terms))
        return
    if promotion.published != promotion.versions[-1].number:
        yield Need("publish", rules.terms_available.clause, due_ms=promotion.terms.starts_ms)
    yield Need("start", rules.offered.clause, from_ms=start_from(rules, promotion))


def _running(floor: Floor, offer: OfferedPromotion, *, is_open: bool) -> Iterator[Need]:
    """The draw, or the awards; the end, if neither is to come."""
    promotion, terms, until = offer.promotion, offer.terms, offer.terms.award_until_ms
    left, clause = any(each.prize not in promotion.won for each in terms.prizes), offer.clause_of("manner")
    is_over = bool(until) and floor.at_ms > until
    nobody = floor.at_ms >= terms.entries_close_ms and not counting(offer)
    if offer.is_drawn and not nobody:
        yield from _watched(offer)
        from_ms = max(terms.award_from_ms, terms.entries_close_ms)
        yield Need("draw", clause, from_ms=from_ms, due_ms=until)
        return
    if left and not offer.is_drawn and not is_over:
        yield Need("award", clause, from_ms=terms.award_from_ms, due_ms=until)
    if not is_open:
        yield Need("close", offer.rules.offered.clause, from_ms=until if left else 0)


def _watched(offer: OfferedPromotion) -> Iterator[Need]:
    """That a scrutineer is there for what is drawn next, where one has to be."""
    above = offer.rules.scrutineer_above
    if above is not None and needs_scrutineer(offer) and not offer.promotion.witnessing:
        yield Need("witness" if offer.promotion.scrutineer else "scrutineer", above.clause)


def _drawn(offer: OfferedPromotion, waiting: list[Need]) -> Iterator[Need]:
    """What the prizes and claims wait for, then the results, then the end."""
    yield from waiting
    if any(each.need == "draw-again" for each in waiting):
        yield from _watched(offer)
    if "publication" in offer.rules.terms and not offer.promotion.results_at_ms:
        yield Need("results", offer.rules.terms["publication"])
    elif not waiting:
        yield Need("close", offer.rules.offered.clause)


def _of_prizes(floor: Floor, offer: OfferedPromotion) -> Iterator[Need]:
    """What is left to be done for the prizes that have winners."""
    promotion, told = offer.promotion, offer.rules.notify_within_hours
    for won in promotion.won.values():
        held = None if won.paid_at_ms else still_held(floor, promotion.name, won)
        if told is not None and is_notice_open(won):
            yield Need("notify", told.clause, won.prize, due_ms=won.notify_by_ms)
        if held is not None:
            yield Need("determine", held.clause, won.prize, which=prize_name(promotion.name, won.prize))
        elif not is_settled(won):
            yield _of_prize(floor, offer, won)


def _of_prize(floor: Floor, offer: OfferedPromotion, won: Won) -> Need:
    """What comes next for a prize that was not given yet: the one thing that would not be refused."""
    terms, clause = offer.terms, clause_of(offer.rules, "method-of-claiming")
    is_asked = terms.presence == "required" and won.entry != BONUS
    reason = offer.rules.refusal_reason
    deny = Need("deny", offer.rules.offered.clause if reason is None else reason.clause, won.prize)
    if won.refused:
        return deny
    if not is_asked or won.present:
        return Need("pay", clause, won.prize)
    if won.present is None:
        return Need("presence", clause, won.prize)
    if not_the_time(offer, floor.at_ms) is not None:
        return deny
    return Need("draw-again", clause, won.prize, due_ms=terms.award_until_ms)


def _of_claims(floor: Floor, offer: OfferedPromotion) -> Iterator[Need]:
    """Who is to be told why a prize was denied, and the disputes that are to be decided."""
    reason = offer.rules.refusal_reason
    if reason is not None:
        for claim in untold(floor, offer.promotion.name):
            yield Need("inform", reason.clause, claim.prize, which=claim.number)
    for each in open_disputes(floor, offer):
        yield Need("decide", each.clause, which=str(each.details["dispute"]))
