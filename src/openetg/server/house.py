"""What stands on a floor: tables, terminals and limits, and the commands that bring a floor to it.

Everything a floor decides by came through its journal, so the description is turned into commands, and only for what
the floor does not have yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from openetg.floor.commands import (
    AnyCommand,
    OpenTable,
    RegisterTable,
    RegisterTerminal,
    SetLimits,
    Sign,
)
from openetg.floor.founding import adoption_of, rulebook_hash
from openetg.floor.state import Floor
from openetg.money import Money, cents
from openetg.rulebook.book import Rulebook


class TablePlan(Struct, frozen=True):
    """A table to be."""

    table: str
    title: str
    rulebook: str
    """The name of a rulebook."""
    kind: str
    period_ms: int
    launch_ms: int
    terminals: tuple[str, ...]
    limits: dict[str, Sign]
    wheel: tuple[str, int] | None = None
    """Where its wheel listens; nothing for a simulated one."""


class House(Struct, frozen=True):
    """A floor to be."""

    site: str
    tables: tuple[TablePlan, ...]
    notes: tuple[Money, ...]


NOTES: tuple[Money, ...] = tuple(cents(100 * dollars) for dollars in (5, 10, 20, 50, 100))

LIMITS = {
    "straight": Sign(min=cents(100), max=cents(10_000)),
    "any": Sign(min=cents(100), max=cents(50_000)),
}


def demonstration(*, terminals: int = 8, period_ms: int = 30_000, launch_ms: int = 18_000) -> House:
    """One MiniStar and one Interblock roulette table, with simulated wheels."""
    ministar = tuple(f"M{number}" for number in range(1, terminals + 1))
    interblock = tuple(f"I{number}" for number in range(1, terminals + 1))
    total = LIMITS | {"sum": Sign(min=cents(200), max=cents(100_000))}
    return House(
        "OpenETG demonstration floor",
        (
            TablePlan("A", "MiniStar Roulette", "ministar", "electronic", period_ms, launch_ms, ministar, LIMITS),
            TablePlan("B", "Interblock Roulette", "interblock", "roulette", period_ms, launch_ms, interblock, total),
        ),
        NOTES,
    )


def founding_commands(floor: Floor, house: House, rulebooks: dict[str, Rulebook]) -> Iterator[AnyCommand]:
    """What is still to be done to bring the floor to the house as planned."""
    for rulebook in rulebooks.values():
        if rulebook_hash(rulebook) not in floor.rulebooks:
            yield adoption_of(rulebook)
    for plan in house.tables:
        table = floor.tables.get(plan.table)
        if table is None:
            name = rulebook_hash(rulebooks[plan.rulebook])
            yield RegisterTable(plan.table, name, plan.kind, plan.period_ms, plan.launch_ms)
        if table is None or plan.limits != (table.limits if table.next_limits is None else table.next_limits):
            yield SetLimits(plan.table, plan.limits)
        for terminal in plan.terminals:
            if terminal not in floor.terminals:
                yield RegisterTerminal(terminal, plan.table, house.notes)
        if table is None or not table.is_open:
            yield OpenTable(plan.table)
