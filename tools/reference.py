"""Writes docs/reference/rulebook.md from the types of a rulebook, so that no key is without its sentence.

The types in `openetg.rulebook` are the only source: the sentence below each attribute, the sentence of each policy
member, the list of powers. Never says anything about a key that the types do not say.

    python tools/reference.py            write the page
    python tools/reference.py --check    end with exit code 1 if the page is not what would be written
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from datetime import date
from enum import Enum
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from openetg.rulebook.check import section_fields
from openetg.rulebook.clauses import ClauseKind, Register
from openetg.rulebook.schema import shape as forms
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.policies import sentences as policy_sentences
from openetg.rulebook.schema.powers import POWERS
from openetg.rulebook.schema.shape import Choice, Cited, Power, Value

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "rulebook.md"
FILES: dict[str, type[Struct]] = {"rulebook.toml": Rulebook, "clauses.toml": Register}

PLAIN = {str: "text", int: "whole number", bool: "true or false", date: "day"}
"""What the plain types are called."""
PLAIN_NAMES = {ClauseKind}
"""Choices whose names say it all."""
NOTATIONS = "Notations"
THE_POWERS = "The powers"

INTRODUCTION = """\
# Rulebook reference

<!-- Written by tools/reference.py from src/openetg/rulebook. Change the sentences there, not here. -->

Every key that a rulebook may set: what it means, what may stand there, and whether it must. To write a rulebook of
your own, follow [the guide](../guides/write-a-rulebook.md); this page is for looking things up.

A rulebook is a folder with two files. `rulebook.toml` holds the values, policies and powers of an approved
instrument; `clauses.toml` is the register of its clauses. What the first says, it says by a clause of the second.
"""
HOW_TO_READ = """\
## How to read this page

NAME stands for a name of your choice unless the line says which there are: `tables.NAME` for `tables.live`,
`tables.automatic` and so on. A section that ends in `[]` is a list: it may stand several times. A key that is not on
this page is refused.

