"""A terminal whose printer cannot print: no new money, a person for what is collected, and back when there is paper."""

from __future__ import annotations

import pytest

from openetg.floor.commands import (
    AnyCommand,
    Collect,
    InsertNote,
    InsertTicket,
    OfferNote,
    PlaceWager,
    ReportDeviceLine,
    ReportPrint,
)
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.people.calls import open_calls
from openetg.floor.rounds.views import own_view
from openetg.money import cents
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script

CITES = {"interblock": "2.3.4", "ministar": "2.5.4"}
BY_BOOK = pytest.mark.parametrize("book", CITES)
BY_HAND = {"interblock": "6.1", "ministar": "5.1"}


@clause("interblock", "2.3.4")
@clause("ministar", "2.5.4")
@BY_BOOK
@pytest.mark.parametrize(("trouble", "mended"), [("paper-out", "paper-fine"), ("printer-jam", "printer-fine")])
def test_without_a_printer_that_prints_no_money_is_taken_until_it_prints_again(
    book: str, trouble: str, mended: str
) -> None:
    cites = CITES[book]
    run_script(f"""
        rulebook {book} roulette
        note T2 20.00
        collect T2 as K1
        note T1 50.00
        fault T1 {trouble}
        expect cites {cites}
        note T1 10.00
        expect refused PRINTER_OUT {cites}
        offer-note T1 10.00
        expect refused PRINTER_OUT {cites}
        ticket-in T1 K1
        expect refused PRINTER_OUT {cites}
        transfer T1 5.00
        expect refused PRINTER_OUT {cites}
        restart
        note T1 10.00
        expect refused PRINTER_OUT {cites}
        expect meter T1 50.00
        expect ticket K1 20.00 outstanding
        bets
        place T1 red 5.00
        expect accepted 5.00
        note T2 10.00
        expect meter T2 10.00
        fault T1 {mended}
        note T1 10.00
        expect meter T1 55.00
        ticket-in T1 K1
        expect meter T1 75.00
        transfer T1 5.00
        expect meter T1 80.00
        expect balanced
    """)


@clause("interblock", "2.3.4")
@clause("ministar", "2.5.4")
@BY_BOOK
def test_paper_alone_does_not_mend_a_jam_nor_a_cleared_jam_bring_paper(book: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        fault T1 paper-out
        fault T1 printer-jam
        fault T1 paper-fine
        note T1 10.00
        expect refused PRINTER_OUT {CITES[book]}
        fault T1 paper-out
        fault T1 printer-fine
        note T1 10.00
        expect refused PRINTER_OUT {CITES[book]}
        fault T1 paper-fine
        note T1 10.00
        expect meter T1 10.00
    """)


@clause("interblock", "2.3.4")
@clause("ministar", "2.5.4")
@BY_BOOK
def test_little_paper_stops_nothing(book: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        fault T1 paper-low
        note T1 10.00
        expect meter T1 10.00
        collect T1 as K1
        expect ticket K1 10.00 outstanding
    """)


@clause("interblock", "2.3.4", "6.1")
@clause("ministar", "2.5.4", "5.1")
@BY_BOOK
def test_who_collects_without_paper_gets_a_person_and_keeps_the_credit_until_paid(book: str) -> None:
    stage = run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        fault T1 paper-out
        collect T1 as K1
        expect cites {CITES[book]}
        expect cites {BY_HAND[book]}
        expect meter T1 50.00
        collect T1 as K2
        expect refused PRINTER_OUT {CITES[book]}
        expect balanced
    """).stage
    assert open_calls(stage.floor, "T1") == ("payout",)
    assert not stage.floor.tickets
    assert stage.ask(ReportPrint("T1", "K1", printed=True)) == Refusal(Reason.UNKNOWN_TICKET, _papers(book))
    more = run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        fault T1 paper-out
        collect T1 as K1
        pay-by-hand cashier T1
        sign cashier T1 form=F1
        expect meter T1 0.00
        fault T1 paper-fine
        note T1 10.00
        collect T1 as K2
        expect ticket K2 10.00 outstanding
        expect balanced
    """).stage
    assert more.floor.ledger.held("cage") == cents(5_000)


def _papers(book: str) -> str:
    return {"interblock": "3.6", "ministar": "3.8"}[book]


