"""`decide`: the floor's answer to a command, as events or a refusal. Reads only.

Also the answers to repeated commands, which are part of what the floor remembers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from openetg.floor import cash, commands, founding, placing, rounds
from openetg.floor.commands import AnyCommand, Order
from openetg.floor.events import AnyEvent, WagerPlaced
from openetg.floor.refusals import Refusal
from openetg.floor.state import Answer, Floor, Sender
from openetg.money import ZERO, Money, total

LOGIC = 1
"""The version of what `decide` answers: raised whenever an answer changes, so that older entries are only folded."""

Verdict = tuple[AnyEvent, ...] | Refusal
"""Events or a no. On the path of a wager one asks whether it is a tuple: a tenth of the cost of asking for a Struct."""

DECIDERS: dict[type, Callable[[Floor, Any, int], Verdict]] = {
    commands.StartWriter: founding.decide_start_writer,
    commands.AdoptRulebook: founding.decide_adopt_rulebook,
    commands.RegisterTable: founding.decide_register_table,
    commands.RegisterTerminal: founding.decide_register_terminal,
    commands.SetLimits: founding.decide_set_limits,
    commands.OpenTable: rounds.decide_open_table,
    commands.InsertNote: cash.decide_insert_note,
    commands.PlaceWager: placing.decide_place_wager,
    commands.TakeBackWager: placing.decide_take_back_wager,
    commands.ClearWagers: placing.decide_clear_wagers,
    commands.Collect: cash.decide_collect,
    commands.ReportPrint: cash.decide_report_print,
    commands.ReportReady: rounds.decide_report_ready,
    commands.ReportLaunch: rounds.decide_report_launch,
    commands.CloseWagers: rounds.decide_close_wagers,
    commands.RecordOutcome: rounds.decide_record_outcome,
    commands.ReportUnread: rounds.decide_report_unread,
    commands.ReportFault: rounds.decide_report_fault,
    commands.ResolveRound: rounds.decide_resolve_round,
}

UNRECORDED = frozenset({commands.PlaceWager, commands.TakeBackWager, commands.ClearWagers})
"""Commands whose refusals are not journaled: a player's finger could flood it."""


def decide(floor: Floor, command: AnyCommand, at_ms: int) -> Verdict:
    """What follows from a command now: events, or a reasoned no."""
    return DECIDERS[type(command)](floor, command, at_ms)


class Stale(Struct, frozen=True, gc=False):
    """A number so old that its answer is no longer remembered."""

    last: int


def earlier_answer(senders: Mapping[str, Sender], order: Order) -> Answer | Stale | None:
    """What was already answered to this id; nothing if it is new."""
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
    """What the sender is told, and is told again for the same id."""
    if not isinstance(verdict, tuple):
        return Answer(sequence, ZERO, verdict.reason.value, verdict.clause)
    return Answer(sequence, _accepted(verdict))


def _accepted(events: tuple[AnyEvent, ...]) -> Money:
    first = events[0] if events else None
    return total(first.spots.values()) if type(first) is WagerPlaced else ZERO
