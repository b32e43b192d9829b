"""What is kept back or demanded back until an investigation has ended, who is told, and how it ends."""

from __future__ import annotations

import pytest

from openetg.floor.alerts.dues import reviews_of_withholdings
from openetg.floor.commands import Collect, HoldPaper, Release, ReviewHolding, Withhold
from openetg.floor.core.ledger import Transfer, contested_of, meter_of, payable_of, withheld_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import HoldNotified, MoneyWithheld
from openetg.floor.state import awaits_review
from openetg.floor.trouble.allowed import Asker, Way, about_holding, allowed
from openetg.money import ZERO, cents
from openetg.rulebook.schema.policies import HoldDuty
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script

METER = {"ministar": "7.5", "novo-unity": "7.1.13"}
PAPER = {"ministar": "5.2", "interblock": "6.2", "novo-unity": "5.2"}
ISSUED = {"ministar": "3.8", "interblock": "3.6", "novo-unity": "3.8"}
BY_METER = pytest.mark.parametrize("book", METER)
BY_PAPER = pytest.mark.parametrize("book", PAPER)


def awaiting_review(stage: Stage) -> list[str]:
    return [what for what, holding in stage.floor.vault.holdings.items() if awaits_review(holding)]


def ways_with(stage: Stage, what: str) -> set[Way]:
    """What the operator is offered to do with something that is withheld."""
    candidates, asker = about_holding(what), Asker("ann", ("casino_operator",))
    return {each.candidate.way for each in allowed(stage.floor, stage.table, candidates, asker, stage.at_ms)}


@clause("ministar", "7.5")
@clause("novo-unity", "7.1.13")
@BY_METER
def test_meter_money_is_kept_back_until_it_is_determined(book: str) -> None:
    cites = METER[book]
    run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        withhold cashier T1 20.00 "a meter that jumped"
        expect refused NO_POWER {cites}
        withhold casino_operator T1 0.00 "a meter that jumped"
        expect refused NO_AMOUNT {cites}
        withhold casino_operator T1 20.00 ""
        expect refused NO_REASON_GIVEN {cites}
        release casino_operator T1 pay
        expect refused NOTHING_WITHHELD {cites}
        withhold casino_operator T1 20.00 "a meter that jumped"
        expect cites {cites}
        expect meter T1 30.00
        expect withheld T1 20.00
        expect demanded T1 0.00
        collect T1 as K1
        expect ticket K1 30.00 outstanding
        restart
        release cashier T1 pay
        expect refused NO_POWER {cites}
        release casino_operator T1 pay
        expect cites {cites}
        expect meter T1 20.00
        expect withheld T1 0.00
        release casino_operator T1 pay
        expect refused NOTHING_WITHHELD {cites}
        withhold casino_operator T1 20.00 "again"
        release casino_operator T1 refuse
        expect meter T1 0.00
        expect withheld T1 0.00
        expect balanced
    """)


@clause("ministar", "7.5", "5.2")
@clause("novo-unity", "7.1.13", "5.2")
@BY_METER
def test_the_inspector_is_told_of_withheld_money_in_the_same_step(book: str) -> None:
    stage = run_script(f"rulebook {book} roulette\nnote T1 50.00\nexpect balanced").stage
    verdict = stage.ask(Withhold("casino_operator", "ann", "T1", cents(2_000), "why"))
    assert isinstance(verdict, tuple)
    withheld, notice = verdict
    assert isinstance(withheld, MoneyWithheld)
    assert withheld.transfers == (Transfer("meter/T1", "withheld/T1", cents(2_000)),)
    assert notice == HoldNotified("T1", "inspector", "why", METER[book], HoldDuty.NOTICE)
    assert not awaiting_review(stage)
    assert stage.ask(Withhold("casino_operator", "ann", "T9", cents(1), "why")) == Refusal(Reason.UNKNOWN_TERMINAL)


@clause("ministar", "7.5")
@clause("novo-unity", "7.1.13")
@BY_METER
def test_what_was_cashed_out_is_demanded_and_nobodys_until_determined(book: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        collect T1 as K1
        note T1 5.00
        withhold casino_operator T1 20.00 "a meter that jumped"
        expect cites {METER[book]}
        expect meter T1 0.00
        expect withheld T1 5.00
        expect demanded T1 15.00
        expect balanced
    """)
    floor = run.stage.floor
    assert floor.ledger.held(contested_of("T1")) == cents(1_500)
    assert floor.ledger.held("bank/A") == ZERO
    run.stage.must(Release("casino_operator", "ann", "T1", pay=False, why="a fault"))
    assert (floor.ledger.held("bank/A"), floor.ledger.held("demanded/T1")) == (cents(2_000), cents(-1_500))
    assert floor.ledger.held(contested_of("T1")) == ZERO


