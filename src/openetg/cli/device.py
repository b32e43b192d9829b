"""`etg device`: simulated devices as programs of their own, so that they outlive a floor that is restarted."""

from __future__ import annotations

import asyncio

import click

from openetg.cli.asking import BadQuestionError
from openetg.rulebook.load import load


@click.group("device")
def command() -> None:
    """Run a simulated device."""


@command.command("wheel")
@click.option("--rulebook", default="ministar", show_default=True, help="Whose wheel it is.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=0, help="The port to listen at; 0 picks a free one.")
@click.option("--time-factor", default=1.0, show_default=True, help="How much faster it turns than a real one.")
def wheel(rulebook: str, host: str, port: int, time_factor: float) -> None:
    """A simulated automatic roulette wheel that listens for its floor."""
    from openetg.devices.wheel.serve import WheelServer  # noqa: PLC0415 - only for this command
    from openetg.server.run import simulated_line  # noqa: PLC0415

    data = load(rulebook).rulebook.games.roulette
    if data is None:
        raise BadQuestionError(f'--rulebook: expected a rulebook with roulette, found "{rulebook}"')

    async def run() -> None:
        server = WheelServer(simulated_line(data.wheel.order), time_factor=time_factor)
        where = await server.open(host, port)
        click.echo(f"wheel {where[0]}:{where[1]}")
        await asyncio.Event().wait()

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        click.echo("stopped")
