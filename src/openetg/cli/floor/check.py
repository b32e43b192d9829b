"""`etg floor check`: is this floor file whole?"""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.asking import json_option
from openetg.cli.printing import print_json
from openetg.rulebook.problems import Problem, Problems
from openetg.server.floorfile import house_of, read


@click.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(file: Path, as_json: bool) -> None:
    """Checks a floor file, and tries it out on an empty floor; ends with exit code 2 if something is wrong."""
    problems: tuple[Problem, ...] = ()
    try:
        house = house_of(read(file))
    except Problems as wrong:
        problems = wrong.problems
    else:
        if not as_json:
            click.echo(f"{file}: whole, {len(house.tables)} tables, {len(house.terminals)} terminals")
    if as_json:
        print_json({"problems": problems})
    for problem in problems if not as_json else ():
        click.echo(str(problem), err=True)
    if problems:
        raise SystemExit(2)
