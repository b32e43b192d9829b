"""Which decisions would only fill the journal if their sender brought them about again and again.

Asked by the writer, which puts the first of them on record and then counts (`server/writer/babbling.py`). Reads only.
It must never call something noise that would change the floor beyond the count of an alert. What concerns a paper or a
transfer is counted when it is refused again and again, so that staff are told, and stays on record each time: the
answer to a number decides where money is, and is remembered over a restart. A note that is refused is back with the
player, regardless of later answers; one that is let in is never noise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import (
    AnyCommand,
    CountRepeats,
    InsertTicket,
    RecordOutcome,
    RedeemPaper,
    ReportFault,
    ReportPrint,
    ReportSignal,
    ReportTerminalFault,
    ReportUnread,
    TransferCredit,
)
from openetg.floor.events import DeviceFaulted, OutcomeIgnored, SignalReported, TerminalFaulted
from openetg.floor.pipeline import is_noted

if TYPE_CHECKING:
    from openetg.floor.core.verdicts import Verdict
    from openetg.floor.state import Floor

OF_A_THING = frozenset({InsertTicket, TransferCredit, ReportPrint, RedeemPaper})
"""Commands about a paper or a transfer that some other machine holds until it has the answer: on record each time."""
OF_DEVICES: frozenset[type] = frozenset({RecordOutcome, ReportUnread, ReportFault, ReportSignal, ReportTerminalFault})
"""Commands that a broken device or terminal repeats and that are granted each time."""
IGNORED, FAULTY = "ignored", "faulty"


def noise_of(floor: Floor, command: AnyCommand, verdict: Verdict) -> str:
    """What is said again by a decision, in one word; empty if it is no noise."""
    if not isinstance(verdict, tuple):
        told = is_noted(command, verdict) or isinstance(command, CountRepeats)
        return "" if told else verdict.reason.value
    if len(verdict) != 1:
        return ""
    event = verdict[0]
    if isinstance(event, OutcomeIgnored):
        return IGNORED
    if isinstance(event, SignalReported):
        return f"{event.signal} {event.place}"
    if isinstance(event, TerminalFaulted):
        return FAULTY if _is_shown_before(floor, event) else ""
    # A device that was ready is not ready any more: that is news.
    known = isinstance(event, DeviceFaulted) and not floor.tables[event.table].device_ready
    return FAULTY if known else ""


def _is_shown_before(floor: Floor, event: TerminalFaulted) -> bool:
    """Whether an error message is known wherever it counts: in its open cases and in every round the terminal plays."""
    name, code = event.terminal, event.code
    cases = (case for case in floor.cases.values() if case.terminal == name and not case.closed)
    rounds = (floor.tables[table].round for table in floor.terminals[name].tables)
    is_told = all(round_ is None or name in round_.messages.get(code, ()) for round_ in rounds)
    return not event.service and is_told and all(code in case.codes for case in cases)
