"""`etg device tumbler`: a simulated tumbler with three dice."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.device.program import inject, listening, read_key, rulebook_with, run
from openetg.rulebook.schema.policies import Device
from openetg.server.devices.simulators import simulate


@click.command("tumbler")
@click.option("--rulebook", default="interblock", show_default=True, help="Whose it is.")
@listening
def command(
    rulebook: str, host: str, port: int, time_factor: float, key_file: Path | None, faults: tuple[str, ...]
) -> None:
    """A simulated tumbler with three dice."""
    book, kind = rulebook_with(rulebook, Device.DICE_TUMBLER)
    simulator = simulate(book, kind)
    inject(simulator, faults)
    run(simulator, "tumbler", host=host, port=port, time_factor=time_factor, key=read_key(key_file, host))
