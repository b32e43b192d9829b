"""Views with their private texts in clear, for those who may read them: what is marked `Private` in their types.

Nothing else is looked at, in any form: a text of another field that has the form of a sealed one stays as it
is. What cannot hold a private text is not walked through, so that a large view costs no more than the few it has.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct, inspect
from msgspec.structs import replace

Opener = Callable[[str], str]


def unsealed(seen: Any, open_text: Opener) -> Any:
    """The same with every private text opened; a view without any is returned as it is."""
    if isinstance(seen, Struct):
        found = {}
        for name, is_private in _looked_at(type(seen)):
            before = getattr(seen, name)
            after = _opened(before, open_text) if is_private else unsealed(before, open_text)
            if after is not before:
                found[name] = after
        return replace(seen, **found) if found else seen
    return _each(seen, lambda one: unsealed(one, open_text))


def _opened(seen: Any, open_text: Opener) -> Any:
    """A private text, or several of them."""
    return open_text(seen) if isinstance(seen, str) else _each(seen, lambda one: _opened(one, open_text))


def _each(seen: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(seen, dict):
        return {key: change(value) for key, value in seen.items()}
    return [change(value) for value in seen] if isinstance(seen, list | tuple) else seen


@cache
def _looked_at(kind: type[Struct]) -> tuple[tuple[str, bool], ...]:
    """The fields of a type that are private, and those that lead to such."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType), "a view is a struct"
    marked = ((each.name, _is_private(each.type), _leads(each.type, frozenset({kind}))) for each in found.fields)
    return tuple((name, is_private) for name, is_private, leads in marked if is_private or leads)


def _is_private(found: inspect.Type) -> bool:
    """Whether it is a private text, or a list of them."""
    if isinstance(found, inspect.Metadata):
        return "private" in (found.extra or {}) or _is_private(found.type)
    return not isinstance(found, inspect.StructType) and any(_is_private(each) for each in _parts(found))


def _leads(found: inspect.Type, before: frozenset[type]) -> bool:
    """Whether a private text may be in it."""
    if isinstance(found, inspect.StructType):
        if found.cls in before:
            return False
        inside = before | {found.cls}
        return any(_is_private(each.type) or _leads(each.type, inside) for each in found.fields)
    return any(_leads(each, before) for each in _parts(found))


def _parts(found: inspect.Type) -> tuple[inspect.Type, ...]:
    """What a type is made of, besides the fields of a struct."""
    match found:
        case inspect.Metadata():
            return (found.type,)
        case inspect.UnionType():
            return found.types
        case inspect.VarTupleType() | inspect.ListType():
            return (found.item_type,)
        case inspect.TupleType():
            return found.item_types
        case inspect.DictType():
            return (found.value_type,)
    return ()
