"""Commands of a round: the dealer's and the device's, from 'place your bets' to paid."""

from __future__ import annotations

from typing import Literal, TypeAlias

from openetg.floor.core.command import Act, Command, Private
from openetg.floor.core.declaring import HeldBy, Needs, SentBy, TakesTwo, declared
from openetg.rulebook.schema.policies import Cause, Closer


@declared(power="run_round")
class OpenRound(Act, frozen=True):
    """'Place your bets.' An empty role is the table itself, where each round is opened by hand."""

    table: str


@declared(power="run_round", needs=Needs.WARNING)
class WarnFinish(Act, frozen=True):
    """'Finish betting.'"""

    table: str


@declared(
    power="run_round",
    held_by=HeldBy.DEALER,
    needs=Needs.DEALER_CLOSES,
    fills=("by", "spin"),
    takes_two=TakesTwo.BY_SUM_NAMED,
)
class CloseWagers(Command, frozen=True):
    """No more bets."""

    table: str
    by: Closer
    spin: str | None = None
    role: str = ""
    """Who calls it, where a person does."""
    person: str = ""


@declared(SentBy.INSIDE)
class ReportAnnouncement(Command, frozen=True):
    """What terminals have said of the announcement that ended the wagering period of a round."""

    table: str
    round: int
    heard: tuple[str, ...] = ()
    """Those that have shown and played it."""
    seen: tuple[str, ...] = ()
    """Those that have only shown it."""
    missing: tuple[str, ...] = ()
    """Those that have not acknowledged it in time."""
    away: tuple[str, ...] = ()
    """Those of the missing that had no connection when their time was up."""
    spin: str = ""
    """Which spin of the round, where one was called off and the period ended a second time; empty for the last."""


@declared(SentBy.INSIDE, script="ready")
class ReportReady(Command, frozen=True):
    """The device can decide an outcome."""

    table: str


@declared(power="run_round", needs=Needs.DEALER_RUN)
class SpinWheel(Act, frozen=True):
    """The dealer sets ball or wheel in motion."""

    table: str


@declared(SentBy.INSIDE)
class ReportLaunch(Command, frozen=True):
    """The ball runs, the tumbler shakes, the wheel turns."""

    table: str
    spin: str
    opposite: bool | None = None
    """Whether ball and wheel turn against each other, if sensed."""
    rotor_turning: bool | None = None
    """Whether the wheel turned at all, if sensed."""
    rotor: Literal["", "cw", "ccw"] = ""
    """Which way it turned, seen from above, if sensed."""
    rotor_turn_ms: int = 0
    """How long one turn of it took, if sensed."""


@declared(SentBy.INSIDE)
class RecordOutcome(Command, frozen=True):
    """What fell."""

    table: str
    spin: str
    outcome: str
    revolutions: int | None = None
    """Complete revolutions, if counted."""
    segment: int = 0
    """Where the indicator stands, counted from one, on a wheel of segments that says so."""


@declared(SentBy.INSIDE)
class ReportUnread(Command, frozen=True):
    """Something fell and was not read."""

    table: str
    spin: str


@declared(SentBy.INSIDE)
class ReportCocked(Command, frozen=True):
    """A die lies on no face."""

    table: str
    spin: str


@declared(SentBy.INSIDE)
class ReportFault(Command, frozen=True):
    """The device broke, or saw something irregular; the code may be a cause the rulebook knows."""

    table: str
    code: str
    spin: str | None = None


@declared(power="confirm_outcome", takes_two=TakesTwo.BY_SUM_NAMED, script="confirm ROLE [OUTCOME]")
class ConfirmOutcome(Act, frozen=True):
    """The registered outcome is the right one; payment may begin."""

    table: str
    outcome: str | None = None
    """The number confirmed; None means the registered one."""


@declared(
    one_of=("enter_outcome", "settle_early_rest", "settle_device_fault"),
    takes_two=TakesTwo.BY_SUM_NAMED,
    script='enter ROLE OUTCOME ["why"]',
)
class EnterOutcome(Act, frozen=True):
    """An outcome that was not read."""

    table: str
    outcome: str
    why: Private = ""
    round: int = 0
    """Which round; zero is the newest."""


@declared(
    power="call_no_spin",
    needs=Needs.NO_SPIN,
    takes_two=TakesTwo.BY_SUM_NAMED,
    script='no-spin ROLE [cause=CAUSE] "why" [revolutions=COUNT] [incident=WORD]',
)
class CallNoSpin(Act, frozen=True):
    """'No spin.'"""

    table: str
    cause: Cause | None = None
    """None means the cause that the signals show."""
    why: Private = ""
    revolutions: int | None = None
    """How many revolutions had been counted, if any were; it may be called on judgement alone."""
    incident: str = ""
    """The breach or case on record about who caused it, if there is one."""


@declared(power="reset_after_no_spin", script="reset ROLE")
class ResetTerminals(Act, frozen=True):
    """After a no spin the terminals are reset and play goes on."""

    table: str


@declared(power="examine_ball", script="examine ROLE [lost:found]")
class ExamineBall(Act, frozen=True):
    """A ball that left the wheel was examined, or was not found and replaced."""

    table: str
    found: bool = True


@declared(takes_two=TakesTwo.ALWAYS, script='void ROLE [cause=CAUSE] "why" [round=COUNT]')
class VoidRound(Act, frozen=True):
    """A whole round is declared void."""

    table: str
    cause: Cause | None = None
    """None means the cause that the signals show."""
    why: Private = ""
    round: int = 0
    """Which round; zero is the newest."""


@declared(power="run_round", needs=Needs.DOLLY_STEP, script="dolly ROLE OUTCOME")
class MarkDolly(Act, frozen=True):
    """The dealer announces what fell, and puts the marker on it where there is one."""

    table: str
    outcome: str


@declared(power="run_round", needs=Needs.COLLECT_STEP, script="collect-losers ROLE")
class CollectLosers(Act, frozen=True):
    """The dealer has taken the losing wagers off the cloth."""

    table: str


@declared(
    power="run_round", needs=Needs.PAY_STEP, takes_two=TakesTwo.BY_SUM_NAMED, script="pay-winners ROLE [WAGER:spot]"
)
class PayWinners(Act, frozen=True):
    """The dealer has paid the winning wagers on the cloth; the marker is lifted."""

    table: str
    spot: str = ""
    """The one outside spot that is paid; empty means all that is left, which ends the round."""


RoundCommand: TypeAlias = (
    OpenRound
    | WarnFinish
    | CloseWagers
    | ReportAnnouncement
    | ReportReady
    | SpinWheel
    | ReportLaunch
    | RecordOutcome
    | ReportUnread
    | ReportCocked
    | ReportFault
    | ConfirmOutcome
    | EnterOutcome
    | CallNoSpin
    | ResetTerminals
    | ExamineBall
    | VoidRound
    | MarkDolly
    | CollectLosers
    | PayWinners
)
