"""How fast a journal becomes a floor again: the fold by its parts, and opening from a snapshot with a tail.

    .venv/bin/python bench/replay.py
    .venv/bin/python bench/replay.py --entries 1000000 --tail 100000 --terminals 1000

Writes a journal of roulette rounds through the writer and the store into a temporary folder: eight tables, every
terminal wagers a few times in a round, rounds close and settle. Then it reads the journal back. Beside the times stands
the bare msgspec decoding of the same bytes in the same run. Read the ratios, not the times; nothing here asserts a
time.
"""

from __future__ import annotations

import argparse
import gc
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

from msgspec import json

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Order
from openetg.floor.core.snapshot import decode_snapshot, encode_snapshot
from openetg.floor.core.stored import read_lines
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.fold import fold_body
from openetg.floor.premises.founding import in_order
from openetg.floor.state import Floor, state_hash
from openetg.games.compile import games_of, open_rulebook
from openetg.journal import places
from openetg.journal.chain import group_hash
from openetg.journal.snapshots import SnapshotHead, latest, write_snapshot
from openetg.journal.store import Reader
from openetg.keys.signing import SigningKey
from openetg.money import cents
from openetg.reports.audit.recovery import recover
from openetg.rulebook.schema.policies import Closer
from openetg.server.writer.writer import Writer

TABLES = 8
WAGERS = 6
"""How often a terminal wagers in a round."""
GROUP = 100
"""Orders in a group."""
NOTES = (cents(1_000_000_000),)
START_MS = 1_893_456_000_000
KEY = SigningKey("bench", bytes(32))


