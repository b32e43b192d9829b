"""What a player calls staff for from a terminal: a fault, help, a payment by hand. A call waits for a named person.

A call is open as long as its alert is: only a person who takes note of it ends it. Pressing again while a person
is on the way changes nothing, and leaves no trace in the journal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from openetg.floor.commands import ReportByPlayer
from openetg.floor.core.authority import clause_of_power
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import PlayerReported
from openetg.floor.state import CALLS, Alert, Floor, key_of

if TYPE_CHECKING:
    from openetg.floor.state import Table, Terminal


def open_calls(floor: Floor, terminal: str) -> tuple[str, ...]:
    """Calls from a terminal that were not acknowledged yet, by what staff were called for."""
    return tuple(what for what in CALLS if _waiting(floor, terminal, what) is not None)


def is_called(floor: Floor, terminal: str, what: str) -> bool:
    """Whether staff have been called for that and the call is not acknowledged yet."""
    return _waiting(floor, terminal, what) is not None


def _waiting(floor: Floor, terminal: str, what: str) -> Alert | None:
    number = floor.alerts.standing.get(key_of(CALLS[what], terminal))
    return None if number is None else floor.alerts.open[number]


def decide_report_by_player(floor: Floor, command: ReportByPlayer, _at_ms: int) -> Verdict:
    """A call from a terminal, with round and time; a fault may be reported again in every round."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    table = floor.tables.get(command.table or terminal.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if table.name not in terminal.tables:
        return Refusal(Reason.NOT_AT_TABLE)
    clauses = _clauses(floor, table, command.what)
    if _is_known(floor, table, terminal.name, command.what):
        return Refusal(Reason.ALREADY_THERE, clauses[0] if clauses else "", {"what": command.what})
    refused = not_by_hand(floor, terminal) if command.what == "payout" else None
    if refused is not None:
        return refused
    clause = clauses[0] if clauses else ""
    return (PlayerReported(terminal.name, table.name, table.rounds, clause, also=clauses[1:], what=command.what),)


def _clauses(floor: Floor, table: Table, what: str) -> tuple[str, ...]:
    """The duty to report malfunctions, at which attendants are called as well; or the rule on payment by hand."""
    rulebook = floor.rulebook_of(table)
    if what != "payout":
        return rulebook.conduct.report_faults
    rule = rulebook.money.manual_payout
    return () if rule is None else (rule.clause,)


def _is_known(floor: Floor, table: Table, terminal: str, what: str) -> bool:
    """Whether staff are called already; of a fault, in this round of this table."""
    if _waiting(floor, terminal, what) is None:
        return False
    reports = floor.people.reports.get(terminal)
    if what != "fault" or not reports:
        return True
    return any((each.table, each.round) == (table.name, table.rounds) for each in reports)


def not_by_hand(floor: Floor, terminal: Terminal) -> Refusal | None:
    """Why staff cannot be called to pay by hand: a rulebook of the terminal does not know that."""
    for name in terminal.tables:
        rulebook = floor.rulebook_of(floor.tables[name])
        if rulebook.money.manual_payout is None:
            return Refusal(Reason.NOT_OFFERED, clause_of_power(rulebook, "pay_by_hand"), {"what": "payout"})
    return None


def call_to_pay(floor: Floor, terminal: Terminal) -> Literal["attendant", "payout"]:
    """What staff are called for where nothing can be printed: to pay by hand, or to help where no rule knows that."""
    return "attendant" if not_by_hand(floor, terminal) else "payout"


def called_to_pay(floor: Floor, terminal: Terminal, clause: str) -> PlayerReported:
    """The event that calls staff for what cannot be printed."""
    table, what = floor.tables[terminal.table], call_to_pay(floor, terminal)
    also = _clauses(floor, table, what)
    return PlayerReported(terminal.name, table.name, table.rounds, clause, also=also, what=what)


DECIDERS: Deciders = {ReportByPlayer: decide_report_by_player}
