"""Round scripts in tests: `run_script(text)` plays one and fails with the line that does not hold."""

from __future__ import annotations

from openetg.script.run import PlayedScript, play
from tests.offered_acts import held_to_decide


def run_script(text: str) -> PlayedScript:
    """Plays a script that must hold to its last line, and in which no act is granted that consoles do not offer."""
    with held_to_decide():
        run = play(text)
    assert run.failure is None, str(run.failure)
    assert run.checks, "a script that checks nothing proves nothing"
    return run
