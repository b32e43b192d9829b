"""The meter a terminal displays, and what a settlement brings to it."""

from __future__ import annotations

import pytest

from openetg.floor.commands import CloseCase, Collect, ReportMeter
from openetg.floor.core.ledger import Transfer
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import CaseOpened, HoldNotified, MeterCompared, TerminalLocked
from openetg.money import cents
from openetg.rulebook.schema.policies import HoldDuty, OddsSource
from tests.marks import clause
from tests.scripts import run_script

MISMATCH = {"ministar": "7.2.1", "interblock": "8.2.1", "novo-unity": "7.1.11.1", "adelaide": "11(a)i"}
HOLD = {"ministar": "7.5", "novo-unity": "7.1.13"}


@clause("ministar", "7.2.1")
@clause("interblock", "8.2.1")
@clause("novo-unity", "7.1.11.1")
@clause("adelaide", "11(a)i")
@pytest.mark.parametrize("book", MISMATCH)
@pytest.mark.parametrize("shown", ["50.01", "49.99", "1000.00"])
def test_a_meter_that_shows_anything_else_cannot_be_collected(book: str, shown: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        note T2 50.00
        report-meter T1 50.00
        report-meter T1 {shown}
        expect cites {MISMATCH[book]}
        expect meter T1 50.00
        collect T1 as K1
        expect refused METER_MISMATCH {MISMATCH[book]}
        restart
        collect T1 as K1
        expect refused METER_MISMATCH {MISMATCH[book]}
        report-meter T1 {shown}
        report-meter T1 50.00
        collect T1 as K1
        expect refused METER_MISMATCH {MISMATCH[book]}
        collect T2 as K2
        expect ticket K2 50.00 outstanding
    """)
    (case,) = run.stage.floor.cases.values()
    assert (case.terminal, case.round, case.clause, case.closed) == ("T1", 0, MISMATCH[book], False)


@clause("ministar", "7.2.1", "7.5")
@clause("interblock", "6.2")
@clause("novo-unity", "7.1.11.1", "7.1.13")
@pytest.mark.parametrize("book", MISMATCH)
def test_the_alarm_names_both_figures_and_tells_the_inspector_where_it_is_a_hold(book: str) -> None:
    stage = run_script(f"rulebook {book} roulette\nnote T1 50.00\nexpect balanced").stage
    verdict = stage.ask(ReportMeter("T1", cents(5_001)))
    assert isinstance(verdict, tuple)
    compared, case, lock, *notices = verdict
    assert compared == MeterCompared("T1", cents(5_001), cents(5_000), MISMATCH[book])
    assert isinstance(case, CaseOpened)
    assert (case.why, case.clause) == ("shows 50.01, holds 50.00", MISMATCH[book])
    assert isinstance(lock, TerminalLocked)
    if book in HOLD:
        assert notices == [HoldNotified("T1", "inspector", case.why, HOLD[book], HoldDuty.NOTICE)]
    else:
        assert not notices
    assert stage.ask(ReportMeter("T9", cents(1))) == Refusal(Reason.UNKNOWN_TERMINAL)


@clause("novo-unity", "7.1.11.1")
def test_a_novo_unity_meter_is_held_against_the_odds_of_the_configuration() -> None:
    run = run_script("""
        rulebook novo-unity roulette
        wheel automatic
        bets
        note T1 10.00
        place T1 straight:17 10.00
        spin
        drop
        rest 17
        report-meter T1 360.00
        expect meter T1 360.00
        report-meter T1 350.00
        expect cites 7.1.11.1
        expect cites 7.1.13
    """)
    assert run.stage.rulebook.games.named()["roulette"].odds.policy is OddsSource.CONFIGURATION


@clause("ministar", "7.2.1")
@clause("interblock", "8.2.1")
@pytest.mark.parametrize("book", ["ministar", "interblock"])
def test_the_terminal_is_locked_whole(book: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        bets
        report-meter T1 50.01
        place T1 red 5.00
        expect refused METER_MISMATCH {MISMATCH[book]}
        note T1 5.00
        expect refused METER_MISMATCH {MISMATCH[book]}
        expect meter T1 50.00
    """)


