"""Sets up everything that guests of a running floor connect to: terminals, seats, consoles, displays, the API and the
pages.

Each kind of socket has its path, its keys and its sessions; what they have in common is the front, which is not here.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from openetg.floor.people.staff import STAFF_DESK
from openetg.server.access.credentials.passwords import PasswordFile, first_code
from openetg.server.access.origins import Origins
from openetg.server.access.pairing import Passes, either, paired_keys
from openetg.server.acts.line import Running
from openetg.server.front.front import Accept
from openetg.server.guests.seats import Seats
from openetg.server.guests.sessions import IsKey, Session, keys_from
from openetg.server.guests.sockets import PATH, Connection
from openetg.server.life.machinery import Machinery
from openetg.server.life.simulated_players import Guests
from openetg.server.life.starting import Claimed, Settings
from openetg.server.ops.metrics import Metrics, read_token
from openetg.server.ops.readiness import Readiness
from openetg.server.plan.demonstration import describe, let_staff_in
from openetg.server.plan.floor_plan import SIMULATED
from openetg.server.writer.engine import Engine

if TYPE_CHECKING:
    from openetg.server.api.app import FloorApp
    from openetg.server.api.office import ApiSettings
    from openetg.server.guests.consoles.figures import Figures

SEAT = b"/seat"
Say = Callable[[str], None]


class Inside(Struct, frozen=True):
    """The running floor that guests connect to."""

    claimed: Claimed
    engine: Engine
    machinery: Machinery
    secret: bytes
    origins: Origins
    boot: int
    is_alive: Callable[[], bool]
    """Whether the engine runs."""


class Rooms(Struct):
    """The handlers and applications behind the front."""

    sockets: dict[bytes, Accept] = {}
    """Handlers of sockets, by path."""
    pages: Any = None
    """The application of API and pages; None if there is none."""
    tasks: list[asyncio.Task[Any]] = []
    closing: list[Callable[[], None]] = []
    """How each kind of guest is told that the floor stops."""
    readiness: Readiness | None = None

    def opened(self) -> None:
        """Called once the front is open."""
        if self.readiness is not None:
            self.readiness.started = True

    def close(self) -> None:
        """Tells every guest that the floor stops."""
        for close in self.closing:
            close()


async def open_rooms(inside: Inside, is_key: IsKey | None, stack: AsyncExitStack) -> Rooms:
    """Sets up everything behind the front. `is_key` replaces the check of terminal keys, for benchmarks."""
    rooms = Rooms()
    rooms.sockets[PATH] = _terminals(inside, is_key)
    if inside.claimed.settings.demonstration:
        _open_seats(inside, rooms)
    if inside.claimed.settings.pages:
        await _open_pages(inside, rooms, stack)
    return rooms


def _terminals(inside: Inside, is_key: IsKey | None) -> Accept:
    """Where terminals connect: by a pass of their own, or on the demonstration floor by the link on its first page."""
    engine, settings = inside.engine, inside.claimed.settings
    paired = paired_keys(engine.writer.floor, Passes(inside.secret), engine.clock.now_ms)
    knows = is_key or (either(keys_from(inside.secret), paired) if settings.demonstration else paired)

    def make_session(connection: Connection) -> Session:
        return Session(engine.exchange, connection, knows, messages_per_s=settings.messages_per_s)

    return lambda _request: Connection(make_session, engine.clock.now_ms)


def _open_seats(inside: Inside, rooms: Rooms) -> None:
    """Lets seats connect, only where the dealer is simulated: what a seat asks is done in the dealer's name."""
    names = {seat: plan.table for plan in inside.claimed.settings.house.tables for seat in plan.seats}
    if not names:
        return
    engine = inside.engine
    seats = Seats(engine.exchange, names, wake=engine.wake, boot=inside.boot)
    engine.watchers.append(seats.watch)
    rooms.sockets[SEAT] = seats.listens(keys_from(inside.secret), engine.clock.now_ms)
    rooms.closing.append(seats.end)


async def _open_pages(inside: Inside, rooms: Rooms, stack: AsyncExitStack) -> None:
    """The API and the pages as one application, and the consoles, which are known by its logins."""
    from openetg.server.guests.consoles.figures import Figures  # noqa: PLC0415 - slow, and not always wanted
    from openetg.server.guests.consoles.sockets import PATHS, Consoles  # noqa: PLC0415

    figures = Figures(asyncio.get_running_loop().call_soon_threadsafe)
    _count_day(inside, figures, stack)
    app = _make_app(inside, rooms, figures)
    stack.callback(app.close)
    settings, engine = inside.claimed.settings, inside.engine
    if settings.demonstration:
        passwords = PasswordFile(inside.claimed.place.keys)
        await let_staff_in(passwords, app.hashing, settings.house, inside.secret)
    await app.office.logins.proofs.note_file()
    rooms.tasks.append(asyncio.create_task(app.office.logins.proofs.follow_file()))
    consoles = Consoles(app.office)
    engine.watchers += [consoles.changed, app.metrics.watch]
    engine.exchange.spin_watchers.append(consoles.spun)
    engine.exchange.public_spin_watchers.append(consoles.spun_for_all)
    rooms.sockets |= dict.fromkeys(PATHS, consoles.listen)
    rooms.tasks.append(asyncio.create_task(consoles.run()))
    rooms.closing.append(consoles.stop)
    rooms.pages = app.asgi


