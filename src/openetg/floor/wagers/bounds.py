"""How far play at a terminal may go: bounds of loss and of time, by the house or by the player's own wish.

No instrument asks for them, so they cite no clause. They are measured by the stay of one player: it begins with the
money that comes to an empty terminal and lasts while anything of it is there, on the meter, on a layout or in the
printer. Once nothing is, it is over if the player had collected all there was, and otherwise when nothing has come for
a while: a player who has lost everything and brings more goes on with the same stay, and so does one who soon puts a
ticket of it in again where it was printed; a later player does not inherit it. What lies on a layout is still the
player's. Bounds keep wagers from being placed and nothing else: taking back, collecting and settling go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.floor.commands import SetBounds
from openetg.floor.core.ledger import meter_of, play_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import BoundsSet
from openetg.floor.state import Bound, Floor, Stay, Terminal
from openetg.money import ZERO, Money, cents_of, total

if TYPE_CHECKING:
    from collections.abc import Iterable

HOUSE, OWN = "house", "own"
"""Whose bounds there are."""
AWAY_MS = 600_000
"""A terminal with nothing on it for so long has another player when money comes again."""


class BoundsNow(Struct, frozen=True):
    """How far play at a terminal may go, and how far it has gone; a bound of zero does not bind."""

    loss_max: Money
    lost: Money
    """What this stay has lost so far; below zero it has won."""
    ends_at_ms: int
    """When this stay has lasted as long as it may."""
    begun_at_ms: int
    """When it began; zero while no player is here."""
    is_own: bool
    """Whether the player has set a bound."""


def bounds_of(floor: Floor, terminal: str, at_ms: int | None = None) -> BoundsNow | None:
    """The bounds of a terminal and the stay they are measured by; None if there is neither."""
    found = floor.terminals[terminal]
    now_ms = floor.at_ms if at_ms is None else at_ms
    stay, bounds = stay_now(floor, found, now_ms), _in_force(floor, found, now_ms)
    if stay is None and not bounds:
        return None
    loss_max, lasts_ms = strictest(bounds.values())
    begun = 0 if stay is None else stay.begun_at_ms
    lost = ZERO if stay is None else stay.put_in - stay.taken_out - _left(floor, found) - stay.withheld
    return BoundsNow(loss_max, lost, begun + lasts_ms if begun and lasts_ms else 0, begun, OWN in bounds)


def stay_now(floor: Floor, terminal: Terminal, at_ms: int) -> Stay | None:
    """The stay of the player who is at a terminal; None if none is known to be."""
    stay = terminal.stay
    if stay is None or _left(floor, terminal) or terminal.printing is not None:
        return stay
    if stay.collected_at_ms and stay.collected_at_ms >= terminal.wagered_at_ms:
        return None
    return stay if at_ms - max(stay.last_ms, terminal.wagered_at_ms) <= AWAY_MS else None


def _left(floor: Floor, terminal: Terminal) -> Money:
    """What of the player's is on the meter and on layouts."""
    held, name = floor.ledger.held, terminal.name
    return held(meter_of(name)) + total(held(play_of(table, name)) for table in terminal.tables)


def kept_back(floor: Floor, terminal: Terminal) -> Money:
    """What is withheld of the player who is here; zero for one who was here before."""
    stay = terminal.stay
    if stay is None or not stay.withheld or stay_now(floor, terminal, floor.at_ms) is None:
        return ZERO
    return stay.withheld


def _in_force(floor: Floor, terminal: Terminal, at_ms: int) -> dict[str, Bound]:
    """A player's own bound goes with the stay it was set in, or for; the house's stays."""
    own = terminal.bounds.get(OWN)
    if own is None or stay_now(floor, terminal, at_ms) is not None:
        return terminal.bounds
    if terminal.stay is None and at_ms - own.set_at_ms <= AWAY_MS:
        return terminal.bounds
    return {name: bound for name, bound in terminal.bounds.items() if name != OWN}


def strictest(bounds: Iterable[Bound]) -> tuple[Money, int]:
    """The least loss and the least time; zero if none is set."""
    there = list(bounds)
    loss_max = min((each.loss_max for each in there if each.loss_max), default=ZERO)
    return loss_max, min((each.lasts_ms for each in there if each.lasts_ms), default=0)


def out_of_bounds(floor: Floor, terminal: Terminal, cost: Money, at_ms: int) -> Refusal | None:
    """Why a terminal that has bounds may not wager so much more: reckoned as if all wagers on layouts were lost."""
    loss_max, lasts_ms = strictest(_in_force(floor, terminal, at_ms).values())
    stay = stay_now(floor, terminal, at_ms) or Stay(at_ms)
    if lasts_ms and at_ms >= stay.begun_at_ms + lasts_ms:
        return Refusal(Reason.TIME_BOUND, details={"left": 0})
    room = room_of(floor, terminal, loss_max, stay)
    if loss_max and (cost > room or room <= ZERO):
        return Refusal(Reason.LOSS_BOUND, details={"left": cents_of(max(room, ZERO))})
    return None


def room_of(floor: Floor, terminal: Terminal, loss_max: Money, stay: Stay) -> Money:
    """How much more may be wagered under a bound of loss: what is withheld is no loss until that is determined."""
    safe = floor.ledger.held(meter_of(terminal.name)) + stay.withheld
    return loss_max - (stay.put_in - stay.taken_out - safe)


def most_within(floor: Floor, terminal: Terminal, most: Money, at_ms: int) -> Money:
    """Of so much, what a terminal may wager within its bound of loss."""
    loss_max, _ = strictest(_in_force(floor, terminal, at_ms).values())
    if not loss_max:
        return most
    stay = stay_now(floor, terminal, at_ms) or Stay(at_ms)
    return max(min(most, room_of(floor, terminal, loss_max, stay)), ZERO)


def decide_set_bounds(floor: Floor, command: SetBounds, at_ms: int) -> Verdict:
    """The house may set any bound; a bound that a player has set for this stay is not widened before the stay ends."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    if command.loss_max < ZERO or command.lasts_ms < 0:
        return Refusal(Reason.NO_AMOUNT)
    before = _in_force(floor, terminal, at_ms).get(OWN if command.own else HOUSE)
    was = (ZERO, 0) if before is None else (before.loss_max, before.lasts_ms)
    if was == (command.loss_max, command.lasts_ms):
        return Refusal(Reason.ALREADY_THERE)
    if command.own and stay_now(floor, terminal, at_ms) is not None and _is_wider(command, *was):
        return Refusal(Reason.BOUND_STANDS, details={"loss_max": cents_of(was[0]), "lasts_ms": was[1]})
    return (BoundsSet(terminal.name, command.loss_max, command.lasts_ms, command.own, at_ms),)


def _is_wider(command: SetBounds, loss_max: Money, lasts_ms: int) -> bool:
    """Whether a command widens either bound; no bound (zero) is the widest."""
    wider_loss = bool(loss_max) and (not command.loss_max or command.loss_max > loss_max)
    return wider_loss or (bool(lasts_ms) and (not command.lasts_ms or command.lasts_ms > lasts_ms))


DECIDERS: Deciders = {SetBounds: decide_set_bounds}
