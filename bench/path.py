"""Where the time of one wager goes: CPU of each stage of its path through the server, without sockets and disk.

    .venv/bin/python bench/path.py
    .venv/bin/python bench/path.py --terminals 10000 --group 64 --rounds 9
    .venv/bin/python bench/path.py --chips 20

The real session, exchange, writer, floor and chain; only the pipe keeps nothing and the group is taken for durable at
once. The first table is the path itself, phase by phase, over groups of wagers from many terminals; the second shows
parts of it alone, each repeated on the same wagers. Of the rounds the least counts. Nothing here asserts a time.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from os import getloadavg

from msgspec import Struct, json

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Order
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.stored import encode_verdict
from openetg.floor.core.verdicts import LOGIC, Verdict
from openetg.floor.events import AnyEvent
from openetg.floor.pipeline import apply, decide, record
from openetg.floor.premises.founding import in_order
from openetg.floor.state import Floor
from openetg.games.compile import open_rulebook
from openetg.journal.chain import Head, empty_head, group_after, head_after
from openetg.journal.entry import Entry, encode_entries
from openetg.money import cents
from openetg.server.guests.exchange import Exchange
from openetg.server.guests.sessions import Session
from openetg.server.writer.writer import Decided, Writer
from openetg.wire.codec import decode_from_terminal, encode
from openetg.wire.messages import PROTOCOL, Ack, Hello, Place, PlaceMany

START_MS = 1_893_456_000_000
TABLE = "A"
NOTE = cents(100_000_000)
SPOT = "straight:17"
LIMITS = {"any": ask.Sign(min=cents(1), max=cents(100_000_000_000))}
"""So wide that nothing is refused, but every wager is held against them, as on any real floor."""

encode_order = json.Encoder().encode


class Pipe:
    """A line that takes everything and keeps nothing."""

    def send(self, data: bytes) -> bool:
        del data
        return True

    def close(self) -> None:
        """Nothing was open."""


class Stage(Struct, frozen=True):
    """One line of the report."""

    name: str
    us: float


def floor_with(names: list[str]) -> Floor:
    """A MiniStar table with limits and an open round, and much money on every meter."""
    floor, book = Floor(), open_rulebook("ministar").rulebook
    floor.at_ms = START_MS
    founding = in_order(
        book, TABLE, "electronic",
        terminals=tuple(names), notes=(NOTE,), period_ms=3_600_000, launch_ms=1_800_000, at_ms=START_MS, adopted=(),
    )  # fmt: skip
    wanted: list[AnyCommand] = [ask.StartWriter(LOGIC, "bench"), *founding]
    wanted += [ask.SetLimits(TABLE, LIMITS)]
    wanted += [ask.OpenTable(TABLE), ask.ReportReady(TABLE), *[ask.InsertNote(name, NOTE) for name in names]]
    for number, command in enumerate(wanted, start=1):
        record(floor, Order("bench", 1, number, command), _accepted(decide(floor, command, START_MS), command))
    return floor


def _accepted(verdict: Verdict, command: AnyCommand) -> Verdict:
    if isinstance(verdict, Refusal):
        raise SystemExit(f"{command}: {verdict}")
    return verdict


now_ms = count(START_MS).__next__
"""A clock that goes on whenever it is asked."""


class Path:
    """A server without sockets and disk, and what its phases have cost."""

    def __init__(self, terminals: int, chips: int = 1) -> None:
        self.chips = chips
        names = [f"T{number:05}" for number in range(1, terminals + 1)]
        self.floor = floor_with(names)
        self.writer = Writer(self.floor)
        self.exchange = Exchange(self.writer, wake=lambda: None)
        self.head: Head = empty_head("bench")
        self.head = Head(self.floor.sequence, START_MS, 1, self.head.hash, self.head.digest)
        self.sessions = [self._session(name) for name in names]
        self.entries: tuple[Entry, ...] = ()
        self.decided: tuple[Decided, ...] = ()
        self.number = 0
        self.spent_ns = {"receive": 0, "step": 0, "group": 0, "publish": 0}
        self.wagers = 0

    def _session(self, name: str) -> Session:
        session = Session(self.exchange, Pipe(), lambda _terminal, _key: True, messages_per_s=1e9)
        session.receive(encode(Hello(PROTOCOL, name, "")), now_ms)
        return session

    def run(self, size: int) -> None:
        """One message from every terminal, in groups of this size."""
        self.number += 1
        gesture = tuple((f"straight:{number}", 1) for number in range(self.chips))
        data = encode(Place(self.number, SPOT, 1) if self.chips == 1 else PlaceMany(self.number, gesture))
        for start in range(0, len(self.sessions), size):
            self._group(self.sessions[start : start + size], data)

    def _group(self, sessions: list[Session], data: bytes) -> None:
        clock, spent = time.thread_time_ns, self.spent_ns
        began = clock()
        for session in sessions:
            session.receive(data, now_ms)
        received = clock()
        group = self.writer.step(START_MS)
        stepped = clock()
        assert group is not None, "something waited"
        assert len(group.entries) == len(sessions), "every wager is accepted"
        durable = group_after(self.head, group.entries)
        self.head = head_after(durable)
        hashed = clock()
        self.exchange.publish(self.writer.committed(group))
        published = clock()
        spent["receive"] += received - began
        spent["step"] += stepped - received
        spent["group"] += hashed - stepped
        spent["publish"] += published - hashed
        self.wagers += len(sessions)
        self.entries, self.decided = group.entries, group.decided


PHASES = {
    "receive": "receive: bytes to an order in the inbox",
    "step": "step: decided, applied, encoded",
    "group": "group: lines joined, read back, hashed",
    "publish": "publish: acks built, encoded, sent",
}


def phases(terminals: int, size: int, turns: int, chips: int) -> tuple[list[Stage], Path]:
    """The path, phase by phase."""
    path = Path(terminals, chips)
    path.run(size)
    path.spent_ns, path.wagers = dict.fromkeys(path.spent_ns, 0), 0
    gc.collect()
    gc.disable()
    for _ in range(turns):
        path.run(size)
    gc.enable()
    found = [Stage(PHASES[name], ns / path.wagers / 1000) for name, ns in path.spent_ns.items()]
    return [*found, Stage("the path", sum(stage.us for stage in found))], path


def per_wager_us(work: Callable[[], object], wagers: int) -> float:
    """The time of one wager in work on so many."""
    gc.collect()
    gc.disable()
    began = time.thread_time_ns()
    work()
    spent = time.thread_time_ns() - began
    gc.enable()
    return spent / wagers / 1000


def apply_all(floor: Floor, events: list[AnyEvent]) -> None:
    """Makes all of them part of the floor, once more."""
    for event in events:
        apply(floor, event)


def parts(path: Path) -> list[Stage]:
    """Parts of the phases alone, on the wagers of the last group."""
    floor, entries, decided = path.floor, path.entries, path.decided
    message = encode(Place(1, SPOT, 1))
    events = [event for each in decided if isinstance(each.verdict, tuple) for event in each.verdict]
    ack = Ack(17, floor.sequence, floor.sequence - 1000, 1, 99_999_983, 17, {SPOT: 17})
    before = Head(entries[0].sequence - 1, START_MS, 1, path.head.hash, b"")
    works: dict[str, Callable[[], object]] = {
        "decode of the message": lambda: [decode_from_terminal(message) for _ in decided],
        "decide": lambda: [decide(floor, each.order.command, START_MS) for each in decided],
        "apply": partial(apply_all, floor, events),
        "encode of the order": lambda: [encode_order(each.order) for each in decided],
        "encode of the verdict": lambda: [encode_verdict(each.verdict) for each in decided],
        "lines of a group": lambda: encode_entries(entries),
        "lines and hash of a group": lambda: group_after(before, entries),
        "encode of the ack": lambda: [encode(ack) for _ in decided],
    }
    return [Stage(name, per_wager_us(work, len(decided))) for name, work in works.items()]


def print_medians(title: str, rounds: list[list[Stage]]) -> None:
    """One line per stage: the least over the rounds, which other processes disturb least, and the median."""
    print(f"\n{title:42} µs/message  median")
    for stages in zip(*rounds, strict=True):
        found = [stage.us for stage in stages]
        print(f"{stages[0].name:42} {min(found):10.2f}  {statistics.median(found):6.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--terminals", type=int, default=1000, help="how many wager in turn (default 1000)")
    parser.add_argument("--group", type=int, default=200, help="wagers in one group (default 200)")
    parser.add_argument("--turns", type=int, default=10, help="wagers of each terminal in a round (default 10)")
    parser.add_argument("--rounds", type=int, default=15, help="samples (default 15)")
    parser.add_argument("--chips", type=int, default=1, help="wagers in one gesture, one message (default 1, most 37)")
    asked = parser.parse_args()
    on_path: list[list[Stage]] = []
    alone: list[list[Stage]] = []
    for _ in range(asked.rounds):
        found, path = phases(asked.terminals, asked.group, asked.turns, asked.chips)
        on_path.append(found)
        alone.append(parts(path))
    print(f"{asked.terminals} terminals, groups of {asked.group}, load {getloadavg()[0]:.1f}")
    print_medians(f"phases of the path, {asked.chips} in a message", on_path)
    print_medians("parts of them alone", alone)


if __name__ == "__main__":
    main()
