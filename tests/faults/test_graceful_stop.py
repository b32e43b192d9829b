"""A floor that is asked to stop, as a process: rounds are finished, none opens, a second signal ends the waiting."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from signal import SIGINT, SIGTERM

from msgspec import json

from openetg.journal import places
from tests.faults.floors import JOURNAL, address_of, ended, start_floor

DEADLINE_S = 60


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def within_time() -> None:
        async with asyncio.timeout(DEADLINE_S):
            await story()

    asyncio.run(within_time())


def happened(folder: Path) -> list[str]:
    """The events on record, in order, by name."""
    with closing(places.open_to_read(str(folder / JOURNAL))) as journal:
        verdicts = [json.decode(entry.verdict) for entry in journal.entries(after_sequence=0)]
    return [event["type"] for verdict in verdicts for event in verdict.get("events", ())]


@asynccontextmanager
async def floor_in(folder: Path, *more: object, follow: bool = False) -> AsyncIterator[Process]:
    """A floor with two rounds under way; it does not outlive the test."""
    floor = await start_floor(folder, *more, follow=follow)
    try:
        assert await address_of(floor)
        await rounds_of(folder, 2)
        yield floor
    finally:
        if floor.returncode is None:
            floor.kill()
            await floor.communicate()


async def rounds_of(folder: Path, count: int) -> None:
    """Until so many rounds have opened."""
    while happened(folder).count("RoundOpened") < count:
        await asyncio.sleep(0.1)


def test_rounds_are_finished_and_none_opens_until_the_next_start(tmp_path: Path) -> None:
    async def story() -> None:
        async with floor_in(tmp_path, follow=True) as floor:
            floor.send_signal(SIGTERM)
            said, words = await floor.communicate()
        assert floor.returncode == 0, words.decode()
        assert b"stops: every round is over" in said
        events = happened(tmp_path)
        opened = events.count("RoundOpened")
        assert "RoundOpened" not in events[events.index("WindDownBegun") :]
        assert events.count("RoundSettled") + events.count("RoundVoided") == opened
        async with floor_in(tmp_path) as again:
            await rounds_of(tmp_path, opened + 2)
            again.send_signal(SIGTERM)
            assert (await ended(again))[0] == 0

    run(story)


def test_a_second_signal_stops_it_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with floor_in(tmp_path, "--period", 600, "--launch", 500) as floor:
            floor.send_signal(SIGINT)
            assert floor.stdout is not None
            while not (line := await floor.stdout.readline()).startswith(b"finishing rounds at A, B; again to stop"):
                assert line, "it has ended"
            floor.send_signal(SIGINT)
            said, words = await floor.communicate()
        assert floor.returncode == 0, words.decode()
        assert b"stops: asked again; under way at A, B" in said

    run(story)


def test_it_does_not_wait_longer_than_it_may(tmp_path: Path) -> None:
    async def story() -> None:
        async with floor_in(tmp_path, "--period", 600, "--launch", 500, "--stop-within", 1) as floor:
            floor.send_signal(SIGTERM)
            said, words = await floor.communicate()
        assert floor.returncode == 0, words.decode()
        assert b"stops: the time for it is up; under way at A, B" in said

    run(story)
