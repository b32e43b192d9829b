"""Cutting bytes into lines and framing lines as bytes: start mark, CRC, end mark.

Knows nothing of what a line says. Bytes from outside never raise, and one damaged line never costs the next.
"""

import re
from binascii import crc_hqx
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from openetg.devices.line.signals import Garbled, GarbleReason

LINE_MAX = 512
"""Bytes between the start mark and the line feed."""
ORDER_MAX = 64
"""No order is longer, marks included, so that a small controller can keep a small buffer."""

_EXCERPT_MAX = 40
_MARKS = re.compile(rb"([$\n])")


class LineTally(Struct):
    """What came over the line since the protocol was made."""

    accepted: int = 0
    repeated: int = 0
    missed: int = 0
    garbled: int = 0


class Rubbish(NamedTuple):
    """Bytes that are no line, and why."""

    reason: GarbleReason
    data: bytes


def line_crc(body: bytes) -> int:
    """CRC-16 with polynomial 1021 and start FFFF (known as CCITT-FALSE) of the text between `$` and `*`."""
    return crc_hqx(body, 0xFFFF)


def framed(body: bytes) -> bytes:
    """The whole line with its marks and its CRC."""
    return b"$%b*%04X\r\n" % (body, line_crc(body))


def unframed(line: bytes) -> bytes | None:
    """The text between `$` and `*`; None if the CRC is wrong. `line` has its marks off."""
    body, _, crc = line.rpartition(b"*")
    return body if crc == b"%04X" % line_crc(body) else None


class RubbishRun:
    """Counts every piece of rubbish and tells only of the first in a run, so that noise cannot flood the floor."""

    def __init__(self, tally: LineTally) -> None:
        self._tally = tally
        self._under_way = False

    def add(self, rubbish: Rubbish) -> list[Garbled]:
        """The notice to give, if it is the first of its run."""
        self._tally.garbled += 1
        if self._under_way:
            return []
        self._under_way = True
        return [Garbled(rubbish.reason, _excerpt(rubbish.data))]

    def end(self) -> None:
        """A good line came."""
        self._under_way = False


class LineReader:
    """Cuts bytes into lines. A start mark always starts a line, so one damaged line never costs the next."""

    def __init__(self, line_max: int = LINE_MAX) -> None:
        self._line_max = line_max
        self._kept = bytearray()
        self._started = False
        self._skipping = False

    def read(self, data: bytes) -> Iterator[bytes | Rubbish]:
        """What these bytes complete: lines without their marks, and what is none."""
        for part in _MARKS.split(data):
            if part == b"$":
                yield from self._start()
            elif part == b"\n":
                yield from self._end()
            else:
                yield from self._grow(part)

    def _start(self) -> Iterator[Rubbish]:
        if self._started and not self._skipping:
            yield Rubbish(GarbleReason.BROKEN_OFF, bytes(self._kept))
        elif self._kept:
            yield Rubbish(GarbleReason.STRAY, bytes(self._kept))
        self._clear(started=True)

    def _end(self) -> Iterator[bytes | Rubbish]:
        line = bytes(self._kept).removesuffix(b"\r")
        if self._started and not self._skipping:
            yield line
        elif line:
            yield Rubbish(GarbleReason.STRAY, line)
        self._clear(started=False)

    def _grow(self, part: bytes) -> Iterator[Rubbish]:
        if self._skipping:
            return
        self._kept += part[: self._line_max + 1 - len(self._kept)]
        if len(self._kept) > self._line_max:
            yield Rubbish(GarbleReason.TOO_LONG, bytes(self._kept))
            self._kept.clear()
            self._skipping = True

    def _clear(self, *, started: bool) -> None:
        self._kept.clear()
        self._started = started
        self._skipping = False


def _excerpt(data: bytes) -> str:
    return data[:_EXCERPT_MAX].decode("latin-1").encode("unicode_escape").decode("ascii")
