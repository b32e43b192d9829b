"""Money in and out of a terminal: notes, and the meter as a ticket in two steps."""

from __future__ import annotations

import pytest

from openetg.floor.commands import Collect, InsertNote, RegisterTerminal, ReportPrint
from openetg.floor.core.ledger import TICKETS, Transfer
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import NoteCredited, RoundSettled, TicketIssued, TicketOrdered
from openetg.floor.rounds.clockwork import print_orders
from openetg.floor.rounds.views import own_view
from openetg.floor.state import TicketState
from openetg.money import ZERO, cents, total
from tests.marks import clause
from tests.one_table import NOTES, TABLE, Play, play

BOTH = pytest.mark.parametrize("rulebook", ["ministar", "interblock"])


@BOTH
def test_a_note_is_credit_once_from_the_box_it_lies_in(rulebook: str) -> None:
    table = play(rulebook, """
        open-table by-itself
        ready
        note t2 50.00
        expect meter t2 50.00
        expect meter t1 0.00
    """)  # fmt: skip
    credited = table.event(NoteCredited)
    assert credited.transfers == (Transfer("cash_box/t2", "meter/t2", cents(5_000)),)


@BOTH
def test_a_note_counts_at_any_time_of_a_round(rulebook: str) -> None:
    play(rulebook, """
        note t1 5.00
        open-table by-itself
        ready
        note t1 5.00
        launch opposite
        note t1 5.00
        wait 30s
        note t1 5.00
        rest 3
        note t1 5.00
        expect meter t1 25.00
    """)  # fmt: skip


@BOTH
@pytest.mark.parametrize("amount", [1, 0, -500, 501, 20_000, 10**18])
def test_a_note_the_acceptor_does_not_take_is_no_money(rulebook: str, amount: int) -> None:
    table = play(rulebook, "open-table by-itself \n ready")
    verdict = table.give(InsertNote("t1", cents(amount)))
    assert isinstance(verdict, Refusal)
    assert verdict.reason is Reason.NOTE_NOT_ACCEPTED
    assert table.floor.ledger.accounts == {}


def test_each_terminal_has_its_own_list_of_notes() -> None:
    table = play("ministar")
    table.give_all(RegisterTerminal("t4", TABLE, NOTES[2:], "stacker-t4", "printer-t4"))
    assert isinstance(table.give(InsertNote("t4", NOTES[0])), Refusal)
    table.give_all(InsertNote("t4", NOTES[2]), InsertNote("t1", NOTES[0]))
    assert own_view(table.floor, "t4").notes == (2_000, 5_000, 10_000)
    assert own_view(table.floor, "t1").notes == (500, 1_000, 2_000, 5_000, 10_000)


@pytest.mark.parametrize("note", [0, -500])
def test_a_terminal_that_takes_worthless_notes_is_not_registered(note: int) -> None:
    verdict = play("ministar").give(RegisterTerminal("t4", TABLE, (cents(500), cents(note))))
    assert verdict == Refusal(Reason.NO_AMOUNT)


@clause("ministar", "3.8")
def test_the_meter_is_on_paper_or_on_the_meter_never_both() -> None:
    """47.50 collected; the power goes while it is printed, and comes back with or without a ticket."""
    script = """
        open-table by-itself
        ready
        note t1 50.00
        place t1 red 2.50
        launch opposite
        drop
        rest 0
        collect t1 as T-1
        expect meter t1 0.00
    """
    table = play("ministar", script)
    ordered = table.event(TicketOrdered)
    assert ordered.transfers == (Transfer("meter/t1", "printing/t1", cents(4_750)),)
    assert worth(table) == ZERO
    table.restart()
    (order,) = print_orders(table.floor)
    assert (order.terminal, order.ticket, order.cents) == ("t1", "T-1", 4_750)
    table.say("printed t1 T-1 \n expect meter t1 0.00")
    issued = table.event(TicketIssued)
    assert issued.transfers == (Transfer("printing/t1", TICKETS, cents(4_750)),)
    assert worth(table) == cents(4_750)
    assert not print_orders(table.floor)

    table = play("ministar", script + "restart \n printed t1 T-1 jam \n expect meter t1 47.50")
    assert worth(table) == ZERO
    assert table.floor.tickets["T-1"].state is TicketState.VOID


PAPERS = {"ministar": "3.8", "interblock": "3.6"}
"""The clauses on papers."""


