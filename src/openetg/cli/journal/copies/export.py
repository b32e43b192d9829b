"""`etg journal export`: a journal for other programs, as JSON Lines, Parquet or beancount."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.journal.progress import shown
from openetg.cli.journal.reading import reading
from openetg.journal.store import Reader
from openetg.journal.verify import Progress
from openetg.reports.export.beancount import write_beancount
from openetg.reports.export.export import ExportSpan, span_of, write_jsonl
from openetg.reports.export.parquet import write_parquet

FORMS = ("jsonl", "parquet", "beancount")


@click.command("export")
@click.argument("journal")
@click.option("--to", "form", type=click.Choice(FORMS), required=True, help="The form.")
@click.option("-o", "output", type=click.Path(path_type=Path), required=True, help="The file; for Parquet, a folder.")
@click.option("--after", type=click.IntRange(min=0), help="Only entries after this one.")
@click.option("--until", type=click.IntRange(min=0), help="Only entries up to this one.")
@click.option("--day", default="", metavar="DAY", help="Only one gaming day, such as 2026-11-15.")
@click.option("--currency", default="AUD", show_default=True, help="The currency, for beancount.")
def command(
    journal: str, form: str, output: Path, after: int | None, until: int | None, day: str, currency: str
) -> None:
    """Writes entries for other programs, up to the head the journal has now. A running floor is not held up.

    jsonl: every entry as stored, with the hashes that bind it. parquet: the tables entries, events, transfers, wagers
    and results (needs the extra `export`). beancount: every movement of money, with what each account holds asserted
    at the end of each day, for bean-check.

    The file or folder appears under its name only when it is complete; nothing is overwritten.
    """
    with reading(journal) as reader:
        span = span_of(reader, after=after, until=until, day=day)
        try:
            shown(f"writing {form}", _written(reader, span, form, output, currency))
        except OSError as fault:
            raise BadQuestionError(f"{output}: nothing was written: {fault.strerror or fault}") from None
    click.echo(f"{output}: entries {span.after + 1} to {span.until}" if not span.is_empty else f"{output}: no entries")


def _written(reader: Reader, span: ExportSpan, form: str, output: Path, currency: str) -> Iterator[Progress]:
    if form == "jsonl":
        return write_jsonl(reader, span, output)
    if form == "parquet":
        return write_parquet(reader, span, output)
    return write_beancount(reader, span, output, currency=currency)
