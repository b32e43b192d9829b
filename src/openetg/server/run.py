"""Starts a floor: checks itself, claims the journal, reads it, starts writer, devices, sockets and pages.

Order matters: first the addresses, so that a start by mistake beside a running floor does not take its journal away;
then what can be checked without touching the journal; then the claim, the reading and the checks of what was read; then
the writer's start on record with what the checks found, and only then anybody is let in.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from msgspec import Struct

from openetg.devices.printer import SimulatedPrinters
from openetg.devices.wheel.driver import WheelDriver, over_tcp
from openetg.devices.wheel.line import SimulatedLine
from openetg.devices.wheel.physics import Physics
from openetg.devices.wheel.serve import WheelServer
from openetg.devices.wheel.simulator import SimulatedWheel
from openetg.floor.commands import AnyCommand, Order, ReportMachineFault, StartWriter
from openetg.floor.decide import LOGIC
from openetg.floor.refusals import Refusal
from openetg.floor.state import MACHINE, Floor
from openetg.journal.store import Fenced, JournalProblem, Lease, Reader, Store, UnknownOutcome
from openetg.keys.files import write_whole
from openetg.keys.signing import KeyProblem
from openetg.reports.recovery import recover
from openetg.rulebook.book import Rulebook
from openetg.rulebook.load import load
from openetg.rulebook.texts import split_numbers
from openetg.server import manifest
from openetg.server.conductor import Conductor
from openetg.server.days import GamingDays
from openetg.server.engine import Clock, DayOf, Engine
from openetg.server.folder import FloorFolder, open_store
from openetg.server.house import House, TablePlan, founding_commands
from openetg.server.inquiry import FloorRuns, presence
from openetg.server.manifest import Manifest
from openetg.server.sealing import open_sealer
from openetg.server.second import SecondProcess
from openetg.server.selfcheck import (
    SECRET,
    CheckFailed,
    ClockFound,
    SelfCheck,
    check_changed,
    check_clock,
    check_journal,
    check_keys,
    check_ledger,
    check_python,
    check_room,
    check_rulebooks,
    check_signed,
    check_software,
    check_there,
    check_tickets,
    own_public_key,
)
from openetg.server.sessions import MESSAGES_PER_S_MAX, IsKey, Session, key_of, keys_from
from openetg.server.sockets import Connection, serve_sockets
from openetg.server.watch import Watch
from openetg.server.writer import Decided, Writer

BUILD = "0.1.0"
HOUSE = "house"
"""The sender of what stands on the floor; its life is that of the clock and the devices as well."""


class Settings(Struct, frozen=True):
    """How to run a floor."""

    folder: Path
    """Where it stands, unless told otherwise below."""
    house: House
    store: str = ""
    """The address of its journal; empty means in the folder."""
    keys: Path | None = None
    """Where its keys are; nothing means in the folder."""
    host: str = "127.0.0.1"
    port: int = 8400
    socket_port: int = 0
    manifest: Path | None = None
    """The manifest of the software that was approved; a floor that differs from it does not start."""
    day_of: DayOf | None = None
    """The gaming day of a moment; nothing means days that begin at 06:00 UTC."""
    messages_per_s: float = MESSAGES_PER_S_MAX
    follow: bool = True
    """Whether a second process follows the journal: checks it, signs it, takes snapshots, fills the mirror."""
    mirror: str = ""
    """The address of a second journal; empty for none."""
    pages: bool = True
    time_factor: float = 1.0
    """How much faster simulated wheels turn than real ones."""


class FloorStopped(Exception):
    """The floor had to stop; the words say why and what to do."""


ReadFloor = Callable[[Reader], Floor]
"""How somebody who is in step with a journal comes to its end."""


class Claimed(Struct, frozen=True):
    """A journal that is ours, and what stands in it."""

    settings: Settings
    place: FloorFolder
    software: Manifest
    store: Store
    lease: Lease
    floor: Floor


async def run_floor(
    settings: Settings, say: Callable[[str], None], is_key: IsKey | None = None, *, warm: ReadFloor | None = None
) -> None:
    """Runs a floor until it is told to stop; `FloorStopped` if it cannot go on. `warm` saves reading the journal."""
    try:
        async with AsyncExitStack() as stack:
            await _run(settings, say, is_key, warm, stack)
    except (JournalProblem, KeyProblem, CheckFailed, FloorRuns) as problem:
        raise FloorStopped(str(problem)) from None
    except Fenced:
        raise FloorStopped("another floor has taken over this journal; this one has stopped") from None
    except UnknownOutcome as fault:
        raise FloorStopped(f"a commit failed ({fault}); start again: the journal says what was kept") from None


async def _run(
    settings: Settings,
    say: Callable[[str], None],
    is_key: IsKey | None,
    warm: ReadFloor | None,
    stack: AsyncExitStack,
) -> None:
    stop = _stop_signal()
    check = SelfCheck(say)
    check.passed("python", check_python())
    listening = stack.enter_context(_listen(settings.host, settings.socket_port, "--socket-port"))
    pages = stack.enter_context(_listen(settings.host, settings.port, "--port")) if settings.pages else None
    check.passed("addresses", "free")
    claimed = _claim(settings, warm, check, stack)
    secret = _secret(settings.folder)
    engine, boot = await _start_writer(claimed, check, stack)
    _settle_memory()
    wheels = await _start_wheels(settings, engine, boot, stack)
    knows = is_key or keys_from(secret)

    def make_session(connection: Connection) -> Session:
        return Session(engine.exchange, connection, knows, messages_per_s=settings.messages_per_s)

    sockets = await serve_sockets(make_session, engine.clock.now_ms, listening)
    stack.callback(sockets.close)
    others: list[asyncio.Task[Any]] = [asyncio.create_task(wheel.run()) for wheel in wheels]
    report = _reporter(engine, boot)
    others.append(_watch(settings, engine, claimed.software, report))
    if settings.follow:
        others.append(_follow(claimed, say, report, stack))
    address = f"ws://{settings.host}:{listening.getsockname()[1]}"
    if pages is not None:
        others.append(_serve_pages(settings, secret, address, pages))
        say(f"floor    http://{settings.host}:{pages.getsockname()[1]}/")
    say(f"sockets  {address}/terminal")
    say(f"journal  {claimed.place.journal_shown} at entry {claimed.floor.sequence}")
    await _until_stopped(stop, engine, others)


def _claim(settings: Settings, warm: ReadFloor | None, check: SelfCheck, stack: AsyncExitStack) -> Claimed:
    """Checks what can be checked, takes the journal, and reads it; from then on whoever had it is fenced."""
    place = FloorFolder(settings.folder, settings.store, settings.keys)
    software = _check_unclaimed(settings, place, check)
    store = open_store(place)
    stack.callback(store.close)
    stack.enter_context(presence(settings.folder, alone=False, journal=place.journal))
    lease = store.claim()
    if warm is None:
        read = recover(store, snapshots=place.snapshots, key=own_public_key(place))
        check.passed("journal", check_journal(read))
        return Claimed(settings, place, software, store, lease, read.floor)
    floor = warm(store)
    check.passed("journal", f"{floor.sequence} entries, followed until now, the chain holds")
    return Claimed(settings, place, software, store, lease, floor)


async def _start_writer(claimed: Claimed, check: SelfCheck, stack: AsyncExitStack) -> tuple[Engine, int]:
    """Checks what was read and puts the start on record, with what all checks found; its engine and its boot."""
    floor, settings = claimed.floor, claimed.settings
    found = _check_read(settings, floor, claimed.software, check)
    clock = Clock(not_before_ms=floor.at_ms)
    sealer = open_sealer(claimed.place.keys, floor, clock.now_ms)
    stack.callback(sealer.close)
    check.passed("tickets", check_tickets(floor, sealer.printed))
    day_of = settings.day_of or GamingDays().day_of
    engine = Engine(claimed.store, claimed.lease, Writer(floor, sealer), clock, day_of=day_of)
    house = floor.senders.get(HOUSE)
    boot = max(clock.now_ms(), house.boot + 1 if house else 0)
    start: list[AnyCommand] = [StartWriter(LOGIC, BUILD, claimed.software.digest, tuple(check.lines))]
    await _found(engine, settings.house, boot, start + _clock_fault(found))
    return engine, boot


def _check_unclaimed(settings: Settings, place: FloorFolder, check: SelfCheck) -> Manifest:
    """What can be checked while the journal is still whoever's it is; the software found."""
    software = _software()
    check.passed("software", check_software(software, settings.manifest))
    check.passed("disk", check_room(settings.folder))
    check.passed("place", check_there(place))
    check.passed("keys", check_keys(place))
    check.passed("checkpoints", check_signed(place))
    return software


