"""What goes wrong with a jackpot: lost links, a display or controller that does not work, what may be adjusted then;
and its end, when what is in it goes into another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import (
    AdjustJackpot,
    DeclareJackpotFault,
    DecommissionJackpot,
    EndJackpotFault,
    ReportJackpotLink,
)
from openetg.floor.core.authority import powerless
from openetg.floor.core.ledger import Transfer, award_of, overflow_of, pool_of, reserve_of, seeding_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    JackpotAdjusted,
    JackpotDecommissioned,
    JackpotFaultDeclared,
    JackpotFaultEnded,
    JackpotLinkReported,
)
from openetg.floor.jackpots.links import open_fault, tables_of, terminals_of
from openetg.floor.jackpots.offering import LARGEST, is_same_instrument
from openetg.floor.jackpots.pools import law_of
from openetg.floor.jackpots.state import UNPAID, AwardState, handling_of
from openetg.money import ZERO, parts_of, total
from openetg.rulebook.schema.policies import JackpotKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from openetg.floor.commands import Act
    from openetg.floor.jackpots.state import Award, Jackpot, Level
    from openetg.floor.state import Floor
    from openetg.money import Money

FIND = "declare_system_fault"
"""Whose word it is that display or controller do not work."""
ADJUST = "adjust_jackpot"
CONFIGURE = "configure_jackpot"
ADJUSTMENT = "jackpot-adjustment"
PROCEDURE = {JackpotKind.PROGRESSIVE: "progressive-procedure", JackpotKind.MYSTERY: "mystery-procedure"}
"""The approval that a jackpot of each kind rests on."""


def decide_report_link(floor: Floor, command: ReportJackpotLink, at_ms: int) -> Verdict:
    """A member whose link is lost neither contributes nor plays; what is said twice is so already."""
    del at_ms
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


def _offered(floor: Floor, name: str, power: str, act: Act) -> Jackpot | Refusal:
    """The jackpot about which a person may use a power, at the first of its tables as at every other."""
    jackpot = floor.jackpots.offered.get(name)
    if jackpot is None or jackpot.into:
        return Refusal(Reason.UNKNOWN_JACKPOT)
    refused = powerless(floor, floor.tables[tables_of(floor, jackpot)[0]], power, act.role, act.person)
    return refused or jackpot


def _unexplained(why: str, clause: str) -> Refusal | None:
    return None if why.strip() else Refusal(Reason.NO_REASON_GIVEN, clause)


def decide_declare_fault(floor: Floor, command: DeclareJackpotFault, at_ms: int) -> Verdict:
    """Display or controller do not work: from now on the jackpot is neither fed nor won."""
    jackpot = _offered(floor, command.jackpot, FIND, command)
    if isinstance(jackpot, Refusal):
        return jackpot
    clause = law_of(floor, jackpot).adjustment.clause
    fault = open_fault(jackpot)
    refused = first_of(
        None if fault is None else Refusal(Reason.ALREADY_THERE, clause, {"part": fault.part}),
        _unexplained(command.why, clause),
    )
    who = command.role, command.person
    return refused or (JackpotFaultDeclared(jackpot.name, command.part, *who, command.why, clause, at_ms),)


def decide_end_fault(floor: Floor, command: EndJackpotFault, at_ms: int) -> Verdict:
    """It works again."""
    jackpot = _offered(floor, command.jackpot, FIND, command)
    if isinstance(jackpot, Refusal):
        return jackpot
    clause = law_of(floor, jackpot).adjustment.clause
    fault = open_fault(jackpot)
    if fault is None:
        return Refusal(Reason.NO_MALFUNCTION, clause)
    who = command.role, command.person
    ended = JackpotFaultEnded(jackpot.name, fault.part, *who, command.why, clause, at_ms)
    return _unexplained(command.why, clause) or (ended,)


def adjustable(floor: Floor, jackpot: Jackpot) -> tuple[str, ...]:
    """The levels, and unpaid prizes, that a malfunction on record allows to adjust."""
    if not jackpot.faults or jackpot.into:
        return ()
    levels = [name for name in jackpot.levels if _pool_malfunctioned(jackpot, name)]
    awards = [each for each in floor.jackpots.awards.values() if each.jackpot == jackpot.name and each.state in UNPAID]
    return (*levels, *(each.number for each in awards if _award_malfunctioned(jackpot, each)))


def _pool_malfunctioned(jackpot: Jackpot, level: str) -> bool:
    """Whether display or controller do not work, or did not at some time of this very pool."""
    cycle = jackpot.levels[level].cycle
    return any(not each.ended_at_ms or each.cycles.get(level) == cycle for each in jackpot.faults)


def _award_malfunctioned(jackpot: Jackpot, award: Award) -> bool:
    """Whether they did not in the pool it was won from, or have not since it is on display."""
    return any(
        not each.ended_at_ms or each.cycles.get(award.level) == award.cycle or each.at_ms >= award.at_ms
        for each in jackpot.faults
    )


def decide_adjust(floor: Floor, command: AdjustJackpot, at_ms: int) -> Verdict:
    """Another value for a pool or an unpaid prize, after a malfunction, by the approved procedure."""
    del at_ms
    jackpot = _offered(floor, command.jackpot, ADJUST, command)
    if isinstance(jackpot, Refusal):
        return jackpot
    rules = law_of(floor, jackpot)
    clause = rules.adjustment.clause
    approval = approval_of(floor, jackpot, ADJUSTMENT)
    unapproved = ADJUSTMENT in rules.approvals and not approval
    refused = first_of(
        _unexplained(command.why, clause),
        Refusal(Reason.NOT_APPROVED, rules.approvals[ADJUSTMENT], {"thing": ADJUSTMENT}) if unapproved else None,
        Refusal(Reason.NO_AMOUNT, clause) if command.value <= ZERO else None,
        _beyond(command.value, LARGEST, clause),
        _award_not_adjusted(floor, jackpot, command, clause)
        if command.award
        else _pool_not_adjusted(floor, jackpot, command, clause),
    )
    return refused or (_adjusted(floor, jackpot, command, approval, clause),)


def approval_of(floor: Floor, jackpot: Jackpot, thing: str) -> str:
    """The reference of an approval on record, for all tables or for one of the jackpot's; empty where there is none."""
    by_table = floor.premises.approvals.get(jackpot.rulebook, {}).get(thing, {})
    found = [by_table[name].reference for name in ("", *tables_of(floor, jackpot)) if name in by_table]
    return found[0] if found else ""


