"""Runs of one and the same outcome: exact chances of the layout against the threshold."""

from __future__ import annotations

from fractions import Fraction
from itertools import count, product

import pytest

from openetg.floor.alerts.improbable import ONE_IN, improbable, total_of
from openetg.floor.state import OUTCOMES_KEPT
from openetg.games.compile import games_of
from openetg.games.paytable import Game
from openetg.rulebook.load import load, shipped
from openetg.rulebook.schema.book import fingerprint

GAMES = [(name, game) for name in sorted(shipped()) for game in games_of(fingerprint(load(name).rulebook)[0]).values()]


def game_called(name: str) -> Game:
    return next(game for _, game in GAMES if game.name == name)


def shortest_improbable(chance: Fraction) -> int:
    """How long a run must be: the first counts for nothing."""
    return next(length for length in count(2) if chance ** (length - 1) < Fraction(1, ONE_IN))


def chance(game: Game, outcome: str) -> Fraction:
    return Fraction(game.weights[game.outcomes.index(outcome)], sum(game.weights))


@pytest.mark.parametrize(("name", "game"), GAMES, ids=lambda each: each if isinstance(each, str) else each.name)
def test_a_run_is_improbable_from_where_its_chance_is_below_the_threshold(name: str, game: Game) -> None:
    del name
    for outcome in game.outcomes:
        least = shortest_improbable(chance(game, outcome))
        assert least <= OUTCOMES_KEPT, "the table remembers enough outcomes to see the run"
        other = next(each for each in game.outcomes if total(game, each) != total(game, outcome))
        assert improbable(game, [other, *[outcome] * least])[:1] == [f"{outcome} x{least}"]
        assert not [run for run in improbable(game, [other, *[outcome] * (least - 1)]) if "total" not in run]


def total(game: Game, outcome: str) -> str:
    return total_of(outcome) if game.name == "sic-bo" else outcome


def test_a_number_at_roulette_may_fall_four_times_and_not_five() -> None:
    game = game_called("roulette")
    assert shortest_improbable(chance(game, "17")) == 5
    assert improbable(game, ["17"] * 4) == []
    assert improbable(game, ["3", *["17"] * 7]) == ["17 x7"]
    assert improbable(game, [*["17"] * 7, "3"]) == []
    assert improbable(game, []) == []


def test_totals_of_dice_have_chances_of_their_own() -> None:
    game = game_called("sic-bo")
    ways = [sum(1 for dice in product(range(1, 7), repeat=3) if sum(dice) == wanted) for wanted in range(19)]
    for wanted in range(3, 19):
        dice = next(each for each in game.outcomes if total(game, each) == str(wanted))
        least = shortest_improbable(Fraction(ways[wanted], 216))
        assert f"total {wanted} x{least}" in improbable(game, [dice] * least)
        assert f"total {wanted} x{least - 1}" not in improbable(game, [dice] * (least - 1))
    assert shortest_improbable(Fraction(ways[10], 216)) == 8
    tens = ["1-3-6", "1-4-5", "2-2-6", "2-3-5", "2-4-4", "3-3-4", "1-3-6", "1-4-5"]
    assert improbable(game, tens) == ["total 10 x8"]
    assert improbable(game, tens[1:]) == []
    assert improbable(game, ["1-1-1"] * 4) == ["1-1-1 x4", "total 3 x4"]


def test_symbols_of_a_money_wheel_by_their_segments() -> None:
    game = game_called("money-wheel")
    often = max(game.outcomes, key=lambda outcome: chance(game, outcome))
    rare = min(game.outcomes, key=lambda outcome: chance(game, outcome))
    assert shortest_improbable(chance(game, often)) > shortest_improbable(chance(game, rare))
