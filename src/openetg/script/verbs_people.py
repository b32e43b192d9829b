"""What the verbs about people ask of the floor."""

from __future__ import annotations

from collections.abc import Callable

from openetg.floor.commands import (
    RecordDeniedClaim,
    StaffMessage,
    TellPlayer,
)
from openetg.script.parse import ScriptLine
from openetg.script.saying import amount, text
from openetg.script.stage import Stage, StepFailed


def _tell(stage: Stage, step: ScriptLine) -> None:
    said, known = text(step, "message"), [each.value for each in StaffMessage]
    if said not in known:
        raise StepFailed(f"no message {said}: there are {', '.join(known)}")
    who, seat = stage.person(text(step, "role")), text(step, "seat")
    place = stage.terminal(seat) if seat in stage.floor.terminals else stage.player(seat)
    stage.ask(TellPlayer(*who, place, StaffMessage(said)))


def _deny_claim(stage: Stage, step: ScriptLine) -> None:
    role, person = stage.person(text(step, "role"))
    stage.ask(
        RecordDeniedClaim(
            role,
            person,
            text(step, "name"),
            stage.table.name,
            "prize",
            amount(step),
            text(step, "why"),
            claimant=text(step, "claimant"),
            address=text(step, "address"),
            kind=text(step, "kind", "promotional-prize"),
        )
    )


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "tell": _tell,
    "deny-claim": _deny_claim,
}
