"""`etg device status-line`: a simulated wheel that runs its own cycle and says where it is, on TCP or a serial line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.device.program import inject, listening, read_key, rulebook_with, run
from openetg.devices.statusline.pty import serve_pty
from openetg.rulebook.schema.policies import Device
from openetg.server.devices.simulators import Simulator, own_cycle


@click.command("status-line")
@click.option("--rulebook", default="ministar", show_default=True, help="Whose wheel it is.")
@click.option("--pty", "on_pty", is_flag=True, help="On a pseudo-terminal, as at a serial port, instead of TCP.")
@listening
def command(
    rulebook: str,
    on_pty: bool,
    host: str,
    port: int,
    time_factor: float,
    key_file: Path | None,
    faults: tuple[str, ...],
) -> None:
    """A simulated wheel that runs its own cycle and says twice a second where it is."""
    book, _ = rulebook_with(rulebook, Device.AUTOMATIC_WHEEL)
    simulator = own_cycle(book)
    inject(simulator, faults)
    if key_file is not None:
        raise BadQuestionError("--key: a status line knows no key; keep it on a cable of its own")
    if on_pty:
        _run_on_pty(simulator, time_factor)
    else:
        run(simulator, "status-line", host=host, port=port, time_factor=time_factor, key=read_key(None, host))


def _run_on_pty(simulator: Simulator, time_factor: float) -> None:
    async def serve() -> None:
        async with serve_pty(simulator.line, time_factor=time_factor) as path:
            click.echo(f"status-line serial:{path}")
            await asyncio.Event().wait()

    try:
        asyncio.run(serve())
    except KeyboardInterrupt:
        click.echo("stopped")
