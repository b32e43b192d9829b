"""The figures of each table in the gaming day: turnover, hold, drop, rounds; counted as entries come, and once.

Counted from what is on record alone, so that any reader of the journal finds the same. After a start they are made up
from the day's part of the journal beside everything else; until that is done no figures are shown, rather than
wrong ones. Wagers cost nothing here: what counts is what a round brought.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, field

from openetg.floor import events
from openetg.floor.core.ledger import bank_of, cash_box_of, drop_of
from openetg.floor.core.stored import EntryProblem, read_lines
from openetg.floor.events import AnyEvent
from openetg.floor.rounds.turned_over import TurnoverCount
from openetg.floor.state import Floor, Table
from openetg.journal.store import JournalProblem, Reader, Volume
from openetg.money import ZERO, Money, basis_of, total
from openetg.server.writer.writer import Decided
from openetg.wire.console import TileFigures

HOUR_MS = 3_600_000
COUNTS = (b'"RoundSettled"', b'"ClothSettled"', b'"DayBegun"', b'"bank/', b'"cash_box/', b'"drop/')
"""Bytes found in every group that has something to count; others are passed over unread. Everything that changes a
turnover moves money of a bank, or settles."""
HOUSE_MONEY = frozenset({"bank", "cash_box", "drop"})

_log = logging.getLogger("openetg.consoles")


class TableCount(Struct):
    """What was counted of one table."""

    rounds: set[int] = set()
    """By number, rounds whose payments all ended in the day, the cloth included, and that were not voided since."""
    turnover: Money = ZERO
    ended: deque[tuple[int, int]] = field(default_factory=deque)
    """When rounds ended, with their numbers, over the last hour; the day does not matter."""


class DayCount:
    """A fold over entries in their order: everything that is counted, and nothing else."""

    def __init__(self, *, since_ms: int = 0) -> None:
        self.since_ms = since_ms
        """From when on rounds are counted; zero is from the beginning."""
        self.sequence = 0
        """The last entry that was counted."""
        self._tables: dict[str, TableCount] = {}
        self._turnover = TurnoverCount()
        self._moved: dict[str, Money] = {}
        """What came to accounts of the house in the day."""

    def count(self, sequence: int, at_ms: int, facts: Iterable[AnyEvent]) -> None:
        """Takes in the next entry; one that was counted before is not counted again."""
        if sequence <= self.sequence:
            return
        self.sequence = sequence
        for fact in facts:
            if isinstance(fact, events.DayBegun):
                self._begin_day()
            self._count_money(fact)
            self._count_round(fact, at_ms)

    def figures(self, floor: Floor, table: Table, now_ms: int) -> TileFigures:
        """The figures of a table as they stand."""
        counted = self._tables.get(table.name, TableCount())
        hold, turnover = self._moved.get(bank_of(table.name), ZERO), counted.turnover
        here = [name for name in table.terminals if floor.terminals[name].table == table.name]
        taken = total(self._moved.get(cash_box_of(name), ZERO) for name in here)
        known = self.since_ms == 0 or now_ms - self.since_ms >= HOUR_MS
        return TileFigures(
            turnover=turnover,
            hold=hold,
            hold_basis=basis_of(hold, turnover) if turnover else None,
            # What the house holds stands below zero.
            drop=-(taken + self._moved.get(drop_of(table.name), ZERO)),
            rounds=len(counted.rounds),
            rounds_hour=sum(ended_ms > now_ms - HOUR_MS for ended_ms, _ in counted.ended) if known else None,
        )

    def _begin_day(self) -> None:
        """What is put right in a round of another day stays there."""
        self._moved.clear()
        self._turnover.forget()
        for table in self._tables.values():
            table.rounds.clear()
            table.turnover = ZERO

    def _count_money(self, fact: AnyEvent) -> None:
        for moved in getattr(fact, "transfers", ()):
            if moved.source.partition("/")[0] in HOUSE_MONEY:
                self._moved[moved.source] = self._moved.get(moved.source, ZERO) - moved.amount
            if moved.destination.partition("/")[0] in HOUSE_MONEY:
                self._moved[moved.destination] = self._moved.get(moved.destination, ZERO) + moved.amount

    def _count_round(self, fact: AnyEvent, at_ms: int) -> None:
        changed = self._turnover.take(fact)
        if changed is not None:
            self._tables.setdefault(changed.table, TableCount()).turnover += changed.amount
        match fact:
            case events.RoundSettled(waiting=False) | events.ClothSettled():
                self._end(fact.table, fact.round, at_ms)
            case events.RoundVoided():
                self._forget(fact.table, fact.round)
            case _:
                pass

    def _end(self, table: str, number: int, at_ms: int) -> None:
        """Counts a round once all its players are paid."""
        there = self._tables.setdefault(table, TableCount())
        if number not in there.rounds:
            there.rounds.add(number)
            there.ended.append((at_ms, number))
        while there.ended[0][0] <= at_ms - HOUR_MS:
            there.ended.popleft()

    def _forget(self, table: str, number: int) -> None:
        """A round that is void was not played."""
        there = self._tables.setdefault(table, TableCount())
        there.rounds.discard(number)
        if any(ended == number for _, ended in there.ended):
            there.ended = deque(each for each in there.ended if each[1] != number)


class Figures:
    """The figures of a running floor: what comes is kept until what was before is made up, then counted on it."""

    def __init__(self, on_the_floor: Callable[[Callable[[], None]], object] = lambda act: act()) -> None:
        """`on_the_floor` has something done in the floor's own thread."""
        self._on_the_floor = on_the_floor
        self._count: DayCount | None = None
        self._waiting: list[Decided] = []
        self._wanted = True

    @property
    def is_known(self) -> bool:
        """Whether everything of the day is counted."""
        return self._count is not None

    def watch(self, decided: Sequence[Decided]) -> None:
        """Something was committed; for the exchange's counters. It may leave out what only laid wagers."""
        if self._count is None:
            self._waiting += decided if self._wanted else ()
            return
        for each in decided:
            if isinstance(each.verdict, tuple):
                self._count.count(each.sequence, each.at_ms, each.verdict)

    def make_up(self, journal: Reader) -> None:
        """Counts what was before, in a thread of its own; begin to watch first."""
        try:
            counted = count_day(journal, is_wanted=lambda: self._wanted)
        except (JournalProblem, EntryProblem) as problem:
            _log.error("the figures of the day cannot be made up", extra={"why": str(problem)})
            self._on_the_floor(self.give_up)
        else:
            self._on_the_floor(lambda: self.go_on_from(counted))

    def give_up(self) -> None:
        """Counting failed or was given up: no figures are shown."""
        self._wanted = False
        self._waiting.clear()

    def of(self, floor: Floor, table: Table, now_ms: int) -> TileFigures | None:
        """The figures of a table; None while they are being made up."""
        return None if self._count is None else self._count.figures(floor, table, now_ms)

    def go_on_from(self, counted: DayCount) -> None:
        """What was before is made up: from now on the figures are known."""
        if self._wanted:
            self._count = counted
            waiting, self._waiting = self._waiting, []
            self.watch(waiting)


def count_day(journal: Reader, *, is_wanted: Callable[[], bool] = lambda: True) -> DayCount:
    """Counts the gaming day from the journal, and the last hour where that began before; up to its end now.

    Begin to watch before this is called: what is committed meanwhile may be in it or not, and is counted once.
    """
    began = _begin_with(journal.volumes(), journal.head().at_ms)
    counted = DayCount(since_ms=began.opening.at_ms if began is not None and began.opening.sequence else 0)
    for group in journal.groups(after_sequence=began.opening.sequence if began is not None else 0):
        if any(word in group.body for word in COUNTS):
            for line in read_lines(group.body):
                counted.count(line.sequence, line.at_ms, line.verdict.events or ())
        counted.sequence = group.last
        if not is_wanted():
            break
    return counted


def _begin_with(volumes: Sequence[Volume], at_ms: int) -> Volume | None:
    """The volume to begin with: that of the day, or one before while the day is younger than an hour; else the oldest.

    A day begins with the first entry of its volume, but for the very first day.
    """
    old = [volume for volume in volumes if volume.opening.at_ms <= at_ms - HOUR_MS]
    return old[-1] if old else next(iter(volumes), None)
