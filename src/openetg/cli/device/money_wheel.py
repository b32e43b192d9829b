"""`etg device money-wheel`: a simulated money wheel with its indicator."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.device.running import inject, listening, read_key, rulebook_with, run
from openetg.rulebook.policies import Device
from openetg.server.simulators import simulate


@click.command("money-wheel")
@click.option("--rulebook", default="money-wheel", show_default=True, help="Whose it is.")
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
    """A simulated money wheel with its indicator."""
    book, kind = rulebook_with(rulebook, Device.MONEY_WHEEL)
    simulator = simulate(book, kind)
    inject(simulator, faults)
    run(
        simulator,
        "money-wheel",
        host=host,
        port=port,
        time_factor=time_factor,
        key=read_key(key_file, host),
        push_every_s=push_every,
    )
