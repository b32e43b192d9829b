"""A promotion in doubt is postponed or cancelled, and the inspector told in the same step; how one ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.alerts.dues import dues
from openetg.floor.core.ledger import Transfer, prize_of, promoting_of
from openetg.floor.core.refusals import Reason
from openetg.floor.events import (
    DisputeRaised,
    PromotionCancelled,
    PromotionClosed,
    PromotionPostponed,
    PromotionValidated,
)
from openetg.floor.promotions.views import public_promotion
from openetg.floor.state import Entrant, Promotion, PromotionStage, Won
from openetg.money import ZERO, cents
from tests.marks import clause
from tests.one_table import Play, found
from tests.promotions import (
    AWARD_MS,
    CASH,
    ENDS_MS,
    NAME,
    OPERATOR,
    STARTS_MS,
    draft,
    drafted,
    file,
    filed,
    offered,
    publish,
    running,
    start,
    whole_terms,
)
from tests.sites import book_of, refused, steps

DOUBT = {"ministar": "6.12", "interblock": "7.12"}
WHY = "Entries were handed in twice."


def postpone(why: str = WHY) -> ask.PostponePromotion:
    return ask.PostponePromotion(*OPERATOR, NAME, why)


def validate(why: str = "Counted again; each is there once.") -> ask.ValidatePromotion:
    return ask.ValidatePromotion(*OPERATOR, NAME, why)


def cancel(why: str = WHY) -> ask.CancelPromotion:
    return ask.CancelPromotion(*OPERATOR, NAME, why)


CLOSE = ask.ClosePromotion(*OPERATOR, NAME)


@clause("ministar", "6.12")
@clause("interblock", "7.12")
@pytest.mark.parametrize(("name", "cited"), list(DOUBT.items()))
def test_postponing_tells_the_inspector_at_the_same_time_and_nothing_starts_until_it_is_validated(
    name: str, cited: str
) -> None:
    play = filed(name)
    play.at_ms = STARTS_MS
    refused(play.give(ask.PostponePromotion("cashier", "cas", NAME, WHY)), Reason.NO_POWER, cited)
    refused(play.give(postpone(" ")), Reason.NO_REASON_GIVEN, cited)
    play.give_all(postpone())
    event = play.event(PromotionPostponed)
    assert (event.at_ms, event.official, event.clause) == (play.at_ms, "inspector", cited)
    (due,) = dues(play.floor)
    assert (due.duty, due.official, due.about, due.clause) == ("promotion_postponed", "inspector", NAME, cited)
    assert (due.told_ms, due.said, due.told_by) == (play.at_ms, WHY, "")
    refused(play.give(start()), Reason.POSTPONED, cited)
    refused(play.give(postpone()), Reason.ALREADY_THERE, cited)
    play.at_ms += 1
    refused(play.give(start()), Reason.POSTPONED, cited)
    refused(play.give(validate("")), Reason.NO_REASON_GIVEN, cited)
    play.give_all(validate())
    assert play.event(PromotionValidated).at_ms == play.at_ms
    refused(play.give(validate()), Reason.WRONG_STAGE, cited)
    play.give_all(start())


@clause("ministar", "6.12")
@clause("interblock", "7.12")
@pytest.mark.parametrize(("name", "cited"), list(DOUBT.items()))
def test_cancelling_tells_the_inspector_and_is_for_good(name: str, cited: str) -> None:
    play = running(name)
    refused(play.give(cancel("")), Reason.NO_REASON_GIVEN, cited)
    play.give_all(postpone(), cancel())
    event = play.event(PromotionCancelled)
    assert (event.at_ms, event.official, event.clause) == (play.at_ms, "inspector", cited)
    assert [(due.duty, due.told_ms) for due in dues(play.floor)] == [
        ("promotion_cancelled", play.at_ms),
        ("promotion_postponed", play.at_ms),
    ]
    assert offered(play).stage is PromotionStage.CANCELLED
    for wish in (postpone(), validate(), cancel()):
        refused(play.give(wish), Reason.WRONG_STAGE, cited)
    for act in (start(), publish(), CLOSE):
        assert play.give(act).reason is Reason.WRONG_STAGE  # type: ignore[union-attr]
    play.at_ms = AWARD_MS
    assert play.give(ask.CallDraw(*OPERATOR, NAME)).reason is Reason.WRONG_STAGE  # type: ignore[union-attr]
    shown = public_promotion(play.floor, NAME)
    assert shown is not None
    assert (shown.stage, WHY in str(shown)) == (PromotionStage.CANCELLED, False)


def test_the_inspector_notes_it() -> None:
    play = running("ministar")
    play.give_all(postpone())
    (due,) = dues(play.floor)
    assert due.is_open
    play.give_all(ask.NoteNotice("inspector", "ira", "A", due.notice, "seen"))
    (due,) = dues(play.floor)
    assert (due.is_open, due.noted_by) == (False, "ira")


def test_a_rulebook_that_does_not_speak_of_it_lets_who_offers_stop_and_has_nobody_told() -> None:
    play = filed("novo-unity")
    play.at_ms = STARTS_MS
    play.give_all(postpone())
    assert (play.event(PromotionPostponed).official, play.event(PromotionPostponed).clause) == ("", "6.1")
    refused(play.give(start()), Reason.POSTPONED, "6.1")
    play.give_all(validate(), start(), cancel())
    assert dues(play.floor) == ()
    refused(play.give(replace(postpone(), role="cashier")), Reason.NO_POWER, "6.1")


def drawn(name: str, *won: Won, stage: PromotionStage = PromotionStage.DRAWN) -> Play:
    """A promotion whose draw is behind it, with these prizes won and their money set aside."""
    prizes = tuple(replace(CASH, prize=each.prize) for each in won)
    play = running(name, whole_terms(prizes=prizes or (CASH,)))
    for floor in (play.floor, play.twin):
        promotion: Promotion = floor.promotions.offered[NAME]
        promotion.stage = stage
        promotion.won = {each.prize: each for each in won}
        moved = [Transfer(promoting_of(NAME), prize_of(NAME, each.prize), CASH.value) for each in won]
        floor.ledger.post(moved)
    play.books.accounts.update(play.floor.ledger.accounts)
    return play


def published(play: Play) -> Play:
    for floor in (play.floor, play.twin):
        floor.promotions.offered[NAME].results_at_ms = play.at_ms
    return play


@clause("ministar", "6.7.10", "6.1")
@clause("interblock", "7.7.10", "7.1")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "6.7.10"), ("interblock", "7.7.10")])
def test_a_promotion_closes_when_results_are_public_and_no_prize_is_open(name: str, cited: str) -> None:
    paid, denied = Won("1", "7", 3, 1, paid_at_ms=5), Won("2", "8", 4, 1, denied="C-1")
    play = drawn(name, paid, denied)
    refused(play.give(CLOSE), Reason.NOT_PUBLISHED, cited)
    play = published(drawn(name, paid, denied, Won("3", "9", 5, 1)))
    refused(play.give(CLOSE), Reason.PRIZES_OPEN, offering(name), prizes="3")
    play = published(drawn(name, denied, Won("3", "", 5, 1, passed_over=["9"])))
    play.give_all(postpone())
    refused(play.give(CLOSE), Reason.POSTPONED, DOUBT[name])
    play.give_all(validate(), CLOSE)
    assert play.event(PromotionClosed).also == (cited,)
    assert offered(play).stage is PromotionStage.CLOSED
    # What was set aside and nobody gets is the house's again.
    assert play.floor.ledger.held(promoting_of(NAME)) == ZERO
    refused(play.give(CLOSE), Reason.WRONG_STAGE, offering(name))
    refused(play.give(cancel()), Reason.WRONG_STAGE, DOUBT[name])


def offering(name: str) -> str:
    return book_of(name).powers["offer_promotion"].clause


@clause("ministar", "6.12")
@clause("interblock", "7.12")
@pytest.mark.parametrize("name", list(DOUBT))
def test_of_a_cancelled_promotion_prizes_that_are_not_paid_go_back(name: str) -> None:
    play = drawn(name, Won("1", "7", 3, 1), Won("2", "8", 4, 1))
    assert play.floor.ledger.held(promoting_of(NAME)) == -2 * CASH.value
    play.give_all(cancel())
    back = [(each.source, each.destination, each.amount) for each in play.event(PromotionCancelled).transfers]
    assert back == [(prize_of(NAME, prize), promoting_of(NAME), CASH.value) for prize in ("1", "2")]
    assert play.floor.ledger.held(promoting_of(NAME)) == ZERO
    assert play.floor.ledger.held(prize_of(NAME, "1")) == ZERO


def test_while_a_prize_is_withheld_its_promotion_is_not_cancelled() -> None:
    play = drawn("ministar", Won("1", "7", 3, 1))
    play.give_all(ask.HoldPaper("assistant_gaming_manager", "max", f"prize:{NAME}:1", "the form was copied"))
    refused(play.give(cancel()), Reason.PAYOUT_HELD, play.floor.vault.holdings[f"prize:{NAME}:1"].clause)
    play.give_all(ask.ReviewHolding("inspector", "ivy", f"prize:{NAME}:1", "it was copied"))
    play.give_all(ask.Release("assistant_gaming_manager", "max", f"prize:{NAME}:1", pay=False, why="it was"))
    play.give_all(cancel())
    assert play.floor.ledger.held(promoting_of(NAME)) == ZERO


def test_a_promotion_with_entries_is_not_closed_in_place_of_its_draw() -> None:
    play = published(running("ministar"))
    for floor in (play.floor, play.twin):
        floor.promotions.offered[NAME].entrants["7"] = Entrant("7", "", "", 1, entries=1)
    play.at_ms = ENDS_MS
    refused(play.give(CLOSE), Reason.WRONG_STAGE, "6.1", stage="running")
    for early in (drafted("ministar"), filed("ministar")):
        refused(early.give(CLOSE), Reason.WRONG_STAGE, "6.1")


def test_where_nobody_has_entered_it_closes_when_its_time_is_over() -> None:
    play = published(running("ministar"))
    play.at_ms = ENDS_MS - 1
    refused(play.give(CLOSE), Reason.TOO_EARLY, "6.7.2", from_ms=ENDS_MS)
    play.at_ms = ENDS_MS
    play.give_all(CLOSE)


def test_a_bonus_without_a_draw_closes_when_its_time_is_over() -> None:
    play = running("novo-unity", whole_terms(kind="reward-bonus"))
    for floor in (play.floor, play.twin):
        promotion = floor.promotions.offered[NAME]
        promotion.entrants["7"] = Entrant("7", "", "", 1, entries=1, counted=cents(500))
    refused(play.give(CLOSE), Reason.TOO_EARLY, "6.5.2")
    play.at_ms = ENDS_MS
    play.give_all(CLOSE)


def two_rulebooks() -> Play:
    """A floor with a ministar table and an interblock table."""
    first = steps(book_of("ministar"), "electronic")
    second = steps(book_of("interblock"), "roulette", table="B", terminals=("u1", "u2", "u3"))
    return Play(*found(*first, *second))


def test_a_promotion_is_of_one_rulebook_and_stays_with_it() -> None:
    play = two_rulebooks()
    refused(play.give(draft(whole_terms(tables=("A", "B")))), Reason.TERMS_WRONG, fields="tables")
    play.give_all(draft(whole_terms(tables=("A",))))
    refused(play.give(draft(whole_terms(tables=("B",)))), Reason.TERMS_WRONG, "7.1", fields="tables")
    assert offered(play).table == "A"


@clause("ministar", "6.11")
@clause("interblock", "7.11")
def test_whoever_disputes_a_promotion_at_another_table_is_answered_by_its_rulebook() -> None:
    play = two_rulebooks()
    play.give_all(draft(whole_terms(tables=("A",))), draft(whole_terms(tables=("B",)), "autumn"))
    for table in ("A", "B"):
        play.give_all(ask.RaiseDispute(f"D-{table}", table, "It was not drawn.", promotion=NAME))
        play.give_all(ask.RaiseDispute(f"E-{table}", table, "It was not drawn.", promotion="autumn"))
        assert play.event(DisputeRaised).clause == "7.11"
        assert play.floor.people.disputes[f"D-{table}"].table == "A"
        assert play.floor.people.disputes[f"E-{table}"].table == "B"


@clause("ministar", "6.11")
@clause("interblock", "7.11")
def test_a_dispute_about_a_promotion_on_record_is_decided_by_its_rulebook() -> None:
    for name, cited in (("ministar", "6.11"), ("interblock", "7.11")):
        play = running(name)
        play.give_all(ask.RaiseDispute("D1", "A", "The winner was not there.", promotion=NAME))
        assert play.event(DisputeRaised).clause == cited
        play.give_all(ask.RaiseDispute("D2", "A", "Another one.", promotion="a draw of last year"))
        assert play.event(DisputeRaised).clause == cited


def test_a_filing_made_again_is_none() -> None:
    play = filed("ministar")
    refused(play.give(file(play, "F-2")), Reason.ALREADY_THERE, "6.9")
