"""`etg jackpot`: what is to be expected of a jackpot."""

from __future__ import annotations

import click

from openetg.cli.lazy import LazyGroup

COMMANDS = {
    "figures": "hits, values and return to player of a jackpot, exactly",
}


@click.group("jackpot", cls=LazyGroup, package="openetg.cli.jackpot", summaries=COMMANDS)
def command() -> None:
    """Jackpots, before they are set up."""
