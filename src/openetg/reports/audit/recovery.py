"""A floor read back from its journal: from the best snapshot there is, then entry by entry, the chain checked.

A snapshot is used only where something vouches for it: a file by the floor's signature and the chain hash it names, the
one a volume opens with by the volume's first entry, which names its state hash. One that nothing vouches for, that is
damaged, or that another build made is passed over and said; one that is vouched for and contradicts the journal is a
problem, because then one of the two was changed. Must never write anywhere.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from heapq import merge
from pathlib import Path

from msgspec import Struct

from openetg.floor.commands import BeginDay
from openetg.floor.core.snapshot import SnapshotProblem, decode_snapshot, snapshot_hash
from openetg.floor.core.stored import EntryProblem, read_lines
from openetg.floor.fold import fold_body
from openetg.floor.state import SHAPE, Floor
from openetg.journal.authentic import Authentic
from openetg.journal.chain import Group, genesis_hash, hash_on
from openetg.journal.reading import next_group
from openetg.journal.snapshots import Snapshot, usable
from openetg.journal.store import JournalProblem, Reader, Volume, hash_at
from openetg.keys.signing import PublicKey


class FloorRead(Struct, frozen=True):
    """A floor, and how it was made."""

    floor: Floor
    hash: bytes
    """The chain hash at its last entry."""
    source: str
    """What it began with, in words."""
    began: int
    """The last entry in that; zero if it began with nothing."""
    folded: int
    """How many entries were folded after it."""
    passed_over: tuple[str, ...] = ()
    """Snapshots that were not used, each with why."""
    first_here: int = 1
    """The first entry that is not archived."""


class _Start(Struct, frozen=True):
    """A snapshot that may be begun with: where it is, the chain hash there, and what it is called."""

    sequence: int
    hash: bytes
    body: bytes
    name: str


class _Passed(Struct, frozen=True):
    """A snapshot that may not be begun with, and why."""

    sequence: int
    words: str


def recover(
    journal: Reader, *, snapshots: Path | None = None, key: PublicKey | None = None, authentic: Authentic | None = None
) -> FloorRead:
    """The floor at the end of its journal; raises `JournalProblem` if the journal does not give one.

    Snapshot files are looked at only with the key that signs them. With `authentic`, every group that is folded must be
    the floor's own.
    """
    end = journal.head()
    volumes = journal.volumes()
    floor, reached, source, passed = _begin(journal, volumes, snapshots, key)
    began = floor.sequence
    with _without_collecting():
        for group in journal.groups(after_sequence=began):
            reached = _follow(journal, reached, floor.sequence, group)
            if authentic is not None and (wrong := authentic.wrong(group)):
                raise forged(journal, group, wrong)
            _fold(journal, floor, group)
    if floor.sequence < end.sequence or (floor.sequence == end.sequence and reached != end.hash):
        raise JournalProblem(
            f"{journal.journal_id}: expected to end at entry {end.sequence} with the hash {end.hash.hex()}, found"
            f" {floor.sequence} and {reached.hex()}; etg journal verify says where it breaks."
        )
    first_here = volumes[0].opening.sequence + 1 if volumes else 1
    return FloorRead(
        floor=floor,
        hash=reached,
        source=source,
        began=began,
        folded=floor.sequence - began,
        passed_over=passed,
        first_here=first_here,
    )


def forged(journal: Reader, group: Group, wrong: str) -> JournalProblem:
    """The message about a group that the floor has not written, and what to do."""
    return JournalProblem(
        f"{journal.journal_id}: expected the entries {group.first} to {group.last} to be authenticated by a key of this"
        f" floor, found {wrong}. They were written by something that has no keys of this floor, or changed. Start"
        " nothing on it, keep it as evidence, and restore the newest copy (mirror or backup). Only if a person has"
        " looked through these entries and answers for them, such as those of an OpenETG that did not authenticate"
        " yet: etg journal adopt JOURNAL --keys KEYS --by PERSON --why WORDS"
    )


def _begin(
    journal: Reader, volumes: Sequence[Volume], snapshots: Path | None, key: PublicKey | None
) -> tuple[Floor, bytes, str, tuple[str, ...]]:
    """The floor to go on from, the chain hash there, what it was, and what was passed over."""
    passed: list[str] = []
    for start in _starts(journal, volumes, snapshots, key):
        if isinstance(start, _Passed):
            passed.append(start.words)
            continue
        try:
            floor = decode_snapshot(start.body)
        except SnapshotProblem as problem:
            passed.append(f"{start.name}: {problem}")
            continue
        if floor.sequence != start.sequence:
            passed.append(f"{start.name}: expected the floor at entry {start.sequence}, found {floor.sequence}")
            continue
        return floor, start.hash, start.name, tuple(passed)
    if volumes and volumes[0].opening.sequence:
        raise JournalProblem(
            f"{journal.journal_id}: the entries up to {volumes[0].opening.sequence} are archived and no snapshot can be"
            f" used instead ({'; '.join(passed) or 'there is none'}): bring the archived volumes back."
        )
    return Floor(), genesis_hash(journal.journal_id), "the first entry", tuple(passed)


def _starts(
    journal: Reader, volumes: Sequence[Volume], snapshots: Path | None, key: PublicKey | None
) -> Iterator[_Start | _Passed]:
    """Every snapshot there is, the latest first; of two at one place, the file."""
    files = _from_files(journal, snapshots, key) if snapshots and key else iter(())
    return merge(files, _from_openings(journal, volumes), key=lambda each: each.sequence, reverse=True)


def _from_files(journal: Reader, snapshots: Path, key: PublicKey) -> Iterator[_Start | _Passed]:
    for found in usable(snapshots, journal.journal_id, key):
        if not isinstance(found, Snapshot):
            yield _Passed(found.sequence, f"{found.path.name}: {found.problem}")
            continue
        head = found.head
        hash_ = hash_at(journal, head.sequence)
        if hash_ is None:
            yield _Passed(head.sequence, f"{found.path.name}: the entries around {head.sequence} are archived")
        elif hash_ != head.hash:
            raise JournalProblem(
                f"{found.path}: this floor signed that entry {head.sequence} has the chain hash {head.hash.hex()}, but"
                f" the journal {'has ' + hash_.hex() if hash_ else 'does not hold such an end of a group'}. The journal"
                " was changed, cut short or taken back to an older copy; or, if that was done on purpose, put the"
                " snapshots away and start again."
            )
        else:
            yield _Start(head.sequence, head.hash, found.body, found.path.name)


def _from_openings(journal: Reader, volumes: Sequence[Volume]) -> Iterator[_Start | _Passed]:
    for volume in reversed(volumes):
        body = journal.opening_snapshot(volume.number)
        if body is not None:
            yield _opening(journal, volume, body)


def _opening(journal: Reader, volume: Volume, body: bytes) -> _Start | _Passed:
    """The snapshot a volume opens with, if the volume's first entry vouches for it."""
    name, place = f"the snapshot of volume {volume.number}", volume.opening.sequence
    try:
        says = snapshot_hash(body)
    except SnapshotProblem as problem:
        return _Passed(place, f"{name}: {problem}")
    begun = _first_entry(journal, place)
    if begun is None:
        return _Passed(place, f"{name}: no entry that begins a day vouches for it")
    if begun.shape != SHAPE:
        return _Passed(place, f"{name}: the entry that begins the day names a state of another shape")
    if begun.state != says:
        raise JournalProblem(
            f"{journal.journal_id}: expected {name} to have the state hash {begun.state}, as entry {place + 1} says,"
            f" found {says}. One of the two was changed."
        )
    return _Start(place, volume.opening.hash, body, name)


