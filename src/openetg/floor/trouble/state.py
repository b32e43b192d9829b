"""What the floor remembers of malfunctions: cases, what was found in them, and the error messages behind them."""

from __future__ import annotations

from msgspec import Struct


class Case(Struct):
    """A terminal thought faulty at one table, and what was found."""

    number: str
    terminal: str
    table: str
    round: int
    """The round it is about; zero if there was none."""
    ground: str
    clause: str
    opened_at_ms: int = 0
    closed: bool = False
    failed: bool = False
    """Whether a person has tried to establish the wagers and could not."""
    codes: list[str] = []
    """The error messages that the terminal has shown in it."""
