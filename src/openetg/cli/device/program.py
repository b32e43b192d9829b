"""What every `etg device` program does: listens, takes words from its standard input, runs until it is stopped."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any

import click

from openetg.cli.arguments import BadQuestionError
from openetg.devices.line.keypad import Keypad
from openetg.devices.line.proof import key_from_text
from openetg.devices.line.serve import DeviceServer
from openetg.rulebook.load import load
from openetg.rulebook.problems import Problems
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.policies import Device
from openetg.server.devices.simulators import Simulator, simulate

_OPTIONS = (
    click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at."),
    click.option("--port", default=0, help="The port to listen at; 0 picks a free one."),
    click.option("--time-factor", default=1.0, show_default=True, help="How much faster it turns than a real one."),
    click.option(
        "--key",
        "key_file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="The file of the device's key; wanted off loopback.",
    ),
    click.option("--fault", "faults", multiple=True, help="N:NAME lets NAME go wrong in the N-th spin."),
)


def listening(command: Callable[..., None]) -> Callable[..., None]:
    """The options of every device that listens."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def rulebook_with(name: str, device: Device) -> tuple[Rulebook, str]:
    """A rulebook and the first of its kinds of table that has such a device; a bad question if there is none."""
    try:
        rulebook = load(name).rulebook
    except Problems as problem:
        raise BadQuestionError(f"--rulebook: {problem}") from None
    for kind, table in rulebook.tables.items():
        if table.device.value is device:
            return rulebook, kind
    raise BadQuestionError(f'--rulebook: expected one with a table that has {device.value}, found "{name}"')


def read_key(path: Path | None, host: str) -> bytes | None:
    """The key in a file; a bad question if there is none and others could connect."""
    if path is not None:
        try:
            return key_from_text(path.read_text(encoding="utf-8"))
        except (ValueError, OSError) as problem:
            raise BadQuestionError(f"--key {path}: {problem}") from None
    if host not in {"127.0.0.1", "::1", "localhost"}:
        raise BadQuestionError(f"--key: expected the device's key, since others can connect at {host}")
    return None


def inject(simulator: Simulator, faults: tuple[str, ...]) -> None:
    """Switches on the faults named on the command line."""
    for text in faults:
        spin, _, name = text.partition(":")
        fault = fault_named(simulator, name)
        if not (spin.isascii() and spin.isdigit() and int(spin)) or fault is None:
            raise BadQuestionError(f"--fault: expected N:NAME with one of {names_of(simulator)}, found {text!r}")
        _device(simulator).inject(int(spin), fault)


def fault_named(simulator: Simulator, name: str) -> Enum | None:
    """The fault of that name."""
    return next((fault for fault in simulator.device.FAULTS if fault.value == name), None)


def names_of(simulator: Simulator) -> str:
    """The faults of a device, for people."""
    return ", ".join(fault.value for fault in simulator.device.FAULTS)


def _device(simulator: Simulator) -> Any:
    return simulator.device


class Console:
    """Words from the keyboard become faults, a push, and the dealer's keys."""

    def __init__(self, simulator: Simulator, server: DeviceServer) -> None:
        self._simulator = simulator
        self._server = server
        self._keypad = None if simulator.press is None else Keypad(simulator.press)

    def take(self, text: str) -> str:
        """Does what a line says; what came of it, in words."""
        word, _, value = text.strip().partition(" ")
        if word == "fault":
            fault = fault_named(self._simulator, value)
            if fault is None:
                return f"expected one of {names_of(self._simulator)}, found {value!r}"
            _device(self._simulator).inject_next(fault)
            return f"{fault.value} in the next spin"
        if word == "push" and self._simulator.push is not None:
            return "pushed" if self._server.by_hand(self._simulator.push) else "it moves already"
        if self._keypad is None:
            return f"expected fault NAME, found {text.strip()!r}"
        keypad = self._keypad
        return self._server.by_hand(lambda: keypad.type(text))


def run(
    simulator: Simulator,
    name: str,
    *,
    host: str,
    port: int,
    time_factor: float,
    key: bytes | None,
    push_every_s: float = 0.0,
) -> None:
    """Runs a device until it is stopped; says first where it listens."""
    if time_factor <= 0:
        raise BadQuestionError(f"--time-factor: expected a number above nothing, found {time_factor}")

    async def listen() -> None:
        server = DeviceServer(simulator.line, time_factor=time_factor, key=key)
        try:
            where = await server.open(host, port)
        except OSError as problem:
            raise BadQuestionError(f"--host {host} --port {port}: {problem.strerror or problem}") from None
        click.echo(f"{name} {where[0]}:{where[1]}")
        _read_words(Console(simulator, server))
        while True:
            await asyncio.sleep(push_every_s / time_factor if push_every_s else 3_600)
            if push_every_s and simulator.push is not None:
                server.by_hand(simulator.push)

    try:
        asyncio.run(listen())
    except KeyboardInterrupt:
        click.echo("stopped")


def _read_words(console: Console) -> None:
    """Reads on a thread of its own, which ends with the program; what it reads happens in the loop."""
    loop = asyncio.get_running_loop()

    def answer(text: str) -> None:
        click.echo(console.take(text))

    def read() -> None:
        for line in sys.stdin or ():
            if line.strip():
                loop.call_soon_threadsafe(answer, line)

    threading.Thread(target=read, daemon=True, name="keyboard").start()


def spun_by_hand(name: str, device: Device, rulebook_by_default: str, summary: str) -> click.Command:
    """The command of a device that a dealer sets in motion."""

    @click.command(name, help=summary)
    @click.option("--rulebook", default=rulebook_by_default, show_default=True, help="Whose it is.")
    @listening
    @click.option(
        "--push-every", default=0.0, help="Seconds between two spins without anybody; 0 waits for the word `push`."
    )
    def command(
        rulebook: str,
        host: str,
        port: int,
        time_factor: float,
        key_file: Path | None,
        faults: tuple[str, ...],
        push_every: float,
    ) -> None:
        simulator = simulate(*rulebook_with(rulebook, device))
        inject(simulator, faults)
        key = read_key(key_file, host)
        run(simulator, name, host=host, port=port, time_factor=time_factor, key=key, push_every_s=push_every)

    return command
