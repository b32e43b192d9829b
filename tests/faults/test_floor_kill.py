"""Whatever a floor has acknowledged survives `kill -9`, a second writer and a full disk, to the cent.

The floor, its wheels and its journal are the real programs and files; the terminals come over real sockets and send
again what was not answered. What they were told is held against an auditor that works from first principles.
"""

from __future__ import annotations

import asyncio
import os
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from signal import SIGINT

from openetg.server.sessions import key_of
from tests.faults.floors import (
    JOURNAL,
    Wheels,
    address_of,
    ended,
    file_limit,
    free_port,
    kill,
    start,
    start_floor,
    wheels,
)
from tests.faults.inquiry import Inquiry
from tests.faults.players import Player

SEED = int(os.environ.get("OPENETG_SEED", "1905"))
KILL_COUNT = int(os.environ.get("OPENETG_KILLS", "50"))
LONGEST_S = 60 + 4 * KILL_COUNT
TERMINALS = 6
SECRET = b"a secret of thirty-two bytes ..."


class Evening:
    """A floor that is started again and again, and the players who stay."""

    def __init__(self, folder: Path, wheels: Wheels, random: Random) -> None:
        self.folder = folder
        self.random = random
        self.inquiry = Inquiry(folder / JOURNAL)
        self.is_up = asyncio.Event()
        self.floors: list[Process] = []
        self._wheels = wheels
        self._port = free_port(random)
        self._told_count = 0
        self._told_enough = asyncio.Event()
        self._enough = 0
        address = f"ws://127.0.0.1:{self._port}/terminal"
        names = [f"{letter}{number}" for letter in "MI" for number in range(1, TERMINALS + 1)]
        self.players = [Player(address, name, key_of(SECRET, name), SEED, self._count) for name in names]

    async def start(self, *, port: int | None = None, before: Callable[[], None] | None = None) -> Process:
        """Starts the floor on its folder; nobody is told yet that it is up."""
        port = self._port if port is None else port
        options = self._wheels.options
        self.floors.append(await start_floor(self.folder, *options, port=port, terminals=TERMINALS, before=before))
        return self.floors[-1]

    async def open(self, floor: Process) -> str:
        """Lets players in as soon as the floor listens; its address."""
        address = await address_of(floor)
        assert address, await ended(floor)
        self.is_up.set()
        return address

    async def until_told(self, count: int) -> None:
        """Until the players have been told so many things more."""
        self._enough = self._told_count + count
        self._told_enough.clear()
        await self._told_enough.wait()

    def _count(self) -> None:
        self._told_count += 1
        if self._told_count >= self._enough:
            self._told_enough.set()

    async def close(self, floor: Process, playing: asyncio.Task[object]) -> None:
        """Everybody gets an answer, then a proper stop; after it the books must be right."""
        for player in self.players:
            player.finish()
        await playing
        floor.send_signal(SIGINT)
        assert await ended(floor) == (0, "")
        self.inquiry.check_the_end(self.players)
        await says_intact(self.folder)


@asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[tuple[Evening, asyncio.Task[object]]]:
    """Wheels that turn, players who play; the floor is up to the test."""
    folder.mkdir()
    (folder / "secret").write_bytes(SECRET)
    async with asyncio.timeout(LONGEST_S), wheels() as turning, asyncio.TaskGroup() as group:
        tonight = Evening(folder, turning, Random(SEED))
        lines = [group.create_task(player.stay_connected(tonight.is_up)) for player in tonight.players]
        playing = group.create_task(_play_all(tonight.players))
        try:
            yield tonight, playing
        finally:
            for floor in tonight.floors:
                if floor.returncode is None:
                    await kill(floor)
        for line in lines:
            line.cancel()


async def _play_all(players: list[Player]) -> None:
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())


async def says_intact(folder: Path) -> None:
    """`etg journal verify` finds nothing wrong."""
    code, words = await ended(await start("journal", "verify", folder / JOURNAL))
    assert code == 0, words


