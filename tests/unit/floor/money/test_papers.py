"""Tickets, vouchers and slips: out of a terminal, into one, at the cage; once, at once, and when they wait."""

from __future__ import annotations

import pytest

from openetg.floor.commands import AgreeDelay, Collect, InsertTicket, RecordIdentification, RedeemPaper
from openetg.floor.core.ledger import CAGE, TICKETS, Transfer, meter_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import PaperRedeemed
from openetg.money import ZERO, cents
from openetg.rulebook.schema.policies import PaperKind
from tests.marks import clause
from tests.scripts import run_script

PAPER = {"ministar": "3.8", "interblock": "3.6", "novo-unity": "3.8", "adelaide": "5.5(a)"}
AT_ONCE = {"ministar": "5.3", "interblock": "6.3", "novo-unity": "5.3", "adelaide": "5.5(a)"}
THREE = pytest.mark.parametrize("book", ["ministar", "interblock", "novo-unity"])
WITH_TICKETS_IN = pytest.mark.parametrize(
    ("book", "inserted"), [("ministar", "3.4.2"), ("interblock", "3.2.3")], ids=["ministar", "interblock"]
)


@clause("ministar", "1.1.redeemable-ticket", "3.4.2", "3.3.2")
@clause("interblock", "1.1.redeemable_ticket", "3.2.3")
@WITH_TICKETS_IN
def test_a_ticket_is_redeemed_once_at_a_terminal_and_the_first_is_quoted(book: str, inserted: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 20.00
        collect T1 as K1
        expect ticket K1 20.00 outstanding
        note T1 5.00
        collect T1 as K2
        ticket-in T2 K1
        expect cites {inserted}
        expect meter T2 20.00
        expect ticket K1 20.00 redeemed
        ticket-in T2 K2
        expect meter T2 25.00
        ticket-in T2 K1
        expect refused TICKET_REDEEMED {PAPER[book]}
        ticket-in T1 K1
        expect refused TICKET_REDEEMED {PAPER[book]}
        redeem K1
        expect refused TICKET_REDEEMED {PAPER[book]}
        redeem K1 by=ticket_machine
        expect refused TICKET_REDEEMED {PAPER[book]}
        expect meter T1 0.00
        expect meter T2 25.00
        expect balanced
    """)
    verdict = run.stage.ask(InsertTicket("T1", "K2"))
    assert isinstance(verdict, Refusal)
    assert verdict.details == {"where": "T2", "person": "", "at_ms": run.stage.at_ms}
    assert run.stage.floor.ledger.held(TICKETS) == ZERO


@clause("ministar", "1.1.redeemable-ticket", "5.3")
@clause("interblock", "1.1.redeemable_ticket", "6.3")
@clause("novo-unity", "5.3", "3.8")
@clause("adelaide", "5.5(a)")
@pytest.mark.parametrize("book", PAPER)
def test_a_paper_is_paid_at_the_cage_at_once_and_once(book: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 20.00
        collect T1 as K1
        wait 1s
        redeem K1
        expect cites {AT_ONCE[book]}
        expect cites {PAPER[book]}
        expect ticket K1 20.00 redeemed
        redeem K1
        expect refused TICKET_REDEEMED {PAPER[book]}
        redeem K9
        expect refused UNKNOWN_TICKET
        expect balanced
    """)
    floor = run.stage.floor
    assert (floor.ledger.held(CAGE), floor.ledger.held(TICKETS)) == (cents(2_000), ZERO)
    verdict = run.stage.ask(RedeemPaper("cashier", "ann", "K1"))
    assert isinstance(verdict, Refusal)
    assert verdict.details == {"where": "cashier", "person": "cashier", "at_ms": run.stage.at_ms}


