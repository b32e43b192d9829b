"""What a sender is told, and is told again when the same number comes again: part of what the floor remembers."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from openetg.floor.commands import Order
from openetg.floor.core.verdicts import Verdict
from openetg.floor.events import ClothWagerPlaced, WagerPlaced
from openetg.floor.state import ANSWERS_KEPT, Answer, Sender
from openetg.money import ZERO, total


class Stale(Struct, frozen=True, gc=False):
    """A number so old that its answer is no longer remembered."""

    last: int


def earlier_answer(senders: Mapping[str, Sender], order: Order) -> Answer | Stale | None:
    """What was already answered to this id; None if it is new."""
    sender = senders.get(order.sender)
    if sender is None or order.boot > sender.boot:
        return None
    if order.boot == sender.boot:
        if order.number > sender.last:
            return None
        answer = sender.answers.get(order.number)
        if answer is not None:
            return answer
    return Stale(sender.last)


def answer_of(sequence: int, verdict: Verdict) -> Answer:
    """The answer to a sender, given again if the same id comes again."""
    if not isinstance(verdict, tuple):
        return Answer(sequence, ZERO, verdict.reason.value, verdict.clause)
    first = verdict[0] if verdict else None
    if type(first) is WagerPlaced:
        # The amount moved is what all spots together accepted.
        return Answer(sequence, first.transfers[0].amount if first.transfers else ZERO)
    if type(first) is ClothWagerPlaced:
        return Answer(sequence, total(first.spots.values()))
    return Answer(sequence, ZERO)


def remember(senders: dict[str, Sender], order: Order, answer: Answer) -> None:
    """Keeps the answer to a command for the case that its sender asks again."""
    sender = senders.get(order.sender)
    if sender is None or sender.boot != order.boot:
        sender = senders[order.sender] = Sender(order.boot)
    number = sender.last = order.number
    answers = sender.answers
    answers[number] = answer
    if len(answers) > ANSWERS_KEPT:
        del answers[next(iter(answers))]