def test_nothing_acknowledged_is_lost_however_often_the_floor_is_killed(tmp_path: Path) -> None:
    print(f"OPENETG_SEED={SEED} OPENETG_KILLS={KILL_COUNT}")
    asyncio.run(kill_again_and_again(tmp_path / "floor"))


async def kill_again_and_again(folder: Path) -> None:
    began = time.monotonic()
    async with evening(folder) as (tonight, playing):
        inquiry = tonight.inquiry
        for count in range(1, KILL_COUNT + 1):
            await live_and_die(tonight)
            inquiry.check(tonight.players)
            inquiry.resolve_held_rounds(tonight.random)
            if count % 10 == 0:
                await says_intact(folder)
                tell(count, inquiry, began)
        floor = await tonight.start()
        await tonight.open(floor)
        await tonight.close(floor, playing)
    tell(KILL_COUNT, inquiry, began)
    rounds = inquiry.auditor.rounds
    assert all(rounds.values()), f"every way in which a round can go on was taken: {rounds}"


async def live_and_die(tonight: Evening) -> None:
    """One life of the floor, ended at some instant: while it starts, after so long, or after so many messages."""
    random = tonight.random
    floor = await tonight.start()
    if random.random() < 0.2:
        await asyncio.sleep(random.uniform(0.2, 0.6))
    else:
        await tonight.open(floor)
        if random.random() < 0.5:
            await asyncio.sleep(random.uniform(0, 0.9))
        else:
            await tonight.until_told(random.randrange(12, 400))
    tonight.is_up.clear()
    await kill(floor)


def tell(kills: int, inquiry: Inquiry, began: float) -> None:
    auditor = inquiry.auditor
    rounds = ", ".join(f"{count} {name.removeprefix('Round').lower()}" for name, count in auditor.rounds.items())
    print(
        f"{kills} kills, {auditor.sequence} entries, {inquiry.acknowledged()} acknowledged,"
        f" {auditor.told_count} messages checked; rounds {rounds}; {time.monotonic() - began:.0f} s"
    )


def test_a_second_floor_on_the_same_journal_fences_the_first_and_nothing_is_lost(tmp_path: Path) -> None:
    asyncio.run(take_over(tmp_path / "floor"))


async def take_over(folder: Path) -> None:
    async with evening(folder) as (tonight, playing):
        first = await tonight.start()
        await tonight.open(first)
        await tonight.until_told(500)
        tonight.is_up.clear()
        second = await tonight.start(port=0)
        code, words = await ended(first)
        assert code == 3
        assert words == "the floor has stopped: another floor has taken over this journal; this one has stopped\n"
        tonight.inquiry.check(tonight.players)
        kept = tonight.inquiry.acknowledged()
        assert kept > 0
        address = await tonight.open(second)
        for player in tonight.players:
            player.client.address = address
        await tonight.until_told(500)
        await tonight.close(second, playing)
        assert tonight.inquiry.acknowledged() > kept


def test_a_floor_that_cannot_write_stops_in_words_and_the_next_start_goes_on(tmp_path: Path) -> None:
    asyncio.run(fill_the_disk(tmp_path / "floor"))


async def fill_the_disk(folder: Path) -> None:
    async with evening(folder) as (tonight, playing):
        kept = 0
        for room in (600_000, 100_000, 102_000, 105_000):
            largest = max((file.stat().st_size for file in folder.iterdir()), default=0)
            floor = await tonight.start(before=file_limit(largest + room))
            await tonight.open(floor)
            code, words = await ended(floor)
            tonight.is_up.clear()
            assert code == 3
            assert words.startswith("the floor has stopped: a commit failed"), words
            assert "start again: the journal says what was kept" in words
            tonight.inquiry.check(tonight.players)
            assert tonight.inquiry.acknowledged() > kept
            kept = tonight.inquiry.acknowledged()
        floor = await tonight.start()
        await tonight.open(floor)
        await tonight.close(floor, playing)