@clause("ministar", "7.5")
@clause("novo-unity", "7.1.13")
@BY_METER
def test_a_demand_falls_away_when_the_player_was_right(book: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        note T1 5.00
        withhold casino_operator T1 20.00 "a meter that jumped"
        withhold casino_operator T1 1.00 "one more"
        expect withheld T1 5.00
        expect demanded T1 16.00
        release casino_operator T1 pay
        expect meter T1 5.00
        expect demanded T1 0.00
        expect balanced
    """)


@clause("ministar", "7.5")
@clause("novo-unity", "7.1.13")
@BY_METER
def test_an_amount_due_is_kept_back_when_the_round_brings_it(book: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        wheel automatic
        note T1 50.00
        bets
        place T1 straight:17 10.00
        withhold casino_operator T1 350.00 "a suspicion" due
        expect meter T1 40.00
        expect withheld T1 0.00
        spin
        drop
        rest 17
        expect cites {METER[book]}
        expect meter T1 50.00
        expect withheld T1 350.00
        expect win T1 350.00
        bets
        place T1 straight:17 10.00
        spin
        drop
        rest 17
        expect meter T1 400.00
        release casino_operator T1 pay
        expect meter T1 750.00
        expect balanced
    """)


@clause("ministar", "7.5")
def test_an_amount_due_to_a_faulty_terminal_is_kept_back_when_its_wagers_are_established() -> None:
    run_script("""
        rulebook ministar roulette
        note T1 50.00
        bets
        place T1 straight:17 10.00
        spin
        drop
        fault T1 E17
        withhold assistant_gaming_manager T1 300.00 "a suspicion" due
        rest 17
        expect withheld T1 0.00
        reconstruct assistant_gaming_manager T1 confirmed "the log agrees"
        expect cites 7.5
        expect withheld T1 300.00
        expect meter T1 100.00
        expect balanced
    """)


@clause("ministar", "7.5")
@BY_METER
def test_what_the_round_does_not_bring_is_kept_back_of_the_next(book: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        wheel automatic
        note T1 50.00
        bets
        place T1 red 10.00
        withhold casino_operator T1 30.00 "a suspicion" due
        spin
        drop
        rest 1
        expect meter T1 40.00
        expect withheld T1 20.00
        bets
        place T1 red 10.00
        spin
        drop
        rest 2
        expect withheld T1 20.00
        release casino_operator T1 refuse
        expect withheld T1 0.00
        expect meter T1 30.00
    """)
    assert not run.stage.floor.vault.due


@clause("ministar", "7.5")
@clause("novo-unity", "7.1.13")
@BY_METER
def test_what_was_withheld_may_be_paid_by_hand(book: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        withhold casino_operator T1 20.00 "why"
        release casino_operator T1 pay by-hand
        expect meter T1 30.00
        expect withheld T1 0.00
        sign cashier T1 form=F1
        expect balanced
    """)
    assert run.stage.floor.ledger.held(payable_of("payout-1")) == ZERO
    assert run.stage.floor.ledger.held("cage") == cents(2_000)


