"""A line that a command declares asks exactly this command, and a command is said as the line that asks it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import EnumType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from openetg.floor.commands import AnyCommand, Command
from openetg.floor.core.declaring import declaration_of
from openetg.floor.jackpots.commands import JackpotRules, LevelRules
from openetg.floor.promotions.commands import Terms
from openetg.money import Money, cents
from openetg.rulebook.schema.policies import JackpotKind
from openetg.script.declared import Part, declared_line, parts_of
from openetg.script.grammar import CHECKS, DECLARED, STAGED, VERBS
from openetg.script.parse import parse
from openetg.script.run import VERBS as PLAYED
from openetg.script.run import play
from openetg.script.stage import Stage

LINED: list[type[Command]] = [kind for kind in get_args(AnyCommand) if declaration_of(kind).script]
TABLE = "rulebook ministar roulette as A\nterminal T1\nnote T1 100.00"
RULES = JackpotRules("Star", JackpotKind.PROGRESSIVE, (LevelRules("main", "Main", cents(500), {"A": 1}),))
OF_BLANK: dict[str, Any] = {
    "TERMINAL": "T1", "SEAT": "T1", "PLACE": "T1", "WAGER": "red", "OUTCOME": "17", "AMOUNT": cents(1_250),
    "COUNT": 3, "DURATION": 2_500, "TIME": 1_893_456_000_000, "ID": "two words", "WORD": "seen", "NAME": "N1",
    "HASH": "5e5e", "TICKET": "K1", "PLAYER": "p1", "OFFICIAL": "inspector", "CLAUSE": "8.3", "CAUSE": "fire",
}  # fmt: skip
"""What stands for each type of blank."""


def stage() -> Stage:
    """A table with a terminal."""
    run = play(TABLE)
    assert run.failure is None
    return run.stage


def asked_by(line: str, at: Stage) -> Sequence[AnyCommand]:
    """What a line of a script asks."""
    (step,) = parse(line)
    at.heard = []
    PLAYED[step.verb](at, step)
    return at.heard


def filled(kind: type[Command], at: Stage, *, is_full: bool) -> AnyCommand:
    """A command with everything its line can say, or no more than it must."""
    hints, own = get_type_hints(kind), kind.__struct_fields__
    required = own[: len(own) - len(kind.__struct_defaults__)]
    here = {"table": at.table.name, "rulebook": at.table.rulebook}
    values: dict[str, Any] = {name: here[name] for name in required if name in here}
    for part in parts_of(kind):
        if part.blank == "ROLE":
            values |= {"role": "assistant_gaming_manager", "person": "ann"}
        elif part.field and (is_full or not part.is_optional):
            values[part.field] = _some(kind, part, hints[part.field])
    unsaid: dict[str, Any] = {name: _nothing(kind, name, hints[name]) for name in required if name not in values}
    return kind(**values, **unsaid)  # type: ignore[return-value]


def _some(kind: type[Command], part: Part, hint: Any) -> Any:
    if hint is bool:
        defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
        return not defaults[part.field] if len(part.words) == 1 else False
    if part.words:
        return part.words[-1]
    if part.blank == "JSON":
        return RULES if hint is JackpotRules else Terms(title="Spring") if hint is Terms else None
    one = OF_BLANK[part.blank] if part.blank else "seen on the film"
    enum = next((each for each in (hint, *get_args(hint)) if isinstance(each, EnumType)), None)
    return (one,) if get_origin(hint) is tuple else one if enum is None else enum(one)


def _nothing(kind: type[Command], name: str, hint: Any) -> Any:
    choices = next((part.words for part in parts_of(kind) if part.field == name and len(part.words) > 1), None)
    if choices:
        return choices[0]
    return None if type(None) in get_args(hint) else {str: "", int: 0, Money: cents(0)}.get(hint, ())


@pytest.mark.parametrize("is_full", [True, False], ids=["everything", "the least"])
@pytest.mark.parametrize("kind", LINED)
def test_a_command_is_said_as_the_line_that_asks_it(kind: type[Command], is_full: bool) -> None:
    at = stage()
    command = filled(kind, at, is_full=is_full)
    line = declared_line(command)
    assert line is not None
    assert list(asked_by(line, at)) == [command], line


def test_every_blank_of_a_declared_line_is_a_field_of_its_command() -> None:
    for kind in LINED:
        named = {part.field for part in parts_of(kind)} - {""}
        assert named <= set(kind.__struct_fields__), kind


def test_no_line_is_declared_twice() -> None:
    assert len(DECLARED) == len(LINED)
    assert VERBS.keys() == DECLARED.keys() | STAGED.keys() | CHECKS.keys()
    assert DECLARED.keys().isdisjoint(STAGED)
