"""Whatever comes over a console or a display, in whatever order: an answer or the end, never a fault, never money."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec import json

from openetg.server.acts.acting import BY_NAME
from openetg.wire.console import decode_to_console, decode_to_display
from tests.unit.server.guests.consoles.console_stage import ConsoleStage

TYPES = ["hello", "watch", "unwatch", "again", "act", "ping", "bye", "place", ""]
VIEWS = [
    "floor",
    "me",
    "cases",
    "alerts",
    "cage",
    "waiting",
    "inspection",
    "dealer/A",
    "supervision/B",
    "display/A",
    "dealer/",
    "/",
]
leaves = some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False) | some.text(max_size=8)
anything = some.recursive(
    leaves, lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=6), inner), max_leaves=6
)
fields = some.dictionaries(
    some.sampled_from(["terminal", "table", "why", "cause", "amount", "kind", "limits"]), anything
)
messages: some.SearchStrategy[dict[str, Any]] = some.fixed_dictionaries(
    {"type": some.sampled_from(TYPES)},
    optional={
        "protocol": some.just(1) | anything,
        "boot": anything,
        "watch": some.dictionaries(some.sampled_from(VIEWS), some.integers(-2, 99)) | anything,
        "view": some.sampled_from(VIEWS) | anything,
        "seen": some.integers(-2, 99) | anything,
        "n": some.integers(-1, 5) | anything,
        "act": some.sampled_from(sorted(BY_NAME)) | anything,
        "fields": fields | anything,
        "at": some.integers(0, 9) | anything,
        "table": some.sampled_from(["A", "B", "Z"]) | anything,
    },
)
said = some.lists(messages.map(json.encode) | some.binary(max_size=40), max_size=12)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(person=some.sampled_from(["ann", "carl", "olga", "ines"]), lines=said)
def test_a_console_that_says_anything(person: str, lines: list[bytes]) -> None:
    stage = ConsoleStage()
    money = dict(stage.floor.ledger.accounts)
    console = stage.console(person).hello("floor")
    for line in lines:
        console.say_bytes(line)
        stage.pass_time(300)
    assert {key: value for key, value in stage.floor.ledger.accounts.items() if value} == money
    for data in console.pipe.data:
        decode_to_console(data)
    assert console.pipe.closed == (console.session not in stage.room.guests)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(lines=said)
def test_a_display_that_says_anything(lines: list[bytes]) -> None:
    stage = ConsoleStage(demonstration=True)
    display = stage.display().hello("A")
    for line in lines:
        display.session.receive(line, lambda: stage.now_ms)
        stage.pass_time(300)
    for data in display.pipe.data:
        decode_to_display(data)
    assert display.pipe.closed == (display.session not in stage.room.guests)