@BOTH
def test_a_printer_that_changes_its_mind_moves_nothing(rulebook: str) -> None:
    table = play(rulebook, "open-table by-itself \n ready \n note t1 50.00 \n collect t1 as T-1")
    for printed in (False, True):
        table.give(ReportPrint("t1", "T-1", printed=printed))
    assert table.verdict == Refusal(Reason.UNKNOWN_TICKET, PAPERS[rulebook])
    assert (table.meter("t1"), worth(table)) == (cents(5_000), ZERO)
    table.say("collect t1 as T-2 \n printed t1 T-2 \n expect meter t1 0.00")
    table.give(ReportPrint("t1", "T-2", printed=False))
    assert table.verdict == Refusal(Reason.UNKNOWN_TICKET, PAPERS[rulebook])
    assert (table.meter("t1"), worth(table)) == (ZERO, cents(5_000))


def test_a_serial_number_is_given_once_whoever_asks() -> None:
    table = play("interblock", """
        open-table by-itself
        ready
        note t1 20.00
        note t2 50.00
        collect t1 as T-1
        collect t2 as T-1  # the printer has not even confirmed it
        expect refused ALREADY_THERE 3.6
        printed t1 T-1 jam
        collect t1 as T-1  # the number of a failed ticket is void
        expect refused ALREADY_THERE 3.6
        collect t1 as T-2
        printed t1 T-2
        collect t2 as T-2
        expect refused ALREADY_THERE 3.6
    """)  # fmt: skip
    assert {ticket.number: ticket.amount for ticket in table.floor.tickets.values()} == {
        "T-1": cents(2_000),
        "T-2": cents(2_000),
    }


def test_a_printer_speaks_for_its_own_terminal() -> None:
    table = play("ministar", "open-table by-itself \n ready \n note t1 20.00 \n collect t1 as T-1")
    assert table.give(ReportPrint("t2", "T-1", printed=True)) == Refusal(Reason.UNKNOWN_TICKET, PAPERS["ministar"])
    assert table.give(ReportPrint("t1", "T-0", printed=True)) == Refusal(Reason.UNKNOWN_TICKET, PAPERS["ministar"])


@BOTH
def test_what_comes_in_while_a_ticket_prints_stays_on_the_meter(rulebook: str) -> None:
    play(rulebook, """
        open-table by-itself
        ready
        note t1 20.00
        collect t1 as K1
        note t1 5.00
        collect t1 as K2
        expect refused PRINTING {}
        place t1 red 5.00
        printed t1 K1 jam
        expect meter t1 20.00
    """.format("3.8" if rulebook == "ministar" else "3.6"))  # fmt: skip


@clause("ministar", "4.2", "3.7")
def test_ministar_pays_out_in_the_wagering_period_with_a_clear_layout() -> None:
    play("ministar", """
        open-table by-itself
        ready
        note t1 20.00
        note t2 20.00
        note t3 20.00
        place t1 red 1.00
        collect t1 as K1
        expect refused COLLECT_NOT_NOW 4.2
        take t1 red 1.00
        collect t1 as K2
        place t2 red 1.00
        launch opposite
        wait 30s
        collect t2 as K3
        expect refused COLLECT_NOT_NOW 4.2
        collect t3 as K4  # also one that plays nothing
        expect refused COLLECT_NOT_NOW 4.2
        rest 1
        collect t3 as K5
        collect t2 as K6
        expect meter t2 0.00
        expect meter t3 0.00
    """)  # fmt: skip


def test_ministar_pays_out_when_no_further_round_follows() -> None:
    play("ministar", """
        note t3 20.00
        collect t3 as K1  # before the first round
        open-table by-itself
        ready
        note t1 20.00
        place t1 red 1.00
        fault table MOTOR
        collect t1 as K2  # void, and the wheel stands still
        expect meter t1 0.00
    """)  # fmt: skip


@clause("interblock", "3.5")
def test_interblock_pays_out_whoever_has_nothing_in_the_round() -> None:
    table = play("interblock", """
        open-table by-itself
        ready
        note t1 20.00
        note t2 20.00
        note t3 20.00
        place t1 red 5.00
        collect t1 as K1
        expect refused COLLECT_NOT_NOW 3.5
        take t1 red 5.00
        collect t1 as K2
        place t2 red 5.00
        launch opposite
        collect t2 as K3
        expect refused COLLECT_NOT_NOW 3.5
        wait 30s
        collect t2 as K4
        expect refused COLLECT_NOT_NOW 3.5
        collect t3 as K5
        rest 1
        collect t2 as K6
    """)  # fmt: skip
    ordered = table.event(TicketOrdered)
    assert ordered.amount == cents(2_500)


