"""Closing, notices, visits and signals as a dealer would write them down."""

from __future__ import annotations

from tests.marks import clause
from tests.scripts import run_script


@clause("interblock", "9.2", "9.14")
def test_interblock_an_evening_ends() -> None:
    run_script("""
        rulebook interblock roulette
        note T1 50.00
        bets
        place T1 red 10.00
        close-table casino_supervisor
        expect refused NO_NOTICE 9.14
        notice casino_supervisor close-in 20m
        expect cites 9.2
        close-table assistant_gaming_manager
        expect refused NO_POWER 9.14
        wait 19m
        close-table casino_supervisor
        expect refused TOO_EARLY 9.14
        wait 1m
        close-table casino_supervisor
        expect cites 9.14
        spin
        close sensor
        rest 3
        expect meter T1 60.00
        expect phase SETTLED
        bets
        expect refused TABLE_NOT_OPEN
        note T1 5.00
        expect refused TABLE_NOT_OPEN 9.2
        clear-table casino_supervisor
        expect refused CREDITS_LEFT 9.2
        collect T1 as K1
        expect ticket K1 60.00 outstanding
        clear-table casino_supervisor
        expect cites 9.2
        expect balanced
    """)


@clause("adelaide", "12(h)")
def test_adelaide_a_terminal_closes_after_the_officer_was_told_and_its_wagers_are_settled() -> None:
    run_script("""
        rulebook adelaide roulette
        table stand-alone
        note T1 50.00
        bets
        place T1 red 10.00
        close-terminal house T1
        expect refused OFFICIAL_NOT_TOLD 12(h)
        notify house authorised_officer
        expect cites 12(h)
        close-terminal house T1
        expect cites 12(h)
        close-terminal house T1
        expect refused ALREADY_THERE 12(h)
        place T1 black 10.00
        take T1 black 10.00
        finish
        spin
        close dealer
        rest 3
        expect meter T1 60.00
        note T1 5.00
        expect refused OUT_OF_SERVICE 12(h)
        bets
        place T1 red 10.00
        expect refused OUT_OF_SERVICE 12(h)
        collect T1 as S1
        expect ticket S1 60.00 outstanding
        reopen-terminal house T1 "mended"
        note T1 5.00
        expect meter T1 5.00
    """)


