"""Commands about jackpots: what one is made of, its secrets, its links, what goes wrong with it, what is paid of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from openetg.floor.core.command import Act, Command, Private
from openetg.floor.core.declaring import Needs, SentBy, declared
from openetg.money import ZERO, Money
from openetg.rulebook.schema.policies import JackpotKind, PaperKind

PER_TURNOVER = 1_000_000
"""Contributions are so many millionths of the turnover: whole numbers for every percentage of four decimals."""


class Trigger(Struct, frozen=True, omit_defaults=True):
    """What wins a progressive level: a run of outcomes at one table, on wagers that win by it."""

    wagers: tuple[str, ...]
    """Kinds of wagers (`straight`), one of which the winner has laid and wins with."""
    run: int = 1
    """So many rounds in a row."""
    outcomes: tuple[str, ...] = ()
    """What must fall in each of them; empty means the same outcome every time, any one."""
    laid: Literal["every", "last"] = "every"
    """Whether the winner has won with such a wager in every round of the run, or in the last alone."""
    least: Money = ZERO
    """How much the wager must be."""


class LevelRules(Struct, frozen=True, omit_defaults=True):
    """One prize of a jackpot."""

    level: str
    title: str
    seed: Money
    """What the pool begins with, and begins with again after every win."""
    rates: dict[str, int]
    """Per table, how many millionths of its turnover go into the pool."""
    reserve_rate: int = 0
    """How many millionths of the turnover of every table go into the hidden reserve, which pays later seeds."""
    ceiling: Money = ZERO
    """What the pool never exceeds; what comes beyond waits for the next one. Zero is without end."""
    low: Money = ZERO
    high: Money = ZERO
    """Of a mystery, between which values it hits, both of them included."""
    trigger: Trigger | None = None
    """Of a progressive, what wins it."""
    several: Literal["share", "in_order"] = "share"
    """Where several win in one round: they share it, or the first has it and the next what it begins with again."""


class JackpotRules(Struct, frozen=True, omit_defaults=True):
    """What a jackpot is made of."""

    title: str
    kind: JackpotKind
    levels: tuple[LevelRules, ...]
    lock_from: Money = ZERO
    """From this prize on the winning terminal is locked until a person has cleared it."""
    by_hand_above: Money = ZERO
    """Above this, a prize is paid by a person, against a voucher; zero is never."""


@declared(power="configure_jackpot", script="jackpot ROLE NAME:jackpot JSON:rules")
class SetUpJackpot(Act, frozen=True):
    """A jackpot is offered at these tables."""

    jackpot: str
    rules: JackpotRules


@declared(power="configure_jackpot", script="change-jackpot ROLE NAME:jackpot JSON:rules")
class ChangeJackpot(Act, frozen=True):
    """Other parameters, per level from the time its prize was won."""

    jackpot: str
    rules: JackpotRules


@declared(
    SentBy.INSIDE, script="commit-mystery NAME:jackpot WORD:level cycle=COUNT commitment=HASH sealed=ID process=ID"
)
class CommitMystery(Command, frozen=True):
    """The value at which a mystery level hits was drawn: what binds the house to it, and the secret, sealed."""

    jackpot: str
    level: str
    cycle: int
    commitment: str
    sealed: str
    process: str
    """The random process by which it was drawn, by name and version."""


@declared(SentBy.INSIDE, script="reveal-mystery NAME:jackpot WORD:level cycle=COUNT secret=HASH")
class RevealMystery(Command, frozen=True):
    """The pool has reached the value: the secret, by which anyone can check the draw."""

    jackpot: str
    level: str
    cycle: int
    secret: str


@declared(SentBy.INSIDE, script="jackpot-link NAME:jackpot NAME:member back|lost:up [cause=WORD]")
class ReportJackpotLink(Command, frozen=True):
    """The link between a jackpot and one of its members, a table or a terminal, was lost or is back."""

    jackpot: str
    member: str
    up: bool
    cause: str = ""


@declared(
    power="declare_system_fault",
    needs=Needs.JACKPOTS,
    script='jackpot-fault ROLE NAME:jackpot display|controller:part "why"',
)
class DeclareJackpotFault(Act, frozen=True):
    """The display or the controller of a jackpot does not work: until that has ended no terminal plays for it."""

    jackpot: str
    part: Literal["display", "controller"]
    why: Private


@declared(power="declare_system_fault", needs=Needs.JACKPOTS, script='jackpot-works ROLE NAME:jackpot "why"')
class EndJackpotFault(Act, frozen=True):
    """It works again."""

    jackpot: str
    why: Private


@declared(power="adjust_jackpot", script='adjust-jackpot ROLE NAME:jackpot AMOUNT:value "why" [level=WORD] [award=ID]')
class AdjustJackpot(Act, frozen=True):
    """After a malfunction of display or controller, a pool or a prize that is not paid yet gets another value."""

    jackpot: str
    value: Money
    why: Private
    level: str = ""
    """The level whose pool it is; or else `award`."""
    award: str = ""


@declared(power="pay_jackpot", script="clear-award ROLE ID:award")
class ClearJackpot(Act, frozen=True):
    """A person has been at the terminal that won: its lock ends."""

    award: str


@declared(power="pay_jackpot", worth="award")
class CreditAward(Command, frozen=True):
    """An award that is due goes to the meter of the terminal that won it."""

    terminal: str
    award: str
    role: str = ""
    person: str = ""


@declared(power="pay_jackpot", fills=("ticket",), worth="award")
class PaperAward(Act, frozen=True):
    """An award that is due goes to paper, printed at the terminal that won it; the meter is not touched."""

    award: str
    paper: PaperKind = PaperKind.VOUCHER
    ticket: str = ""
    """The serial number the paper will bear; the server draws it."""


@declared(
    power="withhold_paper",
    needs=Needs.JACKPOTS,
    worth="award",
    script='uphold-award ROLE ID:award stands|withdrawn:stands "why"',
)
class UpholdAward(Act, frozen=True):
    """The round that won it was corrected or is void: the award stands all the same, or is taken back to the pool."""

    award: str
    stands: bool
    why: Private


@declared(power="configure_jackpot")
class DecommissionJackpot(Act, frozen=True):
    """A jackpot is no longer offered: what is in it goes into another."""

    jackpot: str
    into: str
    levels: dict[str, str]
    """For each of its levels, the level of the other that gets what is in it."""
    why: Private


JackpotCommand: TypeAlias = (
    SetUpJackpot
    | ChangeJackpot
    | CommitMystery
    | RevealMystery
    | ReportJackpotLink
    | DeclareJackpotFault
    | EndJackpotFault
    | AdjustJackpot
    | ClearJackpot
    | CreditAward
    | PaperAward
    | UpholdAward
    | DecommissionJackpot
)