def _pool_not_adjusted(floor: Floor, jackpot: Jackpot, command: AdjustJackpot, clause: str) -> Refusal | None:
    """Why a pool does not get that value.

    One of a mystery may get what it hits at, which nobody here knows: the next turnover wins it then.
    """
    level = jackpot.levels.get(command.level)
    if level is None:
        return Refusal(Reason.UNKNOWN_JACKPOT, clause, {"level": command.level})
    most = _most(jackpot, level)
    return first_of(
        None if _pool_malfunctioned(jackpot, command.level) else Refusal(Reason.NO_MALFUNCTION, clause),
        None if level.live else Refusal(Reason.NOTHING_THERE, clause),
        _beyond(command.value, most, clause) if most else None,
        _unchanged(floor.ledger.held(pool_of(jackpot.name, command.level)), command.value, clause),
    )


def _beyond(value: Money, most: Money, clause: str) -> Refusal | None:
    above = {"most": parts_of(most, 1)}
    return Refusal(Reason.ABOVE_CEILING, clause, dict(above)) if value > most else None


def _most(jackpot: Jackpot, level: Level) -> Money:
    """What the pool of a level never exceeds: its ceiling, and of a mystery the highest value it may hit at."""
    bounds = [level.rules.ceiling, level.rules.high if jackpot.rules.kind is JackpotKind.MYSTERY else ZERO]
    return min((each for each in bounds if each), default=ZERO)


def _award_not_adjusted(floor: Floor, jackpot: Jackpot, command: AdjustJackpot, clause: str) -> Refusal | None:
    award = floor.jackpots.awards.get(command.award)
    if award is None or award.jackpot != jackpot.name or command.level not in {"", award.level}:
        return Refusal(Reason.NO_AWARD, clause)
    if award.state not in UNPAID:
        paid = award.state is AwardState.PAID
        return Refusal(Reason.ALREADY_PAID if paid else Reason.NO_AWARD, clause, {"how": award.paid_by} if paid else {})
    return first_of(
        None if _award_malfunctioned(jackpot, award) else Refusal(Reason.NO_MALFUNCTION, clause),
        _unchanged(award.amount, command.value, clause),
    )


def _unchanged(before: Money, value: Money, clause: str) -> Refusal | None:
    return Refusal(Reason.ALREADY_THERE, clause) if before == value else None


