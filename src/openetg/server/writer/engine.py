"""The adapter around the writer: clock, store, thread, and the loop that turns orders into durable groups.

One group in flight: step, append in a thread, committed, publish. A commit that fails has an unknown outcome, so the
engine stops the floor there and then; the next start reads the journal and answers from it. With a new gaming day the
journal goes on in a new volume, between two groups; rounds run on over it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from openetg.floor.commands import BeginDay, Order
from openetg.floor.core.snapshot import encode_snapshot, snapshot_hash
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.rounds.clockwork import next_due_ms
from openetg.floor.state import SHAPE, Floor
from openetg.journal.chain import Head
from openetg.journal.store import Lease, Reader, Store
from openetg.reports.audit.recovery import recover
from openetg.server.guests.exchange import Exchange
from openetg.server.writer.attendants import Attendant
from openetg.server.writer.quarantine import Quarantine
from openetg.server.writer.writer import Decided, DecidedGroup, Writer

LINGER_MS = 4
"""How long a small group waits for company, when company is to be expected: many tiny commits cost more."""
LINGER_BELOW = 64
"""A group of this size does not wait."""
LONGEST_WAIT_MS = 250
"""The longest time between two calls of the attendants."""
CALENDAR = "calendar"
"""The sender of new gaming days; the day is its boot number, so that no day begins twice."""

DayOf = Callable[[int], str]
"""The gaming day of a moment, such as 2026-11-15."""


class Clock:
    """Milliseconds since 1970 that never go back: the wall clock at the start, the monotonic clock since.

    A wall clock that stands before the last entry of the journal was put back: then time goes on from that entry, or
    the floor would stand still until the clock has caught up.
    """

    def __init__(self, *, not_before_ms: int = 0) -> None:
        self._wall_ms = max(time.time_ns() // 1_000_000, not_before_ms)
        self._monotonic_ns = time.monotonic_ns()

    def now_ms(self) -> int:
        """The time now, never before the last answer."""
        return self._wall_ms + (time.monotonic_ns() - self._monotonic_ns) // 1_000_000


def read_floor(journal: Reader) -> Floor:
    """The floor that the journal's entries make; `recover` also says how it was read, and uses snapshot files."""
    return recover(journal).floor


