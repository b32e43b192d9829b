"""Transfers from the monitoring system, awards, and payments by hand."""

from __future__ import annotations

import pytest

from openetg.floor.commands import CreditAward, OrderManualPayout, SignManualPayout, TransferCredit
from openetg.floor.core.ledger import CAGE, MONITORING, Transfer, award_of, meter_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import CreditTransferred, PayoutOrdered
from openetg.floor.jackpots.commands import JackpotRules
from openetg.floor.jackpots.state import Award, Jackpot
from openetg.floor.state import Floor
from openetg.money import cents
from openetg.rulebook.schema.policies import JackpotKind
from tests.marks import clause
from tests.scripts import run_script

TRANSFER = {"ministar": "3.4.4", "interblock": "3.2.4", "novo-unity": "3.4.4"}
BY_HAND = {"ministar": "5.1", "interblock": "6.1", "novo-unity": "5.1"}


@clause("ministar", "3.4.4")
@clause("interblock", "3.2.4")
@clause("novo-unity", "3.4.4")
@pytest.mark.parametrize("book", TRANSFER)
def test_a_transfer_counts_once_for_each_id_of_the_monitoring_system(book: str) -> None:
    cites = TRANSFER[book]
    run = run_script(f"""
        rulebook {book} roulette
        note T1 5.00
        note T2 5.00
        transfer T1 25.00 id=X1
        expect accepted 25.00
        expect cites {cites}
        expect meter T1 30.00
        transfer T1 25.00 id=X1
        expect meter T1 30.00
        transfer T2 25.00 id=X1
        expect refused OTHER_TRANSFER {cites}
        transfer T1 26.00 id=X1
        expect refused OTHER_TRANSFER {cites}
        transfer T1 25.00 id=X2 by=cashier
        expect refused NO_POWER {cites}
        transfer T1 25.00 id=X2 by=nobody
        expect refused UNKNOWN_ROLE {cites}
        transfer T1 0.00 id=X2
        expect refused NO_AMOUNT {cites}
        collect T1 as K1
        transfer T1 25.00 id=X1
        expect meter T1 0.00
        restart
        transfer T1 25.00 id=X1
        expect meter T1 0.00
        expect balanced
    """)
    floor = run.stage.floor
    assert floor.ledger.held(MONITORING) == cents(-2_500)
    assert run.stage.ask(TransferCredit("T1", " ", cents(1))) == Refusal(Reason.NOT_A_NAME, cites)


@clause("interblock", "3.2.4")
@clause("novo-unity", "3.4.4")
@pytest.mark.parametrize("book", ["interblock", "novo-unity"])
def test_a_transfer_reaches_a_terminal_without_an_account(book: str) -> None:
    run = run_script(f"rulebook {book} roulette\ntransfer T1 30.00 id=X9\nexpect meter T1 30.00")
    verdict = run.stage.ask(TransferCredit("T1", "X10", cents(100)))
    moved = Transfer("monitoring", "meter/T1", cents(100))
    assert verdict == (CreditTransferred("T1", "X10", cents(100), TRANSFER[book], (moved,)),)


@clause("adelaide", "7(d)")
def test_adelaide_knows_no_transfer() -> None:
    run_script("""
        rulebook adelaide roulette
        note T1 5.00
        transfer T1 25.00 id=X1
        expect refused UNKNOWN_ROLE 7(d)
        transfer T1 25.00 id=X1 by=cashier
        expect refused NO_POWER 7(d)
        transfer T1 25.00 id=X1 by=casino_operator
        expect refused NO_POWER 7(d)
        expect meter T1 5.00
    """)


