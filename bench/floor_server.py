"""The real floor as a benchmark wants it: one MiniStar table, many terminals, a long wagering period, any key.

Everything on the path of a wager is the product's own: doorway, sockets, session, writer, floor, journal on disk. What
differs from `etg floor run` is only what stands on the floor, that there are no pages and that terminals need no key.
"""

import argparse
from pathlib import Path

import uvloop

from openetg.floor.commands import Sign
from openetg.money import cents
from openetg.server.life.run import Settings, run_floor
from openetg.server.plan.floor_plan import House, TablePlan
from openetg.server.writer.measured_store import MeasuredStore

PERIOD_MS = 3_600_000

LIMITS = {"any": Sign(min=cents(1), max=cents(100_000_000_000))}
"""So wide that nothing is refused, but every wager is held against them, as on any real floor."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("terminals", type=int)
    parser.add_argument("--without-mac", action="store_true", help="no group carries a MAC, to see what it costs")
    asked = parser.parse_args()
    if asked.without_mac:
        setattr(MeasuredStore, "authenticate", lambda *_: None)  # noqa: B010 - no such floor exists but here
    names = tuple(f"T{number:05}" for number in range(1, asked.terminals + 1))
    plan = TablePlan("A", "MiniStar", "ministar", "electronic", PERIOD_MS, PERIOD_MS - 1, names, LIMITS)
    house = House("bench", (plan,), (cents(100_000_000),), rehearsal=True)
    settings = Settings(asked.folder, house, port=0, pages=False, follow=False, messages_per_s=1e9)
    uvloop.run(run_floor(settings, lambda line: print(line, flush=True), lambda _terminal, _key: True))


if __name__ == "__main__":
    main()
