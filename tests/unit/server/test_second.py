"""What the second process says is read whole, however long a line is: an alarm may quote a whole settlement."""

from __future__ import annotations

import asyncio

from openetg.server.second import LONGEST_LINE, lines_of


async def said(*blocks: bytes) -> list[str]:
    stream = asyncio.StreamReader()
    for block in blocks:
        stream.feed_data(block)
    stream.feed_eof()
    return [line async for line in lines_of(stream)]


def test_lines_come_one_by_one_and_the_last_without_its_end() -> None:
    assert asyncio.run(said(b"follows  x\nsig", b"ned  9\n\nlast")) == ["follows  x", "signed  9", "", "last"]


def test_a_line_of_any_length_is_cut_and_the_next_one_begins_where_it_begins() -> None:
    long = b"ALARM    " + b"x" * 300_000
    first, second, end = asyncio.run(said(long + b"\nwritten to alarm\n"))
    assert first == long[:LONGEST_LINE].decode()
    assert (second, end) == ("written to alarm", "")


def test_a_letter_that_is_cut_through_stops_nothing() -> None:
    first, _ = asyncio.run(said(b"x" * (LONGEST_LINE - 1) + "…\n".encode()))
    assert first.startswith("xxx")
