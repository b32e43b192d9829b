"""The tails of distributions, held against published values."""

from __future__ import annotations

from math import comb, exp, isclose

import pytest

from openetg.reports.fairness.tails import at_least, at_most, chi_square, chi_square_tail, two_sided, upper_gamma

# Percentage points of the chi-square distribution, Abramowitz and Stegun, table 26.8.
POINTS = [
    (1, 0.05, 3.84146),
    (1, 0.001, 10.828),
    (5, 0.01, 15.0863),
    (10, 0.05, 18.3070),
    (30, 0.99, 14.9535),
    (36, 0.05, 50.9985),
    (36, 0.01, 58.6192),
    (100, 0.001, 149.449),
]


@pytest.mark.parametrize(("degrees", "p", "point"), POINTS, ids=lambda value: f"{value:g}")
def test_chi_square_has_its_published_percentage_points(degrees: int, p: float, point: float) -> None:
    assert isclose(chi_square_tail(point, degrees), p, rel_tol=5e-4)


def test_with_two_degrees_the_tail_is_an_exponential() -> None:
    for x in (0.01, 0.5, 1.9, 2.1, 40.0, 300.0):
        assert isclose(chi_square_tail(x, 2), exp(-x / 2), rel_tol=1e-12)


def test_the_series_and_the_fraction_meet() -> None:
    for a in (0.5, 1.0, 18.0, 50.0, 500.0):
        below, above = upper_gamma(a, a + 1 - 1e-9), upper_gamma(a, a + 1 + 1e-9)
        assert isclose(below, above, rel_tol=1e-7)
        assert upper_gamma(a, 0) == 1.0


@pytest.mark.parametrize(("number", "chance"), [(1, 0.3), (12, 0.5), (37, 1 / 37), (60, 0.9)])
def test_a_binomial_tail_is_the_sum_of_its_terms(number: int, chance: float) -> None:
    terms = [comb(number, k) * chance**k * (1 - chance) ** (number - k) for k in range(number + 1)]
    for k in range(number + 1):
        assert isclose(at_least(k, number, chance), sum(terms[k:]), rel_tol=1e-9, abs_tol=1e-15)
        assert isclose(at_most(k, number, chance), sum(terms[: k + 1]), rel_tol=1e-9, abs_tol=1e-15)
    assert at_least(number + 1, number, chance) == 0.0


def test_two_sided_has_the_published_values_of_the_normal_distribution() -> None:
    assert isclose(two_sided(1.959964), 0.05, rel_tol=1e-5)
    assert isclose(two_sided(-3.290527), 0.001, rel_tol=1e-5)


def test_a_die_of_the_textbook() -> None:
    """Sixty throws, 5 8 9 8 10 20 of the faces: 13.4 with five degrees of freedom."""
    found = chi_square([5, 8, 9, 8, 10, 20], [1] * 6)
    assert isclose(found.statistic, 13.4)
    assert (found.degrees, found.pooled) == (5, 0)
    assert isclose(found.p, 0.0199, rel_tol=2e-3)


def test_cells_expected_too_seldom_are_put_together() -> None:
    found = chi_square([50, 45, 3, 2], [48, 48, 2, 2])
    assert (found.degrees, found.pooled) == (1, 3), "the two seldom ones are four together, and take the next"
    assert chi_square([1, 2, 1], [1, 1, 1]).degrees == 0
    assert chi_square([0, 0], [1, 1]).p == 1.0
