"""Every message between a console or a public display and the server, each way a closed set. Amounts are whole cents.

A console watches views by name. Each message of a view is the whole view; `seq` is the journal entry at which it came
to be so, `prev` the `seq` of the one sent before it, or -1 where nothing before it is assumed. Who finds a gap asks
`again`. `n` is minted by the console, rising within one login, and makes an act idempotent. Names are never reused, a
new field has a default.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import DecodeError, Raw, Struct, json

from openetg.floor.alerts.acknowledging import AlertsView
from openetg.floor.commands import Sign
from openetg.floor.core.command import Private
from openetg.floor.jackpots.views import JackpotDesk, JackpotView
from openetg.floor.money.state import Holding
from openetg.floor.money.views import CageView
from openetg.floor.people.staff_views import DealerView, DisplayView, InspectorView, SupervisorView
from openetg.floor.promotions.views import PromotionDesk
from openetg.floor.rounds.views import LayoutView, LimitView
from openetg.floor.state import Case
from openetg.money import Money
from openetg.wire.codec import Malformed
from openetg.wire.messages import Message, Ping, Pong, Spin
from openetg.wire.repeated_keys import repeated_key

CONSOLE_PROTOCOL = 1
"""Raised when an old page could misunderstand a new server."""
LARGEST_CONSOLE_MESSAGE = 16_384
"""No message of a console or display is longer; a longer one ends the session."""
NOTHING_BEFORE = -1
"""The `prev` of a view that was sent because it was asked for, and the `seq` of one that was never seen."""


class ConsoleHello(Message, frozen=True, tag="hello"):
    """A console introduces itself; who uses it is known by the cookie of the login."""

    protocol: int
    boot: int | None = None
    """The `boot` of the welcome it has seen; under another login nothing counts as seen."""
    watch: dict[str, int] = {}
    """The views it wants, each with the last `seq` it has shown, or -1."""


class Watch(Message, frozen=True, tag="watch"):
    """One more view, from now on whenever it changes."""

    view: str
    """`floor`, `lobby`, `me`, `cases`, `alerts`, `cage`, `jackpots`, `promotions`, `waiting`, `inspection`, or
    `dealer/T`, `supervision/T`, `display/T` of a table T."""
    seen: int = NOTHING_BEFORE
    """The last `seq` of it that was shown."""


class Unwatch(Message, frozen=True, tag="unwatch"):
    """No longer this view."""

    view: str


class ViewAgain(Message, frozen=True, tag="again"):
    """This view once more: something was missed."""

    view: str


class Act(Message, frozen=True, tag="act"):
    """A command of the person who is logged in. Who that is and in which role is never said, but known."""

    n: int
    """The number of the act: sent again, it is the same act and gets the same answer."""
    act: str
    """The name of the command, such as `VoidRound`."""
    fields: Raw
    """What the command says: the body of the same command over HTTP."""


FromConsole: TypeAlias = ConsoleHello | Watch | Unwatch | ViewAgain | Act | Ping


class ConsoleWelcome(Message, frozen=True, tag="welcome"):
    """The session stands. The views that were asked for follow, but for those that are as they were seen."""

    person: str
    boot: int
    """The life of this login: acts are numbered within it."""
    last: int
    """The last number on record for this login."""
    now_ms: int
    until_ms: int
    """When the login ends at the latest."""
    site: str
    currency: str
    same: tuple[str, ...]
    """Views that are as they were seen."""
    time_zone: str = ""
    """The zone of the site, in which times are shown."""


class TileFigures(Struct, frozen=True):
    """A table in the gaming day, exact. For those who supervise it, or may read the records."""

    turnover: Money
    """What was staked in rounds that were settled in the day and are not void."""
    hold: Money
    """What the house has won at the table in the day, corrections included: below zero if players have."""
    hold_basis: int | None
    """The hold in hundredths of a percent of the turnover; None while nothing was turned over."""
    drop: Money
    """Notes that came into the acceptors of the terminals standing here, and cash taken for chips, in the day."""
    rounds: int
    """Settled in the day."""
    rounds_hour: int | None
    """That ended in the last hour; None if the journal does not reach back so far."""


class TileAlert(Struct, frozen=True):
    """An alert at a table or at one of its terminals, at a glance."""

    number: int
    kind: str
    words: str
    place: str
    since_ms: int
    gravity: int
    """3 for what no person may leave as it is, 2 for money or a round that waits for a person, 1 for a person who waits
    or something that does not work, 0 for what is good to know."""


class Tile(Struct, frozen=True):
    """A table on the floor, at a glance."""

    table: str
    title: str
    rulebook: str
    game: str
    dealer: str
    """Who is signed on, where a dealer runs the table."""
    is_open: bool
    round: int
    phase: str
    opened_at_ms: int
    closes_at_ms: int
    launched: bool
    outcome: str | None
    outcomes: tuple[str, ...]
    """What fell before, newest first."""
    cause: str
    """Why the round is void or held."""
    terminals: int
    playing: int
    """Terminals and players with a wager in the round that runs."""
    cases: int
    """Open cases of malfunction."""
    disputes: int
    """Open disputes."""
    players: int = 0
    """Terminals with money on them, and players who have taken a place at the cloth."""
    shuts_at_ms: int = 0
    """When the table closes, if that is announced; else zero."""
    figures: TileFigures | None = None
    """None for those who may not see them, and while they are being counted."""
    counting: bool = False
    """Whether this person may see the figures, and they are not counted yet: after a start, for a moment."""
    alerts: tuple[TileAlert, ...] = ()
    """The gravest open ones at the table and its terminals, for those who may see them: the gravest first, then the
    oldest."""
    alerts_open: int = 0
    """How many there are."""


class FloorTiles(Struct, frozen=True):
    """The floor: one tile a table."""

    day: str
    """The gaming day."""
    tables: tuple[Tile, ...]


class FloorNews(Message, frozen=True, tag="floor"):
    """The view `floor`. What was in the last hour changes by itself: `seq` may be the same as `prev`."""

    view: str
    seq: int
    prev: int
    now_ms: int
    content: FloorTiles


class HeldAt(Struct, frozen=True):
    """What a person may do at a table; whether it is granted then is up to the floor."""

    table: str
    rulebook: str
    roles: tuple[str, ...]
    acts: tuple[str, ...]
    """Commands the person holds the power for."""
    views: tuple[str, ...]
    """Views of the table the person may watch."""


class MeView(Struct, frozen=True):
    """Who is logged in, and what that person may do."""

    person: str
    full_name: Private
    roles: dict[str, tuple[str, ...]]
    """Per rulebook."""
    duties: tuple[str, ...]
    tables: tuple[HeldAt, ...]
    acts: tuple[str, ...]
    """Commands that come with a duty and belong to no one table."""
    views: tuple[str, ...]
    """Views of the floor the person may watch."""


class MeNews(Message, frozen=True, tag="me"):
    """The view `me`."""

    view: str
    seq: int
    prev: int
    now_ms: int
    content: MeView


class DealerNews(Message, frozen=True, tag="dealer"):
    """The view `dealer/T`: for every person with a role at the table."""

    view: str
    seq: int
    prev: int
    now_ms: int
    content: DealerView


class SupervisionNews(Message, frozen=True, tag="supervision"):
    """The view `supervision/T`: for those with a power of supervision at the table."""

    view: str
    seq: int
    prev: int
    now_ms: int
    content: SupervisorView


class InspectionNews(Message, frozen=True, tag="inspection"):
    """The view `inspection`: the whole floor, for those who may read the records."""

    view: str
    seq: int
    prev: int
    now_ms: int
    content: InspectorView


class OpenCases(Struct, frozen=True):
    """What is open at the tables a person may supervise."""

    cases: tuple[Case, ...]
    holdings: tuple[Holding, ...]
    """Money and papers that are withheld."""


class CasesNews(Message, frozen=True, tag="cases"):
    """The view `cases`: for those with a power of supervision at some table, of those tables."""

    view: str
    seq: int
    prev: int
    now_ms: int
    content: OpenCases


class AlertsNews(Message, frozen=True, tag="alerts"):
    """The view `alerts`: what calls for attention at the places where a person works."""

    view: str
    seq: int
    prev: int
    now_ms: int
    content: AlertsView


class CageNews(Message, frozen=True, tag="cage"):
    """The view `cage`: papers, payments by hand, what is withheld and the drawers, for those who pay them."""

    view: str
    seq: int
    prev: int
    now_ms: int
    content: CageView


class JackpotsNews(Message, frozen=True, tag="jackpots"):
    """The view `jackpots`: everything of them but their secrets, for those who supervise, run, pay or inspect them."""

    view: str
    seq: int
    prev: int
    now_ms: int
    content: JackpotDesk


class PromotionsNews(Message, frozen=True, tag="promotions"):
    """The view `promotions`: for those who supervise, run or inspect them; entrants' names only for those who need
    them."""

    view: str
    seq: int
    prev: int
    now_ms: int
    content: PromotionDesk


class WaitingAct(Struct, frozen=True):
    """An act that waits for a second person, without its private texts."""

    confirmation: str
    """What it is confirmed by, over HTTP: `POST /api/confirmations/{confirmation}`."""
    act: str
    first: str
    until_ms: int
    digest: str


class Waits(Struct, frozen=True):
    """Acts that wait for a second person."""

    acts: tuple[WaitingAct, ...]


class WaitingNews(Message, frozen=True, tag="waiting"):
    """The view `waiting`. What waits is not on record: `seq` may be the same as `prev`."""

    view: str
    seq: int
    prev: int
    now_ms: int
    content: Waits


class DisplayNews(Message, frozen=True, tag="display"):
    """The view `display/T`: what the public may see above a table."""

    view: str
    seq: int
    prev: int
    now_ms: int
    content: DisplayView


class Fell(Struct, frozen=True):
    """An outcome as it is shown far from its layout."""

    outcome: str
    colour: str
    """`red`, `black` or `green` on a wheel of numbers; else nothing."""


class LobbyTable(Struct, frozen=True):
    """A table as the public may see it."""

    table: str
    title: str
    game: str
    rulebook: str
    rulebook_title: str
    is_open: bool
    round: int
    phase: str
    opened_at_ms: int
    closes_at_ms: int
    """When the wagering period of the round is planned to end."""
    outcomes: tuple[Fell, ...]
    """What fell, newest first."""
    limits: tuple[LimitView, ...]
    """At its terminals."""
    cloth_limits: dict[str, Sign]
    terminals: int
    free: int
    """Terminals in service with no money on them."""
    shuts_at_ms: int
    """When the table closes, if that is announced; else zero."""
    jackpots: tuple[JackpotView, ...]


class LobbyView(Struct, frozen=True):
    """The floor as the public may see it."""

    site: str
    tables: tuple[LobbyTable, ...]


class LobbyNews(Message, frozen=True, tag="lobby"):
    """The view `lobby`."""

    view: str
    seq: int
    prev: int
    now_ms: int
    content: LobbyView


ViewNews: TypeAlias = (
    FloorNews
    | MeNews
    | DealerNews
    | SupervisionNews
    | InspectionNews
    | CasesNews
    | AlertsNews
    | CageNews
    | JackpotsNews
    | PromotionsNews
    | WaitingNews
    | DisplayNews
    | LobbyNews
)


class NotWatched(Message, frozen=True, tag="not_watched"):
    """The view is not shown, or not any longer."""

    view: str
    reason: str
    """`no_such_view`, `not_for_you` or `fault`."""
    words: str


class Fact(Struct, frozen=True):
    """Something that followed."""

    type: str
    """The name of the event."""
    clause: str
    """The clause by which it followed."""
    about: dict[str, str | int]
    """Table, terminal, and the numbers that were given to what came of it."""


class ActDone(Message, frozen=True, tag="done"):
    """It is on record."""

    n: int
    seq: int
    """The entry it is on record in."""
    at_ms: int
    facts: tuple[Fact, ...]


class ActKnown(Message, frozen=True, tag="known"):
    """This number was answered before; an act that was confirmed by a second person comes back as this too."""

    n: int
    seq: int
    """The entry it is on record in; zero if it is not on record."""
    reason: str
    """Why it was refused, empty if it was granted; `stale` if the answer is no longer kept."""
    clause: str


class ActRefused(Message, frozen=True, tag="refused"):
    """No, with the reason and the clause that justifies it."""

    n: int
    reason: str
    """The floor's reason; or `malformed`, `no_such_act`, `must_wait`, `busy`."""
    clause: str
    words: str
    """A sentence for people."""
    details: dict[str, str | int] = {}


