"""Writes web/src/wire/*.ts from the messages in Python, so that the browser and the server cannot disagree.

The structs of `openetg.wire`, the reasons of `openetg.floor.core.refusals`, the phases of a round and the causes a
rulebook may name are the only source; their sentences come along. Never adds a type of its own.

    python tools/wire_types.py            write the files
    python tools/wire_types.py --check    end with exit code 1 if a file is not what would be written
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import NODEFAULT, Raw, Struct, UnsetType
from msgspec.structs import FieldInfo, fields

from openetg.floor.commands import StaffMessage
from openetg.floor.core.refusals import AMOUNTS, Reason, sentence
from openetg.floor.state import Phase
from openetg.money import Money
from openetg.rulebook.schema.policies import Cause
from openetg.wire import console, messages, seat

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "web" / "src" / "wire"

ENUMS: dict[str, type[Enum]] = {"Reason": Reason, "Phase": Phase, "Cause": Cause, "StaffMessage": StaffMessage}
PLAIN = {
    str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Raw: "unknown", Any: "unknown",
    Money: "number",
}  # fmt: skip


class WireFile(Struct, frozen=True):
    """One file: what goes each way between the server and one kind of page."""

    name: str
    module: ModuleType
    asked: tuple[str, ...]
    """The unions a page sends from."""
    told: tuple[str, ...]
    """The unions the server sends from."""
    constants: tuple[str, ...]

    @property
    def directions(self) -> dict[str, Any]:
        """Every union by its name."""
        return {name: getattr(self.module, name) for name in (*self.asked, *self.told)}


MESSAGES = WireFile(
    "messages", messages, ("FromTerminal",), ("ToTerminal",), ("PROTOCOL", "LARGEST_MESSAGE", "WAGERS_MAX")
)
FILES = (
    MESSAGES,
    WireFile("seat", seat, ("FromSeat",), ("ToSeat",), ()),
    WireFile(
        "console",
        console,
        ("FromConsole", "FromDisplay"),
        ("ToConsole", "ToDisplay", "ViewNews"),
        ("CONSOLE_PROTOCOL",),
    ),
)


def main(arguments: list[str]) -> int:
    """Writes the files, or says which are stale."""
    stale = [file for file in FILES if text(file) != _found(file)]
    if "--check" in arguments:
        for file in stale:
            sys.stdout.write(f"{_path(file).relative_to(ROOT)} is stale: run tools/web.py types\n")
        return 1 if stale else 0
    for file in stale:
        FOLDER.mkdir(parents=True, exist_ok=True)
        _path(file).write_text(text(file), encoding="utf-8")
    return 0


def _path(file: WireFile) -> Path:
    return FOLDER / f"{file.name}.ts"


def _found(file: WireFile) -> str:
    return _path(file).read_text(encoding="utf-8") if _path(file).is_file() else ""


def text(file: WireFile = MESSAGES) -> str:
    """The whole file; what the terminals' file has already is taken from there."""
    source = f"src/{file.module.__name__.replace('.', '/')}.py"
    parts = [f"// Written by tools/wire_types.py from {source}. Change the messages there, not here.\n"]
    theirs = [] if file is MESSAGES else structs(MESSAGES.directions.values())
    mine = [struct for struct in structs(file.directions.values()) if struct not in theirs]
    parts += _imports(file, mine, theirs)
    parts += [f"export const {name} = {getattr(file.module, name)};\n" for name in file.constants]
    if file is MESSAGES:
        parts += [*(_enum(name, values) for name, values in ENUMS.items()), _reason_sentences()]
    asked = {struct for name in file.asked for struct in get_args(file.directions[name])}
    parts += [interface(struct, may_omit=struct in asked) for struct in mine]
    parts += [_union(name, get_args(union)) for name, union in file.directions.items()]
    return "\n".join(parts)


def _imports(file: WireFile, mine: list[type[Struct]], theirs: list[type[Struct]]) -> list[str]:
    """The types of the terminals' file that are used here."""
    used: dict[type[Struct], None] = {}
    for union in file.directions.values():
        used |= dict.fromkeys(each for each in get_args(union) if each in theirs)
    for struct in mine:
        for field in fields(struct):
            _note_used(field.type, theirs, used)
    if not used:
        return []
    names = ",\n  ".join(sorted(struct.__name__ for struct in used))
    return [f'import type {{\n  {names},\n}} from "./messages";\n']


