"""A sixth rulebook is data alone: four that nobody wrote code for, held against totals worked out here by hand.

The expected sets, odds and returns come from the printed layout and from counting, never from the package: each
rulebook is asked through the command line, as a stranger with a folder would ask it.
"""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from openetg.cli.main import etg
from openetg.rulebook.citations import citations
from openetg.rulebook.load import load

FOLDERS = Path(__file__).parents[2] / "data" / "rulebooks"
GAMES = {"double-zero": "roulette", "la-partage": "roulette", "big-six": "money-wheel", "macau": "sic-bo"}

Returns = dict[str, dict[str, Fraction]]
"""Per wager and outcome, what comes back for one unit, the unit included."""

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
NUMBERS = range(1, 37)


def ask(*words: object) -> Any:
    """What `etg … --json` answers."""
    result = CliRunner().invoke(etg, [*map(str, words), "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@cache
def paytable(rulebook: str) -> Any:
    return ask("paytable", FOLDERS / rulebook, "--game", GAMES[rulebook])


def edited(to: Path, rulebook: str, old: str, new: str) -> Path:
    """A copy of a rulebook with one thing changed."""
    folder = Path(shutil.copytree(FOLDERS / rulebook, to / rulebook))
    text = (folder / "rulebook.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / "rulebook.toml").write_text(text.replace(old, new), encoding="utf-8")
    return folder


def weights_of(rulebook: str) -> dict[str, int]:
    return {each["outcome"]: each["weight"] for each in paytable(rulebook)["outcomes"]}


def returns_of(rulebook: str) -> Returns:
    """The paytable of the package, per single unit."""
    outcomes = list(weights_of(rulebook))
    return {
        name: {
            outcome: Fraction(back, wager["scale"])
            for outcome, back in zip(outcomes, wager["returns"], strict=True)
        }
        for name, wager in paytable(rulebook)["wagers"].items()
    }  # fmt: skip


def shown_returns(rulebook: str) -> dict[str, str]:
    """The return to player that `etg wagers` shows."""
    answer = ask("wagers", FOLDERS / rulebook, "--game", GAMES[rulebook])
    return {each["wager"]: each["return"] for each in answer["wagers"]}


def mean(back: dict[str, Fraction], weights: dict[str, int]) -> Fraction:
    return sum((back[outcome] * weight for outcome, weight in weights.items()), Fraction(0)) / sum(weights.values())


# Roulette: every set of numbers from where they lie on the layout, three to a row.


def name(kind: str, *numbers: object) -> str:
    return f"{kind}:{'-'.join(map(str, numbers))}"


def covered_by_all_tables() -> dict[str, tuple[int, set[str]]]:
    """The wagers on 1 to 36 that every table has: what each pays to 1, and its numbers."""
    found: dict[str, tuple[int, set[int]]] = {name("straight", n): (35, {n}) for n in NUMBERS}
    for a, b in combinations(NUMBERS, 2):
        beside, below = b - a == 1 and a % 3 != 0, b - a == 3
        if beside or below:
            found[name("split", a, b)] = (17, {a, b})
    for first in NUMBERS[::3]:
        found[name("street", first, first + 1, first + 2)] = (11, {first, first + 1, first + 2})
        if first < 34:
            found[name("sixline", first, first + 5)] = (5, set(range(first, first + 6)))
    for n in range(1, 33):
        if n % 3 != 0:
            found[name("corner", n, n + 1, n + 3, n + 4)] = (8, {n, n + 1, n + 3, n + 4})
    for third in (1, 2, 3):
        found[name("column", third)] = (2, {n for n in NUMBERS if (n - third) % 3 == 0})
        found[name("dozen", third)] = (2, {n for n in NUMBERS if (n + 11) // 12 == third})
    even = {n for n in NUMBERS if n % 2 == 0}
    found |= {"low": (1, set(range(1, 19))), "high": (1, set(range(19, 37))), "even": (1, even)}
    found |= {"odd": (1, set(NUMBERS) - even), "red": (1, RED), "black": (1, set(NUMBERS) - RED)}
    return {wager: (odds, {str(n) for n in numbers}) for wager, (odds, numbers) in found.items()}


def roulette_returns(zeros: tuple[str, ...], with_zeros: dict[str, tuple[int, set[str]]]) -> Returns:
    """Every wager on every pocket: odds plus the unit on its numbers, nothing elsewhere."""
    pockets = [*zeros, *map(str, NUMBERS)]
    return {
        wager: {pocket: Fraction(odds + 1 if pocket in numbers else 0) for pocket in pockets}
        for wager, (odds, numbers) in (covered_by_all_tables() | with_zeros).items()
    }


def at(odds: int, kind: str, *sets: str) -> dict[str, tuple[int, set[str]]]:
    return {f"{kind}:{numbers}": (odds, set(numbers.split("-"))) for numbers in sets}


DOUBLE_ZERO = {
    **at(35, "straight", "0", "00"),
    **at(17, "split", "0-00", "0-1", "0-2", "00-2", "00-3"),
    **at(11, "street", "0-1-2", "0-00-2", "00-2-3"),
    "topline": (6, {"0", "00", "1", "2", "3"}),
}
SINGLE_ZERO = {
    **at(35, "straight", "0"),
    **at(17, "split", "0-1", "0-2", "0-3"),
    **at(11, "street", "0-1-2", "0-2-3"),
    **at(8, "corner", "0-1-2-3"),
}
EVEN_CHANCES = ("low", "high", "even", "odd", "red", "black")


def double_zero_returns() -> Returns:
    return roulette_returns(("0", "00"), DOUBLE_ZERO)


def la_partage_returns() -> Returns:
    expected = roulette_returns(("0",), SINGLE_ZERO)
    for chance in EVEN_CHANCES:
        expected[chance]["0"] = Fraction(1, 2)
    return expected


# Big Six: 54 segments.

SEGMENTS = {"1": 24, "2": 15, "5": 7, "10": 4, "20": 2, "joker": 1, "star": 1}
SYMBOL_PAYS = {"1": 1, "2": 2, "5": 5, "10": 10, "20": 20, "joker": 40, "star": 40}


def big_six_returns() -> Returns:
    return {
        f"symbol:{symbol}": {other: Fraction(pays + 1 if other == symbol else 0) for other in SEGMENTS}
        for symbol, pays in SYMBOL_PAYS.items()
    }


# Sic Bo: the 216 ways three dice can fall.

WAYS = list(product(range(1, 7), repeat=3))
TOTAL_PAYS = {4: 50, 5: 18, 6: 14, 7: 12, 8: 8, 9: 6, 10: 6, 11: 6, 12: 6, 13: 8, 14: 12, 15: 14, 16: 18, 17: 50}


def macau_pays(wager: str, dice: tuple[int, ...]) -> int | None:
    """What one wager pays to 1 on one way of falling, or nothing."""
    kind, _, label = wager.partition(":")
    total, triple = sum(dice), len(set(dice)) == 1
    shown = {face: dice.count(face) for face in range(1, 7)}
    match kind:
        case "small":
            return 1 if 4 <= total <= 10 and not triple else None
        case "big":
            return 1 if 11 <= total <= 17 and not triple else None
        case "any-triple":
            return 24 if triple else None
        case "triple":
            return 150 if shown[int(label)] == 3 else None
        case "double":
            return 8 if shown[int(label)] >= 2 else None
        case "total":
            return TOTAL_PAYS[total] if total == int(label) else None
        case "combination":
            return 5 if all(shown[int(face)] for face in label.split("-")) else None
        case _:
            return shown[int(label)] or None


def macau_wagers() -> list[str]:
    faces = range(1, 7)
    by_face = [f"{kind}:{face}" for kind in ("triple", "double", "single") for face in faces]
    pairs = [f"combination:{a}-{b}" for a, b in combinations(faces, 2)]
    return ["small", "big", "any-triple", *by_face, *pairs, *(f"total:{total}" for total in TOTAL_PAYS)]


def macau_returns() -> Returns:
    """By enumeration; ways with the same three faces must agree, since the order of dice is of no account."""
    found: Returns = {}
    for wager in macau_wagers():
        found[wager] = {}
        for dice in WAYS:
            pays = macau_pays(wager, dice)
            back = Fraction(0 if pays is None else pays + 1)
            assert found[wager].setdefault("-".join(map(str, sorted(dice))), back) == back
    return found


EXPECTED = {
    "double-zero": double_zero_returns,
    "la-partage": la_partage_returns,
    "big-six": big_six_returns,
    "macau": macau_returns,
}


@pytest.mark.parametrize(
    ("rulebook", "wagers"), [("double-zero", 161), ("la-partage", 157), ("big-six", 7), ("macau", 50)]
)
def test_the_number_of_wagers(rulebook: str, wagers: int) -> None:
    assert len(paytable(rulebook)["wagers"]) == len(EXPECTED[rulebook]()) == wagers


@pytest.mark.parametrize("rulebook", GAMES)
def test_every_wager_on_every_outcome(rulebook: str) -> None:
    assert returns_of(rulebook) == EXPECTED[rulebook]()


@pytest.mark.parametrize("rulebook", GAMES)
def test_shown_returns_are_those_counted(rulebook: str) -> None:
    weights = weights_of(rulebook)
    counted = {wager: mean(back, weights) for wager, back in EXPECTED[rulebook]().items()}
    assert {wager: Fraction(text) for wager, text in shown_returns(rulebook).items()} == counted


@pytest.mark.parametrize("rulebook", GAMES)
def test_it_is_whole_and_says_that_it_is_invented(rulebook: str) -> None:
    assert ask("check", FOLDERS / rulebook) == {"problems": []}
    (answer,) = ask("rulebooks", FOLDERS / rulebook)
    assert answer["id"] == rulebook
    assert "invented" in answer["title"]


def test_a_relative_path_is_a_rulebook(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[3])
    answer = ask("wagers", "tests/data/rulebooks/double-zero", "--game", "roulette")
    assert (answer["rulebook"], answer["game"], len(answer["wagers"])) == ("double-zero", "roulette", 161)


@pytest.mark.parametrize("rulebook", GAMES)
def test_every_clause_of_its_register_is_cited(rulebook: str) -> None:
    loaded = load(str(FOLDERS / rulebook))
    assert loaded.register.ids() == {citation.clause for citation in citations(loaded.rulebook)}


# Double zero


def test_the_american_wheel_has_38_pockets_of_one_weight() -> None:
    assert weights_of("double-zero") == dict.fromkeys(["0", "00", *map(str, NUMBERS)], 1)


def test_on_38_pockets_all_return_36_of_38_and_the_top_line_35() -> None:
    shown = {wager: Fraction(text) for wager, text in shown_returns("double-zero").items()}
    assert shown.pop("topline") == Fraction(35, 38)
    assert set(shown.values()) == {Fraction(36, 38)}


def test_the_double_zero_is_a_number_of_its_own() -> None:
    answer = ask("settle", FOLDERS / "double-zero", "--outcome", "00", "straight:00=1", "straight:0=1", "split:0-00=1",
                 "topline=1", "street:0-00-2=1", "even=1")  # fmt: skip
    paid = {each["wager"]: each["returned"] for each in answer["wagers"]}
    assert paid == {"straight:00": "36.00", "straight:0": "0.00", "split:0-00": "18.00", "topline": "7.00",
                    "street:0-00-2": "12.00", "even": "0.00"}  # fmt: skip


def test_specials_follow_the_american_wheel(tmp_path: Path) -> None:
    folder = edited(
        tmp_path,
        "double-zero",
        "settled_as_placed = {",
        'special = { policy = "all_or_none", clause = "5.1" }\nsettled_as_placed = {',
    )
    with (folder / "rulebook.toml").open("a", encoding="utf-8") as file:
        file.write(
            "[games.roulette.specials]\n"
            'neighbours = { title = "Neighbours", clause = "5.1", family = "wheel-neighbours", reach = 2 }\n'
            'final = { title = "Final", clause = "5.1", family = "final-digit" }\n'
        )
    wagers = ask("paytable", folder)["wagers"]
    numbers = {
        wager: [piece["spot"].removeprefix("straight:") for piece in wagers[wager]["pieces"]] for wager in wagers
    }
    assert numbers["neighbours:00"] == ["00", "1", "27", "13", "10"]
    assert numbers["neighbours:0"] == ["0", "2", "28", "14", "9"]
    assert sorted(numbers["final:0"]) == ["0", "00", "10", "20", "30"]
    assert len(wagers) == 161 + 38 + 10


# La partage


def test_half_of_an_even_chance_comes_back_on_zero() -> None:
    shown = {wager: Fraction(text) for wager, text in shown_returns("la-partage").items()}
    assert {shown.pop(chance) for chance in EVEN_CHANCES} == {Fraction(73, 74)}
    assert Fraction(73, 74) == Fraction(36, 37) + Fraction(1, 74)
    assert set(shown.values()) == {Fraction(36, 37)}


def test_the_french_wheel_has_37_pockets_of_one_weight() -> None:
    assert weights_of("la-partage") == dict.fromkeys(["0", *map(str, NUMBERS)], 1)


def test_only_even_chances_need_a_scale_of_two() -> None:
    scales = {wager: each["scale"] for wager, each in paytable("la-partage")["wagers"].items()}
    assert {wager for wager, scale in scales.items() if scale == 2} == set(EVEN_CHANCES)
    assert set(scales.values()) == {1, 2}
    assert paytable("la-partage")["wagers"]["red"]["returns"][:4] == [1, 4, 0, 4]


@pytest.mark.parametrize(
    ("rounding", "amount", "returned"),
    [
        ("down", "0.01", "0.00"), ("up", "0.01", "0.01"), ("nearest", "0.01", "0.01"),
        ("down", "0.05", "0.02"), ("up", "0.05", "0.03"), ("nearest", "0.05", "0.03"),
        ("down", "2.51", "1.25"), ("up", "2.51", "1.26"), ("nearest", "2.51", "1.26"),
        ("down", "2.50", "1.25"), ("up", "2.50", "1.25"), ("nearest", "2.50", "1.25"),
    ],
)  # fmt: skip
def test_the_odd_cent_goes_where_the_rulebook_says(tmp_path: Path, rounding: str, amount: str, returned: str) -> None:
    folder = edited(tmp_path, "la-partage", 'rounding = { policy = "down"', f'rounding = {{ policy = "{rounding}"')
    answer = ask("settle", folder, "--outcome", "0", f"red={amount}", f"straight:17={amount}")
    assert [each["returned"] for each in answer["wagers"]] == [returned, "0.00"]
    assert (answer["won"], answer["returned"]) == ("0.00", returned)


def test_the_clause_that_gave_half_back_is_cited() -> None:
    answer = ask("settle", FOLDERS / "la-partage", "--outcome", "0", "red=1.00")
    assert "5.4" in answer["wagers"][0]["clauses"]


# Big Six


def test_big_six_symbol_by_symbol() -> None:
    assert weights_of("big-six") == SEGMENTS
    assert sum(SEGMENTS.values()) == 54
    assert shown_returns("big-six") == {
        "symbol:1": "8/9",  # 24 × 2 of 54
        "symbol:2": "5/6",  # 15 × 3
        "symbol:5": "7/9",  # 7 × 6
        "symbol:10": "22/27",  # 4 × 11
        "symbol:20": "7/9",  # 2 × 21
        "symbol:joker": "41/54",
        "symbol:star": "41/54",
    }


# Macau


def test_the_56_rolls_weigh_216() -> None:
    counted: dict[str, int] = {}
    for dice in WAYS:
        roll = "-".join(map(str, sorted(dice)))
        counted[roll] = counted.get(roll, 0) + 1
    assert weights_of("macau") == counted
    assert (len(counted), sum(counted.values())) == (56, 216)


@pytest.mark.parametrize(
    ("wager", "back"),
    [
        ("small", 210), ("big", 210), ("triple:6", 151), ("any-triple", 6 * 25), ("double:1", 16 * 9),
        ("total:4", 3 * 51), ("total:9", 25 * 7), ("total:12", 25 * 7), ("combination:1-6", 30 * 6),
        ("single:3", 75 * 2 + 15 * 3 + 1 * 4),
    ],
)  # fmt: skip
def test_macau_returns_by_hand(wager: str, back: int) -> None:
    assert Fraction(shown_returns("macau")[wager]) == Fraction(back, 216)
