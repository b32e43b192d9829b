"""The machine is watched while a floor runs: what is found is told once, and again after it was well."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from openetg.floor.commands import Order, RecordSoftwareCheck, ReportMachineFault, StartWriter
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.events import SoftwareChecked
from openetg.floor.state import Floor
from openetg.server.checks.manifest import Manifest, ManifestProblem
from openetg.server.ops import watch
from openetg.server.ops.watch import MachineWatch
from openetg.server.writer.writer import Writer

SOFTWARE = Manifest("1", "3.11", {"openetg/money.py": "1" * 64})
CHANGED = replace(SOFTWARE, files={"openetg/money.py": "2" * 64})


class Machine:
    """A machine whose clocks and files the test sets."""

    def __init__(self, folder: Path) -> None:
        self.software: Manifest | ManifestProblem = SOFTWARE
        self.strangers: list[str] = []
        self.now_ms = self.wall_ms = 1_000_000
        self.watch = MachineWatch(
            approved=SOFTWARE,
            take=self._take,
            folder=folder,
            now_ms=lambda: self.now_ms,
            wall_ms=lambda: self.wall_ms,
            strangers=lambda: self.strangers,
        )

    def _take(self) -> Manifest:
        if isinstance(self.software, ManifestProblem):
            raise self.software
        return self.software

    def told(self) -> list[ReportMachineFault]:
        """What is wrong now."""
        found = [*self.watch.software(), *self.watch.clock_and_disk()]
        return [each for each in found if isinstance(each, ReportMachineFault)]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_machine_that_is_well_says_nothing(machine: Machine) -> None:
    assert machine.told() == []
    machine.now_ms, machine.wall_ms = 2_000_000, 2_000_900
    assert machine.told() == []


def test_what_is_loaded_and_none_of_the_software_is_told(machine: Machine) -> None:
    machine.strangers = ["/tmp/evil.so"]
    assert machine.told() == [ReportMachineFault("software", "/tmp/evil.so: loaded, and none of the software")]


def test_changed_software_is_told_once_and_again_when_it_changes_again(machine: Machine) -> None:
    machine.software = CHANGED
    assert machine.told() == [ReportMachineFault("software", "openetg/money.py: changed")]
    assert machine.told() == []
    machine.software = ManifestProblem("money.py: cannot be read")
    assert machine.told() == [ReportMachineFault("software", "money.py: cannot be read")]
    machine.software = SOFTWARE
    assert machine.told() == [ReportMachineFault("software", "in order again", mended=True)]
    machine.software = CHANGED
    assert machine.told() == [ReportMachineFault("software", "openetg/money.py: changed")]


@pytest.mark.parametrize(("by", "way"), [(-3_600_000, "back"), (3_600_000, "ahead")])
def test_a_wall_clock_that_jumps_is_told_and_then_is_the_clock(machine: Machine, by: int, way: str) -> None:
    machine.now_ms += 60_000
    machine.wall_ms += 60_000 + by
    assert machine.told() == [
        ReportMachineFault("clock", f"the wall clock jumped 3600000 ms {way}; the floor's went on")
    ]
    machine.now_ms += 60_000
    machine.wall_ms += 60_000
    assert machine.told() == []


def test_a_floor_that_began_ahead_of_the_wall_clock_is_no_jump(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.wall_ms -= 3_600_000
    ahead = MachineWatch(
        approved=SOFTWARE, take=lambda: SOFTWARE, folder=tmp_path,
        now_ms=lambda: machine.now_ms, wall_ms=lambda: machine.wall_ms,
    )  # fmt: skip
    assert list(ahead.clock_and_disk()) == []


def test_a_disk_that_fills_up_is_told(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "free_room", lambda _: 1024)
    (fault,) = machine.told()
    assert fault.part == "disk"
    assert machine.told() == []
    monkeypatch.setattr(watch, "free_room", lambda _: None)
    assert machine.told() == [ReportMachineFault("disk", "in order again", mended=True)]
    assert machine.told() == []


def test_every_look_at_the_software_goes_on_record_with_what_it_came_to(machine: Machine) -> None:
    assert machine.watch.software() == [RecordSoftwareCheck(SOFTWARE.digest)]
    assert machine.watch.software() == [RecordSoftwareCheck(SOFTWARE.digest)]
    machine.software = CHANGED
    assert machine.watch.software()[0] == RecordSoftwareCheck(CHANGED.digest)
    machine.software = ManifestProblem("money.py: cannot be read")
    assert machine.watch.software()[0] == RecordSoftwareCheck("")


def heard_by(said: list[object]) -> Callable[[object], bool]:
    """Somebody who takes everything that is told."""

    def report(each: object) -> bool:
        said.append(each)
        return True

    return report


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.005)


def test_it_is_looked_at_once_a_day(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY_S", 0.01)
    monkeypatch.setattr(watch, "SOFTWARE_EVERY_S", 0.05)
    said: list[object] = []

    async def a_few_days() -> None:
        running = asyncio.create_task(machine.watch.run(heard_by(said)))
        await until(lambda: len(said) >= 3)
        running.cancel()

    asyncio.run(a_few_days())
    assert set(said) == {RecordSoftwareCheck(SOFTWARE.digest)}


def test_it_is_looked_at_when_asked(machine: Machine) -> None:
    said: list[object] = []

    async def on_demand() -> None:
        running = asyncio.create_task(machine.watch.run(heard_by(said)))
        await asyncio.sleep(0)
        machine.watch.asked.set()
        await until(lambda: bool(said))
        running.cancel()

    asyncio.run(on_demand())
    assert said == [RecordSoftwareCheck(SOFTWARE.digest)]


def test_what_there_is_no_room_for_is_told_later(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY_S", 0.01)
    said: list[object] = []
    room = iter([False, False, True])

    def report(each: object) -> bool:
        taken = next(room)
        said.append((each, taken))
        return taken

    async def one_look() -> None:
        running = asyncio.create_task(machine.watch.run(report))
        machine.watch.asked.set()
        await until(lambda: len(said) == 3)
        running.cancel()

    asyncio.run(one_look())
    check = RecordSoftwareCheck(SOFTWARE.digest)
    assert said == [(check, False), (check, False), (check, True)]


@pytest.mark.parametrize(("found", "same"), [("1" * 64, True), ("2" * 64, False), ("", False)])
def test_the_record_says_whether_it_is_what_the_writer_started_with(found: str, same: bool) -> None:
    writer = Writer(Floor())
    writer.submit(Order("house", 1, 1, StartWriter(LOGIC, "test", "1" * 64)))
    writer.submit(Order("machine", 1, 1, RecordSoftwareCheck(found)))
    group = writer.step(7_000)
    assert group is not None
    _, checked = writer.committed(group)
    assert checked.verdict == (SoftwareChecked(found, same, 7_000),)
    assert writer.floor.premises.checked_at_ms == 7_000
