"""`etg journal backup`: a whole copy, while the floor runs."""

from __future__ import annotations

from contextlib import closing

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.journal.opening import opened
from openetg.cli.journal.progress import shown
from openetg.journal import places
from openetg.journal.chain import Head
from openetg.journal.copying import copy, open_target
from openetg.journal.store import Fenced, JournalProblem, Reader, UnknownOutcome
from openetg.journal.verify import Break, verify


@click.command("backup")
@click.argument("journal")
@click.argument("destination")
@click.option("--check/--no-check", default=True, help="Verify the chain of the whole copy afterwards.")
def command(journal: str, destination: str, check: bool) -> None:
    """Copies JOURNAL to DESTINATION, up to its head at this moment; a floor may write to it meanwhile.

    Both may be a folder or postgresql://…; a backup that is there is brought up to date. Broken off, it goes on from
    where it ended. Keep the floor's keys and checkpoints as well, and not in the same place.
    """
    with closing(opened(journal)) as source:
        head = copied(source, destination)
    click.echo(f"copied   {source.journal_id} up to entry {head.sequence}\nhead     {head.hash.hex()}")
    if check:
        check_chain(destination)


def copied(source: Reader, destination: str) -> Head:
    """Brings a copy up to date and returns its head; a problem is said in words."""
    try:
        with closing(open_target(destination, source.journal_id)) as target:
            shown("copying", copy(source, target))
            return target.head()
    except Fenced as problem:
        raise BadQuestionError(f"{places.shown(destination)}: a floor has claimed this copy: {problem}") from None
    except (JournalProblem, UnknownOutcome) as problem:
        raise BadQuestionError(str(problem)) from None


def check_chain(address: str) -> None:
    """Walks the chain of a copy; exit code 1 with the first thing wrong."""
    with closing(opened(address)) as reader:
        found = verify(reader)
    if isinstance(found, Break):
        click.echo(f"broken   group {found.group}: {found.field}: expected {found.expected}, found {found.found}")
        raise SystemExit(1)
    click.echo(f"intact   {found.group_count} groups")
