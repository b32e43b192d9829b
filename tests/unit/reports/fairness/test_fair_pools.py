"""Pools of jackpots done over: for every check a journal that an honest floor could not have told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor import events as said
from openetg.floor.core.ledger import pool_of, seeding_of
from openetg.floor.jackpots.commands import JackpotRules
from openetg.journal.entry import Entry
from openetg.money import cents
from openetg.reports.fairness.fairness import CheckedDraw, check_draws
from tests.unit.floor.jackpots.build import (
    FREE,
    MAIN,
    OPERATOR,
    SEVENTEENS,
    A,
    B,
    Hall,
    J,
    level,
    mystery,
    offered,
    progressive,
)
from tests.unit.reports.forging import changed, wrong
from tests.unit.reports.prizes import entries_of

VALUE = cents(10_050)


def fixed(**given: Any) -> JackpotRules:
    """A mystery that hits at 100.50."""
    return mystery(level(low=VALUE, high=VALUE, rates={A: 10_000, B: 10_000}, **given), lock_from=FREE)


def bound(**given: Any) -> Hall:
    hall = offered(fixed(**given))
    hall.commit()
    return hall


@pytest.fixture(scope="module")
def honest() -> list[Entry]:
    """Links are lost and come back, a pool is won, rules change while rounds are open, and the next one runs."""
    hall = bound()
    for member in (A, "a1"):
        hall.give_all(ask.ReportJackpotLink(J, member, up=False, cause="cable"))
        hall.spin(A, "5", a1=100)
        hall.give_all(ask.ReportJackpotLink(J, member, up=True))
    hall.spin(A, "5", a1=2_000, a2=100)
    hall.spin(B, "5", b1=1_000)
    hall.give_all(ask.ChangeJackpot(*OPERATOR, J, fixed(reserve_rate=1_000)))
    hall.spin(A, "5", a1=3_000)
    hall.reveal()
    hall.commit()
    hall.spin(A, "5", a1=100)
    hall.spin(A, "5", a1=100)
    return entries_of(hall)


def test_an_honest_one_holds(honest: list[Entry]) -> None:
    assert [each.state for each in check_draws(honest)] == ["holds", "open"]


def begins_otherwise(event: said.LevelBegan) -> said.LevelBegan:
    (moved,) = event.transfers
    assert (moved.source, moved.destination) == (seeding_of(J), pool_of(J, MAIN))
    return replace(event, transfers=(replace(moved, amount=moved.amount + cents(49)),))


def set_less_aside(won: said.JackpotWon) -> said.JackpotWon:
    return replace(won, transfers=(replace(won.transfers[0], amount=won.amount - cents(1)), *won.transfers[1:]))


FORGERIES: list[tuple[type, int, Callable[[Any], Any], str]] = [
    (said.JackpotWon, 0, lambda won: replace(won, terminal="a2"), "a1 brought the pool to the value in round A/5"),
    (said.JackpotWon, 0, lambda won: replace(won, table=B, round=2, terminal="b1"), "and b1 has won it in round B/2"),
    (said.JackpotWon, 0, set_less_aside, "another amount was set aside"),
    (said.LevelBegan, 0, lambda began: replace(began, transfers=()), "and had not reached 100.50"),
    (said.LevelBegan, 0, begins_otherwise, "it begins with 100.49 in it, of which the house gives 100.49"),
    (said.LevelBegan, 0, lambda began: replace(began, cycle=2), "the first pool of the level, and is numbered 2"),
    (said.LevelBegan, 1, lambda began: replace(began, cycle=3), "after pool 1, pool 3 begins"),
    (said.LevelBegan, 1, lambda began: replace(began, commitment=""), "bound to nothing"),
    (said.PoolFed, 0, lambda _: None, "21.00 in round A/4 should have counted for it"),
    (said.PoolFed, 1, lambda fed: replace(fed, turnover=fed.turnover - cents(1)), "not what was settled"),
    (said.PoolFed, 1, lambda fed: replace(fed, rate=1), "rates are not those of the rules"),
    (said.PoolFed, 1, lambda fed: replace(fed, kept={"a1": cents(5)}), "what had counted of a1"),
    (said.JackpotLinkReported, 1, lambda _: None, "nobody at that table played for it"),
    (said.JackpotLinkReported, 3, lambda _: None, "a1 was counted, and its line or link was lost"),
    (said.JackpotSetUp, 0, lambda _: None, "no such jackpot was set up"),
]


@pytest.mark.parametrize(("kind", "nth", "change", "words"), FORGERIES)
def test_what_was_changed_is_found(
    honest: list[Entry], kind: type, nth: int, change: Callable[[Any], Any], words: str
) -> None:
    found = wrong(changed(honest, kind, change, nth=nth))
    assert any(words in each for each in found), found


def test_a_prize_that_rests_on_something_wrong_does_not_hold(honest: list[Entry]) -> None:
    forged = changed(honest, said.PoolFed, lambda fed: replace(fed, clause=""), nth=0)
    assert wrong(forged) == [], "nothing that counts was changed"
    forged = changed(honest, said.LevelBegan, begins_otherwise)
    assert "holds" not in {each.state for each in check_draws(forged) if each.kind == "mystery"}


def test_letters_written_otherwise_hide_nothing(honest: list[Entry]) -> None:
    forged = changed(honest, said.JackpotWon, lambda won: replace(won, terminal="a2"))
    named = ("PoolFed", "LevelBegan", "JackpotWon", "JackpotSetUp", "RoundSettled", "RoundOpened", "pool/", "Jackpot")

    def hidden(entry: Entry) -> Entry:
        verdict = entry.verdict.decode()
        for word in named:
            verdict = verdict.replace(f'"{word}', f'"\\u{ord(word[0]):04x}{word[1:]}')
        return Entry(entry.sequence, entry.at_ms, entry.command, verdict.replace("pool/", "pool\\/").encode())

    assert wrong([hidden(each) for each in forged]) == wrong(forged) != []


def test_what_is_beyond_the_ceiling_waits_for_the_next_pool() -> None:
    hall = bound(ceiling=VALUE + cents(1))
    hall.spin(A, "5", a1=8_000)
    hall.reveal()
    entries = entries_of(hall)
    assert wrong(entries) == []
    all_in = lambda fed: replace(fed, transfers=(replace(fed.transfers[0], amount=cents(80)),))  # noqa: E731
    assert any("not what its turnover brings" in each for each in wrong(changed(entries, said.PoolFed, all_in)))


def told(hall: Hall, kind: str) -> CheckedDraw:
    (found,) = [each for each in check_draws(entries_of(hall)) if each.kind == kind]
    return found


@pytest.mark.parametrize("fault", [False, True])
def test_a_value_that_is_told_after_more_was_settled(fault: bool) -> None:
    """The winner is who was first; that it was told late needs a fault on record."""
    hall = bound()
    hall.spin(A, "5", a1=6_000)
    if fault:
        hall.give_all(ask.ReportMachineFault("software", "nothing followed from RecordOutcome", device="quarantine"))
    hall.spin(B, "5", b1=100)
    hall.reveal()
    found = told(hall, "mystery")
    assert found.state == ("holds" if fault else "wrong"), found
    assert ("won by a1" if fault else "more was settled before it was told") in found.words


@pytest.mark.parametrize("fault", [False, True])
def test_a_value_that_is_never_told_though_the_pool_is_beyond_the_highest(fault: bool) -> None:
    hall = bound()
    hall.spin(A, "5", a1=50_000)
    assert told(hall, "commitment").state == "open", "the secret may follow"
    if fault:
        hall.give_all(ask.ReportMachineFault("chance", "the value cannot be opened", device=f"jackpot/{J}"))
    hall.spin(A, "5", a1=50_000)
    found = told(hall, "commitment")
    assert (found.state, "never revealed" in found.words) == (("open", False) if fault else ("wrong", True))


def test_a_jackpot_that_ends_above_its_highest_value() -> None:
    hall = bound()
    hall.give_all(ask.SetUpJackpot(*OPERATOR, "other", progressive(level(trigger=SEVENTEENS))))
    hall.spin(A, "5", a1=50_000)
    hall.give_all(ask.DecommissionJackpot(*OPERATOR, J, "other", {MAIN: MAIN}, "no longer wanted"))
    found = told(hall, "commitment")
    assert (found.state, "never revealed" in found.words) == ("wrong", True), found


def test_a_jackpot_that_ends_below_it_is_honest() -> None:
    hall = bound()
    hall.give_all(ask.SetUpJackpot(*OPERATOR, "other", progressive(level(trigger=SEVENTEENS))))
    hall.spin(A, "5", a1=500)
    hall.give_all(ask.DecommissionJackpot(*OPERATOR, J, "other", {MAIN: MAIN}, "no longer wanted"))
    hall.void(hall.numbers() - 1)
    assert told(hall, "commitment").state == "open"
    ceded = changed(entries_of(hall), said.PoolFed, lambda fed: None if fed.of else fed, nth=1)
    assert any("-5.00 in round" in each for each in wrong(ceded)), wrong(ceded)