def _software() -> Manifest:
    try:
        return manifest.take(build=BUILD)
    except manifest.ManifestProblem as problem:
        raise FloorStopped(f"self-check, software: {problem}") from None


def _check_read(settings: Settings, floor: Floor, software: Manifest, check: SelfCheck) -> ClockFound:
    """What can be checked of a floor that was read; nothing is made anew before."""
    check.passed("software since", check_changed(floor, software))
    shipped = [load(name).rulebook for name in {plan.rulebook for plan in settings.house.tables}]
    check.passed("rulebooks", check_rulebooks(floor, shipped))
    check.passed("ledger", check_ledger(floor))
    clock = check_clock(floor, time.time_ns() // 1_000_000)
    check.passed("clock", clock.words)
    return clock


def _clock_fault(clock: ClockFound) -> list[AnyCommand]:
    """A wall clock that was put back is a fault of the machine, and goes on record."""
    return [ReportMachineFault("clock", f"the wall clock stands {clock.words}")] if clock.behind_ms else []


Report = Callable[[ReportMachineFault], bool]


def _reporter(engine: Engine, boot: int) -> Report:
    """How whoever looks after the machine puts a fault of it on record."""
    numbers = itertools.count(1)

    def report(fault: ReportMachineFault) -> bool:
        taken = engine.writer.submit(Order(MACHINE, boot, next(numbers), fault))
        engine.wake()
        return taken

    return report


def _follow(claimed: Claimed, say: Callable[[str], None], report: Report, stack: AsyncExitStack) -> asyncio.Task[None]:
    """Starts the second process; it ends after the floor has written its last."""
    second = SecondProcess(
        claimed.place,
        say,
        lambda words: report(ReportMachineFault("follower", words)),
        mirror=claimed.settings.mirror,
    )
    stack.push_async_callback(second.stop)
    return asyncio.create_task(second.run())


def _watch(settings: Settings, engine: Engine, software: Manifest, report: Report) -> asyncio.Task[None]:
    """Looks after the machine from now on; at once whenever the process gets the signal SIGUSR1."""
    watch = Watch(
        approved=software,
        take=lambda: manifest.take(build=BUILD),
        folder=settings.folder,
        now_ms=engine.clock.now_ms,
    )
    if sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, watch.asked.set)
    return asyncio.create_task(watch.run(report))


