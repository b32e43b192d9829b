"""One gesture that places several wagers: the same as one after the other, all of them or none, one step to undo."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openetg.floor.commands import PlaceWager, PlaceWagers, UndoWager
from openetg.floor.core.ledger import meter_of, play_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import WagerPlaced
from openetg.money import Money, cents
from tests.one_table import TABLE, Play, play

BOOKS = ("ministar", "interblock")
SET_UP = """
    limit any min 2.00 max 20.00
    limit straight min 1.00 max 10.00 step 0.50
    open-table by-itself
    ready
    note t1 100.00
"""
TOGETHER = {"ministar": "", "interblock": "limit sum max 60.00"}
WAGERS = st.sampled_from(["straight:17", "straight:20", "red", "low", "split:1-2", "orphans", "neighbours-of-zero"])
AMOUNTS = st.sampled_from([50, 100, 150, 200, 225, 500, 1_000, 2_000, 5_000]).map(cents)
GESTURES = st.lists(st.tuples(WAGERS, AMOUNTS), min_size=1, max_size=6).map(tuple)

Gesture = tuple[tuple[str, Money], ...]


def several(table: Play, *wagers: tuple[str, int]) -> Refusal | WagerPlaced:
    verdict = table.give(PlaceWagers("t1", TABLE, tuple((wager, cents(amount)) for wager, amount in wagers)))
    if isinstance(verdict, Refusal):
        return verdict
    (event,) = verdict
    assert isinstance(event, WagerPlaced)
    return event


def standing(table: Play) -> dict[str, Money]:
    round_ = table.floor.tables[TABLE].round
    assert round_ is not None
    return round_.wagers.get("t1", {})


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=60, deadline=None)
@given(wagers=GESTURES)
def test_the_same_as_one_after_the_other(book: str, wagers: Gesture) -> None:
    """Where none is refused everything stands as if each had been placed by itself; else nothing has changed."""
    at_once, one_by_one = (play(book, TOGETHER[book] + SET_UP) for _ in range(2))
    answers = [one_by_one.give(PlaceWager("t1", TABLE, wager, amount)) for wager, amount in wagers]
    verdict = at_once.give(PlaceWagers("t1", TABLE, wagers))
    refused = next((each for each in enumerate(answers, start=1) if isinstance(each[1], Refusal)), None)
    if refused is None:
        assert not isinstance(verdict, Refusal)
        assert standing(at_once) == standing(one_by_one)
        assert at_once.floor.ledger.accounts == one_by_one.floor.ledger.accounts
        return
    position, expected = refused
    assert isinstance(expected, Refusal)
    assert isinstance(verdict, Refusal)
    assert (verdict.reason, verdict.clause) == (expected.reason, expected.clause)
    assert verdict.details == {**expected.details, "wager": wagers[position - 1][0], "position": position}
    assert standing(at_once) == {}


def test_one_gesture_is_one_step_to_undo() -> None:
    table = play("interblock", "open-table by-itself \n ready \n note t1 100.00 \n place t1 low 5.00")
    several(table, ("red", 500), ("straight:17", 100), ("red", 200))
    assert standing(table) == {"low": cents(500), "red": cents(700), "straight:17": cents(100)}
    table.give(UndoWager("t1", TABLE))
    assert standing(table) == {"low": cents(500)}
    assert table.meter("t1") == cents(9_500)


def test_what_was_asked_and_what_was_accepted_are_on_record() -> None:
    table = play("interblock", "limit red max 5.00 \n open-table by-itself \n ready \n note t1 100.00")
    event = several(table, ("red", 400), ("orphans", 100), ("red", 400))
    assert isinstance(event, WagerPlaced)
    assert (event.wager, event.asked) == ("several", cents(800 + 5 * 100))
    assert event.spots["red"] == cents(500)
    assert event.trimmed, "the clause by which the second on red was trimmed"
    assert event.transfers[0].amount == cents(500 + 500)


def test_money_that_runs_out_on_the_way_refuses_all() -> None:
    table = play("interblock", "open-table by-itself \n ready \n note t1 5.00")
    refused = several(table, ("red", 300), ("low", 200), ("odd", 100))
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.NOT_ENOUGH_CREDIT
    assert refused.clause
    assert refused.details == {"wager": "odd", "position": 3}
    assert table.meter("t1") == cents(500)
    assert standing(table) == {}


def test_a_gesture_of_nothing_is_refused() -> None:
    refused = several(play("interblock", "open-table by-itself \n ready \n note t1 5.00"))
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.NO_AMOUNT


def test_the_round_that_was_meant_goes_before_what_is_wrong_with_a_wager() -> None:
    table = play("interblock", "open-table by-itself \n ready \n note t1 5.00")
    verdict = table.give(PlaceWagers("t1", TABLE, (("x", cents(0)),), round=7))
    assert isinstance(verdict, Refusal)
    assert verdict.reason is Reason.AFTER_CLOSE


def test_a_terminal_that_is_not_known_has_no_account_made_for_it() -> None:
    table = play("interblock", "open-table by-itself \n ready")
    verdict = table.give(PlaceWagers("t9", TABLE, (("red", cents(100)),)))
    assert isinstance(verdict, Refusal)
    assert verdict.reason is Reason.UNKNOWN_TERMINAL
    assert not {meter_of("t9"), play_of(TABLE, "t9")} & table.floor.ledger.accounts.keys()
