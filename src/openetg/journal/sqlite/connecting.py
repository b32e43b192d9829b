"""Opens one volume's file through SQLite, for reading or for writing.

This package must never open a volume's file in any other way than through SQLite: closing a plain file handle drops
the locks SQLite holds on it in this process.
"""

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG

import apsw

from openetg.journal.sqlite.faults import explained, let_go
from openetg.journal.sqlite.schema import PAGE_SIZE
from openetg.journal.store import JournalProblem

PATIENCE_MS = 5_000  # how long to wait for another process that is writing

# FULL: one sync of the WAL per commit, before the commit is visible to anyone. NORMAL would lose acknowledged
# commits at a power cut. (fullfsync matters on macOS, where a plain sync does not reach the disk.)
#
# wal_autocheckpoint is off: a checkpoint inside an append makes that append wait for it; see checkpoints.py.
#
# journal_size_limit stays off, so that the WAL file keeps its size after a checkpoint and the next commits
# overwrite it: growing a file costs more than writing into it.
WRITER_SETTINGS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA wal_autocheckpoint = 0",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
)
READER_SETTINGS = ("PRAGMA query_only = ON", "PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON")

# A journal has neither. A trigger that was put in would change what is written in the transaction that writes it,
# and a view would show what is not stored.
NEVER = (apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, apsw.SQLITE_DBCONFIG_ENABLE_VIEW)


def connect_to_write(path: Path, *, patience_ms: int) -> apsw.Connection:
    """A connection that may write, synced at every commit."""
    return _connect(path, "mode=rw", apsw.SQLITE_OPEN_READWRITE, patience_ms=patience_ms, settings=WRITER_SETTINGS)


def connect_to_read(path: Path, *, patience_ms: int, for_good: bool = False) -> apsw.Connection:
    """A connection that may only read. `for_good` says that the file never changes again: then no file is made beside
    it, so that it can be read from a disk that cannot be written.
    """
    options = "mode=ro&immutable=1" if for_good else "mode=ro"
    return _connect(path, options, apsw.SQLITE_OPEN_READONLY, patience_ms=patience_ms, settings=READER_SETTINGS)


def _connect(path: Path, options: str, flags: int, *, patience_ms: int, settings: Sequence[str]) -> apsw.Connection:
    with explained(path):
        connection = apsw.Connection(f"{path.absolute().as_uri()}?{options}", flags=flags | apsw.SQLITE_OPEN_URI)
        try:
            connection.set_busy_timeout(patience_ms)
            for kind in NEVER:
                connection.config(kind, 0)
            for setting in settings:
                connection.execute(setting)
        except BaseException:
            let_go(path, connection)
            raise
        return connection


def sync_ahead(path: Path) -> None:
    """Syncs a file that SQLite has open, without opening it, so that SQLite's own sync soon after finds little to do.

    Only to make a pause shorter, and only where the system shows which handle is which file. A disk that fails says so
    just once per handle, so that fault must not be passed over.
    """
    for handle in _handles_of(path.resolve()):
        try:
            os.fdatasync(handle)
        except OSError as fault:
            if fault.errno in (errno.EIO, errno.ENOSPC, errno.EDQUOT):
                raise
            continue  # the handle was closed meanwhile, or is something else by now
        return


def _handles_of(path: Path) -> Iterator[int]:
    shown = Path("/proc/self/fd")
    for handle in shown.iterdir() if shown.is_dir() else ():
        with suppress(OSError):  # closed while we looked
            if handle.readlink() == path:
                yield int(handle.name)


def is_folder(path: Path) -> bool:
    """Whether a folder stands there; refuses if nothing does."""
    return S_ISDIR(_found(path).st_mode)


def check_is_file(path: Path) -> None:
    """Refuses what SQLite would take for an empty database, or would not explain."""
    found = _found(path)
    if S_ISDIR(found.st_mode):
        raise JournalProblem(f"{path}: expected a journal file, found a folder.")
    if not S_ISREG(found.st_mode):
        raise JournalProblem(f"{path}: expected a journal, found a device or pipe.")
    if found.st_size < PAGE_SIZE:
        raise JournalProblem(f"{path}: expected a journal file, found {found.st_size} bytes, too few to be one.")


def _found(path: Path) -> os.stat_result:
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError) as problem:
        raise JournalProblem(f"{path}: expected a journal, found nothing there.") from problem
    except OSError as problem:
        raise JournalProblem(f"{path}: expected a journal, found no way to it: {problem.strerror}.") from problem


def check_is_writable(path: Path) -> None:
    """SQLite would open a file it may not write and complain only at the first append."""
    for place, kind in ((path, "file"), (path.parent, "folder")):
        if not os.access(place, os.W_OK, effective_ids=True):
            raise JournalProblem(f"{path}: expected to be allowed to write, found the {kind} {place} write-protected.")


def has_wal(path: Path) -> bool:
    """Whether commits stand beside the file that are not in it yet."""
    wal = path.with_name(f"{path.name}-wal")
    return wal.exists() and wal.stat().st_size > 0


def size_and_time(path: Path) -> tuple[int, int]:
    """What changes when a file is written."""
    found = _found(path)
    return found.st_size, found.st_mtime_ns


def check_whole_pages(path: Path) -> None:
    """Refuses a file that ends inside a page: SQLite would read zeros there. With a WAL it knows the rest."""
    size = path.stat().st_size
    if size % PAGE_SIZE and not has_wal(path):
        raise JournalProblem(f"{path}: expected whole pages, found a file cut off at {size} bytes.")
