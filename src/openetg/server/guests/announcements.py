"""Collects what terminals say of 'no more bets': which have shown it, which have played it, which have sent nothing in
time.

Sans I/O; an attendant of the engine. An acknowledgement is no command and is not journaled by itself: it is noted
here and in the terminal's own record, and goes on record with the others as one command for each round, when all
have acknowledged or their time is up. It never speaks to a terminal and is not on the path of a wager.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from openetg.floor.commands import Order, ReportAnnouncement
from openetg.floor.rounds.announcing import call_of
from openetg.floor.state import Round, Table
from openetg.rulebook.schema.policies import Channel
from openetg.server.writer.writer import Writer
from openetg.wire.messages import ShownAnnouncement

SENDER = "announcements"


class _Collecting(Struct):
    """The acknowledgements of one announcement: after a spin that was called off a round has another."""

    round: int
    spin: str
    due_ms: int
    expected: set[str]
    said: dict[str, bool] = {}
    """The terminals that have shown it, and whether each played it too."""


class Announcements:
    """The announcements of a floor; there is one of these."""

    def __init__(
        self, writer: Writer, *, boot: int, wake: Callable[[], None], at_table: Callable[[str], Iterable[str]]
    ) -> None:
        """`at_table` names the terminals whose sessions are at a table now."""
        self._writer = writer
        self._boot = boot
        self._wake = wake
        self._at_table = at_table
        self._number = 0
        self._collecting: dict[str, _Collecting] = {}
        """By table, what was announced last, until it is on record."""
        self._early: dict[str, tuple[str, bool]] = {}
        """By terminal, the spin it last acknowledged, and whether it was heard: it may come before the engine looks."""

    def heard(self, terminal: str, shown: ShownAnnouncement) -> None:
        """A terminal has shown the announcement; of another round than the one asked about it changes nothing."""
        table = self._writer.floor.tables.get(shown.table)
        running = table.round if table is not None else None
        # With a spin called off there are two announcements of one round: it is the one that was made last.
        spin = running.spin if running is not None and running.number == shown.round and running.announced else ""
        if spin:
            self._early[terminal] = (spin, shown.heard)
        collecting = self._collecting.get(shown.table)
        if collecting is not None and collecting.round == shown.round and spin in {"", collecting.spin}:
            collecting.said.setdefault(terminal, shown.heard)
            if collecting.expected <= collecting.said.keys():
                self._wake()

    def tick(self, at_ms: int) -> None:
        """Begins with rounds that were announced since, and puts on record those that are complete or overdue."""
        for table in self._writer.floor.tables.values():
            round_ = table.round
            if round_ is not None and round_.announced and round_.unshown is None:
                self._begin(table, round_, at_ms)
        for name, collecting in list(self._collecting.items()):
            is_complete = collecting.expected <= collecting.said.keys()
            if (is_complete or at_ms >= collecting.due_ms) and self._report(name, collecting):
                del self._collecting[name]

    def next_wake_ms(self) -> int | None:
        """When the first of them is overdue."""
        return min((each.due_ms for each in self._collecting.values()), default=None)

    def _begin(self, table: Table, round_: Round, at_ms: int) -> None:
        known, floor = self._collecting.get(table.name), self._writer.floor
        if known is not None and known.spin == round_.spin:
            return
        if known is not None and not self._report(table.name, known):
            return
        call = call_of(floor, table)
        if call is None or Channel.TERMINAL not in floor.kind_of(table).channels.value:
            return
        expected = {*self._at_table(table.name), *(name for name, spots in round_.wagers.items() if spots)}
        collecting = _Collecting(round_.number, round_.spin, at_ms + call.within_ms, expected)
        collecting.said.update({name: heard for name, (spin, heard) in self._early.items() if spin == round_.spin})
        self._collecting[table.name] = collecting

    def _report(self, table: str, collecting: _Collecting) -> bool:
        """Puts one announcement on record; False while the inbox is full."""
        said = {name: heard for name, heard in collecting.said.items() if name in collecting.expected}
        heard = tuple(sorted(name for name, was_heard in said.items() if was_heard))
        seen = tuple(sorted(name for name, was_heard in said.items() if not was_heard))
        missing = tuple(sorted(collecting.expected - said.keys()))
        away = tuple(sorted(set(missing) - set(self._at_table(table))))
        self._number += 1
        command = ReportAnnouncement(
            table=table,
            round=collecting.round,
            heard=heard,
            seen=seen,
            missing=missing,
            away=away,
            spin=collecting.spin,
        )
        return self._writer.submit(Order(SENDER, self._boot, self._number, command))
