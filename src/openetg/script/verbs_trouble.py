"""What the verbs about irregularities ask of the floor."""

from __future__ import annotations

from collections.abc import Callable

from openetg.floor.commands import (
    InvalidateOutcome,
    OpenCase,
    ReportShown,
    ReportTerminalFault,
    ReportWagersShown,
)
from openetg.script.parse import ScriptLine
from openetg.script.saying import amount, cause, number, text
from openetg.script.stage import Stage, StepFailed
from openetg.script.verbs_wagers import wager_said

SERVICE_NOTICES = frozenset({
    "paper-low", "paper-out-soon", "paper-out", "out-of-paper", "paper-jam", "printer-jam", "note-jam", "ticket-jam",
    "paper-fine", "printer-fine", "stacker-nearly-full", "stacker-full", "service-due", "door-closed",
})  # fmt: skip
"""Codes that concern service and not play; a device sends them as such."""
GROUNDS = ("meter", "interrupted", "other", "number")


def terminal_fault(stage: Stage, terminal: str, code: str) -> None:
    """A terminal shows an error message or a service notice."""
    stage.ask(ReportTerminalFault(stage.terminal(terminal), code, service=code in SERVICE_NOTICES))


def who_said(stage: Stage, name: str) -> str:
    """A terminal, or a player at the cloth."""
    return name if stage.is_player(name) else stage.terminal(name)


def place_said(stage: Stage, place: str) -> str:
    """A terminal, or the table."""
    return stage.table.name if place == "table" else stage.terminal(place)


def _shows(stage: Stage, step: ScriptLine) -> None:
    terminal, spot = stage.terminal(text(step, "terminal")), text(step, "wager")
    shown = {wager_said(stage, spot): amount(step)} if spot else {}
    stage.ask(ReportWagersShown(terminal, stage.table.name, stage.round.number, shown))


def _display_shows(stage: Stage, step: ScriptLine) -> None:
    round_ = number(step, "round") or max(stage.table.outcomes, default=0)
    stage.ask(ReportShown(stage.table.name, round_, text(step, "outcome")))


def _open_case(stage: Stage, step: ScriptLine) -> None:
    who, terminal = stage.person(text(step, "role")), stage.terminal(text(step, "terminal"))
    ground = text(step, "ground", "other")
    if ground not in GROUNDS:
        raise StepFailed(f"expected a ground ({', '.join(GROUNDS)}), found {ground}")
    stage.ask(OpenCase(*who, terminal, text(step, "why"), ground, stage.table.name))  # type: ignore[arg-type]


def _invalidate(stage: Stage, step: ScriptLine) -> None:
    forfeit = text(step, "terminal")
    lost = (who_said(stage, forfeit),) if forfeit else ()
    who, by = stage.person(text(step, "role")), text(step, "by")
    why, round_ = text(step, "why"), number(step, "round")
    stage.ask(InvalidateOutcome(*who, stage.table.name, cause(step), why, lost, by, round_))


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "shows": _shows,
    "display-shows": _display_shows,
    "open-case": _open_case,
    "invalidate": _invalidate,
}
