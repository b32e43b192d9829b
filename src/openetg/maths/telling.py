"""Fractions as people and programs read them: exact as long as that can be read, and as a decimal."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

READABLE = 60
"""A fraction of more digits than this is told as a decimal alone."""
SIGNIFICANT = 4


class Exact(Struct, frozen=True):
    """A figure: as a fraction, and as people read it."""

    exact: str
    """`185/36`; empty where it would be too long to read, or there is no such figure."""
    decimal: str
    """Half of the last digit goes away from zero; empty where there is no such figure."""


def exact_of(value: Fraction | None, places: int) -> Exact:
    """A figure with so many digits after the point, and more where it is small."""
    if value is None:
        return Exact("", "")
    text = str(value)
    return Exact(text if len(text) <= READABLE else "", decimal(value, places))


def share_of(value: Fraction) -> Exact:
    """A share or a chance: `1/200`, `0.005`."""
    return exact_of(value, 6)


def amount_of(cents: Fraction) -> Exact:
    """Cents as an amount of the currency."""
    return exact_of(cents / 100, 2)


def decimal(value: Fraction, places: int) -> str:
    """A fraction as a decimal; of a small one at least its first digits."""
    while value and abs(value) * 10**places < 10 ** (SIGNIFICANT - 1) and (value * 10**places).denominator != 1:
        places += 1
    scaled = abs(value) * 10**places
    whole, part = divmod((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator), 10**places)
    sign = "-" if value < 0 and (whole or part) else ""
    return f"{sign}{whole}.{part:0{places}}" if places else f"{sign}{whole}"
