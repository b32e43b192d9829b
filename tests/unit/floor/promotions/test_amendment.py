"""Terms of a promotion that has started change only as the authority approved them; all versions stay readable."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason
from openetg.floor.events import PromotionAmended, PromotionChangeApproved, PromotionFiled
from openetg.floor.promotions.commands import Terms
from openetg.floor.promotions.terms import digest_of
from openetg.floor.promotions.views import public_promotion
from openetg.floor.state import PromotionStage, Won
from openetg.money import cents
from tests.entrants import CALL, REVEAL, denied, drawn_on, entered
from tests.marks import clause
from tests.one_table import Play
from tests.promotions import (
    AWARD_MS,
    CASH,
    CLOSES_MS,
    ENDS_MS,
    HOUR_MS,
    NAME,
    amend,
    approve,
    draft,
    drafted,
    file,
    filed,
    offered,
    publish,
    running,
    whole_terms,
)
from tests.promotions import OTHER as BY_OTHER
from tests.sites import refused

APPROVED = {"ministar": "6.9.1", "interblock": "7.9.1"}
OTHER = whole_terms(publication="On the notice board, and in the newspaper.")


@clause("ministar", "6.9.1")
@clause("interblock", "7.9.1")
@pytest.mark.parametrize(("name", "cited"), list(APPROVED.items()))
def test_terms_of_a_running_promotion_change_only_as_approved(name: str, cited: str) -> None:
    play = running(name)
    refused(play.give(draft(OTHER)), Reason.WRONG_STAGE, cited)
    refused(play.give(file(play, "F-2")), Reason.ALREADY_THERE, cited.removesuffix(".1"))
    refused(play.give(amend(play, OTHER, "")), Reason.NOT_APPROVED, cited)
    refused(play.give(amend(play, OTHER)), Reason.NOT_APPROVED, cited, digest=digest_of(OTHER))
    play.give_all(approve(OTHER))
    assert play.event(PromotionChangeApproved).at_ms == play.at_ms
    refused(play.give(amend(play, OTHER, "A-2")), Reason.NOT_APPROVED, cited)
    refused(play.give(amend(play, replace(OTHER, place="Elsewhere."))), Reason.NOT_APPROVED, cited)
    play.at_ms += 1
    play.give_all(amend(play, OTHER))
    event = play.event(PromotionAmended)
    assert (event.version, event.approval, event.digest, event.clause) == (2, "A-1", digest_of(OTHER), cited)
    assert offered(play).stage is PromotionStage.RUNNING
    refused(play.give(amend(play, OTHER)), Reason.NOT_APPROVED, cited)


@clause("ministar", "6.9.1", "6.6")
@clause("interblock", "7.9.1")
@pytest.mark.parametrize("name", list(APPROVED))
def test_both_versions_stay_readable(name: str) -> None:
    play = running(name)
    play.give_all(approve(OTHER), amend(play, OTHER))
    now, before = public_promotion(play.floor, NAME), public_promotion(play.floor, NAME, 1)
    assert now is not None
    assert before is not None
    assert (now.version, now.in_force, now.terms) == (2, 2, OTHER)
    assert (before.version, before.in_force, before.terms) == (1, 2, whole_terms())
    assert [(each.number, each.approval) for each in now.versions] == [(1, ""), (2, "A-1")]
    assert public_promotion(play.floor, NAME, 3) is None


@clause("ministar", "6.9.1")
@clause("interblock", "7.9.1")
@pytest.mark.parametrize(("name", "cited"), list(APPROVED.items()))
def test_an_approval_names_the_terms_and_itself(name: str, cited: str) -> None:
    play = running(name)
    whole = approve(OTHER)
    refused(play.give(replace(whole, reference=" ")), Reason.NOT_A_NAME, cited)
    refused(play.give(replace(whole, digest="the second version")), Reason.NOT_A_NAME, cited)
    play.give_all(whole)
    refused(play.give(whole), Reason.ALREADY_THERE, cited, reference="A-1")
    for early in (drafted(name), filed(name)):
        refused(early.give(whole), Reason.WRONG_STAGE, cited)
        refused(early.give(amend(early, OTHER)), Reason.NOT_APPROVED, cited)


def approved(name: str, terms: Terms) -> object:
    """What the floor says to a change that the authority has approved."""
    play = running(name)
    play.give_all(approve(terms))
    return play.give(amend(play, terms))


@clause("ministar", "6.5.1", "6.5.5", "6.7.1")
@clause("interblock", "7.5", "7.7.9")
def test_amended_terms_are_held_to_the_same() -> None:
    refused(approved("ministar", replace(OTHER, manner="")), Reason.TERMS_MISSING, "6.7.1")
    refused(approved("interblock", replace(OTHER, notification=())), Reason.TERMS_MISSING, "7.7.9")
    goods = replace(CASH, kind="goods")
    refused(approved("interblock", replace(OTHER, prizes=(goods,))), Reason.TERMS_MISSING, "7.5")
    refused(approved("ministar", replace(OTHER, tables=("Z",))), Reason.UNKNOWN_TABLE)
    refused(approved("ministar", replace(OTHER, kind="raffle")), Reason.NOT_A_KIND, "6.1")
    play = running("ministar")
    play.give_all(approve(OTHER))
    refused(play.give(replace(amend(play, OTHER), declared=())), Reason.NOT_DECLARED, "6.5.1")
    refused(play.give(replace(amend(play, OTHER), list_checked=False)), Reason.NOT_DECLARED, "6.5.5")


def test_a_prize_that_somebody_has_won_stays_as_it_was() -> None:
    terms = replace(OTHER, prizes=(replace(CASH, value=cents(1_000)),))
    for name, cited in (("ministar", "6.7.11"), ("interblock", "7.7.11")):
        play = running(name)
        for floor in (play.floor, play.twin):
            floor.promotions.offered[NAME].won["1"] = Won("1", "7", 0, play.at_ms)
        play.give_all(approve(terms), approve(OTHER, "A-2"))
        refused(play.give(amend(play, terms)), Reason.TERMS_WRONG, cited)
        play.give_all(amend(play, OTHER, "A-2"))


@clause("novo-unity", "6.6")
def test_where_nothing_is_approved_a_change_is_a_new_filing() -> None:
    play = running("novo-unity")
    refused(play.give(draft(OTHER)), Reason.WRONG_STAGE, "6.6")
    refused(play.give(amend(play, OTHER, " ")), Reason.NOT_FILED, "6.6")
    refused(play.give(approve(OTHER)), Reason.NOT_IN_RULEBOOK, "6.6")
    play.at_ms += 1
    play.give_all(amend(play, OTHER, "F-2"))
    event = play.event(PromotionFiled)
    assert (event.version, event.digest, event.reference) == (2, digest_of(OTHER), "F-2")
    promotion = offered(play)
    assert [(each.version, each.at_ms) for each in promotion.filings] == [
        (1, promotion.filings[0].at_ms),
        (2, play.at_ms),
    ]
    assert (promotion.stage, promotion.terms) == (PromotionStage.RUNNING, OTHER)
    before = public_promotion(play.floor, NAME, 1)
    assert before is not None
    assert before.terms == whole_terms()


@clause("novo-unity", "6.3")
@clause("ministar", "6.6")
def test_a_draft_that_was_never_public_is_read_by_nobody() -> None:
    for name in ("novo-unity", "ministar"):
        play = filed(name)
        play.give_all(draft(OTHER))
        assert public_promotion(play.floor, NAME, 2) is None
        shown = public_promotion(play.floor, NAME)
        assert shown is not None
        assert shown.terms == whole_terms()
        third = replace(OTHER, title="Third")
        play.give_all(draft(third), file(play, "F-3"), publish())
        shown = public_promotion(play.floor, NAME)
        assert shown is not None
        assert ([each.number for each in shown.versions], shown.terms) == ([1, 3], third)


AGAIN = ask.DrawAgain(*BY_OTHER, NAME, "1", "it was not theirs")
AWARD = {"ministar": "6.7.2", "interblock": "7.7.2", "novo-unity": "6.5.2"}


def denied_too_late(name: str) -> Play:
    """A prize was denied when nothing is awarded any more by the terms."""
    play = drawn_on(name, {"E1": 1, "E2": 1})
    play.at_ms = ENDS_MS + 1
    play.give_all(denied(play))
    return play


@clause("ministar", "6.7.2", "6.9.1")
@clause("interblock", "7.7.2", "7.9.1")
@clause("novo-unity", "6.5.2", "6.6")
@pytest.mark.parametrize(("name", "cited"), list(AWARD.items()))
def test_the_time_of_awards_is_put_off_for_a_prize_that_is_to_be_drawn_again(name: str, cited: str) -> None:
    play = denied_too_late(name)
    refused(play.give(AGAIN), Reason.OUTSIDE_AWARD_TIME, cited)
    later = replace(
        offered(play).terms, award_when="Until Sunday.", award_until_ms=ENDS_MS + HOUR_MS, ends_ms=ENDS_MS + HOUR_MS
    )
    play.give_all(*((approve(later),) if name in APPROVED else ()), amend(play, later), AGAIN)
    assert (offered(play).stage, offered(play).published) == (PromotionStage.DRAWN, 2)


@clause("ministar", "6.9.1")
@clause("interblock", "7.9.1")
@pytest.mark.parametrize(
    "change",
    [
        {"one_prize_each": False},
        {"prizes": (CASH, replace(CASH, prize="2"))},
        {"presence": "required"},
        {"conditions": ("is a member",)},
        {"entries_close_ms": CLOSES_MS + 1},
        {"award_until_ms": ENDS_MS - 1},
        {"award_until_ms": ENDS_MS + 1},
    ],
    ids="".join,
)
@pytest.mark.parametrize(("name", "cited"), list(APPROVED.items()))
def test_nothing_else_changes_once_it_is_drawn_and_nothing_is_put_back(
    name: str, cited: str, change: dict[str, Any]
) -> None:
    play = denied_too_late(name)
    terms = replace(offered(play).terms, **change)
    play.give_all(approve(terms))
    refused(play.give(amend(play, terms)), Reason.TERMS_WRONG, cited, fields="".join(change))


@pytest.mark.parametrize(("name", "cited"), list(APPROVED.items()))
def test_terms_of_a_draw_of_which_nothing_is_to_be_drawn_again_stay(name: str, cited: str) -> None:
    play = entered(name, {"E1": 1, "E2": 1})
    later = replace(offered(play).terms, award_until_ms=ENDS_MS + HOUR_MS)
    play.give_all(approve(later))
    play.at_ms = AWARD_MS
    play.give_all(CALL, REVEAL)
    refused(play.give(approve(later, "A-2")), Reason.WRONG_STAGE, cited)
    refused(play.give(amend(play, later)), Reason.WRONG_STAGE, cited)
