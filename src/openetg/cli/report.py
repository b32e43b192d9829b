"""`etg report`: reports of a journal as text, JSON, CSV or PDF."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click

from openetg.cli.arguments import BadQuestionError, json_option
from openetg.cli.journal.progress import shown
from openetg.cli.journal.reading import reading
from openetg.cli.output import print_json
from openetg.journal.store import Reader
from openetg.reports.export.as_csv import csv_of
from openetg.reports.export.as_text import text_of
from openetg.reports.frame.report import Report, Setting
from openetg.reports.frame.span import Asking, days_of
from openetg.reports.kinds.kinds import KINDS, InTheMaking


def _kinds() -> str:
    return "\n".join(f"{name:<11}{kind.about}" for name, kind in KINDS.items())


@click.command("report", help=f"Makes a report of a journal.\n\n\b\nKIND is one of\n{_kinds()}")
@click.argument("kind", type=click.Choice([*KINDS, "days"]))
@click.argument("journal")
@click.option("--day", default="", help="A gaming day such as 2026-11-15, `today` or `yesterday`; today if left out.")
@click.option("--from", "from_", default="", help="From this time on, such as 2026-11-15T18:00.")
@click.option("--until", default="", help="Up to this time and not with it.")
@click.option("--table", default="", help="This table alone.")
@click.option("--terminal", default="", help="This terminal alone.")
@click.option("--person", default="", help="What this person did.")
@click.option("--hours", default="", help="The hours of this person or drawer on that day.")
@click.option(
    "--near",
    type=click.IntRange(1, 100),
    default=20,
    show_default=True,
    help="Of syndicate: the last percent to the top.",
)
@click.option("--site", default="", help="The name that stands at its head.")
@click.option("--currency", default="AUD", show_default=True)
@click.option("--time-zone", default="UTC", show_default=True, help="In which zone times are read and told.")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path, dir_okay=False), help="Write CSV to this file.")
@click.option("--pdf", "pdf_file", type=click.Path(path_type=Path, dir_okay=False), help="Write PDF to this file.")
@json_option
def command(  # noqa: PLR0913, PLR0917 - what a report may be asked for
    kind: str,
    journal: str,
    day: str,
    from_: str,
    until: str,
    table: str,
    terminal: str,
    person: str,
    hours: str,
    near: int,
    site: str,
    currency: str,
    time_zone: str,
    csv_file: Path | None,
    pdf_file: Path | None,
    as_json: bool,
) -> None:
    """Reads the span, prints the report; exit code 1 if a check does not hold. `days` lists the gaming days."""
    zone = _zone(time_zone)
    with reading(journal) as reader:
        if kind == "days":
            _print_days(reader, as_json=as_json)
            return
        asking = Asking(
            kind=kind,
            day=day,
            from_ms=_ms(from_, zone, "--from"),
            until_ms=_ms(until, zone, "--until"),
            table=table,
            terminal=terminal,
            person=person,
            hours=hours,
            near=near,
        )
        making = InTheMaking(reader, asking, Setting(site, currency, time_zone))
        shown("reading the journal", making.go(reader))
        report = making.report()
    _give(report, csv_file, pdf_file, as_json=as_json)
    if report.failed:
        raise SystemExit(1)


def _give(report: Report, csv_file: Path | None, pdf_file: Path | None, *, as_json: bool) -> None:
    if csv_file is not None:
        _write(csv_file, csv_of(report).encode("utf-8-sig"))
    if pdf_file is not None:
        from openetg.reports.export.as_pdf import pdf_of  # noqa: PLC0415 - only who prints pays for the typesetter

        _write(pdf_file, pdf_of(report))
    if as_json:
        print_json(report)
    elif csv_file is None and pdf_file is None:
        click.echo(text_of(report), nl=False)


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as fault:
        raise BadQuestionError(f"{path}: expected a file to write, found: {fault.strerror}") from None


def _print_days(reader: Reader, *, as_json: bool) -> None:
    days = days_of(reader)
    if as_json:
        print_json({"days": days})
    for day in () if as_json else days:
        click.echo(f"{day.day or '(no day)'}  entries {day.after + 1} to {day.until}")


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadQuestionError(f"--time-zone: expected a zone such as Australia/Sydney, found {name}") from None


def _ms(text: str, zone: ZoneInfo, option: str) -> int:
    if not text:
        return 0
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        raise BadQuestionError(f"{option}: expected a time such as 2026-11-15T18:00, found {text}") from None
    return int((read if read.tzinfo is not None else read.replace(tzinfo=zone)).timestamp() * 1000)
