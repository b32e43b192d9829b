"""`apply`: a fact changes the floor. Never refuses, never decides; an assertion that fires here is a bug."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openetg.floor.apply import (
    accounts,
    alerts,
    awards,
    cloth,
    drawers,
    draws,
    jackpots,
    money,
    people,
    premises,
    promotions,
    rounds,
    stays,
    trouble,
    wagers,
)
from openetg.floor.commands import (
    AnyCommand,
    ConfirmOutcome,
    EnterOutcome,
    MarkDolly,
    MoveOnCloth,
    Order,
    TakeFromCloth,
)
from openetg.floor.events import AnyEvent
from openetg.floor.refusals import Reason, Refusal
from openetg.floor.state import ANSWERS_KEPT, Answer, Floor, Sender

APPLIERS: dict[type, Callable[[Floor, Any], None]] = alerts.with_notes(
    {
        **premises.APPLIERS,
        **rounds.APPLIERS,
        **wagers.APPLIERS,
        **money.APPLIERS,
        **drawers.APPLIERS,
        **cloth.APPLIERS,
        **trouble.APPLIERS,
        **people.APPLIERS,
        **stays.APPLIERS,
        **alerts.APPLIERS,
        **jackpots.APPLIERS,
        **awards.APPLIERS,
        **promotions.APPLIERS,
        **draws.APPLIERS,
    }
)
APPLIERS = alerts.with_notes(APPLIERS, before=accounts.BEFORE, after=accounts.AFTER)


def apply(floor: Floor, event: AnyEvent) -> None:
    """Makes a fact part of what the floor remembers."""
    APPLIERS[type(event)](floor, event)
    if floor.premises.closing:
        premises.close_settled(floor, event)


def is_noted(command: AnyCommand, refusal: Refusal) -> bool:
    """Whether a refusal, once on record, is remembered by the floor beyond its answer: see `note_refusal`."""
    touched = refusal.reason is Reason.NOT_RELEASED and isinstance(command, TakeFromCloth | MoveOnCloth)
    differs = refusal.reason is Reason.OTHER_OUTCOME and isinstance(command, ConfirmOutcome | EnterOutcome | MarkDolly)
    return touched or differs


def note_refusal(floor: Floor, command: AnyCommand, refusal: Refusal) -> None:
    """A refusal on record may itself be something to remember: wagers touched before their release are counted, and a
    number that is not the one on record is kept until it is put right.
    """
    if refusal.reason is Reason.NOT_RELEASED and isinstance(command, TakeFromCloth | MoveOnCloth):
        touches = floor.tables[command.table].cloth.touches
        touches[command.player] = touches.get(command.player, 0) + 1
    elif refusal.reason is Reason.OTHER_OUTCOME and isinstance(command, ConfirmOutcome | EnterOutcome | MarkDolly):
        alerts.note_other_number(floor, command.table, command.outcome or "", refusal.clause)


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
