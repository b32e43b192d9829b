"""Out of which drawer a person pays cash, and whether enough is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.core.ledger import CAGE, drawer_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.money import cents_of

if TYPE_CHECKING:
    from openetg.floor.state import Drawer, Floor
    from openetg.money import Money

CASH = "cash"
"""The form of payment that comes out of a drawer; every other comes from the cage itself."""


def open_drawer_of(floor: Floor, person: str) -> Drawer | None:
    """The drawer a person has open."""
    return next((each for each in floor.vault.drawers.values() if each.person == person), None)


def held_in(floor: Floor, drawer: str) -> Money:
    """What should be in a drawer now."""
    return -floor.ledger.held(drawer_of(drawer))


def paid_out_of(floor: Floor, person: str, form: str) -> str:
    """The drawer out of which a person pays in that form; empty is the cage itself."""
    drawer = open_drawer_of(floor, person) if form == CASH else None
    return "" if drawer is None else drawer.name


def paying_account(drawer: str) -> str:
    """The account of a drawer, or of the cage if none is named."""
    return drawer_of(drawer) if drawer else CAGE


def no_drawer(floor: Floor, drawer: str, form: str) -> Refusal | None:
    """Why a person does not pay in that form: it is cash, and they have no drawer where the house wants one."""
    if drawer or form != CASH or not floor.vault.drawers_required:
        return None
    return Refusal(Reason.NO_DRAWER)


def drawer_short(floor: Floor, drawer: str, amount: Money) -> Refusal | None:
    """Why an amount is not paid out of a drawer: there is not enough in it."""
    if not drawer or amount <= held_in(floor, drawer):
        return None
    there = {"there": cents_of(held_in(floor, drawer)), "amount": cents_of(amount)}
    return Refusal(Reason.DRAWER_SHORT, details={"drawer": drawer, **there})
