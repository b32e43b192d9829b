"""What was said behind a verb, by blank, with the types a verb expects."""

from __future__ import annotations

from openetg.money import ZERO, Money
from openetg.rulebook.schema.policies import Cause
from openetg.script.parse import ScriptLine


def text(step: ScriptLine, blank: str, otherwise: str = "") -> str:
    """A word."""
    value = step.said.get(blank, otherwise)
    assert isinstance(value, str), f"{blank} is a word"
    return value


def amount(step: ScriptLine, blank: str = "amount") -> Money:
    """An amount of money."""
    value = step.said.get(blank, ZERO)
    assert not isinstance(value, (str, tuple)), f"{blank} is an amount"
    return value  # type: ignore[return-value]


def maybe_amount(step: ScriptLine, blank: str) -> Money | None:
    """An amount, if one was said."""
    return amount(step, blank) if blank in step.said else None


def number(step: ScriptLine, blank: str, otherwise: int = 0) -> int:
    """A whole number or a time in milliseconds."""
    value = step.said.get(blank, otherwise)
    assert isinstance(value, int), f"{blank} is a number"
    return value


def words(step: ScriptLine, blank: str) -> tuple[str, ...]:
    """Several words, or none."""
    value = step.said.get(blank, ())
    assert isinstance(value, tuple), f"{blank} are words"
    return tuple(value)


def cause(step: ScriptLine) -> Cause | None:
    """The cause, if one was named."""
    said = text(step, "cause")
    return Cause(said) if said else None
