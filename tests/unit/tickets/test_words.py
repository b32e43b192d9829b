"""Amounts in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.money import cents
from openetg.tickets.words import GROUPS, ONES, TENS, amount_in_words, number_in_words


@pytest.mark.parametrize(
    ("amount", "currency", "words"),
    [
        (0, "AUD", "zero dollars"),
        (1, "AUD", "zero dollars and one cent"),
        (100, "AUD", "one dollar"),
        (3_750, "AUD", "thirty-seven dollars and fifty cents"),
        (10_001, "GBP", "one hundred pounds and one penny"),
        (100_000, "EUR", "one thousand euros"),
        (120_500, "USD", "one thousand two hundred and five dollars"),
        (100_100, "USD", "one thousand and one dollars"),
        (1_777_777, "AUD", "seventeen thousand seven hundred and seventy-seven dollars and seventy-seven cents"),
        (100_000_000, "NZD", "one million dollars"),
        (3_705, "PLN", "thirty-seven PLN and 05/100"),
    ],
)
def test_amounts_as_a_cashier_would_say_them(amount: int, currency: str, words: str) -> None:
    assert amount_in_words(cents(amount), currency) == words


SIZES = {name: size for size, name in GROUPS} | {"hundred": 100}
VALUES = {word: value for value, word in enumerate(ONES)} | {word: 10 * ten for ten, word in enumerate(TENS) if word}


def read(words: str) -> int:
    """The number that words say, by another way than they were made."""
    total = part = 0
    for word in words.replace("-", " ").split():
        if word == "and":
            continue
        if word == "hundred":
            part *= 100
        elif word in SIZES:
            total, part = total + part * SIZES[word], 0
        else:
            part += VALUES[word]
    return total + part


@given(st.integers(0, 10**13))
def test_every_number_is_read_back_from_its_words(number: int) -> None:
    assert read(number_in_words(number)) == number
