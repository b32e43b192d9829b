"""Money is whole cents, and every odd cent goes where it was told to go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.money import (
    ZERO,
    Rounding,
    broken_into,
    cents,
    format_money,
    fraction_of,
    next_payable,
    parse_money,
    parts_of,
    remainder,
    say_money,
    steps_in,
    total,
    whole_cents,
)

counts = st.integers(min_value=0, max_value=10**14)


@pytest.mark.parametrize(
    ("text", "count"), [("0", 0), ("5", 500), ("5.5", 550), ("0.01", 1), ("1234567.89", 123456789)]
)
def test_an_amount_is_read_to_the_cent(text: str, count: int) -> None:
    assert parse_money(text) == cents(count)


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", "1.", ".5", "1.234", "1,50", "1e3", "ten", " 1", "1 ", "٣", "9" * 30, "1.0.0"]
)
def test_what_is_no_amount_is_said_in_words(text: str) -> None:
    with pytest.raises(ValueError, match="expected an amount"):
        parse_money(text)


@given(counts)
def test_writing_and_reading_give_the_same_cents(count: int) -> None:
    assert parse_money(format_money(cents(count))) == cents(count)


def test_debts_are_written_with_a_sign() -> None:
    assert format_money(cents(-5)) == "-0.05"
    assert format_money(cents(-12345)) == "-123.45"


@given(st.lists(counts))
def test_a_total_is_the_sum(many: list[int]) -> None:
    assert total(cents(count) for count in many) == cents(sum(many))


@given(counts, st.integers(0, 100), st.integers(1, 100))
def test_down_and_up_enclose_the_exact_fraction_within_a_cent(count: int, numerator: int, denominator: int) -> None:
    down = fraction_of(cents(count), numerator, denominator, Rounding.DOWN)
    up = fraction_of(cents(count), numerator, denominator, Rounding.UP)
    near = fraction_of(cents(count), numerator, denominator, Rounding.NEAREST)
    exact = count * numerator
    assert int(down) * denominator <= exact <= int(up) * denominator  # type: ignore[call-overload]
    assert up - down in (cents(0), cents(1))
    assert near in (down, up)
    assert abs(int(near) * denominator - exact) * 2 <= denominator  # type: ignore[call-overload]


def test_half_a_cent_goes_where_the_rulebook_says() -> None:
    assert [fraction_of(cents(1), 1, 2, rounding) for rounding in Rounding] == [cents(0), cents(1), cents(1)]


PIECES = st.lists(st.integers(1, 60), min_size=1, max_size=5)


@given(st.integers(0, 3_000), PIECES)
def test_an_amount_is_broken_into_pieces_exactly_if_it_can_be_paid(count: int, pieces: list[int]) -> None:
    denominations = [cents(piece) for piece in pieces]
    made = broken_into(cents(count), denominations)
    assert (made is not None) == (next_payable(cents(count), denominations) == cents(count))
    if made is not None:
        assert total(piece * number for piece, number in made.items()) == cents(count)
        assert set(made) <= set(denominations)
        assert all(number > 0 for number in made.values())


@pytest.mark.parametrize(
    ("count", "pieces", "made"),
    [
        (3_000, (1_000, 2_500), {1_000: 3}),
        (17_500, (100, 500, 2_500), {2_500: 7}),
        (8_765, (5, 100, 500, 2_500), {2_500: 3, 500: 2, 100: 2, 5: 13}),
        (0, (100,), {}),
    ],
)
def test_large_pieces_go_first_as_long_as_the_rest_can_be_made(
    count: int, pieces: tuple[int, ...], made: dict[int, int]
) -> None:
    found = broken_into(cents(count), map(cents, pieces))
    assert found == {cents(piece): often for piece, often in made.items()}


@given(st.lists(st.integers(-(10**9), 10**12), max_size=30), st.integers(0, 1_000_000))
def test_parts_of_cents_add_up_and_a_debt_holds_no_whole_one(many: list[int], rate: int) -> None:
    whole, left = ZERO, 0
    for count in many:
        more, left = whole_cents(left + parts_of(cents(count), rate), 1_000_000)
        assert more >= ZERO
        assert left < 1_000_000
        whole += more
    assert parts_of(whole, 1_000_000) + left == sum(many) * rate


@pytest.mark.parametrize(
    ("amount", "step", "steps"), [(0, 50, 0), (149, 50, 2), (150, 50, 3), (-1, 50, -1), (-50, 50, -1)]
)
def test_whole_steps_and_the_rest_are_the_amount(amount: int, step: int, steps: int) -> None:
    assert steps_in(cents(amount), cents(step)) == steps
    assert cents(step) * steps + remainder(cents(amount), cents(step)) == cents(amount)


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "0.00"), (99, "0.99"), (-123_450, "-1,234.50"), (100_000_007, "1,000,000.07"), (-5, "-0.05")],
)
def test_a_sentence_sets_thousands_apart_and_the_wire_does_not(count: int, said: str) -> None:
    assert say_money(cents(count)) == said
    assert format_money(cents(count)) == said.replace(",", "")
