"""The draw of a promotion: committed before the first entry, called, revealed, and repeatable by anyone.

The secret is the server's; what it draws follows from it and the entries as they were called, and from nothing else.
Entries stand in the order in which their entrants were registered; prizes are drawn in the order of the terms.
"""

from __future__ import annotations

import re
from bisect import insort
from collections import defaultdict
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING

from msgspec import json

from openetg.chance.drawing import PROCESS, NumberStream, commitment_of, draw_purpose, is_secret
from openetg.chance.hat import Hat
from openetg.floor.commands import (
    CallDraw,
    CommitDraw,
    DrawAgain,
    NameScrutineer,
    RecordPresence,
    RevealDraw,
    WitnessDraw,
)
from openetg.floor.core.authority import unauthorized
from openetg.floor.core.ledger import Transfer, prize_of, promoting_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    DrawCalled,
    DrawCommitted,
    DrawWitnessed,
    PresenceRecorded,
    PrizeDrawnAgain,
    PromotionDrawn,
    ScrutineerNamed,
    Winner,
)
from openetg.floor.people.hands import same_person
from openetg.floor.promotions.entries import counting, uncommitted
from openetg.floor.promotions.preconditions import (
    HOUR_MS,
    OfferedPromotion,
    disputed,
    found,
    no_offer,
    not_now,
    same_who_denied,
    still_held,
)
from openetg.floor.promotions.terms import worth_of
from openetg.floor.state import PromotionStage
from openetg.money import format_money, parse_money
from openetg.rulebook.roles import holders

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from openetg.floor.state import Floor, Won

OVERSEE = "oversee_draw"
CASH = "cash"
"""The kind of prize that is money, and so is in the ledger."""
_DIGEST = re.compile("[0-9a-f]{64}")
NOBODY = -1
"""In the place of an entry, where none was left to draw."""
BEFORE_THE_DRAW = (PromotionStage.DRAFT, PromotionStage.FILED, PromotionStage.RUNNING)
WATCHED = (PromotionStage.RUNNING, PromotionStage.DRAWN)
"""When a scrutineer may be there: for the draw, and for what is drawn again."""


def digest_of(entries: Sequence[tuple[str, int]]) -> str:
    """The SHA-256 of the entries as JSON without blanks, `[["E1",3],["E2",1]]`, in their order."""
    return sha256(json.encode(entries)).hexdigest()


def drawn(
    promotion: str, secret: str, entries: Sequence[tuple[str, int]], prizes: Iterable[str], *, one_each: bool
) -> list[Winner]:
    """Who wins which of these prizes, one after the other, repeatable by anyone who has secret and entries.

    A prize that comes a second time is drawn again: not for those who were drawn for it before. Where one has one
    prize, all entries of a winner go, else the one that has won. When no entry is left, no more is drawn.
    """
    stream = NumberStream(secret, draw_purpose(promotion, digest_of(entries)))
    firsts = list(accumulate((count for _, count in entries), initial=0))
    hat = Hat([count for _, count in entries])
    gone: defaultdict[int, list[int]] = defaultdict(list)
    drawn_for: defaultdict[str, set[int]] = defaultdict(set)
    winners: list[Winner] = []
    for prize in prizes:
        aside = {owner: hat.of(owner) for owner in drawn_for[prize]}
        for owner, count in aside.items():
            hat.put(owner, -count)
        if not hat.total:
            break
        owner, place = hat.at(stream.below(hat.total))
        entry = firsts[owner] + place
        for before in gone[owner]:
            entry += before <= entry
        insort(gone[owner], entry)
        drawn_for[prize].add(owner)
        winners.append(Winner(prize, entries[owner][0], entry))
        hat.put(owner, -hat.of(owner) if one_each else -1)
        for other, count in aside.items():
            hat.put(other, count)
    return winners


