"""What anybody may wish of the floor: the closed set of commands, and the order that carries one.

A command says what is wished and by whom it concerns; time is stamped by the writer, chance and identity arrive
inside. Names are on record for ever: a command is never renamed, a new field has a default. Defaults are not
written, so that a field added later leaves the bytes of older entries as they are.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Raw, Struct, json

from openetg.money import Money
from openetg.rulebook.policies import Closer


class Command(Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A wish."""


class Sign(Struct, frozen=True, gc=False, omit_defaults=True):
    """The limits of one kind of wager at a table; absent ones do not bind."""

    min: Money | None = None
    max: Money | None = None
    step: Money | None = None
    multiples: bool = False


class StartWriter(Command, frozen=True):
    """A writer takes over the journal: the first command of every start, with the version of the logic it runs."""

    logic: int
    build: str


class AdoptRulebook(Command, frozen=True):
    """A rulebook becomes playable on this floor; its bytes are kept as they came, and their hash is its name."""

    rulebook: Raw

    def __post_init__(self) -> None:
        # The bytes stand in the entry as they are: what is no JSON would make the journal unreadable for ever.
        json.decode(self.rulebook)


class RegisterTable(Command, frozen=True):
    """A table of a kind the rulebook allows."""

    table: str
    rulebook: str
    """The hash of an adopted rulebook."""
    kind: str
    period_ms: int
    """The wagering period."""
    launch_ms: int
    """When, after the opening, an automatic device launches."""


class RegisterTerminal(Command, frozen=True):
    """A terminal at a table, with the notes its acceptor takes."""

    terminal: str
    table: str
    notes: tuple[Money, ...]


class SetLimits(Command, frozen=True):
    """New limits for a table, per kind of wager, `any` for the others, `sum` for all of one terminal in one round."""

    table: str
    limits: dict[str, Sign]


class OpenTable(Command, frozen=True):
    """Play begins."""

    table: str


class InsertNote(Command, frozen=True):
    """The acceptor has stacked a note."""

    terminal: str
    amount: Money


class PlaceWager(Command, frozen=True):
    """So much on each piece of a wager."""

    terminal: str
    table: str
    wager: str
    amount: Money
    round: int = 0
    """The round it is meant for; zero means whichever is open. A late wager never slips into the next round."""


class TakeBackWager(Command, frozen=True):
    """So much off a spot."""

    terminal: str
    table: str
    spot: str
    amount: Money
    round: int = 0


class ClearWagers(Command, frozen=True):
    """Everything off the layout."""

    terminal: str
    table: str
    round: int = 0


class Collect(Command, frozen=True):
    """The whole meter as a ticket."""

    terminal: str
    ticket: str
    """The serial number the ticket will bear."""


class ReportPrint(Command, frozen=True):
    """What became of a ticket at the printer."""

    terminal: str
    ticket: str
    printed: bool


class ReportReady(Command, frozen=True):
    """The device can decide an outcome."""

    table: str


class ReportLaunch(Command, frozen=True):
    """The ball runs."""

    table: str
    spin: str
    opposite: bool | None = None
    """Whether ball and wheel turn against each other, if sensed."""


class CloseWagers(Command, frozen=True):
    """No more bets."""

    table: str
    by: Closer
    spin: str | None = None


class RecordOutcome(Command, frozen=True):
    """What fell."""

    table: str
    spin: str
    outcome: str


class ReportUnread(Command, frozen=True):
    """Something fell and was not read."""

    table: str
    spin: str


class ReportFault(Command, frozen=True):
    """The device broke."""

    table: str
    code: str
    spin: str | None = None


class ResolveRound(Command, frozen=True):
    """A person ends a held round: settled by this outcome, or void if none is given."""

    table: str
    round: int
    role: str
    person: str
    outcome: str | None
    why: str


AnyCommand: TypeAlias = (
    StartWriter
    | AdoptRulebook
    | RegisterTable
    | RegisterTerminal
    | SetLimits
    | OpenTable
    | InsertNote
    | PlaceWager
    | TakeBackWager
    | ClearWagers
    | Collect
    | ReportPrint
    | ReportReady
    | ReportLaunch
    | CloseWagers
    | RecordOutcome
    | ReportUnread
    | ReportFault
    | ResolveRound
)


class Order(Struct, frozen=True, gc=False):
    """A command with the id its sender minted: the same id again gets the same answer."""

    sender: str
    boot: int
    """Which life of the sender: rises when it starts afresh."""
    number: int
    """Rises with each command of one life."""
    command: AnyCommand
