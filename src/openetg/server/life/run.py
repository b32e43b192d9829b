"""Runs a floor: starts it, lets people in, looks after it, and brings it to rest when it is told to stop.

Called by `etg floor run`. Lets no guest in before the writer's start is on record, and tells every guest before it
stops.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import signal
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from openetg import isolated
from openetg.floor.commands import Order, ReportMachineFault
from openetg.floor.state import MACHINE
from openetg.journal.store import Fenced, JournalProblem, UnknownOutcome
from openetg.keys.signing import KeyProblem
from openetg.server.checks import manifest
from openetg.server.checks.descriptors import connections_for
from openetg.server.checks.device_lines import DeviceProblem
from openetg.server.checks.manifest import Manifest
from openetg.server.checks.selfcheck import CheckFailed, SelfCheck, check_python
from openetg.server.front.front import FrontProblem, open_front, origins_of
from openetg.server.front.listening import Bounds
from openetg.server.guests.absence import Vigil
from openetg.server.guests.announcements import Announcements
from openetg.server.guests.screens import Screens
from openetg.server.guests.sessions import IsKey, Session
from openetg.server.life.follower_process import SecondProcess
from openetg.server.life.guest_setup import Inside, Rooms, open_rooms, say_where
from openetg.server.life.inquiry import FloorRuns
from openetg.server.life.machinery import Machinery, Shop, start_machinery
from openetg.server.life.starting import (
    BUILD,
    Claimed,
    ReadFloor,
    claim,
    kind_of,
    listen_at,
    refuse_open_house,
    secret_of,
    start_writer,
)
from openetg.server.life.starting import FloorStopped as FloorStopped
from openetg.server.life.starting import Settings as Settings
from openetg.server.life.starting import refuse_taken_address as refuse_taken_address
from openetg.server.life.stopping import Stopping
from openetg.server.life.winding_down import StopSignals, stop_signals, wind_down
from openetg.server.ops.logged import log_commit
from openetg.server.ops.watch import MachineReport, MachineWatch, Report
from openetg.server.plan.floor_plan import SIMULATED
from openetg.server.plan.folder import JournalKind
from openetg.server.writer.engine import Engine
from openetg.server.writer.high_water import MarkKeeper

Say = Callable[[str], None]
Task = asyncio.Task[Any]


async def run_floor(
    settings: Settings, say: Say, is_key: IsKey | None = None, *, warm: ReadFloor | None = None
) -> None:
    """Runs a floor until it is told to stop; raises `FloorStopped` if it cannot go on. With `warm`, a floor read
    before, the journal need not be read whole."""
    try:
        async with AsyncExitStack() as stack:
            await _run(settings, say, is_key, warm, stack)
    except (JournalProblem, KeyProblem, CheckFailed, FloorRuns, DeviceProblem, FrontProblem) as problem:
        raise FloorStopped(str(problem)) from None
    except Fenced:
        raise FloorStopped("another floor has taken over this journal; this one has stopped") from None
    except UnknownOutcome as fault:
        raise FloorStopped(f"a commit failed ({fault}); start again: the journal says what was kept") from None


async def _run(
    settings: Settings, say: Say, is_key: IsKey | None, warm: ReadFloor | None, stack: AsyncExitStack
) -> None:
    asked = stop_signals()
    check = SelfCheck(say)
    check.passed("python", check_python())
    refuse_open_house(settings)
    origins = origins_of(settings.host, settings.tls)
    listening = stack.enter_context(listen_at(settings.host, settings.port))
    check.passed("address", "free")
    bounds = _bounds(settings)
    check.passed("descriptors", f"enough for {bounds.most} connections")
    claimed = claim(settings, warm, check, stack)
    secret = secret_of(settings.folder)
    engine, boot = await start_writer(claimed, check, stack)
    _settle_memory()
    machinery = await _start_machinery(claimed, engine, boot, stack)
    running = asyncio.create_task(engine.run())
    others: list[Task] = [asyncio.create_task(driver) for driver in machinery.running]
    report = _reporter(engine, boot)
    others += [_watch(settings, engine, claimed.software, report), _keep_mark(claimed, engine, report, stack)]
    if settings.follow:
        others.append(_follow(claimed, say, report, stack))
    inside = Inside(
        claimed=claimed,
        engine=engine,
        machinery=machinery,
        secret=secret,
        origins=origins,
        boot=boot,
        is_alive=lambda: not running.done(),
    )
    rooms = await open_rooms(inside, is_key, stack)
    others += rooms.tasks
    await open_front(listening, origins, rooms.sockets, rooms.pages, tls=settings.tls, bounds=bounds, stack=stack)
    rooms.opened()
    others += say_where(inside, rooms, listening.getsockname()[1], say, stack)
    await _until_stopped(asked, inside, running, others, rooms, say)


def _bounds(settings: Settings) -> Bounds:
    """The limits on connections, in all and per address."""
    most = connections_for(len(settings.house.terminals))
    return Bounds(most, per_address=settings.connections_per_address, from_here=most)


async def _start_machinery(claimed: Claimed, engine: Engine, boot: int, stack: AsyncExitStack) -> Machinery:
    """Starts devices, desk, dealers and the watch for terminals that are gone."""
    settings = claimed.settings
    shop = Shop(
        house=settings.house,
        rulebooks=claimed.rulebooks,
        keys=claimed.place.keys,
        folder=settings.folder,
        time_factor=settings.time_factor,
        demonstration=settings.demonstration,
    )
    exchange = engine.exchange
    machinery = await start_machinery(shop, engine.writer, engine.wake, boot=boot, stack=stack, tell=exchange.tell_spin)
    vigil = exchange.vigil = Vigil(engine.writer, boot=boot, wake=engine.wake)
    exchange.announcements = Announcements(engine.writer, boot=boot, wake=engine.wake, at_table=exchange.at_table)
    machinery.attendants.add(vigil)
    machinery.attendants.add(exchange.announcements)
    engine.attendant = machinery.attendants
    # Where money is real, all that are on record: a device that was taken out of the floor file can still not credit
    # money.
    all_real = engine.writer.floor.terminals if kind_of(settings) is JournalKind.REAL else {}
    plans = settings.house.terminals
    exchange.real_slots = frozenset(all_real).union(each.terminal for each in plans if each.acceptor != SIMULATED)
    exchange.papers.real_printers = frozenset(all_real).union(
        each.terminal for each in plans if each.printer != SIMULATED
    )
    exchange.screen_of = Screens(settings.house, engine.writer.floor, demonstration=settings.demonstration)
    engine.watchers.append(log_commit)
    return machinery


def _reporter(engine: Engine, boot: int) -> Report:
    """The function by which a monitor of the machine puts a fault of it on record."""
    numbers = itertools.count(1)

    def report(said: MachineReport) -> bool:
        taken = engine.writer.submit(Order(MACHINE, boot, next(numbers), said))
        engine.wake()
        return taken

    return report


def _follow(claimed: Claimed, say: Say, report: Report, stack: AsyncExitStack) -> Task:
    """Starts the second process; it ends after the floor's last entry."""
    second = SecondProcess(
        claimed.place,
        say,
        lambda words: report(ReportMachineFault("follower", words)),
        mirror=claimed.settings.mirror,
        shipping=claimed.settings.shipping,
    )
    stack.push_async_callback(second.stop)
    return asyncio.create_task(second.run())


