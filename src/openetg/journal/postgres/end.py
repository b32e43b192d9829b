"""Where a journal in PostgreSQL ends, and whether its tables agree about it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from openetg.journal.chain import Head, genesis_hash, head_digest
from openetg.journal.postgres.session import Row
from openetg.journal.store import JournalProblem


class End(msgspec.Struct, frozen=True, gc=False):
    """The head and the volume it is in."""

    head: Head
    volume: int
    volume_count: int


class _Place(msgspec.Struct, frozen=True, gc=False):
    """An end of the chain, as a group or the opening of a volume has it."""

    sequence: int
    at_ms: int
    epoch: int
    hash: bytes


def sound_end(shown: str, journal_id: str, rows: Sequence[Row]) -> End:
    """The end that the rows of `SELECT_END` tell; raises `JournalProblem` if they contradict each other."""
    if len(rows) != 1:
        raise JournalProblem(f"{shown}: expected one head row, found {len(rows)}.")
    values = tuple(rows[0])
    head, end = Head(*values[:5]), End(Head(*values[:5]), values[5], values[-1])
    _check_digest(shown, head)
    _check_volumes(shown, journal_id, end, values[10:])
    _check_fits(shown, head, _Place(*(values[6:10] if values[6] is not None else values[11:15])))
    return end


def _check_digest(shown: str, head: Head) -> None:
    digest = head_digest(sequence=head.sequence, at_ms=head.at_ms, epoch=head.epoch, hash=head.hash)
    if head.digest != digest:
        raise JournalProblem(f"{shown}: the head row was changed: expected digest {digest.hex()}, found another.")


def _check_volumes(shown: str, journal_id: str, end: End, values: tuple[Any, ...]) -> None:
    first, *_, opening_hash, open_volume, open_count, _ = values
    if open_count != 1 or open_volume != end.volume:
        raise JournalProblem(
            f"{shown}: expected volume {end.volume} to be the only open one,"
            f" found {open_count} open, the last of them {open_volume}."
        )
    if first == 1 and opening_hash != genesis_hash(journal_id):
        raise JournalProblem(
            f"{shown}: expected volume 1 to begin with the hash of the name {journal_id!r}, found {opening_hash.hex()}."
        )


def _check_fits(shown: str, head: Head, end: _Place) -> None:
    if (head.sequence, head.at_ms, head.hash) != (end.sequence, end.at_ms, end.hash) or head.epoch < end.epoch:
        raise JournalProblem(
            f"{shown}: head and groups disagree: expected the last group to end at entry {head.sequence}"
            f" with hash {head.hash.hex()}, found entry {end.sequence} with hash {end.hash.hex()}."
        )