def test_interblock_keeps_the_meter_of_who_plays_in_a_held_round() -> None:
    play("interblock", """
        open-table by-itself
        ready
        note t1 20.00
        note t2 20.00
        place t1 red 5.00
        launch opposite
        fault table SENSOR
        expect round 1
        expect phase HELD
        collect t1 as K1
        expect refused COLLECT_NOT_NOW 3.5
        collect t2 as K2
    """)  # fmt: skip


def test_wagers_that_came_back_at_the_close_keep_nobody_from_collecting() -> None:
    play("interblock", """
        limit any min 5.00
        open-table by-itself
        ready
        note t1 20.00
        place t1 red 2.00
        launch opposite
        wait 30s
        collect t1 as K1
        expect meter t1 0.00
    """)  # fmt: skip


@clause("ministar", "4.3")
def test_tickets_are_worth_what_the_meters_gave() -> None:
    table = play("ministar", "open-table by-itself \n ready")
    debited = ZERO
    for number, (note, printed) in enumerate(((20, True), (50, False), (5, True), (100, True)), start=1):
        table.say(f"note t1 {note}.00 \n collect t1 as T-{number}")
        ordered = table.event(TicketOrdered)
        debited += ordered.amount if printed else ZERO
        table.say(f"printed t1 T-{number}" if printed else f"printed t1 T-{number} jam")
        assert table.floor.ledger.held(TICKETS) == worth(table) == debited
    assert debited == cents(20_00 + 55_00 + 100_00)


@BOTH
def test_nothing_to_collect_is_no_ticket(rulebook: str) -> None:
    table = play(rulebook, "open-table by-itself \n ready")
    verdict = table.give(Collect("t1", "T-1"))
    assert isinstance(verdict, Refusal)
    assert verdict.reason is Reason.NOTHING_TO_COLLECT
    assert not table.floor.tickets


@clause("ministar", "3.4.3")
def test_winnings_may_be_wagered_in_the_next_round() -> None:
    play("ministar", """
        open-table by-itself
        ready
        note t1 5.00
        place t1 straight:17 5.00
        expect meter t1 0.00
        launch opposite
        drop
        rest 17
        expect round 2
        expect phase OPEN
        place t1 straight:17 180.00
        expect meter t1 0.00
    """)  # fmt: skip


@clause("interblock", "3.2.2")
def test_a_win_goes_to_the_meter_in_one_settlement() -> None:
    table = play("interblock", """
        open-table by-itself
        ready
        note t1 10.00
        place t1 straight:17 10.00
        launch opposite
        drop
        rest 17
        expect meter t1 360.00
    """)  # fmt: skip
    settled = table.event(RoundSettled)
    (result,) = settled.results
    assert (result.staked, result.won, result.returned) == (cents(1_000), cents(35_000), cents(36_000))


@clause("interblock", "3.3")
def test_wagers_are_paid_from_the_meter_at_once() -> None:
    table = play("interblock", """
        open-table by-itself
        ready
        note t1 10.00
        place t1 red 15.00
        expect refused NOT_ENOUGH_CREDIT 3.3
        expect meter t1 10.00
        place t1 red 4.00
        expect meter t1 6.00
        expect spot t1 red 4.00
        expect staked t1 4.00
    """)  # fmt: skip
    assert table.floor.ledger.held("play/A/t1") == cents(400)


@clause("ministar", "3.5.1.1")
def test_chips_on_the_layout_and_credit_on_the_meter_are_one_sum() -> None:
    table = play("ministar", "open-table by-itself \n ready \n note t1 20.00")
    before = len(table.entries)
    table.say("""
        place t1 red 5.00
        expect meter t1 15.00
        expect spot t1 red 5.00
        expect staked t1 5.00
        take t1 red 5.00
        expect meter t1 20.00
        expect staked t1 0.00
    """)
    assert len(table.entries) == before + 2


def worth(table: Play) -> object:
    """What the tickets outside are worth by their records."""
    tickets = table.floor.tickets.values()
    return total(ticket.amount for ticket in tickets if ticket.state is TicketState.OUTSTANDING)
