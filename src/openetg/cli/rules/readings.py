"""`etg readings`: where an instrument is silent, misprinted or contradicts itself, and what is done about it."""

from __future__ import annotations

import click

from openetg.cli.arguments import json_option, rulebook_argument
from openetg.cli.output import print_json, print_table
from openetg.games.compile import open_rulebook


@click.command("readings")
@rulebook_argument
@json_option
def command(rulebook: str, as_json: bool) -> None:
    """How silent, misprinted or contradictory clauses are applied, and why."""
    playable = open_rulebook(rulebook)
    readings = playable.rulebook.reading
    if as_json:
        print_json(readings)
        return
    rows = [[reading.clause, reading.printed, reading.applied, reading.why] for reading in readings]
    title = f"{playable.rulebook.about.title}: {len(rows)} readings"
    print_table(title, ["clause!", "in print", "applied as", "why"], rows)
