"""A desk with simulated devices and a real writer, in virtual time; the floor can die before or after any commit.

What is durable is a twin of the floor, folded from entries alone. A group that was not committed is gone with the
server, and so is everything the desk knew; the devices live on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from openetg.devices.line.signals import Identify
from openetg.floor.commands import AnyCommand, Collect, Order, ReportReady, StartWriter
from openetg.floor.core.ledger import TICKETS, cash_box_of, meter_of, printing_of
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.events import AnyEvent, SignalReported
from openetg.floor.fold import fold
from openetg.floor.state import Floor, state_hash
from openetg.money import Money
from openetg.rulebook.load import load
from openetg.server.devices.desk.desk import MoneyDesk
from openetg.server.plan.floor_plan import founding_commands
from openetg.server.writer.sealing import PLAIN, Edge
from openetg.server.writer.writer import Writer
from tests.houses import two_tables
from tests.one_table import copied

START_MS = 1_700_000_000_000
TICK_MS = 500
T = "I1"


@cache
def founded() -> Floor:
    """The demonstration floor with play begun; made once, and only ever copied."""
    house = two_tables(terminals=2)
    rulebooks = {plan.rulebook: load(plan.rulebook).rulebook for plan in house.tables}
    writer = Writer(Floor())
    wishes = (StartWriter(LOGIC, "test"), *founding_commands(Floor(), house, rulebooks))
    for number, command in enumerate((*wishes, ReportReady("A"), ReportReady("B")), start=1):
        writer.submit(Order("house", 1, number, command))
    group = writer.step(START_MS)
    assert group is not None
    writer.committed(group)
    return writer.floor


class Wire:
    """The line to one simulated device; while it is down nothing passes, either way."""

    def __init__(self, device: Any) -> None:
        self.device = device
        self.down = False

    def send(self, order: object, /) -> bool:
        if not self.down:
            self.device.order(order)
        return not self.down


class Bench:
    """Devices that live as long as the test, and one life of the server after the other."""

    def __init__(self, devices: dict[str, Any], edge: Edge = PLAIN) -> None:
        self.twin = copied(founded())
        self.now_ms = START_MS
        self.devices = devices
        self.wires = {name: Wire(device) for name, device in devices.items()}
        self.events: list[AnyEvent] = []
        """Everything that is on record since the beginning."""
        self._edge = edge
        self._boot = 1
        self._number = 0
        self._live()

    def _live(self) -> None:
        self._boot += 1
        self.writer = Writer(copied(self.twin), self._edge)
        self.desk = MoneyDesk(self.writer, self.wires, boot=self._boot, wake=lambda: None)

    @property
    def floor(self) -> Floor:
        return self.twin

    def give(self, command: AnyCommand, told: Callable[[Any], None] | None = None) -> None:
        self._number += 1
        self.writer.submit(Order("test", self._boot, self._number, command), told)

    def collect(self, ticket: str, terminal: str = T) -> None:
        self.give(Collect(terminal, ticket))

    def tick(self, *, die: str = "") -> None:
        """Half a second passes; the server may die `before` what it decided is durable, or right `after`."""
        self.now_ms += TICK_MS
        for name, device in self.devices.items():
            for signal in device.advance(self.now_ms - START_MS):
                if not self.wires[name].down:
                    self.desk.hear(name, signal)
        self.desk.turn(self.now_ms)
        group = self.writer.step(self.now_ms)
        if group is not None and die != "before":
            self.events += [
                event for each in group.decided if isinstance(each.verdict, tuple) for event in each.verdict
            ]
            for entry in group.entries:
                fold(self.twin, entry.at_ms, entry.command, entry.verdict)
            if not die:
                self.writer.committed(group)
                assert state_hash(self.writer.floor) == state_hash(self.twin), "the floor is what the journal holds"
        assert self.twin.ledger.is_balanced()
        if die:
            self.restart()

    def restart(self) -> None:
        """Another server takes over; devices are asked who they are."""
        self._live()
        self.give(StartWriter(LOGIC, "test"))
        for wire in self.wires.values():
            self.introduce(wire)

    def introduce(self, wire: Wire) -> None:
        """As the driver does with every new connection."""
        wire.send(Identify())

    def cut(self, name: str, *fate: Any, **how: Any) -> None:
        """A device loses power and gets it back."""
        device = self.devices[name]
        device.cut(*fate, **how)
        device.switch_on()
        clock = device._running  # a switched-on device counts from zero; the bench counts on
        clock.now_ms = clock._beat_ms = self.now_ms - START_MS

    def settle(self, ticks: int = 50) -> None:
        """Everybody has time to finish."""
        for wire in self.wires.values():
            if wire.down:
                wire.down = False
                self.introduce(wire)
        for _ in range(ticks):
            self.tick()

    def alarms(self) -> list[tuple[str, str]]:
        """Where staff were alarmed, and for what."""
        signals = [event for event in self.events if isinstance(event, SignalReported) and event.alarm]
        return [(event.place, event.signal) for event in signals]

    def held(self, account: str) -> Money:
        return self.twin.ledger.held(account)

    def credit(self, terminal: str = T) -> int:
        return int(self.held(meter_of(terminal)))  # type: ignore[call-overload,no-any-return]

    def printing(self, terminal: str = T) -> int:
        return int(self.held(printing_of(terminal)))  # type: ignore[call-overload,no-any-return]

    def cash_box(self, terminal: str = T) -> int:
        return -int(self.held(cash_box_of(terminal)))  # type: ignore[call-overload,no-any-return]

    def outstanding(self) -> int:
        return int(self.held(TICKETS))  # type: ignore[call-overload,no-any-return]
