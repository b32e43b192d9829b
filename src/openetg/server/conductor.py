"""Between the devices and the writer: signals become commands, what is due becomes commands and orders to devices.

Sans I/O. Signals are kept until the floor stands still between two groups, so that nothing is judged by a state that
is not on record; orders go to devices only from what is on record, and are repeated until the device's own word has
been journaled.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Protocol

from openetg.devices.printer import SimulatedPrinters
from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
    DropImminent,
    Fault,
    Hello,
    Launch,
    LinkLost,
    Ready,
    RestUnread,
    Rotation,
    Silent,
    WheelClass,
    WheelOrder,
    WheelSignal,
)
from openetg.floor.clockwork import due, launch_order, print_orders
from openetg.floor.commands import (
    AnyCommand,
    CloseWagers,
    Order,
    RecordOutcome,
    ReportFault,
    ReportLaunch,
    ReportPrint,
    ReportReady,
    ReportUnread,
)
from openetg.floor.state import BETTING, Table
from openetg.rulebook.policies import Closer, Device
from openetg.rulebook.texts import split_numbers
from openetg.server.writer import Writer

REPEAT_ORDER_MS = 2_000
"""How long a device is given before an order is repeated."""
WHEEL_CLASS = {Device.AUTOMATIC_WHEEL: WheelClass.AUTOMATIC, Device.LIVE_WHEEL: WheelClass.LIVE}


class Wheel(Protocol):
    """A wheel as the conductor sees it."""

    def send(self, order: WheelOrder) -> bool:
        """Puts an order on the line now; says no if there is no line."""
        ...


class Printers(Protocol):
    """The ticket printers as the conductor sees them. Each remembers over a loss of power what it printed last."""

    def print(self, terminal: str, ticket: str, cents: int) -> bool:
        """Prints a ticket, unless it is the one printed last; whether it is on paper."""
        ...


class Conductor:
    """One for the floor."""

    def __init__(
        self,
        writer: Writer,
        wheels: Mapping[str, Wheel],
        *,
        boot: int,
        wake: Callable[[], None],
        printers: Printers | None = None,
    ) -> None:
        self._writer = writer
        self._wheels = wheels
        self._printers = SimulatedPrinters() if printers is None else printers
        self._boot = boot
        self._wake = wake
        self._number = 0
        self._signals: deque[tuple[str, WheelSignal]] = deque()
        self._wrong: set[str] = set()
        self._ordered: dict[str, tuple[str, int]] = {}
        self._sent: dict[str, str] = {}
        self._printed: set[str] = set()

    def hear(self, table: str, signal: WheelSignal) -> None:
        """Keeps a signal until the floor stands still."""
        self._signals.append((table, signal))
        self._wake()

    def tick(self, at_ms: int) -> None:
        """Between two groups: turns signals and what is due into commands, and tells devices what to do."""
        while self._signals and self._take(*self._signals[0]):
            self._signals.popleft()
        for command in due(self._writer.floor, at_ms):
            self._submit("clock", command)
        self._order_launches(at_ms)
        self._print_tickets()

    def next_wake_ms(self) -> int | None:
        """When, at the latest, to tick again for the devices."""
        floor = self._writer.floor
        orders = [launch_order(floor, table) for table in floor.tables.values()]
        times = [max(each.at_ms, self._again_ms(each.table, each.spin)) for each in orders if each is not None]
        return min(times, default=None)

    def _take(self, table: str, signal: WheelSignal) -> bool:
        """Turns a signal into its command; says no while the inbox is full: what a device saw is never dropped."""
        command = self._command(self._writer.floor.tables[table], signal)
        return command is None or self._submit(f"wheel/{table}", command)

    def _submit(self, sender: str, command: AnyCommand) -> bool:
        self._number += 1
        return self._writer.submit(Order(sender, self._boot, self._number, command))

    def _command(self, table: Table, signal: WheelSignal) -> AnyCommand | None:
        name = table.name
        if isinstance(signal, Hello):
            return self._greet(table, signal)
        if isinstance(signal, (LinkLost, Silent)):
            return self._silence(table)
        if name in self._wrong:
            return None
        if isinstance(signal, Ready):
            return ReportReady(name)
        if isinstance(signal, BallLaunched):
            return ReportLaunch(name, signal.spin, _opposite(signal), _turning(signal))
        if isinstance(signal, DropImminent):
            return CloseWagers(name, Closer.SENSOR, signal.spin)
        if isinstance(signal, AtRest):
            return RecordOutcome(name, signal.spin, signal.pocket)
        if isinstance(signal, RestUnread):
            return ReportUnread(name, signal.spin)
        if isinstance(signal, Fault):
            return ReportFault(name, signal.code, signal.spin)
        return None

    def _silence(self, table: Table) -> AnyCommand | None:
        """With betting open and the ball running nobody would see it drop: that is a fault, not a wait.

        A launch that was sent counts as running, whether or not the wheel's word has come.
        """
        round_ = table.round
        if round_ is None or round_.phase not in BETTING:
            return None
        running = round_.launched or self._sent.get(table.name) == round_.spin
        return ReportFault(table.name, "LINE_LOST", round_.spin) if running else None

    def _greet(self, table: Table, hello: Hello) -> AnyCommand | None:
        """Nothing is heard of a wheel that is not the one the rulebook describes, until the right one says hello."""
        wrong = self._wrong_wheel(table, hello)
        if wrong:
            self._wrong.add(table.name)
            return ReportFault(table.name, wrong)
        self._wrong.discard(table.name)
        return None

    def _wrong_wheel(self, table: Table, hello: Hello) -> str:
        """A wheel that is not the one the rulebook describes is a fault."""
        floor = self._writer.floor
        data = floor.rulebook_of(table).games.roulette
        order = tuple(split_numbers(data.wheel.order) or ()) if data else ()
        if hello.pockets != order:
            return "WRONG_POCKETS"
        wanted = WHEEL_CLASS.get(floor.kind_of(table).device.value)
        return "" if hello.wheel_class is wanted else "WRONG_CLASS"

    def _again_ms(self, table: str, spin: str) -> int:
        ordered = self._ordered.get(table)
        return ordered[1] + REPEAT_ORDER_MS if ordered is not None and ordered[0] == spin else 0

    def _order_launches(self, at_ms: int) -> None:
        for table in self._writer.floor.tables.values():
            order = None if table.name in self._wrong else launch_order(self._writer.floor, table)
            if order is not None and at_ms >= max(order.at_ms, self._again_ms(order.table, order.spin)):
                if self._wheels[table.name].send(Launch(order.spin)):
                    self._sent[table.name] = order.spin
                self._ordered[table.name] = (order.spin, at_ms)

    def _print_tickets(self) -> None:
        """Each order goes to its printer, and the printer's word on record; after a restart it is asked again."""
        orders = print_orders(self._writer.floor)
        self._printed.intersection_update(order.ticket for order in orders)
        for order in orders:
            if order.ticket in self._printed:
                continue
            number = self._writer.edge.printed(order.ticket)
            printed = bool(number) and self._printers.print(order.terminal, number, order.cents)
            if self._submit(f"printer/{order.terminal}", ReportPrint(order.terminal, order.ticket, printed)):
                self._printed.add(order.ticket)


def _turning(launched: BallLaunched) -> bool | None:
    """Whether the rotor turned when the ball was launched."""
    return None if launched.rotor is None else launched.rotor is not Rotation.STILL


def _opposite(launched: BallLaunched) -> bool | None:
    """Whether ball and rotor turn against each other; a rotor that stands still does not."""
    if launched.ball is None or launched.rotor is None:
        return None
    turning = Rotation.STILL not in (launched.ball, launched.rotor)
    return turning and launched.ball is not launched.rotor
