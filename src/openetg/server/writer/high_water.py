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
        """`head` returns the last committed entry; `report` puts a fault on record, in the thread of the loop."""
        self._keys = keys
        self._journal_id = journal_id
        self._head = head
        self._report = report
        self._raised = -1
        self._failing = False

    async def run(self) -> None:
        """Raises the mark now and then until cancelled."""
        while True:
            self._told(await asyncio.to_thread(self._write, self._head()))
            await asyncio.sleep(MARK_EVERY_S)

    def raise_now(self) -> None:
        """Raises the mark to what is committed now. A disk that refuses it stops nothing, and goes on record."""
        self._told(self._write(self._head()))

    def _write(self, head: Head) -> str:
        """Writes the mark; why that failed, or empty if it did not. Runs in any thread: it touches nothing of the
        floor."""
        if head.sequence == self._raised:
            return ""
        try:
            raise_mark(self._keys, mark_at(self._journal_id, head))
        except (OSError, JournalProblem) as fault:
            return str(fault)
        self._raised = head.sequence
        return ""

    def _told(self, words: str) -> None:
        if not words:
            self._failing = False
            return
        if not self._failing:
            self._failing = True
            _log.error("the high-water mark cannot be written", extra={"why": words})
            self._report(f"the high-water mark cannot be written: {words}")