def _keep_mark(claimed: Claimed, engine: Engine, report: Report, stack: AsyncExitStack) -> Task:
    """Raises the mark beside the keys from now on, and once more after the floor's last entry."""
    keeper = MarkKeeper(
        claimed.place.keys,
        claimed.store.journal_id,
        lambda: engine.head,
        lambda words: report(ReportMachineFault("disk", words)),
    )
    stack.callback(keeper.raise_now)
    return asyncio.create_task(keeper.run())


def _watch(settings: Settings, engine: Engine, software: Manifest, report: Report) -> Task:
    """Monitors the machine from now on, and at once when the process gets the signal SIGUSR1."""
    watch = MachineWatch(
        approved=software,
        take=lambda: manifest.take(build=BUILD),
        folder=settings.folder,
        now_ms=engine.clock.now_ms,
        strangers=(lambda: manifest.strangers(manifest.software_files())) if isolated.is_isolated() else list,
    )
    if sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, watch.asked.set)
    return asyncio.create_task(watch.run(report))


def _settle_memory() -> None:
    """Freezes the objects of the floor, so that the garbage collector does not walk them on the path of a wager."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


async def _until_stopped(
    asked: StopSignals, inside: Inside, running: Task, others: list[Task], rooms: Rooms, say: Say
) -> None:
    """Runs until told to stop, or until a task that must run has ended; the group under way is finished."""
    engine = inside.engine
    first = asyncio.create_task(asked.first.wait())
    await asyncio.wait([running, first, *others], return_when=asyncio.FIRST_COMPLETED)
    if first.done() and not running.done():
        stopping = Stopping(within_ms=inside.claimed.settings.stop_within_ms)
        await wind_down(engine, inside.machinery.conductor, asked, stopping, say, ended=running)
    engine.stop()
    await asyncio.wait([running])
    for listener in engine.exchange.listeners:
        if isinstance(listener, Session):
            listener.end("stopping", "the floor is stopping; nothing is lost")
    rooms.close()
    others.append(first)
    for task in others:
        task.cancel()
    for ended in await asyncio.gather(running, *others, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
