"""What a promotion waits for is what may be done about it; its end is not named while something keeps it open."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason
from openetg.floor.promotions.needs import Need
from openetg.floor.promotions.preconditions import prize_name
from openetg.floor.promotions.views import promotion_desk
from tests.entrants import attempt, by_form, commit, denied, drawn_on, form, pay, prize, register
from tests.marks import clause
from tests.one_table import TABLE, Play
from tests.promotions import AWARD_MS, CLOSES_MS, ENDS_MS, HOUR_MS, NAME, OPERATOR, OTHER, running
from tests.sites import refused

ENTRIES = {"E1": 1, "E2": 1}
RESULTS = ask.PublishResults(*OPERATOR, NAME, "on the notice board beside the cage")
CLOSE = ask.ClosePromotion(*OPERATOR, NAME)
INFORM = ask.InformClaimant(*OPERATOR, "C1", "by letter")


def needs(play: Play) -> list[Need]:
    (line,) = promotion_desk(play.floor).promotions
    return list(line.needs)


@clause("ministar", "6.10")
@clause("interblock", "7.10")
@pytest.mark.parametrize(("name", "cited", "offered"), [("ministar", "6.10", "6.1"), ("interblock", "7.10", "7.1")])
def test_a_claimant_who_is_to_be_told_why_stands_in_the_place_of_the_end(name: str, cited: str, offered: str) -> None:
    play = drawn_on(name, ENTRIES)
    play.give_all(denied(play), RESULTS)
    assert needs(play) == [Need("inform", cited, "1", which="C1")]
    refused(play.give(CLOSE), Reason.NOT_TOLD, cited)
    play.give_all(INFORM)
    assert needs(play) == [Need("close", offered)]
    play.give_all(CLOSE)
    assert needs(play) == []


def test_a_claimant_is_to_be_told_also_when_the_prize_went_to_another_or_the_promotion_was_cancelled() -> None:
    play = drawn_on("ministar", ENTRIES)
    play.give_all(denied(play), ask.DrawAgain(*OTHER, NAME, "1", "denied"))
    assert Need("inform", "6.10", "1", which="C1") in needs(play)
    play.give_all(ask.CancelPromotion(*OPERATOR, NAME, "a doubt"))
    assert needs(play) == [Need("inform", "6.10", "1", which="C1")]
    play.give_all(INFORM)
    assert needs(play) == []


def test_what_is_withheld_is_to_be_determined_before_it_is_paid() -> None:
    play = drawn_on("ministar", ENTRIES)
    what = prize_name(NAME, "1")
    play.give_all(attempt(play, "telephone"), RESULTS, ask.HoldPaper(*OPERATOR, what, "the form may be forged"))
    (need,) = needs(play)
    assert (need.need, need.prize, need.which) == ("determine", "1", what)
    play.give_all(ask.Release(*OPERATOR, what, pay=True, why="it was not"))
    assert [each.need for each in needs(play)] == ["pay"]


def test_a_winner_who_was_not_there_has_the_prize_drawn_again_in_its_time_or_denied() -> None:
    terms = by_form(presence="required", award_until_ms=AWARD_MS + HOUR_MS)
    play = drawn_on("ministar", ENTRIES, terms)
    play.give_all(RESULTS)
    assert [each.need for each in needs(play)] == ["presence"]
    play.give_all(ask.RecordPresence(*OPERATOR, NAME, "1", present=False))
    assert needs(play) == [Need("draw-again", "6.7.8", "1", due_ms=AWARD_MS + HOUR_MS)]
    refused(play.give(pay(play, cash=50_000)), Reason.NOT_PRESENT, "6.7.8")
    play.at_ms = AWARD_MS + HOUR_MS + 1
    refused(play.give(ask.DrawAgain(*OTHER, NAME, "1", "absent")), Reason.OUTSIDE_AWARD_TIME, "6.7.2")
    assert needs(play) == [Need("deny", "6.10", "1")]
    play.give_all(denied(play), INFORM)
    assert [each.need for each in needs(play)] == ["close"]


@clause("ministar", "6.11")
@clause("interblock", "7.11")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "6.11"), ("interblock", "7.11")])
def test_a_dispute_about_it_is_to_be_decided(name: str, cited: str) -> None:
    play = drawn_on(name, ENTRIES)
    play.give_all(RESULTS, pay(play, cash=50_000), ask.RaiseDispute("D1", TABLE, "It was mine.", promotion=NAME))
    assert needs(play) == [Need("decide", cited, which="D1")]
    refused(play.give(CLOSE), Reason.NOT_DECIDED, cited)
    play.give_all(ask.RaiseDispute("D2", TABLE, "No, mine.", promotion=NAME))
    assert [each.which for each in needs(play)] == ["D1", "D2"]


def test_bonuses_are_to_be_awarded_until_their_time_is_over() -> None:
    terms = by_form(kind="reward-bonus", prizes=(prize("1", 50_000), prize("2", 20_000)), one_prize_each=False)
    play = running("novo-unity", terms)
    play.give_all(register("E1"), form("E1"))
    award = Need("award", "6.5.1", from_ms=AWARD_MS, due_ms=ENDS_MS)
    close = Need("close", "6.1", from_ms=ENDS_MS)
    assert needs(play) == [award, close]
    play.at_ms = AWARD_MS
    play.give_all(ask.AwardBonus(*OPERATOR, NAME, "1", "E1"))
    assert [each.need for each in needs(play)] == ["pay", "award"]
    play.give_all(pay(play, cash=50_000))
    play.at_ms = ENDS_MS + 1
    refused(play.give(ask.AwardBonus(*OPERATOR, NAME, "2", "E1")), Reason.OUTSIDE_AWARD_TIME, "6.4")
    assert needs(play) == [close]
    play.give_all(CLOSE)


def test_where_nobody_is_to_be_drawn_it_can_only_end() -> None:
    play = running("ministar", by_form())
    play.give_all(commit())
    assert [each.need for each in needs(play)] == ["draw"]
    play.at_ms = CLOSES_MS
    play.give_all(ask.PublishPromotion(*OPERATOR, NAME))
    assert needs(play) == [Need("close", "6.1", from_ms=ENDS_MS)]


def test_while_it_is_postponed_only_what_goes_on_is_named() -> None:
    play = drawn_on("ministar", ENTRIES)
    play.give_all(ask.PostponePromotion(*OPERATOR, NAME, "a doubt"))
    assert [each.need for each in needs(play)] == ["validate", "notify"]
    play.give_all(ask.ValidatePromotion(*OPERATOR, NAME, "checked"))
    assert [each.need for each in needs(play)] == ["notify", "pay", "results"]
