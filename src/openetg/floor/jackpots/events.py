"""Events about jackpots: set up, fed, won, adjusted, paid, ended."""

from __future__ import annotations

from typing import TypeAlias

from openetg.floor.core.command import Private
from openetg.floor.core.declaring import fact
from openetg.floor.core.event import Event
from openetg.floor.core.ledger import Transfer
from openetg.floor.jackpots.commands import JackpotRules
from openetg.money import ZERO, Money
from openetg.rulebook.schema.policies import PaperKind


class JackpotSetUp(Event, frozen=True):
    """A jackpot is offered; its progressive levels begin with it."""

    jackpot: str
    rulebook: str
    """The hash of the rulebook all its tables are run by."""
    rules: JackpotRules
    role: str
    person: str
    approvals: tuple[str, ...]
    """The references of the approvals it rests on."""
    clause: str
    also: tuple[str, ...] = ()


class JackpotChanged(Event, frozen=True):
    """Other parameters, for each level from its next beginning."""

    jackpot: str
    rules: JackpotRules
    role: str
    person: str
    approvals: tuple[str, ...]
    clause: str


class LevelBegan(Event, frozen=True):
    """A pool begins, with its seed: out of what was carried over, the reserve, and the house for the rest."""

    jackpot: str
    level: str
    cycle: int
    transfers: tuple[Transfer, ...]
    clause: str
    commitment: str = ""
    """Of a mystery, what binds the house to the value at which it hits."""
    sealed: str = ""
    process: str = ""


class PoolFed(Event, frozen=True):
    """A settlement brought turnover to a level, or a void took some back: exact to the millionth of a cent."""

    jackpot: str
    level: str
    table: str
    round: int
    turnover: Money
    """Below zero where wagers that counted are void: that is set against what the pool has yet to gain."""
    carried: int
    """What is left of the cents, in millionths, for the next time; below zero after a void."""
    reserve_carried: int
    clause: str
    rate: int
    """The millionths of the turnover that went to the pool."""
    reserve_rate: int
    transfers: tuple[Transfer, ...] = ()
    terminal: str = ""
    """The terminal that was settled, or put right, by itself; empty where it was the whole round."""
    out: tuple[str, ...] = ()
    """The terminals that do not play for it in this round."""
    of: str = ""
    """The jackpot and level, `J/main`, for which the round had counted and whose money this one has by now: what is
    put right in the round then goes here, at the rates it had there, both together, and comes into no pool that runs;
    `carried` is then what is left of the cents that wait for the next one.
    """
    kept: dict[str, Money] = {}
    """Of those that do not play, what had counted before more was let in for them."""


class JackpotWon(Event, frozen=True):
    """A prize was won: out of the pool, set aside for the terminal."""

    award: str
    jackpot: str
    level: str
    cycle: int
    terminal: str
    table: str
    round: int
    amount: Money
    clause: str
    transfers: tuple[Transfer, ...]
    locks: bool
    by_hand: bool
    """Whether only a person pays it."""
    secret: str = ""
    """Of a mystery, by which the draw can be checked."""
    process: str = ""
    also: tuple[str, ...] = ()
    rounds: tuple[int, ...] = ()
    """Of a progressive, the rounds of the run that won it."""


class RunNoted(Event, frozen=True):
    """Who has come nearer to a progressive level in a round; after a correction, who has instead of those before."""

    jackpot: str
    level: str
    table: str
    round: int
    outcome: str
    terminals: tuple[str, ...] = ()
    """Those that have won in it with the wager that the level asks for."""
    broken: bool = False
    """Whether it is void after it was on record what fell: no run goes across it."""
    rounds: tuple[int, ...] = ()
    """The rounds of the run that these terminals have won, where there was nothing for them to have."""


class JackpotLinkReported(Event, frozen=True):
    jackpot: str
    member: str
    up: bool
    clause: str
    cause: str = ""


class JackpotFaultDeclared(Event, frozen=True):
    jackpot: str
    part: str
    role: str
    person: str
    why: Private
    clause: str
    at_ms: int


class JackpotFaultEnded(Event, frozen=True):
    jackpot: str
    part: str
    role: str
    person: str
    why: Private
    clause: str
    at_ms: int


@fact(ruling=True)
class JackpotAdjusted(Event, frozen=True):
    """A pool or an unpaid award has another value, by the approved procedure."""

    jackpot: str
    level: str
    award: str
    before: Money
    after: Money
    role: str
    person: str
    why: Private
    approval: str
    clause: str
    transfers: tuple[Transfer, ...]
    by_hand: bool = False
    """Of a prize, whether only a person pays it now."""
    locks: bool = False
    """Of a prize, whether its terminal waits for a person from now on."""
    terminal: str = ""
    """The terminal that has won it."""


@fact("{person} was at {terminal} for award {award}: its lock ended")
class JackpotCleared(Event, frozen=True):
    """A person has been at the terminal: it plays again."""

    award: str
    terminal: str
    role: str
    person: str
    clause: str


@fact(ruling=True)
class AwardCredited(Event, frozen=True):
    """An award that was due went to the meter of the terminal that won it."""

    terminal: str
    award: str
    amount: Money
    clause: str
    transfers: tuple[Transfer, ...]
    role: str = ""
    person: str = ""
    also: tuple[str, ...] = ()


@fact(ruling=True)
class AwardPapered(Event, frozen=True):
    """An award went to paper; display and award are cleared of it in the same step."""

    terminal: str
    award: str
    ticket: str
    amount: Money
    paper: PaperKind
    clause: str
    transfers: tuple[Transfer, ...]
    role: str = ""
    person: str = ""
    serial: int = 0
    at_ms: int = 0
    expires_at_ms: int = 0
    also: tuple[str, ...] = ()


@fact("Award {award} is in question, as the round that won it was put right: not paid until a person decided")
class AwardQuestioned(Event, frozen=True):
    """The round that won it was corrected or is void: it is not paid until a person has decided."""

    award: str
    clause: str
    terminal: str = ""


@fact("Award {award} is no longer in question: what won it is on record again as it was")
class AwardRestored(Event, frozen=True):
    """What won it is on record again as it was: nothing about it is in doubt any more."""

    award: str
    clause: str
    terminal: str = ""


@fact(ruling=True)
class AwardUpheld(Event, frozen=True):
    """It stands all the same, or went back into the pool."""

    award: str
    stands: bool
    role: str
    person: str
    why: Private
    clause: str
    transfers: tuple[Transfer, ...] = ()
    terminal: str = ""


class JackpotDecommissioned(Event, frozen=True):
    """What was in it went into another."""

    jackpot: str
    into: str
    role: str
    person: str
    why: Private
    clause: str
    transfers: tuple[Transfer, ...]
    moved: Money = ZERO
    levels: dict[str, str] = {}
    """For each of its levels, the level of the other that has what was in it."""
    parts: dict[str, int] = {}
    """For each of its levels, what was left of the cents of pool and reserve, in millionths: it waits with the rest."""


JackpotEvent: TypeAlias = (
    JackpotSetUp
    | JackpotChanged
    | LevelBegan
    | PoolFed
    | JackpotWon
    | RunNoted
    | JackpotLinkReported
    | JackpotFaultDeclared
    | JackpotFaultEnded
    | JackpotAdjusted
    | JackpotCleared
    | AwardCredited
    | AwardPapered
    | AwardQuestioned
    | AwardRestored
    | AwardUpheld
    | JackpotDecommissioned
)