@clause("interblock", "6.2")
def test_interblock_withholds_no_meter_money_and_of_prizes_only_promotional_ones() -> None:
    run = run_script("""
        rulebook interblock roulette
        note T1 50.00
        withhold casino_operator T1 20.00 "why"
        expect refused NO_POWER 6.2
        withhold assistant_gaming_manager T1 20.00 "why"
        expect refused NO_POWER 6.2
        expect meter T1 50.00
    """)
    reached = [form.value for rule in run.stage.rulebook.money.withholding for form in rule.what]
    assert sorted(reached) == ["promotional_prize", "ticket", "voucher"]


@clause("adelaide", "7(e)")
def test_adelaide_withholds_no_meter_money() -> None:
    run_script("""
        rulebook adelaide roulette
        note T1 50.00
        withhold house T1 20.00 "why"
        expect refused NO_POWER 7(e)
        expect meter T1 50.00
    """)


@clause("ministar", "5.2")
@clause("interblock", "6.2")
@clause("novo-unity", "5.2")
@BY_PAPER
@pytest.mark.parametrize("paper", ["ticket", "voucher"])
def test_a_held_paper_is_paid_nowhere_until_it_is_determined(book: str, paper: str) -> None:
    cites = PAPER[book]
    run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        collect T1 as K1 paper={paper}
        hold cashier K1 "a forged number"
        expect refused NO_POWER {cites}
        hold casino_operator K1 ""
        expect refused NO_REASON_GIVEN {cites}
        hold casino_operator K1 "a forged number"
        expect cites {cites}
        expect ticket K1 50.00 outstanding
        hold casino_operator K1 "twice"
        expect refused TICKET_HELD {cites}
        redeem K1
        expect refused TICKET_HELD {cites}
        restart
        redeem K1
        expect refused TICKET_HELD {cites}
        release cashier K1 pay
        expect refused NO_POWER {cites}
        release casino_operator K1 pay
        expect cites {cites}
        release casino_operator K1 pay
        expect refused NOTHING_WITHHELD {cites}
        redeem K1
        expect ticket K1 50.00 redeemed
        expect balanced
    """)


@clause("ministar", "5.2", "1.1.redeemable-ticket")
@clause("interblock", "6.2", "1.1.redeemable_ticket")
@pytest.mark.parametrize("book", ["ministar", "interblock"])
def test_a_held_ticket_comes_back_from_terminal_and_machine(book: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        collect T1 as K1
        hold casino_operator K1 "a forged number"
        ticket-in T2 K1
        expect refused TICKET_HELD {PAPER[book]}
        redeem K1 by=ticket_machine
        expect refused TICKET_HELD {PAPER[book]}
        expect meter T2 0.00
        release casino_operator K1
        ticket-in T2 K1
        expect meter T2 50.00
    """)


@clause("ministar", "5.2")
@clause("interblock", "6.2")
@clause("novo-unity", "5.2")
@BY_PAPER
def test_a_paper_that_is_refused_is_worth_nothing_more(book: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        collect T1 as K1
        hold casino_operator K1 "a forged number"
        review-hold inspector K1 "so it is"
        release casino_operator K1 refuse
        expect ticket K1 50.00 void
        redeem K1
        expect refused TICKET_VOID {ISSUED[book]}
        hold casino_operator K1 "again"
        expect refused TICKET_VOID {ISSUED[book]}
        expect balanced
    """)
    assert run.stage.floor.ledger.held("bank/A") == cents(5_000)
    assert run.stage.floor.ledger.held("tickets") == ZERO


@clause("ministar", "5.2")
@clause("interblock", "6.2")
@clause("novo-unity", "5.2")
@BY_PAPER
@pytest.mark.parametrize(("decided", "left", "bank"), [("pay", "0.00", 0), ("refuse", "50.00", 5_000)])
def test_a_paper_that_was_paid_is_demanded_back(book: str, decided: str, left: str, bank: int) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        collect T1 as K1
        redeem K1
        hold casino_operator K1 "a forged number"
        expect cites {PAPER[book]}
        expect demanded K1 50.00
        expect ticket K1 50.00 redeemed
        hold casino_operator K1 "twice"
        expect refused TICKET_HELD {PAPER[book]}
        review-hold inspector K1 "looked into"
        release casino_operator K1 {decided}
        expect demanded K1 {left}
        expect ticket K1 50.00 redeemed
        expect balanced
    """)
    assert run.stage.floor.ledger.held("bank/A") == cents(bank)


