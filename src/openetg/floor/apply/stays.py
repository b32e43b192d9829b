"""How a player's stay at a terminal begins, what it brings and takes away, and the bounds it is measured by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openetg.floor.bounds import AWAY_MS, HOUSE, OWN, stay_now
from openetg.floor.events import people as events
from openetg.floor.ledger import meter_of
from openetg.floor.state import Bound, Floor, Stay, Terminal
from openetg.money import Money


def let_go(floor: Floor, terminal: Terminal) -> None:
    """A stay that is over goes, and with it the bounds that its player had set.

    Before money comes: afterwards there is something on the meter again.
    """
    if terminal.stay is not None:
        if stay_now(floor, terminal, floor.at_ms) is None:
            terminal.stay = None
            terminal.bounds.pop(OWN, None)
    elif OWN in terminal.bounds and is_stale(floor, terminal.bounds[OWN]):
        del terminal.bounds[OWN]


def is_stale(floor: Floor, own: Bound) -> bool:
    """Whether whoever set a bound and then put nothing in has gone."""
    return floor.at_ms - own.set_at_ms > AWAY_MS


def came_in(floor: Floor, terminal: Terminal, amount: Money) -> None:
    """Money of the player's came: the first of it begins the stay."""
    if terminal.stay is None:
        terminal.stay = Stay(floor.at_ms)
    terminal.stay.put_in += amount
    terminal.stay.last_ms = floor.at_ms


def went_out(floor: Floor, terminal: Terminal, amount: Money) -> None:
    """Money was collected, or is to be paid by hand."""
    stay = terminal.stay
    if stay is None:
        return
    stay.taken_out += amount
    stay.last_ms = floor.at_ms
    if not floor.ledger.held(meter_of(terminal.name)):
        stay.collected_at_ms = floor.at_ms


def came_back(terminal: Terminal, amount: Money) -> None:
    """What was to be collected is on the meter again."""
    if terminal.stay is not None:
        terminal.stay.taken_out -= amount


def _bounds_set(floor: Floor, event: events.BoundsSet) -> None:
    terminal = floor.terminals[event.terminal]
    let_go(floor, terminal)
    whose = OWN if event.own else HOUSE
    if event.loss_max or event.lasts_ms:
        terminal.bounds[whose] = Bound(event.loss_max, event.lasts_ms, event.at_ms)
    else:
        terminal.bounds.pop(whose, None)


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {events.BoundsSet: _bounds_set}
