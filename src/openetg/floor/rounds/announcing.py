"""The announcement of 'no more bets': an act on record with the close, and what the terminals have said of it.

Where a rulebook wants it announced, the close and the announcement are one step: neither is on record without the
other. Acknowledgements are collected outside and come back as one command for each round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import ReportAnnouncement
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import AnnouncementShown, CloseAnnounced
from openetg.floor.state import Floor, Round, Table
from openetg.rulebook.schema.policies import Channel, Closer

if TYPE_CHECKING:
    from openetg.rulebook.schema.wagering import CloseCall


def call_of(floor: Floor, table: Table) -> CloseCall | None:
    """The rule by which the end of the wagering period is announced at a table; None if there is none; that of
    terminals first."""
    wagers, channels = floor.rulebook_of(table).wagers, floor.kind_of(table).channels.value
    on_terminals = wagers.terminal.close_announced if wagers.terminal and Channel.TERMINAL in channels else None
    on_cloth = wagers.cloth.close_announced if wagers.cloth and Channel.CLOTH in channels else None
    return on_terminals or on_cloth


def announced(
    floor: Floor, table: Table, round_: Round, by: Closer, role: str = "", person: str = ""
) -> tuple[CloseAnnounced, ...]:
    """The announcement that goes with a close; empty where no rule wants one."""
    call = call_of(floor, table)
    return (
        ()
        if call is None
        else (
            CloseAnnounced(table=table.name, round=round_.number, by=by, clause=call.clause, role=role, person=person),
        )
    )


def decide_report_announcement(floor: Floor, command: ReportAnnouncement, _at_ms: int) -> Verdict:
    """What terminals acknowledged goes on record once for each announcement, of a spin called off since too."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if any(name not in floor.terminals for name in (*command.heard, *command.seen, *command.missing, *command.away)):
        return Refusal(Reason.UNKNOWN_TERMINAL)
    call = call_of(floor, table)
    if call is None:
        return Refusal(Reason.NOT_IN_RULEBOOK)
    round_ = table.round if table.round and table.round.number == command.round else table.past.get(command.round)
    dead = command.spin if round_ is not None and command.spin in round_.dead_spins else ""
    refused = _not_to_report(round_, command.spin, dead, call.clause)
    if refused is not None:
        return refused
    silent = tuple(
        name
        for name in command.missing
        if name not in command.away and floor.terminals[name].unshown + 1 >= call.silent_rounds
    )
    return (
        AnnouncementShown(
            table=table.name,
            round=command.round,
            heard=command.heard,
            seen=command.seen,
            missing=command.missing,
            clause=call.clause,
            away=command.away,
            silent=silent,
            spin=dead,
        ),
    )


def _not_to_report(round_: Round | None, spin: str, dead: str, clause: str) -> Refusal | None:
    """Why nothing can go on record of an announcement: there was none in that spin, or it is on record."""
    if round_ is None or not (dead or round_.announced):
        return Refusal(Reason.UNKNOWN_ROUND, clause)
    if spin and not dead and spin != round_.spin:
        return Refusal(Reason.OTHER_SPIN, clause)
    known = spin not in round_.unreported if dead else round_.unshown is not None
    return Refusal(Reason.ALREADY_THERE, clause) if known else None


DECIDERS: Deciders = {ReportAnnouncement: decide_report_announcement}
