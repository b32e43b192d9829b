"""Disputes through their levels, with the advice on the right to complain."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from openetg.floor.commands import (
    AdviseOfRights,
    CloseDispute,
    DecideDispute,
    RaiseDispute,
    RequestReview,
    ReviewDispute,
)
from openetg.floor.core.authority import clause_of_power, counts_as, may, powerless
from openetg.floor.core.ledger import prize_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    DisputeClosed,
    DisputeDecided,
    DisputeRaised,
    DisputeReviewed,
    ReviewRequested,
    RightsAdvised,
)
from openetg.floor.people.conduct import place_of
from openetg.floor.people.hands import same_person
from openetg.floor.promotions.drawing import set_aside
from openetg.floor.promotions.preconditions import found, still_held, wrong_stage
from openetg.floor.state import Dispute, Floor, PromotionStage, Round, Table, round_of
from openetg.rulebook.schema.policies import Review

if TYPE_CHECKING:
    from typing import Any

    from openetg.floor.commands import Act
    from openetg.floor.core.ledger import Transfer
    from openetg.rulebook.schema.book import Rulebook
    from openetg.rulebook.schema.shape import Advice, Choice


PARTIES = ("player", "house")
"""Parties that may ask for a review."""


def decide_raise_dispute(floor: Floor, command: RaiseDispute, _at_ms: int) -> Verdict:
    """A dispute goes on record, with what is on record of the round it is about."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    offered = floor.promotions.offered.get(command.promotion)
    if offered is not None:
        # By whose terms it is decided, wherever the claimant came forward: the rulebook of the promotion.
        table = floor.tables[offered.table]
    rulebook = floor.rulebook_of(table)
    refused = _not_to_raise(floor, table, command)
    if refused is not None:
        return refused
    round_ = round_of(table, command.round)
    raised = DisputeRaised(
        dispute=command.dispute,
        table=table.name,
        about=command.about,
        clause=first_clause(command.promotion, rulebook, covered=command.covered),
        round=command.round,
        who=command.who,
        covered=command.covered,
        promotion=command.promotion,
        outcome=(round_.outcome or "") if round_ else "",
        wagers=dict(_wagers(round_, command.who)),
        result=round_.results.get(command.who) if round_ else None,
    )
    return (raised,)


def _not_to_raise(floor: Floor, table: Table, command: RaiseDispute) -> Refusal | None:
    rulebook = floor.rulebook_of(table)
    clause = _last_clause(rulebook, command.promotion, covered=command.covered)
    if command.who and isinstance(place_of(floor, command.who), Refusal):
        return Refusal(Reason.UNKNOWN_PLAYER, clause)
    if not command.dispute.strip():
        return Refusal(Reason.NOT_A_NAME, clause)
    if command.dispute in floor.people.disputes:
        return Refusal(Reason.ALREADY_THERE, clause)
    if command.promotion and rulebook.promotions is None:
        return Refusal(Reason.NOT_IN_RULEBOOK, clause)
    if not command.about.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause)
    if not 0 <= command.round <= table.rounds:
        return Refusal(Reason.UNKNOWN_ROUND, clause)
    return None


def own_rule(promotion: str, rulebook: Rulebook) -> Advice | None:
    """What the rulebook says of disputes over promotions alone; None if it has no rule of its own for them."""
    return rulebook.promotions.dispute if promotion and rulebook.promotions is not None else None


def _wagers(round_: Round | None, who: str) -> dict[str, Any]:
    if round_ is None:
        return {}
    return {**round_.wagers.get(who, {}), **round_.cloth.get(who, {})}


def first_power(promotion: str, rulebook: Rulebook) -> str:
    """The power of the person who decides first."""
    return "decide_dispute" if own_rule(promotion, rulebook) is None else "decide_promotion_dispute"


def _open_dispute(floor: Floor, number: str) -> tuple[Dispute, Table, Rulebook] | Refusal:
    dispute = floor.people.disputes.get(number)
    if dispute is None:
        return Refusal(Reason.UNKNOWN_DISPUTE)
    table = floor.tables[dispute.table]
    return dispute, table, floor.rulebook_of(table)


