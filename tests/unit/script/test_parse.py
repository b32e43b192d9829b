"""A round script is read line by line, and a line that cannot be read is named with its reason."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.money import cents
from openetg.script.grammar import VERBS
from openetg.script.parse import MalformedLine, Said, parse


@pytest.mark.parametrize(
    ("line", "verb", "said"),
    [
        ("rulebook ministar roulette", "rulebook", {"id": "ministar", "game": "roulette"}),
        ("rulebook money-wheel money-wheel as B", "rulebook",
         {"id": "money-wheel", "game": "money-wheel", "as": "as", "name": "B"}),
        ("limit straight min 5.00 max 100.00 multiples", "limit",
         {"kind": "straight", "min": cents(500), "max": cents(10_000), "multiples": "multiples"}),
        ("limit total step 2.00", "limit", {"kind": "total", "step": cents(200)}),
        ("player P1 at T1 T2", "player", {"player": "P1", "at": "at", "terminal": ("T1", "T2")}),
        ("buy P1 100 colour red value 5.00", "buy",
         {"player": "P1", "amount": cents(10_000), "colour": "red", "value": cents(500)}),
        ("spin same-direction revolutions=2", "spin", {"same-direction": "same-direction", "revolutions": 2}),
        ("rest 17", "rest", {"outcome": "17"}),
        ("rest divider", "rest", {"choice": "divider"}),
        ("confirm dealer", "confirm", {"role": "dealer"}),
        ('no-spin dealer cause=revolutions "too few"', "no-spin",
         {"role": "dealer", "cause": "revolutions", "why": "too few"}),
        ('invalidate pit_boss:ann cause=fire "alarm" forfeit T1', "invalidate",
         {"role": "pit_boss:ann", "cause": "fire", "why": "alarm", "forfeit": "forfeit", "terminal": "T1"}),
        ("wait 5m", "wait", {"duration": 300_000}),
        ("expect refused ABOVE_MAXIMUM 3.1", "expect refused", {"reason": "ABOVE_MAXIMUM", "clause": "3.1"}),
        ("expect refused 3.1", "expect refused", {"clause": "3.1"}),
        ("expect ticket K1 100.00 void", "expect ticket", {"ticket": "K1", "amount": cents(10_000), "choice": "void"}),
        ("  place T1 straight:17 5.00   # a remark", "place",
         {"seat": "T1", "wager": "straight:17", "amount": cents(500)}),
    ],
)  # fmt: skip
def test_a_line_says_what_it_says(line: str, verb: str, said: dict[str, Said]) -> None:
    (step,) = parse(line)
    assert (step.verb, step.said) == (verb, said)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("jump T1", "expected one of"),
        ("note T1", "AMOUNT is missing"),
        ("note T1 five", 'expected an amount such as 5.00, found "five"'),
        ("close maybe", '"maybe" is too much'),
        ('no-spin dealer cause=wind "x"', "expected a cause"),
        ('invalidate pit_boss "x"', "cause=… is missing"),
        ("void dealer", '"why" is missing'),
        ("expect phase DONE", "expected OPEN|FINISHING|CLOSED|HELD|SETTLED|VOID"),
        ("limit straight min", "AMOUNT:min is missing"),
        ("place T1 red 5.00 extra", '"extra" is too much'),
        ("wait long", "expected a time such as 30s, 5m or 2h"),
        ('correct dealer 18 "open', "cannot be read"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, problem: str) -> None:
    with pytest.raises(MalformedLine) as wrong:
        parse(f"# first\n\n{line}\n")
    assert wrong.value.line == 3
    assert problem in wrong.value.problem
    assert line in str(wrong.value)


def test_remarks_and_empty_lines_are_passed_over() -> None:
    assert [step.line for step in parse("\n# note\nbets\n\n  # more\nclose dealer")] == [3, 6]


@given(st.text(max_size=80))
def test_any_text_is_read_or_named(text: str) -> None:
    with suppress(MalformedLine):
        parse(text)


@given(st.sampled_from(sorted(VERBS)), st.text(max_size=40))
def test_anything_behind_a_verb_is_read_or_named(verb: str, rest: str) -> None:
    with suppress(MalformedLine):
        parse(f"{verb} {rest}")
