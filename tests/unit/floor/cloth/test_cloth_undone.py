"""Undoing and correcting a cloth: voids before and after payment, wrong outcomes, no spins, restarts."""

from __future__ import annotations

import pytest

from openetg.floor.cloth.settling import on_cloth, returned_from_cloth
from openetg.floor.core.verdicts import LOGIC
from openetg.money import ZERO, cents
from tests.marks import clause
from tests.scripts import run_script


@clause("money-wheel", "A:void")
def test_a_void_puts_everything_back_as_if_the_round_had_not_been() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        buy P1 100.00
        buy P2 100.00
        buy P3 100.00
        bets
        place P1 c 10.00
        place P2 a 10.00
        place P3 c 10.00
        close
        rest c
        expect chips P1 150.00
        expect chips P2 90.00
        cash-in P3
        void casino_supervisor cause=fraud "dealer paid a friend"
        expect phase VOID
        expect chips P1 100.00
        expect chips P2 100.00
        expect chips P3 0.00
        expect demanded P3 50.00
        expect balanced
    """)


@clause("money-wheel", "A:void")
def test_a_void_before_the_payment_returns_the_chips() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        buy P1 100.00
        bets
        place P1 c 10.00
        close
        rest divider
        expect phase VOID
        expect cites 8.3
        expect chips P1 100.00
        expect staked P1 0.00
    """)


SETTLED = """
    rulebook adelaide roulette
    buy P1 100.00
    bets
    place P1 red 10.00
    place P1 straight:1 5.00
    place P1 straight:2 5.00
    close
    rest 1
    expect chips P1 265.00
    expect staked P1 15.00
"""


def test_an_invalidated_outcome_returns_what_rides_too() -> None:
    run_script(
        SETTLED
        + """
        invalidate pit_boss cause=fire "fire in the kitchen"
        expect chips P1 100.00
        expect staked P1 0.00
        expect win P1 0.00
        bets
        expect staked P1 0.00
        expect balanced
    """
    )


def test_a_void_of_a_half_paid_cloth_takes_the_payment_back() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        buy P2 100.00
        bets
        place P1 red 10.00
        place P2 straight:1 5.00
        close
        rest 1
        dolly dealer 1
        collect-losers dealer
        pay-winners dealer red
        expect chips P1 100.00
        invalidate pit_boss cause=brawl "a brawl"
        expect chips P1 100.00
        expect chips P2 100.00
        expect staked P1 0.00
        expect balanced
        pay-winners dealer
        expect refused WRONG_PHASE 9(e)
    """)


def test_what_a_void_returns_covers_what_it_takes_back() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 20.00
        bets
        place P1 red 10.00
        place P1 straight:2 10.00
        close
        rest 1
        dolly dealer 1
        collect-losers dealer
        pay-winners dealer red
        cash-in P1
        invalidate pit_boss cause=brawl "a brawl"
        expect chips P1 10.00
        expect demanded P1 0.00
        pay-winners dealer
        expect refused WRONG_PHASE 9(e)
    """)


def test_once_the_next_round_runs_its_wagers_stay_when_the_one_before_is_invalidated() -> None:
    run_script(
        SETTLED
        + """
        bets
        invalidate pit_boss cause=fire "fire in the kitchen"
        expect chips P1 85.00
        expect spot P1 red 10.00
        expect spot P1 straight:1 5.00
        expect balanced
    """
    )


def test_a_correction_puts_the_cloth_right() -> None:
    run_script(
        SETTLED
        + """
        correct pit_boss 2 "misread"
        expect chips P1 255.00
        expect win P1 175.00
        expect spot P1 straight:2 5.00
        expect spot P1 straight:1 0.00
        expect spot P1 red 0.00
        correct pit_boss 3 "misread again"
        expect win P1 10.00
        expect chips P1 90.00
        expect spot P1 red 10.00
        expect balanced
    """
    )


def test_a_correction_leaves_off_what_the_player_has_taken_off() -> None:
    run_script(
        SETTLED
        + """
        take P1 red 10.00
        expect chips P1 275.00
        correct pit_boss 3 "misread"
        expect chips P1 100.00
        expect staked P1 0.00
        correct pit_boss 2 "misread"
        expect chips P1 255.00
        expect spot P1 straight:2 5.00
        expect balanced
    """
    )