def _note_used(kind: Any, theirs: list[type[Struct]], used: dict[type[Struct], None]) -> None:
    if kind in theirs:
        used.setdefault(kind)
    for part in get_args(kind):
        _note_used(part, theirs, used)


def _enum(name: str, values: type[Enum]) -> str:
    words = "".join(f'  "{member.value}",\n' for member in values)
    listed = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper() + "S"
    return (
        f"{comment(inspect.getdoc(values))}export const {listed} = [\n{words}] as const;\n\n"
        f"export type {name} = (typeof {listed})[number];\n"
    )


def _reason_sentences() -> str:
    said = "".join(f"  {reason.value}: {json.dumps(sentence(reason))},\n" for reason in Reason)
    what = comment('What stands in the way, as it is said behind "Not done: ".')
    amounts = json.dumps(sorted(AMOUNTS))
    return (
        f"{what}export const REASON_SENTENCES: Readonly<Record<Reason, string>> = {{\n{said}}};\n\n"
        f"{comment('The details of a no that are amounts, in whole cents.')}"
        f"export const AMOUNTS: readonly string[] = {amounts};\n"
    )


def structs(unions: Iterable[Any]) -> list[type[Struct]]:
    """Every struct of the unions, each behind the ones it is made of."""
    found: dict[type[Struct], None] = {}
    for union in unions:
        for member in get_args(union):
            collect(member, found)
    return list(found)


def collect(kind: Any, found: dict[type[Struct], None]) -> None:
    if not (inspect.isclass(kind) and issubclass(kind, Struct)):
        for part in get_args(kind):
            collect(part, found)
        return
    for field in fields(kind):
        collect(field.type, found)
    found.setdefault(kind)


def interface(struct: type[Struct], *, may_omit: bool) -> str:
    """One struct. What a page sends may leave out a default; what the server sends is whole, unless it says not."""
    sentences = _field_sentences(struct)
    shape = struct.__struct_config__
    if shape.array_like:
        parts = ", ".join(f"{field.name}: {typed(field.type)}" for field in fields(struct))
        return f"{comment(inspect.getdoc(struct))}export type {struct.__name__} = readonly [{parts}];\n"
    lines = [] if shape.tag is None else [f'  readonly type: "{shape.tag}";\n']
    lines += [
        comment(sentences.get(field.name), indent="  ") + _field(field, may_omit=may_omit or shape.omit_defaults)
        for field in fields(struct)
    ]
    return f"{comment(inspect.getdoc(struct))}export interface {struct.__name__} {{\n{''.join(lines)}}}\n"


def _field(field: FieldInfo, *, may_omit: bool) -> str:
    has_default = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
    mark = "?" if (may_omit and has_default) or UnsetType in get_args(field.type) else ""
    return f"  readonly {field.encode_name}{mark}: {typed(field.type)};\n"


def typed(kind: Any) -> str:
    if kind in PLAIN:
        return PLAIN[kind]
    if inspect.isclass(kind) and issubclass(kind, Struct):
        return kind.__name__
    if inspect.isclass(kind) and issubclass(kind, Enum):
        return " | ".join(json.dumps(member.value) for member in kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return typed(arguments[0])
    if origin in {Union, UnionType}:
        return " | ".join(typed(argument) for argument in arguments if argument is not UnsetType)
    if origin is Literal:
        return " | ".join(json.dumps(argument) for argument in arguments)
    if origin is dict:
        return f"Readonly<Record<{typed(arguments[0])}, {typed(arguments[1])}>>"
    if origin in {list, set, frozenset} or (origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis):
        item = typed(arguments[0])
        return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
    if origin is tuple:
        return f"readonly [{', '.join(typed(argument) for argument in arguments)}]"
    raise TypeError(f"no TypeScript is known for {kind!r}")


def _union(name: str, members: tuple[type[Struct], ...]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {member.__name__}" for member in members) + ";\n"


def comment(sentence: str | None, *, indent: str = "") -> str:
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