def _closed(dispute: Dispute, rulebook: Rulebook) -> Refusal | None:
    clause = final_clause(dispute.promotion, rulebook, covered=dispute.covered)
    return Refusal(Reason.DISPUTE_CLOSED, clause) if dispute.closed is not None else None


def first_clause(promotion: str, rulebook: Rulebook, *, covered: bool) -> str:
    """The clause by which the first decision is made; one of its own where the rules do not cover the dispute."""
    beyond = _beyond(promotion, rulebook, covered=covered)
    return clause_of_power(rulebook, first_power(promotion, rulebook)) if beyond is None else beyond.clause


def final_clause(promotion: str, rulebook: Rulebook, *, covered: bool) -> str:
    """The clause by which the last word inside the casino is the last."""
    advice = own_rule(promotion, rulebook)
    return advice.clause if advice is not None else _last_clause(rulebook, promotion, covered=covered)


def _last_clause(rulebook: Rulebook, promotion: str, *, covered: bool) -> str:
    beyond = _beyond(promotion, rulebook, covered=covered)
    return rulebook.disputes.final.clause if beyond is None else beyond.clause


def _beyond(promotion: str, rulebook: Rulebook, *, covered: bool) -> Choice[Review] | None:
    """The rule on disputes that the rules do not cover; None if this is no such dispute, or there is no such rule."""
    return None if covered or own_rule(promotion, rulebook) is not None else rulebook.disputes.uncovered


def _powerless(floor: Floor, table: Table, dispute: Dispute, power: str, act: Act) -> Refusal | None:
    """Why a person may not use a power in a dispute, by the clause that speaks of such disputes."""
    refused = powerless(floor, table, power, act.role, act.person)
    beyond = _beyond(dispute.promotion, floor.rulebook_of(table), covered=dispute.covered)
    if refused is None or beyond is None or refused.reason is Reason.NOT_THEIR_ROLE:
        return refused
    return replace(refused, clause=beyond.clause)


def decide_decide_dispute(floor: Floor, command: DecideDispute, _at_ms: int) -> Verdict:
    """The first decision; where the rulebook has a rule of its own on disputes over promotions, the only one."""
    open_ = _open_dispute(floor, command.dispute)
    if isinstance(open_, Refusal):
        return open_
    dispute, table, rulebook = open_
    power = first_power(dispute.promotion, rulebook)
    refused = _powerless(floor, table, dispute, power, command)
    if refused is not None:
        return refused
    clause = first_clause(dispute.promotion, rulebook, covered=dispute.covered)
    if not command.decision.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause)
    refused = _closed(dispute, rulebook)
    if refused is None and dispute.decided is not None:
        refused = Refusal(Reason.ALREADY_DECIDED, final_clause(dispute.promotion, rulebook, covered=dispute.covered))
    refused = refused or _not_to_uphold(floor, dispute, command.upholds, clause)
    if refused is not None:
        return refused
    aside = _set_aside(floor, command.upholds)
    return (
        DisputeDecided(
            dispute=dispute.number,
            decision=command.decision,
            role=command.role,
            person=command.person,
            clause=clause,
            upholds=command.upholds,
            transfers=aside,
        ),
    )


def _not_to_uphold(floor: Floor, dispute: Dispute, number: str, clause: str) -> Refusal | None:
    """Why a claim cannot be a good one after all: it is another's, or the prize has gone on to another."""
    if not number:
        return None
    claim = floor.people.claims.get(number)
    offer = found(floor, dispute.promotion)
    if claim is None or isinstance(offer, Refusal) or claim.promotion != dispute.promotion:
        return Refusal(Reason.UNKNOWN_CLAIM, clause, {"claim": number})
    won = offer.promotion.won.get(claim.prize)
    if won is None or won.denied != number or won.paid_at_ms:
        return Refusal(Reason.ALREADY_DECIDED, clause, {"claim": number})
    return first_of(
        wrong_stage(offer, PromotionStage.RUNNING, PromotionStage.DRAWN),
        still_held(floor, offer.promotion.name, won),
    )