@clause("ministar", "3.4")
@clause("interblock", "3.2")
@clause("novo-unity", "3.4")
@clause("adelaide", "7(d)")
@pytest.mark.parametrize(
    ("book", "sources", "jackpots"),
    [
        ("ministar", "3.4", False),
        ("interblock", "3.2", False),
        ("novo-unity", "3.4", True),
        ("adelaide", "7(d)", False),
    ],
)
def test_an_award_reaches_a_meter_only_where_the_sources_name_jackpots(
    book: str, sources: str, *, jackpots: bool
) -> None:
    stage = run_script(f"rulebook {book} roulette\nnote T1 5.00\nexpect meter T1 5.00").stage
    set_aside(stage.floor)
    verdict = stage.ask(CreditAward("T1", "J.main.1", "electronic_gaming_attendant", "ada"))
    assert isinstance(verdict, tuple) == jackpots
    assert jackpots or verdict == Refusal(Reason.SOURCE_NOT_ACCEPTED, sources)
    assert stage.floor.ledger.held(meter_of("T1")) == cents(50_500 if jackpots else 500)


def set_aside(floor: Floor) -> None:
    """An award, as a jackpot sets it aside at the win; by which rulebook that may be offered is not the question."""
    rules = JackpotRules("J", JackpotKind.PROGRESSIVE, ())
    floor.jackpots.offered["J"] = Jackpot("J", floor.tables["A"].rulebook, rules, {})
    won = Award("J.main.1", "J", "main", "Main", 1, "T1", "A", 1, cents(50_000), 0, by_hand=False, locked=False)
    floor.jackpots.awards[won.number] = won
    floor.ledger.post((Transfer("bank/A", award_of(won.number), won.amount),))


@clause("ministar", "5.1")
@clause("interblock", "6.1")
@clause("novo-unity", "5.1")
@pytest.mark.parametrize("book", BY_HAND)
def test_a_payment_by_hand_is_owed_until_it_is_signed_for(book: str) -> None:
    cites = BY_HAND[book]
    run = run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        note T1 20.00
        pay-by-hand inspector T1
        expect refused NO_POWER {cites}
        pay-by-hand cashier T1 70.01
        expect refused NOT_ENOUGH_CREDIT {cites}
        pay-by-hand cashier T1 0.00
        expect refused NO_AMOUNT {cites}
        pay-by-hand cashier T1 30.00
        expect cites {cites}
        expect meter T1 40.00
        sign cashier T1
        expect refused NOT_SIGNED {cites}
        sign inspector T1 form=F1
        expect refused NO_POWER {cites}
        restart
        sign cashier T1 form=F1
        expect cites {cites}
        sign cashier T1 form=F2
        expect refused ALREADY_PAID {cites}
        pay-by-hand cashier T1
        sign cashier T1 form=F3
        expect meter T1 0.00
        pay-by-hand cashier T1
        expect refused NOTHING_TO_COLLECT {cites}
        expect balanced
    """)
    floor = run.stage.floor
    assert floor.ledger.held(CAGE) == cents(7_000)
    assert [payout.signature for payout in floor.vault.payouts.values()] == ["F1", "F3"]


def test_a_payment_by_hand_says_what_is_owed_for_which_terminal() -> None:
    stage = run_script("rulebook ministar roulette\nnote T1 50.00\nexpect balanced").stage
    verdict = stage.ask(OrderManualPayout("cashier", "ann", "T1", cents(1_000)))
    moved = Transfer("meter/T1", "payable/payout-1", cents(1_000))
    assert verdict == (PayoutOrdered("payout-1", "T1", cents(1_000), "cashier", "ann", "5.1", (moved,)),)
    assert stage.ask(SignManualPayout("cashier", "ann", "payout-9", "F1")) == Refusal(Reason.UNKNOWN_PAYOUT)
    assert stage.ask(OrderManualPayout("cashier", "ann", "T9")) == Refusal(Reason.UNKNOWN_TERMINAL)


@clause("ministar", "5.1")
@pytest.mark.parametrize(("book", "when"), [("ministar", "4.2"), ("interblock", "3.5")])
def test_wagers_that_stand_are_not_paid_by_hand_either(book: str, when: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        bets
        place T1 red 5.00
        pay-by-hand cashier T1
        expect refused COLLECT_NOT_NOW {when}
        take T1 red 5.00
        pay-by-hand cashier T1
        expect meter T1 0.00
        sign cashier T1 form=F1
        expect cites {BY_HAND[book]}
    """)
