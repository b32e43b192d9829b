"""A journal in one SQLite file: the store of a floor that runs on one machine.

One row per group and one row for the head, written in the same transaction. This module must never open the file in
any other way than through SQLite: closing a plain file handle drops the locks SQLite holds on it in this process.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from threading import Lock
from typing import Any

from msgspec.structs import astuple

from openetg.journal.chain import Group, Head, claimed_head, empty_head, group_after, head_after, head_digest
from openetg.journal.entry import Entry
from openetg.journal.store import Fenced, JournalProblem, Lease, UnknownOutcome, entries_in

APPLICATION_ID = int.from_bytes(b"OETG", "big")
FORMAT = 1
OLDEST_SQLITE = (3, 37, 0)  # the first with STRICT tables

PAGE_SIZE = 4096  # bigger pages make commits of few entries slower: each writes at least two pages to the WAL
PATIENCE_MS = 5_000  # how long to wait for another process that is writing
READ_BYTES = 1 << 20  # how much `groups` holds in memory, give or take one group

# SQLite quotes damaged text in its messages, which Python then fails to decode.
ENGINE_FAULTS = (sqlite3.Error, UnicodeDecodeError)

CREATE = f"""
PRAGMA page_size = {PAGE_SIZE};
PRAGMA auto_vacuum = NONE;
PRAGMA synchronous = FULL;
BEGIN;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORMAT};
CREATE TABLE identity (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    journal_id TEXT NOT NULL
) STRICT;
CREATE TABLE head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    sequence INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    hash BLOB NOT NULL,
    digest BLOB NOT NULL
) STRICT;
CREATE TABLE groups (
    last INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    hash BLOB NOT NULL,
    body BLOB NOT NULL
) STRICT;
"""
INSERT_IDENTITY = "INSERT INTO identity (one, journal_id) VALUES (1, ?)"
INSERT_HEAD = "INSERT INTO head (one, sequence, at_ms, epoch, hash, digest) VALUES (1, ?, ?, ?, ?, ?)"
INSERT_GROUP = "INSERT INTO groups (first, last, epoch, at_ms, body, hash) VALUES (?, ?, ?, ?, ?, ?)"
SELECT_IDENTITY = "SELECT journal_id FROM identity"
SELECT_HEAD = "SELECT sequence, at_ms, epoch, hash, digest FROM head"
SELECT_GROUPS = "SELECT first, last, epoch, at_ms, body, hash FROM groups WHERE last > ? ORDER BY last"
SELECT_LAST_GROUP = "SELECT first, last, epoch, at_ms, body, hash FROM groups ORDER BY last DESC LIMIT 1"
MOVE_HEAD = (
    "UPDATE head SET sequence = ?, at_ms = ?, epoch = ?, hash = ?, digest = ?"
    " WHERE epoch = ? AND sequence = ? AND hash = ?"
)

# FULL: one sync of the WAL per commit, before the commit is visible to anyone. NORMAL would lose acknowledged
# commits at a power cut. (fullfsync matters on macOS, where a plain sync does not reach the disk.)
#
# wal_autocheckpoint: the checkpoint runs inside the append that fills the WAL, and a bigger WAL makes that append
# slower without making the others faster. At 4 MB the worst append took 3 ms (groups of 10) to 9 ms (groups of 100),
# at 16 MB 9 to 25 ms, at 64 MB 37 to 140 ms, with the same entries per second.
#
# journal_size_limit stays off, so that the WAL file keeps its size after a checkpoint and the next commits
# overwrite it: growing a file costs more than writing into it.
WRITER_SETTINGS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA wal_autocheckpoint = 1000",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
)
READER_SETTINGS = ("PRAGMA query_only = ON", "PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON")


class SqliteReader:
    """A journal file opened for reading only. Any thread may use it, several at once."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._lock = Lock()
        with _explained(path):
            self._journal_id = _identity(path, connection)

    @property
    def journal_id(self) -> str:
        return self._journal_id

    def head(self) -> Head:
        with _explained(self._path), self._lock:
            return _stored_head(self._path, self._connection)

    def groups(self, *, after_sequence: int) -> Iterator[Group]:
        while page := self._page(after_sequence):
            yield from page
            after_sequence = page[-1].last

    def entries(self, *, after_sequence: int) -> Iterator[Entry]:
        groups = self.groups(after_sequence=after_sequence)
        return entries_in(groups, after_sequence=after_sequence, journal=str(self._path))

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _page(self, after_sequence: int) -> list[Group]:
        """Some groups, read at once, so that no statement stays open in the hands of a slow consumer."""
        page: list[Group] = []
        size = 0
        with _explained(self._path), self._lock, closing(self._connection.cursor()) as cursor:
            for row in cursor.execute(SELECT_GROUPS, (after_sequence,)):
                page.append(_group(self._path, row))
                size += len(page[-1].body)
                if size >= READ_BYTES:
                    break
        return page


