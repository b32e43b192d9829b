"""Every message between a terminal and the server, each way a closed set. Amounts are whole cents.

Numbers: `n` is minted by the terminal, rising within one boot, and makes a command idempotent. `seq` numbers a
stream (the terminal's own, or its table's) by the journal entry behind the message, `prev` is the one before it; a
terminal that finds a gap asks `again` and gets the whole view. Names are never reused, a new field has a default;
`schema.lock.json` keeps watch.

Every numbered message is answered once: `ack` or `own` (on record), `refused` (a reasoned no), `known` (on record
before), or `busy`. After `busy` nothing is on record; the terminal sends the same number again when `wait_ms` have
passed. Until then every later number gets the same answer, so that none overtakes it.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from openetg.floor.views import LayoutView as LayoutView
from openetg.floor.views import OwnView as OwnView
from openetg.floor.views import TableView as TableView

PROTOCOL = 1
"""Raised when an old page could misunderstand a new server."""
LARGEST_MESSAGE = 4096
"""No message of a terminal is longer; a longer one ends the session."""
WAGERS_MAX = 200
"""No gesture places more wagers."""


class Message(Struct, frozen=True, gc=False, tag_field="type"):
    """A message."""


class Hello(Message, frozen=True, tag="hello"):
    """A terminal introduces itself; with `boot` it comes back, without it starts afresh."""

    protocol: int
    terminal: str
    key: str
    boot: int | None = None
    own_seen: int = -1
    """The last `seq` of its own stream it has shown."""
    table_seen: int = -1
    """The last `seq` of its table's stream it has shown."""


class Place(Message, frozen=True, tag="place"):
    """So many cents on each piece of a wager."""

    n: int
    wager: str
    amount: int
    round: int = 0
    """The round the player meant; in another one the wager is refused. Zero means whichever is open."""


class PlaceMany(Message, frozen=True, tag="place_many"):
    """One gesture: several wagers in this order, all of them or none. A refusal names the one it is about."""

    n: int
    wagers: tuple[tuple[str, int], ...]
    """Each wager with so many cents on each piece of it; at least one."""
    round: int = 0
    """The round the player meant; zero means whichever is open."""


class TakeBack(Message, frozen=True, tag="take_back"):
    """So many cents off a spot."""

    n: int
    spot: str
    amount: int
    round: int = 0
    """The round the player meant; zero means whichever is open."""


class Clear(Message, frozen=True, tag="clear"):
    """Everything off the layout."""

    n: int
    round: int = 0
    """The round the player meant; zero means whichever is open."""


class Move(Message, frozen=True, tag="move"):
    """So many cents from one spot to another."""

    n: int
    spot: str
    to: str
    amount: int
    round: int = 0
    """The round the player meant; zero means whichever is open."""


class Undo(Message, frozen=True, tag="undo"):
    """The last step back."""

    n: int
    round: int = 0
    """The round the player meant; zero means whichever is open."""


class Double(Message, frozen=True, tag="double"):
    """Once more what lies on the layout."""

    n: int
    round: int = 0
    """The round the player meant; zero means whichever is open."""


class Repeat(Message, frozen=True, tag="repeat"):
    """What lay on the layout in the last round this terminal played."""

    n: int
    round: int = 0
    """The round the player meant; zero means whichever is open."""


class Max(Message, frozen=True, tag="max"):
    """The largest permitted amount on a spot."""

    n: int
    spot: str
    round: int = 0
    """The round the player meant; zero means whichever is open."""


class Note(Message, frozen=True, tag="note"):
    """A note has been put into the simulated acceptor."""

    n: int
    amount: int


class TicketIn(Message, frozen=True, tag="ticket_in"):
    """A ticket has been put into the simulated acceptor."""

    n: int
    number: str
    """The number printed on it, with or without spaces and dashes."""


class CollectMeter(Message, frozen=True, tag="collect"):
    """The whole meter as a ticket."""

    n: int


class Again(Message, frozen=True, tag="again"):
    """The whole views, please: something was missed."""


class Ping(Message, frozen=True, tag="ping"):
    """Are you there?"""

    at: int
    """The terminal's own clock, sent back as it is."""


FromTerminal: TypeAlias = (
    Hello
    | Place
    | PlaceMany
    | TakeBack
    | Clear
    | Move
    | Undo
    | Double
    | Repeat
    | Max
    | Note
    | TicketIn
    | CollectMeter
    | Again
    | Ping
)


class Welcome(Message, frozen=True, tag="welcome"):
    """The session stands. A view that the terminal has already seen is left out."""

    boot: int
    last: int
    """The last number on record for this boot."""
    now_ms: int
    own_seq: int
    table_seq: int
    layout: LayoutView | None
    own: OwnView | None
    table: TableView | None


class Ack(Message, frozen=True, tag="ack"):
    """On record. `spots` are the changed spots with what lies on each now; zero is empty."""

    n: int
    seq: int
    prev: int
    accepted: int
    meter: int
    staked: int
    spots: dict[str, int]
    trimmed: str = ""
    """The clause by which less was accepted than asked for."""


class Known(Message, frozen=True, tag="known"):
    """This number is already on record; the views say the rest."""

    n: int
    accepted: int
    reason: str
    """Why it was refused, empty if it was accepted; `stale` if the answer is no longer kept."""
    clause: str


class Refused(Message, frozen=True, tag="refused"):
    """No, with the reason and the clause that justifies it."""

    n: int
    reason: str
    """The floor's reason; or `must_wait`, if too many wrong numbers of tickets were presented here."""
    clause: str
    details: dict[str, str | int] = {}


class Busy(Message, frozen=True, tag="busy"):
    """Too many others ask at this moment, and nothing of this is on record: send the same number again, a little later.

    Until that comes, every later number is answered with that one.
    """

    n: int
    """The number to go on with; those after it follow in their order."""
    wait_ms: int
    """How long to wait first; longer each time it is still so."""


class OwnNews(Message, frozen=True, tag="own"):
    """The terminal's own view, whole, and what changed it."""

    seq: int
    prev: int
    now_ms: int
    own: OwnView
    why: str
    """What it was, in a word: `note`, `ticket`, `transfer`, `taken_back`, `moved`, `undone`, `settled`, `void`,
    `wagers_void`, `returned`, `corrected`, `held`, `withheld`, `released`, `ticket_ordered`, `ticket_issued`,
    `ticket_failed`, or nothing."""
    clause: str = ""
    n: int | None = None
    """The command of this terminal that it answers, if it answers one."""
    round: int = 0
    """The round it is about, where it is about one."""


class TableNews(Message, frozen=True, tag="table"):
    """The table's view, whole; the same bytes to everybody."""

    seq: int
    prev: int
    now_ms: int
    table: TableView


class Pong(Message, frozen=True, tag="pong"):
    """Here."""

    at: int
    now_ms: int


class Bye(Message, frozen=True, tag="bye"):
    """The session ends."""

    reason: str
    """`protocol`, `key`, `malformed`, `too_long`, `too_fast`, `replaced`, `unpaired` or `stopping`; at a seat also
    `place` and `busy`. Who does not read is let go without a word."""
    words: str


ToTerminal: TypeAlias = Welcome | Ack | Known | Refused | Busy | OwnNews | TableNews | Pong | Bye
