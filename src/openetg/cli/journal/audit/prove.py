"""`etg journal prove`: a proof of one round, or of single entries, that anyone can check offline."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click
from msgspec import json

from openetg.cli.arguments import BadQuestionError
from openetg.cli.journal.audit.evidence import (
    asked_keys,
    asked_notes,
    floor_around,
    floor_option,
    own_key,
    problems_in_words,
    tree_of,
)
from openetg.cli.journal.opening import opened
from openetg.journal.proofs.checkpoint import SignedNote, latest_checkpoint
from openetg.journal.proofs.proof import BundleSubject, make_bundle
from openetg.journal.reading import begin_of
from openetg.journal.store import Reader
from openetg.keys.files import write_whole
from openetg.reports.recall.rounds import entries_of_round
from openetg.server.plan.folder import FloorFolder

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("prove")
@click.argument("journal")
@click.option("--table", default="", help="The table.")
@click.option("--round", "number", default=0, type=click.IntRange(min=0), help="The number of the round.")
@click.option(
    "--entry", "entries", type=click.IntRange(min=1), multiple=True, help="A single entry instead. May be repeated."
)
@click.option("--terminal", default="", help="Only this terminal's entries, besides those about the whole table.")
@click.option("--checkpoint", type=FILE, help="The checkpoint to prove it under; without it, the floor's latest.")
@click.option(
    "--published", type=FILE, multiple=True, help="Another checkpoint the proof must lead to. Several may be given."
)
@click.option("--key", help="The floor's public key or a file with it; without it, the one in the floor's folder.")
@floor_option
@click.option("-o", "--output", type=FILE, required=True, help="The file the proof goes to.")
def command(  # noqa: PLR0913, PLR0917 - one for each option
    journal: str,
    table: str,
    number: int,
    entries: tuple[int, ...],
    terminal: str,
    checkpoint: Path | None,
    published: tuple[Path, ...],
    key: str | None,
    floor: Path | None,
    output: Path,
) -> None:
    """Writes the entries of one round, or single entries, with their way to a signed checkpoint.

    Whoever gets the file checks it with one file of Python, offline.py, and with the floor's public key or a
    published checkpoint. It shows that these entries stand in the journal, not that there are no others.
    """
    if bool(entries) == bool(table and number):
        raise BadQuestionError("expected --table and --round, or --entry; found both or neither")
    around = floor_around(journal, floor)
    note = _note(around, checkpoint)
    others = asked_notes(published)
    public = asked_keys([key])[0] if key else own_key(around)
    with closing(opened(journal)) as reader, tree_of(around) as tree, problems_in_words():
        sequences = sorted(set(entries)) or _sequences(reader, table, number, terminal)
        about = BundleSubject(table, number, terminal)
        bundle = make_bundle(
            reader, sequences, note, about, published=others, tree=tree, key=str(public) if public else ""
        )
        write_whole(output, json.format(json.encode(bundle), indent=1) + b"\n", mode=0o644)
    click.echo(f"proved   {len(bundle.entries)} entries under the checkpoint of {note.checkpoint.size} entries")
    click.echo(f"written  {output}, {output.stat().st_size} bytes")


def _note(around: FloorFolder | None, checkpoint: Path | None) -> SignedNote:
    if checkpoint is not None:
        return asked_notes([checkpoint])[-1]
    with problems_in_words():
        note = latest_checkpoint(around.checkpoints) if around else None
    if note is None:
        raise BadQuestionError("expected a signed checkpoint beside the journal, found none: give --checkpoint")
    return note


def _sequences(reader: Reader, table: str, number: int, terminal: str) -> list[int]:
    found = list(entries_of_round(reader, table, number, terminal))
    began = begin_of(reader)
    archived = f"entries 1 to {began} are archived and were not looked at" if began else ""
    if not found:
        whose = f" of {terminal}" if terminal else ""
        words = f"expected entries{whose} of round {number} at {table}, found none in the journal"
        raise BadQuestionError(f"{words}; {archived}" if archived else words)
    if archived:
        click.echo(archived, err=True)
    return found
