"""What is on record and on the wire stays readable: the lock is current, and it notices whatever would break it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import schema_lock
from tools.schema_lock import Field, Schema, Shape, added, broken

AMOUNT = Field("amount", "int", default=False)
SPIN = Field("spin", "null | str", default=True)
SHAPE = Shape((AMOUNT, SPIN))
LOCK = Schema({"command": {"Close": "m.Close"}}, {"m.Close": SHAPE}, {"m.Reason": ("no", "later")})


def with_shape(*fields: Field, array: bool = False) -> Schema:
    """The locked schema with another shape."""
    return Schema(LOCK.sets, {"m.Close": Shape(fields, array)}, LOCK.values)


def test_the_lock_is_what_the_types_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert schema_lock.main(["--check"]) == 0, capsys.readouterr().out


def test_everything_stored_or_sent_is_locked() -> None:
    lock = schema_lock.read_lock()
    wire = {f"{way} {who}" for way in ("from", "to") for who in ("terminal", "seat", "console", "display")}
    assert set(lock.sets) == {"command", "event"} | wire
    for name in (
        "floor.commands.Order",
        "floor.core.stored.Recorded",
        "journal.entry._Line",
        "rulebook.schema.book.Rulebook",
    ):
        assert name in lock.shapes
    assert "unknown_ticket" in lock.values["floor.core.refusals.Reason"]
    assert lock.shapes["floor.core.ledger.Transfer"].array


def test_nothing_is_wrong_with_a_schema_that_has_not_changed() -> None:
    assert not list(broken(LOCK, LOCK))
    assert not list(added(LOCK, LOCK))


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (Schema({"command": {}}, LOCK.shapes, LOCK.values), "command Close: is gone"),
        (Schema({"command": {"Close": "m.Shut"}}, LOCK.shapes, LOCK.values), "a tag is never reused"),
        (Schema(LOCK.sets, {}, LOCK.values), "m.Close: is gone"),
        (Schema(LOCK.sets, LOCK.shapes, {"m.Reason": ("no",)}), "m.Reason: the value later is gone"),
        (with_shape(AMOUNT), "m.Close.spin: is gone"),
        (with_shape(Field("amount", "str", default=False), SPIN), "m.Close.amount: was int, is str now"),
        (with_shape(AMOUNT, Field("spin", "null | str", default=False)), "m.Close.spin: has lost its default"),
        (with_shape(AMOUNT, SPIN, Field("by", "str", default=False)), "m.Close.by: is new and has no default"),
        (with_shape(AMOUNT, SPIN, array=True), "stored as an array now"),
    ],
)
def test_what_would_make_old_entries_unreadable_is_named(now: Schema, words: str) -> None:
    assert [words in each for each in broken(LOCK, now)] == [True]


def test_fields_of_an_array_keep_their_places() -> None:
    lock = Schema({}, {"m.Pair": Shape((AMOUNT, SPIN), array=True)}, {})
    swapped = Schema({}, {"m.Pair": Shape((SPIN, AMOUNT), array=True)}, {})
    longer = Schema({}, {"m.Pair": Shape((AMOUNT, SPIN, Field("by", "str", default=True)), array=True)}, {})
    assert ["read by position" in each for each in broken(lock, swapped)] == [True]
    assert not list(broken(lock, longer))


@pytest.mark.parametrize(
    ("now", "name"),
    [
        (Schema({"command": {"Close": "m.Close", "Open": "m.Close"}}, LOCK.shapes, LOCK.values), "command Open"),
        (Schema(LOCK.sets, {**LOCK.shapes, "m.Open": SHAPE}, LOCK.values), "m.Open"),
        (with_shape(AMOUNT, SPIN, Field("by", "str", default=True)), "m.Close.by"),
        (with_shape(Field("amount", "int", default=True), SPIN), "m.Close.amount"),
        (Schema(LOCK.sets, LOCK.shapes, {"m.Reason": ("no", "later", "never")}), "m.Reason never"),
    ],
)
def test_what_is_new_is_allowed_and_must_be_added(now: Schema, name: str) -> None:
    assert not list(broken(LOCK, now))
    assert list(added(LOCK, now)) == [name]


def test_a_choice_of_words_may_grow_but_not_shrink() -> None:
    two = Schema({}, {"m.Close": Shape((Field("by", "'bell' | 'voice'", default=False),))}, {})
    three = Schema({}, {"m.Close": Shape((Field("by", "'bell' | 'lamp' | 'voice'", default=False),))}, {})
    assert not list(broken(two, three))
    assert ["was 'bell' | 'lamp' | 'voice'" in each for each in broken(three, two)] == [True]


def test_a_rulebook_may_say_more_than_before_a_message_may_not() -> None:
    for name, wrong in (("rulebook.m.Red", 0), ("wire.m.Red", 1)):
        lock = Schema({}, {name: Shape((Field("red", "str", default=False),))}, {})
        wider = Schema({}, {name: Shape((Field("red", "null | str", default=False),))}, {})
        assert len(list(broken(lock, wider))) == wrong


@pytest.mark.slow
def test_adding_writes_the_lock_and_a_broken_lock_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(schema_lock, "LOCK", tmp_path / "schema.lock.json")
    assert schema_lock.main(["--check"]) == 1
    assert "run python tools/schema_lock.py --add" in capsys.readouterr().out
    assert schema_lock.main(["--add"]) == 0
    assert schema_lock.main(["--check"]) == 0
    assert schema_lock.read_lock() == schema_lock.schema_now()
    now = schema_lock.schema_now()
    schema_lock.write_lock(Schema(now.sets, {**now.shapes, "m.Close": SHAPE}, now.values))
    before = schema_lock.LOCK.read_bytes()
    assert schema_lock.main(["--add"]) == 1
    assert "m.Close: is gone" in capsys.readouterr().out
    assert schema_lock.LOCK.read_bytes() == before
