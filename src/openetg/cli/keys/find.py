"""`etg keys find`: under which keys a name was sealed."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.keys.keyring import keys_option, opened
from openetg.keys.sealing import lookup


@click.command("find")
@click.argument("name")
@keys_option
def command(name: str, keys: Path | None) -> None:
    """Says whom or what a NAME, or the number of a document, was sealed for: what to erase when its owner asks.

    Ends with exit code 1 if it was never sealed here, or only under keys that were erased.
    """
    with opened(keys) as ring:
        found = ring.named(lookup(ring, name))
    for each in found:
        click.echo(f"{each.subject}  {each.day or '-'}  {each.id}")
    if not found:
        click.echo("not found", err=True)
        raise SystemExit(1)
