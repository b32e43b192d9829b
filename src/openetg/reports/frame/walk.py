"""The walk over a span: a floor folded from the snapshot before it, and everything that counts along the way.

Each group is held against the chain and read once, in bounded memory; what is counted sees the floor before the span,
every entry right after it was applied, and the end of every minute in which something was written. A walk can go on
later where it ended, so that a report of the running day costs only what is new.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from openetg.floor.core.stored import EntryProblem, OpenEntry, read_lines
from openetg.floor.fold import fold_line
from openetg.floor.state import Floor
from openetg.journal.chain import Group, hash_on
from openetg.journal.store import JournalProblem, Reader
from openetg.journal.verify import Progress
from openetg.reports.audit.moment import opening_before
from openetg.reports.frame.span import Span

MINUTE_MS = 60_000


class Fold:
    """Counts something along a walk; what a fold does not need it leaves as it is here."""

    def begin(self, floor: Floor) -> None:
        """The floor before the first entry of the span."""

    def take(self, line: OpenEntry, floor: Floor) -> None:
        """An entry of the span, and the floor after it."""

    def minute(self, floor: Floor, minute: int, entry: int) -> None:
        """A minute has ended in which something was written: which since 1970, and its last entry."""


class Walk:
    """A floor on its way through a span."""

    def __init__(self, journal: Reader, span: Span, folds: Sequence[Fold]) -> None:
        self.journal_id = journal.journal_id
        self.span, self.folds = span, tuple(folds)
        opinion = opening_before(journal, span.after)
        self.floor, self.hash = opinion.floor, opinion.hash
        self.hash_at = opinion.sequence
        self.begun = False
        self.after = self.until = self.floor.sequence
        self.first_ms = self.last_ms = 0
        self.over = False
        """Whether an entry has come that is later than the span."""
        self._minute = -1

    def go(self, journal: Reader, until: int) -> Iterator[Progress]:
        """Folds up to an entry, the last there is to be in the span; ends early where the span does."""
        for group in journal.groups(after_sequence=self.floor.sequence):
            if self._is_done(until):
                break
            self._take_group(group, until)
            yield Progress(min(group.last, until), until)
        if not self.begun:
            self._begin()

    def _is_done(self, until: int) -> bool:
        return self.over or self.floor.sequence >= until

    def _take_group(self, group: Group, until: int) -> None:
        self._check_link(group)
        try:
            for line in read_lines(group.body):
                if self.floor.sequence < line.sequence <= until and not self.over:
                    self._take_line(line)
        except EntryProblem as problem:
            raise JournalProblem(f"{self.journal_id}: the group {group.first}–{group.last}: {problem}") from None
        # What ends the span may stand in a group of its own, which says nothing about the span.
        if self.floor.sequence >= group.first:
            self.hash, self.hash_at = group.hash, group.last

    def _check_link(self, group: Group) -> None:
        """A group follows on the one before; one that was taken in part is met again and has the same hash."""
        if group.last == self.hash_at:
            if group.hash != self.hash:
                raise JournalProblem(f"{self.journal_id}: the group that ends with {group.last} has changed.")
            return
        expected = hash_on(self.hash, group)
        if group.hash != expected:
            raise JournalProblem(f"{self.journal_id}: the chain breaks at the group {group.first}–{group.last}.")

    def _take_line(self, line: OpenEntry) -> None:
        span, floor = self.span, self.floor
        inside = line.at_ms >= span.from_ms and line.sequence > span.after
        if line.at_ms >= span.until_ms:
            self.over = True
            return
        if inside and not self.begun:
            self._begin()
        if self.begun:
            self._turn_minute(line)
        fold_line(floor, line)
        if self.begun:
            for fold in self.folds:
                fold.take(line, floor)
            self.first_ms = self.first_ms or line.at_ms
            self.until, self.last_ms = line.sequence, line.at_ms

    def _begin(self) -> None:
        self.begun = True
        self.after = self.until = self.floor.sequence
        for fold in self.folds:
            fold.begin(self.floor)

    def _turn_minute(self, line: OpenEntry) -> None:
        minute = line.at_ms // MINUTE_MS
        if minute != self._minute and self._minute >= 0:
            for fold in self.folds:
                fold.minute(self.floor, self._minute, self.until)
        self._minute = minute
