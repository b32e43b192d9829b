"""The hash chain: how each group follows from the one before it, and what the head of a journal says.

Everything here is arithmetic on values; a store only makes the results durable. What is hashed is fixed for ever by
the tags below: a change needs a new tag and a new format number, never an edit. The chain shows any change to a person
who holds a later hash; someone who rewrites the whole journal is caught only against a hash kept elsewhere.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import pairwise
from struct import Struct

import msgspec

from openetg.journal.entry import Entry, encode_entries

GENESIS_TAG = b"openetg journal 1\n"
GROUP_TAG = b"openetg group 1\n"
HEAD_TAG = b"openetg head 1\n"
LEAF_PREFIX = b"\x00"  # RFC 6962, 2.1: leaves and nodes of the tree never hash alike

_three_numbers = Struct(">qqq").pack


class Group(msgspec.Struct, frozen=True, gc=False):
    """The entries of one commit, as stored. `at_ms` is the time of the last of them."""

    first: int
    last: int
    epoch: int
    at_ms: int
    body: bytes
    hash: bytes
    mac: bytes = b""
    """By whom it was written: the id of a key outside the database and a MAC by it; empty where no key was used."""


MacOf = Callable[[Group], bytes]
"""Makes the MAC of a group that has none yet."""


class Head(msgspec.Struct, frozen=True, gc=False):
    """Where a journal ends and which epoch may extend it. `digest` covers the other four."""

    sequence: int
    at_ms: int
    epoch: int
    hash: bytes
    digest: bytes


def genesis_hash(journal_id: str) -> bytes:
    """What the first group of a journal is chained to."""
    return sha256(GENESIS_TAG + journal_id.encode()).digest()


def group_hash(previous: bytes, *, first: int, last: int, epoch: int, body: bytes) -> bytes:
    """The hash of a group, given the hash of the group before it."""
    digest = sha256(GROUP_TAG + previous + _three_numbers(first, last, epoch))
    digest.update(body)
    return digest.digest()


def hash_on(previous: bytes, group: Group) -> bytes:
    """The hash that a group must have to follow on the group with the hash `previous`."""
    return group_hash(previous, first=group.first, last=group.last, epoch=group.epoch, body=group.body)


def leaf_hash(stored_entry: bytes) -> bytes:
    """The Merkle leaf of one entry, over its bytes as they stand in the body."""
    return sha256(LEAF_PREFIX + stored_entry).digest()


def head_digest(*, sequence: int, at_ms: int, epoch: int, hash: bytes) -> bytes:  # noqa: A002
    """A check on the head row: an epoch that changed by accident must not let a fenced writer back in."""
    return sha256(HEAD_TAG + _three_numbers(sequence, at_ms, epoch) + hash).digest()


def empty_head(journal_id: str) -> Head:
    """The head of a journal that has no entries and was never claimed."""
    return _head(sequence=0, at_ms=0, epoch=0, hash=genesis_hash(journal_id))


def claimed_head(head: Head) -> Head:
    """The same end of the journal, for the next writer."""
    return _head(sequence=head.sequence, at_ms=head.at_ms, epoch=head.epoch + 1, hash=head.hash)


def group_after(head: Head, entries: Sequence[Entry], mac_of: MacOf | None = None) -> Group:
    """The group that extends this head; entries that do not follow on from it are a bug of the writer."""
    _assert_follows(head, entries)
    first, last = entries[0].sequence, entries[-1].sequence
    body = encode_entries(entries)
    digest = group_hash(head.hash, first=first, last=last, epoch=head.epoch, body=body)
    group = Group(first=first, last=last, epoch=head.epoch, at_ms=entries[-1].at_ms, body=body, hash=digest)
    return (
        group
        if mac_of is None
        else Group(
            first=first, last=last, epoch=head.epoch, at_ms=group.at_ms, body=body, hash=digest, mac=mac_of(group)
        )
    )


def head_after(group: Group) -> Head:
    """The head once this group is committed."""
    return _head(sequence=group.last, at_ms=group.at_ms, epoch=group.epoch, hash=group.hash)


def _head(*, sequence: int, at_ms: int, epoch: int, hash: bytes) -> Head:  # noqa: A002
    return Head(sequence, at_ms, epoch, hash, head_digest(sequence=sequence, at_ms=at_ms, epoch=epoch, hash=hash))


def _assert_follows(head: Head, entries: Sequence[Entry]) -> None:
    assert entries, "a group has at least one entry"
    assert entries[0].sequence == head.sequence + 1, f"entry {entries[0].sequence} cannot follow entry {head.sequence}"
    assert entries[0].at_ms >= head.at_ms, f"entry {entries[0].sequence} is earlier than the one before it"
    sequences, times = [entry.sequence for entry in entries], [entry.at_ms for entry in entries]
    if sequences == list(range(sequences[0], sequences[0] + len(entries))) and times == sorted(times):
        return
    for before, after in pairwise(entries):
        assert after.sequence == before.sequence + 1, f"entry {after.sequence} cannot follow entry {before.sequence}"
        assert after.at_ms >= before.at_ms, f"entry {after.sequence} is earlier than the one before it"
