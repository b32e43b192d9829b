"""Every reason has words for a person: one sentence of its own, short enough for a line."""

from __future__ import annotations

from collections import Counter

import pytest

from openetg.floor.refusals import Reason, sentence

LONGEST = 90


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name)
def test_every_reason_says_what_is_in_the_way(reason: Reason) -> None:
    said = sentence(reason)
    assert said, "write it below the reason"
    assert len(said) <= LONGEST
    assert said == said.strip()
    assert said.isprintable()
    assert said[0].islower(), "it goes on behind a colon"
    assert not said.endswith("."), "a clause may follow it"


def test_no_two_reasons_say_the_same() -> None:
    said = Counter(sentence(reason) for reason in Reason)
    assert [words for words, count in said.items() if count > 1] == []


def test_a_sentence_is_read_from_below_its_reason() -> None:
    assert sentence(Reason.AFTER_CLOSE) == "the table takes no more bets"
