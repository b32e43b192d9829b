"""The body of each command as a request sends it: its own fields, without who and in which role, with bounds.

Made from the types of the commands, so that a new field is there at once and OpenAPI has its sentence. Numbers and
texts are bounded here: what the floor keeps for ever should not be as long as a sender likes. No text may have the form
of a sealed one: put where sealed texts are opened for those who may read them, it would tell what another has sealed.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Struct, convert, defstruct, field, to_builtins
from msgspec.structs import fields

from openetg.floor.commands import Command
from openetg.keys.sealing import TYPED
from openetg.server.acts.acts import asked_fields

LARGEST_NUMBER = 10**15
LONGEST_TEXT = 2_000
LONGEST_LIST = 1_000


@cache
def body_of(kind: type[Command]) -> type[Struct]:
    """The type of the body of a command."""
    return _bounded_struct(kind, asked_fields(kind), f"{kind.__name__}Body")


def values_of(kind: type[Command], body: Struct) -> dict[str, Any]:
    """The fields of a command from its body."""
    hints = get_type_hints(kind)
    return {name: convert(to_builtins(getattr(body, name)), hints[name]) for name in asked_fields(kind)}


def path_of(kind: type[Command]) -> str:
    """The name of a command in an address: `VoidRound` is `void-round`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def sentence_of(kind: type) -> str:
    """The docstring of a type, on one line."""
    return " ".join((inspect.getdoc(kind) or "").split())


def _bounded_struct(kind: type[Struct], names: tuple[str, ...], called: str) -> type[Struct]:
    hints, said = get_type_hints(kind), field_sentences(kind)
    made: list[Any] = []
    for each in fields(kind):
        if each.name not in names:
            continue
        hint = _bounded(hints[each.name])
        if each.name in said:
            hint = Annotated[hint, Meta(description=said[each.name])]
        if each.default is not NODEFAULT:
            made.append((each.name, hint, each.default))
        elif each.default_factory is not NODEFAULT:
            made.append((each.name, hint, field(default_factory=each.default_factory)))
        else:
            made.append((each.name, hint))
    body = defstruct(called, made, kw_only=True, frozen=True, forbid_unknown_fields=True, module=__name__)
    body.__doc__ = inspect.getdoc(kind)
    return body


_structs: dict[type[Struct], type[Struct]] = {}


def _bounded(hint: Any) -> Any:
    """The same type, with bounds."""
    if hint is str:
        return Annotated[str, Meta(max_length=LONGEST_TEXT, pattern=TYPED)]
    if hint is int:
        return Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
    if inspect.isclass(hint) and issubclass(hint, Struct):
        if hint not in _structs:
            _structs[hint] = _bounded_struct(hint, hint.__struct_fields__, hint.__name__)
        return _structs[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin in {Union, UnionType}:
        return Union[tuple(each if each is NoneType else _bounded(each) for each in inner)]  # noqa: UP007
    if origin is tuple and Ellipsis in inner:
        return Annotated[tuple[_bounded(inner[0]), ...], Meta(max_length=LONGEST_LIST)]  # type: ignore[misc]
    if origin is tuple:
        return tuple[tuple(_bounded(each) for each in inner)]  # type: ignore[misc]
    if origin is dict:
        return Annotated[dict[_bounded(inner[0]), _bounded(inner[1])], Meta(max_length=LONGEST_LIST)]  # type: ignore[misc]
    assert origin is Literal or inspect.isclass(hint), f"no bounds are known for {hint!r}"
    return hint


def field_sentences(kind: type[Struct]) -> dict[str, str]:
    """The sentence below each field, of the type and of those it comes from."""
    said: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if each in {object, Struct} or not issubclass(each, Struct):
            continue
        said |= _sentences_in(each)
    return said


def _sentences_in(kind: type) -> dict[str, str]:
    return _sentences_of_module(kind.__module__)[kind.__name__]


@cache
def _sentences_of_module(name: str) -> dict[str, dict[str, str]]:
    """Per class of a module. The module is read once: to look for each class anew took a tenth of a floor's start."""
    tree = ast.parse(inspect.getsource(sys.modules[name]))
    return {node.name: _below_fields(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _below_fields(kind: ast.ClassDef) -> dict[str, str]:
    said: dict[str, str] = {}
    name = ""
    for line in kind.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            name = line.target.id
        elif isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) and name:
            said[name] = " ".join(str(line.value.value).split())
            name = ""
    return said
