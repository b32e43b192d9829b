"""The figures of the gaming day: what books and rounds say, whenever one looks and after any restart."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from openetg.floor.commands import CloseCase, InsertNote, OpenCase, PlaceWager, ReportByPlayer, ReportSignal
from openetg.floor.core.ledger import bank_of, cash_box_of, drop_of
from openetg.floor.core.stored import Recorded
from openetg.floor.fold import fold
from openetg.floor.state import AlertKind, Floor, Phase
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.store import JournalProblem, Reader, Volume
from openetg.money import ZERO, Money, basis_of, cents, total
from openetg.server.guests.consoles.figures import HOUR_MS, DayCount, Figures, count_day
from openetg.server.guests.consoles.gravity import GRAVITY, TO_KNOW, WAITS, tile_alerts
from openetg.server.guests.consoles.views import HOUR_LOOK_MS
from openetg.server.writer.writer import Decided
from openetg.wire.console import FloorNews, Tile, TileFigures
from tests import journals
from tests.unit.reports.journals import NAMES, golden_entries, written
from tests.unit.server.guests.consoles.console_stage import ConsoleLine, ConsoleStage

_verdict = json.Decoder(Recorded).decode


class Books:
    """The same figures by another way: from the books and the results the floor itself remembers, entry by entry."""

    def __init__(self) -> None:
        self.floor = Floor()
        self.staked: dict[tuple[str, int], Money] = {}
        """Of every round that was ever seen settled, as the floor has it now."""
        self.settled: set[tuple[str, int]] = set()
        """Rounds of the day that are paid and not void."""
        self.before: dict[str, Money] = {}
        """The books when the day began."""
        self.old: set[tuple[str, int]] = set()
        """Rounds of days before."""

    def fold(self, entry: Entry) -> None:
        fold(self.floor, entry.at_ms, entry.command, entry.verdict)
        if b'"DayBegun"' in entry.verdict:
            self.before = dict(self.floor.ledger.accounts)
            self.old |= self.staked.keys() | self.settled
            self.staked, self.settled = {}, set()
        for name, table in self.floor.tables.items():
            for round_ in (*table.past.values(), *([table.round] if table.round else [])):
                which, results = (name, round_.number), round_.results or round_.cloth_results
                if which not in self.old and round_.phase is Phase.SETTLED:
                    self.settled.add(which)
                elif round_.phase is Phase.VOID:
                    self.settled.discard(which)
                if which not in self.old and (results or which in self.staked):
                    staked = total(result.staked for result in round_.results.values())
                    staked += total(result.staked for result in round_.cloth_results.values())
                    self.staked[which] = ZERO if round_.phase is Phase.VOID else staked

    def grown(self, account: str) -> Money:
        return self.floor.ledger.held(account) - self.before.get(account, ZERO)

    def turnover(self, table: str) -> Money:
        return total(amount for (name, _), amount in self.staked.items() if name == table)

    def drop(self, table: str) -> Money:
        here = [name for name, each in self.floor.terminals.items() if each.table == table]
        return -total([self.grown(drop_of(table)), *(self.grown(cash_box_of(name)) for name in here)])


def counted(entries: Sequence[Entry], day: DayCount | None = None) -> DayCount:
    day = day or DayCount()
    for entry in entries:
        day.count(entry.sequence, entry.at_ms, _verdict(entry.verdict).events or ())
    return day


def decided(entry: Entry) -> Decided:
    events = _verdict(entry.verdict).events
    return Decided(entry.sequence, entry.at_ms, None, events or ())  # type: ignore[arg-type]


def all_figures(day: DayCount | Figures, floor: Floor) -> dict[str, TileFigures | None]:
    look = day.figures if isinstance(day, DayCount) else day.of
    return {name: look(floor, table, floor.at_ms) for name, table in floor.tables.items()}


def assert_as_the_books(books: Books, day: DayCount) -> None:
    for name, figures in all_figures(day, books.floor).items():
        assert figures is not None
        found = (figures.turnover, figures.hold, figures.drop, figures.rounds)
        rounds = sum(table == name for table, _ in books.settled)
        expected = (books.turnover(name), books.grown(bank_of(name)), books.drop(name), rounds)
        assert found == expected, (name, books.floor.sequence)


@pytest.mark.parametrize("name", NAMES)
def test_the_figures_are_what_books_and_rounds_say_after_every_entry(name: str) -> None:
    books, day = Books(), DayCount()
    for entry in golden_entries(name):
        books.fold(entry)
        counted([entry], day)
        assert_as_the_books(books, day)


def test_a_new_day_begins_at_nothing_and_the_hour_goes_on(tmp_path: Path) -> None:
    floor = journals.build(tmp_path / "floor")
    with closing(places.open_to_read(floor.journal)) as journal:
        books, day, hours = Books(), DayCount(), list[int]()
        for entry in journal.entries(after_sequence=0):
            hour = sum(figures.rounds_hour or 0 for figures in all_figures(day, books.floor).values() if figures)
            books.fold(entry)
            counted([entry], day)
            assert_as_the_books(books, day)
            if b'"DayBegun"' in entry.verdict:
                now = [figures for figures in all_figures(day, books.floor).values() if figures]
                assert {(each.turnover, each.hold, each.drop, each.rounds) for each in now} == {(ZERO, ZERO, ZERO, 0)}
                assert sum(each.rounds_hour or 0 for each in now) == hour
                hours.append(hour)
    assert any(hours)


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(st.sampled_from(NAMES), st.data())
def test_a_restart_at_any_entry_gives_the_same_figures(name: str, data: st.DataObject) -> None:
    entries = golden_entries(name)
    stopped = data.draw(st.integers(1, len(entries)), label="the journal when it is read")
    watched = data.draw(st.integers(0, stopped), label="from where on commits are told as well")
    floor = Books()
    for entry in entries:
        floor.fold(entry)
    with TemporaryDirectory() as folder:
        address = written(Path(folder), entries[:stopped])
        figures = Figures()
        figures.watch([decided(entry) for entry in entries[watched:]])
        assert set(all_figures(figures, floor.floor).values()) <= {None}
        with closing(places.open_to_read(address)) as journal:
            figures.make_up(journal)
    assert all_figures(figures, floor.floor) == all_figures(counted(entries), floor.floor)


@pytest.mark.parametrize("cut", [70, 130, 182])
def test_a_restart_in_the_first_hour_of_a_day_reads_the_day_before_as_well(tmp_path: Path, cut: int) -> None:
    place = journals.build(tmp_path / "floor", entries=journals.spine()[:cut])
    books = Books()
    with closing(places.open_to_read(place.journal)) as journal:
        assert len(journal.volumes()) > 1
        entries = list(journal.entries(after_sequence=0))
        for entry in entries:
            books.fold(entry)
        assert all_figures(count_day(journal), books.floor) == all_figures(counted(entries), books.floor)


def test_how_many_rounds_the_last_hour_had_is_not_said_where_the_journal_does_not_reach_back() -> None:
    entries = golden_entries("ministar")
    floor = Books()
    for entry in entries:
        floor.fold(entry)
    young = counted(entries, DayCount(since_ms=floor.floor.at_ms - HOUR_MS + 1))
    old = counted(entries, DayCount(since_ms=floor.floor.at_ms - HOUR_MS))
    assert {each.rounds_hour for each in all_figures(young, floor.floor).values() if each} == {None}
    assert None not in {each.rounds_hour for each in all_figures(old, floor.floor).values() if each}


def test_rounds_leave_the_hour_with_time() -> None:
    entries = golden_entries("ministar")
    books = Books()
    for entry in entries:
        books.fold(entry)
    day, (table,) = counted(entries), books.floor.tables.values()
    then = day.figures(books.floor, table, books.floor.at_ms + HOUR_MS)
    assert then.rounds_hour == 0
    assert then.rounds > 0


class Broken:
    """A journal that cannot be read."""

    def volumes(self) -> Sequence[Volume]:
        raise JournalProblem("the disk is gone")


def test_where_the_journal_cannot_be_read_nothing_is_said() -> None:
    figures = Figures()
    figures.make_up(cast("Reader", Broken()))
    figures.watch([decided(entry) for entry in golden_entries("ministar")])
    assert not figures.is_known


def test_a_share_is_rounded_to_the_nearest_hundredth_of_a_percent() -> None:
    assert basis_of(cents(1), cents(3)) == 3_333
    assert basis_of(cents(2), cents(3)) == 6_667
    assert basis_of(cents(-1), cents(20_000)) == -1
    assert basis_of(cents(-1), cents(20_001)) == 0


def tiles(stage: ConsoleStage, person: str) -> dict[str, Tile]:
    (_, news) = stage.console(person).hello("floor").take()
    assert isinstance(news, FloorNews)
    return {tile.table: tile for tile in news.content.tables}


def counting_stage() -> ConsoleStage:
    """Consoles of a floor whose day is counted."""
    stage = ConsoleStage()
    stage.figures.go_on_from(DayCount())
    return stage


def test_figures_are_for_supervisors_and_who_reads_the_records() -> None:
    stage = counting_stage()
    assert tiles(stage, "ann")["A"].figures is not None
    assert tiles(stage, "ines")["B"].figures is not None
    for person in ("carl", "olga"):
        assert {(tile.figures, tile.counting) for tile in tiles(stage, person).values()} == {(None, False)}


def test_until_the_day_is_counted_that_is_what_is_said_and_then_nothing_is_missing() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello("floor")
    ann.take()
    stage.give(InsertNote("M1", cents(2_000))).pass_time()
    assert last_tile(ann).counting
    stage.figures.go_on_from(DayCount())
    stage.pass_time(HOUR_LOOK_MS)
    figures = last_tile(ann).figures
    assert figures is not None
    assert figures.drop == cents(2_000)


def last_tile(console: ConsoleLine) -> Tile:
    """The tile of table A as it was last sent."""
    news = console.take()[-1]
    assert isinstance(news, FloorNews)
    return news.content.tables[0]


def test_money_and_players_show_on_the_tile_as_they_come() -> None:
    stage = counting_stage()
    ann = stage.console("ann").hello("floor")
    ann.take()
    stage.give(InsertNote("M1", cents(2_000)), PlaceWager("M1", "A", "red", cents(500))).pass_time()
    tile = last_tile(ann)
    assert tile.figures is not None
    assert (tile.players, tile.playing, tile.figures.drop, tile.figures.turnover) == (1, 1, cents(2_000), ZERO)


def test_a_tile_tells_the_gravest_alert_first_to_those_who_work_there() -> None:
    stage = counting_stage()
    stage.give(ReportByPlayer("M1"), ReportSignal("M2", "tamper")).turn()
    (found,) = tile_alerts(stage.floor).values()
    assert [(alert.kind, alert.place) for alert in found] == [("tamper", "M2"), ("player-call", "M1")]
    assert tiles(stage, "ann")["A"].alerts == tuple(found)
    assert tiles(stage, "olga")["A"].alerts_open == 2
    assert tiles(stage, "ann")["B"].alerts == ()


def test_what_is_over_comes_behind_what_still_waits() -> None:
    stage = counting_stage()
    operator = ("assistant_gaming_manager", "ann")
    stage.give(OpenCase(*operator, "M1", "dark"), ReportByPlayer("M2", "attendant")).turn()
    (waiting,) = tile_alerts(stage.floor).values()
    assert [(alert.kind, alert.gravity) for alert in waiting] == [("case-waiting", WAITS), ("attendant-call", WAITS)]
    stage.give(CloseCase(*operator, "M1", "repaired")).turn()
    (left,) = tile_alerts(stage.floor).values()
    assert [(alert.kind, alert.gravity) for alert in left] == [("attendant-call", WAITS), ("case-waiting", TO_KNOW)]


def test_every_kind_of_alert_has_its_gravity() -> None:
    assert set(GRAVITY) == set(AlertKind)
