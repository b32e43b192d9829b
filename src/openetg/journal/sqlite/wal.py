"""Checkpoints of the WAL, which are not the signed ones of a journal: committed pages are copied into the file,
beside the appends, so that the WAL is used again.

A thread with a connection of its own copies with PASSIVE, which holds up no writer; but PASSIVE never lets a busy
writer begin the WAL anew. So the few pages that came meanwhile are copied with RESTART while the writer waits for its
turn. This module must never make an append fail: what a checkpoint cannot copy stays in the WAL, which is durable, and
the next one tries again. A fault is written to the log and kept for the caller. After one of the disk itself there is
no next one: what was copied before it may be lost although it can still be read, and only the WAL has it for certain.
"""

from collections.abc import Callable
from logging import getLogger
from pathlib import Path
from threading import Event, Lock, Thread

import apsw

from openetg.journal.sqlite.connecting import sync_ahead
from openetg.journal.sqlite.faults import ENGINE_FAULTS, explanation, let_go
from openetg.journal.store import JournalProblem

WAL_PAGES = 1_000  # 4 MB: more at once makes appends wait longer for the disk, without making them faster
AGAIN_PAGES = 250  # how much the WAL grows before another try, if readers or a fault stood in the way
LEFT_PAGES = 40  # how little must be left before the writer is asked to wait
PASSES_MAX = 5
RESTART_PATIENCE_MS = 20  # how long a writer may be kept waiting for a reader to finish

log = getLogger(__name__)


class TakingTurns:
    """One at a time, and who waits comes next. A plain lock would let a busy writer pass by a waiting thread."""

    def __init__(self) -> None:
        self._next = Lock()
        self._now = Lock()

    def __enter__(self) -> None:
        with self._next:
            self._now.acquire()

    def __exit__(self, *_: object) -> None:
        self._now.release()


class WalCheckpoints:
    """Keeps the WAL of one volume short. `committed` is called after each commit, by the thread that writes."""

    def __init__(self, path: Path, connect: Callable[[], apsw.Connection], turns: TakingTurns) -> None:
        self._path = path
        self._connect = connect
        self._turns = turns
        self._due_at_pages = WAL_PAGES
        self._connection: apsw.Connection | None = None
        self._due = Event()
        self._over = False
        self._under_way = False
        self._thread: Thread | None = None
        self._running = Lock()
        self.given_up = False
        """Whether the disk has failed: then the WAL must stay as it is."""
        self.fault: str | None = None
        """What the last checkpoint met, nothing if it went well."""

    def committed(self, wal_pages: int) -> None:
        """Takes note of how long the WAL is; never waits."""
        if wal_pages < self._due_at_pages or self._under_way or self._over or self.given_up:
            return
        self._under_way = True
        self._due.set()
        if self._thread is None:
            self._thread = Thread(target=self._run, name=f"checkpoints of {self._path.name}", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Waits for a checkpoint under way and makes no more."""
        self._over = True
        self._due.set()
        if self._thread is not None:
            self._thread.join()
        with self._running:
            self._disconnect()

    def once(self) -> bool:
        """Makes one checkpoint now; whether the WAL begins anew."""
        with self._running:
            if self.given_up:
                return False
            try:
                restarted = self._once()
            except apsw.BusyError:  # a reader, or a checkpoint of another process: the next commits will ask again
                return False
            except (apsw.IOError, OSError) as fault:
                self.given_up = True
                self._tell(f"{self._path}: expected a disk that works, found a fault: {fault}.")
                return False
            except ENGINE_FAULTS as fault:
                self._tell(f"{self._path}: {explanation(fault)} (SQLite says: {fault}).")
                return False
            except JournalProblem as problem:
                self._tell(str(problem))
                return False
            self.fault = None
            return restarted

    def _run(self) -> None:
        while True:
            self._due.wait()
            self._due.clear()
            if self._over:  # looked at after clearing: `stop` sets it before it sets the event
                return
            self.once()
            self._under_way = False

    def _once(self) -> bool:
        connection = self._connected()
        pages = self._copied(connection)
        # Again, for what was committed meanwhile, to leave the writer little to wait for.
        for _ in range(PASSES_MAX):
            before, pages = pages, self._copied(connection)
            if pages - before <= LEFT_PAGES:
                break
        sync_ahead(self._path)
        with self._turns:
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_RESTART)
            self._due_at_pages = WAL_PAGES
        return True

    def _copied(self, connection: apsw.Connection) -> int:
        """Copies what can be copied without anyone waiting; how many pages are in the WAL."""
        pages, _ = connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        self._due_at_pages = pages + AGAIN_PAGES
        return pages

    def _connected(self) -> apsw.Connection:
        if self._connection is None:
            self._connection = self._connect()
            self._connection.set_busy_timeout(RESTART_PATIENCE_MS)
            # A connection that has not read does not know that there is a WAL.
            self._connection.execute("SELECT one FROM head").fetchall()
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            let_go(self._path, self._connection)
            self._connection = None

    def _tell(self, fault: str) -> None:
        """A fault stops nothing: all that was committed is in the WAL and stays there. But it is not silent."""
        self._disconnect()
        self._due_at_pages += AGAIN_PAGES
        self.fault = fault
        log.warning("A checkpoint failed, what is committed stays in the WAL. %s", fault)
