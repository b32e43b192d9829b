"""Holds a raw table against the types of a rulebook and names everything that does not fit.

The types are the only schema; this walk turns them into sentences. It knows forms (texts, numbers, keys,
references to clauses and roles) and nothing of what a rulebook means: that is `meaning.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import fields

from openetg.rulebook.problems import Problem, one_of, show
from openetg.rulebook.texts import is_amount, parse_odds, parse_part, split_numbers

_FORMS: dict[str, tuple[str, Callable[[str], object]]] = {
    "odds": ("odds such as 35 to 1", parse_odds),
    "part": ("a part such as 1/2", parse_part),
    "amount": ("an amount such as 5.00, not negative", is_amount),
    "numbers": ("numbers with spaces between them, such as 0 32 15 or 1..18", split_numbers),
}
_PLAIN: dict[type, str] = {str: "text", int: "a whole number", bool: "true or false", date: "a day such as 2016-06-02"}


class KnownNames(Struct, frozen=True):
    """The names a rulebook may refer to."""

    clauses: frozenset[str] = frozenset()
    """The ids in its register."""
    roles: frozenset[str] = frozenset()
    """The roles it defines."""


def check(raw: object, shape: Any, key: str, known: KnownNames) -> Iterator[Problem]:
    """Every problem of `raw` against `shape`, in reading order."""
    origin = get_origin(shape)
    if origin is Annotated:
        yield from _check_annotated(raw, shape, key, known)
    elif origin in (Union, UnionType):
        (inner,) = [each for each in get_args(shape) if each is not NoneType]
        yield from check(raw, inner, key, known)
    elif origin is Literal:
        yield from _check_choice(raw, get_args(shape), key)
    elif origin is tuple:
        yield from _check_list(raw, get_args(shape)[0], key, known)
    elif origin is dict:
        yield from _check_table(raw, get_args(shape), key, known)
    elif isinstance(origin or shape, type) and issubclass(origin or shape, Struct):
        yield from _check_section(raw, shape, key, known)
    elif isinstance(shape, type) and issubclass(shape, Enum):
        yield from _check_choice(raw, [member.value for member in shape], key)
    else:
        yield from _check_plain(raw, shape, key)


def _check_plain(raw: object, shape: type, key: str) -> Iterator[Problem]:
    fits = isinstance(raw, shape) and not (shape is int and isinstance(raw, bool)) and not isinstance(raw, datetime)
    if not fits:
        yield Problem(key, _PLAIN[shape], show(raw))
    elif shape is str and not str(raw).strip():
        yield Problem(key, "text", "an empty text")


def _check_annotated(raw: object, shape: Any, key: str, known: KnownNames) -> Iterator[Problem]:
    plain, meta = get_args(shape)[0], get_args(shape)[1]
    assert isinstance(meta, Meta), "annotations of a rulebook carry a Meta"
    form = (meta.extra or {}).get("is", "")
    problems = list(_check_plain(raw, plain, key))
    if problems:
        yield Problem(key, f"{_FORMS[form][0]}, as text", show(raw)) if form in _FORMS else problems[0]
        return
    if meta.ge is not None and meta.le is not None and isinstance(raw, int) and not meta.ge <= raw <= meta.le:
        yield Problem(key, f"a whole number from {meta.ge} to {meta.le}", show(raw))
    if form and isinstance(raw, str):
        yield from _check_form(raw, form, key, known)


def _check_form(text: str, form: str, key: str, known: KnownNames) -> Iterator[Problem]:
    if form == "clause":
        if text not in known.clauses:
            yield Problem(key, "a clause of this rulebook's register", show(text))
    elif form == "role":
        if text not in known.roles:
            yield Problem(key, f"a role of this rulebook, {one_of(known.roles, text)}", show(text))
    else:
        expected, parses = _FORMS[form]
        if not parses(text):
            yield Problem(key, expected, show(text))


def _check_choice(raw: object, choices: Any, key: str) -> Iterator[Problem]:
    if isinstance(raw, bool) or not isinstance(raw, (str, int)) or raw not in choices:
        yield Problem(key, one_of((str(choice) for choice in choices), raw), show(raw))


def _check_list(raw: object, item: Any, key: str, known: KnownNames) -> Iterator[Problem]:
    if not isinstance(raw, list):
        yield Problem(key, "a list", show(raw))
        return
    for position, each in enumerate(raw):
        yield from check(each, item, f"{key}[{position}]", known)


def _check_table(raw: object, shape: tuple[Any, Any], key: str, known: KnownNames) -> Iterator[Problem]:
    if not isinstance(raw, dict):
        yield Problem(key, "a table", show(raw))
        return
    for name, each in raw.items():
        if isinstance(shape[0], type) and issubclass(shape[0], Enum):
            choices = [member.value for member in shape[0]]
            if name not in choices:
                yield Problem(_join(key, name), f"a key that is {one_of(choices, name)}", show(name))
                continue
        yield from check(each, shape[1], _join(key, name), known)


def _check_section(raw: object, shape: Any, key: str, known: KnownNames) -> Iterator[Problem]:
    if not isinstance(raw, dict):
        yield Problem(key, "a table", show(raw))
        return
    members = section_fields(shape)
    for name in raw:
        if name not in members:
            yield Problem(_join(key, name), f"no such key but {one_of(members, name)}", "an unknown key")
    for name, (inner, required) in members.items():
        if name in raw:
            yield from check(raw[name], inner, _join(key, name), known)
        elif required:
            yield Problem(_join(key, name), _expectation(inner), "nothing")


def _expectation(shape: Any) -> str:
    if get_origin(shape) is Annotated:
        form = (get_args(shape)[1].extra or {}).get("is", "")
        return {"clause": "a clause of the register", "role": "a role"}.get(form, _FORMS.get(form, ("a value",))[0])
    if isinstance(shape, type) and issubclass(shape, Enum):
        return one_of((str(member.value) for member in shape), None)
    if get_origin(shape) is Literal:
        return one_of((str(choice) for choice in get_args(shape)), None)
    section = get_origin(shape) or shape
    if isinstance(section, type) and issubclass(section, Struct):
        needed = [name for name, (_, required) in section_fields(shape).items() if required]
        return f"a table with {', '.join(needed)}" if needed else "a table"
    return _PLAIN.get(shape, "this key")


@cache
def section_fields(shape: Any) -> dict[str, tuple[Any, bool]]:
    """The keys of a section as written in the file: their types, and whether each must be there."""
    section = get_origin(shape) or shape
    hints = get_type_hints(section, include_extras=True)
    arguments = get_args(shape)
    found: dict[str, tuple[Any, bool]] = {}
    for field in fields(section):
        hint = hints[field.name]
        required = field.default is NODEFAULT and field.default_factory is NODEFAULT
        found[field.encode_name] = (arguments[0] if isinstance(hint, TypeVar) else hint, required)
    return found


def _join(key: str, name: object) -> str:
    text = str(name)
    part = text if text and all(letter.isalnum() or letter in "-_" for letter in text) else show(text)
    return f"{key}.{part}" if key else part
