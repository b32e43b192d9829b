"""What becomes of prizes: winners are told, results made public, bonuses awarded by the terms, prizes handed over.

A prize that is money was set aside when it was won and is paid once, in the form that the rules leave to the winner or
to the house. What falls due is derived from the draw, never kept beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from openetg.floor.commands import AttemptNotice, AwardBonus, CallPromotionDeadline, PayPrize, PublishResults
from openetg.floor.core.authority import powerless, unauthorized
from openetg.floor.core.ledger import CAGE, Transfer, prize_of, promoting_of
from openetg.floor.core.refusals import Reason, Refusal, beside, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.core.written import is_signature, says_anything
from openetg.floor.events import BonusAwarded, NoticeAttempted, PrizePaid, PromotionDeadlineCalled, ResultsPublished
from openetg.floor.money.paid_from import CASH, drawer_short, no_drawer, paid_out_of, paying_account
from openetg.floor.promotions.drawing import CASH as CASH_PRIZE
from openetg.floor.promotions.drawing import not_the_time, set_aside
from openetg.floor.promotions.entries import is_anybody, unmet, unqualified
from openetg.floor.promotions.preconditions import (
    GOODS,
    HOUR_MS,
    OfferedPromotion,
    disputed,
    file_by_ms,
    found,
    no_offer,
    not_now,
    same_who_denied,
    still_held,
    wrong_stage,
)
from openetg.floor.state import PromotionStage
from openetg.money import ZERO, Money, parse_money, total
from openetg.rulebook.schema.policies import Holdable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openetg.floor.promotions.commands import PrizeOffered
    from openetg.floor.state import Entrant, Floor, Won

PAY = "pay_by_hand"
"""The power to pay a prize: it is handed over by a person and signed for, as the rulebooks' clause on payment by hand
says."""
CHEQUE, TRANSFER = "cheque", "transfer"
MAIL = "mail"
"""The way of telling a winner that is done when it is posted; all others are put on record when they happen."""
MONEY_FORMS = frozenset({CASH, CHEQUE, TRANSFER})
BONUS = -1
"""In the place of an entry, where a prize was awarded without a draw."""
NEAR, OVERDUE, RESULTS_OVERDUE = "notice-near", "notice-overdue", "results-overdue"
FILING = FILING_NEAR, FILING_OVERDUE = "filing-near", "filing-overdue"
DRAW = DRAW_NEAR, DRAW_OVERDUE = "draw-near", "draw-overdue"
NEAR_MS = 12 * HOUR_MS
"""How long before it falls due staff are reminded of a filing, a draw or a notice."""
RESULTS_MS = 48 * HOUR_MS
"""How long after the draw its results are missed: the rules name no time, so it is that in which winners are told."""


def decide_attempt_notice(floor: Floor, command: AttemptNotice, at_ms: int) -> Verdict:
    """A person told a winner or tried: in a way of the terms and in time this fulfils the duty, otherwise it is only
    noted."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    won = _won(offer, command.prize)
    if isinstance(won, Refusal):
        return won
    clause = offer.rules.notify_by.get(command.by) or offer.clause_of("notification")
    when = command.at_ms or at_ms
    said = says_anything(command.by) and says_anything(command.details)
    elsewhen = when != at_ms and command.by != MAIL
    refused = first_of(
        no_offer(floor, offer, command),
        Refusal(Reason.NOT_A_DAY, clause, {"at_ms": when}) if elsewhen or not won.at_ms <= when <= at_ms else None,
        # Also while it is postponed: the time in which winners are to be told runs on.
        wrong_stage(offer, PromotionStage.DRAWN),
        _not_theirs(offer, won, command.entrant),
        None if said else Refusal(Reason.NOT_SAID, clause),
    )
    if refused is not None:
        return refused
    listed = command.by in offer.rules.notify_by and command.by in offer.terms.notification
    return (
        NoticeAttempted(
            promotion=command.promotion,
            prize=won.prize,
            entrant=won.entrant,
            by=command.by,
            details=command.details,
            reached=command.reached,
            counts=listed and when <= won.notify_by_ms,
            role=command.role,
            person=command.person,
            at_ms=when,
            clause=clause,
            listed=listed,
            noted_ms=at_ms,
        ),
    )


