"""Commands about the drawers of the cage: opened with counted cash, filled and emptied, counted, closed.

No instrument speaks of drawers: they are the house's own order of who answers for which cash.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from openetg.floor.commands.base import Act, Command, Private
from openetg.money import Money


class RequireDrawers(Command, frozen=True):
    """Whether a person pays cash at the cage only out of a drawer of their own, as the floor file says."""

    required: bool


class OpenDrawer(Act, frozen=True):
    """A person takes a drawer with so much cash out of the cage, counted; from now on they pay cash out of it."""

    drawer: str
    """Its name or number."""
    counted: Money


class MoveDrawerCash(Act, frozen=True):
    """Cash from the cage into an open drawer, or from the drawer back into the cage."""

    drawer: str
    amount: Money
    to: Literal["drawer", "cage"]
    why: Private = ""


class CountDrawer(Act, frozen=True):
    """The cash in an open drawer was counted; nothing moves."""

    drawer: str
    counted: Money
    pieces: dict[str, int] = {}
    """How many notes and coins of which value, in cents; if any are told, they are all of what was counted."""


class CloseDrawer(Act, frozen=True):
    """The cash in a drawer was counted for the last time and goes back into the cage."""

    drawer: str
    counted: Money
    pieces: dict[str, int] = {}
    """As in a count."""
    why: Private = ""
    """What explains a difference; needed if there is one."""


DrawerCommand: TypeAlias = RequireDrawers | OpenDrawer | MoveDrawerCash | CountDrawer | CloseDrawer