class NeedsSecond(Message, frozen=True, tag="needs_second"):
    """The act waits until a second person has confirmed it; nothing of it is done before."""

    n: int
    confirmation: str
    """What the second person confirms, over HTTP: `POST /api/confirmations/{confirmation}`."""
    act: str
    until_ms: int
    digest: str
    """The hash over the act, which goes on record with the second person."""


class ConsoleBye(Message, frozen=True, tag="bye"):
    """The session ends."""

    reason: str
    """`protocol`, `malformed`, `too_long`, `too_fast`, `too_many`, `not_logged_in`, `logged_out`, `not_for_you`,
    `no_such_table` or `stopping`."""
    words: str


ToConsole: TypeAlias = (
    ConsoleWelcome | ViewNews | NotWatched | ActDone | ActKnown | ActRefused | NeedsSecond | Spin | Pong | ConsoleBye
)


class DisplayHello(Message, frozen=True, tag="hello"):
    """A display says where it hangs."""

    protocol: int
    table: str
    """The table it hangs above; empty for one that shows the whole floor."""
    seen: int = NOTHING_BEFORE
    """The last `seq` of its view that it has shown."""
    key: str = ""
    """What shows that it may hang there, where no person is logged in."""


class DisplayAgain(Message, frozen=True, tag="again"):
    """The view once more: something was missed."""


