"""Money Wheel: seven symbols on 52 segments."""

from __future__ import annotations

import pytest

from tests.marks import clause
from tests.payout_notation import check_pays, game_of, playable


@pytest.mark.parametrize(
    ("symbol", "segments", "odds", "cited"),
    [
        pytest.param("a", 24, 1, "6.1(a)", marks=clause("money-wheel", "2.1(a)", "6.1(a)")),
        pytest.param("b", 12, 3, "6.1(b)", marks=clause("money-wheel", "2.1(b)", "6.1(b)")),
        pytest.param("c", 8, 5, "6.1(c)", marks=clause("money-wheel", "2.1(c)", "6.1(c)")),
        pytest.param("d", 4, 11, "6.1(d)", marks=clause("money-wheel", "2.1(d)", "6.1(d)")),
        pytest.param("e", 2, 23, "6.1(e)", marks=clause("money-wheel", "2.1(e)", "6.1(e)")),
        pytest.param("f", 1, 47, "6.1(f)", marks=clause("money-wheel", "2.1(f)", "6.1(f)")),
        pytest.param("g", 1, 47, "6.1(g)", marks=clause("money-wheel", "2.1(g)", "6.1(g)")),
    ],
)
def test_each_symbol_has_its_segments_and_odds(symbol: str, segments: int, odds: int, cited: str) -> None:
    game = game_of("money-wheel")
    assert game.weights[game.outcomes.index(symbol)] == segments
    assert game.wagers[f"symbol:{symbol}"].clause == cited
    data = playable("money-wheel").rulebook.games.money_wheel
    assert data is not None
    assert data.symbols[symbol].segments_clause == f"2.1({symbol})"
    assert (game.clause, game.spots[f"symbol:{symbol}"].odds_clause) == ("4.4", "6.1")
    check_pays("money-wheel", f"symbol:{symbol}", f"{odds + 1} on {symbol}")


@clause("money-wheel", "6.1")
def test_every_symbol_brings_back_48_of_52() -> None:
    game = game_of("money-wheel")
    for wager in game.wagers.values():
        assert sum(weight * back for weight, back in zip(game.weights, wager.returns, strict=True)) == 48
    assert sum(game.weights) == 52


@clause("money-wheel", "4.4")
def test_seven_areas_and_no_other() -> None:
    game = game_of("money-wheel")
    assert list(game.wagers) == [f"symbol:{symbol}" for symbol in "abcdefg"]
    assert list(game.outcomes) == list("abcdefg")
