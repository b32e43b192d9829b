"""The paytable: what comes back for every wager on every outcome, as whole numbers.

A game compiles its rulebook data to spots (what one unit on one spot returns) and to wagers (one or more
pieces on spots). Everything that pays, shows, simulates or checks a game reads these; no other module knows odds.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from msgspec import Struct

from openetg.rulebook.schema.policies import Channel

RESERVED = ("any", "sum")
"""Names the limits sign uses for itself; no kind of wager has them."""


class Spot(Struct, frozen=True):
    """One betting area and what one unit on it returns."""

    name: str
    """`split:14-17`; the kind is the part before the colon, or the whole name."""
    title: str
    """What a person calls it."""
    clause: str
    """The clause that defines it."""
    odds: str
    """What it pays, as printed."""
    odds_clause: str
    """The clause that gives the odds."""
    returns: tuple[Fraction, ...]
    """What one unit returns on each outcome, the unit included; zero on a loss."""
    covers: tuple[str, ...] = ()
    """The numbers it covers, for the layout on a screen."""
    part_clauses: dict[int, str] = {}
    """By position of the outcome, the clause by which part of a losing wager comes back."""


class Piece(Struct, frozen=True):
    """Part of a wager: so many units on one spot."""

    spot: str
    units: int


class Wager(Struct, frozen=True):
    """What a player may wager on: one spot, or a special of several pieces."""

    name: str
    """The name used on the wire, in scripts and by the command line."""
    title: str
    """What a person calls it."""
    clause: str
    """The clause that defines it."""
    odds: str
    """What it pays, as printed; for specials, that each piece pays by its spot."""
    pieces: tuple[Piece, ...]
    """Its pieces, in printed order."""
    units: int
    """The sum of the units of its pieces."""
    scale: int
    """The least number of units a piece must carry so that every return is whole."""
    returns: tuple[int, ...]
    """What comes back on each outcome when each unit is `scale`."""
    channels: tuple[Channel, ...] | None = None
    """Where it may be wagered; everywhere if not said."""

    @property
    def kind(self) -> str:
        """The part of the name before the colon, or the whole name."""
        return kind_of(self.name)


class Game(Struct, frozen=True):
    """A game as it is played under one rulebook."""

    name: str
    """`roulette`, `sic-bo` or `money-wheel`."""
    title: str
    """What the instrument calls it."""
    clause: str
    """The closed list of wagers; cited when a wager is not on it."""
    outcomes: tuple[str, ...]
    """Everything that can physically fall, by name."""
    weights: tuple[int, ...]
    """How often each outcome falls, out of their sum."""
    spots: dict[str, Spot]
    """The betting areas, in layout order."""
    wagers: dict[str, Wager]
    """The wagers: one for each spot, then the specials."""

    def outcome_index(self, outcome: str) -> int | None:
        """The position of an outcome, if there is one of that name."""
        return self.outcomes.index(outcome) if outcome in self.outcomes else None


def kind_of(name: str) -> str:
    """The kind of a wager or spot: the part of its name before the colon, or the whole name."""
    return name.partition(":")[0]


def wager_on(spot: Spot) -> Wager:
    """The wager of one unit on one spot."""
    return _wager(spot.name, spot.title, spot.clause, spot.odds, (Piece(spot.name, 1),), {spot.name: spot}, None)


def special(
    name: str,
    *,
    title: str,
    clause: str,
    pieces: tuple[Piece, ...],
    spots: dict[str, Spot],
    channels: tuple[Channel, ...] | None,
) -> Wager:
    """The wager of several pieces; each piece pays by its spot."""
    return _wager(name, title, clause, "each piece by its spot", pieces, spots, channels)


def _wager(
    name: str,
    title: str,
    clause: str,
    odds: str,
    pieces: tuple[Piece, ...],
    spots: dict[str, Spot],
    channels: tuple[Channel, ...] | None,
) -> Wager:
    used = [(spots[piece.spot], piece.units) for piece in pieces]
    sums = [
        sum(parts) for parts in zip(*([unit * units for unit in spot.returns] for spot, units in used), strict=True)
    ]
    scale = lcm(*(part.denominator for spot, _ in used for part in spot.returns))
    returns = tuple(int(part * scale) for part in sums)
    return Wager(
        name=name,
        title=title,
        clause=clause,
        odds=odds,
        pieces=pieces,
        units=sum(units for _, units in used),
        scale=scale,
        returns=returns,
        channels=channels,
    )
