"""Printers: every paper that is ordered goes to its printer until the printer's word is on record, and not after."""

from __future__ import annotations

from functools import partial

from openetg.devices.line.signals import Identify
from openetg.devices.money.line import DeviceTrouble, Fine
from openetg.devices.printer.signals import Failed, Paper, PaperLeft, Print, Printed, PrinterSignal
from openetg.floor.alerts.acknowledging import is_offline
from openetg.floor.commands import ReportPrint, ReportTerminalFault
from openetg.floor.money.printers import cannot_print
from openetg.floor.rounds.clockwork import PrintOrder, print_orders
from openetg.floor.state import Floor
from openetg.keys.tickets import DIGITS
from openetg.server.devices.desk.clerk import Clerk, Told, Troubles

PRINT_AGAIN_MS = 2_000
"""How long a printer is given before an order is repeated."""


def device_of(terminal: str) -> str:
    """The name of a terminal's printer among the devices."""
    return f"printer/{terminal}"


class PrinterKeeper:
    """Keeps all printers of a floor."""

    def __init__(self, clerk: Clerk, troubles: Troubles) -> None:
        self._clerk = clerk
        self._troubles = troubles
        self._words: dict[str, Printed | Failed] = {}
        """By terminal, what its printer last said of a ticket."""
        self._reported: set[str] = set()
        """The papers whose end is on its way to the record."""
        self._ordered_ms: dict[str, int] = {}
        self._news: list[tuple[str, str]] = []
        self._asked = False
        """Whether printers that are on record as out of order were asked by this server how they are."""

    def hear(self, terminal: str, signal: PrinterSignal) -> None:
        """Keeps what a printer says of a ticket, and what is wrong with it."""
        if isinstance(signal, Printed | Failed):
            self._words[terminal] = signal
        elif isinstance(signal, DeviceTrouble):
            self._news.append((terminal, signal.code))
        elif isinstance(signal, Fine):
            self._news.append((terminal, ""))
        elif isinstance(signal, PaperLeft):
            self._news.append((f"{terminal}/paper", "" if signal.paper is Paper.ENOUGH else signal.paper.value.upper()))

    def turn(self, at_ms: int) -> None:
        """Orders what is to be printed, and puts on record what was."""
        if not self._asked:
            self._asked = True
            self._ask_again()
        orders = print_orders(self._clerk.floor)
        due = {order.ticket for order in orders}
        self._reported &= due
        self._ordered_ms = {ticket: at for ticket, at in self._ordered_ms.items() if ticket in due}
        for order in orders:
            if order.ticket not in self._reported:
                self._attend(order, at_ms)
        while self._news and self.trouble(*self._news[0], at_ms):
            self._news.pop(0)

    def _ask_again(self) -> None:
        """Nothing is ordered of a printer that cannot print: so that its terminal is not kept shut, it is asked."""
        for terminal in self._clerk.floor.terminals.values():
            if cannot_print(terminal) is not None:
                self._clerk.send(device_of(terminal.name), Identify())

    def is_fit(self, terminal: str) -> bool:
        """Whether a terminal could print now: one that cannot takes no new money."""
        device = device_of(terminal)
        troubled = self._troubles.of(device) or self._troubles.of(f"{device}/paper") == "OUT"
        return not troubled and not is_offline(self._clerk.floor, device)

    def _attend(self, order: PrintOrder, at_ms: int) -> None:
        number = self._clerk.writer.edge.printed(order.ticket)
        word = self._words.get(order.terminal)
        if not number:
            self._report(order, printed=False)  # named by no key of this floor: it cannot be printed
        elif word is not None and word.ticket == number:
            self._report(order, printed=isinstance(word, Printed))
        elif at_ms - self._ordered_ms.get(order.ticket, at_ms - PRINT_AGAIN_MS) >= PRINT_AGAIN_MS:
            self._ordered_ms[order.ticket] = at_ms
            self._clerk.send(device_of(order.terminal), print_of(self._clerk.floor, order, number))

    def _report(self, order: PrintOrder, *, printed: bool) -> None:
        command = ReportPrint(order.terminal, order.ticket, printed)
        if self._clerk.submit(device_of(order.terminal), command, partial(self._on_record, order.terminal)):
            self._reported.add(order.ticket)

    def _on_record(self, terminal: str, told: Told) -> None:
        del told
        self._words.pop(terminal, None)

    def trouble(self, device: str, code: str, at_ms: int) -> bool:
        """Puts on record what is wrong with a printer or its paper, an empty code means nothing is; False if that has
        to wait."""
        name = f"printer/{device}"
        if not self._troubles.is_news(name, code, at_ms):
            return True
        terminal, _, part = device.partition("/")
        said = f"{'PAPER' if part else 'PRINTER'}_{code or 'FINE'}"
        if not self._clerk.submit(device_of(terminal), ReportTerminalFault(terminal, said, service=True)):
            return False
        self._troubles.note(name, code, at_ms)
        return True


def print_of(floor: Floor, order: PrintOrder, number: str) -> Print:
    """The order to a printer."""
    ticket = floor.tickets[order.ticket]
    assert len(number) <= 2 * DIGITS, "a number fits the line"
    return Print(
        ticket=number,
        title=ticket.kind.value,
        cents=order.cents,
        serial=ticket.serial,
        issued_ms=ticket.at_ms,
        expires_ms=ticket.expires_at_ms,
    )
