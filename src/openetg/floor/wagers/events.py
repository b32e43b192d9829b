"""Events of a terminal's wagers in the wagering period."""

from __future__ import annotations

from typing import TypeAlias

from openetg.floor.core.event import Event
from openetg.floor.core.ledger import Transfer
from openetg.money import Money


class WagerPlaced(Event, frozen=True):
    terminal: str
    table: str
    round: int
    wager: str
    """The wager, or `double`, `repeat` or `max` for what those buttons placed, or `several` for one gesture of many.
    `auto` is a repeat that the terminal did by itself, over rounds that the player had chosen.
    """
    asked: Money
    """What was asked for on each piece; where it was no single wager, in all."""
    spots: dict[str, Money]
    """What was accepted, spot by spot."""
    trimmed: str
    """The clause by which something was trimmed; empty if nothing was."""
    transfers: tuple[Transfer, ...]


class WagersTakenBack(Event, frozen=True):
    terminal: str
    table: str
    round: int
    spots: dict[str, Money]
    transfers: tuple[Transfer, ...]


class WagerMoved(Event, frozen=True):
    """Off one spot and on to another in one step; what the other may not take comes back."""

    terminal: str
    table: str
    round: int
    taken: dict[str, Money]
    placed: dict[str, Money]
    transfers: tuple[Transfer, ...]
    trimmed: str = ""


class WagersUndone(Event, frozen=True):
    """The last step is taken back: what it placed is off, what it took is on again."""

    terminal: str
    table: str
    round: int
    taken: dict[str, Money]
    placed: dict[str, Money]
    transfers: tuple[Transfer, ...]


WagerEvent: TypeAlias = WagerPlaced | WagersTakenBack | WagerMoved | WagersUndone
