"""A prize is owed from the win on and paid once, by one of two ways; its terminal waits for a person; what is doubted
waits for a decision.
"""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.core.ledger import TICKETS, Transfer, award_of, bank_of, meter_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import AwardCredited, AwardPapered, HoldNotified, JackpotCleared, JackpotWon
from openetg.floor.jackpots.state import AwardState
from openetg.floor.jackpots.views import jackpots_at, terminal_jackpots
from openetg.floor.rounds.clockwork import print_orders
from openetg.floor.state import AlertKind, TicketState, key_of
from openetg.money import ZERO, cents
from openetg.rulebook.schema.policies import PaperKind
from tests.marks import clause
from tests.unit.floor.jackpots.build import OPERATOR, SEVENTEENS, A, Hall, J, level, offered, progressive

ATTENDANT = ("electronic_gaming_attendant", "ada")
SUPERVISOR = ("electronic_gaming_supervisor", "sue")
CASHIER = ("cashier", "cas")
INSPECTOR = ("inspector", "ira")
FIRST = f"{J}.main.1"
ON = {"straight:17": 500}
PRIZE = cents(10_005)
"""What was on display when 17 fell for the second time: the seed, and a hundredth of what was staked before."""


def won(**rules: object) -> Hall:
    """A hall in which terminal a1 has just won the progressive."""
    hall = offered(progressive(**({"lock_from": cents(1)} | rules)))
    hall.spin(A, "17", a1=ON)
    hall.spin(A, "17", a1=ON)
    assert hall.award(FIRST).amount == PRIZE
    return hall


def credit(award: str = FIRST, terminal: str = "a1", by: tuple[str, str] = ATTENDANT) -> ask.CreditAward:
    return ask.CreditAward(terminal, award, *by)


def paper(kind: PaperKind = PaperKind.VOUCHER, ticket: str = "K1", award: str = FIRST) -> ask.PaperAward:
    return ask.PaperAward(*ATTENDANT, award, kind, ticket)


def shown(hall: Hall) -> list[tuple[str, int]]:
    """What the display shows as won and not paid."""
    (view,) = jackpots_at(hall.floor, A)
    return [(each.terminal, int(each.amount)) for each in view.awards]  # type: ignore[call-overload]


@clause("novo-unity", "4.1.5")
@clause("novo-unity", "3.4.3")
def test_at_the_win_the_pool_falls_by_what_is_owed_from_then_on() -> None:
    hall = offered(progressive())
    hall.spin(A, "17", a1=ON)
    before = hall.pool()
    hall.spin(A, "17", a1=ON)
    assert hall.event(JackpotWon).transfers == (Transfer(f"pool/{J}/main", award_of(FIRST), cents(before)),)
    assert hall.floor.ledger.held(award_of(FIRST)) == PRIZE
    assert hall.floor.ledger.held(TICKETS) == ZERO


@clause("novo-unity", "4.1.5.1")
@clause("novo-unity", "3.4.3")
def test_to_the_meter_in_one_movement_with_the_number_of_the_award() -> None:
    hall = won()
    meter = hall.meter("a1")
    assert shown(hall) == [("a1", 10_005)]
    moved = Transfer(award_of(FIRST), meter_of("a1"), PRIZE)
    paid = AwardCredited("a1", FIRST, PRIZE, "4.1.5.1", (moved,), *ATTENDANT, also=("3.4.3",))
    assert hall.give(credit()) == (paid,)
    assert hall.meter("a1") == meter + PRIZE
    assert hall.floor.ledger.held(award_of(FIRST)) == ZERO
    assert shown(hall) == [], "it leaves the display with the payment"


@clause("novo-unity", "4.1.5")
def test_paid_once_whichever_way_and_which_is_kept() -> None:
    hall = won()
    hall.give_all(credit())
    assert (hall.award(FIRST).state, hall.award(FIRST).paid_by) == (AwardState.PAID, "meter")
    for again in (credit(), paper()):
        refused = hall.refused(again)
        assert (refused.reason, refused.clause) == (Reason.ALREADY_PAID, "4.1.5.1")
        assert refused.details["how"] == "meter"
    other = won()
    other.give_all(paper())
    for again in (credit(), paper(ticket="K2")):
        refused = other.refused(again)
        assert (refused.reason, refused.clause) == (Reason.ALREADY_PAID, "4.1.5.2")
        assert refused.details["how"] == "voucher"


