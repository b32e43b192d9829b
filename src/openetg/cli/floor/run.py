"""`etg floor run`: the floor of a floor file, or the demonstration floor."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from datetime import date, timedelta
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from openetg.cli.arguments import BadQuestionError
from openetg.cli.floor.place import default_folder
from openetg.keys.files import write_whole

if TYPE_CHECKING:
    from openetg.server.checks.clock_check import ClockConfirmed
    from openetg.server.life.run import Settings
    from openetg.server.ops.logs import Logs
    from openetg.server.plan.floor_plan import House
    from openetg.server.plan.floorfile import FloorFile

PORT = click.IntRange(0, 65_535)
EPOCH = date(1970, 1, 1)
DAY_MS = 24 * 60 * 60 * 1000


class PositiveSeconds(click.FloatRange):
    """A number above nothing; `nan` is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        return self.fail(f"{value!r} is not a number", param, ctx) if isnan(number) else number


POSITIVE = PositiveSeconds(0.001, 1_000_000)
KEPT_OUTPUT = ("INVOCATION_ID", "JOURNAL_STREAM")
"""What a service manager sets for a service whose output it keeps."""
STANDS_IN_FILE = ("tables", "terminals", "period", "launch", "players")
"""What only the demonstration floor is asked; a floor file says it itself."""


@click.command("run")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="Where it stands: journal and keys.")
@click.option("--store", default="", metavar="ADDRESS", help="Where the journal is, if not there: postgresql://…")
@click.option("--keys", type=click.Path(path_type=Path, file_okay=False), help="Where the keys are, if not there.")
@click.option("--manifest", type=click.Path(path_type=Path, dir_okay=False), help="Start only with this software.")
@click.option("--host", help="The address to listen at.  [default: 127.0.0.1, or as in FILE]")
@click.option("--port", type=PORT, help="The port of pages, API and sockets; 0 picks one.  [default: 8400]")
@click.option("--tables", default="", metavar="A,B", help="Demonstration: only these of its tables.")
@click.option(
    "--terminals", type=click.IntRange(1, 20_000), help="Demonstration: how many at each table.  [default: 8]"
)
@click.option("--period", type=POSITIVE, help="Demonstration: the wagering period in seconds.  [default: 30]")
@click.option("--launch", type=POSITIVE, help="Demonstration: seconds from opening to launch.  [default: 18]")
@click.option("--players", type=click.IntRange(0, 20_000), default=0, help="Demonstration: so many simulated players.")
@click.option(
    "--time-factor", type=POSITIVE, default=1.0, show_default=True, help="How much faster simulated devices are."
)
@click.option("--device", multiple=True, metavar="TABLE=ADDRESS", help="Another device: A=tcp://HOST:PORT.")
@click.option("--messages-per-second", default=40.0, show_default=True, help="The most a terminal may send.")
@click.option("--time-zone", help="The zone of its calendar: Australia/Sydney.  [default: UTC, or as in FILE]")
@click.option("--day-starts", help="When its gaming day begins there.  [default: 06:00, or as in FILE]")
@click.option("--day-length", type=float, hidden=True, help="Seconds of a gaming day, to rehearse the change of days.")
@click.option("--mirror", default="", metavar="ADDRESS", help="Keep a second journal there in step.")
@click.option("--follow/--no-follow", default=True, help="A second process that checks, signs and takes snapshots.")
@click.option(
    "--accept-clock",
    nargs=2,
    metavar="DATE PERSON",
    help="The clock is right, though it is far from the last entry: the date another clock shows, and who says so.",
)
@click.option("--stop-within", default=120.0, show_default=True, help="Seconds that rounds are waited for at a stop.")
@click.option(
    "--log",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file of its log.  [default: floor.log where it stands]",
)
@click.option("--log-format", type=click.Choice(["text", "json"]), help="Its form; without --log it goes to stderr.")
@click.option("--pages/--no-pages", default=True, help="Serve the pages and the API, or sockets alone.")
def command(**options: Any) -> None:
    """Runs the floor of FILE; without one the demonstration floor: six tables, every device simulated, open to whoever
    sits at this machine and to nobody else. `etg floor init` writes a file to start from.

    It checks itself before it lets anybody in. Stop it with Ctrl-C, or pull the plug: everything acknowledged is in the
    journal, and the next start goes on.
    """
    run_or_stand_by(standing_by=False, **options)


