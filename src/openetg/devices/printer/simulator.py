"""A simulated ticket printer: a stack of tickets, a mouth, a memory of the last ticket, and everything that can jam.

Before it prints it writes into its memory what it is about to print; a ticket that a loss of power broke off is
overprinted VOID at the next switch-on, and counts as not printed.
"""

from typing import Any, ClassVar

from openetg.devices.line.signals import Identify
from openetg.devices.money.line import VERSION, DeviceTrouble, Fine, MoneyHello
from openetg.devices.money.simulated import DeviceLife
from openetg.devices.printer.signals import (
    KIND,
    Failed,
    Paper,
    PaperLeft,
    Print,
    Printed,
    PrinterOrder,
    PrinterSignal,
    Taken,
    TroubleCode,
    Untaken,
    WhyNot,
)

PRINT_MS = 1_500
LOW_AT = 20
"""So many tickets left are called low."""


class SimulatedPrinter:
    """One printer, on virtual time."""

    MEMORY: ClassVar[dict[str, Any]] = {
        "paper": int,
        "out": list[Print],
        "void": list[Print],
        "mouth": Print | None,
        "last": Printed | Failed | None,
        "under_way": Print | None,
        "trouble": TroubleCode | None,
    }

    def __init__(self, serial: str = "PRN-1", *, paper: int = 400) -> None:
        self.serial = serial
        self.paper = paper
        """How many tickets are left in the stack."""
        self.out: list[Print] = []
        """Every whole ticket that ever came out."""
        self.void: list[Print] = []
        """What was broken off and overprinted."""
        self.mouth: Print | None = None
        self.last: Printed | Failed | None = None
        """What became of the last ticket; kept over a loss of power."""
        self.under_way: Print | None = None
        """What it is about to print; kept over a loss of power."""
        self.trouble: TroubleCode | None = None
        self._powered = False
        self._running: DeviceLife[PrinterSignal] = DeviceLife(self._nothing)
        self.switch_on()

    def advance(self, to_ms: int) -> list[PrinterSignal]:
        """Lets time pass; what it said until then."""
        return self._running.advance(to_ms) if self._powered else []

    def next_event_ms(self) -> int:
        """When it will have something to say."""
        return self._running.next_event_ms()

    def switch_on(self) -> None:
        """Power is there: what was broken off is overprinted."""
        self._running = DeviceLife(self._nothing)
        self._powered = True
        if self.under_way is not None:
            self._break_off(WhyNot.POWER)
        self._introduce()

    def cut(self, *, after_the_knife: bool = False) -> None:
        """Power is gone, before the ticket was cut or just after, with nothing said of it yet."""
        self._running.stop()
        if self.under_way is not None and after_the_knife:
            self._finish(self.under_way)
        self._powered = False

    def take(self) -> Print | None:
        """The player takes the ticket out of the mouth."""
        taken, self.mouth = self.mouth, None
        if taken is not None and self._powered:
            self._running.say(Taken(taken.ticket))
        return taken

    def jam(self) -> None:
        """The paper is stuck."""
        self._running.stop()
        self.trouble = TroubleCode.JAM
        self._running.say(DeviceTrouble(TroubleCode.JAM, "paper jam"))
        if self.under_way is not None:
            self._break_off(WhyNot.JAM)

    def mend(self) -> None:
        """A person has cleared it."""
        self.trouble = None
        self._running.say(Fine())

    def load(self, tickets: int) -> None:
        """A person has put paper in."""
        self.paper += tickets
        self._running.say(PaperLeft(self._left()))

    def order(self, order: PrinterOrder) -> None:
        """Takes an order now."""
        if isinstance(order, Identify):
            self._introduce()
        elif isinstance(order, Print):
            self._print(order)

    def _print(self, order: Print) -> None:
        if self.last is not None and self.last.ticket == order.ticket:
            self._running.say(self.last)
        elif self.under_way is not None:
            return
        elif self.mouth is not None:
            self._running.say(Untaken(self.mouth.ticket))
        elif self.trouble is not None or not self.paper:
            self.last = Failed(order.ticket, WhyNot.PAPER if self.trouble is None else WhyNot.JAM)
            self._running.say(self.last)
        else:
            self.under_way = order
            self._running.later(PRINT_MS, self._out)

    def _out(self) -> None:
        if self.under_way is None:
            return
        before = self._left()
        self._finish(self.under_way)
        assert self.last is not None, "it has just printed"
        self._running.say(self.last)
        if self._left() is not before:
            self._running.say(PaperLeft(self._left()))

    def _finish(self, order: Print) -> None:
        self.paper -= 1
        self.out.append(order)
        self.mouth, self.under_way = order, None
        self.last = Printed(order.ticket)

    def _break_off(self, why: WhyNot) -> None:
        assert self.under_way is not None, "only what was begun is broken off"
        self.paper -= 1
        self.void.append(self.under_way)
        self.last, self.under_way = Failed(self.under_way.ticket, why), None
        self._running.say(self.last)

    def _left(self) -> Paper:
        if not self.paper:
            return Paper.OUT
        return Paper.LOW if self.paper <= LOW_AT else Paper.ENOUGH

    def _introduce(self) -> None:
        self._running.say(MoneyHello(VERSION, KIND, self.serial, "sim-1", 1))
        self._running.say(Fine() if self.trouble is None else DeviceTrouble(self.trouble, "paper jam"))
        self._running.say(PaperLeft(self._left()))
        if self.last is not None:
            self._running.say(self.last)
        if self.mouth is not None:
            self._running.say(Untaken(self.mouth.ticket))

    def _nothing(self) -> None:
        """A printer repeats nothing by itself: the order stands until its answer is on record."""
