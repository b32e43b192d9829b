"""Power loss in every phase: what a restart finds, and what the rulebook makes of it."""

from __future__ import annotations

import pytest

from tests.marks import clause
from tests.payout_notation import playable
from tests.scripts import run_script
from tests.unit.floor.trouble.test_terminals import ADELAIDE, FINISHED, INTERBLOCK, MINISTAR, NO_MORE, NOVO

LIVE = NOVO.replace("roulette", "roulette \n wheel live")
DICE = """
    rulebook interblock sic-bo
    bets
    note T1 50.00
    place T1 big 10.00
"""


@pytest.mark.parametrize("before", [MINISTAR, INTERBLOCK, NOVO, LIVE])
def test_with_the_ball_not_running_betting_goes_on_with_the_wagers_standing(before: str) -> None:
    run_script(
        before
        + """
        restart
        expect phase OPEN
        expect spot T1 red 5.00
        expect meter T1 40.00
        place T1 red 5.00
        expect accepted 5.00
        """
    )


@clause("ministar", "7.4")
def test_ministar_voids_a_round_whose_ball_was_running_with_betting_open() -> None:
    run_script(
        MINISTAR
        + """
        spin
        restart
        expect phase VOID
        expect cites 7.4
        expect meter T1 50.00
        bets
        expect phase OPEN
        """
    )


@clause("ministar", "7.4", "7.4.1.4")
def test_ministar_settles_a_round_that_was_closed_unless_the_operator_finds_a_malfunction() -> None:
    closed = (
        MINISTAR
        + """
        spin
        drop
        restart
        expect phase CLOSED
        """
    )
    run_script(
        closed
        + """
        rest 17
        expect phase SETTLED
        declare casino_operator system "the restart"
        expect phase VOID
        expect cites 7.4.1.4
        expect meter T1 50.00
        """
    )
    run_script(closed + 'declare casino_operator system "the restart"\nexpect phase VOID\nexpect meter T1 50.00')


@pytest.mark.parametrize(
    ("rulebook", "cited", "about"),
    [
        ("ministar", "7.4", "restart"),
        ("ministar", "3.2", "by themselves"),
        ("interblock", "3.1", "repeated"),
        ("novo-unity", "3.2", "repeated"),
    ],
)
def test_how_it_is_read_and_why_is_in_the_rulebook(rulebook: str, cited: str, about: str) -> None:
    readings = playable(rulebook).rulebook.reading
    assert [each for each in readings if each.clause == cited and about in each.applied and each.why]


@clause("ministar", "3.2", "3.3.4")
@clause("interblock", "3.1")
@clause("novo-unity", "3.2")
@pytest.mark.parametrize(("rulebook", "refused"), [("ministar", "3.2"), ("interblock", ""), ("novo-unity", "")])
def test_wagers_repeat_by_themselves_only_where_no_rule_wants_a_touch_for_each(rulebook: str, refused: str) -> None:
    run_script(
        f"""
        rulebook {rulebook} roulette
        note T1 50.00
        bets
        place T1 red 5.00
        spin
        drop
        rest 17
        bets
        repeat T1 auto
        {f"expect refused NOT_OFFERED {refused}" if refused else "expect accepted 5.00"}
        expect staked T1 {"0.00" if refused else "5.00"}
        repeat T1
        """
    )


@clause("interblock", "8.6")
@clause("novo-unity", "7.1.15")
@pytest.mark.parametrize(
    ("before", "cited", "ends", "role"),
    [
        (INTERBLOCK, "8.6", "8.3", "assistant_gaming_manager"),
        (NOVO, "7.1.15", "7.1.12", "casino_supervisor"),
        (LIVE, "7.1.15", "7.1.12", "casino_supervisor"),
        (DICE, "8.6", "8.4", "assistant_gaming_manager"),
    ],
)
def test_others_hold_it_for_a_person(before: str, cited: str, ends: str, role: str) -> None:
    run_script(
        before
        + f"""
        spin
        restart
        expect phase HELD
        expect cites {cited}
        expect meter T1 40.00
        restart
        expect phase HELD
        void {role} "nobody saw the ball"
        expect cites {ends}
        expect meter T1 50.00
        """
    )


