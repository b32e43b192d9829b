"""`etg players`: simulated players at a demonstration floor."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import sys
from collections.abc import Coroutine

import click

from openetg.cli.arguments import BadQuestionError

NICER = 10
"""How far players stand back for the floor when the machine is busy."""


@click.command("players")
@click.argument("address")
@click.option("--count", type=click.IntRange(1), default=40, show_default=True, help="How many.")
@click.option("--seed", type=int, help="The same players again; without it, others each time.")
@click.option("--pace", type=click.FloatRange(0.1, 100), default=1.0, hidden=True, help="How much faster than people.")
@click.option("--with-floor", is_flag=True, hidden=True, help="End when the input ends: started by a floor.")
def command(address: str, count: int, seed: int | None, pace: float, *, with_floor: bool) -> None:
    """Simulated players at the demonstration floor at ADDRESS, such as http://127.0.0.1:8400/.

    They sit at terminals and seats all over the floor, but leave the first of each table to you; where you sit down
    they make way. Stop them with Ctrl-C: what they have on their meters stays there.
    """
    from openetg.players.company import Company  # noqa: PLC0415 - slow to import and only for this command
    from openetg.players.places import PlacesProblem, PlayerPlaces, ask_floor  # noqa: PLC0415

    try:
        room = PlayerPlaces(ask_floor(address))
    except PlacesProblem as problem:
        raise BadQuestionError(str(problem)) from None
    if not room.size:
        raise BadQuestionError("every table keeps its first place for people, and there are no others")
    coming = min(count, room.size)
    if with_floor and hasattr(os, "nice"):
        os.nice(NICER)
    seed = secrets.randbelow(2**31) if seed is None else seed
    few = "" if coming == count else f" of {count}, since there is no more room: one place a table is left to people"
    click.echo(f"players  {coming}{few}, seed {seed}")
    company = Company(room, coming, seed=seed, pace=pace, say=lambda words: click.echo(f"players  {words}"))
    asyncio.run(_until_stopped(company.play(), with_floor=with_floor))


async def _until_stopped(playing: Coroutine[None, None, None], *, with_floor: bool) -> None:
    """Lets them play until told to stop, or until the floor that started them is gone."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    if with_floor:
        # No process writes to it: that it can be read means that it has ended.
        loop.add_reader(sys.stdin.fileno(), stop.set)
    task, told = asyncio.create_task(playing), asyncio.create_task(stop.wait())
    await asyncio.wait({task, told}, return_when=asyncio.FIRST_COMPLETED)
    told.cancel()
    if task.done():
        task.result()
    task.cancel()
    await asyncio.wait({task})
