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
    "slow clicker", Taste.SAFE, 4_000, 3, 3, 0.05, (5_000, 20_000), (15, 40), 2.0, sits_out=0.25, repents=0.06
)
NUMBER_LOVER = Temper("number lover", Taste.NUMBERS, 1_600, 9, 6, 0.02, (5_000, 20_000), (15, 40), 4.0)
SECTOR_PLAYER = Temper("sector player", Taste.SECTORS, 2_600, 3, 4, 0.02, (10_000, 40_000), (10, 30), 3.0)
DICE_LOVER = Temper("dice lover", Taste.BETWEEN, 2_200, 5, 5, 0.05, (5_000, 20_000), (10, 30), 3.0, repents=0.03)
HIGH_ROLLER = Temper("high roller", Taste.ANYTHING, 3_000, 6, 8, 0.3, (50_000, 200_000), (5, 15), 2.0, sits_out=0.3)
WANDERER = Temper("wanderer", Taste.ANYTHING, 2_400, 4, 5, 0.05, (5_000, 20_000), (2, 5), 1.5, comes_back=True)

TEMPERS = (SLOW_CLICKER, NUMBER_LOVER, SECTOR_PLAYER, DICE_LOVER, HIGH_ROLLER, WANDERER)
WEIGHTS = (5, 5, 4, 3, 1, 3)
"""How common each is."""


def some_temper(chance: Random) -> Temper:
    """A temper, the common ones more often."""
    return chance.choices(TEMPERS, WEIGHTS)[0]
