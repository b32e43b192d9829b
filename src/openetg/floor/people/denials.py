"""Claims to promotional prizes that were denied: the record kept of them, and telling the claimant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import InformClaimant, RecordDeniedClaim
from openetg.floor.core.authority import unauthorized
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import ClaimantInformed, ClaimDenied
from openetg.floor.promotions.preconditions import found, still_held
from openetg.floor.promotions.terms import worth_of
from openetg.floor.state import Floor, Table
from openetg.money import Money, format_money, parse_money

if TYPE_CHECKING:
    from openetg.floor.people.state import Claim
    from openetg.rulebook.schema.prizes import Promotions


POWER = "offer_promotion"
"""The power over refused claims is that of the person who offers prizes."""


def decide_record_denied_claim(floor: Floor, command: RecordDeniedClaim, _at_ms: int) -> Verdict:
    """A claim was refused: the reason always, every detail above the value the rulebook names."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    promotions = floor.rulebook_of(table).promotions
    if promotions is None:
        return Refusal(Reason.NOT_IN_RULEBOOK)
    refused = first_of(_not_to_deny(floor, table, promotions, command), _not_its_prize(floor, table, command))
    if refused is not None:
        return refused
    offered = floor.promotions.offered.get(command.promotion)
    won = None if offered is None else offered.won.get(command.prize)
    above, reason = promotions.denied_record_above, promotions.refusal_reason
    in_full = above is not None and _worth(floor, command) > parse_money(above.value)
    denied = ClaimDenied(
        claim=command.claim,
        table=table.name,
        prize=command.prize,
        value=command.value,
        why=command.why,
        role=command.role,
        person=command.person,
        clause=promotions.kinds[command.kind],
        claimant=command.claimant,
        address=command.address,
        kind=command.kind,
        in_full=in_full,
        also=tuple(each.clause for each in (reason, above if in_full else None) if each is not None),
        promotion=command.promotion,
        entrant=command.entrant,
        winner=won is not None and won.entrant == command.entrant != "",
    )
    return (denied,)


def _worth(floor: Floor, command: RecordDeniedClaim) -> Money:
    """What was denied; of a promotion's prize, the cash instead of it where that is more."""
    offer = found(floor, command.promotion)
    prize = None if isinstance(offer, Refusal) else offer.prize(command.prize)
    return command.value if prize is None else max(command.value, worth_of(prize))


def _not_its_prize(floor: Floor, table: Table, command: RecordDeniedClaim) -> Refusal | None:
    """Why a claim does not fit the prize of the promotion on record that it names."""
    if not command.promotion:
        return None
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    prize, clause = offer.prize(command.prize), offer.clause_of("prize-details", "nature-of-prize")
    if prize is None or offer.table.rulebook != table.rulebook:
        return Refusal(Reason.UNKNOWN_PRIZE, clause, {"prize": command.prize})
    if command.entrant and command.entrant not in offer.promotion.entrants:
        return Refusal(Reason.UNKNOWN_ENTRANT, clause, {"entrant": command.entrant})
    won = offer.promotion.won.get(command.prize)
    if won is not None and won.entrant == command.entrant != "":
        has_it = won.paid_at_ms and not won.refused
        refused = first_of(
            Refusal(Reason.ALREADY_PAID, clause) if has_it else None,
            Refusal(Reason.PRIZE_DENIED, clause) if won.denied else None,
            # A prize that came back, or is still demanded back, is decided by its determination.
            None if won.refused else still_held(floor, command.promotion, won),
        )
        if refused is not None:
            return refused
    # The value decides what has to be kept of the claim, so the value of the terms is used.
    said: dict[str, str | int] = {"value": format_money(prize.value)}
    return None if command.value == prize.value else Refusal(Reason.NOT_THE_PRIZE, clause, said)


def _not_to_deny(floor: Floor, table: Table, promotions: Promotions, command: RecordDeniedClaim) -> Refusal | None:
    clause = promotions.refusal_reason.clause if promotions.refusal_reason is not None else promotions.offered.clause
    if not command.claim.strip():
        return Refusal(Reason.NOT_A_NAME, clause)
    if command.claim in floor.people.claims:
        return Refusal(Reason.ALREADY_THERE, clause)
    refused = unauthorized(floor, table, command)
    if refused is not None:
        return refused
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause)
    if command.kind not in promotions.kinds:
        return Refusal(Reason.NOT_A_KIND, promotions.offered.clause, {"kind": command.kind})
    above = promotions.denied_record_above
    known = command.claimant.strip() and command.address.strip()
    if above is not None and _worth(floor, command) > parse_money(above.value) and not known:
        return Refusal(Reason.NOT_IN_FULL, above.clause)
    return None


def untold(floor: Floor, promotion: str) -> list[Claim]:
    """The claims to prizes of a promotion that were denied, and stand so, whose claimants have yet to be told why."""
    claims = floor.people.claims.values()
    return [each for each in claims if each.promotion == promotion and each.informed is None and not each.upheld]


def decide_inform_claimant(floor: Floor, command: InformClaimant, _at_ms: int) -> Verdict:
    """The claimant was told why, and how."""
    claim = floor.people.claims.get(command.claim)
    if claim is None:
        return Refusal(Reason.UNKNOWN_CLAIM)
    table = floor.tables[claim.table]
    promotions = floor.rulebook_of(table).promotions
    assert promotions is not None, "a claim was denied under a rulebook that knows promotions"
    clause = promotions.refusal_reason.clause if promotions.refusal_reason is not None else promotions.offered.clause
    if claim.informed is not None:
        return Refusal(Reason.ALREADY_THERE, clause)
    refused = unauthorized(floor, table, command)
    if refused is not None:
        return refused
    if not command.how.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause)
    return (ClaimantInformed(claim.number, command.how, command.role, command.person, clause),)


DECIDERS: Deciders = {
    RecordDeniedClaim: decide_record_denied_claim,
    InformClaimant: decide_inform_claimant,
}
