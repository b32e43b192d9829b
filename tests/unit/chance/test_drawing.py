"""What is drawn is the same for everybody, uniform to the last value of any range, and bound beforehand."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import pairwise
from math import sqrt

import pytest

from openetg.chance.drawing import (
    PROCESS,
    NumberStream,
    commitment_of,
    draw_purpose,
    hit_value,
    is_secret,
    mystery_purpose,
)
from tests.marks import clause


def secret_number(n: int) -> str:
    """Secrets that nobody chose to fit, the same in every run."""
    return hashlib.sha256(f"test secret {n}".encode()).hexdigest()


def chi_square(counts: Counter[int], values: int) -> float:
    """How far the counts are from all alike, in standard deviations of the statistic: about 0, seldom above 3."""
    expected = counts.total() / values
    assert expected >= 5, "too few to tell anything"
    statistic = sum((counts[value] - expected) ** 2 / expected for value in range(values))
    return (statistic - (values - 1)) / sqrt(2 * (values - 1))


def test_the_commitment_can_be_made_with_any_sha256() -> None:
    secret = secret_number(1)
    words = f"hmac-drbg-sha256/1\nmystery/lucky/mini/3\n{secret}"
    assert commitment_of(mystery_purpose("lucky", "mini", 3), secret) == hashlib.sha256(words.encode()).hexdigest()


def test_another_purpose_is_another_commitment_and_another_stream() -> None:
    secret = secret_number(2)
    purposes = [mystery_purpose("j", "l", 1), mystery_purpose("j", "l", 2), draw_purpose("j"), draw_purpose("j", "ab")]
    assert len({commitment_of(each, secret) for each in purposes}) == 4
    assert len({NumberStream(secret, each).below(2**200) for each in purposes}) == 4


def test_the_stream_is_the_published_process_done_by_hand() -> None:
    """An independent HMAC-DRBG in a few lines, so that what the documents say is what is drawn."""
    secret, purpose = secret_number(3), "draw/summer/00ff"
    nonce = hashlib.sha256(purpose.encode()).digest()[:16]
    seed = bytes.fromhex(secret) + nonce + f"{PROCESS}\n{purpose}".encode()
    key, value = bytes(32), bytes([1]) * 32
    for mark in (0, 1):
        key = hmac.new(key, value + bytes([mark]) + seed, "sha256").digest()
        value = hmac.new(key, value, "sha256").digest()
    by_hand: list[int] = []
    while len(by_hand) < 20:
        value = hmac.new(key, value, "sha256").digest()
        drawn = int.from_bytes(value[:2], "big") >> 6  # 0 to 1,023 out of two bytes
        key = hmac.new(key, value + bytes([0]), "sha256").digest()
        value = hmac.new(key, value, "sha256").digest()
        by_hand += [drawn] if drawn < 1_000 else []
    stream = NumberStream(secret, purpose)
    assert [stream.below(1_000) for _ in range(20)] == by_hand


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 37, 255, 256, 257, 1_000, 65_537, 2**64 + 1])
def test_below_stays_below(n: int) -> None:
    stream = NumberStream(secret_number(4), "range")
    drawn = [stream.below(n) for _ in range(200)]
    assert min(drawn) >= 0
    assert max(drawn) < n
    assert n == 1 or len(set(drawn)) > 1


def test_nothing_is_below_nothing() -> None:
    with pytest.raises(ValueError, match="below 1"):
        NumberStream(secret_number(5), "range").below(0)


def test_a_secret_has_a_form() -> None:
    assert is_secret(secret_number(6))
    for wrong in ("", "ab", "A" * 64, "g" * 64, "a" * 65, "a" * 64 + "\n"):
        assert not is_secret(wrong)
        with pytest.raises(ValueError, match="64 hexadecimal"):
            NumberStream(wrong, "p")


@pytest.mark.parametrize("n", [3, 37, 100, 129, 250])
def test_values_are_uniform_over_odd_ranges(n: int) -> None:
    stream = NumberStream(secret_number(7), f"uniform/{n}")
    counts = Counter(stream.below(n) for _ in range(20 * n))
    assert abs(chi_square(counts, n)) < 4


def test_folding_would_be_noticed() -> None:
    """A byte modulo 170 makes the first 86 values twice as likely as the others: far beyond the bound here."""
    stream = NumberStream(secret_number(7), "folded")
    assert chi_square(Counter(stream.below(256) % 170 for _ in range(20 * 170)), 170) > 20


@clause("novo-unity", "4.1.4")
def test_hit_values_are_uniform_between_low_and_high_both_included() -> None:
    low, high, cycles = 1_000, 1_060, 6_100
    values = [hit_value(secret_number(8), "lucky", "mini", cycle, low, high) for cycle in range(1, cycles + 1)]
    counts = Counter(value - low for value in values)
    assert min(counts) == 0
    assert max(counts) == high - low
    assert abs(chi_square(counts, high - low + 1)) < 4


def test_hit_values_of_different_secrets_are_uniform() -> None:
    low, high = 500, 536
    values = [hit_value(secret_number(k), "lucky", "mini", 1, low, high) for k in range(3_700)]
    assert abs(chi_square(Counter(value - low for value in values), 37)) < 4


def test_one_value_is_drawn_where_there_is_one() -> None:
    assert hit_value(secret_number(9), "j", "l", 1, 777, 777) == 777


@pytest.mark.slow
@pytest.mark.parametrize("n", [37, 1_001, 65_537])
def test_values_are_uniform_over_many_draws_and_do_not_follow_one_another(n: int) -> None:
    stream = NumberStream(secret_number(10), f"heavy/{n}")
    drawn = [stream.below(n) for _ in range(max(5 * n, 200_000))]  # five of each are enough for a chi-square
    assert abs(chi_square(Counter(drawn), n)) < 4
    pairs = Counter((a * 16 // n) * 16 + b * 16 // n for a, b in zip(drawn[::2], drawn[1::2], strict=False))
    if n > 1_000:  # sixteenths of a small range are not alike
        assert abs(chi_square(pairs, 256)) < 4
    rising = sum(a < b for a, b in pairwise(drawn)) / (len(drawn) - 1)
    assert abs(rising - (n - 1) / (2 * n)) < 4 / sqrt(12 * len(drawn))
