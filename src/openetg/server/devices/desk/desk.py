"""The desk: every money device of a floor, by name, in one object with the shape of the conductor.

`hear` keeps what a device says until the next turn; `turn`, between two groups, has each keeper look at it and
tells devices what is due. Names are `acceptor/T1`, `printer/T1`, `sensors/T1` (or a table), `display/A`, `kiosk/K1` and
`monitoring`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from openetg.devices.line.signals import LinkLost, LinkOpened
from openetg.devices.money.line import Heard
from openetg.devices.sensors.signals import Seen
from openetg.floor.commands import ReportSignal
from openetg.floor.premises.visits import GUESSING
from openetg.server.devices.desk.acceptors import AcceptorKeeper
from openetg.server.devices.desk.clerk import Clerk, MoneyDeviceLine, Told, Troubles
from openetg.server.devices.desk.displays import DisplayKeeper
from openetg.server.devices.desk.kiosks import KioskKeeper
from openetg.server.devices.desk.monitoring import DEVICE, MonitoringKeeper
from openetg.server.devices.desk.printers import PrinterKeeper
from openetg.server.guests.absence import DeviceLines
from openetg.server.writer.writer import Writer

SWEEP_MS = 50
"""How often to look whether a paper is to be printed, and whether some of the terminals may take money.

Not with every group: a floor of ten thousand terminals has hundreds of groups a second.
"""
SLICES = 20
"""In how many sweeps every terminal has had its turn: a second, where an acceptor takes for five."""


class MoneyDesk:
    """Keeps every money device; the floor has one."""

    def __init__(
        self, writer: Writer, lines: Mapping[str, MoneyDeviceLine], *, boot: int, wake: Callable[[], None]
    ) -> None:
        self._clerk = Clerk(writer, lines, boot)
        self._wake = wake
        self._troubles = Troubles(writer.floor)
        self._monitoring = MonitoringKeeper(self._clerk)
        self._printers = PrinterKeeper(self._clerk, self._troubles)
        self._acceptors = {
            name: AcceptorKeeper(name, self._clerk, self._troubles, self._monitoring.redeem)
            for name in _named(lines, "acceptor")
        }
        self._kiosks = {name: KioskKeeper(name, self._clerk, self._troubles) for name in _named(lines, "kiosk")}
        self._displays = {name: DisplayKeeper(name, self._clerk) for name in _named(lines, "display")}
        self._round = deque(self._acceptors)
        """The order in which terminals are looked at."""
        self._stirred: set[str] = set()
        """The terminals whose acceptors have said something that was not looked at."""
        self._swept_ms = 0
        self._seen: deque[tuple[str, Seen]] = deque()
        self._reported: dict[str, int] = {}
        self._device_lines = DeviceLines(writer.floor)

    def hear(self, device: str, signal: Any) -> None:
        """Keeps what a device says until the next turn."""
        kind, _, name = device.partition("/")
        self._device_lines.hear(device, signal)
        if isinstance(signal, LinkOpened | LinkLost):
            if kind == "display":
                self._displays[name].reset()
        elif kind == "acceptor":
            self._acceptors[name].hear(signal)
            self._stirred.add(name)
        elif kind == "printer":
            self._printers.hear(name, signal)
        elif kind == "kiosk":
            self._kiosks[name].hear(signal)
        elif kind == "display":
            self._displays[name].hear(signal)
        elif kind == DEVICE:
            self._monitoring.hear(signal)
        elif isinstance(signal, Seen) and (name, signal) not in self._seen:
            self._seen.append((name, signal))
        self._wake()

    def turn(self, at_ms: int) -> None:
        """Between two groups: turns what was said into commands, and tells devices what is due."""
        self._device_lines.flush(self._clerk.submit)
        while self._seen and self._sighted(*self._seen[0]):
            self._seen.popleft()
        for name in list(self._stirred):
            self._acceptors[name].turn(at_ms)
            if not self._acceptors[name].waits:
                self._stirred.discard(name)
        if at_ms - self._swept_ms >= SWEEP_MS:
            self._sweep(at_ms)
        for kiosk in self._kiosks.values():
            kiosk.turn(at_ms)
        self._alarm_of_guessing()
        self._monitoring.turn(at_ms)
        for display in self._displays.values():
            display.turn()

    def next_wake_ms(self) -> int:
        """When, at the latest, to turn again."""
        return self._swept_ms + SWEEP_MS

    def _sweep(self, at_ms: int) -> None:
        self._swept_ms = at_ms
        for device, code in self._troubles.late():
            self._say_again(device, code, at_ms)
        self._printers.turn(at_ms)
        for _ in range(min(len(self._round), 1 + len(self._round) // SLICES)):
            name = self._round[0]
            self._round.rotate(-1)
            self._acceptors[name].open_or_shut(at_ms, printer_fit=self._printers.is_fit(name))

    def _say_again(self, device: str, code: str, at_ms: int) -> None:
        """Handles again a report of a device that was not believed at once."""
        kind, _, name = device.partition("/")
        if kind == "acceptor":
            self._acceptors[name].trouble(code, at_ms)
        elif kind == "kiosk":
            self._kiosks[name].trouble(code, at_ms)
        else:
            self._printers.trouble(name, code, at_ms)

    def _sighted(self, place: str, seen: Seen) -> bool:
        device = f"sensors/{place}"
        if self._reported.get(place) == seen.item:
            self._clerk.send(device, Heard(seen.item))
            return True
        command = ReportSignal(place, seen.sight.value)
        if not self._clerk.submit(device, command, partial(self._sight_on_record, place, seen.item)):
            return False
        self._monitoring.tell(f"{seen.sight.value}:{seen.where}", place)
        return True

    def _sight_on_record(self, place: str, item: int, told: Told) -> None:
        del told
        self._reported[place] = item
        self._clerk.send(f"sensors/{place}", Heard(item))

    def _alarm_of_guessing(self) -> None:
        """Puts guessed numbers of papers on record and calls staff; the guesser has to wait already."""
        alarms = self._clerk.writer.edge.alarms()
        while alarms:
            place = alarms[0].removeprefix("terminal/").removeprefix("reader/").removeprefix("payer/")
            if not self._clerk.submit("desk", ReportSignal(place, GUESSING)):
                return
            self._monitoring.tell(GUESSING, place.replace("/", ":"))
            alarms.popleft()


def _named(lines: Mapping[str, MoneyDeviceLine], kind: str) -> list[str]:
    """The names of all devices of a kind."""
    return [name for each, _, name in (device.partition("/") for device in lines) if each == kind and name]