def decide_name_scrutineer(floor: Floor, command: NameScrutineer, _at_ms: int) -> Verdict:
    """Who oversees the draw, and what is drawn again after it; and again if another one comes."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    clause = _scrutineer_clause(offer)
    refused = first_of(
        None if command.scrutineer.strip() else Refusal(Reason.NOT_A_NAME, clause),
        None if offer.rules.scrutineer_above else Refusal(Reason.NOT_IN_RULEBOOK, clause),
        no_offer(floor, offer, command),
        _no_overseer(floor, offer, command.scrutineer),
        not_now(offer, *BEFORE_THE_DRAW, PromotionStage.DRAWN),
    )
    if refused is not None:
        return refused
    return (ScrutineerNamed(command.promotion, command.scrutineer, command.role, command.person, clause),)


def _no_overseer(floor: Floor, offer: OfferedPromotion, person: str) -> Refusal | None:
    """Why a member of staff cannot oversee a draw: they have no role that may. Of others nothing is known."""
    known = floor.people.staff.get(person)
    able = holders(offer.rulebook, OVERSEE)
    if known is None or (not known.released and able & set(known.roles.get(offer.rulebook.about.id, ()))):
        return None
    return Refusal(Reason.NOT_THEIR_ROLE, _scrutineer_clause(offer), {"person": person})


def _scrutineer_clause(offer: OfferedPromotion) -> str:
    rule = offer.rules.scrutineer_above
    return offer.rules.offered.clause if rule is None else rule.clause


def decide_witness_draw(floor: Floor, command: WitnessDraw, at_ms: int) -> Verdict:
    """The person who was named is there, under a login of their own."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    clause = _scrutineer_clause(offer)
    scrutineer = offer.promotion.scrutineer
    refused = first_of(
        unauthorized(floor, offer.table, command),
        not_now(offer, *WATCHED),
        _too_early(offer, at_ms),
        Refusal(Reason.NO_SCRUTINEER, clause, {"scrutineer": scrutineer}) if command.person != scrutineer else None,
    )
    if refused is not None:
        return refused
    return (DrawWitnessed(command.promotion, command.role, command.person, at_ms, clause),)


def decide_commit_draw(floor: Floor, command: CommitDraw, at_ms: int) -> Verdict:
    """Binds the house to a secret, once, before anything is entered."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    clause = offer.clause_of("manner")
    bound = bool(offer.promotion.commitment)
    entered = any(each.entries for each in offer.promotion.entrants.values())
    process: dict[str, str | int] = {"process": command.process}
    refused = first_of(
        Refusal(Reason.ALREADY_THERE, clause) if bound or entered else None,
        None if _DIGEST.fullmatch(command.commitment) else Refusal(Reason.NOT_A_NAME, clause),
        not_now(offer, *BEFORE_THE_DRAW),
        None if command.process == PROCESS else Refusal(Reason.OTHER_PROCESS, clause, process),
    )
    if refused is not None:
        return refused
    return (DrawCommitted(command.promotion, command.commitment, command.sealed, command.process, at_ms),)


def decide_call_draw(floor: Floor, command: CallDraw, at_ms: int) -> Verdict:
    """Calls the draw: entries can no longer change; the secret is revealed in the step that follows."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    entries = counting(offer)
    clause = offer.clause_of("place-date-time", "when-and-where", "when")
    refused = first_of(
        no_offer(floor, offer, command),
        not_now(offer, PromotionStage.RUNNING),
        uncommitted(offer),
        _too_early(offer, at_ms),
        not_the_time(offer, at_ms),
        None if entries else Refusal(Reason.NO_ENTRIES, offer.clause_of("manner")),
        Refusal(Reason.NOT_OFFERED, offer.clause_of("manner")) if not offer.is_drawn else None,
        unwitnessed(floor, offer, command.person),
    )
    if refused is not None:
        return refused
    scrutineer = _watching(offer)
    also = (_scrutineer_clause(offer),) if scrutineer else ()
    digest, counted = digest_of(entries), {number for number, _ in entries}
    entrants = offer.promotion.entrants.values()
    left_out = tuple(each.number for each in entrants if each.entries and each.number not in counted)
    return (
        DrawCalled(
            promotion=command.promotion,
            entries=entries,
            digest=digest,
            scrutineer=scrutineer,
            role=command.role,
            person=command.person,
            at_ms=at_ms,
            clause=clause,
            also=also,
            left_out=left_out,
        ),
    )


def _watching(offer: OfferedPromotion) -> str:
    """The scrutineer who is there; empty if none is."""
    return offer.promotion.scrutineer if offer.promotion.witnessing else ""


