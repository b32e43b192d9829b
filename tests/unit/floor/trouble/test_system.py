"""The game system or the device at fault: the same message on several terminals, and what people declare."""

from __future__ import annotations

import pytest

from openetg.floor.commands import DeclareFault, ReportTerminalFault
from openetg.floor.events import RoundVoided
from tests.marks import clause
from tests.powers import told, who_may
from tests.scripts import run_script
from tests.unit.floor.trouble.test_terminals import (
    ADELAIDE,
    FINISHED,
    INTERBLOCK,
    MINISTAR,
    NO_MORE,
    NOVO,
    OPERATORS,
)


@clause("ministar", "7.4", "7.4.1", "7.4.1.1", "1.1.void")
def test_ministar_voids_a_round_in_which_two_terminals_show_the_same_message() -> None:
    run = run_script(
        MINISTAR
        + """
        fault T1 E17
        fault T2 E18
        expect phase OPEN
        fault T1 paper-low
        fault T2 paper-low
        expect phase OPEN
        spin
        drop
        fault T2 E17
        expect phase VOID
        expect cites 7.4.1.1
        expect cites 7.4
        expect meter T1 50.00
        expect meter T2 50.00
        expect balanced
        bets
        place T1 red 5.00
        expect accepted 5.00
        place T2 red 5.00
        expect accepted 5.00
        """
    )
    assert all(case.closed for case in run.stage.floor.cases.values())


@clause("ministar", "7.4.1.1")
def test_ministar_counts_messages_of_one_round_only_but_does_not_ask_whether_they_still_stand() -> None:
    run_script(
        MINISTAR
        + """
        fault T1 E17
        reconstruct assistant_gaming_manager T1 confirmed "a loose plug"
        fault T2 E17
        expect phase VOID
        expect cites 7.4.1.1
        bets
        place T2 red 5.00
        fault T1 E20
        spin
        drop
        rest 17
        bets
        fault T2 E20
        expect phase OPEN
        """
    )


@clause("ministar", "7.4.1.1")
def test_ministar_takes_back_what_was_paid_and_a_further_terminal_changes_nothing() -> None:
    run_script(
        MINISTAR
        + NO_MORE
        + """
        rest 17
        expect meter T1 220.00
        fault T1 E17
        fault T2 E17
        expect phase VOID
        expect meter T1 50.00
        fault T3 E17
        bets
        place T3 red 5.00
        expect refused NO_ACCOUNT
        """
    )


@pytest.mark.parametrize("rulebook", ["novo-unity", "adelaide"])
def test_where_the_instrument_says_nothing_the_same_message_is_two_cases(rulebook: str) -> None:
    run = run_script(
        MINISTAR.replace("ministar", rulebook)
        + """
        fault T1 E17
        fault T2 E17
        expect phase OPEN
        """
    )
    assert len(run.stage.floor.cases) == 2


def test_a_terminal_at_two_tables_has_a_case_at_each() -> None:
    run = run_script(
        """
        rulebook ministar roulette as A
        terminal T1
        rulebook interblock roulette as B
        on A
        bets
        note T1 50.00
        place T1 red 5.00
        on B
        bets
        place T1 black 5.00
        fault T1 E17
        expect held T1
        on A
        expect held T1
        reconstruct assistant_gaming_manager T1 confirmed "the log agrees"
        place T1 red 5.00
        expect refused OUT_OF_SERVICE
        reconstruct assistant_gaming_manager T1 confirmed "the log agrees"
        place T1 red 5.00
        expect accepted 5.00
        """
    )
    assert {case.table for case in run.stage.floor.cases.values()} == {"A", "B"}


def test_a_terminal_nobody_knows_cannot_fail() -> None:
    run = run_script(MINISTAR + "expect phase OPEN")
    verdict = run.stage.ask(ReportTerminalFault("T9", "E17"))
    assert getattr(verdict, "reason", None) is not None


@clause("ministar", "7.4", "7.4.1", "7.4.1.4", "1.1.void")
def test_ministar_declares_the_system_at_fault_for_the_round_that_was_just_paid() -> None:
    run = run_script(
        MINISTAR
        + NO_MORE
        + """
        rest 17
        expect meter T1 220.00
        expect meter T2 60.00
        declare assistant_gaming_manager system ""
        expect refused NO_REASON_GIVEN 7.4.1.4
        declare casino_supervisor system "the clock stood still"
        expect refused NO_POWER 7.4.1.4
        declare assistant_gaming_manager system "the clock stood still"
        expect phase VOID
        expect cites 7.4
        expect cites 7.4.1.4
        expect meter T1 50.00
        expect meter T2 50.00
        expect balanced
        declare assistant_gaming_manager system "again"
        expect refused WRONG_PHASE 7.4.1.4
        """
    )
    assert run.stage.table.outcomes == {}
    for_system = who_may(run, lambda role, person: DeclareFault(role, person, "A", "system", "x"))
    for_device = who_may(run, lambda role, person: DeclareFault(role, person, "A", "device", "x"))
    assert for_system == for_device == OPERATORS["ministar"]


@clause("ministar", "7.4")
def test_ministar_leaves_every_other_round_as_it_was() -> None:
    run_script(
        MINISTAR
        + NO_MORE
        + """
        rest 17
        bets
        place T1 red 5.00
        spin
        drop
        rest 18
        bets
        declare assistant_gaming_manager system "too long ago" rounds 1
        expect refused WRONG_PHASE 7.4.1.4
        declare assistant_gaming_manager system "the round before" rounds 2
        expect meter T1 220.00
        expect phase OPEN
        """
    )


