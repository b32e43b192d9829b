"""What stands on a floor: tables, terminals and limits, and the commands that bring a floor to it.

Everything a floor decides by came through its journal, so the description is turned into commands, and only for what
the floor does not have yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from openetg.floor.commands import (
    AdoptRulebook,
    AnyCommand,
    EngageStaff,
    LinkTerminal,
    OpenTable,
    RegisterTable,
    RegisterTerminal,
    SetLimits,
    SetTicketLife,
    Sign,
)
from openetg.floor.founding import adoption_of, in_order, still_to_do
from openetg.floor.state import Floor, Table
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
    device: str = "simulated"
    """What decides the outcome, by address."""
    cloth: dict[str, Sign] = {}
    """The limits of its cloth."""
    line_grace_ms: int = 0


class TerminalPlan(Struct, frozen=True):
    """A terminal to be."""

    terminal: str
    tables: tuple[str, ...]
    """The tables it plays at, the one it stands at first."""
    chips: tuple[Money, ...]
    notes: tuple[Money, ...]
    acceptor: str = "simulated"
    printer: str = "simulated"


class Staff(Struct, frozen=True):
    """A person who works here."""

    person: str
    name: str
    roles: dict[str, tuple[str, ...]]
    """Per rulebook."""
    duties: tuple[str, ...] = ()
    """For the house, where no rulebook speaks of it."""


class House(Struct, frozen=True):
    """A floor to be."""

    site: str
    tables: tuple[TablePlan, ...]
    notes: tuple[Money, ...]
    terminals: tuple[TerminalPlan, ...] = ()
    """What is known of terminals beyond the table they stand at."""
    staff: tuple[Staff, ...] = ()
    currency: str = "AUD"
    address: str = ""
    """A line below the name of the site on papers."""
    time_zone: str = "UTC"
    ticket_days: int = 0
    """For how long papers are paid; zero is without end."""
    ticket_prefix: int = 0
    """The first two digits of their numbers; zero for the one used last, or one drawn at random."""


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
    terminals = {plan.terminal: plan for plan in house.terminals}
    for plan in house.tables:
        table = floor.tables.get(plan.table)
        yield from still_to_do(floor, _wishes(floor, house, plan, rulebooks[plan.rulebook], terminals))
        yield from _limits(table, plan)
    for terminal in terminals.values():
        yield from _links(floor, terminal)
    for person in house.staff:
        yield from _engaged(floor, person, rulebooks)
    if house.ticket_days != floor.vault.ticket_days:
        yield SetTicketLife(house.ticket_days)
    for plan in house.tables:
        table = floor.tables.get(plan.table)
        if table is None or not table.is_open:
            yield OpenTable(plan.table)


def _wishes(
    floor: Floor, house: House, plan: TablePlan, rulebook: Rulebook, terminals: dict[str, TerminalPlan]
) -> Iterator[AnyCommand]:
    """Everything that has a table in order but its rulebook, terminals with the notes planned for each."""
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
    for wish in wishes:
        if isinstance(wish, RegisterTerminal) and wish.terminal in terminals:
            yield replace(wish, notes=terminals[wish.terminal].notes)
        elif isinstance(wish, RegisterTable):
            yield replace(wish, line_grace_ms=plan.line_grace_ms)
        elif not isinstance(wish, AdoptRulebook):
            yield wish


def _limits(table: Table | None, plan: TablePlan) -> Iterator[SetLimits]:
    """The limits of terminals and of the cloth, where they are not as planned."""
    if plan.limits != _signed(table, "terminal"):
        yield SetLimits(plan.table, plan.limits)
    if plan.cloth != _signed(table, "cloth"):
        yield SetLimits(plan.table, plan.cloth, cloth=True)


def _signed(table: Table | None, channel: str) -> dict[str, Sign]:
    """The limits last set, in force or not yet."""
    if table is None:
        return {}
    if channel in table.unannounced:
        return table.unannounced[channel]
    signs = table if channel == "terminal" else table.cloth
    return signs.limits if signs.next_limits is None else signs.next_limits


def _links(floor: Floor, plan: TerminalPlan) -> Iterator[LinkTerminal]:
    terminal = floor.terminals.get(plan.terminal)
    known = terminal.tables if terminal is not None else plan.tables[:1]
    for table in plan.tables:
        if table not in known:
            yield LinkTerminal(plan.terminal, table)


def _engaged(floor: Floor, plan: Staff, rulebooks: dict[str, Rulebook]) -> Iterator[EngageStaff]:
    """A person with the roles and duties planned; whom somebody has released meanwhile the file does not bring back."""
    roles = {rulebooks[name].about.id: held for name, held in plan.roles.items()}
    known = floor.people.staff.get(plan.person)
    if known is None or (not known.released and (known.roles, known.duties) != (roles, plan.duties)):
        yield EngageStaff(plan.person, plan.name, roles, plan.duties)
