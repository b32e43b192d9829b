"""What money devices say of themselves and their lines, as alerts: raised, ended, and known to a new server."""

from __future__ import annotations

import pytest

from openetg.devices.acceptor.simulator import SimulatedAcceptor
from openetg.devices.kiosk.simulator import SimulatedKiosk
from openetg.devices.line.signals import LinkLost, LossReason
from openetg.devices.printer.simulator import LOW_AT, SimulatedPrinter
from openetg.floor.state import Alert, AlertKind
from tests.unit.server.devices.desk.bench import Bench, T

PRINTER, ACCEPTOR, KIOSK = f"printer/{T}", f"acceptor/{T}", "kiosk/K1"


def bench() -> tuple[Bench, SimulatedPrinter]:
    printer = SimulatedPrinter()
    made = Bench(
        {PRINTER: printer, ACCEPTOR: SimulatedAcceptor(), KIOSK: SimulatedKiosk(cassettes={500: 5}, cap=5_000)}
    )
    made.settle(4)
    assert made.floor.alerts.open == {}
    return made, printer


def the(desk: Bench, kind: AlertKind) -> Alert:
    (alert,) = [alert for alert in desk.floor.alerts.open.values() if alert.kind is kind]
    return alert


@pytest.mark.parametrize(("left", "kind"), [(LOW_AT, AlertKind.PAPER_LOW), (0, AlertKind.PAPER_OUT)])
@pytest.mark.parametrize("dies", [False, True])
def test_paper_that_runs_low_or_out_is_an_alert_until_there_is_more(left: int, kind: AlertKind, dies: bool) -> None:
    desk, printer = bench()
    printer.paper = left
    printer.load(0)
    desk.settle(6)
    alert = the(desk, kind)
    assert (alert.place, alert.count, alert.ended_at_ms) == (T, 1, None)
    if dies:
        desk.restart()
        desk.settle(6)
        assert the(desk, kind).count == 1, "what lasts is not said again"
    printer.load(100)
    desk.settle(6)
    assert the(desk, kind).ended_at_ms is not None
    assert not desk.floor.alerts.lasting


def test_a_jam_of_a_printer_and_of_an_acceptor() -> None:
    desk, printer = bench()
    printer.jam()
    desk.devices[ACCEPTOR].jam()
    desk.settle(6)
    assert the(desk, AlertKind.PRINTER_FAULT).said == ["PRINTER_JAM"]
    assert the(desk, AlertKind.ACCEPTOR_FAULT).said == ["ACCEPTOR_JAM"]
    desk.restart()
    printer.mend()
    desk.devices[ACCEPTOR].clear_jam()
    desk.settle(6)
    assert the(desk, AlertKind.PRINTER_FAULT).ended_at_ms is not None
    assert the(desk, AlertKind.ACCEPTOR_FAULT).ended_at_ms is not None


@pytest.mark.parametrize(("device", "place"), [(PRINTER, T), (ACCEPTOR, T), (KIOSK, "/floor")])
def test_a_lost_line_to_a_money_device_is_an_alert_until_it_speaks(device: str, place: str) -> None:
    desk, _ = bench()
    desk.wires[device].down = True
    desk.desk.hear(device, LinkLost(LossReason.CLOSED, "cut"))
    desk.tick()
    alert = the(desk, AlertKind.DEVICE_OFFLINE)
    assert (alert.place, alert.device, alert.said, alert.ended_at_ms) == (place, device, ["closed"], None)
    desk.settle(4)
    assert the(desk, AlertKind.DEVICE_OFFLINE).ended_at_ms is not None
