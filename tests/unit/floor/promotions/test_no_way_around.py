"""Ways around the rules on promotions that are not there: by amending, withholding, postponing, drawing again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.ledger import bank_of, prize_of, promoting_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Verdict
from openetg.floor.events import DrawCalled, PaperHeld, PrizeDrawnAgain
from openetg.floor.promotions.commands import PrizePart, Terms
from openetg.floor.promotions.preconditions import prize_name
from openetg.floor.promotions.views import promotion_desk
from openetg.floor.state import Entrant
from openetg.money import ZERO, cents
from openetg.rulebook.schema.policies import Cause
from tests.entrants import (
    CALL,
    CASHIER,
    REVEAL,
    SCRUTINEER,
    attempt,
    by_form,
    commit,
    denied,
    drawn_on,
    entered,
    form,
    pay,
    prize,
    register,
    seat,
    won,
)
from tests.marks import clause
from tests.one_table import PERSON, TABLE, Play
from tests.promotions import (
    AWARD_MS,
    HOUR_MS,
    NAME,
    OPERATOR,
    OTHER,
    amend,
    approve,
    draft,
    drafted,
    file,
    filing,
    offered,
    running,
    whole_terms,
)
from tests.sites import refused

MANAGER = ("assistant_gaming_manager", PERSON)
WHAT = prize_name(NAME, "1")
BOTH = {"E1": 1, "E2": 1}
AGAIN = ask.DrawAgain(*OTHER, NAME, "1", "it was denied")
RESULTS = ask.PublishResults(*OPERATOR, NAME, "on the board")
CLOSE = ask.ClosePromotion(*OPERATOR, NAME)
HOLD = ask.HoldPaper(*OPERATOR, WHAT, "the form may be forged")
REVIEW = ask.ReviewHolding("inspector", "ivy", WHAT, "forged indeed")
NOT_THEIRS = ask.Release(*OPERATOR, WHAT, pay=False, why="it was forged")
NAMED = ask.NameScrutineer(*OPERATOR, NAME, SCRUTINEER[1])
WATCH = ask.WitnessDraw(*SCRUTINEER, NAME)
LARGE = (prize("1", 5_000_000),)


def no(verdict: Verdict, reason: Reason, cited: str = "", **details: str | int) -> None:
    """It is refused for that reason, by that clause where one is named here."""
    assert isinstance(verdict, Refusal), verdict
    refused(verdict, reason, cited or verdict.clause, **details)


def amended(play: Play, reference: str = "A-1", **changes: Any) -> Terms:
    """Other terms are in force, approved by the authority."""
    terms = replace(offered(play).terms, **changes)
    play.give_all(approve(terms, reference), amend(play, terms, reference))
    return terms


def played(**changes: Any) -> Play:
    """Somebody who takes part plays at a terminal; what counts begins at twenty dollars."""
    play = running("ministar", whole_terms(**{"qualifying_wager": cents(2_000), **changes}), opened=True)
    play.give_all(commit(), register("E1"))
    play.say("note t1 100.00")
    play.give_all(seat("t1", "E1"))
    return play


def spin(play: Play, amount: str) -> int:
    """A round with one wager on red is settled; its number."""
    play.say(f"place t1 red {amount} \n launch opposite \n drop \n rest 17")
    return max(play.table.past)


def void(number: int) -> ask.InvalidateOutcome:
    return ask.InvalidateOutcome(*MANAGER, TABLE, Cause.FIRE, "smoke", round=number)


def one(play: Play) -> Entrant:
    return offered(play).entrants["E1"]


@clause("novo-unity", "6.4")
def test_how_prizes_are_given_does_not_change_after_the_start() -> None:
    play = running("novo-unity", by_form(prizes=(prize("1", 50_000),)))
    play.give_all(commit(), register("E1"), form("E1"))
    other = replace(offered(play).terms, kind="reward-bonus")
    no(play.give(amend(play, other, "F-2")), Reason.TERMS_WRONG, "6.1", fields="kind")


@clause("interblock", "6.2", "7.10.1")
def test_what_is_withheld_from_one_winner_does_not_touch_the_next() -> None:
    play = drawn_on("interblock", BOTH)
    first = won(play).entrant
    play.give_all(HOLD)
    no(play.give(denied(play)), Reason.PAYOUT_HELD, "6.2")
    no(play.give(NOT_THEIRS), Reason.REVIEW_AWAITED, "6.2")
    play.give_all(REVIEW, NOT_THEIRS)
    no(play.give(AGAIN), Reason.ALREADY_DECIDED, "7.7.8")
    play.give_all(denied(play), AGAIN)
    assert won(play).entrant != first
    no(play.give(NOT_THEIRS), Reason.NOTHING_WITHHELD)
    play.give_all(pay(play, cash=50_000))


@clause("ministar", "6.10", "6.10.1")
@clause("interblock", "7.10", "7.10.1")
@pytest.mark.parametrize(("name", "told"), [("ministar", "6.10"), ("interblock", "7.10")])
def test_a_prize_that_is_determined_not_to_be_the_winners_is_recorded_as_denied_in_full(name: str, told: str) -> None:
    play = drawn_on(name, BOTH)
    play.give_all(HOLD, REVIEW, NOT_THEIRS, RESULTS)
    no(play.give(pay(play, cash=50_000)), Reason.PRIZE_DENIED)
    no(play.give(CLOSE), Reason.PRIZES_OPEN)
    assert [each.need for each in promotion_desk(play.floor).promotions[0].needs] == ["deny"]
    no(play.give(replace(denied(play), address="")), Reason.NOT_IN_FULL, f"{told}.1")
    play.give_all(denied(play))
    no(play.give(CLOSE), Reason.NOT_TOLD, told)
    play.give_all(ask.InformClaimant(*OPERATOR, "C1", "by letter"), CLOSE)
    assert play.floor.people.claims["C1"].kept_by == f"{told}.1"


@clause("ministar", "6.2")
def test_cash_instead_of_a_prize_above_the_value_needs_the_scrutineer_too() -> None:
    goods = prize("1", 999_900, "goods", cash_alternative=cents(5_000_000))
    play = entered("ministar", BOTH, by_form(prizes=(goods,)))
    play.at_ms = AWARD_MS
    no(play.give(CALL), Reason.NO_SCRUTINEER, "6.2", prize="50000.00")
    play.give_all(NAMED, WATCH, CALL, REVEAL)
    assert promotion_desk(play.floor).promotions[0].won[0].choice, "6.4 goes by what is paid"
    small = drawn_on("ministar", BOTH, by_form(prizes=(prize("1", 10_000, "goods", cash_alternative=cents(900_000)),)))
    no(small.give(replace(denied(small), claimant="")), Reason.NOT_IN_FULL, "6.10.1")


@clause("ministar", "6.2")
@clause("interblock", "7.2")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "6.2"), ("interblock", "7.2")])
def test_what_is_drawn_again_needs_its_own_witness(name: str, cited: str) -> None:
    play = entered(name, BOTH, by_form(prizes=LARGE, presence="required"))
    play.at_ms = AWARD_MS
    play.give_all(NAMED, WATCH, CALL, REVEAL, ask.RecordPresence(*OPERATOR, NAME, "1", False))
    no(play.give(AGAIN), Reason.NO_SCRUTINEER, cited)
    play.give_all(WATCH, AGAIN)
    assert play.event(PrizeDrawnAgain).scrutineer == SCRUTINEER[1]
    assert offered(play).witnessed_at_ms == AWARD_MS, "of the draw itself, as it was"
    play.give_all(ask.RecordPresence(*OPERATOR, NAME, "1", False))
    no(play.give(AGAIN), Reason.NO_SCRUTINEER, cited)


@clause("ministar", "6.2", "6.12")
def test_who_watched_before_it_was_postponed_has_to_be_there_again() -> None:
    play = entered("ministar", BOTH, by_form(prizes=LARGE))
    play.at_ms = AWARD_MS
    play.give_all(NAMED, WATCH, ask.PostponePromotion(*OPERATOR, NAME, "forged forms"))
    announce = ask.AnnouncePromotion(*OPERATOR, NAME, "Win!", offered(play).address)
    no(play.give(announce), Reason.POSTPONED, "6.12")
    play.give_all(ask.ValidatePromotion(*OPERATOR, NAME, "checked"))
    no(play.give(CALL), Reason.NO_SCRUTINEER, "6.2")
    play.give_all(WATCH, CALL)


@clause("ministar", "6.2", "6.9.1")
def test_who_watched_before_the_draw_was_put_off_has_to_be_there_again() -> None:
    play = entered("ministar", BOTH, by_form(prizes=LARGE))
    play.at_ms = AWARD_MS
    play.give_all(NAMED, WATCH)
    day = 24 * HOUR_MS
    amended(play, award_from_ms=AWARD_MS + day, award_until_ms=AWARD_MS + 2 * day, ends_ms=AWARD_MS + 2 * day)
    play.at_ms += day
    no(play.give(CALL), Reason.NO_SCRUTINEER, "6.2")
    play.give_all(WATCH, CALL)


AMENDED: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({}, "20.00", {"qualifying_wager": cents(5_000)}),
    ({}, "10.00", {"qualifying_wager": cents(500)}),
    ({}, "20.00", {"earns": "form"}),
    ({"earns": "turnover", "turnover_per_entry": cents(2_000)}, "20.00", {"turnover_per_entry": cents(5_000)}),
    ({"earns": "turnover", "turnover_per_entry": cents(3_000)}, "20.00", {"turnover_per_entry": cents(1_000)}),
]


@clause("ministar", "6.7.4", "6.9.1")
@pytest.mark.parametrize(("terms", "stake", "changes"), AMENDED)
def test_a_void_strikes_off_what_the_round_has_brought_whatever_the_terms_are_now(
    terms: dict[str, Any], stake: str, changes: dict[str, Any]
) -> None:
    play = played(**terms)
    spin(play, "20.00")
    kept = one(play).entries, one(play).counted, one(play).carried
    number = spin(play, stake)
    amended(play, **changes)
    play.give_all(void(number))
    assert (one(play).entries, one(play).counted, one(play).carried) == kept


def test_turnover_under_two_terms_is_exact_when_the_first_of_it_is_void() -> None:
    play = played(earns="turnover", turnover_per_entry=cents(2_000), qualifying_wager=cents(0))
    number = spin(play, "15.00")
    amended(play, turnover_per_entry=cents(5_000))
    spin(play, "40.00")
    assert (one(play).entries, one(play).carried) == (1, cents(500))
    play.give_all(void(number))
    assert (one(play).entries, one(play).carried) == (0, cents(4_000))


@clause("ministar", "6.9.1")
def test_where_an_entry_becomes_cheaper_what_was_left_towards_one_counts_at_that_price() -> None:
    play = played(earns="turnover", turnover_per_entry=cents(10_000), qualifying_wager=cents(0))
    first = spin(play, "90.00")
    play.say("note t1 100.00")
    amended(play, turnover_per_entry=cents(1_000))
    second = spin(play, "15.00")
    assert (one(play).entries, one(play).carried) == (10, cents(500))
    play.give_all(void(second))
    assert (one(play).entries, one(play).carried) == (9, ZERO)
    play.give_all(void(first))
    assert (one(play).entries, one(play).carried) == (0, ZERO)


def test_a_void_strikes_off_also_where_the_table_no_longer_takes_part() -> None:
    play = played()
    number = spin(play, "20.00")
    play.give_all(ask.RegisterTable("B", play.table.rulebook, play.table.kind, 30_000, 18_000))
    amended(play, tables=("B",))
    play.give_all(void(number))
    assert (one(play).entries, one(play).counted) == (0, ZERO)
    spin(play, "20.00")
    assert one(play).entries == 0


@clause("ministar", "6.7.4")
def test_entries_on_a_form_do_not_outlive_the_wager_behind_them() -> None:
    play = played(earns="form")
    number = spin(play, "20.00")
    play.give_all(form("E1"), register("E2"), void(number))
    assert not promotion_desk(play.floor).promotions[0].entrants[0].counts
    play.at_ms = AWARD_MS
    no(play.give(CALL), Reason.NO_ENTRIES)


MEMBER = "is a member"


@clause("ministar", "6.7.3", "6.9.1")
@clause("interblock", "7.7.3")
@pytest.mark.parametrize("name", ["ministar", "interblock"])
def test_conditions_that_came_later_are_checked_of_everybody_before_the_draw(name: str) -> None:
    play = entered(name, BOTH)
    amended(play, conditions=(MEMBER,))
    no(play.give(form("E1")), Reason.NOT_ELIGIBLE, condition=MEMBER)
    checked = ask.RegisterEntrant(*OPERATOR, NAME, "E1", "", "", (MEMBER,))
    no(play.give(replace(checked, name="Somebody Else")), Reason.ALREADY_THERE)
    no(play.give(replace(checked, meets=())), Reason.ALREADY_THERE)
    play.give_all(checked, form("E1"))
    assert (one(play).name, one(play).entries) == ("Ann Example", 2)
    assert [each.unchecked for each in promotion_desk(play.floor).promotions[0].entrants] == [(), (MEMBER,)]
    play.at_ms = AWARD_MS
    play.give_all(CALL)
    called = play.event(DrawCalled)
    assert (called.entries, called.left_out) == ((("E1", 2),), ("E2",))


def test_play_of_somebody_who_does_not_meet_the_terms_brings_nothing() -> None:
    play = played()
    amended(play, conditions=(MEMBER,))
    spin(play, "20.00")
    assert one(play).entries == 0
    play.give_all(ask.RegisterEntrant(*OPERATOR, NAME, "E1", "", "", (MEMBER,)))
    spin(play, "20.00")
    assert one(play).entries == 1


@clause("novo-unity", "6.4")
def test_a_bonus_is_one_for_each_and_goes_on_where_it_was_denied() -> None:
    prizes = (prize("1", 50_000), prize("2", 50_000))
    play = running("novo-unity", by_form(prizes=prizes, kind="reward-bonus"))
    play.give_all(register("E1"), form("E1"), register("E2"), form("E2"))
    play.at_ms = AWARD_MS
    award = ask.AwardBonus(*OPERATOR, NAME, "1", "E1")
    play.give_all(award)
    no(play.give(replace(award, prize="2")), Reason.NOT_ELIGIBLE, "6.4", prize="1")
    no(play.give(replace(award, entrant="E2")), Reason.ALREADY_THERE)
    play.give_all(denied(play))
    no(play.give(replace(award, person=OTHER[1])), Reason.PRIZE_DENIED)
    no(play.give(replace(award, entrant="E2")), Reason.SAME_PERSON)
    play.give_all(replace(award, entrant="E2", person=OTHER[1]))
    assert (won(play).entrant, won(play).passed_over) == ("E2", ["E1"])
    assert play.floor.ledger.held(prize_of(NAME, "1")) == cents(50_000)


@clause("interblock", "6.2")
@pytest.mark.parametrize("given_up", [False, True])
def test_a_paid_prize_that_was_not_the_winners_is_of_the_promotion_and_not_of_the_table(given_up: bool) -> None:
    play = drawn_on("interblock", BOTH)
    play.give_all(pay(play, cash=50_000))
    held, bank = play.floor.ledger.held, play.floor.ledger.held(bank_of(TABLE))
    play.give_all(HOLD, REVIEW, NOT_THEIRS)
    assert (held(promoting_of(NAME)), held(bank_of(TABLE))) == (ZERO, bank)
    no(play.give(CLOSE), Reason.NOT_PUBLISHED)
    play.give_all(replace(NOT_THEIRS, pay=given_up, why="the end of it"))
    assert (held(promoting_of(NAME)), held(bank_of(TABLE))) == (-cents(50_000) if given_up else ZERO, bank)
    play.give_all(RESULTS)
    if not given_up:
        no(play.give(CLOSE), Reason.PRIZES_OPEN)
        no(play.give(HOLD), Reason.PAYOUT_REFUSED)
        play.give_all(denied(play), ask.InformClaimant(*OPERATOR, "C1", "by letter"))
    play.give_all(CLOSE)


@clause("interblock", "6.2")
@clause("ministar", "5.2")
@clause("novo-unity", "5.2")
@pytest.mark.parametrize(("name", "cited"), [("interblock", "6.2"), ("ministar", "5.2"), ("novo-unity", "5.2")])
@pytest.mark.parametrize("handed_over", [False, True])
def test_a_prize_that_is_no_money_is_withheld_as_any_other(name: str, cited: str, *, handed_over: bool) -> None:
    play = drawn_on(name, BOTH, by_form(prizes=(prize("1", 9_000, "goods"),)))
    before = dict(play.floor.ledger.accounts)
    if handed_over:
        play.give_all(pay(play, goods=9_000))
    play.give_all(HOLD)
    found = play.event(PaperHeld)
    assert (found.clause, found.amount, found.transfers) == (cited, cents(9_000), ())
    if not handed_over:
        no(play.give(pay(play, goods=9_000)), Reason.PAYOUT_HELD, cited)
        no(play.give(ask.CancelPromotion(*OPERATOR, NAME, "over")), Reason.PAYOUT_HELD, cited)
    play.give_all(REVIEW, NOT_THEIRS)
    assert won(play).refused
    assert play.floor.ledger.accounts == before, "no money moves with it"


@clause("ministar", "6.7.10")
def test_results_are_told_again_when_a_prize_was_drawn_again() -> None:
    play = drawn_on("ministar", BOTH)
    play.give_all(RESULTS, denied(play))
    play.at_ms += HOUR_MS
    play.give_all(AGAIN)
    assert not offered(play).results_at_ms
    play.give_all(attempt(play, "email"), pay(play, cash=50_000))
    no(play.give(CLOSE), Reason.NOT_PUBLISHED, "6.7.10")
    overdue = ask.CallPromotionDeadline(NAME, "results-overdue")
    no(play.give(overdue), Reason.TOO_EARLY, at_ms=AWARD_MS + 49 * HOUR_MS)
    play.give_all(RESULTS)
    no(play.give(CLOSE), Reason.NOT_TOLD, "6.10", claims="C1")  # who was passed over is told why as well
    play.give_all(ask.InformClaimant(*OPERATOR, "C1", "by letter"), CLOSE)


@clause("ministar", "6.8", "6.12")
def test_winners_are_told_in_time_also_while_it_is_postponed() -> None:
    play = drawn_on("ministar", BOTH)
    play.give_all(ask.PostponePromotion(*OPERATOR, NAME, "a complaint"), attempt(play, "telephone"))
    assert won(play).attempts[0].counts


@clause("ministar", "6.8", "6.8.2", "6.8.3")
@pytest.mark.parametrize("by", ["telephone", "email", "face-to-face", "pigeon"])
def test_nothing_but_a_letter_is_dated_back(by: str) -> None:
    play = drawn_on("ministar", BOTH)
    play.at_ms = AWARD_MS + 72 * HOUR_MS
    early = attempt(play, by, at_ms=AWARD_MS + HOUR_MS)
    no(play.give(early), Reason.NOT_A_DAY, at_ms=AWARD_MS + HOUR_MS)
    play.give_all(replace(early, by="mail"))
    noted = won(play).attempts[0]
    assert (noted.counts, noted.at_ms, noted.noted_ms) == (True, AWARD_MS + HOUR_MS, play.at_ms)


@clause("ministar", "6.5.1", "6.5.4")
@pytest.mark.parametrize("what", ["tobacco products", "cigarettes", "Firearms", "wine", "red liquor", ""])
def test_what_a_part_is_comes_from_a_closed_list(what: str) -> None:
    goods = prize("1", 5_000, "goods", parts=(PrizePart(what, "a box", 30_000),))
    no(filing("ministar", by_form(prizes=(goods,))), Reason.TERMS_WRONG, "6.7.11", fields="prizes.1.parts")


@clause("ministar", "6.5.1")
@pytest.mark.parametrize("what", ["tobacco\u200b", "ＴＯＢＡＣＣＯ", "other: Tobacco"])
def test_a_prohibited_class_is_known_however_it_is_written(what: str) -> None:
    goods = prize("1", 5_000, "goods", parts=(PrizePart(what, "a box"),))
    no(filing("ministar", by_form(prizes=(goods,))), Reason.PROHIBITED_PRIZE, "6.5.1")


def test_a_count_with_more_digits_than_anybody_counts_is_no_answer() -> None:
    travel = prize("1", 5_000, "travel", details={"persons": "9" * 5_000})
    play = drafted("ministar", by_form(prizes=(travel,)))
    no(play.give(file(play)), Reason.TERMS_MISSING)
    assert promotion_desk(play.floor).promotions[0].problems


@clause("ministar", "6.11")
@clause("interblock", "7.11")
@pytest.mark.parametrize("name", ["ministar", "interblock"])
@pytest.mark.parametrize("withheld", [False, True])
def test_a_dispute_that_is_decided_for_the_patron_gives_the_prize_back(name: str, *, withheld: bool) -> None:
    play = drawn_on(name, BOTH)
    play.give_all(*((HOLD, REVIEW, NOT_THEIRS) if withheld else ()), denied(play))
    power = play.floor.rulebook_of(play.table).powers["decide_promotion_dispute"]
    raised = ask.RaiseDispute("D1", TABLE, "it was mine", promotion=NAME)
    decide = ask.DecideDispute(power.roles[0], "dora", "D1", "it was", upholds="C1")
    play.give_all(raised)
    no(play.give(replace(decide, upholds="C9")), Reason.UNKNOWN_CLAIM)
    play.give_all(decide, pay(play, cash=50_000))
    assert (play.floor.people.claims["C1"].upheld, won(play).denied) == ("D1", "")
    assert play.floor.ledger.held(promoting_of(NAME)) == -cents(50_000)


def test_a_prize_that_went_on_does_not_come_back() -> None:
    play = drawn_on("ministar", BOTH)
    play.give_all(denied(play), AGAIN, ask.RaiseDispute("D1", TABLE, "it was mine", promotion=NAME))
    role = play.floor.rulebook_of(play.table).powers["decide_promotion_dispute"].roles[0]
    decide = ask.DecideDispute(role, "dora", "D1", "it was", upholds="C1")
    no(play.give(decide), Reason.ALREADY_DECIDED)


@clause("ministar", "6.7.3")
@pytest.mark.parametrize("number", ["John Smith 12 High St", "Ann", "E 1", "é1", "1" * 13, "-1", ""])
def test_an_entrants_number_is_nobodys_name(number: str) -> None:
    play = entered("ministar", {})
    no(play.give(register(number)), Reason.NOT_A_NUMBER, "6.7.3")
    play.give_all(register("A-17"))


def test_the_desk_tells_who_is_seated_now_and_not_who_was() -> None:
    play = played()
    assert promotion_desk(play.floor).promotions[0].entrants[0].terminals == ("t1",)
    play.say("collect t1 as K1 \n printed t1 K1")
    play.at_ms += HOUR_MS
    play.give_all(register("E2"))
    assert promotion_desk(play.floor).promotions[0].entrants[0].terminals == ()


def test_a_desk_does_not_grow_with_every_draft() -> None:
    play = drafted("ministar", by_form())
    for number in range(40):
        play.give_all(draft(by_form(title=str(number), more=tuple("x" * 1_000 for _ in range(20)))))
    assert len(json.encode(promotion_desk(play.floor))) < 100_000
    lines = promotion_desk(play.floor).promotions[0].versions
    assert (lines[3].terms, lines[3].digest) == (Terms(), offered(play).versions[3].digest)


@clause("interblock", "1.1.promotional_prize")
def test_a_promotional_prize_goes_by_chance_and_is_apart_from_winnings() -> None:
    no(filing("interblock", by_form(manner="")), Reason.TERMS_MISSING, "7.7.1")
    play = drawn_on("interblock", BOTH)
    bank = play.floor.ledger.held(bank_of(TABLE))
    no(play.give(ask.AwardBonus(*OPERATOR, NAME, "2", "E1")), Reason.UNKNOWN_PRIZE)
    assert play.floor.ledger.held(prize_of(NAME, "1")) == cents(50_000)
    play.give_all(pay(play, cash=50_000, by=CASHIER))
    assert play.floor.ledger.held(promoting_of(NAME)) == -cents(50_000)
    assert play.floor.ledger.held(bank_of(TABLE)) == bank, "the table has not paid it"


def test_a_prize_is_not_closed_away_while_it_is_withheld() -> None:
    play = drawn_on("interblock", BOTH)
    play.give_all(denied(play), ask.InformClaimant(*OPERATOR, "C1", "by letter"), RESULTS)
    no(play.give(HOLD), Reason.PAYOUT_REFUSED)
    play.give_all(CLOSE)