class Evening:
    """Endless rounds at all tables, as groups of orders; each is asked for when the one before is decided."""

    def __init__(self, floor: Floor, terminals: int) -> None:
        self.floor, self.chance = floor, random.Random(5)
        self.per_table = max(terminals // TABLES, 1)
        self._numbers: dict[str, int] = {}

    def groups(self) -> Iterator[list[Order]]:
        """The floor is founded, then play goes on for as long as anybody asks."""
        yield [self._order("house", ask.StartWriter(LOGIC, "bench"))]
        for number in range(TABLES):
            yield self._founding(f"T{number}")
        while True:
            yield from self._round()

    def _founding(self, table: str) -> list[Order]:
        terminals = tuple(f"{table}-{each:04}" for each in range(self.per_table))
        founding = in_order(
            open_rulebook("ministar").rulebook, table, "electronic",
            terminals=terminals, notes=NOTES, period_ms=60_000, launch_ms=20_000, at_ms=START_MS,
            adopted=tuple(self.floor.adopted),
        )  # fmt: skip
        limits = ask.SetLimits(table, {"any": ask.Sign(min=cents(100), max=cents(100_000))})
        orders = [self._order("house", each) for each in [*founding, limits, ask.OpenTable(table)]]
        orders.append(self._order(f"wheel/{table}", ask.ReportReady(table)))
        return orders + [self._order(f"terminal/{each}", ask.InsertNote(each, NOTES[0])) for each in terminals]

    def _round(self) -> Iterator[list[Order]]:
        """One round at every table, their wagers mixed."""
        tables = list(self.floor.tables.values())
        names = list(self.floor.game_of(tables[0]).wagers)
        mixed = [(table.name, terminal) for table in tables for terminal in table.terminals] * WAGERS
        self.chance.shuffle(mixed)
        for first in range(0, len(mixed), GROUP):
            yield [self._wager(*each, self.chance.choice(names)) for each in mixed[first : first + GROUP]]
        spins = {table.name: table.round.spin for table in tables if table.round is not None}
        yield self._from_wheels(ask.ReportLaunch(*each, opposite=True, rotor_turning=True) for each in spins.items())
        yield self._from_wheels(ask.CloseWagers(table, Closer.SENSOR, spin) for table, spin in spins.items())
        yield self._from_wheels(ask.RecordOutcome(*each, str(self.chance.randrange(37))) for each in spins.items())
        yield self._from_wheels(ask.ReportReady(table) for table in spins)

    def _wager(self, table: str, terminal: str, wager: str) -> Order:
        amount = cents(self.chance.choice((100, 500, 1_000)))
        return self._order(f"terminal/{terminal}", ask.PlaceWager(terminal, table, wager, amount))

    def _from_wheels(self, told: Iterable[WheelCommand]) -> list[Order]:
        return [self._order(f"wheel/{each.table}", each) for each in told]

    def _order(self, sender: str, command: AnyCommand) -> Order:
        number = self._numbers[sender] = self._numbers.get(sender, 0) + 1
        return Order(sender, 1, number, command)


WheelCommand = ask.ReportLaunch | ask.CloseWagers | ask.RecordOutcome | ask.ReportReady


def write_journal(address: str, entries: int, tail: int, terminals: int, snapshots: Path) -> int:
    """A journal of so many entries, with a snapshot that leaves the tail to be folded; how many events it holds."""
    writer, at_ms, taken, events = Writer(Floor()), START_MS, False, 0
    orders = Evening(writer.floor, terminals).groups()
    with closing(places.create(address, journal_id="bench")) as store:
        lease = store.claim()
        while writer.floor.sequence < entries:
            for order in next(orders):
                writer.submit(order)
            at_ms += 100
            group = writer.step(at_ms)
            assert group is not None, "orders wait"
            lease = store.append(lease, group.entries)
            for each in writer.committed(group):
                assert isinstance(each.verdict, tuple), each
                events += len(each.verdict)
            if not taken and writer.floor.sequence >= entries - tail:
                head, body = lease.head, encode_snapshot(writer.floor)
                taken = True
                at = SnapshotHead("bench", head.sequence, head.at_ms, head.hash, state_hash(writer.floor))
                write_snapshot(snapshots, at, body, KEY)
    return events


def cpu(name: str, events: int, work: Callable[[], object]) -> float:
    """Shows and returns what the work costs per event in microseconds, without the collector in between."""
    gc.collect()
    gc.disable()
    try:
        began = time.process_time()
        kept = work()
        cost = (time.process_time() - began) / events * 1e6
        del kept
    finally:
        gc.enable()
    print(f"{name:44} {cost:8.3f} µs an event {1e6 / cost:12,.0f} events/s")
    return cost


def show_parts(journal: Reader, events: int) -> None:
    """What each part of the fold costs alone, beside the bare decoding of the same bytes."""
    bodies = [group.body for group in journal.groups(after_sequence=0)]
    cpu("reading the store", events, lambda: sum(group.last for group in journal.groups(after_sequence=0)))
    cpu("the chain", events, lambda: [group_hash(b"", first=1, last=1, epoch=1, body=each) for each in bodies])
    bare = cpu("bare msgspec decoding, without types", events, lambda: [len(json.decode(each)) for each in bodies])
    typed = cpu("typed decoding", events, lambda: [len(read_lines(each)) for each in bodies])
    folded = cpu("the fold: typed decoding, apply, answers", events, lambda: _folded(bodies))
    whole = cpu("all of it, from the first entry (200,000/s)", events, lambda: recover(journal))
    print(f"{'apply and answers alone':44} {folded - typed:8.3f} µs an event")
    print(f"÷ bare decoding: typed {typed / bare:.2f}, fold {folded / bare:.2f}, all of it {whole / bare:.2f}")


def _folded(bodies: list[bytes]) -> Floor:
    floor = Floor()
    for body in bodies:
        fold_body(floor, body)
    return floor


def show_snapshot(address: str, snapshots: Path) -> None:
    """How long opening from the snapshot takes, and what of it is the snapshot itself."""
    games_of.cache_clear()
    gc.collect()
    began = time.perf_counter()
    with closing(places.open_to_read(address)) as journal:
        found = recover(journal, snapshots=snapshots, key=KEY.public)
    took = time.perf_counter() - began
    print(f"opened from {found.source} in {took:.3f} s, {found.folded:,} entries folded (wanted: 2 s for 100,000)")
    taken, _ = latest(snapshots, "bench", KEY.public)
    assert taken is not None, "a snapshot was written"
    for name, work in (
        ("reading the file, unpacking, signature", lambda: latest(snapshots, "bench", KEY.public)),
        ("decoding it", lambda: decode_snapshot(taken.body)),
        ("encoding it", lambda: encode_snapshot(found.floor)),
        ("the state hash", lambda: state_hash(found.floor)),
    ):
        began = time.perf_counter()
        work()
        print(f"  {name:42} {(time.perf_counter() - began) * 1e3:8.1f} ms")
    print(f"  snapshot {len(taken.body):,} bytes, file {taken.path.stat().st_size:,} bytes")


def main() -> None:
    """Writes, measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=300_000, help="entries in the journal (default 300000)")
    parser.add_argument("--tail", type=int, default=100_000, help="of which after the snapshot (default 100000)")
    parser.add_argument("--terminals", type=int, default=200, help="terminals on the floor (default 200)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        address, snapshots = str(Path(scratch) / "journal"), Path(scratch) / "snapshots"
        began = time.perf_counter()
        events = write_journal(address, chosen.entries, chosen.tail, chosen.terminals, snapshots)
        took = time.perf_counter() - began
        print(f"{chosen.entries:,} entries, {events:,} events, {chosen.terminals} terminals, written in {took:.0f} s")
        show_snapshot(address, snapshots)
        with closing(places.open_to_read(address)) as journal:
            show_parts(journal, events)


if __name__ == "__main__":
    main()
