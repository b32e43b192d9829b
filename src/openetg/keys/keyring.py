"""The keyring of a floor: one random key for each subject and gaming day, outside the journal's database.

A subject is whom or what a sealed text is about (`claim/C-17`, `who/P4`), the floor itself, a pool, or the tickets.
Keys lie in a small SQLite file, each wrapped by the master key in a file beside it. A key is durable before a caller
gets it, so nothing can be journaled under a key that a power cut takes away.

Erasing destroys the wrapped key and leaves a tombstone: when, and why. It is wiped from the file and from its
write-ahead log. What it cannot reach are copies of this folder made before, and blocks that a disk has set aside:
keep backups of keys no longer than a text may take to be erased. What a rule wants kept is marked here, by subject and
clause, and erasing its keys is refused. A subject that ends with a slash is a family: one mark on
`entrant/spring/` is one on all whose names begin so. Keys are never cached here: an erasure by another process holds
from the next text on.
"""

from __future__ import annotations

import fcntl
import os
import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import apsw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from openetg.keys.files import overwrite, sync, write_whole
from openetg.keys.signing import KeyProblem

MASTER = "master.key"
RING = "keyring.sqlite3"
NEXT = "master.key.next"
"""The master key that takes over while every key is wrapped anew; gone once it has."""
IN_USE = "keyring.lock"
"""Held by each process that has the keyring open: the master key is changed only while none has."""
PATIENCE_MS = 5_000
"""How long to wait for another process that is writing."""
FLOOR = "floor"
"""The subject of texts that are about no person in particular: with the day, the key of a gaming day."""
LOOKUP = "lookup"
TICKETS = "tickets"
JOURNAL = "journal"
LASTING = frozenset({LOOKUP, TICKETS, JOURNAL})
"""Subjects whose keys are never erased: names would not be found again, tickets not paid, groups not told from forged
ones."""
KEY_BYTES = 32
NONCE_BYTES = 12

