"""The way of every order through the floor, top to bottom: admit, decide, consequences, apply, alerts, record.

The writer (`server/writer/`) takes an order along it; folding a journal (`fold.py`) enters at `take_in`, since what is
on record was decided. Deciding only reads, applying never refuses: an assertion that fires there is a bug.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args

from openetg.floor import commands
from openetg.floor.alerts import account_notes, acknowledging, dues
from openetg.floor.alerts import apply as alerts_apply
from openetg.floor.cloth import apply as cloth_apply
from openetg.floor.cloth import chips
from openetg.floor.cloth import people as cloth_people
from openetg.floor.commands import (
    AnyCommand,
    ConfirmOutcome,
    EnterOutcome,
    MarkDolly,
    MoveOnCloth,
    Order,
    TakeFromCloth,
)
from openetg.floor.core.answers import answer_of, earlier_answer, remember
from openetg.floor.core.declaring import declaration_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.stored import encode_order, encode_verdict
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import AnyEvent
from openetg.floor.jackpots import adjusting, awards, decommissioning, malfunctions, offering, turnover
from openetg.floor.jackpots import apply as jackpots_apply
from openetg.floor.money import apply as money_apply
from openetg.floor.money import cage, cage_chips, cash, drawers, escrow, withholding
from openetg.floor.people import apply as people_apply
from openetg.floor.people import calls, conduct, denials, disputes, factors, idling, messages, staff
from openetg.floor.premises import apply as premises_apply
from openetg.floor.premises import (
    closing,
    display_keys,
    equipment,
    founding,
    opening,
    registering,
    rulebooks,
    rules_documents,
    visits,
    writer_life,
)
from openetg.floor.promotions import apply as promotions_apply
from openetg.floor.promotions import drawing, entries, life, prizes, stopping
from openetg.floor.rounds import announcing, automatic, dealing, device_reports
from openetg.floor.rounds import apply as rounds_apply
from openetg.floor.state import Floor
from openetg.floor.trouble import apply as trouble_apply
from openetg.floor.trouble import cases, claims, corrections, faults
from openetg.floor.wagers import apply as wagers_apply
from openetg.floor.wagers import bounds, changing, placing, setting_limits, stays

# --- Admit: what was answered already is answered alike ---------------------------------------------------------------


admit = earlier_answer
"""The answer that was given to this number, or that it is too old for one; None if the order is new."""


# --- Decide: each area says what follows from its own commands --------------------------------------------------------

BY_AREA: Deciders = {
    **writer_life.DECIDERS,
    **founding.DECIDERS,
    **rulebooks.DECIDERS,
    **registering.DECIDERS,
    **setting_limits.DECIDERS,
    **opening.DECIDERS,
    **equipment.DECIDERS,
    **display_keys.DECIDERS,
    **closing.DECIDERS,
    **visits.DECIDERS,
    **automatic.DECIDERS,
    **device_reports.DECIDERS,
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
    **chips.DECIDERS,
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
    **acknowledging.DECIDERS,
    **offering.DECIDERS,
    **awards.DECIDERS,
    **malfunctions.DECIDERS,
    **adjusting.DECIDERS,
    **decommissioning.DECIDERS,
    **life.DECIDERS,
    **stopping.DECIDERS,
    **entries.DECIDERS,
    **drawing.DECIDERS,
    **prizes.DECIDERS,
    **dues.DECIDERS,
}
"""What each area decides about its own commands."""
PUT_ASIDE = Refusal(Reason.PUT_ASIDE)
"""The answer to a command on which a decision broke; the writer gives it, so that the floor goes on."""

# --- Consequences: what follows for matters that the decision itself does not think of --------------------------------

Followed = Callable[[Floor, Any, tuple[AnyEvent, ...], int], Iterable[AnyEvent]]

OF_PLAYERS: frozenset[type] = frozenset(get_args(commands.WagerCommand))
"""Commands that reverse and settle nothing; a wager is not made to wait for what follows from that."""
CONSEQUENCES: tuple[tuple[frozenset[type], Followed], ...] = (
    (claims.REVERSING, claims.followed),
    (turnover.COUNTING, turnover.followed),
    (faults.OPENING, faults.followed),
)
"""Events, and what follows where a decision has one of them; one after the other. A reversal leaves a claim, a
settlement feeds pools and earns entries, an opening may meet a failed server: said here once, for all decisions.
"""


def with_consequences(deciders: Deciders) -> Deciders:
    """The same deciders, with what follows from what they decide."""
    return {kind: each if kind in OF_PLAYERS else _with(each) for kind, each in deciders.items()}


def _with(decider: Callable[[Floor, Any, int], Verdict]) -> Callable[[Floor, Any, int], Verdict]:
    def decided(floor: Floor, command: Any, at_ms: int) -> Verdict:
        verdict = decider(floor, command, at_ms)
        if isinstance(verdict, tuple):
            for kinds, followed in CONSEQUENCES:
                if not kinds.isdisjoint(map(type, verdict)):
                    verdict += tuple(followed(floor, command, verdict, at_ms))
        return verdict

    return decided


DECIDERS: Deciders = with_consequences(BY_AREA)
"""What is decided about each command, with what follows from it."""


def decide(floor: Floor, command: AnyCommand, at_ms: int) -> Verdict:
    """What follows from a command now: events, or a reasoned no."""
    return DECIDERS[type(command)](floor, command, at_ms)


# --- Apply, and alerts: a fact changes the floor, and what staff must take note of is noted with it -------------------

_FACTS: dict[type, Callable[[Floor, Any], None]] = {
    **premises_apply.APPLIERS,
    **rounds_apply.APPLIERS,
    **wagers_apply.APPLIERS,
    **money_apply.APPLIERS,
    **cloth_apply.APPLIERS,
    **trouble_apply.APPLIERS,
    **people_apply.APPLIERS,
    **stays.APPLIERS,
    **alerts_apply.APPLIERS,
    **jackpots_apply.APPLIERS,
    **promotions_apply.APPLIERS,
}
APPLIERS = alerts_apply.with_notes(
    alerts_apply.with_notes(_FACTS), before=account_notes.BEFORE, after=account_notes.AFTER
)
"""How each event changes the floor, with the alerts it raises or ends: put together here, so that none pays twice."""


def apply(floor: Floor, event: AnyEvent) -> None:
    """Makes a fact part of what the floor remembers."""
    APPLIERS[type(event)](floor, event)
    if floor.premises.closing:
        premises_apply.close_settled(floor, event)


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
        alerts_apply.note_other_number(floor, command.table, command.outcome or "", refusal.clause)


# --- Record: the entry becomes part of the floor, and bytes for the journal -------------------------------------------

UNRECORDED = frozenset(kind for kind in get_args(AnyCommand) if declaration_of(kind).unrecorded)
"""Commands whose refusals are not journaled: a player's finger, or a display that repeats itself, could flood it."""


def record(floor: Floor, order: Order, verdict: Verdict) -> tuple[bytes, bytes]:
    """Makes a verdict part of the floor as its next entry; the bytes to store for order and verdict."""
    body = encode_verdict(verdict)
    take_in(floor, order, verdict)
    return encode_order(order), body


def take_in(floor: Floor, order: Order, verdict: Verdict) -> None:
    """Makes an entry part of the floor: its events or its refusal, and the answer to its number."""
    sequence = floor.sequence = floor.sequence + 1
    if isinstance(verdict, tuple):
        for event in verdict:
            apply(floor, event)
    else:
        note_refusal(floor, order.command, verdict)
    remember(floor.senders, order, answer_of(sequence, verdict))
