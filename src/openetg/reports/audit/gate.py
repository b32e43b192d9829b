"""Whether this build may take over a journal: it folds it to the same floor as the builds that wrote it.

Folds everything, decides again what the same logic wrote, and compares with every state hash on record: where days
began, snapshots that volumes open with, signed snapshots and checkpoints. It must never write anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from openetg.floor.core.snapshot import OtherShape, SnapshotProblem, decode_snapshot, snapshot_hash
from openetg.floor.state import state_hash
from openetg.journal.store import Reader
from openetg.journal.verify import Progress
from openetg.reports.audit.moment import opening_before
from openetg.reports.audit.second_opinion import Alarm, SecondOpinion


class Expected(Struct, frozen=True):
    """A state hash on record, and where it stands."""

    state: str
    where: str


class MayTakeOver(Struct, frozen=True):
    """Everything on record led to the same floor."""

    began: int
    sequence: int
    state: str
    states_compared: int
    not_comparable: tuple[str, ...]
    """Snapshots of builds that remember other things: what they say was not compared."""


def gate(
    journal: Reader, expected: Mapping[int, list[Expected]], *, since: int = 0
) -> Iterator[Progress | Alarm | MayTakeOver]:
    """Progress, and last what was found: that this build may take over, or the first difference.

    `since` begins with the nearest snapshot at or before that entry, instead of with the beginning.
    """
    end = journal.head().sequence
    openings, not_comparable = _openings(journal)
    opinion = opening_before(journal, max(since, journal.volumes()[0].opening.sequence), decides_again=True)
    began = opinion.sequence
    for group in journal.groups(after_sequence=began):
        if group.last > end:
            break
        alarm = opinion.take(group) or _compare(opinion, openings) or _compare(opinion, expected)
        if alarm is not None:
            yield alarm
            return
        yield Progress(group.last, end)
    yield MayTakeOver(began, opinion.sequence, state_hash(opinion.floor), opinion.states_compared, not_comparable)


def _compare(opinion: SecondOpinion, expected: Mapping[int, list[Expected]]) -> Alarm | None:
    for each in expected.get(opinion.sequence, ()) if opinion.is_comparable else ():
        alarm = opinion.compare(each.state, each.where)
        if alarm is not None:
            return alarm
    return None


def _openings(journal: Reader) -> tuple[dict[int, list[Expected]], tuple[str, ...]]:
    """The state hashes of the snapshots that volumes open with; those of another shape by name."""
    expected: dict[int, list[Expected]] = {}
    passed: list[str] = []
    for volume in journal.volumes():
        snapshot = journal.opening_snapshot(volume.number)
        if snapshot is None:
            continue
        where = f"the snapshot of volume {volume.number}"
        try:
            decode_snapshot(snapshot)
            expected.setdefault(volume.opening.sequence, []).append(Expected(snapshot_hash(snapshot), where))
        except OtherShape as problem:
            passed.append(f"{where}: {problem}")
        except SnapshotProblem as problem:
            # A hash that no state has: the walk stops there, and says what was found.
            expected.setdefault(volume.opening.sequence, []).append(Expected(f"({problem})", where))
    return expected, tuple(passed)
