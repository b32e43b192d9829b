"""`etg journal`: look into a journal and hold it against the rules, without the floor that wrote it."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from msgspec import json

from openetg.cli.asking import json_option
from openetg.cli.printing import print_json
from openetg.journal.sqlite import read_journal
from openetg.journal.store import JournalProblem
from openetg.reports.replay import Replayed, verify_floor

PROGRESS_EVERY = 5_000


@click.group("journal")
def command() -> None:
    """Read and verify journals."""


@command.command("verify")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def verify(file: Path, as_json: bool) -> None:
    """Checks the chain, folds every entry, decides it again, and balances the ledger after each.

    Ends with exit code 1 and the first thing wrong, or with the state hash of the floor the journal leads to.
    """
    try:
        journal = read_journal(file)
    except JournalProblem as problem:
        click.echo(str(problem), err=True)
        raise SystemExit(2) from None
    found = None
    for step in verify_floor(journal):
        if not isinstance(step, int):
            found = step
        elif step % PROGRESS_EVERY == 0 and sys.stderr.isatty():
            click.echo(f"\r{step} entries", nl=False, err=True)
    journal.close()
    if as_json:
        print_json({"finding": type(found).__name__, "details": found})
    elif isinstance(found, Replayed):
        click.echo(f"intact   {found.sequence} entries, every one decided again with the same answer")
        click.echo(f"head     {found.head}\nstate    {found.state}")
    else:
        click.echo(f"{type(found).__name__}: {json.encode(found).decode()}")
    if not isinstance(found, Replayed):
        raise SystemExit(1)


@command.command("show")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--after", default=0, help="Only entries after this one.")
@click.option("--most", default=50, show_default=True, help="At most so many entries.")
def show(file: Path, after: int, most: int) -> None:
    """Prints entries as they stand in the journal, one a line."""
    try:
        journal = read_journal(file)
        for count, entry in enumerate(journal.entries(after_sequence=after)):
            if count >= most:
                break
            click.echo(f"{entry.sequence} {entry.at_ms} {entry.command.decode()} {entry.verdict.decode()}")
        journal.close()
    except JournalProblem as problem:
        click.echo(str(problem), err=True)
        raise SystemExit(2) from None
