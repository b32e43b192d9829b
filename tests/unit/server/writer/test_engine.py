"""The engine keeps gaming days: a new volume that begins with its day, whatever stops in between."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest
from msgspec import json

from openetg.floor.commands import Collect, InsertNote, Order, PlaceWager, ReportReady, StartWriter
from openetg.floor.core.snapshot import snapshot_hash
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.fold import fold
from openetg.floor.state import Floor, state_hash
from openetg.journal import places
from openetg.journal.store import Lease, Store, UnknownOutcome
from openetg.money import cents
from openetg.reports.audit.recovery import recover
from openetg.rulebook.load import load
from openetg.server.plan.days import GamingDays
from openetg.server.plan.floor_plan import founding_commands
from openetg.server.writer.babbling import BURST
from openetg.server.writer.engine import Clock, Engine
from openetg.server.writer.writer import Writer
from tests.houses import two_tables

HOUR_MS = 3_600_000
MORNING_MS = 1_800_000_000_000 - 1_800_000_000_000 % (24 * HOUR_MS) + 7 * HOUR_MS
"""Seven in the morning of 2027-01-15, in Greenwich."""
HOUSE = two_tables(terminals=2)


class Hands(Clock):
    """A clock that a test sets."""

    def __init__(self, ms: int) -> None:
        super().__init__()
        self.ms = ms

    def now_ms(self) -> int:
        return self.ms


class Life:
    """One start of a floor on a journal, with its days."""

    def __init__(self, store: Store, ms: int) -> None:
        self.store, self.clock = store, Hands(ms)
        lease = store.claim()
        self.writer = Writer(recover(store).floor)
        self.engine = Engine(store, lease, self.writer, self.clock, day_of=GamingDays().day_of)
        self.number = 0

    def start(self) -> Life:
        books = {plan.rulebook: load(plan.rulebook).rulebook for plan in HOUSE.tables}
        wishes = [StartWriter(LOGIC, "test"), *founding_commands(self.writer.floor, HOUSE, books)]
        for number, command in enumerate(wishes, start=1):
            self.writer.submit(Order("house", self.clock.ms, number, command))
        return self.turn()

    def turn(self, ms: int = 0) -> Life:
        self.clock.ms += ms
        asyncio.run(self.engine.turn())
        return self

    def note(self) -> Life:
        self.number += 1
        self.writer.submit(Order("terminal/M1", self.clock.ms, self.number, InsertNote("M1", cents(500))))
        return self

    def days(self) -> list[str]:
        return [volume.day for volume in self.store.volumes()]

    def asked(self, *, after: int = 0) -> list[str]:
        """The names of the commands on record after an entry."""
        return [json.decode(each.command)["command"]["type"] for each in self.store.entries(after_sequence=after)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(places.create(str(tmp_path / "journal"), journal_id="j")) as store:
        yield store


def folded(store: Store) -> Floor:
    """The floor by every entry there is, without any snapshot."""
    floor = Floor()
    for entry in store.entries(after_sequence=0):
        fold(floor, entry.at_ms, entry.command, entry.verdict)
    return floor


def test_the_first_day_begins_with_the_first_entry_and_needs_no_new_volume(store: Store) -> None:
    life = Life(store, MORNING_MS).start()
    assert life.asked()[:2] == ["BeginDay", "StartWriter"]
    assert life.asked().count("BeginDay") == 1
    assert life.writer.floor.premises.day == "2027-01-15"
    assert len(store.volumes()) == 1


def test_a_day_of_many_groups_is_one_day(store: Store) -> None:
    life = Life(store, MORNING_MS).start()
    for _ in range(5):
        life.note().turn(HOUR_MS)
    assert life.asked().count("BeginDay") == 1
    assert len(store.volumes()) == 1


def test_the_next_day_begins_a_volume_though_nothing_else_happens(store: Store) -> None:
    life = Life(store, MORNING_MS).start()
    life.turn(22 * HOUR_MS)
    assert len(store.volumes()) == 1
    before, state = life.writer.floor.sequence, state_hash(life.writer.floor)
    life.turn(HOUR_MS)
    assert life.asked(after=before) == ["BeginDay"]
    newest = store.volumes()[-1]
    assert (newest.number, newest.day, newest.opening.sequence) == (2, "2027-01-16", before)
    snapshot = store.opening_snapshot(2)
    assert snapshot is not None
    assert snapshot_hash(snapshot) == state
    assert life.writer.floor.premises.day == "2027-01-16"


def test_what_waits_comes_after_the_day_and_is_answered(store: Store) -> None:
    life = Life(store, MORNING_MS).start()
    before = life.writer.floor.sequence
    life.note().note().turn(24 * HOUR_MS)
    assert life.asked(after=before) == ["BeginDay", "InsertNote", "InsertNote"]
    assert life.writer.floor.ledger.held("meter/M1") == cents(1_000)


def test_a_round_goes_on_over_the_change_of_day(store: Store) -> None:
    life = Life(store, MORNING_MS).start()
    life.writer.submit(Order("wheel/A", 1, 1, ReportReady("A")))
    life.note().turn()
    life.writer.submit(Order("terminal/M1", life.clock.ms, 9, PlaceWager("M1", "A", "red", cents(500))))
    life.turn()
    round_ = life.writer.floor.tables["A"].round
    assert round_ is not None
    life.turn(24 * HOUR_MS)
    after = recover(store).floor.tables["A"].round
    assert after is not None
    assert (after.number, after.wagers) == (round_.number, {"M1": {"red": cents(500)}})


def test_reading_across_volumes_gives_the_floor_of_every_entry(store: Store) -> None:
    life = Life(store, MORNING_MS).start()
    for _ in range(4):
        life.note().turn(24 * HOUR_MS).note().turn()
    found = recover(store)
    assert found.source == "the snapshot of volume 5"
    assert found.folded < 5
    assert state_hash(found.floor) == state_hash(folded(store)) == state_hash(life.writer.floor)


def test_a_restart_on_the_same_day_begins_none(store: Store) -> None:
    before = Life(store, MORNING_MS).start().writer.floor.sequence
    life = Life(store, MORNING_MS + HOUR_MS).start()
    assert life.asked(after=before) == ["StartWriter"]
    assert len(store.volumes()) == 1


def test_a_start_after_days_of_rest_begins_today(store: Store) -> None:
    before = Life(store, MORNING_MS).start().writer.floor.sequence
    life = Life(store, MORNING_MS + 3 * 24 * HOUR_MS).start()
    assert life.asked(after=before) == ["BeginDay", "StartWriter"]
    assert life.days()[1:] == ["2027-01-18"]
    assert life.writer.floor.premises.day == "2027-01-18"


def test_a_clock_that_was_put_back_brings_no_day_back(store: Store) -> None:
    Life(store, MORNING_MS).start().turn(24 * HOUR_MS)
    life = Life(store, MORNING_MS - 24 * HOUR_MS).start()
    assert life.writer.floor.premises.day == "2027-01-16"
    assert len(store.volumes()) == 2


@pytest.mark.slow
def test_a_writer_that_stopped_between_volume_and_day_leaves_no_empty_volume(store: Store) -> None:
    life = Life(failing(store, after=True), MORNING_MS).start()
    life.turn(22 * HOUR_MS)
    with pytest.raises(UnknownOutcome):
        life.turn(2 * HOUR_MS)
    assert life.days()[1:] == ["2027-01-16"]
    again = Life(store, MORNING_MS + 5 * 24 * HOUR_MS).start()
    assert again.days()[1:] == ["2027-01-16"]
    assert again.writer.floor.premises.day == "2027-01-16"
    again.turn()
    assert again.days()[1:] == ["2027-01-16", "2027-01-20"]
    assert again.asked().count("BeginDay") == 3
    assert state_hash(recover(store).floor) == state_hash(folded(store)) == state_hash(again.writer.floor)


def test_a_volume_that_could_not_be_opened_stops_the_writer_and_the_next_one_opens_it(store: Store) -> None:
    life = Life(failing(store, after=False), MORNING_MS).start()
    with pytest.raises(UnknownOutcome):
        life.note().turn(24 * HOUR_MS)
    assert life.writer.floor.ledger.held("meter/M1") == cents(0)
    again = Life(store, MORNING_MS + 24 * HOUR_MS).start()
    assert again.days()[1:] == ["2027-01-16"]
    assert again.asked().count("BeginDay") == 2


class Failing:
    """The store, on a disk that fails at a roll: before it, or right after it."""

    def __init__(self, store: Store, *, after: bool) -> None:
        self._store, self._after = store, after

    def roll(self, lease: Lease, *, day: str, snapshot: bytes) -> Lease:
        if self._after:
            self._store.roll(lease, day=day, snapshot=snapshot)
        raise UnknownOutcome("the disk failed")

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)


def failing(store: Store, *, after: bool) -> Store:
    return cast("Store", Failing(store, after=after))


def test_what_was_counted_instead_of_written_is_on_record_when_the_floor_stops(store: Store) -> None:
    life = Life(store, MORNING_MS).start()
    for number in range(1, BURST + 4):
        life.writer.submit(Order("terminal/M1", life.clock.ms, number, Collect("M1", "ticket-1")))
        if number > BURST:
            life.turn()
    assert life.asked()[-1] == "CountRepeats", "the first one with the group that began it"
    life.engine.stop()
    asyncio.run(life.engine.run())
    told = [json.decode(each.command)["command"] for each in life.store.entries(after_sequence=0)][-2:]
    assert [each["count"] for each in told] == [1, 2]
