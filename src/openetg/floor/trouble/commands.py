"""Commands when something went wrong: faults, cases, corrected and invalid outcomes, rulings in the player's favour."""

from __future__ import annotations

from typing import Literal, TypeAlias

from openetg.floor.core.command import Act, Command, OfWho, Private
from openetg.floor.core.declaring import SentBy, TakesTwo, declared
from openetg.money import Money
from openetg.rulebook.schema.policies import Cause


@declared(SentBy.INSIDE)
class ReportTerminalFault(Command, frozen=True):
    """A terminal shows an error message, or a notice that concerns service and not play."""

    terminal: str
    code: str
    service: bool = False
    """Whether it is a service notice, such as paper low."""


@declared(SentBy.INSIDE, script="line TERMINAL back|lost:up [DURATION:lasted_ms]")
class ReportLine(Command, frozen=True):
    """The line to a terminal was lost or is back."""

    terminal: str
    up: bool
    lasted_ms: int = 0
    """For how long it has been lost."""


@declared(SentBy.INSIDE)
class ReportWagersShown(Command, frozen=True):
    """What a terminal's screen shows on its layout after the close."""

    terminal: str
    table: str
    round: int
    spots: dict[str, Money]


@declared(
    SentBy.INSIDE,
    script=(
        "read-record ROLE TERMINAL [ask=COUNT] [lines=COUNT] [digest=HASH] [differs=COUNT] [since=COUNT] [until=COUNT]"
    ),
)
class ReportRecord(Act, frozen=True):
    """A person has read what a terminal kept by itself, and it was held against the journal. Evidence, and no more."""

    terminal: str
    ask: int
    """Which asking of the server it answers."""
    lines: int
    """How many lines there were; none is normal."""
    digest: str
    """The hash over them."""
    differs: int
    """How many of them the journal does not bear out."""
    since: int
    """The first entry of the journal they were held against."""
    until: int
    """The last one."""


@declared(power="open_terminal_case", takes_two=TakesTwo.BY_SUM_NAMED)
class OpenCase(Act, frozen=True):
    """A person finds that a terminal does not work properly."""

    terminal: str
    why: Private
    ground: Literal["meter", "interrupted", "other", "number"] = "other"
    """What was seen: a meter that does not agree, play broken off or a faulty display, a number on the screen that the
    layout does not have, or something else.
    """
    table: str = ""
    """At which of its tables; empty is the one it stands at."""
    round: int = 0
    """Which round; zero is the newest."""


@declared(
    one_of=("declare_device_fault", "declare_system_fault"),
    script='declare ROLE system|device:what "why" [rounds COUNT:rounds …]',
)
class DeclareFault(Act, frozen=True):
    """A person finds that the game system or the device of a table does not work properly."""

    table: str
    what: Literal["system", "device"]
    why: Private
    rounds: tuple[int, ...] = ()
    """Which rounds; none means the newest."""


@declared(power="declare_device_fault", script='restore ROLE "why"')
class RestoreDevice(Act, frozen=True):
    """A device that was taken out of service works properly again."""

    table: str
    why: Private


@declared(
    power="confirm_wagers",
    script='reconstruct ROLE TERMINAL confirmed|failed:confirmed "why" [case=WORD] [without WAGER:unconfirmed …]',
)
class Reconstruct(Act, frozen=True):
    """The wagers of a faulty terminal were established from the records, or could not be."""

    terminal: str
    confirmed: bool
    why: Private
    unconfirmed: tuple[str, ...] = ()
    """The spots that could not be established, where the others could."""
    table: str = ""
    """At which of its tables; empty is the one with an open case."""
    case: str = ""
    """The case that is meant; if another one goes first by now, it is refused. Empty is the one that goes first."""


@declared(
    one_of=("void_wagers_for_breach", "void_unconfirmed_wagers"),
    script='void-wagers ROLE SEAT:who "why" [case=WORD] [only WAGER:spots …]',
)
class VoidWagers(Act, frozen=True):
    """Wagers of one terminal or player are void: not established, or for a breach."""

    who: str
    why: OfWho
    spots: tuple[str, ...] = ()
    """Which; none means all."""
    table: str = ""
    round: int = 0
    """For a breach, which round; zero is the newest with wagers."""
    case: str = ""
    """The case that is meant, if it is for one; as in `Reconstruct`."""


@declared(power="open_terminal_case", script='close-case ROLE TERMINAL "why" [case=WORD]')
class CloseCase(Act, frozen=True):
    """A case ends and the terminal goes back into service."""

    terminal: str
    why: Private
    table: str = ""
    case: str = ""
    """The case that is meant; as in `Reconstruct`."""


@declared(power="correct_outcome", takes_two=TakesTwo.ALWAYS, script='correct ROLE OUTCOME "why" [round=COUNT]')
class CorrectOutcome(Act, frozen=True):
    """The recorded outcome was not the actual one."""

    table: str
    outcome: str
    why: Private
    round: int = 0
    """Which round; zero is the newest with an outcome."""


@declared(power="invalidate_outcome", leaves=("by",), takes_two=TakesTwo.ALWAYS)
class InvalidateOutcome(Act, frozen=True):
    """The outcome of a game does not stand."""

    table: str
    cause: Cause | None
    why: Private
    forfeit: tuple[str, ...] = ()
    """The terminals or players concerned in a fraud."""
    by: str = ""
    """Who committed a fraud: `player` or `dealer`, where it matters."""
    round: int = 0


@declared(
    power="rule_on_late_wager",
    worth="amount",
    script='ruling ROLE TERMINAL allow|withdraw:allow WAGER:spot AMOUNT "why"',
)
class RuleOnWager(Act, frozen=True):
    """A late wager is allowed, or a late withdrawal, in the player's favour."""

    terminal: str
    allow: bool
    """Whether a wager is let in; else one is let out."""
    spot: str
    amount: Money
    why: Private
    table: str = ""
    round: int = 0


@declared(power="vary_settlement", worth="amount", script='vary ROLE TERMINAL AMOUNT "why"')
class VarySettlement(Act, frozen=True):
    """A terminal gets more than strict settlement gave."""

    terminal: str
    amount: Money
    why: Private
    table: str = ""
    round: int = 0


TroubleCommand: TypeAlias = (
    ReportTerminalFault
    | ReportLine
    | ReportWagersShown
    | ReportRecord
    | OpenCase
    | DeclareFault
    | RestoreDevice
    | Reconstruct
    | VoidWagers
    | CloseCase
    | CorrectOutcome
    | InvalidateOutcome
    | RuleOnWager
    | VarySettlement
)
