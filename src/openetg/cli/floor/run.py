"""`etg floor run`: the demonstration floor."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from openetg.cli.floor.place import default_folder

if TYPE_CHECKING:
    from openetg.server.house import House
    from openetg.server.run import Settings

PORT = click.IntRange(0, 65_535)
EPOCH = date(1970, 1, 1)
DAY_MS = 24 * 60 * 60 * 1000


@click.command("run")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="Where its journal stands.")
@click.option("--store", default="", metavar="ADDRESS", help="Where the journal is, if not there: postgresql://…")
@click.option("--keys", type=click.Path(path_type=Path, file_okay=False), help="Where the keys are, if not there.")
@click.option("--manifest", type=click.Path(path_type=Path, dir_okay=False), help="Start only with this software.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=PORT, default=8400, show_default=True, help="The port of the pages; 0 picks a free one.")
@click.option("--socket-port", type=PORT, default=0, help="The port of the terminals' sockets; 0 picks a free one.")
@click.option("--terminals", default=8, show_default=True, help="How many terminals at each table.")
@click.option("--period", default=30.0, show_default=True, help="The wagering period in seconds.")
@click.option("--launch", default=18.0, show_default=True, help="Seconds from the opening to the launch.")
@click.option("--time-factor", default=1.0, show_default=True, help="How much faster simulated wheels turn.")
@click.option("--wheel", multiple=True, metavar="TABLE=HOST:PORT", help="A wheel that listens there; else simulated.")
@click.option("--messages-per-second", default=40.0, show_default=True, help="The most a terminal may send.")
@click.option("--time-zone", default="UTC", show_default=True, help="The zone of its calendar: Australia/Sydney.")
@click.option("--day-starts", default="06:00", show_default=True, help="When its gaming day begins there.")
@click.option("--day-length", type=float, hidden=True, help="Seconds of a gaming day, to rehearse the change of days.")
@click.option("--mirror", default="", metavar="ADDRESS", help="Keep a second journal there in step.")
@click.option("--follow/--no-follow", default=True, help="A second process that checks, signs and takes snapshots.")
@click.option("--pages/--no-pages", default=True, help="Serve the pages, or sockets alone.")
def command(**options: Any) -> None:
    """Runs the demonstration floor: a MiniStar and an Interblock roulette table with simulated wheels.

    It checks itself before it lets anybody in. Stop it with Ctrl-C, or pull the plug: everything acknowledged is in the
    journal, and the next start goes on.
    """
    run_or_stand_by(standing_by=False, **options)


def run_or_stand_by(*, standing_by: bool, **options: Any) -> None:
    """Runs the floor these options describe, at once or when the standby is told to."""
    import uvloop  # noqa: PLC0415 - slow to import and only for this command

    from openetg.server.run import FloorStopped, run_floor  # noqa: PLC0415
    from openetg.server.standby import stand_by  # noqa: PLC0415

    if sys.flags.optimize:
        raise click.ClickException("a floor runs with its assertions on: start Python without -O")
    settings = _settings(**options)
    try:
        uvloop.run(stand_by(settings, click.echo) if standing_by else run_floor(settings, click.echo))
    except FloorStopped as stopped:
        click.echo(f"the floor has stopped: {stopped}", err=True)
        raise SystemExit(3) from None


def _settings(  # noqa: PLR0913 - each is an option a person may set
    *,
    folder: Path | None,
    period: float,
    launch: float,
    terminals: int,
    wheel: tuple[str, ...],
    messages_per_second: float,
    time_zone: str,
    day_starts: str,
    day_length: float | None,
    **others: Any,
) -> Settings:
    from openetg.server.days import CalendarProblem, GamingDays  # noqa: PLC0415
    from openetg.server.house import demonstration  # noqa: PLC0415
    from openetg.server.run import Settings  # noqa: PLC0415

    if not 0 < launch < period:
        raise click.UsageError("--launch: expected a time inside the wagering period")
    house = demonstration(terminals=terminals, period_ms=round(period * 1000), launch_ms=round(launch * 1000))
    try:
        days = GamingDays(time_zone, day_starts)
    except CalendarProblem as problem:
        raise click.UsageError(f"--time-zone, --day-starts: {problem}") from None
    return Settings(
        folder=folder or default_folder(),
        house=_with_wheels(house, wheel),
        messages_per_s=messages_per_second,
        day_of=_short_days(round(day_length * 1000)) if day_length else days.day_of,
        **others,
    )


def _short_days(day_ms: int) -> Callable[[int], str]:
    """Days that follow each other in seconds, from today on, for rehearsals and tests."""

    def day_of(at_ms: int) -> str:
        today, since_midnight = divmod(at_ms, DAY_MS)
        return (EPOCH + timedelta(days=today + since_midnight // day_ms)).isoformat()

    return day_of


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
