"""A ticket at a kiosk is paid once, in full or with a receipt for the rest, whatever fails when."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest

from openetg.devices.kiosk.signals import TicketHeld
from openetg.devices.kiosk.simulator import SimulatedKiosk
from openetg.devices.printer.simulator import SimulatedPrinter
from openetg.floor.commands import InsertNote, Order
from openetg.floor.state import TicketState
from openetg.money import cents
from openetg.server.devices.desk import kiosks
from tests.unit.server.devices.desk.bench import Bench, T

KIOSK = "kiosk/K1"
CASSETTES = {5_000: 10, 2_000: 10, 500: 20, 100: 20}


def bench(amount: int = 5_000, terminal: str = T) -> tuple[Bench, SimulatedKiosk]:
    kiosk = SimulatedKiosk(cassettes=CASSETTES, cap=100_000)
    made = Bench({KIOSK: kiosk, f"printer/{terminal}": SimulatedPrinter()})
    while amount > 0:
        piece = next(note for note in (10_000, 5_000, 2_000, 1_000, 500) if note <= amount)
        made.give(InsertNote(terminal, cents(piece)))
        amount -= piece
    made.collect("N1", terminal)
    made.settle(8)
    assert made.outstanding()
    return made, kiosk


def test_a_ticket_is_redeemed_before_notes_go_out() -> None:
    desk, kiosk = bench(7_500)
    assert kiosk.insert("N1")
    desk.settle(12)
    assert sorted(kiosk.dispensed, reverse=True) == [5_000, 2_000, 500]
    ticket = desk.floor.tickets["N1"]
    assert ticket.redeemed is not None
    assert (ticket.redeemed.where, ticket.redeemed.person, desk.outstanding()) == ("ticket_machine", "K1", 0)
    assert (kiosk.kept, kiosk.word) == (["N1"], None)


def test_a_copy_of_a_paid_ticket_goes_back() -> None:
    desk, kiosk = bench()
    kiosk.insert("N1")
    desk.settle(12)
    kiosk.insert("N1")
    desk.settle(12)
    assert (sum(kiosk.dispensed), kiosk.returned) == (5_000, ["N1"])


@pytest.mark.parametrize("number", ["N9", "no-number"])
def test_what_is_no_ticket_goes_back_and_is_on_record(number: str) -> None:
    desk, kiosk = bench()
    before = desk.floor.sequence
    kiosk.insert(number)
    desk.settle(8)
    assert (kiosk.returned, kiosk.dispensed, desk.floor.sequence) == ([number], [], before + 1)


def test_above_its_cap_and_without_change_it_pays_nothing_and_the_ticket_stays_good() -> None:
    for cap, cassettes in ((4_999, CASSETTES), (100_000, {2_000: 2, 500: 1}), (100_000, {})):
        desk, kiosk = bench()
        kiosk.cap, kiosk.cassettes = cap, dict(cassettes)
        kiosk.insert("N1")
        desk.settle(12)
        assert (kiosk.returned, kiosk.dispensed, desk.outstanding()) == (["N1"], [], 5_000)
        assert desk.floor.tickets["N1"].state is TicketState.OUTSTANDING


def test_change_is_made_wherever_it_can_be() -> None:
    kiosk = SimulatedKiosk(cassettes={5_000: 1, 2_000: 4, 500: 2})
    assert kiosk._pieces(8_000) == [2_000] * 4, "not from the largest down: 50.00 leaves 30.00 that cannot be made"
    assert kiosk._pieces(7_500) == [5_000, 2_000, 500]
    assert kiosk._pieces(14_000) == [5_000, *[2_000] * 4, 500, 500]
    assert kiosk._pieces(14_500) is None
    assert kiosk._pieces(250) is None


def test_a_dispenser_that_jams_owes_the_rest_on_a_receipt_and_that_is_on_record() -> None:
    desk, kiosk = bench(7_500)
    kiosk.cassettes = {500: 20}
    kiosk.insert("N1")
    while not kiosk.dispensed:
        desk.tick()
    kiosk.jam()
    before = desk.floor.sequence
    desk.settle(8)
    (receipt,) = kiosk.receipts
    assert receipt.paid_cents + receipt.owed_cents == 7_500
    assert receipt.owed_cents > 0
    assert kiosk.word is None, "heard"
    assert desk.floor.sequence == before + 2, "the jam and what is owed"


def _line(desk: Bench) -> dict[str, str]:
    desk.wires[KIOSK].down = True
    return {}


def _cut(desk: Bench) -> dict[str, str]:
    desk.cut(KIOSK)
    return {}


def _jam(desk: Bench) -> dict[str, str]:
    desk.devices[KIOSK].jam()
    return {}


FAULTS: dict[str, Callable[[Bench], dict[str, str]]] = {
    "the server dies before": lambda _: {"die": "before"},
    "the server dies after": lambda _: {"die": "after"},
    "the line breaks": _line,
    "power is lost": _cut,
    "the dispenser jams": _jam,
}
STEPS = 10


def run(faults: dict[int, str]) -> None:
    desk, kiosk = bench(7_500)
    kiosk.cassettes = {5_000: 1, 500: 20}
    for step in range(STEPS):
        if step == 0:
            kiosk.insert("N1")
        desk.tick(**(FAULTS[faults[step]](desk) if step in faults else {}))
        check(desk, kiosk)
        if step not in faults and desk.wires[KIOSK].down:
            desk.wires[KIOSK].down = False
            desk.introduce(desk.wires[KIOSK])
    if kiosk.jammed:
        kiosk.mend()
    desk.settle(20)
    check(desk, kiosk)
    assert kiosk.word is None
    assert kiosk.inside is None
    redeemed = desk.floor.tickets["N1"].state is TicketState.REDEEMED
    owed = sum(receipt.owed_cents for receipt in kiosk.receipts)
    assert sum(kiosk.dispensed) + owed == (7_500 if redeemed else 0), "what is redeemed is paid, in notes or on paper"


def check(desk: Bench, kiosk: SimulatedKiosk) -> None:
    redeemed = desk.floor.tickets["N1"].state is TicketState.REDEEMED
    assert sum(kiosk.dispensed) <= (7_500 if redeemed else 0), "nothing goes out that is not redeemed"
    assert not (kiosk.returned and redeemed), "what is paid does not go back"


def test_one_fault_at_any_step_creates_and_loses_nothing() -> None:
    for step, fault in product(range(STEPS), FAULTS):
        try:
            run({step: fault})
        except AssertionError as wrong:
            raise AssertionError(f"{fault} at step {step}: {wrong}") from wrong


@pytest.mark.slow
def test_several_faults_create_and_lose_nothing() -> None:
    dice = random.Random(9)
    for _ in range(150):
        faults = {step: dice.choice(list(FAULTS)) for step in dice.sample(range(STEPS), dice.randint(2, 4))}
        try:
            run(faults)
        except AssertionError as wrong:
            raise AssertionError(f"{faults}: {wrong}") from wrong


def test_a_desk_that_forgets_what_it_answered_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a number of its own for each try, a kiosk whose server died after the redemption is told to give it back."""
    numbers = iter(range(1_000, 1_000_000))
    whole = kiosks.KioskKeeper._order

    def forgetful(self: kiosks.KioskKeeper, held: TicketHeld) -> object:
        order = whole(self, held)
        return None if order is None else Order(order.sender, order.boot, next(numbers), order.command)

    monkeypatch.setattr(kiosks.KioskKeeper, "_order", forgetful)
    with pytest.raises(AssertionError, match="what is paid does not go back"):
        test_one_fault_at_any_step_creates_and_loses_nothing()