@clause("ministar", "1.1.redeemable-ticket", "3.8")
@clause("interblock", "1.1.redeemable_ticket", "3.6")
@pytest.mark.parametrize(
    ("book", "defined"), [("ministar", "1.1.redeemable-ticket"), ("interblock", "1.1.redeemable_ticket")]
)
def test_a_machine_pays_tickets_and_a_person_vouchers(book: str, defined: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        note T1 20.00
        collect T1 as K1
        note T1 20.00
        collect T1 as V1 paper=voucher
        redeem V1 by=ticket_machine
        expect refused NOT_AT_MACHINE {defined}
        expect ticket V1 20.00 outstanding
        redeem V1
        expect ticket V1 20.00 redeemed
        redeem K1 by=inspector
        expect refused NO_POWER {defined}
        redeem K1 by=ticket_machine
        expect cites {defined}
        expect ticket K1 20.00 redeemed
    """)


@clause("ministar", "3.4", "3.4.2")
@clause("interblock", "3.2", "3.2.3")
@pytest.mark.parametrize(("book", "sources"), [("ministar", "3.4"), ("interblock", "3.2")])
def test_a_voucher_put_into_a_terminal_comes_back(book: str, sources: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        note T1 20.00
        collect T1 as V1 paper=voucher
        expect cites {PAPER[book]}
        ticket-in T2 V1
        expect refused SOURCE_NOT_ACCEPTED {sources}
        expect ticket V1 20.00 outstanding
        expect meter T2 0.00
        redeem V1
    """)


@clause("adelaide", "7(d)")
@clause("novo-unity", "3.4")
@pytest.mark.parametrize(("book", "sources"), [("adelaide", "7(d)"), ("novo-unity", "3.4")])
def test_no_paper_goes_in_where_the_instrument_lists_none(book: str, sources: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        note T1 20.00
        collect T1 as K1
        ticket-in T1 K1
        expect refused SOURCE_NOT_ACCEPTED {sources}
        expect meter T1 0.00
        expect ticket K1 20.00 outstanding
        ticket-in T1 K9
        expect refused SOURCE_NOT_ACCEPTED {sources}
    """)


@clause("ministar", "3.3.1", "3.4.2")
@clause("interblock", "3.2.3")
@WITH_TICKETS_IN
def test_an_unknown_ticket_or_one_that_was_never_printed_comes_back(book: str, inserted: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        ticket-in T1 K9
        expect refused UNKNOWN_TICKET {inserted}
        note T1 20.00
        collect T1 as K1 jam
        expect ticket K1 20.00 void
        expect meter T1 20.00
        ticket-in T2 K1
        expect refused TICKET_VOID {PAPER[book]}
        redeem K1
        expect refused TICKET_VOID {PAPER[book]}
        expect meter T2 0.00
    """)
    stage = run.stage
    stage.must(Collect("T1", "K2"))
    assert stage.ask(InsertTicket("T2", "K2")) == Refusal(Reason.UNKNOWN_TICKET, PAPER[book])


@clause("interblock", "3.6")
@clause("novo-unity", "3.8")
@pytest.mark.parametrize("book", ["interblock", "novo-unity"])
def test_a_part_of_the_meter_may_be_collected_and_is_taken_off(book: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        note T1 20.00
        collect T1 12.50 as K1
        expect cites {PAPER[book]}
        expect ticket K1 12.50 outstanding
        expect meter T1 57.50
        collect T1 57.51 as K2
        expect refused NOT_ENOUGH_CREDIT {PAPER[book]}
        collect T1 0.00 as K2
        expect refused NO_AMOUNT {PAPER[book]}
        collect T1 as V2 paper=voucher
        expect ticket V2 57.50 outstanding
        expect meter T1 0.00
        collect T1 as K3
        expect refused NOTHING_TO_COLLECT {PAPER[book]}
        note T1 20.00
        collect T1 as S1 paper=slip
        expect refused PAPER_NOT_OFFERED {PAPER[book]}
        collect T1 as K1
        expect refused ALREADY_THERE {PAPER[book]}
        collect T1 as K4 jam
        expect meter T1 20.00
        expect ticket K4 20.00 void
    """)
    assert run.stage.floor.ledger.held(TICKETS) == cents(7_000)


@clause("ministar", "3.7", "3.8")
def test_ministar_pays_the_whole_meter_as_ticket_or_voucher() -> None:
    run = run_script("""
        rulebook ministar roulette
        note T1 50.00
        collect T1 12.50 as K1
        expect refused WHOLE_ONLY 3.7
        collect T1 as S1 paper=slip
        expect refused PAPER_NOT_OFFERED 3.8
        collect T1 as K1
        expect cites 3.7
        expect cites 3.8
        expect meter T1 0.00
        collect T1 as K2
        expect refused NOTHING_TO_COLLECT 3.7
        note T1 50.00
        collect T1 50.00 as V1 paper=voucher
        expect ticket V1 50.00 outstanding
        note T1 5.00
        collect T1 as K3 paper=ticket
        expect ticket K3 5.00 outstanding
    """)
    kinds = {number: ticket.kind for number, ticket in run.stage.floor.tickets.items()}
    assert kinds == {"K1": PaperKind.TICKET, "V1": PaperKind.VOUCHER, "K3": PaperKind.TICKET}


@clause("interblock", "3.6")
@clause("novo-unity", "3.8")
@pytest.mark.parametrize("book", ["interblock", "novo-unity"])
def test_a_paper_is_a_ticket_unless_a_voucher_is_asked_for(book: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 50.00
        collect T1 10.00 as K1
        collect T1 10.00 as K2 paper=ticket
        collect T1 10.00 as V1 paper=voucher
        expect meter T1 20.00
    """)
    kinds = {number: ticket.kind for number, ticket in run.stage.floor.tickets.items()}
    assert kinds == {"K1": PaperKind.TICKET, "K2": PaperKind.TICKET, "V1": PaperKind.VOUCHER}


