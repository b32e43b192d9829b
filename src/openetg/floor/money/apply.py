"""How the facts about money at terminals, the cage and its drawers change the floor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openetg.floor.alerts.official_notices import keep, table_of
from openetg.floor.core.ledger import claim_on, withheld_of
from openetg.floor.jackpots.apply import award_refused, due_again
from openetg.floor.jackpots.state import Award
from openetg.floor.money import events
from openetg.floor.money.printing import paper_ordered
from openetg.floor.promotions.preconditions import prize_named
from openetg.floor.state import (
    COUNTS_KEPT,
    DRAWERS_KEPT,
    Credited,
    Drawer,
    DrawerCount,
    Floor,
    Holding,
    Payout,
    Redemption,
    Terminal,
    Ticket,
    TicketState,
)
from openetg.floor.wagers.stays import came_back, came_in, determined, goes_on, kept_back, let_go, went_out
from openetg.money import ZERO, Money


def _note_held(floor: Floor, event: events.NoteHeld) -> None:
    floor.terminals[event.terminal].escrow = event.amount


def _note_returned(floor: Floor, event: events.NoteReturned) -> None:
    _nothing_held(floor.terminals[event.terminal])


def _nothing_held(terminal: Terminal) -> None:
    terminal.escrow, terminal.escrow_lost = None, False


def _note_lost(floor: Floor, event: events.NoteLost) -> None:
    floor.terminals[event.terminal].escrow_lost = True


def _note_credited(floor: Floor, event: events.NoteCredited) -> None:
    terminal = _credited(floor, event)
    terminal.account_open = terminal.account_open or event.opens
    # One that was stacked unasked says nothing about the one that is held or lost.
    if event.person or (terminal.escrow == event.amount and not terminal.escrow_lost):
        _nothing_held(terminal)


def _credited(floor: Floor, event: events.NoteCredited | events.TicketInserted | events.CreditTransferred) -> Terminal:
    """The terminal whose meter has risen by money from outside."""
    terminal = floor.terminals[event.terminal]
    let_go(floor, terminal)
    floor.ledger.post(event.transfers)
    came_in(floor, terminal, event.amount)
    return terminal


def _ticket_inserted(floor: Floor, event: events.TicketInserted) -> None:
    goes_on(floor, floor.terminals[event.terminal], event.ticket)
    terminal = _credited(floor, event)
    terminal.account_open = terminal.account_open or event.opens
    _redeem(floor.tickets[event.ticket], Redemption(event.terminal, "", event.at_ms))


def _redeem(ticket: Ticket, redemption: Redemption) -> None:
    assert ticket.state is TicketState.OUTSTANDING, "a paper is redeemed once"
    ticket.state, ticket.redeemed = TicketState.REDEEMED, redemption


def _credit_transferred(floor: Floor, event: events.CreditTransferred) -> None:
    _credited(floor, event)
    floor.vault.transfers[event.transfer] = Credited(event.terminal, event.amount)


def _ticket_ordered(floor: Floor, event: events.TicketOrdered) -> None:
    floor.ledger.post(event.transfers)
    went_out(floor, floor.terminals[event.terminal], event.amount, event.ticket)
    paper_ordered(floor, event)


def _ticket_life_set(floor: Floor, event: events.TicketLifeSet) -> None:
    floor.vault.ticket_days = event.days


def _ticket_issued(floor: Floor, event: events.TicketIssued) -> None:
    floor.ledger.post(event.transfers)
    terminal = floor.terminals[event.terminal]
    terminal.printing, terminal.ticket = None, event.ticket
    terminal.account_open = terminal.account_open and not event.closes
    floor.tickets[event.ticket].state = TicketState.OUTSTANDING


def _ticket_failed(floor: Floor, event: events.TicketFailed) -> None:
    floor.ledger.post(event.transfers)
    terminal = floor.terminals[event.terminal]
    terminal.printing = None
    floor.tickets[event.ticket].state = TicketState.VOID
    if event.award:
        due_again(floor, event.award)
    else:
        came_back(terminal, floor.tickets[event.ticket].amount, event.ticket)


def _paper_redeemed(floor: Floor, event: events.PaperRedeemed) -> None:
    floor.ledger.post(event.transfers)
    redemption = Redemption(event.role, event.person, event.at_ms, event.asked, event.paid)
    _redeem(floor.tickets[event.ticket], redemption)
    paid_out(floor, event.drawer, event.amount)


def _payment_delayed(floor: Floor, event: events.PaymentDelayed) -> None:
    floor.tickets[event.ticket].payable_at_ms = event.until_ms


def _identification_asked(floor: Floor, event: events.IdentificationAsked) -> None:
    floor.tickets[event.ticket].identify = True


def _identification_shown(floor: Floor, event: events.IdentificationShown) -> None:
    floor.tickets[event.ticket].document = event.document


def _payout_ordered(floor: Floor, event: events.PayoutOrdered) -> None:
    floor.ledger.post(event.transfers)
    terminal = floor.terminals[event.terminal]
    terminal.account_open = terminal.account_open and not event.closes
    went_out(floor, terminal, event.amount)
    floor.vault.payouts[event.payout] = Payout(event.payout, event.terminal, event.amount)


def _payout_signed(floor: Floor, event: events.PayoutSigned) -> None:
    floor.ledger.post(event.transfers)
    floor.vault.payouts[event.payout].signature = event.signature
    paid_out(floor, event.drawer, event.amount)


def _meter_compared(floor: Floor, event: events.MeterCompared) -> None:
    """Kept for the record; what follows is in the events behind it."""


def _hold_notified(floor: Floor, event: events.HoldNotified) -> None:
    keep(floor, "withheld", table_of(floor, event.what), event.official, event.clause, about=event.what)


def _money_withheld(floor: Floor, event: events.MoneyWithheld) -> None:
    floor.ledger.post(event.transfers)
    kept = event.amount - event.demanded - event.due
    if kept:
        kept_back(floor.terminals[event.terminal], kept)
    if event.due:
        floor.vault.due[event.terminal] = floor.vault.due.get(event.terminal, ZERO) + event.due
    _hold(floor, event.terminal, event, event.table)
    if event.table:
        holding = floor.vault.holdings[event.terminal]
        free = floor.ledger.held(withheld_of(event.terminal)) - holding.against
        holding.against += min(event.demanded, free)


def _due_withheld(floor: Floor, event: events.DueWithheld) -> None:
    floor.ledger.post(event.transfers)
    kept_back(floor.terminals[event.terminal], event.amount)
    if event.left:
        floor.vault.due[event.terminal] = event.left
    else:
        del floor.vault.due[event.terminal]


def _paper_held(floor: Floor, event: events.PaperHeld) -> None:
    floor.ledger.post(event.transfers)
    thing = _thing(floor, event.ticket)
    if thing is not None:
        thing.held = True
    _hold(floor, event.ticket, event, event.table)


def _thing(floor: Floor, what: str) -> Ticket | Payout | Award | None:
    """The paper, the payment by hand, or the prize of a jackpot, of that number."""
    return floor.tickets.get(what) or floor.vault.payouts.get(what) or floor.jackpots.awards.get(what)


def _hold(floor: Floor, what: str, event: events.MoneyWithheld | events.PaperHeld, table: str = "") -> None:
    """One case for everything withheld of one thing until it is determined."""
    present = floor.vault.holdings.get(what)
    if present is None or present.determined:
        floor.vault.holdings[what] = Holding(
            what=what,
            case=event.case,
            clause=event.clause,
            official=event.official,
            duty=event.duty,
            why=event.why,
            table=table,
        )


def _holding_released(floor: Floor, event: events.HoldingReleased) -> None:
    terminal = floor.terminals.get(event.what)
    if terminal is not None and terminal.stay is not None and not terminal.stay.withheld:
        let_go(floor, terminal)
    floor.ledger.post(event.transfers)
    holding = floor.vault.holdings[event.what]
    holding.against = ZERO
    if not claim_on(floor.ledger, event.what):
        holding.determined = "pay" if event.pay else "refuse"
    floor.vault.due.pop(event.what, None)
    if event.payout:
        floor.vault.payouts[event.payout] = Payout(event.payout, event.what, event.amount)
    if terminal is not None:
        determined(floor, terminal, event.amount, "house" if not event.pay else "hand" if event.payout else "meter")
        return
    won = prize_named(floor, event.what)[1]
    if won is not None and (not event.pay or event.demand):
        # What was paid and is given up is the winner's after all.
        won.refused = "" if event.pay else event.case
    thing = _thing(floor, event.what)
    if thing is None:
        return
    thing.held = False
    if event.pay:
        return
    if isinstance(thing, Payout):
        thing.refused = not thing.signature
    elif isinstance(thing, Award):
        award_refused(floor, thing)
    elif thing.state is TicketState.OUTSTANDING:
        thing.state = TicketState.VOID


def _holding_reviewed(floor: Floor, event: events.HoldingReviewed) -> None:
    floor.vault.holdings[event.what].reviews.append(event.finding)


def paid_out(floor: Floor, drawer: str, amount: Money) -> None:
    """A person was paid, out of a drawer if one is named."""
    if drawer:
        open_ = floor.vault.drawers[drawer]
        open_.paid += amount
        open_.papers += 1


def taken_in(floor: Floor, drawer: str, amount: Money) -> None:
    """A person paid for chips, into a drawer if one is named."""
    if drawer:
        floor.vault.drawers[drawer].sold += amount


def _drawers_required(floor: Floor, event: events.DrawersRequired) -> None:
    floor.vault.drawers_required = event.required


def _drawer_opened(floor: Floor, event: events.DrawerOpened) -> None:
    floor.ledger.post(event.transfers)
    opened = Drawer(event.drawer, event.person, event.role, event.at_ms, event.counted)
    floor.vault.drawers[event.drawer] = opened


def _drawer_cash_moved(floor: Floor, event: events.DrawerCashMoved) -> None:
    floor.ledger.post(event.transfers)
    drawer = floor.vault.drawers[event.drawer]
    if event.to == "drawer":
        drawer.moved_in += event.amount
    else:
        drawer.moved_out += event.amount


def _drawer_counted(floor: Floor, event: events.DrawerCounted) -> None:
    _keep_count(floor.vault.drawers[event.drawer], event)


def _keep_count(drawer: Drawer, event: events.DrawerCounted | events.DrawerClosed) -> None:
    found = (event.expected, event.counted, event.difference, event.pieces)
    drawer.counts.append(DrawerCount(event.at_ms, event.person, *found))
    del drawer.counts[:-COUNTS_KEPT]


def _drawer_closed(floor: Floor, event: events.DrawerClosed) -> None:
    floor.ledger.post(event.transfers)
    vault = floor.vault
    drawer = vault.drawers.pop(event.drawer)
    _keep_count(drawer, event)
    drawer.closed_at_ms, drawer.closed_by = event.at_ms, event.person
    drawer.difference, drawer.why = event.difference, event.why
    vault.closed_drawers.append(drawer)
    del vault.closed_drawers[:-DRAWERS_KEPT]


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
    events.NoteHeld: _note_held,
    events.NoteReturned: _note_returned,
    events.NoteLost: _note_lost,
    events.NoteCredited: _note_credited,
    events.TicketInserted: _ticket_inserted,
    events.CreditTransferred: _credit_transferred,
    events.TicketOrdered: _ticket_ordered,
    events.TicketLifeSet: _ticket_life_set,
    events.TicketIssued: _ticket_issued,
    events.TicketFailed: _ticket_failed,
    events.PaperRedeemed: _paper_redeemed,
    events.PaymentDelayed: _payment_delayed,
    events.IdentificationAsked: _identification_asked,
    events.IdentificationShown: _identification_shown,
    events.PayoutOrdered: _payout_ordered,
    events.PayoutSigned: _payout_signed,
    events.MeterCompared: _meter_compared,
    events.HoldNotified: _hold_notified,
    events.MoneyWithheld: _money_withheld,
    events.DueWithheld: _due_withheld,
    events.PaperHeld: _paper_held,
    events.HoldingReleased: _holding_released,
    events.HoldingReviewed: _holding_reviewed,
    events.DrawersRequired: _drawers_required,
    events.DrawerOpened: _drawer_opened,
    events.DrawerCashMoved: _drawer_cash_moved,
    events.DrawerCounted: _drawer_counted,
    events.DrawerClosed: _drawer_closed,
}
