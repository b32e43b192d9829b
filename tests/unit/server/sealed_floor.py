"""A small floor with everything real but the wheels: a journal on the disk, keys beside it, the edge in between."""

from __future__ import annotations

from pathlib import Path

from openetg.floor.commands import AnyCommand, Order, ReportPrint, ReportReady, StartWriter
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.rounds.clockwork import print_orders
from openetg.floor.state import Floor
from openetg.journal.entry import Entry
from openetg.rulebook.load import load
from openetg.server.guests.exchange import Exchange
from openetg.server.guests.sessions import Session, key_of, keys_from
from openetg.server.plan.floor_plan import founding_commands
from openetg.server.plan.folder import FloorFolder, open_store
from openetg.server.writer.engine import read_floor
from openetg.server.writer.sealing import open_sealer
from openetg.server.writer.writer import Decided, Writer
from openetg.wire.codec import decode_to_terminal, encode
from openetg.wire.messages import PROTOCOL, FromTerminal, Hello, OwnView, ToTerminal
from tests.unit.server.stage import HOUSE, INTERBLOCK, MINISTAR, SECRET, START_MS, FakePipe


class SealedFloor:
    """One life of the server on a folder; time is a number the test moves."""

    def __init__(self, folder: Path) -> None:
        self.place = FloorFolder(folder)
        self.now_ms = START_MS
        self.store = open_store(self.place)
        self.lease = self.store.claim()
        floor = read_floor(self.store)
        self.sealer = open_sealer(self.place.keys, floor, lambda: self.now_ms)
        self.writer = Writer(floor, self.sealer)
        self.exchange = Exchange(self.writer, wake=lambda: None)
        self.number = floor.sequence
        if not floor.tables:
            self._found()

    def _found(self) -> None:
        rulebooks = {plan.rulebook: load(plan.rulebook).rulebook for plan in HOUSE.tables}
        wheels = (ReportReady(MINISTAR), ReportReady(INTERBLOCK))
        for command in (StartWriter(LOGIC, "test"), *founding_commands(self.floor, HOUSE, rulebooks), *wheels):
            self.number += 1
            assert self.writer.submit(Order("house", 1, self.number, command))
        self.turn()
        assert self.floor.tables[INTERBLOCK].round is not None, "play has begun"
        self.exchange = Exchange(self.writer, wake=lambda: None)

    @property
    def floor(self) -> Floor:
        return self.writer.floor

    def close(self) -> None:
        self.sealer.close()
        self.store.close()

    def turn(self) -> None:
        """One group becomes durable and is told."""
        group = self.writer.step(self.now_ms)
        if group is not None:
            if group.entries:
                self.lease = self.store.append(self.lease, group.entries)
            self.exchange.publish(self.writer.committed(group))

    def give(self, command: AnyCommand, *, sender: str = "person/ann") -> Decided | None:
        """What a person is told; nothing if they have to wait."""
        self.number += 1
        told: list[object] = []
        taken = self.writer.submit(Order(sender, self.now_ms, self.number, command), told.append)
        if not taken:
            return None
        self.turn()
        (decided,) = told
        assert isinstance(decided, Decided)
        return decided

    def print_tickets(self) -> list[str]:
        """The printers' word; what they have printed."""
        orders = print_orders(self.floor)
        for order in orders:
            self.give(ReportPrint(order.terminal, order.ticket, printed=True), sender=f"printer/{order.terminal}")
        return [self.sealer.printed(order.ticket) for order in orders]

    def entries(self) -> list[Entry]:
        return list(self.store.entries(after_sequence=0))


class Player:
    """A terminal's line to a sealed floor."""

    def __init__(self, floor: SealedFloor, terminal: str) -> None:
        self.floor = floor
        self.pipe = FakePipe()
        self.session = Session(floor.exchange, self.pipe, keys_from(SECRET))
        self.terminal = terminal
        self.own: OwnView | None = None
        self.say(Hello(PROTOCOL, terminal, key_of(SECRET, terminal)))

    def say(self, message: FromTerminal) -> list[ToTerminal]:
        """What is heard of it, once it is on record."""
        heard = len(self.pipe.data)
        self.session.receive(encode(message), lambda: self.floor.now_ms)
        self.floor.turn()
        return self.heard(heard)

    def heard(self, after: int = 0) -> list[ToTerminal]:
        told = [decode_to_terminal(data) for data in self.pipe.data[after:]]
        for message in told:
            self.own = getattr(message, "own", None) or self.own
        return told
