"""`etg keys rotate`: another key for the numbers on tickets."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.keys.keyring import keys_option, opened
from openetg.keys.tickets import TicketKeys


@click.command("rotate")
@keys_option
def command(keys: Path | None) -> None:
    """Makes another ticket key. A floor uses it from its next start; tickets with older numbers are paid as before."""
    with opened(keys) as ring:
        digit = TicketKeys(ring).rotate()
    click.echo(f"from the next start of the floor on, the third digit of new tickets is {digit}")
