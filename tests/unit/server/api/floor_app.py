"""A real floor with its API on a real port: engine, journal and keys on the disk, doorway, uvicorn; one thread."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import AF_INET, SOCK_STREAM, socket
from typing import Any, TypeVar

import httpx
import uvicorn
import uvloop
from argon2 import PasswordHasher

from openetg.floor.commands import AnyCommand, EngageStaff, Order, ReportReady, StartWriter
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.state import Floor
from openetg.journal.entry import Entry
from openetg.rulebook.load import load
from openetg.server.access.credentials.passwords import Hashing, PasswordFile
from openetg.server.access.origins import HEADER
from openetg.server.acts.line import Running
from openetg.server.api.app import FloorApp, make_floor_app
from openetg.server.api.guard import STRANGERS_PER_S
from openetg.server.api.office import ApiSettings
from openetg.server.front.doorway import page_protocol, serve
from openetg.server.guests.consoles.schema import socket_schema_handlers
from openetg.server.guests.consoles.sockets import PATHS, Consoles
from openetg.server.plan.floor_plan import House, founding_commands
from openetg.server.plan.folder import FloorFolder, open_store
from openetg.server.writer.draw_controller import Controller
from openetg.server.writer.engine import Clock, Engine, read_floor
from openetg.server.writer.sealing import open_sealer
from openetg.server.writer.writer import Decided, Writer
from openetg.wire.console import LARGEST_CONSOLE_MESSAGE
from tests.houses import two_tables

HOUSE = two_tables(terminals=3)
SECRET = b"s" * 32
PASSWORD = "a horse that plays roulette"
MANAGER = ("assistant_gaming_manager",)
STAFF = (
    EngageStaff("ann", "Ann Example", {"ministar": MANAGER, "interblock": MANAGER}),
    EngageStaff("bob", "Bob Example", {"ministar": MANAGER, "interblock": MANAGER}),
    EngageStaff("carl", "Carl Example", {"ministar": ("cashier",)}),
    EngageStaff("olga", "Olga Example", {}, ("operator", "staff_desk")),
    EngageStaff("wim", "Wim Example", {}, ("witness",)),
    EngageStaff("ines", "Ines Example", {"ministar": ("inspector",), "interblock": ("inspector",)}),
)

Done = TypeVar("Done")


WITHIN_S = 60.0
"""Time enough for anything here, on a machine that is busy otherwise."""


def cheap_hashing() -> Hashing:
    """Argon2id with figures for tests: as right, and fast."""
    return Hashing(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


class ServedFloor:
    """One life of a floor on a folder, with its API on a port."""

    def __init__(self, folder: Path, settings: ApiSettings, house: House = HOUSE, pages: Path | None = None) -> None:
        self.place = FloorFolder(folder)
        self.pages = pages
        self.settings = settings
        self.house = house
        self.ahead_ms = 0
        """How far the clock of this floor was put forward."""
        self.port = 0
        self.clients: list[Client] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._stop: asyncio.Event | None = None
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="floor")

    def start(self) -> ServedFloor:
        self._thread.start()
        assert self._ready.wait(WITHIN_S), "the floor has not started"
        if self._fault is not None:
            raise self._fault
        return self

    def stop(self) -> None:
        assert self._loop is not None
        assert self._stop is not None
        for client in self.clients:
            client.close()
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(WITHIN_S)
        assert not self._thread.is_alive()
        if self._fault is not None:
            raise self._fault

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        assert self._loop is not None
        return self._loop

    def call(self, act: Callable[[], Done]) -> Done:
        """Does something on the floor's own loop."""
        assert self._loop is not None

        async def done() -> Done:
            return act()

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(WITHIN_S)

    def wait_for(self, act: Coroutine[Any, Any, Done]) -> Done:
        """Awaits something on the floor's own loop."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(act, self._loop).result(WITHIN_S)

    def until(self, holds: Callable[[], object]) -> None:
        """Waits until something is so."""
        never = threading.Event()
        until_s = time.monotonic() + WITHIN_S
        while time.monotonic() < until_s:
            if self.call(holds):
                return
            never.wait(0.02)
        raise AssertionError("it never came to be so")

    @property
    def floor(self) -> Floor:
        return self.engine.writer.floor

    def give(self, command: AnyCommand, sender: str = "test") -> Any:
        """What the floor answers to a command from inside."""
        assert self._loop is not None

        async def asked() -> Any:
            return await self.app.office.line.ask(Order(sender, self.clock.now_ms(), self._next(), command))

        told = asyncio.run_coroutine_threadsafe(asked(), self._loop).result(WITHIN_S)
        assert isinstance(told, Decided)
        return told.verdict

    def granted(self, command: AnyCommand, sender: str = "test") -> Any:
        verdict = self.give(command, sender)
        assert not isinstance(verdict, Refusal), verdict
        return verdict

    def entries(self) -> list[Entry]:
        from openetg.journal import places  # noqa: PLC0415

        reader = places.open_to_read(self.place.journal)
        try:
            return list(reader.entries(after_sequence=0))
        finally:
            reader.close()

    def client(self, person: str = "", password: str = PASSWORD) -> Client:
        made = Client(self)
        self.clients.append(made)
        return made.log_in(person, password) if person else made

    def _next(self) -> int:
        self._number = getattr(self, "_number", 0) + 1
        return self._number

    def _run(self) -> None:
        try:
            uvloop.run(self._serve())
        except BaseException as fault:  # noqa: BLE001 - told to the thread that waits
            self._fault = fault
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        store = open_store(self.place)
        lease = store.claim()
        floor = read_floor(store)
        clock = Clock(not_before_ms=floor.at_ms)
        self.clock = clock
        real = clock.now_ms
        clock.now_ms = lambda: real() + self.ahead_ms  # type: ignore[method-assign]
        sealer = open_sealer(self.place.keys, floor, clock.now_ms)
        following = Writer(floor, sealer)
        following.follow = Controller(floor, sealer.keyring).follow
        self.engine = Engine(store, lease, following, clock)
        await self._found()
        engine = self.engine
        writer = engine.writer
        running = Running(writer, engine.exchange, engine.wake, clock.now_ms, self.place, self.house)
        self.app: FloorApp = make_floor_app(
            running, SECRET, self.settings, pages=self.pages, hashing=cheap_hashing(), more=socket_schema_handlers()
        )
        listening = socket(AF_INET, SOCK_STREAM)
        listening.bind(("127.0.0.1", 0))
        self.port = listening.getsockname()[1]
        pages = uvicorn.Server(uvicorn.Config(self.app.asgi, lifespan="off", log_level="warning", access_log=False))
        self.consoles = Consoles(self.app.office)
        engine.watchers.append(self.consoles.changed)
        server = serve(
            listening,
            PATHS.__contains__,
            self.consoles.listen,
            lambda: page_protocol(pages),
            largest_frame=LARGEST_CONSOLE_MESSAGE,
        )
        task = asyncio.create_task(engine.run())
        looking = asyncio.create_task(self.consoles.run())
        self._ready.set()
        await self._stop.wait()
        looking.cancel()
        self.consoles.stop()
        server.close()
        for connection in list(pages.server_state.connections):
            connection.shutdown()
        engine.stop()
        await task
        self.app.close()
        sealer.close()
        store.close()
        await asyncio.sleep(0.02)

    async def _found(self) -> None:
        writer, boot = self.engine.writer, self.clock.now_ms()
        rulebooks = {plan.rulebook: load(plan.rulebook).rulebook for plan in self.house.tables}
        is_new = not writer.floor.tables
        commands: list[AnyCommand] = [
            StartWriter(LOGIC, "test"),
            *founding_commands(writer.floor, self.house, rulebooks),
        ]
        if is_new:
            commands += [ReportReady(plan.table) for plan in self.house.tables]
            commands += STAFF
            file, hashed = PasswordFile(self.place.keys), cheap_hashing().hash(PASSWORD)
            for person in STAFF:
                file.keep(person.person, hashed, by="")
        for number, command in enumerate(commands, start=1):
            writer.submit(Order("house", boot, number, command))
        while writer.waiting:
            await self.engine.turn()
        assert set(writer.floor.people.staff) == {each.person for each in STAFF}


class Client:
    """Somebody at a console: a cookie, and numbers that rise."""

    def __init__(self, floor: ServedFloor) -> None:
        self.http = httpx.Client(
            base_url=f"http://127.0.0.1:{floor.port}", headers={HEADER: "1"}, timeout=60, verify=False
        )
        self.boot = 0
        self.number = 0

    def log_in(self, person: str, password: str = PASSWORD) -> Client:
        answer = self.http.post("/api/login", json={"person": person, "password": password})
        while answer.json().get("reason") == "too_fast":
            # All these people come from one address, which may ask a few times a second before it is known.
            threading.Event().wait(1 / STRANGERS_PER_S)
            answer = self.http.post("/api/login", json={"person": person, "password": password})
        assert answer.status_code == 200, answer.text
        self.boot, self.number = answer.json()["boot"], answer.json()["last"]
        return self

    def send(self, command: str, /, *, number: int | None = None, **fields: Any) -> httpx.Response:
        if number is None:
            self.number += 1
            number = self.number
        headers = {"Idempotency-Key": f"{self.boot}.{number}"}
        return self.http.post(f"/api/commands/{command}", json=fields, headers=headers)

    def get(self, path: str, **parameters: Any) -> httpx.Response:
        return self.http.get(path, params=parameters)

    def post(self, path: str, **fields: Any) -> httpx.Response:
        return self.http.post(path, json=fields)

    def close(self) -> None:
        self.http.close()


def code_of_two(floor: ServedFloor, person: str, first: str = "olga", second: str = "wim") -> str:
    """A one-time code for a person, made by two people of whom each knows one half."""
    asked = floor.client(first).post("/api/password/code", person=person)
    assert asked.status_code == 202, asked.text
    done = floor.client(second).post(f"/api/confirmations/{asked.json()['confirmation']}")
    assert done.status_code == 200, done.text
    return str(asked.json()["part"] + done.json()["part"])


@contextmanager
def served_floor(
    folder: Path, settings: ApiSettings | None = None, house: House = HOUSE, pages: Path | None = None
) -> Iterator[ServedFloor]:
    """A floor that runs for the length of a `with`."""
    floor = ServedFloor(folder, settings or ApiSettings(requests_per_s=10_000), house, pages).start()
    try:
        yield floor
    finally:
        floor.stop()