def _won(offer: OfferedPromotion, prize: str) -> Won | Refusal:
    won = offer.promotion.won.get(prize)
    if won is None or not won.entrant:
        return Refusal(Reason.UNKNOWN_PRIZE, offer.clause_of("prize-details", "nature-of-prize"), {"prize": prize})
    return won


def _not_theirs(offer: OfferedPromotion, won: Won, entrant: str) -> Refusal | None:
    if won.entrant == entrant:
        return None
    rule = offer.rules.by_terms_only
    clause = offer.clause_of("manner") if rule is None else rule.clause
    return Refusal(Reason.NOT_THE_WINNER, clause, {"entrant": entrant})


def decide_publish_results(floor: Floor, command: PublishResults, at_ms: int) -> Verdict:
    """The results are public, in the way the terms say."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    clause = offer.clause_of("publication")
    refused = first_of(
        Refusal(Reason.ALREADY_THERE, clause) if offer.promotion.results_at_ms else None,
        no_offer(floor, offer, command),
        not_now(offer, PromotionStage.DRAWN),
        None if says_anything(command.how) else Refusal(Reason.NOT_SAID, clause),
    )
    if refused is not None:
        return refused
    return (
        ResultsPublished(
            promotion=command.promotion,
            how=command.how,
            role=command.role,
            person=command.person,
            at_ms=at_ms,
            clause=clause,
        ),
    )


def decide_award_bonus(floor: Floor, command: AwardBonus, at_ms: int) -> Verdict:
    """A bonus goes to whom the published terms give it: in their time and manner, to a person who meets them."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    promotion = offer.promotion
    entrant = promotion.entrants.get(command.entrant)
    if entrant is None:
        clause = offer.clause_of("eligibility")
        return Refusal(Reason.UNKNOWN_ENTRANT, clause, {"entrant": command.entrant})
    prize: dict[str, str | int] = {"prize": command.prize}
    clause = _award_clause(offer)
    refused = first_of(
        None if offer.prize(command.prize) else Refusal(Reason.UNKNOWN_PRIZE, clause, prize),
        _has_it(floor, offer, command, clause),
        no_offer(floor, offer, command),
        not_now(offer, PromotionStage.RUNNING),
        _against_terms(offer, entrant, at_ms),
    )
    if refused is not None:
        return refused
    version = promotion.versions[-1].number
    is_aside = bool(floor.ledger.held(prize_of(promotion.name, command.prize)))
    moved = () if is_aside else set_aside(offer, (command.prize,))
    return (
        BonusAwarded(
            promotion=promotion.name,
            prize=command.prize,
            entrant=entrant.number,
            version=version,
            role=command.role,
            person=command.person,
            at_ms=at_ms,
            clause=clause,
            transfers=moved,
        ),
    )


def _has_it(floor: Floor, offer: OfferedPromotion, command: AwardBonus, clause: str) -> Refusal | None:
    """Why a bonus is not there to be awarded: another has it; one that was denied may go to another."""
    won = offer.promotion.won.get(command.prize)
    if won is None:
        return None
    if won.paid_at_ms or not won.denied:
        return Refusal(Reason.ALREADY_THERE, clause, {"prize": command.prize})
    again = command.entrant in {won.entrant, *won.passed_over}
    return first_of(
        Refusal(Reason.PRIZE_DENIED, clause, {"claim": won.denied}) if again else None,
        still_held(floor, offer.promotion.name, won),
        disputed(floor, offer),
        same_who_denied(floor, won, command.person, clause),
    )


def _award_clause(offer: OfferedPromotion) -> str:
    rule = offer.rules.by_terms_only
    return offer.clause_of("manner") if rule is None else rule.clause


