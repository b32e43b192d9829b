"""How improbable a count is: tails of the distributions that a test of outcomes needs, in plain arithmetic.

Floats are enough here and nowhere else: nothing is paid or decided by these numbers. Each function is held against
published values in its test.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, log1p, sqrt

from msgspec import Struct

STEPS_MAX = 10_000
PRECISE = 1e-15
TINY = 1e-300
CELL_MIN = 5.0
"""A cell that is expected less often is put together with others: below that the test promises too much."""
CELLS_MIN = 2


class ChiSquare(Struct, frozen=True):
    """Counts held against expectation."""

    statistic: float
    degrees: int
    """Of freedom; zero where there is too little to test."""
    p: float
    """How often chance alone differs at least as much; one where there is too little to test."""
    pooled: int = 0
    """How many cells were put together because they are expected too seldom."""


def chi_square(counts: Sequence[int], weights: Sequence[int]) -> ChiSquare:
    """Whether counts fall as their weights say; cells that are expected too seldom are put together."""
    number, whole = sum(counts), sum(weights)
    cells = [(count, number * weight / whole) for count, weight in zip(counts, weights, strict=True)]
    kept, pooled = _pooled(cells)
    if len(kept) < CELLS_MIN:
        return ChiSquare(0.0, 0, 1.0, pooled)
    statistic = sum((count - expected) ** 2 / expected for count, expected in kept)
    degrees = len(kept) - 1
    return ChiSquare(statistic, degrees, chi_square_tail(statistic, degrees), pooled)


def _pooled(cells: Sequence[tuple[int, float]]) -> tuple[list[tuple[int, float]], int]:
    """The cells, with those that are expected too seldom in one, and that with the next seldom if it is too small."""
    by_expectation = sorted(cells, key=lambda cell: cell[1])
    small = [cell for cell in by_expectation if cell[1] < CELL_MIN]
    large = by_expectation[len(small) :]
    if not small:
        return large, 0
    while sum(expected for _, expected in small) < CELL_MIN and large:
        small.append(large.pop(0))
    together = (sum(count for count, _ in small), sum(expected for _, expected in small))
    return ([together, *large] if together[1] >= CELL_MIN else []), len(small)


def chi_square_tail(statistic: float, degrees: int) -> float:
    """The chance that a chi-square variable is at least so large."""
    assert degrees > 0, "a chi-square variable has degrees of freedom"
    return upper_gamma(degrees / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x)."""
    if x <= 0:
        return 1.0
    return 1.0 - _gamma_series(a, x) if x < a + 1 else _gamma_fraction(a, x)


def _gamma_series(a: float, x: float) -> float:
    """P(a, x) by its power series, which converges fast below a + 1 (DLMF 8.11.4)."""
    term = total = 1.0 / a
    for step in range(1, STEPS_MAX):
        term *= x / (a + step)
        total += term
        if term < total * PRECISE:
            break
    return total * exp(a * log(x) - x - lgamma(a))


def _gamma_fraction(a: float, x: float) -> float:
    """Q(a, x) by its continued fraction (DLMF 8.9.2), evaluated from the front after Lentz."""
    b = x + 1 - a
    c, d = 1 / TINY, 1 / b
    value = d
    for step in range(1, STEPS_MAX):
        part = -step * (step - a)
        b += 2
        d = 1 / _never_zero(part * d + b)
        c = _never_zero(b + part / c)
        value *= c * d
        if abs(c * d - 1) < PRECISE:
            break
    return value * exp(a * log(x) - x - lgamma(a))


def _never_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY


def at_least(count: int, number: int, chance: float) -> float:
    """The chance of at least so many hits in so many tries."""
    if count <= 0:
        return 1.0
    if count > number:
        return 0.0
    # From the side with fewer terms to add: beyond the mean they fall quickly.
    if count > number * chance:
        return min(1.0, _binomial_sum(count, number, chance, step=1))
    return max(0.0, 1.0 - _binomial_sum(count - 1, number, chance, step=-1))


def at_most(count: int, number: int, chance: float) -> float:
    """The chance of at most so many hits in so many tries."""
    return at_least(number - count, number, 1.0 - chance)


def _binomial_sum(start: int, number: int, chance: float, *, step: int) -> float:
    """The terms of a binomial from one on, away from the mean, until they no longer matter."""
    odds = chance / (1 - chance)
    logged = lgamma(number + 1) - lgamma(start + 1) - lgamma(number - start + 1)
    term = exp(logged + start * log(chance) + (number - start) * log1p(-chance))
    total, here = term, start
    while term > total * PRECISE and 0 <= here + step <= number:
        term *= (number - here) / (here + 1) * odds if step > 0 else here / (number - here + 1) / odds
        here += step
        total += term
    return total


def two_sided(z: float) -> float:
    """The chance that a normal variable is at least so far from its mean, in standard deviations."""
    return erfc(abs(z) / sqrt(2))
