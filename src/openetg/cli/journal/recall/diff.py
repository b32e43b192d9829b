"""`etg journal diff`: what changed between two entries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import click
from msgspec import json

from openetg.cli.arguments import json_option
from openetg.cli.journal.opening import opened
from openetg.cli.journal.recall.at import floor_of, time_of
from openetg.cli.output import print_json
from openetg.money import cents, format_money
from openetg.reports.audit.difference import Absent, Changes, Side, difference
from openetg.reports.audit.moment import plain

LONGEST = 60
"""Values of more letters are cut in the text; JSON has them whole."""


@click.command("diff")
@click.argument("journal")
@click.argument("before", type=click.IntRange(min=0))
@click.argument("after", type=click.IntRange(min=0))
@json_option
def command(journal: str, before: int, after: int, as_json: bool) -> None:
    """Prints what changed from the floor after entry BEFORE to the floor after entry AFTER.

    Accounts first, then every path of the state with its old and new value; "·" stands where there was nothing.
    """
    with closing(opened(journal)) as reader:
        earlier, later = floor_of(reader, before), floor_of(reader, after)
    changes = difference(plain(earlier), plain(later))
    if as_json:
        print_json(changes)
        return
    click.echo(f"from     entry {before}, {time_of(earlier.at_ms)}\nto       entry {after}, {time_of(later.at_ms)}")
    for line in _lines(changes):
        click.echo(line)


def _lines(changes: Changes) -> Iterator[str]:
    for moved in changes.accounts:
        old, new = format_money(cents(moved.before)), format_money(cents(moved.after))
        by = format_money(cents(moved.after - moved.before))
        yield f"account  {moved.account:<24} {old:>14} → {new:>14}  ({by if by.startswith('-') else '+' + by})"
    for change in changes.paths:
        yield f"state    {change.path}  {_short(change.before)} → {_short(change.after)}"
    if not changes:
        yield "nothing changed"


def _short(side: Side) -> str:
    if isinstance(side, Absent):
        return "·"
    text = json.encode(side).decode()
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
