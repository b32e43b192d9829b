"""Jackpots in the plan of a floor, and the commands that set them up: once; later parameters wait until each is won.

What the authority has approved stands in the plan by its references: without them the floor refuses a jackpot. Taking a
jackpot out of the plan changes nothing: its money goes into another one by a person's act alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from openetg.chance.drawing import PROCESS
from openetg.floor.commands import AnyCommand, ChangeJackpot, RecordApproval, SetUpJackpot
from openetg.floor.jackpots.commands import JackpotRules
from openetg.floor.premises.founding import HOUSE, still_to_do
from openetg.floor.premises.rulebooks import rulebook_hash
from openetg.floor.state import Floor
from openetg.rulebook.schema.book import Rulebook

CONFIGURE = "configure_jackpot"
MYSTERY_PROCESS = "mystery-process"


class JackpotPlan(Struct, frozen=True):
    """A jackpot to be."""

    jackpot: str
    rules: JackpotRules
    approvals: dict[str, str] = {}
    """What was approved, each with the reference."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that feed it."""
        return tuple(dict.fromkeys(table for level in self.rules.levels for table in level.rates))


def jackpot_commands(floor: Floor, plan: JackpotPlan, rulebook: Rulebook) -> Iterator[AnyCommand]:
    """What brings a floor to a jackpot as planned."""
    yield from still_to_do(floor, _approvals(plan, rulebook))
    power = rulebook.powers.get(CONFIGURE)
    role = power.roles[0] if power is not None else ""
    known = floor.jackpots.offered.get(plan.jackpot)
    if known is None:
        yield SetUpJackpot(role, HOUSE, plan.jackpot, plan.rules)
    elif not known.into and (known.pending or known.rules) != plan.rules:
        yield ChangeJackpot(role, HOUSE, plan.jackpot, plan.rules)


def _approvals(plan: JackpotPlan, rulebook: Rulebook) -> Iterator[RecordApproval]:
    name, approver = rulebook_hash(rulebook), rulebook.equipment.approver
    for thing, reference in plan.approvals.items():
        covers = (PROCESS,) if thing == MYSTERY_PROCESS else ()
        yield RecordApproval(name, thing, reference, approver.value if approver else "", covers=covers)
