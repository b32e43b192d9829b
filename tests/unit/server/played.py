"""A floor that plays by a plan and writes a real journal, day by day: for followers, copies and reports."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from openetg.floor.commands import (
    AnyCommand,
    BeginDay,
    CloseWagers,
    InsertNote,
    Order,
    PlaceWager,
    RecordOutcome,
    ReportLaunch,
    ReportReady,
    StartWriter,
)
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.snapshot import encode_snapshot, snapshot_hash
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.state import SHAPE, Floor
from openetg.journal import places
from openetg.journal.store import Lease, Store
from openetg.money import cents
from openetg.rulebook.load import load
from openetg.rulebook.schema.policies import Closer
from openetg.server.plan.floor_plan import founding_commands
from openetg.server.writer.engine import read_floor
from openetg.server.writer.writer import Writer
from tests.houses import two_tables

START_MS = 1_763_200_000_000
HOUSE = two_tables(terminals=2)
TABLE = "B"
TERMINALS = ("I1", "I2")


class Played:
    """One life of the floor on a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lease: Lease = store.claim()
        self.writer = Writer(read_floor(store))
        self.now_ms = max(START_MS, self.floor.at_ms)
        self.boot = self.lease.head.epoch
        self.numbers = 0
        self.give(StartWriter(LOGIC, "test"))
        rulebooks = {plan.rulebook: load(plan.rulebook).rulebook for plan in HOUSE.tables}
        self.give(*founding_commands(self.floor, HOUSE, rulebooks))

    @property
    def floor(self) -> Floor:
        return self.writer.floor

    def give(self, *wishes: AnyCommand, ms: int = 0) -> None:
        """One group; nothing in it may be refused."""
        self.now_ms += ms
        for command in wishes:
            self.numbers += 1
            self.writer.submit(Order("test", self.boot, self.numbers, command))
        group = self.writer.step(self.now_ms)
        if group is None or not group.entries:
            return
        self.lease = self.store.append(self.lease, group.entries)
        for each in self.writer.committed(group):
            assert not isinstance(each.verdict, Refusal), each

    def round(self, outcome: str = "17") -> None:
        """One round with a wager of each terminal, from the opening to the payment."""
        self.give(ReportReady(TABLE), ms=1_000)
        self.give(*(InsertNote(terminal, cents(10_000)) for terminal in TERMINALS))
        self.give(
            *(PlaceWager(terminal, TABLE, f"straight:{17 + n}", cents(500)) for n, terminal in enumerate(TERMINALS))
        )
        round_ = self.floor.tables[TABLE].round
        assert round_ is not None
        self.give(ReportLaunch(TABLE, round_.spin, opposite=True, rotor_turning=True), ms=20_000)
        self.give(CloseWagers(TABLE, Closer.SENSOR, round_.spin), ms=10_000)
        self.give(RecordOutcome(TABLE, round_.spin, outcome), ms=5_000)

    def rounds(self, count: int) -> None:
        for number in range(count):
            self.round(str(number % 37))

    def begin_day(self, day: str) -> None:
        """The first entry of a new volume; of the first one for the first day."""
        snapshot = encode_snapshot(self.floor)
        if self.floor.premises.day:
            self.lease = self.store.roll(self.lease, day=day, snapshot=snapshot)
        self.give(BeginDay(day, snapshot_hash(snapshot), SHAPE, LOGIC))


@contextmanager
def playing(address: Path | str) -> Iterator[Played]:
    """A floor on the journal at an address, made if there is none."""
    place = str(address)
    opened = places.open_to_write(place) if places.exists(place) else places.create(place, journal_id="floor-played")
    with closing(opened) as store:
        yield Played(store)


def three_days(address: Path | str) -> None:
    """A journal of three gaming days in three volumes, with a restart on the second."""
    with playing(address) as floor:
        floor.begin_day("2026-11-13")
        floor.rounds(3)
        floor.begin_day("2026-11-14")
        floor.rounds(2)
    with playing(address) as floor:
        floor.rounds(2)
        floor.begin_day("2026-11-15")
        floor.rounds(3)