def _set_aside(floor: Floor, number: str) -> tuple[Transfer, ...]:
    """The money of the prize of a claim that is upheld, where it had gone back to the house."""
    claim = floor.people.claims.get(number)
    offer = None if claim is None else found(floor, claim.promotion)
    if claim is None or offer is None or isinstance(offer, Refusal):
        return ()
    return () if floor.ledger.held(prize_of(claim.promotion, claim.prize)) else set_aside(offer, (claim.prize,))


def _review_rule(dispute: Dispute, rulebook: Rulebook) -> Choice[Review] | Refusal:
    """When the decision is reviewed; where promotions have a rule of their own, the decision is final."""
    if own_rule(dispute.promotion, rulebook) is not None:
        return Refusal(Reason.FINAL, final_clause(dispute.promotion, rulebook, covered=dispute.covered))
    return _beyond(dispute.promotion, rulebook, covered=dispute.covered) or rulebook.disputes.review


def decide_request_review(floor: Floor, command: RequestReview, _at_ms: int) -> Verdict:
    """A party is not content with the decision."""
    open_ = _open_dispute(floor, command.dispute)
    if isinstance(open_, Refusal):
        return open_
    dispute, _, rulebook = open_
    rule = _review_rule(dispute, rulebook)
    clause = rule.clause
    if dispute.requested:
        return Refusal(Reason.ALREADY_THERE, clause)
    if command.by not in PARTIES:
        return Refusal(Reason.NOT_A_PARTY, clause, {"by": command.by})
    refused = _closed(dispute, rulebook)
    if refused is not None:
        return refused
    if dispute.decided is None:
        return Refusal(Reason.NOT_DECIDED, clause)
    if dispute.reviewed is not None:
        return Refusal(Reason.ALREADY_DECIDED, clause)
    if isinstance(rule, Refusal):
        return rule
    return (ReviewRequested(dispute.number, command.by, clause),)


def decide_review_dispute(floor: Floor, command: ReviewDispute, _at_ms: int) -> Verdict:
    """The review, by another person where the rulebook wants one, and on request unless it says otherwise."""
    open_ = _open_dispute(floor, command.dispute)
    if isinstance(open_, Refusal):
        return open_
    dispute, table, rulebook = open_
    refused = _powerless(floor, table, dispute, "review_dispute", command)
    if refused is None:
        refused = _same_reviewer(floor, dispute, rulebook, command)
    if refused is not None:
        return refused
    rule = _review_rule(dispute, rulebook)
    if not command.decision.strip():
        return Refusal(Reason.NO_REASON_GIVEN, rule.clause)
    refused = _not_to_review(dispute, rulebook, rule) or _not_to_uphold(floor, dispute, command.upholds, rule.clause)
    if refused is not None:
        return refused
    aside = _set_aside(floor, command.upholds)
    return (
        DisputeReviewed(
            dispute=dispute.number,
            decision=command.decision,
            role=command.role,
            person=command.person,
            clause=rule.clause,
            upholds=command.upholds,
            transfers=aside,
        ),
    )


def _same_reviewer(floor: Floor, dispute: Dispute, rulebook: Rulebook, command: ReviewDispute) -> Refusal | None:
    differs = rulebook.disputes.reviewer_differs
    if differs is None or not differs.value or dispute.decided is None:
        return None
    return same_person(floor, dispute.decided.person, command.person, differs.clause)


def _not_to_review(dispute: Dispute, rulebook: Rulebook, rule: Choice[Review] | Refusal) -> Refusal | None:
    refused = _closed(dispute, rulebook)
    # A decision that may be reviewed at any time may be reviewed after the end inside the casino too.
    if refused is not None and (isinstance(rule, Refusal) or not _stays_open(rule.policy)):
        return refused
    if dispute.decided is None:
        return Refusal(Reason.NOT_DECIDED, rule.clause)
    if dispute.reviewed is not None:
        return Refusal(Reason.ALREADY_DECIDED, rule.clause)
    if isinstance(rule, Refusal):
        return rule
    if not _stays_open(rule.policy) and not dispute.requested:
        return Refusal(Reason.NOT_REQUESTED, rule.clause)
    return None


