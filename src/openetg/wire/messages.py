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

from typing import Literal, TypeAlias

from msgspec import Struct

from openetg.floor.rounds.views import LayoutView as LayoutView
from openetg.floor.rounds.views import OwnView as OwnView
from openetg.floor.rounds.views import TableView as TableView

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
    table: str = ""
    """Which of its tables it has turned to; empty for the one it stands at."""


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
    auto: bool = False
    """Whether the terminal does it by itself, because the player has asked it to for some rounds."""
    most: int | None = None
    """What it may cost: as much as the player still lets it lose."""


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


class Call(Message, frozen=True, tag="call"):
    """The player calls staff."""

    n: int
    what: Literal["attendant", "payout", "fault"]
    """Staff to help, to pay by hand, or to look at a fault."""


class Fault(Message, frozen=True, tag="fault"):
    """The terminal has found that it cannot show what it was told: it shows nothing of it, and staff must look."""

    n: int
    code: Literal["unknown-number"]
    """An outcome that its layout does not have."""


class Bound(Message, frozen=True, tag="bound"):
    """The player's own bounds for this visit; a wider one than stands is refused."""

    n: int
    loss_max: int = 0
    """In cents; zero is none."""
    lasts_ms: int = 0
    """How long the visit may last; zero is without end."""


class ShownAnnouncement(Message, frozen=True, tag="shown"):
    """'No more bets' is on the screen. Sent each time a period ends where the layout says it is announced."""

    table: str
    round: int
    heard: bool = False
    """Whether it was played as well: a terminal may have no sound."""


class Sit(Message, frozen=True, tag="sit"):
    """The terminal turns to another of its tables; the whole views of that one follow as a welcome."""

    table: str


class RecordPart(Message, frozen=True, tag="record"):
    """A part of what the terminal kept by itself, as it was asked for."""

    ask: int
    part: int
    """From zero."""
    parts: int
    """How many there are; zero if the terminal has kept nothing."""
    lines: tuple[str, ...]
    """Lines of its record, oldest first."""


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
    | Call
    | Fault
    | Bound
    | ShownAnnouncement
    | Sit
    | RecordPart
    | Again
    | Ping
)


class TableAt(Struct, frozen=True, gc=False):
    """A table a terminal may turn to."""

    table: str
    title: str
    game: str


class ScreenView(Struct, frozen=True, gc=False):
    """How a terminal's screen is set up by the house."""

    site: str
    currency: str
    """Three letters."""
    chips: tuple[int, ...]
    """The chips one may choose from, the smallest first."""
    tables: tuple[TableAt, ...]
    """The tables it plays at, the one it stands at first."""
    languages: tuple[str, ...]
    """The languages offered, the first to begin with: `en`, `zh-Hans`, `vi`, `it`."""
    look: str = ""
    """The approved look of the screen, by its name in the rulebook; empty where the rules know only one."""
    look_title: str = ""
    look_clause: str = ""
    racetrack: Literal["", "none", "oval", "ribbon", "ribbon-and-run"] = ""
    """How that look shows the numbers in the order of the wheel; empty where the rules do not say."""
    simulated: bool = False
    """Whether notes and tickets are put in on the screen, because the slot is not real."""
    autoplay_max: int = 100
    """So many rounds at most are played by themselves, where the rules allow it."""
    remind_every_ms: int = 0
    """How often a player is told how long the visit has lasted; zero for never."""
    break_after_ms: int = 0
    """After how long a break is suggested; zero for never."""


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
    screen: ScreenView | None = None
    """Left out where the layout is."""
    past: tuple[str, ...] = ()
    """What fell at the table before, newest first, as far back as it is kept; left out where the layout is."""


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
    `ticket_failed`, `called`, `noted`, `told`, `bound`, `jackpot`, `jackpot_cleared`, `jackpot_credited`,
    `jackpot_papered`, or nothing."""
    clause: str = ""
    n: int | None = None
    """The command of this terminal that it answers, if it answers one."""
    round: int = 0
    """The round it is about, where it is about one."""
    table: str = ""
    """The table it is about, where that is not the one the terminal has turned to."""
    win: int = 0
    """What the last settlement at that table won: `own` says that of the one it has turned to."""
    paid: int = 0
    """Everything that settlement returned, the wagers included."""


class TableNews(Message, frozen=True, tag="table"):
    """The table's view, whole; the same bytes to all."""

    seq: int
    prev: int
    now_ms: int
    table: TableView
    head: str = ""
    """The hash of the journal's group that holds this entry, in hexadecimal: who keeps it can show what was said."""


class Spin(Message, frozen=True, tag="spin"):
    """What the device of the table was seen to do. Not on record and never the result: it only moves the picture."""

    table: str
    round: int
    what: Literal["launched", "turn", "dropping", "rest"]
    """The ball was launched, the dice were shaken or the wheel was turned; it came round once more; it is about to come
    to rest; it lies."""
    count: int
    """How often it has come round."""
    turn_ms: int
    """How long the last turn of the ball, or of the wheel where there is no ball, took; zero if that is not known."""
    rotor: Literal["", "cw", "ccw"]
    """Which way the wheel turns; empty if that was not sensed."""
    at_ms: int
    """When it was sensed, by the server's clock."""


class AskRecord(Message, frozen=True, tag="ask_record"):
    """Staff want to see what the terminal kept by itself; it answers with `record`."""

    ask: int
    since: int
    """Only what belongs to this entry of the journal and later ones."""


class Pong(Message, frozen=True, tag="pong"):
    """Here."""

    at: int
    now_ms: int


class Bye(Message, frozen=True, tag="bye"):
    """The session ends."""

    reason: str
    """`protocol`, `key`, `malformed`, `too_long`, `too_fast`, `replaced`, `unpaired` or `stopping`; at a seat also
    `place` and `busy`. A client that does not read is disconnected without one."""
    words: str


ToTerminal: TypeAlias = Welcome | Ack | Known | Refused | Busy | OwnNews | TableNews | Spin | AskRecord | Pong | Bye
