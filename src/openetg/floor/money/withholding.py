"""What is kept back or demanded back until an investigation has ended, and how it is determined.

Money that is kept back is on `withheld`. Money that is gone and asked back is on `demanded`, below zero, against
`contested`: neither the player's nor the house's, until it is determined. What is then the house's, or was
demanded by a reversal in the first place (see `claims`), is a claim: the case is open until it has come back or is
given up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from openetg.floor.commands import HoldPaper, Release, ReviewHolding, Withhold
from openetg.floor.core.authority import clause_of_power, power_clause, powerless, unauthorized
from openetg.floor.core.ledger import (
    CAGE,
    TICKETS,
    Transfer,
    award_of,
    bank_of,
    claim_on,
    contested_of,
    demanded_of,
    meter_of,
    payable_of,
    prize_of,
    promoting_of,
    withheld_of,
)
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    DueWithheld,
    HoldingReleased,
    HoldingReviewed,
    HoldNotified,
    MoneyWithheld,
    PaperHeld,
)
from openetg.floor.jackpots.state import AwardState
from openetg.floor.money.cage import next_payout, unknown_by_hand
from openetg.floor.money.redeeming import form_of, not_outstanding, table_of, withholding_of
from openetg.floor.promotions.preconditions import GOODS, prize_named
from openetg.floor.promotions.terms import prize_of_terms
from openetg.floor.state import TicketState, awaits_review
from openetg.money import ZERO, Money, total
from openetg.rulebook.schema.policies import Holdable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from openetg.floor.jackpots.state import Award
    from openetg.floor.state import Floor, Holding, Table


END_CLAIM = "end_claim"


def decide_withhold(floor: Floor, command: Withhold, _at_ms: int) -> Verdict:
    """Keeps back an amount of a meter, or of what is due to it; what the meter does not hold is demanded."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    table = table_of(floor, terminal.name)
    rulebook = floor.rulebook_of(table)
    clause = clause_of_power(rulebook, "withhold_meter")
    rule = withholding_of(rulebook, Holdable.METER)
    refused = first_of(
        unauthorized(floor, table, command),
        Refusal(Reason.NO_POWER, clause) if rule is None else None,
        _unexplained(command.why, clause),
        Refusal(Reason.NO_AMOUNT, clause) if command.amount <= ZERO else None,
    )
    if refused is not None:
        return refused
    assert rule is not None, "a refusal was given above"
    there = ZERO if command.due else min(floor.ledger.held(meter_of(terminal.name)), command.amount)
    short = ZERO if command.due else command.amount - there
    moved = (Transfer(meter_of(terminal.name), withheld_of(terminal.name), there),) if there else ()
    withheld = MoneyWithheld(
        case=case_of(floor, terminal.name),
        terminal=terminal.name,
        amount=command.amount,
        role=command.role,
        person=command.person,
        why=command.why,
        clause=rule.clause,
        official=rule.official,
        duty=rule.duty,
        transfers=(*moved, *_demand(terminal.name, short)),
        demanded=short,
        due=command.amount if command.due else ZERO,
        also=(rulebook.money.shortfall.clause,) if short else (),
    )
    return withheld, HoldNotified(terminal.name, rule.official, command.why, rule.clause, rule.duty)


def _unexplained(why: str, clause: str) -> Refusal | None:
    return None if why.strip() else Refusal(Reason.NO_REASON_GIVEN, clause)


def case_of(floor: Floor, what: str) -> str:
    """The case a thing is withheld under: the one that is open, or another."""
    present = floor.vault.holdings.get(what)
    return present.case if present is not None and not present.determined else f"{floor.sequence + 1}-{what}"


def _demand(name: str, amount: Money) -> tuple[Transfer, ...]:
    return (Transfer(demanded_of(name), contested_of(name), amount),) if amount else ()


def due_withheld(floor: Floor, paid: Iterable[Transfer]) -> tuple[DueWithheld, ...]:
    """Of what a settlement brings to meters, what was ordered to be kept back before it was due."""
    if not floor.vault.due:
        return ()
    brought: dict[str, Money] = {}
    for each in paid:
        brought[each.destination] = brought.get(each.destination, ZERO) + each.amount
    found = []
    for terminal, wanted in floor.vault.due.items():
        kept = min(wanted, brought.get(meter_of(terminal), ZERO))
        if kept:
            moved = Transfer(meter_of(terminal), withheld_of(terminal), kept)
            clause = floor.vault.holdings[terminal].clause
            found.append(DueWithheld(terminal, kept, wanted - kept, clause, (moved,)))
    return tuple(found)


