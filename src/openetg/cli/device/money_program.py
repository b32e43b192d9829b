"""What the programs of simulated money devices share: they listen, keep a memory in a file, and words are hands.

A program that is killed is a loss of power: started again with the same memory it goes on where it was.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.device.program import read_key
from openetg.devices.line.serve import DeviceServer
from openetg.devices.money.line import MoneyDeviceEnd, MoneyLanguage
from openetg.money import cents_of, parse_money
from openetg.server.devices.desk.inside import InsideLine

Hand = Callable[[Any, str], str]
"""What a person does to a device, with the rest of the line they typed; what came of it, in words."""

_OPTIONS = (
    click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at."),
    click.option("--port", default=0, help="The port to listen at; 0 picks a free one."),
    click.option(
        "--memory",
        type=click.Path(dir_okay=False, path_type=Path),
        help="The file of its permanent memory; without one it forgets when it ends.",
    ),
    click.option(
        "--key",
        "key_file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="The file of the device's key; wanted off loopback.",
    ),
)


def listening(command: Callable[..., None]) -> Callable[..., None]:
    """The options of every money device."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def new_life() -> int:
    """The life of a memory that begins now: higher than that of any before it."""
    return time.time_ns() // 1_000_000


def cents_typed(text: str) -> int:
    """So many cents, from `50` or `12.50`; a bad question otherwise."""
    return cents_of(parse_money(text))


class _Kept:
    """A device that writes its memory before anything it said is heard."""

    def __init__(self, line: InsideLine) -> None:
        self._line = line

    def order(self, order: object) -> None:
        self._line.send(order)

    def next_event_ms(self) -> int:
        due: int = self._line.device.next_event_ms()
        return due

    def advance(self, to_ms: int) -> list[Any]:
        said: list[Any] = self._line.device.advance(to_ms)
        self._line.keep()
        return said


def run(  # noqa: PLR0913 -- what the command line says, and the device
    language: MoneyLanguage[Any, Any],
    device: Any,
    hands: Mapping[str, Hand],
    name: str,
    *,
    host: str,
    port: int,
    memory: Path | None,
    key_file: Path | None,
) -> None:
    """Runs a device until it is stopped; says first where it listens."""
    key = read_key(key_file, host)
    try:
        kept = _Kept(InsideLine(device, memory))
    except ValueError as problem:
        raise BadQuestionError(f"--memory {problem}") from None

    async def listen() -> None:
        server = DeviceServer(MoneyDeviceEnd(language, kept), key=key)
        try:
            where = await server.open(host, port)
        except OSError as problem:
            raise BadQuestionError(f"--host {host} --port {port}: {problem.strerror or problem}") from None
        click.echo(f"{name} {where[0]}:{where[1]}")
        _read_words(lambda text: server.by_hand(lambda: take(device, hands, text)))
        await asyncio.Event().wait()

    try:
        asyncio.run(listen())
    except KeyboardInterrupt:
        click.echo("stopped")


def take(device: Any, hands: Mapping[str, Hand], text: str) -> str:
    """Does what a line says; what came of it, in words."""
    word, _, rest = text.strip().partition(" ")
    if word not in hands:
        return f"expected one of {', '.join(hands)}, found {word!r}"
    try:
        return hands[word](device, rest.strip())
    except ValueError as problem:
        return str(problem)


def _read_words(answer: Callable[[str], str]) -> None:
    """Reads on a thread of its own, which ends with the program; what it reads happens in the loop."""
    loop = asyncio.get_running_loop()

    def say(text: str) -> None:
        click.echo(answer(text))

    def read() -> None:
        for line in sys.stdin or ():
            if line.strip():
                loop.call_soon_threadsafe(say, line)

    threading.Thread(target=read, daemon=True, name="keyboard").start()


def done(deed: Callable[[Any], object]) -> Hand:
    """A hand that only does something."""

    def hand(device: Any, rest: str) -> str:
        del rest
        deed(device)
        return "done"

    return hand
