"""What the verbs of a cloth ask of the floor: how chips were laid, who sits there, what was arranged for them."""

from __future__ import annotations

from collections.abc import Callable

from openetg.floor.commands import (
    ArrangeLimits,
    BuyChips,
    PlaceOnCloth,
    Sign,
)
from openetg.floor.core.authority import DEALER
from openetg.script.parse import ScriptLine
from openetg.script.saying import amount, maybe_amount, text, words
from openetg.script.stage import Stage
from openetg.script.verbs_wagers import wager_said


def _who(stage: Stage, step: ScriptLine) -> tuple[str, str]:
    return stage.person(text(step, "role"))


def _lay(stage: Stage, step: ScriptLine) -> None:
    said = step.said
    who = stage.person(text(step, "by", DEALER))
    stage.ask(
        PlaceOnCloth(
            *who, stage.table.name, text(step, "player"), wager_said(stage, text(step, "wager")), amount(step),
            text(step, "colour"), "cash" if "cash" in said else "chips",
            verbal="verbal" in said, helped="helped" in said, block="block" in said,
        )
    )  # fmt: skip


def _chips_for(stage: Stage, step: ScriptLine) -> None:
    means = "chips" if "brought" in step.said else "cash"
    who = stage.person(DEALER)
    player, colour = stage.player(text(step, "player")), text(step, "colour")
    stage.ask(BuyChips(*who, stage.table.name, player, amount(step), colour, None, means))


def _arrange(stage: Stage, step: ScriptLine) -> None:
    sign = Sign(maybe_amount(step, "min"), maybe_amount(step, "max"))
    limits = {text(step, "kind", "any"): sign}
    stage.ask(ArrangeLimits(*_who(stage, step), stage.table.name, words(step, "player"), limits))


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "lay": _lay,
    "chips-for": _chips_for,
    "arrange": _arrange,
}