def _count_day(inside: Inside, figures: Figures, stack: AsyncExitStack) -> None:
    """Has the figures of the day made up from the journal, in the background; from now on they are counted."""
    inside.engine.exchange.counters.append(figures.watch)
    made = asyncio.create_task(asyncio.to_thread(figures.make_up, inside.claimed.store))

    async def end() -> None:
        figures.give_up()
        await made

    stack.push_async_callback(end)


def _make_app(inside: Inside, rooms: Rooms, figures: Figures) -> FloorApp:
    from openetg.server.api.app import make_floor_app  # noqa: PLC0415 - slow, and not always wanted
    from openetg.server.front.pages import web_folder  # noqa: PLC0415
    from openetg.server.guests.consoles.schema import socket_schema_handlers  # noqa: PLC0415

    settings, engine, place = inside.claimed.settings, inside.engine, inside.claimed.place
    now_ms, writer, exchange = engine.clock.now_ms, engine.writer, engine.exchange
    running = Running(
        writer=writer,
        exchange=exchange,
        wake=engine.wake,
        now_ms=now_ms,
        place=place,
        house=settings.house,
        is_alive=inside.is_alive,
        figures=figures,
    )
    commits = inside.claimed.store.commits
    rooms.readiness = Readiness(place, now_ms, follows=settings.follow, commits=commits, is_alive=inside.is_alive)
    rooms.readiness.started = False
    read_token(place.keys)
    return make_floor_app(
        running,
        inside.secret,
        _api_settings(inside),
        describe=lambda floor: describe(floor, settings.house, inside.secret if settings.demonstration else None),
        pages=web_folder(),
        more=tuple(socket_schema_handlers()),
        metrics=Metrics(
            writer, exchange, rooms.readiness, now_ms, links=inside.machinery.links, log_dropped=settings.log_dropped
        ),
    )


def _api_settings(inside: Inside) -> ApiSettings:
    from openetg.server.api.office import ApiSettings  # noqa: PLC0415 - slow, and not always wanted

    settings = inside.claimed.settings
    plan, shown = settings.access, settings.demonstration
    return ApiSettings(
        origins=inside.origins,
        demonstration=shown,
        idle_ms=plan.idle_ms,
        lasts_ms=plan.lasts_ms,
        documents=shown or plan.documents,
        factor_for=frozenset() if shown else plan.factor_for,
    )


def say_where(inside: Inside, rooms: Rooms, port: int, say: Say, stack: AsyncExitStack) -> list[asyncio.Task[Any]]:
    """Prints the addresses of the floor and what else staff must know; then starts the simulated players, if any."""
    claimed, settings = inside.claimed, inside.claimed.settings
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    where = f"{'s' if settings.tls else ''}://{host}:{port}"
    if rooms.pages is not None:
        say(f"floor    http{where}/")
    say(f"sockets  ws{where}{PATH.decode()}")
    say(f"journal  {claimed.place.journal_shown} at entry {claimed.floor.sequence}")
    _say_simulated(settings, say)
    if settings.whisper is not None:
        _say_first_code(claimed, settings.whisper)
    if not settings.players or rooms.pages is None:
        return []
    guests = Guests(f"http{where}/", settings.players, say)
    stack.push_async_callback(guests.stop)
    return [asyncio.create_task(guests.run())]


def _say_simulated(settings: Settings, say: Say) -> None:
    """Prints what is simulated, so that no person puts real money into such a floor unawares."""
    if settings.demonstration:
        return
    house = settings.house
    devices = [f"device of table {plan.table}" for plan in house.tables if plan.device == SIMULATED]
    acceptors = [plan.terminal for plan in house.terminals if plan.acceptor == SIMULATED]
    printers = [plan.terminal for plan in house.terminals if plan.printer == SIMULATED]
    devices += [f"acceptors of {acceptors[0]} to {acceptors[-1]} ({len(acceptors)})"] if acceptors else []
    devices += [f"printers of {printers[0]} to {printers[-1]} ({len(printers)})"] if printers else []
    if devices:
        say(f"SIMULATED  {', '.join(devices)}: no place for real money")


def _say_first_code(claimed: Claimed, say: Say) -> None:
    """Prints a code by which the first person logs in, on a floor where no person has a password yet."""
    settings = claimed.settings
    if settings.demonstration or not settings.pages:
        return
    office = [each.person for each in settings.house.staff if STAFF_DESK in each.duties]
    first = first_code(PasswordFile(claimed.place.keys), office, time.time_ns() // 1_000_000)
    if first is None:
        claimed.place.first_code.unlink(missing_ok=True)
    else:
        say(f"welcome  {first[0]} chooses the first password with the code {first[1]}, once, within the hour")
