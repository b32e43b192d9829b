"""`etg journal restore`: a journal from a backup."""

from __future__ import annotations

from contextlib import closing

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.journal.copies.backup import check_chain, copied
from openetg.cli.journal.opening import opened
from openetg.journal import places
from openetg.journal.chain import Head
from openetg.journal.store import JournalProblem, Reader


@click.command("restore")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE…")
@click.argument("new")
@click.option("--go-on", is_flag=True, help="Go on with a restore that was broken off.")
def command(sources: tuple[str, ...], new: str, go_on: bool) -> None:
    """Makes a journal at NEW from a backup, a mirror, an archive, or single volumes, oldest first.

    Any engine to any engine, and files of older formats to the one of today: SOURCE and NEW may each be a folder, a
    file or postgresql://…. Never writes over a journal that is there.
    """
    if _exists(new) and not go_on:
        words = "expected a place where no journal is, found one; --go-on continues a restore"
        raise BadQuestionError(f"{places.shown(new)}: {words}")
    head: Head | None = None
    for source in sources:
        with closing(opened(source)) as reader:
            _check_goes_on(source, reader, head)
            head = copied(reader, new)
    assert head is not None, "at least one source is required"
    click.echo(f"restored {places.shown(new)} up to entry {head.sequence}\nhead     {head.hash.hex()}")
    check_chain(new)


def _exists(address: str) -> bool:
    try:
        return places.exists(address)
    except JournalProblem as problem:
        raise BadQuestionError(str(problem)) from None


def _check_goes_on(source: str, reader: Reader, head: Head | None) -> None:
    """Volumes given in the wrong order, or with one missing, are told before anything of them is copied."""
    volumes = reader.volumes()
    if head is not None and volumes and volumes[0].opening.sequence > head.sequence:
        raise BadQuestionError(
            f"{places.shown(source)}: expected the entries after {head.sequence}, found those after"
            f" {volumes[0].opening.sequence}: give the volumes oldest first, without a gap"
        )
