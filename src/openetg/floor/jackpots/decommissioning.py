"""The end of a jackpot: what is in it goes into another, exact to the millionth of a cent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import (
    DecommissionJackpot,
)
from openetg.floor.core.ledger import Transfer, overflow_of, pool_of, reserve_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    JackpotDecommissioned,
)
from openetg.floor.jackpots.adjusting import approval_of
from openetg.floor.jackpots.links import open_fault
from openetg.floor.jackpots.malfunctions import jackpot_for, unexplained
from openetg.floor.jackpots.offering import is_same_instrument
from openetg.floor.jackpots.pools import law_of
from openetg.floor.jackpots.state import UNPAID
from openetg.money import total
from openetg.rulebook.schema.policies import JackpotKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from openetg.floor.jackpots.state import Jackpot
    from openetg.floor.state import Floor

CONFIGURE = "configure_jackpot"
PROCEDURE = {JackpotKind.PROGRESSIVE: "progressive-procedure", JackpotKind.MYSTERY: "mystery-procedure"}
"""The approval that a jackpot of each kind rests on."""


def decide_decommission(floor: Floor, command: DecommissionJackpot, _at_ms: int) -> Verdict:
    """A jackpot ends: what its levels hold waits, exact to the millionth of a cent, for the next pools of another."""
    jackpot = jackpot_for(floor, command.jackpot, CONFIGURE, command)
    if isinstance(jackpot, Refusal):
        return jackpot
    rules, kind = law_of(floor, jackpot), jackpot.rules.kind
    clause, thing = rules.contribution[kind].clause, PROCEDURE[kind]
    unapproved = thing in rules.approvals and not approval_of(floor, jackpot, thing)
    refused = first_of(
        unexplained(command.why, clause),
        Refusal(Reason.NOT_APPROVED, rules.approvals[thing], {"thing": thing}) if unapproved else None,
        _unfinished(floor, jackpot, clause),
        _not_into(floor, jackpot, command.into, command.levels, clause),
    )
    if refused is not None:
        return refused
    moved = _moved(floor, jackpot, command.into, command.levels)
    return (
        JackpotDecommissioned(
            jackpot=jackpot.name,
            into=command.into,
            role=command.role,
            person=command.person,
            why=command.why,
            clause=clause,
            transfers=moved,
            moved=total(each.amount for each in moved),
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
    DecommissionJackpot: decide_decommission,
}