@clause("ministar", "5.2")
@clause("interblock", "6.2")
@clause("novo-unity", "5.2")
@BY_PAPER
def test_the_inspector_is_told_of_a_held_paper_and_reviews_it(book: str) -> None:
    cites = PAPER[book]
    stage = run_script(f"rulebook {book} roulette\nnote T1 50.00\ncollect T1 as K1\nexpect balanced").stage
    verdict = stage.ask(HoldPaper("casino_operator", "ann", "K1", "why"))
    assert isinstance(verdict, tuple)
    assert verdict[1] == HoldNotified("K1", "inspector", "why", cites, HoldDuty.NOTICE_AND_REVIEW)
    assert awaiting_review(stage) == ["K1"]
    assert stage.ask(ReviewHolding("casino_operator", "ann", "K1", "fine")) == Refusal(
        Reason.NO_POWER, cites, {"role": "casino_operator"}
    )
    assert stage.ask(ReviewHolding("inspector", "bea", "K1", " ")) == Refusal(Reason.NO_REASON_GIVEN, cites)
    stage.must(ReviewHolding("inspector", "bea", "K1", "the number was read wrongly"))
    assert not awaiting_review(stage)
    holding = stage.floor.vault.holdings["K1"]
    assert (holding.reviews, holding.official) == (["the number was read wrongly"], "inspector")
    assert stage.ask(Release("casino_operator", "ann", "K1")) == Refusal(Reason.NO_REASON_GIVEN, cites)


@clause("ministar", "5.2")
@clause("interblock", "6.2")
@clause("novo-unity", "5.2")
@BY_PAPER
@pytest.mark.parametrize("paid", [False, True])
def test_a_held_paper_is_refused_for_good_only_after_the_inspectors_review(book: str, paid: bool) -> None:
    cites, redeemed = PAPER[book], "redeem K1" if paid else ""
    run = run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        collect T1 as K1
        {redeemed}
        hold casino_operator K1 "a forged number"
        release casino_operator K1 refuse
        expect refused REVIEW_AWAITED {cites}
        restart
        release casino_operator K1 refuse
        expect refused REVIEW_AWAITED {cites}
        expect balanced
    """)
    stage = run.stage
    assert [(due.duty, due.about, due.official) for due in reviews_of_withholdings(stage.floor)] == [
        ("review_withheld", "K1", "inspector")
    ]
    assert {Way.PAY, Way.REFUSE} & ways_with(stage, "K1") == {Way.PAY}
    stage.must(ReviewHolding("inspector", "bea", "K1", "forged indeed"))
    assert not list(reviews_of_withholdings(stage.floor))
    assert {Way.PAY, Way.REFUSE} <= ways_with(stage, "K1")
    stage.must(Release("casino_operator", "ann", "K1", pay=False, why="forged"))
    assert stage.floor.ledger.held("bank/A") == cents(5_000)


@clause("ministar", "5.2")
@clause("interblock", "6.2")
@clause("novo-unity", "5.2")
@BY_PAPER
def test_a_review_of_an_earlier_case_does_not_count_for_the_next(book: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        collect T1 as K1
        hold casino_operator K1 "a forged number"
        review-hold inspector K1 "not forged"
        release casino_operator K1 pay
        hold casino_operator K1 "a forged name"
        release casino_operator K1 refuse
        expect refused REVIEW_AWAITED {PAPER[book]}
        expect ticket K1 50.00 outstanding
    """)