class Thing(NamedTuple):
    """A paper, a payment by hand, the prize of a jackpot or promotion, as something that may be withheld."""

    number: str
    table: Table
    amount: Money
    form: Holdable | None
    paid: bool
    account: str
    """The account of its money while it is not paid; empty if it is no money."""
    house: str
    """The account that gets the money if it is not the player's."""


def _thing(floor: Floor, number: str) -> Thing | None:
    ticket = floor.tickets.get(number)
    if ticket is not None:
        table, paid = table_of(floor, ticket.terminal), ticket.state is TicketState.REDEEMED
        return Thing(
            number=number,
            table=table,
            amount=ticket.amount,
            form=form_of(ticket.kind),
            paid=paid,
            account=TICKETS,
            house=bank_of(table.name),
        )
    payout = floor.vault.payouts.get(number)
    if payout is None:
        return _award(floor, number) or _prize(floor, number)
    table, paid = table_of(floor, payout.terminal), bool(payout.signature)
    account = payable_of(number)
    return Thing(
        number=number,
        table=table,
        amount=payout.amount,
        form=Holdable.PRIZE,
        paid=paid,
        account=account,
        house=bank_of(table.name),
    )


def _award(floor: Floor, number: str) -> Thing | None:
    """The prize of a jackpot."""
    award = floor.jackpots.awards.get(number)
    if award is None:
        return None
    paid, house = award.state is AwardState.PAID, bank_of(award.table)
    return Thing(
        number=number,
        table=floor.tables[award.table],
        amount=award.amount,
        form=Holdable.PRIZE,
        paid=paid,
        account=award_of(number),
        house=house,
    )


def _prize(floor: Floor, number: str) -> Thing | None:
    """A prize of a promotion that has a winner: its money, or the thing itself, of which no money moves."""
    promotion, won = prize_named(floor, number)
    if promotion is None or won is None or not won.entrant:
        return None
    account = prize_of(promotion.name, won.prize)
    amount = total(won.paid.values()) if won.paid_at_ms else floor.ledger.held(account)
    if GOODS in won.paid or not amount:
        offered = prize_of_terms(promotion.terms, won.prize)
        account, amount = "", amount or (ZERO if offered is None else offered.value)
    table = floor.tables[promotion.table]
    form = Holdable.PROMOTIONAL_PRIZE
    if withholding_of(floor.rulebook_of(table), form) is None:
        form = Holdable.PRIZE  # where it is of any kind, it is of this one too
    return Thing(
        number=number,
        table=table,
        amount=amount,
        form=form,
        paid=bool(won.paid_at_ms),
        account=account,
        house=promoting_of(promotion.name),
    )


def decide_hold_paper(floor: Floor, command: HoldPaper, _at_ms: int) -> Verdict:
    """A paper or payment by hand waits until that is determined; one that was paid is demanded back."""
    thing = _thing(floor, command.ticket)
    if thing is None:
        return Refusal(Reason.UNKNOWN_TICKET)
    table = thing.table
    rulebook = floor.rulebook_of(table)
    clause = clause_of_power(rulebook, "withhold_paper")
    rule = withholding_of(rulebook, thing.form)
    refused = first_of(
        unauthorized(floor, table, command),
        Refusal(Reason.NO_POWER, clause) if rule is None else None,
        _unexplained(command.why, clause),
        _not_holdable(floor, thing),
    )
    if refused is not None:
        return refused
    assert rule is not None, "a refusal was given above"
    back = thing.amount if thing.paid and thing.account else ZERO
    held = PaperHeld(
        case=case_of(floor, thing.number),
        ticket=thing.number,
        amount=thing.amount,
        role=command.role,
        person=command.person,
        why=command.why,
        clause=rule.clause,
        official=rule.official,
        duty=rule.duty,
        transfers=_demand(thing.number, back),
        demanded=back,
        table=table.name if prize_named(floor, thing.number)[0] else "",
    )
    return held, HoldNotified(thing.number, rule.official, command.why, rule.clause, rule.duty)


