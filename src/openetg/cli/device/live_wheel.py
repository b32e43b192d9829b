"""`etg device live-wheel`: a simulated roulette wheel that a dealer spins."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.device.running import inject, listening, read_key, rulebook_with, run
from openetg.rulebook.policies import Device
from openetg.server.simulators import simulate


@click.command("live-wheel")
@click.option("--rulebook", default="novo-unity", show_default=True, help="Whose it is.")
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
    """A simulated roulette wheel that a dealer spins."""
    book, kind = rulebook_with(rulebook, Device.LIVE_WHEEL)
    simulator = simulate(book, kind)
    inject(simulator, faults)
    run(
        simulator,
        "live-wheel",
        host=host,
        port=port,
        time_factor=time_factor,
        key=read_key(key_file, host),
        push_every_s=push_every,
    )
