"""Commands of a terminal about its wagers. Each may name the round it is meant for: none slips into the next."""

from __future__ import annotations

from typing import TypeAlias

from openetg.floor.core.command import Command
from openetg.floor.core.declaring import SentBy, declared
from openetg.money import Money


@declared(SentBy.INSIDE, unrecorded=True)
class PlaceWager(Command, frozen=True):
    """So much on each piece of a wager."""

    terminal: str
    table: str
    wager: str
    amount: Money
    round: int = 0
    """The round it is meant for; zero means whichever is open. A late wager never slips into the next round."""


@declared(SentBy.INSIDE, unrecorded=True)
class PlaceWagers(Command, frozen=True):
    """One gesture: several wagers in the order given, as if placed one by one, but all of them or none.

    For favourites, drags over a racetrack and the like. Doubling and repeating have commands of their own, since only
    the floor knows what they stand for, and only some rulebooks offer them.
    """

    terminal: str
    table: str
    wagers: tuple[tuple[str, Money], ...]
    """Each wager with so much on each piece of it."""
    round: int = 0


@declared(SentBy.INSIDE, unrecorded=True)
class TakeBackWager(Command, frozen=True):
    """So much off a spot."""

    terminal: str
    table: str
    spot: str
    amount: Money
    round: int = 0


@declared(SentBy.INSIDE, unrecorded=True)
class MoveWager(Command, frozen=True):
    """So much from one spot to another."""

    terminal: str
    table: str
    spot: str
    to: str
    amount: Money
    round: int = 0


@declared(SentBy.INSIDE, unrecorded=True, script="clear SEAT:terminal")
class ClearWagers(Command, frozen=True):
    """Everything off the layout."""

    terminal: str
    table: str
    round: int = 0


@declared(SentBy.INSIDE, unrecorded=True, script="undo SEAT:terminal")
class UndoWager(Command, frozen=True):
    """The last step back."""

    terminal: str
    table: str
    round: int = 0


@declared(SentBy.INSIDE, unrecorded=True, script="double SEAT:terminal")
class DoubleWagers(Command, frozen=True):
    """Once more what lies on the layout."""

    terminal: str
    table: str
    round: int = 0


@declared(SentBy.INSIDE, unrecorded=True, script="repeat SEAT:terminal [auto]")
class RepeatWagers(Command, frozen=True):
    """What lay on the layout in the round before."""

    terminal: str
    table: str
    round: int = 0
    auto: bool = False
    """Whether the terminal does it by itself, over rounds that the player has chosen beforehand."""
    most: Money | None = None
    """What it may cost: the player has said how much may be lost that way."""


@declared(SentBy.INSIDE, unrecorded=True, script="max SEAT:terminal WAGER:spot")
class MaxWager(Command, frozen=True):
    """The largest permitted amount on a spot."""

    terminal: str
    table: str
    spot: str
    round: int = 0


WagerCommand: TypeAlias = (
    PlaceWager
    | PlaceWagers
    | TakeBackWager
    | MoveWager
    | ClearWagers
    | UndoWager
    | DoubleWagers
    | RepeatWagers
    | MaxWager
)
