"""Whatever a floor has acknowledged survives `kill -9`, a second writer and a full disk, to the cent.

The floor, its wheels and its journal are the real programs and files; the terminals come over real sockets and send
again what was not answered. What they were told is held against an auditor that works from first principles.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.faults.evening import KILL_COUNT, SEED, Evening, evening, says_intact, tell
from tests.faults.floors import ended, file_limit, kill
from tests.postgres import new_database, shared_server

MORE = 3
"""So many times as often the floor is killed at most before something that can happen to a round counts as missing."""
ON_POSTGRESQL = 5
"""Kills of the short run on the other store."""


def test_nothing_acknowledged_is_lost_however_often_the_floor_is_killed(tmp_path: Path) -> None:
    print(f"OPENETG_SEED={SEED} OPENETG_KILLS={KILL_COUNT}")
    rounds = asyncio.run(kill_again_and_again(tmp_path / "floor", KILL_COUNT, until_all_happened=True))
    assert all(rounds.values()), f"every way in which a round can go on was taken: {rounds}"


def test_nor_on_postgresql(tmp_path: Path) -> None:
    server = shared_server()
    asyncio.run(kill_again_and_again(tmp_path / "floor", ON_POSTGRESQL, server.url(new_database(server))))


async def kill_again_and_again(
    folder: Path, kills: int, store: str = "", *, until_all_happened: bool = False
) -> dict[str, int]:
    """How often each thing happened to a round; with more kills than that if one of them has not, as chance has it."""
    began, count = time.monotonic(), 0
    async with evening(folder, store=store) as (tonight, playing):
        inquiry = tonight.inquiry
        rounds = inquiry.auditor.rounds
        while count < kills or (until_all_happened and count < MORE * kills and not all(rounds.values())):
            count += 1
            await live_and_die(tonight)
            tonight.check()
            if count % 10 == 0:
                await says_intact(tonight.store)
                tell(count, inquiry, began)
        floor = await tonight.start()
        await tonight.open(floor)
        await tonight.close(floor, playing)
    tell(count, inquiry, began)
    return rounds


async def live_and_die(tonight: Evening) -> None:
    """One life of the floor, ended at some instant: while it starts, after so long, or after so many messages."""
    random = tonight.random
    floor = await tonight.start()
    if random.random() < 0.2:
        await asyncio.sleep(random.uniform(0.2, 1.5))
    else:
        await tonight.open(floor)
        if random.random() < 0.5:
            await asyncio.sleep(random.uniform(0, 0.9))
        else:
            await tonight.until_told(random.randrange(12, 400))
    tonight.is_up.clear()
    await kill(floor)


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
            largest = max((file.stat().st_size for file in folder.rglob("*")), default=0)
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