def run_or_stand_by(*, standing_by: bool, **options: Any) -> None:
    """Runs the floor these options describe, at once or when the standby is told to."""
    import uvloop  # noqa: PLC0415 - slow to import and only for this command

    from openetg.server.follower.standby import stand_by  # noqa: PLC0415
    from openetg.server.life.run import FloorStopped, run_floor  # noqa: PLC0415
    from openetg.server.ops import logs  # noqa: PLC0415

    if sys.flags.optimize:
        raise click.ClickException("a floor runs with its assertions on: start Python without -O")
    log_path, log_form = options.pop("log"), options.pop("log_format")
    settings = _settings(**options)
    log = _begin_log(log_path, log_form, settings.folder)
    ask_clock = _ask_clock if sys.stdin.isatty() and not standing_by else None
    settings = replace(
        settings, log_dropped=lambda: log.dropped, whisper=_whisper(settings.folder), ask_clock=ask_clock
    )
    say = logs.also_logged(click.echo)
    try:
        uvloop.run(stand_by(settings, say) if standing_by else run_floor(settings, say))
    except FloorStopped as stopped:
        logging.getLogger("openetg.floor").critical("the floor has stopped", extra={"why": str(stopped)})
        click.echo(f"the floor has stopped: {stopped}", err=True)
        raise SystemExit(3) from None
    finally:
        log.close()


def _ask_clock(words: str) -> ClockConfirmed | None:
    """Asks the person at the terminal for the date, which has to come from another clock."""
    from openetg.server.checks.clock_check import ClockConfirmed  # noqa: PLC0415

    click.echo(f"{words}.\nPapers and claims would run out by it for good.")
    day = click.prompt("The date of today, off another clock (nothing to stop)", default="", show_default=False).strip()
    person = click.prompt("Your number").strip() if day else ""
    return ClockConfirmed(day, person) if day and person else None


def clock_confirmed(accepted: tuple[str, str] | None) -> ClockConfirmed | None:
    """What --accept-clock says."""
    from openetg.server.checks.clock_check import ClockConfirmed  # noqa: PLC0415

    if not accepted:
        return None
    day, person = (each.strip() for each in accepted)
    try:
        date.fromisoformat(day)
    except ValueError:
        raise BadQuestionError(f"--accept-clock: expected a date such as 2026-11-16, found {day!r}") from None
    if not person:
        raise BadQuestionError("--accept-clock: expected who says so, found nobody")
    return ClockConfirmed(day, person)


def _whisper(folder: Path) -> Callable[[str], None]:
    """How a code is shown: to a person at a terminal; otherwise in a file of the floor's own user, since all that a
    service manager receives it keeps.
    """
    from openetg.server.plan.folder import FloorFolder  # noqa: PLC0415

    kept = any(name in os.environ for name in KEPT_OUTPUT)
    if sys.stdout.isatty() and not kept:
        return click.echo
    path = FloorFolder(folder).first_code

    def write(text: str) -> None:
        write_whole(path, f"{text}\n".encode(), mode=0o600)
        click.echo(f"welcome  the code for the first password is in {path}; remove the file when it is used")

    return write


def _begin_log(path: Path | None, form: Any, folder: Path) -> Logs:
    from openetg.server.ops import logs  # noqa: PLC0415

    try:
        return logs.set_up_in(folder) if path is None and form is None else logs.set_up(path, form)
    except OSError as fault:
        raise BadQuestionError(f"--log {path}: {fault.strerror or fault}") from None


def _settings(
    *,
    file: Path | None,
    device: tuple[str, ...],
    time_zone: str | None,
    day_starts: str | None,
    day_length: float | None,
    accept_clock: tuple[str, str] | None,
    **options: Any,
) -> Settings:
    from openetg.server.plan.days import CalendarProblem, GamingDays  # noqa: PLC0415

    read = None if file is None else _read(file)
    only_shown = {key: options.pop(key) for key in STANDS_IN_FILE}
    settings = _demonstrated(only_shown, options) if read is None else _filed(file, read, only_shown, options)
    zone, starts = ("UTC", "06:00") if read is None else (read.site.time_zone, read.site.day_starts)
    try:
        days = GamingDays(time_zone or zone, day_starts or starts)
    except CalendarProblem as problem:
        raise click.UsageError(f"--time-zone, --day-starts: {problem}") from None
    day_of = _short_days(round(day_length * 1000)) if day_length else days.day_of
    house = replace(_with_devices(settings.house, device), time_zone=time_zone or zone)
    return replace(settings, house=house, day_of=day_of, clock_confirmed=clock_confirmed(accept_clock))


