"""The books: every movement has two sides, nothing moves nothing, and what is owed is never below zero."""

from __future__ import annotations

import pytest

from openetg.floor.core import ledger
from openetg.floor.core.ledger import NEVER_NEGATIVE, Ledger, Transfer
from openetg.money import ZERO, cents

OWED = {
    "meter", "play", "printing", "tickets", "hand", "cloth", "chips", "withheld", "payable", "forfeited",
    "contested", "sales", "award", "pool", "reserve", "overflow", "prize",
}  # fmt: skip


def test_what_is_owed_to_somebody() -> None:
    assert set(NEVER_NEGATIVE) == OWED


def test_a_transfer_leaves_one_account_and_reaches_the_other() -> None:
    books = Ledger()
    books.post([Transfer("cash_box/T1", "meter/T1", cents(500)), Transfer("meter/T1", "play/A/T1", cents(200))])
    assert books.accounts == {"cash_box/T1": cents(-500), "meter/T1": cents(300), "play/A/T1": cents(200)}
    assert books.held("meter/T1") == cents(300)
    assert books.held("meter/T9") == ZERO
    assert books.is_balanced()


@pytest.mark.parametrize("amount", [0, -1])
def test_a_transfer_moves_something(amount: int) -> None:
    with pytest.raises(AssertionError):
        Ledger().post([Transfer("bank/A", "meter/T1", cents(amount))])


@pytest.mark.parametrize("kind", sorted(OWED))
def test_what_is_owed_is_never_below_zero(kind: str) -> None:
    books = Ledger()
    books.post([Transfer("bank/A", f"{kind}/x", cents(5))])
    books.post([Transfer(f"{kind}/x", "bank/A", cents(5))])
    with pytest.raises(AssertionError):
        books.post([Transfer(f"{kind}/x", "bank/A", cents(1))])


@pytest.mark.parametrize("account", ["bank/A", "cash_box/T1", "drop/A", "cage", "monitoring", "demanded/T1"])
def test_what_the_house_holds_or_is_owed_may_stand_below_zero_again_and_again(account: str) -> None:
    books = Ledger()
    for _ in range(3):
        books.post([Transfer(account, "meter/T1", cents(5))])
    assert books.held(account) == cents(-15)
    assert books.is_balanced()


def test_books_that_do_not_sum_to_zero_are_not_balanced() -> None:
    books = Ledger()
    books.accounts = {"meter/T1": cents(5), "bank/A": cents(-4)}
    assert not books.is_balanced()


def test_books_with_a_debt_to_somebody_below_zero_are_not_balanced() -> None:
    books = Ledger()
    books.accounts = {"meter/T1": cents(-5), "bank/A": cents(5)}
    assert not books.is_balanced()
    books.accounts = {"meter/T1": cents(5), "bank/A": cents(-5), "tickets": ZERO}
    assert books.is_balanced()


def test_accounts_are_named_by_what_they_are_and_whose() -> None:
    named = {
        ledger.meter_of("T1"): "meter/T1",
        ledger.play_of("A", "T1"): "play/A/T1",
        ledger.bank_of("A"): "bank/A",
        ledger.cash_box_of("T1"): "cash_box/T1",
        ledger.printing_of("T1"): "printing/T1",
        ledger.hand_of("A", "P1"): "hand/A/P1",
        ledger.cloth_of("A", "P1"): "cloth/A/P1",
        ledger.drop_of("A"): "drop/A",
        ledger.withheld_of("T1"): "withheld/T1",
        ledger.demanded_of("T1"): "demanded/T1",
        ledger.contested_of("T1"): "contested/T1",
        ledger.award_of("1"): "award/1",
        ledger.payable_of("1"): "payable/1",
        ledger.forfeited_of("A"): "forfeited/A",
    }
    assert all(found == wanted for found, wanted in named.items())
    assert (ledger.TICKETS, ledger.CHIPS, ledger.CAGE, ledger.MONITORING) == ("tickets", "chips", "cage", "monitoring")
