"""The bytes of a group: readable, exact, and read back before they are trusted."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.journal.entry import Entry, decode_entries, encode_entries, stored_entries

json_bytes = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
).map(lambda value: json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


@pytest.mark.slow
@given(st.lists(st.tuples(json_bytes, json_bytes), max_size=5))
def test_command_and_verdict_come_back_byte_for_byte(pairs: list[tuple[bytes, bytes]]) -> None:
    given_entries = [Entry(number, 7, *pair) for number, pair in enumerate(pairs, start=1)]
    assert decode_entries(encode_entries(given_entries)) == given_entries


def test_the_spacing_inside_a_command_is_kept() -> None:
    spaced = Entry(1, 7, b'{ "a" :\n1.50 }', b"[ ]")
    assert decode_entries(encode_entries([spaced])) == [spaced]


def test_a_person_reads_one_entry_per_line() -> None:
    body = encode_entries([Entry(1, 7, b'{"a":1}', b"{}"), Entry(2, 8, b"null", b"[]")])
    assert body.decode().splitlines() == [
        '[{"sequence":1,"at_ms":7,"command":{"a":1},"verdict":{}},',
        '{"sequence":2,"at_ms":8,"command":null,"verdict":[]}]',
    ]


def test_a_stored_entry_is_its_own_bytes_in_the_body() -> None:
    body = encode_entries([Entry(1, 7, b'{"a":1}', b"{}"), Entry(2, 8, b"null", b"[]")])
    assert b"[" + b",\n".join(stored_entries(body)) + b"]" == body


@pytest.mark.parametrize(
    "not_one_value",
    [
        b"",
        b"{",
        b"1 2",
        b" 1",
        b"1 ",
        b'1,"command":2',
        b'1,"verdict":2},{"sequence":2,"at_ms":7,"command":3',
        b'"\xff"',
        b'"\n"',
        b"NaN",
    ],
)
def test_what_is_not_one_json_value_is_a_bug_of_the_writer(not_one_value: bytes) -> None:
    for bad in (Entry(1, 7, not_one_value, b"{}"), Entry(1, 7, b"{}", not_one_value)):
        with pytest.raises(AssertionError, match="one JSON value"):
            encode_entries([bad])


@pytest.mark.parametrize("body", [b"", b"[", b"{}", b"[1]", b'[{"sequence":1}]', b"\x00"])
def test_what_is_not_a_body_is_told_apart(body: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_entries(body)
