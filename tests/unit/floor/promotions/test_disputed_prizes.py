"""A prize that somebody disputes goes neither on nor back before that is decided, and is theirs again if it was."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.ledger import promoting_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import DisputeReviewed
from openetg.floor.people.disputes import first_power
from openetg.floor.trouble.views import dispute_rules
from openetg.money import cents
from openetg.rulebook.roles import holders
from tests.entrants import by_form, commit, denied, drawn_on, form, pay, register, won
from tests.marks import clause
from tests.one_table import TABLE, Play
from tests.promotions import AWARD_MS, NAME, OPERATOR, OTHER, running
from tests.sites import refused

FINAL = {"ministar": "6.11", "interblock": "7.11", "novo-unity": "8.16"}
OFFERED = {"ministar": "6.1", "interblock": "7.1"}
RAISED = ask.RaiseDispute("D1", TABLE, "it was mine", promotion=NAME)
AGAIN = ask.DrawAgain(*OTHER, NAME, "1", "it was denied")
CLOSE = ask.ClosePromotion(*OPERATOR, NAME)
NO = ask.DecideDispute("", "dora", "D1", "It was not.")


def disputed(name: str) -> Play:
    """A winner to whom the prize was denied disputes that; everything else is done."""
    play = drawn_on(name, {"E1": 1, "E2": 1})
    play.give_all(denied(play), ask.InformClaimant(*OPERATOR, "C1", "by letter"))
    play.give_all(ask.PublishResults(*OPERATOR, NAME, "on the board"), RAISED)
    return play


def by(play: Play, power: str) -> str:
    """A role that may."""
    return min(holders(play.floor.rulebook_of(play.table), power))


@clause("ministar", "6.11")
@clause("interblock", "7.11")
@pytest.mark.parametrize("name", ["ministar", "interblock"])
def test_while_it_is_undecided_a_prize_goes_neither_to_the_next_nor_back_to_the_house(name: str) -> None:
    play = disputed(name)
    refused(play.give(CLOSE), Reason.NOT_DECIDED, FINAL[name], dispute="D1")
    refused(play.give(AGAIN), Reason.NOT_DECIDED, FINAL[name], dispute="D1")
    role = by(play, "decide_promotion_dispute")
    again = disputed(name)
    again.give_all(replace(NO, role=role), AGAIN)
    play.give_all(replace(NO, role=role, upholds="C1"), pay(play, cash=50_000), CLOSE)
    assert play.floor.ledger.held(promoting_of(NAME)) == -cents(50_000)


@pytest.mark.parametrize("name", ["ministar", "interblock", "novo-unity"])
def test_its_levels_are_shown_as_they_are_decided(name: str) -> None:
    play = disputed(name)
    shown = dispute_rules(play.floor.rulebook_of(play.table), NAME)
    play.give_all(replace(NO, role=by(play, first_power(NAME, play.floor.rulebook_of(play.table)))))
    asked = play.give(ask.RequestReview("D1", "player"))
    assert (shown.review == "") == (isinstance(asked, Refusal) and asked.reason is Reason.FINAL)
    assert (shown.review == "", shown.final_clause) == (name in OFFERED, FINAL[name])


@clause("ministar", "6.11", "6.12")
@clause("interblock", "7.11", "7.12")
@pytest.mark.parametrize("name", ["ministar", "interblock"])
def test_what_is_cancelled_is_decided_in_words_and_goes_to_whom_one_may_complain(name: str) -> None:
    play = disputed(name)
    play.give_all(ask.CancelPromotion(*OPERATOR, NAME, "the box was open"))
    role = by(play, "decide_promotion_dispute")
    refused(play.give(replace(NO, role=role, upholds="C1")), Reason.WRONG_STAGE, OFFERED[name], stage="cancelled")
    end = ask.CloseDispute(*OPERATOR, "D1", satisfied=False)
    play.give_all(replace(NO, role=role, decision="It was theirs; the draw was cancelled."))
    refused(play.give(end), Reason.NOT_ADVISED, FINAL[name])
    play.give_all(ask.AdviseOfRights(*OPERATOR, "D1"), end)
    assert play.floor.people.disputes["D1"].official == "inspector"


@clause("novo-unity", "6.4", "8.15", "8.16")
@pytest.mark.parametrize("first", [True, False])
def test_by_the_rule_on_all_disputes_too_who_was_wrongly_denied_has_the_prize_back(*, first: bool) -> None:
    play = disputed("novo-unity")
    decide = replace(NO, role=by(play, "decide_dispute"))
    if first:
        play.give_all(replace(decide, upholds="C1"))
    else:
        review = ask.ReviewDispute(by(play, "review_dispute"), "rita", "D1", "It was.", upholds="C1")
        play.give_all(decide)
        # Who is not content may still ask for a review: until then nothing has ended.
        refused(play.give(AGAIN), Reason.NOT_DECIDED, FINAL["novo-unity"])
        refused(play.give(CLOSE), Reason.NOT_DECIDED, FINAL["novo-unity"])
        play.give_all(ask.RequestReview("D1", "player"))
        refused(play.give(replace(review, upholds="C9")), Reason.UNKNOWN_CLAIM, "8.15", claim="C9")
        play.give_all(review)
        assert play.event(DisputeReviewed).upholds == "C1"
    assert (won(play).denied, play.floor.people.claims["C1"].upheld) == ("", "D1")
    play.give_all(pay(play, cash=50_000))


def test_a_bonus_goes_to_nobody_else_either() -> None:
    play = running("novo-unity", by_form(kind="reward-bonus"))
    play.give_all(commit(), *(each for who in ("E1", "E2") for each in (register(who), form(who))))
    play.at_ms = AWARD_MS
    play.give_all(ask.AwardBonus(*OPERATOR, NAME, "1", "E1"))
    play.give_all(denied(play), RAISED)
    other = ask.AwardBonus(*OTHER, NAME, "1", "E2")
    refused(play.give(other), Reason.NOT_DECIDED, FINAL["novo-unity"])
    play.give_all(replace(NO, role=by(play, "decide_dispute")), ask.AdviseOfRights(*OPERATOR, "D1"))
    play.give_all(ask.CloseDispute(*OPERATOR, "D1", satisfied=False))
    assert not isinstance(play.give(other), Refusal)
