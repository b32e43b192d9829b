"""What the verbs of a round ask of the floor: the dealer's, the device's, and what people decide about a round."""

from __future__ import annotations

from collections.abc import Callable

from openetg.floor.commands import (
    AnyCommand,
    CallNoSpin,
    CloseWagers,
    CollectLosers,
    ConfirmOutcome,
    EnterOutcome,
    ExamineBall,
    MarkDolly,
    OpenRound,
    PayWinners,
    RecordOutcome,
    ReportCocked,
    ReportFault,
    ReportLaunch,
    ReportUnread,
    ResetTerminals,
    SpinWheel,
    VoidRound,
    WarnFinish,
)
from openetg.floor.core.authority import DEALER
from openetg.floor.core.refusals import Refusal
from openetg.floor.rounds.automatic import in_motion, is_dealer_run
from openetg.floor.rounds.device_readings import disagreement, unannounced
from openetg.floor.state import BETTING, RUNNING, Phase
from openetg.rulebook.schema.policies import Cause, Closer, CloseTime, Device, NoLaunch, Opening
from openetg.script.parse import ScriptLine
from openetg.script.saying import cause, number, text
from openetg.script.stage import Stage, StepFailed

PROPER = 9
"""Revolutions of a proper spin: more than any instrument asks for."""
DEALER_STEPS = ("dolly", "collect-losers", "pay-winners")


def _open_round(stage: Stage, step: ScriptLine) -> None:
    del step
    table = stage.table
    if not stage.verbatim and (table.round is None or table.round.phase not in RUNNING):
        stage.ready()
    announced = stage.floor.rules_of(table).opening.policy is Opening.DEALER_ANNOUNCES
    role, person = stage.person(DEALER) if announced else ("", "")
    stage.ask(OpenRound(role, person, table.name))


def _finish(stage: Stage, step: ScriptLine) -> None:
    del step
    stage.ask(WarnFinish(*stage.person(DEALER), stage.table.name))


def _close(stage: Stage, step: ScriptLine) -> None:
    by = Closer(text(step, "choice")) if text(step, "choice") else _usual_closer(stage)
    _close_by(stage, by)


def _usual_closer(stage: Stage) -> Closer:
    """The dealer where the dealer closes; else the clock where it may run out before the launch, else the sensor."""
    table = stage.table
    rules, round_ = stage.floor.rules_of(table), table.round
    waits = rules.no_launch is not None and rules.no_launch.policy is NoLaunch.WAIT
    first = [Closer.TIMER] if waits and round_ is not None and not round_.launched else []
    return next(by for by in (Closer.DEALER, *first, Closer.SENSOR, Closer.TIMER) if by in rules.closing.by)


def _close_by(stage: Stage, by: Closer) -> None:
    before_spin = stage.floor.rules_of(stage.table).closing.when.policy is CloseTime.BEFORE_SPIN
    if by is Closer.SENSOR and stage.table.round is not None and not before_spin:
        # What is about to drop was launched, also in a script that does not say so.
        assume_spin(stage)
    role, person = stage.person(DEALER) if by is Closer.DEALER else ("", "")
    stage.ask(CloseWagers(stage.table.name, by, None, role, person))


def _drop(stage: Stage, step: ScriptLine) -> None:
    del step
    closes = Closer.SENSOR in stage.floor.rules_of(stage.table).closing.by
    if closes or stage.round.phase in BETTING:
        _close_by(stage, Closer.SENSOR)


def _spin(stage: Stage, step: ScriptLine) -> None:
    table = stage.table
    least = stage.floor.rules_of(table).revolutions_min
    proper = max(PROPER, least.value if least else 0)
    stage.revolutions[table.name] = number(step, "revolutions", proper)
    if _is_the_assumed_one(stage, step):
        return
    spin_now(stage, opposite="same-direction" not in step.said, turning="rotor-still" not in step.said)


def _is_the_assumed_one(stage: Stage, step: ScriptLine) -> bool:
    """A launch that was assumed at the close and is spoken of after it is one launch; what was odd about it is told."""
    if stage.assumed != stage.round.spin:
        return False
    stage.assumed = ""
    for odd in (Cause.SAME_DIRECTION, Cause.ROTOR_STILL):
        if odd.value in step.said:
            stage.ask(ReportFault(stage.table.name, odd.value, stage.round.spin))
    return True


