"""The writer: nothing is seen before it is durable, and the same order twice is one order."""

from __future__ import annotations

import pytest

from openetg.floor.commands import Collect, InsertNote, Order, PlaceWager, StartWriter
from openetg.floor.core.answers import Stale
from openetg.floor.core.refusals import Refusal
from openetg.floor.state import ANSWERS_KEPT, Answer, state_hash
from openetg.money import cents
from openetg.server.writer.writer import LARGEST_GROUP, LARGEST_INBOX, Decided, Writer
from tests.one_table import copied
from tests.unit.server.stage import INTERBLOCK, MINISTAR, Stage, founded

NOTE = InsertNote("M1", cents(500))
TOO_MUCH = PlaceWager("M1", MINISTAR, "red", cents(500))


def order(number: int, command: InsertNote | PlaceWager | Collect = NOTE, *, boot: int = 1) -> Order:
    return Order("terminal/M1", boot, number, command)


def test_nobody_is_answered_before_the_group_is_durable() -> None:
    stage = Stage()
    stage.submit(order(1))
    stage.submit(order(2, TOO_MUCH))
    stage.submit(order(1))
    stage.step()
    assert stage.told == []
    assert stage.writer.in_flight
    stage.commit()
    assert len(stage.told) == 3
    assert not stage.writer.in_flight


def test_one_group_is_in_flight() -> None:
    stage = Stage()
    stage.submit(order(1))
    stage.step()
    stage.submit(order(2))
    with pytest.raises(AssertionError, match="one group in flight"):
        stage.step()
    stage.commit()
    assert stage.step() is not None


def test_nothing_waiting_is_no_group() -> None:
    stage = Stage()
    assert stage.step() is None
    assert stage.step() is None


def test_a_full_inbox_says_no_and_keeps_what_it_has() -> None:
    writer = Writer(copied(founded()))
    assert all(writer.submit(order(number)) for number in range(1, LARGEST_INBOX + 1))
    assert not writer.submit(order(LARGEST_INBOX + 1))
    assert writer.waiting == LARGEST_INBOX
    group = writer.step(0)
    assert group is not None
    assert len(group.entries) == LARGEST_GROUP
    assert writer.waiting == LARGEST_INBOX - LARGEST_GROUP
    assert writer.submit(order(LARGEST_INBOX + 1))


def test_the_same_order_twice_in_one_group_moves_money_once() -> None:
    stage = Stage()
    for number in (1, 1, 2, 1, 2):
        stage.submit(order(number))
    stage.turn()
    first, again, second, _, _ = stage.told
    assert isinstance(first, Decided)
    assert isinstance(second, Decided)
    assert again == Answer(first.sequence, cents(0))
    assert stage.told[3:] == [Answer(first.sequence, cents(0)), Answer(second.sequence, cents(0))]
    assert stage.floor.ledger.held("meter/M1") == cents(1_000)
    assert len(stage.groups[-1].entries) == 2


def test_a_repeated_order_of_a_wager_is_told_what_was_accepted() -> None:
    stage = Stage().fund("I1")
    wager = PlaceWager("I1", INTERBLOCK, "straight:17", cents(99_900))
    for _ in range(2):
        stage.submit(Order("terminal/I1", 1, 1, wager))
    stage.turn()
    assert stage.told[-1] == Answer(stage.floor.sequence, cents(10_000))
    assert stage.floor.ledger.held("meter/I1") == cents(0)


def test_a_refused_wager_is_not_on_record_and_stays_refused() -> None:
    """A finger could flood the journal; and whoever was told no must not find a chip there later."""
    stage = Stage()
    before = stage.floor.sequence
    stage.submit(order(1, TOO_MUCH))
    stage.turn()
    assert stage.groups[-1].entries == ()
    assert stage.floor.sequence == before
    (told,) = stage.told
    assert isinstance(told, Decided)
    assert isinstance(told.verdict, Refusal)
    assert told.sequence == 0
    stage.fund("M1")
    stage.submit(order(1, TOO_MUCH))
    stage.turn()
    assert stage.told[-1] == Answer(0, cents(0), "no_account", "3.3")
    assert stage.round(MINISTAR).wagers == {}


