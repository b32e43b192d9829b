"""A mirror: a second journal that is kept in step with the first, in a thread of its own.

Copies behind the writer's back, so the last entries may be missing there when the first is lost. A mirror that cannot
be reached is tried again and again and holds up nothing; one that another writer has claimed, or that holds another
journal, is an alarm. It must never claim the mirror.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from threading import Event, Thread

from openetg.journal import places
from openetg.journal.authentic import Authentic
from openetg.journal.copying import NotACopy, copy, open_target
from openetg.journal.store import Fenced, Reader, Store
from openetg.reports.audit.second_opinion import Alarm
from openetg.server.checks.backlog import AlarmRaised, Backlog

POLL_S = 0.05
RETRY_S = 2.0
CHECK_S = 0.02
"""How long the copy is read back at a time, before new entries are looked for again."""


class Mirror:
    """Keeps a copy of a journal at another address."""

    def __init__(self, source: str, target: str, authentic: Authentic | None = None) -> None:
        self.target = target
        self.sequence = 0
        """The last entry that is durable there."""
        self.trouble = ""
        """Why it is not in step now, while it tries again; empty if it is."""
        self.alarm: Alarm | None = None
        self._source = source
        self._authentic = authentic
        self.is_checked = False
        """Whether all that stood there was read back and holds, chain and MACs."""
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="mirror", daemon=True)

    def start(self) -> None:
        """From now on in the background."""
        self._thread.start()

    def stop(self) -> None:
        """Ends after the group under way."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def catch_up(self) -> None:
        """Copies what is missing, here and now."""
        with self._alarmed(), self._opened() as (source, target):
            check = self._check_of(target)
            self._copy(source, target)
            while self._goes_on_checking(check):
                pass

    def _run(self) -> None:
        while not self._stopping.is_set() and self.alarm is None:
            try:
                with self._alarmed():
                    self._keep_up()
            except Exception as fault:  # noqa: BLE001 - a copy that nobody fills any more must not look like one in step
                self.trouble = str(fault) or type(fault).__name__
                self._stopping.wait(RETRY_S)

    @contextmanager
    def _alarmed(self) -> Iterator[None]:
        """Turns faults that waiting does not mend into an alarm."""
        try:
            yield
        except (Fenced, NotACopy) as wrong:
            self._raise(str(wrong))
        except AlarmRaised as raised:
            self._raise(str(raised))

    def _raise(self, found: str) -> None:
        expected = f"a copy of the journal at {places.shown(self.target)}"
        self.alarm = Alarm(self.sequence, "mirror", expected, found)

    def _keep_up(self) -> None:
        with self._opened() as (source, target):
            check = self._check_of(target)
            while not self._stopping.is_set():
                if not self._copy(source, target) and not self._goes_on_checking(check):
                    self._stopping.wait(POLL_S)

    def _check_of(self, target: Store) -> Backlog:
        """A check of what the copy held before this process began to write: it may have been changed."""
        return Backlog(target, self._authentic, until=target.head().sequence, hash=None)

    def _goes_on_checking(self, check: Backlog) -> bool:
        more = check.step(until_s=time.monotonic() + CHECK_S)
        self.is_checked = not more
        return more

    @contextmanager
    def _opened(self) -> Iterator[tuple[Reader, Store]]:
        with ExitStack() as stack:
            source = stack.enter_context(closing(places.open_to_read(self._source)))
            yield source, stack.enter_context(closing(open_target(self.target, source.journal_id)))

    def _copy(self, source: Reader, target: Store) -> bool:
        """Copies some groups; returns whether there were any."""
        before = self.sequence = target.head().sequence
        for step in copy(source, target):
            self.sequence = step.sequence
            if self._stopping.is_set():
                break
        self.trouble = ""
        return self.sequence > before
