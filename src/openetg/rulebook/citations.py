"""Which keys of a rulebook rest on which clause."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from msgspec import Struct

from openetg.rulebook.check import section_fields
from openetg.rulebook.schema.shape import Clause

if TYPE_CHECKING:
    from openetg.rulebook.schema.book import Rulebook


class Citation(Struct, frozen=True):
    """A key that cites a clause, and what it says."""

    key: str
    clause: str
    says: str
    """The value, policy or roles that stand there; empty where the clause says it all."""


def citations(rulebook: Rulebook) -> Iterator[Citation]:
    """Every citation in a rulebook, in reading order; readings aside, which are about clauses themselves."""
    for citation in _walk(rulebook, type(rulebook), ""):
        if not citation.key.startswith("reading"):
            yield citation


def _walk(here: Any, shape: Any, key: str) -> Iterator[Citation]:
    origin = get_origin(shape)
    if origin in (Union, UnionType):
        shape = next(each for each in get_args(shape) if each is not NoneType)
        origin = get_origin(shape)
    if here is None or origin is Annotated:
        return
    if isinstance(here, Struct):
        yield from _walk_section(here, shape, key)
    elif origin is dict:
        yield from _walk_table(here, get_args(shape)[1], key)
    elif origin is tuple:
        for position, each in enumerate(here):
            yield from _walk(each, get_args(shape)[0], f"{key}[{position}]")


def _walk_section(here: Struct, shape: Any, key: str) -> Iterator[Citation]:
    for field, (name, (inner, _)) in zip(here.__struct_fields__, section_fields(shape).items(), strict=True):
        value = getattr(here, field)
        path = f"{key}.{name}" if key else name
        if _is_clause(inner) and value is not None:
            yield Citation(key if name == "clause" else path, value, _summary(here) if name == "clause" else "")
        elif get_origin(inner) is tuple and _is_clause(get_args(inner)[0]):
            yield from (Citation(path, clause, "") for clause in value)
        else:
            yield from _walk(value, inner, path)


def _walk_table(here: dict[Any, Any], inner: Any, key: str) -> Iterator[Citation]:
    for name, value in here.items():
        path = f"{key}.{_plain(name)}"
        if _is_clause(inner):
            yield Citation(path, value, "")
        else:
            yield from _walk(value, inner, path)


def _is_clause(shape: Any) -> bool:
    inner = next((each for each in get_args(shape) if each is not NoneType), shape)
    return shape == Clause or (get_origin(shape) in (Union, UnionType) and inner == Clause)


def _summary(section: Struct) -> str:
    """The value beside a `clause` key, in a few words."""
    for name in ("policy", "value", "roles", "odds", "measure", "title"):
        value = getattr(section, name, None)
        if value is not None and not isinstance(value, (Struct, dict)):
            return _plain(value)
    return ""


def _plain(value: object) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return ", ".join(_plain(each) for each in value)
    return str(value).lower() if isinstance(value, bool) else str(value)