def _adjusted(floor: Floor, jackpot: Jackpot, command: AdjustJackpot, approval: str, clause: str) -> JackpotAdjusted:
    award = floor.jackpots.awards.get(command.award)
    account = pool_of(jackpot.name, command.level) if award is None else award_of(award.number)
    before, after = floor.ledger.held(account), command.value
    house = seeding_of(jackpot.name)
    moved = Transfer(house, account, after - before) if after > before else Transfer(account, house, before - after)
    handling = (None if award is None else award.handling) or handling_of(jackpot.rules)
    above = handling.by_hand_above
    return JackpotAdjusted(
        jackpot.name,
        command.level if award is None else award.level,
        command.award,
        before,
        after,
        command.role,
        command.person,
        command.why,
        approval,
        clause,
        (moved,),
        by_hand=award is not None and bool(above) and after > above,
        locks=award is not None and before < handling.lock_from <= after,
        terminal="" if award is None else award.terminal,
    )


def decide_decommission(floor: Floor, command: DecommissionJackpot, at_ms: int) -> Verdict:
    """A jackpot ends: what its levels hold waits, exact to the millionth of a cent, for the next pools of another."""
    del at_ms
    jackpot = _offered(floor, command.jackpot, CONFIGURE, command)
    if isinstance(jackpot, Refusal):
        return jackpot
    rules, kind = law_of(floor, jackpot), jackpot.rules.kind
    clause, thing = rules.contribution[kind].clause, PROCEDURE[kind]
    unapproved = thing in rules.approvals and not approval_of(floor, jackpot, thing)
    refused = first_of(
        _unexplained(command.why, clause),
        Refusal(Reason.NOT_APPROVED, rules.approvals[thing], {"thing": thing}) if unapproved else None,
        _unfinished(floor, jackpot, clause),
        _not_into(floor, jackpot, command.into, command.levels, clause),
    )
    if refused is not None:
        return refused
    moved = _moved(floor, jackpot, command.into, command.levels)
    return (
        JackpotDecommissioned(
            jackpot.name,
            command.into,
            command.role,
            command.person,
            command.why,
            clause,
            moved,
            total(each.amount for each in moved),
            levels=command.levels,
            parts={name: level.carried + level.reserve_carried + level.parts for name, level in jackpot.levels.items()},
        ),
    )


def _unfinished(floor: Floor, jackpot: Jackpot, clause: str) -> Refusal | None:
    """Why it cannot end yet: something of it is owed, on its way to paper, or does not work."""
    if open_fault(jackpot) is not None:
        return Refusal(Reason.JACKPOT_FAULTY, clause)
    printing = {each.printing.award for each in floor.terminals.values() if each.printing is not None}
    mine = (each for each in floor.jackpots.awards.values() if each.jackpot == jackpot.name)
    due = next((each for each in mine if each.state in UNPAID or each.locked or each.number in printing), None)
    return None if due is None else Refusal(Reason.AWARDS_DUE, clause, {"award": due.number})


def _not_into(floor: Floor, jackpot: Jackpot, into: str, levels: Mapping[str, str], clause: str) -> Refusal | None:
    """Why its money cannot go there: no other jackpot under the same instrument, or a level without a place to go."""
    other = floor.jackpots.offered.get(into)
    fits = (
        other is not None
        and other is not jackpot
        and not other.into
        and is_same_instrument(floor, other.rulebook, jackpot.rulebook)
        and set(levels) == set(jackpot.levels)
        and set(levels.values()) <= set(other.levels)
    )
    return None if fits else Refusal(Reason.OTHER_JACKPOT, clause, {"into": into})


def _moved(floor: Floor, jackpot: Jackpot, into: str, levels: Mapping[str, str]) -> tuple[Transfer, ...]:
    """Everything to what waits for the next pool of the other: no ceiling is passed, and nothing is hit by it."""
    held = floor.ledger.held
    accounts = (
        (account(jackpot.name, level), overflow_of(into, there))
        for level, there in levels.items()
        for account in (pool_of, reserve_of, overflow_of)
    )
    return tuple(Transfer(source, to, held(source)) for source, to in accounts if held(source))


DECIDERS: Deciders = {
    ReportJackpotLink: decide_report_link,
    DeclareJackpotFault: decide_declare_fault,
    EndJackpotFault: decide_end_fault,
    AdjustJackpot: decide_adjust,
    DecommissionJackpot: decide_decommission,
}
