"""`etg floor check`: is this floor file whole?"""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import json_option
from openetg.cli.output import print_json
from openetg.rulebook.problems import Problem, Problems
from openetg.server.checks.device_lines import lines_of
from openetg.server.plan.floor_plan import SIMULATED, House
from openetg.server.plan.floorfile import house_of, read


@click.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(file: Path, as_json: bool) -> None:
    """Checks a floor file, and tries it out on an empty floor; ends with exit code 2 if something is wrong."""
    problems: tuple[Problem, ...] = ()
    house: House | None = None
    try:
        house = house_of(read(file))
    except Problems as wrong:
        problems = wrong.problems
    else:
        if not as_json:
            click.echo(f"{file}: whole, {len(house.tables)} tables, {len(house.terminals)} terminals")
            _say_lines(house)
    if as_json:
        print_json({"problems": problems, "trusted": trusted_lines(house) if house is not None else ()})
    for problem in problems if not as_json else ():
        click.echo(str(problem), err=True)
    if problems:
        raise SystemExit(2)


def trusted_lines(house: House) -> tuple[str, ...]:
    """Devices whose lines bear no seal by the word of the file."""
    return tuple(name for name, address in lines_of(house).items() if address != SIMULATED and name in house.trusted)


def _say_lines(house: House) -> None:
    trusted, lines = trusted_lines(house), lines_of(house)
    simulated = sum(address == SIMULATED for address in lines.values())
    sealed = len(lines) - simulated - len(trusted)
    click.echo(f"lines: {sealed} with a key and a seal on every message, {simulated} simulated, {len(trusted)} trusted")
    if trusted:
        words = "warning: trusted without a key, whoever is at the cable is believed"
        click.echo(f"{words}: {', '.join(trusted)}", err=True)