def _not_holdable(floor: Floor, thing: Thing) -> Refusal | None:
    """Why a thing cannot be held: it is already, was demanded already, or is worth nothing."""
    holding = floor.vault.holdings.get(thing.number)
    under_way = holding is not None and not holding.determined
    if holding is not None and (under_way or floor.ledger.held(demanded_of(thing.number))):
        return Refusal(Reason.TICKET_HELD, holding.clause, {"case": holding.case})
    ticket = floor.tickets.get(thing.number)
    if ticket is not None:
        return None if thing.paid else not_outstanding(floor, ticket)
    payout, award = floor.vault.payouts.get(thing.number), floor.jackpots.awards.get(thing.number)
    won = prize_named(floor, thing.number)[1]
    clause = "" if holding is None else holding.clause
    if payout is None and award is not None:
        return _award_not_holdable(award, clause)
    gone = (payout is not None and payout.refused) or (won is not None and (won.refused or won.denied))
    return Refusal(Reason.PAYOUT_REFUSED, clause) if gone else None


def _award_not_holdable(award: Award, clause: str) -> Refusal | None:
    """Why a prize cannot be held: it was taken back, or is on a paper that must be held instead."""
    if award.ticket:
        return Refusal(Reason.ALREADY_PAID, clause, {"how": award.paid_by})
    gone = award.state in {AwardState.WITHDRAWN, AwardState.REFUSED}
    return Refusal(Reason.NO_AWARD, clause) if gone else None


def decide_release(floor: Floor, command: Release, _at_ms: int) -> Verdict:
    """The determination: what was withheld is the player's, or the house's."""
    found = _held(floor, command.what)
    if isinstance(found, Refusal):
        return found
    table, power = found
    holding = floor.vault.holdings.get(command.what)
    # A claim rests on what reversed the payment: a failed server, a corrected number, a void round.
    claimed_by = holding.clause if holding is not None and power == END_CLAIM else ""
    clause = claimed_by or power_clause(floor, table, power)
    refused = first_of(
        powerless(floor, table, power, command.role, command.person, resting_on=claimed_by),
        _unexplained(command.why, clause),
        Refusal(Reason.NOTHING_WITHHELD, clause) if holding is None or holding.determined else None,
        _unreviewed(floor, command, holding),
        _why_not_by_hand(floor, command, power, clause),
    )
    if refused is not None:
        return refused
    assert holding is not None, "a refusal was given above"
    return (_released(floor, command, table, holding),)


def _held(floor: Floor, what: str) -> tuple[Table, str] | Refusal:
    """The table by whose rulebook something was withheld, and the power over it."""
    thing = None if what in floor.terminals else _thing(floor, what)
    if thing is not None:
        return thing.table, "withhold_paper"
    holding = floor.vault.holdings.get(what)
    if holding is not None and is_claim(floor, what):
        return (floor.tables[holding.table] if holding.table else table_of(floor, what)), END_CLAIM
    if what in floor.terminals:
        return table_of(floor, what), "withhold_meter"
    return Refusal(Reason.UNKNOWN_TICKET) if holding is None else (floor.tables[holding.table], END_CLAIM)


def is_claim(floor: Floor, what: str) -> bool:
    """Whether a case is only about what the house has to get back: no money is kept, none is contested."""
    held = floor.ledger.held
    thing = floor.tickets.get(what) or floor.vault.payouts.get(what) or floor.jackpots.awards.get(what)
    kept = held(withheld_of(what)) or held(contested_of(what)) or what in floor.vault.due
    undecided = kept or (thing is not None and thing.held)
    return not undecided and claim_on(floor.ledger, what) > ZERO


def set_against(floor: Floor, holding: Holding) -> Money:
    """How much of what is withheld goes against what was demanded since, and not from a player who came later."""
    return min(holding.against, floor.ledger.held(withheld_of(holding.what)), claim_on(floor.ledger, holding.what))


