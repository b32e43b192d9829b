"""A floor's server without a machine: the real writer, exchange, sessions and conductor, with fake pipes and wheels.

Time is a number the test moves. A group is durable when the test says so, and a crash forgets what was not.
"""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from openetg.client.terminal import TerminalClient
from openetg.devices.line.signals import DeviceOrder
from openetg.floor.commands import AnyCommand, InsertNote, Order, ReportReady, StartWriter
from openetg.floor.core.answers import Stale
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.fold import fold
from openetg.floor.rounds.views import own_view, table_view
from openetg.floor.state import Answer, Floor, Round, Table, state_hash
from openetg.money import cents
from openetg.rulebook.load import load
from openetg.server.devices.conductor import Conductor
from openetg.server.guests.exchange import Exchange
from openetg.server.guests.sessions import Session, key_of, keys_from
from openetg.server.plan.floor_plan import founding_commands
from openetg.server.writer.writer import Decided, DecidedGroup, Writer
from openetg.wire.codec import decode_to_terminal, encode
from openetg.wire.messages import PROTOCOL, Bye, FromTerminal, Hello, Message, ToTerminal, Welcome
from tests.houses import two_tables
from tests.one_table import copied

SECRET = b"a secret of the floor"
START_MS = 1_700_000_000_000
HOUSE = two_tables(terminals=3)
MINISTAR, INTERBLOCK = (plan.table for plan in HOUSE.tables)

Kind = TypeVar("Kind", bound=Message)


@cache
def founded() -> Floor:
    """The demonstration floor, set up and with both wheels ready; made once, and only ever copied."""
    rulebooks = {plan.rulebook: load(plan.rulebook).rulebook for plan in HOUSE.tables}
    writer = Writer(Floor())
    writer.submit(Order("house", 1, 1, StartWriter(LOGIC, "test")))
    for number, command in enumerate(founding_commands(Floor(), HOUSE, rulebooks), start=2):
        writer.submit(Order("house", 1, number, command))
    for table in (MINISTAR, INTERBLOCK):
        writer.submit(Order(f"wheel/{table}", 1, 1, ReportReady(table)))
    group = writer.step(START_MS)
    assert group is not None
    assert not any(isinstance(each.verdict, Refusal) for each in writer.committed(group))
    return writer.floor


class FakePipe:
    """Where a session's bytes go; a slow reader takes no more."""

    def __init__(self) -> None:
        self.data: list[bytes] = []
        self.slow = False
        self.closed = False

    def send(self, data: bytes) -> bool:
        assert not self.closed, "bytes after the end"
        if not self.slow:
            self.data.append(data)
        return not self.slow

    def close(self) -> None:
        self.closed = True


class FakeWheel:
    """A wheel that only remembers what it was told."""

    def __init__(self) -> None:
        self.orders: list[DeviceOrder] = []
        self.has_line = True

    def send(self, order: DeviceOrder) -> bool:
        if self.has_line:
            self.orders.append(order)
        return self.has_line


class Line:
    """A terminal's connection: what it says, what it heard."""

    def __init__(self, stage: Stage, terminal: str) -> None:
        self.stage = stage
        self.terminal = terminal
        self.pipe = FakePipe()
        self.session = Session(stage.exchange, self.pipe, keys_from(SECRET))
        self.read = 0

    def hello(self, boot: int | None = None, own_seen: int = -1, table_seen: int = -1) -> Line:
        return self.say(Hello(PROTOCOL, self.terminal, key_of(SECRET, self.terminal), boot, own_seen, table_seen))

    def say(self, *messages: FromTerminal) -> Line:
        for message in messages:
            self.session.receive(encode(message), lambda: self.stage.now_ms)
        return self

    def take(self) -> list[ToTerminal]:
        """What was heard since the last time."""
        heard = [decode_to_terminal(data) for data in self.pipe.data[self.read :]]
        self.read = len(self.pipe.data)
        return heard

    def take_one(self, kind: type[Kind]) -> Kind:
        """The only message since the last time, which is of that kind."""
        (message,) = self.take()
        assert isinstance(message, kind), message
        return message

    def welcome(self) -> Welcome:
        return self.take_one(Welcome)

    def bye(self) -> str:
        """Why the session ended; nothing is heard afterwards."""
        message = self.take()[-1]
        assert isinstance(message, Bye), message
        assert self.pipe.closed
        return message.reason


