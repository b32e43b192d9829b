"""What becomes of prizes: paid once, to the winner, in the right form; bonuses go by the published terms alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.ledger import CAGE, drawer_of, prize_of, promoting_of
from openetg.floor.core.refusals import Reason
from openetg.floor.events import BonusAwarded, HoldNotified, PrizePaid
from openetg.floor.promotions.preconditions import prize_name
from openetg.money import ZERO, cents
from tests.entrants import (
    CALL,
    CASHIER,
    REVEAL,
    SCRUTINEER,
    by_form,
    called,
    commit,
    denied,
    drawn_on,
    entered,
    form,
    paid_as,
    pay,
    prize,
    register,
    seat,
    won,
)
from tests.marks import clause
from tests.one_table import Play
from tests.promotions import AWARD_MS, DAY_MS, ENDS_MS, NAME, OPERATOR, OTHER, STARTS_MS, amend, running, whole_terms
from tests.sites import refused

CHOICE = {"ministar": "6.4", "interblock": "7.4"}
AT_ONCE = {"ministar": "5.3", "interblock": "6.3"}
OTHER_FORM = {"ministar": "5.3.2", "interblock": "6.3.2"}
DETAILS = {"ministar": "6.7.11", "interblock": "7.7.11"}
ENTRIES = {"E1": 1, "E2": 1}


def large(rulebook: str, value: int) -> Play:
    """A prize of that value, drawn under the eyes of a scrutineer."""
    play = entered(rulebook, ENTRIES, by_form(prizes=(prize("1", value),)))
    play.at_ms = AWARD_MS
    play.give_all(ask.NameScrutineer(*OPERATOR, NAME, SCRUTINEER[1]), ask.WitnessDraw(*SCRUTINEER, NAME))
    play.give_all(CALL, REVEAL)
    return play


@clause("ministar", "6.4")
@clause("interblock", "7.4")
@pytest.mark.parametrize(("name", "cited"), list(CHOICE.items()))
def test_the_winner_of_a_large_cash_prize_chooses_the_form_or_a_split_of_them(name: str, cited: str) -> None:
    play = large(name, 1_500_000)
    asked = pay(play, cash=500_000, cheque=400_000, transfer=600_000)
    refused(play.give(paid_as(asked, cash=500_000, cheque=1_000_000)), Reason.OTHER_FORM, cited)
    short = pay(play, cash=500_000, cheque=400_000)
    refused(play.give(short), Reason.NOT_THE_PRIZE, cited)
    refused(play.give(pay(play, cash=2_000_000, transfer=-500_000)), Reason.NOT_THE_PRIZE, cited)
    refused(play.give(pay(play, chips=1_500_000)), Reason.NOT_THE_PRIZE, cited)
    refused(play.give(replace(asked, payee="other")), Reason.NOT_TO_WINNER, cited)
    refused(play.give(replace(asked, crossed=False)), Reason.NOT_TO_WINNER, cited)
    refused(play.give(replace(pay(play, cash=1_500_000), payee="other")), Reason.NOT_TO_WINNER, cited)
    play.give_all(asked)
    event = play.event(PrizePaid)
    assert (event.clause, event.paid, event.asked, event.payee) == (cited, asked.asked, asked.asked, "winner")
    held = play.floor.ledger.held
    assert (held(prize_of(NAME, "1")), held(CAGE), held(promoting_of(NAME))) == (
        ZERO,
        cents(1_500_000),
        -cents(1_500_000),
    )


@clause("ministar", "6.4")
@clause("interblock", "7.4", "6.3.2")
@pytest.mark.parametrize("name", list(CHOICE))
def test_at_ten_thousand_exactly_the_choice_is_not_the_winners_alone(name: str) -> None:
    play = drawn_on(name, ENTRIES, by_form(prizes=(prize("1", 1_000_000),)))
    play.give_all(paid_as(pay(play, cash=1_000_000), cheque=1_000_000))
    assert play.event(PrizePaid).clause == AT_ONCE[name]


@clause("ministar", "6.4")
@clause("interblock", "7.4")
@pytest.mark.parametrize(("name", "cited"), list(CHOICE.items()))
def test_from_one_cent_above_ten_thousand_the_choice_is_the_winners(name: str, cited: str) -> None:
    play = large(name, 1_000_001)
    refused(play.give(paid_as(pay(play, cash=1_000_001), cheque=1_000_001)), Reason.OTHER_FORM, cited)
    play.give_all(pay(play, cash=1_000_001))
    assert play.event(PrizePaid).clause == cited


@clause("interblock", "6.3.2")
@clause("ministar", "5.3.2")
@pytest.mark.parametrize("name", list(CHOICE))
def test_a_small_prize_may_be_paid_in_another_form_and_the_record_has_both(name: str) -> None:
    play = drawn_on(name, ENTRIES)
    command = paid_as(pay(play, cash=50_000), cheque=50_000)
    play.give_all(command)
    event = play.event(PrizePaid)
    assert (event.asked, event.paid) == ({"cash": cents(50_000)}, {"cheque": cents(50_000)})
    assert OTHER_FORM[name] in event.also


@clause("interblock", "6.3.2")
def test_for_a_large_prize_another_form_is_refused_unless_the_winner_chose_it() -> None:
    play = large("interblock", 1_200_000)
    refused(play.give(paid_as(pay(play, cash=1_200_000), cheque=1_200_000)), Reason.OTHER_FORM, "7.4")
    play.give_all(pay(play, cheque=1_200_000))


def test_a_prize_is_paid_once_to_its_winner_who_signs_for_it() -> None:
    play = drawn_on("ministar", ENTRIES)
    command = pay(play, cash=50_000)
    other = next(each for each in ENTRIES if each != won(play).entrant)
    refused(play.give(replace(command, entrant=other)), Reason.NOT_THE_WINNER, "6.7.1", entrant=other)
    refused(play.give(replace(command, signature=" ")), Reason.NOT_SIGNED, "5.1")
    refused(play.give(replace(command, signature="M1 1")), Reason.NOT_SIGNED, "5.1")
    refused(play.give(replace(command, role="inspector")), Reason.NO_POWER, "5.1")
    refused(play.give(replace(command, prize="7")), Reason.UNKNOWN_PRIZE, "6.7.11", prize="7")
    play.give_all(command)
    refused(play.give(command), Reason.ALREADY_PAID, "6.7.8", at_ms=AWARD_MS)
    assert (won(play).paid, won(play).paid_at_ms) == ({"cash": cents(50_000)}, AWARD_MS)
    refused(called("ministar", ENTRIES).give(command), Reason.UNKNOWN_PRIZE, "6.7.11")


def test_cash_comes_out_of_the_drawer_of_who_pays_as_far_as_it_is_there() -> None:
    play = drawn_on("ministar", ENTRIES)
    play.give_all(ask.RequireDrawers(required=True))
    command = pay(play, cash=50_000)
    refused(play.give(command), Reason.NO_DRAWER)
    play.give_all(ask.OpenDrawer(*CASHIER, "D1", cents(30_000)))
    refused(play.give(command), Reason.DRAWER_SHORT, drawer="D1")
    # Said before anybody has signed for it.
    refused(play.give(replace(command, signature="")), Reason.DRAWER_SHORT, drawer="D1")
    play.give_all(pay(play, cash=20_000, transfer=30_000))
    held = play.floor.ledger.held
    assert (play.event(PrizePaid).drawer, held(drawer_of("D1"))) == ("D1", -cents(10_000))


@clause("ministar", "6.3")
@clause("interblock", "7.3")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "6.3"), ("interblock", "7.3")])
def test_cash_instead_of_a_prize_is_paid_only_as_the_terms_say(name: str, cited: str) -> None:
    details = {"make": "Lumen", "model": "L2", "accessories": "none"}
    plain, offering = (
        prize("1", 90_000, "machinery", details=details, **more) for more in ({}, {"cash_alternative": cents(70_000)})
    )
    play = drawn_on(name, ENTRIES, by_form(prizes=(plain,)))
    refused(play.give(pay(play, cash=70_000)), Reason.NO_ALTERNATIVE, cited)
    refused(play.give(paid_as(pay(play, goods=90_000), cash=90_000)), Reason.NOT_THE_PRIZE, DETAILS[name])
    before = dict(play.floor.ledger.accounts)
    play.give_all(pay(play, goods=90_000))
    assert play.floor.ledger.accounts == before, "goods are not in the books"
    other = drawn_on(name, ENTRIES, by_form(prizes=(offering,)))
    refused(other.give(pay(other, cash=90_000)), Reason.NOT_THE_PRIZE, DETAILS[name])
    other.give_all(pay(other, cash=70_000))
    event = other.event(PrizePaid)
    assert (event.alternative, other.floor.ledger.held(promoting_of(NAME))) == (cents(70_000), -cents(70_000))
    assert cited in event.also


@clause("ministar", "6.7.8")
@clause("interblock", "7.7.8")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "6.7.8"), ("interblock", "7.7.8")])
def test_where_presence_is_asked_nothing_is_paid_before_it_is_on_record(name: str, cited: str) -> None:
    play = drawn_on(name, ENTRIES, by_form(presence="required"))
    refused(play.give(pay(play, cash=50_000)), Reason.NOT_PRESENT, cited)
    play.give_all(ask.RecordPresence(*OPERATOR, NAME, "1", True), pay(play, cash=50_000))


@clause("ministar", "6.12")
@clause("interblock", "7.12")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "6.12"), ("interblock", "7.12")])
def test_what_was_drawn_of_a_postponed_promotion_is_not_paid(name: str, cited: str) -> None:
    play = drawn_on(name, ENTRIES)
    play.give_all(ask.PostponePromotion(*OPERATOR, NAME, "a box was open"))
    refused(play.give(pay(play, cash=50_000)), Reason.POSTPONED, cited)
    play.give_all(ask.ValidatePromotion(*OPERATOR, NAME, "counted again"), pay(play, cash=50_000))


@clause("interblock", "6.2")
@clause("ministar", "5.2")
@pytest.mark.parametrize(("name", "cited"), [("interblock", "6.2"), ("ministar", "5.2")])
@pytest.mark.parametrize("to_winner", [True, False])
def test_a_prize_may_be_withheld_until_it_is_determined(name: str, cited: str, *, to_winner: bool) -> None:
    play = drawn_on(name, ENTRIES)
    what = prize_name(NAME, "1")
    play.give_all(ask.HoldPaper(*OPERATOR, what, "the entry may be forged"))
    assert play.event(HoldNotified).official == "inspector"
    refused(play.give(pay(play, cash=50_000)), Reason.PAYOUT_HELD, cited)
    refused(play.give(ask.HoldPaper(*OPERATOR, what, "again")), Reason.TICKET_HELD, cited)
    inspector = ("inspector", "ines")
    play.give_all(ask.ReviewHolding(*inspector, what, "seen"))
    play.give_all(ask.Release(*OPERATOR, what, pay=to_winner, why="as was found"))
    if to_winner:
        play.give_all(pay(play, cash=50_000))
        return
    refused(play.give(pay(play, cash=50_000)), Reason.PRIZE_DENIED, {"ministar": "6.7.8", "interblock": "7.7.8"}[name])
    assert not any(play.floor.ledger.held(account) for account in (prize_of(NAME, "1"), promoting_of(NAME)))
    first = won(play).entrant
    again = ask.DrawAgain(*OTHER, NAME, "1", "the entry was forged")
    refused(play.give(again), Reason.ALREADY_DECIDED, {"ministar": "6.7.8", "interblock": "7.7.8"}[name])
    play.give_all(denied(play), again)
    assert won(play).entrant != first
    play.give_all(pay(play, cash=50_000))


@clause("interblock", "6.2")
def test_a_prize_that_was_paid_is_demanded_back() -> None:
    play = drawn_on("interblock", ENTRIES)
    what = prize_name(NAME, "1")
    play.give_all(pay(play, cash=50_000), ask.HoldPaper(*OPERATOR, what, "the entry may be forged"))
    assert play.floor.ledger.held(f"demanded/{what}") == -cents(50_000)
    play.give_all(ask.Release(*OPERATOR, what, pay=True, why="it was theirs"))
    assert not play.floor.ledger.held(f"demanded/{what}")


BONUS = whole_terms(
    kind="reward-bonus",
    qualifying_wager=cents(2000),
    award_from_ms=STARTS_MS + DAY_MS,
    award_until_ms=ENDS_MS,
    entries_close_ms=0,
    conditions=("is a member",),
    prizes=(prize("1", 5_000), prize("2", 5_000)),
)
AWARD = ask.AwardBonus(*OPERATOR, NAME, "1", "E1")


def bonus_play() -> Play:
    play = running("novo-unity", BONUS, opened=True)
    play.give_all(register("E1", meets=("is a member",)))
    play.say("note t1 100.00")
    play.give_all(seat("t1", "E1"))
    return play


@clause("novo-unity", "6.4", "6.5.2", "6.5.4")
def test_a_bonus_goes_by_the_published_terms_and_says_which_version() -> None:
    play = bonus_play()
    play.say("place t1 red 19.00 \n launch opposite \n drop \n rest 17")
    play.at_ms = STARTS_MS + DAY_MS
    refused(play.give(AWARD), Reason.NOT_QUALIFIED, "6.4", item="6.5.4", least="20.00", best="19.00")
    play.say("place t1 red 20.00 \n launch opposite \n drop \n rest 17")
    play.at_ms = STARTS_MS + DAY_MS - 1
    refused(play.give(AWARD), Reason.OUTSIDE_AWARD_TIME, "6.4", item="6.5.2")
    play.at_ms = STARTS_MS + DAY_MS
    play.give_all(AWARD)
    event = play.event(BonusAwarded)
    assert (event.version, event.clause, event.entrant) == (1, "6.4", "E1")
    refused(play.give(AWARD), Reason.ALREADY_THERE, "6.4")
    assert play.floor.ledger.held(prize_of(NAME, "1")) == cents(5_000)
    play.give_all(pay(play, cash=5_000))
    assert play.floor.ledger.held(prize_of(NAME, "1")) == ZERO


@clause("novo-unity", "6.4", "6.5.3")
def test_who_does_not_meet_the_terms_in_force_gets_no_bonus() -> None:
    play = bonus_play()
    play.say("place t1 red 20.00 \n launch opposite \n drop \n rest 17")
    play.at_ms = STARTS_MS + DAY_MS
    refused(play.give(replace(AWARD, entrant="E7")), Reason.UNKNOWN_ENTRANT, "6.5.3")
    refused(play.give(replace(AWARD, prize="7")), Reason.UNKNOWN_PRIZE, "6.4")
    play.give_all(amend(play, replace(BONUS, conditions=("is a member", "lives in the state")), "F-2"))
    refused(play.give(AWARD), Reason.NOT_ELIGIBLE, "6.4", item="6.5.3", condition="lives in the state")
    play.give_all(amend(play, replace(BONUS, conditions=()), "F-3"), AWARD)
    assert play.event(BonusAwarded).version == 3


@clause("novo-unity", "6.4", "6.5.1")
def test_what_is_drawn_is_not_awarded_by_hand_and_a_bonus_is_not_drawn() -> None:
    play = running("novo-unity", by_form(award_from_ms=STARTS_MS + 1, entries_close_ms=0))
    play.give_all(commit(), register("E1"), form("E1"))
    play.at_ms += 1
    refused(play.give(AWARD), Reason.NOT_OFFERED, "6.4", item="6.5.1")
    bonus = bonus_play()
    bonus.say("place t1 red 20.00 \n launch opposite \n drop \n rest 17")
    bonus.at_ms = ENDS_MS
    refused(bonus.give(ask.CallDraw(*OPERATOR, NAME)), Reason.NOT_OFFERED, "6.5.1")


def test_where_prizes_go_by_chance_none_is_awarded_without() -> None:
    play = called("ministar", ENTRIES)
    refused(play.give(AWARD), Reason.WRONG_STAGE, "6.1", stage="called")