| what may stand there | written | example |
|---|---|---|
| text | in quotation marks, not empty | `"Money Wheel"` |
| whole number | in digits, without quotation marks | `52` |
| true or false | one of the two words, without quotation marks | `true` |
| day | year, month and day, without quotation marks | `2016-06-02` |
| a linked name such as [Early rest](#early-rest) | one of the choices listed there, in quotation marks | `"void"` |
| list of … | in square brackets, with commas | `["dealer", "supervisor"]` |
| `{ clause }` | CITED | `{ clause = "4.3" }` |
| `{ value, clause }` | VALUE | `{ value = 3, clause = "5.2" }` |
| `{ policy, clause }` | CHOICE | `{ policy = "void", clause = "8.1" }` |
"""


class Key(Struct, frozen=True):
    """One key of a section as written in the file."""

    name: str
    shape: Any
    need: str
    """Whether it must be there, and what holds if it is not."""
    sentence: str


class Notation(Struct, frozen=True):
    """A text or number with a form of its own."""

    title: str
    shape: Any
    sentence: str


def main(arguments: list[str]) -> int:
    """Writes the page, or with `--check` compares it."""
    silent = list(unsaid())
    for name in silent:
        sys.stderr.write(f"{name}: expected a sentence that says what it means, found none\n")
    if silent:
        return 1
    text = page()
    if "--check" not in arguments:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text:
        name = PAGE.relative_to(ROOT).as_posix()
        sys.stderr.write(f"{name} is not what the types of a rulebook say: run python tools/reference.py\n")
        return 1
    return 0


def page() -> str:
    """The whole page."""
    chapters = "\n".join([*_notation_chapter(), *(line for file in FILES for line in _chapter(file))])
    how_to_read = HOW_TO_READ
    for mark, form in (("CITED", Cited), ("VALUE", Value), ("CHOICE", Choice)):
        how_to_read = how_to_read.replace(mark, _sentence_of(form).rstrip("."))
    contents = "\n".join(_contents(how_to_read + chapters))
    return f"{INTRODUCTION}\n{contents}\n{how_to_read}\n{chapters}"


def unsaid() -> Iterator[str]:
    """The name of every section, key, policy, choice and notation that has no sentence."""
    yield from (notation.title for notation in notations() if not notation.sentence)
    for section in every_section():
        if not _sentence_of(section):
            yield section.__name__
        yield from (f"{section.__name__}.{key.name}" for key in keys(section) if not key.sentence)
    for policy in every_policy():
        if not _sentence_of(policy):
            yield policy.__name__
        if policy not in PLAIN_NAMES:
            yield from (f"{policy.__name__}.{name}" for name, said in policy_sentences(policy).items() if not said)


# What there is to say


@cache
def every_section() -> dict[type[Struct], list[str]]:
    """Every section in reading order, each with all places where it may stand; the files themselves stand nowhere."""
    found: dict[type[Struct], list[str]] = {}

    def walk(section: type[Struct], path: str) -> None:
        for key in keys(section):
            place = f"{path}.{key.name}" if path else key.name
            for inner, inner_path in _sections_in(key.shape, place):
                found.setdefault(inner, []).append(inner_path)
                walk(inner, inner_path)

    for file in FILES.values():
        found[file] = []
        walk(file, "")
    return found


def _sections_in(shape: Any, path: str) -> Iterator[tuple[type[Struct], str]]:
    origin, arguments = get_origin(shape), get_args(shape)
    if origin in (Union, UnionType):
        yield from _sections_in(_present(shape), path)
    elif origin is dict:
        yield from _sections_in(arguments[1], f"{path}.NAME")
    elif origin is tuple:
        yield from _sections_in(arguments[0], f"{path}[]")
    elif isinstance(shape, type) and issubclass(shape, Struct) and shape is not Cited:
        yield shape, path


@cache
def keys(section: type[Struct]) -> tuple[Key, ...]:
    """The keys of a section, in the order of its type."""
    said = _sentences_in(section)
    shapes = section_fields(section)
    return tuple(
        Key(field.encode_name, shapes[field.encode_name][0], _need(field), said.get(field.name, ""))
        for field in fields(section)
    )


def _need(field: FieldInfo) -> str:
    if field.default is NODEFAULT and field.default_factory is NODEFAULT:
        return "required"
    if isinstance(field.default, (bool, int, str)):
        return f"optional, else `{str(field.default).lower()}`"
    return "optional"


def every_policy() -> dict[type[Enum], type[Struct]]:
    """Every policy, with the section that first chooses from it."""
    found: dict[type[Enum], type[Struct]] = {}
    for section in every_section():
        for key in keys(section):
            for policy in _policies_in(key.shape):
                found.setdefault(policy, section)
    return found


def _policies_in(shape: Any) -> Iterator[type[Enum]]:
    if isinstance(shape, type) and issubclass(shape, Enum):
        yield shape
    elif get_origin(shape) is not Literal:
        for inner in get_args(shape):
            yield from _policies_in(inner)


@cache
def notations() -> tuple[Notation, ...]:
    """The forms of `openetg.rulebook.schema.shape`, in its order."""
    said = _sentences_in(forms)
    return tuple(
        Notation(_title(name).lower(), value, said.get(name, ""))
        for name, value in vars(forms).items()
        if get_origin(value) is Annotated
    )


def _sentence_of(shape: type) -> str:
    return " ".join((shape.__doc__ or "").split())


def _sentences_in(source: Any) -> dict[str, str]:
    """The text that stands below each name in a class or module."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(source)))
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else tree.body
    found = {}
    for statement, after in pairwise(body):
        target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
        if isinstance(target, ast.Name) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            found[target.id] = " ".join(str(after.value.value).split())
    return found


# From a type to words


def words(shape: Any) -> str:
    """What may stand at a key, for a person."""
    origin, arguments = get_origin(shape), get_args(shape)
    if origin is Annotated:
        return f"[{next(each.title for each in notations() if each.shape == shape)}](#{slug(NOTATIONS)})"
    if origin in (Union, UnionType):
        return words(_present(shape))
    if origin is Literal:
        return ("one of " if len(arguments) > 1 else "") + ", ".join(f"`{each}`" for each in arguments)
    if origin is tuple:
        return f"list of: {words(arguments[0])}"
    if origin is dict:
        return f"for each NAME: {words(arguments[1])}{_naming(*arguments)}"
    if origin is Value:
        return f"`{{ value, clause }}`, value: {words(arguments[0])}"
    if origin is Choice:
        return f"`{{ policy, clause }}`, policy: {words(arguments[0])}"
    if shape is Cited:
        return "`{ clause }`"
    return _words_of_class(shape)


def _words_of_class(shape: Any) -> str:
    if shape in PLAIN:
        return PLAIN[shape]
    if issubclass(shape, Enum):
        return _link(_title(shape.__name__))
    place = every_section()[shape][0]
    return f"section [`{place}`](#{slug(place)})"


def _naming(name: Any, value: Any) -> str:
    """Which names there are, where they are not free."""
    if value is Power:
        return f"; NAME: {_link(THE_POWERS)}"
    return f"; NAME: {words(name)}" if issubclass(name, Enum) else ""


def _present(shape: Any) -> Any:
    (inner,) = [each for each in get_args(shape) if each is not NoneType]
    return inner


def _title(name: str) -> str:
    """`EarlyRest` as `Early rest`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def slug(heading: str) -> str:
    """The anchor of a heading, as Sphinx and code hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _link(heading: str) -> str:
    return f"[{heading}](#{slug(heading)})"


# The parts of the page


def _contents(text: str) -> Iterator[str]:
    """The chapters with their sections, then every choice by name."""
    yield "## Contents\n"
    for mark, heading in re.findall(r"^(##|###) (.+)$", text, re.MULTILINE):
        yield f"{'  ' * (len(mark) - 2)}- {_link(heading)}"
    by_name = sorted(_title(policy.__name__) for policy in every_policy())
    yield "\nChoices by name: " + ", ".join(map(_link, [*by_name, THE_POWERS])) + ".\n"


def _notation_chapter() -> Iterator[str]:
    yield f"## {NOTATIONS}\n\nValues with a form of their own.\n\n| notation | form |\n|---|---|"
    yield from (f"| {notation.title} | {notation.sentence} |" for notation in notations())
    yield ""


def _chapter(file: str) -> Iterator[str]:
    inside = list(every_section())
    start = inside.index(FILES[file])
    others = [inside.index(other) for other in FILES.values() if inside.index(other) > start]
    yield f"## {file}\n"
    for section in inside[start : min(others, default=len(inside))]:
        yield from _section(section)


def _section(section: type[Struct]) -> Iterator[str]:
    places = every_section()[section]
    if places:
        yield f"### `{places[0]}`\n"
    yield f"{_sentence_of(section)}\n"
    if len(places) > 1:
        yield f"The same at {', '.join(f'`{place}`' for place in places[1:])}.\n"
    yield "| key | | what may stand there | meaning |\n|---|---|---|---|"
    for key in keys(section):
        yield f"| `{key.name}` | {key.need} | {_standing_at(places, key)} | {key.sentence} |"
    yield ""
    if "powers.NAME" in places:
        yield from _powers()
    for policy, first in every_policy().items():
        if first is section:
            yield from _choices(policy)


def _standing_at(places: list[str], key: Key) -> str:
    """What may stand at a key; a section explained under another name is said to be like it."""
    own = f"{places[0]}.{key.name}" if places else key.name
    elsewhere = any(every_section()[section][0] != place for section, place in _sections_in(key.shape, own))
    return words(key.shape).replace("section [", "section like [") if elsewhere else words(key.shape)


def _powers() -> Iterator[str]:
    yield f"#### {THE_POWERS}\n\nWhat NAME may be. A power that a rulebook does not name is held by nobody.\n"
    yield "| power | its holder may |\n|---|---|"
    yield from (f"| `{power}` | {act} |" for power, act in POWERS.items())
    yield ""


def _choices(policy: type[Enum]) -> Iterator[str]:
    yield f"#### {_title(policy.__name__)}\n\n{_sentence_of(policy)}\n"
    if policy in PLAIN_NAMES:
        yield f"One of {', '.join(f'`{each.value}`' for each in policy)}.\n"
        return
    yield "| choice | what it does |\n|---|---|"
    yield from (f"| `{name}` | {' '.join(said.split())} |" for name, said in policy_sentences(policy).items())
    yield ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
