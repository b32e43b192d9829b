"""How promotions stop and end: postponed until a person validates them, cancelled, or closed with everything done.

The official is told in the step it is about. What lies set aside for prizes that are not given goes back to the house.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import CancelPromotion, ClosePromotion, PostponePromotion, ValidatePromotion
from openetg.floor.core.authority import powerless, unauthorized
from openetg.floor.core.ledger import Transfer, prize_of, promoting_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.events import PromotionCancelled, PromotionClosed, PromotionPostponed, PromotionValidated
from openetg.floor.people.denials import untold
from openetg.floor.promotions.entries import is_anybody
from openetg.floor.promotions.life import ENDED, POSTPONE, is_settled
from openetg.floor.promotions.preconditions import (
    OFFER,
    OfferedPromotion,
    disputed,
    found,
    integrity_clause,
    postponed,
    stage_but,
    still_held,
    unsaid,
)
from openetg.floor.promotions.terms import clause_of
from openetg.floor.state import PromotionStage
from openetg.money import ZERO
from openetg.rulebook.roles import named_power

if TYPE_CHECKING:
    from openetg.floor.core.verdicts import Deciders, Verdict
    from openetg.floor.state import Floor, Promotion
    from openetg.rulebook.schema.book import Rulebook
    from openetg.rulebook.schema.prizes import Promotions


def _stopping(floor: Floor, act: PostponePromotion | ValidatePromotion | CancelPromotion) -> OfferedPromotion | Refusal:
    """The promotion that the person may postpone, validate or cancel now, for a reason."""
    offer = found(floor, act.promotion)
    if isinstance(offer, Refusal):
        return offer
    promotion, table, rulebook, _ = offer
    clause = integrity_clause(offer)
    refused = first_of(
        powerless(floor, table, stopping_power(rulebook), act.role, act.person),
        unsaid(act.why, Reason.NO_REASON_GIVEN, clause),
        Refusal(Reason.WRONG_STAGE, clause, {"stage": promotion.stage.value}) if promotion.stage in ENDED else None,
    )
    return offer if refused is None else refused


def stopping_power(rulebook: Rulebook) -> str:
    """The power to stop a promotion: that of the person who offers it, unless the rulebook names another."""
    return POSTPONE if named_power(rulebook, POSTPONE, None) or POSTPONE in rulebook.denied else OFFER


def _told(rules: Promotions) -> str:
    return "" if rules.integrity is None else rules.integrity.official


def decide_postpone_promotion(floor: Floor, command: PostponePromotion, at_ms: int) -> Verdict:
    """Postpones: nothing is drawn or paid until its integrity was validated; the official is told with it."""
    offer = _stopping(floor, command)
    if isinstance(offer, Refusal):
        return offer
    promotion, rules = offer.promotion, offer.rules
    clause = integrity_clause(offer)
    if promotion.postponed:
        return Refusal(Reason.ALREADY_THERE, clause)
    by = (command.role, command.person, command.why)
    return (PromotionPostponed(promotion.name, _told(rules), *by, at_ms, clause),)


def decide_validate_promotion(floor: Floor, command: ValidatePromotion, at_ms: int) -> Verdict:
    """A promotion that was postponed goes on."""
    offer = _stopping(floor, command)
    if isinstance(offer, Refusal):
        return offer
    promotion = offer.promotion
    clause = integrity_clause(offer)
    if not promotion.postponed:
        return Refusal(Reason.WRONG_STAGE, clause, {"stage": promotion.stage.value})
    by = (command.role, command.person, command.why)
    return (PromotionValidated(promotion.name, *by, at_ms, clause),)


def decide_cancel_promotion(floor: Floor, command: CancelPromotion, at_ms: int) -> Verdict:
    """Cancels: it ends without its draw, or without the rest of it; the official is told with it."""
    offer = _stopping(floor, command)
    if isinstance(offer, Refusal):
        return offer
    promotion, rules = offer.promotion, offer.rules
    withheld = _withheld(floor, promotion)
    if withheld is not None:
        return withheld
    cancelled = PromotionCancelled(
        promotion=promotion.name,
        official=_told(rules),
        role=command.role,
        person=command.person,
        why=command.why,
        at_ms=at_ms,
        clause=integrity_clause(offer),
        transfers=_given_back(floor, promotion),
    )
    return (cancelled,)


def _withheld(floor: Floor, promotion: Promotion) -> Refusal | None:
    """A prize that is withheld cannot be given back until it is determined whose it is."""
    unpaid = (won for won in promotion.won.values() if not won.paid_at_ms)
    return first_of(*(still_held(floor, promotion.name, won) for won in unpaid))


def _untold(floor: Floor, offer: OfferedPromotion) -> Refusal | None:
    """Refuses while a person to whom a prize was denied was not told why."""
    rule, claims = offer.rules.refusal_reason, [each.number for each in untold(floor, offer.promotion.name)]
    return Refusal(Reason.NOT_TOLD, rule.clause, {"claims": ", ".join(claims)}) if rule and claims else None


def _given_back(floor: Floor, promotion: Promotion) -> tuple[Transfer, ...]:
    """Returns what lies set aside for prizes to the house."""
    set_aside = ((prize_of(promotion.name, number), promoting_of(promotion.name)) for number in promotion.won)
    held = floor.ledger.held
    return tuple(Transfer(source, to, held(source)) for source, to in set_aside if held(source) > ZERO)


def decide_close_promotion(floor: Floor, command: ClosePromotion, at_ms: int) -> Verdict:
    """The end of a promotion that has done everything: results public, every prize paid, denied or passed over."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    promotion, table, _, rules = offer
    drawn = promotion.stage is PromotionStage.DRAWN
    publication = rules.terms.get("publication", "") if drawn else ""
    unpublished = publication and not promotion.results_at_ms
    waiting = [won.prize for won in promotion.won.values() if not is_settled(won)]
    refused = first_of(
        unauthorized(floor, table, command),
        _not_to_end(offer, at_ms),
        postponed(offer),
        Refusal(Reason.NOT_PUBLISHED, publication) if unpublished else None,
        Refusal(Reason.PRIZES_OPEN, rules.offered.clause, {"prizes": ", ".join(waiting)}) if waiting else None,
        _withheld(floor, promotion),
        _untold(floor, offer),
        disputed(floor, offer),
    )
    if refused is not None:
        return refused
    also = (publication,) if publication else ()
    back = _given_back(floor, promotion)
    return (
        PromotionClosed(
            promotion=promotion.name,
            role=command.role,
            person=command.person,
            at_ms=at_ms,
            clause=rules.offered.clause,
            transfers=back,
            also=also,
        ),
    )


def _not_to_end(offer: OfferedPromotion, at_ms: int) -> Refusal | None:
    """A promotion ends after its draw; without one where every prize was awarded, or no winner is to be drawn any
    more."""
    promotion, rules = offer.promotion, offer.rules
    if promotion.stage is PromotionStage.DRAWN:
        return None
    refused = stage_but(offer, PromotionStage.RUNNING, clause=rules.offered.clause)
    if refused is not None or all(prize.prize in promotion.won for prize in promotion.terms.prizes):
        return refused
    if is_anybody(offer) and promotion.terms.kind not in rules.without_draw:
        return Refusal(Reason.WRONG_STAGE, rules.offered.clause, {"stage": promotion.stage.value})
    until = promotion.terms.award_until_ms
    item = "when-and-where" if "when-and-where" in rules.terms else "when"
    return Refusal(Reason.TOO_EARLY, clause_of(rules, item), {"from_ms": until}) if at_ms < until else None


DECIDERS: Deciders = {
    PostponePromotion: decide_postpone_promotion,
    ValidatePromotion: decide_validate_promotion,
    CancelPromotion: decide_cancel_promotion,
    ClosePromotion: decide_close_promotion,
}
