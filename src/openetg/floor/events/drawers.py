"""Events of the drawers of the cage."""

from __future__ import annotations

from typing import Literal, TypeAlias

from openetg.floor.commands.base import Private
from openetg.floor.events.base import Event
from openetg.floor.ledger import Transfer
from openetg.money import Money


class DrawersRequired(Event, frozen=True):
    """From now on a person pays cash at the cage only out of a drawer of their own, or out of the cage as well."""

    required: bool


class DrawerOpened(Event, frozen=True):
    """A person answers for the cash of a drawer from now on."""

    drawer: str
    counted: Money
    role: str
    person: str
    at_ms: int
    transfers: tuple[Transfer, ...] = ()


class DrawerCashMoved(Event, frozen=True):
    """Cash went from the cage into a drawer, or back."""

    drawer: str
    amount: Money
    to: Literal["drawer", "cage"]
    role: str
    person: str
    why: Private
    at_ms: int
    transfers: tuple[Transfer, ...]


class DrawerCounted(Event, frozen=True):
    """What was found in a drawer, beside what the ledger says is in it."""

    drawer: str
    expected: Money
    counted: Money
    difference: Money
    """Below zero, so much is missing; above, so much is too much."""
    role: str
    person: str
    at_ms: int
    pieces: dict[str, int] = {}


class DrawerClosed(Event, frozen=True):
    """What was counted is in the cage again; a difference stands on an account of its own."""

    drawer: str
    expected: Money
    counted: Money
    difference: Money
    role: str
    person: str
    why: Private
    at_ms: int
    transfers: tuple[Transfer, ...] = ()
    pieces: dict[str, int] = {}


DrawerEvent: TypeAlias = DrawersRequired | DrawerOpened | DrawerCashMoved | DrawerCounted | DrawerClosed
