"""Commands that broke the floor's own logic, put aside for the person who mends it.

A bug in a decision must not stop a floor: nothing was applied, so the command is refused and play goes on. What was
asked and where it broke is kept in a file of JSON lines beside the journal. It comes from behind the edge, so that no
private text stands in it in clear; nor does the secret of a draw, which may not have been revealed yet. The file
is evidence for people: nothing ever reads it back.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Sequence
from logging import getLogger
from pathlib import Path
from types import TracebackType

from msgspec import Struct, json
from msgspec.structs import replace

from openetg.floor.commands import Order, RevealDraw, RevealMystery

LARGEST_FILE = 16_000_000
"""Bytes; beyond them a command that breaks again and again is only counted."""
HIDDEN = "hidden"

_encode = json.Encoder().encode
_log = getLogger(__name__)


class PutAside(Struct, frozen=True):
    """An order, and the exception its decision raised."""

    at_ms: int
    order: Order
    broke: str
    """Type and place of the exception, in a few words."""
    trace: str
    """The traceback."""


def put_aside(order: Order, at_ms: int, fault: Exception) -> PutAside:
    """The record kept of an order whose decision raised an exception."""
    trace = "".join(traceback.format_exception(fault))
    if isinstance(order.command, RevealMystery | RevealDraw):
        trace = trace.replace(order.command.secret, HIDDEN)
        order = replace(order, command=replace(order.command, secret=HIDDEN))
    return PutAside(at_ms, order, where(fault), trace)


def where(fault: Exception) -> str:
    """Type and place of an exception, in a few words: never its message, which may quote private text."""
    return f"{type(fault).__name__} at {_place(fault.__traceback__)}"


def _place(trace: TracebackType | None) -> str:
    """Module and line in which it broke."""
    assert trace is not None, "what was raised has been somewhere"
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_globals.get('__name__', 'unknown')}:{trace.tb_lineno}"


class Quarantine:
    """The file they are kept in; without a path they are only logged."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self.count = 0
        """How many were put aside in this life."""

    def keep(self, aside: Sequence[PutAside]) -> None:
        """Writes them down. A disk that refuses does not stop a floor: that they were put aside is on record as
        well."""
        self.count += len(aside)
        for each in aside:
            _log.error("%s put aside: %s", type(each.order.command).__name__, each.broke)
        if self._path is None:
            return
        try:
            _append(self._path, b"".join(_encode(each) + b"\n" for each in aside))
        except OSError as fault:
            _log.error("%s cannot be written: %s", self._path, fault.strerror)


def _append(path: Path, lines: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        if os.fstat(handle).st_size + len(lines) <= LARGEST_FILE:
            os.write(handle, lines)
            os.fsync(handle)
    finally:
        os.close(handle)
