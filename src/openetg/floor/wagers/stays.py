"""How a player's stay at a terminal begins, what it brings and takes away, how it goes on with its own ticket, and the
bounds it is measured by.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openetg.floor.core.ledger import meter_of
from openetg.floor.people import events
from openetg.floor.state import Bound, Ended, Floor, Stay, Terminal
from openetg.floor.wagers.bounds import AWAY_MS, HOUSE, OWN, stay_now, strictest
from openetg.money import ZERO, Money


def let_go(floor: Floor, terminal: Terminal) -> None:
    """Drops a stay that is over, with the bounds its player had set and the message staff had shown.

    Called before money comes in: afterwards the meter is no longer empty.
    """
    if terminal.stay is not None:
        if stay_now(floor, terminal, floor.at_ms) is None:
            stay, terminal.stay, terminal.told = terminal.stay, None, None
            own = terminal.bounds.pop(OWN, None)
            if stay.papers:
                terminal.ended = [*(each for each in terminal.ended if _is_fresh(floor, each)), Ended(stay, own)]
    elif OWN in terminal.bounds and is_stale(floor, terminal.bounds[OWN]):
        del terminal.bounds[OWN]


def _is_fresh(floor: Floor, ended: Ended) -> bool:
    """Whether the player who collected may still be the one who puts the paper in."""
    return floor.at_ms - ended.stay.last_ms <= AWAY_MS


def goes_on(floor: Floor, terminal: Terminal, paper: str) -> None:
    """Resumes a stay and its bounds when its paper comes back soon, at the terminal that printed it.

    What has begun since is part of it: a note put in first makes no other player.
    """
    let_go(floor, terminal)
    ended = next((each for each in terminal.ended if paper in each.stay.papers), None)
    if ended is None:
        if terminal.stay is not None and paper in terminal.stay.papers:
            terminal.stay.papers.remove(paper)
        return
    terminal.ended.remove(ended)
    if not _is_fresh(floor, ended):
        return
    ended.stay.papers.remove(paper)
    terminal.stay = _together(ended.stay, terminal.stay)
    present = terminal.bounds.get(OWN)
    if ended.own is not None:
        both = [ended.own] if present is None else [ended.own, present]
        terminal.bounds[OWN] = Bound(*strictest(both), both[-1].set_at_ms)


def _together(before: Stay, since: Stay | None) -> Stay:
    """One stay out of two of the same player."""
    before.collected_at_ms = 0
    if since is not None:
        before.put_in += since.put_in
        before.taken_out += since.taken_out
        before.withheld += since.withheld
        before.papers += since.papers
        before.last_ms = since.last_ms
    return before


def is_stale(floor: Floor, own: Bound) -> bool:
    """Whether a player who set a bound and then put nothing in has gone."""
    return floor.at_ms - own.set_at_ms > AWAY_MS


def came_in(floor: Floor, terminal: Terminal, amount: Money) -> None:
    """Money of the player's came: the first of it begins the stay."""
    if terminal.stay is None:
        terminal.stay, terminal.told = Stay(floor.at_ms), None
    terminal.stay.put_in += amount
    terminal.stay.last_ms = floor.at_ms


def went_out(floor: Floor, terminal: Terminal, amount: Money, paper: str = "") -> None:
    """Money was collected, on a paper, or is to be paid by hand."""
    stay = terminal.stay
    if stay is None:
        return
    stay.taken_out += amount
    if paper:
        stay.papers.append(paper)
    stay.last_ms = floor.at_ms
    if not floor.ledger.held(meter_of(terminal.name)):
        stay.collected_at_ms = floor.at_ms


def came_back(terminal: Terminal, amount: Money, paper: str) -> None:
    """What was to be collected is on the meter again."""
    if terminal.stay is not None:
        terminal.stay.taken_out -= amount
        if paper in terminal.stay.papers:
            terminal.stay.papers.remove(paper)


def kept_back(terminal: Terminal, amount: Money) -> None:
    """Money of the player's is withheld: no loss until that is determined."""
    if terminal.stay is not None:
        terminal.stay.withheld += amount


def determined(floor: Floor, terminal: Terminal, amount: Money, to: str) -> None:
    """What was withheld goes to the `meter`, to be paid by `hand`, or to the `house`, whose it is then.

    What of it an earlier player left behind is no winnings: on the meter it is money that has come in.
    """
    for ended in terminal.ended:
        ended.stay.taken_out += ended.stay.withheld if to != "house" else ZERO
        ended.stay.withheld = ZERO
    stay = terminal.stay
    mine = ZERO if stay is None else stay.withheld
    if stay is not None and mine:
        stay.withheld = ZERO
        if to == "hand":
            went_out(floor, terminal, min(mine, amount))
    if to == "meter" and amount > mine:
        came_in(floor, terminal, amount - mine)


def _bounds_set(floor: Floor, event: events.BoundsSet) -> None:
    terminal = floor.terminals[event.terminal]
    let_go(floor, terminal)
    whose = OWN if event.own else HOUSE
    if event.loss_max or event.lasts_ms:
        terminal.bounds[whose] = Bound(event.loss_max, event.lasts_ms, event.at_ms)
    else:
        terminal.bounds.pop(whose, None)


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {events.BoundsSet: _bounds_set}