class SqliteStore:
    """A journal file opened for writing: one connection that writes, and a reader beside it."""

    def __init__(self, path: Path, writer: sqlite3.Connection, reader: SqliteReader) -> None:
        self._path = path
        self._writer = writer
        self._reader = reader
        self._stopped: str | None = None
        self._closed = False

    @property
    def journal_id(self) -> str:
        return self._reader.journal_id

    def head(self) -> Head:
        self._refuse_if_over()
        return self._reader.head()

    def groups(self, *, after_sequence: int) -> Iterator[Group]:
        self._refuse_if_over()
        return self._reader.groups(after_sequence=after_sequence)

    def entries(self, *, after_sequence: int) -> Iterator[Entry]:
        self._refuse_if_over()
        return self._reader.entries(after_sequence=after_sequence)

    def claim(self) -> Lease:
        self._refuse_if_over()
        with _explained(self._path), self._undone_on_failure():
            self._writer.execute("BEGIN IMMEDIATE")
            before = _sound_head(self._path, self._writer, self.journal_id)
            after = claimed_head(before)
            self._move_head(before, after)
        with self._stopping_on_failure():
            self._writer.execute("COMMIT")
        return Lease(after)

    def append(self, lease: Lease, entries: Sequence[Entry]) -> Lease:
        self._refuse_if_over()
        group = group_after(lease.head, entries)
        after = head_after(group)
        with self._stopping_on_failure():
            written = self._write(lease.head, group, after)
        if not written:
            raise self._fenced(lease.head)
        return Lease(after)

    def close(self) -> None:
        self._closed = True
        # The writer last: the last connection to go copies the WAL into the file, and a reader may not write.
        self._reader.close()
        with _explained(self._path):
            self._writer.close()

    def _write(self, before: Head, group: Group, after: Head) -> bool:
        self._writer.execute("BEGIN IMMEDIATE")
        if not self._move_head(before, after):
            self._writer.execute("ROLLBACK")
            return False
        self._writer.execute(INSERT_GROUP, astuple(group))
        self._writer.execute("COMMIT")
        return True

    def _move_head(self, before: Head, after: Head) -> bool:
        condition = (before.epoch, before.sequence, before.hash)
        return self._writer.execute(MOVE_HEAD, astuple(after) + condition).rowcount == 1

    @contextmanager
    def _undone_on_failure(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            with suppress(*ENGINE_FAULTS):
                self._writer.rollback()
            raise

    @contextmanager
    def _stopping_on_failure(self) -> Iterator[None]:
        try:
            yield
        except ENGINE_FAULTS as fault:
            self._stop(str(fault))
            raise self._unknown_outcome(str(fault)) from fault
        except BaseException:
            self._stop("interrupted")
            raise

    def _stop(self, cause: str) -> None:
        """Let go of the write lock at once, so that the next writer need not wait for our `close`."""
        self._stopped = cause
        with suppress(*ENGINE_FAULTS):
            self._writer.close()

    def _refuse_if_over(self) -> None:
        if self._stopped is not None:
            raise self._unknown_outcome(self._stopped)
        if self._closed:
            raise JournalProblem(f"{self._path}: expected an open journal, found it closed.")

    def _unknown_outcome(self, cause: str) -> UnknownOutcome:
        return UnknownOutcome(
            f"{self._path}: a commit failed ({cause}) and may be durable all the same."
            " Stop, open the journal anew, claim it, then read what it says."
        )

    def _fenced(self, ours: Head) -> Fenced:
        stored = self._reader.head()
        return Fenced(
            f"{self._path}: this writer holds epoch {ours.epoch} at entry {ours.sequence},"
            f" the journal is at epoch {stored.epoch}, entry {stored.sequence}: another writer has claimed it."
        )


def create_journal(path: Path, *, journal_id: str, patience_ms: int = PATIENCE_MS) -> SqliteStore:
    """Make a new journal and open it. Interrupted at any instant, it leaves a whole journal or none."""
    assert journal_id, "a journal needs a name for its chain to begin with"
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        needed = ".".join(map(str, OLDEST_SQLITE))
        raise JournalProblem(f"{path}: expected SQLite {needed} or newer, found {sqlite3.sqlite_version}.")
    try:
        _create_whole(path, journal_id)
    except FileExistsError as problem:
        raise JournalProblem(f"{path}: expected a free name for a new journal, found a file or folder.") from problem
    except OSError as problem:
        raise JournalProblem(f"{path}: a journal cannot be created here: {problem.strerror}.") from problem
    return open_journal(path, patience_ms=patience_ms)


def open_journal(path: Path, *, patience_ms: int = PATIENCE_MS) -> SqliteStore:
    """Open a journal for writing; refuses one whose head does not fit its last group."""
    _check_is_writable_file(path)
    cut_off_at = _cut_off_at(path)
    with ExitStack() as undo:
        reader = read_journal(path, patience_ms=patience_ms)
        undo.callback(reader.close)
        if cut_off_at:
            raise JournalProblem(f"{path}: expected whole pages, found a file cut off at {cut_off_at} bytes.")
        writer = _connect(path, mode="rw", patience_ms=patience_ms, settings=WRITER_SETTINGS)
        undo.callback(writer.close)
        _check_ready(path, writer, reader.journal_id)
        undo.pop_all()
    return SqliteStore(path, writer, reader)


def read_journal(path: Path, *, patience_ms: int = PATIENCE_MS) -> SqliteReader:
    """Open a journal for reading only, sound or not: `verify` judges what is in it."""
    _check_is_file(path)
    connection = _connect(path, mode="ro", patience_ms=patience_ms, settings=READER_SETTINGS)
    try:
        return SqliteReader(path, connection)
    except BaseException:
        connection.close()
        raise


def _create_whole(path: Path, journal_id: str) -> None:
    """Build the file in a folder beside, then give it its name: `link` never replaces what is there."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
        unfinished = Path(folder) / "journal"
        with _explained(path), closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
            connection.executescript(CREATE)
            connection.execute(INSERT_IDENTITY, (journal_id,))
            connection.execute(INSERT_HEAD, astuple(empty_head(journal_id)))
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = WAL")
        os.link(unfinished, path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _connect(path: Path, *, mode: str, patience_ms: int, settings: Sequence[str]) -> sqlite3.Connection:
    with _explained(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=patience_ms / 1000,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            for setting in settings:
                connection.execute(setting)
        except BaseException:
            connection.close()
            raise
        return connection


def _check_is_file(path: Path) -> None:
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError) as problem:
        raise JournalProblem(f"{path}: expected a journal file, found nothing there.") from problem
    except OSError as problem:
        raise JournalProblem(f"{path}: expected a journal file, found no way to it: {problem.strerror}.") from problem
    if S_ISDIR(found.st_mode):
        raise JournalProblem(f"{path}: expected a journal file, found a folder.")
    if not S_ISREG(found.st_mode):
        raise JournalProblem(f"{path}: expected a journal file, found a device or pipe.")
    if found.st_size < PAGE_SIZE:  # SQLite would take it for an empty database
        raise JournalProblem(f"{path}: expected a journal file, found {found.st_size} bytes, too few to be one.")


def _cut_off_at(path: Path) -> int:
    """Where a file ends inside a page, or 0. SQLite would read zeros there; with a WAL it knows the rest."""
    size = path.stat().st_size
    wal = path.with_name(f"{path.name}-wal")
    has_wal = wal.exists() and wal.stat().st_size > 0
    return size if size % PAGE_SIZE and not has_wal else 0


def _check_is_writable_file(path: Path) -> None:
    """SQLite would open a file it may not write and complain only at the first append."""
    _check_is_file(path)
    for place, kind in ((path, "file"), (path.parent, "folder")):
        if not os.access(place, os.W_OK, effective_ids=True):
            raise JournalProblem(f"{path}: expected to be allowed to write, found the {kind} {place} write-protected.")


def _identity(path: Path, connection: sqlite3.Connection) -> str:
    _check_format(path, connection)
    rows = connection.execute(SELECT_IDENTITY).fetchall()
    if len(rows) != 1 or not isinstance(rows[0][0], str):
        raise JournalProblem(f"{path}: expected one row that names the journal, found {len(rows)}.")
    return rows[0][0]


def _check_format(path: Path, connection: sqlite3.Connection) -> None:
    application_id = connection.execute("PRAGMA application_id").fetchone()[0]
    if application_id != APPLICATION_ID:
        raise JournalProblem(
            f"{path}: expected a journal (application id {APPLICATION_ID}),"
            f" found a SQLite file of something else (application id {application_id})."
        )
    user_version = connection.execute("PRAGMA user_version").fetchone()[0]
    if user_version != FORMAT:
        age = "a newer" if user_version > FORMAT else "another"
        raise JournalProblem(
            f"{path}: expected journal format {FORMAT}, found format {user_version}: written by {age} OpenETG."
        )


def _check_ready(path: Path, writer: sqlite3.Connection, journal_id: str) -> None:
    with _explained(path):
        mode = writer.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode != "wal":
            raise JournalProblem(f"{path}: expected a disk that allows SQLite's WAL mode, found mode {mode!r}.")
        writer.execute("BEGIN")
        _sound_head(path, writer, journal_id)
        writer.execute("COMMIT")


def _sound_head(path: Path, connection: sqlite3.Connection, journal_id: str) -> Head:
    """The head, if it is whole and fits the last group. Inside a transaction: two reads of one moment."""
    head = _stored_head(path, connection)
    digest = head_digest(sequence=head.sequence, at_ms=head.at_ms, epoch=head.epoch, hash=head.hash)
    if head.digest != digest:
        raise JournalProblem(f"{path}: the head row was changed: expected digest {digest.hex()}, found another.")
    row = connection.execute(SELECT_LAST_GROUP).fetchone()
    end = head_after(_group(path, row)) if row else empty_head(journal_id)
    if (head.sequence, head.at_ms, head.hash) != (end.sequence, end.at_ms, end.hash) or head.epoch < end.epoch:
        raise JournalProblem(
            f"{path}: head and groups disagree: expected the last group to end at entry {head.sequence}"
            f" with hash {head.hash.hex()}, found entry {end.sequence} with hash {end.hash.hex()}."
        )
    return head


def _stored_head(path: Path, connection: sqlite3.Connection) -> Head:
    rows = connection.execute(SELECT_HEAD).fetchall()
    if len(rows) != 1 or tuple(map(type, rows[0])) != (int, int, int, bytes, bytes):
        raise JournalProblem(f"{path}: expected one head row, found {rows!r}.")
    return Head(*rows[0])


def _group(path: Path, row: tuple[Any, ...]) -> Group:
    if tuple(map(type, row)) != (int, int, int, int, bytes, bytes):
        kinds = ", ".join(type(value).__name__ for value in row)
        raise JournalProblem(f"{path}: expected four numbers and two blobs in a row of groups, found {kinds}.")
    return Group(*row)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """A fault of SQLite, told to a person instead of thrown at one."""
    try:
        yield
    except ENGINE_FAULTS as fault:
        raise JournalProblem(f"{path}: {_explanation(fault)} (SQLite says: {fault}).") from fault


def _explanation(fault: Exception) -> str:
    match getattr(fault, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return "expected a journal file, found something that is not a database"
        case sqlite3.SQLITE_CORRUPT:
            return "expected a whole journal file, found a damaged or truncated one"
        case sqlite3.SQLITE_BUSY:
            return "expected the journal to be free, found another process writing and not finishing"
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return "expected to be allowed to open and write the file and its folder, found that not so"
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return "expected a disk that works and has room, found a fault"
        case _:
            return "expected the tables of a journal, found them damaged or missing"
