"""One volume's file, opened for writing: the transactions that move its head.

Every one of them is conditional on the head it starts from, inside itself: a writer that does not hold the head
exactly as it is stored writes nothing. After a fault the owner closes this and asks no more.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import apsw
from msgspec.structs import astuple

from openetg.journal.chain import Group, Head, claimed_head, head_after, head_digest
from openetg.journal.sqlite.connecting import check_is_file, check_is_writable, check_whole_pages, connect_to_write
from openetg.journal.sqlite.faults import ENGINE_FAULTS, explained, let_go
from openetg.journal.sqlite.schema import (
    CLOSE,
    FORMAT,
    INSERT_CLOSING,
    INSERT_GROUP,
    MOVE_HEAD,
    SELECT_LAST_GROUP,
    Row,
    VolumeIdentity,
    closing_row,
    fill_new_volume,
    stored_group,
    stored_head,
    stored_identity,
)
from openetg.journal.sqlite.wal import TakingTurns, WalCheckpoints
from openetg.journal.store import JournalProblem, Volume

SETTLE_PATIENCE_MS = 200  # how long opening waits for readers before it leaves the rest of the WAL to a checkpoint


class VolumeWriter:
    """The file of the last volume. One thread at a time."""

    def __init__(self, path: Path, connection: apsw.Connection, identity: VolumeIdentity, *, patience_ms: int) -> None:
        self.path = path
        self.identity = identity
        self._connection = connection
        self._turns = TakingTurns()
        self._closed = False
        self.checkpoints = WalCheckpoints(path, lambda: connect_to_write(path, patience_ms=patience_ms), self._turns)
        connection.set_wal_hook(self._committed)
        self._execute = connection.cursor().execute

    def claim(self) -> Head | None:
        """Commits the head of the next epoch; None if the volume is closed and the journal goes on elsewhere."""
        with self._turns:
            with explained(self.path), self._undone_on_failure():
                self._execute("BEGIN IMMEDIATE")
                before, closed = sound_head(self.path, self._connection, self.identity)
                if closed:
                    self._execute("ROLLBACK")
                    return None
                after = claimed_head(before)
                self._execute(MOVE_HEAD, astuple(after) + _condition(before))
            self._execute("COMMIT")
            return after

    def move_head(self, before: Head, after: Head, *groups: Group) -> bool:
        """Commits the new head, and the groups that lead to it; whether the old head was the stored one."""
        values: Row = astuple(after) + _condition(before)
        with self._turns:
            return self._commit(MOVE_HEAD, values, INSERT_GROUP, *map(astuple, groups))

    def close_volume(self, before: Head, after: Head, *, next_day: str, snapshot: bytes | None) -> bool:
        """Closes the volume and keeps here what the next begins with; whether the head was the stored one."""
        values: Row = astuple(after) + _condition(before)
        with self._turns:
            return self._commit(CLOSE, values, INSERT_CLOSING, closing_row(next_day, snapshot))

    def become(self, volume: Volume, snapshot: bytes | None) -> None:
        """Turns a volume that was not used into another one."""
        with self._turns, self._undone_on_failure():
            self._execute("BEGIN IMMEDIATE")
            head, closed = sound_head(self.path, self._connection, self.identity)
            if closed or head != self.identity.volume.opening:
                raise JournalProblem(f"{self.path}: expected a volume that nobody has used, found it in use.")
            fill_new_volume(self._connection, journal_id=self.identity.journal_id, volume=volume, snapshot=snapshot)
            self._execute("COMMIT")

    def sound_head(self) -> tuple[Head, bool]:
        """The head, if it fits the last group, and whether the volume is closed."""
        with self._turns, explained(self.path), self._undone_on_failure():
            self._execute("BEGIN")
            found = sound_head(self.path, self._connection, self.identity)
            self._execute("COMMIT")
            return found

    def settle(self) -> None:
        """Copies a WAL that was left behind into the file.

        A sync that failed may leave pages in the WAL that can be read now and would be gone after a power cut. Once
        they are in the file and that is synced, what can be read stays.
        """
        with explained(self.path):
            self.set_patience(SETTLE_PATIENCE_MS)
            with suppress(apsw.BusyError):  # then someone has it open who goes on writing or reading it
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_FULL)

    def set_patience(self, patience_ms: int) -> None:
        """How long to wait for another process that is writing."""
        self._connection.set_busy_timeout(patience_ms)

    def empty_wal(self) -> bool:
        """Copies all of the WAL into the file and leaves it empty, so that the file can be taken away alone."""
        self.checkpoints.stop()
        if self.checkpoints.given_up:
            return False
        try:
            self.set_patience(SETTLE_PATIENCE_MS)
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except ENGINE_FAULTS:
            return False
        return True

    def close(self) -> None:
        """Closes the file. What is in the WAL stays there if it cannot be copied."""
        self.checkpoints.stop()
        if self.checkpoints.given_up and not self._closed:
            # Closing would make another checkpoint and delete the WAL; the next to open the file copies all of it.
            self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        self._closed = True
        let_go(self.path, self._connection)

    def _commit(self, move: str, values: Row, insert: str, *rows: Row) -> bool:
        execute = self._execute
        execute("BEGIN IMMEDIATE")
        execute(move, values)
        if self._connection.changes() != 1:
            execute("ROLLBACK")
            return False
        for row in rows:
            execute(insert, row)
        execute("COMMIT")
        return True

    def _committed(self, _connection: apsw.Connection, _name: str, wal_pages: int) -> int:
        self.checkpoints.committed(wal_pages)
        return apsw.SQLITE_OK

    @contextmanager
    def _undone_on_failure(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            with suppress(*ENGINE_FAULTS):
                self._execute("ROLLBACK")
            raise


def write_volume(path: Path, *, patience_ms: int) -> VolumeWriter:
    """Opens one volume's file for writing; refuses one whose head does not fit its last group."""
    check_is_file(path)
    check_is_writable(path)
    check_whole_pages(path)
    with ExitStack() as undo:
        connection = connect_to_write(path, patience_ms=patience_ms)
        undo.callback(let_go, path, connection)
        with explained(path):
            identity = stored_identity(str(path), connection)
            _check_format(path, identity)
            _check_wal_mode(path, connection)
        writer = VolumeWriter(path, connection, identity, patience_ms=patience_ms)
        writer.settle()
        writer.set_patience(patience_ms)
        writer.sound_head()
        undo.pop_all()
    return writer


