"""What a writer does to a journal while its disk fails or the power goes, and what must be true afterwards.

The work is small and has everything in it: claim, append, checkpoint, roll, close, and copying into a new journal. The
diary is kept by who was told, outside the store: what it acknowledged, and what was tried at most.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from openetg.journal import sqlite
from openetg.journal.copying import copy
from openetg.journal.store import JournalProblem, Lease, Reader, Store, UnknownOutcome
from openetg.journal.verify import Intact, verify
from tests.faults.writer import next_group, numbered, snapshot_at

DAY = "2026-11-16"
THOROUGHNESS = int(os.environ.get("OPENETG_FAULTS", "1"))
"""How many times as much is tried as in `make test`."""


@dataclass
class Diary:
    """What the store has said so far."""

    acknowledged: int = 0
    tried: int = 0
    heard: Callable[[str, int], None] = lambda *_: None

    def trying(self, sequence: int) -> None:
        self.tried = max(self.tried, sequence)
        self.heard("tried", sequence)

    def was_told(self, sequence: int) -> None:
        self.acknowledged = sequence
        self.heard("acknowledged", sequence)


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder that need not reach a real disk, if the machine has such a place: where a shim is the disk."""
    memory = "/dev/shm"
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as place:
        yield Path(place)


def prepared(folder: Path) -> Path:
    """A journal of two volumes, closed: what each trial starts from a copy of."""
    with closing(sqlite.create_journal(folder, journal_id="floor 1")) as store:
        lease = store.claim()
        for _ in range(3):
            lease = store.append(lease, next_group(lease))
        lease = store.roll(lease, day=DAY, snapshot=snapshot_at(lease.head.sequence))
        store.append(lease, next_group(lease))
    return folder


def without_its_beginning(folder: Path) -> None:
    """The same journal after its first volume was archived."""
    with closing(sqlite.open_journal(folder)) as store:
        store.forget_volume(1)


def write(folder: Path, diary: Diary) -> None:
    """Opens, claims, appends, makes checkpoints, rolls, closes."""
    with closing(sqlite.open_journal(folder, patience_ms=100)) as store:
        lease = store.claim()
        lease = appended(store, lease, diary)
        store.checkpoint()
        for _ in range(2):
            lease = appended(store, lease, diary)
        lease = store.roll(lease, day=DAY, snapshot=snapshot_at(lease.head.sequence))
        lease = appended(store, lease, diary)
        store.checkpoint()
        appended(store, lease, diary)


def appended(store: Store, lease: Lease, diary: Diary) -> Lease:
    group = next_group(lease)
    diary.trying(group[-1].sequence)
    lease = store.append(lease, group)
    diary.was_told(lease.head.sequence)
    return lease


def copy_into(folder: Path, source: Path, diary: Diary) -> None:
    """Makes a journal and copies another into it, or goes on with that."""
    with closing(sqlite.read_journal(source)) as reader:
        diary.trying(reader.head().sequence)
        with closing(target(folder, reader)) as store:
            for progress in copy(reader, store):
                diary.was_told(progress.sequence)


def target(folder: Path, reader: Reader) -> sqlite.SqliteStore:
    if sqlite.exists(folder):
        return sqlite.open_journal(folder, patience_ms=100)
    return sqlite.create_journal(folder, journal_id=reader.journal_id, patience_ms=100)


def interrupted(work: Callable[[], None]) -> BaseException | None:
    """Does the work as far as the disk allows; what the store raised, which is one of its own words or nothing."""
    try:
        work()
    except (JournalProblem, UnknownOutcome) as fault:
        return fault
    return None


def check_after(folder: Path, diary: Diary) -> None:
    """Nothing acknowledged missing, nothing doubled, the group in doubt there or gone, and the journal goes on."""
    with closing(sqlite.open_journal(folder)) as store:
        lease = store.claim()
        reached = lease.head.sequence
        assert diary.acknowledged <= reached <= diary.tried, f"{diary.acknowledged} <= {reached} <= {diary.tried}"
        check_contents(store, reached)
        # A command whose outcome was unknown is repeated: it is appended only if the journal does not have it.
        while reached < diary.tried:
            lease = store.append(lease, next_group(lease))
            reached = lease.head.sequence
        lease = store.roll(lease, day=DAY, snapshot=snapshot_at(reached))
        lease = store.append(lease, next_group(lease))
        check_contents(store, lease.head.sequence)


def check_contents(journal: Reader, last: int) -> None:
    """Every entry once, in order, the chain intact, every snapshot as given."""
    volumes = journal.volumes()
    first = volumes[0].opening.sequence
    assert list(journal.entries(after_sequence=first)) == [numbered(n) for n in range(first + 1, last + 1)]
    found = verify(journal)
    assert isinstance(found, Intact), found
    assert found.head.sequence == last
    for volume in volumes[1:]:
        assert journal.opening_snapshot(volume.number) == snapshot_at(volume.opening.sequence)


def size_of(folder: Path) -> int:
    with suppress(JournalProblem), closing(sqlite.read_journal(folder)) as reader:
        return reader.head().sequence
    return 0