@clause("adelaide", "11(b)i")
def test_adelaide_counts_a_restart_before_the_close_as_a_failure_of_the_system() -> None:
    run_script(
        ADELAIDE
        + """
        restart
        expect cites 11(b)i
        expect phase OPEN
        expect meter T1 50.00
        place T1 red 5.00
        expect refused OUT_OF_SERVICE 11(b)i
        """
    )


@clause("adelaide", "11(b)i")
def test_adelaide_gives_back_the_bets_of_the_terminals_and_the_cloth_plays_on() -> None:
    run_script(
        ADELAIDE
        + """
        player P1
        buy P1 20.00
        place P1 red 10.00
        spin
        restart
        expect phase OPEN
        expect cites 11(b)i
        expect meter T1 50.00
        expect meter T2 50.00
        expect staked P1 10.00
        place T1 red 5.00
        expect refused OUT_OF_SERVICE 11(b)i
        finish
        close dealer
        rest 18
        expect phase SETTLED
        expect chips P1 20.00
        expect balanced
        bets
        place T1 red 5.00
        expect accepted 5.00
        """
    )


def test_the_money_wheel_that_turned_after_the_close_is_awaited() -> None:
    run_script(
        """
        rulebook money-wheel money-wheel
        player P1
        buy P1 20.00
        bets
        place P1 symbol:a 10.00
        close
        spin
        restart
        expect phase CLOSED
        rest a
        expect chips P1 30.00
        """
    )


@pytest.mark.parametrize(
    ("before", "closing"),
    [(MINISTAR, NO_MORE), (INTERBLOCK, NO_MORE), (NOVO, NO_MORE), (LIVE, NO_MORE), (ADELAIDE, FINISHED)],
)
def test_a_closed_round_awaits_its_outcome(before: str, closing: str) -> None:
    confirmed = "confirm dealer" if before is LIVE else ""
    run_script(
        before
        + closing
        + f"""
        restart
        expect phase CLOSED
        rest 17
        {confirmed}
        expect phase SETTLED
        expect meter T1 220.00
        """
    )


def test_a_number_registered_before_the_restart_is_confirmed_after_it() -> None:
    run_script(
        LIVE
        + NO_MORE
        + """
        rest 17
        restart
        expect phase CLOSED
        confirm dealer
        expect meter T1 220.00
        """
    )


def test_finish_betting_is_announced_again_after_a_restart() -> None:
    run_script(
        ADELAIDE
        + """
        finish
        restart
        expect phase OPEN
        close dealer
        expect refused NOT_WARNED
        finish
        close dealer
        expect phase CLOSED
        """
    )


def test_a_no_spin_still_needs_its_reset_after_a_restart() -> None:
    run_script(
        ADELAIDE
        + FINISHED
        + """
        no-spin dealer cause=revolutions "two turns"
        restart
        expect phase CLOSED
        spin
        expect refused NOT_RESET
        reset dealer
        expect phase OPEN
        expect spot T1 red 5.00
        """
    )


def test_a_case_outlives_a_restart() -> None:
    run_script(
        MINISTAR
        + NO_MORE
        + """
        fault T1 E17
        rest 17
        restart
        expect held T1
        reconstruct assistant_gaming_manager T1 confirmed "the log agrees"
        expect meter T1 220.00
        """
    )


def test_a_ticket_in_the_printer_outlives_a_restart() -> None:
    run_script(
        """
        rulebook ministar roulette
        bets
        note T1 50.00
        restart
        expect meter T1 50.00
        collect T1 as K1
        restart
        expect ticket K1 50.00 outstanding
        """
    )
