"""Papers that expire, the number and time printed on each, and numbers that cannot be one of ours."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor.commands import (
    AgreeDelay,
    Collect,
    InsertTicket,
    RedeemPaper,
    ReportPrint,
    ReportSignal,
    SetTicketLife,
)
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.money.redeeming import DAY_MS, as_paid, is_expired
from openetg.floor.money.views import cage_view
from openetg.floor.premises.visits import ALARM_ONLY, GUESSING, STRANGER
from openetg.floor.state import TicketState
from openetg.rulebook.schema.shape import Value
from openetg.script.stage import Stage
from tests.scripts import run_script

PAPERS = {"ministar": "3.8", "interblock": "3.6", "novo-unity": "3.8", "adelaide": "5.5(a)"}
GRANTED = "3.6"
"""The clause by which an instrument that is none of the five lets papers expire."""


def stage_of(book: str) -> Stage:
    return run_script(f"rulebook {book} roulette\nnote T1 20.00\nexpect balanced").stage


def sixth(least: int = 1) -> Stage:
    """A floor under an instrument that lets papers expire after so many days."""
    stage = stage_of("interblock")
    grant(stage, least)
    return stage


def grant(stage: Stage, least: int) -> None:
    name = stage.table.rulebook
    book = stage.floor.rulebooks[name]
    assert book.money.collect is not None
    collect = replace(book.money.collect, expiry_days_min=Value(value=least, clause=GRANTED))
    stage.floor.rulebooks[name] = replace(book, money=replace(book.money, collect=collect))


def issued(days: int) -> Stage:
    stage = sixth()
    stage.must(SetTicketLife(days))
    run_collect(stage, "K1")
    return stage


def run_collect(stage: Stage, ticket: str) -> None:
    stage.must(Collect("T1", ticket))
    stage.must(ReportPrint("T1", ticket, printed=True))


@pytest.mark.parametrize("book", PAPERS)
@pytest.mark.parametrize("days", [1, 182, 36_500])
def test_papers_expire_under_none_of_the_five(book: str, days: int) -> None:
    stage = stage_of(book)
    assert stage.ask(SetTicketLife(days)) == Refusal(Reason.NO_EXPIRY, PAPERS[book], {"days": days})
    assert stage.ask(SetTicketLife(0)) == ()
    run_collect(stage, "K1")
    assert stage.floor.tickets["K1"].expires_at_ms == 0
    stage.at_ms += 10_000 * DAY_MS
    stage.must(RedeemPaper("cashier", "ann", "K1"))


def test_not_sooner_than_the_instrument_lets_them() -> None:
    stage = sixth(least=90)
    assert stage.ask(SetTicketLife(89)) == Refusal(Reason.NO_EXPIRY, GRANTED, {"days": 89, "least": 90})
    stage.must(SetTicketLife(90))


def test_a_life_set_for_other_tables_is_not_shorter_at_one_than_its_instrument_lets_it_be() -> None:
    stage = sixth(least=10)
    stage.must(SetTicketLife(10))
    grant(stage, 90)
    run_collect(stage, "K1")
    ticket = stage.floor.tickets["K1"]
    assert ticket.expires_at_ms == ticket.at_ms + 90 * DAY_MS


def test_what_an_older_journal_says_of_expiry_is_read_and_the_paper_is_paid_all_the_same() -> None:
    stage = issued(1)
    name = stage.table.rulebook
    stage.floor.rulebooks[name] = stage_of("interblock").floor.rulebooks[name]
    stage.at_ms += 2 * DAY_MS
    ticket = stage.floor.tickets["K1"]
    assert (ticket.expires_at_ms > 0, is_expired(stage.floor, ticket, stage.at_ms)) == (True, False)
    assert as_paid(stage.floor, ticket).expires_at_ms == 0
    assert cage_view(stage.floor, 10).papers[0].expires_at_ms == 0
    stage.must(RedeemPaper("cashier", "ann", "K1"))


def test_a_ticket_is_paid_until_its_last_moment_and_not_after() -> None:
    stage = issued(182)
    ticket = stage.floor.tickets["K1"]
    assert ticket.expires_at_ms == ticket.at_ms + 182 * DAY_MS
    stage.at_ms = ticket.expires_at_ms
    expired = Refusal(Reason.TICKET_EXPIRED, GRANTED, {"at_ms": ticket.expires_at_ms})
    assert stage.ask(RedeemPaper("cashier", "ann", "K1")) == expired
    assert ticket.state is TicketState.OUTSTANDING, "what is owed stays on the books"


def test_the_moment_before_it_is_paid() -> None:
    stage = issued(182)
    stage.at_ms = stage.floor.tickets["K1"].expires_at_ms - 1
    stage.must(RedeemPaper("cashier", "ann", "K1"))


def test_an_expired_ticket_does_not_feed_a_terminal() -> None:
    stage = issued(1)
    stage.at_ms += DAY_MS + 1
    verdict = stage.ask(InsertTicket("T1", "K1"))
    assert isinstance(verdict, Refusal)
    assert (verdict.reason, verdict.clause) == (Reason.TICKET_EXPIRED, GRANTED)


def test_staff_may_agree_to_pay_an_expired_ticket_all_the_same() -> None:
    stage = issued(1)
    stage.at_ms += DAY_MS + 1
    agreed = stage.ask(AgreeDelay("casino_operator", "ann", "K1", stage.at_ms + 1000, "was in hospital"))
    assert not isinstance(agreed, Refusal), agreed
    stage.at_ms += 1000
    stage.must(RedeemPaper("cashier", "ann", "K1"))


def test_without_a_life_it_never_expires_and_a_new_life_does_not_touch_what_is_out() -> None:
    stage = sixth()
    run_collect(stage, "K1")
    stage.must(SetTicketLife(1))
    assert stage.floor.tickets["K1"].expires_at_ms == 0
    assert stage.ask(SetTicketLife(1)) == (), "nothing new"
    stage.at_ms += 10_000 * DAY_MS
    stage.must(RedeemPaper("cashier", "ann", "K1"))


@pytest.mark.parametrize("days", [-1, 36_501])
def test_a_life_that_makes_no_sense_is_refused(days: int) -> None:
    stage = sixth()
    assert stage.ask(SetTicketLife(days)) == Refusal(Reason.NOT_A_DAY, details={"days": days})


def test_each_paper_of_a_terminal_has_its_sequence_number_printed_or_not() -> None:
    stage = run_script("""
        rulebook interblock roulette
        note T1 20.00
        collect T1 as K1 jam
        collect T1 as K2
        note T2 20.00
        collect T2 as K3
        expect balanced
    """).stage
    assert [stage.floor.tickets[name].serial for name in ("K1", "K2", "K3")] == [1, 2, 1]
    assert stage.floor.tickets["K2"].at_ms == stage.at_ms


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("misread", Reason.TICKET_MISREAD),
        ("other-floor", Reason.OTHER_FLOOR),
        ("no-number", Reason.UNKNOWN_TICKET),
        ("no-key", Reason.UNKNOWN_TICKET),
    ],
)
def test_a_number_that_cannot_be_ours_is_refused_as_what_it_is(name: str, reason: Reason) -> None:
    stage = run_script("rulebook interblock roulette\nterminal T1\nbets\nexpect balanced").stage
    assert stage.ask(InsertTicket("T1", name)) == Refusal(reason, "3.2.3")
    assert stage.ask(RedeemPaper("cashier", "ann", name)) == Refusal(reason)


def test_guessing_alarms_staff_and_locks_nothing() -> None:
    stage = run_script("rulebook interblock roulette\nterminal T1\nbets\nexpect balanced").stage
    for place in ("T1", "person/ben"):
        (event,) = stage.ask(ReportSignal(place, GUESSING))  # type: ignore[misc]
        assert event.alarm  # type: ignore[union-attr]
    assert not stage.floor.terminals["T1"].locks
    assert {GUESSING, STRANGER} == ALARM_ONLY
