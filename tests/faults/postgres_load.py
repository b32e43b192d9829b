"""Load for the tests that break PostgreSQL or the way to it, and what must be true of the journal afterwards.

Run as `python -m tests.faults.postgres_load <address>` it is a writer to be killed: it says on standard output, one
line at a time, what was acknowledged.
"""

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import groupby

import msgspec

from openetg.journal.entry import Entry
from openetg.journal.postgres import open_journal
from openetg.journal.store import Lease, Store, UnknownOutcome
from openetg.journal.verify import Intact, verify
from tests.unit.journal.samples import entry

GROUP_MAX = 7
PATIENCE_MS = 300
FAULTS = int(os.environ.get("OPENETG_FAULTS", "1"))
"""How many times longer than usual the tests of faults run."""


class Load(msgspec.Struct):
    """What a writer was told until it was stopped."""

    acknowledged: int = 0
    ended: str = ""


def numbered(sequence: int) -> Entry:
    """The entry a journal of these writers has under this number; some fill several pages."""
    return entry(sequence, padding=20_000 if sequence % 5 == 0 else 0)


def next_group(lease: Lease) -> list[Entry]:
    """One to seven entries."""
    first = lease.head.sequence + 1
    return [numbered(sequence) for sequence in range(first, first + 1 + first % GROUP_MAX)]


def append_until_stopped(store: Store, lease: Lease, load: Load) -> Load:
    """Append as fast as it goes until a fault."""
    try:
        while True:
            lease = store.append(lease, next_group(lease))
            load.acknowledged = lease.head.sequence
    except BaseException as end:
        load.ended = type(end).__name__
        if not isinstance(end, UnknownOutcome):
            raise
    return load


def wait_for_entries(load: Load, entry_count: int) -> None:
    """Until so many more entries are acknowledged, or the writer was stopped."""
    enough = load.acknowledged + entry_count
    while load.acknowledged < enough and not load.ended:
        time.sleep(0)


def under_load(store: Store, act: Callable[[Load], None]) -> Load:
    """Do something to the server while another thread appends; what the writer was told."""
    lease = store.claim()
    load = Load(acknowledged=lease.head.sequence)
    with ThreadPoolExecutor(max_workers=1) as thread:
        running: Future[Load] = thread.submit(append_until_stopped, store, lease, load)
        act(load)
        return running.result()


def settled(url: str, *, acknowledged: int) -> int:
    """Claim and read, as a writer does after a fault: nothing acknowledged is missing, nothing is there twice.

    Then go on from there. Gives the last entry.
    """
    with closing(open_journal(url, patience_ms=PATIENCE_MS)) as store:
        lease = store.claim()
        last = lease.head.sequence
        assert acknowledged <= last <= acknowledged + GROUP_MAX, "at most the group in flight is in doubt"
        assert list(store.entries(after_sequence=0)) == [numbered(n) for n in range(1, last + 1)]
        assert isinstance(verify(store), Intact)
        epochs = [epoch for epoch, _ in groupby(group.epoch for group in store.groups(after_sequence=0))]
        assert epochs == sorted(set(epochs)), "writers never interleave"
        return store.append(lease, next_group(lease)).head.sequence


def main(url: str) -> None:
    """Append for ever."""
    os.write(1, b"started\n")
    store = open_journal(url)
    lease = store.claim()
    while True:
        lease = store.append(lease, next_group(lease))
        os.write(1, b"acknowledged %d\n" % lease.head.sequence)


if __name__ == "__main__":
    main(*sys.argv[1:])
