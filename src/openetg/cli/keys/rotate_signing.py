"""`etg keys rotate-signing`: another key that signs checkpoints."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.floor.place import default_folder
from openetg.cli.journal.audit.evidence import problems_in_words
from openetg.journal.proofs.checkpoint import also_signed, latest_checkpoint, write_checkpoint
from openetg.keys.signing import PRIVATE, next_signing_key, take_over
from openetg.server.life.inquiry import FloorRuns, presence
from openetg.server.plan.folder import FloorFolder


@click.command("rotate-signing")
@click.option("--floor", type=click.Path(path_type=Path, file_okay=False), help="The floor's folder.")
@click.option("--keys", type=click.Path(path_type=Path, file_okay=False), help="Where the keys are, if not in there.")
def command(floor: Path | None, keys: Path | None) -> None:
    """Makes another signing key; the newest checkpoint is signed by both, which hands over. The floor is stopped.

    The old public key stays in the folder, as signing-HASH.pub, and old checkpoints verify with it. Give the new public
    key to whoever keeps the old one. Broken off, it goes on when it is asked again.
    """
    place = FloorFolder(floor or default_folder(), keys_path=keys)
    if not (place.keys / PRIVATE).is_file():
        raise BadQuestionError(f"{place.keys}: expected the signing key of a floor, found none")
    try:
        with presence(place.path, alone=True), problems_in_words():
            fresh = next_signing_key(place.keys)
            last = latest_checkpoint(place.checkpoints)
            if last is not None:
                write_checkpoint(place.checkpoints, also_signed(last, fresh))
            public = take_over(place.keys)
    except FloorRuns as running:
        raise BadQuestionError(str(running)) from None
    click.echo(f"signs    {public}\nkeep this line wherever the old public key is kept")
