"""What of the floor a report may show and was asked for: tables, terminals, one person."""

from __future__ import annotations

from msgspec import Struct

from openetg.floor.state import Floor
from openetg.reports.frame.span import Asking


class Scope(Struct, frozen=True):
    """Which tables and terminals, and whose acts. What concerns the whole house is shown to those who may see all of
    it."""

    tables: frozenset[str] | None
    """None = all."""
    terminal: str
    person: str
    papers: bool

    @property
    def has_papers(self) -> bool:
        """Whether papers and the cage as a whole are shown."""
        return self.papers and not self.terminal and not self.person

    @property
    def is_house(self) -> bool:
        """Whether what belongs to no table may be shown."""
        return self.tables is None and not self.terminal

    def has_table(self, table: str) -> bool:
        """Whether a table is shown."""
        return self.tables is None or table in self.tables

    def has_terminal(self, floor: Floor, terminal: str) -> bool:
        """Whether a terminal is shown: with the table it stands at."""
        if self.terminal and terminal != self.terminal:
            return False
        if self.tables is None:
            return True
        found = floor.terminals.get(terminal)
        return found is not None and found.table in self.tables

    def has_place(self, floor: Floor, place: str) -> bool:
        """Whether what happened at a table, a terminal or elsewhere is shown."""
        if place in floor.terminals:
            return self.has_terminal(floor, place)
        if place in floor.tables:
            return self.has_table(place) and not self.terminal
        return self.is_house


def scope_of(asking: Asking) -> Scope:
    """What was asked for, within what the requester may see."""
    tables = None if asking.tables is None else frozenset(asking.tables)
    if asking.table:
        tables = frozenset({asking.table}) if tables is None or asking.table in tables else frozenset()
    papers = (asking.papers or asking.tables is None) and not asking.table
    return Scope(tables, asking.terminal, asking.person, papers)
