"""`etg floor run`: the demonstration floor."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from openetg.cli.floor.place import default_folder

if TYPE_CHECKING:
    from openetg.server.house import House

PORT = click.IntRange(0, 65_535)


@click.command("run")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="Where its journal stands.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=PORT, default=8400, show_default=True, help="The port of the pages; 0 picks a free one.")
@click.option("--socket-port", type=PORT, default=0, help="The port of the terminals' sockets; 0 picks a free one.")
@click.option("--terminals", default=8, show_default=True, help="How many terminals at each table.")
@click.option("--period", default=30.0, show_default=True, help="The wagering period in seconds.")
@click.option("--launch", default=18.0, show_default=True, help="Seconds from the opening to the launch.")
@click.option("--time-factor", default=1.0, show_default=True, help="How much faster simulated wheels turn.")
@click.option("--wheel", multiple=True, metavar="TABLE=HOST:PORT", help="A wheel that listens there; else simulated.")
@click.option("--messages-per-second", default=40.0, show_default=True, help="The most a terminal may send.")
@click.option("--pages/--no-pages", default=True, help="Serve the pages, or sockets alone.")
def command(  # noqa: PLR0913, PLR0917 - each is an option a person may set
    folder: Path | None,
    host: str,
    port: int,
    socket_port: int,
    terminals: int,
    period: float,
    launch: float,
    time_factor: float,
    wheel: tuple[str, ...],
    messages_per_second: float,
    pages: bool,
) -> None:
    """Runs the demonstration floor: a MiniStar and an Interblock roulette table with simulated wheels.

    Stop it with Ctrl-C, or pull the plug: everything acknowledged is in the journal, and the next start goes on.
    """
    import uvloop  # noqa: PLC0415 - slow to import and only for this command

    from openetg.server.house import demonstration  # noqa: PLC0415
    from openetg.server.run import FloorStopped, Settings, run_floor  # noqa: PLC0415

    if sys.flags.optimize:
        raise click.ClickException("a floor runs with its assertions on: start Python without -O")
    if not 0 < launch < period:
        raise click.UsageError("--launch: expected a time inside the wagering period")
    house = demonstration(terminals=terminals, period_ms=round(period * 1000), launch_ms=round(launch * 1000))
    settings = Settings(
        folder=folder or default_folder(),
        house=_with_wheels(house, wheel),
        host=host,
        port=port,
        socket_port=socket_port,
        messages_per_s=messages_per_second,
        pages=pages,
        time_factor=time_factor,
    )
    try:
        uvloop.run(run_floor(settings, click.echo))
    except FloorStopped as stopped:
        click.echo(f"the floor has stopped: {stopped}", err=True)
        raise SystemExit(3) from None


def _with_wheels(house: House, wheels: tuple[str, ...]) -> House:
    addresses: dict[str, tuple[str, int]] = {}
    for text in wheels:
        table, _, address = text.partition("=")
        host, _, port = address.rpartition(":")
        if table not in {plan.table for plan in house.tables} or not host or not port.isdigit():
            raise click.UsageError(f'--wheel: expected TABLE=HOST:PORT, found "{text}"')
        addresses[table] = (host, int(port))
    tables = tuple(replace(plan, wheel=addresses.get(plan.table)) for plan in house.tables)
    return replace(house, tables=tables)
