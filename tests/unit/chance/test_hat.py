"""A hat against a plain list of what is in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from openetg.chance.hat import Hat

COUNTS = st.lists(st.integers(0, 4), min_size=1, max_size=40)


def listed(counts: list[int]) -> list[tuple[int, int]]:
    """Owner and which of theirs, one after the other."""
    return [(owner, which) for owner, count in enumerate(counts) for which in range(count)]


@given(COUNTS, st.lists(st.tuples(st.integers(0, 39), st.integers(0, 4)), max_size=12))
def test_everything_is_found_where_a_list_has_it(counts: list[int], changes: list[tuple[int, int]]) -> None:
    hat = Hat(counts)
    for owner, count in [(owner % len(counts), count) for owner, count in changes]:
        hat.put(owner, count - hat.of(owner))
        counts[owner] = count
    assert [hat.of(owner) for owner in range(len(counts))] == counts
    assert [hat.at(place) for place in range(hat.total)] == listed(counts)
