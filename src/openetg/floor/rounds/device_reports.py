"""What a device reports that went wrong with a spin: nothing read, a die on no face, a fault. Decides what becomes of
the round by the rulebook; the pipeline calls it. Readings themselves are in `automatic`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import ReportCocked, ReportFault, ReportUnread
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import AnyEvent, DeviceFaulted, OutcomeIgnored, RoundHeld
from openetg.floor.rounds.automatic import (
    device_fault,
    in_motion,
    irregular,
    is_dealer_run,
    is_read,
    next_round,
    round_of_spin,
)
from openetg.floor.rounds.choices import only_void_when_cocked, voids_unread
from openetg.floor.rounds.device_readings import final_clause, put_aside
from openetg.floor.rounds.settling import VoidGround, void_round
from openetg.floor.state import RUNNING
from openetg.rulebook.schema.policies import Cause

if TYPE_CHECKING:
    from openetg.floor.state import Floor, Round, Table

UNREAD = "unread"
"""The cause of a round whose outcome the device could not read."""


def decide_report_unread(floor: Floor, command: ReportUnread, at_ms: int) -> Verdict:
    """Something fell and was not read: void, or held until a person has looked."""
    dead = put_aside(floor, command.table, command.spin, "")
    if dead is not None:
        return dead
    here = _running(floor, command.table, command.spin)
    if isinstance(here, Refusal):
        return here
    table, round_ = here
    rules = floor.rules_of(table)
    if round_.shown or (round_.dead_spins and not in_motion(round_)):
        clause = rules.no_spin.clause if round_.shown else final_clause(rules)
        return (OutcomeIgnored(table.name, round_.number, command.spin, "", clause),)
    unread = rules.unread
    if voids_unread(unread.policy):
        voided = void_round(floor, table, round_, VoidGround(UNREAD, unread.clause))
        return (voided, *next_round(floor, table, at_ms, ready=table.device_ready))
    return (RoundHeld(table.name, round_.number, UNREAD, unread.clause),)


def decide_report_cocked(floor: Floor, command: ReportCocked, _at_ms: int) -> Verdict:
    """A die lies on no face: there is no outcome and no second shake."""
    here = _running(floor, command.table, command.spin)
    if isinstance(here, Refusal):
        return here
    table, round_ = here
    cocked = floor.rules_of(table).cocked_dice
    if cocked is None:
        return device_fault(floor, table, round_, "cocked")
    only_void = only_void_when_cocked(cocked.policy)
    return (RoundHeld(table.name, round_.number, "cocked", cocked.clause, only_void=only_void),)


def decide_report_fault(floor: Floor, command: ReportFault, at_ms: int) -> Verdict:
    """The device broke, or saw something irregular; no round opens on an automatic one until it is ready again."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    cause = next((cause for cause in Cause if cause.value == command.code), None)
    known = cause is not None and is_dealer_run(floor, table)
    faulted: tuple[AnyEvent, ...] = () if known else (DeviceFaulted(table.name, command.code),)
    round_ = table.round
    touched = round_ is not None and round_.phase in RUNNING and round_.outcome is None
    if round_ is None or not touched or command.spin not in {None, round_.spin}:
        return faulted or (DeviceFaulted(table.name, command.code),)
    if cause is not None:
        clause = floor.rules_of(table).device_fault.clause
        return (*faulted, *irregular(floor, table, round_, cause, clause, at_ms))
    return (*faulted, *device_fault(floor, table, round_, command.code))


def _running(floor: Floor, name: str, spin: str) -> tuple[Table, Round] | Refusal:
    here = round_of_spin(floor, name, spin)
    if isinstance(here, Refusal):
        return here
    table, round_ = here
    if round_.phase in RUNNING and not is_read(round_):
        return here
    return Refusal(Reason.WRONG_PHASE, floor.rules_of(table).unread.clause)


DECIDERS: Deciders = {
    ReportUnread: decide_report_unread,
    ReportCocked: decide_report_cocked,
    ReportFault: decide_report_fault,
}
