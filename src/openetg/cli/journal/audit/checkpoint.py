"""`etg journal checkpoint`: see, sign, witness and keep checkpoints of a journal."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError, json_option
from openetg.cli.journal.audit.evidence import (
    asked_keys,
    asked_notes,
    floor_around,
    floor_option,
    key_option,
    problems_in_words,
    tree_of,
)
from openetg.cli.journal.audit.verify import said
from openetg.cli.journal.opening import opened
from openetg.cli.output import print_json
from openetg.journal.authentic import Authentic
from openetg.journal.chain import Group
from openetg.journal.highwater import read_adopted
from openetg.journal.proofs.checkpoint import (
    CheckpointProblem,
    SignedNote,
    checkpoint_of,
    cosign,
    latest_checkpoint,
    origin_of,
    parse_note,
    sign_next,
    signers,
    write_checkpoint,
)
from openetg.journal.proofs.proof import growth_request, journal_tree, parse_request
from openetg.journal.proofs.tree import places_for_root, root_at
from openetg.journal.reading import next_group
from openetg.journal.store import Reader
from openetg.keys.files import write_whole
from openetg.keys.macs import MacKeys, read_mac_keys
from openetg.keys.signing import PublicKey, signing_key
from openetg.reports.audit.replay import Replayed, Verification
from openetg.server.plan.folder import FloorFolder

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group("checkpoint")
def command() -> None:
    """Signed checkpoints: how long the journal was and with which root, for anyone to keep.

    A witness on another machine signs a checkpoint only if it goes on from the last one it signed: `request` asks it,
    `cosign` is its answer, `keep` puts the answer with the floor's own.
    """


@command.command("show")
@click.argument("place", type=click.Path(path_type=Path, exists=True))
@key_option
@json_option
def show(place: Path, keys: tuple[str, ...], as_json: bool) -> None:
    """Prints the checkpoints in a file or folder, and which of the keys given have signed each."""
    trusted = asked_keys(keys)
    with problems_in_words():
        rows = [(note, [str(key) for key in signers(note, trusted)]) for note in asked_notes([place])]
    if as_json:
        print_json([{"checkpoint": note.checkpoint, "signed_by": by} for note, by in rows])
        return
    for note, by in rows:
        names = ", ".join(by) or "by " + ", ".join(each.name for each in note.signatures) + " (not checked)"
        click.echo(f"{note.checkpoint.size:>12}  {note.checkpoint.root.hex()}  {names}")


@command.command("sign")
@click.argument("journal")
@click.option("--keys", type=FOLDER, help="The folder with the signing key; without it, the floor's.")
@floor_option
def sign(journal: str, keys: Path | None, floor: Path | None) -> None:
    """Signs the journal as it stands now, once its chain holds and it goes on from the last checkpoint.

    A floor whose journal is followed (`etg journal follow`) does this by itself.
    """
    around = floor_around(journal, floor) or _folder(None if "://" in journal else FloorFolder(Path(journal).parent))
    with closing(opened(journal)) as reader, tree_of(around) as tree, problems_in_words():
        last = latest_checkpoint(around.checkpoints)
        group = _last_group(reader)
        sizes = [group.last, *([last.checkpoint.size] if last else [])]
        keep = [place for size in sizes if size <= group.last for place in places_for_root(size)]
        keys_folder = keys or around.keys
        _check_chain(reader, read_mac_keys(keys_folder), keys_folder)
        grown = journal_tree(reader, until=group.last, keep=keep, tree=tree)
        key = signing_key(keys_folder, name=origin_of(reader.journal_id))
        checkpoint = checkpoint_of(reader.journal_id, group, root_at(group.last, grown.node))
        note = sign_next(around.checkpoints, checkpoint, key, lambda size: root_at(size, grown.node))
    click.echo(note.text(), nl=False)


@command.command("request")
@click.argument("journal")
@click.option("--old", type=click.IntRange(min=0), default=0, help="The size the witness signed last; 0 for the first.")
@click.option("--checkpoint", type=FILE, help="The checkpoint to be witnessed; without it, the floor's latest.")
@floor_option
@click.option("-o", "--output", type=FILE, required=True, help="The file the request goes to.")
def request(journal: str, old: int, checkpoint: Path | None, floor: Path | None, output: Path) -> None:
    """Writes what a witness is asked with: how the tree grew since the size it knows, and the checkpoint."""
    around = floor_around(journal, floor)
    with closing(opened(journal)) as reader, tree_of(around) as tree, problems_in_words():
        note = asked_notes([checkpoint])[-1] if checkpoint else latest_checkpoint(_folder(around).checkpoints)
        if note is None:
            raise BadQuestionError("expected a signed checkpoint beside the journal, found none: give --checkpoint")
        write_whole(output, growth_request(reader, note, old=old, tree=tree).encode(), mode=0o644)
    click.echo(f"written  {output}, from {old} to {note.checkpoint.size} entries")


@command.command("cosign")
@click.argument("request", type=FILE)
@key_option
@click.option("--keys", "own", type=FOLDER, required=True, help="The folder with the witness's own signing key.")
@click.option("--name", default="witness", show_default=True, help="What the witness's key is called when it is made.")
@click.option("--seen", type=FOLDER, required=True, help="The folder in which the witness keeps what it signed.")
@click.option("-o", "--output", type=FILE, required=True, help="The file the signed checkpoint goes to.")
def witness(request: Path, keys: tuple[str, ...], own: Path, name: str, seen: Path, output: Path) -> None:
    """Signs the checkpoint in REQUEST as a witness.

    Only if the floor's key (--key) has signed it, and it is proved to go on from the last one this witness signed.
    Ends with exit code 1, and signs nothing, if not: then the floor shows another history than before.
    """
    trusted = asked_keys(keys)
    if not trusted:
        raise BadQuestionError("--key: expected the floor's public key, found none")
    with problems_in_words():
        old, proof, note = parse_request(request.read_bytes(), where=str(request))
        last = latest_checkpoint(seen)
        key = signing_key(own, name=name)
    try:
        _check_signed(note, trusted)
        signed = cosign(note, old=old, proof=proof, seen=last, key=key)
    except CheckpointProblem as problem:
        click.echo(f"not signed: {problem}", err=True)
        raise SystemExit(1) from None
    with problems_in_words():
        # Remembered before it is given away, so that the witness never signs two histories.
        write_checkpoint(seen, signed)
        write_whole(output, signed.text().encode(), mode=0o644)
    click.echo(f"signed   {note.checkpoint.size} entries\nkey      {key.public}")


@command.command("keep")
@click.argument("note", type=FILE)
@click.argument("folder", type=FOLDER)
def keep(note: Path, folder: Path) -> None:
    """Puts a checkpoint into a folder of checkpoints; signatures are added to one that is there already."""
    with problems_in_words():
        path = write_checkpoint(folder, parse_note(note.read_bytes(), where=str(note)))
    click.echo(f"kept     {path}")


def _folder(around: FloorFolder | None) -> FloorFolder:
    if around is None:
        raise BadQuestionError("expected the folder of a floor around the journal, found none: give --floor")
    return around


def _last_group(reader: Reader) -> Group:
    group = next_group(reader, reader.head().sequence - 1)
    if group is None:
        raise BadQuestionError("expected at least one entry to sign, found none in the volumes that are here")
    return group


def _check_chain(reader: Reader, keys: MacKeys | None, folder: Path) -> None:
    """Nothing is signed over groups that the floor has not written, where its keys can tell."""
    name = reader.journal_id
    authentic = None if keys is None else Authentic(name, keys, read_adopted(folder, name))
    *_, found = Verification(reader, chain_only=True, authentic=authentic).steps()
    assert not isinstance(found, int), "a verification ends with what it found"
    if not isinstance(found, Replayed):
        click.echo(said(found))
        raise SystemExit(1)


def _check_signed(note: SignedNote, trusted: list[PublicKey]) -> None:
    if not signers(note, trusted):
        names = ", ".join(each.name for each in note.signatures)
        asked = " or ".join(str(key) for key in trusted)
        raise CheckpointProblem(f"expected the signature of {asked}, found those of {names}")
