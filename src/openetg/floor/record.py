"""How a decision is put on record and read back: bytes of the order, bytes of the verdict, and the fold over them.

The stored bytes are the truth. Folding applies recorded events without asking again; deciding again asks, and must
give the same bytes for entries written by the same logic.
"""

from __future__ import annotations

from msgspec import Struct, json

from openetg.floor.apply import apply, note_refusal, remember
from openetg.floor.commands import Order
from openetg.floor.decide import LOGIC, answer_of, decide
from openetg.floor.events import AnyEvent
from openetg.floor.refusals import Refusal
from openetg.floor.state import Floor
from openetg.floor.verdicts import Verdict


class Recorded(Struct, frozen=True, gc=False, omit_defaults=True):
    """A verdict as it stands in the journal: one of the two."""

    events: tuple[AnyEvent, ...] | None = None
    refusal: Refusal | None = None


class Difference(Struct, frozen=True, gc=False):
    """An entry that would be decided otherwise now."""

    sequence: int
    recorded: str
    decided: str


_encode = json.Encoder().encode
_decode_order = json.Decoder(Order).decode
_decode_recorded = json.Decoder(Recorded).decode


def encode_verdict(verdict: Verdict) -> bytes:
    """The bytes a verdict is stored as."""
    return _encode(Recorded(events=verdict) if isinstance(verdict, tuple) else Recorded(refusal=verdict))


def record(floor: Floor, order: Order, verdict: Verdict) -> tuple[bytes, bytes]:
    """Makes a verdict part of the floor as its next entry; the bytes to store for order and verdict."""
    body = encode_verdict(verdict)
    _take_in(floor, order, verdict)
    return _encode(order), body


def fold(floor: Floor, at_ms: int, command: bytes, verdict: bytes) -> None:
    """Makes a stored entry part of the floor, as it was decided then."""
    floor.at_ms = at_ms
    _take_in(floor, _decode_order(command), _verdict(verdict))


def fold_and_decide(floor: Floor, at_ms: int, command: bytes, verdict: bytes) -> Difference | None:
    """Folds a stored entry, having decided it again where the same logic wrote it; says if the answer differs."""
    order = _decode_order(command)
    floor.at_ms = at_ms
    different = None
    if _same_logic(floor, order):
        again = encode_verdict(decide(floor, order.command, at_ms))
        if again != verdict:
            different = Difference(floor.sequence + 1, verdict.decode(), again.decode())
    _take_in(floor, order, _verdict(verdict))
    return different


def _same_logic(floor: Floor, order: Order) -> bool:
    logic = getattr(order.command, "logic", floor.logic)
    return bool(logic == LOGIC)


def _verdict(body: bytes) -> Verdict:
    recorded = _decode_recorded(body)
    if recorded.refusal is not None:
        return recorded.refusal
    assert recorded.events is not None, "an entry holds events or a refusal"
    return recorded.events


def _take_in(floor: Floor, order: Order, verdict: Verdict) -> None:
    floor.sequence += 1
    if isinstance(verdict, tuple):
        for event in verdict:
            apply(floor, event)
    else:
        note_refusal(floor, order.command, verdict)
    remember(floor.senders, order, answer_of(floor.sequence, verdict))
