"""What goes wrong with a jackpot: lost links of members, a display or controller that does not work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import (
    DeclareJackpotFault,
    EndJackpotFault,
    ReportJackpotLink,
)
from openetg.floor.core.authority import powerless
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    JackpotFaultDeclared,
    JackpotFaultEnded,
    JackpotLinkReported,
)
from openetg.floor.jackpots.links import open_fault, tables_of, terminals_of
from openetg.floor.jackpots.pools import law_of

if TYPE_CHECKING:
    from openetg.floor.commands import Act
    from openetg.floor.jackpots.state import Jackpot
    from openetg.floor.state import Floor

FIND = "declare_system_fault"
"""The power to declare that display or controller do not work."""


def decide_report_link(floor: Floor, command: ReportJackpotLink, _at_ms: int) -> Verdict:
    """A member whose link is lost neither contributes nor plays; already in that state: refused."""
    jackpot = floor.jackpots.offered.get(command.jackpot)
    if jackpot is None or jackpot.into:
        return Refusal(Reason.UNKNOWN_JACKPOT)
    clause = law_of(floor, jackpot).contribution[jackpot.rules.kind].clause
    is_lost = command.member in jackpot.lost
    # A member that was lost and then left the jackpot has its link again all the same.
    member = is_lost or command.member in {*tables_of(floor, jackpot), *terminals_of(floor, jackpot)}
    refused = first_of(
        None if member else Refusal(Reason.NOT_A_MEMBER, clause, {"member": command.member}),
        Refusal(Reason.ALREADY_THERE, clause) if member and is_lost is not command.up else None,
    )
    if refused is not None:
        return refused
    return (JackpotLinkReported(jackpot.name, command.member, command.up, clause, command.cause),)


def jackpot_for(floor: Floor, name: str, power: str, act: Act) -> Jackpot | Refusal:
    """The jackpot about which a person may use a power, at the first of its tables as at every other."""
    jackpot = floor.jackpots.offered.get(name)
    if jackpot is None or jackpot.into:
        return Refusal(Reason.UNKNOWN_JACKPOT)
    refused = powerless(floor, floor.tables[tables_of(floor, jackpot)[0]], power, act.role, act.person)
    return refused or jackpot


def unexplained(why: str, clause: str) -> Refusal | None:
    return None if why.strip() else Refusal(Reason.NO_REASON_GIVEN, clause)


def decide_declare_fault(floor: Floor, command: DeclareJackpotFault, at_ms: int) -> Verdict:
    """Display or controller do not work: from now on the jackpot is neither fed nor won."""
    jackpot = jackpot_for(floor, command.jackpot, FIND, command)
    if isinstance(jackpot, Refusal):
        return jackpot
    clause = law_of(floor, jackpot).adjustment.clause
    fault = open_fault(jackpot)
    refused = first_of(
        None if fault is None else Refusal(Reason.ALREADY_THERE, clause, {"part": fault.part}),
        unexplained(command.why, clause),
    )
    return refused or (
        JackpotFaultDeclared(
            jackpot=jackpot.name,
            part=command.part,
            role=command.role,
            person=command.person,
            why=command.why,
            clause=clause,
            at_ms=at_ms,
        ),
    )


def decide_end_fault(floor: Floor, command: EndJackpotFault, at_ms: int) -> Verdict:
    """It works again."""
    jackpot = jackpot_for(floor, command.jackpot, FIND, command)
    if isinstance(jackpot, Refusal):
        return jackpot
    clause = law_of(floor, jackpot).adjustment.clause
    fault = open_fault(jackpot)
    if fault is None:
        return Refusal(Reason.NO_MALFUNCTION, clause)
    ended = JackpotFaultEnded(
        jackpot=jackpot.name,
        part=fault.part,
        role=command.role,
        person=command.person,
        why=command.why,
        clause=clause,
        at_ms=at_ms,
    )
    return unexplained(command.why, clause) or (ended,)


DECIDERS: Deciders = {
    ReportJackpotLink: decide_report_link,
    DeclareJackpotFault: decide_declare_fault,
    EndJackpotFault: decide_end_fault,
}
