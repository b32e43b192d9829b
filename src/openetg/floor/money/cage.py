"""Money at the cage: papers redeemed, transfers, payments by hand, later payment, identification."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from openetg.floor.commands import (
    AgreeDelay,
    AskIdentification,
    OrderManualPayout,
    RecordIdentification,
    RedeemPaper,
    SignManualPayout,
    TransferCredit,
)
from openetg.floor.core.authority import clause_of_power, power_clause, powerless, unauthorized
from openetg.floor.core.ledger import MONITORING, TICKETS, Transfer, meter_of, payable_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.core.written import is_signature
from openetg.floor.events import (
    CreditTransferred,
    IdentificationAsked,
    IdentificationShown,
    PaperRedeemed,
    PaymentDelayed,
    PayoutOrdered,
    PayoutSigned,
)
from openetg.floor.money.cash import PAYOUT, closes_account, fed_by, locked, not_to_fund, why_not_now
from openetg.floor.money.paid_from import drawer_short, no_drawer, paid_out_of, paying_account
from openetg.floor.money.redeeming import (
    collect_rules,
    form_of,
    is_machine_read,
    no_ticket,
    not_outstanding,
    rulebook_of,
    table_of,
    unpayable,
)
from openetg.floor.state import Credited
from openetg.money import ZERO
from openetg.rulebook.schema.policies import Holdable
from openetg.rulebook.schema.policies import Transfer as TransferTime

if TYPE_CHECKING:
    from openetg.floor.commands import Act
    from openetg.floor.state import Floor, Payout, Table, Terminal, Ticket
    from openetg.money import Money
    from openetg.rulebook.schema.book import Rulebook


def decide_redeem_paper(floor: Floor, command: RedeemPaper, at_ms: int) -> Verdict:
    """A paper is paid at once to the person who presents it, unless something on record stands in the way."""
    ticket = floor.tickets.get(command.ticket)
    if ticket is None:
        return no_ticket(command.ticket)
    table = table_of(floor, ticket.terminal)
    rulebook = floor.rulebook_of(table)
    paid = command.paid or command.asked
    drawer = paid_out_of(floor, command.person, paid)
    refused = first_of(
        unauthorized(floor, table, command),
        _other_form(floor, table, command, form_of(ticket.kind)) if paid != command.asked else None,
        _at_machine(rulebook, ticket, command.role),
        unpayable(floor, ticket, at_ms),
        None if _is_machine(rulebook, command.role) else no_drawer(floor, drawer, paid),
        drawer_short(floor, drawer, ticket.amount),
    )
    if refused is not None:
        return refused
    moved = Transfer(TICKETS, paying_account(drawer), ticket.amount)
    payment = rulebook.money.payment
    papers = collect_rules(rulebook).papers.clause
    at_once = papers if payment is None else payment.at_once.clause
    also = (clause_of_power(rulebook, "redeem_paper"), papers, *_form_cited(rulebook, command.asked, paid))
    return (
        PaperRedeemed(
            ticket=ticket.number,
            amount=ticket.amount,
            role=command.role,
            person=command.person,
            asked=command.asked,
            paid=paid,
            clause=at_once,
            transfers=(moved,),
            at_ms=at_ms,
            also=also,
            chosen_by=command.chosen_by,
            drawer=drawer,
        ),
    )


def _other_form(
    floor: Floor, table: Table, command: RedeemPaper | SignManualPayout, form: Holdable | None
) -> Refusal | None:
    """Why it may not be paid in another form than asked for. A prize is what was won, on paper or not."""
    refused = powerless(floor, table, "choose_form_of_payment", command.chosen_by or command.role, command.person)
    payment = floor.rulebook_of(table).money.payment
    if refused is not None or payment is None:
        return refused
    rule = payment.other_form
    covered = form in rule.of or Holdable.PRIZE in rule.of
    return None if covered else Refusal(Reason.OTHER_FORM, rule.clause)


def _form_cited(rulebook: Rulebook, asked: str, paid: str) -> tuple[str, ...]:
    payment = rulebook.money.payment
    return () if asked == paid or payment is None else (payment.other_form.clause,)


def _is_machine(rulebook: Rulebook, role: str) -> bool:
    """Whether it is a machine that pays: it has a cash box of its own, and no drawer."""
    machines = rulebook.money.ticket_machines
    return machines is not None and role in machines.roles


def _at_machine(rulebook: Rulebook, ticket: Ticket, role: str) -> Refusal | None:
    """A machine reads tickets; every other paper is paid by a person."""
    machines = rulebook.money.ticket_machines
    if machines is None or not _is_machine(rulebook, role) or is_machine_read(ticket.kind):
        return None
    return Refusal(Reason.NOT_AT_MACHINE, machines.clause)


def decide_agree_delay(floor: Floor, command: AgreeDelay, at_ms: int) -> Verdict:
    """Payment waits until a time agreed with the player, while entitlement is verified."""
    clause, refused = _about_payment(floor, command.ticket, "delay_payment", command)
    untold = Refusal(Reason.NO_REASON_GIVEN, clause) if not command.why.strip() else None
    timeless = Refusal(Reason.NO_TIME_AGREED, clause) if command.until_ms <= at_ms else None
    refused = first_of(refused, untold, timeless)
    if refused is not None:
        return refused
    return (
        PaymentDelayed(
            ticket=command.ticket,
            until_ms=command.until_ms,
            role=command.role,
            person=command.person,
            why=command.why,
            clause=clause,
        ),
    )


def decide_ask_identification(floor: Floor, command: AskIdentification, _at_ms: int) -> Verdict:
    """Payment waits until the player has shown who they are."""
    clause, refused = _about_payment(floor, command.ticket, "ask_identification", command)
    return refused or (IdentificationAsked(command.ticket, command.role, command.person, clause),)


def decide_record_identification(floor: Floor, command: RecordIdentification, _at_ms: int) -> Verdict:
    """The kind and number of the document seen; without one, payment goes on waiting."""
    clause, refused = _about_payment(floor, command.ticket, "ask_identification", command)
    blank = Refusal(Reason.NOT_IDENTIFIED, clause) if not command.document.strip() else None
    refused = first_of(refused, blank)
    if refused is not None:
        return refused
    return (IdentificationShown(command.ticket, command.document, command.role, command.person, clause),)


def _about_payment(floor: Floor, number: str, power: str, command: Act) -> tuple[str, Refusal | None]:
    """The clause by which a person may put off a payment, and why they may not."""
    ticket = floor.tickets.get(number)
    if ticket is None:
        return "", Refusal(Reason.UNKNOWN_TICKET)
    table = table_of(floor, ticket.terminal)
    clause = power_clause(floor, table, power)
    refused = powerless(floor, table, power, command.role, command.person)
    return clause, first_of(refused, not_outstanding(floor, ticket))


def decide_transfer_credit(floor: Floor, command: TransferCredit, at_ms: int) -> Verdict:
    """Money from the monitoring system, once for each id of its own; the same again is answered alike."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    table = table_of(floor, terminal.name)
    refused = powerless(floor, table, "transfer_credit", command.role, "")
    if refused is not None:
        return refused
    funds = fed_by(floor, terminal, "transfers")
    if isinstance(funds, Refusal):
        return funds
    earlier = floor.vault.transfers.get(command.transfer)
    if earlier is not None:
        same = earlier == Credited(command.terminal, command.amount)
        return () if same else Refusal(Reason.OTHER_TRANSFER, funds.clause, {"terminal": earlier.terminal})
    refused = first_of(
        Refusal(Reason.NO_AMOUNT, funds.clause) if command.amount <= ZERO else None,
        None if command.transfer.strip() else Refusal(Reason.NOT_A_NAME, funds.clause),
        not_to_fund(floor, terminal, at_ms),
        _account_missing(floor, terminal),
    )
    if refused is not None:
        return refused
    moved = Transfer(MONITORING, meter_of(terminal.name), command.amount)
    return (CreditTransferred(terminal.name, command.transfer, command.amount, funds.clause, (moved,)),)


