"""The second process beside a floor: the follower, started with it, started again when it ends, stopped after it.

The floor does not need it to decide or to remember, so nothing that happens to it stops the floor. An alarm does not
either: it is printed, put on record as a fault of the machine, and left to people; a follower that has raised one is
not started again, or the alarm would be raised for ever.
"""

from __future__ import annotations

import asyncio
import time
from asyncio import StreamReader
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Callable

from openetg import isolated
from openetg.server.follower.shipping import Shipping
from openetg.server.plan.folder import FloorFolder

ALARM = 1
"""The exit code of a follower that found a difference; its line of output begins with `ALARM_WORD`."""
ALARM_WORD = "ALARM"
WARNING_WORD = "WARNING"
"""How a line begins that goes on record while the follower goes on."""
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 60.0
LONGEST_LINE = 2_000
"""How many bytes of its output go on record."""
JOURNAL, MIRROR = "OPENETG_JOURNAL", "OPENETG_MIRROR"
"""Where a follower finds the addresses of the journal and of its copy in its environment, which only its user reads."""
GOODBYE_S = 20.0
"""How long it may take to sign what was written last."""

Say = Callable[[str], None]


class SecondProcess:
    """The follower of a floor, as its child."""

    def __init__(
        self,
        place: FloorFolder,
        say: Say,
        report: Callable[[str], object],
        *,
        mirror: str = "",
        shipping: Shipping | None = None,
    ) -> None:
        self._words = ["journal", "follow", "--floor", str(place.path), "--keys", str(place.keys), "--with-floor"]
        # Addresses may hold a password, and every user of the machine can read a process's command line.
        self._environment = {JOURNAL: place.journal, MIRROR: mirror}
        for option, value in _shipped(shipping or Shipping()):
            self._words += [option, value] if value else []
        self._say = say
        self._report = report
        self._process: Process | None = None

    async def run(self) -> None:
        """Keeps a follower running until it raises an alarm or this is cancelled."""
        pause_s = FIRST_PAUSE_S
        while True:
            began_s = time.monotonic()
            code, words = await self._once()
            if code == ALARM and words.startswith(ALARM_WORD):
                alarm = words.removeprefix(ALARM_WORD).strip()
                self._say(f"{ALARM_WORD}    {alarm}")
                self._report(f"the follower raised an alarm: {alarm}")
                return await _for_ever()
            why = words or f"exit code {code}"
            if time.monotonic() - began_s > LONGEST_PAUSE_S:
                pause_s = FIRST_PAUSE_S  # it had stayed up until now
            self._say(f"follower ended ({why}); it is started again in {pause_s:.0f} s")
            await asyncio.sleep(pause_s)
            if pause_s < LONGEST_PAUSE_S <= pause_s * 2:
                self._report(f"the follower does not stay up, and nothing is signed: {why}")
            pause_s = min(pause_s * 2, LONGEST_PAUSE_S)

    async def stop(self) -> None:
        """Lets it sign what was written last, then ends it."""
        await say_goodbye(self._process, GOODBYE_S)

    async def _once(self) -> tuple[int, str]:
        """Runs it to its end: the exit code, and its alarm or else its last line, cut to what goes on record."""
        # Its input ends when this process does, however that comes about: then the follower stops by itself.
        command = isolated.command("openetg", *self._words)
        # A session of its own: Ctrl-C is for the floor, which still has rounds to finish and entries to be signed.
        kept = isolated.environment() | self._environment
        self._process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=STDOUT, start_new_session=True, env=kept
        )
        assert self._process.stdout is not None, "it was started with a pipe"
        said = ""
        async for words in lines_of(self._process.stdout):
            said = said if said.startswith(ALARM_WORD) else words or said
            if words.startswith(WARNING_WORD):
                self._say(words)
                self._report(words.removeprefix(WARNING_WORD).strip())
        return await self._process.wait(), said


def _shipped(shipping: Shipping) -> list[tuple[str, str]]:
    folder, address, witness = shipping.folder, shipping.address, shipping.witness
    return [("--ship-folder", folder), ("--ship-address", address), ("--witness", witness)]


async def say_goodbye(process: Process | None, patience_s: float) -> None:
    """Ends the input of a child, which then leaves by itself; one that takes too long is killed."""
    if process is None or process.returncode is not None:
        return
    assert process.stdin is not None, "it was started with a pipe"
    process.stdin.close()
    try:
        async with asyncio.timeout(patience_s):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


async def lines_of(stream: StreamReader) -> AsyncIterator[str]:
    """What a process says, line by line, each cut to what goes on record: an alarm may quote a whole settlement."""
    line = b""
    while block := await stream.read(LONGEST_LINE):
        *whole, rest = block.split(b"\n")
        for part in whole:
            yield (line + part)[:LONGEST_LINE].decode(errors="replace").strip()
            line = b""
        line = (line + rest)[:LONGEST_LINE]
    yield line.decode(errors="replace").strip()


async def _for_ever() -> None:
    await asyncio.Event().wait()
