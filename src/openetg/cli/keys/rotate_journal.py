"""`etg keys rotate-journal`: another key that authenticates the journal."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.keys.keyring import keys_option, opened
from openetg.keys.macs import rotate_mac_key


@click.command("rotate-journal")
@keys_option
def command(keys: Path | None) -> None:
    """Makes another key for the MACs of the journal. A floor uses it from its next start; older ones stay, to check."""
    with opened(keys) as ring:
        made = rotate_mac_key(ring)
    click.echo(f"from the next start of the floor on, its journal is authenticated by the key {made.id}")
