"""An order has an id: the same id again gets the same answer and moves nothing, now and after a restart."""

from __future__ import annotations

from openetg.floor.commands import AnyCommand, Collect, InsertNote, Order, PlaceWager
from openetg.floor.core.answers import Stale, answer_of, earlier_answer
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import Verdict
from openetg.floor.pipeline import decide, record
from openetg.floor.state import ANSWERS_KEPT, Answer, Floor
from openetg.money import cents
from tests.one_table import TABLE, copied, play

NOTE = InsertNote("t1", cents(500))
SENDER = "terminal/t1"


def test_the_same_id_gets_the_same_answer_for_as_long_as_it_is_kept() -> None:
    floor = play("ministar", "open-table by-itself \n ready").floor
    answers = [put(floor, number, NOTE) for number in range(1, ANSWERS_KEPT + 11)]
    assert ANSWERS_KEPT == 64
    for number, answer in enumerate(answers, start=1):
        again = earlier_answer(floor.senders, Order(SENDER, 1, number, NOTE))
        assert again == (answer if number > 10 else Stale(ANSWERS_KEPT + 10))
    assert earlier_answer(floor.senders, Order(SENDER, 1, ANSWERS_KEPT + 11, NOTE)) is None


def test_a_number_that_was_skipped_is_gone() -> None:
    floor = play("ministar", "open-table by-itself \n ready").floor
    put(floor, 7, NOTE)
    assert earlier_answer(floor.senders, Order(SENDER, 1, 3, NOTE)) == Stale(7)


def test_a_new_boot_begins_afresh_and_an_older_one_is_over() -> None:
    floor = play("ministar", "open-table by-itself \n ready").floor
    put(floor, 9, NOTE)
    put(floor, 1, NOTE, boot=2)
    assert earlier_answer(floor.senders, Order(SENDER, 1, 9, NOTE)) == Stale(1)
    assert earlier_answer(floor.senders, Order(SENDER, 1, 10, NOTE)) == Stale(1)
    assert earlier_answer(floor.senders, Order(SENDER, 2, 2, NOTE)) is None
    assert earlier_answer(floor.senders, Order(SENDER, 3, 1, NOTE)) is None


def test_each_sender_has_numbers_of_its_own() -> None:
    floor = play("ministar", "open-table by-itself \n ready").floor
    put(floor, 1, NOTE)
    assert earlier_answer(floor.senders, Order("terminal/t2", 1, 1, NOTE)) is None


def test_what_the_command_says_the_second_time_does_not_matter() -> None:
    floor = play("ministar", "open-table by-itself \n ready").floor
    answer = put(floor, 1, NOTE)
    assert earlier_answer(floor.senders, Order(SENDER, 1, 1, Collect("t1", "T-1"))) == answer


def test_answers_are_remembered_through_a_restart() -> None:
    table = play("interblock", "limit any max 10.00 \n open-table by-itself \n ready \n note t1 50.00")
    table.give(PlaceWager("t1", TABLE, "red", cents(2_500)), sender=SENDER)
    number, accepted = table.number, answer_of(table.floor.sequence, table.verdict)
    assert accepted.accepted == cents(1_000)
    table.give(Collect("t1", "T-1"), sender=SENDER)
    refused = answer_of(table.floor.sequence, table.verdict)
    assert (refused.reason, refused.clause) == ("collect_not_now", "3.5")
    for _ in range(2):
        again = [earlier_answer(table.floor.senders, Order(SENDER, 1, number + step, NOTE)) for step in (0, 1, 2)]
        assert again == [accepted, refused, None]
        table.restart()


def put(floor: Floor, number: int, command: AnyCommand, *, boot: int = 1) -> Answer:
    """Decides and records an order, and says what its sender is told."""
    verdict: Verdict = decide(floor, command, floor.at_ms)
    assert not isinstance(verdict, Refusal)
    record(floor, Order(SENDER, boot, number, command), verdict)
    return answer_of(floor.sequence, verdict)


def test_a_copy_goes_its_own_way() -> None:
    """The notation of these tests relies on it."""
    first = play("ministar", "open-table by-itself \n ready").floor
    second = copied(first)
    put(first, 1, NOTE)
    assert (first.ledger.held("meter/t1"), second.ledger.held("meter/t1")) == (cents(500), cents(0))
    assert SENDER not in second.senders