def _account_missing(floor: Floor, terminal: Terminal) -> Refusal | None:
    """Where a transfer only tops up an account that a note or ticket has opened."""
    for name in terminal.tables:
        funding = floor.rulebook_of(floor.tables[name]).money.funding
        rule = None if funding is None else funding.transfers
        if rule is not None and _needs_account(rule.policy) and not terminal.account_open:
            return Refusal(Reason.NO_ACCOUNT, rule.clause)
    return None


def _needs_account(transfers: TransferTime) -> bool:
    """Whether a transfer goes only to an account that a note or ticket has opened."""
    match transfers:
        case TransferTime.TO_OPEN_ACCOUNT:
            return True
        case TransferTime.ANY_TIME:
            return False
        case _:
            assert_never(transfers)


def decide_order_manual_payout(floor: Floor, command: OrderManualPayout, _at_ms: int) -> Verdict:
    """The meter, or a part of it, is owed by hand until it is signed for; at the times it may be collected."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    table = table_of(floor, terminal.name)
    clause = power_clause(floor, table, "pay_by_hand")
    held = floor.ledger.held(meter_of(terminal.name))
    amount = held if command.amount is None else command.amount
    refused = first_of(
        unauthorized(floor, table, command),
        unknown_by_hand(floor, terminal),
        locked(terminal, "collect"),
        why_not_now(floor, terminal),
        _not_there(amount, held, clause),
    )
    if refused is not None:
        return refused
    payout = next_payout(floor)
    moved = Transfer(meter_of(terminal.name), payable_of(payout), amount)
    closes = closes_account(floor, terminal, amount)
    return (
        PayoutOrdered(
            payout=payout,
            terminal=terminal.name,
            amount=amount,
            role=command.role,
            person=command.person,
            clause=by_hand(floor, terminal),
            transfers=(moved,),
            closes=closes,
        ),
    )


def next_payout(floor: Floor) -> str:
    """The number of the next payment by hand."""
    return f"{PAYOUT}{len(floor.vault.payouts) + 1}"


def by_hand(floor: Floor, terminal: Terminal) -> str:
    """The clause on payment by hand."""
    rule = rulebook_of(floor, terminal.name).money.manual_payout
    return "" if rule is None else rule.clause


def unknown_by_hand(floor: Floor, terminal: Terminal) -> Refusal | None:
    """Why nothing is paid by hand at a terminal: a rulebook of it does not know that."""
    for name in terminal.tables:
        rulebook = floor.rulebook_of(floor.tables[name])
        if rulebook.money.manual_payout is None:
            return Refusal(Reason.NO_POWER, clause_of_power(rulebook, "pay_by_hand"))
    return None


def _not_there(amount: Money, held: Money, clause: str) -> Refusal | None:
    if not held:
        return Refusal(Reason.NOTHING_TO_COLLECT, clause)
    if amount <= ZERO:
        return Refusal(Reason.NO_AMOUNT, clause)
    return Refusal(Reason.NOT_ENOUGH_CREDIT, clause) if amount > held else None


def decide_sign_manual_payout(floor: Floor, command: SignManualPayout, _at_ms: int) -> Verdict:
    """Completes a payment by hand, only with the player's signature."""
    payout = floor.vault.payouts.get(command.payout)
    if payout is None:
        return Refusal(Reason.UNKNOWN_PAYOUT)
    terminal = floor.terminals[payout.terminal]
    table = table_of(floor, terminal.name)
    rulebook = floor.rulebook_of(table)
    clause = by_hand(floor, terminal)
    paid = command.paid or command.asked
    drawer = paid_out_of(floor, command.person, paid)
    refused = first_of(
        unauthorized(floor, table, command),
        _other_form(floor, table, command, Holdable.PRIZE) if paid != command.asked else None,
        Refusal(Reason.ALREADY_PAID, clause) if payout.signature else None,
        _kept_from_signing(floor, payout, clause),
        None if is_signature(command.signature) else Refusal(Reason.NOT_SIGNED, clause),
        no_drawer(floor, drawer, paid),
        drawer_short(floor, drawer, payout.amount),
    )
    if refused is not None:
        return refused
    moved = Transfer(payable_of(payout.number), paying_account(drawer), payout.amount)
    return (
        PayoutSigned(
            payout=payout.number,
            amount=payout.amount,
            signature=command.signature,
            role=command.role,
            person=command.person,
            asked=command.asked,
            paid=paid,
            clause=clause,
            transfers=(moved,),
            also=_form_cited(rulebook, command.asked, paid),
            chosen_by=command.chosen_by,
            drawer=drawer,
        ),
    )


def _kept_from_signing(floor: Floor, payout: Payout, clause: str) -> Refusal | None:
    """Why a payment by hand may not be made: it is withheld, or was determined not to be the player's."""
    if payout.refused:
        return Refusal(Reason.PAYOUT_REFUSED, clause)
    if not payout.held:
        return None
    holding = floor.vault.holdings[payout.number]
    return Refusal(Reason.PAYOUT_HELD, holding.clause, {"case": holding.case})


DECIDERS: Deciders = {
    RedeemPaper: decide_redeem_paper,
    AgreeDelay: decide_agree_delay,
    AskIdentification: decide_ask_identification,
    RecordIdentification: decide_record_identification,
    TransferCredit: decide_transfer_credit,
    OrderManualPayout: decide_order_manual_payout,
    SignManualPayout: decide_sign_manual_payout,
}
