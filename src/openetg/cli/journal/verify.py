"""`etg journal verify`: check everything that can be checked, and name the first thing wrong."""

from __future__ import annotations

import sys

import click
from msgspec import json

from openetg.cli.asking import json_option
from openetg.cli.journal.opening import opened
from openetg.cli.printing import print_json
from openetg.reports.replay import Replayed, verify_floor

PROGRESS_EVERY = 5_000


@click.command("verify")
@click.argument("journal")
@json_option
def command(journal: str, as_json: bool) -> None:
    """Checks the chain, folds every entry, decides it again, and balances the ledger after each.

    Ends with exit code 1 and the first thing wrong, or with the state hash of the floor the journal leads to.
    """
    reader = opened(journal)
    found = None
    for step in verify_floor(reader):
        if not isinstance(step, int):
            found = step
        elif step % PROGRESS_EVERY == 0 and sys.stderr.isatty():
            click.echo(f"\r{step} entries", nl=False, err=True)
    reader.close()
    if as_json:
        print_json({"finding": type(found).__name__, "details": found})
    elif isinstance(found, Replayed):
        click.echo(f"intact   {found.sequence} entries, every one decided again with the same answer")
        click.echo(f"head     {found.head}\nstate    {found.state}")
    else:
        click.echo(f"{type(found).__name__}: {json.encode(found).decode()}")
    if not isinstance(found, Replayed):
        raise SystemExit(1)
