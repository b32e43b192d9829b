"""Asks a terminal for what it kept by itself, and gathers the answer part by part.

A terminal may be gone, may have kept nothing, or may send anything at all: what was not asked for is not taken, what
is too much ends the asking, and a terminal that is silent for long is not waited for. What was gathered is evidence to
be compared; nothing here believes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum
from typing import Protocol

from msgspec import Struct

from openetg.wire.codec import encode
from openetg.wire.messages import AskRecord, RecordPart

SILENCE_S = 10.0
"""So long nothing may come before the asking ends."""
PATIENCE_S = 45.0
"""So long it takes at most: a terminal sends its parts slowly, so that its player is not held up."""
PARTS_MAX = 400
LINES_MAX = 6_000


class AskingEnd(Enum):
    """How an asking ended."""

    complete = "complete"
    partly = "partly"
    """Some parts came, then nothing more, or more than there should have been."""
    nothing_kept = "nothing_kept"
    """The terminal says that it keeps no record, which is normal."""
    silent = "silent"
    """Nothing came: an older page, or one that is busy."""
    not_connected = "not_connected"
    under_way = "under_way"
    """Another asking of the same terminal is under way."""


class Gathered(Struct, frozen=True):
    """The answer of a terminal."""

    told: AskingEnd
    ask: int
    """The number it was asked under; zero if it was not."""
    lines: tuple[str, ...] = ()


class AskingLine(Protocol):
    """The way to a terminal."""

    def tell_terminal(self, terminal: str, data: bytes) -> bool:
        """Sends a message; False if the terminal is not there."""
        ...


class _Asking:
    """One asking under way."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.parts: dict[int, tuple[str, ...]] = {}
        self.count: int | None = None
        """How many parts there are to be; None until the first came."""
        self.too_much = False
        self.heard = asyncio.Event()
        self._lines = 0

    @property
    def is_over(self) -> bool:
        return self.too_much or (self.count is not None and len(self.parts) >= self.count)

    def take(self, part: RecordPart) -> None:
        """Takes a part that fits; one that came already, or of another count, does not."""
        if self.count is None and 0 <= part.parts <= PARTS_MAX:
            self.count = part.parts
        if self.is_over or part.parts != self.count or not 0 <= part.part < part.parts or part.part in self.parts:
            self.heard.set()
            return
        self._lines += len(part.lines)
        if self._lines > LINES_MAX:
            self.too_much = True
        else:
            self.parts[part.part] = part.lines
        self.heard.set()

    def gathered(self) -> Gathered:
        lines = tuple(line for number in sorted(self.parts) for line in self.parts[number])
        if self.count == 0:
            return Gathered(AskingEnd.nothing_kept, self.number)
        if not self.parts:
            return Gathered(AskingEnd.silent, self.number)
        is_complete = not self.too_much and len(self.parts) == self.count
        return Gathered(AskingEnd.complete if is_complete else AskingEnd.partly, self.number, lines)


class Records:
    """Askings by terminal, one at a time for each."""

    def __init__(
        self,
        line: AskingLine,
        now_ms: Callable[[], int],
        *,
        silence_s: float = SILENCE_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._line = line
        self._now_ms = now_ms
        self._silence_s = silence_s
        self._patience_s = patience_s
        self._last = 0
        self._askings: dict[str, _Asking] = {}

    def heard(self, terminal: str, part: RecordPart) -> None:
        """A terminal has sent a part; one that was not asked for is ignored."""
        asking = self._askings.get(terminal)
        if asking is not None and asking.number == part.ask:
            asking.take(part)

    async def ask(self, terminal: str, since: int) -> Gathered:
        """What a terminal kept of this entry of the journal and later ones."""
        if terminal in self._askings:
            return Gathered(AskingEnd.under_way, 0)
        # By the clock, so that a number is not used again after a restart; an old answer must not pass for a new one.
        self._last = max(self._last + 1, self._now_ms())
        asking = self._askings[terminal] = _Asking(self._last)
        try:
            if not self._line.tell_terminal(terminal, encode(AskRecord(asking.number, since))):
                return Gathered(AskingEnd.not_connected, 0)
            return await self._answered(asking)
        finally:
            del self._askings[terminal]

    async def _answered(self, asking: _Asking) -> Gathered:
        try:
            async with asyncio.timeout(self._patience_s):
                while not asking.is_over:
                    asking.heard.clear()
                    async with asyncio.timeout(self._silence_s):
                        await asking.heard.wait()
        except TimeoutError:
            pass  # what came so far is told as what it is
        return asking.gathered()
