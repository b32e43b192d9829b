"""Which wagers suit a taste, and which amounts fit the chips and the limits sign. Pure: chance arrives inside.

Goes by what a layout shows: titles mean nothing to it, odds and coverage do.
"""

from __future__ import annotations

import re
from enum import Enum
from random import Random
from typing import TypeAlias

from openetg.players.sight import PlayerSight
from openetg.wire.messages import LayoutView
from openetg.wire.seat import LimitView

CHIPS = (100, 500, 2_500, 10_000)
"""The chips of the tray, smallest first, in cents."""
AT_ONCE_MAX = 5
"""So many chips a hand lays on one place at once."""
SAFE_ODDS_MAX = 2
LONG_ODDS_MIN = 30
TOGETHER = "sum"
"""The line of the limits sign for all wagers of a terminal together."""

Covering: TypeAlias = dict[str, int]
"""Wagers with how many pieces each costs."""


class Taste(Enum):
    """What a player likes to wager on."""

    SAFE = "safe"
    """Even chances and what pays little more."""
    NUMBERS = "numbers"
    """The wagers that pay most."""
    SECTORS = "sectors"
    """Wagers of several pieces, where the layout has them; numbers elsewhere."""
    BETWEEN = "between"
    """What is neither safe nor a long shot: totals of dice, corners, lines."""
    ANYTHING = "anything"


def odds_of(text: str) -> int:
    """The first figure of odds such as `35 to 1`; an empty text counts as even."""
    found = re.search(r"\d+", text)
    return int(found.group()) if found else 1


def wagers_for(layout: LayoutView, taste: Taste) -> Covering:
    """The wagers of a layout that suit a taste; all of them where none does."""
    every = {spot.name: odds_of(spot.odds) for spot in layout.spots}
    longest = max(every.values(), default=0)
    if taste is Taste.SECTORS and layout.specials:
        return {special.name: special.units for special in layout.specials}
    long = min(LONG_ODDS_MIN, longest)
    least, most = {
        Taste.SAFE: (0, SAFE_ODDS_MAX),
        Taste.NUMBERS: (long, longest),
        Taste.SECTORS: (long, longest),
        Taste.BETWEEN: (SAFE_ODDS_MAX + 1, LONG_ODDS_MIN - 1),
        Taste.ANYTHING: (0, longest),
    }[taste]
    found = {name: 1 for name, odds in every.items() if least <= odds <= most}
    return found or dict.fromkeys(every, 1)


def least_wager(sight: PlayerSight) -> int:
    """The least amount a player could place here: below that a player is broke."""
    minima = [line.min for line in sight.table.limits if line.min is not None and line.kind != TOGETHER]
    together = [line.min for line in sight.table.limits if line.min is not None and line.kind == TOGETHER]
    least = max(min(minima, default=CHIPS[0]), *together, CHIPS[0])
    return -(-least // CHIPS[0]) * CHIPS[0]


def fits(sight: PlayerSight, wager: str, units: int, amount: int) -> bool:
    """Whether so much on each piece keeps to the limits sign and to the meter."""
    cost = amount * units
    if amount <= 0 or cost > sight.meter or not _under_total(sight, cost):
        return False
    if units > 1:
        # Which spots the pieces are is not to be seen: every line is kept, with room for two on what lies highest.
        lines = [line for line in sight.table.limits if line.kind != TOGETHER]
        sum_ = 2 * amount + max(sight.spots.values(), default=0)
        return all(
            amount >= (line.min or 0) and (line.max is None or sum_ <= line.max) and _on_step(line, amount)
            for line in lines
        )
    line = _line_for(sight, wager)
    sum_ = sight.spots.get(wager, 0) + amount
    if line is None:
        return True
    return sum_ >= (line.min or 0) and (line.max is None or sum_ <= line.max) and _on_step(line, sum_)


def amount_for(sight: PlayerSight, wager: str, units: int, chip: int, chance: Random) -> int:
    """An amount in chips of one kind that fits, a few chips at most; zero if none does."""
    counts = list(range(1, AT_ONCE_MAX + 1))
    chance.shuffle(counts)
    kinds = [chip, *(each for each in CHIPS if each != chip)]
    return next((each * n for each in kinds for n in counts if fits(sight, wager, units, each * n)), 0)


def chip_for(meter: int, share: float) -> int:
    """The largest chip that is no more than this share of the meter; the smallest if none is."""
    return max((chip for chip in CHIPS if chip <= meter * share), default=CHIPS[0])


def _line_for(sight: PlayerSight, spot: str) -> LimitView | None:
    """The line of the sign that binds a spot: its own, that of its kind, or that of any."""
    lines = {line.kind: line for line in sight.table.limits}
    return lines.get(spot) or lines.get(spot.partition(":")[0]) or lines.get("any")


def _under_total(sight: PlayerSight, cost: int) -> bool:
    most = [line.max for line in sight.table.limits if line.kind == TOGETHER and line.max is not None]
    return all(sight.staked + cost <= each for each in most)


def _on_step(line: LimitView, sum_: int) -> bool:
    """Whether a sum is on the steps of the sign, wherever they are counted from. Multiples of the minimum always are
    welcome, so a careful player keeps to them whether the sign asks for them or not.
    """
    least = line.min or 0
    if least and sum_ % least:
        return False
    return not line.step or (sum_ % line.step == 0 and (sum_ - least) % line.step == 0)
