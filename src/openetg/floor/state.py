"""What the floor remembers: tables, terminals, rounds, money, people, and the last answers to each sender.

Only `apply` changes it. Everything in here came through the journal; rulebooks and compiled games are made from the
adopted bytes, whose hash is their name. The state hash covers all of it, rulebooks by their names.
"""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct, json

from openetg.floor.alerts.state import *
from openetg.floor.cloth.state import *
from openetg.floor.core.ledger import Ledger
from openetg.floor.core.shape import shape_of
from openetg.floor.jackpots.state import *
from openetg.floor.money.state import *
from openetg.floor.people.state import *
from openetg.floor.premises.state import *
from openetg.floor.promotions.state import *
from openetg.floor.rounds.state import *
from openetg.floor.trouble.state import *
from openetg.games.compile import games_of
from openetg.games.paytable import Game
from openetg.money import Money
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.tables import Round as RoundRules
from openetg.rulebook.schema.tables import Table as TableRules

ANSWERS_KEPT = 64
"""How many answers per sender are remembered; an older number is stale."""


class Answer(Struct, frozen=True, gc=False, array_like=True):
    """What a sender was told: the entry it is on record in, what was accepted, or why not."""

    sequence: int
    accepted: Money
    reason: str = ""
    clause: str = ""


class Sender(Struct):
    """A sender of commands, and the last answers given to it."""

    boot: int
    last: int = 0
    answers: dict[int, Answer] = {}


class Remembered(Struct):
    """Everything the floor remembers, in the order in which it is hashed and kept; rulebooks by name."""

    sequence: int
    at_ms: int
    logic: int
    accounts: dict[str, Money]
    rulebooks: list[str]
    tables: dict[str, Table]
    terminals: dict[str, Terminal]
    tickets: dict[str, Ticket]
    cases: dict[str, Case]
    people: People
    premises: Premises
    vault: Vault
    alerts: Alerts
    jackpots: Jackpots
    promotions: Promotions
    senders: dict[str, Sender]


APPLYING = 1
"""The version of what `apply` makes of events: raised when the same events come to mean something else in the state."""
SHAPE = shape_of(Remembered, version=APPLYING)
"""A hash of what the state is made of: states of another shape cannot be read, nor their hashes compared."""


class Floor:
    """The running whole."""

    __slots__ = (
        "adopted",
        "alerts",
        "at_ms",
        "cases",
        "games",
        "jackpots",
        "ledger",
        "logic",
        "people",
        "premises",
        "promotions",
        "rulebooks",
        "senders",
        "sequence",
        "tables",
        "terminals",
        "tickets",
        "vault",
    )

    def __init__(self) -> None:
        self.sequence = 0
        self.at_ms = 0
        self.logic = 0
        self.ledger = Ledger()
        self.adopted: dict[str, bytes] = {}
        """Each adopted rulebook as it came, by the hash of these bytes."""
        self.rulebooks: dict[str, Rulebook] = {}
        self.tables: dict[str, Table] = {}
        self.terminals: dict[str, Terminal] = {}
        self.tickets: dict[str, Ticket] = {}
        self.cases: dict[str, Case] = {}
        self.people = People()
        self.premises = Premises()
        self.vault = Vault()
        self.alerts = Alerts()
        self.jackpots = Jackpots()
        self.promotions = Promotions()
        self.senders: dict[str, Sender] = {}
        self.games: dict[str, dict[str, Game]] = {}

    def adopt(self, name: str, body: bytes) -> None:
        """Makes a rulebook playable by its bytes."""
        self.adopted[name] = body
        self.rulebooks[name] = json.decode(body, type=Rulebook)
        self.games[name] = games_of(body)

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
        rulebook = table.rulebook
        return self.games[rulebook][self.rulebooks[rulebook].tables[table.kind].game]


def state_bytes(floor: Floor) -> bytes:
    """Everything the floor remembers, as it is hashed and kept in snapshots."""
    return _encode(
        Remembered(
            sequence=floor.sequence,
            at_ms=floor.at_ms,
            logic=floor.logic,
            accounts=floor.ledger.accounts,
            rulebooks=list(floor.adopted),
            tables=floor.tables,
            terminals=floor.terminals,
            tickets=floor.tickets,
            cases=floor.cases,
            people=floor.people,
            premises=floor.premises,
            vault=floor.vault,
            alerts=floor.alerts,
            jackpots=floor.jackpots,
            promotions=floor.promotions,
            senders=floor.senders,
        )
    )


def state_hash(floor: Floor) -> str:
    """One hash over everything the floor remembers: two floors with the same hash are the same floor."""
    return hash_of_state(state_bytes(floor))


def hash_of_state(state: bytes) -> str:
    """The state hash of a floor whose state has these bytes."""
    return sha256(state).hexdigest()


_encode = json.Encoder().encode
