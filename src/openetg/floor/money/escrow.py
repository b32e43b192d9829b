"""Notes: held in escrow, stacked or returned, and the one of which the acceptor cannot say what became of it.

Two steps each: the floor lets a note in, the acceptor acts, and its word goes on record. An order to stack stands until
then. What is stacked is credited once, what is returned never.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import EstablishNote, InsertNote, OfferNote, ReportNoteLost, ReturnNote
from openetg.floor.core.authority import power_clause, unauthorized
from openetg.floor.core.ledger import Transfer, cash_box_of, meter_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import CaseOpened, NoteCredited, NoteHeld, NoteLost, NoteReturned, TerminalLocked
from openetg.floor.money.cash import Funds, fed_by, fundings, not_to_fund
from openetg.floor.money.redeeming import no_terminal, table_of
from openetg.floor.trouble.cases import LOCK, ended, faults_of, next_case, open_cases

if TYPE_CHECKING:
    from openetg.floor.state import Floor, Terminal
    from openetg.money import Money

GROUND = "note"
"""The ground of a case about a note."""


def decide_offer_note(floor: Floor, command: OfferNote, at_ms: int) -> Verdict:
    """Whether the acceptor may stack the note it holds; refused, it gives the note back."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return no_terminal(floor, command.terminal)
    funds = _takes_note(floor, terminal, command.amount)
    if isinstance(funds, Refusal):
        return first_of(funds, not_to_fund(floor, terminal, at_ms)) or funds
    waiting = Refusal(Reason.NOTE_WAITING, funds.clause) if terminal.escrow is not None else None
    refused = first_of(not_to_fund(floor, terminal, at_ms), waiting)
    return refused or (NoteHeld(terminal.name, command.amount, funds.clause),)


def decide_return_note(floor: Floor, command: ReturnNote, _at_ms: int) -> Verdict:
    """The note in escrow is back with the player; nothing was credited."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    clause = _notes_clause(floor, terminal)
    if terminal.escrow is None or terminal.escrow_lost:
        return Refusal(Reason.NO_NOTE, clause)
    return (NoteReturned(terminal.name, terminal.escrow, clause),)


def _notes_clause(floor: Floor, terminal: Terminal) -> str:
    rule = fundings(floor, terminal)[0]
    return rule.notes.clause if rule.notes is not None else rule.clause


def decide_insert_note(floor: Floor, command: InsertNote, at_ms: int) -> Verdict:
    """A stacked note becomes credit, at any time of a round.

    One that was let in from escrow counts regardless of what has happened since: the house has it. An acceptor that
    repeats its word, since it was not told that it was heard, speaks of a note that is no longer held.
    """
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return no_terminal(floor, command.terminal)
    held = terminal.escrow == command.amount and not terminal.escrow_lost
    if command.offered and not held:
        return Refusal(Reason.NO_NOTE, _notes_clause(floor, terminal))
    funds = _takes_note(floor, terminal, command.amount)
    barred = None if held else not_to_fund(floor, terminal, at_ms)
    if isinstance(funds, Refusal) and held:
        funds = Funds(_notes_clause(floor, terminal), opens=True)  # let in when it was still taken
    if isinstance(funds, Refusal):
        return first_of(funds, barred) or funds
    if barred is not None:
        return barred
    moved = _into_meter(terminal, command.amount)
    return (NoteCredited(terminal.name, command.amount, funds.clause, (moved,), funds.opens),)


def decide_report_note_lost(floor: Floor, command: ReportNoteLost, _at_ms: int) -> Verdict:
    """Only a person can say now where the note is: a case, and no further money until it is established."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    clause = _notes_clause(floor, terminal)
    if terminal.escrow is None or terminal.escrow_lost:
        return Refusal(Reason.NO_NOTE, clause)
    cited = faults_of(floor, table_of(floor, terminal.name)).other.clause
    case = CaseOpened(
        case=next_case(floor),
        terminal=terminal.name,
        table=terminal.table,
        round=0,
        ground=GROUND,
        clause=cited,
        also=(clause,),
    )
    lock = TerminalLocked(terminal.name, LOCK, Reason.OUT_OF_SERVICE.value, cited, ("fund",))
    return (NoteLost(terminal.name, terminal.escrow, clause), case, lock)


def decide_establish_note(floor: Floor, command: EstablishNote, _at_ms: int) -> Verdict:
    """A person who may put the terminal back into service says where the note is, and how that was seen."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    table = table_of(floor, terminal.name)
    refused = unauthorized(floor, table, command)
    if refused is not None:
        return refused
    power = power_clause(floor, table, "open_terminal_case")
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN, power)
    clause, held = _notes_clause(floor, terminal), terminal.escrow
    if held is None or not terminal.escrow_lost:
        return Refusal(Reason.NO_NOTE, clause)
    about = [case for case in open_cases(floor, terminal.name) if case.ground == GROUND]
    closed = ended(floor, about, power, command, command.why)
    by = (command.role, command.person, command.why)
    if not command.stacked:
        return (NoteReturned(terminal.name, held, clause, *by), *closed)
    funds = fed_by(floor, terminal, "notes")
    opens = isinstance(funds, Refusal) or funds.opens
    return (
        NoteCredited(
            terminal=terminal.name,
            amount=held,
            clause=clause,
            transfers=(_into_meter(terminal, held),),
            opens=opens,
            role=command.role,
            person=command.person,
            why=command.why,
        ),
        *closed,
    )


def _into_meter(terminal: Terminal, amount: Money) -> Transfer:
    return Transfer(cash_box_of(terminal.name), meter_of(terminal.name), amount)


def _takes_note(floor: Floor, terminal: Terminal, amount: Money) -> Funds | Refusal:
    funds = fed_by(floor, terminal, "notes")
    if isinstance(funds, Refusal):
        return funds
    return funds if amount in terminal.notes else Refusal(Reason.NOTE_NOT_ACCEPTED, funds.clause)


DECIDERS: Deciders = {
    OfferNote: decide_offer_note,
    ReturnNote: decide_return_note,
    InsertNote: decide_insert_note,
    ReportNoteLost: decide_report_note_lost,
    EstablishNote: decide_establish_note,
}
