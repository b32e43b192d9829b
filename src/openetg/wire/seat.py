"""Every message between a seat at a cloth and the server, each way a closed set. Amounts are whole cents.

A seat knows chips only: a player buys them, lays them on the cloth, takes them back and hands them in. Numbers and
streams are those of `messages`: `n` makes a command idempotent, `seq` and `prev` number what is told, a gap is mended
with `again`. A command that was done is answered by the seat's own view with its `n`; one that was not by `refused`
with the reason and the clause. Notes, tickets and the wish to collect are messages too, for the floor to refuse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import DecodeError, json

from openetg.floor.cloth.seat_views import SeatView as SeatView
from openetg.floor.rounds.views import LayoutView, TableView
from openetg.floor.rounds.views import LimitView as LimitView
from openetg.wire.codec import Malformed
from openetg.wire.messages import (
    Again,
    Bye,
    CollectMeter,
    Known,
    Message,
    Note,
    Ping,
    Pong,
    Refused,
    TableNews,
    TicketIn,
)


class SeatHello(Message, frozen=True, tag="hello"):
    """A seat introduces itself; with `boot` it comes back, without it starts afresh."""

    protocol: int
    seat: str
    key: str
    boot: int | None = None
    own_seen: int = -1
    """The last `seq` of its own stream it has shown."""
    table_seen: int = -1
    """The last `seq` of its table's stream it has shown."""


class Buy(Message, frozen=True, tag="buy"):
    """Chips for simulated cash, from the dealer."""

    n: int
    amount: int
    colour: str = ""
    """Empty for chips of printed value."""
    value: int = 0
    """What one chip of the colour is to be worth; zero means the rulebook's own, or the one it has."""


class Lay(Message, frozen=True, tag="lay"):
    """So many cents in chips on a spot of the cloth."""

    n: int
    wager: str
    amount: int
    round: int = 0
    """The round the player meant; in another one it is refused. Zero means whichever is open."""


class Lift(Message, frozen=True, tag="lift"):
    """So many cents in chips off a spot of the cloth."""

    n: int
    wager: str
    amount: int
    round: int = 0
    """The round the player meant; zero means whichever is open."""


class HandIn(Message, frozen=True, tag="hand_in"):
    """All chips in hand are given back for value."""

    n: int
    at: str = ""
    """Where: empty for the table itself, which gives chips of printed value, or `cage` for cash."""


SeatAsk: TypeAlias = Buy | Lay | Lift | HandIn | Note | TicketIn | CollectMeter
FromSeat: TypeAlias = SeatHello | SeatAsk | Again | Ping


class SeatWelcome(Message, frozen=True, tag="welcome"):
    """The session stands and the player has a place. A view that the seat has already seen is left out."""

    boot: int
    last: int
    """The last number on record for this boot."""
    now_ms: int
    own_seq: int
    table_seq: int
    layout: LayoutView | None
    own: SeatView | None
    table: TableView | None


class SeatNews(Message, frozen=True, tag="own"):
    """The seat's own view, whole; with `n` it says that this command was done."""

    seq: int
    prev: int
    now_ms: int
    own: SeatView
    clause: str = ""
    """The clause by which it was done."""
    n: int | None = None
    """The command of this seat that it answers, if it answers one."""
    trimmed: str = ""
    """The clause by which less was accepted than asked for."""
    also: tuple[str, ...] = ()
    """Clauses of which the dealer reminds the player."""


ToSeat: TypeAlias = SeatWelcome | SeatNews | Known | Refused | TableNews | Pong | Bye

_from_seat: json.Decoder[FromSeat] = json.Decoder(FromSeat)
_to_seat: json.Decoder[ToSeat] = json.Decoder(ToSeat)

encode: Callable[[FromSeat | ToSeat], bytes] = json.Encoder().encode
"""The bytes of a message."""


def decode_from_seat(data: bytes) -> FromSeat:
    """The message of a seat; `Malformed` if it is none."""
    try:
        return _from_seat.decode(data)
    except (DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Malformed(str(wrong)) from None


def decode_to_seat(data: bytes) -> ToSeat:
    """The message of a server; `Malformed` if it is none."""
    try:
        return _to_seat.decode(data)
    except (DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Malformed(str(wrong)) from None
