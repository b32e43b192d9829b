"""Raises the high-water mark beside the keys while a floor writes, in another thread, never on the path of a commit.

A journal that is shorter at the next start was rolled back or cut short. Killed at any instant, the mark stands at most
some seconds of entries before the end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from openetg.journal.chain import Head
from openetg.journal.highwater import mark_at, raise_mark
from openetg.journal.store import JournalProblem

MARK_EVERY_S = 2.0

_log = logging.getLogger("openetg.journal")


class MarkKeeper:
    """Keeps the mark of one journal."""

    def __init__(
        self, keys: Path, journal_id: str, head: Callable[[], Head], report: Callable[[str], object] = lambda _: None
    ) -> None:
        """`head` is the last that was committed; `report` puts a fault of the machine on record."""
        self._keys = keys
        self._journal_id = journal_id
        self._head = head
        self._report = report
        self._raised = -1
        self._failing = False

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.to_thread(self.raise_now)
            await asyncio.sleep(MARK_EVERY_S)

    def raise_now(self) -> None:
        """Raises the mark to what is committed now. A disk that does not take it stops nobody, and goes on record."""
        head = self._head()
        if head.sequence == self._raised:
            return
        try:
            raise_mark(self._keys, mark_at(self._journal_id, head))
        except (OSError, JournalProblem) as fault:
            self._say_once(str(fault))
            return
        self._raised, self._failing = head.sequence, False

    def _say_once(self, words: str) -> None:
        if not self._failing:
            self._failing = True
            _log.error("the high-water mark cannot be written", extra={"why": words})
            self._report(f"the high-water mark cannot be written: {words}")