def _too_early(offer: OfferedPromotion, at_ms: int) -> Refusal | None:
    """The draw is not held while entries are taken, nor before the time of the terms."""
    terms = offer.terms
    clause = offer.clause_of("place-date-time", "when-and-where", "when")
    early: dict[str, str | int] = {"at_ms": terms.award_from_ms}
    closing: dict[str, str | int] = {"at_ms": terms.entries_close_ms}
    return first_of(
        Refusal(Reason.TOO_EARLY, clause, early) if at_ms < terms.award_from_ms else None,
        Refusal(Reason.ENTRIES_OPEN, offer.clause_of("entry-closes"), closing)
        if at_ms <= terms.entries_close_ms
        else None,
    )


def not_the_time(offer: OfferedPromotion, at_ms: int) -> Refusal | None:
    """Why nothing is awarded now: the terms name other times for it."""
    terms = offer.terms
    if at_ms >= terms.award_from_ms and (not terms.award_until_ms or at_ms <= terms.award_until_ms):
        return None
    times: dict[str, str | int] = {"from_ms": terms.award_from_ms, "until_ms": terms.award_until_ms}
    return Refusal(Reason.OUTSIDE_AWARD_TIME, offer.clause_of("when-and-where", "when"), times)


def needs_scrutineer(offer: OfferedPromotion) -> bool:
    """Whether one prize alone is worth more than the rulebook lets be drawn without a scrutineer."""
    rule = offer.rules.scrutineer_above
    return rule is not None and any(worth_of(each) > parse_money(rule.value) for each in offer.terms.prizes)


def unwitnessed(floor: Floor, offer: OfferedPromotion, person: str) -> Refusal | None:
    """Why a draw lacks its scrutineer, who must be another person than the one who holds it."""
    rule = offer.rules.scrutineer_above
    if rule is None or not needs_scrutineer(offer):
        return None
    if offer.promotion.witnessing:
        return same_person(floor, offer.promotion.scrutineer, person, rule.clause)
    largest = max(worth_of(each) for each in offer.terms.prizes)
    details: dict[str, str | int] = {"prize": format_money(largest), "scrutineer": offer.promotion.scrutineer}
    return Refusal(Reason.NO_SCRUTINEER, rule.clause, details)


def decide_reveal_draw(floor: Floor, command: RevealDraw, at_ms: int) -> Verdict:
    """The secret that was committed to: the winners follow, and money prizes are set aside."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    promotion, clause = offer.promotion, offer.clause_of("manner")
    refused = first_of(
        not_now(offer, PromotionStage.CALLED),
        None if _is_the_secret(offer, command.secret) else Refusal(Reason.OTHER_COMMITMENT, clause),
    )
    if refused is not None:
        return refused
    prizes = [each.prize for each in offer.terms.prizes if each.prize not in promotion.won]
    one_each = offer.terms.one_prize_each
    winners = tuple(drawn(promotion.name, command.secret, promotion.called, prizes, one_each=one_each))
    notify_by_ms = _notify_by_ms(offer, at_ms)
    also = (offer.rules.notify_within_hours.clause,) if notify_by_ms and offer.rules.notify_within_hours else ()
    return (
        PromotionDrawn(
            promotion=promotion.name,
            secret=command.secret,
            process=promotion.process,
            winners=winners,
            at_ms=at_ms,
            clause=clause,
            notify_by_ms=notify_by_ms,
            transfers=set_aside(offer, (each.prize for each in winners)),
            also=also,
        ),
    )


def _is_the_secret(offer: OfferedPromotion, secret: str) -> bool:
    purpose = draw_purpose(offer.promotion.name)
    return is_secret(secret) and commitment_of(purpose, secret) == offer.promotion.commitment


def _notify_by_ms(offer: OfferedPromotion, at_ms: int) -> int:
    """Until when a winner is to be told who need not have been there; zero if there is no such duty."""
    rule = offer.rules.notify_within_hours
    if rule is None or offer.terms.presence == "required":
        return 0
    return at_ms + rule.value * HOUR_MS


def set_aside(offer: OfferedPromotion, prizes: Iterable[str]) -> tuple[Transfer, ...]:
    """The money of these prizes, as far as they are money: owed from now on, and borne by the promotion."""
    name = offer.promotion.name
    offered = (offer.prize(each) for each in prizes)
    return tuple(
        Transfer(promoting_of(name), prize_of(name, each.prize), each.value)
        for each in offered
        if each is not None and each.kind == CASH and each.value
    )


def decide_draw_again(floor: Floor, command: DrawAgain, at_ms: int) -> Verdict:
    """A prize whose winner was not there or to whom it was denied is drawn once more; the stream goes on."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    promotion, clause = offer.promotion, offer.clause_of("method-of-claiming", "manner")
    won = promotion.won.get(command.prize)
    if won is None or not won.entrant or not promotion.draws:
        return Refusal(Reason.UNKNOWN_PRIZE, clause, {"prize": command.prize})
    again = drawn(
        promotion.name,
        promotion.secret,
        promotion.called,
        [*(prize for prize, _, _ in promotion.draws), command.prize],
        one_each=offer.terms.one_prize_each,
    )
    # When no entrant is left the prize has no winner: its money goes back when the promotion is closed.
    is_aside = bool(floor.ledger.held(prize_of(promotion.name, won.prize)))
    winner = again[-1] if len(again) > len(promotion.draws) else Winner(command.prize, "", NOBODY)
    refused = first_of(
        no_offer(floor, offer, command),
        None if command.why.strip() else Refusal(Reason.NO_REASON_GIVEN, clause),
        not_now(offer, PromotionStage.DRAWN),
        not_the_time(offer, at_ms),
        _still_theirs(offer, won, clause),
        still_held(floor, promotion.name, won),
        disputed(floor, offer),
        same_who_denied(floor, won, command.person, clause),
        unwitnessed(floor, offer, command.person),
    )
    if refused is not None:
        return refused
    return (
        PrizeDrawnAgain(
            promotion=promotion.name,
            winner=winner,
            before=won.entrant,
            role=command.role,
            person=command.person,
            why=command.why,
            at_ms=at_ms,
            clause=clause,
            notify_by_ms=_notify_by_ms(offer, at_ms) if winner.entrant else 0,
            transfers=() if is_aside or not winner.entrant else set_aside(offer, (won.prize,)),
            scrutineer=_watching(offer),
        ),
    )