@clause("novo-unity", "4.1.5.2")
@pytest.mark.parametrize("kind", [PaperKind.TICKET, PaperKind.VOUCHER])
def test_to_paper_the_display_is_cleared_in_the_same_step_and_the_meter_is_not_touched(kind: PaperKind) -> None:
    hall = won()
    meter = hall.meter("a1")
    hall.give_all(paper(kind))
    event = hall.event(AwardPapered)
    assert (event.clause, event.also, event.amount, event.paper) == ("4.1.5.2", ("3.8",), PRIZE, kind)
    assert shown(hall) == [], "what goes to paper is off the display before the printer has spoken"
    assert [order.ticket for order in print_orders(hall.floor)] == ["K1"]
    hall.give_all(ask.ReportPrint("a1", "K1", printed=True))
    issued = hall.floor.tickets["K1"]
    assert (issued.amount, issued.kind, issued.state) == (PRIZE, kind, TicketState.OUTSTANDING)
    assert hall.floor.ledger.held(TICKETS) == PRIZE
    assert hall.meter("a1") == meter
    hall.give_all(ask.RedeemPaper(*CASHIER, "K1", "cheque"))
    assert issued.state is TicketState.REDEEMED


@clause("novo-unity", "4.1.5.2")
def test_a_paper_that_is_not_printed_leaves_the_award_owed_and_the_meter_as_it_was() -> None:
    hall = won()
    meter = hall.meter("a1")
    hall.give_all(paper())
    hall.give_all(ask.ReportPrint("a1", "K1", printed=False))
    assert hall.meter("a1") == meter
    assert hall.floor.ledger.held(award_of(FIRST)) == PRIZE
    assert hall.award(FIRST).state is AwardState.DUE
    assert shown(hall) == [("a1", 10_005)]
    assert hall.floor.tickets["K1"].state is TicketState.VOID
    assert hall.refused(paper()).reason is Reason.ALREADY_THERE, "no two papers bear one number"
    hall.give_all(paper(ticket="K2"))
    hall.give_all(ask.ReportPrint("a1", "K2", printed=True))
    assert hall.floor.ledger.held(TICKETS) == PRIZE


def test_a_printer_that_prints_already_is_waited_for() -> None:
    hall = won(lock_from=cents(1_000_000))
    hall.over()
    hall.give_all(ask.Collect("a1", "K0"))
    assert hall.refused(paper()) == Refusal(Reason.PRINTING, "3.8")
    hall.give_all(ask.ReportPrint("a1", "K0", printed=True))
    hall.give_all(paper())


@clause("novo-unity", "4.1.5")
def test_above_the_threshold_a_person_pays_it_against_a_voucher() -> None:
    hall = won(by_hand_above=cents(10_004))
    assert hall.award(FIRST).by_hand
    assert hall.refused(credit()) == Refusal(Reason.AWARD_BY_HAND, "4.1.5.1")
    assert hall.refused(paper(PaperKind.TICKET)) == Refusal(Reason.AWARD_BY_HAND, "4.1.5.2")
    hall.give_all(paper(PaperKind.VOUCHER))
    hall.give_all(ask.ReportPrint("a1", "K1", printed=True))
    at_most = won(by_hand_above=PRIZE)
    at_most.give_all(credit())


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (credit(by=CASHIER), Reason.NO_POWER),
        (credit(by=("nobody", "x")), Reason.UNKNOWN_ROLE),
        (credit(terminal="a2"), Reason.OTHER_TERMINAL),
        (credit(terminal="x9"), Reason.UNKNOWN_TERMINAL),
        (credit("fortune.main.2"), Reason.NO_AWARD),
        (paper(award="fortune.main.2"), Reason.NO_AWARD),
        (paper(ticket=""), Reason.NOT_A_NAME),
        (paper(ticket="a1"), Reason.ALREADY_THERE),
        (paper(ticket=FIRST), Reason.ALREADY_THERE),
        (paper(PaperKind.SLIP), Reason.PAPER_NOT_OFFERED),
        (ask.ClearJackpot(*CASHIER, FIRST), Reason.NO_POWER),
        (ask.ClearJackpot(*ATTENDANT, "x"), Reason.NO_AWARD),
        (ask.UpholdAward(*ATTENDANT, FIRST, stands=True, why="seen"), Reason.NO_POWER),
        (ask.UpholdAward(*OPERATOR, FIRST, stands=True, why="seen"), Reason.ALREADY_DECIDED),
        (ask.UpholdAward(*OPERATOR, FIRST, stands=True, why=" "), Reason.NO_REASON_GIVEN),
        (ask.UpholdAward(*OPERATOR, "x", stands=True, why="seen"), Reason.NO_AWARD),
    ],
)
def test_why_not(wish: ask.AnyCommand, reason: Reason) -> None:
    assert won().refused(wish).reason is reason