def _against_terms(offer: OfferedPromotion, entrant: Entrant, at_ms: int) -> Refusal | None:
    """Which of the published terms an award would be against; each with its own clause beside the one on all."""
    unread = offer.promotion.published != offer.promotion.versions[-1].number
    nothing = not entrant.entries
    refused = first_of(
        Refusal(Reason.NOT_PUBLISHED, offer.rules.terms_available.clause) if unread else None,
        unmet(offer, entrant.meets),
        unqualified(offer, entrant),
        not_the_time(offer, at_ms),
        Refusal(Reason.NO_ENTRIES, offer.clause_of("manner")) if nothing else None,
        Refusal(Reason.NOT_OFFERED, offer.clause_of("manner")) if offer.is_drawn else None,
        _has_another(offer, entrant),
    )
    if refused is None:
        return None
    item: dict[str, str | int] = {**refused.details, "item": refused.clause}
    return Refusal(refused.reason, _award_clause(offer), item, (refused.clause,))


def _has_another(offer: OfferedPromotion, entrant: Entrant) -> Refusal | None:
    """Where each entrant gets one prize, a winner gets no other."""
    theirs = [won.prize for won in offer.promotion.won.values() if won.entrant == entrant.number and not won.denied]
    if not theirs or not offer.terms.one_prize_each:
        return None
    return Refusal(Reason.NOT_ELIGIBLE, offer.clause_of("manner"), {"prize": theirs[0]})


class Owed(NamedTuple):
    """What a prize is when it is handed over."""

    amount: Money
    account: str
    """The account of its money; empty if it is none."""
    alternative: Money
    clause: str
    choice: bool
    """Whether the rules leave the form of payment to the winner."""


def _owed(floor: Floor, offer: OfferedPromotion, prize: PrizeOffered, *, in_money: bool) -> Owed:
    name, rule = offer.promotion.name, offer.rules.payment_choice_above
    is_cash = prize.kind == CASH_PRIZE
    account = prize_of(name, prize.prize)
    if is_cash:
        amount = floor.ledger.held(account)
    else:
        amount, account = (prize.cash_alternative, promoting_of(name)) if in_money else (prize.value, "")
    choice = bool(account) and rule is not None and amount > parse_money(rule.value)
    payment = offer.rulebook.money.payment
    clause = offer.rules.offered.clause if payment is None else payment.at_once.clause
    clause = rule.clause if choice and rule is not None else clause
    return Owed(amount, account, ZERO if is_cash or not in_money else amount, clause, choice)


