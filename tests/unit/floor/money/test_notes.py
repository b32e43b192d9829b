"""Notes: what a terminal takes, escrow, the account they open, and the meter they feed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor.commands import (
    EstablishNote,
    InsertNote,
    OfferNote,
    RegisterTerminal,
    ReportMachineFault,
    ReportNoteLost,
    ReturnNote,
)
from openetg.floor.core.authority import may
from openetg.floor.core.ledger import Transfer, meter_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import NoteCredited, NoteHeld, NoteReturned, TerminalLocked
from openetg.floor.pipeline import apply, decide
from openetg.money import ZERO, cents
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script

BOOKS = {
    "ministar": "3.4.1",
    "interblock": "3.2.1",
    "novo-unity": "3.4.1",
    "adelaide": "7(d)i",
}
ALL = pytest.mark.parametrize("book", BOOKS)


def begun(book: str, more: str = "") -> Stage:
    """A table of a rulebook, and what a script makes of it."""
    set_up = f"rulebook {book} roulette\nterminal T1\nterminal T2\n"
    return run_script(f"{set_up}{more}\nreport-meter T2 0.00\nexpect balanced").stage


@clause("ministar", "3.4.1")
@clause("interblock", "3.2.1")
@clause("novo-unity", "3.4.1")
@clause("adelaide", "7(d)i")
@ALL
def test_each_terminal_takes_the_notes_marked_on_it_and_no_coin(book: str) -> None:
    stage = begun(book)
    cites = BOOKS[book]
    table = stage.table.name
    stage.must(RegisterTerminal("T9", table, (cents(2_000), cents(5_000)), "stacker-T9", "printer-T9"))
    assert stage.ask(OfferNote("T9", cents(500))) == Refusal(Reason.NOTE_NOT_ACCEPTED, cites)
    assert stage.ask(InsertNote("T9", cents(500))) == Refusal(Reason.NOTE_NOT_ACCEPTED, cites)
    assert stage.ask(InsertNote("T9", cents(100))) == Refusal(Reason.NOTE_NOT_ACCEPTED, cites)
    assert stage.floor.ledger.held(meter_of("T9")) == ZERO
    stage.must(InsertNote("T1", cents(500)))
    verdict = stage.ask(InsertNote("T9", cents(5_000)))
    assert verdict == (NoteCredited("T9", cents(5_000), cites, (Transfer("cash_box/T9", "meter/T9", cents(5_000)),)),)


@clause("ministar", "3.3.1", "3.3.2")
@clause("adelaide", "7(d)i")
@pytest.mark.parametrize("book", ["ministar", "adelaide"])
def test_a_note_counts_when_it_is_stacked_and_not_in_escrow(book: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        offer-note T1 50.00
        expect cites {BOOKS[book]}
        expect meter T1 0.00
        return-note T1
        expect meter T1 0.00
        return-note T1
        expect refused NO_NOTE {BOOKS[book]}
        offer-note T1 50.00
        offer-note T1 20.00
        expect refused NOTE_WAITING {BOOKS[book]}
        note T1 50.00
        expect meter T1 50.00
        again
        expect meter T1 50.00
        return-note T1
        expect refused NO_NOTE
        expect meter T1 50.00
    """)


@clause("ministar", "3.3.2")
def test_the_same_stacked_signal_again_posts_nothing() -> None:
    run = run_script("""
        rulebook ministar roulette
        bets
        place T1 red 5.00
        expect refused NO_ACCOUNT 3.3
        note T1 50.00
        again
        expect meter T1 50.00
        close sensor
        note T1 20.00
        expect meter T1 70.00
    """)
    assert run.stage.floor.ledger.held("cash_box/T1") == cents(-7_000)


