"""An entry as bytes: the order, and the verdict on it, as they are in the journal. The stored bytes are the truth."""

from __future__ import annotations

from msgspec import DecodeError, Struct, json

from openetg.floor.commands import Order
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import Verdict
from openetg.floor.events import AnyEvent


class Recorded(Struct, frozen=True, gc=False, omit_defaults=True):
    """A verdict as it stands in the journal: one of the two."""

    events: tuple[AnyEvent, ...] | None = None
    refusal: Refusal | None = None


class OpenEntry(Struct, frozen=True, gc=False):
    """An entry as it stands in the body of a group, read in one go: the journal's own form, with its two parts open."""

    sequence: int
    at_ms: int
    command: Order
    verdict: Recorded


class EntryProblem(Exception):
    """A stored body cannot be folded by this build. The message is for a person."""


_encode = json.Encoder().encode
_decode_lines = json.Decoder(list[OpenEntry]).decode
_decode_order = json.Decoder(Order).decode
_decode_recorded = json.Decoder(Recorded).decode


def encode_order(order: Order) -> bytes:
    """The bytes an order is stored as."""
    return _encode(order)


def encode_verdict(verdict: Verdict) -> bytes:
    """The bytes a verdict is stored as."""
    return _encode(Recorded(events=verdict) if isinstance(verdict, tuple) else Recorded(refusal=verdict))


def read_order(command: bytes) -> Order:
    """An order from its stored bytes."""
    return _decode_order(command)


def read_verdict(verdict: bytes) -> Verdict:
    """A verdict from its stored bytes."""
    return verdict_of(_decode_recorded(verdict))


def read_lines(body: bytes) -> list[OpenEntry]:
    """The entries of a stored group with command and verdict open; raises `EntryProblem` if this build cannot read
    them."""
    try:
        return _decode_lines(body)
    except (DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise EntryProblem(f"expected entries that this build can read: {wrong}") from None


def verdict_of(recorded: Recorded) -> Verdict:
    """The verdict of an entry: its events or its refusal."""
    if recorded.events is not None:
        return recorded.events
    assert recorded.refusal is not None, "an entry holds events or a refusal"
    return recorded.refusal
