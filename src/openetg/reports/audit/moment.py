"""A floor as it was at an entry of its journal, and any state as plain values that a person or a program can read.

Starts from the nearest snapshot a volume opens with and folds the rest. It must never write anywhere.
"""

from __future__ import annotations

from typing import cast

from msgspec import Struct, json

from openetg.floor.core.snapshot import SnapshotProblem, decode_snapshot
from openetg.floor.fold import fold_body
from openetg.floor.state import Floor, state_bytes
from openetg.journal.reading import begin_of, next_group
from openetg.journal.store import JournalProblem, Reader
from openetg.reports.audit.difference import Plain
from openetg.reports.audit.second_opinion import SecondOpinion, followed


class NoSuchPath(Struct, frozen=True):
    """The state has nothing at a path: how far it leads, and the value there."""

    reached: str
    names: tuple[str, ...]


def floor_at(journal: Reader, sequence: int) -> Floor:
    """The floor after this entry; raises `JournalProblem` if the journal does not hold it, or is broken."""
    _check_holds(journal, sequence)
    opinion = opening_before(journal, sequence)
    for _ in followed(opinion, journal, until=sequence):
        pass
    # The entry may stand in the middle of its group.
    rest = next_group(journal, opinion.sequence) if opinion.sequence < sequence else None
    if rest is not None:
        fold_body(opinion.floor, rest.body, to_sequence=sequence)
    return opinion.floor


def opening_before(journal: Reader, sequence: int, *, decides_again: bool = False) -> SecondOpinion:
    """A second opinion that begins with the last volume before this entry whose snapshot can be used.

    What the snapshot says is held against the volume's first entry as soon as that is taken in.
    """
    passed: list[str] = []
    for volume in reversed(journal.volumes()):
        if volume.opening.sequence > sequence:
            continue
        if volume.opening.sequence == 0:
            return SecondOpinion(Floor(), volume.opening.hash, decides_again=decides_again)
        try:
            floor = decode_snapshot(journal.opening_snapshot(volume.number) or b"")
        except SnapshotProblem as problem:
            passed.append(f"volume {volume.number}: {problem}")
            continue
        return SecondOpinion(floor, volume.opening.hash, decides_again=decides_again)
    raise JournalProblem(
        f"{journal.journal_id}: no snapshot can be begun with ({'; '.join(passed)}): bring the archived volumes back."
    )


def plain(floor: Floor) -> dict[str, Plain]:
    """Everything the floor remembers, as JSON knows it; rulebooks by their hashes."""
    return cast("dict[str, Plain]", json.decode(state_bytes(floor)))


def at_path(value: Plain, path: str) -> Plain | NoSuchPath:
    """The value at a path such as `tables.A.round`; a name that holds dots is found as well."""
    reached = ""
    while path:
        name = _next_name(value, path)
        if name is None:
            return NoSuchPath(reached, tuple(_names(value)))
        value = value[name] if isinstance(value, dict) else cast("list[Plain]", value)[int(name)]
        reached = f"{reached}.{name}" if reached else name
        path = path[len(name) + 1 :]
    return value


def _next_name(value: Plain, path: str) -> str | None:
    fitting = [name for name in _names(value) if path == name or path.startswith(f"{name}.")]
    return max(fitting, key=len, default=None)


def _names(value: Plain) -> list[str]:
    if isinstance(value, dict):
        return list(value)
    return [str(place) for place in range(len(value))] if isinstance(value, list) else []


def _check_holds(journal: Reader, sequence: int) -> None:
    first, head = begin_of(journal), journal.head()
    if not first <= sequence <= head.sequence:
        raise JournalProblem(f"expected an entry from {first} to {head.sequence}, found {sequence}.")
