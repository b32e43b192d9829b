"""How a round is paid: fractions, terminals without wagers, what is cited, and when the cloth has yet to be paid."""

from __future__ import annotations

from pathlib import Path

from openetg.floor.events import RoundSettled
from openetg.floor.state import Phase
from tests.powers import told
from tests.scripts import run_script

LA_PARTAGE = Path(__file__).parents[3] / "data" / "rulebooks" / "la-partage"


def test_half_of_an_even_chance_comes_back_and_the_odd_cent_goes_where_the_rulebook_says() -> None:
    run = run_script(f"""
        rulebook {LA_PARTAGE} roulette
        note T1 100.00
        note T2 20.00
        bets
        place T1 red 5.01
        place T1 straight:0 1.00
        place T1 low 0.01
        place T2 dozen:1 5.00
        close
        rest 0
        confirm dealer
        expect win T1 35.00
        expect meter T1 132.48
        expect win T2 0.00
        expect meter T2 15.00
        expect balanced
    """)
    round_ = run.stage.round
    assert round_.results["T1"].returned - round_.results["T1"].won == round_.wagers["T1"]["straight:0"] + 250  # type: ignore[operator]


def test_an_even_chance_that_wins_is_paid_in_full() -> None:
    run_script(f"""
        rulebook {LA_PARTAGE} roulette
        note T1 100.00
        bets
        place T1 red 5.01
        close
        rest 1
        confirm dealer
        expect meter T1 105.01
        expect phase SETTLED
    """)


def test_a_terminal_that_cleared_its_wagers_has_no_part_in_the_round() -> None:
    run = run_script("""
        rulebook ministar roulette
        note T1 100.00
        note T2 100.00
        bets
        place T2 red 5.00
        clear T2
        place T1 red 5.00
        close
        rest 1
        expect meter T1 105.00
        expect meter T2 100.00
    """)
    (settled,) = told(run, RoundSettled)
    assert [result.terminal for result in settled.results] == ["T1"]


def test_winnings_cite_the_clause_that_brings_them_on_to_a_meter() -> None:
    before = """
        rulebook ministar roulette
        note T1 100.00
        note T2 100.00
        bets
        place T1 red 5.00
        place T2 black 5.00
        close
    """
    won = told(run_script(before + "rest 1 \n expect cites 3.4.3"), RoundSettled)
    assert won[0].also == ("3.4.3",)
    lost = told(run_script(before + "rest 0 \n expect meter T1 95.00"), RoundSettled)
    assert lost[0].also == ()


def test_the_cloth_is_waited_for_only_with_chips_on_it() -> None:
    table = (
        "rulebook adelaide roulette \n note T1 50.00 \n buy P1 50.00 \n buy P2 50.00 \n bets \n place T1 red 5.00 \n"
    )
    alone = run_script(table + "finish \n close \n rest 1 \n expect phase SETTLED")
    assert [settled.waiting for settled in told(alone, RoundSettled)] == [False]
    laid = "place P2 red 5.00 \n take P2 red 5.00 \n place P1 red 5.00 \n"
    shared = run_script(table + laid + "finish \n close \n rest 1 \n expect chips P1 50.00")
    assert [settled.waiting for settled in told(shared, RoundSettled)] == [True]
    assert shared.stage.round.phase is Phase.SETTLED


def test_where_there_is_no_cloth_nothing_is_waited_for() -> None:
    run = run_script(
        "rulebook ministar roulette \n note T1 50.00 \n bets \n place T1 red 5.00 \n rest 1 \n expect phase VOID"
    )
    assert run.stage.round.cause == "early-rest"
