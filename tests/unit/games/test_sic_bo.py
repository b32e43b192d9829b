"""Sic Bo on every one of the 216 ways three dice can fall, judged here from the faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, product

import pytest

from openetg.games.paytable import Game
from tests.marks import clause
from tests.payout_notation import game_of

WAYS = list(product(range(1, 7), repeat=3))
TOTALS = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6, 11: 6, 12: 7, 13: 8, 14: 12, 15: 18, 16: 31, 17: 62}


def game() -> Game:
    return game_of("interblock", "sic-bo")


def expected(name: str, dice: tuple[int, ...]) -> int:
    """What one unit returns, from the words of the rules."""
    kind, _, label = name.partition(":")
    numbers = [int(part) for part in label.split("-")] if label else []
    triple = dice[0] == dice[1] == dice[2]
    judges: dict[str, Callable[[], int]] = {
        "small": lambda: 2 if 4 <= sum(dice) <= 10 and not triple else 0,
        "big": lambda: 2 if 11 <= sum(dice) <= 17 and not triple else 0,
        "triple": lambda: 191 if dice == (numbers[0],) * 3 else 0,
        "any-triple": lambda: 32 if triple else 0,
        "double": lambda: 13 if dice.count(numbers[0]) in (2, 3) else 0,
        "total": lambda: TOTALS[numbers[0]] + 1 if sum(dice) == numbers[0] else 0,
        "combination": lambda: 7 if numbers[0] in dice and numbers[1] in dice else 0,
        "single": lambda: [0, 2, 3, 13][dice.count(numbers[0])],
    }
    return judges[kind]()


def returned(name: str, dice: tuple[int, ...]) -> int:
    outcome = "-".join(str(face) for face in sorted(dice))
    return game().wagers[name].returns[game().outcomes.index(outcome)]


@clause("interblock", "5.4")
def test_fifty_wagers_and_no_other() -> None:
    names = {"small", "big", "any-triple"} | {f"total:{total}" for total in range(4, 18)}
    names |= {f"{kind}:{face}" for kind in ("triple", "double", "single") for face in range(1, 7)}
    names |= {f"combination:{low}-{high}" for low, high in combinations(range(1, 7), 2)}
    assert set(game().wagers) == names
    assert len(names) == 50
    assert not {"total:3", "total:18", "combination:4-4"} & set(game().wagers)


def test_the_outcomes_are_the_56_falls_weighted_out_of_216() -> None:
    ways = Counter("-".join(map(str, sorted(dice))) for dice in WAYS)
    assert dict(zip(game().outcomes, game().weights, strict=True)) == ways
    assert (len(ways), sum(ways.values())) == (56, 216)
    assert list(game().outcomes) == sorted(game().outcomes)


@clause("interblock", "5.5")
def test_every_wager_on_every_fall() -> None:
    for name in game().wagers:
        for dice in WAYS:
            assert returned(name, dice) == expected(name, dice), (name, dice)


@clause("interblock", "5.5")
@pytest.mark.parametrize(
    ("name", "over_216"),
    [("triple:4", 191), ("any-triple", 192), ("double:1", 208), ("small", 210), ("big", 210), ("single:6", 208),
     ("combination:1-6", 210), ("total:4", 189), ("total:17", 189), ("total:5", 192), ("total:16", 192),
     ("total:6", 190), ("total:15", 190), ("total:7", 195), ("total:14", 195), ("total:8", 189), ("total:13", 189),
     ("total:9", 200), ("total:12", 200), ("total:10", 189), ("total:11", 189)],
)  # fmt: skip
def test_what_one_unit_brings_back_over_all_216(name: str, over_216: int) -> None:
    wager = game().wagers[name]
    assert sum(weight * back for weight, back in zip(game().weights, wager.returns, strict=True)) == over_216


@pytest.mark.parametrize(
    ("name", "pays"),
    [
        pytest.param(
            "small", {(1, 1, 2): 2, (2, 4, 4): 2, (2, 2, 2): 0, (3, 3, 3): 0}, marks=clause("interblock", "5.4.1.1")
        ),
        pytest.param(
            "small",
            {(1, 1, 1): 0, (2, 2, 2): 0, (3, 3, 3): 0, (4, 4, 4): 0, (5, 6, 6): 0},
            marks=clause("interblock", "5.4.1.2"),
        ),
        pytest.param(
            "big", {(1, 4, 6): 2, (5, 6, 6): 2, (4, 4, 4): 0, (5, 5, 5): 0}, marks=clause("interblock", "5.4.3.1")
        ),
        pytest.param(
            "big",
            {(6, 6, 6): 0, (5, 5, 5): 0, (4, 4, 4): 0, (3, 3, 3): 0, (1, 1, 2): 0},
            marks=clause("interblock", "5.4.3.2"),
        ),
        pytest.param("triple:4", {(4, 4, 4): 191, (4, 4, 5): 0, (5, 5, 5): 0}, marks=clause("interblock", "5.4.3")),
        pytest.param("double:3", {(3, 3, 5): 13, (3, 3, 3): 13, (3, 5, 5): 0}, marks=clause("interblock", "5.4.4")),
        pytest.param("any-triple", {(2, 2, 2): 32, (2, 2, 3): 0}, marks=clause("interblock", "5.4.5")),
        pytest.param("total:9", {(3, 3, 3): 8, (1, 2, 6): 8, (4, 4, 4): 0}, marks=clause("interblock", "5.4.6")),
        pytest.param("total:12", {(3, 3, 3): 0, (4, 4, 4): 8}, marks=clause("interblock", "5.4.6")),
        pytest.param(
            "combination:1-2", {(1, 2, 5): 7, (1, 1, 2): 7, (1, 1, 5): 0}, marks=clause("interblock", "5.4.7")
        ),
        pytest.param(
            "single:6", {(1, 2, 6): 2, (1, 6, 6): 3, (6, 6, 6): 13, (1, 2, 3): 0}, marks=clause("interblock", "5.4.8")
        ),
    ],
)
def test_the_cases_of_the_register(name: str, pays: dict[tuple[int, ...], int]) -> None:
    assert {dice: returned(name, dice) for dice in pays} == pays


@clause("interblock", "5.4.1", "5.4.2")
def test_small_and_big_win_in_105_ways_each_and_never_together() -> None:
    small = {dice for dice in WAYS if returned("small", dice)}
    big = {dice for dice in WAYS if returned("big", dice)}
    assert (len(small), len(big), len(small & big)) == (105, 105, 0)


@clause("interblock", "5.4.1", "5.4.2", "5.4.3", "5.4.4", "5.4.5", "5.4.6", "5.4.7", "5.4.8")
def test_every_wager_cites_its_own_clause_and_that_of_the_odds() -> None:
    cited = {"small": "5.4.1", "big": "5.4.2", "triple": "5.4.3", "double": "5.4.4", "any-triple": "5.4.5",
             "total": "5.4.6", "combination": "5.4.7", "single": "5.4.8"}  # fmt: skip
    for wager in game().wagers.values():
        assert wager.clause == cited[wager.kind]
        assert game().spots[wager.name].odds_clause == "5.5"
    assert game().clause == "5.4"
