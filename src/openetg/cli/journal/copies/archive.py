"""`etg journal archive`: put closed days away."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.journal.progress import shown
from openetg.journal import places
from openetg.journal.archiving import archive, check_may_delete, day_of, due, raise_retention, read_retention
from openetg.journal.copying import end_of, open_target
from openetg.journal.proofs.checkpoint import CheckpointProblem, latest_checkpoint, signers
from openetg.journal.store import Fenced, JournalProblem, Reader, Store, UnknownOutcome, Volume, hash_at
from openetg.keys.signing import PUBLIC, KeyProblem, read_public_key
from openetg.server.plan.folder import FloorFolder


@click.command("archive")
@click.argument("journal")
@click.argument("destination", type=click.Path(path_type=Path))
@click.option("--before", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY", help="Only gaming days before this one.")
@click.option(
    "--keep", type=click.IntRange(min=1), metavar="DAYS", help="Leave so many of the last days in the journal."
)
@click.option(
    "--floor", type=click.Path(path_type=Path), help="The floor's folder, for its checkpoints and public key."
)
@click.option("--uncovered", is_flag=True, help="Also days that no signed checkpoint covers.")
@click.option("--keep-years", type=click.IntRange(min=0), help="From now on, the archive must be kept for so long.")
@click.option(
    "--delete", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY", help="Delete archived days before this one."
)
@click.option("--dry-run", is_flag=True, help="Say what would be done.")
def command(  # noqa: PLR0913, PLR0917 - each is an option a person may set
    journal: str,
    destination: Path,
    before: datetime | None,
    keep: int | None,
    floor: Path | None,
    uncovered: bool,
    keep_years: int | None,
    delete: datetime | None,
    dry_run: bool,
) -> None:
    """Moves the closed gaming days of JOURNAL to the folder DESTINATION: copied, compared, and only then removed.

    What is left opens with its snapshot: it verifies, and a floor starts on it. The archive is a journal folder, to
    be read like any other and joined again by `etg journal restore`. With --delete alone nothing is moved.
    """
    try:
        with closing(places.open_to_write(journal)) as store:
            only_delete = delete is not None and before is None and keep is None
            volumes = [] if only_delete else due(store.volumes(), before=_day(before), keep_days=keep)
            if not uncovered:
                _check_covered(store, volumes, floor or Path(journal).parent)
            for volume in volumes:
                _put_away(store, volume, destination, dry_run=dry_run)
        if not volumes and not only_delete:
            click.echo("nothing  no closed day to put away")
        if keep_years is not None and not dry_run:
            raise_retention(destination, keep_years)
        if delete is not None:
            _delete(destination, delete.date(), dry_run=dry_run)
    except (JournalProblem, Fenced, UnknownOutcome, CheckpointProblem, KeyProblem) as problem:
        raise BadQuestionError(str(problem)) from None
    except OSError as fault:
        raise BadQuestionError(f"{fault.filename or destination}: {fault.strerror}") from None


def _day(moment: datetime | None) -> str | None:
    return None if moment is None else moment.date().isoformat()


def _put_away(store: Store, volume: Volume, destination: Path, *, dry_run: bool) -> None:
    if dry_run:
        click.echo(f"would    archive volume {volume.number}, {volume.day or 'no day named'}")
        return
    with closing(open_target(str(destination), store.journal_id)) as target:
        shown(f"volume {volume.number}", archive(store, target, volume))
    click.echo(f"archived volume {volume.number}, {volume.day or 'no day named'}")


def _check_covered(journal: Reader, volumes: Sequence[Volume], floor: Path) -> None:
    """What is put away must be under a checkpoint: once the entries are elsewhere, it alone speaks for them."""
    if not volumes:
        return
    end = end_of(journal.volumes(), volumes[-1].number).sequence
    place = FloorFolder(floor)
    note = latest_checkpoint(place.checkpoints)
    covered = 0
    if note is not None:
        public = read_public_key((place.keys / PUBLIC).read_text())
        chain = hash_at(journal, note.checkpoint.size)
        covered = note.checkpoint.size if signers(note, [public]) and chain == note.checkpoint.chain else 0
    if covered < end:
        raise JournalProblem(
            f"expected a signed checkpoint of this journal that covers entry {end} in {place.checkpoints}, found"
            f" {f'one that covers {covered}' if covered else 'none'}: let the follower catch up, name the floor's"
            " folder with --floor, or say --uncovered."
        )


def _delete(archived: Path, before: date, *, dry_run: bool) -> None:
    retention = read_retention(archived)
    today = datetime.now(UTC).date()
    with closing(places.open_to_write(str(archived))) as store:
        volumes = store.volumes()
        for volume in due(volumes, before=before.isoformat()):
            day = day_of(volumes, volume)
            check_may_delete(volume, day, retention, today=today)
            if not dry_run:
                store.forget_volume(volume.number)
            click.echo(f"{'would    delete' if dry_run else 'deleted '} volume {volume.number} of {day}")
