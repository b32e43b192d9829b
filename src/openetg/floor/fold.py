"""The fold over a journal: recorded entries applied as they stand, or asked again to see whether the answer holds.

Folding applies recorded events without asking again; deciding again asks, and must give the same bytes for entries
written by the same logic. A command that was put aside is not asked again: what broke then may break or not.
"""

from __future__ import annotations

from msgspec import Struct

from openetg.floor.commands import Order
from openetg.floor.core.stored import (
    EntryProblem,
    OpenEntry,
    encode_verdict,
    read_lines,
    read_order,
    read_verdict,
    verdict_of,
)
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.pipeline import PUT_ASIDE, decide, take_in
from openetg.floor.state import Floor

WAS_PUT_ASIDE = encode_verdict(PUT_ASIDE)
"""How it stands in the journal that a command was put aside."""


class Difference(Struct, frozen=True, gc=False):
    """An entry that would be decided otherwise now."""

    sequence: int
    recorded: str
    decided: str


def fold(floor: Floor, at_ms: int, command: bytes, verdict: bytes) -> None:
    """Makes a stored entry part of the floor, as it was decided then."""
    floor.at_ms = at_ms
    take_in(floor, read_order(command), read_verdict(verdict))


def fold_body(floor: Floor, body: bytes, *, to_sequence: int | None = None) -> None:
    """Makes the entries of a stored group part of the floor, those it has already left out, up to one if it is named.

    The same as `fold` entry by entry, in half the time. Raises `EntryProblem` if the body is not the one that follows;
    the floor may then have taken in a part of it.
    """
    for line in read_lines(body):
        sequence = line.sequence
        if sequence <= floor.sequence:
            continue
        if to_sequence is not None and sequence > to_sequence:
            return
        fold_line(floor, line)


def fold_line(floor: Floor, line: OpenEntry) -> None:
    """Makes an entry that was read part of the floor; raises `EntryProblem` if it is not the one that follows."""
    if line.sequence != floor.sequence + 1:
        raise EntryProblem(f"expected entry {floor.sequence + 1}, found entry {line.sequence}")
    floor.at_ms = line.at_ms
    events = line.verdict.events
    take_in(floor, line.command, verdict_of(line.verdict) if events is None else events)


def fold_and_decide(floor: Floor, at_ms: int, command: bytes, verdict: bytes) -> Difference | None:
    """Folds a stored entry, having decided it again where the same logic wrote it; says if the answer differs."""
    order = read_order(command)
    different = None
    # Decided on the floor as it was before, its time too; that of the entry is part of the answer.
    if verdict != WAS_PUT_ASIDE and _same_logic(floor, order):
        again = _decided_again(floor, order, at_ms)
        if again != verdict:
            different = Difference(floor.sequence + 1, verdict.decode(), again.decode())
    floor.at_ms = at_ms
    take_in(floor, order, read_verdict(verdict))
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
