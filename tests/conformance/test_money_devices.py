"""What any money device must do, shown over a real socket with the real driver.

Here the devices are the simulators. To try an acceptor or printer of your own, name its address and do by hand what
the test asks for on the terminal; rules that need a simulated hand are passed over with `-k device`:

    ACCEPTOR_UNDER_TEST=192.168.7.21:4002 pytest -s tests/conformance/test_money_devices.py -k device_acceptor

Waiting is always for something said; the time limit is only there so that a device that never says it fails the test.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest
import uvloop

from openetg.devices.acceptor import signals as acceptor
from openetg.devices.acceptor.simulator import Fate, SimulatedAcceptor
from openetg.devices.display import signals as display
from openetg.devices.kiosk import signals as kiosk
from openetg.devices.kiosk.simulator import SimulatedKiosk
from openetg.devices.line.driver import DeviceDriver, Supervision, over_tcp
from openetg.devices.line.serve import DeviceServer
from openetg.devices.line.signals import Identify, LinkLost, LinkOpened
from openetg.devices.money.line import Beat, FloorEnd, Heard, MoneyDeviceEnd, MoneyHello, MoneyLanguage
from openetg.devices.monitoring import signals as monitoring
from openetg.devices.printer import signals as printer
from openetg.devices.printer.simulator import SimulatedPrinter
from openetg.devices.sensors import signals as sensors
from tests.simulated.display import SimulatedDisplay
from tests.simulated.monitoring import SimulatedMonitoring
from tests.simulated.sensors import SimulatedSensors

ACCEPTOR = os.environ.get("ACCEPTOR_UNDER_TEST")
WAIT_S = 120.0 if ACCEPTOR else 60.0
FASTER = 8.0
IN_A_HURRY = Supervision(ask_again_ms=20, retry_first_ms=1)
Kind = TypeVar("Kind")


class Bench:
    """A driver connected to a device, with everything heard so far and the patience to wait for more."""

    def __init__(
        self, language: MoneyLanguage[Any, Any], host: str, port: int, device: Any, server: DeviceServer
    ) -> None:
        self.device = device
        self.server = server
        self.heard: list[Any] = []
        self._news = asyncio.Event()
        self.driver: DeviceDriver[Any, Any] = DeviceDriver(
            FloorEnd(language), over_tcp(host, port), self._deliver, IN_A_HURRY
        )

    def _deliver(self, signal: Any) -> None:
        self.heard.append(signal)
        self._news.set()

    def mark(self) -> int:
        return len(self.heard)

    async def hears(self, kind: type[Kind], since: int = 0) -> Kind:
        """The first of a kind after the mark, as soon as it is heard."""
        async with asyncio.timeout(WAIT_S):
            while not (found := [each for each in self.heard[since:] if isinstance(each, kind)]):
                self._news.clear()
                await self._news.wait()
        return found[0]

    def tell(self, order: Any) -> int:
        """An order, and the mark to look for its answer from."""
        mark = self.mark()
        assert self.driver.send(order)
        return mark

    async def reaches(self, order: Any) -> None:
        """An order, and an answer that comes after it."""
        self.tell(order)
        mark = self.tell(Identify())
        await self.hears(MoneyHello, mark)

    async def puts_in(self, cents: int) -> acceptor.NoteHeld:
        """Somebody puts a note into an acceptor that takes; it takes for a short while, so they may have to try."""
        mark = self.mark()
        while ACCEPTOR and not any(isinstance(each, acceptor.NoteHeld) for each in self.heard[mark:]):
            print("put a note into the acceptor")
            await self.reaches(acceptor.Take())
            await self.hears(Beat, self.mark())
        for _ in range(0 if ACCEPTOR else 20):
            await self.reaches(acceptor.Take())
            if self.act(lambda: self.device.insert_note(cents)):
                break
        return await self.hears(acceptor.NoteHeld, mark)

    def act(self, deed: Callable[[], object]) -> object:
        """Somebody does something to the device, and it says so."""
        self.server.pump()
        done = deed()
        self.server.pump()
        return done


@asynccontextmanager
async def bench_with(
    language: MoneyLanguage[Any, Any], device: Any, address: str | None = None
) -> AsyncIterator[Bench]:
    server = DeviceServer(MoneyDeviceEnd(language, device), time_factor=FASTER)
    host, port = await server.open()
    if address:
        host, _, text = address.rpartition(":")
        port = int(text)
    bench = Bench(language, host, port, device, server)
    task = asyncio.create_task(bench.driver.run())
    try:
        await bench.hears(MoneyHello)
        yield bench
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await server.close()


@pytest.fixture(params=[asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def prove(request: pytest.FixtureRequest) -> Callable[[Awaitable[None]], None]:
    """Runs a rule to its end, on either loop."""

    def run(rule: Awaitable[None]) -> None:
        loop = request.param()
        try:
            loop.run_until_complete(rule)
        finally:
            loop.close()

    return run


Prove = Callable[[Awaitable[None]], None]


def test_device_acceptor_holds_a_note_stacks_it_once_and_says_so_until_heard(prove: Prove) -> None:
    async def rule() -> None:
        async with bench_with(acceptor.LANGUAGE, SimulatedAcceptor(), ACCEPTOR) as bench:
            held = await bench.puts_in(5_000)
            mark = bench.tell(acceptor.Stack(held.item))
            bench.tell(acceptor.Stack(held.item))
            stacked = await bench.hears(acceptor.Stacked, mark)
            assert (stacked.item, stacked.cents) == (held.item, held.cents)
            again = await bench.hears(acceptor.Stacked, bench.mark())
            assert again == stacked, "said until heard"
            bench.tell(Heard(held.item))
            mark = bench.tell(Identify())
            await bench.hears(acceptor.Empty, mark)

    prove(rule())


def test_device_acceptor_returns_what_it_is_told_to_return(prove: Prove) -> None:
    async def rule() -> None:
        async with bench_with(acceptor.LANGUAGE, SimulatedAcceptor(), ACCEPTOR) as bench:
            held = await bench.puts_in(2_000)
            mark = bench.tell(acceptor.Return(held.item))
            assert (await bench.hears(acceptor.Returned, mark)).item == held.item
            mark = bench.tell(acceptor.Stack(held.item))
            assert (await bench.hears(acceptor.Returned, mark)).item == held.item, "what is back is not stacked"
            bench.tell(Heard(held.item))

    prove(rule())


def test_acceptor_takes_nothing_unasked_and_nothing_while_it_is_alone(prove: Prove) -> None:
    async def rule() -> None:
        async with bench_with(acceptor.LANGUAGE, SimulatedAcceptor()) as bench:
            bench.act(lambda: bench.device.insert_note(2_000))
            await bench.hears(acceptor.Rejected)
            mark = bench.tell(acceptor.Take())
            for _ in range(6):
                await bench.hears(Beat, mark)
                mark = bench.mark()
            bench.act(lambda: bench.device.insert_note(2_000))
            await bench.hears(acceptor.Rejected, mark)

    prove(rule())


@pytest.mark.parametrize("fate", [Fate.KEPT, Fate.STACKED, Fate.RETURNED, Fate.STACKED_UNSEEN, Fate.RETURNED_UNSEEN])
def test_acceptor_with_a_note_inside_says_after_a_loss_of_power_where_it_is(prove: Prove, fate: Fate) -> None:
    said: dict[Fate, type[Any]] = {
        Fate.KEPT: acceptor.NoteHeld,
        Fate.STACKED: acceptor.Stacked,
        Fate.RETURNED: acceptor.Returned,
        Fate.STACKED_UNSEEN: acceptor.Lost,
        Fate.RETURNED_UNSEEN: acceptor.Lost,
    }

    async def rule() -> None:
        device = SimulatedAcceptor()
        async with bench_with(acceptor.LANGUAGE, device) as bench:
            held = await bench.puts_in(5_000)
        device.order(acceptor.Stack(held.item))
        device.cut(fate)
        device.switch_on()
        async with bench_with(acceptor.LANGUAGE, device) as bench:
            word = await bench.hears(said[fate])
            assert (word.item, word.cents) == (held.item, 5_000)

    prove(rule())


def test_device_printer_prints_a_ticket_once_and_remembers_it(prove: Prove) -> None:
    ticket = printer.Print("411502933817460278", "ticket", 5_000, 1, 1_794_000_000_000, 0)

    async def rule() -> None:
        device = SimulatedPrinter()
        async with bench_with(printer.LANGUAGE, device) as bench:
            bench.tell(ticket)
            bench.tell(ticket)
            assert (await bench.hears(printer.Printed)).ticket == ticket.ticket
        device.cut()
        device.switch_on()
        async with bench_with(printer.LANGUAGE, device) as bench:
            mark = bench.tell(ticket)
            assert (await bench.hears(printer.Printed, mark)).ticket == ticket.ticket
            mark = bench.tell(printer.Print("411000000000000031", "ticket", 100, 2, 1_794_000_000_000, 0))
            assert (await bench.hears(printer.Untaken, mark)).ticket == ticket.ticket
            bench.act(device.take)
            await bench.hears(printer.Taken, mark)
        assert len(device.out) == 1

    prove(rule())


def test_printer_that_lost_power_while_printing_says_that_it_failed(prove: Prove) -> None:
    ticket = printer.Print("411502933817460278", "ticket", 5_000, 1, 1_794_000_000_000, 0)

    async def rule() -> None:
        device = SimulatedPrinter()
        device.order(ticket)
        device.cut()
        device.switch_on()
        async with bench_with(printer.LANGUAGE, device) as bench:
            failed = await bench.hears(printer.Failed)
            assert (failed.ticket, failed.why) == (ticket.ticket, printer.WhyNot.POWER)
            mark = bench.tell(ticket)
            assert await bench.hears(printer.Failed, mark) == failed, "a number that failed is not printed any more"
        assert device.out == []

    prove(rule())


def test_sensors_say_what_they_saw_until_it_is_heard_over_any_number_of_links(prove: Prove) -> None:
    async def rule() -> None:
        device = SimulatedSensors()
        async with bench_with(sensors.LANGUAGE, device) as bench:
            bench.act(device.open_door)
            seen = await bench.hears(sensors.Seen)
            mark = bench.mark()
            await bench.server.drop_connections()
            await bench.hears(LinkLost, mark)
            await bench.hears(LinkOpened, mark)
            assert await bench.hears(sensors.Seen, mark) == seen
            bench.tell(Heard(seen.item))
            mark = bench.tell(Identify())
            await bench.hears(MoneyHello, mark)
        assert device.unheard == []

    prove(rule())


def test_display_shows_the_newest_round_and_no_older_one(prove: Prove) -> None:
    async def rule() -> None:
        async with bench_with(display.LANGUAGE, SimulatedDisplay()) as bench:
            bench.tell(display.Show(8, ("17", "0", "32")))
            assert await bench.hears(display.Shown) == display.Shown(8, "17")
            bench.tell(display.Show(7, ("5",)))
            mark = bench.tell(Identify())
            assert await bench.hears(display.Shown, mark) == display.Shown(8, "17")

    prove(rule())


def test_monitoring_asks_until_it_is_answered_and_redeems_a_ticket_for_one_id(prove: Prove) -> None:
    async def rule() -> None:
        device = SimulatedMonitoring()
        device.issue_ticket("421000000000000009", 3_750)
        async with bench_with(monitoring.LANGUAGE, device) as bench:
            bench.act(lambda: device.send_credit("X-1", "I1", 5_000))
            sent = await bench.hears(monitoring.CreditSent)
            assert await bench.hears(monitoring.CreditSent, bench.mark()) == sent
            bench.tell(monitoring.Answer("X-1", monitoring.DONE))
            for _ in range(2):
                mark = bench.tell(monitoring.RedeemTicket("r-1", "421000000000000009", "I1"))
                assert (await bench.hears(monitoring.TicketPaid, mark)).cents == 3_750
            mark = bench.tell(monitoring.RedeemTicket("r-2", "421000000000000009", "I2"))
            assert (await bench.hears(monitoring.TicketDenied, mark)).redemption == "r-2"
            bench.tell(monitoring.ReverseTicket("r-1"))
            mark = bench.tell(monitoring.RedeemTicket("r-2", "421000000000000009", "I2"))
            await bench.hears(monitoring.TicketPaid, mark)
        assert device.answers["X-1"].code == monitoring.DONE

    prove(rule())


def test_kiosk_pays_once_however_often_it_is_told(prove: Prove) -> None:
    async def rule() -> None:
        device = SimulatedKiosk(cassettes={5_000: 3, 500: 5})
        async with bench_with(kiosk.LANGUAGE, device) as bench:
            bench.act(lambda: device.insert("411502933817460278"))
            held = await bench.hears(kiosk.TicketHeld)
            mark = bench.tell(kiosk.Offer(held.item, 6_000))
            await bench.hears(kiosk.Payable, mark)
            bench.tell(kiosk.Pay(held.item, 6_000))
            mark = bench.tell(kiosk.Pay(held.item, 6_000))
            assert (await bench.hears(kiosk.Paid, mark)).cents == 6_000
            mark = bench.tell(kiosk.Return(held.item, "late"))
            await bench.hears(kiosk.Paid, mark)
        assert sum(device.dispensed) == 6_000
        assert device.returned == []

    prove(rule())