@clause("adelaide", "7(e)", "5.5(a)")
def test_adelaide_gives_one_slip_for_the_whole_meter_which_the_cashier_pays() -> None:
    run_script("""
        rulebook adelaide roulette
        note T1 100.00
        note T1 50.00
        bets
        place T1 red 20.00
        collect T1 50.00 as S1
        expect refused WHOLE_ONLY 7(e)
        collect T1 as K1 paper=ticket
        expect refused PAPER_NOT_OFFERED 5.5(a)
        collect T1 as V1 paper=voucher
        expect refused PAPER_NOT_OFFERED 5.5(a)
        collect T1 as S1
        expect cites 5.5(a)
        expect cites 7(e)
        expect ticket S1 130.00 outstanding
        expect meter T1 0.00
        expect staked T1 20.00
        redeem S1 by=dealer
        expect refused NO_POWER 5.5(a)
        redeem S1 by=pit_boss
        expect refused NO_POWER 5.5(a)
        redeem S1
        expect ticket S1 130.00 redeemed
        redeem S1
        expect refused TICKET_REDEEMED 5.5(a)
        note T1 20.00
        collect T1 as S2 jam
        expect meter T1 20.00
        pay-by-hand cashier T1
        expect refused NO_POWER 7(e)
        withhold pit_boss T1 5.00 "suspicion"
        expect refused NO_POWER 7(e)
        expect balanced
    """)


@clause("adelaide", "5.5(a)")
@pytest.mark.parametrize(
    "line",
    [
        'hold pit_boss S1 "why"',
        'delay cashier S1 for 1h "why"',
        "ask-identity cashier S1",
        "identify cashier S1 document=passport-1",
        "redeem S1 asked=cash paid=cheque",
        'review-hold pit_boss S1 "seen"',
    ],
)
def test_adelaide_knows_nothing_that_keeps_a_slip_from_being_paid(line: str) -> None:
    run_script(f"""
        rulebook adelaide roulette
        note T1 20.00
        collect T1 as S1
        {line}
        expect refused NO_POWER 5.5(a)
        redeem S1
        expect ticket S1 20.00 redeemed
    """)


@clause("novo-unity", "3.7")
def test_novo_unity_pays_out_whoever_has_nothing_in_an_unfinished_round() -> None:
    run_script("""
        rulebook novo-unity roulette
        wheel automatic
        note T1 20.00
        note T2 20.00
        note T3 20.00
        bets
        place T1 red 5.00
        collect T1 as K1
        expect refused COLLECT_NOT_NOW 3.7
        take T1 red 5.00
        collect T1 as K1
        expect ticket K1 20.00 outstanding
        place T2 red 5.00
        spin
        drop
        collect T2 as K2
        expect refused COLLECT_NOT_NOW 3.7
        collect T3 as K3
        rest 2
        collect T2 as K2
        expect ticket K2 15.00 outstanding
    """)


