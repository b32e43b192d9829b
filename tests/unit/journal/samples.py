"""Entries and journals for the tests of the journal: every entry says its own number, so that none can be mistaken."""

from openetg.journal.entry import Entry
from openetg.journal.store import Lease, Store

START_MS = 1_700_000_000_000


def entry(sequence: int, *, padding: int = 0) -> Entry:
    """The one and only entry with this number: what is read back can be compared with it."""
    command = b'{"type":"place_wager","number":%d,"padding":"%b"}' % (sequence, b"x" * padding)
    return Entry(sequence, START_MS + sequence, command, b'{"type":"wager_placed","wager":%d}' % sequence)


def entries(first: int, last: int) -> list[Entry]:
    return [entry(sequence) for sequence in range(first, last + 1)]


def fill(store: Store, *, sizes: list[int]) -> Lease:
    """Claim the journal and append groups of these sizes."""
    lease = store.claim()
    for size in sizes:
        first = lease.head.sequence + 1
        lease = store.append(lease, entries(first, first + size - 1))
    return lease
