"""What the floor remembers of tables, rounds and terminals. Only `apply` changes it."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct, field

from openetg.floor.cloth.events import ClothResult
from openetg.floor.cloth.state import Cloth, Laid
from openetg.floor.core.command import Sign
from openetg.floor.people.commands import StaffMessage
from openetg.floor.rounds.events import Settled
from openetg.money import ZERO, Money
from openetg.rulebook.schema.policies import Closer

ROUNDS_KEPT = 4
"""How many ended rounds a table keeps, to be corrected; one with wagers still held is kept until they are not."""
OUTCOMES_KEPT = 100
"""How many outcomes a table shows as its history."""
STEPS_KEPT = 20
"""How many steps of a terminal in a round can be undone."""


class Phase(Enum):
    """The phase of a round."""

    OPEN = "OPEN"
    FINISHING = "FINISHING"
    CLOSED = "CLOSED"
    HELD = "HELD"
    SETTLED = "SETTLED"
    VOID = "VOID"


BETTING = frozenset({Phase.OPEN, Phase.FINISHING})
"""Wagers may be placed, moved and taken back."""
RUNNING = BETTING | {Phase.CLOSED}
"""Phases that go on by themselves."""
STANDING = RUNNING | {Phase.HELD}
"""Wagers lie on the layout."""
ENDED = frozenset({Phase.SETTLED, Phase.VOID})
"""Phases of a round that has ended."""


class Round(Struct, gc=False):
    """One cycle from 'place your bets' to settled or void."""

    number: int
    spin: str
    launch_at_ms: int
    closes_at_ms: int
    rulebook: str
    opened_at_ms: int = 0
    phase: Phase = Phase.OPEN
    launched: bool = False
    """Whether the device has said that it moves."""
    spun: bool = False
    """Whether the dealer has said so."""
    warned_at_ms: int | None = None
    """When 'finish betting' was shown."""
    closed_by: Closer | None = None
    registered: str | None = None
    """What the device read and no person has confirmed yet."""
    was_read: bool = False
    """Whether the device has read a number in any spin of it, even if it did not count."""
    outcome: str | None = None
    cause: str = ""
    """Why it is void or held."""
    clause: str = ""
    shown: str = ""
    """The cause that the signals show, for which the spin cannot stand."""
    only_void: bool = False
    """Whether it is held with a void as the only way out."""
    also: tuple[str, ...] = ()
    """What it is held for besides `clause`."""
    announced: bool = False
    """Whether 'no more bets' was announced."""
    unshown: tuple[str, ...] | None = None
    """The terminals that have not acknowledged the announcement; None until that is on record."""
    unreported: tuple[str, ...] = ()
    """Spins called off after an announcement of which nothing is on record yet that terminals have said."""
    by_device: bool = False
    """Whether it is held because its device went wrong."""
    spins: int = 1
    needs_reset: bool = False
    """Whether a person must reset the terminals after a no spin."""
    dead_spins: list[str] = []
    """Spins of this round that do not count, with any outcome."""
    dolly: str | None = None
    """Where the dealer has put the marker; without one, what the dealer has announced."""
    entered: bool = False
    """Whether the outcome is a person's word, without a reading of the device."""
    keyed: str = ""
    """What a person keyed that is not what is on record, until it is put right."""
    late: list[str] = []
    """What the device read once the round was held, or after a person had entered an outcome."""
    upheld: bool = False
    """Whether a person has decided what counts, with the late readings in view."""
    collected: bool = False
    """Whether the losing wagers were taken off the cloth."""
    wagers: dict[str, dict[str, Money]] = {}
    """Per terminal and spot."""
    cloth: dict[str, dict[str, Money]] = {}
    """Per player and wager on the cloth, as it stood at the close once the round has ended."""
    laid: list[Laid] = []
    """The cloth's wagers of this round in the order in which they were laid; what rode was there before."""
    paid_spots: list[str] = []
    """Outside spots of the cloth that were paid before the rest."""
    counted: dict[str, dict[str, Money]] = {}
    """Per player and wager on the cloth, how much of it was settled."""
    cloth_results: dict[str, ClothResult] = {}
    """Per player, what the cloth has brought, once it was paid."""
    steps: dict[str, list[dict[str, Money]]] = {}
    """Per terminal, what each of its last steps added to or took off its spots."""
    results: dict[str, Settled] = {}
    """Per terminal, what it was paid, once it was."""
    held: dict[str, str] = {}
    """The terminals whose wagers are not settled with the others, each with its case."""
    barred: dict[str, str] = {}
    """The terminals that take no more wagers in this round, each with the clause."""
    corrections: list[str] = []
    """The outcomes that were recorded before the one that counts."""
    demanded: dict[str, Money] = {}
    """Per terminal or player, what corrections of this round could not take back."""
    varied: dict[str, Money] = {}
    """Per terminal, what it got beyond strict settlement."""
    messages: dict[str, list[str]] = {}
    """Per error message, the terminals that have shown it in this round."""


class Timing(Struct, frozen=True):
    """The times of a table's rounds."""

    period_ms: int
    launch_ms: int
    least_open_ms: int
    least_warned_ms: int


