"""How a decision is put on record and read back: bytes of the order, bytes of the verdict, and the fold over them.

The stored bytes are the truth. Folding applies recorded events without asking again; deciding again asks, and must
give the same bytes for entries written by the same logic. A command that was put aside is not asked again: what broke
then may break or not.
"""

from __future__ import annotations

from msgspec import DecodeError, Struct, json

from openetg.floor.apply import apply, note_refusal, remember
from openetg.floor.commands import Order
from openetg.floor.decide import LOGIC, PUT_ASIDE, answer_of, decide
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


class Line(Struct, frozen=True, gc=False):
    """An entry as it stands in the body of a group, read in one go: the journal's own form, with its two parts open."""

    sequence: int
    at_ms: int
    command: Order
    verdict: Recorded


class EntryProblem(Exception):
    """A stored body cannot be folded by this build. The message is for a person."""


_encode = json.Encoder().encode
_decode_lines = json.Decoder(list[Line]).decode
_decode_order = json.Decoder(Order).decode
_decode_recorded = json.Decoder(Recorded).decode


def encode_verdict(verdict: Verdict) -> bytes:
    """The bytes a verdict is stored as."""
    return _encode(Recorded(events=verdict) if isinstance(verdict, tuple) else Recorded(refusal=verdict))


WAS_PUT_ASIDE = encode_verdict(PUT_ASIDE)
"""How it stands in the journal that a command was put aside."""


def record(floor: Floor, order: Order, verdict: Verdict) -> tuple[bytes, bytes]:
    """Makes a verdict part of the floor as its next entry; the bytes to store for order and verdict."""
    body = _encode(Recorded(events=verdict) if isinstance(verdict, tuple) else Recorded(refusal=verdict))
    _take_in(floor, order, verdict)
    return _encode(order), body


def fold(floor: Floor, at_ms: int, command: bytes, verdict: bytes) -> None:
    """Makes a stored entry part of the floor, as it was decided then."""
    floor.at_ms = at_ms
    _take_in(floor, _decode_order(command), _verdict(_decode_recorded(verdict)))


def read_lines(body: bytes) -> list[Line]:
    """The entries of a stored group with command and verdict open; `EntryProblem` if this build cannot read them."""
    try:
        return _decode_lines(body)
    except (DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise EntryProblem(f"expected entries that this build can read: {wrong}") from None


def fold_body(floor: Floor, body: bytes, *, to_sequence: int | None = None) -> None:
    """Makes the entries of a stored group part of the floor, those it has already left out, up to one if it is named.

    The same as `fold` entry by entry, in half the time. `EntryProblem` if the body is not the one that follows; the
    floor may then have taken in a part of it.
    """
    for line in read_lines(body):
        sequence = line.sequence
        if sequence <= floor.sequence:
            continue
        if to_sequence is not None and sequence > to_sequence:
            return
        fold_line(floor, line)


def fold_line(floor: Floor, line: Line) -> None:
    """Makes an entry that was read part of the floor; `EntryProblem` if it is not the one that follows."""
    if line.sequence != floor.sequence + 1:
        raise EntryProblem(f"expected entry {floor.sequence + 1}, found entry {line.sequence}")
    floor.at_ms = line.at_ms
    events = line.verdict.events
    _take_in(floor, line.command, _verdict(line.verdict) if events is None else events)


def fold_and_decide(floor: Floor, at_ms: int, command: bytes, verdict: bytes) -> Difference | None:
    """Folds a stored entry, having decided it again where the same logic wrote it; says if the answer differs."""
    order = _decode_order(command)
    different = None
    # Decided on the floor as it was before, its time too; that of the entry is part of the answer.
    if verdict != WAS_PUT_ASIDE and _same_logic(floor, order):
        again = _decided_again(floor, order, at_ms)
        if again != verdict:
            different = Difference(floor.sequence + 1, verdict.decode(), again.decode())
    floor.at_ms = at_ms
    _take_in(floor, order, _verdict(_decode_recorded(verdict)))
    return different


def _decided_again(floor: Floor, order: Order, at_ms: int) -> bytes:
    """The answer now; where the decision breaks, what broke."""
    try:
        return encode_verdict(decide(floor, order.command, at_ms))
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is another answer than the one on record
        return f"{type(fault).__name__}: {fault}".encode()


def _same_logic(floor: Floor, order: Order) -> bool:
    logic = getattr(order.command, "logic", floor.logic)
    return bool(logic == LOGIC)


def _verdict(recorded: Recorded) -> Verdict:
    if recorded.events is not None:
        return recorded.events
    assert recorded.refusal is not None, "an entry holds events or a refusal"
    return recorded.refusal


def _take_in(floor: Floor, order: Order, verdict: Verdict) -> None:
    sequence = floor.sequence = floor.sequence + 1
    if isinstance(verdict, tuple):
        for event in verdict:
            apply(floor, event)
    else:
        note_refusal(floor, order.command, verdict)
    remember(floor.senders, order, answer_of(sequence, verdict))
