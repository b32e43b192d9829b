"""`etg floor standby`: stand by for a running floor, warm, until it is told to take over."""

from __future__ import annotations

from typing import Any

import click

from openetg.cli.floor.run import command as run_command
from openetg.cli.floor.run import run_or_stand_by


@click.command("standby", params=run_command.params)
def command(**options: Any) -> None:
    """Keeps a floor in memory in step with the journal of a running one, and runs it when `etg floor promote` says so.

    Takes the options of `etg floor run`, which it then runs with. On the same machine it needs ports of its own if the
    floor it stands by for is to be replaced while it runs; after that has died it can have the same ones.
    """
    run_or_stand_by(standing_by=True, **options)
