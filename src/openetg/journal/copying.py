"""Copies a journal into another place, volume by volume and group by group, exactly as it stands.

One way for backups, restoring, mirrors, archives and the change from one engine to another. A copy goes on from where
it ends, so it can be broken off at any instant. This module must never claim a copy, and never write into a place
that holds anything but an earlier part of the same journal.
"""

from collections.abc import Iterable, Iterator, Sequence

from openetg.journal import places
from openetg.journal.chain import Group, Head
from openetg.journal.store import JournalProblem, Reader, Store, Volume, hash_at
from openetg.journal.verify import Progress

GROUPS_AT_ONCE = 500
BYTES_AT_ONCE = 1 << 20
"""What one commit of a copy carries at most, give or take a group."""


class NotACopy(JournalProblem):
    """The target holds something else than an earlier part of the journal."""


def open_target(address: str, journal_id: str) -> Store:
    """The place a copy of this journal goes to; made if nothing is there, `NotACopy` if something else is."""
    if not places.exists(address):
        return places.create(address, journal_id=journal_id)
    target = places.open_to_write(address)
    if target.journal_id != journal_id:
        target.close()
        found = f'expected a copy of the journal "{journal_id}", found one of "{target.journal_id}"'
        raise NotACopy(f"{places.shown(address)}: {found}.")
    return target


def copy(
    source: Reader, target: Store, *, until: int | None = None, groups_at_once: int = GROUPS_AT_ONCE
) -> Iterator[Progress]:
    """Copies what the target lacks, up to the head as it is now, or up to this entry; progress after every commit.

    Raises `NotACopy` if the target is no earlier part of the same journal, `Fenced` if another writer has claimed it.
    """
    assert source.journal_id == target.journal_id, "a target is opened for its journal"
    # The head first and the volumes second: every group up to this head is in one of these volumes.
    end = source.head().sequence
    volumes = source.volumes()
    end = end if until is None else min(end, until)
    _check_goes_on(source, volumes, target)
    for volume, last in _with_ends(volumes, end):
        if last < target.head().sequence:
            continue
        if not _has(target, volume):
            target.copy_volume(volume, source.opening_snapshot(volume.number))
        for groups in _parcels(_lacking(source, target, until=min(last, end)), groups_at_once):
            target.copy_groups(groups)
            yield Progress(groups[-1].last, end)


def differing_group(source: Reader, target: Reader, *, after: int, until: int) -> int | None:
    """The first group in a stretch that is not byte for byte the same in both, by its last entry."""
    ours, theirs = (_stretch(each, after=after, until=until) for each in (source, target))
    for group in ours:
        if next(theirs, None) != group:
            return group.last
    beyond = next(theirs, None)
    return None if beyond is None else beyond.last


def end_of(volumes: Sequence[Volume], number: int) -> Head:
    """Where a volume ended: what the one after it opens with."""
    for volume in volumes:
        if volume.number == number + 1:
            return volume.opening
    raise JournalProblem(f"expected a volume after volume {number}, which closes it, found none.")


def _lacking(source: Reader, target: Reader, *, until: int) -> Iterator[Group]:
    reached = target.head().sequence
    return _stretch(source, after=reached, until=until) if reached < until else iter(())


def _parcels(groups: Iterable[Group], count: int) -> Iterator[list[Group]]:
    """Groups put together, so that a commit carries many of them and no memory is exceeded."""
    parcel: list[Group] = []
    size = 0
    for group in groups:
        parcel.append(group)
        size += len(group.body)
        if len(parcel) >= count or size >= BYTES_AT_ONCE:
            yield parcel
            parcel, size = [], 0
    if parcel:
        yield parcel


def _stretch(journal: Reader, *, after: int, until: int) -> Iterator[Group]:
    for group in journal.groups(after_sequence=after):
        if group.last > until:
            return
        yield group


def _with_ends(volumes: Sequence[Volume], end: int) -> Iterator[tuple[Volume, int]]:
    """Each volume that begins before the end, with the entry that is its last as far as the copy goes."""
    for place, volume in enumerate(volumes):
        after = volumes[place + 1] if place + 1 < len(volumes) else None
        if volume.opening.sequence <= end:
            yield volume, end if after is None else min(after.opening.sequence, end)


def _has(target: Reader, volume: Volume) -> bool:
    for other in target.volumes():
        if other.number == volume.number and (other.day, other.opening.hash) == (volume.day, volume.opening.hash):
            return True
    return False


def _check_goes_on(source: Reader, volumes: Sequence[Volume], target: Reader) -> None:
    """The end of the target must be a place in the source, or the target be empty."""
    reached = target.head()
    if reached.sequence == 0:
        return
    if volumes and reached.sequence < volumes[0].opening.sequence:
        raise JournalProblem(
            f"expected the entries after {reached.sequence}, where the copy ends,"
            f" found a journal that begins after entry {volumes[0].opening.sequence}: copy what was archived first."
        )
    if hash_at(source, reached.sequence) != reached.hash:
        raise NotACopy(
            f"expected a copy that ends as the journal does at entry {reached.sequence}, found another hash there:"
            " it was written to by a floor of its own, or is a copy of something else."
        )
