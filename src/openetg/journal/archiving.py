"""Puts closed volumes away: copied, compared byte for byte, and only then removed from the journal.

An archive is a journal folder like any other, in SQLite whatever the journal is kept in: it can be read, verified and
copied back. How long it must be kept is in a file beside its volumes, and may be raised but not lowered here.
This module must never remove a volume of which it has not just read a whole copy.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import msgspec

from openetg.journal.copying import copy, differing_group, end_of
from openetg.journal.store import JournalProblem, Reader, Store, Volume
from openetg.journal.verify import Progress
from openetg.keys.files import write_whole

RETENTION = "retention.json"
DAYS_PER_YEAR = 366
"""Rounded up: a day too long is allowed, a day too short is not."""


class Retention(msgspec.Struct, frozen=True):
    """How long the volumes of an archive must be kept."""

    years: int


def due(volumes: Sequence[Volume], *, before: str | None = None, keep_days: int | None = None) -> list[Volume]:
    """The closed volumes that may be put away: of gaming days before this one, and not of the last so many days."""
    days = {volume.number: day_of(volumes, volume) for volume in volumes if volume.closed}
    limits = [] if before is None else [before]
    if keep_days is not None and volumes and volumes[-1].day:
        limits.append((date.fromisoformat(volumes[-1].day) - timedelta(days=keep_days - 1)).isoformat())
    return [each for each in volumes if each.closed and all(days[each.number] < limit for limit in limits)]


def day_of(volumes: Sequence[Volume], volume: Volume) -> str:
    """The gaming day of a closed volume; if it has no name, the day on which it ended."""
    ended = datetime.fromtimestamp(end_of(volumes, volume.number).at_ms / 1000, UTC)
    return volume.day or ended.date().isoformat()


def archive(journal: Store, target: Store, volume: Volume) -> Iterator[Progress]:
    """Puts the oldest volume of a journal away; progress while it is copied."""
    volumes = journal.volumes()
    if volumes[0].number != volume.number or not volume.closed:
        raise JournalProblem(f"expected the oldest volume ({volumes[0].number}), closed, found volume {volume.number}.")
    end = end_of(volumes, volume.number).sequence
    yield from copy(journal, target, until=end)
    _check_same(journal, target, volume, end)
    journal.forget_volume(volume.number)


def _check_same(journal: Reader, target: Reader, volume: Volume, end: int) -> None:
    differs = differing_group(journal, target, after=volume.opening.sequence, until=end)
    if differs is not None:
        raise JournalProblem(
            f"expected the group that ends at entry {differs} to be the same in the archive, found another there:"
            " nothing was removed."
        )
    if journal.opening_snapshot(volume.number) != target.opening_snapshot(volume.number):
        raise JournalProblem(f"expected the same snapshot at the opening of volume {volume.number}: nothing removed.")


def read_retention(archived: Path) -> Retention:
    """How long an archive must be kept; zero years if not set."""
    path = archived / RETENTION
    try:
        return msgspec.json.decode(path.read_bytes(), type=Retention)
    except FileNotFoundError:
        return Retention(years=0)
    except (OSError, msgspec.DecodeError) as problem:
        raise JournalProblem(f"{path}: expected how long the archive must be kept, found: {problem}.") from None


def raise_retention(archived: Path, years: int) -> None:
    """Says how long an archive must be kept; raises `JournalProblem` if it was longer so far."""
    kept = read_retention(archived).years
    if years < kept:
        raise JournalProblem(f"{archived}: expected {kept} years or more, as said before, found {years}.")
    write_whole(archived / RETENTION, msgspec.json.encode(Retention(years)) + b"\n", mode=0o644)


def check_may_delete(volume: Volume, day: str, retention: Retention, *, today: date) -> None:
    """`JournalProblem` with the first day on which the volume of a day may be deleted, if that is yet to come."""
    first = date.fromisoformat(day) + timedelta(days=retention.years * DAYS_PER_YEAR)
    if today < first:
        raise JournalProblem(
            f"volume {volume.number} of {day} must be kept for {retention.years} years: not before {first}."
        )