def _check_format(path: Path, identity: VolumeIdentity) -> None:
    if identity.format != FORMAT:
        raise JournalProblem(
            f"{path}: expected a volume of format {FORMAT}, found one of format {identity.format}, written by an older"
            " OpenETG. It can be read as it is; to go on with the journal, run: etg journal restore"
            f" {path.parent} NEW-FOLDER"
        )


def _check_wal_mode(path: Path, connection: apsw.Connection) -> None:
    mode = connection.pragma("journal_mode", "wal")
    if mode != "wal":
        raise JournalProblem(f"{path}: expected a disk that allows SQLite's WAL mode, found mode {mode!r}.")


def sound_head(path: Path, connection: apsw.Connection, identity: VolumeIdentity) -> tuple[Head, bool]:
    """The head, if it is whole and fits the last group. Inside a transaction: two reads of one moment."""
    assert identity.format == FORMAT, "only volumes are written"
    head, closed = stored_head(str(path), connection, identity.format)
    digest = head_digest(sequence=head.sequence, at_ms=head.at_ms, epoch=head.epoch, hash=head.hash)
    if head.digest != digest:
        raise JournalProblem(f"{path}: the head row was changed: expected digest {digest.hex()}, found another.")
    row = connection.execute(SELECT_LAST_GROUP).fetchone()
    end = head_after(stored_group(str(path), row)) if row else identity.volume.opening
    if (head.sequence, head.at_ms, head.hash) != (end.sequence, end.at_ms, end.hash) or head.epoch < end.epoch:
        raise JournalProblem(
            f"{path}: head and groups disagree: expected the last group to end at entry {head.sequence}"
            f" with hash {head.hash.hex()}, found entry {end.sequence} with hash {end.hash.hex()}."
        )
    return head, closed


def _condition(head: Head) -> Row:
    return head.epoch, head.sequence, head.hash
