"""What a player sees, and what a player can do: the same at a terminal and at a seat. Reads views, decides nothing."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from openetg.wire.messages import LayoutView, OwnView, TableView
from openetg.wire.seat import SeatView

BETTING = frozenset({"OPEN", "FINISHING"})
"""The phases in which wagers may be placed and taken back."""
PURSE = (500, 1_000, 2_000, 5_000, 10_000)
"""The notes in a purse, in cents: what a player gives the dealer for chips."""


class PlayerSight(Struct, frozen=True):
    """What a player sees now. Amounts are whole cents."""

    layout: LayoutView
    table: TableView
    meter: int
    """What may be wagered: the credit meter, or the chips in hand."""
    staked: int
    spots: dict[str, int]
    """What lies on the layout, by spot."""
    notes: tuple[int, ...]
    """The notes that are taken here."""
    tickets: bool
    """Whether tickets are taken and given here."""
    printing: bool = False
    ticket: str = ""
    """The number of the last ticket that was printed here."""

    @property
    def takes_wagers(self) -> bool:
        """Whether 'no more bets' was not announced yet."""
        return self.table.phase in BETTING


def at_terminal(layout: LayoutView, table: TableView, own: OwnView) -> PlayerSight:
    """What a terminal shows."""
    return PlayerSight(
        layout=layout,
        table=replace(table, limits=table.own_limits[own.terminal]) if own.terminal in table.own_limits else table,
        meter=own.meter,
        staked=own.staked,
        spots=own.spots,
        notes=own.notes,
        tickets=True,
        printing=own.printing,
        ticket=own.ticket,
    )


def at_seat(layout: LayoutView, table: TableView, own: SeatView) -> PlayerSight:
    """What a player at a cloth sees. Wagers of several pieces are the dealer's to place, and left to others."""
    return PlayerSight(
        layout=replace(layout, specials=()),
        table=table,
        meter=own.hand,
        staked=own.staked,
        spots=own.spots,
        notes=PURSE,
        tickets=False,
    )


class PutNote(Struct, frozen=True):
    """A note into the acceptor, or to the dealer for chips."""

    amount: int


class PutTicket(Struct, frozen=True):
    """A ticket into the acceptor."""

    number: str


class PlaceChips(Struct, frozen=True):
    """So many cents on each piece of a wager."""

    wager: str
    amount: int
    round: int


class TakeChips(Struct, frozen=True):
    """So many cents off a spot."""

    spot: str
    amount: int
    round: int


class CashOut(Struct, frozen=True):
    """The whole meter as a ticket, or all chips in hand for value."""


class WalkAway(Struct, frozen=True):
    """The player leaves."""

    why: str
    """`broke`, `enough` or `gave up`."""
    ticket: str = ""
    """The ticket in the pocket, if there is one."""


Act: TypeAlias = PutNote | PutTicket | PlaceChips | TakeChips | CashOut | WalkAway
