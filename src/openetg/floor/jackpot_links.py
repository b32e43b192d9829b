"""Who plays for a jackpot, and why somebody does not: one answer for what feeds it, what wins it and what is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.alerts import is_terminal_offline

if TYPE_CHECKING:
    from openetg.floor.state import Floor
    from openetg.floor.state.jackpots import Jackpot, JackpotFault, Level

LOCK_OF_AWARD = "jackpot/"
"""How the lock of a terminal that has won begins; behind it stands the number of the prize."""
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


def lock_of(award: str) -> str:
    """The name of the lock on the terminal that has won a prize."""
    return LOCK_OF_AWARD + award


def offered_at(floor: Floor, table: str) -> tuple[Jackpot, ...]:
    """The jackpots that a table belongs to, those that were decommissioned aside."""
    known = floor.jackpots.offered
    return tuple(each for each in known.values() if not each.into and table in tables_of(each)) if known else ()


def tables_of(jackpot: Jackpot) -> tuple[str, ...]:
    """Its tables: those whose turnover goes to one of its levels."""
    return tuple(dict.fromkeys(table for level in jackpot.levels.values() for table in level.rules.rates))


def terminals_of(floor: Floor, jackpot: Jackpot) -> tuple[str, ...]:
    """The terminals that play at one of its tables."""
    tables = set(tables_of(jackpot))
    return tuple(each.name for each in floor.terminals.values() if tables.intersection(each.tables))


def open_fault(jackpot: Jackpot) -> JackpotFault | None:
    """The malfunction that has not ended."""
    return next((each for each in reversed(jackpot.faults) if not each.ended_at_ms), None)


def why_not(floor: Floor, jackpot: Jackpot, table: str = "", terminal: str = "") -> str:
    """Why nobody, or nobody at this table, or not this terminal plays for a jackpot; nothing where it is played for."""
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
