"""A no is an answer: a reason, the clause that justifies it, and what a person needs to know.

The reasons stand in order of precedence: when several hold, the earliest is given. A test proves the order.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from msgspec import Struct


class Reason(Enum):
    """Why not. Names are on the wire and in the journal: never renamed, never reused."""

    UNKNOWN_TABLE = "unknown_table"
    UNKNOWN_TERMINAL = "unknown_terminal"
    ALREADY_THERE = "already_there"
    NOT_A_RULEBOOK = "not_a_rulebook"
    UNKNOWN_RULEBOOK = "unknown_rulebook"
    NOT_IN_RULEBOOK = "not_in_rulebook"
    NO_POWER = "no_power"
    NO_REASON_GIVEN = "no_reason_given"
    NOT_AT_TABLE = "not_at_table"
    TABLE_NOT_OPEN = "table_not_open"
    OTHER_SPIN = "other_spin"
    WRONG_PHASE = "wrong_phase"
    AFTER_CLOSE = "after_close"
    NOT_ALLOWED_TO_CLOSE = "not_allowed_to_close"
    UNKNOWN_OUTCOME = "unknown_outcome"
    UNKNOWN_WAGER = "unknown_wager"
    NOT_ON_TERMINAL = "not_on_terminal"
    NO_AMOUNT = "no_amount"
    NOTHING_THERE = "nothing_there"
    BELOW_MINIMUM = "below_minimum"
    ABOVE_MAXIMUM = "above_maximum"
    OFF_STEP = "off_step"
    ABOVE_TOTAL = "above_total"
    NOT_ENOUGH_CREDIT = "not_enough_credit"
    SOURCE_NOT_ACCEPTED = "source_not_accepted"
    NOTE_NOT_ACCEPTED = "note_not_accepted"
    COLLECT_NOT_NOW = "collect_not_now"
    PRINTING = "printing"
    NOTHING_TO_COLLECT = "nothing_to_collect"
    UNKNOWN_TICKET = "unknown_ticket"


PRECEDENCE: dict[Reason, int] = {reason: position for position, reason in enumerate(Reason)}


class Refusal(Struct, frozen=True, gc=False, omit_defaults=True):
    """A reasoned no."""

    reason: Reason
    clause: str = ""
    """The clause that justifies it; empty only where the floor itself, not the instrument, says no."""
    details: dict[str, str | int] = {}
    """What the sentence shown to a person needs: an amount, a limit, a name."""


def earliest(refusals: Iterable[Refusal]) -> Refusal:
    """Of several reasons that hold, the one to be given."""
    return min(refusals, key=lambda refusal: PRECEDENCE[refusal.reason])
