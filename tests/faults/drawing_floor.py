"""A floor that kills itself around the commit of a draw: `python -m tests.faults.drawing_floor FOLDER WHAT WHEN`.

A real journal, real keys and the real engine in a process of its own. WHAT is `jackpot` or `promotion`. WHEN is:
`before` the commit of the group in which something is drawn, `during` it, `after` it, or `never`. What a life finds
done it does not do again. Or it is `waits`: short of what brings the draw about it waits for a line; or `standby`: it
stands by, warm, on the journal of such a one, and takes over when it gets a line.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Order, StartWriter
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.state import Floor, Phase
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.store import Fenced, Lease
from openetg.money import cents
from openetg.rulebook.load import load
from openetg.rulebook.schema.policies import Closer
from openetg.server.follower.standby import Warm
from openetg.server.plan.floor_plan import founding_commands
from openetg.server.plan.folder import FloorFolder, open_store
from openetg.server.writer.draw_controller import Controller
from openetg.server.writer.engine import Clock, Engine, read_floor
from openetg.server.writer.sealing import open_sealer
from openetg.server.writer.writer import Decided, Writer
from tests.houses import two_tables
from tests.promotions import DAY_MS, HOUR_MS, NAME, whole_terms
from tests.unit.server.jackpot_floor import LUCKY, TABLE, house_with

ANN = ("assistant_gaming_manager", "ann")
FENCED = 3
"""How a life ends after another has taken over."""
DRAWN = (b'"type":"RevealMystery"', b'"type":"RevealDraw"')


class Plug:
    """The store, with somebody at the plug."""

    def __init__(self, store: Any, when: str) -> None:
        self._store = store
        self._when = when

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append(self, lease: Lease, entries: Sequence[Entry]) -> Lease:
        if not any(each in entry.command for entry in entries for each in DRAWN):
            return self._store.append(lease, entries)  # type: ignore[no-any-return]
        if self._when == "before":
            pull()
        if self._when == "during":
            threading.Timer(Random().uniform(0, 0.004), pull).start()
        appended = self._store.append(lease, entries)
        if self._when == "after":
            pull()
        return appended  # type: ignore[no-any-return]


def pull() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Life:
    """One life of a floor."""

    def __init__(self, folder: Path, what: str, when: str) -> None:
        self.place = FloorFolder(folder)
        self.what, self.when = what, when
        read = self.stand_by() if when == "standby" else read_floor
        self.store = open_store(self.place)
        lease = self.store.claim()
        floor = read(self.store)
        clock = Clock(not_before_ms=floor.at_ms)
        self.ahead_ms = 0
        real = clock.now_ms
        clock.now_ms = lambda: real() + self.ahead_ms  # type: ignore[method-assign]
        self.clock = clock
        sealer = open_sealer(self.place.keys, floor, clock.now_ms)
        writer = Writer(floor, sealer)
        writer.follow = Controller(floor, sealer.keyring).follow
        self.engine = Engine(Plug(self.store, when), lease, writer, clock)
        self.boot, self.number = clock.now_ms(), 0

    def stand_by(self) -> Callable[[Any], Floor]:
        """In step with the journal until told to take over, as a standby is; what then reads the rest of it."""
        with closing(places.open_to_read(self.place.journal)) as journal:
            warm = Warm(journal, self.place)
            told("stands by")
            return warm.catch_up

    @property
    def floor(self) -> Floor:
        return self.engine.writer.floor

    async def give(self, command: AnyCommand) -> None:
        answers: list[Any] = []
        self.number += 1
        self.engine.writer.submit(Order("test", self.boot, self.number, command), answers.append)
        while self.engine.writer.waiting:
            await self.engine.turn()
        assert isinstance(answers[0], Decided)
        assert not isinstance(answers[0].verdict, Refusal), (command, answers[0].verdict)

    async def run(self) -> None:
        await self.give(StartWriter(LOGIC, "test"))
        house = house_with(LUCKY) if self.what == "jackpot" else two_tables(terminals=2)
        rulebooks = {plan.rulebook: load(plan.rulebook).rulebook for plan in house.tables}
        for command in list(founding_commands(self.floor, house, rulebooks)):
            await self.give(command)
        await (self.jackpot() if self.what == "jackpot" else self.promotion())

    async def jackpot(self) -> None:
        """One round that reaches the value, unless it was reached."""
        while not self.floor.jackpots.awards:
            round_ = self.floor.tables[TABLE].round
            if round_ is None or round_.phase is not Phase.CLOSED:
                await self.give(ask.ReportReady(TABLE))
                round_ = self.floor.tables[TABLE].round
                assert round_ is not None
                for _ in range(5):
                    await self.give(ask.InsertNote("N1", cents(10_000)))
                await self.give(ask.PlaceWager("N1", TABLE, "red", cents(40_000), round_.number))
                await self.give(ask.ReportLaunch(TABLE, round_.spin, opposite=True, rotor_turning=True))
                await self.give(ask.CloseWagers(TABLE, Closer.SENSOR, round_.spin))
            self.wait()
            await self.give(ask.RecordOutcome(TABLE, round_.spin, "17"))

    async def promotion(self) -> None:
        """A promotion up to the call of its draw, unless that was called."""
        offered = self.floor.promotions.offered
        if NAME not in offered:
            await self.to_the_call()
        if not offered[NAME].called:
            self.ahead_ms += max(offered[NAME].terms.award_from_ms + 1 - self.clock.now_ms(), 0)
            self.wait()
            await self.give(ask.CallDraw(*ANN, NAME))

    def wait(self) -> None:
        if self.when == "waits":
            told("waits")

    async def to_the_call(self) -> None:
        now = self.clock.now_ms()
        starts, closes = now + 2 * DAY_MS, now + 3 * DAY_MS
        terms = whole_terms(
            tables=("A",), earns="form", qualifying_wager=cents(0), starts_ms=starts, entries_close_ms=closes,
            award_from_ms=closes + HOUR_MS, award_until_ms=closes + DAY_MS, ends_ms=closes + DAY_MS,
        )  # fmt: skip
        await self.give(ask.DraftPromotion(*ANN, NAME, terms))
        rules = self.floor.rulebook_of(self.floor.tables["A"]).promotions
        assert rules is not None
        await self.give(ask.FilePromotion(*ANN, NAME, "F-1", tuple(rules.prohibited), list_checked=True))
        await self.give(ask.PublishPromotion(*ANN, NAME))
        self.ahead_ms = 2 * DAY_MS + 1_000
        await self.give(ask.StartPromotion(*ANN, NAME))
        for entrant in ("E1", "E2", "E3"):
            await self.give(ask.RegisterEntrant(*ANN, NAME, entrant, "Nora Quince", "0400 000 000"))
            await self.give(ask.EnterByForm(*ANN, NAME, entrant, 2))


def told(words: str) -> None:
    """Says how far it has come, and goes on when it gets a line."""
    print(words, flush=True)
    sys.stdin.readline()


def main(folder: str, what: str, when: str) -> None:
    life = Life(Path(folder), what, when)
    try:
        asyncio.run(life.run())
    except Fenced:
        sys.exit(FENCED)
    print("done", len(life.floor.jackpots.awards), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
