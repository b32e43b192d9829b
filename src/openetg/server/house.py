"""What stands on a floor: tables, terminals and limits, and the commands that bring a floor to it.

Everything a floor decides by came through its journal, so the description is turned into commands, and only for what
the floor does not have yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from openetg.floor.commands import AdoptRulebook, AnyCommand, OpenTable, SetLimits, Sign
from openetg.floor.founding import adoption_of, in_order, still_to_do
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
    """What is still to be done to bring the floor to the house as planned, with every table in order."""
    for rulebook in rulebooks.values():
        yield from still_to_do(floor, (adoption_of(rulebook),))
    for plan in house.tables:
        table = floor.tables.get(plan.table)
        rulebook = rulebooks[plan.rulebook]
        wishes = in_order(
            rulebook,
            plan.table,
            plan.kind,
            terminals=plan.terminals,
            notes=house.notes,
            period_ms=plan.period_ms,
            launch_ms=plan.launch_ms,
            at_ms=floor.at_ms,
        )
        yield from still_to_do(floor, (wish for wish in wishes if not isinstance(wish, AdoptRulebook)))
        if table is None or plan.limits != (table.limits if table.next_limits is None else table.next_limits):
            yield SetLimits(plan.table, plan.limits)
        if table is None or not table.is_open:
            yield OpenTable(plan.table)