def _settle_memory() -> None:
    """What the floor holds now stays: the collector need not walk it again and again on the path of a wager."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _serve_pages(settings: Settings, secret: bytes, address: str, listening: socket.socket) -> asyncio.Task[None]:
    from openetg.server.pages import make_app, make_server, web_folder  # noqa: PLC0415 - slow, and not always wanted

    app = make_app(lambda: describe(settings.house, secret, address), web_folder())
    server = make_server(app, settings.host, settings.port)
    return asyncio.create_task(server.serve(sockets=[listening]))


async def _found(engine: Engine, house: House, boot: int, commands: list[AnyCommand]) -> None:
    """Puts the writer's start and then what the floor lacks on record; nobody is let in before."""
    rulebooks: dict[str, Rulebook] = {plan.rulebook: load(plan.rulebook).rulebook for plan in house.tables}
    refused: list[tuple[AnyCommand, Refusal]] = []
    commands += founding_commands(engine.writer.floor, house, rulebooks)

    def note(told: object) -> None:
        if isinstance(told, Decided) and isinstance(told.verdict, Refusal):
            refused.append((told.order.command, told.verdict))

    for number, command in enumerate(commands, start=1):
        engine.writer.submit(Order(HOUSE, boot, number, command), note)
    while engine.writer.waiting:
        await engine.turn()
    if refused:
        command, refusal = refused[0]
        words = f"{type(command).__name__}: {refusal.reason.value} {refusal.clause} {refusal.details or ''}"
        raise FloorStopped(f"the floor cannot be set up as planned: {words}")