@clause("interblock", "8.6", "8.7", "8.7.2")
def test_interblock_takes_back_the_payouts_of_the_rounds_concerned_and_returns_their_wagers_once() -> None:
    run = run_script(
        """
        rulebook interblock roulette
        bets
        note T1 100.00
        place T1 red 10.00
        spin
        drop
        rest 18
        expect meter T1 110.00
        bets
        place T1 straight:17 10.00
        place T1 black 10.00
        spin
        drop
        rest 17
        expect meter T1 470.00
        bets
        place T1 red 70.00
        place T1 black 70.00
        spin
        drop
        rest 18
        declare casino_operator system ""
        expect refused NO_REASON_GIVEN 8.7.2
        declare casino_operator system "the disk of the server" rounds 2 3
        expect cites 8.6
        expect cites 8.7.2
        expect meter T1 110.00
        expect balanced
        """
    )
    assert [event.round for event in told(run, RoundVoided)] == [2, 3]
    may = who_may(run, lambda role, person: DeclareFault(role, person, "A", "system", "x"))
    assert may == OPERATORS["interblock"]


@clause("interblock", "8.6")
def test_interblock_demands_what_is_no_longer_on_the_meter() -> None:
    run_script(
        """
        rulebook interblock roulette
        bets
        note T1 10.00
        place T1 straight:17 10.00
        spin
        drop
        rest 17
        collect T1 as K1
        declare casino_operator system "the disk of the server"
        expect meter T1 0.00
        expect demanded T1 350.00
        expect balanced
        """
    )


@clause("novo-unity", "7.1.15", "1.1:void")
def test_novo_unity_suspends_plays_and_revives_what_is_established() -> None:
    run = run_script(
        NOVO
        + NO_MORE
        + """
        declare casino_supervisor system ""
        expect refused NO_REASON_GIVEN 7.1.15
        declare casino_supervisor system "the database"
        expect phase HELD
        expect cites 7.1.15
        expect held T1
        expect held T2
        reconstruct casino_supervisor T1 confirmed "on the screen"
        enter casino_supervisor 17
        expect phase SETTLED
        expect meter T1 220.00
        expect meter T2 40.00
        reconstruct electronic_gaming_supervisor T2 failed "no record"
        void-wagers casino_supervisor T2 "no record"
        expect meter T2 50.00
        expect balanced
        """
    )
    may = who_may(run, lambda role, person: DeclareFault(role, person, "A", "system", "x"))
    assert may == OPERATORS["novo-unity"]


@clause("novo-unity", "7.1.15", "7.1.10")
def test_novo_unity_suspends_payouts_and_pays_again_what_is_established() -> None:
    run_script(
        NOVO
        + NO_MORE
        + """
        rest 17
        expect meter T1 220.00
        collect T1 as K1
        declare casino_supervisor system "the database"
        expect cites 7.1.15
        expect meter T1 0.00
        expect demanded T1 180.00
        expect meter T2 40.00
        expect balanced
        reconstruct casino_supervisor T1 confirmed "on the screen"
        expect demanded T1 0.00
        expect meter T1 0.00
        reconstruct casino_supervisor T2 confirmed "on the screen"
        expect meter T2 60.00
        expect balanced
        """
    )


CLOTH = """
    player P1
    buy P1 20.00
    place P1 red 10.00
"""


@clause("adelaide", "11(b)", "11(b)i")
def test_adelaide_treats_a_system_fault_before_the_close_as_one_of_every_terminal_and_leaves_the_cloth() -> None:
    run = run_script(
        ADELAIDE
        + CLOTH
        + """
        declare dealer system "all screens are frozen"
        expect cites 11(b)
        expect cites 11(b)i
        expect meter T1 50.00
        expect meter T2 50.00
        expect staked P1 10.00
        place T2 black 5.00
        expect refused OUT_OF_SERVICE 11(b)i
        finish
        close dealer
        spin
        rest 18
        expect meter T2 50.00
        expect chips P1 20.00
        expect balanced
        """
    )
    may = who_may(run, lambda role, person: DeclareFault(role, person, "A", "system", "x"))
    assert may == {"dealer", "casino_operator", "house", "pit_boss", "shift_manager"}


@clause("adelaide", "11(b)", "11(b)ii")
def test_adelaide_holds_every_terminal_from_the_close_on() -> None:
    run_script(
        ADELAIDE
        + CLOTH
        + FINISHED
        + """
        declare dealer system "all screens are frozen"
        expect held T1
        expect held T2
        rest 17
        expect phase SETTLED
        expect meter T2 40.00
        expect chips P1 10.00
        reconstruct dealer T2 confirmed "both records agree"
        expect meter T2 60.00
        """
    )


@clause("ministar", "7.4.1.1")
def test_ministar_counts_a_message_of_this_round_on_a_terminal_with_an_older_case() -> None:
    run_script(
        """
        rulebook ministar roulette
        note T2 20.00
        bets
        place T2 red 5.00
        fault T1 X1
        close
        rest 2
        bets
        place T2 red 5.00
        fault T1 X1
        expect phase OPEN
        fault T1 X1
        expect phase OPEN
        fault T2 X1
        expect phase VOID
        expect cites 7.4.1.1
        expect meter T2 15.00
        expect balanced
        """
    )


@clause("interblock", "8.7.1")
@clause("ministar", "7.4.1.1")
@pytest.mark.parametrize("rulebook", ["interblock", "ministar"])
@pytest.mark.parametrize("notice", ["paper-low", "out-of-paper", "paper-out", "note-jam", "stacker-full"])
def test_a_service_notice_is_no_error_message(rulebook: str, notice: str) -> None:
    run = run_script(
        INTERBLOCK.replace("interblock", rulebook)
        + f"""
        fault T1 {notice}
        fault T2 {notice}
        expect phase OPEN
        place T1 red 5.00
        expect accepted 5.00
        """
    )
    assert not run.stage.floor.cases