@ALL
def test_after_a_restart_a_note_in_escrow_is_credited_or_returned_and_never_both(book: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        offer-note T1 50.00
        restart
        expect meter T1 0.00
        note T1 50.00
        restart
        return-note T1
        expect refused NO_NOTE
        expect meter T1 50.00
        offer-note T1 20.00
        restart
        return-note T1
        expect meter T1 50.00
        expect balanced
    """)


def test_a_note_in_escrow_is_told_apart_from_one_that_was_stacked_unasked() -> None:
    stage = begun("ministar")
    assert stage.ask(OfferNote("T1", cents(5_000))) == (NoteHeld("T1", cents(5_000), "3.4.1"),)
    stage.must(InsertNote("T1", cents(2_000)))
    assert stage.floor.ledger.held(meter_of("T1")) == cents(2_000)
    terminal = stage.floor.terminals["T1"]
    assert [terminal.escrow] == [cents(5_000)], "the one that was let in is still to come"
    stage.must(InsertNote("T1", cents(5_000), offered=True))
    assert stage.floor.ledger.held(meter_of("T1")) == cents(7_000)
    assert [terminal.escrow] == [None]
    assert stage.ask(InsertNote("T1", cents(5_000), offered=True)) == Refusal(Reason.NO_NOTE, "3.4.1")


@ALL
def test_a_locked_terminal_takes_no_money_except_the_note_it_has_let_in(book: str) -> None:
    stage = begun(book, "note T1 20.00\ncollect T1 as K1")
    shut = TerminalLocked("T2", "closed", Reason.OUT_OF_SERVICE.value, "x", ("fund", "collect"))
    assert isinstance(stage.ask(OfferNote("T2", cents(5_000))), tuple)
    apply(stage.floor, shut)
    barred = Refusal(Reason.OUT_OF_SERVICE, "x")
    assert stage.ask(InsertNote("T2", cents(2_000))) == barred
    assert isinstance(stage.ask(InsertNote("T2", cents(5_000))), tuple)
    assert decide(stage.floor, OfferNote("T2", cents(5_000)), stage.at_ms) == barred
    assert stage.floor.ledger.held(meter_of("T2")) == cents(5_000)


@clause("ministar", "3.3", "3.3.1", "3.4.4", "1.1.pt-chip-account")
def test_ministar_opens_an_account_for_a_terminal_by_note_or_ticket_until_cash_out() -> None:
    run_script("""
        rulebook ministar roulette
        bets
        place T1 red 5.00
        expect refused NO_ACCOUNT 3.3
        transfer T1 25.00
        expect refused NO_ACCOUNT 3.4.4
        note T1 20.00
        place T1 red 5.00
        expect meter T1 15.00
        place T2 red 5.00
        expect refused NO_ACCOUNT 3.3
        take T1 red 5.00
        collect T1 as K1 jam
        transfer T1 1.00
        expect meter T1 21.00
        collect T1 as K2
        place T1 red 5.00
        expect refused NO_ACCOUNT 3.3
        transfer T1 25.00
        expect refused NO_ACCOUNT 3.4.4
        ticket-in T2 K2
        transfer T2 4.00
        expect meter T2 25.00
        place T2 red 25.00
        expect meter T2 0.00
        place T2 red 1.00
        expect refused NOT_ENOUGH_CREDIT 3.3.4
    """)


@clause("ministar", "3.3.4")
def test_ministar_debits_a_wager_from_the_account_at_once_and_whole() -> None:
    run_script("""
        rulebook ministar roulette
        bets
        note T1 10.00
        place T1 red 11.00
        expect refused NOT_ENOUGH_CREDIT 3.3.4
        expect meter T1 10.00
        place T1 red 10.00
        expect meter T1 0.00
        place T1 red 1.00
        expect refused NOT_ENOUGH_CREDIT 3.3.4
        close sensor
        place T1 red 1.00
        expect refused AFTER_CLOSE
    """)


@clause("ministar", "1.1.pt-chip-account")
def test_a_ministar_account_belongs_to_the_terminal_and_is_its_meter() -> None:
    run = run_script("""
        rulebook ministar roulette
        player P1 at T1 T2
        note T1 20.00
        note T2 50.00
        expect meter T1 20.00
        expect meter T2 50.00
        report-meter T1 20.00
        report-meter T2 50.00
        collect T2 as K1
        expect meter T1 20.00
    """)
    accounts = run.stage.floor.ledger.accounts
    assert {name for name in accounts if name.startswith("meter/")} == {"meter/T1", "meter/T2"}


LOST_BY = {"ministar": "casino_operator", "interblock": "casino_operator", "novo-unity": "casino_supervisor",
           "adelaide": "inspector_in_charge"}  # fmt: skip
"""Who may put a terminal back into service."""


@ALL
@pytest.mark.parametrize("stacked", [True, False])
def test_a_note_that_the_acceptor_has_lost_sight_of_is_established_by_a_person(book: str, stacked: bool) -> None:
    stage = begun(book)
    cites = BOOKS[book]
    assert stage.ask(ReportNoteLost("T1")) == Refusal(Reason.NO_NOTE, cites)
    stage.must(OfferNote("T1", cents(5_000)))
    found = EstablishNote(LOST_BY[book], "ann", "T1", stacked, "looked into the box")
    assert stage.ask(found) == Refusal(Reason.NO_NOTE, cites), "the acceptor has not been asked yet"
    stage.must(ReportNoteLost("T1"))
    assert stage.ask(ReportNoteLost("T1")) == Refusal(Reason.NO_NOTE, cites), "once"
    assert stage.floor.terminals["T1"].escrow_lost, "nothing is left to be stacked"
    for again in (ReturnNote("T1"), InsertNote("T1", cents(5_000), offered=True)):
        assert stage.ask(again) == Refusal(Reason.NO_NOTE, cites)
    for more in (InsertNote("T1", cents(5_000)), OfferNote("T1", cents(2_000))):
        verdict = stage.ask(more)
        assert isinstance(verdict, Refusal)
        assert verdict.reason is Reason.OUT_OF_SERVICE
    table = stage.table
    nobody = next(role for role in stage.rulebook.roles if not may(stage.floor, table, "open_terminal_case", role))
    for wrong, reason in (
        (replace(found, role="dealer-of-cards"), Reason.UNKNOWN_ROLE),
        (replace(found, role=nobody), Reason.NO_POWER),
        (replace(found, why=" "), Reason.NO_REASON_GIVEN),
        (replace(found, terminal="T9"), Reason.UNKNOWN_TERMINAL),
    ):
        verdict = stage.ask(wrong)
        assert isinstance(verdict, Refusal)
        assert verdict.reason is reason
    stage.must(found)
    terminal = stage.floor.terminals["T1"]
    assert (terminal.escrow, terminal.escrow_lost, terminal.locks) == (None, False, {})
    assert stage.floor.ledger.held(meter_of("T1")) == (cents(5_000) if stacked else ZERO)
    stage.must(OfferNote("T1", cents(2_000)))


@pytest.mark.parametrize(("part", "why"), [("engine", "smokes"), ("clock", " ")])
def test_a_fault_of_the_machine_names_a_part_and_what_is_wrong_with_it(part: str, why: str) -> None:
    stage = begun("ministar")
    verdict = stage.ask(ReportMachineFault(part, why))
    assert isinstance(verdict, Refusal)
    assert verdict.reason is Reason.NOT_A_NAME
    stage.must(ReportMachineFault("clock", "put back"))
    assert [(each.place, each.signal, each.alarm) for each in stage.floor.premises.signals] == [
        ("/machine", "clock", True)
    ]


def test_a_returned_note_says_how_much_it_was() -> None:
    stage = begun("ministar", "offer-note T1 50.00\nreturn-note T1")
    entry = stage.entries[-2][2].decode()
    assert NoteReturned.__name__ in entry
    assert "5000" in entry