class Table(Struct):
    """One game being run on one device."""

    name: str
    rulebook: str
    kind: str
    period_ms: int
    launch_ms: int
    limits: dict[str, Sign] = {}
    next_limits: dict[str, Sign] | None = None
    """Limits announced, in force from the next round."""
    unannounced: dict[str, dict[str, Sign]] = {}
    """Limits that wait for a notice to the players: of the `terminal`, of the `cloth`, of one as `terminal/T1`."""
    own_limits: dict[str, dict[str, Sign]] = {}
    """Per terminal, the limits that were set for it alone."""
    next_own_limits: dict[str, dict[str, Sign]] | None = None
    """Those announced, in force from the next round."""
    limits_at: dict[str, dict[str, Sign]] = {}
    """Per terminal with limits of its own, everything that binds it: put together when limits take effect."""
    least_open_ms: int = 0
    least_warned_ms: int = 0
    next_timing: Timing | None = None
    """Other times, in force from the next round."""
    is_open: bool = False
    by_hand: bool = False
    """Whether each round is opened by hand, also where the rulebook opens it by itself."""
    closing: bool = False
    """Whether no further round opens."""
    device_ready: bool = False
    device_out: str = ""
    """The clause by which its device is out of service until a person puts it back."""
    line_grace_ms: int = 0
    """How long the line to a terminal may be lost before it counts as a malfunction."""
    ball_to_examine: bool = False
    dealer: str = ""
    """The person signed on as its dealer."""
    round: Round | None = None
    past: dict[int, Round] = {}
    """The last rounds that have ended, oldest first."""
    rounds: int = 0
    outcomes: dict[int, str] = {}
    """What fell in the last rounds, by their number, oldest first."""
    terminals: list[str] = []
    cloth: Cloth = field(default_factory=Cloth)


class Printing(Struct, frozen=True):
    """A paper the printer has yet to confirm."""

    ticket: str
    amount: Money
    award: str = ""
    """The prize of a jackpot that goes to it; empty where it is credit of the meter."""


class Lock(Struct, frozen=True):
    """Something a terminal or player may not do for now, and why."""

    reason: str
    clause: str
    stops: tuple[str, ...]
    """Which of `wager`, `collect` and `fund`."""


class Bound(Struct, frozen=True):
    """How far play at a terminal may go; zero is no bound."""

    loss_max: Money
    lasts_ms: int
    """How long one stay may last."""
    set_at_ms: int


class Stay(Struct):
    """What one player brings to a terminal and takes away, from the first money until nothing is left of it."""

    begun_at_ms: int
    put_in: Money = ZERO
    taken_out: Money = ZERO
    last_ms: int = 0
    """When money last came or went."""
    collected_at_ms: int = 0
    """When the whole meter was last collected."""
    withheld: Money = ZERO
    """What of it is kept back and not yet determined."""
    papers: list[str] = []
    """The papers it was collected on that have not come back."""


class Ended(Struct):
    """A stay that is over, for as long as its player may come back with the paper."""

    stay: Stay
    own: Bound | None
    """What its player had set."""


class MessageShown(Struct, frozen=True):
    """What staff have shown to a player, and when."""

    message: StaffMessage
    at_ms: int


class Result(Struct, frozen=True, gc=False):
    """What the last round at one of several tables brought."""

    win: Money
    paid: Money


class Terminal(Struct):
    """A player's screen with its note acceptor and printer."""

    name: str
    table: str
    """The table it stands at."""
    notes: tuple[Money, ...]
    tables: list[str] = []
    """Every table it plays at, its own first."""
    stacker: str = ""
    printer: str = ""
    win: Money = ZERO
    """What the last round won, without the wagers; at several tables, the last of each together."""
    paid: Money = ZERO
    """Everything the last round returned, in the same way."""
    results: dict[str, Result] = {}
    """At several tables, of each whose last round returned something, what that was; empty at one."""
    printing: Printing | None = None
    ticket: str = ""
    """The last ticket issued here."""
    papers: int = 0
    """How many papers were ordered here."""
    escrow: Money | None = None
    """The note its acceptor holds."""
    escrow_lost: bool = False
    """Whether the acceptor cannot say what became of it: a person has to look."""
    account_open: bool = False
    """Whether something has opened its account."""
    locks: dict[str, Lock] = {}
    idle: int = 0
    """Completed rounds in a row without a wager."""
    unshown: int = 0
    """Announcements of 'no more bets' in a row that it did not acknowledge although it was connected."""
    wagered_at_ms: int = 0
    """When it last wagered."""
    player: str = ""
    """The player linked to it, where one is known."""
    bounds: dict[str, Bound] = {}
    """How far play may go, by the `house` and by the player's `own` wish; empty if not set."""
    stay: Stay | None = None
    """Of the player who is here, or was last."""
    told: MessageShown | None = None
    """What staff last showed to the player who is here."""
    ended: list[Ended] = []
    """Stays that were collected a short while ago and may go on when their paper comes back."""


def round_of(table: Table, number: int) -> Round | None:
    """The round of that number, running or one of those kept."""
    if table.round is not None and table.round.number == number:
        return table.round
    return table.past.get(number)


def key_of_round(table: str, number: int) -> str:
    """A round of a table, in one word: under it is kept what it has brought, as long as that can be changed."""
    return f"{table}/{number}"


def stopped(locks: dict[str, Lock], act: str) -> Lock | None:
    """The first lock that keeps a terminal or player from something."""
    return next((lock for lock in locks.values() if act in lock.stops), None)