class Stage:
    """One life of the server; `restart` begins the next from what is durable."""

    def __init__(self, floor: Floor | None = None, *, boot: int = 2) -> None:
        begun = floor or founded()
        self.twin = copied(begun)
        """The floor as the durable entries tell it."""
        self.now_ms = begun.at_ms
        self.boot = boot
        self.writer = Writer(copied(begun))
        self.woken = 0
        self.exchange = Exchange(self.writer, wake=self.wake)
        self.wheels = {MINISTAR: FakeWheel(), INTERBLOCK: FakeWheel()}
        self.conductor = Conductor(self.writer, self.wheels, boot=boot, wake=self.wake)
        self.told: list[Decided | Answer | Stale] = []
        self.groups: list[DecidedGroup] = []
        self.numbers = 0

    @property
    def floor(self) -> Floor:
        return self.writer.floor

    def table(self, name: str = INTERBLOCK) -> Table:
        return self.floor.tables[name]

    def round(self, name: str = INTERBLOCK) -> Round:
        round_ = self.table(name).round
        assert round_ is not None
        return round_

    def wake(self) -> None:
        self.woken += 1

    def line(self, terminal: str) -> Line:
        return Line(self, terminal)

    def give(self, *wishes: AnyCommand, sender: str = "test") -> Stage:
        """Puts commands into the inbox; what is told of them is kept."""
        for command in wishes:
            self.numbers += 1
            self.submit(Order(sender, self.boot, self.numbers, command))
        return self

    def submit(self, order: Order) -> bool:
        return self.writer.submit(order, self.told.append)

    def step(self) -> DecidedGroup | None:
        """One group is on its way to the disk."""
        group = self.writer.step(self.now_ms)
        if group is not None:
            self.groups.append(group)
        return group

    def commit(self) -> None:
        """It has arrived."""
        group = self.groups[-1]
        for entry in group.entries:
            fold(self.twin, entry.at_ms, entry.command, entry.verdict)
        self.exchange.publish(self.writer.committed(group))
        assert state_hash(self.floor) == state_hash(self.twin), "the floor is not what the journal holds"
        assert self.floor.ledger.is_balanced()

    def turn(self, ms: int = 0) -> Stage:
        """Time passes, devices are heard and told, one group becomes durable."""
        self.now_ms += ms
        self.conductor.tick(self.now_ms)
        if self.step() is not None:
            self.commit()
        return self

    def restart(self, ms: int = 1_000) -> Stage:
        """The process dies, with everything that was not durable; another takes over."""
        after = Stage(self.twin, boot=self.boot + 1)
        after.now_ms = self.now_ms + ms
        after.give(StartWriter(LOGIC, "test"), sender="house").step()
        after.commit()
        return after

    def fund(self, *terminals: str, dollars: int = 100) -> Stage:
        for terminal in terminals:
            self.give(InsertNote(terminal, cents(100 * dollars)))
        return self.turn()


class Screen:
    """A terminal's views as its page would keep them, checked against the floor."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.client = TerminalClient("", line.terminal, "")

    def catch_up(self) -> Screen:
        """Takes in what was heard; fails if a number is missing or out of order."""
        client = self.client
        for message in self.line.take():
            before = (client.own_seq, client.table_seq)
            client.receive(message)
            if not isinstance(message, Welcome):
                assert client.own_seq >= before[0], message
                assert client.table_seq >= before[1], message
        assert client.gaps == 0
        return self

    def check(self) -> None:
        """What it shows is what is so."""
        self.catch_up()
        floor = self.line.stage.floor
        assert self.client.own == own_view(floor, self.line.terminal)
        assert self.client.table == table_view(floor.tables[floor.terminals[self.line.terminal].table])