def spin_now(stage: Stage, *, opposite: bool = True, turning: bool = True) -> None:
    """The dealer spins, or the device launches by itself."""
    table, round_ = stage.table, stage.round
    if is_dealer_run(stage.floor, table):
        verdict = stage.ask(SpinWheel(*stage.person(DEALER), table.name))
        if isinstance(verdict, Refusal) or stage.verbatim:
            return
    elif not round_.launched and round_.phase in RUNNING:
        stage.ready()
    stage.ask(ReportLaunch(table.name, round_.spin, opposite, turning))


def _shake(stage: Stage, step: ScriptLine) -> None:
    if not _is_the_assumed_one(stage, step):
        spin_now(stage)


def _rest(stage: Stage, step: ScriptLine) -> None:
    table, round_ = stage.table, stage.round
    said = text(step, "choice")
    outcome = said or outcome_said(stage, text(step, "outcome"))
    # With nothing spun and nothing closed since a no spin, it is the ball of the spin that was called off.
    called_off = bool(round_.dead_spins) and not in_motion(round_) and round_.closed_by is None
    standing = round_.phase in RUNNING
    if not called_off:
        assume_spin(stage)
    if standing and round_.phase is Phase.VOID:
        # The wheel should not have moved at all: what it stopped at does not matter.
        return
    spin = round_.dead_spins[-1] if called_off else round_.spin
    if said == "divider":
        of_segments = stage.floor.kind_of(table).device.value is Device.MONEY_WHEEL
        between = Cause.DIVIDER if of_segments else Cause.NO_COMPARTMENT
        stage.ask(ReportFault(table.name, between.value, spin))
    elif said == "unread":
        stage.ask(ReportUnread(table.name, spin))
    else:
        stage.ask(RecordOutcome(table.name, spin, outcome, _counted(stage, step), number(step, "segment")))
    stage.revolutions.pop(table.name, None)
    stage.assumed = ""


def _counted(stage: Stage, step: ScriptLine) -> int | None:
    """How many revolutions were counted: as said here, as said of the spin, or those of a proper one."""
    if "revolutions" in step.said:
        return number(step, "revolutions")
    return stage.revolutions.get(stage.table.name, None if stage.verbatim else PROPER)


def assume_spin(stage: Stage) -> None:
    """A spin that the script does not speak of was a proper one; a wheel that may not be spun yet moved by itself."""
    table, round_ = stage.table, stage.round
    if (
        stage.verbatim
        or round_.launched
        or round_.phase not in RUNNING
        or round_.needs_reset
        or round_.outcome is not None
    ):
        return
    before_spin = stage.floor.rules_of(table).closing.when.policy is CloseTime.BEFORE_SPIN
    if before_spin and round_.phase in BETTING:
        stage.ask(ReportLaunch(table.name, round_.spin, opposite=True, rotor_turning=True))
    else:
        spin_now(stage)
    if isinstance(stage.verdict, Refusal):
        raise StepFailed("nothing can come to rest: no spin was possible")
    stage.assumed = round_.spin


def outcome_said(stage: Stage, said: str) -> str:
    """An outcome as the game writes it: dice stand ascending."""
    dice = said.split("-")
    if said in stage.game.outcomes:
        return said
    if not all(die.isdigit() for die in dice):
        raise StepFailed(f"nothing called {said} can fall: expected an outcome such as {stage.game.outcomes[-1]}")
    return "-".join(sorted(dice)) if len(dice) > 1 else said