def bench_after_a_payment() -> tuple[Bench, SimulatedKiosk]:
    """N1 was paid at the kiosk, 50.00; N2 is good for 20.00."""
    desk, kiosk = bench()
    kiosk.insert("N1")
    desk.devices[f"printer/{T}"].take()
    desk.give(InsertNote(T, cents(2_000)))
    desk.settle(12)
    desk.collect("N2")
    desk.settle(8)
    return desk, kiosk


@pytest.mark.parametrize("number", ["N1", "N2", "no-number"])
def test_a_kiosk_that_forgot_its_items_is_paid_nothing_under_the_number_of_an_old_one(number: str) -> None:
    desk, kiosk = bench_after_a_payment()
    kiosk.count = 0
    kiosk.insert(number)
    desk.settle(12)
    assert (sum(kiosk.dispensed), kiosk.returned, desk.outstanding()) == (5_000, [number], 2_000)


@pytest.mark.parametrize("number", ["N2", "no-number"])
def test_nor_by_another_server(number: str) -> None:
    desk, kiosk = bench_after_a_payment()
    desk.restart()
    kiosk.count = 0
    kiosk.insert(number)
    desk.settle(12)
    assert (sum(kiosk.dispensed), kiosk.returned, desk.outstanding()) == (5_000, [number], 2_000)


def test_a_kiosk_with_a_new_memory_counts_anew_and_is_paid() -> None:
    desk, kiosk = bench_after_a_payment()
    kiosk.count, kiosk.life = 0, 2
    desk.restart()
    kiosk.insert("N2")
    desk.settle(12)
    assert (sum(kiosk.dispensed), kiosk.returned, desk.outstanding()) == (7_000, [], 0)
