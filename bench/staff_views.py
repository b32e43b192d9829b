"""What a supervisor's view of a large table costs: making it, the bytes it is compared by, and the bytes it is sent as.

    .venv/bin/python -m bench.staff_views
    .venv/bin/python -m bench.staff_views --terminals 1000 --tickets 50000 --cases 200

Prints the milliseconds of each step. The floor has as many papers and closed cases as a busy week leaves behind;
nothing here asserts a time.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

from msgspec import json

from bench.floor_core import START_MS, TABLE, decided, floor_with
from openetg.floor import commands as ask
from openetg.floor.commands import Order
from openetg.floor.money.state import Ticket, TicketState
from openetg.floor.people.staff_views import supervisor_view
from openetg.floor.pipeline import record
from openetg.floor.state import Case, Floor
from openetg.money import cents
from openetg.server.guests.consoles.views import stamped
from openetg.server.guests.private_texts import unsealed


def busy_floor(terminals: int, tickets: int, cases: int) -> Floor:
    """A table with wagers on every terminal, and with what a week leaves behind."""
    names = [f"T{number}" for number in range(terminals)]
    floor = floor_with(names, limits=True)
    for name in names:
        command = ask.PlaceWager(name, TABLE, "straight:17", cents(100))
        record(floor, Order(f"terminal/{name}", 1, 1, command), decided(floor, command))
    for number in range(tickets):
        paper = f"{number:018}"
        floor.tickets[paper] = Ticket(paper, names[number % terminals], cents(100), TicketState.REDEEMED)
    for number in range(cases):
        case = f"case {number}"
        floor.cases[case] = Case(case, names[number % terminals], TABLE, 1, "message", "3.1", START_MS, closed=True)
    return floor


def median_ms(work: Callable[[], Any], times: int) -> float:
    """The median of several runs."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        took.append((time.perf_counter() - began) * 1000)
    return statistics.median(took)


def main() -> None:
    """Measures, and prints."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--terminals", type=int, default=1_000)
    asked.add_argument("--tickets", type=int, default=50_000)
    asked.add_argument("--cases", type=int, default=200)
    asked.add_argument("--times", type=int, default=15)
    given = asked.parse_args()
    floor = busy_floor(given.terminals, given.tickets, given.cases)
    table = floor.tables[TABLE]
    view = supervisor_view(floor, table)
    steps: dict[str, Callable[[], Any]] = {
        "make": lambda: supervisor_view(floor, table),
        "compare": lambda: json.encode(stamped(view, 0)),
        "send": lambda: json.encode(unsealed(stamped(view, floor.sequence), str)),
    }
    for name, work in steps.items():
        print(f"{name:8} {median_ms(work, given.times):8.2f} ms")
    print(f"bytes    {len(json.encode(view)):8}")


if __name__ == "__main__":
    main()
