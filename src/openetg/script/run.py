"""Plays a round script on a floor of its own and says where it does not hold.

A refused step that no `expect refused` follows fails; a check refers to the last line that is not an `expect`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import copy
from itertools import takewhile

from msgspec import Struct

from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import Refusal
from openetg.rulebook.problems import RulebookProblems
from openetg.script.checks import CHECKS
from openetg.script.declared import VERBS as DECLARED
from openetg.script.parse import ScriptLine, parse
from openetg.script.stage import Stage, StepFailed, StepRefused, spoken
from openetg.script.verbs_cloth import VERBS as CLOTH
from openetg.script.verbs_jackpots import VERBS as JACKPOTS
from openetg.script.verbs_money import VERBS as MONEY
from openetg.script.verbs_people import VERBS as PEOPLE
from openetg.script.verbs_premises import VERBS as PREMISES
from openetg.script.verbs_promotions import VERBS as PROMOTIONS
from openetg.script.verbs_recorded import VERBS as RECORDED
from openetg.script.verbs_rounds import DEALER_STEPS, settle_left_out
from openetg.script.verbs_rounds import VERBS as ROUNDS
from openetg.script.verbs_trouble import VERBS as TROUBLE
from openetg.script.verbs_wagers import VERBS as WAGERS

VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    **DECLARED,
    **PREMISES,
    **MONEY,
    **JACKPOTS,
    **PROMOTIONS,
    **ROUNDS,
    **WAGERS,
    **CLOTH,
    **TROUBLE,
    **PEOPLE,
    **RECORDED,
}


DESCRIBING = frozenset({"rulebook", "table", "wheel", "period", "float", "limit"})
"""Lines about the table that was added last; every other line is about the one the script is at."""


class Failure(Struct, frozen=True):
    """The line at which a script does not hold, and why."""

    line: int
    text: str
    problem: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}: {self.problem}"


class PlayedScript(Struct):
    """What became of a script."""

    stage: Stage
    steps: int = 0
    checks: int = 0
    failure: Failure | None = None


def play(text: str, watch: Callable[[ScriptLine, Stage], None] | None = None) -> PlayedScript:
    """Plays a script to its end or to the first line that does not hold. `Malformed` if it cannot be read."""
    return play_steps(parse(text), watch)


def play_steps(steps: list[ScriptLine], watch: Callable[[ScriptLine, Stage], None] | None = None) -> PlayedScript:
    """Plays steps that were read before."""
    return go_on(PlayedScript(Stage()), steps, watch)


def go_on(
    run: PlayedScript, steps: list[ScriptLine], watch: Callable[[ScriptLine, Stage], None] | None = None
) -> PlayedScript:
    """Plays further steps where a run has come to."""
    for position, step in enumerate(steps):
        try:
            _play_step(run, step, steps[position + 1 :])
        except (StepFailed, RulebookProblems) as failed:
            run.failure = Failure(step.line, step.text, str(failed))
            return run
        if watch is not None:
            watch(step, run.stage)
    return run


def would_ask(stage: Stage, step: ScriptLine) -> list[AnyCommand] | None:
    """What a step would ask of the floor, without asking it; None if it cannot be made."""
    listener = copy(stage)
    listener.heard, listener.revolutions = [], dict(stage.revolutions)
    try:
        VERBS[step.verb](listener, step)
    except (StepFailed, StepRefused):
        return None
    return listener.heard


def _play_step(run: PlayedScript, step: ScriptLine, rest: list[ScriptLine]) -> None:
    if step.is_check:
        run.checks += 1
        run.stage.found_all()
        CHECKS[step.verb](run.stage, step)
        return
    run.steps += 1
    refused = _refusal(run.stage, step)
    if refused is not None:
        if not _expects_refusal(rest):
            raise StepFailed(f"refused {spoken(refused)}")
        return
    coming = (each.verb for each in takewhile(lambda each: each.verb != "bets", rest))
    settle_left_out(run.stage, next((verb for verb in coming if verb in DEALER_STEPS), None))


def _refusal(stage: Stage, step: ScriptLine) -> Refusal | None:
    """Makes a step; the refusal, if it was refused."""
    stage.begin_step()
    # What was refused beforehand stands as the answer of the step.
    with suppress(StepRefused):
        if step.verb in DESCRIBING:
            stage.describe(lambda: VERBS[step.verb](stage, step))
        else:
            stage.described = stage.table_name
            VERBS[step.verb](stage, step)
    return stage.verdict if isinstance(stage.verdict, Refusal) else None


def _expects_refusal(rest: list[ScriptLine]) -> bool:
    """Whether a check that belongs to the step says that it is refused."""
    for step in rest:
        if not step.is_check:
            return False
        if step.verb == "expect refused":
            return True
    return False
