"""The devices of a floor: what decides outcomes at every table, and what takes and gives money, each with its driver.

Everything the plan calls simulated is started here: wheels, tumblers and money wheels as servers of their own on the
loopback address, so that the floor reaches them over the same line as real ones; printers inside this process; behind
every live table that has a simulated wheel a simulated dealer.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from msgspec import Struct

from openetg.devices.acceptor import signals as acceptor
from openetg.devices.display import signals as display
from openetg.devices.kiosk import signals as kiosk
from openetg.devices.line.driver import DeviceDriver
from openetg.devices.line.serve import DeviceServer
from openetg.devices.money.line import FloorEnd, MoneyLanguage
from openetg.devices.monitoring import signals as monitoring
from openetg.devices.printer import PaperRolls
from openetg.devices.printer import signals as printer
from openetg.devices.printer.signals import Print, Printed
from openetg.devices.printer.simulator import SimulatedPrinter
from openetg.devices.sensors import signals as sensors
from openetg.keys.files import write_whole
from openetg.money import cents
from openetg.rulebook.schema.book import Rulebook
from openetg.server.checks.device_lines import DeviceProblem, line_key
from openetg.server.devices.attaching import AnyDriver, attach, connection
from openetg.server.devices.conductor import Conductor
from openetg.server.devices.dealer import Pauses, SimulatedDealers
from openetg.server.devices.desk.desk import MoneyDesk
from openetg.server.devices.desk.inside import AllLines, InsideDevices, InsideLine
from openetg.server.devices.simulators import HandAt, simulate
from openetg.server.guests.spins import TellSpin
from openetg.server.ops.logged import log_link
from openetg.server.plan.floor_plan import SIMULATED, House, TablePlan
from openetg.server.writer.attendants import Attendants, Ticking
from openetg.server.writer.writer import Writer
from openetg.tickets.face import IssuingSite, TicketFace, Title
from openetg.tickets.picture import svg

LANGUAGES: dict[str, MoneyLanguage[Any, Any]] = {
    "acceptor": acceptor.LANGUAGE,
    "printer": printer.LANGUAGE,
    "sensors": sensors.LANGUAGE,
    "display": display.LANGUAGE,
    "kiosk": kiosk.LANGUAGE,
    "monitoring": monitoring.LANGUAGE,
}
PAPERS = "printers"
"""Where in the folder of a floor the paper of simulated printers lies."""
WAGERS_PERMILLE = 800
"""How much of the wagering period a simulated dealer lets pass before acting."""


class Machinery(Struct, frozen=True):
    """The drivers and simulators that were started."""

    conductor: Conductor
    desk: MoneyDesk
    dealers: SimulatedDealers
    attendants: Attendants
    running: tuple[Coroutine[Any, Any, Any], ...]
    """The drivers, to be run for as long as the floor."""
    drivers: dict[str, DeviceDriver[Any, Any]]
    """By name: those of outcomes by their table, the others as the desk names them."""

    def links(self) -> dict[str, bool]:
        """By device, whether the line to it stands."""
        return {name: driver.link().connected for name, driver in self.drivers.items()}


class Shop(Struct, frozen=True):
    """What the functions that attach devices share."""

    house: House
    rulebooks: dict[str, Rulebook]
    keys: Path
    folder: Path
    time_factor: float = 1.0
    """How much faster simulated devices are than real ones."""
    demonstration: bool = False


async def start_machinery(
    shop: Shop,
    writer: Writer,
    wake: Callable[[], None],
    *,
    boot: int,
    stack: AsyncExitStack,
    tell: TellSpin | None = None,
) -> Machinery:
    """Attaches or simulates every device of the plan; raises `DeviceProblem` if one cannot be.

    `tell` is given what the devices of tables were seen to do, for screens.
    """
    wheels: dict[str, AnyDriver] = {}
    conductor = Conductor(writer, wheels, boot=boot, wake=wake, tell=tell)
    hands: dict[str, HandAt] = {}
    for plan in shop.house.tables:
        wheels[plan.table] = await _outcomes(shop, plan, conductor, hands, stack, boot)
    dealers = SimulatedDealers(writer, hands, boot=boot, rng=secrets.SystemRandom(), pauses=_pauses(shop))

    def hear(device: str, signal: Any) -> None:
        log_link(device, signal)
        desk.hear(device, signal)

    attached = {name: _money_driver(shop, name, address, hear) for name, address in _attached(shop.house).items()}
    inside = _inside(shop)
    desk = MoneyDesk(writer, AllLines(attached, inside), boot=boot, wake=wake)
    attendants = Attendants(
        conductor,
        Ticking(lambda at_ms: inside.advance(at_ms, hear)),
        Ticking(desk.turn, desk.next_wake_ms),
        dealers,
    )
    drivers: dict[str, DeviceDriver[Any, Any]] = {**wheels, **attached}
    running = tuple(driver.run() for driver in drivers.values())
    return Machinery(
        conductor=conductor, desk=desk, dealers=dealers, attendants=attendants, running=running, drivers=drivers
    )


async def _outcomes(
    shop: Shop, plan: TablePlan, conductor: Conductor, hands: dict[str, HandAt], stack: AsyncExitStack, boot: int
) -> AnyDriver:
    rulebook, address = shop.rulebooks[plan.rulebook], plan.device
    if address == SIMULATED:
        simulator = simulate(rulebook, plan.kind)
        server = DeviceServer(simulator.line, time_factor=shop.time_factor)
        host, port = await server.open()
        stack.push_async_callback(server.close)
        address = f"tcp://{host}:{port}"
        if simulator.push is not None:
            hands[plan.table] = HandAt(server, simulator)

    def deliver(heard: Any) -> None:
        log_link(plan.table, heard)
        conductor.hear(plan.table, heard)

    try:
        key = None if plan.device == SIMULATED else _key(shop, f"device-{plan.table}", address)
        return attach(rulebook, plan.kind, address, deliver, key=key, boot=str(boot))
    except ValueError as wrong:
        raise DeviceProblem(f"table {plan.table}: {wrong}") from None


def _pauses(shop: Shop) -> Pauses:
    """The pauses of a simulated dealer: in step with the simulated devices, and most of the wagering period for
    players."""
    usual, factor = Pauses(), shop.time_factor
    period_ms = min((plan.period_ms for plan in shop.house.tables), default=usual.wagers_ms)
    return Pauses(
        open_ms=round(usual.open_ms / factor),
        wagers_ms=period_ms * WAGERS_PERMILLE // 1000,
        act_ms=round(usual.act_ms / factor),
        call_ms=round(usual.call_ms / factor),
        relief_ms=round(usual.relief_ms / factor),
    )


def _attached(house: House) -> dict[str, str]:
    """The addresses of all money devices that are attached, by name."""
    found = {f"display/{plan.table}": plan.display for plan in house.tables}
    for terminal in house.terminals:
        found[f"acceptor/{terminal.terminal}"] = terminal.acceptor
        found[f"printer/{terminal.terminal}"] = terminal.printer
        found[f"sensors/{terminal.terminal}"] = terminal.sensors
    found |= {f"kiosk/{name}": address for name, address in house.kiosks.items()}
    found["monitoring"] = house.monitoring
    return {name: address for name, address in found.items() if address not in {"", SIMULATED}}


def _money_driver(shop: Shop, name: str, address: str, hear: Callable[[str, Any], None]) -> DeviceDriver[Any, Any]:
    kind = name.partition("/")[0]
    try:
        key = _key(shop, name.replace("/", "-"), address)
        connect = connection(address)
    except ValueError as wrong:
        raise DeviceProblem(f"{name}: {wrong}") from None
    return DeviceDriver(FloorEnd(LANGUAGES[kind]), connect, lambda heard: hear(name, heard), key=key)


def _key(shop: Shop, name: str, address: str) -> bytes | None:
    return line_key(shop.house, shop.keys, name, address, demonstration=shop.demonstration)


def _inside(shop: Shop) -> InsideDevices:
    """The simulated printers, each there as soon as it is to print; every ticket is taken out as soon as it is
    printed."""
    planned = {f"printer/{name}" for plan in shop.house.tables for name in plan.terminals}
    planned -= {f"printer/{plan.terminal}" for plan in shop.house.terminals if plan.printer != SIMULATED}
    papers = PaperRolls(shop.folder / PAPERS)

    def make(name: str) -> SimulatedPrinter | None:
        return SimulatedPrinter(f"SIM-{name.partition('/')[2]}") if name in planned else None

    def take(name: str, line: InsideLine, signal: Any) -> None:
        ticket = line.device.mouth
        if isinstance(signal, Printed) and ticket is not None and ticket.ticket == signal.ticket:
            # On paper before the floor hears of it; the roll knows its last line, and prints none twice.
            terminal = name.partition("/")[2]
            if not papers.print(terminal, ticket.ticket, ticket.cents):
                raise OSError(f"{shop.folder / PAPERS}: the paper of simulated printers cannot be written")
            write_whole(shop.folder / PAPERS / f"{terminal}.svg", _picture(shop.house, terminal, ticket), mode=0o600)
            line.by_hand(_taken)

    return InsideDevices({}, shop.folder / PAPERS, make=make, before=take, time_factor=shop.time_factor)


def _picture(house: House, terminal: str, ticket: Print) -> bytes:
    """The last ticket of a simulated printer, for display on the terminal's screen."""
    site = IssuingSite(house.site, house.address, house.currency, house.time_zone)
    amount = cents(ticket.cents)
    return svg(
        TicketFace(
            site=site,
            title=Title[ticket.title],
            terminal=terminal,
            amount=amount,
            number=ticket.ticket,
            serial=ticket.serial,
            issued_at_ms=ticket.issued_ms,
            expires_at_ms=ticket.expires_ms,
        )
    ).encode()


def _taken(device: SimulatedPrinter) -> None:
    """Takes the printed ticket and refills the paper: a demonstration's printer never runs out."""
    device.take()
    device.out.clear()
    device.load(1)
