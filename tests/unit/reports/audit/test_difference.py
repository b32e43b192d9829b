"""What differs between two states: every place once, accounts apart, and nothing where nothing does."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.reports.audit.difference import ABSENT, Change, Changes, Moved, Plain, changes, difference

LEAF = st.none() | st.booleans() | st.integers() | st.text(max_size=3)
NAMES = st.text("abc", min_size=1, max_size=2)
PLAIN = st.recursive(LEAF, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3))
STATES = st.dictionaries(NAMES, PLAIN, max_size=4)


def put(value: Plain, steps: list[str], side: object) -> Plain:
    """A value with one place of it changed, made or taken away."""
    if not steps:
        return side  # type: ignore[return-value]
    name, rest = steps[0], steps[1:]
    value = deepcopy(value)
    if isinstance(value, list):
        place = int(name)
        if side is ABSENT and not rest:
            return value[:place]
        return [*value[:place], put(value[place] if place < len(value) else None, rest, side), *value[place + 1 :]]
    assert isinstance(value, dict)
    if side is ABSENT and not rest:
        return {key: each for key, each in value.items() if key != name}
    return value | {name: put(value.get(name), rest, side)}


@pytest.mark.slow
@given(before=STATES, after=STATES)
def test_the_changes_lead_from_one_state_to_the_other(before: dict[str, Plain], after: dict[str, Plain]) -> None:
    reached: Plain = dict(before)
    # From the end, so that what is taken from a list is taken from its end.
    for change in reversed(difference(before, after).paths):
        if change.after == ABSENT:
            reached = put(reached, change.path.split("."), ABSENT)
    for change in difference(before, after).paths:
        if change.after != ABSENT:
            reached = put(reached, change.path.split("."), change.after)
    assert reached == after


@pytest.mark.slow
@given(state=STATES)
def test_nothing_differs_from_itself(state: dict[str, Plain]) -> None:
    assert not difference(state, deepcopy(state))


def test_accounts_come_apart_and_an_unused_one_holds_nothing() -> None:
    before: dict[str, Plain] = {"accounts": {"meter/I1": 500, "bank/B": 0}, "sequence": 7}
    after: dict[str, Plain] = {"accounts": {"meter/I1": 200, "bank/B": 0, "play/B/I1": 300}, "sequence": 8}
    assert difference(before, after) == Changes(
        (Moved("meter/I1", 500, 200), Moved("play/B/I1", 0, 300)), (Change("sequence", 7, 8),)
    )


def test_a_null_is_not_nothing_and_a_yes_is_not_a_one() -> None:
    before: dict[str, Plain] = {"round": {"outcome": None, "spun": True}}
    after: dict[str, Plain] = {"round": {"spun": 1, "wagers": [3]}}
    assert list(changes("table", before["round"], after["round"])) == [
        Change("table.spun", True, 1),
        Change("table.wagers", ABSENT, [3]),
        Change("table.outcome", None, ABSENT),
    ]
