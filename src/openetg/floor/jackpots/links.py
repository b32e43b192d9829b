"""Who plays for a jackpot, and why a terminal does not: one answer for what feeds it, what wins it and what is
shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.alerts.acknowledging import is_terminal_offline
from openetg.floor.rounds.state import STANDING

if TYPE_CHECKING:
    from openetg.floor.jackpots.commands import LevelRules
    from openetg.floor.jackpots.state import Jackpot, JackpotFault, Level
    from openetg.floor.state import Floor, Table

LOCK_OF_AWARD = "jackpot/"
"""How the lock of a terminal that has won begins; the number of the prize follows."""
ENDED = "ended"
"""It was decommissioned."""
FAULT = "fault"
"""Its display or controller does not work."""
TABLE_LINK = "table-link"
"""The link to the table is lost."""
TERMINAL_LINK = "terminal-link"
"""The link to the terminal is lost."""
NOT_BEGUN = "not-begun"
"""The level waits for its next pool."""
NEXT_ROUND = "next-round"
"""The round that runs had opened before the level was offered there."""


def lock_of(award: str) -> str:
    """The name of the lock on the terminal that has won a prize."""
    return LOCK_OF_AWARD + award


def offered_at(floor: Floor, table: str) -> tuple[Jackpot, ...]:
    """The jackpots that a table belongs to, those that were decommissioned aside."""
    known = floor.jackpots.offered
    return tuple(each for each in known.values() if not each.into and table in tables_of(floor, each)) if known else ()


def rules_at(level: Level, table: str, number: int) -> LevelRules | None:
    """The rules of a level for one round of a table: changes while it is open do not count for it. None if the
    table is no member in that round, or the level was not offered when it opened.
    """
    rules: LevelRules | None = level.rules
    if number <= level.until.get(table, 0):
        rules = next((era.rules for era in level.eras if number <= era.until.get(table, 0)), None)
    return rules if rules is not None and table in rules.rates else None


def rules_now(level: Level, table: Table) -> LevelRules | None:
    """As `rules_at`, for the round that runs at a table, or between two of them the next."""
    runs = table.round is not None and table.round.phase in STANDING
    return rules_at(level, table.name, table.rounds if runs else table.rounds + 1)


def is_member(level: Level, table: Table) -> bool:
    """Whether a table plays for a level: in the round that runs, or from the next on."""
    return table.name in level.rules.rates or (table.name in level.until and rules_now(level, table) is not None)


def tables_of(floor: Floor, jackpot: Jackpot) -> tuple[str, ...]:
    """Its tables: those whose turnover goes to one of its levels, in the round that runs or from the next on."""
    named = ((level, name) for level in jackpot.levels.values() for name in (*level.rules.rates, *level.until))
    return tuple(dict.fromkeys(name for level, name in named if is_member(level, floor.tables[name])))


def terminals_of(floor: Floor, jackpot: Jackpot) -> tuple[str, ...]:
    """The terminals that play at one of its tables."""
    tables = set(tables_of(floor, jackpot))
    return tuple(each.name for each in floor.terminals.values() if tables.intersection(each.tables))


def open_fault(jackpot: Jackpot) -> JackpotFault | None:
    """The malfunction that has not ended."""
    return next((each for each in reversed(jackpot.faults) if not each.ended_at_ms), None)


def why_not(floor: Floor, jackpot: Jackpot, table: str = "", terminal: str = "") -> str:
    """Why no terminal, none at this table, or not this terminal plays for a jackpot; empty if it does."""
    if jackpot.into:
        return ENDED
    if open_fault(jackpot) is not None:
        return FAULT
    if table and table in jackpot.lost:
        return TABLE_LINK
    if terminal and (terminal in jackpot.lost or is_terminal_offline(floor, terminal)):
        return TERMINAL_LINK
    return ""


def why_not_level(floor: Floor, jackpot: Jackpot, level: Level, table: str = "", terminal: str = "") -> str:
    """As `why_not`, for one of its levels."""
    return why_not(floor, jackpot, table, terminal) or ("" if level.live else NOT_BEGUN)


def why_not_now(floor: Floor, jackpot: Jackpot, level: Level, table: str = "") -> str:
    """As `why_not_level`, in the round that runs at a table; without one, at any of its tables."""
    reason = why_not_level(floor, jackpot, level, table)
    return reason or ("" if deciding(floor, level, table) is not None else NEXT_ROUND)


def deciding(floor: Floor, level: Level, table: str = "") -> LevelRules | None:
    """The rules by which the round that runs at a table is decided; without one, at the first of those that play."""
    names = (table,) if table else (*level.rules.rates, *level.until)
    found = (rules_now(level, floor.tables[name]) for name in names)
    return next((rules for rules in found if rules is not None), None)
