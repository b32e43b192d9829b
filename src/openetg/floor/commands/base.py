"""What every command is: a wish, by a device, a terminal or a person, with the id its sender minted.

A command says what is wished and whom it concerns; time is stamped by the writer, chance and identity arrive inside.
Names are on record for ever: a command is never renamed, a new field has a default. Defaults are not written, so that
a field added later leaves the bytes of older entries as they are.
"""

from __future__ import annotations

from msgspec import Struct

from openetg.money import Money


class Command(Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A wish."""


class Act(Command, frozen=True):
    """The wish of a person, in a role of the rulebook that must hold the power."""

    role: str
    person: str


class Sign(Struct, frozen=True, gc=False, omit_defaults=True):
    """The limits of one kind of wager at a table; absent ones do not bind."""

    min: Money | None = None
    max: Money | None = None
    step: Money | None = None
    multiples: bool = False
