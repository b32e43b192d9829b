"""What a player at a cloth may see now: the own chips in hand and on the layout, and the table with the cloth's limits.

Read from the floor after a commit, never before. Shows no other player's chips and no names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from openetg.floor.cloth.chips import colours_of, held_by
from openetg.floor.core.ledger import cloth_of
from openetg.floor.rounds.views import LimitView, TableView, table_view
from openetg.floor.state import STANDING, Floor, Table
from openetg.money import ZERO, cents_of

if TYPE_CHECKING:
    from openetg.money import Money


class SeatView(Struct, frozen=True, gc=False):
    """What a seat may see of itself now. Amounts are whole cents."""

    seat: str
    sits: bool
    """Whether the player has a place at the table."""
    hand: int
    """All chips in hand: those of printed value, and those of a colour."""
    value_chips: int
    colour_chips: int
    colour: str
    """The player's colour at this table; empty if none."""
    colour_value: int
    """What one chip of the colour is worth."""
    staked: int
    """All chips on the cloth."""
    spots: dict[str, int]
    """What lies on the cloth, by wager."""
    win: int
    """What the last round won, without the wagers."""
    paid: int
    """Everything the last round gave back, the wagers included."""
    maximum: int | None
    """The own maximum that a marker shows."""
    advised: bool
    """Whether the player was told that further wagers below the minimum are returned."""
    message: str = ""
    """What staff show to the player: one of the fixed messages; empty if none."""
    message_at_ms: int = 0
    """When it was shown: a page that has put one away knows it by this."""


def seat_view(floor: Floor, table: Table, seat: str) -> SeatView:
    """What a player at the cloth of a table may see."""
    cloth, round_ = table.cloth, table.round
    stack, colours = held_by(floor, table, seat), colours_of(table, seat)
    laid = round_.cloth if round_ is not None and round_.phase in STANDING else cloth.riding
    result = round_.cloth_results.get(seat) if round_ is not None else None
    colour = next(iter(colours), "")
    told = floor.people.players[seat].told.get(table.name) if seat in floor.people.players else None
    return SeatView(
        seat=seat,
        sits=seat in cloth.players,
        hand=cents_of(stack.value + stack.colour),
        value_chips=cents_of(stack.value),
        colour_chips=cents_of(stack.colour),
        colour=colour,
        colour_value=cents_of(colours[colour].value if colour else ZERO),
        staked=cents_of(floor.ledger.held(cloth_of(table.name, seat))),
        spots={spot: cents_of(amount) for spot, amount in laid.get(seat, {}).items()},
        win=cents_of(cloth.wins.get(seat, ZERO)),
        paid=cents_of(result.returned if result is not None else ZERO),
        maximum=_maybe(cloth.maxima.get(seat)),
        advised=seat in cloth.advised,
        message=told.message.value if told else "",
        message_at_ms=told.at_ms if told else 0,
    )


def seat_table_view(table: Table) -> TableView:
    """What all players at a cloth may see: the table, with the limits that stand on the sign beside the cloth."""
    signs = table.cloth.limits.items()
    limits = tuple(LimitView(kind, _maybe(s.min), _maybe(s.max), _maybe(s.step), s.multiples) for kind, s in signs)
    return replace(table_view(table), limits=limits, own_limits={})


def _maybe(amount: Money | None) -> int | None:
    return None if amount is None else cents_of(amount)