def test_a_refused_wager_stays_refused_when_later_orders_are_on_record() -> None:
    stage = Stage()
    stage.submit(order(1, TOO_MUCH))
    stage.submit(order(2))
    stage.submit(order(1, TOO_MUCH))
    stage.turn()
    assert stage.told[-1] == Answer(0, cents(0), "no_account", "3.3")


def test_a_refusal_too_old_to_be_kept_is_stale_not_open_again() -> None:
    stage = Stage()
    for number in range(1, ANSWERS_KEPT + 2):
        stage.submit(order(number, TOO_MUCH))
    stage.turn().fund("M1")
    stage.submit(order(1, TOO_MUCH))
    stage.turn()
    assert isinstance(stage.told[-1], Stale)
    assert stage.floor.ledger.held("meter/M1") == cents(10_000)


def test_an_accepted_order_is_known_between_refused_ones() -> None:
    stage = Stage()
    beyond = PlaceWager("M1", MINISTAR, "red", cents(40_000))
    for number, command in ((1, beyond), (2, NOTE), (3, beyond), (2, NOTE)):
        stage.submit(order(number, command))
    stage.turn()
    assert stage.told[-1] == Answer(stage.floor.sequence, cents(0))


def test_other_refusals_are_on_record() -> None:
    stage = Stage()
    stage.submit(order(1, Collect("M1", "T-1")))
    stage.turn()
    assert len(stage.groups[-1].entries) == 1
    after = stage.restart()
    after.submit(order(1, Collect("M1", "T-1")))
    after.turn()
    answer = after.told[-1]
    assert isinstance(answer, Answer)
    assert (answer.reason, answer.clause) == ("nothing_to_collect", "3.7")


def test_a_note_is_credited_once_however_often_it_is_reported() -> None:
    stage = Stage()
    stage.submit(order(1))
    stage.turn()
    for _ in range(3):
        stage.submit(order(1))
        stage.turn()
        assert stage.floor.ledger.held("meter/M1") == cents(500)
        stage = stage.restart()


def test_what_was_not_durable_never_was() -> None:
    """The disk fails under a group: its outcome is what the journal says, and the sender asks again."""
    stage = Stage()
    stage.submit(order(1))
    stage.step()
    assert stage.told == []
    after = stage.restart()
    assert after.floor.ledger.held("meter/M1") == cents(0)
    after.submit(order(1))
    after.turn()
    assert isinstance(after.told[-1], Decided)
    assert after.floor.ledger.held("meter/M1") == cents(500)


def test_what_was_durable_but_never_answered_is_known() -> None:
    """The disk had it after all: the same order is answered from the journal and moves nothing."""
    stage = Stage()
    stage.submit(order(1))
    group = stage.step()
    assert group is not None
    stage.commit()
    stage.told.clear()
    after = stage.restart()
    after.submit(order(1))
    after.turn()
    assert after.told[-1] == Answer(group.entries[0].sequence, cents(0))
    assert after.floor.ledger.held("meter/M1") == cents(500)


def test_time_never_goes_back_and_stands_in_the_entries() -> None:
    stage = Stage()
    times: list[int] = []
    for ms in (10, -500, 3, -1, 0):
        stage.submit(order(len(times) + 1))
        stage.turn(ms)
        times.append(stage.groups[-1].entries[0].at_ms)
    assert times == sorted(times)
    assert stage.floor.at_ms == times[-1]


def test_a_refusal_that_is_not_on_record_leaves_no_trace_on_the_floor() -> None:
    """Not even its time: the floor after a commit is what the journal holds."""
    stage = Stage()
    before = state_hash(stage.floor)
    stage.submit(order(1, TOO_MUCH))
    stage.turn(5_000)
    assert state_hash(stage.floor) == before


def test_entries_are_numbered_without_a_gap() -> None:
    stage = Stage()
    first = stage.floor.sequence + 1
    for number in range(1, 8):
        stage.submit(order(number, TOO_MUCH if number % 3 == 0 else NOTE))
        if number % 2:
            stage.turn()
    numbers = [entry.sequence for group in stage.groups for entry in group.entries]
    assert numbers == list(range(first, first + len(numbers)))


def test_a_writer_starts_once_per_life() -> None:
    stage = Stage()
    started = Order("house", 9, 1, StartWriter(1, "test"))
    stage.submit(started)
    stage.submit(started)
    stage.turn()
    assert len(stage.groups[-1].entries) == 1
