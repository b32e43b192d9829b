"""Wagers of several pieces: what they cost, where their pieces lie, what they pay on every number."""

from __future__ import annotations

import pytest

from openetg.rulebook.schema.policies import Channel
from tests.marks import clause
from tests.payout_notation import check_pays, game_of

WHEEL = [
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
    5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
]  # fmt: skip
SERIES = "18 on 5 8 10 11 13 16 23 24 27 30 33 36"
ORPHANS = "36 on 1 17; 18 on 6 9 14 20 31 34"
OF_ZERO = "24 on 0 2 3; 18 on 25 26 28 29 4 7 12 15 18 21 19 22 32 35"


@pytest.mark.parametrize(
    ("rulebook", "wager", "costs", "pays"),
    [
        pytest.param(
            "ministar", "zero-game", 4, "36 on 26; 18 on 0 3 12 15 32 35", marks=clause("ministar", "3.9.2.1")
        ),
        pytest.param("ministar", "neighbours-of-zero", 9, OF_ZERO, marks=clause("ministar", "3.9.2.2")),
        pytest.param("ministar", "orphans", 5, ORPHANS, marks=clause("ministar", "3.9.2.3")),
        pytest.param("ministar", "small-series", 6, SERIES, marks=clause("ministar", "3.9.2.4")),
        pytest.param("ministar", "neighbours:17", 5, "36 on 2 25 17 34 6", marks=clause("ministar", "3.9.2.5")),
        pytest.param("ministar", "neighbours:0", 5, "36 on 3 26 0 32 15", marks=clause("ministar", "3.9.2.5")),
        pytest.param("ministar", "neighbours:26", 5, "36 on 35 3 26 0 32", marks=clause("ministar", "3.9.2.5")),
        pytest.param("ministar", "red-splits", 4, "18 on 9 12 16 19 18 21 27 30", marks=clause("ministar", "3.9.2.6")),
        pytest.param(
            "ministar",
            "black-splits",
            7,
            "36 on 10 11 28 29; 18 on 8 13 17 20 26 31",
            marks=clause("ministar", "3.9.2.7"),
        ),
        pytest.param(
            "ministar", "red-snake", 12, "36 on 1 5 9 12 14 16 19 23 27 30 32 34", marks=clause("ministar", "3.9.2.8")
        ),
        pytest.param("ministar", "final:5", 4, "36 on 5 15 25 35", marks=clause("ministar", "3.9.2.10")),
        pytest.param("ministar", "final:0", 4, "36 on 0 10 20 30", marks=clause("ministar", "3.9.2.10")),
        pytest.param("ministar", "final:8", 3, "36 on 8 18 28", marks=clause("ministar", "3.9.2.10")),
        pytest.param("interblock", "small-series", 6, SERIES, marks=clause("interblock", "5.2.1")),
        pytest.param("interblock", "orphans", 5, ORPHANS, marks=clause("interblock", "5.2.2")),
        pytest.param("interblock", "neighbours-of-zero", 9, OF_ZERO, marks=clause("interblock", "5.2.3")),
        pytest.param("interblock", "neighbours:17", 3, "36 on 25 17 34", marks=clause("interblock", "5.2.4")),
        pytest.param("interblock", "neighbours:0", 3, "36 on 26 0 32", marks=clause("interblock", "5.2.4")),
        pytest.param("interblock", "neighbours:26", 3, "36 on 3 26 0", marks=clause("interblock", "5.2.4")),
        pytest.param("adelaide", "neighbours:0", 5, "36 on 0 3 15 26 32", marks=clause("adelaide", "5.1(a)")),
    ],
)
def test_a_special_costs_its_pieces_and_pays_each_by_its_spot(
    rulebook: str, wager: str, costs: int, pays: str, request: pytest.FixtureRequest
) -> None:
    (mark,) = request.node.iter_markers("clause")
    assert game_of(rulebook, "roulette").wagers[wager].clause == mark.args[1]
    check_pays(rulebook, wager, pays, costs=costs)


