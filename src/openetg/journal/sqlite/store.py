"""A journal opened for writing: the last volume's file, a reader beside it, and rolling from one volume to the next.

Rolling closes the old volume in a transaction that keeps what the new one begins with, and only then gives the new
file its name. Interrupted between the two, the next opening finds a closed last volume and builds its successor from
that. A closed volume can never be extended: a writer that still holds it is fenced.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from logging import getLogger
from pathlib import Path

from msgspec.structs import replace

from openetg.journal.chain import Group, Head, empty_head, group_after, head_after
from openetg.journal.entry import Entry
from openetg.journal.keeping import Keeping
from openetg.journal.sqlite.faults import ENGINE_FAULTS, explained
from openetg.journal.sqlite.folder import file_name, give_name, is_day, naming, staged
from openetg.journal.sqlite.reader import SqliteReader
from openetg.journal.sqlite.rolling import file_to_write, forget_volume, last_file_by_its_name
from openetg.journal.sqlite.writing import VolumeWriter, write_volume
from openetg.journal.store import JournalProblem, Lease, Volume, end_of_copied

log = getLogger(__name__)


class SqliteStore(Keeping):
    """A folder of volumes opened for writing."""

    def __init__(self, folder: Path, reader: SqliteReader, writer: VolumeWriter, *, patience_ms: int) -> None:
        super().__init__(str(folder), reader)
        self._folder = folder
        self._reader = reader
        self._writer = writer
        self._patience_ms = patience_ms

    @property
    def checkpoint_fault(self) -> str | None:
        """What the last checkpoint met, nothing if it went well."""
        return self._writer.checkpoints.fault

    def claim(self) -> Lease:
        self._refuse_if_over()
        while True:
            with self._stopping_on_failure():
                head = self._writer.claim()
            if head is not None:
                return Lease(head)
            self._switch()

    def append(self, lease: Lease, entries: Sequence[Entry]) -> Lease:
        self._refuse_if_over()
        group = group_after(lease.head, entries, self._mac_of)
        after = head_after(group)
        with self._stopping_on_failure():
            written = self._writer.move_head(lease.head, after, group)
        if not written:
            raise self._fenced(lease.head)
        return Lease(after)

    def roll(self, lease: Lease, *, day: str, snapshot: bytes) -> Lease:
        self._refuse_if_over()
        assert is_day(day), f"a gaming day is a date such as 2026-11-15, not {day!r}"
        number = self._writer.identity.volume.number + 1
        self._begin(Volume(number, day, lease.head), snapshot, before=lease.head)
        return lease

    def copy_volume(self, volume: Volume, snapshot: bytes | None) -> None:
        self._refuse_if_over()
        if not is_day(volume.day):
            raise JournalProblem(f"{self._folder}: expected a day such as 2026-11-15, found {volume.day!r}.")
        head = self._head_of_last_volume()
        ours = self._writer.identity.volume
        if (volume.number, volume.day, volume.opening) == (ours.number, ours.day, ours.opening):
            return
        if head == empty_head(self.journal_id) and ours.number == 1:
            self._become(volume, snapshot)
            return
        self._check_volume_follows(head, ours.number + 1, volume)
        self._begin(replace(volume, closed=False), snapshot, before=head)

    def copy_groups(self, groups: Sequence[Group]) -> None:
        self._refuse_if_over()
        head = self._head_of_last_volume()
        after = end_of_copied(self._place, head, groups)
        with self._stopping_on_failure():
            written = self._writer.move_head(head, after, *groups)
        if not written:
            raise self._fenced(head)

    def forget_volume(self, number: int) -> None:
        self._refuse_if_over()
        forget_volume(self._folder, self._reader, number, patience_ms=self._patience_ms)

    def checkpoint(self) -> bool:
        """Copies what is in the WAL into the file now, which else happens by itself; whether it begins anew."""
        self._refuse_if_over()
        return self._writer.checkpoints.once()

    def close(self) -> None:
        self._closed = True
        # The writer last: the last connection to go copies the WAL into the file, and a reader may not write.
        self._reader.close()
        self._writer.close()

    def _head_of_last_volume(self) -> Head:
        """The sound head to write from, in whichever volume the journal goes on now."""
        while True:
            head, closed = self._writer.sound_head()
            if not closed:
                return head
            self._switch()

    def _begin(self, volume: Volume, snapshot: bytes | None, *, before: Head) -> None:
        """Closes the volume at this head and begins the next."""
        path = self._folder / file_name(volume.number, volume.day)
        closed = False
        with (
            explained(self._folder),
            naming(self._folder, patience_ms=self._patience_ms),
            staged(self._folder, journal_id=self.journal_id, volume=volume, snapshot=snapshot) as built,
            self._stopping_on_failure(),
        ):
            closed = self._writer.close_volume(before, volume.opening, next_day=volume.day, snapshot=snapshot)
            if closed:
                give_name(built, path)
        if not closed:
            raise self._fenced(before)
        with self._stopping_on_problem():
            self._switch()

    def _become(self, volume: Volume, snapshot: bytes | None) -> None:
        """Turns the first volume of a journal that was only just created into another one."""
        with explained(self._folder), naming(self._folder, patience_ms=self._patience_ms):
            with self._stopping_on_failure():
                self._writer.become(volume, snapshot)
            with self._stopping_on_problem():
                self._let_go(self._writer)
                path = last_file_by_its_name(self._reader, patience_ms=self._patience_ms)
                self._writer = write_volume(path, patience_ms=self._patience_ms)
                self._reader.last_file()  # looks at the names anew: the file has another now

    def _switch(self) -> None:
        """Goes on in the last volume there is."""
        path = file_to_write(self._folder, self._reader, patience_ms=self._patience_ms)
        before, self._writer = self._writer, write_volume(path, patience_ms=self._patience_ms)
        self._let_go(before)

    def _let_go(self, writer: VolumeWriter) -> None:
        """Leaves the file of a volume so that it can be taken away alone."""
        self._reader.let_go(writer.path)
        if not writer.empty_wal():
            log.warning("%s: the end of this volume stays in its WAL until the journal is opened again.", writer.path)
        writer.close()

    @contextmanager
    def _stopping_on_failure(self) -> Iterator[None]:
        """Around a commit. A `JournalProblem` is raised before anything was written, and passes."""
        try:
            yield
        except JournalProblem:
            raise
        except (*ENGINE_FAULTS, OSError) as fault:
            self._stop(str(fault))
            raise self._unknown_outcome(str(fault)) from fault
        except BaseException:
            self._stop("interrupted")
            raise

    @contextmanager
    def _stopping_on_problem(self) -> Iterator[None]:
        """After a commit, before the caller knows of it."""
        try:
            yield
        except JournalProblem as problem:
            self._stop(str(problem))
            raise self._unknown_outcome(str(problem)) from problem

    def _stop(self, cause: str) -> None:
        """Releases the write lock at once, so that the next writer need not wait for our `close`."""
        self._stopped = cause
        self._writer.close()
