"""The dealer's keys: a number counts only once it is confirmed."""

from __future__ import annotations

import pytest

from openetg.devices.line.keypad import Keypad
from openetg.devices.line.signals import DealerKey


def typed(*words: str) -> tuple[list[tuple[DealerKey, str | None]], list[str]]:
    pressed: list[tuple[DealerKey, str | None]] = []
    keypad = Keypad(lambda key, value: pressed.append((key, value)))
    return pressed, [keypad.type(word) for word in words]


def test_a_number_is_said_when_it_is_confirmed() -> None:
    assert typed("17")[0] == []
    assert typed("17", "confirm")[0] == [(DealerKey.NUMBER, "17")]


def test_the_last_number_keyed_is_the_one_confirmed() -> None:
    assert typed("17", "18", "confirm", "confirm")[0] == [(DealerKey.NUMBER, "18")]


def test_what_was_cleared_is_not_confirmed() -> None:
    pressed, said = typed("17", "clear", "confirm")
    assert pressed == []
    assert said[-1] == "nothing was keyed"


@pytest.mark.parametrize("key", [key for key in DealerKey if key is not DealerKey.NUMBER])
def test_every_other_key_counts_at_once(key: DealerKey) -> None:
    assert typed(key.value)[0] == [(key, None)]


def test_a_no_spin_may_have_its_cause() -> None:
    assert typed("no-spin ball-left")[0] == [(DealerKey.NO_SPIN, "ball-left")]


@pytest.mark.parametrize("word", ["number", "seventeen", "1 7", "é", "?"])
def test_what_is_no_key_is_told_so(word: str) -> None:
    pressed, (said,) = typed(word)
    assert pressed == []
    assert said.startswith("expected open, finish, spin, no-more, no-spin, a number, confirm or clear, found")
