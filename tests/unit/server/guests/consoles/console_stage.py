"""A floor with consoles and no machine: real writer, exchange, logins, seconds and sessions; time is a number."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from argon2 import PasswordHasher
from msgspec import Raw, json

from openetg.floor.commands import AnyCommand, EngageStaff, Order, RecordLogin, RecordLogout
from openetg.floor.state import Floor
from openetg.money import cents
from openetg.server.access.credentials.factor_rules import FactorRules
from openetg.server.access.credentials.factors import FactorFile
from openetg.server.access.credentials.passwords import Hashing, PasswordFile
from openetg.server.access.displays import DisplayKeys
from openetg.server.access.logins import Logins, hash_secret
from openetg.server.access.pairing import Codes, Passes
from openetg.server.acts.line import FloorLine, Running
from openetg.server.acts.second_person import SecondRules, Seconds
from openetg.server.api.office import ApiSettings, Office
from openetg.server.guests.consoles.console_room import Room
from openetg.server.guests.consoles.display import DisplaySession
from openetg.server.guests.consoles.figures import Figures
from openetg.server.guests.consoles.session import ConsoleSession
from openetg.server.plan.folder import FloorFolder
from openetg.wire.console import (
    CONSOLE_PROTOCOL,
    Act,
    ConsoleBye,
    ConsoleHello,
    ConsoleWelcome,
    DisplayHello,
    FromConsole,
    FromDisplay,
    ToConsole,
    ToDisplay,
    decode_to_console,
    decode_to_display,
    encode,
)
from openetg.wire.messages import Message
from tests.unit.server.stage import HOUSE, FakePipe, Stage, founded

MANAGER = ("assistant_gaming_manager",)
STAFF = (
    EngageStaff("ann", "Ann Example", {"ministar": MANAGER, "interblock": MANAGER}),
    EngageStaff("bob", "Bob Example", {"ministar": MANAGER, "interblock": MANAGER}),
    EngageStaff("carl", "Carl Example", {"ministar": ("cashier",)}),
    EngageStaff("olga", "Olga Example", {}, ("operator", "staff_desk")),
    EngageStaff("ines", "Ines Example", {"ministar": ("inspector",), "interblock": ("inspector",)}),
)
SECRET = b"s" * 32
LASTS_MS = 12 * 60 * 60 * 1000
Kind = TypeVar("Kind", bound=Message)


@cache
def staffed() -> Floor:
    """The demonstration floor with people."""
    stage = Stage(founded())
    stage.give(*STAFF, sender="house").turn()
    return stage.twin


class ConsoleStage(Stage):
    """One life of a server with consoles."""

    def __init__(self, *, demonstration: bool = False, floor: Floor | None = None) -> None:
        super().__init__(floor or staffed())
        place = FloorFolder(Path(tempfile.gettempdir()) / "no floor stands here")
        self.figures = Figures()
        """Of the day so far nothing is made up until the test says so."""
        self.exchange.counters.append(self.figures.watch)
        running = Running(
            self.writer, self.exchange, self.wake, lambda: self.now_ms, place, HOUSE, figures=self.figures
        )
        settings = ApiSettings(demonstration=demonstration)
        line = FloorLine(running)
        hashing = Hashing(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        factors = FactorFile(place.keys), FactorRules(settings.factor_for)
        logins = Logins(line, PasswordFile(place.keys), hashing, *factors)
        seconds = Seconds(SecondRules(settings.second_acts, cents(100_000)))
        self.office = Office(line, logins, seconds, Codes(), Passes(SECRET), DisplayKeys(SECRET), settings)
        self.took_ns = 0
        """How long each view takes to make."""
        self.clock_ns = 0
        self.room = Room(self.office, self._tick_ns)

    def _tick_ns(self) -> int:
        self.clock_ns += self.took_ns
        return self.clock_ns

    def commit(self) -> None:
        """As the engine does it: published, then told to those who watch."""
        super().commit()
        self.room.changed(self.groups[-1].decided)

    def give(self, *wishes: AnyCommand, sender: str = "test") -> ConsoleStage:
        super().give(*wishes, sender=sender)
        return self

    def fund(self, *terminals: str, dollars: int = 100) -> ConsoleStage:
        super().fund(*terminals, dollars=dollars)
        return self

    def log_in(self, person: str, secret: str = "") -> str:
        """The hash of the secret of a login."""
        session = hash_secret(secret or f"secret of {person}")
        self.give(RecordLogin(person, session, LASTS_MS), sender="access").turn()
        assert session in self.floor.people.logins
        return session

    def log_out(self, session: str) -> None:
        self.give(RecordLogout(session, "asked"), sender="access").turn()

    def console(self, person: str = "", session: str = "") -> ConsoleLine:
        if person:
            session = self.log_in(person)
        return ConsoleLine(self, session)

    def display(self, session: str = "") -> DisplayLine:
        return DisplayLine(self, session)

    def pass_time(self, ms: int = 1_000) -> ConsoleStage:
        """Time passes, and the clock of the consoles ticks."""
        self.turn(ms)
        self.room.tick()
        return self

    def confirm(self, confirmation: str) -> None:
        """What happens when a second person has confirmed."""
        found = self.office.seconds.take(confirmation, self.now_ms)
        assert found is not None
        self.submit(Order(found.sender, found.boot, found.number, found.command))
        self.turn()


class ConsoleLine:
    """A console's connection: what it says, what it heard."""

    def __init__(self, stage: ConsoleStage, session: str) -> None:
        self.stage = stage
        self.pipe = FakePipe()
        self.session = ConsoleSession(stage.room, self.pipe, session)
        self.read = 0
        self.session.open()

    def hello(self, *views: str, boot: int | None = None, **seen: int) -> ConsoleLine:
        return self.say(ConsoleHello(CONSOLE_PROTOCOL, boot, dict.fromkeys(views, -1) | seen))

    def say(self, *messages: FromConsole) -> ConsoleLine:
        for message in messages:
            self.say_bytes(encode(message))
        return self

    def say_bytes(self, data: bytes) -> ConsoleLine:
        self.session.receive(data, lambda: self.stage.now_ms)
        return self

    def act(self, n: int, act: str, /, **fields: Any) -> ConsoleLine:
        return self.say(Act(n, act, Raw(json.encode(fields))))

    def take(self) -> list[ToConsole]:
        """What was heard since the last time."""
        heard = [decode_to_console(data) for data in self.pipe.data[self.read :]]
        self.read = len(self.pipe.data)
        return heard

    def take_one(self, kind: type[Kind]) -> Kind:
        """The only message since the last time, which is of that kind."""
        (message,) = self.take()
        assert isinstance(message, kind), message
        return message

    def welcome(self) -> ConsoleWelcome:
        return self.take_one(ConsoleWelcome)

    def bye(self) -> str:
        """Why the session ended; nothing is heard afterwards."""
        message = self.take()[-1]
        assert isinstance(message, ConsoleBye), message
        assert self.pipe.closed
        return message.reason


class DisplayLine:
    """A display's connection."""

    def __init__(self, stage: ConsoleStage, session: str) -> None:
        self.stage = stage
        self.pipe = FakePipe()
        self.session = DisplaySession(stage.room, self.pipe, session)
        self.read = 0
        self.session.open()

    def hello(self, table: str, seen: int = -1, key: str = "") -> DisplayLine:
        return self.say(DisplayHello(CONSOLE_PROTOCOL, table, seen, key))

    def say(self, *messages: FromDisplay) -> DisplayLine:
        for message in messages:
            self.session.receive(encode(message), lambda: self.stage.now_ms)
        return self

    def take(self) -> list[ToDisplay]:
        heard = [decode_to_display(data) for data in self.pipe.data[self.read :]]
        self.read = len(self.pipe.data)
        return heard

    def bye(self) -> str:
        message = self.take()[-1]
        assert isinstance(message, ConsoleBye), message
        assert self.pipe.closed
        return message.reason