@clause("novo-unity", "7.1.11.1")
@clause("adelaide", "11(a)i")
@pytest.mark.parametrize("book", ["novo-unity", "adelaide"])
def test_only_collecting_is_locked(book: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        bets
        report-meter T1 50.01
        place T1 red 5.00
        note T1 5.00
        expect meter T1 50.00
        collect T1 as K1
        expect refused METER_MISMATCH {MISMATCH[book]}
    """)


@pytest.mark.parametrize("book", MISMATCH)
def test_the_meter_can_be_collected_again_once_the_case_has_ended(book: str) -> None:
    stage = run_script(f"rulebook {book} roulette\nnote T1 50.00\nreport-meter T1 1.00\nexpect balanced").stage
    stage.must(CloseCase("casino_operator", "ann", "T1", "the display was repaired"))
    assert not stage.floor.terminals["T1"].locks
    assert isinstance(stage.ask(Collect("T1", "K1")), tuple)
    stage.ask(ReportMeter("T1", cents(1)))
    assert len(stage.floor.cases) == 2


SPUN = "bets\nnote T1 20.00\nplace T1 red 5.00\nplace T1 black 2.00"
ENDS = {
    "ministar": "spin\ndrop\nrest 1",
    "interblock": "spin\ndrop\nrest 1",
    "novo-unity": "spin\ndrop\nrest 1",
    "adelaide": "finish\nspin\nclose dealer\nrest 1",
}


WINNINGS = {"ministar": "3.4.3", "interblock": "3.2.2", "novo-unity": "3.4.2", "adelaide": "7(d)ii"}


@clause("ministar", "4.1.3", "3.4.3")
@clause("interblock", "3.2.2")
@clause("novo-unity", "3.4.2")
@clause("adelaide", "7(h)vi", "7(d)ii")
@pytest.mark.parametrize("book", ENDS)
def test_winning_wager_and_winnings_are_two_movements_to_the_meter(book: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        {SPUN}
        {ENDS[book]}
        expect cites {WINNINGS[book]}
        expect win T1 5.00
        expect meter T1 23.00
        expect staked T1 0.00
        again
        expect meter T1 23.00
        report-meter T1 23.00
        bets
        expect spot T1 red 0.00
        expect staked T1 0.00
    """)
    settled = [event for event in recorded(run.stage.entries) if b"RoundSettled" in event]
    assert len(settled) == 1
    moves = [Transfer("play/A/T1", "meter/T1", cents(500)), Transfer("bank/A", "meter/T1", cents(500))]
    for move in moves:
        assert f'["{move.source}","{move.destination}",500]'.encode() in settled[0]


@clause("adelaide", "7(h)vi")
def test_an_adelaide_straight_up_of_ten_brings_360_and_leaves_the_layout_empty() -> None:
    run_script("""
        rulebook adelaide roulette
        bets
        note T1 20.00
        place T1 straight:17 10.00
        place T1 straight:18 10.00
        finish
        spin
        close dealer
        rest 17
        expect phase SETTLED
        expect meter T1 360.00
        expect win T1 350.00
        bets
        expect staked T1 0.00
        finish
        spin
        close dealer
        rest 17
        expect meter T1 360.00
    """)


@clause("novo-unity", "3.4.2")
def test_the_same_result_again_adds_nothing() -> None:
    run_script("""
        rulebook novo-unity roulette
        wheel automatic
        bets
        note T1 10.00
        place T1 straight:17 10.00
        spin
        drop
        rest 17
        expect meter T1 360.00
        again
        expect meter T1 360.00
        expect win T1 350.00
    """)


def recorded(entries: list[tuple[int, bytes, bytes]]) -> list[bytes]:
    """The verdicts on record."""
    return [entry[2] for entry in entries]
