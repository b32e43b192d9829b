"""Lines of a round script that commands declare: a line read into its command, and a command said as its line.

A declared line names the fields of its command in the notation of `grammar.py`, so that the grammar, the verb and the
recalled line are one text. A line that sets a stage, or stands for several commands, is written out in `verbs_*.py`.
It must never decide anything: what is asked is up to the floor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from enum import Enum
from functools import cache
from itertools import zip_longest
from typing import Any, get_args, get_type_hints

from msgspec import NODEFAULT, Struct, ValidationError, json
from msgspec.structs import fields

from openetg.floor.commands import AnyCommand, Command
from openetg.floor.core.declaring import declaration_of
from openetg.money import Money, format_money
from openetg.script.grammar import DECLARED, script_of
from openetg.script.parse import EPOCH, ScriptLine, ScriptWord, blank_of, name_of, pattern_of
from openetg.script.stage import Stage, StepFailed
from openetg.script.verbs_rounds import outcome_said
from openetg.script.verbs_trouble import place_said, who_said
from openetg.script.verbs_wagers import wager_said


class PatternPart(Struct, frozen=True):
    """One piece of a declared line, and the field it stands for."""

    field: str
    """Empty for a word that stands for itself."""
    blank: str = ""
    """The type of a blank; empty for choices, words and texts in quotes."""
    words: tuple[str, ...] = ()
    """The choices, or the one word."""
    key: str = ""
    """What a named option is called."""
    lead: str = ""
    """The word in front of an optional blank."""
    is_many: bool = False
    is_optional: bool = False


READ: dict[str, Callable[[Stage, Any], Any]] = {
    "TERMINAL": lambda stage, said: stage.terminal(said),
    "SEAT": who_said,
    "PLACE": place_said,
    "WAGER": wager_said,
    "OUTCOME": outcome_said,
}
"""Blanks that are read by the state of the stage; any other one is what the parser made of it."""


def _quoted_if_needed(word: str) -> str:
    plain = word.isascii() and all(each.isalnum() or each in "_/:.()-" for each in word)
    return word if word and plain else f'"{word}"'


def _duration(ms: int) -> str:
    return f"{ms}ms" if ms % 1_000 else f"{ms // 1_000}s"


def _time(at_ms: int) -> str:
    return (EPOCH + timedelta(milliseconds=at_ms)).isoformat().replace("+00:00", "Z")


def _plain(value: Any) -> str:
    return str(value.value if isinstance(value, Enum) else value)


SAY: dict[str, Callable[[Any], str]] = {
    "AMOUNT": format_money,
    "DURATION": _duration,
    "TIME": _time,
    "ID": _quoted_if_needed,
    "JSON": lambda value: json.encode(value).decode(),
}
"""Blanks that are not written as they are."""


@cache
def parts_of(kind: type[Command]) -> tuple[PatternPart, ...]:
    """The pieces of a declared line, in their order."""
    return tuple(_parts(pattern_of(DECLARED[script_of(kind)[0]]), is_optional=False))


def _parts(items: tuple[ScriptWord, ...], *, is_optional: bool) -> Iterator[PatternPart]:
    lead = ""
    for item, after in zip_longest(items, items[1:], fillvalue=ScriptWord("")):
        if item.optional:
            yield from _parts(item.optional, is_optional=True)
        elif item.text == "…":
            continue
        elif item.text.islower() and "=" not in item.text and not item.text.startswith('"') and "|" not in item.text:
            if is_optional and after.text:
                lead = item.text
            else:
                yield _word(item.text, is_optional=is_optional)
        else:
            yield _part(item.text, lead=lead, is_many=after.text == "…", is_optional=is_optional)
            lead = ""


def _word(text: str, *, is_optional: bool) -> PatternPart:
    """A word that stands for itself, or in brackets one that says the opposite of a field's default."""
    word, _, field = text.partition(":")
    return PatternPart(field or word if is_optional else "", words=(word,), is_optional=is_optional)


def _part(text: str, *, lead: str, is_many: bool, is_optional: bool) -> PatternPart:
    key, equals, blank = text.partition("=")
    if not equals:
        key, blank = "", text
    field = name_of(blank) if ":" in blank or not key else key
    words = tuple(blank.partition(":")[0].split("|")) if "|" in blank else ()
    kind = "" if words or blank.startswith('"') else blank_of(blank)
    return PatternPart(
        field=field, blank=kind, words=words, key=key, lead=lead, is_many=is_many, is_optional=is_optional
    )


# --- A line read into its command -------------------------------------------------------------------------------------


