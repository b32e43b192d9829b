"""The tempers of simulated players: what they like, how fast they are, how much they bring, when they have enough."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from openetg.players.choosing import Taste


class Temper(Struct, frozen=True):
    """One kind of player."""

    name: str
    taste: Taste
    pause_ms: int
    """How long they take between two acts, on average."""
    wagers_max: int
    """How many wagers they place in a round, at the most."""
    favourites: int
    """Of how many wagers they choose."""
    share: float
    """How much of the meter one chip may be."""
    cash: tuple[int, int]
    """What they bring, in cents: from, to."""
    rounds: tuple[int, int]
    """How many rounds they stay: from, to."""
    goal: float
    """They leave when they have so many times what they brought."""
    sits_out: float = 0.15
    """How likely they let a round pass."""
    repents: float = 0.0
    """How likely they take a wager back instead of placing one."""
    comes_back: bool = False
    """Whether they leave with a ticket, and play on with it elsewhere."""


SLOW_CLICKER = Temper(
    name="slow clicker",
    taste=Taste.SAFE,
    pause_ms=4_000,
    wagers_max=3,
    favourites=3,
    share=0.05,
    cash=(5_000, 20_000),
    rounds=(15, 40),
    goal=2.0,
    sits_out=0.25,
    repents=0.06,
)
NUMBER_LOVER = Temper(
    name="number lover",
    taste=Taste.NUMBERS,
    pause_ms=1_600,
    wagers_max=9,
    favourites=6,
    share=0.02,
    cash=(5_000, 20_000),
    rounds=(15, 40),
    goal=4.0,
)
SECTOR_PLAYER = Temper(
    name="sector player",
    taste=Taste.SECTORS,
    pause_ms=2_600,
    wagers_max=3,
    favourites=4,
    share=0.02,
    cash=(10_000, 40_000),
    rounds=(10, 30),
    goal=3.0,
)
DICE_LOVER = Temper(
    name="dice lover",
    taste=Taste.BETWEEN,
    pause_ms=2_200,
    wagers_max=5,
    favourites=5,
    share=0.05,
    cash=(5_000, 20_000),
    rounds=(10, 30),
    goal=3.0,
    repents=0.03,
)
HIGH_ROLLER = Temper(
    name="high roller",
    taste=Taste.ANYTHING,
    pause_ms=3_000,
    wagers_max=6,
    favourites=8,
    share=0.3,
    cash=(50_000, 200_000),
    rounds=(5, 15),
    goal=2.0,
    sits_out=0.3,
)
WANDERER = Temper(
    name="wanderer",
    taste=Taste.ANYTHING,
    pause_ms=2_400,
    wagers_max=4,
    favourites=5,
    share=0.05,
    cash=(5_000, 20_000),
    rounds=(2, 5),
    goal=1.5,
    comes_back=True,
)

TEMPERS = (SLOW_CLICKER, NUMBER_LOVER, SECTOR_PLAYER, DICE_LOVER, HIGH_ROLLER, WANDERER)
WEIGHTS = (5, 5, 4, 3, 1, 3)
"""How common each is."""


def some_temper(chance: Random) -> Temper:
    """A temper, the common ones more often."""
    return chance.choices(TEMPERS, WEIGHTS)[0]
