"""Inputs near an input: cut, doubled, swapped, spoiled, always the same for the same seed. What `make test` tries."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

LONGEST = 16_384
ODD = (
    b"\x00",
    b"\xff",
    b"\xed\xa0\x80",
    b"\r",
    b"\n",
    b'"',
    b"\\",
    b"-",
    b"9" * 30,
    b"1e999",
    b"\xc0\xaf",
    b"\xf0\x9f\x8e\xb2",
)


def mutations(data: bytes, words: Sequence[str], count: int) -> Iterator[bytes]:
    """So many inputs near this one."""
    rng = random.Random(data)
    odd = [*ODD, *(word.encode() for word in words)]
    for _ in range(count):
        found = data[:LONGEST]
        for _ in range(rng.randrange(1, 4)):
            found = rng.choice(WAYS)(found, rng, odd)
        yield found[: 2 * LONGEST]


Way = Callable[[bytes, random.Random, list[bytes]], bytes]


def _place(data: bytes, rng: random.Random) -> int:
    return rng.randrange(len(data) + 1)


def _cut_off(data: bytes, rng: random.Random, odd: list[bytes]) -> bytes:
    del odd
    return data[: _place(data, rng)]


def _taken_out(data: bytes, rng: random.Random, odd: list[bytes]) -> bytes:
    del odd
    first, last = sorted((_place(data, rng), _place(data, rng)))
    return data[:first] + data[min(last, first + 40) :]


def _doubled(data: bytes, rng: random.Random, odd: list[bytes]) -> bytes:
    del odd
    first, last = sorted((_place(data, rng), _place(data, rng)))
    return data[:last] + data[first:last] * rng.choice((1, 1, 3)) + data[last:]


def _put_in(data: bytes, rng: random.Random, odd: list[bytes]) -> bytes:
    at = _place(data, rng)
    return data[:at] + rng.choice(odd) + data[at:]


def _spoiled(data: bytes, rng: random.Random, odd: list[bytes]) -> bytes:
    del odd
    if not data:
        return b"\x00"
    at = rng.randrange(len(data))
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def _line_moved(data: bytes, rng: random.Random, odd: list[bytes]) -> bytes:
    del odd
    lines = data.split(b"\n")
    line = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


WAYS: tuple[Way, ...] = (_cut_off, _taken_out, _doubled, _put_in, _put_in, _spoiled, _spoiled, _line_moved)