def decide_pay_prize(floor: Floor, command: PayPrize, at_ms: int) -> Verdict:
    """A prize is handed to its winner, once, against a signature, in a form that the rules allow."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    prize, won = offer.prize(command.prize), _won(offer, command.prize)
    if isinstance(won, Refusal):
        return won
    assert prize is not None, "what was won is a prize of the terms"
    paid = command.paid or command.asked
    owed = _owed(floor, offer, prize, in_money=GOODS not in command.asked)
    drawer = paid_out_of(floor, command.person, CASH) if paid.get(CASH) else ""
    refused = first_of(
        unauthorized(floor, offer.table, command),
        not_now(offer, PromotionStage.RUNNING if won.entry == BONUS else PromotionStage.DRAWN),
        _not_theirs(offer, won, command.entrant),
        _not_payable(floor, offer, won),
        # What was paid or denied lies nowhere any more: nothing would add up to it.
        None if won.paid_at_ms or won.denied or won.refused else _not_in_parts(offer, prize, owed, command.asked, paid),
        _not_in_form(floor, offer, owed, command, paid),
        None if is_signature(command.signature) else Refusal(Reason.NOT_SIGNED, _by_hand(offer)),
        no_drawer(floor, drawer, CASH) if paid.get(CASH) else None,
        drawer_short(floor, drawer, paid.get(CASH, ZERO)),
    )
    if refused is not None:
        return refused
    return (
        PrizePaid(
            promotion=command.promotion,
            prize=won.prize,
            entrant=won.entrant,
            value=prize.value,
            asked=command.asked,
            paid=paid,
            payee=command.payee,
            signature=command.signature,
            role=command.role,
            person=command.person,
            at_ms=at_ms,
            clause=owed.clause,
            transfers=tuple(_moved(owed, paid, drawer)),
            drawer=drawer,
            also=_also(offer, owed, differs=paid != command.asked),
            alternative=owed.alternative,
        ),
    )


def _by_hand(offer: OfferedPromotion) -> str:
    rule = offer.rulebook.money.manual_payout
    return offer.rules.offered.clause if rule is None else rule.clause


def _not_payable(floor: Floor, offer: OfferedPromotion, won: Won) -> Refusal | None:
    """What keeps a prize from being handed over: it was, it was denied, it is withheld, or the winner was not there."""
    clause = offer.clause_of("method-of-claiming")
    denied = won.denied or won.refused
    asked = offer.terms.presence == "required" and won.entry != BONUS
    return first_of(
        Refusal(Reason.ALREADY_PAID, clause, {"at_ms": won.paid_at_ms}) if won.paid_at_ms else None,
        Refusal(Reason.PRIZE_DENIED, clause, {"claim": denied}) if denied else None,
        still_held(floor, offer.promotion.name, won),
        Refusal(Reason.NOT_PRESENT, clause) if asked and not won.present else None,
    )


def _not_in_parts(
    offer: OfferedPromotion, prize: PrizeOffered, owed: Owed, asked: dict[str, Money], paid: dict[str, Money]
) -> Refusal | None:
    """A prize is given whole: money in parts that add up to it, another as it is, or the cash the terms name for it."""
    details = owed.clause if owed.choice else offer.clause_of("prize-details", "nature-of-prize")
    if prize.kind != CASH_PRIZE and owed.account:
        rule = offer.rules.cash_alternative
        clause = offer.rules.offered.clause if rule is None else rule.clause
        if rule is None or not prize.cash_alternative:
            return Refusal(Reason.NO_ALTERNATIVE, clause)
    forms = MONEY_FORMS if owed.account else frozenset({GOODS})
    for parts in (asked, paid):
        fit = parts and forms.issuperset(parts) and all(part > ZERO for part in parts.values())
        if not fit or total(parts.values()) != owed.amount:
            return Refusal(Reason.NOT_THE_PRIZE, details)
    return None


def _not_in_form(
    floor: Floor, offer: OfferedPromotion, owed: Owed, command: PayPrize, paid: dict[str, Money]
) -> Refusal | None:
    """Above the rulebook's value the winner has the choice; below it another form may be paid by a person who may
    choose it."""
    uncrossed = owed.choice and CHEQUE in paid and not command.crossed
    to_another = command.payee != "winner"
    misdirected = Refusal(Reason.NOT_TO_WINNER, owed.clause) if to_another or uncrossed else None
    if paid == command.asked:
        return misdirected
    if owed.choice:
        return first_of(misdirected, Refusal(Reason.OTHER_FORM, owed.clause))
    return first_of(misdirected, _other_form(floor, offer, command))


def _other_form(floor: Floor, offer: OfferedPromotion, command: PayPrize) -> Refusal | None:
    refused = powerless(floor, offer.table, "choose_form_of_payment", command.role, command.person)
    payment = offer.rulebook.money.payment
    if refused is not None or payment is None:
        return refused
    covered = {Holdable.PROMOTIONAL_PRIZE, Holdable.PRIZE} & set(payment.other_form.of)
    return None if covered else Refusal(Reason.OTHER_FORM, payment.other_form.clause)


def _moved(owed: Owed, paid: dict[str, Money], drawer: str) -> Iterator[Transfer]:
    """Cash out of the drawer, the rest out of the cage; what is no money moves none."""
    if owed.account:
        for form, part in paid.items():
            yield Transfer(owed.account, paying_account(drawer) if form == CASH else CAGE, part)


def _also(offer: OfferedPromotion, owed: Owed, *, differs: bool) -> tuple[str, ...]:
    payment, alternative = offer.rulebook.money.payment, offer.rules.cash_alternative
    other = payment.other_form.clause if differs and payment is not None else ""
    instead = alternative.clause if owed.alternative and alternative is not None else ""
    cited = (offer.rules.kinds.get(offer.terms.kind, ""), _by_hand(offer), other, instead)
    return beside(owed.clause, *cited)


class Duty(NamedTuple):
    """Something of a promotion that falls due, of which staff are told once."""

    when_ms: int
    """When that is said."""
    due_ms: int
    call: CallPromotionDeadline


def deadlines(floor: Floor) -> Iterator[tuple[int, CallPromotionDeadline]]:
    """What is to be said of what falls due of promotions, and when; what was called already is left out."""
    for name in floor.promotions.offered:
        offer = found(floor, name)
        assert isinstance(offer, OfferedPromotion), "it is on record"
        yield from ((each.when_ms, each.call) for each in _uncalled(offer))


def _uncalled(offer: OfferedPromotion) -> Iterator[Duty]:
    promotion = offer.promotion
    for each in _duties(offer):
        called = promotion.won[each.call.prize].called if each.call.prize else promotion.deadlines_called
        if each.call.duty not in called:
            yield each


def _duties(offer: OfferedPromotion) -> Iterator[Duty]:
    """What falls due at the stage a promotion has come to; also while it is postponed: time runs on."""
    promotion, terms = offer.promotion, offer.terms
    match promotion.stage:
        case PromotionStage.DRAFT if file_by := file_by_ms(offer.rules, terms):
            yield Duty(file_by - NEAR_MS, file_by, CallPromotionDeadline(promotion.name, "filing-near"))
            yield Duty(file_by, file_by, CallPromotionDeadline(promotion.name, "filing-overdue"))
        case PromotionStage.RUNNING | PromotionStage.CALLED if offer.is_drawn and is_anybody(offer):
            until = terms.award_until_ms
            near = max(until - NEAR_MS, terms.award_from_ms)
            yield Duty(near, until, CallPromotionDeadline(promotion.name, "draw-near"))
            yield Duty(until, until, CallPromotionDeadline(promotion.name, "draw-overdue"))
        case PromotionStage.DRAWN:
            yield from _duties_to_winners(offer)


def _duties_to_winners(offer: OfferedPromotion) -> Iterator[Duty]:
    promotion = offer.promotion
    for won in promotion.won.values():
        if is_notice_open(won):
            due = won.notify_by_ms
            yield Duty(due - NEAR_MS, due, CallPromotionDeadline(promotion.name, "notice-near", won.prize))
            yield Duty(due, due, CallPromotionDeadline(promotion.name, "notice-overdue", won.prize))
    if "publication" in offer.rules.terms and not promotion.results_at_ms:
        due = max([promotion.drawn_at_ms, *(won.at_ms for won in promotion.won.values())]) + RESULTS_MS
        yield Duty(due, due, CallPromotionDeadline(promotion.name, "results-overdue"))


def is_notice_open(won: Won) -> bool:
    """Whether a winner has yet to be told: an attempt in time is enough, and a winner who has the prize knows."""
    told = any(each.counts for each in won.attempts)
    return bool(won.notify_by_ms and won.entrant) and not (told or won.paid_at_ms or won.denied or won.refused)


def _duty_clause(offer: OfferedPromotion, duty: str) -> str:
    rules = offer.rules
    if duty in FILING:
        return (rules.filed_hours_before or rules.filed).clause
    if duty in DRAW:
        return offer.clause_of("when-and-where", "when")
    of_notice = rules.notify_within_hours
    return offer.clause_of("publication") if duty == RESULTS_OVERDUE or of_notice is None else of_notice.clause


def decide_call_promotion_deadline(floor: Floor, command: CallPromotionDeadline, at_ms: int) -> Verdict:
    """Time has come for a duty that is still open; once for each."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    clause = _duty_clause(offer, command.duty)
    duty = next((each for each in _uncalled(offer) if each.call == command), None)
    if duty is None:
        return Refusal(Reason.NOTHING_THERE, clause)
    if at_ms < duty.when_ms:
        return Refusal(Reason.TOO_EARLY, clause, {"at_ms": duty.when_ms})
    return (PromotionDeadlineCalled(command.promotion, command.duty, command.prize, duty.due_ms, clause),)


DECIDERS: Deciders = {
    AttemptNotice: decide_attempt_notice,
    PublishResults: decide_publish_results,
    AwardBonus: decide_award_bonus,
    PayPrize: decide_pay_prize,
    CallPromotionDeadline: decide_call_promotion_deadline,
}
