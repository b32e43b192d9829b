"""The simulated players of a demonstration floor, in a process of their own that ends with the floor.

They are guests: they come in by the front door as any browser does, take processor time only when the floor leaves
some, and nothing that happens to them stops the floor.
"""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Callable

from openetg import isolated
from openetg.server.life.follower_process import lines_of, say_goodbye

GOODBYE_S = 5.0
PAUSE_S = 10.0
"""How long to wait before starting them again if they ended."""


class Guests:
    """`etg players` as a child of a floor."""

    def __init__(self, address: str, count: int, say: Callable[[str], None], *, more: tuple[str, ...] = ()) -> None:
        """`address` is that of the floor's first page; `more` are further words of the command."""
        self._words = ["players", address, "--count", str(count), "--with-floor", *more]
        self._say = say
        self._process: Process | None = None

    async def run(self) -> None:
        """Keeps them playing until cancelled; called once the floor accepts connections."""
        while True:
            # Its input ends when this process does, however that comes about: then the players leave by themselves.
            command = isolated.command("openetg", *self._words)
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=STDOUT, env=isolated.environment()
            )
            assert self._process.stdout is not None, "it was started with a pipe"
            async for words in lines_of(self._process.stdout):
                if words:
                    self._say(words)
            code = await self._process.wait()
            self._say(f"players  gone (exit code {code}); others come in {PAUSE_S:.0f} s")
            await asyncio.sleep(PAUSE_S)

    async def stop(self) -> None:
        """Ends the process of the players."""
        await say_goodbye(self._process, GOODBYE_S)
