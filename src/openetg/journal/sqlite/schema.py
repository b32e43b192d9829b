"""The tables of one volume's file, the statements that touch them, and rows turned into values.

Format 3 is a volume: identity with the head it goes on from, the snapshot it opens with, its head, its groups and,
once it is closed, what the next volume begins with. Format 2 was the same without MACs, format 1 a whole journal in one
file; both are read for ever and written no more. A table here is never changed, only followed by a new format number.
"""

from hashlib import sha256
from typing import Any

import apsw
import msgspec
from msgspec.structs import astuple

from openetg.journal.chain import Group, Head, empty_head
from openetg.journal.store import JournalProblem, Volume

APPLICATION_ID = int.from_bytes(b"OETG", "big")
FORMAT = 3
FORMAT_WITHOUT_MACS = 2
FORMAT_OF_ONE_FILE = 1

# Bigger pages make commits of few entries slower, because each writes at least two pages to the WAL: with 16 kB pages
# single entries took 1.15 times as long and groups of 1000 0.8 times.
PAGE_SIZE = 4096

CREATE = f"""
PRAGMA page_size = {PAGE_SIZE};
PRAGMA auto_vacuum = NONE;
PRAGMA journal_mode = MEMORY;
PRAGMA synchronous = FULL;
PRAGMA fullfsync = ON;
BEGIN;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORMAT};
CREATE TABLE identity (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    journal_id TEXT NOT NULL,
    volume INTEGER NOT NULL,
    day TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    hash BLOB NOT NULL,
    digest BLOB NOT NULL
) STRICT;
CREATE TABLE opening_snapshot (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    sha256 BLOB NOT NULL,
    snapshot BLOB NOT NULL
) STRICT;
CREATE TABLE head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    sequence INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    hash BLOB NOT NULL,
    digest BLOB NOT NULL,
    closed INTEGER NOT NULL CHECK (closed IN (0, 1))
) STRICT;
CREATE TABLE groups (
    last INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    hash BLOB NOT NULL,
    body BLOB NOT NULL,
    mac BLOB NOT NULL
) STRICT;
CREATE TABLE closing (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    next_day TEXT NOT NULL,
    sha256 BLOB,
    snapshot BLOB
) STRICT;
"""
INSERT_IDENTITY = "INSERT OR REPLACE INTO identity VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_OPENING_SNAPSHOT = "INSERT OR REPLACE INTO opening_snapshot VALUES (1, ?, ?)"
INSERT_HEAD = "INSERT OR REPLACE INTO head VALUES (1, ?, ?, ?, ?, ?, 0)"
INSERT_GROUP = "INSERT INTO groups (first, last, epoch, at_ms, body, hash, mac) VALUES (?, ?, ?, ?, ?, ?, ?)"
INSERT_CLOSING = "INSERT INTO closing VALUES (1, ?, ?, ?)"
SELECT_IDENTITY = "SELECT journal_id, volume, day, sequence, at_ms, epoch, hash, digest FROM identity"
SELECT_OLD_IDENTITY = "SELECT journal_id FROM identity"
SELECT_OPENING_SNAPSHOT = "SELECT sha256, snapshot FROM opening_snapshot"
SELECT_HEAD = "SELECT sequence, at_ms, epoch, hash, digest, closed FROM head"
SELECT_OLD_HEAD = "SELECT sequence, at_ms, epoch, hash, digest, 0 FROM head"
SELECT_GROUPS = "SELECT first, last, epoch, at_ms, body, hash, mac FROM groups WHERE last > ? ORDER BY last"
SELECT_OLD_GROUPS = "SELECT first, last, epoch, at_ms, body, hash, x'' FROM groups WHERE last > ? ORDER BY last"
SELECT_LAST_GROUP = "SELECT first, last, epoch, at_ms, body, hash, mac FROM groups ORDER BY last DESC LIMIT 1"
SELECT_CLOSING = "SELECT next_day, sha256, snapshot FROM closing"
MOVE_HEAD = (
    "UPDATE head SET sequence = ?, at_ms = ?, epoch = ?, hash = ?, digest = ?"
    " WHERE epoch = ? AND sequence = ? AND hash = ? AND closed = 0"
)
CLOSE = (
    "UPDATE head SET sequence = ?, at_ms = ?, epoch = ?, hash = ?, digest = ?, closed = 1"
    " WHERE epoch = ? AND sequence = ? AND hash = ? AND closed = 0"
)

Row = tuple[Any, ...]


class VolumeIdentity(msgspec.Struct, frozen=True):
    """Which part of which journal a file is."""

    format: int
    journal_id: str
    volume: Volume