def _unreviewed(floor: Floor, command: Release, holding: Holding | None) -> Refusal | None:
    """Withholding is subject to the official's review: before it, nothing is found to be the house's.

    A claim is past that: whose it is was determined, or a reversal has demanded it, and only its end is recorded.
    """
    if holding is None or command.pay or not awaits_review(holding) or is_claim(floor, command.what):
        return None
    return Refusal(Reason.REVIEW_AWAITED, holding.clause, {"official": holding.official})


def _why_not_by_hand(floor: Floor, command: Release, power: str, clause: str) -> Refusal | None:
    """Meter money may be paid by hand, where that is known; a paper or payment is presented again instead."""
    if not command.by_hand:
        return None
    if power == END_CLAIM:
        return Refusal(Reason.NOTHING_WITHHELD, clause)
    terminal = floor.terminals.get(command.what)
    return Refusal(Reason.NOT_IN_RULEBOOK, clause) if terminal is None else unknown_by_hand(floor, terminal)


def _released(floor: Floor, command: Release, table: Table, holding: Holding) -> HoldingReleased:
    """Determines whose it is. What a reversal has demanded since it was withheld is taken out of it; the rest goes
    on."""
    what = command.what
    if is_claim(floor, what):
        return _claim_ended(floor, command, table, holding)
    payout = next_payout(floor) if command.by_hand and command.pay else ""
    thing = _thing(floor, what) if what not in floor.terminals else None
    there = floor.ledger.held(withheld_of(what))
    house = bank_of(table.name) if thing is None else thing.house
    transfers: list[Transfer] = []
    against = set_against(floor, holding)
    if against:
        transfers.append(Transfer(withheld_of(what), demanded_of(what), against))
    rest = there - against
    there = rest if command.pay else there
    if rest:
        to = (payable_of(payout) if payout else meter_of(what)) if command.pay else house
        transfers.append(Transfer(withheld_of(what), to, rest))
    contested = floor.ledger.held(contested_of(what))
    if contested:
        transfers.append(Transfer(contested_of(what), demanded_of(what) if command.pay else house, contested))
    if thing is not None and not thing.paid:
        there = thing.amount
        if not command.pay and thing.account:
            transfers.append(Transfer(thing.account, thing.house, thing.amount))
    return HoldingReleased(
        what=what,
        case=holding.case,
        pay=command.pay,
        amount=there,
        role=command.role,
        person=command.person,
        why=command.why,
        clause=holding.clause,
        transfers=tuple(transfers),
        review_open=awaits_review(holding),
        payout=payout if there else "",
    )


def _claim_ended(floor: Floor, command: Release, table: Table, holding: Holding) -> HoldingReleased:
    """What was demanded has come back, in cash at the cage; or it is given up, and the bank that gave it bears it."""
    claim = claim_on(floor.ledger, command.what)
    thing = None if command.what in floor.terminals else _thing(floor, command.what)
    house = bank_of(table.name) if thing is None else thing.house
    source = house if command.pay else CAGE
    return HoldingReleased(
        what=command.what,
        case=holding.case,
        pay=command.pay,
        amount=ZERO,
        role=command.role,
        person=command.person,
        why=command.why,
        clause=holding.clause,
        transfers=(Transfer(source, demanded_of(command.what), claim),),
        review_open=awaits_review(holding),
        demand=claim,
    )


def decide_review_holding(floor: Floor, command: ReviewHolding, _at_ms: int) -> Verdict:
    """The official's review is kept with the case: before a refusal for good, and before a release or after."""
    found = _held(floor, command.what)
    if isinstance(found, Refusal):
        return found
    table, _ = found
    clause = power_clause(floor, table, "review_withholding")
    holding = floor.vault.holdings.get(command.what)
    refused = first_of(
        unauthorized(floor, table, command),
        _unexplained(command.finding, clause),
        Refusal(Reason.NOTHING_WITHHELD, clause) if holding is None else None,
    )
    if refused is not None:
        return refused
    assert holding is not None, "a refusal was given above"
    return (
        HoldingReviewed(
            what=command.what,
            case=holding.case,
            finding=command.finding,
            role=command.role,
            person=command.person,
            clause=clause,
        ),
    )


DECIDERS: Deciders = {
    Withhold: decide_withhold,
    HoldPaper: decide_hold_paper,
    Release: decide_release,
    ReviewHolding: decide_review_holding,
}
