"""The second process beside a floor: the follower, started with it, started again when it ends, stopped after it.

The floor does not need it to decide or to remember, so nothing that happens to it stops the floor. An alarm does not
either: it is said, put on record as a fault of the machine, and left to people; a follower that has raised one is not
started again, or the alarm would be raised for ever.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable

from openetg.server.folder import FloorFolder

ALARM = 1
"""The exit code of a follower that found a difference."""
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 60.0
GOODBYE_S = 20.0
"""How long it may take to sign what was written last."""

Say = Callable[[str], None]


class SecondProcess:
    """The follower of a floor, as its child."""

    def __init__(self, place: FloorFolder, say: Say, report: Callable[[str], object], *, mirror: str = "") -> None:
        self._words = ["journal", "follow", place.journal, "--floor", str(place.path), "--keys", str(place.keys)]
        self._words += ["--with-floor", *(["--mirror", mirror] if mirror else [])]
        self._say = say
        self._report = report
        self._process: Process | None = None

    async def run(self) -> None:
        """Keeps a follower running until it raises an alarm or this is cancelled."""
        pause_s = FIRST_PAUSE_S
        while True:
            code, last_words = await self._once()
            if code == ALARM:
                self._say(f"ALARM    {last_words}")
                self._report(f"the follower raised an alarm: {last_words}")
                return await _for_ever()
            self._say(f"follower ended ({last_words or f'exit code {code}'}); it is started again in {pause_s:.0f} s")
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 2, LONGEST_PAUSE_S)

    async def stop(self) -> None:
        """Lets it sign what was written last, then ends it."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        assert process.stdin is not None, "it was started with a pipe"
        process.stdin.close()
        try:
            async with asyncio.timeout(GOODBYE_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    async def _once(self) -> tuple[int, str]:
        # Its input ends when this process does, however that comes about: then the follower stops by itself.
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "openetg", *self._words, stdin=PIPE, stdout=PIPE, stderr=asyncio.subprocess.STDOUT
        )
        assert self._process.stdout is not None, "it was started with a pipe"
        last = ""
        async for line in self._process.stdout:
            last = line.decode(errors="replace").strip() or last
        return await self._process.wait(), last


async def _for_ever() -> None:
    await asyncio.Event().wait()
