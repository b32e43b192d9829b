"""Signals of doors, tilts and unknown clients, and the visits that explain them: work in the course of duty."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from openetg.floor.commands import EndVisit, ReportSignal, StartVisit
from openetg.floor.core.authority import power_clause, powerless
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import SignalReported, TerminalLocked, TerminalUnlocked, VisitEnded, VisitStarted
from openetg.floor.premises.closing import SIGNAL
from openetg.floor.rounds.automatic import in_motion, irregular
from openetg.floor.state import RUNNING
from openetg.rulebook.schema.policies import Cause, SignalAnswer

if TYPE_CHECKING:
    from openetg.floor.commands import Act
    from openetg.floor.events import AnyEvent
    from openetg.floor.state import Floor, Table, Visit


STRANGER, REJECTED, TAMPER, GUESSING = "unknown-client", "reject", "tamper", "guessing"
SIGNALS = frozenset({"tilt", "door", TAMPER, "acceptor", STRANGER, REJECTED, GUESSING})
"""What is reported; a rejected note or ticket alone is no alarm."""
ALARM_ONLY = frozenset({STRANGER, GUESSING})
"""What alarms staff and locks nothing: a guesser of ticket numbers waits already."""
VISIT = "visit"
"""The lock of a terminal that is being worked on."""


def decide_report_signal(floor: Floor, command: ReportSignal, at_ms: int) -> Verdict:
    """An alarm, or, while a person is there in the course of duty, an entry and nothing more."""
    if command.signal not in SIGNALS:
        return Refusal(Reason.NOT_IN_RULEBOOK, details={"signal": command.signal})
    table = table_at(floor, command.place)
    if table is None:
        clause = "" if command.signal == GUESSING else _stranger_clause(floor)
        return (SignalReported(command.place, command.signal, at_ms, alarm=True, clause=clause),)
    touched = _touched(floor, table, command, at_ms)
    visit = visit_at(floor, command.place)
    if visit is not None:
        clause = power_clause(floor, table, "service_equipment")
        on_record = SignalReported(command.place, command.signal, at_ms, alarm=False, clause=clause, by=visit.person)
        return (on_record, *touched)
    return (*_alarm(floor, table, command, at_ms), *touched)


def _touched(floor: Floor, table: Table, command: ReportSignal, at_ms: int) -> tuple[AnyEvent, ...]:
    """What follows when the device of a table is tampered with while it moves, regardless of who does it."""
    tamper, round_ = floor.rules_of(table).tamper, table.round
    if tamper is None or command.signal != TAMPER or command.place != table.name or round_ is None:
        return ()
    spinning = in_motion(round_) and round_.phase in RUNNING and round_.outcome is None
    return irregular(floor, table, round_, Cause.INTERFERENCE, tamper.clause, at_ms) if spinning else ()


def _alarm(floor: Floor, table: Table, command: ReportSignal, at_ms: int) -> tuple[AnyEvent, ...]:
    """Staff are alarmed; a terminal may be locked as well."""
    wanted, tamper = floor.rulebook_of(table).equipment, floor.rules_of(table).tamper
    if command.signal == REJECTED:
        return (SignalReported(command.place, command.signal, at_ms, alarm=False, clause=""),)
    usual = tamper.clause if tamper is not None and command.signal == TAMPER else ""
    clause = wanted.signals.get(command.signal, usual)
    reported = SignalReported(command.place, command.signal, at_ms, alarm=True, clause=clause)
    answer, terminal = wanted.signal_answer, floor.terminals.get(command.place)
    if answer is None or not _locks(answer.policy) or terminal is None or command.signal in ALARM_ONLY:
        return (reported,)
    if SIGNAL in terminal.locks:
        return (reported,)
    out, stops = Reason.OUT_OF_SERVICE.value, ("wager", "fund")
    return (reported, TerminalLocked(terminal.name, SIGNAL, out, answer.clause, stops))


def _locks(answer: SignalAnswer) -> bool:
    """Whether a signal takes the terminal out of play until a person reopens it."""
    match answer:
        case SignalAnswer.LOCK:
            return True
        case SignalAnswer.ALARM:
            return False
        case _:
            assert_never(answer)


def table_at(floor: Floor, place: str) -> Table | None:
    """The table that is a place, or at which that terminal stands."""
    terminal = floor.terminals.get(place)
    return floor.tables.get(terminal.table if terminal else place)


def visit_at(floor: Floor, place: str) -> Visit | None:
    """Who works at a terminal, or at the table it stands at, in the course of duty."""
    table = table_at(floor, place)
    visits = floor.premises.visits
    return visits.get(place) or (visits.get(table.name) if table else None)


def _stranger_clause(floor: Floor) -> str:
    """An unknown device is at no table: the first rulebook in use that speaks of such devices."""
    for table in floor.tables.values():
        clause = floor.rulebook_of(table).equipment.signals.get(STRANGER)
        if clause is not None:
            return clause
    return ""


def _place_for(floor: Floor, act: Act, place: str) -> Table | Refusal:
    """The table of a place at which a person may work on equipment."""
    table = table_at(floor, place)
    if table is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    refused = powerless(floor, table, "service_equipment", act.role, act.person)
    return table if refused is None else refused


def decide_start_visit(floor: Floor, command: StartVisit, at_ms: int) -> Verdict:
    """Work begins; a terminal that is worked on takes neither wagers nor money."""
    table = _place_for(floor, command, command.place)
    if isinstance(table, Refusal):
        return table
    clause = power_clause(floor, table, "service_equipment")
    if not command.purpose.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause)
    if command.place in floor.premises.visits:
        return Refusal(Reason.ALREADY_THERE, clause)
    started = VisitStarted(
        place=command.place,
        purpose=command.purpose,
        role=command.role,
        person=command.person,
        at_ms=at_ms,
        clause=clause,
    )
    if command.place not in floor.terminals:
        return (started,)
    out, stops = Reason.OUT_OF_SERVICE.value, ("wager", "fund")
    return (started, TerminalLocked(command.place, VISIT, out, clause, stops))


def decide_end_visit(floor: Floor, command: EndVisit, at_ms: int) -> Verdict:
    """The work is done."""
    table = _place_for(floor, command, command.place)
    if isinstance(table, Refusal):
        return table
    clause = power_clause(floor, table, "service_equipment")
    if command.place not in floor.premises.visits:
        return Refusal(Reason.NOTHING_THERE, clause)
    ended = VisitEnded(command.place, command.role, command.person, at_ms, clause)
    terminal = floor.terminals.get(command.place)
    return (ended, TerminalUnlocked(terminal.name, VISIT)) if terminal else (ended,)


DECIDERS: Deciders = {
    ReportSignal: decide_report_signal,
    StartVisit: decide_start_visit,
    EndVisit: decide_end_visit,
}
