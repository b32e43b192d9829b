"""What the floor remembers: tables, terminals, rounds, money, and the last answers to each sender.

Only `apply` changes it. Everything in here came through the journal; the compiled games beside it are a cache of
the adopted rulebooks. The state hash covers all of it except that cache.
"""

from __future__ import annotations

from enum import Enum
from hashlib import sha256

from msgspec import Struct, json

from openetg.floor.commands import Sign
from openetg.floor.ledger import Ledger
from openetg.games.paytable import Game
from openetg.money import ZERO, Money
from openetg.rulebook.book import Rulebook
from openetg.rulebook.tables import Round as RoundRules
from openetg.rulebook.tables import Table as TableRules

ANSWERS_KEPT = 64
"""How many answers per sender are remembered; an older number is stale."""
OUTCOMES_KEPT = 32
"""How many outcomes a table shows as its history."""


class Phase(Enum):
    """Where a round stands."""

    OPEN = "OPEN"
    FINISHING = "FINISHING"
    CLOSED = "CLOSED"
    HELD = "HELD"
    SETTLED = "SETTLED"
    VOID = "VOID"


BETTING = frozenset({Phase.OPEN, Phase.FINISHING})
"""Wagers may be placed, moved and taken back."""
RUNNING = BETTING | {Phase.CLOSED}
"""The round goes its way by itself."""
STANDING = RUNNING | {Phase.HELD}
"""Wagers lie on the layout."""
ENDED = frozenset({Phase.SETTLED, Phase.VOID})
"""Nothing more comes of it by itself."""


class Round(Struct, gc=False):
    """One cycle from 'place your bets' to settled or void."""

    number: int
    spin: str
    launch_at_ms: int
    closes_at_ms: int
    rulebook: str
    phase: Phase = Phase.OPEN
    launched: bool = False
    outcome: str | None = None
    cause: str = ""
    clause: str = ""
    wagers: dict[str, dict[str, Money]] = {}
    """Per terminal and spot."""


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
    is_open: bool = False
    device_ready: bool = False
    round: Round | None = None
    rounds: int = 0
    outcomes: list[str] = []
    terminals: list[str] = []


class Printing(Struct, frozen=True):
    """A ticket the printer has yet to confirm."""

    ticket: str
    amount: Money


class Terminal(Struct):
    """A player's screen with its note acceptor and printer."""

    name: str
    table: str
    notes: tuple[Money, ...]
    win: Money = ZERO
    """What the last round won, without the wagers."""
    paid: Money = ZERO
    """Everything the last round returned."""
    printing: Printing | None = None
    ticket: str = ""
    """The last ticket issued here."""


class TicketState(Enum):
    """What a ticket is worth."""

    ORDERED = "ordered"
    """The printer has yet to confirm it."""
    OUTSTANDING = "outstanding"
    REDEEMED = "redeemed"
    VOID = "void"


class Ticket(Struct):
    """A ticket this floor has issued."""

    number: str
    terminal: str
    amount: Money
    state: TicketState


class Answer(Struct, frozen=True, gc=False, array_like=True):
    """What a sender was told: the entry it is on record in, what was accepted, or why not."""

    sequence: int
    accepted: Money
    reason: str = ""
    clause: str = ""


class Sender(Struct):
    """Somebody who sends commands, and the last answers given."""

    boot: int
    last: int = 0
    answers: dict[int, Answer] = {}


class Floor:
    """The running whole."""

    __slots__ = (
        "at_ms",
        "games",
        "ledger",
        "logic",
        "rulebooks",
        "senders",
        "sequence",
        "tables",
        "terminals",
        "tickets",
    )

    def __init__(self) -> None:
        self.sequence = 0
        self.at_ms = 0
        self.logic = 0
        self.ledger = Ledger()
        self.rulebooks: dict[str, Rulebook] = {}
        self.tables: dict[str, Table] = {}
        self.terminals: dict[str, Terminal] = {}
        self.tickets: dict[str, Ticket] = {}
        self.senders: dict[str, Sender] = {}
        self.games: dict[str, dict[str, Game]] = {}

    def rulebook_of(self, table: Table) -> Rulebook:
        """The rulebook a table is run by."""
        return self.rulebooks[table.rulebook]

    def kind_of(self, table: Table) -> TableRules:
        """The kind of table in its rulebook."""
        return self.rulebooks[table.rulebook].tables[table.kind]

    def rules_of(self, table: Table) -> RoundRules:
        """How a round runs at a table."""
        rulebook = self.rulebooks[table.rulebook]
        return rulebook.rounds[rulebook.tables[table.kind].round]

    def game_of(self, table: Table) -> Game:
        """The game played at a table."""
        return self.games[table.rulebook][self.kind_of(table).game]


def state_hash(floor: Floor) -> str:
    """One hash over everything the floor remembers: two floors with the same hash are the same floor."""
    whole = {
        "sequence": floor.sequence,
        "at_ms": floor.at_ms,
        "logic": floor.logic,
        "accounts": floor.ledger.accounts,
        "rulebooks": list(floor.rulebooks),
        "tables": floor.tables,
        "terminals": floor.terminals,
        "tickets": floor.tickets,
        "senders": floor.senders,
    }
    return sha256(json.encode(whole)).hexdigest()