class Engine:
    """Runs a writer on a store."""

    def __init__(
        self,
        store: Store,
        lease: Lease,
        writer: Writer,
        clock: Clock,
        *,
        day_of: DayOf | None = None,
        quarantine: Quarantine | None = None,
    ) -> None:
        self.writer = writer
        self._day_of = day_of
        """None means that the floor has no gaming days."""
        self.clock = clock
        self._woken = asyncio.Event()
        # Terminals wake the writer only: their wagers do not concern devices and clocks.
        self.exchange = Exchange(writer, wake=self._woken.set)
        self.attendant: Attendant | None = None
        self._store = store
        self._lease = lease
        self.quarantine = quarantine or Quarantine()
        self._look = True
        """Whether something has come that the attendants must look at."""
        self._look_at_ms = 0
        """The latest time at which the attendants are called."""
        self._stepped_ns = 0
        self._per_ms = 0.0
        """Orders per millisecond, measured with the last group."""
        self._stopping = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self.after_commit: Callable[[], None] = lambda: None
        self.watchers: list[Callable[[tuple[Decided, ...]], None]] = []
        """Components told of a commit that held more than wagers of terminals: consoles, displays, metrics."""

    @property
    def head(self) -> Head:
        """The last committed entry of the journal."""
        return self._lease.head

    def wake(self) -> None:
        """Called when an order waits or a device has sent something."""
        self._look = True
        self._woken.set()

    def stop(self) -> None:
        """Lets `run` end once the group under way and what waits by then are committed, answered and published."""
        self._stopping = True
        self.wake()

    async def run(self) -> None:
        """Runs until stopped, or until a commit fails: then it raises what the store raised.

        Not to be cancelled: the store belongs to its thread until the append there is done.
        """
        while not self._stopping:
            await self._wait()
            await self.turn()
        await self._commit(self.writer.step(self._now_ms(), last=True))

    async def turn(self) -> None:
        """Decides, commits and publishes one group."""
        self._attend()
        if 0 < self.writer.waiting < LINGER_BELOW and self._per_ms * LINGER_MS >= 1:
            await asyncio.sleep(LINGER_MS / 1000)
        self._woken.clear()
        now_ms = self._now_ms()
        if self._day_of is not None:
            await self._keep_day(self._day_of(now_ms))
        await self._commit(self.writer.step(now_ms))
        if self.writer.waiting:
            self._woken.set()

    async def _commit(self, group: DecidedGroup | None) -> None:
        """Makes a group durable, then tells the senders and the watchers."""
        if group is None:
            return
        self._keep_pace(len(group.decided))
        if group.aside:
            await asyncio.to_thread(self.quarantine.keep, group.aside)
        if group.entries:
            loop = asyncio.get_running_loop()
            self._lease = await loop.run_in_executor(self._thread, self._store.append, self._lease, group.entries)
        decided = self.writer.committed(group)
        if self.exchange.publish(decided, self._lease.head.hash):
            self._look = True
            for watch in self.watchers:
                watch(decided)
        self.after_commit()

    def _attend(self) -> None:
        """Calls the attendants, unless only wagers came since the last call and nothing is due."""
        now_ms = self._now_ms()
        if not self._look and now_ms < self._look_at_ms:
            return
        self._look = False
        wake_ms = None
        if self.attendant is not None:
            self.attendant.tick(now_ms)
            wake_ms = self.attendant.next_wake_ms()
        times = [next_due_ms(self.writer.floor), wake_ms, now_ms + LONGEST_WAIT_MS]
        self._look_at_ms = min(each for each in times if each is not None)

    def _keep_pace(self, orders: int) -> None:
        """Measures how fast orders come, from those since the group before."""
        now_ns = time.monotonic_ns()
        self._per_ms = orders * 1_000_000 / max(now_ns - self._stepped_ns, 1)
        self._stepped_ns = now_ns

    async def _keep_day(self, day: str) -> None:
        """Makes a new day the next entry, as the first of a new volume; the very first day needs no new volume."""
        floor = self.writer.floor
        if day <= floor.premises.day:
            return
        snapshot = encode_snapshot(floor)
        if floor.premises.day:
            loop = asyncio.get_running_loop()
            day = await loop.run_in_executor(self._thread, self._roll, day, snapshot)
        command = BeginDay(day, snapshot_hash(snapshot), SHAPE, LOGIC)
        self.writer.put_first(Order(CALENDAR, int(day.replace("-", "")), 1, command), _day_has_begun)

    def _roll(self, day: str, snapshot: bytes) -> str:
        """Opens a volume and returns its day: a writer may have stopped between a roll and the first entry after it."""
        newest = self._store.volumes()[-1]
        if newest.number > 1 and newest.opening.sequence == self._lease.head.sequence:
            return newest.day
        self._lease = self._store.roll(self._lease, day=day, snapshot=snapshot)
        return day

    def _now_ms(self) -> int:
        return max(self.clock.now_ms(), self.writer.floor.at_ms)

    async def _wait(self) -> None:
        """Waits until an order waits or something is due."""
        if self._look or self._woken.is_set():
            return
        patience_ms = max(self._look_at_ms - self._now_ms(), 0)
        timer = asyncio.get_running_loop().call_later(patience_ms / 1000, self._woken.set)
        await self._woken.wait()
        timer.cancel()


def _day_has_begun(told: object) -> None:
    assert isinstance(told, Decided), f"a day begins once: {told}"
    assert isinstance(told.verdict, tuple), f"a day begins when it comes: {told.verdict}"
