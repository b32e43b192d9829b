"""Winds a running floor down: the loop around `Stopping`, with the signals that ask for it.

It opens nothing and ends nothing; it tells the conductor to stop, waits for commits, and returns when the floor may
stop.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable
from typing import Any

from openetg.server.devices.conductor import Conductor
from openetg.server.life.stopping import Stopping, Why, parting_words
from openetg.server.writer.engine import Engine

LOOK_EVERY_S = 0.25
"""The longest time between two checks whether the time is up."""


class StopSignals:
    """Remembers requests to stop from the first moment on: a start is never broken off half way."""

    def __init__(self) -> None:
        self.first = asyncio.Event()
        self.again = asyncio.Event()

    def ask(self) -> None:
        """A stop is requested, for the first time or again."""
        (self.again if self.first.is_set() else self.first).set()


def stop_signals() -> StopSignals:
    """Listens to SIGINT and SIGTERM."""
    asked = StopSignals()
    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, asked.ask)
    return asked


async def wind_down(
    engine: Engine,
    conductor: Conductor,
    asked: StopSignals,
    stopping: Stopping,
    say: Callable[[str], None],
    *,
    ended: asyncio.Future[None],
) -> Why | None:
    """Waits until the floor may stop, and returns why; None if `ended`, the engine's run, is over before.

    Called once the floor was asked to stop; the engine still runs, and the caller stops it.
    """
    stopping.ask(engine.clock.now_ms())
    conductor.wind_down()
    again = asyncio.ensure_future(asked.again.wait())
    try:
        while True:
            why = await _look(engine, stopping, say, ended)
            if why is not None or ended.done():
                return why
            await asyncio.wait(_any(again, ended), timeout=LOOK_EVERY_S, return_when=asyncio.FIRST_COMPLETED)
            if again.done():
                stopping.ask(engine.clock.now_ms())
    finally:
        again.cancel()


async def _look(
    engine: Engine, stopping: Stopping, say: Callable[[str], None], ended: asyncio.Future[None]
) -> Why | None:
    """Runs a check once the floor is what the journal holds, which it never is again after a failed commit."""
    seen: asyncio.Future[Why | None] = asyncio.get_running_loop().create_future()

    def look() -> None:
        floor, now_ms = engine.writer.floor, engine.clock.now_ms()
        why = stopping.why_now(floor, now_ms)
        words = stopping.words(floor) if why is None else parting_words(floor, why)
        if words is not None:
            say(words)
        seen.set_result(why)

    engine.exchange.when_still(look)
    await asyncio.wait(_any(seen, ended), return_when=asyncio.FIRST_COMPLETED)
    return seen.result() if seen.done() else None


def _any(*futures: asyncio.Future[Any]) -> list[asyncio.Future[Any]]:
    """Futures of several kinds, to wait for one of them."""
    return list(futures)