def _first_entry(journal: Reader, place: int) -> BeginDay | None:
    """The command right after a place, if it begins a day."""
    group = next_group(journal, place)
    try:
        lines = read_lines(group.body) if group is not None else []
    except EntryProblem:
        return None
    if lines and lines[0].sequence == place + 1 and type(lines[0].command.command) is BeginDay:
        return lines[0].command.command
    return None


def _follow(journal: Reader, reached: bytes, sequence: int, group: Group) -> bytes:
    """The chain hash after a group that follows on."""
    expected = hash_on(reached, group)
    if group.first != sequence + 1 or group.hash != expected:
        raise JournalProblem(
            f"{journal.journal_id}: expected a group that goes on from entry {sequence} with the hash {expected.hex()},"
            f" found entries {group.first}–{group.last} with {group.hash.hex()}; etg journal verify says more."
        )
    return expected


def _fold(journal: Reader, floor: Floor, group: Group) -> None:
    try:
        fold_body(floor, group.body)
    except EntryProblem as problem:
        raise JournalProblem(f"{journal.journal_id}, group {group.first}–{group.last}: {problem}.") from None
    if floor.sequence != group.last:
        raise JournalProblem(
            f"{journal.journal_id}: expected entries up to {group.last} in a group, found them up to {floor.sequence}."
        )


@contextmanager
def _without_collecting() -> Iterator[None]:
    """A fold makes no cycles, and looking for them costs a quarter of its time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