def _demonstrated(only_shown: dict[str, Any], options: dict[str, Any]) -> Settings:
    """The demonstration floor."""
    from openetg.server.plan.demonstration import demonstration, shipped  # noqa: PLC0415

    tables = tuple(filter(None, only_shown["tables"].split(",")))
    unknown = set(tables) - set(shipped().tables)
    if unknown:
        raise BadQuestionError(f"--tables: expected some of {', '.join(shipped().tables)}, found {', '.join(unknown)}")
    period, launch = only_shown["period"], only_shown["launch"]
    house = demonstration(
        terminals=only_shown["terminals"] or 8,
        tables=tables,
        period_ms=None if period is None else round(period * 1000),
        launch_ms=None if launch is None else round(launch * 1000),
    )
    if any(not 0 < plan.launch_ms < plan.period_ms for plan in house.tables):
        raise click.UsageError("--launch: expected a time inside the wagering period")
    folder = options.pop("folder") or default_folder()
    host, port = options.pop("host") or "127.0.0.1", options.pop("port")
    return _made(
        folder, house, options, host=host, port=8400 if port is None else port, demonstration=True,
        players=only_shown["players"],
    )  # fmt: skip


def _filed(file: Path | None, read: FloorFile, only_shown: dict[str, Any], options: dict[str, Any]) -> Settings:
    """The floor of a file; what it names stands beside it, and what is asked for here goes before."""
    from openetg.server.front.front import Tls  # noqa: PLC0415
    from openetg.server.plan.floorfile import house_of  # noqa: PLC0415
    from openetg.server.plan.floorfile_access import access_plan  # noqa: PLC0415
    from openetg.server.plan.floorfile_safety import clock_limits, shipping_of  # noqa: PLC0415

    assert file is not None, "it was read"
    given = [key for key, value in only_shown.items() if value]
    if given:
        raise BadQuestionError(f"--{given[0]}: expected it in {file}, this option is for the demonstration floor")
    beside, server, journal = file.absolute().parent, read.server, read.journal
    folder, host, port = options.pop("folder") or beside, options.pop("host"), options.pop("port")
    store, keys, mirror = (options.pop(key) for key in ("store", "keys", "mirror"))
    tls = Tls(beside / server.certificate, beside / server.key) if server.certificate else None
    return _made(
        folder, house_of(read), options, host=host or server.host, port=server.port if port is None else port,
        tls=tls, store=store or journal_beside(journal.store, folder), keys=keys or folder / journal.keys,
        mirror=mirror or journal_beside(journal.mirror, folder), clock=clock_limits(read.clock),
        shipping=shipping_of(read.checkpoints, folder),
        access=access_plan(read.access), file=file,
        connections_per_address=server.connections_per_address,
    )  # fmt: skip


def _made(folder: Path, house: House, options: dict[str, Any], **more: Any) -> Settings:
    from openetg.server.life.run import Settings  # noqa: PLC0415

    messages_per_s, stop_within_ms = options.pop("messages_per_second"), round(options.pop("stop_within") * 1000)
    asked = options | more
    return Settings(folder=folder, house=house, messages_per_s=messages_per_s, stop_within_ms=stop_within_ms, **asked)


def _read(file: Path) -> FloorFile:
    from openetg.rulebook.problems import Problems  # noqa: PLC0415
    from openetg.server.plan.floorfile import read  # noqa: PLC0415

    try:
        return read(file)
    except Problems as problems:
        raise BadQuestionError(f"{problems}\n`etg floor check {file}` says it again") from None


def journal_beside(address: str, folder: Path) -> str:
    """A journal's address with the path in it read from where the file lies."""
    kind, _, path = address.partition(":")
    return str(folder / path) if kind == "sqlite" else address


def _short_days(day_ms: int) -> Callable[[int], str]:
    """Days that follow each other in seconds, from today on, for rehearsals and tests."""

    def day_of(at_ms: int) -> str:
        today, since_midnight = divmod(at_ms, DAY_MS)
        return (EPOCH + timedelta(days=today + since_midnight // day_ms)).isoformat()

    return day_of


def _with_devices(house: House, devices: tuple[str, ...]) -> House:
    from openetg.server.devices.attaching import connection  # noqa: PLC0415

    addresses: dict[str, str] = {}
    for text in devices:
        table, _, address = text.partition("=")
        if table not in {plan.table for plan in house.tables}:
            raise BadQuestionError(f'--device: expected TABLE=ADDRESS with a table of this floor, found "{text}"')
        try:
            connection(address.removeprefix("status+"))
        except ValueError as wrong:
            raise BadQuestionError(f"--device: {wrong}") from None
        addresses[table] = address
    tables = tuple(replace(plan, device=addresses.get(plan.table, plan.device)) for plan in house.tables)
    return replace(house, tables=tables)
