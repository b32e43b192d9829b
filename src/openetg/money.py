"""Money: whole cents, and the only place that divides them.

An amount is an `int` at run time and a type of its own under the type checker, which lets it be added,
subtracted, compared and multiplied by a count, and nothing else. Code that needs a fraction of an amount asks
`fraction_of`, which says how the odd cent is rounded. Never a float, never a silent rounding.
"""

from __future__ import annotations

import re
from enum import Enum
from heapq import heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    class Money:
        """Cents, with only the operations that keep them cents."""

        def __add__(self, other: Money) -> Money: ...
        def __sub__(self, other: Money) -> Money: ...
        def __neg__(self) -> Money: ...
        def __mul__(self, count: int) -> Money: ...
        def __rmul__(self, count: int) -> Money: ...
        def __lt__(self, other: Money) -> bool: ...
        def __le__(self, other: Money) -> bool: ...
        def __gt__(self, other: Money) -> bool: ...
        def __ge__(self, other: Money) -> bool: ...
        def __bool__(self) -> bool: ...
        def __hash__(self) -> int: ...

    def total(amounts: Iterable[Money]) -> Money:
        """The sum of all amounts."""

else:
    Money = int
    total = sum

CURRENCY_EXPONENT = 2
"""Digits after the point: cents."""

LARGEST_CENTS = 10**15
"""No amount a person types is larger; a longer one is a slip of the keyboard."""

_AMOUNT = re.compile(r"(\d+)(?:\.(\d{1,2}))?", re.ASCII)


class Rounding(Enum):
    """Where the odd cent of a fraction goes."""

    DOWN = "down"
    """To the house: what is returned is cut to the cent below."""
    UP = "up"
    """To the player: what is returned is raised to the cent above."""
    NEAREST = "nearest"
    """To the nearer cent; half a cent goes to the player."""


def cents(count: int) -> Money:
    """The amount of so many cents."""
    return count  # type: ignore[return-value]


def cents_of(amount: Money) -> int:
    """The number of cents, for what holds plain numbers: messages, columns, statistics."""
    return amount  # type: ignore[return-value]


ZERO = cents(0)


