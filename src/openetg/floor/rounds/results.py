"""What the win meter of a terminal shows: the last result at its table, or at each of its tables."""

from __future__ import annotations

from openetg.floor.state import Result, Terminal
from openetg.money import ZERO, Money, total


def show_result(terminal: Terminal, table: str, won: Money, returned: Money) -> None:
    """What a round at a table brought, unless it has left that table."""
    if table not in terminal.tables:
        return
    if len(terminal.tables) == 1:
        terminal.win, terminal.paid = won, returned
        return
    if returned:
        terminal.results[table] = Result(won, returned)
    else:
        terminal.results.pop(table, None)
    _add_up(terminal)


def take_off(terminal: Terminal, table: str) -> None:
    """The last result at a table is shown no longer."""
    show_result(terminal, table, ZERO, ZERO)


def came_to(terminal: Terminal, table: str) -> None:
    """It plays at one more table: from the second on, each has its own result."""
    if len(terminal.tables) == 1 and terminal.paid:
        terminal.results = {terminal.table: Result(terminal.win, terminal.paid)}
    terminal.tables.append(table)


def left(terminal: Terminal, table: str) -> None:
    """It plays at a table no longer."""
    take_off(terminal, table)
    terminal.tables.remove(table)
    if len(terminal.tables) == 1:
        terminal.results = {}


def _add_up(terminal: Terminal) -> None:
    terminal.win = total(each.win for each in terminal.results.values())
    terminal.paid = total(each.paid for each in terminal.results.values())
