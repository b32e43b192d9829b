"""What the verbs of promotions ask of the floor: terms and their filing, who takes part, the draw, the prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import ValidationError, json

from openetg.floor.commands import (
    AmendPromotion,
    PayPrize,
)
from openetg.floor.promotions.commands import Terms
from openetg.money import Money, parse_money
from openetg.script.parse import ScriptLine
from openetg.script.saying import text, words
from openetg.script.stage import Stage, StepFailed


def _who(stage: Stage, step: ScriptLine) -> tuple[str, str, str]:
    """Role and person who act, and the promotion it is about."""
    return *stage.person(text(step, "role")), text(step, "name")


def _terms(step: ScriptLine) -> Terms:
    """The terms, amounts in cents and times in milliseconds."""
    try:
        return json.decode(text(step, "json"), type=Terms)
    except ValidationError as wrong:
        raise StepFailed(str(wrong)) from None


def _amend(stage: Stage, step: ScriptLine) -> None:
    """Who amends terms in a script declares everything that the rulebook asks for."""
    rules = stage.rulebook.promotions
    declared = tuple(rules.prohibited) if rules is not None else ()
    stage.ask(AmendPromotion(*_who(stage, step), _terms(step), text(step, "approval"), declared, bool(declared)))


def _pay(stage: Stage, step: ScriptLine) -> None:
    """What is paid, form by form; what was asked for is the same unless said: `asked=cash:500.00,cheque:20.00`."""
    paid = _forms(words(step, "laid"), "=")
    asked = _forms(text(step, "asked").split(","), ":") if "asked" in step.said else paid
    payee: Literal["winner", "other"] = "other" if "to-other" in step.said else "winner"
    signed = "uncrossed" not in step.said, text(step, "signature")
    stage.ask(PayPrize(*_who(stage, step), text(step, "prize"), text(step, "entrant"), asked, paid, payee, *signed))


def _forms(said: tuple[str, ...] | list[str], between: str) -> dict[str, Money]:
    pairs = [each.partition(between) for each in said]
    try:
        return {form: parse_money(amount) for form, _, amount in pairs}
    except ValueError:
        raise StepFailed(f"no forms and amounts: {', '.join(said)}") from None


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "amend-promotion": _amend,
    "pay-prize": _pay,
}
