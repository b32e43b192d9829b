"""Starts floors and wheels as the real programs they are, and talks to them as a person at a shell would."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from signal import SIGKILL

from tests import etg_processes as starting

ETG = Path(sys.executable).with_name("etg")
JOURNAL = "journal"
WHEEL_SPEED = 50
"""How much faster the wheels turn: a round takes about half a second."""


@dataclass
class Wheels:
    """Two simulated wheels that outlive every floor."""

    ministar: str
    interblock: str

    @property
    def options(self) -> list[str]:
        return ["--device", f"A=tcp://{self.ministar}", "--device", f"B=tcp://{self.interblock}"]


@asynccontextmanager
async def wheels() -> AsyncIterator[Wheels]:
    """Two wheels in processes of their own, for the length of a `with`."""
    processes = [await start("device", "wheel", "--rulebook", name, "--time-factor", WHEEL_SPEED)
                 for name in ("ministar", "interblock")]  # fmt: skip
    try:
        first, second = [await word_after(process, "wheel") for process in processes]
        yield Wheels(first, second)
    finally:
        for process in processes:
            process.kill()
            await process.communicate()


async def start(
    *words: object,
    python: tuple[str, ...] = (),
    before: Callable[[], None] | None = None,
    environment: dict[str, str] | None = None,
) -> Process:
    """Starts `etg` with these words; `before` runs in the new process first."""
    said = [*map(str, words)]
    if environment is None and not python:
        command, kept = starting.etg(*said), starting.around()
    else:
        command, kept = [sys.executable, *python, str(ETG), *said], os.environ | (environment or {})
    return await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE, preexec_fn=before, env=kept)


async def start_floor(
    folder: Path,
    *more: object,
    port: int = 0,
    terminals: int = 6,
    follow: bool = False,
    before: Callable[[], None] | None = None,
    environment: dict[str, str] | None = None,
) -> Process:
    """Starts a floor with short rounds, without its pages and, unless told so, without its second process."""
    more = (*more, "--follow" if follow else "--no-follow")
    return await start(
        "floor", "run", "--folder", folder, "--no-pages", "--tables", "A,B", "--port", port, "--terminals", terminals,
        "--period", 0.6, "--launch", 0.1, "--time-factor", WHEEL_SPEED, "--messages-per-second", 1000, *more,
        before=before, environment=environment,
    )  # fmt: skip


async def word_after(process: Process, label: str) -> str:
    """Waits for the line that begins with this label; what stands behind it, nothing if the process ended before."""
    assert process.stdout is not None
    while line := await process.stdout.readline():
        words = line.decode().split()
        if words and words[0] == label:
            return words[1]
    return ""


async def lines_until(process: Process, label: str, second: str = "") -> list[str]:
    """What a process says up to the line that begins with this label, and this word behind it, or up to its end."""
    assert process.stdout is not None
    lines = []
    while line := (await process.stdout.readline()).decode():
        lines.append(line.rstrip("\n"))
        words = line.split()
        if words[:1] == [label] and second in {"", *words[1:2]}:
            break
    return lines


async def address_of(process: Process) -> str:
    """Where a floor listens, once it does; nothing if it ended before."""
    address = await word_after(process, "sockets")
    return address if await word_after(process, "journal") else ""


async def ended(process: Process) -> tuple[int, str]:
    """Waits for the end of a process: its exit code and what it said of it."""
    _, words = await process.communicate()
    assert process.returncode is not None
    return process.returncode, words.decode()


async def kill(process: Process) -> None:
    """Pulls the plug, and waits until the process is gone; it must have run until then."""
    with suppress(ProcessLookupError):
        process.kill()
    code, words = await ended(process)
    assert code == -SIGKILL, f"ended by itself with exit code {code}: {words}"


def file_limit(bytes_max: int) -> Callable[[], None]:
    """No file of the process may grow beyond this: a full disk."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_max, bytes_max))


WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))


def free_port(random: Random) -> int:
    """A port below those the system gives to who connects: a terminal that tries again must not meet itself.

    Tests that run side by side have ports of their own: while a floor is down, its port must not be taken by another.
    Nor by the same test of another run on this machine: with the same seed both would ask for the same ones.
    """
    own = Random(f"{random.random()} {os.getpid()}")
    while True:
        port = own.randrange(20_000 + WORKER, 30_000, WORKERS)
        with socket.socket() as attempt, suppress(OSError):
            attempt.bind(("127.0.0.1", port))
            return port
