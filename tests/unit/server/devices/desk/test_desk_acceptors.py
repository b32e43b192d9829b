"""Notes and tickets at an acceptor: what is stacked is credited once, what is returned never, whatever fails when."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from openetg.devices.acceptor.signals import NoteHeld, Stack, TroubleCode
from openetg.devices.acceptor.simulator import MOVING_ONLY, Fate, SimulatedAcceptor
from openetg.devices.line.signals import LinkLost, LossReason
from openetg.devices.printer.simulator import SimulatedPrinter
from openetg.floor.commands import EstablishNote, InsertNote, StartVisit
from openetg.floor.state import TicketState
from openetg.money import Money, cents
from openetg.server.devices.desk import acceptors
from tests.marks import clause
from tests.unit.server.devices.desk.bench import Bench, T

ACCEPTOR, PRINTER = f"acceptor/{T}", f"printer/{T}"


def bench() -> tuple[Bench, SimulatedAcceptor, SimulatedPrinter]:
    acceptor, printer = SimulatedAcceptor(), SimulatedPrinter()
    made = Bench({ACCEPTOR: acceptor, PRINTER: printer})
    made.settle(2)
    return made, acceptor, printer


def test_a_note_is_credited_once_it_is_stacked() -> None:
    desk, acceptor, _ = bench()
    assert acceptor.insert_note(5_000)
    desk.tick()
    assert (desk.credit(), len(acceptor.box)) == (0, 0), "let in, not stacked"
    desk.settle(6)
    assert (desk.credit(), desk.cash_box(), len(acceptor.box)) == (5_000, 5_000, 1)
    assert acceptor.word is None, "it was told that it was heard"


def test_a_note_the_terminal_does_not_take_goes_back() -> None:
    desk, acceptor, _ = bench()
    assert acceptor.insert_note(3_333)
    desk.settle(6)
    assert (desk.credit(), acceptor.box, len(acceptor.returned)) == (0, [], 1)


def test_a_ticket_is_stacked_when_it_is_good_and_goes_back_when_it_is_not() -> None:
    desk, acceptor, printer = bench()
    acceptor.insert_note(5_000)
    desk.settle(6)
    desk.collect("K1")
    desk.settle(8)
    assert (desk.credit(), desk.outstanding(), len(printer.out)) == (0, 5_000, 1)
    acceptor.insert_ticket("K1")
    desk.settle(6)
    assert (desk.credit(), desk.outstanding()) == (5_000, 0)
    assert acceptor.box[-1].digits == "K1"
    acceptor.insert_ticket("K1")
    desk.settle(6)
    assert acceptor.returned[-1].digits == "K1", "paid already"
    acceptor.insert_ticket("K9")
    desk.settle(6)
    assert acceptor.returned[-1].digits == "K9"
    assert desk.credit() == 5_000


def test_an_acceptor_takes_nothing_while_the_terminal_may_not() -> None:
    desk, acceptor, _ = bench()
    desk.give(StartVisit("casino_employee", "tom", T, "a look inside"))
    desk.settle(3)
    assert not acceptor.insert_note(5_000)
    assert acceptor.returned[-1].cents == 5_000


def test_an_acceptor_that_hears_nothing_of_the_floor_stops_by_itself() -> None:
    desk, acceptor, _ = bench()
    desk.wires[ACCEPTOR].down = True
    for _ in range(11):
        desk.tick()
    assert not acceptor.insert_note(5_000)


def test_no_money_goes_in_where_no_ticket_could_come_out() -> None:
    desk, acceptor, printer = bench()
    printer.jam()
    desk.settle(3)
    assert not acceptor.insert_note(5_000)
    printer.mend()
    desk.settle(3)
    assert acceptor.insert_note(5_000)


@clause("interblock", "2.3.4")
def test_a_printer_out_of_paper_shuts_the_slot_on_record_and_paper_opens_it_again() -> None:
    desk, acceptor, printer = bench()
    left, printer.paper = printer.paper, 0
    printer.load(0)
    desk.settle(6)
    assert [(lock.reason, lock.clause) for lock in desk.floor.terminals[T].locks.values()] == [("printer_out", "2.3.4")]
    assert not acceptor.insert_note(5_000)
    desk.give(InsertNote(T, cents(5_000)))
    desk.restart()
    desk.settle(6)
    assert not acceptor.insert_note(5_000), "also after the floor has come back"
    assert desk.credit() == 0
    printer.load(left)
    desk.settle(6)
    assert desk.floor.terminals[T].locks == {}
    assert acceptor.insert_note(5_000)
    desk.settle(6)
    assert desk.credit() == 5_000


@clause("interblock", "2.3.4")
def test_a_printer_that_is_unplugged_shuts_the_slot_until_it_speaks() -> None:
    desk, acceptor, _ = bench()
    desk.wires[PRINTER].down = True
    desk.desk.hear(PRINTER, LinkLost(LossReason.CLOSED, "cut"))
    for _ in range(3):
        desk.tick()
    assert [lock.clause for lock in desk.floor.terminals[T].locks.values()] == ["2.3.4"]
    assert [lock.stops for lock in desk.floor.terminals[T].locks.values()] == [("fund",)], "what is there is played on"
    assert not acceptor.insert_note(5_000)
    desk.settle(6)
    assert desk.floor.terminals[T].locks == {}
    assert acceptor.insert_note(5_000)


@pytest.mark.parametrize("code", [TroubleCode.JAM, TroubleCode.FULL])
def test_a_trouble_is_on_record_once_and_so_is_its_end(code: TroubleCode) -> None:
    desk, acceptor, _ = bench()
    before = desk.floor.sequence
    acceptor._fail(code)
    desk.settle(10)
    assert desk.floor.sequence == before + 1
    desk.introduce(desk.wires[ACCEPTOR])
    desk.settle(4)
    assert desk.floor.sequence == before + 1, "said again, it is no news"
    acceptor._mend()
    desk.settle(4)
    assert desk.floor.sequence == before + 2


def test_a_string_on_a_note_locks_the_terminal_where_the_rulebook_says_so() -> None:
    desk, acceptor, _ = bench()
    acceptor.cheat()
    desk.settle(4)
    assert "signal" in desk.floor.terminals[T].locks


def test_a_full_box_takes_no_more() -> None:
    desk, acceptor, _ = bench()
    acceptor.room = 2
    for _ in range(2):
        assert acceptor.insert_note(1_000)
        desk.settle(6)
    assert not acceptor.insert_note(1_000)
    assert desk.credit() == 2_000
    assert sum(item.cents for item in acceptor.open_box()) == 2_000
    desk.settle(3)
    assert acceptor.insert_note(1_000)


def test_an_acceptor_that_forgets_a_note_that_was_let_in_calls_a_person() -> None:
    desk, acceptor, _ = bench()
    acceptor.insert_note(5_000)
    desk.tick()
    assert desk.floor.terminals[T].escrow is not None
    acceptor.inside, acceptor.moving = None, False
    desk.introduce(desk.wires[ACCEPTOR])
    desk.settle(6)
    assert desk.floor.terminals[T].escrow_lost
    assert desk.credit() == 0


Fault = Callable[[Bench, SimulatedAcceptor], dict[str, str]]
"""Something that goes wrong in one tick; what it says about how the server dies in it."""


def _power(fate: Fate) -> Fault:
    def happen(desk: Bench, acceptor: SimulatedAcceptor) -> dict[str, str]:
        if fate not in MOVING_ONLY or acceptor.moving:
            desk.cut(ACCEPTOR, fate)
        return {}

    return happen


def _line(desk: Bench, acceptor: SimulatedAcceptor) -> dict[str, str]:
    del acceptor
    desk.wires[ACCEPTOR].down = True
    return {}


def _jam(desk: Bench, acceptor: SimulatedAcceptor) -> dict[str, str]:
    del desk
    acceptor.jam()
    return {}


FAULTS: dict[str, Fault] = {
    "the server dies before": lambda *_: {"die": "before"},
    "the server dies after": lambda *_: {"die": "after"},
    "the line breaks": _line,
    "the acceptor jams": _jam,
    **{f"power, and it is {fate.value}": _power(fate) for fate in Fate},
}
STEPS = 14


def run(faults: dict[int, str]) -> None:
    """Two notes one after the other, with faults at some steps; at the end everything adds up."""
    desk, acceptor, _ = bench()
    for step in range(STEPS):
        if step in {0, 6}:
            taken = acceptor.insert_note(5_000 if step == 0 else 2_000)
            assert taken or any(before < step for before in faults), "without a fault every note is taken"
        how = FAULTS[faults[step]](desk, acceptor) if step in faults else {}
        desk.tick(**how)
        check(desk, acceptor)
        if step not in faults and desk.wires[ACCEPTOR].down:
            desk.wires[ACCEPTOR].down = False
            desk.introduce(desk.wires[ACCEPTOR])
    if acceptor.trouble is TroubleCode.JAM:
        acceptor.clear_jam()
    desk.settle(60)
    look(desk, acceptor)
    check(desk, acceptor)
    assert acceptor.inside is None
    assert acceptor.word is None
    terminal = desk.floor.terminals[T]
    assert terminal.escrow is None, "nothing waits for a note that nobody has"
    assert desk.credit() == sum(item.cents for item in acceptor.box), "all is credited that is stacked"


def check(desk: Bench, acceptor: SimulatedAcceptor) -> None:
    boxed = sum(item.cents for item in acceptor.box)
    assert desk.credit() == desk.cash_box() <= boxed, "nothing is credited that is not stacked"


def look(desk: Bench, acceptor: SimulatedAcceptor) -> None:
    """A person counts the box where the acceptor could not say."""
    terminal = desk.floor.terminals[T]
    if terminal.escrow_lost:
        stacked = sum(item.cents for item in acceptor.box) > desk.credit()
        desk.give(EstablishNote("casino_operator", "ann", T, stacked, "counted the box"))
        desk.settle(4)


@pytest.mark.slow
def test_one_fault_at_any_step_creates_and_loses_nothing() -> None:
    for step, fault in product(range(STEPS), FAULTS):
        try:
            run({step: fault})
        except AssertionError as wrong:
            raise AssertionError(f"{fault} at step {step}: {wrong}") from wrong


@pytest.mark.slow
def test_several_faults_create_and_lose_nothing() -> None:
    for faults in several(count=150, seed=17):
        try:
            run(faults)
        except AssertionError as wrong:
            raise AssertionError(f"{faults}: {wrong}") from wrong


def several(count: int, seed: int) -> Iterator[dict[int, str]]:
    dice = random.Random(seed)
    for _ in range(count):
        steps = dice.sample(range(STEPS), dice.randint(2, 4))
        yield {step: dice.choice(list(FAULTS)) for step in sorted(steps)}


def test_after_a_crash_a_ticket_in_escrow_is_credited_once() -> None:
    for at, die in product(range(6), ("before", "after")):
        desk, acceptor, _ = bench()
        acceptor.insert_note(5_000)
        desk.settle(6)
        desk.collect("K1")
        desk.settle(8)
        acceptor.insert_ticket("K1")
        for step in range(8):
            desk.tick(**({"die": die} if step == at else {}))
        desk.settle(10)
        assert desk.credit() + desk.outstanding() == 5_000
        kept = any(item.digits == "K1" for item in acceptor.box)
        assert kept == (desk.floor.tickets["K1"].state is TicketState.REDEEMED), "who is credited keeps no ticket"


def test_a_desk_that_believes_an_acceptor_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def gullible(terminal: str, amount: Money, *, offered: bool) -> InsertNote:
        del offered
        return InsertNote(terminal, amount)

    monkeypatch.setattr(acceptors, "InsertNote", gullible)
    with pytest.raises(AssertionError, match="nothing is credited that is not stacked"):
        test_one_fault_at_any_step_creates_and_loses_nothing()


@pytest.mark.parametrize("life", [1, 2])
def test_an_acceptor_that_counts_anew_has_its_notes_credited(life: int) -> None:
    desk, acceptor, _ = bench()
    acceptor.insert_note(5_000)
    desk.settle(6)
    acceptor.count, acceptor.life = 0, life
    desk.cut(ACCEPTOR, Fate.KEPT)
    desk.settle(6)
    assert acceptor.insert_note(2_000)
    desk.settle(6)
    assert (desk.credit(), desk.cash_box(), acceptor.word) == (7_000, 7_000, None)


def test_a_ticket_under_the_number_of_an_old_item_goes_back() -> None:
    desk, acceptor, printer = bench()
    for ticket in ("K1", "K2"):
        acceptor.insert_note(5_000)
        desk.settle(6)
        desk.collect(ticket)
        desk.settle(8)
        printer.take()
    acceptor.insert_ticket("K1")
    desk.settle(6)
    acceptor.count -= 1
    acceptor.insert_ticket("K2")
    desk.settle(6)
    assert (desk.credit(), desk.outstanding(), acceptor.returned[-1].digits) == (5_000, 5_000, "K2")


def test_an_acceptor_takes_nothing_while_the_printer_is_offline() -> None:
    desk, acceptor, _ = bench()
    desk.wires[PRINTER].down = True
    desk.desk.hear(PRINTER, LinkLost(LossReason.CLOSED, ""))
    for _ in range(14):
        desk.tick()
    assert not acceptor.insert_note(5_000)


def test_a_jammed_acceptor_that_answers_at_once_is_not_told_again_at_once() -> None:
    desk, acceptor, _ = bench()
    acceptor.insert_note(5_000)
    desk.tick()
    orders: list[object] = []

    def send(order: object, /) -> bool:
        orders.append(order)
        return True

    desk.wires[ACCEPTOR].send = send  # type: ignore[method-assign]
    for _ in range(100):
        desk.desk.hear(ACCEPTOR, NoteHeld(1, 5_000))
        desk.desk.turn(desk.now_ms)
    assert [order for order in orders if isinstance(order, Stack)] == [Stack(1)]
