"""How improbable it is that one and the same outcome has fallen so often in a row, in exact numbers.

A run of `n` is judged by the chance that the `n - 1` outcomes after the first show what it showed. The chances are
those of the game's layout: pockets, dice, segments. Reads only; what follows from a run is for people.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openetg.games.paytable import Game

ONE_IN = 1_000_000
"""A run whose chance is less than one in so many is not put down to chance without a person having looked."""


def improbable(game: Game, outcomes: Sequence[str]) -> list[str]:
    """What has fallen improbably often in a row up to now, as `17 x5` or `total 10 x8`; oldest outcome first."""
    if not outcomes:
        return []
    found = []
    for name, seen in _aspects(game, outcomes):
        length = _run(seen)
        if length > 1 and _is_improbable(*_chance(game, name, seen[-1]), length):
            found.append(f"{name}{seen[-1]} x{length}")
    return found


def total_of(dice: str) -> str:
    """The total of three dice."""
    return str(sum(int(die) for die in dice.split("-")))


def _aspects(game: Game, outcomes: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """The outcomes as such, and of dice their totals: each has a chance of its own."""
    yield "", outcomes
    if game.name == "sic-bo":
        yield "total ", [total_of(dice) for dice in outcomes]


def _run(seen: Sequence[str]) -> int:
    length = 0
    for each in reversed(seen):
        if each != seen[-1]:
            break
        length += 1
    return length


def _chance(game: Game, name: str, value: str) -> tuple[int, int]:
    """How often something falls, out of how many."""
    weights = zip(game.outcomes, game.weights, strict=True)
    often = sum(weight for outcome, weight in weights if (total_of(outcome) if name else outcome) == value)
    return often, sum(game.weights)


def _is_improbable(weight: int, total: int, length: int) -> bool:
    return bool(weight ** (length - 1) * ONE_IN < total ** (length - 1))