@cache
def _hints(kind: type[Command]) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _defaults(kind: type[Command]) -> dict[str, Any]:
    """What a field holds of which a line says nothing: its default, or the first choice, or nothing of its type."""
    first = {part.field: part.words[0] for part in parts_of(kind) if part.is_optional and len(part.words) > 1}
    known = {each.name: each.default for each in fields(kind) if each.default is not NODEFAULT}
    return {name: _nothing(hint) for name, hint in _hints(kind).items()} | first | known


def _nothing(hint: Any) -> Any:
    if type(None) in get_args(hint):
        return None
    return {str: "", int: 0, bool: False, Money: 0}.get(hint, ())


def asked(stage: Stage, step: ScriptLine, kind: type[Command]) -> AnyCommand:
    """The command that a line of the script asks."""
    values: dict[str, Any] = {}
    for part in parts_of(kind):
        if part.field not in step.said:
            continue
        said = step.said[part.field]
        if part.blank == "ROLE":
            values["role"], values["person"] = stage.person(str(said))
        elif part.words and part.is_optional and len(part.words) == 1:
            values[part.field] = not _defaults(kind)[part.field]
        elif part.field:
            values[part.field] = _value(stage, part, said, _hints(kind)[part.field])
    own = kind.__struct_fields__
    if "table" in own and "table" not in values and _is_required(kind, "table"):
        values["table"] = stage.table.name
    if "rulebook" in own and "rulebook" not in values:
        values["rulebook"] = stage.table.rulebook
    unsaid = {name: _defaults(kind)[name] for name in own if name not in values and _is_required(kind, name)}
    return kind(**values, **unsaid)  # type: ignore[return-value]


def _is_required(kind: type[Command], name: str) -> bool:
    return kind.__struct_fields__.index(name) < len(kind.__struct_fields__) - len(kind.__struct_defaults__)


def _value(stage: Stage, part: PatternPart, said: Any, hint: Any) -> Any:
    if part.is_many:
        return tuple(_one(stage, part, each) for each in said)
    if hint is bool:
        return said == part.words[0]
    read = _one(stage, part, said)
    enums = [each for each in (hint, *get_args(hint)) if isinstance(each, type) and issubclass(each, Enum)]
    if enums:
        return _member(enums[0], part.field, read)
    return _decoded(read, hint) if part.blank == "JSON" else read


def _one(stage: Stage, part: PatternPart, said: Any) -> Any:
    return READ[part.blank](stage, said) if part.blank in READ else said


def _member(kind: type[Enum], field: str, said: str) -> Enum:
    known = [each.value for each in kind]
    if said not in known:
        raise StepFailed(f"no {field} {said}: there are {', '.join(map(str, known))}")
    return kind(said)


def _decoded(said: str, hint: Any) -> Any:
    try:
        return json.decode(said, type=hint)
    except ValidationError as wrong:
        raise StepFailed(str(wrong)) from None


def _verb(kind: type[Command]) -> Callable[[Stage, ScriptLine], None]:
    def verb(stage: Stage, step: ScriptLine) -> None:
        stage.ask(asked(stage, step, kind))

    return verb


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    script_of(kind)[0]: _verb(kind) for kind in get_args(AnyCommand) if declaration_of(kind).script
}
"""What each verb that a command declares asks of the floor."""


# --- A command said as its line ---------------------------------------------------------------------------------------


def declared_line(command: Command) -> str | None:
    """The line that would ask a command, if it declares one; fields of which the line says nothing are left out."""
    kind = type(command)
    if not declaration_of(kind).script:
        return None
    words = [script_of(kind)[0], *(_said(command, part) for part in parts_of(kind))]
    return " ".join(word for word in words if word)


def _said(command: Any, part: PatternPart) -> str:
    if not part.field:
        return part.words[0]
    kind: type[Command] = type(command)
    value = getattr(command, part.field)
    if part.is_optional and value == _defaults(kind)[part.field]:
        return ""
    if part.blank == "ROLE":
        return value if command.person == value else f"{value}:{command.person}"
    word = _in_words(part, value)
    return f"{part.key}={word}" if part.key else f"{part.lead} {word}" if part.lead else word


def _in_words(part: PatternPart, value: Any) -> str:
    if len(part.words) == 1:
        return part.words[0]
    if isinstance(value, bool):
        return part.words[0 if value else 1]
    if part.words:
        return _plain(value)
    if not part.blank:
        return f'"{value}"'
    say = SAY.get(part.blank, _plain)
    return " ".join(say(each) for each in value) if part.is_many else say(value)
