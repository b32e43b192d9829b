"""A warm standby takes over: from a floor that was killed, from one that still runs, and on a mirror.

Real programs, real sockets; what the players were told is held against the journal afterwards, as for any other floor.
"""

from __future__ import annotations

import asyncio
import time
from asyncio.subprocess import Process
from contextlib import closing
from pathlib import Path
from unittest.mock import ANY

import pytest

from openetg.journal import places
from openetg.server.follower.standby import answer_to_request, request_promotion
from tests.faults.evening import TERMINALS, Evening, evening
from tests.faults.floors import WHEEL_SPEED, address_of, ended, kill, start, word_after
from tests.faults.test_follower import etg, following
from tests.postgres import new_database, shared_server


async def start_standby(tonight: Evening, *, port: int) -> Process:
    """A standby with the options of the floor; it stands by when this returns."""
    standby = await start(
        "floor", "standby", "--folder", tonight.folder, "--no-pages", "--tables", "A,B", "--port", port,
        "--terminals", TERMINALS, "--period", 0.6, "--launch", 0.1, "--time-factor", WHEEL_SPEED,
        "--messages-per-second", 1000, "--no-follow", *tonight._wheels.options, *tonight._options,
    )  # fmt: skip
    tonight.floors.append(standby)
    assert await word_after(standby, "stands"), await ended(standby)
    return standby


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_the_floor_is_killed_and_the_standby_takes_over(tmp_path: Path, engine: str) -> None:
    server = shared_server() if engine == "postgresql" else None
    store = server.url(new_database(server)) if server is not None else ""
    asyncio.run(kill_and_promote(tmp_path / "floor", store))


async def kill_and_promote(folder: Path, store: str) -> None:
    async with evening(folder, store=store) as (tonight, playing):
        floor = await tonight.start()
        await tonight.open(floor)
        standby = await start_standby(tonight, port=tonight._port)
        await tonight.until_told(600)
        code, said, _ = await etg("floor", "promote", "--folder", folder)
        assert code == 1
        assert said.startswith("not promoted: cannot listen at"), "the address is the running floor's"
        await tonight.until_told(300)
        tonight.is_up.clear()
        await kill(floor)
        began = time.monotonic()
        await promoted(folder)
        took_s = time.monotonic() - began
        tonight.is_up.set()
        await tonight.until_told(1)
        print(f"{engine_of(store)}: promoted in {took_s * 1000:.0f} ms, first word to a player after"
              f" {(time.monotonic() - began) * 1000:.0f} ms")  # fmt: skip
        await tonight.until_told(600)
        await tonight.close(standby, playing)


def engine_of(store: str) -> str:
    return "postgresql" if store else "sqlite"


async def promoted(folder: Path) -> None:
    """Asks as `etg floor promote` does, without the time that takes to start."""
    request_promotion(folder)
    while (answer := answer_to_request(folder)) is None:
        await asyncio.sleep(0.005)
    assert answer.startswith("promoted: sockets"), answer


def test_the_standby_takes_over_from_a_floor_that_runs_and_fences_it(tmp_path: Path) -> None:
    asyncio.run(promote_beside(tmp_path / "floor"))


async def promote_beside(folder: Path) -> None:
    async with evening(folder) as (tonight, playing):
        floor = await tonight.start()
        await tonight.open(floor)
        standby = await start_standby(tonight, port=0)
        await tonight.until_told(600)
        tonight.is_up.clear()
        code, said, complained = await etg("floor", "promote", "--folder", folder)
        assert (code, complained) == (0, ""), said
        code, said, _ = await etg("floor", "promote", "--folder", folder)
        assert code == 0, "asked again, it answers at once"
        assert said.endswith(", before this was asked\n")
        code, words = await ended(floor)
        assert code == 3
        assert words == "the floor has stopped: another floor has taken over this journal; this one has stopped\n"
        address = await address_of(standby)
        for player in tonight.players:
            player.client.address = address
        tonight.is_up.set()
        await tonight.until_told(600)
        await tonight.close(standby, playing)


def test_nobody_is_promoted_where_nobody_stands_by(tmp_path: Path) -> None:
    code, _, complained = asyncio.run(etg("floor", "promote", "--folder", tmp_path))
    assert code == 2
    assert "expected a standby to stand by here, found none" in complained


def test_a_floor_goes_on_on_the_mirror_and_that_takes_no_more_copies(tmp_path: Path) -> None:
    asyncio.run(go_on_on_mirror(tmp_path / "floor", tmp_path / "mirror"))


async def holds_entries(mirror: Path) -> None:
    """Until the follower has copied something."""
    while not places.exists(str(mirror)):
        await asyncio.sleep(0.01)
    with closing(places.open_to_read(str(mirror))) as journal:
        while journal.head().sequence == 0:
            await asyncio.sleep(0.01)


async def go_on_on_mirror(folder: Path, mirror: Path) -> None:
    async with evening(folder) as (tonight, playing):
        floor = await tonight.start()
        await tonight.open(floor)
        follower = await start(*following(folder, "--mirror", mirror))
        tonight.floors.append(follower)
        # It heeds a signal from here on; on a busy machine it may be long in coming.
        assert await word_after(follower, "follows"), await ended(follower)
        await tonight.until_told(600)
        await holds_entries(mirror)
        tonight.is_up.clear()
        await kill(floor)
        follower.terminate()
        assert await ended(follower) == (0, "")
        # In step, as it is a moment after the last commit, by who is alone with the mirror now; then the disk is gone.
        assert await etg("journal", "backup", folder / "journal", mirror) == (0, ANY, ANY)
        (folder / "journal").rename(folder / "lost")
        tonight.store = tonight.inquiry.address = str(mirror)
        tonight._options = ("--store", str(mirror))
        floor = await tonight.start()
        await tonight.open(floor)
        await tonight.until_told(300)
        await tonight.close(floor, playing)
    code, _, complained = await etg(*following(folder, folder / "lost", "--mirror", mirror, "--once"))
    assert code == 1
    assert complained.startswith("ALARM"), complained
