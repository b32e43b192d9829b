"""Extends a journal in PostgreSQL: every commit is conditional on the stored head, and its outcome is known or unknown.

Known means that the server confirmed the commit and said nothing besides. Everything else (an error, a warning, a cut
line, an interruption) stops the store: the group may be durable all the same. This module must never cancel or limit
the time of a commit, because the server answers a cancelled wait for its standby with success and a warning.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

import asyncpg  # type: ignore[import-untyped]
from msgspec.structs import astuple

from openetg.journal.chain import Group, Head, claimed_head, empty_head, group_after, head_after
from openetg.journal.entry import Entry
from openetg.journal.keeping import Keeping
from openetg.journal.postgres import tables
from openetg.journal.postgres.address import Address
from openetg.journal.postgres.end import End, sound_end
from openetg.journal.postgres.faults import explained, words
from openetg.journal.postgres.reader import PostgresReader
from openetg.journal.postgres.session import ENGINE_FAULTS, Row, StoreSession
from openetg.journal.store import JournalProblem, Lease, Volume, end_of_copied


class _Warned(asyncpg.InterfaceError):  # type: ignore[misc]
    """The server confirmed a commit but added something: it may mean that a standby does not have it."""


class PostgresStore(Keeping):
    """A journal opened for writing: one session that writes, and a reader beside it."""

    def __init__(self, address: Address, writer: StoreSession, reader: PostgresReader, *, patience_ms: int) -> None:
        super().__init__(address.shown, reader)
        self._address = address
        self._writer = writer
        self._reader = reader
        self._patience_ms = patience_ms
        with explained(self._place):
            self._append = writer.prepare(tables.APPEND)
            self._roll = writer.prepare(tables.ROLL)
            self._volume = self._end().volume

    def claim(self) -> Lease:
        """See `Store.claim`; how an earlier commit of unknown outcome is settled here:

        An append holds the lock of the head row from its update until its transaction is over, while it waits for
        a standby too. Locking the row therefore waits for an append in flight, and an append that comes later finds
        another epoch and writes nothing. What can be read then is what there is. Our own commit comes after it in
        the server's log, which a standby receives in order: once the claim is confirmed, so is all before it.
        """
        self._refuse_if_over()
        with explained(self._place), self._undone_on_failure():
            self._begin_with_head_locked()
            end = self._end()
            before, after = end.head, claimed_head(end.head)
            moved = self._writer.fetch(tables.CLAIM, after.epoch, after.digest, *_condition(before))
            assert len(moved) == 1, "a locked head stays where it is"
        with self._stopping_on_failure():
            self._commit()
        self._volume = end.volume
        return Lease(after)

    def append(self, lease: Lease, entries: Sequence[Entry]) -> Lease:
        self._refuse_if_over()
        group = group_after(lease.head, entries, self._mac_of)
        after = head_after(group)
        if not self._moved(self._append, *astuple(group), after.digest, *_condition(lease.head), self._volume):
            raise self._fenced(lease.head)
        return Lease(after)

    def roll(self, lease: Lease, *, day: str, snapshot: bytes) -> Lease:
        self._refuse_if_over()
        if not self._moved(self._roll, day.encode(), snapshot, *_condition(lease.head), self._volume):
            raise self._fenced(lease.head)
        self._volume += 1
        return lease

    def copy_volume(self, volume: Volume, snapshot: bytes | None) -> None:
        self._refuse_if_over()
        end = self._current_end()
        if self._has_begun(end, volume):
            return
        first = end.volume_count == 1 and end.head == empty_head(self.journal_id)
        if not first:
            self._check_volume_follows(end.head, end.volume + 1, volume)
        with explained(self._place):
            statement = self._writer.prepare(tables.COPY_FIRST_VOLUME if first else tables.COPY_VOLUME)
        begun = (volume.number, volume.day.encode(), *astuple(volume.opening), snapshot)
        if not self._moved(statement, *begun, *_condition(end.head), end.volume):
            raise self._fenced(end.head)
        self._volume = volume.number

    def copy_groups(self, groups: Sequence[Group]) -> None:
        self._refuse_if_over()
        end = self._current_end()
        after = end_of_copied(self._place, end.head, groups)
        with explained(self._place):
            statement = self._writer.prepare(tables.COPY_GROUPS)
        columns = [list(column) for column in zip(*map(astuple, groups), strict=True)]
        if not self._moved(statement, *columns, *astuple(after), *_condition(end.head), end.volume):
            raise self._fenced(end.head)

    def forget_volume(self, number: int) -> None:
        """See `Store.forget_volume`; in a session of its own, because removing a day takes its time."""
        self._refuse_if_over()
        with explained(self._place):
            session = StoreSession(self._address, writing=True, primary=True)
            try:
                gone = session.fetch(tables.FORGET_VOLUME, number)
            finally:
                session.close()
        if not gone:
            raise JournalProblem(
                f"{self._place}: expected to remove the oldest volume, closed, found volume {number} asked for"
                f" and {self._reader.volumes()[0]} the oldest."
            )

    def close(self) -> None:
        self._closed = True
        self._reader.close()
        self._writer.close()

    def _moved(self, statement: Callable[..., list[Row]], *values: object) -> bool:
        """Runs a statement that moves the head, in a transaction of its own; whether it found the head it expects."""
        with self._stopping_on_failure():
            rows = statement(*values)
            self._refuse_notices()
        return len(rows) > 0

    def _commit(self) -> None:
        tag = self._writer.execute("COMMIT")
        if tag != "COMMIT":  # the server ends a transaction that failed with ROLLBACK, and calls that success
            raise asyncpg.InterfaceError(f"COMMIT was answered with {tag}")
        self._refuse_notices()

    def _refuse_notices(self) -> None:
        if self._writer.notices:
            raise _Warned("; ".join(self._writer.notices))

    def _end(self) -> End:
        return sound_end(self._place, self.journal_id, self._writer.fetch(tables.SELECT_END))

    def _current_end(self) -> End:
        with explained(self._place):
            end = self._end()
        self._volume = end.volume
        return end

    def _has_begun(self, end: End, volume: Volume) -> bool:
        """Whether this is the volume we are in, so that a copy broken off here can go on."""
        ours = self._reader.volumes()[-1]
        return end.volume == volume.number and (ours.day, ours.opening) == (volume.day, volume.opening)

    def _begin_with_head_locked(self) -> None:
        try:
            self._lock_head()
        except asyncpg.LockNotAvailableError:
            self._writer.execute("ROLLBACK")
            self._end_older_sessions()
            self._lock_head_or_tell_who_holds_it()

    def _lock_head(self) -> None:
        self._writer.execute(f"BEGIN; SET LOCAL lock_timeout = {self._patience_ms}; {tables.LOCK_HEAD}")

    def _end_older_sessions(self) -> None:
        """An append that does not end has lost its client, or waits for a standby that does not answer.

        Ending its session settles it either way: undone, or committed here and confirmed together with our claim.
        """
        self._reader.fetch(tables.END_OLDER_SESSIONS, self._patience_ms, self._own_pids())

    def _lock_head_or_tell_who_holds_it(self) -> None:
        try:
            self._lock_head()
        except asyncpg.LockNotAvailableError as fault:
            holders = self._reader.fetch(tables.SELECT_HOLDERS, self._own_pids())
            named = ", ".join("process {} of role {} ({})".format(*holder) for holder in holders) or "nobody any more"
            raise JournalProblem(
                f"{self._place}: expected the journal to be free, found its head locked by {named}."
            ) from fault

    def _own_pids(self) -> list[int]:
        return [self._writer.server_pid, self._reader.server_pid]

    @contextmanager
    def _undone_on_failure(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            if self._writer.in_transaction:  # outside of one the server would warn, and a warning stops the store
                with suppress(*ENGINE_FAULTS):
                    self._writer.execute("ROLLBACK")
            raise

    @contextmanager
    def _stopping_on_failure(self) -> Iterator[None]:
        try:
            yield
        except ENGINE_FAULTS as fault:
            self._stop(words(fault))
            raise self._unknown_outcome(words(fault)) from fault
        except BaseException:
            self._stop("interrupted")
            raise

    def _stop(self, cause: str) -> None:
        """Closes the connection at once, so that the next writer need not wait for our `close`."""
        self._stopped = cause
        self._writer.terminate()


def _condition(head: Head) -> tuple[int, int, bytes]:
    return head.epoch, head.sequence, head.hash
