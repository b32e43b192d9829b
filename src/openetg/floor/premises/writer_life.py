"""The life of the writer: its start and what it meant for rounds, faults of the machine, days, its end."""

from __future__ import annotations

from typing import assert_never

from openetg.floor.commands import (
    BeginDay,
    RecordSoftwareCheck,
    ReportMachineFault,
    StartWriter,
    WindDown,
)
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    AnyEvent,
    DayBegun,
    MachineFaulted,
    RoundHeld,
    RoundResumed,
    SoftwareChecked,
    WindDownBegun,
    WriterStarted,
)
from openetg.floor.rounds.automatic import in_motion, planned
from openetg.floor.rounds.settling import VoidGround, void_round
from openetg.floor.state import BETTING, SHAPE, Floor, Round, Table, state_hash
from openetg.floor.trouble.faults import every_terminal_out
from openetg.rulebook.days import parse_day
from openetg.rulebook.schema.policies import Restart

MACHINE_PARTS = frozenset({"clock", "software", "disk", "follower", "kiosk", "chance"})
"""What of the floor's own machine is watched."""


def decide_start_writer(floor: Floor, command: StartWriter, at_ms: int) -> Verdict:
    """A writer takes over: open rounds resume or end as the rulebook says, closed ones await their outcome."""
    events: list[AnyEvent] = [WriterStarted(command.logic, command.build, command.manifest)]
    for table in floor.tables.values():
        if table.round is not None and table.round.phase in BETTING:
            events.extend(_recover(floor, table, table.round, at_ms))
    return tuple(events)


def _recover(floor: Floor, table: Table, round_: Round, at_ms: int) -> tuple[AnyEvent, ...]:
    """A round that was open when the writer stopped. With the ball not yet running nothing is in doubt."""
    restart = floor.rules_of(table).restart
    launch, close = planned(table, at_ms)
    resumed = RoundResumed(table.name, round_.number, launch, close, restart.clause)
    moving = in_motion(round_)
    match restart.policy:
        case Restart.RESUME:
            return (resumed,)
        case Restart.VOID_TERMINALS:
            out = every_terminal_out(floor, table, round_)
            # The cloth plays on, also at a table that has no terminals.
            return out if moving else (*out, resumed)
        case Restart.HOLD:
            held = RoundHeld(table.name, round_.number, "restart", restart.clause)
            return (held if moving else resumed,)
        case Restart.VOID:
            # No next round yet: the device says that it is ready when it has been heard again.
            return (void_round(floor, table, round_, VoidGround("restart", restart.clause)) if moving else resumed,)
        case _:
            assert_never(restart.policy)


def decide_report_machine_fault(floor: Floor, command: ReportMachineFault, at_ms: int) -> Verdict:
    """The machine is not as it should be: on record, for the staff and the inspector to see; play goes on."""
    del floor
    if command.part not in MACHINE_PARTS or not command.why.strip():
        return Refusal(Reason.NOT_A_NAME, details={"part": command.part})
    return (MachineFaulted(command.part, command.why, at_ms, command.device, command.mended),)


def decide_record_software_check(floor: Floor, command: RecordSoftwareCheck, at_ms: int) -> Verdict:
    """What a look at the software found, well or not: on record each time, for the inspector to see."""
    return (SoftwareChecked(command.manifest, command.manifest == floor.premises.software, at_ms),)


def decide_wind_down(floor: Floor, command: WindDown, at_ms: int) -> Verdict:
    """Rounds under way go on to their end; none opens after them."""
    del command
    if floor.premises.winding_down:
        return Refusal(Reason.ALREADY_THERE)
    return (WindDownBegun(at_ms),)


def decide_begin_day(floor: Floor, command: BeginDay, _at_ms: int) -> Verdict:
    """The next gaming day, if the floor is what the command says; where rounds run, they go on."""
    if command.day <= floor.premises.day:
        return Refusal(Reason.ALREADY_THERE, details={"day": floor.premises.day})
    day = parse_day(command.day)
    # Days are compared as texts, so only the one form in which that works will do.
    if day is None or day.isoformat() != command.day:
        return Refusal(Reason.NOT_A_DAY)
    # A build that remembers the floor in another shape cannot say what its hash was then.
    if command.shape == SHAPE and command.state != state_hash(floor):
        return Refusal(Reason.OTHER_STATE)
    return (DayBegun(command.day, command.state, command.shape),)


DECIDERS: Deciders = {
    StartWriter: decide_start_writer,
    ReportMachineFault: decide_report_machine_fault,
    RecordSoftwareCheck: decide_record_software_check,
    WindDown: decide_wind_down,
    BeginDay: decide_begin_day,
}
