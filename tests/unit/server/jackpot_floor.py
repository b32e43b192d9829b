"""A novo-unity table with a mystery of one level, a real writer with its controller, and keys on the disk; no sockets.

Time is a number the test moves; a group is durable when it is folded into the twin. A crash forgets what was not.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from openetg.floor.commands import (
    AnyCommand,
    CloseWagers,
    EngageStaff,
    InsertNote,
    Order,
    PlaceWager,
    RecordOutcome,
    ReportLaunch,
    ReportReady,
    StartWriter,
)
from openetg.floor.core.ledger import pool_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.events import AnyEvent
from openetg.floor.fold import fold
from openetg.floor.jackpots.commands import JackpotRules, LevelRules
from openetg.floor.state import Award, Floor, Jackpot, Level, state_hash
from openetg.journal.entry import Entry
from openetg.keys.keyring import Keyring, make_keyring
from openetg.money import Money, cents
from openetg.rulebook.load import load
from openetg.rulebook.schema.policies import Closer, JackpotKind
from openetg.server.plan.demonstration import demonstration
from openetg.server.plan.floor_plan import House, founding_commands
from openetg.server.plan.jackpot_plan import JackpotPlan
from openetg.server.writer.draw_controller import Controller
from openetg.server.writer.writer import Decided, DecidedGroup, Writer
from tests.one_table import copied
from tests.reconciling import reconciles

START_MS = 1_790_000_000_000
TABLE = "D"
HUNDRED = 10_000
TENTH = 100_000
"""A tenth of the turnover, in millionths."""
APPROVALS = {"mystery-procedure": "A/1", "mystery-process": "A/2", "jackpot-adjustment": "A/3"}
SUPERVISOR = "electronic_gaming_supervisor"
SUE = EngageStaff("sue", "Sue Example", {"novo-unity": (SUPERVISOR,)})


def mini(*, low: int = 1_050, high: int = 1_400, seed: int = 1_000, rate: int = TENTH) -> LevelRules:
    """A level that hits within a few rounds."""
    return LevelRules("mini", "Mini", cents(seed), {TABLE: rate}, low=cents(low), high=cents(high))


def lucky(*levels: LevelRules, lock_from: int = 100_000_00) -> JackpotRules:
    return JackpotRules("Lucky", JackpotKind.MYSTERY, levels or (mini(),), lock_from=cents(lock_from))


def house_with(*jackpots: JackpotPlan, terminals: int = 3) -> House:
    """Table D of the demonstration floor with these jackpots."""
    house = demonstration(terminals=terminals, tables=(TABLE,))
    plan = replace(house.tables[0], limits={})
    notes = tuple(replace(each, notes=(cents(HUNDRED),)) for each in house.terminals)
    return replace(house, tables=(plan,), terminals=notes, jackpots=jackpots, staff=(), drawers=False)


LUCKY = JackpotPlan("lucky", lucky(), APPROVALS)


@cache
def with_lucky() -> Floor:
    """The usual floor; made once, and only ever copied."""
    return founded(LUCKY)


def founded(*jackpots: JackpotPlan) -> Floor:
    """Set up, with nobody to follow yet."""
    writer, house = Writer(Floor()), house_with(*jackpots)
    rulebooks = {plan.rulebook: load(plan.rulebook).rulebook for plan in house.tables}
    wishes: list[AnyCommand] = [StartWriter(LOGIC, "test"), *founding_commands(Floor(), house, rulebooks), SUE]
    for number, command in enumerate(wishes, start=1):
        writer.submit(Order("house", 1, number, command))
    group = writer.step(START_MS)
    assert group is not None
    for each in writer.committed(group):
        assert not isinstance(each.verdict, Refusal), (each.order.command, each.verdict)
    return writer.floor


class JackpotFloor:
    """One life of the writer; `restart` begins the next from what is durable."""

    def __init__(self, keys: Path, floor: Floor | None = None, *, boot: int = 2) -> None:
        begun = floor or with_lucky()
        self.keys, self.boot = keys, boot
        self.twin = copied(begun)
        self.now_ms = begun.at_ms
        self.ring: Keyring = make_keyring(keys)
        self.writer = Writer(copied(begun))
        self.controller = Controller(self.writer.floor, self.ring)
        self.writer.follow = self.controller.follow
        self.numbers = 0
        self.entries: list[Entry] = []
        self.decided: list[Decided] = []
        self.give(StartWriter(LOGIC, "test"))

    @property
    def floor(self) -> Floor:
        return self.writer.floor

    @property
    def jackpot(self) -> Jackpot:
        return self.floor.jackpots.offered["lucky"]

    @property
    def level(self) -> Level:
        return self.jackpot.levels["mini"]

    @property
    def awards(self) -> list[Award]:
        return list(self.floor.jackpots.awards.values())

    def pool(self, level: str = "mini") -> Money:
        return self.floor.ledger.held(pool_of("lucky", level))

    def give(self, *wishes: AnyCommand, sender: str = "test", granted: bool = True) -> list[Decided]:
        """Orders in one group, made durable; what was decided, with what followed."""
        self.submit(*wishes, sender=sender)
        group = self.step()
        assert group is not None
        decided = self.commit(group)
        if granted:
            refused = [(each.order.command, each.verdict) for each in decided if isinstance(each.verdict, Refusal)]
            assert not refused, refused
        return decided

    def submit(self, *wishes: AnyCommand, sender: str = "test") -> None:
        for command in wishes:
            self.numbers += 1
            self.writer.submit(Order(sender, self.boot, self.numbers, command))

    def step(self) -> DecidedGroup | None:
        self.now_ms += 1
        return self.writer.step(self.now_ms)

    def commit(self, group: DecidedGroup) -> list[Decided]:
        for entry in group.entries:
            fold(self.twin, entry.at_ms, entry.command, entry.verdict)
        self.entries += group.entries
        decided = list(self.writer.committed(group))
        self.decided += decided
        assert state_hash(self.floor) == state_hash(self.twin), "the floor is not what the journal holds"
        assert self.floor.ledger.is_balanced()
        assert reconciles(self.floor)
        return decided

    def open_round(self, wagers: Mapping[str, int], *, spot: str = "red") -> AnyCommand:
        """A round that is closed with these wagers; the outcome that settles it is still to be given."""
        self.give(ReportReady(TABLE))
        round_ = self.floor.tables[TABLE].round
        assert round_ is not None
        for terminal, amount in wagers.items():
            self.give(*[InsertNote(terminal, cents(HUNDRED))] * (amount // HUNDRED + 1))
            self.give(PlaceWager(terminal, TABLE, spot, cents(amount), round_.number))
        self.give(ReportLaunch(TABLE, round_.spin, opposite=True, rotor_turning=True))
        self.give(CloseWagers(TABLE, Closer.SENSOR, round_.spin))
        return RecordOutcome(TABLE, round_.spin, "17")

    def play(self, wagers: Mapping[str, int], *, spot: str = "red") -> list[Decided]:
        """A whole round, settled; the group of the settlement."""
        return self.give(self.open_round(wagers, spot=spot))

    def restart(self, *, keys: Path | None = None) -> JackpotFloor:
        """The process dies with everything that was not durable; another takes over."""
        self.ring.close()
        after = copied(self.twin)
        return JackpotFloor(keys or self.keys, after, boot=self.boot + 1)


def kinds(decided: list[Decided]) -> list[str]:
    """The names of what was asked, in order."""
    return [type(each.order.command).__name__ for each in decided]


def events_of(decided: list[Decided], kind: type[AnyEvent]) -> list[AnyEvent]:
    verdicts: list[Any] = [each.verdict for each in decided if isinstance(each.verdict, tuple)]
    return [event for verdict in verdicts for event in verdict if type(event) is kind]
