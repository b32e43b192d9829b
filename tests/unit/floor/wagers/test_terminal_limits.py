"""Limits on terminals, as each instrument has them: refuse, trim, or take and return at the close."""

from __future__ import annotations

import pytest

from openetg.floor.commands import SetLimits, Sign
from openetg.floor.core.refusals import Reason, Refusal
from openetg.money import cents
from tests.marks import clause
from tests.one_table import TABLE, play
from tests.payout_notation import playable
from tests.scripts import run_script

REFUSING = [("ministar", "1.1.minimum-bet", "1.1.maximum-bet"), ("novo-unity", "1.1:minimum_bet", "1.1:max_bet"),
            ("adelaide", "7(h)v", "7(h)v")]  # fmt: skip


@clause("adelaide", "7(h)v")
@clause("novo-unity", "1.1:minimum_bet", "1.1:max_bet")
@clause("ministar", "1.1.minimum-bet", "1.1.maximum-bet")
@pytest.mark.parametrize(("book", "least", "most"), REFUSING)
def test_three_instruments_refuse_what_is_outside_the_limits(book: str, least: str, most: str) -> None:
    stand = "table stand-alone" if book == "adelaide" else ""
    run_script(f"""
        rulebook {book} roulette
        {stand}
        limit any min 5.00 max 100.00
        note T1 100.00
        note T1 100.00
        bets
        place T1 black 50.00
        place T1 red 2.00
        expect refused BELOW_MINIMUM {least}
        place T1 red 5.00
        expect accepted 5.00
        place T1 red 1.00
        take T1 red 3.00
        expect refused BELOW_MINIMUM {least}
        expect spot T1 red 6.00
        take T1 red 6.00
        expect spot T1 red 0.00
        place T1 red 95.00
        place T1 red 10.00
        expect refused ABOVE_MAXIMUM {most}
        expect spot T1 red 95.00
        place T1 red 5.00
        expect accepted 5.00
        double T1
        expect refused ABOVE_MAXIMUM {most}
        move T1 black red 10.00
        expect refused ABOVE_MAXIMUM {most}
        move T1 black low 47.00
        expect refused BELOW_MINIMUM {least}
        expect meter T1 50.00
    """)


@clause("adelaide", "7(h)v")
@clause("novo-unity", "1.1:minimum_bet")
@pytest.mark.parametrize(("book", "clause_"), [("adelaide", "7(h)v"), ("novo-unity", "1.1:minimum_bet")])
def test_a_step_is_counted_from_the_minimum_and_what_is_off_it_is_refused(book: str, clause_: str) -> None:
    stand = "table stand-alone" if book == "adelaide" else ""
    run_script(f"""
        rulebook {book} roulette
        {stand}
        limit red min 5.00 step 10.00
        limit black min 5.00
        note T1 100.00
        bets
        place T1 red 10.00
        expect refused OFF_STEP {clause_}
        place T1 red 15.00
        expect accepted 15.00
        place T1 black 7.00
        expect accepted 7.00
    """)


@clause("novo-unity", "1.1:maximum_bet")
def test_novo_unity_the_maximum_bet_is_the_total_of_one_spin() -> None:
    places = "\n".join(f"place T1 straight:{number} 10.00" for number in range(1, 11))
    run_script(f"""
        rulebook novo-unity roulette
        limit total max 100.00
        note T1 100.00
        note T1 100.00
        bets
        {places}
        place T1 red 0.01
        expect refused ABOVE_TOTAL 1.1:maximum_bet
        place T1 straight:1 5.00
        expect refused ABOVE_TOTAL 1.1:maximum_bet
        double T1
        expect refused ABOVE_TOTAL 1.1:maximum_bet
        move T1 straight:1 red 10.00
        expect spot T1 red 10.00
        take T1 red 10.00
        place T1 straight:1 10.00
        expect staked T1 100.00
        limit total max 200.00
        place T1 red 0.01
        expect refused ABOVE_TOTAL 1.1:maximum_bet
        spin
        drop
        rest 20
        bets
        note T1 100.00
        place T1 red 150.00
        expect accepted 150.00
    """)
    table = play("novo-unity", kind="automatic")
    for role in playable("novo-unity").rulebook.roles:
        verdict = table.give(SetLimits(TABLE, {"sum": Sign(max=cents(100))}, role=role, person="kim"))
        if role in {"casino_operator", "electronic_gaming_supervisor", "electronic_game_supervisor"}:
            assert isinstance(verdict, tuple)
        else:
            assert verdict == Refusal(Reason.NO_POWER, "1.1:maximum_bet", {"role": role})


@clause("interblock", "4.2", "4.3.4")
def test_interblock_what_is_below_a_minimum_at_the_close_comes_back() -> None:
    run_script("""
        rulebook interblock roulette
        limit any min 10.00
        limit total min 20.00
        note T1 100.00
        bets
        place T1 red 15.00
        place T1 black 5.00
        expect meter T1 80.00
        place T1 black 5.00
        spin
        drop
        expect staked T1 25.00
        rest 1
        expect meter T1 105.00
        bets
        place T1 red 15.00
        place T1 black 5.00
        spin
        drop
        expect cites 4.2
        expect cites 4.3.4
        expect staked T1 0.00
        expect meter T1 105.00
    """)


@clause("interblock", "4.3.1", "4.3.2", "4.3.3")
def test_interblock_cuts_to_the_next_lower_permitted_amount() -> None:
    run_script("""
        rulebook interblock roulette
        limit red min 5.00 max 48.00 step 10.00
        limit total max 100.00
        limit low min 10.00
        note T1 100.00
        note T1 100.00
        bets
        place T1 red 12.00
        expect accepted 5.00
        expect cites 4.3.1
        place T1 red 90.00
        expect accepted 40.00
        expect cites 4.3.2
        place T1 black 52.00
        place T1 low 20.00
        expect accepted 0.00
        expect cites 4.3.3
        undo T1
        expect spot T1 black 0.00
        place T1 odd 70.00
        expect accepted 55.00
        expect cites 4.3.3
        expect meter T1 100.00
    """)


def test_a_limit_of_a_kind_takes_the_place_of_that_of_any() -> None:
    run_script("""
        rulebook ministar roulette
        limit any min 5.00 max 10.00
        limit straight max 2.00
        note T1 100.00
        bets
        place T1 straight:17 1.00
        expect accepted 1.00
        place T1 straight:17 1.50
        expect refused ABOVE_MAXIMUM 1.1.maximum-bet
        place T1 red 1.00
        expect refused BELOW_MINIMUM 1.1.minimum-bet
    """)


@clause("interblock", "4.2")
@clause("ministar", "1.1.minimum-bet")
@clause("novo-unity", "1.1:minimum_bet")
@pytest.mark.parametrize(
    ("book", "answer"),
    [
        ("ministar", "expect refused BELOW_MINIMUM 1.1.minimum-bet \n expect spot T1 red 5.00"),
        ("novo-unity", "expect refused BELOW_MINIMUM 1.1:minimum_bet \n expect spot T1 red 5.00"),
        ("interblock", "expect spot T1 red 3.00 \n spin \n drop \n expect cites 4.2 \n expect meter T1 100.00"),
    ],
)
def test_two_off_five_at_a_minimum_of_five(book: str, answer: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        limit any min 5.00
        note T1 100.00
        bets
        place T1 red 5.00
        take T1 red 2.00
        {answer}
    """)
