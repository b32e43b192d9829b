"""Houses for tests of the server."""

from __future__ import annotations

from msgspec.structs import replace

from openetg.floor.core.refusals import Refusal
from openetg.floor.pipeline import apply, decide
from openetg.floor.state import Floor
from openetg.rulebook.load import load
from openetg.server.plan.demonstration import demonstration
from openetg.server.plan.floor_plan import House, founding_commands

START_MS = 1_794_700_000_000


def two_tables(*, terminals: int) -> House:
    """Tables A and B of the demonstration floor, with nobody on record as staff: anybody may say who they are.

    Nor is a drawer asked of anybody, or a sum for a second person set: both have tests of their own.
    """
    house = demonstration(terminals=terminals, tables=("A", "B"))
    return replace(house, staff=(), drawers=False, second_above=None)


def founded(house: House) -> Floor:
    """A floor that stands as planned."""
    floor = Floor()
    floor.at_ms = START_MS
    rulebooks = {plan.rulebook: load(plan.rulebook).rulebook for plan in house.tables}
    for command in founding_commands(Floor(), house, rulebooks):
        verdict = decide(floor, command, START_MS)
        assert not isinstance(verdict, Refusal), verdict
        for event in verdict:
            apply(floor, event)
    return floor
