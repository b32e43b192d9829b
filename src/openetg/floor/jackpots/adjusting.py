"""Another value for a pool or an unpaid prize after a malfunction, by the approved procedure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import (
    AdjustJackpot,
)
from openetg.floor.core.ledger import Transfer, award_of, pool_of, seeding_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    JackpotAdjusted,
)
from openetg.floor.jackpots.kinds import is_mystery
from openetg.floor.jackpots.links import tables_of
from openetg.floor.jackpots.malfunctions import jackpot_for, unexplained
from openetg.floor.jackpots.offering import LARGEST
from openetg.floor.jackpots.pools import law_of
from openetg.floor.jackpots.state import UNPAID, AwardState, handling_of
from openetg.money import ZERO, parts_of

if TYPE_CHECKING:
    from openetg.floor.jackpots.state import Award, Jackpot, Level
    from openetg.floor.state import Floor
    from openetg.money import Money

ADJUST = "adjust_jackpot"
ADJUSTMENT = "jackpot-adjustment"


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


def decide_adjust(floor: Floor, command: AdjustJackpot, _at_ms: int) -> Verdict:
    """Another value for a pool or an unpaid prize, after a malfunction, by the approved procedure."""
    jackpot = jackpot_for(floor, command.jackpot, ADJUST, command)
    if isinstance(jackpot, Refusal):
        return jackpot
    rules = law_of(floor, jackpot)
    clause = rules.adjustment.clause
    approval = approval_of(floor, jackpot, ADJUSTMENT)
    unapproved = ADJUSTMENT in rules.approvals and not approval
    refused = first_of(
        unexplained(command.why, clause),
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

    One of a mystery may get what it hits at, which is not known here: the next turnover wins it then.
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
    bounds = [level.rules.ceiling, level.rules.high if is_mystery(jackpot.rules.kind) else ZERO]
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
        jackpot=jackpot.name,
        level=command.level if award is None else award.level,
        award=command.award,
        before=before,
        after=after,
        role=command.role,
        person=command.person,
        why=command.why,
        approval=approval,
        clause=clause,
        transfers=(moved,),
        by_hand=award is not None and bool(above) and after > above,
        locks=award is not None and before < handling.lock_from <= after,
        terminal="" if award is None else award.terminal,
    )


DECIDERS: Deciders = {
    AdjustJackpot: decide_adjust,
}
