"""Winning-number displays: each shows what is on record. What one shows instead is put on record and shown over; no
settlement ever asks a display."""

from __future__ import annotations

from typing import Any

from openetg.devices.display.signals import OUTCOMES_MAX, Blank, Show, Shown
from openetg.floor.commands import ReportShown
from openetg.floor.events import DisplayCompared
from openetg.server.devices.desk.clerk import Clerk, Told
from openetg.server.writer.writer import Decided


class DisplayKeeper:
    """The display of one table."""

    def __init__(self, table: str, clerk: Clerk) -> None:
        self._table = table
        self._clerk = clerk
        self._told: Show | Blank | None = None
        """What it was last told; None if nothing since its line opened."""
        self._before: Show | Blank | None = None
        """What it was told before that: it may say so a little later."""
        self._says: Shown | None = None
        """What it last said of itself, until that is looked at."""

    def reset(self) -> None:
        """Its line was opened or lost: it is unknown what it shows."""
        self._told = self._before = self._says = None

    def hear(self, signal: Any) -> None:
        """Keeps what it says until the next turn."""
        if isinstance(signal, Shown):
            self._says = signal

    def turn(self) -> None:
        """Puts on record what it shows wrongly, or rightly again, and tells it what is due."""
        if self._says is not None and (not self._is_wrong(self._says) or self._reported(self._says)):
            self._says = None
        self._show()

    def _is_wrong(self, says: Shown) -> bool:
        """Whether it must go on record: it differs from the record and from what it was told, or did and no longer
        does.

        An outcome that was corrected a moment ago is what it was told, not a fault of the display.
        """
        floor = self._clerk.floor
        if floor.tables[self._table].outcomes.get(says.round) == says.outcome:
            return self._table in floor.premises.shown
        return not any(
            isinstance(told, Show) and (told.round, told.outcomes[0]) == (says.round, says.outcome)
            for told in (self._told, self._before)
        )

    def _reported(self, says: Shown) -> bool:
        command = ReportShown(self._table, says.round, says.outcome)
        return self._clerk.submit(f"display/{self._table}", command, self._compared)

    def _compared(self, told: Told) -> None:
        """What is wrong is wiped first: a display passes over an older round than the one it shows."""
        verdict = told.verdict if isinstance(told, Decided) else None
        if isinstance(verdict, tuple) and any(
            isinstance(each, DisplayCompared) and not each.agrees for each in verdict
        ):
            self._clerk.send(f"display/{self._table}", Blank())
            self._told = None

    def _show(self) -> None:
        """Sends it the outcome when the record changes."""
        table = self._clerk.floor.tables[self._table]
        newest = max(table.outcomes, default=0)
        outcomes = tuple(table.outcomes[number] for number in sorted(table.outcomes, reverse=True)[:OUTCOMES_MAX])
        order = Show(newest, outcomes) if newest and table.is_open else Blank()
        if self._told != order and self._clerk.send(f"display/{self._table}", order):
            self._told, self._before = order, self._told