def _still_theirs(offer: OfferedPromotion, won: Won, clause: str) -> Refusal | None:
    """Why a prize is not drawn again: its winner has it, or may still get it."""
    if won.paid_at_ms:
        return Refusal(Reason.ALREADY_PAID, clause)
    absent = offer.terms.presence == "required" and won.present is False
    return None if absent or won.denied else Refusal(Reason.ALREADY_DECIDED, clause, {"entrant": won.entrant})


def to_draw_again(offer: OfferedPromotion) -> bool:
    """Whether a prize may be drawn again: its winner was not there, or it was denied to them."""
    clause = offer.clause_of("method-of-claiming", "manner")
    won = offer.promotion.won.values()
    return offer.is_drawn and any(each.entrant and _still_theirs(offer, each, clause) is None for each in won)


def decide_record_presence(floor: Floor, command: RecordPresence, _at_ms: int) -> Verdict:
    """Whether the winner was there, where the terms ask for it; a slip can be put right until it is paid."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    clause = offer.clause_of("method-of-claiming")
    won = offer.promotion.won.get(command.prize)
    if won is None or not won.entrant:
        return Refusal(Reason.UNKNOWN_PRIZE, clause, {"prize": command.prize})
    asked = offer.terms.presence == "required"
    refused = first_of(
        Refusal(Reason.ALREADY_THERE, clause) if won.present is command.present else None,
        no_offer(floor, offer, command),
        not_now(offer, PromotionStage.DRAWN),
        None if asked else Refusal(Reason.NOT_OFFERED, clause),
        Refusal(Reason.ALREADY_PAID, clause) if won.paid_at_ms else None,
    )
    if refused is not None:
        return refused
    return (
        PresenceRecorded(
            promotion=command.promotion,
            prize=won.prize,
            entrant=won.entrant,
            present=command.present,
            role=command.role,
            person=command.person,
            clause=clause,
        ),
    )


DECIDERS: Deciders = {
    NameScrutineer: decide_name_scrutineer,
    WitnessDraw: decide_witness_draw,
    CommitDraw: decide_commit_draw,
    CallDraw: decide_call_draw,
    RevealDraw: decide_reveal_draw,
    DrawAgain: decide_draw_again,
    RecordPresence: decide_record_presence,
}
