"""The drawers of the cage: who answers for which cash, and what becomes of it when it is counted.

No instrument speaks of drawers, so nothing here cites a clause: a person who may pay papers or by hand under some
rulebook of the floor may have one, and answers for it alone. What should be in it is what the ledger says, always. A
difference is never lost: it goes to an account of its own, with words, and staff are told.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from openetg.floor.commands import CloseDrawer, CountDrawer, MoveDrawerCash, OpenDrawer, RequireDrawers
from openetg.floor.core.authority import not_theirs
from openetg.floor.core.declaring import declaration_of
from openetg.floor.core.ledger import CAGE, Transfer, drawer_of, short_over_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.core.written import says_anything
from openetg.floor.events import DrawerCashMoved, DrawerClosed, DrawerCounted, DrawerOpened, DrawersRequired
from openetg.floor.money.paid_from import drawer_short, held_in, open_drawer_of
from openetg.floor.people.staff import OPERATOR, has_duty
from openetg.floor.premises.registering import is_name
from openetg.money import LARGEST_CENTS, ZERO, Money, cents, cents_of
from openetg.rulebook.roles import holders

if TYPE_CHECKING:
    from openetg.floor.commands import Act
    from openetg.floor.state import Drawer, Floor

PAYING = declaration_of(OpenDrawer).powers
"""A person with one of these powers under some rulebook of the floor may have a drawer."""
OVERSEEING = "close_table"
"""A person who may close a table under some rulebook may also count and close the drawer of another."""
_CENTS = re.compile(r"[1-9][0-9]{0,11}", re.ASCII)
"""The value of a note or coin."""


LONGEST_NAME = 32
"""The name of a drawer is printed on its card, on its sheet and in addresses."""


def decide_require_drawers(floor: Floor, command: RequireDrawers, _at_ms: int) -> Verdict:
    """A person who has none open yet pays no more cash from now on; what was paid before stands."""
    return () if command.required == floor.vault.drawers_required else (DrawersRequired(command.required),)


def decide_open_drawer(floor: Floor, command: OpenDrawer, at_ms: int) -> Verdict:
    """One person has at most one drawer, and a drawer one person."""
    refused = first_of(
        None if _may_be_called(command.drawer) else Refusal(Reason.NOT_A_NAME),
        None if command.person else Refusal(Reason.UNKNOWN_PERSON),
        _powerless(floor, command, PAYING),
        _open_already(floor, command),
        _not_countable(command.counted),
    )
    if refused is not None:
        return refused
    moved = (Transfer(drawer_of(command.drawer), CAGE, command.counted),) if command.counted else ()
    return (
        DrawerOpened(
            drawer=command.drawer,
            counted=command.counted,
            role=command.role,
            person=command.person,
            at_ms=at_ms,
            transfers=moved,
        ),
    )


def _may_be_called(name: str) -> bool:
    """Whether a drawer may have this name; an address cannot end in dots alone."""
    return is_name(name) and says_anything(name) and len(name) <= LONGEST_NAME and bool(name.strip("."))


def decide_move_drawer_cash(floor: Floor, command: MoveDrawerCash, at_ms: int) -> Verdict:
    """Cash between the cage and the own drawer; out of it no more than is there."""
    drawer = floor.vault.drawers.get(command.drawer)
    if drawer is None:
        return Refusal(Reason.UNKNOWN_DRAWER)
    into = command.to == "drawer"
    refused = first_of(
        _powerless(floor, command, PAYING),
        _of_another(drawer, command),
        _not_countable(command.amount) if command.amount else Refusal(Reason.NO_AMOUNT),
        None if into else drawer_short(floor, drawer.name, command.amount),
    )
    if refused is not None:
        return refused
    here = drawer_of(drawer.name)
    source, destination = (here, CAGE) if into else (CAGE, here)
    moved = Transfer(source, destination, command.amount)
    return (
        DrawerCashMoved(
            drawer=drawer.name,
            amount=command.amount,
            to=command.to,
            role=command.role,
            person=command.person,
            why=command.why,
            at_ms=at_ms,
            transfers=(moved,),
        ),
    )


def decide_count_drawer(floor: Floor, command: CountDrawer, at_ms: int) -> Verdict:
    """What was found beside what should be there; an overseer counts a drawer without notice."""
    drawer = floor.vault.drawers.get(command.drawer)
    if drawer is None:
        return Refusal(Reason.UNKNOWN_DRAWER)
    refused = _not_counted(floor, drawer, command)
    if refused is not None:
        return refused
    expected = held_in(floor, drawer.name)
    return (
        DrawerCounted(
            drawer=drawer.name,
            expected=expected,
            counted=command.counted,
            difference=command.counted - expected,
            role=command.role,
            person=command.person,
            at_ms=at_ms,
            pieces=command.pieces,
        ),
    )


def decide_close_drawer(floor: Floor, command: CloseDrawer, at_ms: int) -> Verdict:
    """What was counted goes back into the cage; a difference needs words and stands on its own account."""
    drawer = floor.vault.drawers.get(command.drawer)
    if drawer is None:
        return Refusal(Reason.UNKNOWN_DRAWER)
    expected = held_in(floor, drawer.name)
    difference = command.counted - expected
    refused = first_of(_not_counted(floor, drawer, command), _unexplained(command, expected, difference))
    if refused is not None:
        return refused
    moved = _closing(drawer.name, command.counted, difference)
    return (
        DrawerClosed(
            drawer=drawer.name,
            expected=expected,
            counted=command.counted,
            difference=difference,
            role=command.role,
            person=command.person,
            why=command.why,
            at_ms=at_ms,
            transfers=moved,
            pieces=command.pieces,
        ),
    )


def _closing(name: str, counted: Money, difference: Money) -> tuple[Transfer, ...]:
    """The transfers that leave the drawer at zero: a shortage first, so that its account is never above zero."""
    here, apart = drawer_of(name), short_over_of(name)
    over = Transfer(here, apart, difference) if difference > ZERO else None
    short = Transfer(apart, here, -difference) if difference < ZERO else None
    back = Transfer(CAGE, here, counted) if counted else None
    return tuple(each for each in (over, short, back) if each is not None)


def _unexplained(command: CloseDrawer, expected: Money, difference: Money) -> Refusal | None:
    if not difference or command.why.strip():
        return None
    found = {"expected": cents_of(expected), "counted": cents_of(command.counted), "difference": cents_of(difference)}
    return Refusal(Reason.NO_REASON_GIVEN, details={"drawer": command.drawer, **found})


def _not_counted(floor: Floor, drawer: Drawer, command: CountDrawer | CloseDrawer) -> Refusal | None:
    """Why a count is refused: who made it, or how it adds up."""
    return first_of(
        _powerless_over(floor, drawer, command),
        _not_countable(command.counted),
        _not_the_sum(command.pieces, command.counted),
    )


def _powerless_over(floor: Floor, drawer: Drawer, act: Act) -> Refusal | None:
    """Why a person may not act on a drawer: it is not their own, and they are neither overseer nor operator, who act
    for a person who has gone home."""
    if act.role == OPERATOR:
        may = has_duty(floor, act.person, OPERATOR)
        return None if may else Refusal(Reason.NOT_THEIR_ROLE, details={"role": OPERATOR, "person": act.person})
    overseeing = _powerless(floor, act, (OVERSEEING,))
    if overseeing is None:
        return None
    return _powerless(floor, act, PAYING) or _of_another(drawer, act)


def _of_another(drawer: Drawer, act: Act) -> Refusal | None:
    if act.person == drawer.person:
        return None
    return Refusal(Reason.NO_POWER, details={"role": act.role, "drawer": drawer.name, "person": drawer.person})


def _powerless(floor: Floor, act: Act, powers: tuple[str, ...]) -> Refusal | None:
    """Why a role, or this person in it, holds none of these powers under any rulebook of the floor."""
    known = [rulebook for rulebook in floor.rulebooks.values() if act.role in rulebook.roles]
    if not known:
        return Refusal(Reason.UNKNOWN_ROLE, details={"role": act.role})
    giving = [book for book in known if any(act.role in holders(book, power) for power in powers)]
    if not giving:
        return Refusal(Reason.NO_POWER, details={"role": act.role})
    if any(not_theirs(floor, rulebook, act.role, act.person) is None for rulebook in giving):
        return None
    return Refusal(Reason.NOT_THEIR_ROLE, details={"role": act.role, "person": act.person})


def _open_already(floor: Floor, command: OpenDrawer) -> Refusal | None:
    found = floor.vault.drawers.get(command.drawer) or open_drawer_of(floor, command.person)
    if found is None:
        return None
    return Refusal(Reason.DRAWER_OPEN, details={"drawer": found.name, "person": found.person})


def _not_countable(amount: Money) -> Refusal | None:
    """Why it cannot be a counted amount; an empty drawer can be counted too."""
    if amount < ZERO:
        return Refusal(Reason.NO_AMOUNT)
    return Refusal(Reason.ABOVE_MAXIMUM) if amount > cents(LARGEST_CENTS) else None


def _not_the_sum(pieces: dict[str, int], counted: Money) -> Refusal | None:
    if not pieces:
        return None
    sensible = all(_CENTS.fullmatch(value) and 0 <= count <= LARGEST_CENTS for value, count in pieces.items())
    sum_ = sum(int(value) * count for value, count in pieces.items()) if sensible else -1
    if sum_ == cents_of(counted):
        return None
    details: dict[str, str | int] = {"sum": sum_} if 0 <= sum_ <= LARGEST_CENTS else {}
    return Refusal(Reason.NOT_THE_SUM, details=details)


DECIDERS: Deciders = {
    RequireDrawers: decide_require_drawers,
    OpenDrawer: decide_open_drawer,
    MoveDrawerCash: decide_move_drawer_cash,
    CountDrawer: decide_count_drawer,
    CloseDrawer: decide_close_drawer,
}