@clause("ministar", "3.9.2.9")
@pytest.mark.parametrize(
    ("number", "costs", "pays"),
    [(3, 9, 138), (0, 7, 123), (2, 12, 177), (17, 12, 168), (4, 9, 132), (34, 6, 99), (35, 8, 126)],
)
def test_complete_is_one_chip_on_every_inside_spot_of_the_number(number: int, costs: int, pays: int) -> None:
    wager = game_of("ministar").wagers[f"complete:{number}"]
    assert wager.units == len(wager.pieces) == costs
    assert wager.returns[number] == pays


@clause("ministar", "3.9.2.9")
def test_complete_three_is_the_printed_example() -> None:
    pieces = {piece.spot for piece in game_of("ministar").wagers["complete:3"].pieces}
    assert pieces == {
        "corner:0-1-2-3", "street:1-2-3", "sixline:1-6", "split:0-3", "split:2-3", "split:3-6",
        "street:0-2-3", "corner:2-3-5-6", "straight:3",
    }  # fmt: skip


@pytest.mark.parametrize(("rulebook", "reach"), [("ministar", 2), ("interblock", 1), ("adelaide", 2)])
def test_neighbours_of_every_number_lie_round_the_closed_wheel(rulebook: str, reach: int) -> None:
    wagers = game_of(rulebook, "roulette").wagers
    for number in range(37):
        middle = WHEEL.index(number) + 37
        sector = [number]
        for step in range(1, reach + 1):
            sector += [(WHEEL * 3)[middle - step], (WHEEL * 3)[middle + step]]
        pieces = wagers[f"neighbours:{number}"].pieces
        assert [piece.spot for piece in pieces] == [f"straight:{n}" for n in sector], "the number first, then outward"


@clause("adelaide", "5.1(a)")
def test_every_printed_set_of_neighbours() -> None:
    printed = {1: "16 33 1 20 14", 5: "23 10 5 24 16", 13: "6 27 13 36 11", 26: "35 3 26 0 32", 36: "27 13 36 11 30"}
    for number, numbers in printed.items():
        check_pays("adelaide", f"neighbours:{number}", f"36 on {numbers}", costs=5)


def test_final_bets_cover_each_number_once() -> None:
    wagers = game_of("ministar").wagers
    finals = [piece.spot for digit in range(10) for piece in wagers[f"final:{digit}"].pieces]
    assert sorted(finals) == sorted(f"straight:{n}" for n in range(37))
    assert [wagers[f"final:{digit}"].units for digit in range(10)] == [4, 4, 4, 4, 4, 4, 4, 3, 3, 3]


def test_red_and_black_splits_are_all_splits_of_one_colour() -> None:
    game = game_of("ministar")
    red = set(game.spots["red"].covers)
    for name, same in (("red-splits", red), ("black-splits", set(game.spots["black"].covers))):
        of_colour = {spot for spot in game.spots if spot.startswith("split:") and set(game.spots[spot].covers) <= same}
        assert {piece.spot for piece in game.wagers[name].pieces} == of_colour


def test_only_the_specials_of_each_rulebook_are_offered() -> None:
    kinds = {name: {wager.kind for wager in game_of(name, "roulette").wagers.values() if len(wager.pieces) > 1}
             for name in ("ministar", "interblock", "novo-unity", "adelaide")}  # fmt: skip
    assert len(kinds["ministar"]) == 10
    assert kinds["interblock"] == {"small-series", "orphans", "neighbours-of-zero", "neighbours"}
    assert kinds["novo-unity"] == set()
    assert kinds["adelaide"] == {"neighbours"}


def test_adelaide_neighbours_are_for_the_cloth_only() -> None:
    assert {wager.channels for wager in game_of("adelaide").wagers.values()} == {None, (Channel.CLOTH,)}
    assert game_of("adelaide").wagers["neighbours:7"].channels == (Channel.CLOTH,)


@pytest.mark.parametrize("rulebook", ["ministar", "interblock", "adelaide"])
def test_a_special_is_the_sum_of_its_pieces_on_every_number(rulebook: str) -> None:
    game = game_of(rulebook, "roulette")
    for wager in game.wagers.values():
        summed = [sum(piece.units * game.wagers[piece.spot].returns[n] for piece in wager.pieces) for n in range(37)]
        assert list(wager.returns) == summed, wager.name
        assert sum(wager.returns) == 36 * wager.units
