"""What `etg journal draws` says of one commitment, contribution, reveal or draw."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from openetg.floor.events import MachineFaulted

CHANCE, SOFTWARE = "chance", "software"
"""The parts of the machine by whose faults a secret may stay untold."""
QUARANTINE = "quarantine"
"""Where the software broke while something was decided or was to follow."""
State = Literal["holds", "open", "wrong", "unknown"]


class CheckedDraw(Struct, frozen=True):
    """One commitment, reveal or draw, and what was found of it."""

    sequence: int
    kind: Literal["commitment", "contribution", "mystery", "draw", "drawn again"]
    about: str
    """`lucky/mini/3`: jackpot, level and pool; or the promotion."""
    state: State
    """Of a commitment whose secret was not told yet, `open`; `unknown` where it began before the first entry."""
    words: str


class HonestTrouble:
    """What was on record that may keep an honest floor from telling a secret at once: faults of machine or controller.

    Each fault is put on record once, until it is mended.
    """

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], int] = {}
        self._last: dict[str, int] = {}

    def note(self, sequence: int, about: str) -> None:
        """Of one jackpot or promotion, `jackpot/lucky`."""
        self._last[about] = sequence

    def machine(self, sequence: int, event: MachineFaulted) -> None:
        """Of the machine: what it is about, or, where the software broke, of anything."""
        if event.part != CHANCE and (event.part, event.device) != (SOFTWARE, QUARANTINE):
            return
        about = event.device if event.part == CHANCE else ""
        self.note(sequence, about)
        if event.mended:
            self._open.pop((event.part, event.device), None)
        else:
            self._open[event.part, event.device] = sequence

    def since(self, sequence: int, about: str) -> int:
        """The entry that put on record what went wrong since, or still did; zero where there is none."""
        standing = [at for (part, device), at in self._open.items() if part == SOFTWARE or device == about]
        later = [at for at in (self._last.get(about, 0), self._last.get("", 0)) if at >= sequence]
        return max((*standing, *later), default=0)
