"""`etg journal gate`: whether this build leads to the same floor as the build that wrote the journal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError, json_option
from openetg.cli.journal.opening import opened
from openetg.cli.journal.progress import shown_until
from openetg.cli.output import print_json
from openetg.floor.core.snapshot import SnapshotProblem, snapshot_hash
from openetg.journal.proofs.checkpoint import CheckpointProblem, read_checkpoints, signers
from openetg.journal.snapshots import Snapshot, usable
from openetg.journal.store import JournalProblem
from openetg.journal.verify import Progress
from openetg.keys.signing import PUBLIC, KeyProblem, PublicKey, read_public_key
from openetg.reports.audit.gate import Expected, MayTakeOver, gate
from openetg.server.plan.folder import FloorFolder


@click.command("gate")
@click.argument("journal")
@click.option("--floor", type=click.Path(path_type=Path, exists=True), help="Also its checkpoints and snapshots.")
@click.option("--keys", type=click.Path(path_type=Path, exists=True), help="Where the keys are, if not in there.")
@click.option("--since", default=0, metavar="ENTRY", help="Begin with the snapshot before this entry.")
@json_option
def command(journal: str, floor: Path | None, keys: Path | None, since: int, as_json: bool) -> None:
    """Folds JOURNAL with this build and compares with every state hash on record: ask before an upgrade.

    Ends with exit code 0 if this build may take over, with 1 and the first difference if it may not.
    """
    try:
        with closing(opened(journal)) as reader:
            expected = _expected(FloorFolder(floor, journal, keys), reader.journal_id) if floor else {}
            found = shown_until("folding", gate(reader, expected, since=since))
    except (JournalProblem, CheckpointProblem, KeyProblem) as problem:
        raise BadQuestionError(str(problem)) from None
    assert not isinstance(found, Progress), "a gate ends with what it found"
    if as_json:
        print_json({"finding": type(found).__name__, "details": found})
    elif isinstance(found, MayTakeOver):
        for words in found.not_comparable:
            click.echo(f"skipped  {words}")
        click.echo(
            f"may take over: entries {found.began + 1} to {found.sequence} lead to the same floor,"
            f" {found.states_compared} state hashes compared\nstate    {found.state}"
        )
    else:
        click.echo(f"may NOT take over: {found}")
    if not isinstance(found, MayTakeOver):
        raise SystemExit(1)


def _expected(place: FloorFolder, journal_id: str) -> dict[int, list[Expected]]:
    """What signed checkpoints and snapshots of a floor say its state was."""
    try:
        key = read_public_key((place.keys / PUBLIC).read_text())
    except OSError as fault:
        raise KeyProblem(f"{place.keys / PUBLIC}: expected the floor's public key: {fault.strerror}") from None
    expected: dict[int, list[Expected]] = {}
    for note in read_checkpoints(place.checkpoints) if place.checkpoints.is_dir() else []:
        size, state = note.checkpoint.size, note.checkpoint.state
        if state and signers(note, [key]):
            expected.setdefault(size, []).append(Expected(state, f"the checkpoint of {size} entries"))
    for sequence, each in _snapshots(place, journal_id, key):
        expected.setdefault(sequence, []).append(each)
    return expected


def _snapshots(place: FloorFolder, journal_id: str, key: PublicKey) -> Iterator[tuple[int, Expected]]:
    for found in usable(place.snapshots, journal_id, key):
        if isinstance(found, Snapshot):
            try:
                yield found.head.sequence, Expected(snapshot_hash(found.body), f"the snapshot {found.path.name}")
            except SnapshotProblem as problem:
                click.echo(f"skipped  {found.path.name}: {problem}", err=True)
