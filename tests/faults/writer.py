"""A writer in a process of its own, for the tests that kill it, starve it of disk or set it against another.

Run as `python -m tests.faults.writer <what> <journal> …`. It says on standard output, one line at a time, what it was
told by the store; a line is written only after the call it speaks of has returned.
"""

import os
import resource
import select
import sys
from contextlib import closing
from pathlib import Path

import apsw

from openetg.journal.entry import Entry
from openetg.journal.sqlite import open_journal
from openetg.journal.store import Fenced, Lease, Store, UnknownOutcome
from tests.unit.journal.samples import entry

GROUP_MAX = 7


def next_group(lease: Lease) -> list[Entry]:
    """Up to seven entries; now and then one of them fills several pages of the file."""
    first = lease.head.sequence + 1
    return [numbered(sequence) for sequence in range(first, first + 1 + first % GROUP_MAX)]


def numbered(sequence: int) -> Entry:
    """The entry a journal of these writers has under this number."""
    return entry(sequence, padding=20_000 if sequence % 5 == 0 else 0)


def snapshot_at(sequence: int) -> bytes:
    """The snapshot with which a volume of these writers opens after this entry; fills several pages."""
    return b"the floor after entry %d; " % sequence * 1000


def say(*words: object) -> None:
    os.write(1, " ".join(map(str, words)).encode() + b"\n")


def append_for_ever(path: Path) -> None:
    say("started")
    store = open_journal(path)
    lease = store.claim()
    while True:
        lease = store.append(lease, next_group(lease))
        say("acknowledged", lease.head.sequence)
        if lease.head.sequence % 3 == 0:
            store.checkpoint()
        if lease.head.sequence % 5 == 0:
            lease = store.roll(lease, day="2026-11-16", snapshot=snapshot_at(lease.head.sequence))
            say("rolled", lease.head.sequence)


def append_until_disk_is_full(path: Path, bytes_max: int, *, leaving: str) -> None:
    """No file of this process may grow beyond the limit. Then leave by closing, or as if killed."""
    store = open_journal(path)
    lease = store.claim()
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_max, resource.RLIM_INFINITY))
    try:
        while True:
            lease = store.append(lease, next_group(lease))
            say("acknowledged", lease.head.sequence)
    except UnknownOutcome:
        say("unknown")
    say_what_is_refused(store, lease)
    if leaving == "killed":
        os._exit(0)
    store.close()


def say_what_is_refused(store: Store, lease: Lease) -> None:
    """With room again on the disk, only the store itself stands in the way of a second try."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    for name, call in {
        "append": lambda: store.append(lease, next_group(lease)),
        "claim": store.claim,
        "head": store.head,
    }.items():
        try:
            call()
        except UnknownOutcome:
            say("refused", name)


def fight(path: Path) -> None:
    """Claim, append until fenced or for a while, and claim again, until standard input ends."""
    with closing(open_journal(path, patience_ms=60_000)) as store:
        while not standard_input_has_ended():
            append_until_fenced(store, append_max=10)


def standard_input_has_ended() -> bool:
    return bool(select.select([sys.stdin], [], [], 0)[0])


def append_until_fenced(store: Store, *, append_max: int) -> None:
    lease = store.claim()
    for number in range(append_max):
        try:
            lease = store.append(lease, next_group(lease))
            say("acknowledged", lease.head.sequence, lease.head.epoch)
            if number % 4 == 3:
                lease = store.roll(lease, day="2026-11-16", snapshot=snapshot_at(lease.head.sequence))
        except Fenced:
            say("fenced", lease.head.epoch)
            return


def hold_the_lock(path: Path) -> None:
    """Begin to write and do not finish until standard input ends."""
    with closing(apsw.Connection(str(path / "00001.sqlite3"))) as connection:
        connection.execute("BEGIN IMMEDIATE")
        say("held")
        sys.stdin.read()
        connection.execute("ROLLBACK")


def main(what: str, path: str, *more: str) -> None:
    match what:
        case "append":
            append_for_ever(Path(path))
        case "fill":
            append_until_disk_is_full(Path(path), int(more[0]), leaving=more[1])
        case "fight":
            fight(Path(path))
        case "hold":
            hold_the_lock(Path(path))
        case _:
            raise SystemExit(f"no writer knows how to {what}")


if __name__ == "__main__":
    main(*sys.argv[1:])
