"""What any store of a journal promises, and how it says that it cannot keep a promise.

The promises are the conformance suite (tests/conformance/test_store.py) in words; SQLite is one keeper of them,
PostgreSQL another. A store must never acknowledge what is not durable, never let two writers interleave, and never
let a fault of the engine through under the engine's own name.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from openetg.journal.chain import Group, Head, MacOf, genesis_hash, hash_on, head_after
from openetg.journal.entry import Entry, decode_entries


class JournalProblem(Exception):
    """The journal cannot be used as it is. The message is for a person: which, what was expected, what was found."""


class Fenced(Exception):
    """Another writer has claimed the journal. Nothing was written; this writer must stop."""


class UnknownOutcome(Exception):
    """A commit failed and may be durable all the same. Stop, open the journal anew, claim it, then read."""


class Lease(msgspec.Struct, frozen=True, gc=False):
    """The right to extend the journal from exactly this head, got from `claim` or from the append before."""

    head: Head


class Volume(msgspec.Struct, frozen=True, gc=False):
    """One part of a journal: a gaming day. Sequence and chain go on from one volume to the next."""

    number: int
    """1, 2, 3 …"""
    day: str
    """The gaming day, such as 2026-11-15; empty if it has no name."""
    opening: Head
    """The head it goes on from; of the empty journal for the first."""
    closed: bool = False
    """Whether it takes no more entries."""


class Reader(Protocol):
    """A journal that can be read, from any thread, while a writer extends it. Shows only what is committed."""

    @property
    def journal_id(self) -> str:
        """The name given at creation, which the chain begins with."""
        ...

    def head(self) -> Head:
        """The head as stored, unchecked: `verify` judges it."""
        ...

    def groups(self, *, after_sequence: int) -> Iterator[Group]:
        """Groups with an entry after this one, in order, as stored, in bounded memory.

        Ends where the journal ended at the last look. A consumer may take its time: it holds up no writer and
        no checkpoint.
        """
        ...

    def entries(self, *, after_sequence: int) -> Iterator[Entry]:
        """Every entry after this one, in order, in bounded memory."""
        ...

    def volumes(self) -> Sequence[Volume]:
        """The volumes that are here, oldest first. Those before the first may have been archived."""
        ...

    def opening_snapshot(self, number: int) -> bytes | None:
        """The snapshot a volume opens with, as it was given to `roll`; None for the first."""
        ...

    def close(self) -> None:
        """Releases files and locks. May be called twice."""
        ...


class Store(Reader, Protocol):
    """A journal that can be extended. `claim` and `append` belong to one thread at a time, whichever it is."""

    def authenticate(self, mac_of: MacOf) -> None:
        """Every group that is appended from now on carries the MAC that this makes of it."""
        ...

    def claim(self) -> Lease:
        """Take the next epoch, durably. From then on every lease given before is fenced.

        A claim also settles what an earlier commit of unknown outcome left behind: what can be read after it
        stays, what cannot be read after it never comes back. So a writer claims first and reads second.
        """
        ...

    def append(self, lease: Lease, entries: Sequence[Entry]) -> Lease:
        """Make these entries durable as one group and return the lease for the next; all of them or none.

        The epoch, the sequence and the hash of the lease's head are compared with the stored head inside the
        transaction. Raises `Fenced` if they differ, with nothing written. Raises `UnknownOutcome` on any fault
        of the engine, after which this object refuses everything but `close`.
        """
        ...

    def roll(self, lease: Lease, *, day: str, snapshot: bytes) -> Lease:
        """Close the volume and open the next, which begins with this head and this snapshot.

        Conditional on the lease like `append`, and as durable. Interrupted at any instant, the journal can be
        opened again, ends where it ended, and is in one of the two volumes, never in both.
        """
        ...

    def copy_volume(self, volume: Volume, snapshot: bytes | None) -> None:
        """Begin the same volume as another journal has; it must follow on from the end of this one.

        For mirrors, backups and restoring. The first volume copied into a journal that has just been created may
        have any number: what came before it was archived.
        """
        ...

    def copy_groups(self, groups: Sequence[Group]) -> None:
        """Append groups of another copy of the same journal, as they stand there with their MACs, durably; all or none.

        They must follow on from the head: place and hash are checked. Raises `Fenced` if this copy has been claimed
        by a later epoch than theirs: it is then a journal of its own. `UnknownOutcome` as with `append`.
        """
        ...

    def forget_volume(self, number: int) -> None:
        """Remove the oldest volume for good; the caller has seen to it that a copy is elsewhere.

        It must be closed: `JournalProblem` if it is not, or is not the oldest. What is left opens with its snapshot.
        Needs no lease and holds up no writer. Interrupted at any instant, the volume is there whole or not at all.
        """
        ...


def entries_in(groups: Iterable[Group], *, after_sequence: int, journal: str) -> Iterator[Entry]:
    """The entries inside groups, without those of the first group that come too early."""
    for group in groups:
        for entry in _entries_of(group, journal):
            if entry.sequence > after_sequence:
                yield entry


def _entries_of(group: Group, journal: str) -> list[Entry]:
    try:
        return decode_entries(group.body)
    except (msgspec.DecodeError, RecursionError) as problem:
        raise JournalProblem(
            f"{journal}: expected entries in the group {group.first}–{group.last}, found something else: {problem}."
        ) from problem


def end_of_copied(place: str, head: Head, groups: Sequence[Group]) -> Head:
    """The head that copied groups lead to; refuses them if they do not follow on from this one."""
    assert groups, "something to copy"
    for group in groups:
        if head.epoch > group.epoch:
            raise Fenced(
                f"{place}: this copy has been claimed for epoch {head.epoch} and is a journal of its own; the group"
                f" {group.first}–{group.last} of epoch {group.epoch} of another does not belong here."
            )
        expected = hash_on(head.hash, group)
        follows = group.first == head.sequence + 1 and group.last >= group.first and group.at_ms >= head.at_ms
        if not follows or group.hash != expected:
            raise JournalProblem(
                f"{place}: expected a group that follows entry {head.sequence} of {head.at_ms} ms with the hash"
                f" {expected.hex()}, found the group {group.first}–{group.last} of {group.at_ms} ms with the hash"
                f" {group.hash.hex()}."
            )
        head = head_after(group)
    return head


def hash_at(journal: Reader, sequence: int) -> bytes | None:
    """The chain hash after an entry: empty if no group ends with it, nothing if that part is archived."""
    if sequence == 0:
        return genesis_hash(journal.journal_id)
    volumes = journal.volumes()
    for volume in volumes:
        if volume.opening.sequence == sequence:
            return volume.opening.hash
    if volumes and sequence < volumes[0].opening.sequence:
        return None
    for group in journal.groups(after_sequence=sequence - 1):
        return group.hash if group.last == sequence else b""
    return b""
