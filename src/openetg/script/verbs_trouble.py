"""What the verbs about irregularities ask of the floor."""

from __future__ import annotations

from collections.abc import Callable

from openetg.floor.commands import (
    CloseCase,
    CorrectOutcome,
    DeclareFault,
    InvalidateOutcome,
    OpenCase,
    Reconstruct,
    ReportLine,
    ReportShown,
    ReportTerminalFault,
    ReportWagersShown,
    RestoreDevice,
    RuleOnWager,
    VarySettlement,
    VoidWagers,
)
from openetg.script.parse import ScriptLine
from openetg.script.saying import amount, cause, number, text, words
from openetg.script.stage import Stage, StepFailed
from openetg.script.verbs_rounds import outcome_said
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


def _line(stage: Stage, step: ScriptLine) -> None:
    up, lasted = text(step, "choice") == "back", number(step, "duration")
    stage.ask(ReportLine(stage.terminal(text(step, "terminal")), up, lasted))


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


def _close_case(stage: Stage, step: ScriptLine) -> None:
    who, terminal = stage.person(text(step, "role")), stage.terminal(text(step, "terminal"))
    stage.ask(CloseCase(*who, terminal, text(step, "why"), case=text(step, "case")))


def _declare(stage: Stage, step: ScriptLine) -> None:
    what = "system" if text(step, "choice") == "system" else "device"
    rounds = step.said.get("count", ())
    assert isinstance(rounds, tuple), "rounds are numbers"
    who = stage.person(text(step, "role"))
    numbers = tuple(int(each) for each in rounds)
    stage.ask(DeclareFault(*who, stage.table.name, what, text(step, "why"), numbers))  # type: ignore[arg-type]


def _restore(stage: Stage, step: ScriptLine) -> None:
    stage.ask(RestoreDevice(*stage.person(text(step, "role")), stage.table.name, text(step, "why")))


def _correct(stage: Stage, step: ScriptLine) -> None:
    outcome, who = outcome_said(stage, text(step, "outcome")), stage.person(text(step, "role"))
    stage.ask(CorrectOutcome(*who, stage.table.name, outcome, text(step, "why"), number(step, "round")))


def _invalidate(stage: Stage, step: ScriptLine) -> None:
    forfeit = text(step, "terminal")
    lost = (who_said(stage, forfeit),) if forfeit else ()
    who, by = stage.person(text(step, "role")), text(step, "by")
    why, round_ = text(step, "why"), number(step, "round")
    stage.ask(
        InvalidateOutcome(*who, table=stage.table.name, cause=cause(step), why=why, forfeit=lost, by=by, round=round_)
    )


def _reconstruct(stage: Stage, step: ScriptLine) -> None:
    who, terminal = stage.person(text(step, "role")), stage.terminal(text(step, "terminal"))
    spots = tuple(wager_said(stage, spot) for spot in words(step, "wager"))
    found, why, case = text(step, "choice") == "confirmed", text(step, "why"), text(step, "case")
    stage.ask(Reconstruct(*who, terminal, found, why, spots, case=case))


def _void_wagers(stage: Stage, step: ScriptLine) -> None:
    who, concerned = stage.person(text(step, "role")), who_said(stage, text(step, "terminal"))
    spots = tuple(wager_said(stage, spot) for spot in words(step, "wager"))
    stage.ask(VoidWagers(*who, concerned, text(step, "why"), spots, case=text(step, "case")))


def _ruling(stage: Stage, step: ScriptLine) -> None:
    who, terminal = stage.person(text(step, "role")), stage.terminal(text(step, "terminal"))
    spot, allow = wager_said(stage, text(step, "wager")), text(step, "choice") == "allow"
    stage.ask(RuleOnWager(*who, terminal=terminal, allow=allow, spot=spot, amount=amount(step), why=text(step, "why")))


def _vary(stage: Stage, step: ScriptLine) -> None:
    who, terminal = stage.person(text(step, "role")), stage.terminal(text(step, "terminal"))
    stage.ask(VarySettlement(*who, terminal, amount(step), text(step, "why")))


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "line": _line,
    "shows": _shows,
    "display-shows": _display_shows,
    "open-case": _open_case,
    "close-case": _close_case,
    "declare": _declare,
    "restore": _restore,
    "correct": _correct,
    "invalidate": _invalidate,
    "reconstruct": _reconstruct,
    "void-wagers": _void_wagers,
    "ruling": _ruling,
    "vary": _vary,
}
