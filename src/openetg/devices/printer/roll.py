"""The paper that came out of simulated printers, a roll for each terminal, in files that outlive the process.

A roll knows its last line, so that nothing is printed twice over a loss of power; it knows nothing else.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


class PaperRolls:
    """One for each terminal; without a folder the paper is in memory."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._rolls: dict[str, list[str]] = {}

    def print(self, terminal: str, ticket: str, cents: int) -> bool:
        """Whether the ticket is on paper: now, or since before. False if the printer has no paper."""
        line = f"{ticket} {cents}"
        try:
            last = self.roll(terminal)[-1:]
        except OSError:
            return False
        if last == [line]:
            return True
        if self._folder is None:
            self._rolls.setdefault(terminal, []).append(line)
            return True
        return _print(self._folder / f"{terminal}.roll", line)

    def roll(self, terminal: str) -> list[str]:
        """What was printed at a terminal, oldest first; half a line is no ticket."""
        if self._folder is None:
            return self._rolls.get(terminal, [])
        with suppress(FileNotFoundError):
            return (self._folder / f"{terminal}.roll").read_text(encoding="utf-8").split("\n")[:-1]
        return []


def _print(roll: Path, line: str) -> bool:
    try:
        roll.parent.mkdir(exist_ok=True)
        handle = os.open(roll, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            end = os.lseek(handle, 0, os.SEEK_END)
            # A line that was broken off is struck through: it is no ticket, and nothing is written behind it.
            torn = end > 0 and os.pread(handle, 1, end - 1) != b"\n"
            text = f"{' void' + chr(10) if torn else ''}{line}\n".encode()
            return os.write(handle, text) == len(text)
        finally:
            os.close(handle)
    except OSError:
        return False