def parse_money(text: str) -> Money:
    """The amount written as `12`, `12.5` or `12.50`; a `ValueError` for a person if it is none."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ValueError(f"expected an amount such as 2.50, found {text!r}")
    whole, part = match.group(1), (match.group(2) or "").ljust(CURRENCY_EXPONENT, "0")
    if len(whole) > len(str(LARGEST_CENTS)) or int(whole + part) > LARGEST_CENTS:
        raise ValueError(f"expected an amount of at most {format_money(cents(LARGEST_CENTS))}, found {text!r}")
    return cents(int(whole + part))


def format_money(amount: Money) -> str:
    """The amount as scripts and the wire have it: `-1234.50`."""
    return say_money(amount).replace(",", "")


def say_money(amount: Money) -> str:
    """The amount in a sentence, thousands set apart as on every screen: `-1,234.50`."""
    count = cents_of(amount)
    sign = "-" if count < 0 else ""
    whole, part = divmod(abs(count), 10**CURRENCY_EXPONENT)
    return f"{sign}{whole:,}.{part:0{CURRENCY_EXPONENT}}"


def fraction_of(amount: Money, numerator: int, denominator: int, rounding: Rounding) -> Money:
    """`amount × numerator ÷ denominator`, the odd cent rounded as said; all three must not be negative."""
    assert denominator > 0, "a fraction has a denominator above zero"
    assert numerator >= 0, "a fraction of money is not negative"
    product = cents_of(amount) * numerator
    assert product >= 0, "a fraction is taken of money that is there"
    whole, rest = divmod(product, denominator)
    return cents(whole + _odd_cent(rest, denominator, rounding))


def parts_of(amount: Money, rate: int) -> int:
    """So many parts of every cent: a count of parts, exact, below zero for an amount that is."""
    return cents_of(amount) * rate


def whole_cents(parts: int, per_cent: int) -> tuple[Money, int]:
    """The whole cents in a count of parts, and the parts left over; of a count below zero nothing is whole."""
    if parts < 0:
        return ZERO, parts
    whole, rest = divmod(parts, per_cent)
    return cents(whole), rest


def floor_to_step(amount: Money, start: Money, step: Money) -> Money:
    """The largest of `start`, `start + step`, `start + 2 × step` … that is not above `amount`."""
    assert step > ZERO, "steps are above zero"
    assert amount >= start, "the first step is not above the amount"
    return start + step * (cents_of(amount - start) // cents_of(step))


def share_of(amount: Money, parts: int) -> Money | None:
    """One of so many equal parts of an amount; None if it does not divide into whole cents."""
    share, rest = divmod(cents_of(amount), parts)
    return None if rest else cents(share)


def remainder(amount: Money, step: Money) -> Money:
    """What is left of an amount when as many whole steps as possible are taken off."""
    return cents(cents_of(amount) % cents_of(step)) if step else ZERO


def steps_in(amount: Money, step: Money) -> int:
    """How many whole steps are in an amount; with `remainder`, below zero so many that the rest is not."""
    assert step > ZERO, "steps are above zero"
    return cents_of(amount) // cents_of(step)


def basis_of(part: Money, whole: Money) -> int:
    """What share of a whole a part is, in hundredths of a percent; half a hundredth goes away from zero."""
    counted, of = cents_of(part) * 10_000, cents_of(whole)
    assert of > 0, "a share of something"
    nearest = (2 * abs(counted) + of) // (2 * of)
    return nearest if counted >= 0 else -nearest


def next_payable(amount: Money, denominations: Iterable[Money]) -> Money:
    """The least amount not below this one that pieces of these denominations, as many as wanted, can make."""
    pieces = sorted({cents_of(each) for each in denominations})
    least, wanted = pieces[0] if pieces else 0, cents_of(amount)
    return cents(min(sum_ + max(-((sum_ - wanted) // least), 0) * least for sum_ in _least_sums(pieces).values()))


def broken_into(amount: Money, denominations: Iterable[Money]) -> dict[Money, int] | None:
    """How many pieces of each denomination make an amount, large ones first; None if they cannot make it."""
    pieces = sorted({cents_of(each) for each in denominations})
    reached, left = _least_sums(pieces), cents_of(amount)
    made: dict[Money, int] = {}
    for piece in reversed(pieces):
        count = left // piece
        # As many as leave a rest that the others can make; a rest that needed one more of these would have had it.
        while count and not _is_reached(reached, left - count * piece, pieces[0]):
            count -= 1
        left -= count * piece
        made |= {cents(piece): count} if count else {}
    return None if left else made


def _is_reached(reached: dict[int, int], sum_: int, least: int) -> bool:
    return sum_ >= reached.get(sum_ % least, sum_ + 1)


def _least_sums(pieces: list[int]) -> dict[int, int]:
    """By what is left of it when divided by the smallest piece, the least sum that pieces can make."""
    assert pieces, "something is paid with something"
    assert pieces[0] > 0, "a piece is worth something"
    least = pieces[0]
    # Every further sum with the same remainder is reached by pieces of the smallest kind.
    reached, waiting = {0: 0}, [0]
    while waiting:
        sum_ = heappop(waiting)
        if reached[sum_ % least] < sum_:
            continue
        for piece in pieces[1:]:
            more = sum_ + piece
            if more < reached.get(more % least, more + 1):
                reached[more % least] = more
                heappush(waiting, more)
    return reached


def _odd_cent(rest: int, denominator: int, rounding: Rounding) -> int:
    if rounding is Rounding.NEAREST:
        return int(2 * rest >= denominator)
    return int(rest > 0 and rounding is Rounding.UP)
