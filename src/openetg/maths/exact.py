"""Exact mathematics of a paytable: fractions, never floats."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openetg.games.paytable import Game, Wager


def return_to_player(game: Game, wager: Wager) -> Fraction:
    """What comes back in the mean for each unit wagered."""
    came_back = sum(weight * back for weight, back in zip(game.weights, wager.returns, strict=True))
    return Fraction(came_back, sum(game.weights) * wager.units * wager.scale)


def house_edge(game: Game, wager: Wager) -> Fraction:
    """What the house keeps in the mean of each unit wagered."""
    return 1 - return_to_player(game, wager)


def hit_frequency(game: Game, wager: Wager) -> Fraction:
    """How often something comes back."""
    hits = sum(weight for weight, back in zip(game.weights, wager.returns, strict=True) if back)
    return Fraction(hits, sum(game.weights))
