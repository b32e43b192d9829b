"""One volume's file, opened for reading: who it is, its head, its groups, its snapshot.

Must never write, and never leave a statement open in the hands of a slow consumer: that would hold up checkpoints.
Used by one thread at a time; its owner sees to that.
"""

import os
from contextlib import closing
from pathlib import Path

import apsw

from openetg.journal.chain import Group, Head
from openetg.journal.sqlite.connecting import check_is_file, connect_to_read, has_wal, size_and_time
from openetg.journal.sqlite.faults import explained, let_go
from openetg.journal.sqlite.schema import (
    FORMAT,
    FORMAT_OF_ONE_FILE,
    SELECT_GROUPS,
    SELECT_OLD_GROUPS,
    ClosedVolume,
    VolumeIdentity,
    stored_closing,
    stored_group,
    stored_head,
    stored_identity,
    stored_opening_snapshot,
)

READ_BYTES = 1 << 20  # how much of the groups is held in memory, give or take one group


class VolumeFile:
    """One volume's file, sound or not."""

    def __init__(self, path: Path, connection: apsw.Connection) -> None:
        self.path = path
        self.resting: tuple[int, int] | None = None
        """Size and time of a file that no process was writing when it was opened and that is read as it lay there."""
        self._connection = connection
        with explained(path):
            self.identity: VolumeIdentity = stored_identity(str(path), connection)

    def head(self) -> tuple[Head, bool]:
        """The head as stored, and whether the volume is closed."""
        with explained(self.path):
            return stored_head(str(self.path), self._connection, self.identity.format)

    def page(self, after_sequence: int) -> tuple[list[Group], bool]:
        """Some groups, and whether the volume was closed before they were read: then no page after the last."""
        _, closed = self.head()
        page: list[Group] = []
        size = 0
        statement = SELECT_GROUPS if self.identity.format == FORMAT else SELECT_OLD_GROUPS
        with explained(self.path), closing(self._connection.cursor()) as cursor:
            for row in cursor.execute(statement, (after_sequence,)):
                page.append(stored_group(str(self.path), row))
                size += len(page[-1].body)
                if size >= READ_BYTES:
                    break
        return page, closed

    def opening_snapshot(self) -> bytes | None:
        """The snapshot the volume opens with."""
        if self.identity.format == FORMAT_OF_ONE_FILE:
            return None
        with explained(self.path):
            return stored_opening_snapshot(str(self.path), self._connection)

    def is_outdated(self) -> bool:
        """Whether a process has begun to write what is read as it lay there: then it must be opened anew."""
        return self.resting is not None and (has_wal(self.path) or self.resting != size_and_time(self.path))

    def closing(self) -> ClosedVolume:
        """What the next volume begins with; only a closed volume knows."""
        with explained(self.path):
            return stored_closing(str(self.path), self._connection)

    def close(self) -> None:
        let_go(self.path, self._connection)


def open_volume(path: Path, *, patience_ms: int) -> VolumeFile:
    """Opens one volume's file to read it. A closed one is read as it lies there, from any medium."""
    check_is_file(path)
    found = size_and_time(path)
    if not has_wal(path):
        resting = _opened(path, patience_ms=patience_ms, for_good=True)
        if _never_changes(resting):
            return resting
        if not os.access(path.parent, os.W_OK, effective_ids=True):
            resting.resting = found  # a reader that may not write cannot make what SQLite wants beside the file
            return resting
        resting.close()
    return _opened(path, patience_ms=patience_ms, for_good=False)


def _opened(path: Path, *, patience_ms: int, for_good: bool) -> VolumeFile:
    connection = connect_to_read(path, patience_ms=patience_ms, for_good=for_good)
    try:
        return VolumeFile(path, connection)
    except BaseException:
        let_go(path, connection)
        raise


def _never_changes(volume: VolumeFile) -> bool:
    """Closed and all of it in the file, or of a format that is not written any more."""
    try:
        _, closed = volume.head()
    except BaseException:
        volume.close()
        raise
    return closed or volume.identity.format != FORMAT
