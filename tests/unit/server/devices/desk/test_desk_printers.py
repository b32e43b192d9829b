"""A meter becomes one ticket on paper or stays a meter, whatever the printer, the line and the server do."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest

from openetg.devices.printer.signals import Paper
from openetg.devices.printer.simulator import LOW_AT, SimulatedPrinter
from openetg.floor.commands import InsertNote
from openetg.floor.money.printers import cannot_print
from openetg.floor.state import TicketState
from openetg.money import cents
from openetg.server.writer.babbling import BURST, EARNED_MS
from tests.unit.server.devices.desk.bench import TICK_MS, Bench, T

PRINTER = f"printer/{T}"


def bench(credit: int = 5_000) -> tuple[Bench, SimulatedPrinter]:
    printer = SimulatedPrinter()
    made = Bench({PRINTER: printer})
    made.give(InsertNote(T, cents(credit)))
    made.settle(2)
    return made, printer


def test_a_ticket_is_outstanding_once_it_is_on_paper_with_everything_that_is_printed_on_it() -> None:
    desk, printer = bench()
    desk.collect("K1")
    desk.tick()
    assert (desk.printing(), desk.outstanding(), printer.out) == (5_000, 0, [])
    desk.settle(6)
    assert (desk.credit(), desk.printing(), desk.outstanding()) == (0, 0, 5_000)
    (paper,) = printer.out
    ticket = desk.floor.tickets["K1"]
    assert (paper.ticket, paper.title, paper.cents, paper.serial) == ("K1", "ticket", 5_000, 1)
    assert (paper.issued_ms, paper.expires_ms) == (ticket.at_ms, 0)


@pytest.mark.parametrize("wrong", ["paper", "jam"])
def test_what_cannot_be_printed_stays_on_the_meter(wrong: str) -> None:
    desk, printer = bench()
    if wrong == "jam":
        printer.jam()
    else:
        printer.paper = 0
    desk.collect("K1")
    desk.settle(6)
    assert (desk.credit(), desk.printing(), desk.outstanding()) == (5_000, 0, 0)
    assert desk.floor.tickets["K1"].state is TicketState.VOID


def test_one_that_breaks_and_is_well_again_all_day_is_on_record_a_few_times_and_takes_no_money() -> None:
    desk, printer = bench()
    before = desk.floor.sequence
    for _ in range(4 * BURST):
        printer.jam()
        desk.settle(2)
        printer.mend()
        desk.settle(2)
    spent_ms = 4 * BURST * 4 * TICK_MS
    assert desk.floor.sequence - before <= 2 * (BURST + 1 + spent_ms // EARNED_MS)
    assert cannot_print(desk.floor.terminals[T]) is not None, "until it is believed"
    desk.settle(EARNED_MS // TICK_MS + 2)
    assert cannot_print(desk.floor.terminals[T]) is None, "the last it said was that it is well"


def test_no_second_ticket_before_the_first_is_taken() -> None:
    desk, printer = bench()
    desk.collect("K1")
    desk.settle(6)
    desk.give(InsertNote(T, cents(2_000)))
    desk.collect("K2")
    desk.settle(12)
    assert (len(printer.out), desk.printing()) == (1, 2_000), "it waits in the mouth"
    taken = printer.take()
    assert taken is not None
    desk.settle(12)
    assert (len(printer.out), desk.printing(), desk.outstanding()) == (2, 0, 7_000)


def test_paper_low_and_out_go_on_record_when_they_change() -> None:
    desk, printer = bench()
    printer.paper = LOW_AT + 1
    before = desk.floor.sequence
    desk.collect("K1")
    desk.settle(6)
    assert printer._left() is Paper.LOW
    assert desk.floor.sequence == before + 3, "collected, printed, low"
    desk.introduce(desk.wires[PRINTER])
    desk.settle(4)
    assert desk.floor.sequence == before + 3
    printer.load(100)
    desk.settle(4)
    assert desk.floor.sequence == before + 4


def _line(desk: Bench, printer: SimulatedPrinter) -> dict[str, str]:
    del printer
    desk.wires[PRINTER].down = True
    return {}


def _cut(desk: Bench, printer: SimulatedPrinter) -> dict[str, str]:
    del printer
    desk.cut(PRINTER)
    return {}


def _cut_late(desk: Bench, printer: SimulatedPrinter) -> dict[str, str]:
    del printer
    desk.cut(PRINTER, after_the_knife=True)
    return {}


def _jam(desk: Bench, printer: SimulatedPrinter) -> dict[str, str]:
    del desk
    printer.jam()
    return {}


FAULTS: dict[str, Callable[[Bench, SimulatedPrinter], dict[str, str]]] = {
    "the server dies before": lambda *_: {"die": "before"},
    "the server dies after": lambda *_: {"die": "after"},
    "the line breaks": _line,
    "power is lost": _cut,
    "power is lost after the knife": _cut_late,
    "it jams": _jam,
}
STEPS = 16


def run(faults: dict[int, str]) -> None:
    desk, printer = bench()
    for step in range(STEPS):
        if step in {0, 8}:
            desk.collect(f"K{step}")
        if step == 7:
            printer.take()
        how = FAULTS[faults[step]](desk, printer) if step in faults else {}
        desk.tick(**how)
        check(desk, printer)
        if step not in faults and desk.wires[PRINTER].down:
            desk.wires[PRINTER].down = False
            desk.introduce(desk.wires[PRINTER])
    for _ in range(3):
        printer.take()
        if printer.trouble is not None:
            printer.mend()
        desk.settle(12)
        check(desk, printer)
    assert desk.printing() == 0, "an order to print comes to an end"
    outstanding = {name for name, each in desk.floor.tickets.items() if each.state is TicketState.OUTSTANDING}
    assert outstanding == {paper.ticket for paper in printer.out}, "what is payable is on paper, and nothing else is"


def check(desk: Bench, printer: SimulatedPrinter) -> None:
    numbers = [paper.ticket for paper in printer.out]
    assert len(numbers) == len(set(numbers)), "no ticket is printed twice"
    assert desk.credit() + desk.printing() + desk.outstanding() == 5_000
    for name, ticket in desk.floor.tickets.items():
        assert ticket.state is not TicketState.OUTSTANDING or name in numbers, "what is payable is on paper"
        assert ticket.state is not TicketState.VOID or name not in numbers, "what came back is not on paper"


def test_one_fault_at_any_step_creates_and_loses_nothing() -> None:
    for step, fault in product(range(STEPS), FAULTS):
        try:
            run({step: fault})
        except AssertionError as wrong:
            raise AssertionError(f"{fault} at step {step}: {wrong}") from wrong


@pytest.mark.slow
def test_several_faults_create_and_lose_nothing() -> None:
    dice = random.Random(4)
    for _ in range(150):
        faults = {step: dice.choice(list(FAULTS)) for step in dice.sample(range(STEPS), dice.randint(2, 4))}
        try:
            run(faults)
        except AssertionError as wrong:
            raise AssertionError(f"{faults}: {wrong}") from wrong


def test_a_printer_that_forgets_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(self: SimulatedPrinter) -> None:
        self.last = self.under_way = self.mouth = None
        self._powered = True
        self._introduce()

    monkeypatch.setattr(SimulatedPrinter, "switch_on", forgetful)
    monkeypatch.setattr(SimulatedPrinter, "_finish", SimulatedPrinter._finish)
    with pytest.raises(AssertionError, match="twice"):
        test_one_fault_at_any_step_creates_and_loses_nothing()
