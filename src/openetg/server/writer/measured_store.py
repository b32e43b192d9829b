"""A store that also counts: how many groups and entries became durable, how long each commit took, whether one failed.

It passes everything on and decides nothing. Counting is a few additions a group, in the journal's own thread; a reader
of the figures may see one group more in one of them than in another.
"""

from __future__ import annotations

import logging
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from openetg.journal.chain import Group, Head, MacOf
from openetg.journal.entry import Entry
from openetg.journal.store import Lease, Store, Volume

BOUNDS_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the commits that are counted together."""
SLOW_S = 0.25
"""A commit that took longer is logged: players have waited for it."""
QUIET_S = 10.0
"""Slow commits are logged at most so often; a slow disk makes many."""

_log = logging.getLogger("openetg.journal")


class Commits(Struct):
    """What was counted since the start."""

    groups: int = 0
    entries: int = 0
    seconds: float = 0.0
    within: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS_S) + 1))
    """How many commits took up to each bound, and how many longer than the last."""
    slow: int = 0
    failed: bool = False
    """Whether a commit had an unknown outcome: then this process takes no more decisions."""


class MeasuredStore:
    """Another store, measured."""

    def __init__(self, store: Store) -> None:
        self.commits = Commits()
        self._store = store
        self._told_s = float("-inf")

    def append(self, lease: Lease, entries: Sequence[Entry]) -> Lease:
        """As the store does."""
        began_s = time.perf_counter()
        try:
            extended = self._store.append(lease, entries)
        except BaseException as fault:
            self.commits.failed = True
            _log.error("a commit failed: the floor stops", extra={"why": str(fault), "entries": len(entries)})
            raise
        self._count(time.perf_counter() - began_s, len(entries))
        return extended

    def _count(self, took_s: float, entries: int) -> None:
        commits = self.commits
        commits.groups += 1
        commits.entries += entries
        commits.seconds += took_s
        commits.within[bisect_left(BOUNDS_S, took_s)] += 1
        if took_s <= SLOW_S:
            return
        commits.slow += 1
        now_s = time.monotonic()
        if now_s - self._told_s >= QUIET_S:
            self._told_s = now_s
            fields = {"took_ms": round(took_s * 1000), "entries": entries, "slow_commits": commits.slow}
            _log.warning("slow commit", extra=fields)

    @property
    def journal_id(self) -> str:
        """As the store says."""
        return self._store.journal_id

    def head(self) -> Head:
        """As the store says."""
        return self._store.head()

    def groups(self, *, after_sequence: int) -> Iterator[Group]:
        """As the store says."""
        return self._store.groups(after_sequence=after_sequence)

    def entries(self, *, after_sequence: int) -> Iterator[Entry]:
        """As the store says."""
        return self._store.entries(after_sequence=after_sequence)

    def volumes(self) -> Sequence[Volume]:
        """As the store says."""
        return self._store.volumes()

    def opening_snapshot(self, number: int) -> bytes | None:
        """As the store says."""
        return self._store.opening_snapshot(number)

    def authenticate(self, mac_of: MacOf) -> None:
        """As the store does."""
        self._store.authenticate(mac_of)

    def claim(self) -> Lease:
        """As the store does."""
        return self._store.claim()

    def roll(self, lease: Lease, *, day: str, snapshot: bytes) -> Lease:
        """As the store does."""
        return self._store.roll(lease, day=day, snapshot=snapshot)

    def copy_volume(self, volume: Volume, snapshot: bytes | None) -> None:
        """As the store does."""
        self._store.copy_volume(volume, snapshot)

    def copy_groups(self, groups: Sequence[Group]) -> None:
        """As the store does."""
        self._store.copy_groups(groups)

    def forget_volume(self, number: int) -> None:
        """As the store does."""
        self._store.forget_volume(number)

    def close(self) -> None:
        """As the store does."""
        self._store.close()
