"""Bytes and messages: every message there and back, nothing else in, and no bytes that do more than be refused."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from types import UnionType
from typing import Any, Literal, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import NODEFAULT, Struct, json
from msgspec.structs import fields

from openetg.wire.codec import Malformed, decode_from_terminal, decode_to_terminal, encode
from openetg.wire.messages import FromTerminal, Message, ToTerminal

WAYS = [(decode_from_terminal, FromTerminal), (decode_to_terminal, ToTerminal)]
WHOLE = st.integers(-(2**63), 2**64 - 1)
TEXT = st.text(max_size=12)


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Anything of a type that occurs in messages."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return st.builds(kind, **{field.name: values(field.type) for field in fields(kind)})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(kind)
    if isinstance(kind, UnionType):
        return st.one_of(*(values(part) for part in get_args(kind)))
    arguments = get_args(kind)
    if get_origin(kind) is Literal:
        return st.sampled_from(arguments)
    if arguments and kind.__origin__ is tuple and Ellipsis not in arguments:
        return st.tuples(*(values(argument) for argument in arguments))
    if arguments and kind.__origin__ is tuple:
        return st.lists(values(arguments[0]), max_size=3).map(tuple)
    if arguments:
        return st.dictionaries(values(arguments[0]), values(arguments[1]), max_size=3)
    return {int: WHOLE, str: TEXT, bool: st.booleans(), type(None): st.none()}[kind]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("decode", "kind"),
    [(decode, kind) for decode, union in WAYS for kind in get_args(union)],
    ids=lambda each: getattr(each, "__name__", ""),
)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_every_message_comes_back_as_it_was(decode: Any, kind: type[Message], data: st.DataObject) -> None:
    message = data.draw(values(kind))
    sent = encode(message)
    assert decode(sent) == message
    assert json.decode(sent)["type"] == kind.__struct_config__.tag


def test_each_way_is_a_closed_set_with_names_of_its_own() -> None:
    mine, yours = (list(get_args(union)) for _, union in WAYS)
    tags = [kind.__struct_config__.tag for kind in mine + yours]
    assert len(set(tags)) == len(tags)
    everything = {kind for kind in Message.__subclasses__() if kind.__module__ == Message.__module__}
    assert everything == set(mine) | set(yours)


@pytest.mark.parametrize(("decode", "other"), [(decode_from_terminal, ToTerminal), (decode_to_terminal, FromTerminal)])
def test_a_message_of_the_other_way_is_none(decode: Any, other: Any) -> None:
    for kind in get_args(other):
        with pytest.raises(Malformed):
            decode(b'{"type":"%b"}' % kind.__struct_config__.tag.encode())


def _fitting(kind: Any) -> object:
    """A value of a type that occurs in what a terminal says."""
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    fitting: dict[object, object] = {int: 1, str: "x", tuple[str, ...]: ["x"], tuple[tuple[str, int], ...]: [["x", 1]]}
    return fitting[kind]


@pytest.mark.parametrize("kind", get_args(FromTerminal), ids=lambda kind: kind.__name__)
def test_a_field_that_is_missing_or_of_another_type_is_malformed(kind: type[Message]) -> None:
    wanted = [field for field in fields(kind) if field.default is NODEFAULT]
    whole = {field.name: _fitting(field.type) for field in wanted}
    tagged = {"type": kind.__struct_config__.tag}
    assert isinstance(decode_from_terminal(json.encode(tagged | whole)), kind)
    for field in wanted:
        for wrong in ({}, {field.name: None}, {field.name: [1]}, {field.name: 1.5}, {field.name: True}):
            rest = {name: value for name, value in whole.items() if name != field.name}
            with pytest.raises(Malformed):
                decode_from_terminal(json.encode(tagged | rest | wrong))


@pytest.mark.parametrize(("decode", "union"), WAYS)
@settings(max_examples=300, deadline=None)
@given(data=st.binary(max_size=200))
def test_no_bytes_raise_anything_but_malformed(decode: Any, union: Any, data: bytes) -> None:
    _decode_anything(decode, data)


@pytest.mark.slow
@pytest.mark.parametrize(("decode", "union"), WAYS)
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_no_damage_to_a_message_raises_anything_but_malformed(decode: Any, union: Any, data: st.DataObject) -> None:
    """Bytes of a true message with some replaced, cut out or put in."""
    sent = bytearray(encode(data.draw(values(data.draw(st.sampled_from(get_args(union)))))))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(sent)))
        sent[at : at + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=3))
    _decode_anything(decode, bytes(sent))


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 100_000,
        b'{"type":' * 5_000,
        b'{"type":"ping","at":' + b"9" * 5_000 + b"}",
        b'{"type":"ping","at":1e400}',
        b'{"type":"hello","protocol":1,"terminal":"\\ud800x","key":""}',
        b'{"type":"hello","protocol":1,"terminal":"\xed\xa0\x80","key":""}',
        b'{"type":"ping","at":1}{"type":"ping","at":2}',
        b'\xef\xbb\xbf{"type":"ping","at":1}',
        b'{"type":"ping","at":NaN}',
    ],
)
def test_what_has_broken_other_parsers_is_malformed(data: bytes) -> None:
    for decode, _ in WAYS:
        with pytest.raises(Malformed):
            decode(data)


def _decode_anything(decode: Any, data: bytes) -> None:
    with suppress(Malformed):
        decode(data)