@clause("interblock", "2.3.4")
@clause("ministar", "2.5.4")
@BY_BOOK
def test_what_the_acceptor_had_let_in_before_counts_all_the_same(book: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        offer-note T1 10.00
        fault T1 paper-out
        note T1 10.00
        expect meter T1 10.00
        note T1 10.00
        expect refused PRINTER_OUT {CITES[book]}
    """)


def refusals(stage: Stage, *asked: AnyCommand) -> list[tuple[Reason, str]]:
    """Why each is refused."""
    verdicts = [stage.ask(command) for command in asked]
    return [(each.reason, each.clause) for each in verdicts if isinstance(each, Refusal)]


@clause("interblock", "2.3.4")
def test_interblock_a_printer_that_does_not_answer_counts_as_one_without_paper() -> None:
    stage = run_script("rulebook interblock roulette\nnote T1 50.00\nbets\nexpect balanced").stage
    stage.must(ReportDeviceLine("printer/T1", up=False))
    out = (Reason.PRINTER_OUT, "2.3.4")
    assert refusals(stage, InsertNote("T1", cents(1_000)), OfferNote("T1", cents(1_000))) == [out, out]
    stage.ask(Collect("T1", "K1"))
    assert open_calls(stage.floor, "T1") == ("payout",)
    stage.must(ReportDeviceLine("printer/T1", up=True))
    assert refusals(stage, InsertNote("T1", cents(1_000))) == []


@clause("ministar", "2.5")
def test_ministar_a_terminal_whose_printer_is_disconnected_is_out_of_service() -> None:
    stage = run_script("rulebook ministar roulette\nnote T1 50.00\nbets\nexpect balanced").stage
    stage.must(ReportDeviceLine("printer/T1", up=False))
    assert refusals(stage, InsertNote("T1", cents(1_000))) == [(Reason.PRINTER_OUT, "2.5")]
    assert refusals(stage, InsertTicket("T1", "K9")) == [(Reason.PRINTER_OUT, "2.5")]
    assert refusals(stage, PlaceWager("T1", "A", "red", cents(500))) == [(Reason.PRINTER_OUT, "2.5")]
    assert [lock.stops for lock in own_view(stage.floor, "T1").locks] == [("wager", "fund")]
    stage.must(ReportDeviceLine("printer/T1", up=True))
    assert own_view(stage.floor, "T1").locks == ()


@pytest.mark.parametrize("book", ["novo-unity", "adelaide"])
def test_where_no_rule_speaks_of_it_the_floor_refuses_nothing(book: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        fault T1 paper-out
        note T1 10.00
        expect meter T1 10.00
    """)


@clause("interblock", "2.3.4")
def test_whoever_called_for_something_else_gets_a_person_who_pays() -> None:
    run = run_script("""
        rulebook interblock roulette
        note T1 50.00
        bets
        report T1 attendant
        fault T1 paper-out
        collect T1 as K1
        expect cites 2.3.4
        collect T1 as K1
        expect refused PRINTER_OUT 2.3.4
        expect meter T1 50.00
        """)
    assert set(open_calls(run.stage.floor, "T1")) == {"attendant", "payout"}


@clause("interblock", "2.3.4")
@clause("ministar", "2.5")
def test_a_terminal_of_several_rulebooks_goes_by_the_strictest_from_its_link_on() -> None:
    run = run_script("""
        rulebook novo-unity roulette as N
        note T1 50.00
        bets
        fault T1 paper-out
        note T1 10.00
        expect meter T1 60.00
        rulebook interblock roulette as I
        on I
        note T2 50.00
        bets
        link T1
        expect cites 2.3.4
        note T1 10.00
        expect refused PRINTER_OUT 2.3.4
        place T1 red 5.00
        expect accepted 5.00
        """)
    stage = run.stage
    stage.must(ReportDeviceLine("printer/T1", up=False, cause="silent"))
    assert stage.floor.terminals["T1"].locks["printer-line"].stops == ("fund",)
    run = run_script("""
        rulebook interblock roulette as I
        note T1 50.00
        bets
        rulebook ministar roulette as M
        on M
        note T2 50.00
        bets
        link T1
        expect phase OPEN
        """)
    stage = run.stage
    stage.must(ReportDeviceLine("printer/T1", up=False, cause="silent"))
    lock = stage.floor.terminals["T1"].locks["printer-line"]
    assert (lock.clause, lock.stops) == ("2.5", ("wager", "fund"))
    stage.must(ReportDeviceLine("printer/T1", up=True))
    assert "printer-line" not in stage.floor.terminals["T1"].locks