def test_the_winning_terminal_waits_for_a_person_and_may_be_paid_before_or_after() -> None:
    for paid_first in (True, False):
        hall = won()
        assert hall.award(FIRST).locked
        assert hall.refused(ask.PlaceWager("a1", A, "red", cents(500))).reason is Reason.JACKPOT_TO_CLEAR
        assert hall.refused(ask.Collect("a1", "K9")).reason is Reason.JACKPOT_TO_CLEAR
        hall.give_all(ask.PlaceWager("a2", A, "red", cents(500)))
        steps: list[ask.AnyCommand] = [credit(), ask.ClearJackpot(*SUPERVISOR, FIRST)]
        for step in steps if paid_first else reversed(steps):
            hall.give_all(step)
        hall.give_all(ask.PlaceWager("a1", A, "red", cents(500)))
        assert hall.refused(ask.ClearJackpot(*SUPERVISOR, FIRST)) == Refusal(
            Reason.NOT_LOCKED, "4.1.5", {"terminal": "a1"}
        )


def test_clearing_is_on_record_with_who_was_there() -> None:
    hall = won()
    cleared = JackpotCleared(FIRST, "a1", *ATTENDANT, "4.1.5")
    assert hall.give(ask.ClearJackpot(*ATTENDANT, FIRST)) == (cleared,)
    assert not hall.floor.terminals["a1"].locks


def test_below_the_lock_the_terminal_plays_on_and_the_alert_ends_with_the_payment() -> None:
    hall = won(lock_from=PRIZE + cents(1))
    assert not hall.award(FIRST).locked
    assert key_of(AlertKind.JACKPOT_WON, "a1") in hall.floor.alerts.lasting
    hall.give_all(paper())
    assert key_of(AlertKind.JACKPOT_WON, "a1") not in hall.floor.alerts.lasting
    hall.give_all(ask.ReportPrint("a1", "K1", printed=False))
    assert key_of(AlertKind.JACKPOT_WON, "a1") in hall.floor.alerts.lasting, "it is owed again"
    assert not any(alert.kind is AlertKind.TICKET_FAILED for alert in hall.floor.alerts.open.values())


def test_the_alert_lasts_until_the_terminal_is_cleared_and_the_prize_is_paid() -> None:
    hall = won()
    key = key_of(AlertKind.JACKPOT_WON, "a1")
    hall.give_all(credit())
    assert key in hall.floor.alerts.lasting
    hall.give_all(ask.ClearJackpot(*ATTENDANT, FIRST))
    assert key not in hall.floor.alerts.lasting


def test_a_terminal_that_takes_no_money_for_another_reason_gets_none() -> None:
    hall = won()
    hall.give_all(ask.CloseTerminal(*OPERATOR, "a1"))
    assert hall.refused(credit()).reason is Reason.OUT_OF_SERVICE
    hall.give_all(paper())


def test_an_award_for_a_player_who_has_gone_begins_a_stay() -> None:
    hall = won(lock_from=cents(1_000_000))
    hall.over()
    hall.give_all(ask.Collect("a1", "K0"))
    hall.give_all(ask.ReportPrint("a1", "K0", printed=True))
    hall.at_ms += 86_400_000
    hall.give_all(credit())
    stay = hall.floor.terminals["a1"].stay
    assert stay is not None
    assert (stay.put_in, stay.taken_out) == (PRIZE, ZERO)


# What is withheld (5.2).


