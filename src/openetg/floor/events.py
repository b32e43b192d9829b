"""What has happened: the closed set of facts. A fact cannot be refused, and names are on record for ever.

An event that moves money carries its transfers, so that the ledger is a fold of the journal and a preview is the
events not yet applied. A tag is never reused; a new field has a default; `schema.lock.json` keeps watch.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Raw, Struct

from openetg.floor.commands import Sign
from openetg.floor.ledger import Transfer
from openetg.money import Money
from openetg.rulebook.policies import Closer


class Event(Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A fact."""


class WriterStarted(Event, frozen=True):
    logic: int
    build: str


class RulebookAdopted(Event, frozen=True):
    hash: str
    rulebook: Raw


class TableRegistered(Event, frozen=True):
    table: str
    rulebook: str
    kind: str
    period_ms: int
    launch_ms: int


class TerminalRegistered(Event, frozen=True):
    terminal: str
    table: str
    notes: tuple[Money, ...]


class LimitsSet(Event, frozen=True):
    table: str
    limits: dict[str, Sign]


class TableOpened(Event, frozen=True):
    table: str


class DeviceReady(Event, frozen=True):
    table: str


class DeviceFaulted(Event, frozen=True):
    table: str
    code: str


class RoundOpened(Event, frozen=True):
    """The wagering period begins; limits and rulebook stay as they are now until the round has ended."""

    table: str
    round: int
    spin: str
    launch_at_ms: int
    closes_at_ms: int
    rulebook: str


class RoundResumed(Event, frozen=True):
    """After a restart the wagering period begins anew; what was wagered stands."""

    table: str
    round: int
    launch_at_ms: int
    closes_at_ms: int
    clause: str


class BallLaunched(Event, frozen=True):
    table: str
    round: int
    spin: str


class WagersClosed(Event, frozen=True):
    table: str
    round: int
    by: Closer
    clause: str


class WagersReturned(Event, frozen=True):
    """Wagers of one terminal that come back, spot by spot."""

    table: str
    round: int
    terminal: str
    spots: dict[str, Money]
    clause: str
    transfers: tuple[Transfer, ...]


class OutcomeRecorded(Event, frozen=True):
    table: str
    round: int
    outcome: str


class Settled(Struct, frozen=True, gc=False, array_like=True):
    """What a round brought one terminal."""

    terminal: str
    staked: Money
    won: Money
    returned: Money


class RoundSettled(Event, frozen=True):
    table: str
    round: int
    outcome: str
    clause: str
    results: tuple[Settled, ...]
    transfers: tuple[Transfer, ...]


class RoundVoided(Event, frozen=True):
    table: str
    round: int
    cause: str
    clause: str
    transfers: tuple[Transfer, ...]


class RoundHeld(Event, frozen=True):
    """Under inquiry: no money moves until a person has decided."""

    table: str
    round: int
    cause: str
    clause: str


class RoundResolved(Event, frozen=True):
    """A person has decided a held round; what follows is in the events behind it."""

    table: str
    round: int
    role: str
    person: str
    why: str
    clause: str


class NoteCredited(Event, frozen=True):
    terminal: str
    amount: Money
    clause: str
    transfers: tuple[Transfer, ...]


class WagerPlaced(Event, frozen=True):
    terminal: str
    table: str
    round: int
    wager: str
    asked: Money
    """What was asked for on each piece."""
    spots: dict[str, Money]
    """What was accepted, spot by spot."""
    trimmed: str
    """The clause by which something was trimmed; empty if nothing was."""
    transfers: tuple[Transfer, ...]


class WagersTakenBack(Event, frozen=True):
    terminal: str
    table: str
    round: int
    spots: dict[str, Money]
    transfers: tuple[Transfer, ...]


class TicketOrdered(Event, frozen=True):
    """The meter is on its way to paper; the printer has yet to confirm."""

    terminal: str
    ticket: str
    amount: Money
    clause: str
    transfers: tuple[Transfer, ...]


class TicketIssued(Event, frozen=True):
    terminal: str
    ticket: str
    amount: Money
    transfers: tuple[Transfer, ...]


class TicketFailed(Event, frozen=True):
    """The printer did not print: the credit is back, the number is void."""

    terminal: str
    ticket: str
    amount: Money
    transfers: tuple[Transfer, ...]


AnyEvent: TypeAlias = (
    WriterStarted
    | RulebookAdopted
    | TableRegistered
    | TerminalRegistered
    | LimitsSet
    | TableOpened
    | DeviceReady
    | DeviceFaulted
    | RoundOpened
    | RoundResumed
    | BallLaunched
    | WagersClosed
    | WagersReturned
    | OutcomeRecorded
    | RoundSettled
    | RoundVoided
    | RoundHeld
    | RoundResolved
    | NoteCredited
    | WagerPlaced
    | WagersTakenBack
    | TicketOrdered
    | TicketIssued
    | TicketFailed
)