class DisplayShown(Message, frozen=True, tag="shown"):
    """The prizes of the view with this number are on the screen."""

    seq: int


FromDisplay: TypeAlias = DisplayHello | DisplayAgain | DisplayShown | Ping


class DisplayWelcome(Message, frozen=True, tag="welcome"):
    """The session stands. The view follows, unless it is as it was seen."""

    table: str
    title: str
    site: str
    currency: str
    now_ms: int
    same: bool
    """Whether the view is as it was seen."""
    layout: LayoutView | None
    """None for a display of the whole floor."""


ToDisplay: TypeAlias = DisplayWelcome | DisplayNews | LobbyNews | NotWatched | Spin | Pong | ConsoleBye

_from_console: json.Decoder[FromConsole] = json.Decoder(FromConsole)
_to_console: json.Decoder[ToConsole] = json.Decoder(ToConsole)
_from_display: json.Decoder[FromDisplay] = json.Decoder(FromDisplay)
_to_display: json.Decoder[ToDisplay] = json.Decoder(ToDisplay)
encode: Callable[[FromConsole | ToConsole | FromDisplay | ToDisplay], bytes] = json.Encoder().encode
"""The bytes of a message."""
WRONG = (DecodeError, UnicodeDecodeError, RecursionError)


def decode_from_console(data: bytes) -> FromConsole:
    """The message of a console; `Malformed` if it is none, or says something twice."""
    try:
        repeated = repeated_key(data)
        message = _from_console.decode(data)
    except WRONG as wrong:
        raise Malformed(str(wrong)) from None
    if repeated is not None:
        raise Malformed(f"expected each key once in an object, found {repeated!r} twice")
    return message


def decode_to_console(data: bytes) -> ToConsole:
    """The message of a server to a console; `Malformed` if it is none."""
    try:
        return _to_console.decode(data)
    except WRONG as wrong:
        raise Malformed(str(wrong)) from None


def decode_from_display(data: bytes) -> FromDisplay:
    """The message of a display; `Malformed` if it is none."""
    try:
        return _from_display.decode(data)
    except WRONG as wrong:
        raise Malformed(str(wrong)) from None


def decode_to_display(data: bytes) -> ToDisplay:
    """The message of a server to a display; `Malformed` if it is none."""
    try:
        return _to_display.decode(data)
    except WRONG as wrong:
        raise Malformed(str(wrong)) from None