def _stays_open(review: Review) -> bool:
    """Whether a decision is open to review without a request."""
    match review:
        case Review.ALWAYS_OPEN:
            return True
        case Review.ON_REQUEST:
            return False
        case _:
            assert_never(review)


def _advice(dispute: Dispute, rulebook: Rulebook) -> Advice | None:
    return own_rule(dispute.promotion, rulebook) or rulebook.disputes.advice


def _no_part(floor: Floor, table: Table, dispute: Dispute, act: Act) -> Refusal | None:
    """Why a person has nothing to do with a dispute: neither to decide, nor to review, nor to say the last word."""
    rulebook = floor.rulebook_of(table)
    power = first_power(dispute.promotion, rulebook)
    refused = _powerless(floor, table, dispute, power, act)
    if refused is None or refused.reason in {Reason.UNKNOWN_ROLE, Reason.NOT_THEIR_ROLE}:
        return refused
    last = counts_as(rulebook, act.role, rulebook.disputes.final.role)
    return None if last or may(floor, table, "review_dispute", act.role) else refused


def decide_advise_of_rights(floor: Floor, command: AdviseOfRights, _at_ms: int) -> Verdict:
    """Records that the person was told to whom they may turn."""
    open_ = _open_dispute(floor, command.dispute)
    if isinstance(open_, Refusal):
        return open_
    dispute, table, rulebook = open_
    advice = _advice(dispute, rulebook)
    if advice is None:
        return Refusal(Reason.NOT_IN_RULEBOOK, _last_clause(rulebook, dispute.promotion, covered=dispute.covered))
    refused = _no_part(floor, table, dispute, command) or _closed(dispute, rulebook)
    if refused is not None:
        return refused
    advised = RightsAdvised(
        dispute=dispute.number,
        official=advice.official,
        role=command.role,
        person=command.person,
        clause=advice.clause,
        law=advice.law or "",
    )
    return (advised,)


def decide_close_dispute(floor: Floor, command: CloseDispute, _at_ms: int) -> Verdict:
    """The end inside the casino: never against a person who waits for a review, or was not told of their rights."""
    open_ = _open_dispute(floor, command.dispute)
    if isinstance(open_, Refusal):
        return open_
    dispute, table, rulebook = open_
    refused = _no_part(floor, table, dispute, command)
    final = rulebook.disputes.final
    if refused is None and not command.satisfied and not counts_as(rulebook, command.role, final.role):
        last = _last_clause(rulebook, dispute.promotion, covered=dispute.covered)
        refused = Refusal(Reason.NO_POWER, last, {"role": command.role})
    refused = refused or _closed(dispute, rulebook)
    clause, advice = final_clause(dispute.promotion, rulebook, covered=dispute.covered), _advice(dispute, rulebook)
    if refused is None and dispute.decided is None:
        refused = Refusal(Reason.NOT_DECIDED, clause)
    if refused is None and not command.satisfied and dispute.requested and dispute.reviewed is None:
        # The person who decided first could otherwise end it before another has looked.
        refused = Refusal(Reason.REVIEW_DUE, _review_rule(dispute, rulebook).clause)
    if refused is None and not command.satisfied and advice is not None and dispute.advised is None:
        refused = Refusal(Reason.NOT_ADVISED, advice.clause)
    if refused is not None:
        return refused
    official = advice.official if advice is not None and not command.satisfied else ""
    return (
        DisputeClosed(
            dispute=dispute.number,
            satisfied=command.satisfied,
            role=command.role,
            person=command.person,
            clause=clause,
            official=official,
        ),
    )


DECIDERS: Deciders = {
    RaiseDispute: decide_raise_dispute,
    DecideDispute: decide_decide_dispute,
    RequestReview: decide_request_review,
    ReviewDispute: decide_review_dispute,
    AdviseOfRights: decide_advise_of_rights,
    CloseDispute: decide_close_dispute,
}