CREATE = """
CREATE TABLE IF NOT EXISTS keys (
    id TEXT PRIMARY KEY,
    subject TEXT NOT NULL,
    day TEXT NOT NULL,
    wrapped BLOB,
    made_at TEXT NOT NULL,
    erased_at TEXT NOT NULL DEFAULT '',
    why TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS live ON keys (subject, day) WHERE wrapped IS NOT NULL;
CREATE TABLE IF NOT EXISTS names (
    lookup TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (lookup, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS names_of_key ON names (key);
CREATE TABLE IF NOT EXISTS kept (
    subject TEXT PRIMARY KEY,
    clause TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""
SETTINGS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA trusted_schema = OFF",
)
KEY = "SELECT id, subject, day, wrapped FROM keys WHERE wrapped IS NOT NULL"
RECORD = "SELECT id, subject, day, made_at, erased_at, why FROM keys"
LIVE_KEY = f"{KEY} AND subject = ? AND day = ?"
KEY_BY_ID = f"{KEY} AND id = ?"
KEYS_OF = f"{KEY} AND subject = ? ORDER BY day"
KEPT = "SELECT subject, clause FROM kept ORDER BY subject"
RECORD_BY_ID = f"{RECORD} WHERE id = ?"
RECORDS = f"{RECORD} ORDER BY made_at, rowid"
NAMED = f"{RECORD} JOIN names ON names.key = keys.id WHERE names.lookup = ? ORDER BY made_at, rowid"
IS_OF = "subject = ?1 OR (?1 LIKE '%/' AND substr(subject, 1, length(?1)) = ?1)"
LIVE = f"{RECORD} WHERE wrapped IS NOT NULL AND (?1 IS NULL OR {IS_OF}) AND (?2 IS NULL OR day = ?2)"


class Key(Struct, frozen=True, gc=False):
    """A key in the hand: never stored, never printed."""

    id: str
    subject: str
    day: str
    secret: bytes

    def __repr__(self) -> str:
        return f"Key({self.id!r}, {self.subject!r}, {self.day!r})"


class KeyRecord(Struct, frozen=True, gc=False):
    """What may be told of a key."""

    id: str
    subject: str
    day: str
    made_at: str
    erased_at: str
    """Empty as long as it is there."""
    why: str


class Keyring:
    """The keys of one floor. One thread uses it; other processes may use the same files."""

    def __init__(self, folder: Path, connection: apsw.Connection, master: bytes) -> None:
        self.folder = folder
        self._lock = -1
        self._connection = connection
        self._master = AESGCM(master)

    def hold(self, lock: int) -> None:
        """Keeps the lock that says that the ring is in use, until it is closed."""
        self._lock = lock

    def key_for(self, subject: str, day: str = "", *, size: int = KEY_BYTES) -> Key:
        """The key of a subject and day, made durable first if there is none."""
        with self._explained():
            found = self._live(subject, day)
            if found is None:
                with self._writing():
                    found = self._live(subject, day) or self._make(subject, day, size)
        return found

    def key(self, key_id: str) -> Key | KeyRecord | None:
        """A key by its id; its tombstone if it was erased; None if it never was in this ring."""
        with self._explained():
            key = self._first(KEY_BY_ID, key_id)
            tombstone = self._connection.execute(RECORD_BY_ID, (key_id,)).fetchone()
        return key or (None if tombstone is None else KeyRecord(*tombstone))

    def keys_of(self, subject: str) -> list[Key]:
        """Every key of a subject that is there, by day."""
        with self._explained():
            return [self._unwrapped(*row) for row in self._connection.execute(KEYS_OF, (subject,))]

    def records(self) -> list[KeyRecord]:
        """What may be told of every key, the oldest first."""
        with self._explained():
            return [KeyRecord(*row) for row in self._connection.execute(RECORDS)]

    def remember_name(self, lookup: str, key_id: str) -> None:
        """Keeps under which key a name was sealed, by the name's HMAC alone."""
        with self._explained(), self._writing():
            self._connection.execute("INSERT OR IGNORE INTO names (lookup, key) VALUES (?, ?)", (lookup, key_id))

    def named(self, lookup: str) -> list[KeyRecord]:
        """The keys under which a name was sealed."""
        with self._explained():
            return [KeyRecord(*row) for row in self._connection.execute(NAMED, (lookup,))]

    def keep(self, subject: str, clause: str) -> None:
        """What is sealed about a subject must be kept, by this clause: its keys are not erased from now on."""
        with self._explained(), self._writing():
            self._connection.execute("INSERT OR REPLACE INTO kept (subject, clause) VALUES (?, ?)", (subject, clause))

    def let_go(self, subject: str) -> None:
        """What is sealed about a subject need not be kept any more."""
        with self._explained(), self._writing():
            self._connection.execute("DELETE FROM kept WHERE subject = ?", (subject,))

    def kept(self) -> dict[str, str]:
        """The subjects whose keys must be kept, each with its clause."""
        with self._explained():
            return dict(self._connection.execute(KEPT))

    def erasable(self, subject: str | None, day: str | None) -> list[KeyRecord]:
        """What `erase` would destroy; of a day or a family, not what must be kept."""
        kept = self.kept()
        return [
            each
            for each in self._found(subject, day)
            if each.subject not in LASTING and not mark_on(kept, each.subject)
        ]

    def staying(self, subject: str | None, day: str | None) -> dict[str, str]:
        """What of a day or a family is not erased because it must be kept, by its mark, each with its clause."""
        kept = self.kept()
        marks = {mark_on(kept, each.subject) for each in self._found(subject, day)}
        return {mark: kept[mark] for mark in sorted(marks - {""})}

    def _found(self, subject: str | None, day: str | None) -> list[KeyRecord]:
        with self._explained():
            return [KeyRecord(*row) for row in self._connection.execute(LIVE, (subject, day))]

    def erase(self, subject: str | None, day: str | None, *, why: str) -> list[KeyRecord]:
        """Destroys the keys of a subject, of a day, or of a subject on a day, for ever; says which."""
        if subject is None and day is None:
            raise KeyProblem("expected a subject or a day whose keys are to be erased, found neither")
        if subject in LASTING:
            raise KeyProblem(f'the keys of "{subject}" are never erased: papers and names would be lost with them')
        kept = self.kept()
        mark = mark_on(kept, subject or "")
        if mark:
            about = f'the keys of "{subject}" are not erased: what is on record about it is kept by {kept[mark]}'
            raise KeyProblem(about)
        with self._explained():
            with self._writing():
                gone = self.erasable(subject, day)
                for each in gone:
                    self._connection.execute(
                        "UPDATE keys SET wrapped = NULL, erased_at = ?, why = ? WHERE id = ?", (_now(), why, each.id)
                    )
                    self._connection.execute("DELETE FROM names WHERE key = ?", (each.id,))
            self._wipe_log()
        return gone

    def close(self) -> None:
        """Closes the file. May be called twice."""
        self._connection.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def opens(self) -> bool:
        """Whether the master key is the one that has wrapped the others."""
        try:
            self._live(LOOKUP, "")
        except KeyProblem:
            return False
        return True

    def wrap_anew(self, master: bytes) -> int:
        """Wraps every key with another master key, all of them or none; how many."""
        anew = AESGCM(master)
        with self._explained():
            with self._writing():
                keys = [self._unwrapped(*row) for row in list(self._connection.execute(KEY))]
                for key in keys:
                    wrapped = _wrapped(anew, key)
                    self._connection.execute("UPDATE keys SET wrapped = ? WHERE id = ?", (wrapped, key.id))
            self._master = anew
            self._wipe_log()
        return len(keys)

    def _live(self, subject: str, day: str) -> Key | None:
        return self._first(LIVE_KEY, subject, day)

    def _first(self, query: str, *values: str) -> Key | None:
        row = self._connection.execute(query, values).fetchone()
        return None if row is None else self._unwrapped(*row)

    def _make(self, subject: str, day: str, size: int) -> Key:
        made = Key(secrets.token_hex(6), subject, day, secrets.token_bytes(size))
        self._connection.execute(
            "INSERT INTO keys (id, subject, day, wrapped, made_at) VALUES (?, ?, ?, ?, ?)",
            (made.id, subject, day, _wrapped(self._master, made), _now()),
        )
        return made

    def _unwrapped(self, key_id: str, subject: str, day: str, wrapped: bytes) -> Key:
        try:
            secret = self._master.decrypt(wrapped[:NONCE_BYTES], wrapped[NONCE_BYTES:], _bound(key_id, subject, day))
        except InvalidTag:
            raise KeyProblem(
                f"{self.folder / RING}: the key {key_id} was not wrapped by {self.folder / MASTER}, or was changed"
            ) from None
        return Key(key_id, subject, day, secret)

    def _wipe_log(self) -> None:
        """The write-ahead log holds the page with the wrapped key: it is carried over and cut to nothing."""
        try:
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError:
            raise KeyProblem(
                f"{self.folder / RING}: erased, but another process is reading, so that the write-ahead log could not"
                " be wiped yet: erase again"
            ) from None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except apsw.Error as fault:
            raise KeyProblem(f"{self.folder / RING}: the keyring cannot be used: {fault}") from None


