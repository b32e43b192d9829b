"""What a child says is read whole, however long a line is: an alarm may quote a settlement. In the end it leaves."""

from __future__ import annotations

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from openetg import isolated
from openetg.server.life.follower_process import LONGEST_LINE, SecondProcess, lines_of, say_goodbye
from openetg.server.plan.folder import FloorFolder


async def said(*blocks: bytes) -> list[str]:
    stream = asyncio.StreamReader()
    for block in blocks:
        stream.feed_data(block)
    stream.feed_eof()
    return [line async for line in lines_of(stream)]


def test_lines_come_one_by_one_and_the_last_without_its_end() -> None:
    assert asyncio.run(said(b"follows  x\nsig", b"ned  9\n\nlast")) == ["follows  x", "signed  9", "", "last"]


def test_a_line_of_any_length_is_cut_and_the_next_one_begins_where_it_begins() -> None:
    long = b"ALARM    " + b"x" * 300_000
    first, second, end = asyncio.run(said(long + b"\nwritten to alarm\n"))
    assert first == long[:LONGEST_LINE].decode()
    assert (second, end) == ("written to alarm", "")


def test_a_letter_that_is_cut_through_stops_nothing() -> None:
    first, _ = asyncio.run(said(b"x" * (LONGEST_LINE - 1) + "…\n".encode()))
    assert first.startswith("xxx")


async def code_after_goodbye(program: str, patience_s: float) -> int | None:
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdin=PIPE)
    await say_goodbye(process, patience_s)
    await say_goodbye(process, patience_s)  # once more does no harm
    return process.returncode


def test_a_child_leaves_when_its_input_ends() -> None:
    assert asyncio.run(code_after_goodbye("import sys; sys.stdin.read(); sys.exit(3)", 60)) == 3


def test_a_child_that_stays_is_made_to_leave() -> None:
    assert asyncio.run(code_after_goodbye("import signal; signal.pause()", 0)) == -signal.SIGKILL


def test_no_password_of_a_journal_stands_where_everybody_reads_how_a_process_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []

    def command(*words: str) -> list[str]:
        started.extend(words)
        return [sys.executable, "-c", "import os; print('ALARM', os.environ['OPENETG_JOURNAL']); raise SystemExit(1)"]

    monkeypatch.setattr(isolated, "command", command)
    address, copy = "postgresql://etg:s3cret@127.0.0.1:1/floor", "postgresql://etg:t4cret@127.0.0.1:1/copy"
    said: list[str] = []

    async def story() -> None:
        second = SecondProcess(FloorFolder(tmp_path, address), said.append, lambda _: told.set(), mirror=copy)
        told = asyncio.Event()
        running = asyncio.create_task(second.run())
        await told.wait()
        running.cancel()
        await second.stop()

    asyncio.run(story())
    assert not [word for word in started if "s3cret" in word or "t4cret" in word]
    assert said == [f"ALARM    {address}"], "the follower is told it where only its own user reads"