@clause("ministar", "5.3.1")
@clause("interblock", "6.3.1")
@clause("novo-unity", "5.3.1")
@pytest.mark.parametrize(("book", "delay"), [("ministar", "5.3.1"), ("interblock", "6.3.1"), ("novo-unity", "5.3.1")])
def test_payment_waits_until_the_time_agreed_and_no_longer(book: str, delay: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 20.00
        collect T1 as K1
        delay cashier K1 "entitlement is verified"
        expect refused NO_TIME_AGREED {delay}
        delay cashier K1 for 1h ""
        expect refused NO_REASON_GIVEN {delay}
        delay inspector K1 for 1h "entitlement is verified"
        expect refused NO_POWER {delay}
        delay cashier K1 for 1h "entitlement is verified"
        expect cites {delay}
        expect ticket K1 20.00 outstanding
        redeem K1
        expect refused PAYMENT_DELAYED {delay}
        wait 59m
        redeem K1
        expect refused PAYMENT_DELAYED {delay}
        expect ticket K1 20.00 outstanding
        wait 1m
        redeem K1
        expect ticket K1 20.00 redeemed
    """)
    stage = run.stage
    assert isinstance(stage.ask(AgreeDelay("cashier", "ann", "K1", stage.at_ms + 1, "why")), Refusal)
    assert stage.ask(AgreeDelay("cashier", "ann", "K9", stage.at_ms + 1, "why")) == Refusal(Reason.UNKNOWN_TICKET)


@clause("ministar", "5.3.3")
@clause("interblock", "6.3.3")
@clause("novo-unity", "5.3.3")
@pytest.mark.parametrize(("book", "asked"), [("ministar", "5.3.3"), ("interblock", "6.3.3"), ("novo-unity", "5.3.3")])
def test_payment_waits_until_a_document_was_shown(book: str, asked: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 20.00
        collect T1 as K1
        ask-identity inspector K1
        expect refused NO_POWER {asked}
        ask-identity cashier K1
        expect cites {asked}
        redeem K1
        expect refused NOT_IDENTIFIED {asked}
        expect ticket K1 20.00 outstanding
        identify cashier K1
        expect refused NOT_IDENTIFIED {asked}
        identify cashier K1 document=passport-17
        redeem K1
        expect ticket K1 20.00 redeemed
        note T1 20.00
        bets
        place T1 red 5.00
        expect accepted 5.00
    """)
    assert run.stage.floor.tickets["K1"].document == "passport-17"
    assert isinstance(run.stage.ask(RecordIdentification("cashier", "ann", "K1", "licence-1")), Refusal)


