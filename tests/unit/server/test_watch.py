"""The machine is watched while a floor runs: what is found is told once, and again after it was well."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from openetg.floor.commands import ReportMachineFault
from openetg.server import watch
from openetg.server.manifest import Manifest, ManifestProblem
from openetg.server.watch import Watch

SOFTWARE = Manifest("1", "3.11", {"openetg/money.py": "1" * 64})
CHANGED = replace(SOFTWARE, files={"openetg/money.py": "2" * 64})


class Machine:
    """A machine whose clocks and files the test sets."""

    def __init__(self, folder: Path) -> None:
        self.software: Manifest | ManifestProblem = SOFTWARE
        self.now_ms = self.wall_ms = 1_000_000
        self.watch = Watch(
            approved=SOFTWARE,
            take=self._take,
            folder=folder,
            now_ms=lambda: self.now_ms,
            wall_ms=lambda: self.wall_ms,
        )

    def _take(self) -> Manifest:
        if isinstance(self.software, ManifestProblem):
            raise self.software
        return self.software

    def told(self) -> list[ReportMachineFault]:
        """What is found now."""
        return [*self.watch.software(), *self.watch.clock_and_disk()]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_machine_that_is_well_says_nothing(machine: Machine) -> None:
    assert machine.told() == []
    machine.now_ms, machine.wall_ms = 2_000_000, 2_000_900
    assert machine.told() == []


def test_changed_software_is_told_once_and_again_when_it_changes_again(machine: Machine) -> None:
    machine.software = CHANGED
    assert machine.told() == [ReportMachineFault("software", "openetg/money.py: changed")]
    assert machine.told() == []
    machine.software = ManifestProblem("money.py: cannot be read")
    assert machine.told() == [ReportMachineFault("software", "money.py: cannot be read")]
    machine.software = SOFTWARE
    assert machine.told() == []
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
    ahead = Watch(
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
    assert machine.told() == []
