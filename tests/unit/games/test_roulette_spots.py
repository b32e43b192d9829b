"""Every spot of every roulette on every number, against sets worked out here from the numbers alone."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from openetg.games.paytable import Game
from tests.marks import clause
from tests.payout_notation import check_pays, game_of, playable

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
EUROPEAN = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
ROULETTES = ["ministar", "interblock", "novo-unity", "adelaide"]
ODDS = {
    "straight": 35, "split": 17, "street": 11, "corner": 8, "sixline": 5, "column": 2, "dozen": 2,
    "low": 1, "high": 1, "even": 1, "odd": 1, "red": 1, "black": 1,
}  # fmt: skip


def expected_spots() -> dict[str, set[int]]:
    """The 157 spots by arithmetic on the numbers, not by the layout the product uses."""
    numbers = range(1, 37)
    spots = {f"straight:{n}": {n} for n in range(37)}
    spots |= {f"split:{n}-{n + 1}": {n, n + 1} for n in numbers if n % 3}
    spots |= {f"split:{n}-{n + 3}": {n, n + 3} for n in numbers if n <= 33}
    spots |= {f"split:0-{n}": {0, n} for n in (1, 2, 3)}
    spots |= {f"street:{n}-{n + 1}-{n + 2}": {n, n + 1, n + 2} for n in range(1, 37, 3)}
    spots |= {"street:0-1-2": {0, 1, 2}, "street:0-2-3": {0, 2, 3}}
    squares = [(n, n + 1, n + 3, n + 4) for n in range(1, 33) if n % 3]
    spots |= {"corner:" + "-".join(map(str, square)): set(square) for square in squares}
    spots |= {"corner:0-1-2-3": {0, 1, 2, 3}}
    spots |= {f"sixline:{n}-{n + 5}": set(range(n, n + 6)) for n in range(1, 32, 3)}
    spots |= {f"column:{c}": {n for n in numbers if n % 3 == c % 3} for c in (1, 2, 3)}
    spots |= {f"dozen:{d}": set(range(12 * d - 11, 12 * d + 1)) for d in (1, 2, 3)}
    spots |= {"low": set(range(1, 19)), "high": set(range(19, 37)), "red": RED, "black": set(numbers) - RED}
    return spots | {"even": set(range(2, 37, 2)), "odd": set(range(1, 37, 2))}


@clause("ministar", "3.9.3")
@clause("interblock", "5.1", "5.3")
@clause("novo-unity", "3.3")
@pytest.mark.parametrize("rulebook", ROULETTES)
def test_every_spot_returns_its_odds_and_itself_on_its_numbers_and_nothing_else(rulebook: str) -> None:
    game = game_of(rulebook, "roulette")
    spots = expected_spots()
    assert len(spots) == 157
    assert set(game.spots) == set(spots)
    for name, numbers in spots.items():
        kind = name.partition(":")[0]
        wager = game.wagers[name]
        returns = dict(zip(game.outcomes, wager.returns, strict=True))
        assert returns == {str(n): (ODDS[kind] + 1) * (n in numbers) for n in range(37)}, name
        assert (wager.kind, wager.units, wager.scale) == (kind, 1, 1)
        assert sum(wager.returns) == 36


@pytest.mark.parametrize(
    ("rulebook", "kind", "count"),
    [
        pytest.param("ministar", "straight", 37, marks=clause("ministar", "3.9.1.1")),
        pytest.param("ministar", "split", 60, marks=clause("ministar", "3.9.1.2")),
        pytest.param("ministar", "street", 14, marks=clause("ministar", "3.9.1.3")),
        pytest.param("ministar", "corner", 23, marks=clause("ministar", "3.9.1.4")),
        pytest.param("ministar", "sixline", 11, marks=clause("ministar", "3.9.1.5")),
        pytest.param("ministar", "column", 3, marks=clause("ministar", "3.9.1.6")),
        pytest.param("ministar", "dozen", 3, marks=clause("ministar", "3.9.1.7")),
        pytest.param("ministar", "low", 1, marks=clause("ministar", "3.9.1.8")),
        pytest.param("ministar", "high", 1, marks=clause("ministar", "3.9.1.9")),
        pytest.param("ministar", "even", 1, marks=clause("ministar", "3.9.1.10")),
        pytest.param("ministar", "odd", 1, marks=clause("ministar", "3.9.1.11")),
        pytest.param("ministar", "red", 1, marks=clause("ministar", "3.9.1.12")),
        pytest.param("ministar", "black", 1, marks=clause("ministar", "3.9.1.13")),
        pytest.param("interblock", "straight", 37, marks=clause("interblock", "5.1.1")),
        pytest.param("interblock", "split", 60, marks=clause("interblock", "5.1.2")),
        pytest.param("interblock", "street", 14, marks=clause("interblock", "5.1.3")),
        pytest.param("interblock", "corner", 23, marks=clause("interblock", "5.1.4")),
        pytest.param("interblock", "sixline", 11, marks=clause("interblock", "5.1.5")),
        pytest.param("interblock", "column", 3, marks=clause("interblock", "5.1.6")),
        pytest.param("interblock", "dozen", 3, marks=clause("interblock", "5.1.7")),
        pytest.param("interblock", "low", 1, marks=clause("interblock", "5.1.8")),
        pytest.param("interblock", "high", 1, marks=clause("interblock", "5.1.9")),
        pytest.param("interblock", "even", 1, marks=clause("interblock", "5.1.10")),
        pytest.param("interblock", "odd", 1, marks=clause("interblock", "5.1.11")),
        pytest.param("interblock", "red", 1, marks=clause("interblock", "5.1.12")),
        pytest.param("interblock", "black", 1, marks=clause("interblock", "5.1.13")),
        pytest.param("novo-unity", "straight", 37, marks=clause("novo-unity", "3.3.1")),
        pytest.param("novo-unity", "split", 60, marks=clause("novo-unity", "3.3.2")),
        pytest.param("novo-unity", "street", 14, marks=clause("novo-unity", "3.3.3")),
        pytest.param("novo-unity", "corner", 23, marks=clause("novo-unity", "3.3.4")),
        pytest.param("novo-unity", "sixline", 11, marks=clause("novo-unity", "3.3.5")),
        pytest.param("novo-unity", "column", 3, marks=clause("novo-unity", "3.3.6")),
        pytest.param("novo-unity", "dozen", 3, marks=clause("novo-unity", "3.3.7")),
        pytest.param("novo-unity", "low", 1, marks=clause("novo-unity", "3.3.8")),
        pytest.param("novo-unity", "high", 1, marks=clause("novo-unity", "3.3.9")),
        pytest.param("novo-unity", "even", 1, marks=clause("novo-unity", "3.3.10")),
        pytest.param("novo-unity", "odd", 1, marks=clause("novo-unity", "3.3.11")),
        pytest.param("novo-unity", "red", 1, marks=clause("novo-unity", "3.3.12")),
        pytest.param("novo-unity", "black", 1, marks=clause("novo-unity", "3.3.13")),
        pytest.param("adelaide", "straight", 37, marks=clause("adelaide", "8(a):A")),
        pytest.param("adelaide", "split", 60, marks=clause("adelaide", "8(a):B")),
        pytest.param("adelaide", "street", 14, marks=clause("adelaide", "8(a):C")),
        pytest.param("adelaide", "corner", 23, marks=clause("adelaide", "8(a):D")),
        pytest.param("adelaide", "sixline", 11, marks=clause("adelaide", "8(a):E")),
        pytest.param("adelaide", "column", 3, marks=clause("adelaide", "8(a):F")),
        pytest.param("adelaide", "dozen", 3, marks=clause("adelaide", "8(a):G")),
        pytest.param("adelaide", "red", 1, marks=clause("adelaide", "8(a):H")),
        pytest.param("adelaide", "black", 1, marks=clause("adelaide", "8(a):I")),
        pytest.param("adelaide", "odd", 1, marks=clause("adelaide", "8(a):J")),
        pytest.param("adelaide", "even", 1, marks=clause("adelaide", "8(a):K")),
        pytest.param("adelaide", "low", 1, marks=clause("adelaide", "8(a):L")),
        pytest.param("adelaide", "high", 1, marks=clause("adelaide", "8(a):M")),
    ],
)
def test_each_kind_has_its_spots_odds_and_clause(
    rulebook: str, kind: str, count: int, request: pytest.FixtureRequest
) -> None:
    game = game_of(rulebook, "roulette")
    spots = {name: numbers for name, numbers in expected_spots().items() if name.partition(":")[0] == kind}
    offered = [wager for wager in game.wagers.values() if wager.kind == kind]
    assert len(offered) == len(spots) == count
    (mark,) = request.node.iter_markers("clause")
    data = playable(rulebook).rulebook.games.roulette
    assert data is not None
    assert data.spots[kind].clause == mark.args[1]
    for wager in offered:
        check_pays(rulebook, wager.name, f"{ODDS[kind] + 1} on {' '.join(map(str, spots[wager.name]))}")


@pytest.mark.parametrize(
    ("rulebook", "wager", "pays"),
    [
        pytest.param("ministar", "street:4-5-6", "12 on 4 5 6", marks=clause("ministar", "3.9.1.3.1")),
        pytest.param("ministar", "street:0-1-2", "12 on 0 1 2", marks=clause("ministar", "3.9.1.3.2")),
        pytest.param("ministar", "street:0-2-3", "12 on 0 2 3", marks=clause("ministar", "3.9.1.3.3")),
        pytest.param("ministar", "corner:25-26-28-29", "9 on 25 26 28 29", marks=clause("ministar", "3.9.1.4.1")),
        pytest.param("ministar", "corner:0-1-2-3", "9 on 0 1 2 3", marks=clause("ministar", "3.9.1.4.2")),
        pytest.param("interblock", "split:14-17", "18 on 14 17", marks=clause("interblock", "5.1.2.1")),
        pytest.param("interblock", "split:0-1", "18 on 0 1", marks=clause("interblock", "5.1.2.2")),
        pytest.param("interblock", "split:0-2", "18 on 0 2", marks=clause("interblock", "5.1.2.2")),
        pytest.param("interblock", "split:0-3", "18 on 0 3", marks=clause("interblock", "5.1.2.2")),
        pytest.param("interblock", "street:22-23-24", "12 on 22 23 24", marks=clause("interblock", "5.1.2.3")),
        pytest.param("interblock", "street:0-1-2", "12 on 0 1 2", marks=clause("interblock", "5.1.2.4")),
        pytest.param("interblock", "street:0-2-3", "12 on 0 2 3", marks=clause("interblock", "5.1.2.5")),
        pytest.param("interblock", "corner:25-26-28-29", "9 on 25 26 28 29", marks=clause("interblock", "5.1.4.1")),
        pytest.param("interblock", "corner:0-1-2-3", "9 on 0 1 2 3", marks=clause("interblock", "5.1.4.2")),
        pytest.param("novo-unity", "street:34-35-36", "12 on 34 35 36", marks=clause("novo-unity", "3.3.3.1")),
        pytest.param("novo-unity", "street:0-1-2", "12 on 0 1 2", marks=clause("novo-unity", "3.3.3.2")),
        pytest.param("novo-unity", "street:0-2-3", "12 on 0 2 3", marks=clause("novo-unity", "3.3.3.3")),
        pytest.param("novo-unity", "corner:32-33-35-36", "9 on 32 33 35 36", marks=clause("novo-unity", "3.3.4.1")),
        pytest.param("novo-unity", "corner:0-1-2-3", "9 on 0 1 2 3", marks=clause("novo-unity", "3.3.4.2")),
    ],
)
def test_the_forms_of_a_kind_cite_their_own_clause(
    rulebook: str, wager: str, pays: str, request: pytest.FixtureRequest
) -> None:
    (mark,) = request.node.iter_markers("clause")
    assert game_of(rulebook, "roulette").wagers[wager].clause == mark.args[1]
    check_pays(rulebook, wager, pays)


@clause("ministar", "3.9")
@pytest.mark.parametrize("rulebook", ROULETTES)
def test_no_other_set_of_two_three_or_four_numbers_is_a_wager(rulebook: str) -> None:
    game = game_of(rulebook, "roulette")
    for size, kind, accepted in ((2, "split", 60), (3, "street", 14), (4, "corner", 23)):
        names = [f"{kind}:" + "-".join(map(str, numbers)) for numbers in combinations(range(37), size)]
        assert sum(name in game.wagers for name in names) == accepted
    for never in (
        "split:5-9",
        "split:16-16",
        "split:0-4",
        "street:0-1-3",
        "corner:3-4-6-7",
        "sixline:1-9",
        "straight:37",
    ):
        assert never not in game.wagers


@clause("ministar", "1.1.roulette")
@pytest.mark.parametrize(
    ("rulebook", "wagers"), [("ministar", 248), ("interblock", 197), ("novo-unity", 157), ("adelaide", 194)]
)
def test_the_list_of_wagers_is_closed(rulebook: str, wagers: int) -> None:
    game = game_of(rulebook, "roulette")
    assert len(game.wagers) == wagers
    assert [str(n) for n in range(37)] == list(game.outcomes)
    assert game.weights == (1,) * 37


@clause("ministar", "diagram-A")
@clause("interblock", "diagram.A")
@clause("adelaide", "1")
@pytest.mark.parametrize("rulebook", ROULETTES)
def test_the_wheel_is_the_european_one_and_its_colours_alternate(rulebook: str) -> None:
    data = playable(rulebook).rulebook.games.roulette
    assert data is not None
    assert data.wheel.order == EUROPEAN
    colours = ["red" if int(n) in RED else "black" for n in EUROPEAN.split()[1:]]
    assert all(one != other for one, other in pairwise(colours))
    assert {int(n) for n in (data.layout.red or "").split()} == RED


@clause("ministar", "diagram-A")
@clause("interblock", "diagram.A")
@pytest.mark.parametrize("rulebook", ["ministar", "interblock"])
def test_the_three_sectors_part_the_wheel_without_remainder(rulebook: str) -> None:
    game = game_of(rulebook, "roulette")
    sectors = [covered(game, name) for name in ("small-series", "neighbours-of-zero", "orphans")]
    assert [len(sector) for sector in sectors] == [12, 17, 8]
    assert sorted(number for sector in sectors for number in sector) == list(range(37))
    order = [int(n) for n in EUROPEAN.split()]
    assert [arcs(order, sector) for sector in sectors] == [1, 1, 2]


def covered(game: Game, name: str) -> set[int]:
    return {int(n) for n, back in zip(game.outcomes, game.wagers[name].returns, strict=True) if back}


def arcs(order: list[int], numbers: set[int]) -> int:
    """In how many unbroken stretches the numbers lie round the wheel."""
    return sum(n in numbers and order[position - 1] not in numbers for position, n in enumerate(order))


@clause("adelaide", "8(c)")
def test_on_zero_exactly_seven_places_and_five_buttons_win() -> None:
    game = game_of("adelaide")
    winners = {name for name, wager in game.wagers.items() if wager.returns[0]}
    places = {"straight:0", "split:0-1", "split:0-2", "split:0-3", "street:0-1-2", "street:0-2-3", "corner:0-1-2-3"}
    assert winners == places | {f"neighbours:{n}" for n in (0, 3, 15, 26, 32)}


@pytest.mark.parametrize(
    ("rulebook", "listed", "odds", "wheel", "layout", "zero_spots"),
    [
        ("ministar", "3.9", "3.9.3", "2.4.2", "2.4.1", ["3.9.1.2"] * 3 + ["3.9.1.3.2", "3.9.1.3.3", "3.9.1.4.2"]),
        ("interblock", "5.1", "5.3", "diagram.A", "diagram.B", ["5.1.2.2"] * 3 + ["5.1.2.4", "5.1.2.5", "5.1.4.2"]),
        ("novo-unity", "3.3", "7.1.11.1", "Diagram A", "2.1", ["3.3.2"] * 3 + ["3.3.3.2", "3.3.3.3", "3.3.4.2"]),
        ("adelaide", "8(a)", "8(a)", "1", "5.2(b)", ["8(c)"] * 6),
    ],
)
def test_every_part_of_the_game_cites_its_clause(
    rulebook: str, listed: str, odds: str, wheel: str, layout: str, zero_spots: list[str]
) -> None:
    game, data = game_of(rulebook, "roulette"), playable(rulebook).rulebook.games.roulette
    assert data is not None
    assert (game.clause, data.wheel.clause, data.layout.clause) == (listed, wheel, layout)
    assert {spot.odds_clause for spot in game.spots.values()} == {odds}
    with_zero = ["split:0-1", "split:0-2", "split:0-3", "street:0-1-2", "street:0-2-3", "corner:0-1-2-3"]
    assert [game.spots[name].clause for name in with_zero] == zero_spots