@clause("money-wheel", "3.1", "9.2")
def test_money_wheel_limits_and_closing_are_announced() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        limit any max 50.00
        player P1
        buy P1 100.00
        bets
        limit any max 10.00
        expect cites 3.1
        close dealer
        spin
        rest a
        bets
        place P1 symbol:b 20.00
        close dealer
        spin
        rest b
        expect chips P1 160.00
        announce-limits casino_operator
        expect cites 3.1
        bets
        place P1 symbol:b 20.00
        close dealer
        spin
        rest b
        expect chips P1 190.00
        close-table casino_operator
        expect refused NO_NOTICE 9.2
        notice casino_operator close-in 1m
        close-table casino_operator
        expect cites 9.2
        bets
        expect refused TABLE_NOT_OPEN
        expect balanced
    """)


@clause("interblock", "9.5", "9.7")
def test_interblock_a_door_opens_with_and_without_a_visit() -> None:
    run_script("""
        rulebook interblock roulette
        note T1 50.00
        bets
        visit casino_agent T1 "paper jam"
        expect cites 9.7
        signal T1 door
        expect cites 9.7
        place T1 red 5.00
        expect refused OUT_OF_SERVICE 9.7
        end-visit casino_agent T1
        place T1 red 5.00
        expect accepted 5.00
        signal T1 door
        expect cites 9.5
        place T1 red 5.00
        expect refused OUT_OF_SERVICE 9.5
        reopen-terminal assistant_gaming_manager T1 "lock was worn"
        place T1 red 5.00
        expect accepted 5.00
    """)


@clause("adelaide", "12(h)")
def test_adelaide_a_terminal_closes_when_its_last_wager_is_taken_back() -> None:
    run_script("""
        rulebook adelaide roulette
        table stand-alone
        note T1 50.00
        bets
        place T1 red 10.00
        notify house authorised_officer
        close-terminal house T1
        take T1 red 10.00
        expect meter T1 50.00
        place T1 red 10.00
        expect refused OUT_OF_SERVICE 12(h)
        collect T1 as S1
        expect ticket S1 50.00 outstanding
    """)


@clause("adelaide", "12(h)")
def test_adelaide_each_closing_of_a_terminal_needs_its_own_notice() -> None:
    run_script("""
        rulebook adelaide roulette
        table stand-alone
        terminal T1
        terminal T2
        notify house authorised_officer
        close-terminal house T1
        close-terminal house T2
        expect refused OFFICIAL_NOT_TOLD 12(h)
        reopen-terminal house T1 "mended"
        close-terminal house T1
        expect refused OFFICIAL_NOT_TOLD 12(h)
        close-table house
        expect refused OFFICIAL_NOT_TOLD 12(h)
        notify house authorised_officer
        close-table house
        expect cites 12(h)
    """)


@clause("novo-unity", "7.1.11.4")
def test_novo_unity_a_terminal_that_closes_plays_its_round_and_no_other() -> None:
    run_script("""
        rulebook novo-unity roulette
        note T1 50.00
        bets
        place T1 red 10.00
        close-terminal casino_operator T1
        expect cites 7.1.11.4
        place T1 red 10.00
        take T1 red 10.00
        spin
        close sensor
        rest 3
        expect meter T1 60.00
        bets
        place T1 red 10.00
        expect refused OUT_OF_SERVICE 7.1.11.4
    """)


def test_a_terminal_that_waits_to_close_is_reopened() -> None:
    run_script("""
        rulebook ministar roulette
        note T1 50.00
        bets
        place T1 red 10.00
        close-terminal casino_operator T1
        reopen-terminal casino_operator T1 "mended"
        spin
        close sensor
        rest 3
        bets
        place T1 red 10.00
        expect meter T1 50.00
    """)


@clause("novo-unity", "8.2")
def test_novo_unity_after_the_last_announced_spin_no_note_is_taken() -> None:
    run_script("""
        rulebook novo-unity roulette
        note T1 50.00
        notice casino_operator close-in 5m
        bets
        place T1 red 10.00
        wait 6m
        note T1 5.00
        spin
        close sensor
        rest 3
        expect meter T1 65.00
        note T1 5.00
        expect refused TABLE_NOT_OPEN 8.2
        offer-note T1 5.00
        expect refused TABLE_NOT_OPEN 8.2
        transfer T1 5.00
        expect refused TABLE_NOT_OPEN 8.2
        bets
        expect refused TABLE_NOT_OPEN 8.2
        collect T1 as K1
        expect ticket K1 65.00 outstanding
        stays-open casino_operator
        note T1 5.00
    """)


@clause("ministar", "8.2")
def test_ministar_after_the_announced_time_no_round_opens_and_credit_is_collected() -> None:
    run_script("""
        rulebook ministar roulette
        note T1 50.00
        notice casino_operator close-in 5m
        wait 6m
        bets
        expect refused TABLE_NOT_OPEN 8.2
        note T1 5.00
        collect T1 as K1
        expect ticket K1 55.00 outstanding
    """)


@clause("ministar", "2.2")
def test_ministar_balls_are_measured_to_a_tenth_of_a_millimetre() -> None:
    run_script("""
        rulebook ministar roulette
        equip ball ball-2 mm=16.9
        expect refused NOT_FIT 2.2
        equip ball ball-2 mm=17
        equip ball ball-2 mm=23.0
        equip ball ball-2 mm=23.1
        expect refused NOT_FIT 2.2
    """)


@clause("novo-unity", "3.9")
def test_novo_unity_a_terminal_without_the_choice_does_not_play_at_the_other_wheel() -> None:
    run_script("""
        rulebook novo-unity roulette
        note T1 50.00
        choice-of-wheel casino_operator withdrawn
        rulebook novo-unity roulette as B
        wheel live
        on B
        bets
        place T1 red 10.00
        expect refused NOT_OFFERED 3.9
        expect meter T1 50.00
    """)
