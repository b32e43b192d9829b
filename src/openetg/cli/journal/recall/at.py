"""`etg journal at`: the floor as it was at an entry."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime

import click

from openetg.cli.arguments import BadQuestionError, json_option
from openetg.cli.journal.opening import opened
from openetg.cli.output import print_json
from openetg.floor.state import Floor, state_hash
from openetg.journal.store import JournalProblem, Reader
from openetg.money import format_money
from openetg.reports.audit.difference import Plain
from openetg.reports.audit.moment import NoSuchPath, at_path, floor_at, plain


@click.command("at")
@click.argument("journal")
@click.argument("sequence", type=click.IntRange(min=0))
@click.option("--path", default="", metavar="PATH", help="Only what stands there, such as tables.A.round.")
@click.option("--hash", "only_hash", is_flag=True, help="Only the state hash.")
@json_option
def command(journal: str, sequence: int, path: str, only_hash: bool, as_json: bool) -> None:
    """Prints the floor as it was after an entry: in short, or everything at a path, or all of it with --json.

    Starts from the snapshot that the entry's gaming day opens with, and folds the rest.
    """
    floor = floor_then(journal, sequence)
    if only_hash:
        click.echo(state_hash(floor))
        return
    found = at_path(plain(floor), path)
    if isinstance(found, NoSuchPath):
        place = f'at "{found.reached}"' if found.reached else "in the state"
        names = ", ".join(found.names[:30]) or "nothing below it"
        raise BadQuestionError(f'--path: nothing at "{path}"; {place} there is: {names}')
    if as_json:
        print_json(found)
    elif path:
        click.echo("\n".join(lines_of(found)))
    else:
        click.echo("\n".join(_summary(floor)))


def floor_then(journal: str, sequence: int) -> Floor:
    """The floor after an entry of the journal at an address; a problem is said in words."""
    with closing(opened(journal)) as reader:
        return floor_of(reader, sequence)


def floor_of(reader: Reader, sequence: int) -> Floor:
    """The floor after an entry; a problem is said in words."""
    try:
        return floor_at(reader, sequence)
    except JournalProblem as problem:
        raise BadQuestionError(str(problem)) from None


def time_of(at_ms: int) -> str:
    """A time as a person reads it."""
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d %H:%M:%S.%f}"[:-3] + " UTC"


def lines_of(value: Plain, indent: str = "") -> list[str]:
    """A value as indented lines, one for each thing in it; what is empty is left out."""
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = [(str(place), each) for place, each in enumerate(value)]
    else:
        return [f"{indent}{_word(value)}"]
    lines: list[str] = []
    for name, each in pairs:
        if isinstance(each, (dict, list)) and each:
            lines += [f"{indent}{name}", *lines_of(each, indent + "  ")]
        elif not isinstance(each, (dict, list)):
            lines.append(f"{indent}{name}  {_word(each)}")
    return lines


def _word(value: Plain) -> str:
    return "-" if value is None else str(value)


def _summary(floor: Floor) -> list[str]:
    lines = [f"entry    {floor.sequence}, {time_of(floor.at_ms)}", f"state    {state_hash(floor)}"]
    for name, table in floor.tables.items():
        round_ = table.round
        phase = f"round {round_.number} {round_.phase.value}" if round_ else "no round"
        lines.append(f"table    {name}: {phase}, {len(table.terminals)} terminals")
    held = {name: amount for name, amount in floor.ledger.accounts.items() if amount}
    lines += [f"account  {name:<24} {format_money(amount):>14}" for name, amount in sorted(held.items())]
    lines.append(
        f"also     {len(floor.terminals)} terminals, {len(floor.tickets)} tickets, {len(floor.cases)} cases,"
        f" {len(floor.senders)} senders: see --path and --json"
    )
    return lines
