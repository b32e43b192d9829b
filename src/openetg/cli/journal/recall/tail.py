"""`etg journal tail`: the last entries, and those that are written from now on."""

from __future__ import annotations

import time
from pathlib import Path

import click

from openetg.cli.arguments import json_option
from openetg.cli.journal.reading import keys_option, opener, reading
from openetg.cli.journal.recall.show import Filter, chosen, print_entry

POLL_S = 0.25


@click.command("tail")
@click.argument("journal")
@click.option("-n", "count", type=click.IntRange(min=0), default=10, show_default=True, help="How many of the last.")
@click.option("--follow", "-f", is_flag=True, help="Go on with what is written from now on, until Ctrl-C.")
@click.option("--raw", is_flag=True, help="As they stand in the journal, one a line.")
@json_option
@keys_option
def command(journal: str, count: int, follow: bool, raw: bool, as_json: bool, keys: Path | None) -> None:
    """Prints the last entries; with --follow also those to come. A running floor is not held up."""
    with reading(journal) as reader, opener(keys) as open_text:
        last = max(reader.head().sequence - count, 0)
        try:
            while True:
                for entry in chosen(reader, Filter(), last):
                    print_entry(entry, raw=raw, as_json=as_json, open_text=open_text)
                    last = entry.sequence
                if not follow:
                    return
                time.sleep(POLL_S)
        except KeyboardInterrupt:
            click.echo(err=True)
