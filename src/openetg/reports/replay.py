"""A journal held against the floor's own logic: folded, decided again, balanced after every entry."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import DecodeError, Struct, ValidationError

from openetg.floor.record import Difference, fold_and_decide
from openetg.floor.state import Floor, state_hash
from openetg.journal.store import Reader
from openetg.journal.verify import Break, Intact, walk


class Unbalanced(Struct, frozen=True):
    """After this entry the accounts did not sum to zero, or a meter was below it."""

    sequence: int


class Unreadable(Struct, frozen=True):
    """An entry this build cannot read."""

    sequence: int
    problem: str


class Replayed(Struct, frozen=True):
    """The journal holds, and this is the floor it leads to."""

    sequence: int
    head: str
    state: str
    """The state hash."""


Finding = Break | Difference | Unbalanced | Unreadable | Replayed


def verify_floor(journal: Reader) -> Iterator[int | Finding]:
    """Progress by sequence, and last what was found: the first thing wrong, or that everything holds."""
    intact: Intact | None = None
    for step in walk(journal):
        if isinstance(step, Break):
            yield step
            return
        if isinstance(step, Intact):
            intact = step
    assert intact is not None, "a walk ends with what it found"
    floor = Floor()
    for entry in journal.entries(after_sequence=0):
        if entry.sequence > intact.head.sequence:
            break
        try:
            different = fold_and_decide(floor, entry.at_ms, entry.command, entry.verdict)
        except (ValidationError, DecodeError, AssertionError, KeyError) as wrong:
            yield Unreadable(entry.sequence, f"{type(wrong).__name__}: {wrong}")
            return
        if different is not None:
            yield different
            return
        if not floor.ledger.is_balanced():
            yield Unbalanced(entry.sequence)
            return
        yield entry.sequence
    yield Replayed(floor.sequence, intact.head.hash.hex(), state_hash(floor))
