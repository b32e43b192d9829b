"""What the floor remembers of jackpots: their levels, who plays for them, what was won."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from openetg.floor.commands.base import Private
from openetg.floor.commands.jackpots import JackpotRules, LevelRules
from openetg.money import ZERO, Money

HITS_KEPT = 25
"""How many prizes that were dealt with are kept with a jackpot; the journal has them all."""


class AwardState(Enum):
    """What has become of a prize."""

    DUE = "due"
    """Set aside, to be paid."""
    QUESTIONED = "questioned"
    """The round that won it was corrected or is void: not paid until a person has decided."""
    PAID = "paid"
    WITHDRAWN = "withdrawn"
    """Taken back to the pool."""


class Award(Struct):
    """A prize that was won."""

    number: str
    jackpot: str
    level: str
    title: str
    cycle: int
    terminal: str
    table: str
    round: int
    amount: Money
    at_ms: int
    by_hand: bool
    """Whether only a person pays it, against a voucher."""
    locked: bool
    """Whether the terminal waits for a person."""
    state: AwardState = AwardState.DUE
    paid_by: str = ""
    """`meter`, or the kind of paper."""
    ticket: str = ""
    paid_at_ms: int = 0


class LevelRun(Struct, frozen=True):
    """How far the last rounds of a table have come towards a progressive level."""

    round: int
    outcome: str
    length: int
    terminals: tuple[str, ...]
    before: tuple[str, int, tuple[str, ...]] = ("", 0, ())
    """Outcome, length and terminals before that round, for the case that it is corrected."""


class Feed(Struct, frozen=True):
    """The settlement that brought the last turnover to a level, for the case that it made it hit."""

    table: str
    round: int
    units_before: int
    """What the pool held before it, in millionths of a cent."""


class Level(Struct):
    """One prize of a jackpot, as it stands. What is in its pool is in the ledger."""

    rules: LevelRules
    cycle: int = 0
    """Which pool of this level it is; zero before the first has begun."""
    live: bool = False
    """Whether it is fed and can be won: a mystery waits for its commitment."""
    carried: int = 0
    reserve_carried: int = 0
    commitment: str = ""
    sealed: str = ""
    process: str = ""
    began_at_ms: int = 0
    feed: Feed | None = None
    runs: dict[str, LevelRun] = {}
    """Of a progressive, per table."""
    turnover: Money = ZERO
    """Since it was set up."""
    contributed: Money = ZERO
    """What came in from turnover, into pool, reserve and overflow."""
    seeded: Money = ZERO
    """What the house put in to begin, and by adjustments; what these took out is off it."""
    moved: Money = ZERO
    """What came out of another jackpot, or below zero went into one."""
    won: Money = ZERO
    """What was won, less what was taken back."""
    hits: int = 0
    adjusted: Money = ZERO
    """By how much adjustments after malfunctions changed the pool, up less down."""


class JackpotFault(Struct):
    """A malfunction of display or controller."""

    part: str
    person: str
    why: Private
    at_ms: int
    ended_at_ms: int = 0
    cycles: dict[str, int] = {}
    """The cycle of each level when it was declared."""


class Jackpot(Struct):
    """A jackpot that is offered, or was."""

    name: str
    rulebook: str
    rules: JackpotRules
    levels: dict[str, Level]
    pending: JackpotRules | None = None
    """Parameters that wait, for each level until its prize was won."""
    lost: dict[str, str] = {}
    """The members, tables or terminals, whose link is lost, each with the cause."""
    faults: list[JackpotFault] = []
    into: str = ""
    """Where its money went when it was decommissioned; empty while it is offered."""
    approvals: tuple[str, ...] = ()


class Jackpots(Struct):
    """Everything on record about jackpots."""

    offered: dict[str, Jackpot] = {}
    awards: dict[str, Award] = {}
    """Those that are due, and of each jackpot the last ones that were dealt with; oldest first."""
