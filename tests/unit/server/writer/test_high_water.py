"""The high-water mark is written beside the loop; what is wrong with it is told in the loop, where the floor is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import current_thread, main_thread

import pytest

from openetg.journal.chain import empty_head
from openetg.server.writer.high_water import MarkKeeper


def test_a_mark_that_cannot_be_written_is_reported_once_and_in_the_thread_of_the_floor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread would put an order into the writer's inbox while the writer works on it, and wake nobody."""
    monkeypatch.setattr("openetg.server.writer.high_water.MARK_EVERY_S", 0.0)
    threads: list[bool] = []
    looks: list[int] = []

    async def story() -> None:
        said = asyncio.Event()

        def report(words: str) -> None:
            assert "the high-water mark cannot be written" in words
            threads.append(current_thread() is main_thread())
            said.set()

        def head() -> object:
            looks.append(1)
            return empty_head("floor-1")

        keeper = MarkKeeper(tmp_path / "missing" / "keys", "floor-1", head, report)  # type: ignore[arg-type]
        running = asyncio.create_task(keeper.run())
        await said.wait()
        seen = len(looks)
        while len(looks) < seen + 3:
            await asyncio.sleep(0)
        running.cancel()

    asyncio.run(story())
    assert threads == [True]
