"""A running floor is wound down: engine, journal and clock real, wheels that never launch."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import json

from openetg.floor.commands import AnyCommand, Order, ReportReady, StartWriter
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.state import Floor
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.store import Lease, Store, UnknownOutcome
from openetg.rulebook.load import load
from openetg.server.devices.conductor import Conductor
from openetg.server.life.stopping import Stopping, Why
from openetg.server.life.winding_down import StopSignals, stop_signals, wind_down
from openetg.server.plan.demonstration import demonstration
from openetg.server.plan.floor_plan import founding_commands
from openetg.server.writer.engine import Clock, Engine
from openetg.server.writer.writer import Writer
from tests.unit.server.stage import FakeWheel

HOUSE = demonstration(terminals=2, tables=("A", "B"))
DEADLINE_S = 60


class Machine:
    """A floor that runs in this loop."""

    def __init__(self, store: Store) -> None:
        self.said: list[str] = []
        self.asked = StopSignals()
        self.engine = Engine(store, store.claim(), Writer(Floor()), Clock())
        wheels = {plan.table: FakeWheel() for plan in HOUSE.tables}
        self.conductor = Conductor(self.engine.writer, wheels, boot=1, wake=self.engine.wake)
        self.engine.attendant = self.conductor

    async def start(self, *, ready: bool) -> Machine:
        books = {plan.rulebook: load(plan.rulebook).rulebook for plan in HOUSE.tables}
        wishes: list[AnyCommand] = [StartWriter(LOGIC, "test"), *founding_commands(Floor(), HOUSE, books)]
        wishes += [ReportReady(plan.table) for plan in HOUSE.tables] if ready else []
        for number, command in enumerate(wishes, start=1):
            self.engine.writer.submit(Order("house", 1, number, command))
        while self.engine.writer.waiting:
            await self.engine.turn()
        self.ended = asyncio.ensure_future(self.engine.run())
        return self

    async def wound_down(self, within_ms: int = 60_000) -> Why | None:
        stopping = Stopping(within_ms=within_ms)
        self.asked.ask()
        return await wind_down(self.engine, self.conductor, self.asked, stopping, self.said.append, ended=self.ended)

    async def stop(self) -> None:
        self.engine.stop()
        await asyncio.wait([self.ended])

    async def until_said(self, words: str) -> None:
        while words not in self.said:
            await asyncio.sleep(0.005)


class Failing:
    """A store that loses its disk when it is told to."""

    def __init__(self, store: Store) -> None:
        self.claim, self.volumes, self.head = store.claim, store.volumes, store.head
        self.is_broken = False
        self._store = store

    def append(self, lease: Lease, entries: list[Entry]) -> Lease:
        if self.is_broken:
            raise UnknownOutcome("the disk is gone")
        return self._store.append(lease, entries)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(places.create(str(tmp_path / "journal"), journal_id="j")) as made:
        yield made


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def within_time() -> None:
        async with asyncio.timeout(DEADLINE_S):
            await story()

    asyncio.run(within_time())


def asked_of(store: Store) -> list[str]:
    return [json.decode(each.command)["command"]["type"] for each in store.entries(after_sequence=0)]


@pytest.mark.slow
def test_a_floor_without_a_round_stops_as_soon_as_that_is_on_record(store: Store) -> None:
    async def story() -> None:
        machine = await Machine(store).start(ready=False)
        assert await machine.wound_down() is Why.FINISHED
        await machine.stop()
        assert machine.said == ["stops: every round is over"]

    run(story)
    assert asked_of(store)[-1] == "WindDown"


def test_asked_again_it_stops_at_once(store: Store) -> None:
    async def story() -> None:
        machine = await Machine(store).start(ready=True)
        ending = asyncio.create_task(machine.wound_down())
        await machine.until_said("finishing rounds at A, B; again to stop now")
        machine.asked.ask()
        assert await ending is Why.ASKED_AGAIN
        await machine.stop()
        assert machine.said[-1].startswith("stops: asked again; under way at A, B")

    run(story)
    assert asked_of(store).count("WindDown") == 1


@pytest.mark.slow
def test_it_does_not_wait_longer_than_it_may(store: Store) -> None:
    async def story() -> None:
        machine = await Machine(store).start(ready=True)
        assert await machine.wound_down(within_ms=1) is Why.TIME_IS_UP
        await machine.stop()

    run(story)


def test_with_the_engine_gone_nobody_waits(store: Store) -> None:
    async def story() -> None:
        failing = Failing(store)
        machine = await Machine(failing).start(ready=True)  # type: ignore[arg-type]
        failing.is_broken = True
        assert await machine.wound_down() is None
        with pytest.raises(UnknownOutcome):
            await machine.ended

    run(story)


def test_the_first_signal_asks_and_the_second_asks_again() -> None:
    async def story() -> None:
        asked = stop_signals()
        os.kill(os.getpid(), signal.SIGTERM)
        await asked.first.wait()
        assert not asked.again.is_set()
        os.kill(os.getpid(), signal.SIGINT)
        await asked.again.wait()

    run(story)
