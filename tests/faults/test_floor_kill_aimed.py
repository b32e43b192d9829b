"""`kill -9` aimed at a step of a round, of a ticket, of the change of days and of the start; a restart follows each.

The aim is taken from outside: the journal, the paper and the folder are watched, and the floor is killed within
milliseconds of what is waited for. The outcome and its settlement are one entry, so there is no instant between them.
"""

from __future__ import annotations

import asyncio
import os
import time
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from openetg.journal import places
from tests.faults.evening import Evening, evening, says_intact, tell
from tests.faults.floors import kill, lines_until
from tests.postgres import new_database, shared_server

KILLS_EACH = int(os.environ.get("OPENETG_AIMED_KILLS", "2"))
GLANCE_S = 0.0005
LATER_S_MAX = 0.004
"""How much later than what was waited for the plug is pulled, at most."""

Aim = Callable[[Evening], Awaitable[object]]


def on_record(event: str) -> Aim:
    """Until an event of this kind is in the journal."""

    async def wait(tonight: Evening) -> None:
        wanted = f'"type":"{event}"'.encode()
        with closing(places.open_to_read(tonight.store)) as journal:
            seen = journal.head().sequence
            while True:
                for entry in journal.entries(after_sequence=seen):
                    seen = entry.sequence
                    if wanted in entry.verdict:
                        return
                await asyncio.sleep(GLANCE_S)

    return wait


async def on_paper(tonight: Evening) -> None:
    """Until a printer prints: the floor has not put it on record yet, or just so."""
    rolls = tonight.folder / "printers"
    before = printed(rolls)
    while printed(rolls) == before:
        await asyncio.sleep(GLANCE_S)


def printed(rolls: Path) -> int:
    return sum(file.stat().st_size for file in rolls.glob("*.roll"))


async def in_the_folder(tonight: Evening) -> None:
    """Until something is made or named in the folder of the journal: a day begins."""
    folder = Path(tonight.store)
    before = files(folder)
    while files(folder) <= before:
        await asyncio.sleep(GLANCE_S)


def files(folder: Path) -> set[str]:
    return {file.name for file in folder.rglob("*") if not file.name.endswith(("-wal", "-shm"))}


AIMS: dict[str, Aim] = {
    "while wagers are placed": on_record("WagerPlaced"),
    "while the ball runs": on_record("BallLaunched"),
    "right after the close": on_record("WagersClosed"),
    "right after outcome and settlement": on_record("RoundSettled"),
    "right after an order to print": on_record("TicketOrdered"),
    "while a ticket is printed": on_paper,
    "right after a day has begun": on_record("DayBegun"),
}


def test_kills_aimed_at_every_step(tmp_path: Path) -> None:
    aims = AIMS | {"while a day begins": in_the_folder}
    asyncio.run(take_aim(tmp_path / "floor", aims, KILLS_EACH))


def test_kills_aimed_at_every_step_on_postgresql(tmp_path: Path) -> None:
    server = shared_server()
    asyncio.run(take_aim(tmp_path / "floor", AIMS, 1, server.url(new_database(server))))


async def take_aim(folder: Path, aims: dict[str, Aim], times: int, store: str = "") -> None:
    began, kills = time.monotonic(), 0
    async with evening(folder, "--day-length", "1.5", store=store) as (tonight, playing):
        for _ in range(times):
            for name, aim in aims.items():
                floor = await tonight.start()
                await tonight.open(floor)
                await aim(tonight)
                await asyncio.sleep(tonight.random.uniform(0, LATER_S_MAX))
                await pull_the_plug(tonight, floor, name)
                kills += 1
        floor = await tonight.start()
        await tonight.open(floor)
        await tonight.close(floor, playing)
    tell(kills, tonight.inquiry, began)
    print(f"tickets on paper and not on record when the floor died: {tonight.printed_in_between}")
    assert tonight.inquiry.floor.tickets, "tickets were printed"


async def pull_the_plug(tonight: Evening, floor: Process, name: str) -> None:
    """Kills the floor, and holds everything that anybody was told against the journal."""
    tonight.is_up.clear()
    await kill(floor)
    try:
        tonight.check()
    except AssertionError as wrong:
        raise AssertionError(f"killed {name}: {wrong}") from wrong


def test_kills_at_every_step_of_a_start(tmp_path: Path) -> None:
    asyncio.run(never_get_up(tmp_path / "floor"))


async def never_get_up(folder: Path) -> None:
    """A floor in mid-round dies at each of its checks, one start after the other, and nothing comes of that."""
    async with evening(folder) as (tonight, playing):
        floor = await tonight.start()
        await tonight.open(floor)
        await AIMS["while the ball runs"](tonight)
        await pull_the_plug(tonight, floor, "while the ball runs")
        for step in ("python", "software", "keys", "checkpoints", "journal", "clock", "tickets"):
            floor = await tonight.start()
            await lines_until(floor, "check", second=f"{step}:")
            await asyncio.sleep(tonight.random.uniform(0, LATER_S_MAX))
            await pull_the_plug(tonight, floor, f"at the check of {step}")
        await says_intact(tonight.store)
        floor = await tonight.start()
        await tonight.open(floor)
        await tonight.until_told(100)
        await tonight.close(floor, playing)


def test_a_loop_of_crashes_changes_nothing_but_the_number_of_starts(tmp_path: Path) -> None:
    asyncio.run(crash_again_and_again(tmp_path / "floor"))


async def crash_again_and_again(folder: Path) -> None:
    """Nobody is let in between two crashes: no cent moves after the first restart has done what the rulebook says."""
    async with evening(folder) as (tonight, playing):
        floor = await tonight.start()
        await tonight.open(floor)
        await tonight.until_told(300)
        await pull_the_plug(tonight, floor, "in the middle")
        held: list[dict[str, object]] = []
        for _ in range(3):
            floor = await tonight.start()
            started = on_record("WriterStarted")
            await started(tonight)
            await pull_the_plug(tonight, floor, "right after its start")
            held.append(dict(tonight.inquiry.floor.ledger.accounts))
        assert all(each == held[0] for each in held)
        floor = await tonight.start()
        await tonight.open(floor)
        await tonight.close(floor, playing)
