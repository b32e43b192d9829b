"""The floor alone, without sockets and journal: one placed wager, and one settlement of many.

    .venv/bin/python bench/floor_core.py
    .venv/bin/python bench/floor_core.py --wagers 200000 --spots 10 --rounds 7

Prints what decide and apply of one placed wager cost next to decoding the same command in the same run, and what
settling costs per wager in a round that is closed, with and without opening the next one. Read the ratios, not the
times; nothing here asserts a time.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Callable

from msgspec import json

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Order, PlaceWager
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.events import AnyEvent
from openetg.floor.pipeline import apply, decide, record
from openetg.floor.premises.founding import in_order
from openetg.floor.rounds.settling import settle_round
from openetg.floor.state import Floor
from openetg.games.compile import open_rulebook
from openetg.money import cents
from openetg.rulebook.schema.policies import Closer

START_MS = 1_893_456_000_000
TABLE = "A"
PLACED = 2_000
"""Wagers placed in one sample."""
NOTES = (cents(1_000_000_000),)


def floor_with(terminals: list[str], *, limits: bool) -> Floor:
    """A MiniStar table with an open round and much money on every meter."""
    floor, book = Floor(), open_rulebook("ministar").rulebook
    floor.at_ms = START_MS
    founding = in_order(
        book, TABLE, "electronic",
        terminals=tuple(terminals), notes=NOTES, period_ms=3_600_000, launch_ms=1_800_000, at_ms=START_MS, adopted=(),
    )  # fmt: skip
    sign = {"any": ask.Sign(min=cents(1), max=cents(10**12), step=cents(1))}
    wanted: list[AnyCommand] = [ask.StartWriter(LOGIC, "bench"), *founding]
    wanted += [ask.SetLimits(TABLE, sign)] if limits else []
    wanted += [ask.OpenTable(TABLE), ask.ReportReady(TABLE)]
    wanted += [ask.InsertNote(name, NOTES[0]) for name in terminals]
    for number, command in enumerate(wanted, start=1):
        record(floor, Order("bench", 1, number, command), decided(floor, command))
    return floor


def decided(floor: Floor, command: AnyCommand) -> tuple[AnyEvent, ...]:
    """What a command brings; none that is measured is refused."""
    verdict = decide(floor, command, START_MS)
    if isinstance(verdict, Refusal):
        raise SystemExit(f"{command}: {verdict}")
    return verdict


def take_in(floor: Floor, command: AnyCommand) -> None:
    """Decides a command and applies what it brings."""
    for event in decided(floor, command):
        apply(floor, event)


def per_call_us(work: Callable[[], None], calls: int) -> float:
    """The time of one call in microseconds, without the collector in between."""
    gc.collect()
    gc.disable()
    try:
        began = time.process_time()
        work()
        return (time.process_time() - began) / calls * 1e6
    finally:
        gc.enable()


def wager_us(*, limits: bool) -> float:
    """Decide and apply of one placed wager."""
    floor = floor_with(["T1"], limits=limits)
    command = PlaceWager("T1", TABLE, "straight:17", cents(5), 1)

    def work() -> None:
        for _ in range(PLACED):
            verdict = decide(floor, command, START_MS)
            for event in verdict:  # type: ignore[union-attr]
                apply(floor, event)

    return per_call_us(work, PLACED)


def decode_us() -> float:
    """Decoding of the same command as an order of a terminal."""
    order = Order("terminal/T1", 1, 17, PlaceWager("T1", TABLE, "straight:17", cents(5), 1))
    body, decode = json.encode(order), json.Decoder(Order).decode

    def work() -> None:
        for _ in range(PLACED):
            decode(body)

    return per_call_us(work, PLACED)


def settlement_us(wagers: int, spots: int) -> tuple[float, float, float]:
    """Per wager, in a closed round with `spots` wagers on each terminal: settle, decide all that follows, apply it."""
    terminals = [f"T{number:06}" for number in range(wagers // spots)]
    floor = floor_with(terminals, limits=False)
    table = floor.tables[TABLE]
    round_ = table.round
    assert round_ is not None, "a round is open"
    names = list(floor.game_of(table).spots)
    for position, terminal in enumerate(terminals):
        for step in range(spots):
            command = PlaceWager(terminal, TABLE, names[(position * 7 + step * 13) % len(names)], cents(500), 1)
            take_in(floor, command)
    take_in(floor, ask.ReportLaunch(TABLE, round_.spin, opposite=True, rotor_turning=True))
    take_in(floor, ask.CloseWagers(TABLE, Closer.TIMER, round_.spin))
    settled: list[AnyEvent] = []

    def settling() -> None:
        settled.append(settle_round(floor, table, round_, round_.wagers, "17"))

    def deciding() -> None:
        settled[:] = decided(floor, ask.RecordOutcome(TABLE, round_.spin, "17"))

    def applying() -> None:
        for event in settled:
            apply(floor, event)

    return per_call_us(settling, wagers), per_call_us(deciding, wagers), per_call_us(applying, wagers)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wagers", type=int, default=200_000, help="wagers in the settled round (default 200000)")
    parser.add_argument("--spots", type=int, default=10, help="of which so many on each terminal (default 10)")
    parser.add_argument("--rounds", type=int, default=5, help="samples (default 5); medians are shown")
    chosen = parser.parse_args()
    samples = [(decode_us(), wager_us(limits=False), wager_us(limits=True)) for _ in range(chosen.rounds)]
    decode, plain, limited = (statistics.median(each) for each in zip(*samples, strict=True))
    print(f"decode of a placed wager         {decode:8.3f} µs")
    print(f"decide + apply, no limits        {plain:8.3f} µs  {plain / decode:6.1f} × decode (wanted: at most 20)")
    print(f"decide + apply, limits           {limited:8.3f} µs  {limited / decode:6.1f} × decode (wanted: at most 20)")
    settled = [settlement_us(chosen.wagers, chosen.spots) for _ in range(max(chosen.rounds // 2, 1))]
    settling, deciding, applying = (statistics.median(each) for each in zip(*settled, strict=True))
    print(f"settlement of {chosen.wagers:7} wagers     {settling:8.3f} µs a wager (wanted: at most 0.2)")
    print(f"applying it                      {applying:8.3f} µs a wager")
    print(f"deciding also the next round     {deciding:8.3f} µs a wager")


if __name__ == "__main__":
    main()
