"""The barcode of a ticket: interleaved 2 of 5, the one that ticket readers in terminals and kiosks take."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from barcode.itf import ITF  # type: ignore[import-untyped]


class Bar(NamedTuple):
    """A black bar: where it begins and how wide it is, in modules."""

    at: int
    width: int


def bars(number: str) -> tuple[Bar, ...]:
    """The black bars of a number with an even count of digits."""
    assert len(number) % 2 == 0, "the code takes digits two by two, and a zero put before would be another number"
    (modules,) = ITF(number).build()
    found, at = [], 0
    for colour, run in groupby(modules):
        width = len(list(run))
        if colour == "1":
            found.append(Bar(at, width))
        at += width
    return tuple(found)


def width_of(all_bars: tuple[Bar, ...]) -> int:
    """How wide the code is, in modules, without the quiet on either side."""
    last = all_bars[-1]
    return last.at + last.width
