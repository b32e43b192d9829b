"""Who is drawn, against the plainest way to say it: a list of all entries, and those that may not win struck out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from openetg.chance.drawing import NumberStream, draw_purpose
from openetg.floor.events import Winner
from openetg.floor.promotions.drawing import digest_of, drawn

SECRETS = st.binary(min_size=32, max_size=32).map(bytes.hex)
PRIZES = st.lists(st.sampled_from(["car", "trip", "cash"]), max_size=9)
"""A prize that comes again is drawn again."""


def plainly(secret: str, entries: list[tuple[str, int]], prizes: list[str], *, one_each: bool) -> list[Winner]:
    stream = NumberStream(secret, draw_purpose("p", digest_of(entries)))
    owners = [who for who, count in entries for _ in range(count)]
    winners: list[Winner] = []
    for prize in prizes:
        gone = {each.entry for each in winners}
        out = {each.entrant for each in winners if one_each or each.prize == prize}
        left = [entry for entry, who in enumerate(owners) if entry not in gone and who not in out]
        if not left:
            break
        entry = left[stream.below(len(left))]
        winners.append(Winner(prize, owners[entry], entry))
    return winners


@given(SECRETS, st.lists(st.integers(1, 5), min_size=1, max_size=8), PRIZES, st.booleans())
def test_the_same_are_drawn_as_from_a_list_of_all_entries(
    secret: str, counts: list[int], prizes: list[str], one_each: bool
) -> None:
    entries = [(f"E{number}", count) for number, count in enumerate(counts, start=1)]
    assert drawn("p", secret, entries, prizes, one_each=one_each) == plainly(secret, entries, prizes, one_each=one_each)
