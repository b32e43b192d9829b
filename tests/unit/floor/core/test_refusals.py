"""Every reason has words for a person: one sentence of its own, short enough for a line."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from openetg.floor.core import refusals
from openetg.floor.core.refusals import AMOUNTS, Reason, Refusal, sentence
from openetg.reports.recall.telling import tell_refusal

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


def _details(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Every pair of a dictionary in a file of the core: a name, and how its value is made."""
    for found in (each for each in ast.walk(tree) if isinstance(each, ast.Dict)):
        for key, value in zip(found.keys, found.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, ast.unparse(value)


@pytest.mark.slow
def test_details_that_are_cents_are_known_as_amounts() -> None:
    """Else whoever reads the no reads cents; and nothing else goes by those names."""
    core = Path(refusals.__file__).parents[1]
    made = [pair for path in core.rglob("*.py") for pair in _details(ast.parse(path.read_text()))]
    cents = {name for name, value in made if value.startswith(("cents_of(", "parts_of("))}
    assert {"there", "amount", "most", "max"} <= cents
    assert cents <= AMOUNTS
    # What is left is handed on by its own name: `left` of a bound, the `sum` of a count.
    assert {name for name, _ in made} >= AMOUNTS


def test_a_no_in_the_journal_tells_money_as_money() -> None:
    refusal = Refusal(Reason.DRAWER_SHORT, details={"drawer": "d1", "there": 60_000, "amount": 100_000_000})
    assert "(drawer d1, there 600.00, amount 1,000,000.00)" in tell_refusal(refusal)
