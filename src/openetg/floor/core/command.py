"""What every command is: a wish, by a device, a terminal or a person, with the id its sender minted.

A command says what is wished and whom it concerns; time is stamped by the writer, chance and identity arrive inside.
Names are on record for ever: a command is never renamed, a new field has a default. Defaults are not written, so that
a field added later leaves the bytes of older entries as they are.

Names, signatures and free texts are `Private`: ciphertext in the journal of a running floor, put there by the server
before a command reaches the core. No decision reads more of them than whether there is anything. An identifier (a
terminal, a role, a person's number) is not: decisions are made by it, so it must not be a person's name.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from openetg.money import Money

Private: TypeAlias = Annotated[str, Meta(extra={"private": ""})]
"""Text that is sealed under the key of the gaming day."""
OfWho: TypeAlias = Annotated[str, Meta(extra={"private": "who"})]
"""Private, and about the one in the command's field `who`: sealed under a key of theirs. The types below work the same
way."""
OfPerson: TypeAlias = Annotated[str, Meta(extra={"private": "person"})]
OfDispute: TypeAlias = Annotated[str, Meta(extra={"private": "dispute"})]
OfClaim: TypeAlias = Annotated[str, Meta(extra={"private": "claim"})]
SignatureOfPayout: TypeAlias = Annotated[str, Meta(extra={"private": "payout", "signature": True})]
"""Private, and a signature: a blank one counts as unsigned."""
OfTicket: TypeAlias = Annotated[str, Meta(extra={"private": "ticket"})]
NameOfClaim: TypeAlias = Annotated[str, Meta(extra={"private": "claim", "found": True})]
"""Private, and found again by a person who knows it: a person who asks what is on record, or asks for its erasure."""
NameOfTicket: TypeAlias = Annotated[str, Meta(extra={"private": "ticket", "found": True})]
Presented: TypeAlias = Annotated[str, Meta(extra={"ticket": "presented"})]
"""A ticket that is presented to be paid: outside the server the number printed on it, in here its name."""
PaperNumber: TypeAlias = Annotated[str, Meta(extra={"ticket": "meant"})]
"""A paper that an act is about: outside the server its name or the number printed on it, in here its name."""


class Command(Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """What a sender asks the floor to do."""


class Act(Command, frozen=True):
    """A command of a person, in a role of the rulebook that must hold the power."""

    role: str
    person: str


class Sign(Struct, frozen=True, gc=False, omit_defaults=True):
    """The limits of one kind of wager at a table; absent ones do not bind."""

    min: Money | None = None
    max: Money | None = None
    step: Money | None = None
    multiples: bool = False
