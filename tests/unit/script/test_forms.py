"""Forms of the notation that a first version gets wrong: what is assumed, what is refused, and at which line."""

from __future__ import annotations

import pytest

from openetg.script.parse import parse
from openetg.script.run import play
from tests.marks import clause
from tests.scripts import run_script


@pytest.mark.parametrize(
    ("rulebook", "cause_clause", "role"),
    [
        ("ministar", "8.8.1", "assistant_gaming_manager"),
        ("interblock", "9.9.1", "assistant_gaming_manager"),
        ("novo-unity", "8.8.1", "electronic_gaming_supervisor"),
        ("adelaide", "12(b)i", "pit_boss"),
    ],
)
def test_a_fire_ends_the_newest_round_and_leaves_the_one_before(rulebook: str, cause_clause: str, role: str) -> None:
    confirmed = "finish \n close \n" if rulebook == "adelaide" else "close \n"
    run_script(f"""
        rulebook {rulebook} roulette
        note T1 100.00
        bets
        place T1 straight:17 10.00
        {confirmed}
        rest 17
        expect meter T1 450.00
        bets
        place T1 red 20.00
        void {role} cause=fire "fire now"
        expect cites {cause_clause}
        expect phase VOID
        expect meter T1 450.00
        expect outcome 17
    """)


@clause("money-wheel", "5.1")
@pytest.mark.parametrize("rest", ["rest a", "rest divider", "rest unread"])
def test_a_wheel_that_comes_to_rest_while_betting_is_open_voids_the_round(rest: str) -> None:
    run_script(f"""
        rulebook money-wheel money-wheel
        buy P1 100.00
        bets
        place P1 a 10.00
        {rest}
        expect phase VOID
        expect cites 5.1
        expect chips P1 100.00
    """)


@pytest.mark.parametrize(
    ("table", "spin"),
    [
        ("interblock roulette", "spin"),
        ("interblock sic-bo", "shake"),
        ("ministar roulette", "spin"),
        ("novo-unity roulette", "spin"),
    ],
)
def test_a_spin_may_be_spoken_of_after_the_close(table: str, spin: str) -> None:
    wager, outcome = ("small", "1-1-2") if "sic-bo" in table else ("red", "1")
    run_script(f"""
        rulebook {table}
        note T1 100.00
        bets
        place T1 {wager} 10.00
        close
        expect phase CLOSED
        {spin}
        rest {outcome}
        expect phase SETTLED
        expect meter T1 110.00
    """)


def test_what_was_odd_about_an_assumed_spin_still_counts() -> None:
    run_script("""
        rulebook ministar roulette
        note T1 100.00
        bets
        place T1 red 10.00
        close
        spin same-direction
        expect phase VOID
        expect meter T1 100.00
    """)


def test_a_terminal_that_was_only_named_stands_there() -> None:
    run_script("rulebook ministar roulette \n terminal T1 \n expect meter T1 0.00 \n expect staked T1 0.00")


@pytest.mark.parametrize(
    ("table", "limit"),
    [
        ("ministar roulette", "limit total max 50.00"),
        ("money-wheel money-wheel", "limit total max 50.00"),
        ("ministar roulette", "limit bananas max 10.00"),
        ("ministar roulette", "limit any min 10.00 max 5.00"),
    ],
)
def test_a_bad_sign_is_refused_at_its_own_line(table: str, limit: str) -> None:
    run_script(f"rulebook {table} \n {limit} \n expect refused")
    failure = play(f"rulebook {table}\n{limit}").failure
    assert failure is not None
    assert failure.line == 2


@clause("money-wheel", "3.1")
def test_a_symbol_has_limits_of_its_own() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        limit any max 100.00
        limit a max 10.00
        buy P1 100.00
        bets
        place P1 a 15.00
        place P1 b 15.00
        close
        rest a
        expect chips P1 95.00
    """)


def test_one_spot_may_have_limits_of_its_own() -> None:
    run_script("""
        rulebook ministar roulette
        limit straight max 20.00
        limit straight:0 max 5.00
        note T1 100.00
        bets
        place T1 straight:1 20.00
        place T1 straight:0 6.00
        expect refused ABOVE_MAXIMUM
    """)


def test_a_player_at_the_cloth_has_no_buttons() -> None:
    for button in ("max P1 red", "clear P1", "undo P1"):
        run_script(f"""
            rulebook adelaide roulette
            buy P1 100.00
            bets
            place P1 red 10.00
            {button}
            expect refused UNKNOWN_TERMINAL
        """)


def test_what_cannot_fall_is_a_slip_of_the_pen_and_not_a_fault() -> None:
    failure = play("rulebook ministar roulette \n note T1 5.00 \n bets \n drop \n rest banana").failure
    assert failure is not None
    assert "nothing called banana can fall" in failure.problem
    run_script("rulebook ministar roulette \n note T1 5.00 \n bets \n drop \n rest 37 \n expect phase VOID")


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    assert parse("\ufeffrulebook ministar roulette")[0].verb == "rulebook"


def test_another_table_is_added_and_only_on_switches_to_it() -> None:
    run_script("""
        rulebook interblock roulette
        rulebook interblock sic-bo as B
        limit any max 5.00
        note T1 100.00
        bets
        place T1 red 10.00
        on B
        bets
        place T1 big 10.00
        expect accepted 5.00
        expect meter T1 85.00
    """)


def test_what_is_founded_by_a_check_does_not_take_the_answer_of_the_step_before() -> None:
    run_script("""
        rulebook ministar roulette
        note T1 50.00
        rulebook interblock sic-bo as B
        expect balanced
        again
        expect meter T1 50.00
    """)