class ClosedVolume(msgspec.Struct, frozen=True):
    """What the volume after a closed one begins with, kept here until that one has its name, and after."""

    next_day: str
    snapshot: bytes | None


def fill_new_volume(connection: apsw.Connection, *, journal_id: str, volume: Volume, snapshot: bytes | None) -> None:
    """The rows a volume begins with. Inside a transaction that the caller ends."""
    connection.execute(INSERT_IDENTITY, (journal_id, volume.number, volume.day, *astuple(volume.opening)))
    connection.execute(INSERT_HEAD, astuple(volume.opening))
    if snapshot is not None:
        connection.execute(INSERT_OPENING_SNAPSHOT, (sha256(snapshot).digest(), snapshot))


def closing_row(day: str, snapshot: bytes | None) -> Row:
    """The values of the row that closes a volume."""
    return (day, None, None) if snapshot is None else (day, sha256(snapshot).digest(), snapshot)


def stored_identity(name: str, connection: apsw.Connection) -> VolumeIdentity:
    """Who a file says it is; refuses what is no volume and no journal of one file."""
    found = _format(name, connection)
    if found == FORMAT_OF_ONE_FILE:
        journal_id = _only_row(name, connection, SELECT_OLD_IDENTITY, (str,), "row that names the journal")[0]
        return VolumeIdentity(found, journal_id, Volume(1, "", empty_head(journal_id)))
    kinds = (str, int, str, int, int, int, bytes, bytes)
    journal_id, number, day, *opening = _only_row(name, connection, SELECT_IDENTITY, kinds, "row that names the volume")
    return VolumeIdentity(found, journal_id, Volume(number, day, Head(*opening)))


def stored_head(name: str, connection: apsw.Connection, of_format: int) -> tuple[Head, bool]:
    """The head, and whether the volume is closed."""
    statement = SELECT_OLD_HEAD if of_format == FORMAT_OF_ONE_FILE else SELECT_HEAD
    *head, closed = _only_row(name, connection, statement, (int, int, int, bytes, bytes, int), "head row")
    return Head(*head), bool(closed)


def stored_opening_snapshot(name: str, connection: apsw.Connection) -> bytes | None:
    """The snapshot the volume opens with, exactly as it was given."""
    rows = connection.execute(SELECT_OPENING_SNAPSHOT).fetchall()
    return _sound_snapshot(name, *rows[0]) if rows else None


def stored_closing(name: str, connection: apsw.Connection) -> ClosedVolume:
    """What the next volume begins with."""
    rows = connection.execute(SELECT_CLOSING).fetchall()
    if len(rows) != 1 or not isinstance(rows[0][0], str):
        raise JournalProblem(f"{name}: expected one row that closes the volume, found {len(rows)}.")
    _, digest, snapshot = rows[0]
    return ClosedVolume(rows[0][0], None if snapshot is None else _sound_snapshot(name, digest, snapshot))


def stored_group(name: str, row: Row) -> Group:
    """A group, if the row has the right kinds of values; what they say is for `verify` to judge."""
    if tuple(map(type, row)) != (int, int, int, int, bytes, bytes, bytes):
        kinds = ", ".join(type(value).__name__ for value in row)
        raise JournalProblem(f"{name}: expected four numbers and three blobs in a row of groups, found {kinds}.")
    return Group(*row)


def _sound_snapshot(name: str, digest: object, snapshot: object) -> bytes:
    if not isinstance(snapshot, bytes) or sha256(snapshot).digest() != digest:
        raise JournalProblem(f"{name}: expected a snapshot that fits its SHA-256, found a changed one.")
    return snapshot


def _format(name: str, connection: apsw.Connection) -> int:
    application_id = connection.pragma("application_id")
    if application_id != APPLICATION_ID:
        raise JournalProblem(
            f"{name}: expected a journal (application id {APPLICATION_ID}),"
            f" found a SQLite file of something else (application id {application_id})."
        )
    found = connection.pragma("user_version")
    if found not in {FORMAT, FORMAT_WITHOUT_MACS, FORMAT_OF_ONE_FILE}:
        age = "a newer" if found > FORMAT else "another"
        raise JournalProblem(
            f"{name}: expected journal format {FORMAT}, found format {found}: written by {age} OpenETG."
        )
    return int(found)


def _only_row(name: str, connection: apsw.Connection, statement: str, kinds: tuple[type, ...], what: str) -> Row:
    rows = connection.execute(statement).fetchall()
    if len(rows) != 1 or tuple(map(type, rows[0])) != kinds:
        raise JournalProblem(f"{name}: expected one {what}, found {len(rows)} rows: {rows!r:.200}.")
    return rows[0]