@clause("ministar", "5.3.2")
@clause("novo-unity", "5.3.2")
@pytest.mark.parametrize("book", ["ministar", "novo-unity"])
def test_it_may_be_paid_in_another_form_than_asked_for(book: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 20.00
        collect T1 as K1
        redeem K1 asked=cash paid=cheque
        expect cites 5.3.2
        expect ticket K1 20.00 redeemed
        note T1 20.00
        pay-by-hand cashier T1
        sign cashier T1 form=F17 asked=cash paid=cheque
        expect cites 5.3.2
    """)
    entries = b"".join(entry[2] for entry in run.stage.entries)
    assert entries.count(b'"asked":"cash","paid":"cheque"') == 2
    redeemed = run.stage.floor.tickets["K1"].redeemed
    assert redeemed is not None
    assert (redeemed.asked, redeemed.paid) == ("cash", "cheque")


@clause("ministar", "5.3.2")
def test_a_machine_pays_in_the_form_asked_for() -> None:
    run_script("""
        rulebook ministar roulette
        note T1 20.00
        collect T1 as K1
        redeem K1 by=ticket_machine asked=cash paid=cheque
        expect refused NO_POWER 5.3.2
        redeem K1 by=ticket_machine
        expect ticket K1 20.00 redeemed
    """)


@clause("interblock", "6.3.2")
def test_interblock_pays_tickets_and_vouchers_as_asked() -> None:
    run_script("""
        rulebook interblock roulette
        note T1 20.00
        collect T1 as K1
        redeem K1 asked=cash paid=cheque
        expect refused OTHER_FORM 6.3.2
        redeem K1 by=ticket_machine asked=cash paid=cheque
        expect refused NO_POWER 6.3.2
        redeem K1 asked=cheque
        expect ticket K1 20.00 redeemed
    """)


def test_what_was_paid_says_by_whom_and_how() -> None:
    run = run_script("rulebook ministar roulette\nnote T1 20.00\ncollect T1 as K1\nexpect balanced")
    verdict = run.stage.ask(RedeemPaper("cashier", "ann", "K1"))
    assert verdict == (
        PaperRedeemed(
            "K1", cents(2_000), "cashier", "ann", "cash", "cash", "5.3",
            (Transfer("tickets", "cage", cents(2_000)),), run.stage.at_ms, ("1.1.redeemable-ticket", "3.8"),
        ),
    )  # fmt: skip


def test_a_number_no_paper_may_bear_is_refused() -> None:
    stage = run_script("rulebook ministar roulette\nnote T1 20.00\nexpect balanced").stage
    for number, reason in (("", Reason.NOT_A_NAME), ("a/b", Reason.NOT_A_NAME), ("T1", Reason.ALREADY_THERE)):
        assert stage.ask(Collect("T1", number)) == Refusal(reason, "3.8")
    assert stage.floor.ledger.held(meter_of("T1")) == cents(2_000)
    for command in (Collect("T9", "K1"), InsertTicket("T9", "K1")):
        assert stage.ask(command) == Refusal(Reason.UNKNOWN_TERMINAL)


def test_a_terminal_at_two_tables_collects_as_both_rulebooks_allow() -> None:
    run_script("""
        rulebook interblock roulette as A
        rulebook ministar roulette as B
        on A
        note T1 50.00
        on B
        bets
        place T1 red 5.00
        collect T1 as K1
        expect refused COLLECT_NOT_NOW 4.2
        take T1 red 5.00
        collect T1 20.00 as K1
        expect refused WHOLE_ONLY 3.7
        collect T1 as K1
        expect ticket K1 50.00 outstanding
    """)


@clause("interblock", "3.5")
@clause("novo-unity", "3.7")
@clause("ministar", "3.7", "4.2")
@pytest.mark.parametrize(
    ("book", "role", "cited"),
    [
        ("interblock", "assistant_gaming_manager", "3.5"),
        ("novo-unity", "electronic_gaming_supervisor", "3.7"),
        ("ministar", "assistant_gaming_manager", "4.2"),
    ],
)
def test_wagers_that_are_held_keep_the_meter_after_their_round_has_ended(book: str, role: str, cited: str) -> None:
    run_script(f"""
        rulebook {book} roulette
        wheel automatic
        note T1 20.00
        note T2 20.00
        bets
        place T1 red 5.00
        place T2 red 5.00
        spin
        drop
        fault T1 X1
        rest 17
        expect phase SETTLED
        expect held T1
        collect T1 as K1
        expect refused COLLECT_NOT_NOW {cited}
        pay-by-hand cashier T1
        expect refused COLLECT_NOT_NOW {cited}
        collect T2 as K2
        expect ticket K2 15.00 outstanding
        bets
        collect T1 as K1
        expect refused COLLECT_NOT_NOW {cited}
        reconstruct {role} T1 confirmed "the log agrees"
        collect T1 as K1
        expect ticket K1 15.00 outstanding
    """)


@clause("adelaide", "7(e)")
def test_adelaide_pays_a_meter_out_while_wagers_are_held() -> None:
    run_script("""
        rulebook adelaide roulette
        note T1 20.00
        bets
        place T1 red 5.00
        finish
        close dealer
        spin
        fault T1 X1
        expect held T1
        collect T1 as K1
        expect ticket K1 15.00 outstanding
    """)


@clause("ministar", "3.8")
@clause("adelaide", "7(e)")
def test_a_terminal_under_two_instruments_gives_the_paper_of_the_unfinished_rounds() -> None:
    linked = """
        rulebook ministar roulette as A
        note T1 50.00
        rulebook adelaide roulette as B
        on B
        link T1
    """
    run_script(
        linked
        + """
        collect T1 as K1 paper=slip
        expect refused PAPER_NOT_OFFERED 3.8
        collect T1 as K1
        expect cites 3.8
        expect ticket K1 50.00 outstanding
        """
    )
    both = run_script(linked + "on A \n bets \n on B \n bets \n collect T1 as K1 \n expect cites 3.8")
    slip = run_script(
        linked
        + """
        on B
        bets
        collect T1 as K1 paper=ticket
        expect refused PAPER_NOT_OFFERED 5.5(a)
        collect T1 as K1
        expect cites 5.5(a)
        expect ticket K1 50.00 outstanding
        redeem K1
        expect ticket K1 50.00 redeemed
        expect balanced
        """
    )
    kinds = [run.stage.floor.tickets["K1"].kind for run in (both, slip)]
    assert kinds == [PaperKind.TICKET, PaperKind.SLIP]
