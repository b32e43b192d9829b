"""`etg journal show`: entries as they stand in the journal."""

from __future__ import annotations

from contextlib import closing
from itertools import islice

import click

from openetg.cli.journal.opening import opened


@click.command("show")
@click.argument("journal")
@click.option("--after", default=0, help="Only entries after this one.")
@click.option("--most", default=50, show_default=True, help="At most so many entries.")
def command(journal: str, after: int, most: int) -> None:
    """Prints entries as they stand in the journal, one a line."""
    with closing(opened(journal)) as reader:
        for entry in islice(reader.entries(after_sequence=after), most):
            click.echo(f"{entry.sequence} {entry.at_ms} {entry.command.decode()} {entry.verdict.decode()}")