@clause("novo-unity", "5.2")
@pytest.mark.parametrize("pay", [True, False])
def test_a_prize_may_be_held_back_until_it_is_determined(*, pay: bool) -> None:
    hall = won()
    hall.give_all(ask.HoldPaper(*OPERATOR, FIRST, "the wager is looked into"))
    told = hall.event(HoldNotified)
    assert (told.official, told.clause) == ("inspector", "5.2")
    for wish in (credit(), paper()):
        assert (hall.refused(wish).reason, hall.refused(wish).clause) == (Reason.PAYOUT_HELD, "5.2")
    (own,) = terminal_jackpots(hall.floor, "a1").awards  # type: ignore[union-attr]
    assert own.is_held
    bank = hall.floor.ledger.held(bank_of(A))
    hall.give_all(ask.ReviewHolding(*INSPECTOR, FIRST, "agreed"))
    hall.give_all(ask.Release(*OPERATOR, FIRST, pay, why="looked into"))
    if pay:
        hall.give_all(credit())
        return
    assert hall.award(FIRST).state is AwardState.REFUSED
    assert hall.floor.ledger.held(bank_of(A)) == bank + PRIZE
    assert hall.refused(credit()).reason is Reason.PAYOUT_REFUSED
    assert shown(hall) == []


def test_a_prize_on_a_meter_is_demanded_back_and_one_on_paper_is_held_as_the_paper() -> None:
    hall = won()
    hall.give_all(credit())
    hall.give_all(ask.HoldPaper(*OPERATOR, FIRST, "it was fraud"))
    assert hall.floor.ledger.held(f"demanded/{FIRST}") == -PRIZE
    other = won()
    other.give_all(paper())
    other.give_all(ask.ReportPrint("a1", "K1", printed=True))
    assert other.refused(ask.HoldPaper(*OPERATOR, FIRST, "why")).reason is Reason.ALREADY_PAID
    other.give_all(ask.HoldPaper(*OPERATOR, "K1", "why"))


# What is doubted.


def questioned(**rules: object) -> Hall:
    """The round that won was corrected: 17 did not fall twice."""
    hall = won(**rules)
    hall.give_all(ask.CorrectOutcome(*SUPERVISOR, A, "18", "the ball lay in 18", hall.award(FIRST).round))
    assert hall.award(FIRST).state is AwardState.QUESTIONED
    return hall


def test_what_is_questioned_is_not_paid_and_still_on_display() -> None:
    hall = questioned()
    for wish in (credit(), paper()):
        assert hall.refused(wish).reason is Reason.AWARD_QUESTIONED
    assert shown(hall) == [("a1", 10_005)]
    assert key_of(AlertKind.JACKPOT_QUESTIONED, f"award/{FIRST}") in hall.floor.alerts.lasting


def test_it_stands_by_the_word_of_whoever_decides_about_prizes() -> None:
    hall = questioned()
    hall.give_all(ask.UpholdAward(*OPERATOR, FIRST, stands=True, why="the player was told so"))
    assert key_of(AlertKind.JACKPOT_QUESTIONED, f"award/{FIRST}") not in hall.floor.alerts.lasting
    hall.give_all(credit())


def test_taken_back_it_is_in_the_pool_again_and_the_official_is_told() -> None:
    hall = questioned()
    pool, hits = hall.pool(), hall.level().hits
    hall.give_all(ask.UpholdAward(*OPERATOR, FIRST, stands=False, why="17 did not fall"))
    assert hall.event(HoldNotified).official == "inspector"
    assert hall.pool() == pool + 10_005
    assert (hall.level().hits, hall.level().won) == (hits - 1, ZERO)
    assert hall.refused(credit()).reason is Reason.NO_AWARD
    (view,) = jackpots_at(hall.floor, A)
    assert (view.hits, view.awards, view.hits_count, view.won) == ((), (), 0, ZERO)


def test_taken_back_beyond_the_ceiling_it_waits_for_the_next_pool() -> None:
    ceiling = level(trigger=SEVENTEENS, ceiling=cents(15_000))
    hall = offered(progressive(ceiling))
    hall.spin(A, "17", a1=ON)
    hall.spin(A, "17", a1=ON)
    hall.give_all(ask.CorrectOutcome(*SUPERVISOR, A, "18", "why", hall.award(FIRST).round))
    hall.give_all(ask.UpholdAward(*OPERATOR, FIRST, stands=False, why="17 did not fall"))
    assert hall.pool() == 15_000
    assert hall.pool() + hall.overflow() == 20_010
