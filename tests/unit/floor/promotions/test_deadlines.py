"""What is owed to winners in time: who need not be there is told, results are public, and nobody forgets it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason
from openetg.floor.events import NoticeAttempted, PromotionClosed, PromotionDeadlineCalled, ResultsPublished
from openetg.floor.rounds.clockwork import due, next_due_ms
from openetg.floor.state import Alert, AlertKind
from openetg.server.guests.consoles.gravity import tile_alerts
from tests.entrants import CALL, REVEAL, attempt, by_form, commit, drawn_on, entered, pay, prize, won
from tests.marks import clause
from tests.one_table import TABLE, Play
from tests.promotions import (
    AWARD_MS,
    ENDS_MS,
    HOUR_MS,
    NAME,
    OPERATOR,
    STARTS_MS,
    amend,
    approve,
    draft,
    drafted,
    file,
    running,
    whole_terms,
)
from tests.sites import refused

NOTICE = {"ministar": "6.8", "interblock": "7.8"}
WAYS = {"face-to-face": "1", "mail": "2", "telephone": "3", "email": "4"}
PUBLICATION = {"ministar": "6.7.10", "interblock": "7.7.10"}
DUE_MS = AWARD_MS + 48 * HOUR_MS
ENTRIES = {"E1": 1, "E2": 1}
RESULTS = ask.PublishResults(*OPERATOR, NAME, "on the notice board beside the cage")
NEAR, OVERDUE = AlertKind.PROMOTION_NOTICE_NEAR, AlertKind.PROMOTION_NOTICE_OVERDUE


def alerts(play: Play) -> dict[AlertKind, Alert]:
    """Those about promotions whose cause lasts."""
    return {each.kind: each for each in play.floor.alerts.open.values() if each.ended_at_ms is None}


def pass_time(play: Play, at_ms: int) -> None:
    """Everything that time brings about until then is done when it is due."""
    while (when := next_due_ms(play.floor)) is not None and when <= at_ms:
        play.at_ms = max(play.at_ms, when)
        play.give_all(*due(play.floor, play.at_ms)[:1])
    play.at_ms = at_ms


@clause("ministar", "6.8")
@clause("interblock", "7.8")
@pytest.mark.parametrize(("name", "cited"), list(NOTICE.items()))
def test_somebody_is_reminded_half_a_day_before_and_called_when_it_is_overdue(name: str, cited: str) -> None:
    play = drawn_on(name, ENTRIES)
    play.give_all(RESULTS)
    assert next_due_ms(play.floor) == DUE_MS - 12 * HOUR_MS
    near = ask.CallPromotionDeadline(NAME, "notice-near", "1")
    refused(play.give(near), Reason.TOO_EARLY, cited, at_ms=DUE_MS - 12 * HOUR_MS)
    pass_time(play, DUE_MS - 1)
    assert play.event(PromotionDeadlineCalled).due_ms == DUE_MS
    assert set(alerts(play)) == {NEAR}
    refused(play.give(near), Reason.NOTHING_THERE, cited)
    pass_time(play, DUE_MS)
    assert set(alerts(play)) == {OVERDUE}
    alert = alerts(play)[OVERDUE]
    assert (alert.clause, alert.said, alert.place) == (cited, [NAME], TABLE)
    assert [each.kind for each in tile_alerts(play.floor)[TABLE]] == [OVERDUE.value, NEAR.value]
    assert due(play.floor, DUE_MS + 1000) == [], "once is enough"
    play.at_ms += 1
    play.give_all(attempt(play, "telephone"))
    assert (play.event(NoticeAttempted).counts, set(alerts(play))) == (False, set()), "late, and yet done"


@clause("ministar", "6.8", "6.8.1", "6.8.2", "6.8.3", "6.8.4")
@clause("interblock", "7.8", "7.8.1", "7.8.2", "7.8.3", "7.8.4")
@pytest.mark.parametrize("way", list(WAYS))
@pytest.mark.parametrize(("name", "cited"), list(NOTICE.items()))
def test_an_attempt_by_a_listed_way_and_in_time_is_what_is_owed_reached_or_not(name: str, cited: str, way: str) -> None:
    play = drawn_on(name, ENTRIES, by_form(notification=(way,)))
    play.give_all(RESULTS)
    play.at_ms = AWARD_MS + 24 * HOUR_MS
    play.give_all(attempt(play, way))
    event = play.event(NoticeAttempted)
    assert (event.clause, event.counts, event.reached) == (f"{cited}.{WAYS[way]}", True, False)
    (kept,) = won(play).attempts
    assert (kept.by, kept.person, kept.at_ms, kept.details) == (way, OPERATOR[1], play.at_ms, "0400 000 000")
    assert next_due_ms(play.floor) is None
    pass_time(play, DUE_MS + HOUR_MS)
    assert alerts(play) == {}


@clause("ministar", "6.7.9")
@clause("interblock", "7.7.9")
@pytest.mark.parametrize("way", list(WAYS))
@pytest.mark.parametrize("name", list(NOTICE))
def test_a_winner_is_told_in_one_of_the_ways_that_the_terms_name_and_in_no_other(name: str, way: str) -> None:
    named = tuple(each for each in WAYS if each != way)
    play = drawn_on(name, ENTRIES, by_form(notification=named))
    play.give_all(attempt(play, way, reached=True))
    event = play.event(NoticeAttempted)
    assert (event.counts, event.listed, len(won(play).attempts)) == (False, False, 1), "noted, and no more"
    pass_time(play, DUE_MS)
    assert OVERDUE in alerts(play)
    play = drawn_on(name, ENTRIES, by_form(notification=named))
    play.give_all(attempt(play, named[0]))
    assert (play.event(NoticeAttempted).counts, next_due_ms(play.floor)) == (True, AWARD_MS + 48 * HOUR_MS)
    play.give_all(RESULTS)
    assert next_due_ms(play.floor) is None


@clause("interblock", "7.8.4")
@clause("ministar", "6.8")
@pytest.mark.parametrize("name", list(NOTICE))
def test_another_way_is_noted_and_leaves_it_open(name: str) -> None:
    play = drawn_on(name, ENTRIES)
    play.give_all(attempt(play, "text-message", reached=True))
    assert (len(won(play).attempts), won(play).attempts[0].counts) == (1, False)
    pass_time(play, DUE_MS)
    assert OVERDUE in alerts(play)


@clause("interblock", "7.8.2")
@clause("ministar", "6.8.2")
@pytest.mark.parametrize(("name", "cited"), list(NOTICE.items()))
def test_for_a_letter_the_day_of_posting_counts(name: str, cited: str) -> None:
    play = drawn_on(name, ENTRIES)
    play.at_ms = DUE_MS + HOUR_MS
    refused(play.give(attempt(play, "mail", at_ms=play.at_ms + 1)), Reason.NOT_A_DAY, f"{cited}.2")
    refused(play.give(attempt(play, "mail", at_ms=AWARD_MS - 1)), Reason.NOT_A_DAY, f"{cited}.2")
    play.give_all(attempt(play, "mail", at_ms=DUE_MS))
    assert (won(play).attempts[0].at_ms, won(play).attempts[0].counts) == (DUE_MS, True)
    play.give_all(attempt(play, "mail", at_ms=DUE_MS + 1))
    assert not won(play).attempts[1].counts


def test_an_attempt_is_one_to_reach_the_winner_and_says_how() -> None:
    play = drawn_on("ministar", ENTRIES)
    other = next(each for each in ENTRIES if each != won(play).entrant)
    good = attempt(play, "email")
    refused(play.give(replace(good, entrant=other)), Reason.NOT_THE_WINNER, "6.7.1")
    refused(play.give(replace(good, details=" ")), Reason.NOT_SAID, "6.8.4")
    refused(play.give(replace(good, by="")), Reason.NOT_SAID, "6.7.9")
    refused(play.give(replace(good, prize="4")), Reason.UNKNOWN_PRIZE, "6.7.11")
    refused(play.give(replace(good, role="cashier")), Reason.NO_POWER, "6.1")


def test_who_has_the_prize_need_not_be_told_any_more() -> None:
    play = drawn_on("ministar", ENTRIES)
    play.give_all(RESULTS)
    pass_time(play, DUE_MS - HOUR_MS)
    assert set(alerts(play)) == {NEAR}
    play.give_all(pay(play, cash=50_000))
    assert alerts(play) == {}
    assert next_due_ms(play.floor) is None


@clause("ministar", "6.7.10")
@clause("interblock", "7.7.10")
@pytest.mark.parametrize(("name", "cited"), list(PUBLICATION.items()))
def test_results_are_published_once_are_missed_after_two_days_and_before_nothing_closes(name: str, cited: str) -> None:
    play = drawn_on(name, ENTRIES)
    play.give_all(attempt(play, "email"), pay(play, cash=50_000))
    refused(play.give(ask.ClosePromotion(*OPERATOR, NAME)), Reason.NOT_PUBLISHED, cited)
    pass_time(play, DUE_MS)
    assert set(alerts(play)) == {AlertKind.PROMOTION_RESULTS_OVERDUE}
    refused(play.give(replace(RESULTS, how=" ")), Reason.NOT_SAID, cited)
    play.give_all(RESULTS)
    assert (play.event(ResultsPublished).at_ms, play.event(ResultsPublished).clause) == (DUE_MS, cited)
    assert alerts(play) == {}
    refused(play.give(RESULTS), Reason.ALREADY_THERE, cited)
    play.give_all(ask.ClosePromotion(*OPERATOR, NAME))


@clause("ministar", "6.7.10")
@clause("interblock", "7.7.10")
@pytest.mark.parametrize("name", list(PUBLICATION))
def test_without_a_draw_there_are_no_results_to_publish(name: str) -> None:
    play = running(name, by_form())
    play.give_all(commit())
    pass_time(play, ENDS_MS)
    assert alerts(play) == {}, "nobody is to be drawn"
    play.give_all(ask.ClosePromotion(*OPERATOR, NAME))
    assert play.event(PromotionClosed).also == ()


FILED = {"ministar": ("6.9", 24 * HOUR_MS), "interblock": ("7.9", 24 * HOUR_MS), "novo-unity": ("6.6", 1)}
FILING = AlertKind.PROMOTION_FILING_NEAR, AlertKind.PROMOTION_FILING_OVERDUE


@clause("ministar", "6.9")
@clause("interblock", "7.9")
@clause("novo-unity", "6.6")
@pytest.mark.parametrize(("name", "cited", "before"), [(name, *each) for name, each in FILED.items()])
def test_somebody_is_told_of_terms_that_were_not_filed_in_time_for_their_start(
    name: str, cited: str, before: int
) -> None:
    play = drafted(name)
    latest = STARTS_MS - before
    assert next_due_ms(play.floor) == latest - 12 * HOUR_MS
    pass_time(play, latest - 1)
    assert (set(alerts(play)), play.event(PromotionDeadlineCalled).due_ms) == ({FILING[0]}, latest)
    pass_time(play, latest)
    assert set(alerts(play)) == {FILING[1]}
    assert (alerts(play)[FILING[1]].clause, alerts(play)[FILING[1]].said) == (cited, [NAME])
    assert due(play.floor, latest + 1000) == [], "once is enough"
    # Terms that start later have a time of their own.
    play.give_all(draft(later := whole_terms(starts_ms=STARTS_MS + 24 * HOUR_MS)))
    assert (alerts(play), next_due_ms(play.floor)) == ({}, later.starts_ms - before - 12 * HOUR_MS)
    pass_time(play, later.starts_ms - before - 1)
    assert set(alerts(play)) == {FILING[0]}
    play.give_all(file(play))
    assert (alerts(play), next_due_ms(play.floor)) == ({}, None)


AWARDED = {"ministar": "6.7.2", "interblock": "7.7.2", "novo-unity": "6.5.2"}
DRAW = AlertKind.PROMOTION_DRAW_NEAR, AlertKind.PROMOTION_DRAW_OVERDUE


@clause("ministar", "6.7.2")
@clause("interblock", "7.7.2")
@clause("novo-unity", "6.5.2")
@pytest.mark.parametrize(("name", "cited"), list(AWARDED.items()))
def test_somebody_is_told_of_a_draw_that_is_not_held_in_its_time(name: str, cited: str) -> None:
    play = entered(name, ENTRIES)
    assert next_due_ms(play.floor) == ENDS_MS - 12 * HOUR_MS
    pass_time(play, ENDS_MS - 1)
    assert (set(alerts(play)), play.event(PromotionDeadlineCalled).due_ms) == ({DRAW[0]}, ENDS_MS)
    held = play.restart()
    held.give_all(CALL, REVEAL)
    assert not set(alerts(held)) & set(DRAW)
    late = entered(name, ENTRIES)
    pass_time(late, ENDS_MS)
    assert set(alerts(late)) == {DRAW[1]}
    assert alerts(late)[DRAW[1]].clause == cited
    other = replace(by_form(), award_until_ms=ENDS_MS + 24 * HOUR_MS)
    late.give_all(*(() if name == "novo-unity" else (approve(other),)), amend(late, other))
    assert (alerts(late), next_due_ms(late.floor)) == ({}, ENDS_MS + 12 * HOUR_MS)
    pass_time(late, ENDS_MS + 24 * HOUR_MS)
    late.give_all(ask.CancelPromotion(*OPERATOR, NAME, "nobody came"))
    assert alerts(late) == {}


def test_nobody_is_reminded_of_a_draw_before_it_may_be_held() -> None:
    play = entered("ministar", ENTRIES, by_form(award_until_ms=AWARD_MS + HOUR_MS))
    assert next_due_ms(play.floor) == AWARD_MS


def test_every_winner_has_a_time_of_their_own_and_the_end_ends_all() -> None:
    play = drawn_on("ministar", ENTRIES, by_form(prizes=(prize("1", 50_000), prize("2", 10_000))))
    pass_time(play, DUE_MS)
    lasting = [each for each in play.floor.alerts.open.values() if each.ended_at_ms is None]
    assert sorted(each.device for each in lasting) == [
        f"promotion/{NAME}",
        f"promotion/{NAME}/1",
        f"promotion/{NAME}/2",
    ]
    play.give_all(ask.CancelPromotion(*OPERATOR, NAME, "a box was open"))
    assert alerts(play) == {}
    assert next_due_ms(play.floor) is None


def test_what_was_missed_while_nobody_was_there_is_called_at_the_next_start() -> None:
    play = drawn_on("ministar", ENTRIES)
    play.at_ms = DUE_MS + 24 * HOUR_MS
    play.restart()
    play.give_all(*due(play.floor, play.at_ms))
    assert set(alerts(play)) >= {OVERDUE, AlertKind.PROMOTION_RESULTS_OVERDUE}
    assert NEAR not in alerts(play)
