"""How fast a journal takes entries, beside a bare file on the same disk in the same run.

The candidates are interleaved: each round measures all of them, one after the other, and the ratios come from the
medians. Nothing here asserts a time.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec

from openetg.journal import places
from openetg.journal.authentic import Authentic
from openetg.journal.chain import claimed_head, empty_head, group_after, head_after
from openetg.journal.entry import Entry, encode_entries
from openetg.journal.store import Reader, Store
from openetg.journal.verify import Intact, verify
from openetg.keys.keyring import Key
from openetg.keys.macs import MacKeys

SIZES = (1, 10, 100, 1000)
FILE_BYTES = 64 << 20
START_MS = 1_794_745_697_000
COMMAND = (
    b'{"sender":"t-0042","boot":1794745697138,"number":%d,'
    b'"command":{"type":"place_wager","table":"A","spot":"split:14-17","amount":500}}'
)
VERDICT = (
    b'[{"type":"wager_placed","wager":%d,"table":"A","round":812,"terminal":"t-0042",'
    b'"spot":"split:14-17","amount":500,"transfers":[["meter","in_play",500]]}]'
)
GOALS = {(1, "encoded"): 0.6, (100, "encoded"): 0.7}
VERIFY_GOAL = 100_000

Append = Callable[[list[Entry]], None]


class Sample(msgspec.Struct):
    """One round of one candidate."""

    entries_per_s: float
    latencies_ms: list[float]


class BareFile:
    """A file that has its full size already: written in place, synced with fdatasync."""

    def __init__(self, path: Path, *, encoded: bool) -> None:
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT)
        for offset in range(0, FILE_BYTES, 1 << 20):
            os.pwrite(self._handle, bytes(1 << 20), offset)
        os.fsync(self._handle)
        self._offset = 0
        self._encoded = encoded
        self._head = claimed_head(empty_head("bench"))
        self._ready: dict[int, bytes] = {}

    def append(self, entries: list[Entry]) -> None:
        if self._encoded:
            group = group_after(self._head, entries)
            self._head = head_after(group)
            self._write(group.hash + group.body)
        else:
            self._write(self._ready.get(len(entries)) or self._make_ready(entries))

    def close(self) -> None:
        os.close(self._handle)

    def _make_ready(self, entries: list[Entry]) -> bytes:
        return self._ready.setdefault(len(entries), bytes(32) + encode_entries(entries))

    def _write(self, data: bytes) -> None:
        if self._offset + len(data) > FILE_BYTES:
            self._offset = 0
        os.pwrite(self._handle, data, self._offset)
        os.fdatasync(self._handle)
        self._offset += len(data)


class Journal:
    """The store itself, as a floor uses it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lease = store.claim()

    def append(self, entries: list[Entry]) -> None:
        self._lease = self.store.append(self._lease, entries)

    def close(self) -> None:
        self.store.close()


def authenticated(store: Store) -> Store:
    """The store of a floor: every group carries its MAC."""
    keys = [Key("0a" * 6, "journal", "1", bytes(range(32)))]
    store.authenticate(Authentic(store.journal_id, MacKeys(keys, lambda: keys)).mac_of)
    return store


def numbered(first: int, count: int) -> list[Entry]:
    """Entries of the size of a wager."""
    return [Entry(n, START_MS + n, COMMAND % n, VERDICT % n) for n in range(first, first + count)]


def measure(append: Append, first: int, *, size: int, entry_count: int) -> Sample:
    """Appends groups of one size."""
    groups = [numbered(n, size) for n in range(first, first + entry_count, size)]
    latencies = []
    start = time.perf_counter()
    before = start
    for group in groups:
        append(group)
        after = time.perf_counter()
        latencies.append((after - before) * 1000)
        before = after
    return Sample(entry_count / (before - start), latencies)


def entries_in_a_round(size: int) -> int:
    return {1: 2_000, 10: 20_000, 100: 60_000}.get(size, 100_000)


def run(candidates: dict[str, BareFile | Journal], *, rounds: int, scale: float) -> dict[tuple[int, str], list[Sample]]:
    samples: dict[tuple[int, str], list[Sample]] = {}
    first = dict.fromkeys(candidates, 1)
    for size in SIZES:
        count = max(size * 3, int(entries_in_a_round(size) * scale) // size * size)
        for number in range(rounds + 1):
            for name, candidate in candidates.items():
                sample = measure(candidate.append, first[name], size=size, entry_count=count)
                first[name] += count
                if number:  # the first round warms up: it grows the WAL
                    samples.setdefault((size, name), []).append(sample)
    return samples


def show(samples: dict[tuple[int, str], list[Sample]], names: list[str]) -> None:
    sys.stdout.write(f"{'batch':>5} {'':12} {'entries/s':>10} {'×encoded':>9} {'×bare':>6}  p50/p99/worst ms\n")
    for size in SIZES:
        speeds = {name: statistics.median(s.entries_per_s for s in samples[size, name]) for name in names}
        for name in names:
            latencies = sorted(ms for sample in samples[size, name] for ms in sample.latencies_ms)
            p50, p99 = latencies[len(latencies) // 2], latencies[int(len(latencies) * 0.99)]
            sys.stdout.write(
                f"{size:5} {name:12} {speeds[name]:10,.0f} {speeds[name] / speeds['encoded']:9.2f}"
                f" {speeds[name] / speeds['bare']:6.2f}  {p50:.2f} / {p99:.2f} / {latencies[-1]:.2f}\n"
            )
        if wanted := GOALS.get((size, "encoded")):
            sys.stdout.write(f"      wanted: sqlite at least {wanted} of the file with encoded groups\n")


def show_verify(journal: Reader, name: str) -> None:
    start = time.perf_counter()
    found = verify(journal)
    seconds = time.perf_counter() - start
    assert isinstance(found, Intact), found
    sys.stdout.write(
        f"verify {name}: {found.head.sequence / seconds:,.0f} entries/s of {found.head.sequence:,}"
        f" (wanted: at least {VERIFY_GOAL:,})\n"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", help="where to write; a real disk, not memory")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--scale", type=float, default=1.0, help="less than 1 for a quick look")
    options.add_argument("--postgresql", metavar="URL", help="an empty database to measure beside SQLite")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as scratch, ExitStack() as opened:
        folder = Path(scratch)
        candidates: dict[str, BareFile | Journal] = {
            "bare": BareFile(folder / "bare", encoded=False),
            "encoded": BareFile(folder / "encoded", encoded=True),
            "without MAC": Journal(places.create(str(folder / "without"), journal_id="bench")),
            "sqlite": Journal(authenticated(places.create(str(folder / "journal"), journal_id="bench"))),
        }
        if given.postgresql:
            candidates["postgresql"] = Journal(places.create(given.postgresql, journal_id="bench"))
        for candidate in candidates.values():
            opened.enter_context(closing(candidate))
        show(run(candidates, rounds=given.rounds, scale=given.scale), list(candidates))
        for name, candidate in candidates.items():
            if isinstance(candidate, Journal):
                show_verify(candidate.store, name)


if __name__ == "__main__":
    main()
