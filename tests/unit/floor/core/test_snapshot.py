"""A floor from a snapshot is the floor that was: same hash, same answers, for every instrument and at any entry."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from msgspec import defstruct, json

from openetg.floor.core.shape import shape_of
from openetg.floor.core.snapshot import OtherShape, SnapshotProblem, decode_snapshot, encode_snapshot, snapshot_hash
from openetg.floor.fold import fold, fold_and_decide
from openetg.floor.state import SHAPE, Floor, hash_of_state, state_bytes, state_hash
from openetg.journal.entry import Entry
from tests.one_table import play
from tools.golden import golden_files, read_golden

PREFIXES = 12
"""In so many places each golden journal is left and gone on with."""


@cache
def entries_of(path: Path) -> tuple[Entry, ...]:
    return tuple(read_golden(path).entries(after_sequence=0))


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: path.stem)
def test_a_snapshot_at_any_entry_is_the_floor_there(path: Path) -> None:
    floor, entries = Floor(), entries_of(path)
    step = max(len(entries) // (5 * PREFIXES), 1)
    for entry in entries:
        fold(floor, entry.at_ms, entry.command, entry.verdict)
        if entry.sequence % step == 0 or entry is entries[-1]:
            again = decode_snapshot(encode_snapshot(floor))
            assert state_bytes(again) == state_bytes(floor), entry.sequence
            assert again.games == floor.games


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: path.stem)
def test_from_a_snapshot_every_later_command_is_decided_alike(path: Path) -> None:
    entries = entries_of(path)
    step = max(len(entries) // PREFIXES, 1)
    floor = Floor()
    for start in range(0, len(entries), step):
        for entry in entries[start : start + step]:
            wrong = fold_and_decide(floor, entry.at_ms, entry.command, entry.verdict)
            assert wrong is None, wrong
        floor = decode_snapshot(encode_snapshot(floor))
    told = Floor()
    for entry in entries:
        fold(told, entry.at_ms, entry.command, entry.verdict)
    assert state_hash(floor) == state_hash(told)


def test_an_empty_floor_too() -> None:
    assert state_hash(decode_snapshot(encode_snapshot(Floor()))) == state_hash(Floor())


def snapshot() -> bytes:
    return encode_snapshot(
        play("interblock", "open-table by-itself \n ready \n note t1 100.00 \n place t1 red 5.00").floor
    )


def test_a_snapshot_names_its_state_hash() -> None:
    floor = play("ministar", "open-table by-itself \n ready").floor
    assert snapshot_hash(encode_snapshot(floor)) == state_hash(floor)
    assert hash_of_state(state_bytes(floor)) == state_hash(floor)


def test_books_go_on_from_a_snapshot() -> None:
    """The account of a house bank is below zero, and may be."""
    table = play("interblock", """
        open-table by-itself
        ready
        note t1 100.00
        place t1 red 5.00
        launch opposite
        drop
        rest 1
    """)  # fmt: skip
    table.floor = decode_snapshot(encode_snapshot(table.floor))
    table.say("ready \n place t1 red 50.00 \n launch opposite \n drop \n rest 3")
    assert table.floor.ledger.is_balanced()


DAMAGED = [
    (b'"meter/t1":9500', b'"meter/t1":9600', "expected a state with the hash"),
    (b'"about":{"id":"interblock"', b'"about":{"id":"interblocc"', "expected the rulebook"),
    (b'"format":1', b'"format":2', "expected a snapshot of format 1, found format 2"),
    (b'{"format"', b'["format"', "expected a snapshot of a floor"),
    (b'"format":1,', b"", "missing required field `format`"),
]


@pytest.mark.parametrize(("old", "new", "words"), DAMAGED)
def test_a_damaged_snapshot_is_a_problem_in_words(old: bytes, new: bytes, words: str) -> None:
    whole = snapshot()
    assert old in whole
    with pytest.raises(SnapshotProblem, match=words):
        decode_snapshot(whole.replace(old, new, 1))


@pytest.mark.parametrize("share", [0, 1, 3, 7, 9])
def test_a_cut_snapshot_is_a_problem_in_words(share: int) -> None:
    whole = snapshot()
    with pytest.raises(SnapshotProblem):
        decode_snapshot(whole[: len(whole) * share // 10])


def test_a_forged_state_with_its_hash_must_still_be_a_state() -> None:
    """The hash inside guards against damage; against forgery the signature and the journal do."""
    fields = json.decode(snapshot())
    fields["state"]["tables"] = []
    fields["hash"] = hash_of_state(json.encode(fields["state"]))
    with pytest.raises(SnapshotProblem, match="expected the state of a floor"):
        decode_snapshot(json.encode(fields))


def test_a_rulebook_must_not_be_missing() -> None:
    fields = json.decode(snapshot())
    fields["rulebooks"] = {}
    with pytest.raises(SnapshotProblem, match="expected the rulebooks"):
        decode_snapshot(json.encode(fields))


def test_a_snapshot_of_another_shape_is_not_read() -> None:
    with pytest.raises(OtherShape, match="expected a state of shape"):
        decode_snapshot(snapshot().replace(SHAPE.encode(), b"0" * len(SHAPE)))


def shape(*fields: tuple[str, type], words: str = "", version: int = 1) -> str:
    return shape_of(defstruct("State", fields, namespace={"__doc__": words}), version=version)


def test_the_shape_follows_names_types_order_and_version_and_no_words() -> None:
    title, count = ("title", str), ("count", int)
    same = shape(title, count)
    assert shape(title, count, words="Explained.") == same
    others = [shape(count, title), shape(title), shape(("title", int), count), shape(title, count, version=2)]
    assert len({same, *others}) == 5
