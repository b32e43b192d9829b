"""Who may do what with money: exactly the roles that the instruments name, those who act as them, and nobody else."""

from __future__ import annotations

from functools import cache

import pytest

from openetg.floor import commands as ask
from openetg.money import cents
from openetg.script.run import PlayedScript
from tests.marks import clause
from tests.powers import who_may
from tests.scripts import run_script

MANAGER = {"casino_operator", "assistant_gaming_manager"}
SUPERVISORS = {"electronic_gaming_supervisor", "electronic_game_supervisor", "electronic_supervisor"}
GAMING = {"casino_operator", "electronic_gaming_supervisor", "electronic_game_supervisor"}
OPERATOR = {"ministar": MANAGER, "interblock": MANAGER | SUPERVISORS, "novo-unity": GAMING}
BOOKS = pytest.mark.parametrize("book", OPERATOR)


@cache
def paid_out(book: str) -> PlayedScript:
    """Two papers and a meter, with a payment by hand pending."""
    return run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        collect T1 as K1
        note T1 50.00
        collect T1 as K2
        note T1 50.00
        pay-by-hand cashier T1 20.00
        hold casino_operator K2 "why"
        expect meter T1 30.00
    """)


@clause("ministar", "1.1.redeemable-ticket")
@clause("interblock", "1.1.redeemable_ticket")
@clause("novo-unity", "3.8")
@BOOKS
def test_who_pays_papers(book: str) -> None:
    machines = set() if book == "novo-unity" else {"ticket_machine"}
    may = who_may(paid_out(book), lambda role, person: ask.RedeemPaper(role, person, "K1"))
    assert may == {"cashier"} | machines


@clause("adelaide", "5.5(a)")
def test_in_adelaide_the_cashier_alone_pays_slips() -> None:
    run = run_script("rulebook adelaide roulette\nnote T1 50.00\ncollect T1 as S1\nexpect balanced")
    assert who_may(run, lambda role, person: ask.RedeemPaper(role, person, "S1")) == {"cashier"}


@clause("ministar", "5.1")
@clause("interblock", "6.1")
@clause("novo-unity", "5.1")
@BOOKS
def test_who_pays_by_hand(book: str) -> None:
    others = {"electronic_gaming_attendant"} if book == "novo-unity" else OPERATOR[book]
    run = paid_out(book)
    for asks in (
        lambda role, person: ask.OrderManualPayout(role, person, "T1"),
        lambda role, person: ask.SignManualPayout(role, person, "payout-1", "F1"),
    ):
        assert who_may(run, asks) == {"cashier"} | others


@clause("ministar", "7.5")
@clause("novo-unity", "7.1.13")
@pytest.mark.parametrize("book", ["ministar", "novo-unity"])
def test_who_withholds_and_releases_meter_money(book: str) -> None:
    run = paid_out(book)
    for asks in (
        lambda role, person: ask.Withhold(role, person, "T1", cents(100), "why"),
        lambda role, person: ask.Release(role, person, "T1", why="why"),
    ):
        assert who_may(run, asks) == OPERATOR[book]


@clause("ministar", "5.2")
@clause("interblock", "6.2")
@clause("novo-unity", "5.2")
@BOOKS
def test_who_holds_and_releases_papers_and_who_reviews_it(book: str) -> None:
    run = paid_out(book)
    for asks in (
        lambda role, person: ask.HoldPaper(role, person, "K1", "why"),
        lambda role, person: ask.Release(role, person, "K2", why="why"),
    ):
        assert who_may(run, asks) == OPERATOR[book]
    assert who_may(run, lambda role, person: ask.ReviewHolding(role, person, "K2", "seen")) == {"inspector"}


@clause("ministar", "3.4.4")
@clause("interblock", "3.2.4")
@clause("novo-unity", "3.4.4")
@BOOKS
def test_who_transfers_credit(book: str) -> None:
    may = who_may(paid_out(book), lambda role, person: ask.TransferCredit("T1", person, cents(100), role))
    assert may == {"monitoring_system"}


@clause("ministar", "5.3.1", "5.3.2", "5.3.3")
@clause("interblock", "6.3.1", "6.3.2", "6.3.3")
@clause("novo-unity", "5.3.1", "5.3.2", "5.3.3")
@BOOKS
def test_who_puts_a_payment_off_asks_for_a_document_and_chooses_the_form(book: str) -> None:
    run = paid_out(book)
    later = run.stage.at_ms + 1
    for asks in (
        lambda role, person: ask.AgreeDelay(role, person, "K1", later, "why"),
        lambda role, person: ask.AskIdentification(role, person, "K1"),
        lambda role, person: ask.RecordIdentification(role, person, "K1", "passport-1"),
        lambda role, _: ask.RedeemPaper("cashier", "ann", "K1", "cash", "cheque", role),
        lambda role, _: ask.SignManualPayout("cashier", "ann", "payout-1", "F1", "cash", "cheque", role),
    ):
        assert who_may(run, asks) == {"cashier"} | OPERATOR[book]


@clause("ministar", "1.1.redeemable-ticket", "3.4.4")
@clause("interblock", "1.1.redeemable_ticket", "3.2.4")
@clause("novo-unity", "3.8", "3.4.4")
@BOOKS
def test_the_cashier_is_an_employee_and_machines_are_the_operators(book: str) -> None:
    run = paid_out(book)
    roles = run.stage.rulebook.roles
    assert (roles["cashier"].of, roles["monitoring_system"].of) == ("floor", "operator")
    assert all(roles[name].of == "operator" for name in roles if name == "ticket_machine")
    may = who_may(run, lambda role, person: ask.StartVisit(role, person, "T1", "paper"))
    assert "cashier" in may
    assert not may & {"monitoring_system", "ticket_machine"}


@clause("adelaide", "5.5(a)")
def test_the_adelaide_cashier_belongs_to_the_floor() -> None:
    roles = run_script("rulebook adelaide roulette\nnote T1 5.00\nexpect balanced").stage.rulebook.roles
    assert (roles["cashier"].of, roles["cashier"].acts_as) == ("floor", ())
