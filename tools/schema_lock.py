"""Keeps what is on record and on the wire readable for ever: schema.lock.json against the types as they are now.

    python tools/schema_lock.py --check   end with exit code 1 and say what drifted
    python tools/schema_lock.py --add     put new messages, fields and values into the lock; it never takes any out

Locked are commands, events, refusal reasons, the shapes of journal entries with all they hold (rulebooks among them),
and the messages of the wire. Nothing locked may vanish, change its type or lose its default; a new field of something
locked has a default; a tag keeps its meaning. What a rulebook may say can grow: more words, more kinds of value.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin

from msgspec import Struct, inspect, json

from openetg.floor.commands import AnyCommand, Order
from openetg.floor.core.stored import Recorded
from openetg.floor.events import AnyEvent
from openetg.journal.entry import _Line as JournalLine
from openetg.rulebook.schema.book import Rulebook
from openetg.wire.console import FromConsole, FromDisplay, ToConsole, ToDisplay
from openetg.wire.messages import FromTerminal, ToTerminal
from openetg.wire.seat import FromSeat, ToSeat

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "schema.lock.json"
PACKAGE = "openetg."

SETS: dict[str, Any] = {
    "command": AnyCommand,
    "event": AnyEvent,
    "from terminal": FromTerminal,
    "to terminal": ToTerminal,
    "from seat": FromSeat,
    "to seat": ToSeat,
    "from console": FromConsole,
    "to console": ToConsole,
    "from display": FromDisplay,
    "to display": ToDisplay,
}
"""The closed sets, told apart by tags."""
WHOLES: tuple[type[Struct], ...] = (Order, Recorded, JournalLine, Rulebook)
"""What else is stored, beside the members of the sets. A rulebook stands in the journal as it was adopted."""
MAY_GROW = "rulebook."
"""Shapes whose fields may take in more than before: they are read from journals, and sent to nobody."""

PLAIN: dict[type[inspect.Type], str] = {
    inspect.IntType: "int",
    inspect.StrType: "str",
    inspect.BoolType: "bool",
    inspect.DateType: "day",
    inspect.NoneType: "null",
    inspect.RawType: "json",
}


class Field(Struct, frozen=True, array_like=True):
    """A field as it is stored."""

    name: str
    type: str
    default: bool
    """Whether it may be left out."""


class Shape(Struct, frozen=True):
    """A struct as it is stored."""

    fields: tuple[Field, ...]
    array: bool = False
    """Whether it is stored as an array, so that the order of its fields counts."""


class Schema(Struct, frozen=True):
    """Everything that is stored or sent."""

    sets: dict[str, dict[str, str]] = {}
    """By set and tag, the shape."""
    shapes: dict[str, Shape] = {}
    values: dict[str, tuple[str, ...]] = {}
    """The values of each enumeration."""


def schema_now() -> Schema:
    """What the types say now."""
    schema = Schema()
    for name, union in SETS.items():
        members = schema.sets[name] = {}
        for member in get_args(union):
            found = inspect.type_info(member)
            assert isinstance(found, inspect.StructType), "a set has structs as members"
            members[str(found.tag)] = _describe(found, schema)
    for whole in WHOLES:
        _describe(inspect.type_info(whole), schema)
    return schema


def _describe(found: inspect.Type, schema: Schema) -> str:
    """The name of a type; what it is made of goes into the schema."""
    if type(found) in PLAIN:
        return PLAIN[type(found)]
    match found:
        case inspect.Metadata():
            return _describe(found.type, schema)
        case inspect.UnionType():
            return " | ".join(sorted(_describe(each, schema) for each in found.types))
        case inspect.VarTupleType() | inspect.ListType():
            return f"[{_describe(found.item_type, schema)}]"
        case inspect.TupleType():
            return f"({', '.join(_describe(each, schema) for each in found.item_types)})"
        case inspect.DictType():
            return f"{{{_describe(found.key_type, schema)}: {_describe(found.value_type, schema)}}}"
        case inspect.LiteralType():
            return " | ".join(sorted(map(repr, found.values)))
        case inspect.EnumType():
            return _describe_values(found.cls, schema)
        case inspect.StructType():
            return _describe_struct(found, schema)
    raise NotImplementedError(f"the lock has no words for {found}")


def _describe_values(values: type[Enum], schema: Schema) -> str:
    name = _name(values)
    schema.values[name] = tuple(str(member.value) for member in values)
    return name


def _describe_struct(found: inspect.StructType, schema: Schema) -> str:
    name = _name(found.cls)
    if name not in schema.shapes:
        schema.shapes[name] = Shape(())  # found on the way down, a shape that holds itself ends here
        fields = tuple(
            Field(each.encode_name, _describe(each.type, schema), not each.required) for each in found.fields
        )
        schema.shapes[name] = Shape(fields, found.array_like)
    return name


def _name(of: Any) -> str:
    origin = get_origin(of)
    if origin is None:
        return f"{of.__module__}.{of.__qualname__}".removeprefix(PACKAGE)
    inside = Schema()
    return f"{_name(origin)}<{', '.join(_describe(inspect.type_info(each), inside) for each in get_args(of))}>"


def broken(lock: Schema, now: Schema) -> Iterator[str]:
    """What makes something on record unreadable, or read otherwise than it was meant."""
    for name, tags in lock.sets.items():
        for tag, meant in tags.items():
            means = now.sets.get(name, {}).get(tag)
            if means is None:
                yield f"{name} {tag}: is gone; what is on record must stay readable: keep it, even if nothing makes it"
            elif means != meant:
                yield f"{name} {tag}: meant {meant}, means {means} now; a tag is never reused: choose another"
    members = frozenset(shape for tags in now.sets.values() for shape in tags.values())
    for name, shape in lock.shapes.items():
        yield from _broken_shape(name, shape, now.shapes.get(name), members)
    for name, values in lock.values.items():
        for value in values:
            if value not in now.values.get(name, ()):
                yield f"{name}: the value {value} is gone; values are never taken away or renamed"


def _broken_shape(name: str, lock: Shape, now: Shape | None, members: frozenset[str]) -> Iterator[str]:
    if now is None and "<" in name:
        return  # a form filled in otherwise shows at the fields that use it
    if now is None:
        yield f"{name}: is gone; if it was only moved or renamed, rename it in the lock in the same commit"
        return
    if lock.array != now.array:
        yield f"{name}: is stored as {'an array' if now.array else 'an object'} now; the stored form never changes"
    if lock.array and tuple(field.name for field in now.fields)[: len(lock.fields)] != tuple(
        field.name for field in lock.fields
    ):
        yield f"{name}: an array is read by position: new fields go to the end, old ones keep their places"
    found = {field.name: field for field in now.fields}
    for field in lock.fields:
        yield from _broken_field(f"{name}.{field.name}", field, found.pop(field.name, None), members)
    for field in found.values():
        if not field.default:
            yield f"{name}.{field.name}: is new and has no default, so what is on record could not be read: give it one"


def _broken_field(name: str, lock: Field, now: Field | None, members: frozenset[str]) -> Iterator[str]:
    if now is None:
        yield f"{name}: is gone; a field is never taken away or renamed"
        return
    if not _still_fits(lock.type, now.type, members, may_grow=name.startswith(MAY_GROW)):
        yield f"{name}: was {lock.type}, is {now.type} now; a new meaning needs a new name"
    if lock.default and not now.default:
        yield f"{name}: has lost its default, so entries without it could not be read"


def _still_fits(lock: str, now: str, members: frozenset[str], *, may_grow: bool) -> bool:
    """Whether it is the same type, but for more words to choose from, more members of a closed set, or for more of any
    kind where that may be.
    """
    if lock.startswith("[") is not now.startswith("["):
        return False
    before, after = ({each.strip("[]") for each in text.split(" | ")} for text in (lock, now))
    return before <= after and all(may_grow or each.startswith("'") or each in members for each in after - before)


def added(lock: Schema, now: Schema) -> Iterator[str]:
    """What is not in the lock yet."""
    for name, tags in now.sets.items():
        yield from (f"{name} {tag}" for tag in tags if tag not in lock.sets.get(name, {}))
    for name, shape in now.shapes.items():
        known = {field.name: field for field in lock.shapes[name].fields} if name in lock.shapes else None
        if known is None:
            yield name
        else:
            yield from (f"{name}.{field.name}" for field in shape.fields if known.get(field.name) != field)
    for name, values in now.values.items():
        yield from (f"{name} {value}" for value in values if value not in lock.values.get(name, ()))


def read_lock() -> Schema:
    """The lock as it stands; empty if there is none."""
    return json.decode(LOCK.read_bytes(), type=Schema) if LOCK.exists() else Schema()


def write_lock(schema: Schema) -> None:
    """One line for each message, shape and enumeration, in order, so that a difference reads well."""
    sections = [f'"{section}": {{\n{_lines(getattr(schema, section))}\n}}' for section in ("sets", "shapes", "values")]
    LOCK.write_text("{\n" + ",\n".join(sections) + "\n}\n", encoding="utf-8")


def _lines(things: dict[str, Any]) -> str:
    return ",\n".join(f"  {json.encode(name).decode()}: {_line(things[name])}" for name in sorted(things))


def _line(thing: Any) -> str:
    if not isinstance(thing, dict):
        return json.encode(thing).decode()
    return (
        "{\n"
        + ",\n".join(f"    {json.encode(tag).decode()}: {json.encode(thing[tag]).decode()}" for tag in sorted(thing))
        + "\n  }"
    )


def main(arguments: list[str]) -> int:
    """Checks, or adds what is new; says in words what must not be."""
    if arguments not in (["--check"], ["--add"]):
        sys.stderr.write(f"{__doc__}\n")
        return 2
    lock, now = read_lock(), schema_now()
    wrong, new = list(broken(lock, now)), list(added(lock, now))
    if arguments == ["--add"] and not wrong:
        write_lock(now)
        sys.stdout.write(f"{LOCK.name}: {len(new)} added\n")
        return 0
    for words in wrong:
        sys.stdout.write(f"{words}\n")
    for words in new if not wrong else ():
        sys.stdout.write(f"{words}: is not in {LOCK.name}: look it over, then run python tools/schema_lock.py --add\n")
    return 1 if wrong or new else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
