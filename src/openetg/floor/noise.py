"""Which decisions would only fill the journal if their sender brought them about again and again.

Asked by the writer, which puts the first of them on record and then counts (`server/babbling.py`). Reads only. It must
never call something noise that would change the floor beyond the count of an alert, nor what concerns a note, a paper
or a transfer: there the answer to a number decides where money is, and is remembered over a restart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.apply import is_noted
from openetg.floor.commands import (
    AnyCommand,
    CountRepeats,
    InsertNote,
    InsertTicket,
    OfferNote,
    RecordOutcome,
    RedeemPaper,
    ReportFault,
    ReportNoteLost,
    ReportPrint,
    ReportSignal,
    ReportUnread,
    ReturnNote,
    TransferCredit,
)
from openetg.floor.events import DeviceFaulted, OutcomeIgnored, SignalReported

if TYPE_CHECKING:
    from openetg.floor.state import Floor
    from openetg.floor.verdicts import Verdict

OF_A_THING = frozenset(
    {OfferNote, ReturnNote, InsertNote, ReportNoteLost, InsertTicket, TransferCredit, ReportPrint, RedeemPaper}
)
"""Commands about a note, a paper or a transfer that some other machine holds until it has the answer."""
NEVER = OF_A_THING | {CountRepeats}
OF_DEVICES: frozenset[type] = frozenset({RecordOutcome, ReportUnread, ReportFault, ReportSignal})
"""Commands that a broken device repeats and that are granted each time."""
IGNORED, FAULTY = "ignored", "faulty"


def noise_of(floor: Floor, command: AnyCommand, verdict: Verdict) -> str:
    """What is said again by a decision, in one word; empty if it is no noise."""
    if type(command) in NEVER:
        return ""
    if not isinstance(verdict, tuple):
        return "" if is_noted(command, verdict) else verdict.reason.value
    if len(verdict) != 1:
        return ""
    event = verdict[0]
    if isinstance(event, OutcomeIgnored):
        return IGNORED
    if isinstance(event, SignalReported):
        return f"{event.signal} {event.place}"
    # A device that was ready is not ready any more: that is news.
    known = isinstance(event, DeviceFaulted) and not floor.tables[event.table].device_ready
    return FAULTY if known else ""
