"""Simulated devices in the server's own process outlive it: killed at any moment, nothing is created or lost."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from openetg.devices.acceptor.simulator import SimulatedAcceptor
from openetg.devices.kiosk.simulator import SimulatedKiosk
from openetg.devices.printer.simulator import SimulatedPrinter
from openetg.floor.commands import Collect, Order, StartWriter
from openetg.floor.core.ledger import TICKETS, meter_of, printing_of
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.fold import fold
from openetg.floor.state import Floor
from openetg.server.devices.desk.desk import MoneyDesk
from openetg.server.devices.desk.inside import InsideDevices
from openetg.server.writer.writer import Writer
from tests.one_table import copied
from tests.simulated.sensors import SimulatedSensors
from tests.unit.server.devices.desk.bench import START_MS, T, founded

ACCEPTOR, PRINTER = f"acceptor/{T}", f"printer/{T}"


class Life:
    """One life of a server with its devices inside; a killed one leaves entries and files."""

    def __init__(self, durable: Floor, folder: Path, boot: int) -> None:
        self.durable = durable
        self.boot = boot
        self.writer = Writer(copied(durable))
        self.inside = InsideDevices({ACCEPTOR: SimulatedAcceptor(), PRINTER: SimulatedPrinter()}, folder)
        self.desk = MoneyDesk(self.writer, self.inside.lines, boot=boot, wake=lambda: None)
        self.writer.submit(Order("house", boot, 1, StartWriter(LOGIC, "test")))

    def tick(self, at_ms: int, *, die: str = "") -> bool:
        """Whether it lives on."""
        self.inside.advance(at_ms, self.desk.hear)
        self.desk.turn(at_ms)
        group = self.writer.step(at_ms)
        if die == "before":
            return False
        if group is not None:
            for entry in group.entries:
                fold(self.durable, entry.at_ms, entry.command, entry.verdict)
            if die:
                return False
            self.writer.committed(group)
        return not die


def evening(folder: Path, at: int, die: str) -> tuple[Floor, list[Any], list[Any]]:
    """A note in, a ticket out, and the server killed once."""
    life = Life(copied(founded()), folder, 2)
    for step in range(40):
        if step == 4:
            life.inside.lines[ACCEPTOR].by_hand(lambda acceptor: acceptor.insert_note(5_000))
        if step == 14:
            life.writer.submit(Order("player", life.boot, 1, Collect(T, "K1")))
        if not life.tick(START_MS + 500 * step, die=die if step == at else ""):
            life = Life(life.durable, folder, life.boot + 1)
    lines = life.inside.lines
    return life.durable, lines[ACCEPTOR].device.box, lines[PRINTER].device.out


def test_a_server_killed_at_any_step_finds_its_devices_as_they_were(tmp_path: Path) -> None:
    for at, die in product(range(26), ("before", "after")):
        floor, box, papers = evening(tmp_path / f"{at}-{die}", at, die)
        held = floor.ledger.held
        assert held(meter_of(T)) + held(printing_of(T)) + held(TICKETS) == sum(item.cents for item in box), (at, die)
        assert int(held(TICKETS)) == sum(paper.cents for paper in papers), (at, die)  # type: ignore[call-overload]


def test_without_a_kill_the_ticket_is_out(tmp_path: Path) -> None:
    floor, box, papers = evening(tmp_path, -1, "")
    assert (len(box), len(papers), list(floor.tickets)) == (1, 1, ["K1"])


@pytest.mark.parametrize("made", [SimulatedAcceptor, SimulatedPrinter, SimulatedKiosk, SimulatedSensors])
def test_every_memory_is_read_back_as_it_was(made: Any, tmp_path: Path) -> None:
    first = InsideDevices({"device/1": made()}, tmp_path)
    line = first.lines["device/1"]
    line.keep()
    again = InsideDevices({"device/1": made()}, tmp_path).lines["device/1"].device
    assert {name: getattr(again, name) for name in made.MEMORY} == {
        name: getattr(line.device, name) for name in made.MEMORY
    }


def test_a_file_that_is_no_memory_is_named(tmp_path: Path) -> None:
    (tmp_path / "acceptor-I1.json").write_text("{}")
    with pytest.raises(ValueError, match=r"acceptor-I1\.json: expected the memory of a simulated device"):
        InsideDevices({ACCEPTOR: SimulatedAcceptor()}, tmp_path)
