"""A round script is played step by step, and the first line that does not hold is named."""

from __future__ import annotations

import pytest

from openetg.script.checks import CHECKS
from openetg.script.grammar import VERBS as GRAMMAR
from openetg.script.run import VERBS, play
from tests.scripts import run_script

TABLE = """
    rulebook ministar roulette
    terminal T1
    note T1 100.00
    bets
"""


def test_every_verb_of_the_grammar_is_played() -> None:
    assert VERBS.keys() | CHECKS.keys() == GRAMMAR.keys()


def test_a_round_from_note_to_ticket() -> None:
    run = run_script(
        TABLE
        + """
        place T1 straight:17 5.00
        expect accepted 5.00
        expect spot T1 straight:17 5.00
        expect staked T1 5.00
        spin
        drop
        rest 17
        expect win T1 175.00
        expect meter T1 275.00
        expect outcome 17
        expect staked T1 0.00
        collect T1 as K1
        expect ticket K1 275.00 outstanding
        expect balanced
    """
    )
    assert (run.steps, run.checks) == (9, 9)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("expect meter T1 99.00", "expected 99.00, found 100.00"),
        ("expect phase VOID", "expected VOID, found OPEN"),
        ("expect accepted 5.00", "expected 5.00, found 0.00"),
        ("expect refused", "expected refused, found accepted"),
        ("expect refused WRONG_PHASE 3.1", "expected refused WRONG_PHASE 3.1, found accepted"),
        ("expect cites 9.9", "expected 9.9 cited, found 1.1.wagering-period"),
        ("expect meter T9 0.00", "no terminal or player T9"),
        ("expect ticket K1 5.00 void", "no ticket K1"),
        ("expect outcome 17", "expected 17, found none"),
        ("expect held T1", "expected T1 held, found it free"),
        ("expect chips T1 5.00", "T1 is no player at the cloth"),
        ("place T1 red 200.00", "refused NOT_ENOUGH_CREDIT 3.3.4"),
        ("place T1 purple 5.00", "refused UNKNOWN_WAGER 3.9"),
        ("table live", "table A is already in play: describe it before the first step"),
        ("on B", "no table B: there are A"),
        ("rulebook ministar roulette", "table A is there already: call the other one by another name, as B"),
        ("rulebook ministar sic-bo as B", "no game sic-bo in ministar: it has roulette"),
    ],
)
def test_the_line_that_does_not_hold_is_named_with_what_was_expected_and_found(line: str, problem: str) -> None:
    failure = play(TABLE + line).failure
    assert failure is not None
    assert (failure.line, failure.text, failure.problem) == (6, line, problem)


def test_a_refused_step_stands_only_if_a_check_of_its_own_expects_it() -> None:
    run_script(TABLE + "place T1 red 200.00 \n expect meter T1 100.00 \n expect refused NOT_ENOUGH_CREDIT")
    run = play(TABLE + "place T1 red 200.00 \n expect meter T1 100.00 \n clear T1 \n expect refused")
    assert run.failure is not None
    assert run.failure.line == 6


def test_a_step_before_any_table_says_how_a_script_begins() -> None:
    failure = play("bets").failure
    assert failure is not None
    assert "rulebook ministar roulette" in failure.problem


def test_nothing_happens_by_itself() -> None:
    run_script(
        TABLE
        + """
        wait 2h
        expect phase OPEN
        spin
        drop
        rest 3
        wait 2h
        expect phase SETTLED
    """
    )


def test_with_a_period_time_closes() -> None:
    run_script("""
        rulebook interblock roulette
        period 30s
        note T1 100.00
        bets
        wait 29s
        expect phase OPEN
        wait 1s
        expect phase CLOSED
    """)


def test_the_same_id_again_gets_the_same_answer_and_moves_nothing() -> None:
    run_script(
        TABLE
        + """
        place T1 red 5.00
        again
        expect accepted 5.00
        expect meter T1 95.00
        note T1 50.00
        again
        expect meter T1 145.00
        collect T1 as K1
        expect refused COLLECT_NOT_NOW 4.2
        again
        expect refused COLLECT_NOT_NOW 4.2
    """
    )


def test_a_restart_reads_the_entries_back() -> None:
    run_script(
        TABLE
        + """
        place T1 red 5.00
        restart
        expect phase OPEN
        expect meter T1 95.00
        expect spot T1 red 5.00
        spin
        drop
        restart
        expect phase CLOSED
        rest 1
        expect meter T1 105.00
    """
    )


