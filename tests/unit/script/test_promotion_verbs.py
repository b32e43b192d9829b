"""Every command about promotions can be said in a script, and what a recalled one says asks for exactly the same."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from openetg.floor.promotions.commands import PromotionCommand
from openetg.reports.recall.lines import line_for
from openetg.script.parse import ScriptLine, parse
from openetg.script.run import VERBS, play
from openetg.script.stage import Stage

SCRIPT = Path(__file__).parents[2] / "data" / "golden" / "promotions.round"


def test_what_was_asked_is_said_again_word_for_word() -> None:
    said = {type(order): order for order in _asked()}
    assert said.keys() == set(get_args(PromotionCommand)), "the script uses every command about promotions"
    run = play("rulebook ministar roulette as A\nterminal T1\nnote T1 100.00")
    assert run.failure is None
    for command in said.values():
        (step,) = parse(str(line_for(command)))
        run.stage.heard = []
        VERBS[step.verb](run.stage, step)
        assert run.stage.heard == [command]


def _asked() -> list[PromotionCommand]:
    """The commands about promotions that the script asked for."""
    kinds, asked = get_args(PromotionCommand), []

    def watch(step: ScriptLine, stage: Stage) -> None:
        if not step.is_check and stage.last is not None and isinstance(stage.last.command, kinds):
            asked.append(stage.last.command)

    assert play(SCRIPT.read_text(encoding="utf-8"), watch).failure is None
    return asked
