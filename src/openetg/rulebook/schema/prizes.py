"""The shape of a rulebook: jackpots and promotional prizes.

Schema only: nothing in here computes.
"""

from __future__ import annotations

from openetg.rulebook.schema.policies import JackpotKind, JackpotPayment
from openetg.rulebook.schema.shape import Advice, Amount, Cited, Clause, Count, Section, Told, Value


class Jackpots(Section, frozen=True):
    """Jackpots; absent where the instrument knows none."""

    kinds: dict[JackpotKind, Cited]
    """How they may be won."""
    contribution: dict[JackpotKind, Cited]
    """A percentage of turnover goes to the pools, by approved procedures."""
    payment: dict[JackpotPayment, Cited]
    """How they may be paid."""
    adjustment: Cited
    """A malfunction of display or controller allows an adjustment by approved procedures."""
    approvals: dict[str, Clause] = {}
    """What of a jackpot may be used only with an approval on record, each with its clause."""


class CashAlternative(Section, frozen=True):
    """The winner of a prize other than money may be offered cash, if the terms say so."""

    clause: Clause
    """The clause that allows it."""
    not_for: tuple[str, ...] = ()
    """The kinds of prizes for which it is not allowed."""


class Promotions(Section, frozen=True):
    """Promotional prizes; absent where the instrument knows none."""

    offered: Cited
    """The operator may offer them."""
    terms: dict[str, Clause]
    """What the terms must state, each with its clause."""
    terms_available: Cited
    """Where the terms can be read."""
    filed: Told
    """The terms go to the authority before the start."""
    kinds: dict[str, Clause]
    """What may be offered, each with its clause."""
    without_draw: tuple[str, ...] = ()
    """The kinds that are given without a draw."""
    filed_hours_before: Value[Count] | None = None
    """How many hours before the start."""
    change_approved: Cited | None = None
    """A change after the start needs the authority's approval."""
    by_terms_only: Cited | None = None
    """Nobody is awarded a prize against the published terms."""
    terms_by_prize: dict[str, Clause] = {}
    """What the terms must state besides, for some kinds of prize."""
    prohibited: dict[str, Clause] = {}
    """What no prize may be or include."""
    non_monetary: Cited | None = None
    """The law on prizes other than money applies."""
    cash_alternative: CashAlternative | None = None
    """The winner of such a prize may be offered cash."""
    scrutineer_above: Value[Amount] | None = None
    """Above this value a scrutineer oversees the draw."""
    payment_choice_above: Value[Amount] | None = None
    """Above this amount the winner chooses the form of payment."""
    notify_within_hours: Value[Count] | None = None
    """How soon an absent winner is to be told."""
    notify_by: dict[str, Clause] = {}
    """The ways of telling."""
    refusal_reason: Cited | None = None
    """A claimant is told why a prize is refused."""
    denied_record_above: Value[Amount] | None = None
    """Above this value a denied claim is kept in full."""
    dispute: Advice | None = None
    """A dispute over the terms is decided once; who is not content is told to whom to complain."""
    integrity: Told | None = None
    """A compromised draw is postponed or cancelled and an official is told."""