def test_a_spin_that_is_not_spoken_of_was_a_proper_one() -> None:
    run_script(TABLE + "place T1 red 5.00 \n close \n rest 1 \n expect meter T1 105.00")


def test_two_tables_on_one_terminal_share_its_meter_and_collect_obeys_both_rulebooks() -> None:
    run_script("""
        rulebook ministar roulette
        rulebook interblock sic-bo as B
        on A
        terminal T1
        note T1 100.00
        bets
        place T1 red 10.00
        on B
        bets
        place T1 small 20.00
        expect meter T1 70.00
        on A
        clear T1
        collect T1 as K1
        expect refused COLLECT_NOT_NOW 3.5
        on B
        clear T1
        close
        collect T1 as K2
        expect ticket K2 100.00 outstanding
    """)


def test_what_goes_without_saying_can_be_said() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        effect 2016-05-08
        expect cites NI.2
        effect someday
        expect refused NOT_A_DAY NI.2
        hours from 1h until 2h
        bets
        expect refused OUTSIDE_HOURS 9.1
        wait 1h
        approve act_gambling_and_racing_commission wheel reference=letter-1 covers wheel-9
        expect cites 2.1
        equip wheel wheel-9 mm=1400
        expect refused NOT_FIT 2.1
        equip wheel wheel-9
        times least-open=5s
        expect cites 4.1
        bets
        close
        expect refused TOO_EARLY 4.1
        wait 5s
        close
        expect phase CLOSED
    """)


def test_a_device_of_a_terminal_is_replaced_or_taken_away() -> None:
    run = run_script("""
        rulebook ministar roulette
        terminal T1
        equip printer at=T1
        note T1 5.00
        expect refused OUT_OF_SERVICE 2.5.4
        equip printer printer-7 at=T1
        note T1 5.00
        expect meter T1 5.00
    """)
    assert run.stage.floor.terminals["T1"].printer == "printer-7"


def test_an_unknown_client_does_not_become_a_terminal() -> None:
    run = run_script("""
        rulebook interblock roulette
        signal stranger unknown-client
        expect cites 9.6
    """)
    assert "stranger" not in run.stage.floor.terminals


def test_a_terminal_is_linked_to_a_wheel_of_another_class_only_while_that_is_offered() -> None:
    run_script("""
        rulebook novo-unity roulette
        wheel live
        terminal T1
        rulebook novo-unity roulette as B
        wheel automatic
        on B
        choice-of-wheel casino_operator withdrawn
        link T1
        expect refused NOT_OFFERED 3.9
        choice-of-wheel casino_operator offered
        link T1
        link T9
        expect refused UNKNOWN_TERMINAL
    """)


def test_a_table_opens_again_after_its_close() -> None:
    run_script("""
        rulebook ministar roulette
        notice assistant_gaming_manager close-in 1m
        expect cites 8.2
        stays-open assistant_gaming_manager
        wait 2m
        bets
        drop
        rest 1
        close-table assistant_gaming_manager
        bets
        expect refused TABLE_NOT_OPEN
        open-table
        bets
        expect phase OPEN
    """)


@pytest.mark.parametrize(
    ("where", "problem"),
    [
        ("cloth terminals", "say one of them"),
        ("cloth terminal T1", "say one of them"),
        ("terminals terminal T1", "say one of them"),
        ("cloth", ""),
        ("terminals", ""),
    ],
)
def test_a_limit_is_for_one_sign_and_no_word_of_it_is_passed_over(where: str, problem: str) -> None:
    failure = play(f"rulebook adelaide roulette \n limit any min 5.00 {where} \n bets").failure
    assert (failure.problem if failure else "").endswith(problem)
    assert bool(failure) is bool(problem)


@pytest.mark.parametrize(("table", "where"), [("ministar roulette", "cloth"), ("money-wheel money-wheel", "terminals")])
def test_a_limit_for_a_channel_that_a_table_does_not_have_is_no_limit_kept_in_silence(table: str, where: str) -> None:
    failure = play(f"rulebook {table} \n limit any min 5.00 {where} \n bets").failure
    assert failure is not None
    assert failure.problem == f"table A takes no wagers on {where}"


def test_a_terminal_described_at_one_table_may_play_at_another_first() -> None:
    run_script(
        """
        rulebook adelaide roulette as A
        rulebook adelaide roulette as B
        on A
        limit any min 10.00 terminal T1
        on B
        note T1 100.00
        bets
        place T1 red 2.00
        expect accepted 2.00
        on A
        bets
        place T1 red 2.00
        expect refused BELOW_MINIMUM 7(h)v
        """
    )