def mark_on(kept: dict[str, str], subject: str) -> str:
    """The mark by which a subject must be kept, its own or that of a family it is of; empty where there is none."""
    parts = subject.split("/")
    names = (subject, *("/".join(parts[:many]) + "/" for many in range(1, len(parts))))
    return next((name for name in names if name in kept), "")


def make_keyring(folder: Path) -> Keyring:
    """The keyring in a folder, made if there is none."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _one_at_a_time(folder):
            if not (folder / MASTER).exists() and not (folder / RING).exists():
                write_whole(folder / MASTER, b64encode(secrets.token_bytes(KEY_BYTES)) + b"\n", mode=0o600)
            if not (folder / RING).exists():
                os.close(os.open(folder / RING, os.O_WRONLY | os.O_CREAT, 0o600))
            return open_keyring(folder)
    except OSError as fault:
        raise KeyProblem(f"{folder}: the keys cannot be read or written: {fault.strerror}") from None


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Of two processes that make a keyring, the second finds it made: a master key put over another loses its keys."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def open_keyring(folder: Path) -> Keyring:
    """The keyring in a folder; raises `KeyProblem` if there is none, or if it is not whole."""
    if not (folder / RING).is_file():
        raise KeyProblem(f"{folder}: expected the keyring of a floor, found no {RING}")
    if (folder / NEXT).exists():
        with closing_lock(_locked(folder, fcntl.LOCK_EX)):
            if (folder / NEXT).exists():  # otherwise another process was first, and has finished it
                end_rotation(folder)
    lock = _locked(folder, fcntl.LOCK_SH)
    try:
        ring = _opened(folder, _read_master(folder / MASTER))
    except BaseException:
        os.close(lock)
        raise
    ring.hold(lock)
    return ring


def _opened(folder: Path, master: bytes) -> Keyring:
    ring = _connected(folder, master)
    try:
        ring.key_for(LOOKUP)  # also shows whether the master key is the one that wrapped the others
    except KeyProblem:
        ring.close()
        raise
    return ring


def rotate_master(folder: Path, *, step: Callable[[str], None] = lambda _: None) -> int:
    """Another master key: every key is wrapped anew, the old one destroyed; how many keys. No process may use the ring
    meanwhile.

    Killed at any instant, the next to open the ring finds all keys under one of the two, and ends it. `step` is told
    what was just done.
    """
    try:
        lock = _locked(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise KeyProblem(f"{folder}: the keyring is in use: stop the floor first") from None
    with closing_lock(lock):
        if (folder / NEXT).exists():
            end_rotation(folder)
        fresh = secrets.token_bytes(KEY_BYTES)
        with closing(_opened(folder, _read_master(folder / MASTER))) as ring:
            write_whole(folder / NEXT, b64encode(fresh) + b"\n", mode=0o600)
            step("written")
            count = ring.wrap_anew(fresh)
        step("wrapped")
        end_rotation(folder, step=step)
        return count


def end_rotation(folder: Path, *, step: Callable[[str], None] = lambda _: None) -> None:
    """Brings a change of the master key to its end, or undoes it if no key was wrapped anew yet. Only while alone."""
    with closing(_connected(folder, _read_master(folder / NEXT))) as ring:
        took_over = ring.opens()
    if not took_over:
        (folder / NEXT).unlink()
        sync(folder)
        return
    overwrite(folder / MASTER)
    step("destroyed")
    (folder / NEXT).replace(folder / MASTER)
    sync(folder)
    step("replaced")


def _locked(folder: Path, how: int) -> int:
    handle = os.open(folder / IN_USE, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, how)
    except BaseException:
        os.close(handle)
        raise
    return handle


@contextmanager
def closing_lock(handle: int) -> Iterator[None]:
    """Releases a lock in the end."""
    try:
        yield
    finally:
        os.close(handle)


def _connected(folder: Path, master: bytes) -> Keyring:
    try:
        connection = apsw.Connection(str(folder / RING), flags=apsw.SQLITE_OPEN_READWRITE)
        connection.set_busy_timeout(PATIENCE_MS)
        for setting in (*SETTINGS, f"BEGIN IMMEDIATE; {CREATE} COMMIT"):
            connection.execute(setting)
    except apsw.Error as fault:
        raise KeyProblem(f"{folder / RING}: expected a keyring, found something else: {fault}") from None
    return Keyring(folder, connection, master)


def _read_master(path: Path) -> bytes:
    try:
        master = b64decode(path.read_bytes().strip(), validate=True)
    except OSError as fault:
        raise KeyProblem(f"{path}: the master key cannot be read: {fault.strerror}; bring it back") from None
    except ValueError:
        master = b""
    if len(master) != KEY_BYTES:
        raise KeyProblem(f"{path}: expected a master key of {KEY_BYTES} bytes in base64, found something else")
    return master


def _wrapped(master: AESGCM, key: Key) -> bytes:
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + master.encrypt(nonce, key.secret, _bound(key.id, key.subject, key.day))


def _bound(key_id: str, subject: str, day: str) -> bytes:
    """What a wrapped key is bound to, so that none can be put in the place of another."""
    return f"openetg key 1\0{key_id}\0{subject}\0{day}".encode()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
