"""Writes web/src/wire/messages.ts from the messages in Python, so that the browser and the server cannot disagree.

The structs of `openetg.wire.messages`, the reasons of `openetg.floor.refusals`, the phases of a round and the causes a
rulebook may name are the only source; their sentences come along. Never adds a type of its own.

    python tools/wire_types.py            write the file
    python tools/wire_types.py --check    end with exit code 1 if the file is not what would be written
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from openetg.floor.refusals import Reason, sentence
from openetg.floor.state import Phase
from openetg.rulebook.policies import Cause
from openetg.wire import messages

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "web" / "src" / "wire" / "messages.ts"

DIRECTIONS: dict[str, Any] = {"FromTerminal": messages.FromTerminal, "ToTerminal": messages.ToTerminal}
ENUMS: dict[str, type[Enum]] = {"Reason": Reason, "Phase": Phase, "Cause": Cause}
CONSTANTS = ("PROTOCOL", "LARGEST_MESSAGE")
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}

OPENING = """\
// Written by tools/wire_types.py from src/openetg/wire/messages.py. Change the messages there, not here.
"""


def main(arguments: list[str]) -> int:
    """Writes the file, or says that it is stale."""
    wanted = text()
    found = FILE.read_text(encoding="utf-8") if FILE.is_file() else ""
    if wanted == found:
        return 0
    if "--check" in arguments:
        sys.stdout.write(f"{FILE.relative_to(ROOT)} is stale: run tools/web.py types\n")
        return 1
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(wanted, encoding="utf-8")
    return 0


def text() -> str:
    """The whole file."""
    parts = [OPENING]
    parts += [f"export const {name} = {getattr(messages, name)};\n" for name in CONSTANTS]
    parts += [_enum(name, values) for name, values in ENUMS.items()]
    parts.append(_reason_sentences())
    asked = set(get_args(messages.FromTerminal))
    parts += [_interface(struct, may_omit=struct in asked) for struct in _structs(DIRECTIONS.values())]
    parts += [_union(name, get_args(union)) for name, union in DIRECTIONS.items()]
    return "\n".join(parts)


def _enum(name: str, values: type[Enum]) -> str:
    words = "".join(f'  "{member.value}",\n' for member in values)
    listed = name.upper() + "S"
    return (
        f"{_comment(inspect.getdoc(values))}export const {listed} = [\n{words}] as const;\n\n"
        f"export type {name} = (typeof {listed})[number];\n"
    )


def _reason_sentences() -> str:
    said = "".join(f"  {reason.value}: {json.dumps(sentence(reason))},\n" for reason in Reason)
    what = _comment('What stands in the way, as it is said behind "Not done: ".')
    return f"{what}export const REASON_SENTENCES: Readonly<Record<Reason, string>> = {{\n{said}}};\n"


def _structs(unions: Iterable[Any]) -> list[type[Struct]]:
    """Every struct of the unions, each behind the ones it is made of."""
    found: dict[type[Struct], None] = {}
    for union in unions:
        for member in get_args(union):
            _collect(member, found)
    return list(found)


def _collect(kind: Any, found: dict[type[Struct], None]) -> None:
    if not (inspect.isclass(kind) and issubclass(kind, Struct)):
        for part in get_args(kind):
            _collect(part, found)
        return
    for field in fields(kind):
        _collect(field.type, found)
    found.setdefault(kind)


def _interface(struct: type[Struct], *, may_omit: bool) -> str:
    """One struct. What a terminal sends may leave out a default; what the server sends is always whole."""
    sentences = _field_sentences(struct)
    tag = struct.__struct_config__.tag
    lines = [] if tag is None else [f'  readonly type: "{tag}";\n']
    lines += [
        _comment(sentences.get(field.name), indent="  ") + _field(field, may_omit=may_omit) for field in fields(struct)
    ]
    return f"{_comment(inspect.getdoc(struct))}export interface {struct.__name__} {{\n{''.join(lines)}}}\n"


def _field(field: FieldInfo, *, may_omit: bool) -> str:
    has_default = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
    mark = "?" if may_omit and has_default else ""
    return f"  readonly {field.encode_name}{mark}: {_type(field.type)};\n"


def _type(kind: Any) -> str:
    if kind in PLAIN:
        return PLAIN[kind]
    if inspect.isclass(kind) and issubclass(kind, Struct):
        return kind.__name__
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return " | ".join(_type(argument) for argument in arguments)
    if origin is dict:
        return f"Readonly<Record<{_type(arguments[0])}, {_type(arguments[1])}>>"
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        item = _type(arguments[0])
        return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
    raise TypeError(f"no TypeScript is known for {kind!r}")


def _union(name: str, members: tuple[type[Struct], ...]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {member.__name__}" for member in members) + ";\n"


def _comment(sentence: str | None, *, indent: str = "") -> str:
    if not sentence:
        return ""
    return f"{indent}/** {' '.join(sentence.split())} */\n"


def _field_sentences(struct: type[Struct]) -> dict[str, str]:
    """The sentence below each attribute."""
    body = ast.parse(inspect.getsource(struct)).body[0]
    assert isinstance(body, ast.ClassDef), "a struct is a class"
    sentences: dict[str, str] = {}
    name = ""
    for node in body.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name = node.target.id
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and name:
            sentences[name] = str(node.value.value)
            name = ""
    return sentences


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