@BY_PAPER
def test_a_release_to_the_player_does_not_wait_for_the_review_which_is_kept_with_the_case(book: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        collect T1 as K1
        review-hold inspector K1 "nothing yet"
        expect refused NOTHING_WITHHELD {PAPER[book]}
        hold casino_operator K1 "why"
        release casino_operator K1 pay
        review-hold inspector K1 "in order"
        expect cites {PAPER[book]}
        redeem K1
        expect ticket K1 50.00 redeemed
    """)
    holding = run.stage.floor.vault.holdings["K1"]
    assert (holding.determined, holding.reviews) == ("pay", ["in order"])
    entries = b"".join(entry[2] for entry in run.stage.entries)
    assert entries.count(b'"review_open":true') == 1


@clause("ministar", "5.2", "5.1")
@clause("novo-unity", "5.2", "5.1")
@pytest.mark.parametrize("book", ["ministar", "novo-unity"])
def test_a_prize_that_is_to_be_paid_by_hand_is_kept_back(book: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        pay-by-hand cashier T1 20.00
        hold casino_operator payout-1 "a forged form"
        expect cites 5.2
        sign cashier T1 form=F1
        expect refused PAYOUT_HELD 5.2
        restart
        release casino_operator payout-1 pay
        sign cashier T1 form=F1
        expect meter T1 30.00
        hold casino_operator payout-1 "a forged form"
        expect demanded payout-1 20.00
        release casino_operator payout-1 refuse
        expect refused REVIEW_AWAITED 5.2
        review-hold inspector payout-1 "the form is forged"
        release casino_operator payout-1 refuse
        expect demanded payout-1 20.00
        hold casino_operator payout-1 "a forged form"
        expect refused TICKET_HELD 5.2
        pay-by-hand cashier T1 10.00
        hold casino_operator payout-2 "a forged form"
        hold casino_operator payout-2 "a forged form"
        expect refused TICKET_HELD 5.2
        review-hold inspector payout-2 "the form is forged"
        release casino_operator payout-2 refuse
        sign cashier T1 form=F2
        expect refused PAYOUT_REFUSED 5.1
        hold casino_operator payout-2 "a forged form"
        expect refused PAYOUT_REFUSED 5.2
        expect balanced
    """)
    assert run.stage.floor.ledger.held(payable_of("payout-2")) == ZERO
    assert run.stage.floor.ledger.held("bank/A") == cents(3_000)
    assert run.stage.ask(Collect("T1", "payout-3")) == Refusal(Reason.ALREADY_THERE, "3.8")


@clause("interblock", "6.2", "6.1")
def test_interblock_keeps_no_winnings_back_that_are_to_be_paid_by_hand() -> None:
    run_script("""
        rulebook interblock roulette
        note T1 50.00
        pay-by-hand cashier T1 20.00
        hold casino_operator payout-1 "a forged form"
        expect refused NO_POWER 6.2
        sign cashier T1 form=F1
        expect meter T1 30.00
    """)


def test_a_paper_is_not_paid_by_hand_through_a_release() -> None:
    stage = run_script("""
        rulebook ministar roulette
        note T1 50.00
        collect T1 as K1
        hold casino_operator K1 "why"
        release casino_operator K1 pay by-hand
        expect refused NOT_IN_RULEBOOK 5.2
    """).stage
    for command in (
        HoldPaper("casino_operator", "ann", "K9", "why"),
        Release("casino_operator", "ann", "K9", why="why"),
        ReviewHolding("inspector", "ann", "K9", "why"),
    ):
        assert stage.ask(command) == Refusal(Reason.UNKNOWN_TICKET)
    assert stage.floor.ledger.held(withheld_of("K1")) == ZERO
    assert stage.floor.ledger.held(meter_of("T1")) == ZERO