def settle_left_out(stage: Stage, following: str | None) -> None:
    """Dealer steps at the cloth that the script leaves out are taken as done in order."""
    table = stage.floor.tables.get(stage.table_name)
    round_ = table.round if table else None
    if table is None or round_ is None or round_.outcome is None:
        return
    if stage.verbatim or following in DEALER_STEPS or not table.dealer:
        return
    verdict, last = stage.verdict, stage.last
    who = DEALER, table.dealer
    if round_.phase is Phase.SETTLED and unannounced(stage.floor, table) is not None:
        # What goes without saying before the next round is called; a disagreement does not.
        if round_.dolly is None and disagreement(round_) is None:
            stage.must(MarkDolly(*who, table.name, round_.outcome))
            stage.recall(last, verdict)
        return
    if round_.phase is not Phase.CLOSED:
        return
    if round_.dolly is None:
        stage.must(MarkDolly(*who, table.name, round_.outcome))
    if not round_.collected:
        stage.must(CollectLosers(*who, table.name))
    stage.must(PayWinners(*who, table.name))
    assert not isinstance(stage.verdict, Refusal), "what must be done was done"
    paid = stage.verdict or ()
    # What the step brought about includes the paying that went without saying.
    stage.recall(last, verdict if isinstance(verdict, Refusal) else (*(verdict or ()), *paid))


def _fault(stage: Stage, step: ScriptLine) -> None:
    from openetg.script.verbs_trouble import terminal_fault  # noqa: PLC0415 - the one word for two devices

    place, code = text(step, "place"), text(step, "code")
    if place != "table":
        terminal_fault(stage, place, code)
        return
    round_ = stage.table.round
    stage.ask(ReportFault(stage.table.name, code, round_.spin if round_ else None))


def _cocked(stage: Stage, step: ScriptLine) -> None:
    del step
    assume_spin(stage)
    stage.ask(ReportCocked(stage.table.name, stage.round.spin))


def _confirm(stage: Stage, step: ScriptLine) -> None:
    said = text(step, "outcome")
    outcome = outcome_said(stage, said) if said else None
    stage.ask(ConfirmOutcome(*stage.person(text(step, "role")), stage.table.name, outcome))


def _enter(stage: Stage, step: ScriptLine) -> None:
    outcome = outcome_said(stage, text(step, "outcome"))
    who = stage.person(text(step, "role"))
    stage.ask(EnterOutcome(*who, stage.table.name, outcome, text(step, "why")))


def _no_spin(stage: Stage, step: ScriptLine) -> None:
    who = stage.person(text(step, "role"))
    counted = number(step, "revolutions") if "revolutions" in step.said else None
    why, incident = text(step, "why"), text(step, "incident")
    stage.ask(
        CallNoSpin(*who, table=stage.table.name, cause=cause(step), why=why, revolutions=counted, incident=incident)
    )


def _void(stage: Stage, step: ScriptLine) -> None:
    who = stage.person(text(step, "role"))
    stage.ask(VoidRound(*who, stage.table.name, cause(step), text(step, "why"), number(step, "round")))


def _at_table(command: Callable[[str, str, str], AnyCommand]) -> Callable[[Stage, ScriptLine], None]:
    def verb(stage: Stage, step: ScriptLine) -> None:
        stage.ask(command(*stage.person(text(step, "role")), stage.table.name))

    return verb


def _examine(stage: Stage, step: ScriptLine) -> None:
    who = stage.person(text(step, "role"))
    stage.ask(ExamineBall(*who, stage.table.name, found="lost" not in step.said))


def _dolly(stage: Stage, step: ScriptLine) -> None:
    who = stage.person(text(step, "role"))
    stage.ask(MarkDolly(*who, stage.table.name, outcome_said(stage, text(step, "outcome"))))


def _pay_winners(stage: Stage, step: ScriptLine) -> None:
    who = stage.person(text(step, "role"))
    stage.ask(PayWinners(*who, stage.table.name, text(step, "wager")))


def _restart(stage: Stage, step: ScriptLine) -> None:
    del step
    stage.found_all()
    stage.restart()


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "bets": _open_round,
    "finish": _finish,
    "close": _close,
    "drop": _drop,
    "spin": _spin,
    "shake": _shake,
    "rest": _rest,
    "fault": _fault,
    "cocked": _cocked,
    "confirm": _confirm,
    "enter": _enter,
    "no-spin": _no_spin,
    "void": _void,
    "reset": _at_table(ResetTerminals),
    "examine": _examine,
    "dolly": _dolly,
    "collect-losers": _at_table(CollectLosers),
    "pay-winners": _pay_winners,
    "wait": lambda stage, step: stage.wait(number(step, "duration")),
    "restart": _restart,
    "again": lambda stage, _: stage.again(),
}
