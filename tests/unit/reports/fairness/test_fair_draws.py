"""Draws of promotions done over: for every check a journal that an honest floor could not have told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor import events as said
from openetg.floor.promotions.drawing import digest_of
from openetg.journal.entry import Entry
from openetg.money import cents
from openetg.reports.fairness.fairness import CheckedDraw, check_draws
from openetg.rulebook.schema.policies import Cause
from tests.entrants import CALL, REVEAL, SCRUTINEER, by_form, commit, entered, form, prize, register, seat
from tests.one_table import TABLE, Play
from tests.promotions import (
    AWARD_MS,
    CLOSES_MS,
    NAME,
    OPERATOR,
    OTHER,
    amend,
    approve,
    offered,
    running,
    whole_terms,
)
from tests.unit.reports.forging import changed, wrong
from tests.unit.reports.prizes import entries_of

MEMBER = "is a member of the club"
MANAGER = ("assistant_gaming_manager", "max")


def on_forms() -> Play:
    """Prizes of which one needs a scrutineer; the terms change, one entrant meets them no more; a prize goes on."""
    terms = by_form(
        prizes=(prize("1", 2_000_000), prize("2", 100)), presence="required", notification=("announcement",)
    )
    play = entered("ministar", {"E1": 3, "E2": 2, "E3": 4}, terms)
    other = replace(offered(play).terms, conditions=(MEMBER,))
    play.give_all(approve(other), amend(play, other))
    more = [ask.RegisterEntrant(*OPERATOR, NAME, each, "", "", (MEMBER,)) for each in ("E1", "E3")]
    play.give_all(*more, ask.RegisterEntrant(*OPERATOR, NAME, "E4", "Ann", "0400", (MEMBER,)), form("E4"))
    play.at_ms = AWARD_MS
    watched = ask.NameScrutineer(*OPERATOR, NAME, SCRUTINEER[1]), ask.WitnessDraw(*SCRUTINEER, NAME)
    play.give_all(*watched, CALL, REVEAL)
    play.give_all(ask.RecordPresence(*OPERATOR, NAME, "1", present=False))
    play.give_all(watched[1], ask.DrawAgain(*OTHER, NAME, "1", "not there"))
    return play


@pytest.fixture(scope="module")
def forms() -> list[Entry]:
    return entries_of(on_forms())


@pytest.fixture(scope="module")
def by_play() -> list[Entry]:
    """Entries for turnover, at two terminals; one round is void."""
    terms = whole_terms(earns="turnover", turnover_per_entry=cents(1_000), qualifying_wager=cents(0))
    play = running("ministar", terms, opened=True)
    play.give_all(commit(), register("E1"), register("E2"))
    play.say("note t1 100.00 \n note t2 100.00")
    play.give_all(seat("t1", "E1"), seat("t2", "E2"))
    play.say("place t1 red 20.00 \n place t2 red 10.00 \n launch opposite \n drop \n rest 17")
    play.say("note t1 100.00 \n place t1 red 20.00 \n launch opposite \n drop \n rest 17")
    play.say("place t1 red 5.00 \n launch opposite \n drop \n rest 17")
    play.give_all(ask.InvalidateOutcome(*MANAGER, TABLE, Cause.FIRE, "smoke", round=max(play.table.past)))
    play.at_ms = AWARD_MS
    play.give_all(CALL, REVEAL)
    return entries_of(play)


def test_honest_ones_hold(forms: list[Entry], by_play: list[Entry]) -> None:
    first, again = check_draws(forms)
    assert (first.state, again.state) == ("holds", "holds"), (first, again)
    assert "8 entries" in first.words
    assert "overseen by silas" in first.words
    assert "left out, for not meeting the terms: E2" in first.words
    assert "overseen by silas" in again.words
    (only,) = check_draws(by_play)
    assert (only.state, "overseen by nobody" in only.words) == ("holds", True), only


def with_e2(event: said.DrawCalled) -> said.DrawCalled:
    entries = (event.entries[0], ("E2", 2), *event.entries[1:])
    return replace(event, entries=entries, digest=digest_of(entries), left_out=())


def without_e1(event: said.DrawCalled) -> said.DrawCalled:
    entries = event.entries[1:]
    return replace(event, entries=entries, digest=digest_of(entries), left_out=("E1", "E2"))


def to_another(event: said.PrizeDrawnAgain) -> said.PrizeDrawnAgain:
    other = next(each for each in ("E1", "E3", "E4") if each not in {event.winner.entrant, event.before})
    return replace(event, winner=replace(event.winner, entrant=other))


ON_FORMS: list[tuple[type, int, Callable[[Any], Any], str]] = [
    (said.DrawCalled, 0, with_e2, f"E2 is counted, who does not meet the terms (not checked: {MEMBER})"),
    (said.DrawCalled, 0, without_e1, "E1 is left out, who meets the terms"),
    (said.DrawCalled, 0, lambda each: replace(each, scrutineer=""), "nobody oversaw it, and a prize is worth 20000.00"),
    (said.DrawWitnessed, 0, lambda _: None, "it is said that silas oversaw it, who was not there"),
    (said.DrawWitnessed, 0, lambda each: replace(each, person="otto"), "otto watched, and silas was named to"),
    (said.PrizeDrawnAgain, 0, lambda each: replace(each, scrutineer=""), "nobody oversaw it"),
    (said.PrizeDrawnAgain, 0, to_another, "another winner"),
    (said.PrizeDrawnAgain, 0, lambda each: replace(each, before="E9"), "had won it, and E9 is said to have"),
    (said.EntriesHandedIn, 0, lambda each: replace(each, entrant="Z9"), "Z9 were handed in: no such entrant"),
    (said.PromotionStarted, 0, lambda _: None, "it was not running"),
    (said.PromotionChangeApproved, 0, lambda _: None, "version 2, which nobody had approved"),
    (said.PromotionChangeApproved, 0, lambda each: replace(each, digest="0" * 64), "which nobody had approved"),
    (said.PromotionAmended, 0, lambda each: replace(each, terms=by_form()), "version 2 is not that of its terms"),
]
BY_PLAY: list[tuple[int, Callable[[said.Earned], Any], str]] = [
    (0, lambda line: replace(line, entrant="E2"), "another was seated there"),
    (0, lambda line: replace(line, entrant="E9"), "no such entrant was registered"),
    (0, lambda line: replace(line, staked=line.staked + cents(1)), "20.01 was not settled there"),
    (0, lambda line: replace(line, entries=3), "more than the terms give"),
    (0, lambda _: None, "20.00 of E1 at t1 in round A/1 was settled"),
    (2, lambda _: None, "5.00 of E1 at t1 in round A/3 was settled"),
    (3, lambda _: None, "-5.00 of E1 at t1 in round A/3 was settled"),
]


@pytest.mark.parametrize(("kind", "nth", "change", "words"), ON_FORMS)
def test_what_was_changed_is_found(
    forms: list[Entry], kind: type, nth: int, change: Callable[[Any], Any], words: str
) -> None:
    found = wrong(changed(forms, kind, change, nth=nth))
    assert any(words in each for each in found), found


@pytest.mark.parametrize(("nth", "change", "words"), BY_PLAY)
def test_entries_that_play_has_not_brought_or_that_are_not_told(
    by_play: list[Entry], nth: int, change: Callable[[said.Earned], Any], words: str
) -> None:
    def first_line(event: said.EntriesEarned) -> said.EntriesEarned:
        line = change(event.earned[0])
        return replace(event, earned=(*(() if line is None else (line,)), *event.earned[1:]))

    found = wrong(changed(by_play, said.EntriesEarned, first_line, nth=nth))
    assert any(words in each for each in found), found


def test_nobody_is_seated_who_does_not_take_part(by_play: list[Entry]) -> None:
    forged = changed(by_play, said.EntrantSeated, lambda seated: replace(seated, entrant="Z9"))
    assert any("Z9 was seated at t1, and never registered" in each for each in wrong(forged))
    cheap = changed(by_play, said.EntriesEarned, lambda earned: None if earned.round == 1 else earned)
    assert any("10.00 of E2 at t2 in round A/1 was settled" in each for each in wrong(cheap))


def test_a_draw_that_rests_on_something_wrong_does_not_hold(forms: list[Entry]) -> None:
    forged = changed(forms, said.PromotionChangeApproved, lambda _: None)
    assert [each.state for each in check_draws(forged) if each.kind == "draw"] == ["wrong", "wrong"]


@pytest.mark.parametrize(
    ("kind", "at_ms", "words"),
    [
        (b'"EntriesHandedIn"', CLOSES_MS + 1, "entries had closed"),
        (b'"EntriesHandedIn"', 1, "it had not started"),
        (b'"DrawCalled"', CLOSES_MS, "while entries were taken"),
    ],
)
def test_what_came_too_late_or_too_early(forms: list[Entry], kind: bytes, at_ms: int, words: str) -> None:
    nth = next(n for n, each in enumerate(forms) if kind in each.verdict)
    found = wrong([*forms[:nth], replace(forms[nth], at_ms=at_ms), *forms[nth + 1 :]])
    assert any(words in each for each in found), found


def test_terms_that_are_drafted_anew_after_the_start(forms: list[Entry]) -> None:
    draft = next(each for each in forms if b'"PromotionDrafted"' in each.verdict)
    nth = next(n for n, each in enumerate(forms) if b'"DrawCalled"' in each.verdict)
    assert any("was drafted after entry" in each for each in wrong([*forms[:nth], draft, *forms[nth:]]))


def of_the_commitment(entries: list[Entry]) -> CheckedDraw:
    (found,) = [each for each in check_draws(entries) if each.kind == "commitment"]
    return found


def test_a_draw_that_is_called_is_held() -> None:
    """Whoever sees the secret first could let it be, and have another day."""
    play = entered("ministar", {"E1": 3})
    play.at_ms = AWARD_MS
    play.give_all(CALL)
    assert of_the_commitment(entries_of(play)).state == "open", "the secret may follow"
    play.give_all(ask.PostponePromotion(*OPERATOR, NAME, "a doubt"))
    found = of_the_commitment(entries_of(play))
    assert (found.state, found.words) == ("wrong", "the draw was called by entry 18, and never held")
    play.give_all(ask.CancelPromotion(*OTHER, NAME, "a doubt"))
    found = of_the_commitment(entries_of(play))
    assert (found.state, "and cancelled by entry 20, and never held" in found.words) == ("wrong", True), found


def test_a_draw_whose_secret_cannot_be_opened_is_no_cheating() -> None:
    play = entered("ministar", {"E1": 3})
    play.at_ms = AWARD_MS
    play.give_all(CALL, ask.ReportMachineFault("chance", "cannot be opened", device=f"promotion/{NAME}"))
    play.give_all(ask.PostponePromotion(*OPERATOR, NAME, "a doubt"))
    found = of_the_commitment(entries_of(play))
    assert (found.state, "put a fault on record" in found.words) == ("open", True), found
