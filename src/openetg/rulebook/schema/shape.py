"""The pieces every section of a rulebook is made of: cited values, policies, and texts with a form of their own."""

from __future__ import annotations

from typing import Annotated, Generic, TypeVar

from msgspec import Meta, Struct

Clause = Annotated[str, Meta(extra={"is": "clause"})]
"""The id of a clause in the register of the same rulebook."""
RoleName = Annotated[str, Meta(extra={"is": "role"})]
"""The name of a role of the same rulebook."""
Odds = Annotated[str, Meta(extra={"is": "odds"})]
"""Odds as printed: `35 to 1`."""
Amount = Annotated[str, Meta(extra={"is": "amount"})]
"""An amount of money, written `5.00`; never negative."""
Numbers = Annotated[str, Meta(extra={"is": "numbers"})]
"""Numbers with spaces between them, ranges as `1..18`, groups as `red`, `black`, `even`, `odd`."""
Count = Annotated[int, Meta(ge=1, le=1_000_000)]
"""A whole number above zero, at most a million."""
Part = Annotated[str, Meta(extra={"is": "part"})]
"""A part of a wager, written `1/2`."""

T = TypeVar("T")


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of keys."""


class Cited(Section, frozen=True):
    """Something the instrument asks for or allows, with no value to choose: the clause says it all."""

    clause: Clause
    """The clause that asks for it."""


class Told(Section, frozen=True):
    """Something of which an official must be told."""

    clause: Clause
    """The clause that asks for it."""
    official: RoleName
    """Who must be told."""


class Advice(Section, frozen=True):
    """Somebody who is not content must be told of the right to turn to an official."""

    clause: Clause
    """The clause that asks for it."""
    official: RoleName
    """To whom."""
    law: str | None = None
    """The law that gives the right, where the clause names it."""


class Value(Section, Generic[T], frozen=True):
    """A value and the clause it comes from."""

    value: T
    """The value."""
    clause: Clause
    """The clause it comes from."""


class Choice(Section, Generic[T], frozen=True):
    """A policy and the clause that asks for it."""

    policy: T
    """The policy."""
    clause: Clause
    """The clause that asks for it."""


class Power(Section, frozen=True):
    """Who may do an act."""

    roles: tuple[RoleName, ...]
    """The roles that hold the power; those that act as them, or to whom they delegate, hold it too."""
    clause: Clause
    """The clause that gives it."""
