"""A terminal that keeps its own record as the page does, at a floor whose groups go into a real journal."""

from __future__ import annotations

from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import json, to_builtins

from openetg.floor.commands import BeginDay, ReportReady, StartWriter
from openetg.floor.core.snapshot import encode_snapshot, snapshot_hash
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.fold import fold
from openetg.floor.state import SHAPE, Floor
from openetg.journal import places
from openetg.reports.audit.terminal_record import Comparison, compare
from openetg.rulebook.load import load
from openetg.server.plan.floor_plan import House, founding_commands
from openetg.wire.messages import Ack, FromTerminal, Known, OwnNews, OwnView, Refused, TableNews, ToTerminal, Welcome
from tests.unit.server.stage import HOUSE, START_MS, Line, Stage


class KeptStage(Stage):
    """A stage from the first entry on, with its journal on the disk."""

    def __init__(self, folder: Path, house: House = HOUSE) -> None:
        super().__init__(Floor())
        self.now_ms = START_MS
        self.address = str(folder / "journal")
        self.store = places.create(self.address, journal_id="kept by tests")
        self.lease = self.store.claim()
        rulebooks = {plan.rulebook: load(plan.rulebook).rulebook for plan in house.tables}
        self.give(StartWriter(LOGIC, "test"), *founding_commands(Floor(), house, rulebooks), sender="house").turn()
        self.give(*(ReportReady(plan.table) for plan in house.tables)).turn()

    def commit(self) -> None:
        group = self.groups[-1]
        if group.entries:  # a refused wager is answered and not journaled
            self.lease = self.store.append(self.lease, group.entries)
        for entry in group.entries:
            fold(self.twin, entry.at_ms, entry.command, entry.verdict)
        self.exchange.publish(self.writer.committed(group), self.lease.head.hash)

    def new_day(self, day: str) -> None:
        """A new volume of the journal, which is read from here on without what was before."""
        snapshot = encode_snapshot(self.floor)
        self.lease = self.store.roll(self.lease, day=day, snapshot=snapshot)
        self.give(BeginDay(day, snapshot_hash(snapshot), SHAPE, LOGIC)).turn()

    def compare(self, terminal: str, lines: list[str], *, since: int = 0, until: int | None = None) -> Comparison:
        with closing(places.open_to_read(self.address)) as reader:
            last = reader.head().sequence if until is None else until
            return compare(reader, terminal, lines, since=since, until=last)


class Keeping:
    """A line on which everything is noted, in the form that the page writes."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.lines: list[str] = []
        self._hash = ""
        self.boot = 0
        self.table = ""

    def say(self, *messages: FromTerminal) -> Keeping:
        for message in messages:
            self.line.say(message)
            said = to_builtins(message)
            if "n" in said:
                self.note(what="sent", boot=self.boot, table=self.table, n=said.pop("n"), said=said)
        return self

    def catch_up(self) -> Keeping:
        for message in self.line.take():
            fields = self._fields(message)
            if fields:
                self.note(**fields)
        return self

    def note(self, **fields: Any) -> None:
        body = json.encode({"k": len(self.lines) + 1, "at": self.line.stage.now_ms, **fields}).decode()
        self._hash = sha256(f"{self._hash}\n{body}".encode()).hexdigest()
        self.lines.append(f'{body[:-1]},"h":"{self._hash}"}}')

    def _fields(self, message: ToTerminal) -> dict[str, Any]:
        match message:
            case Welcome():
                self.boot = message.boot
                self.table = message.table.table if message.table else self.table
                streams = {"own_seq": message.own_seq, "table_seq": message.table_seq}
                told = {"boot": message.boot, "table": self.table, "last": message.last, **streams}
                return {"what": "welcome", **told, **(_money(message.own) if message.own else {})}
            case Ack():
                told = {name: getattr(message, name) for name in ("n", "seq", "accepted", "meter", "staked", "spots")}
                return {"what": "ack", "boot": self.boot, "table": self.table, **told}
            case Refused():
                told = {"n": message.n, "reason": message.reason, "clause": message.clause}
                return {"what": "refused", "boot": self.boot, **told}
            case Known():
                told = {"n": message.n, "accepted": message.accepted, "reason": message.reason}
                return {"what": "known", "boot": self.boot, **told}
            case OwnNews():
                answers = {} if message.n is None else {"boot": self.boot, "n": message.n}
                about = {"seq": message.seq, "table": self.table, "why": message.why, "round": message.round}
                return {"what": "own", **about, **answers, **_money(message.own)}
            case TableNews():
                view = message.table
                told = {"table": view.table, "round": view.round, "phase": view.phase, "outcome": view.outcome}
                return {"what": "table", "seq": message.seq, **told, "head": message.head}
        return {}


def _money(own: OwnView) -> dict[str, Any]:
    return {"meter": own.meter, "staked": own.staked, "spots": own.spots}
