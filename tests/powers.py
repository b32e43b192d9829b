"""Where a script has ended: who may do something now, and what the answer to the last step holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import Event
from openetg.floor.pipeline import decide
from openetg.script.run import PlayedScript

Kind = TypeVar("Kind", bound=Event)


def told(run: PlayedScript, kind: type[Kind]) -> list[Kind]:
    """The events of one kind in the answer to the last step."""
    verdict = run.stage.verdict
    assert isinstance(verdict, tuple), verdict
    return [event for event in verdict if isinstance(event, kind)]


def who_may(run: PlayedScript, asks: Callable[[str, str], AnyCommand]) -> set[str]:
    """The roles of the rulebook that do not lack the power to ask this; nothing is put on record."""
    stage = run.stage
    able = set()
    for role in stage.rulebook.roles:
        person = stage.table.dealer if role == "dealer" and stage.table.dealer else role
        verdict = decide(stage.floor, asks(role, person), stage.at_ms)
        if not isinstance(verdict, Refusal) or verdict.reason is not Reason.NO_POWER:
            able.add(role)
    return able
