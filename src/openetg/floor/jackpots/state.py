"""What the floor remembers of jackpots: their levels, who plays for them, what was won."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from openetg.floor.core.command import Private
from openetg.floor.jackpots.commands import JackpotRules, LevelRules
from openetg.money import ZERO, Money

HITS_KEPT = 25
"""How many prizes that were dealt with are kept with a level; the journal has them all."""


class AwardState(Enum):
    """What has become of a prize."""

    DUE = "due"
    """Set aside, to be paid."""
    QUESTIONED = "questioned"
    """The round that won it was corrected or is void: not paid until a person has decided."""
    PAID = "paid"
    WITHDRAWN = "withdrawn"
    """Taken back to the pool."""
    REFUSED = "refused"
    """Withheld, and determined not to be the player's."""


UNPAID = frozenset({AwardState.DUE, AwardState.QUESTIONED})
"""What a prize is owed, and shown, as."""


class Handling(Struct, frozen=True):
    """From which amounts on a prize needs a person."""

    lock_from: Money
    by_hand_above: Money


def handling_of(rules: JackpotRules) -> Handling:
    """As the rules of a jackpot set it."""
    return Handling(rules.lock_from, rules.by_hand_above)


class Feed(Struct, frozen=True):
    """A settlement that brought turnover to a mystery, for the case that it made it hit."""

    table: str
    round: int
    units_before: int
    """What the pool held before it, in millionths of a cent."""
    terminal: str = ""
    """The terminal that was settled by itself; empty where the whole round was."""
    units_after: int = 0


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
    held: bool = False
    """Whether it is withheld until that was looked into."""
    rounds: tuple[int, ...] = ()
    """The rounds of that table that won it: the last ones of a run, or the one that made a mystery hit."""
    questioned: bool = False
    """Whether what won it is no longer on record, be it paid or not: until a person has decided, or it is again."""
    feed: Feed | None = None
    """Of a mystery, the settlement that made it hit."""
    value: Money = ZERO
    """What it was won at, whatever it was adjusted to later."""
    handling: Handling | None = None
    """As it was set for the pool it was won from."""


class LevelRun(Struct, frozen=True):
    """What one round of a table means for a run towards a progressive level."""

    outcome: str
    terminals: tuple[str, ...]
    """Those that have won in it with the wager that the level asks for."""


class Run(Struct, frozen=True):
    """Rounds in a row that fulfil a condition, and who has won in them as it asks."""

    rounds: tuple[int, ...]
    terminals: tuple[str, ...]


class RoundFed(Struct, frozen=True):
    """How the turnover of a round counts for a level, as long as something may still change in it."""

    rate: int
    reserve_rate: int
    out: tuple[str, ...] = ()
    """The terminals that did not play for it."""
    kept: dict[str, Money] = {}
    """Of those, what they had staked, and what had counted, before more was let in while they did not play."""


class Era(Struct, frozen=True):
    """Rules that were in force before, for the rounds that had opened under them."""

    rules: LevelRules | None
    """None before the level was offered."""
    until: dict[str, int]
    """Per table, the last round to which they apply."""


class Level(Struct):
    """One prize of a jackpot, as it stands. What is in its pool is in the ledger."""

    rules: LevelRules
    handling: Handling | None = None
    """As it was set, for all levels, together with these rules."""
    cycle: int = 0
    """Which pool of this level it is; zero before the first has begun."""
    live: bool = False
    """Whether it is fed and can be won: a mystery waits for its commitment."""
    carried: int = 0
    reserve_carried: int = 0
    parts: int = 0
    """What other jackpots that have ended left of their cents, in millionths: it waits for the next pool."""
    commitment: str = ""
    sealed: str = ""
    process: str = ""
    began_at_ms: int = 0
    feeds: list[Feed] = []
    """Of a mystery, what has fed its pool, oldest first, as long as the round is on record: who was the first to bring
    it to the value has won it, whenever that is told.
    """
    until: dict[str, int] = {}
    """Per table that it knows or has known, the last round before the present rules."""
    eras: list[Era] = []
    """The rules before these, oldest first, as long as a round on record had opened under them."""
    fed: dict[str, RoundFed] = {}
    """Per round of a table (`A/17`) that counted."""
    runs: dict[str, dict[int, LevelRun]] = {}
    """Of a progressive, per table, its last rounds in which a player came nearer to it."""
    broken: dict[str, list[int]] = {}
    """Of a progressive, per table, the last rounds that were void after it was known what fell: no run goes across."""
    unpaid: dict[str, list[Run]] = {}
    """Of a progressive, per table, its last runs that were won while there was nothing to have: that is settled."""
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
    waits: list[str] = []
    """The levels for which they wait."""
    lost: dict[str, str] = {}
    """The members, tables or terminals, whose link is lost, each with the cause."""
    faults: list[JackpotFault] = []
    into: str = ""
    """Where its money went when it was decommissioned; empty while it is offered."""
    heirs: dict[str, str] = {}
    """For each of its levels, then, the level of the other that has what was in it."""
    approvals: tuple[str, ...] = ()


class Jackpots(Struct):
    """Everything on record about jackpots."""

    offered: dict[str, Jackpot] = {}
    awards: dict[str, Award] = {}
    """Those that are due, and of each level the last ones that were dealt with; oldest first."""
