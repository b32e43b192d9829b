"""Between the devices and the writer: signals become commands, what is due becomes commands and orders to devices.

Sans I/O. Signals are kept until the moment between two groups, so that nothing is judged by a state that
is not on record; orders go to devices only from what is on record, and are repeated until the device's own word has
been journaled.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Protocol

from openetg.devices.line.signals import (
    DeviceOrder,
    Expect,
    Expecting,
    Hello,
    KeyPressed,
    Launch,
    LinkLost,
    Ready,
    Silent,
)
from openetg.floor.commands import AnyCommand, Order, ReportFault, ReportReady, WindDown
from openetg.floor.premises.equipment import device_of
from openetg.floor.rounds.automatic import OUTCOME_LOST, in_motion, is_dealer_run, is_read
from openetg.floor.rounds.clockwork import due, launch_order
from openetg.floor.state import BETTING, RUNNING, Table
from openetg.server.devices.hearing import Hearing, Signal, wrong_device
from openetg.server.guests.absence import DeviceLines
from openetg.server.guests.spins import Spins, TellSpin
from openetg.server.writer.babbling import Wavering
from openetg.server.writer.writer import Writer

REPEAT_ORDER_MS = 2_000
"""How long a device is given before an order is repeated."""
LOST_AFTER_MS = 3_000
"""How long a device that is ready may say nothing of a spin that it should know before that spin counts as lost."""


class Wheel(Protocol):
    """The line to a device that decides outcomes."""

    def send(self, order: DeviceOrder) -> bool:
        """Puts an order on the line now; False if there is no line."""
        ...


class Conductor:
    """Conducts the rounds of every table; the floor has one."""

    def __init__(
        self,
        writer: Writer,
        wheels: Mapping[str, Wheel],
        *,
        boot: int,
        wake: Callable[[], None],
        tell: TellSpin | None = None,
    ) -> None:
        """`wheels` are the devices that decide outcomes, by table; `tell` is given what they were seen to do, for
        screens."""
        self._writer = writer
        self._wheels = wheels
        self._boot = boot
        self._wake = wake
        self._number = 0
        self._hearing = Hearing(writer.floor)
        self._spins = Spins()
        self._tell = tell
        self._at_ms = 0
        self._lines = DeviceLines(writer.floor)
        self._signals: deque[tuple[str, Signal]] = deque()
        self._winding_down = False
        self._touched: set[str] = set()
        self._wrong: set[str] = set()
        self._ordered: dict[str, tuple[str, int]] = {}
        self._sent: dict[str, str] = {}
        self._expecting: dict[str, str] = {}
        self._spoken: dict[str, str] = {}
        """By table, the last spin its device has named since it said hello."""
        self._wavering = Wavering()
        self._put_off: dict[str, ReportReady] = {}
        """By table, a device's report that it is fit again, which came too often to be believed at once."""
        self._doubts: dict[str, int] = {}
        """Tables whose device is ready but has not named the spin that runs, and since when."""

    def hear(self, table: str, signal: Signal) -> None:
        """Keeps a signal until the next tick."""
        self._signals.append((table, signal))
        self._lines.hear(self._name(self._writer.floor.tables[table]), signal)
        self._wake()

    def wind_down(self) -> None:
        """The floor is to stop: no further round opens, those under way are conducted to their end."""
        self._winding_down = True
        self._wake()

    def tick(self, at_ms: int) -> None:
        """Between two groups: turns signals and what is due into commands, and tells devices what to do."""
        self._at_ms = at_ms
        self._touched.clear()
        if self._winding_down and not self._writer.floor.premises.winding_down:
            # Before everything else in this tick, so that nothing in it opens a round.
            self._submit("clock", WindDown())
        self._lines.flush(self._submit)
        while self._signals and self._take(*self._signals[0]):
            self._signals.popleft()
        self._believe(at_ms)
        self._doubt(at_ms)
        for command in due(self._writer.floor, at_ms):
            self._submit("clock", command)
        for table in self._writer.floor.tables.values():
            self._order(table, at_ms)

    def next_wake_ms(self) -> int | None:
        """The latest time to tick again for the devices."""
        if self._signals:
            return 0
        times = []
        for table in self._writer.floor.tables.values():
            due_order = self._due_order(table)
            if due_order is not None:
                times.append(max(due_order[1], self._again_ms(table, due_order[0].spin)))
        times += [self._wavering.believed_at_ms(name, self._at_ms) for name in self._put_off]
        return min(times, default=None)

    def _take(self, name: str, signal: Signal) -> bool:
        """Turns a signal into its command; False while the inbox is full: what a device saw is never dropped.

        A key waits until what was heard before it is on record, so that it is judged by the round it was pressed in;
        and so does a device that is fit again, since whether that is news depends on it.
        """
        if isinstance(signal, (KeyPressed, Ready)) and name in self._touched:
            return False
        table = self._writer.floor.tables[name]
        command = self._command(table, signal)
        if command is None:
            return True
        self._touched.add(name)
        if isinstance(command, ReportReady) and not table.device_ready:
            self._put_off[name] = command
            return True
        if isinstance(command, ReportFault):
            self._put_off.pop(name, None)
        return self._submit(self._name(table), command)

    def _believe(self, at_ms: int) -> None:
        """Puts devices that report themselves fit again on record as fit; one that has wavered too often has to
        wait."""
        for name, ready in list(self._put_off.items()):
            believed = at_ms >= self._wavering.believed_at_ms(name, at_ms)
            if believed and self._submit(self._name(self._writer.floor.tables[name]), ready):
                self._wavering.believe(name, at_ms)
                del self._put_off[name]

    def _name(self, table: Table) -> str:
        """The name under which the device of a table sends."""
        return f"{device_of(self._writer.floor, table)}/{table.name}"

    def _submit(self, sender: str, command: AnyCommand) -> bool:
        self._number += 1
        return self._writer.submit(Order(sender, self._boot, self._number, command))

    def _command(self, table: Table, signal: Signal) -> AnyCommand | None:
        if isinstance(signal, Hello):
            return self._greet(table, signal)
        if isinstance(signal, (LinkLost, Silent)):
            return self._silence(table)
        if table.name in self._wrong:
            return None
        if isinstance(signal, Expecting):
            self._expecting[table.name] = signal.spin
            return None
        spin = getattr(signal, "spin", None)
        if spin is not None:
            self._spoken[table.name] = spin
        if isinstance(signal, Ready) and self._is_lost(table):
            self._doubts.setdefault(table.name, 0)
        self._show(table, signal)
        return self._hearing.command(table, signal)

    def _show(self, table: Table, signal: Signal) -> None:
        """Shows people the motion of the device: not put on record, and never the outcome."""
        spin = self._spins.see(table, signal, self._at_ms) if self._tell is not None else None
        if self._tell is not None and spin is not None:
            self._tell(spin)

    def _is_lost(self, table: Table) -> bool:
        """Whether a person's wheel was spun, and the device that is there now has not named that spin.

        It was switched off with the wheel turning, or is another one. An automatic one that is ready says so at once.
        """
        round_ = table.round
        runs = round_ is not None and round_.launched and round_.phase in RUNNING and not is_read(round_)
        return (
            round_ is not None
            and runs
            and is_dealer_run(self._writer.floor, table)
            and self._spoken.get(table.name) != round_.spin
        )

    def _doubt(self, at_ms: int) -> None:
        """A device says again what it knows when it is asked who it is; if nothing comes, the outcome is lost."""
        for name, since_ms in list(self._doubts.items()):
            table = self._writer.floor.tables[name]
            if not self._is_lost(table):
                del self._doubts[name]
            elif not since_ms:
                self._doubts[name] = at_ms
            elif at_ms - since_ms >= LOST_AFTER_MS:
                assert table.round is not None, "what is lost was a spin"
                if self._submit(self._name(table), ReportFault(name, OUTCOME_LOST, table.round.spin)):
                    del self._doubts[name]

    def _silence(self, table: Table) -> AnyCommand | None:
        """The fault of a device that falls silent with betting open and the ball running: its drop would go unseen.

        A launch that was sent counts as running, whether or not the wheel's word has come.
        """
        round_ = table.round
        if round_ is None or round_.phase not in BETTING:
            return None
        running = in_motion(round_) or self._sent.get(table.name) == round_.spin
        return ReportFault(table.name, "LINE_LOST", round_.spin) if running else None

    def _greet(self, table: Table, hello: Hello) -> AnyCommand | None:
        """Ignores a device that is not the one the rulebook describes, until the right one says hello."""
        self._expecting.pop(table.name, None)
        # It may not have received earlier orders: they are sent again at once.
        self._ordered.pop(table.name, None)
        self._spoken.pop(table.name, None)
        wrong = wrong_device(self._writer.floor, table, hello)
        if wrong:
            self._wrong.add(table.name)
            return ReportFault(table.name, wrong)
        self._wrong.discard(table.name)
        return None

    def _due_order(self, table: Table) -> tuple[Launch | Expect, int] | None:
        """The order due to the device of a table and from when on: to launch, or the name of the next spin; None if
        none."""
        floor, round_ = self._writer.floor, table.round
        if round_ is None or table.name in self._wrong or table.name not in self._wheels:
            return None
        launch = launch_order(floor, table)
        if launch is not None:
            return Launch(launch.spin), launch.at_ms
        if not is_dealer_run(floor, table) or self._expecting.get(table.name) == round_.spin:
            return None
        to_spin = round_.phase in RUNNING and not round_.launched and not is_read(round_)
        return (Expect(round_.spin), 0) if to_spin else None

    def _again_ms(self, table: Table, spin: str) -> int:
        ordered = self._ordered.get(table.name)
        return ordered[1] + REPEAT_ORDER_MS if ordered is not None and ordered[0] == spin else 0

    def _order(self, table: Table, at_ms: int) -> None:
        due_order = self._due_order(table)
        if due_order is None:
            return
        order, due_ms = due_order
        if at_ms < max(due_ms, self._again_ms(table, order.spin)):
            return
        if self._wheels[table.name].send(order) and isinstance(order, Launch):
            self._sent[table.name] = order.spin
        self._ordered[table.name] = (order.spin, at_ms)
