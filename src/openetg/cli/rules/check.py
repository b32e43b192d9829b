"""`etg check`: is this rulebook whole?"""

from __future__ import annotations

import click

from openetg.cli.arguments import json_option
from openetg.cli.output import print_json
from openetg.games.compile import open_rulebook
from openetg.rulebook.problems import Problem, RulebookProblems


@click.command("check")
@click.argument("rulebooks", nargs=-1, required=True)
@json_option
def command(rulebooks: tuple[str, ...], as_json: bool) -> None:
    """Checks rulebooks; names every problem found, and ends with exit code 2 if there is one."""
    problems: list[Problem] = []
    for name in rulebooks:
        try:
            open_rulebook(name)
        except RulebookProblems as wrong:
            problems.extend(wrong.problems)
        else:
            if not as_json:
                click.echo(f"{name}: whole")
    if as_json:
        print_json({"problems": problems})
    for problem in problems if not as_json else ():
        click.echo(str(problem), err=True)
    if problems:
        raise SystemExit(2)
