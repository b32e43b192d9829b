"""What the floor remembers of a cloth: chips, colours, personal limits, what rides."""

from __future__ import annotations

from msgspec import Struct

from openetg.floor.core.command import Sign
from openetg.money import Money


class Colour(Struct, frozen=True):
    """A colour given to a player at a table, and what one chip of it is worth."""

    player: str
    value: Money
    marker: bool
    """Whether a marker shows the value."""


class Laid(Struct, frozen=True, gc=False, array_like=True):
    """Chips as they were laid, one act at a time: what is above a common maximum is cut off latest first."""

    player: str
    wager: str
    amount: Money


class Buttons(Struct, frozen=True):
    """How the use of marker buttons is limited; zero and an empty list of names mean that it is not."""

    per_number: int = 0
    per_spin: int = 0
    players: tuple[str, ...] = ()
    minimum: Money | None = None


class Cloth(Struct):
    """The cloth of a live table and the players at it."""

    limits: dict[str, Sign] = {}
    next_limits: dict[str, Sign] | None = None
    players: list[str] = []
    """Who sits at the table, in the order they came."""
    places: int = 0
    """How many places there are; zero if not set."""
    riding: dict[str, dict[str, Money]] = {}
    """Per player, what stays on its spot as a wager of the next round."""
    wins: dict[str, Money] = {}
    """Per player, what the last round won, without the wagers."""
    played: list[str] = []
    """Who has wagered since taking a place."""
    colours: dict[str, Colour] = {}
    value_chips: dict[str, Money] = {}
    """Of players with a colour, how much of what they hold is in chips of printed value."""
    second_colours: list[str] = []
    """Who may hold a second colour."""
    colour_only: list[str] = []
    """Who must wager with colour chips."""
    next_colour_only: list[str] = []
    """Who must from the next round on."""
    maxima: dict[str, Money] = {}
    """Per player, the maximum that a marker shows."""
    next_maxima: dict[str, Money] | None = None
    personal: dict[str, dict[str, Sign]] = {}
    """Per player, limits arranged before play."""
    straight_only: list[str] = []
    """The group that has the table to itself and is held to straight-up wagers."""
    buttons: Buttons = Buttons()
    partners: list[tuple[str, ...]] = []
    denominations: tuple[Money, ...] = ()
    """What the float can pay with; empty means any amount."""
    advised: list[str] = []
    """Who was told that further wagers below the minimum will be returned."""
    touches: dict[str, int] = {}
    """Per player, how often wagers were touched before their release."""
