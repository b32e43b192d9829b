"""What a decision is, and the table in which a module offers its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from openetg.floor.core.refusals import Refusal
from openetg.floor.events import AnyEvent
from openetg.floor.state import Floor

Verdict: TypeAlias = tuple[AnyEvent, ...] | Refusal
"""Events or a refusal. Code on the path of a wager tests for a tuple: a tenth of the cost of asking for a
Struct."""
Deciders: TypeAlias = dict[type, Callable[[Floor, Any, int], Verdict]]
"""Per type of command, the function that answers it."""
LOGIC = 1
"""The version of what `decide` answers: raised whenever an answer changes, so that older entries are only folded."""
