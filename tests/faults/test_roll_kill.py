"""A floor whose days last milliseconds is killed over and over: nothing told is lost, no volume is left out or empty.

The days are so short that most kills fall into a roll: between snapshot, new volume, and the entry that begins the day.
"""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from contextlib import closing
from datetime import date, timedelta
from itertools import count, pairwise
from pathlib import Path
from random import Random

from openetg.floor.commands import InsertNote, Order, StartWriter
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.fold import fold_and_decide
from openetg.floor.state import Floor, state_hash
from openetg.journal import places
from openetg.journal.store import Store
from openetg.journal.verify import Intact, verify
from openetg.money import cents
from openetg.reports.audit.recovery import recover
from openetg.rulebook.load import load
from openetg.server.plan.floor_plan import founding_commands
from openetg.server.writer.engine import Clock, Engine
from openetg.server.writer.writer import Decided, Writer
from tests.houses import two_tables

DAY_MS = 4
KILLS = 12
FIRST = date(2027, 1, 1)
HOUSE = two_tables(terminals=2)


def live(address: str, began_ms: int) -> None:
    """The life of a floor, until it is killed: every turn a note, and every few milliseconds a day."""
    store = places.open_to_write(address)
    lease = store.claim()
    floor = recover(store).floor
    clock = Clock(not_before_ms=floor.at_ms)
    engine = Engine(
        store,
        lease,
        Writer(floor),
        clock,
        day_of=lambda at_ms: (FIRST + timedelta(days=(at_ms - began_ms) // DAY_MS)).isoformat(),
    )
    boot = clock.now_ms()
    books = {plan.rulebook: load(plan.rulebook).rulebook for plan in HOUSE.tables}
    wishes = [StartWriter(LOGIC, "test"), *founding_commands(floor, HOUSE, books)]
    for number, command in enumerate(wishes, start=1):
        engine.writer.submit(Order("house", boot, number, command))
    asyncio.run(_turn(engine, boot))


async def _turn(engine: Engine, boot: int) -> None:
    for number in count(1):
        engine.writer.submit(Order("terminal/M1", boot, number, InsertNote("M1", cents(500))), _tell)
        await engine.turn()


def _tell(told: object) -> None:
    assert isinstance(told, Decided)
    sys.stdout.write(f"{told.sequence}\n")
    sys.stdout.flush()


def killed(address: str, began_ms: int, after_s: float) -> int:
    """Runs a floor until it has told something, kills it a little later; the last entry it told of."""
    code = f"from tests.faults.test_roll_kill import live; live({address!r}, {began_ms})"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = child.stdout.readline()
        assert told, "the floor did not start"
        time.sleep(after_s)
        child.send_signal(signal.SIGKILL)
        return int([told, *(line for line in child.stdout if line.endswith("\n"))][-1])


def test_a_floor_killed_around_its_rolls_loses_nothing(tmp_path: Path) -> None:
    address, chance, began_ms = str(tmp_path / "journal"), Random(5), time.time_ns() // 1_000_000
    places.create(address, journal_id="j").close()
    for _ in range(KILLS):
        told = killed(address, began_ms, chance.uniform(0.0, 0.05))
        with closing(places.open_to_write(address)) as store:
            store.claim()
            assert isinstance(verify(store), Intact)
            found = recover(store)
            assert found.floor.sequence >= told, "something that was told is not there"
            check(store, found.floor)


def check(store: Store, floor: Floor) -> None:
    """The floor from the last snapshot is that of all entries; every volume but the last has entries, its day first."""
    folded, volumes = Floor(), store.volumes()
    for entry in store.entries(after_sequence=0):
        assert fold_and_decide(folded, entry.at_ms, entry.command, entry.verdict) is None
    assert state_hash(folded) == state_hash(floor)
    assert floor.ledger.is_balanced()
    assert len(volumes) > 1
    for before, after in pairwise(volumes):
        assert before.opening.sequence < after.opening.sequence, "an empty volume was left behind"
    for volume in volumes[1:-1]:
        first = next(iter(store.entries(after_sequence=volume.opening.sequence)))
        assert f'"type":"BeginDay","day":"{volume.day}"'.encode() in first.command
