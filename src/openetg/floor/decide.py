"""`decide`: the floor's answer to a command, as events or a refusal. Reads only.

Also the answers to repeated commands, which are part of what the floor remembers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from msgspec import Struct

from openetg.floor import (
    alerts,
    announcing,
    awards,
    bounds,
    cage,
    cage_chips,
    calls,
    cases,
    cash,
    changing,
    closing,
    cloth,
    cloth_people,
    commands,
    conduct,
    corrections,
    dealing,
    denials,
    display_keys,
    disputes,
    drawers,
    drawing,
    dues,
    ending,
    entries,
    equipment,
    escrow,
    factors,
    faults,
    founding,
    idling,
    jackpot_trouble,
    jackpots,
    messages,
    placing,
    premises,
    prizes,
    promotions,
    rounds,
    rules_documents,
    staff,
    visits,
    withholding,
)
from openetg.floor.commands import AnyCommand, Order
from openetg.floor.consequences import with_consequences
from openetg.floor.events import ClothWagerPlaced, WagerPlaced
from openetg.floor.refusals import Reason, Refusal
from openetg.floor.state import Answer, Floor, Sender
from openetg.floor.verdicts import Deciders, Verdict
from openetg.money import ZERO, total

LOGIC = 1
"""The version of what `decide` answers: raised whenever an answer changes, so that older entries are only folded."""


_EACH: Deciders = {
    **founding.DECIDERS,
    **premises.DECIDERS,
    **equipment.DECIDERS,
    **display_keys.DECIDERS,
    **closing.DECIDERS,
    **visits.DECIDERS,
    **rounds.DECIDERS,
    **rules_documents.DECIDERS,
    **announcing.DECIDERS,
    **dealing.DECIDERS,
    **placing.DECIDERS,
    **changing.DECIDERS,
    **bounds.DECIDERS,
    **cash.DECIDERS,
    **escrow.DECIDERS,
    **cage.DECIDERS,
    **drawers.DECIDERS,
    **withholding.DECIDERS,
    **cage_chips.DECIDERS,
    **cloth.DECIDERS,
    **cloth_people.DECIDERS,
    **faults.DECIDERS,
    **cases.DECIDERS,
    **corrections.DECIDERS,
    **conduct.DECIDERS,
    **calls.DECIDERS,
    **messages.DECIDERS,
    **idling.DECIDERS,
    **disputes.DECIDERS,
    **denials.DECIDERS,
    **staff.DECIDERS,
    **factors.DECIDERS,
    **alerts.DECIDERS,
    **jackpots.DECIDERS,
    **awards.DECIDERS,
    **jackpot_trouble.DECIDERS,
    **promotions.DECIDERS,
    **ending.DECIDERS,
    **entries.DECIDERS,
    **drawing.DECIDERS,
    **prizes.DECIDERS,
    **dues.DECIDERS,
}
"""What each module decides by itself."""
DECIDERS: Deciders = with_consequences(_EACH)
"""The same, with what follows from a reversal, and for jackpots and promotions from what is settled."""

UNRECORDED = frozenset(
    {*get_args(commands.WagerCommand), commands.ReportByPlayer, commands.SetBounds, commands.ReportShown}
)
"""Commands whose refusals are not journaled: a player's finger, or a display that repeats itself, could flood it."""


PUT_ASIDE = Refusal(Reason.PUT_ASIDE)
"""The answer to a command on which a decision broke; whoever writes the journal gives it, so that the floor goes on."""


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
    first = verdict[0] if verdict else None
    if type(first) is WagerPlaced:
        # What was moved is what was accepted on all spots together.
        return Answer(sequence, first.transfers[0].amount if first.transfers else ZERO)
    if type(first) is ClothWagerPlaced:
        return Answer(sequence, total(first.spots.values()))
    return Answer(sequence, ZERO)
