"""The follower that a floor starts beside itself: it signs to the end, comes back when killed, goes with the floor."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import Process
from contextlib import closing, suppress
from pathlib import Path
from signal import SIGKILL

import apsw

from openetg.journal import places
from openetg.journal.proofs.checkpoint import latest_checkpoint
from openetg.server.follower.process import read_alarms
from openetg.server.life.follower_process import SecondProcess
from openetg.server.plan.folder import FloorFolder
from tests.faults.floors import address_of, ended, kill, start, start_floor
from tests.journals import build


def child_of(process: Process) -> int | None:
    """The second process of a floor, if it has one now."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return int(children[0]) if children else None


async def until(is_so: object) -> None:
    assert callable(is_so)
    async with asyncio.timeout(90):
        while not is_so():
            await asyncio.sleep(0.05)


def signed(folder: Path) -> int:
    note = latest_checkpoint(FloorFolder(folder).checkpoints)
    return 0 if note is None else note.checkpoint.size


def entries_of(folder: Path) -> int:
    with closing(places.open_to_read(FloorFolder(folder).journal)) as journal:
        return journal.head().sequence


def lives(process: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


def test_it_signs_to_the_last_entry_and_comes_back_when_killed(tmp_path: Path) -> None:
    async def story() -> None:
        folder = tmp_path / "floor"
        floor = await start_floor(folder, follow=True)
        assert await address_of(floor)
        await until(lambda: signed(folder) > 0)
        first = child_of(floor)
        assert first is not None
        os.kill(first, SIGKILL)
        await until(lambda: child_of(floor) not in {None, first})
        floor.terminate()
        code, words = await ended(floor)
        assert code == 0, words
        assert signed(folder) == entries_of(folder), "what was written last is signed as well"
        code, words = await ended(await start("journal", "verify", FloorFolder(folder).journal))
        assert code == 0, words

    asyncio.run(story())


def test_it_ends_with_a_floor_that_is_killed(tmp_path: Path) -> None:
    async def story() -> None:
        folder = tmp_path / "floor"
        floor = await start_floor(folder, follow=True)
        assert await address_of(floor)
        await until(lambda: child_of(floor) is not None)
        follower = child_of(floor)
        assert follower is not None
        await until(lambda: signed(folder) > 0)
        await kill(floor)
        await until(lambda: not lives(follower))
        assert signed(folder) == entries_of(folder)

    asyncio.run(story())


def test_its_alarm_is_said_and_reported_and_it_is_not_started_again(tmp_path: Path) -> None:
    place = build(tmp_path / "floor")
    volume = max(Path(place.journal).glob("*.sqlite3"))
    with closing(apsw.Connection(str(volume))) as database:
        database.execute("UPDATE groups SET hash = zeroblob(32) WHERE last = (SELECT max(last) FROM groups)")
    said: list[str] = []
    reported: list[str] = []

    async def story() -> None:
        second = SecondProcess(place, said.append, reported.append)
        running = asyncio.create_task(second.run())
        await until(lambda: reported)
        await asyncio.sleep(0.1)
        assert not running.done(), "the floor goes on"
        running.cancel()
        await second.stop()

    asyncio.run(story())
    assert len(said) == len(reported) == 1
    assert said[0].startswith("ALARM")
    (alarm,) = read_alarms(place)
    what = str(alarm)[:60]
    assert what in said[0], "what is wrong, not where it was written down"
    assert what in reported[0]
