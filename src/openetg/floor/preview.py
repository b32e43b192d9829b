"""What a command would do, before it is sent: the answer, and every account it would touch.

A preview is `decide` without `apply`; the transfers in the events give every meter. Nothing is remembered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.floor.core.refusals import Refusal
from openetg.floor.events import JackpotSetUp
from openetg.floor.jackpots.kinds import is_mystery
from openetg.floor.jackpots.offering import first_pools
from openetg.floor.pipeline import decide
from openetg.money import ZERO, Money

if TYPE_CHECKING:
    from openetg.floor.commands import AnyCommand
    from openetg.floor.events import AnyEvent
    from openetg.floor.state import Floor


class AccountChange(Struct, frozen=True):
    """An account as it stands, and as it would."""

    account: str
    before: Money
    after: Money


class Preview(Struct, frozen=True):
    """What would follow: events and accounts, or a refusal."""

    sequence: int
    """The entry this was computed after: another one in between, and it may be otherwise."""
    events: tuple[str, ...] = ()
    changes: tuple[AccountChange, ...] = ()
    refusal: Refusal | None = None


def preview(floor: Floor, command: AnyCommand, at_ms: int) -> Preview:
    """What a command would do now."""
    verdict = decide(floor, command, at_ms)
    if isinstance(verdict, Refusal):
        return Preview(floor.sequence, refusal=verdict)
    names = tuple(type(event).__name__ for event in verdict)
    return Preview(floor.sequence, names, changes_of(floor, verdict))


def changes_of(floor: Floor, events: tuple[AnyEvent, ...]) -> tuple[AccountChange, ...]:
    """Every account that events would touch."""
    moved: dict[str, Money] = {}
    for event in events:
        for transfer in getattr(event, "transfers", ()):
            moved[transfer.source] = moved.get(transfer.source, ZERO) - transfer.amount
            moved[transfer.destination] = moved.get(transfer.destination, ZERO) + transfer.amount
    held = floor.ledger.held
    return tuple(AccountChange(name, held(name), held(name) + by) for name, by in sorted(moved.items()) if by)


def follows_of(floor: Floor, events: tuple[AnyEvent, ...]) -> tuple[AccountChange, ...]:
    """Every account that the floor itself would touch right behind events: a mystery begins as soon as its value is
    drawn, in the same moment, without a command of a person.
    """
    begun = (
        began
        for event in events
        if isinstance(event, JackpotSetUp) and is_mystery(event.rules.kind)
        for began in first_pools(floor, event)
    )
    return changes_of(floor, tuple(begun))
