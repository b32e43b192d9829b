"""Which kind of jackpot it is: asked by the floor, the maths and the reports. Decides nothing."""

from __future__ import annotations

from typing import assert_never

from openetg.rulebook.schema.policies import JackpotKind


def is_mystery(kind: JackpotKind) -> bool:
    """Whether a secret value drawn beforehand wins it; otherwise a public condition."""
    match kind:
        case JackpotKind.MYSTERY:
            return True
        case JackpotKind.PROGRESSIVE:
            return False
        case _:
            assert_never(kind)
