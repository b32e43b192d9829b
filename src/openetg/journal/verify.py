"""Walks a journal and checks all that can be checked without knowing what its entries say.

Sequence without a gap, time and epoch never going back, every hash, and the head. What is wrong with a journal is the
answer here, not a failure: this module must never raise for a damaged journal, and never repair one. A journal that
was rewritten as a whole, or cut short together with its head, passes: that shows only against a hash kept elsewhere.
"""

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from openetg.journal.chain import Group, Head, genesis_hash, group_hash, head_digest
from openetg.journal.entry import Entry, decode_entries
from openetg.journal.store import JournalProblem, Reader


class Progress(msgspec.Struct, frozen=True, gc=False):
    """How far the walk has come, out of how far."""

    sequence: int
    of_sequence: int


class Intact(msgspec.Struct, frozen=True, gc=False):
    """Nothing wrong up to this head."""

    head: Head
    group_count: int


class Break(msgspec.Struct, frozen=True, gc=False):
    """The first thing wrong. `group` is the group's last sequence, the key of its row; None means the head."""

    group: int | None
    field: str
    expected: str
    found: str


def verify(journal: Reader) -> Intact | Break:
    """What the walk finds in the end."""
    for step in walk(journal):
        if not isinstance(step, Progress):
            return step
    raise AssertionError("a walk ends with what it found")


def walk(journal: Reader) -> Iterator[Progress | Intact | Break]:
    """Progress after every group, and last what was found.

    The journal may grow meanwhile: the walk goes to the head as it was at the start.
    """
    try:
        yield from _walk(journal)
    except JournalProblem as problem:
        yield Break(None, "file", "a journal that can be read", str(problem))


def _walk(journal: Reader) -> Iterator[Progress | Intact | Break]:
    head = journal.head()
    reached = _before_the_first(journal.journal_id)
    group_count = 0
    for group in journal.groups(after_sequence=0):
        if reached.last >= head.sequence:
            break
        if wrong := _wrong_group(reached, group):
            yield wrong
            return
        reached = group
        group_count += 1
        yield Progress(reached.last, head.sequence)
    yield _wrong_head(reached, head) or _beyond_head(journal, head) or Intact(head, group_count)


def _before_the_first(journal_id: str) -> Group:
    return Group(first=0, last=0, epoch=0, at_ms=0, body=b"", hash=genesis_hash(journal_id))


def _wrong_group(before: Group, group: Group) -> Break | None:
    return _wrong_place(before, group) or _wrong_hash(before, group) or _wrong_content(before, group)


def _wrong_place(before: Group, group: Group) -> Break | None:
    if group.first != before.last + 1:
        return Break(group.last, "first", str(before.last + 1), str(group.first))
    if group.epoch < max(before.epoch, 1):
        return Break(group.last, "epoch", f"{max(before.epoch, 1)} or later", str(group.epoch))
    return None


def _wrong_hash(before: Group, group: Group) -> Break | None:
    expected = group_hash(before.hash, first=group.first, last=group.last, epoch=group.epoch, body=group.body)
    if group.hash != expected:
        return Break(group.last, "hash", expected.hex(), group.hash.hex())
    return None


def _wrong_content(before: Group, group: Group) -> Break | None:
    try:
        entries = decode_entries(group.body)
    except (msgspec.DecodeError, RecursionError) as problem:
        return Break(group.last, "body", "entries", str(problem))
    return _wrong_sequences(group, entries) or _wrong_times(before, group, entries)


def _wrong_sequences(group: Group, entries: list[Entry]) -> Break | None:
    if len(entries) != group.last - group.first + 1:
        return Break(group.last, "body", f"{group.last - group.first + 1} entries", f"{len(entries)} entries")
    for sequence, entry in enumerate(entries, start=group.first):
        if entry.sequence != sequence:
            return Break(group.last, "sequence", str(sequence), str(entry.sequence))
    return None


def _wrong_times(before: Group, group: Group, entries: list[Entry]) -> Break | None:
    times = [before.at_ms, *(entry.at_ms for entry in entries)]
    for earlier, later in pairwise(times):
        if later < earlier:
            return Break(group.last, "at_ms", f"{earlier} or later", str(later))
    if group.at_ms != times[-1]:
        return Break(group.last, "at_ms", str(times[-1]), str(group.at_ms))
    return None


def _wrong_head(reached: Group, head: Head) -> Break | None:
    digest = head_digest(sequence=head.sequence, at_ms=head.at_ms, epoch=head.epoch, hash=head.hash)
    if head.sequence != reached.last:
        return Break(None, "sequence", str(reached.last), str(head.sequence))
    if head.hash != reached.hash:
        return Break(None, "hash", reached.hash.hex(), head.hash.hex())
    if head.at_ms != reached.at_ms:
        return Break(None, "at_ms", str(reached.at_ms), str(head.at_ms))
    if head.epoch < reached.epoch:
        return Break(None, "epoch", f"{reached.epoch} or later", str(head.epoch))
    if head.digest != digest:
        return Break(None, "digest", digest.hex(), head.digest.hex())
    return None


def _beyond_head(journal: Reader, head: Head) -> Break | None:
    """Groups past the head are either newer than our look at it, or were never committed with it."""
    for group in journal.groups(after_sequence=head.sequence):
        now = journal.head()
        if now.sequence < group.last:
            return Break(None, "sequence", str(group.last), str(now.sequence))
        return None
    return None
