"""Wagers, odds, wheels and terms as a floor plays them: laid at a terminal or on the cloth, and paid from the ledger.

What games compute is proved in `tests/unit/games`; here the same clauses are driven through a round.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor.commands import NotifyOfficial, RecordEquipment, RuleOnWager
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Verdict
from openetg.floor.pipeline import apply, decide
from openetg.floor.premises.founding import in_order
from openetg.floor.state import Floor
from openetg.money import cents
from openetg.rulebook.load import load
from tests.marks import clause
from tests.powers import who_may
from tests.scripts import run_script

AT_MS = 1_900_000_000_000
EUROPEAN = tuple(
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26".split()  # noqa: SIM905
)


def thrown(spot: str, dice: str, back: str) -> None:
    """Ten dollars on a spot, three dice, and what is on the meter then of the hundred there were."""
    run_script(f"""
        rulebook interblock sic-bo
        note T1 100.00
        bets
        place T1 {spot} 10.00
        shake
        close timer
        rest {dice}
        expect meter T1 {back}
        expect balanced
    """)


@clause("interblock", "5.4.1.1", "5.5")
@pytest.mark.parametrize(("dice", "back"), [("1-1-2", "110.00"), ("2-4-4", "110.00"), ("2-2-2", "90.00")])
def test_interblock_small_wins_on_four_to_ten_but_for_triples(dice: str, back: str) -> None:
    thrown("small", dice, back)


@clause("interblock", "5.4.1.2")
@pytest.mark.parametrize("dice", ["1-1-1", "3-3-3", "4-4-4", "5-6-6"])
def test_interblock_small_loses_on_any_other_total_and_on_any_triple(dice: str) -> None:
    thrown("small", dice, "90.00")


@clause("interblock", "5.4.3.1")
@pytest.mark.parametrize(("dice", "back"), [("1-4-6", "110.00"), ("5-6-6", "110.00"), ("4-4-4", "90.00")])
def test_interblock_big_wins_on_eleven_to_seventeen_but_for_triples(dice: str, back: str) -> None:
    thrown("big", dice, back)


@clause("interblock", "5.4.3.2")
@pytest.mark.parametrize("dice", ["6-6-6", "3-3-3", "1-1-2"])
def test_interblock_big_loses_on_any_other_total_and_on_any_triple(dice: str) -> None:
    thrown("big", dice, "90.00")


@clause("interblock", "5.4.3", "5.5")
@pytest.mark.parametrize(("dice", "back"), [("4-4-4", "2000.00"), ("4-4-5", "90.00")])
def test_interblock_a_named_triple_pays_a_hundred_and_ninety(dice: str, back: str) -> None:
    thrown("triple:4", dice, back)


@clause("interblock", "5.4.4", "5.5")
@pytest.mark.parametrize(("dice", "back"), [("3-3-5", "220.00"), ("3-3-3", "220.00"), ("3-5-5", "90.00")])
def test_interblock_a_double_pays_twelve(dice: str, back: str) -> None:
    thrown("double:3", dice, back)


@clause("interblock", "5.4.5", "5.5")
@pytest.mark.parametrize(("dice", "back"), [("2-2-2", "410.00"), ("2-2-3", "90.00")])
def test_interblock_any_triple_pays_thirty_one(dice: str, back: str) -> None:
    thrown("any-triple", dice, back)


@clause("interblock", "5.4.7", "5.5")
@pytest.mark.parametrize(("dice", "back"), [("1-2-5", "160.00"), ("1-1-2", "160.00"), ("1-1-5", "90.00")])
def test_interblock_a_combination_pays_six(dice: str, back: str) -> None:
    thrown("combination:1-2", dice, back)


@clause("interblock", "5.4.8", "5.5")
@pytest.mark.parametrize(
    ("dice", "back"), [("1-2-6", "110.00"), ("1-6-6", "120.00"), ("6-6-6", "220.00"), ("1-2-3", "90.00")]
)
def test_interblock_a_single_pays_by_how_often_it_falls(dice: str, back: str) -> None:
    thrown("single:6", dice, back)


@clause("interblock", "5.4")
@pytest.mark.parametrize("spot", ["total:3", "total:18", "combination:4-4", "triple:7"])
def test_interblock_no_other_sic_bo_wager_is_taken(spot: str) -> None:
    run_script(f"""
        rulebook interblock sic-bo
        note T1 100.00
        bets
        place T1 {spot} 10.00
        expect refused UNKNOWN_WAGER 5.4
        expect meter T1 100.00
    """)


ODDS = {"straight:17": "450.00", "split:14-17": "270.00", "street:16-17-18": "210.00", "corner:17-18-20-21": "180.00",
        "sixline:16-21": "150.00", "column:2": "120.00", "dozen:2": "120.00", "black": "110.00", "odd": "110.00",
        "low": "110.00", "red": "90.00", "even": "90.00", "high": "90.00"}  # fmt: skip
"""What is on the meter after ten of a hundred dollars lay there and seventeen fell."""


@clause("interblock", "5.1", "5.3")
@clause("ministar", "3.9.3")
@clause("novo-unity", "3.3")
@pytest.mark.parametrize("rulebook", ["interblock", "ministar", "novo-unity"])
@pytest.mark.parametrize(("spot", "meter"), ODDS.items())
def test_every_kind_of_spot_is_paid_its_odds_and_itself(rulebook: str, spot: str, meter: str) -> None:
    run_script(f"""
        rulebook {rulebook} roulette
        note T1 100.00
        bets
        place T1 {spot} 10.00
        spin
        drop
        rest 17
        expect meter T1 {meter}
        expect balanced
    """)


@clause("ministar", "3.9", "1.1.roulette")
@pytest.mark.parametrize("spot", ["split:5-9", "street:0-1-3", "straight:37", "straight:00", "corner:1-2-3-4"])
def test_ministar_what_is_not_in_the_list_is_refused(spot: str) -> None:
    run_script(f"""
        rulebook ministar roulette
        note T1 100.00
        bets
        place T1 {spot} 1.00
        expect refused UNKNOWN_WAGER 3.9
        expect meter T1 100.00
    """)


@clause("ministar", "3.9.2.9")
@pytest.mark.parametrize(
    ("number", "laid", "meter"),
    [("3", "9.00", "229.00"), ("0", "7.00", "216.00"), ("2", "12.00", "265.00"), ("17", "12.00", "256.00"),
     ("4", "9.00", "223.00"), ("34", "6.00", "193.00"), ("35", "8.00", "218.00")],
)  # fmt: skip
def test_ministar_complete_lays_a_chip_on_every_inside_spot_of_its_number(number: str, laid: str, meter: str) -> None:
    run_script(f"""
        rulebook ministar roulette
        note T1 100.00
        bets
        place T1 complete:{number} 1.00
        expect staked T1 {laid}
        spin
        drop
        rest {number}
        expect meter T1 {meter}
        expect balanced
    """)


ON_ZERO = ("straight:0", "split:0-1", "split:0-2", "split:0-3", "street:0-1-2", "street:0-2-3", "corner:0-1-2-3")


@clause("adelaide", "8(c)")
def test_adelaide_on_zero_seven_places_win_and_everything_else_loses_whole() -> None:
    losing = ("red", "even", "low", "dozen:1", "column:1", "straight:1", "split:1-2", "street:1-2-3", "corner:1-2-4-5")
    laid = "\n".join(f"place T1 {spot} 10.00" for spot in (*ON_ZERO, *losing))
    run_script(f"""
        rulebook adelaide roulette
        note T1 100.00
        note T1 100.00
        bets
        {laid}
        expect meter T1 40.00
        finish
        close
        spin
        rest 0
        expect meter T1 1270.00
        expect balanced
    """)


@clause("adelaide", "1")
@clause("interblock", "diagram.A")
@clause("ministar", "diagram-A")
@pytest.mark.parametrize(
    ("rulebook", "kind"), [("adelaide", "live"), ("interblock", "roulette"), ("ministar", "electronic")]
)
def test_a_wheel_in_another_order_is_not_put_into_use(rulebook: str, kind: str) -> None:
    book = load(rulebook).rulebook
    floor = Floor()
    commands = in_order(book, "A", kind, terminals=("T1",), notes=(cents(500),), at_ms=AT_MS)
    wheel = next(each for each in commands if isinstance(each, RecordEquipment) and each.part == "wheel")
    assert wheel.order == EUROPEAN
    for command in commands:
        verdict = decide(floor, command, AT_MS)
        assert isinstance(verdict, tuple), verdict
        for event in verdict:
            apply(floor, event)
    turned = (*EUROPEAN[5:], *EUROPEAN[:5])
    swapped = (EUROPEAN[1], EUROPEAN[0], *EUROPEAN[2:])
    assert isinstance(decide(floor, replace(wheel, order=turned, serial="w-2"), AT_MS), tuple), "a circle has no end"
    refused = decide(floor, replace(wheel, order=swapped, serial="w-3"), AT_MS)
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.NOT_FIT
    assert refused.clause


@clause("ministar", "1.1.casino-supervisor")
def test_ministar_a_games_supervisor_rules_on_a_late_wager_as_a_casino_supervisor_does() -> None:
    run = run_script("""
        rulebook ministar roulette
        note T1 100.00
        bets
        place T1 red 10.00
        spin
        drop
        expect phase CLOSED
    """)
    wish = RuleOnWager("", "", "T1", True, "red", cents(500), "he had called it", "A")
    able = who_may(run, lambda role, person: replace(wish, role=role, person=person))
    assert {"games_supervisor", "casino_supervisor"} <= able
    verdict = decide(run.stage.floor, replace(wish, role="games_supervisor", person="bob"), run.stage.at_ms)
    assert isinstance(verdict, tuple), verdict
    assert getattr(verdict[0], "role", "") == "games_supervisor", "the role that was held is on record"


@clause("novo-unity", "1.1:electronic_gaming_supervisor")
def test_novo_unity_what_is_an_electronic_gaming_supervisors_is_refused_to_others_by_its_clause() -> None:
    run_script("""
        rulebook novo-unity roulette
        note T1 100.00
        bets
        place T1 red 10.00
        invalidate dealer cause=fire "smoke"
        expect refused NO_POWER 8.8
        invalidate casino_supervisor cause=fire "smoke"
        expect refused NO_POWER 8.8
        breach casino_supervisor T1 8.10 "three together"
        expect refused NO_POWER 8.7
        invalidate electronic_game_supervisor cause=fire "smoke"
        expect cites 8.8
        expect meter T1 100.00
        expect balanced
    """)


@clause("ministar", "1.1")
@clause("interblock", "1.1")
@clause("novo-unity", "1.1")
@pytest.mark.parametrize("rulebook", ["ministar", "interblock", "novo-unity"])
def test_only_people_whom_the_terms_name_act_and_only_officials_are_told(rulebook: str) -> None:
    run = run_script(f"rulebook {rulebook} roulette\nterminal T1\nbets\nexpect balanced")
    floor, at_ms, roles = run.stage.floor, run.stage.at_ms, run.stage.rulebook.roles

    def told(role: str, official: str) -> Verdict:
        return decide(floor, NotifyOfficial(role, "ann", official, "A", "as the term says"), at_ms)

    for stranger in ("pit_boss", "shift_manager", "floor_manager"):
        verdict = told(stranger, "inspector")
        assert isinstance(verdict, Refusal)
        assert verdict.reason is Reason.UNKNOWN_ROLE
    for name, role in roles.items():
        verdict = told(name, "inspector")
        assert isinstance(verdict, tuple) is (role.of in {"floor", "operator"}), (name, verdict)
    for official in ("inspector", "authority"):
        verdict = told("casino_operator", official)
        assert isinstance(verdict, tuple)
        assert getattr(verdict[0], "official", "") == official
