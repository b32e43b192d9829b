"""What a command declares of itself: who may send it, by which power, with which second person, its line in a script.

Written once, right above the command. The access check (`server/acts/`), the journal of refusals (`pipeline.py`), round
scripts and recalled lines read it from here. It says nothing of what a command does, and is never stored: the bytes of
a command in the journal do not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeVar

from msgspec import Struct

from openetg.rulebook.schema.powers import POWERS


class SentBy(Enum):
    """Who may send a command."""

    ROLE = "role"
    """A person, in a role of the rulebook."""
    ANY_STAFF = "any_staff"
    """Any person with a role under the rulebook of the table: no rulebook gives or denies it."""
    OPERATOR = "operator"
    """Those with the duty of the operator: what the floor file does as well."""
    STAFF_DESK = "staff_desk"
    """Those with the duty of the staff desk, and about its own people the authority."""
    INSIDE = "inside"
    """No person: the server, a device, a terminal, or time."""


class TakesTwo(Enum):
    """When an act waits for a second person. Above the sum of the site it always does."""

    BY_WHAT_FOLLOWS = "by_what_follows"
    """If what follows is grave, or moves more than that sum."""
    ALWAYS = "always"
    """Always, unless the site has a list of its own."""
    BY_SUM_NAMED = "by_sum_named"
    """Never for what follows: the course of a round, and what stops it at once, do not wait for a second person."""


class HeldBy(Enum):
    """Who is offered an act, besides or instead of those with its powers."""

    DEALER = "dealer"
    """Also the dealer."""
    LAST_WORD = "last_word"
    """Also the person who has the last word in a dispute."""
    OFFICIALS = "officials"
    """Only people of the authority."""
    HOUSE = "house"
    """Only people who work for the house."""


class Needs(Enum):
    """What a rulebook or a kind of table must have, otherwise an act is not offered there."""

    CLOTH = "cloth"
    DEALER_RUN = "dealer_run"
    """A device that a dealer sets in motion."""
    DEALER_CLOSES = "dealer_closes"
    COLLECT_STEP = "collect"
    DOLLY_STEP = "dolly"
    PAY_STEP = "pay"
    """A step of the order in which a cloth is settled."""
    WARNING = "warning"
    NO_SPIN = "no_spin"
    ADVICE = "advice"
    """Advice on the rights of a person who disputes something."""
    JACKPOTS = "jackpots"
    SCRUTINEER = "scrutineer"
    PRESCRIBED = "prescribed"
    """Prizes that others prescribe."""


class Declaration(Struct, frozen=True):
    """What is declared of a command."""

    by: SentBy
    powers: tuple[str, ...] = ()
    """The power it takes; if several are named, one of them, depending on what the act is about. None = not by
    powers."""
    held_by: HeldBy | None = None
    needs: Needs | None = None
    duties: tuple[str, ...] = ()
    """Duties for the house by which it may be done besides."""
    fills: frozenset[str] = frozenset()
    """Fields that the server fills, beside those that say who acts."""
    leaves: frozenset[str] = frozenset()
    """Fields with the name of a sender's field but another meaning here: filled by the request."""
    takes_two: TakesTwo = TakesTwo.BY_WHAT_FOLLOWS
    worth: str = ""
    """The field that says how much it gives away at once: the sum, or the paper, payment or award of that sum."""
    unrecorded: bool = False
    """Whether its refusals are not journaled: a player's finger, or a device that repeats itself, could flood it."""
    script: str = ""
    """Its line in a round script, in the notation of `script/grammar.py`; empty if none, or one that is staged."""


_declared: dict[type[Struct], Declaration] = {}

C = TypeVar("C", bound=type[Struct])


def declared(  # noqa: PLR0913 - one place for the whole declaration
    by: SentBy | None = None,
    *,
    power: str = "",
    one_of: tuple[str, ...] = (),
    held_by: HeldBy | None = None,
    needs: Needs | None = None,
    duties: tuple[str, ...] = (),
    fills: tuple[str, ...] = (),
    leaves: tuple[str, ...] = (),
    takes_two: TakesTwo = TakesTwo.BY_WHAT_FOLLOWS,
    worth: str = "",
    unrecorded: bool = False,
    script: str = "",
) -> Callable[[C], C]:
    """Declares the command below. Without `by` it is an act in a role of the rulebook."""
    powers = (power, *one_of) if power else one_of
    assert POWERS.keys() >= set(powers), f"no such power: {set(powers) - POWERS.keys()}"

    def note(kind: C) -> C:
        own = set(kind.__struct_fields__)
        assert by is not None or "role" in own, f"{kind.__name__}: say who may send it"
        assert own.issuperset((*fills, *leaves, *filter(None, [worth]))), f"{kind.__name__}: no such field"
        _declared[kind] = Declaration(
            by or SentBy.ROLE,
            powers=powers,
            held_by=held_by,
            needs=needs,
            duties=duties,
            fills=frozenset(fills),
            leaves=frozenset(leaves),
            takes_two=takes_two,
            worth=worth,
            unrecorded=unrecorded,
            script=script,
        )
        return kind

    return note


def declaration_of(kind: type[Struct]) -> Declaration:
    """What a command has declared; raises `KeyError` if it has not."""
    return _declared[kind]


class FactSays(Struct, frozen=True):
    """What is declared of an event."""

    says: str = ""
    """Its sentence for people, with names of fields in braces (`reports/sentences/declared.py`); empty if it is written
    out there, or told from its name and fields.
    """
    ruling: bool = False
    """Whether it gives players money, or takes it from them, by the word of a person and not by the course of a round.
    """


_facts: dict[type[Struct], FactSays] = {}


def fact(says: str = "", *, ruling: bool = False) -> Callable[[C], C]:
    """Declares the event below."""

    def note(kind: C) -> C:
        _facts[kind] = FactSays(says, ruling)
        return kind

    return note


def fact_of(kind: type[Struct]) -> FactSays:
    """What an event has declared; the defaults if it has declared nothing."""
    return _facts.get(kind, FactSays())
