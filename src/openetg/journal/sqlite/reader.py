"""A journal read across its volumes: a folder of them, or the file of one.

Sees what is committed at the moment of asking, new volumes too. Must never write, and never hold more than a few
files open, however many volumes there are.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from threading import Lock

import msgspec
from msgspec.structs import replace

from openetg.journal.chain import Group, Head
from openetg.journal.entry import Entry
from openetg.journal.sqlite.folder import volume_paths
from openetg.journal.sqlite.volume import VolumeFile, open_volume
from openetg.journal.store import JournalProblem, Volume, entries_in

OPEN_MAX = 4  # files kept open, the last volume and those read a moment ago


class _Known(msgspec.Struct, frozen=True):
    """What was found out about a volume. `closing` is the head it was closed with, and does not change again."""

    path: Path
    journal_id: str
    volume: Volume
    closing: Head | None


class SqliteReader:
    """A journal opened for reading only. Any thread may use it, several at once."""

    def __init__(self, place: Path, *, is_folder: bool, patience_ms: int) -> None:
        self._place = place
        self._is_folder = is_folder
        self._patience_ms = patience_ms
        self._lock = Lock()
        self._files: dict[Path, VolumeFile] = {}
        self._known: list[_Known] = []
        self._closed = False
        try:
            with self._lock:
                self._look()
        except BaseException:
            self.close()
            raise

    @property
    def journal_id(self) -> str:
        return self._known[0].journal_id

    def head(self) -> Head:
        with self._lock:
            self._refuse_if_closed()
            head, closed = self._file(self._known[-1].path).head()
            if closed and self._look():
                head, _ = self._file(self._known[-1].path).head()
            return head

    def groups(self, *, after_sequence: int) -> Iterator[Group]:
        with self._lock:
            self._refuse_if_closed()
            self._look()
            first = self._known[0].volume
            if after_sequence < first.opening.sequence:
                raise self._not_here(after_sequence + 1, first.opening.sequence)
            number = max(k.volume.number for k in self._known if k.volume.opening.sequence <= after_sequence)
        return self._groups(number, after_sequence)

    def entries(self, *, after_sequence: int) -> Iterator[Entry]:
        groups = self.groups(after_sequence=after_sequence)
        return entries_in(groups, after_sequence=after_sequence, journal=str(self._place))

    def volumes(self) -> Sequence[Volume]:
        with self._lock:
            self._refuse_if_closed()
            self._look()
            self._check_links()
            return [known.volume for known in self._known]

    def opening_snapshot(self, number: int) -> bytes | None:
        with self._lock:
            self._refuse_if_closed()
            self._look()
            return self._file(self._path_of(number)).opening_snapshot()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            while self._files:
                self._files.popitem()[1].close()

    def last_file(self) -> tuple[Path, Volume]:
        """The file of the last volume, whether it is closed as found now."""
        with self._lock:
            self._refuse_if_closed()
            self._look()
            self._check_links()
            return self._known[-1].path, self._known[-1].volume

    def let_go(self, path: Path) -> None:
        """Closes the file, so that who writes it can be the last to."""
        with self._lock:
            if file := self._files.pop(path, None):
                file.close()

    def _groups(self, number: int, after_sequence: int) -> Iterator[Group]:
        while True:
            with self._lock:
                self._refuse_if_closed()
                page, closed = self._file(self._path_of(number)).page(after_sequence)
                if not page and not (closed and self._goes_on_after(number)):
                    return
            yield from page
            if page:
                after_sequence = page[-1].last
            else:
                number += 1

    def _goes_on_after(self, number: int) -> bool:
        return number < self._known[-1].volume.number or (self._look() and number < self._known[-1].volume.number)

    def _path_of(self, number: int) -> Path:
        for known in self._known:
            if known.volume.number == number:
                return known.path
        here = f"{self._known[0].volume.number} to {self._known[-1].volume.number}"
        raise JournalProblem(f"{self._place}: expected volume {number}, found volumes {here}.")

    def _file(self, path: Path) -> VolumeFile:
        """The open file, opened if it was not; the one unused for longest is closed for it."""
        file = self._files.pop(path, None)
        if file is not None and file.is_outdated():
            file.close()
            file = None
        if file is None:
            file = open_volume(path, patience_ms=self._patience_ms)
            if len(self._files) >= OPEN_MAX:
                self._files.pop(next(iter(self._files))).close()
        self._files[path] = file
        return file

    def _look(self) -> bool:
        """Finds out which volumes there are now; whether there are others than before."""
        before = [known.path for known in self._known]
        found = self._found()
        while found is None:
            found = self._found()
        self._check_one_journal(found)
        self._known = found
        return [known.path for known in found] != before

    def _found(self) -> list[_Known] | None:
        """The volumes that are here; None if one was taken away, as archiving does, while we looked."""
        already = {known.path: known for known in self._known if known.closing}
        paths = volume_paths(self._place) if self._is_folder else [self._place]
        if not paths:
            raise JournalProblem(f"{self._place}: expected a journal's folder, found no volume in it.")
        try:
            return [already.get(path) or self._get_to_know(path) for path in paths]
        except JournalProblem:
            if self._is_folder and not all(path.exists() for path in paths):
                return None
            raise

    def _get_to_know(self, path: Path) -> _Known:
        file = self._file(path)
        head, closed = file.head()
        identity = file.identity
        return _Known(path, identity.journal_id, replace(identity.volume, closed=closed), head if closed else None)

    def _check_one_journal(self, found: list[_Known]) -> None:
        for before, after in pairwise(found):
            if after.journal_id != before.journal_id:
                raise JournalProblem(
                    f"{after.path}: expected a volume of the journal {before.journal_id!r} like {before.path.name},"
                    f" found one of the journal {after.journal_id!r}."
                )
            number = before.volume.number + 1
            if after.volume.number != number:
                raise JournalProblem(
                    f"{self._place}: expected volume {number} after {before.path.name},"
                    f" found volume {after.volume.number} ({after.path.name})."
                )

    def _check_links(self) -> None:
        for before, after in pairwise(self._known):
            if before.closing != after.volume.opening:
                raise JournalProblem(
                    f"{after.path}: expected a volume that goes on from {_place_of(before.closing)},"
                    f" where {before.path.name} ends, found one that goes on from {_place_of(after.volume.opening)}."
                )

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise JournalProblem(f"{self._place}: expected an open journal, found it closed.")

    def _not_here(self, first: int, last: int) -> JournalProblem:
        return JournalProblem(
            f"{self._place}: expected entries from {first} on, found that entries {first} to {last} are not here:"
            f" the journal begins with volume {self._known[0].volume.number}, the volumes before it were archived."
        )


def _place_of(head: Head | None) -> str:
    if head is None:
        return "no end (the volume is not closed)"
    return f"entry {head.sequence}, epoch {head.epoch}, hash {head.hash.hex()}"