def test_a_correction_in_the_next_round_takes_from_hand_and_demands_the_rest() -> None:
    run = run_script(
        SETTLED
        + """
        bets
        place P1 black 200.00
        correct pit_boss 4 "misread"
        expect chips P1 0.00
        expect demanded P1 135.00
        expect spot P1 black 200.00
        expect spot P1 red 10.00
        expect spot P1 straight:1 5.00
        expect balanced
    """
    )
    assert on_cloth(run.stage.table) == {"P1": {"red": cents(1_000), "straight:1": cents(500), "black": cents(20_000)}}


def test_a_correction_while_the_cloth_waits_changes_what_is_paid() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        place P1 red 10.00
        place P1 odd 10.00
        place P1 straight:2 5.00
        close
        rest 1
        dolly dealer 1
        collect-losers dealer
        pay-winners dealer red
        expect chips P1 85.00
        correct pit_boss 2 "misread"
        expect chips P1 75.00
        expect spot P1 red 0.00
        dolly dealer 2
        collect-losers dealer
        pay-winners dealer
        expect chips P1 250.00
        expect spot P1 straight:2 5.00
        expect staked P1 5.00
        expect balanced
    """)


def test_after_a_no_spin_the_cloth_stands() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        place P1 red 10.00
        close
        spin same-direction
        no-spin dealer "same direction"
        expect staked P1 10.00
        reset dealer
        take P1 red 5.00
        close
        rest 1
        expect chips P1 100.00
        expect spot P1 red 5.00
    """)


def test_the_writer_that_takes_over_knows_the_cloth() -> None:
    run = run_script("""
        rulebook adelaide roulette
        buy P1 100.00 colour red value 5.00
        bets
        special P1 neighbours:0 5.00
        close
        restart
        rest 26
        expect chips P1 250.00
        expect spot P1 straight:26 5.00
    """)
    assert run.stage.floor.logic == LOGIC


def test_a_held_round_is_paid_on_the_cloth_once_its_number_is_entered() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        place P1 red 5.00
        close
        spin
        rest unread
        expect phase HELD
        take P1 red 5.00
        expect refused AFTER_CLOSE 6(i)
        enter dealer 1
        expect phase SETTLED
        expect chips P1 100.00
        expect spot P1 red 5.00
        bets
        spin
        rest 3
        expect phase HELD
        place P1 red 5.00
        expect refused AFTER_CLOSE 6(i)
        enter pit_boss 3
        expect chips P1 105.00
        expect spot P1 red 5.00
    """)


@pytest.mark.parametrize("taken", ["", "take P1 red 10.00"])
def test_a_forfeited_wager_goes_to_the_house_with_all_it_won(taken: str) -> None:
    """No rulebook with a cloth that ships allows it; the money would be right if one did."""
    stage = run_script(SETTLED + taken + "\n expect balanced").stage
    assert stage.table.round is not None
    stage.floor.ledger.post(returned_from_cloth(stage.floor, stage.table, stage.table.round, {"P1"}))
    assert stage.floor.ledger.is_balanced()
    held = {name: stage.floor.ledger.held(name) for name in ("hand/A/P1", "cloth/A/P1", "forfeited/A", "bank/A")}
    assert held == {"hand/A/P1": cents(8_000), "cloth/A/P1": ZERO, "forfeited/A": cents(2_000), "bank/A": ZERO}


def test_a_correction_reaches_every_player() -> None:
    run = run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        buy P2 100.00
        bets
        place P1 red 10.00
        place P1 straight:2 1.00
        place P2 black 10.00
        place P2 red 5.00
        close
        rest 1
        expect chips P1 99.00
        expect chips P2 90.00
        take P2 red 5.00
        correct pit_boss 2 "misread"
        expect cites 11(e)
        expect chips P1 124.00
        expect chips P2 95.00
        expect spot P1 straight:2 1.00
        expect spot P2 black 10.00
        correct pit_boss 1 "right after all"
        expect chips P1 99.00
        expect spot P1 red 10.00
        expect balanced
    """)
    assert run.stage.table.cloth.riding == {"P1": {"red": cents(1_000)}, "P2": {"red": cents(500)}}