async def _start_wheels(settings: Settings, engine: Engine, boot: int, stack: AsyncExitStack) -> list[WheelDriver]:
    drivers: dict[str, WheelDriver] = {}
    printers = SimulatedPrinters(settings.folder / "printers")
    conductor = engine.conductor = Conductor(engine.writer, drivers, boot=boot, wake=engine.wake, printers=printers)
    for plan in settings.house.tables:
        address = plan.wheel or await _simulate_wheel(plan, settings.time_factor, stack)

        def deliver(heard: Any, table: str = plan.table) -> None:
            conductor.hear(table, heard)

        drivers[plan.table] = WheelDriver(over_tcp(*address), deliver)
    return list(drivers.values())


async def _simulate_wheel(plan: TablePlan, time_factor: float, stack: AsyncExitStack) -> tuple[str, int]:
    data = load(plan.rulebook).rulebook.games.roulette
    assert data is not None, "the spine runs roulette tables"
    server = WheelServer(simulated_line(data.wheel.order), time_factor=time_factor)
    address = await server.open()
    stack.push_async_callback(server.close)
    return address


def simulated_line(order: str) -> SimulatedLine:
    """A simulated wheel with these pockets, its chance from the system."""
    chance = secrets.SystemRandom()
    wheel = SimulatedWheel(
        tuple(split_numbers(order) or ()), chance, Physics(), serial="SIM", boot=secrets.token_hex(4)
    )
    return SimulatedLine(wheel, chance)


SECRET_BYTES = 32


def _secret(folder: Path) -> bytes:
    """What the keys of terminals are made from: whole or not there, since keys from half a secret could be guessed."""
    path = folder / SECRET
    try:
        if not path.exists():
            write_whole(path, secrets.token_bytes(SECRET_BYTES), mode=0o600)
        secret = path.read_bytes()
    except OSError as fault:
        raise FloorStopped(f"{path}: the secret cannot be read or written: {fault.strerror}") from None
    if len(secret) != SECRET_BYTES:
        words = f"{path}: expected {SECRET_BYTES} bytes, found {len(secret)}; without it, every terminal gets a new key"
        raise FloorStopped(words)
    return secret


def describe(house: House, secret: bytes, sockets: str) -> dict[str, Any]:
    """What the start page shows."""
    tables = [
        {
            "table": plan.table,
            "title": plan.title,
            "rulebook": plan.rulebook,
            "terminals": [
                {"terminal": name, "href": f"/terminal/#terminal={name}&key={key_of(secret, name)}"}
                for name in plan.terminals
            ],
        }
        for plan in house.tables
    ]
    return {"site": house.site, "sockets": sockets, "tables": tables}


def refuse_taken_address(settings: Settings) -> None:
    """`FloorStopped` if a floor with these settings could not listen now."""
    _listen(settings.host, settings.socket_port, "--socket-port").close()
    if settings.pages:
        _listen(settings.host, settings.port, "--port").close()


def _listen(host: str, port: int, option: str) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError as fault:
        listening.close()
        raise FloorStopped(f"cannot listen at {host}:{port}: {fault.strerror}; choose another with {option}") from None
    return listening


def _stop_signal() -> asyncio.Event:
    """Set when somebody says stop, from the first moment on: a start is never broken off half way."""
    stop = asyncio.Event()
    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


async def _until_stopped(stop: asyncio.Event, engine: Engine, others: list[asyncio.Task[Any]]) -> None:
    """Until somebody says stop, or until something that must run has ended; the group under way is finished."""
    running = asyncio.create_task(engine.run())
    others = [asyncio.create_task(stop.wait()), *others]
    await asyncio.wait([running, *others], return_when=asyncio.FIRST_COMPLETED)
    engine.stop()
    await asyncio.wait([running])
    for listener in engine.exchange.listeners:
        if isinstance(listener, Session):
            listener.end("stopping", "the floor is stopping; nothing is lost")
    for task in others:
        task.cancel()
    for ended in await asyncio.gather(running, *others, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
