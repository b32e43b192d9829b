"""Money in and out at a terminal: notes, and the meter as a ticket in two steps."""

from __future__ import annotations

from openetg.floor.commands import Collect, InsertNote, ReportPrint
from openetg.floor.events import AnyEvent, NoteCredited, TicketFailed, TicketIssued, TicketOrdered
from openetg.floor.ledger import TICKETS, Transfer, cash_box_of, meter_of, play_of, printing_of
from openetg.floor.refusals import Reason, Refusal
from openetg.floor.state import BETTING, ENDED, Floor, Table
from openetg.rulebook.policies import CollectTime

Verdict = tuple[AnyEvent, ...] | Refusal


def decide_insert_note(floor: Floor, command: InsertNote, at_ms: int) -> Verdict:
    """A stacked note becomes credit, at any time of a round."""
    del at_ms
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    funding = floor.rulebook_of(floor.tables[terminal.table]).money.funding
    assert funding is not None, "terminals stand only at tables with meters"
    if funding.notes is None:
        return Refusal(Reason.SOURCE_NOT_ACCEPTED, funding.clause)
    if command.amount not in terminal.notes:
        return Refusal(Reason.NOTE_NOT_ACCEPTED, funding.notes.clause)
    moved = Transfer(cash_box_of(terminal.name), meter_of(terminal.name), command.amount)
    return (NoteCredited(terminal.name, command.amount, funding.notes.clause, (moved,)),)


def decide_collect(floor: Floor, command: Collect, at_ms: int) -> Verdict:
    """The whole meter goes to paper, when the rulebook allows it."""
    del at_ms
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    table = floor.tables[terminal.table]
    collect = floor.rulebook_of(table).money.collect
    assert collect is not None, "terminals stand only at tables with meters"
    if command.ticket in floor.tickets:
        return Refusal(Reason.ALREADY_THERE, collect.papers.clause)
    if not _may_collect(floor, table, terminal.name, collect.when.policy):
        return Refusal(Reason.COLLECT_NOT_NOW, collect.when.clause)
    if terminal.printing is not None:
        return Refusal(Reason.PRINTING, collect.papers.clause)
    held = floor.ledger.held(meter_of(terminal.name))
    if not held:
        return Refusal(Reason.NOTHING_TO_COLLECT, collect.amount.clause)
    moved = Transfer(meter_of(terminal.name), printing_of(terminal.name), held)
    return (TicketOrdered(terminal.name, command.ticket, held, collect.papers.clause, (moved,)),)


def _may_collect(floor: Floor, table: Table, terminal: str, when: CollectTime) -> bool:
    if when is CollectTime.ANY_TIME or table.round is None or table.round.phase in ENDED:
        return True
    own = bool(floor.ledger.held(play_of(table.name, terminal)))
    if when is CollectTime.WITHOUT_OWN_WAGERS:
        return not own
    return not own and table.round.phase in BETTING


def decide_report_print(floor: Floor, command: ReportPrint, at_ms: int) -> Verdict:
    """The printer's word: the ticket is issued, or the credit is back."""
    del at_ms
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    printing = terminal.printing
    if printing is None or printing.ticket != command.ticket:
        return Refusal(Reason.UNKNOWN_TICKET)
    source = printing_of(terminal.name)
    if command.printed:
        moved = Transfer(source, TICKETS, printing.amount)
        return (TicketIssued(terminal.name, printing.ticket, printing.amount, (moved,)),)
    moved = Transfer(source, meter_of(terminal.name), printing.amount)
    return (TicketFailed(terminal.name, printing.ticket, printing.amount, (moved,)),)
