"""Who takes entries, draws and pays prizes, by the rulebook; and which of several reasons is given."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import PRECEDENCE, Reason, Refusal
from openetg.floor.pipeline import decide
from openetg.money import cents
from openetg.rulebook.roles import holders
from tests.entrants import (
    CALL,
    SCRUTINEER,
    attempt,
    by_form,
    called,
    commit,
    drawn_on,
    entered,
    form,
    pay,
    register,
    seat,
)
from tests.marks import clause
from tests.one_table import Play
from tests.promotions import AWARD_MS, DAY_MS, NAME, OPERATOR, STARTS_MS, filed, running, whole_terms
from tests.sites import book_of, who_may

ENTRIES = {"E1": 1, "E2": 1}


def at_the_draw(rulebook: str) -> Play:
    play = entered(rulebook, ENTRIES)
    play.give_all(ask.NameScrutineer(*OPERATOR, NAME, SCRUTINEER[1]))
    play.at_ms = AWARD_MS
    return play


def seated(rulebook: str) -> Play:
    play = running(rulebook, opened=True)
    play.give_all(commit(), register("E1"))
    play.say("note t1 100.00")
    return play


def absent(rulebook: str) -> Play:
    play = drawn_on(rulebook, ENTRIES, by_form(presence="required"))
    play.give_all(ask.RecordPresence(*OPERATOR, NAME, "1", False))
    return play


RESULTS = ask.PublishResults(*OPERATOR, NAME, "on the board")
ACTS: dict[str, tuple[str, Callable[[str], Play], Callable[[Play], AnyCommand]]] = {
    "register": ("offer_promotion", filed, lambda _: register("E1")),
    "seat": ("offer_promotion", seated, lambda _: seat("t1", "E1")),
    "form": ("offer_promotion", lambda name: entered(name, ENTRIES), lambda _: form("E1")),
    "name": (
        "offer_promotion",
        lambda name: entered(name, ENTRIES),
        lambda _: ask.NameScrutineer(*OPERATOR, NAME, "s"),
    ),
    "witness": ("oversee_draw", at_the_draw, lambda _: ask.WitnessDraw(*SCRUTINEER, NAME)),
    "call": ("offer_promotion", at_the_draw, lambda _: CALL),
    "again": ("offer_promotion", absent, lambda _: ask.DrawAgain(*OPERATOR, NAME, "1", "not there")),
    "presence": ("offer_promotion", absent, lambda _: ask.RecordPresence(*OPERATOR, NAME, "1", True)),
    "tell": ("offer_promotion", lambda name: drawn_on(name, ENTRIES), lambda play: attempt(play, "email")),
    "publish": ("offer_promotion", lambda name: drawn_on(name, ENTRIES), lambda _: RESULTS),
    "pay": ("pay_by_hand", lambda name: drawn_on(name, ENTRIES), lambda play: pay(play, cash=50_000)),
}


@clause("ministar", "6.1", "6.2")
@clause("interblock", "7.1", "7.2")
@pytest.mark.parametrize("act", list(ACTS))
@pytest.mark.parametrize("name", ["ministar", "interblock"])
def test_each_act_is_for_those_to_whom_the_rulebook_gives_it(name: str, act: str) -> None:
    power, so_far, command = ACTS[act]
    play = so_far(name)
    book = book_of(name)
    able = holders(book, power)
    assert able
    wish = command(play)
    assert who_may(play, lambda role, who: replace(wish, role=role, person=who)) == able & set(book.roles)


@clause("novo-unity", "6.1")
def test_a_bonus_is_for_who_offers_promotions_to_award() -> None:
    terms = whole_terms(
        kind="reward-bonus", qualifying_wager=cents(0), earns="form", award_from_ms=STARTS_MS + 1, entries_close_ms=0
    )
    play = running("novo-unity", terms)
    play.give_all(register("E1"), form("E1"))
    play.at_ms += DAY_MS
    book = book_of("novo-unity")
    found = who_may(play, lambda role, who: ask.AwardBonus(role, who, NAME, "1", "E1"))
    assert found == holders(book, "offer_promotion") & set(book.roles)


Change = dict[str, object]
PAIRS: list[tuple[str, Change, Change]] = [
    ("register", {"promotion": "x"}, {"entrant": "a/b"}),
    ("register", {"entrant": "a/b"}, {"role": "inspector"}),
    ("register", {"role": "inspector"}, {"contact": ""}),
    ("seat", {"terminal": "t9"}, {"role": "inspector"}),
    ("seat", {"entrant": "E9"}, {"terminal": "t3"}),
    ("form", {"entrant": "E9"}, {"role": "inspector"}),
    ("form", {"role": "inspector"}, {"entries": 0}),
    ("name", {"scrutineer": ""}, {"role": "inspector"}),
    ("witness", {"role": "cashier"}, {"person": "another"}),
    ("again", {"prize": "9"}, {"role": "inspector"}),
    ("again", {"role": "inspector"}, {"why": " "}),
    ("presence", {"prize": "9"}, {"role": "inspector"}),
    ("tell", {"prize": "9"}, {"role": "inspector"}),
    ("tell", {"role": "inspector"}, {"at_ms": 1}),
    ("tell", {"at_ms": 1}, {"entrant": "E9"}),
    ("tell", {"entrant": "E9"}, {"details": ""}),
    ("publish", {"role": "inspector"}, {"how": ""}),
    ("pay", {"promotion": "x"}, {"prize": "9"}),
    ("pay", {"prize": "9"}, {"role": "inspector"}),
    ("pay", {"role": "inspector"}, {"entrant": "E9"}),
    ("pay", {"entrant": "E9"}, {"asked": {"cash": cents(1)}}),
    ("pay", {"asked": {"cash": cents(1)}}, {"signature": ""}),
]


@pytest.mark.parametrize(("act", "earlier", "later"), PAIRS)
def test_of_two_reasons_the_earlier_is_given(act: str, earlier: Change, later: Change) -> None:
    _, so_far, wish = ACTS[act]
    play = so_far("ministar")
    command = wish(play)

    def reason(**changes: object) -> Reason:
        verdict = decide(play.floor, replace(command, **changes), play.at_ms)
        assert isinstance(verdict, Refusal), changes
        return verdict.reason

    first, second = reason(**earlier), reason(**later)
    assert PRECEDENCE[first] < PRECEDENCE[second], (first, second)
    assert reason(**{**later, **earlier}) is first


def test_the_servers_own_words_about_a_draw_are_judged_like_any_other() -> None:
    play = called("ministar", ENTRIES)
    assert isinstance(play.give(ask.RevealDraw("x", "5e" * 32)), Refusal)
    assert isinstance(play.give(ask.CallPromotionDeadline("x", "notice-near", "1")), Refusal)
    assert isinstance(play.give(replace(commit(), promotion="x")), Refusal)
