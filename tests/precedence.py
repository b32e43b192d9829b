"""Whether reasons are given in their order: of two things that are wrong, the earlier one in `Reason` is named.

Each area proves the order of its own commands:

    @pytest.mark.parametrize(("before", "command", "earlier", "later"), PAIRS)
    def test_of_two_reasons_the_earlier_is_given(before, command, earlier, later) -> None:
        check_order(before, command, earlier, later)

`before` is a round script; one without a `rulebook` goes on at a table of ministar (`play` in `tests/one_table.py`).
Each change alone makes for one reason, both together for the first.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import PRECEDENCE, Reason, Refusal
from openetg.floor.pipeline import decide
from openetg.script.run import play as play_script
from tests.one_table import play

Change = Mapping[str, object]


def check_order(before: str, command: AnyCommand, earlier: Change, later: Change) -> None:
    """Each change is refused for a reason of its own, and both together for the earlier."""
    first, second = reason(before, replace(command, **earlier)), reason(before, replace(command, **later))
    assert PRECEDENCE[first] < PRECEDENCE[second], (first, second)
    assert reason(before, replace(command, **{**later, **earlier})) is first


def reason(before: str, command: AnyCommand) -> Reason:
    """Why a command is refused after what came before."""
    if before.lstrip().startswith("rulebook"):
        run = play_script(before)
        assert run.failure is None, str(run.failure)
        verdict = decide(run.stage.floor, command, run.stage.at_ms)
    else:
        verdict = play("ministar", before).give(command)
    assert isinstance(verdict, Refusal), (command, verdict)
    return verdict.reason
