"""Checks, a little at a time, what a start does not look at: all of a journal before the snapshot it begins with.

Chain, volumes and MACs of every group from the first that is here, up to an entry whose hash a signed snapshot vouches
for; and that where the first is not entry 1, a day begins there, as after archiving. The follower does it beside its
work, and the mirror's thread for the copy. It reads and compares only; the first thing wrong is an alarm.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from openetg.floor.commands import BeginDay
from openetg.floor.core.snapshot import OtherShape, SnapshotProblem, snapshot_hash
from openetg.floor.core.stored import EntryProblem, read_lines
from openetg.floor.state import SHAPE
from openetg.journal.authentic import Authentic
from openetg.journal.chain import Group
from openetg.journal.reading import next_group
from openetg.journal.store import Reader
from openetg.journal.verify import Break, Checked, Intact, checked_groups
from openetg.reports.audit.second_opinion import Alarm, not_our_own


class AlarmRaised(Exception):
    """A difference was found; the checking process must not go on."""

    def __init__(self, alarm: Alarm) -> None:
        super().__init__(str(alarm))
        self.alarm = alarm


class Backlog:
    """The entries up to a place that are still to be checked."""

    def __init__(self, journal: Reader, authentic: Authentic | None, *, until: int, hash: bytes | None) -> None:  # noqa: A002
        """`hash` is the chain hash at `until`, as a signed snapshot says; None if nothing vouches for it.

        Raises `AlarmRaised` if the journal begins where no archiving has left it.
        """
        self.reached = 0
        """The last entry that was checked."""
        self.until = until
        self._hash = hash
        self._journal = journal
        self._authentic = authentic
        self._steps: Iterator[Checked | Intact | Break] | None = checked_groups(journal) if until else None
        alarm = _wrong_beginning(journal, authentic)
        if alarm is not None:
            raise AlarmRaised(alarm)

    @property
    def is_done(self) -> bool:
        """Whether all of it was checked."""
        return self._steps is None

    def step(self, *, until_s: float, now_s: Callable[[], float] = time.monotonic) -> bool:
        """Checks groups until this time; returns whether there are more. Raises `AlarmRaised`."""
        while self._steps is not None and now_s() < until_s:
            self._check(next(self._steps))
        return self._steps is not None

    def _check(self, step: Checked | Intact | Break) -> None:
        if isinstance(step, Break):
            raise AlarmRaised(Alarm(step.group or self.reached, "chain", f"{step.field} {step.expected}", step.found))
        if isinstance(step, Intact):
            self._steps = None
            return
        alarm = not_our_own(self._authentic, step.group)
        if alarm is not None:
            raise AlarmRaised(alarm)
        self.reached = step.group.last
        if self.reached >= self.until:
            self._check_end(step)
            self._steps = None

    def _check_end(self, step: Checked) -> None:
        if self._hash is not None and self.reached == self.until and step.group.hash != self._hash:
            words = f"the hash {self._hash.hex()}, as signed"
            raise AlarmRaised(Alarm(self.reached, "chain", words, step.group.hash.hex()))


def _wrong_beginning(journal: Reader, authentic: Authentic | None) -> Alarm | None:
    """Archiving takes whole days. Where the first volume begins is under no MAC, but the day that begins there is."""
    first = journal.volumes()[0]
    place = first.opening.sequence
    group = next_group(journal, place) if place else None
    if group is None:
        return None
    begun = _day_begun(group, place + 1)
    if begun is None:
        found = f"none at entry {place + 1}, with which it begins: entries before it were taken out"
        return not_our_own(authentic, group) or Alarm(place, "chain", "a journal that begins with a day", found)
    says = _state_of(journal.opening_snapshot(first.number) or b"") if begun.shape == SHAPE else begun.state
    if says != begun.state:
        return Alarm(place, "snapshot", f"the state {begun.state}, as entry {place + 1} says", says)
    return not_our_own(authentic, group)


def _day_begun(group: Group, sequence: int) -> BeginDay | None:
    """The command that began a day with this entry, the first of a group; None if it was another or was refused."""
    try:
        line = read_lines(group.body)[0]
    except (EntryProblem, IndexError):
        return None
    begun = line.command.command
    taken = line.sequence == sequence and line.verdict.events is not None
    return begun if taken and isinstance(begun, BeginDay) else None


def _state_of(snapshot: bytes) -> str:
    """The state hash of a snapshot, or words for what is wrong with it."""
    try:
        return snapshot_hash(snapshot)
    except OtherShape:
        return "one of another shape"
    except SnapshotProblem as problem:
        return str(problem)
