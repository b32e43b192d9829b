"""Walks a journal and checks all that can be checked without knowing what its entries say.

Sequence without a gap, time and epoch never going back, every hash, volumes that go on from each other, and the head.
Where the first volumes are archived, the walk begins with the opening of the first that is left. What is wrong with a
journal is the answer here, not a failure: this module must never raise for a damaged journal, and never repair one. A
journal that was rewritten as a whole, or cut short together with its head, passes: that shows only against a hash or a
signed checkpoint kept elsewhere.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from openetg.journal.chain import Group, Head, empty_head, hash_on, head_digest
from openetg.journal.entry import Entry, decode_entries
from openetg.journal.store import JournalProblem, Reader, Volume


class Progress(msgspec.Struct, frozen=True, gc=False):
    """How far the walk has come, out of how far."""

    sequence: int
    of_sequence: int


class Intact(msgspec.Struct, frozen=True, gc=False):
    """Nothing wrong up to this head."""

    head: Head
    group_count: int
    began_after: int = 0
    """The last entry before the first volume that is here."""


class Break(msgspec.Struct, frozen=True, gc=False):
    """The first thing wrong. `group` is the group's last sequence, the key of its row; None means head or volumes."""

    group: int | None
    field: str
    expected: str
    found: str


class Checked(msgspec.Struct, frozen=True, gc=False):
    """A group that follows on from the one before, with what is in it."""

    group: Group
    entries: list[Entry]


def verify(journal: Reader) -> Intact | Break:
    """What the walk finds in the end."""
    for step in walk(journal):
        if not isinstance(step, Progress):
            return step
    raise AssertionError("a walk ends with what it found")


def walk(journal: Reader) -> Iterator[Progress | Intact | Break]:
    """Progress after every group, and last what was found."""
    end = 0
    for step in checked_groups(journal):
        if isinstance(step, Checked):
            end = end or journal.head().sequence
            yield Progress(step.group.last, max(end, step.group.last))
        else:
            yield step


def checked_groups(journal: Reader) -> Iterator[Checked | Intact | Break]:
    """Every group in order while nothing is wrong, and last what was found.

    The journal may grow meanwhile: the walk goes to the head as it was at the start.
    """
    try:
        yield from _walk(journal)
    except JournalProblem as problem:
        yield Break(None, "file", "a journal that can be read", str(problem))


def _walk(journal: Reader) -> Iterator[Checked | Intact | Break]:
    # The head first and the volumes second: every group up to this head is in one of these volumes.
    head = journal.head()
    here = journal.volumes()
    if wrong := _wrong_beginning(journal.journal_id, here[0]) or _wrong_numbers(here):
        yield wrong
        return
    began, volumes = here[0].opening, deque(here[1:])
    reached = _end_at(began)
    group_count = 0
    for group in journal.groups(after_sequence=began.sequence):
        if reached.last >= head.sequence:
            break
        entered = _entered(volumes, reached, before=group.last)
        checked = entered if isinstance(entered, Break) else _checked(entered, group)
        yield checked
        if isinstance(checked, Break):
            return
        reached = group
        group_count += 1
    entered = _entered(volumes, reached, before=head.sequence + 1)
    if isinstance(entered, Break):
        yield entered
        return
    # Not against `entered`: a claim after our look at the head, and a roll, would make that one's epoch newer.
    yield _wrong_head(reached, head) or _beyond_head(journal, head) or Intact(head, group_count, began.sequence)


def _end_at(head: Head) -> Group:
    """What a walk has reached when it stands at a head: as if a group had led there."""
    return Group(first=head.sequence, last=head.sequence, epoch=head.epoch, at_ms=head.at_ms, body=b"", hash=head.hash)


def _wrong_beginning(journal_id: str, first: Volume) -> Break | None:
    """The first volume of all begins with nothing; one that follows archived ones with a head that can be believed."""
    nothing = empty_head(journal_id)
    if (first.number == 1 or first.opening.sequence == 0) and first.opening.hash != nothing.hash:
        return Break(None, f"opening of volume {first.number}", _told(nothing), _told(first.opening))
    return _wrong_digest(first)


def _wrong_numbers(volumes: Sequence[Volume]) -> Break | None:
    for before, after in pairwise(volumes):
        if after.number != before.number + 1:
            return Break(None, "volume", f"volume {before.number + 1}", f"volume {after.number}")
        if not before.closed:
            return Break(None, f"volume {before.number}", "closed, since another follows", "open")
    return None


def _entered(volumes: deque[Volume], reached: Group, *, before: int) -> Group | Break:
    """Where the walk stands after entering the volumes that open before this entry."""
    while volumes and volumes[0].opening.sequence < before:
        volume = volumes.popleft()
        if wrong := _wrong_opening(reached, volume):
            return wrong
        reached = _end_at(volume.opening)
    return reached


def _wrong_opening(reached: Group, volume: Volume) -> Break | None:
    """A volume goes on from exactly the place reached, perhaps with the epoch of a writer that wrote nothing."""
    opening, field = volume.opening, f"opening of volume {volume.number}"
    if (opening.sequence, opening.at_ms, opening.hash) != (reached.last, reached.at_ms, reached.hash):
        expected = f"entry {reached.last}, time {reached.at_ms}, hash {reached.hash.hex()}"
        return Break(None, field, expected, _told(opening))
    if opening.epoch < reached.epoch:
        return Break(None, field, f"epoch {reached.epoch} or later", f"epoch {opening.epoch}")
    return _wrong_digest(volume)


def _wrong_digest(volume: Volume) -> Break | None:
    opening = volume.opening
    digest = head_digest(sequence=opening.sequence, at_ms=opening.at_ms, epoch=opening.epoch, hash=opening.hash)
    if opening.digest != digest:
        return Break(None, f"opening of volume {volume.number}", f"digest {digest.hex()}", opening.digest.hex())
    return None


def _told(head: Head) -> str:
    return f"entry {head.sequence}, time {head.at_ms}, hash {head.hash.hex()}"


def _checked(before: Group, group: Group) -> Checked | Break:
    if wrong := _wrong_place(before, group) or _wrong_hash(before, group):
        return wrong
    try:
        entries = decode_entries(group.body)
    except (msgspec.DecodeError, RecursionError) as problem:
        return Break(group.last, "body", "entries", str(problem))
    return _wrong_sequences(group, entries) or _wrong_times(before, group, entries) or Checked(group, entries)


def _wrong_place(before: Group, group: Group) -> Break | None:
    if group.first != before.last + 1:
        return Break(group.last, "first", str(before.last + 1), str(group.first))
    if group.epoch < max(before.epoch, 1):
        return Break(group.last, "epoch", f"{max(before.epoch, 1)} or later", str(group.epoch))
    return None


def _wrong_hash(before: Group, group: Group) -> Break | None:
    expected = hash_on(before.hash, group)
    if group.hash != expected:
        return Break(group.last, "hash", expected.hex(), group.hash.hex())
    return None


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
