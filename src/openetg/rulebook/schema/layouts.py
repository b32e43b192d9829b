"""The shape of a rulebook: the games as data: wheel, layout, spots, specials, dice, symbols, and what each pays.

Schema only: nothing in here computes.
"""

from __future__ import annotations

from typing import Literal

from openetg.rulebook.schema.policies import Channel, OddsSource
from openetg.rulebook.schema.shape import Choice, Clause, Count, Numbers, Odds, Part, Section, Value


class RouletteWheel(Section, frozen=True):
    """The wheel."""

    order: Numbers
    """Its pockets in order, closing back on the first."""
    clause: Clause
    """The clause that gives the order."""


class RouletteLayout(Section, frozen=True):
    """Where the numbers lie on the layout."""

    zeros: Numbers
    """The numbers at the head of the layout, in reading order."""
    rows: tuple[Numbers, ...]
    """The rows, from the zeros on."""
    clause: Clause
    """The clause that gives it."""
    red: Numbers | None = None
    """The red numbers; absent where the wheel has no colours."""
    black: Numbers | None = None
    """The black numbers."""


class ExtraSpot(Section, frozen=True):
    """A spot besides those the layout gives by itself."""

    covers: Numbers
    """Its numbers."""
    clause: Clause
    """The clause that allows it."""


class PartReturn(Section, frozen=True):
    """A part of the wager, or all of it, that comes back on some losing outcomes (la partage)."""

    on: Numbers
    """The outcomes."""
    part: Part
    """The part of the wager that comes back."""
    clause: Clause
    """The clause that says so."""


class RouletteSpot(Section, frozen=True):
    """One kind of spot: exactly one of `each`, `covers` and `parts` says which spots there are."""

    title: str
    """What the instrument calls it."""
    odds: Odds
    """What it pays."""
    clause: Clause
    """The clause that defines it."""
    each: Literal["number", "pair", "row", "square", "row-pair", "column"] | None = None
    """One spot for each number, touching pair, row, square of four, pair of touching rows, or column."""
    covers: Numbers | None = None
    """One spot, on these numbers, named by the kind alone."""
    parts: tuple[Numbers, ...] | None = None
    """One spot for each of these sets, numbered from 1."""
    also: tuple[ExtraSpot, ...] = ()
    """Further spots of this kind."""
    row_clause: Clause | None = None
    """The clause of the spots that come from the layout, where it has one of its own."""
    part_returns: tuple[PartReturn, ...] = ()
    """Outcomes on which part of the wager comes back."""


class Special(Section, frozen=True):
    """A wager of several pieces: `pieces` for one wager, or a family with one wager for each number or digit."""

    title: str
    """What the instrument calls it."""
    clause: Clause
    """The clause that defines it."""
    pieces: tuple[str, ...] | None = None
    """Its pieces, each a spot, `x2` behind it for two units."""
    family: Literal["wheel-neighbours", "spots-of-number", "final-digit"] | None = None
    """One wager per number with its wheel neighbours, one per number with all its spots, or one per last digit."""
    reach: Count | None = None
    """How many neighbours on each side (for `wheel-neighbours`); the number itself comes first, then outward."""
    kinds: tuple[str, ...] | None = None
    """Which kinds of spot count (for `spots-of-number`)."""
    channels: tuple[Channel, ...] | None = None
    """Where it may be wagered; everywhere if not said."""


class Roulette(Section, frozen=True):
    """Roulette, on any wheel."""

    title: str
    """What the game is called."""
    clause: Clause
    """The closed list of wagers; cited when a wager is not on it."""
    odds: Choice[OddsSource]
    """Where the odds come from."""
    wheel: RouletteWheel
    """The wheel."""
    layout: RouletteLayout
    """The layout."""
    spots: dict[str, RouletteSpot]
    """The kinds of spot."""
    specials: dict[str, Special] = {}
    """The wagers of several pieces."""


class SicBoSum(Section, frozen=True):
    """A wager that wins on certain totals of the three dice."""

    title: str
    """What the instrument calls it."""
    totals: Numbers
    """The totals on which it wins."""
    triples: Literal["win", "lose"]
    """What it does when the three dice are equal."""
    odds: Odds
    """What it pays."""
    clause: Clause
    """The clause that defines it."""


class SicBoFaces(Section, frozen=True):
    """A wager on faces of the dice, one spot for each choice of faces."""

    title: str
    """What the instrument calls it."""
    odds: Odds
    """What it pays, once."""
    clause: Clause
    """The clause that defines it."""


class SicBoTotals(Section, frozen=True):
    """Wagers on a single total."""

    title: str
    """What the instrument calls it."""
    odds: dict[str, Odds]
    """What each total pays."""
    triples: Literal["win", "lose"]
    """What it does when the three dice are equal."""
    clause: Clause
    """The clause that defines it."""


class SicBoSingle(Section, frozen=True):
    """A wager on one face, paid by how many dice show it."""

    title: str
    """What the instrument calls it."""
    odds_one: Odds
    """What it pays on one die."""
    odds_two: Odds
    """What it pays on two dice."""
    odds_three: Odds
    """What it pays on three dice."""
    clause: Clause
    """The clause that defines it."""


class SicBoSpots(Section, frozen=True, rename={"any_triple": "any-triple"}):
    """The kinds of spot of Sic Bo; an absent one is not offered."""

    small: SicBoSum | None = None
    """Low totals."""
    big: SicBoSum | None = None
    """High totals."""
    triple: SicBoFaces | None = None
    """Three equal faces of one number."""
    any_triple: SicBoFaces | None = None
    """Three equal faces of any number."""
    double: SicBoFaces | None = None
    """Two equal faces of one number; a triple of it wins once."""
    total: SicBoTotals | None = None
    """The total of the three dice."""
    combination: SicBoFaces | None = None
    """Two different faces; wins once."""
    single: SicBoSingle | None = None
    """One face on one, two or three dice."""


class SicBo(Section, frozen=True):
    """Sic Bo, with three dice of six faces."""

    title: str
    """What the game is called."""
    clause: Clause
    """The closed list of wagers; cited when a wager is not on it."""
    odds: Choice[OddsSource]
    """Where the odds come from."""
    spots: SicBoSpots
    """The kinds of spot."""


class Symbol(Section, frozen=True):
    """One symbol of a money wheel and the spot for it."""

    title: str
    """What it is called."""
    segments: Count
    """On how many segments it stands."""
    odds: Odds
    """What it pays."""
    clause: Clause
    """The clause that gives the odds."""
    segments_clause: Clause
    """The clause that gives the number of segments."""


class MoneyWheel(Section, frozen=True):
    """A money wheel: segments with symbols."""

    title: str
    """What the game is called."""
    clause: Clause
    """The list of wagers; cited when a wager is not on it."""
    odds: Choice[OddsSource]
    """Where the odds come from."""
    segments: Value[Count]
    """How many segments the wheel has."""
    symbols: dict[str, Symbol]
    """The symbols."""


class Games(Section, frozen=True, rename={"sic_bo": "sic-bo", "money_wheel": "money-wheel"}):
    """The games of the rulebook."""

    roulette: Roulette | None = None
    """Roulette."""
    sic_bo: SicBo | None = None
    """Sic Bo."""
    money_wheel: MoneyWheel | None = None
    """Money Wheel."""

    def named(self) -> dict[str, Roulette | SicBo | MoneyWheel]:
        """The games there are, by the name used everywhere."""
        every = {"roulette": self.roulette, "sic-bo": self.sic_bo, "money-wheel": self.money_wheel}
        return {name: game for name, game in every.items() if game is not None}
