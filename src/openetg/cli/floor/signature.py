"""`etg floor signature`: the signature of the software, for an inspector to compare."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from openetg.cli.arguments import BadQuestionError, json_option

if TYPE_CHECKING:
    from openetg.server.checks.manifest import Manifest

FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command("signature")
@json_option
@click.option("--files", is_flag=True, help="Every file with its hash, in the form that sha256sum prints.")
@click.option("--folder", type=FOLDER, help="Where a floor stands: compares with what its journal has on record, too.")
@click.option("--store", default="", metavar="ADDRESS", help="Where that journal is, if not there: postgresql://…")
@click.option("--expect", metavar="DIGEST", help="The digest it should be; exit code 1 if it is another.")
def command(as_json: bool, files: bool, folder: Path | None, store: str, expect: str | None) -> None:
    """Reads every file of the software now and says one digest over all of it, one for each part, or every file.

    For instance: etg floor signature --expect 3f1c…, or: etg floor signature --files > here.txt
    """
    from openetg.server.checks import manifest  # noqa: PLC0415 - only for this command
    from openetg.server.life.starting import BUILD  # noqa: PLC0415

    try:
        found = manifest.take(build=BUILD)
    except manifest.ManifestProblem as problem:
        raise BadQuestionError(str(problem)) from None
    recorded = None if folder is None else _on_record(folder, store)
    if as_json:
        click.echo(_encoded(found, recorded))
    elif files:
        click.echo("\n".join(f"{digest}  {name}" for name, digest in found.files.items()))
    else:
        click.echo(_page(found, recorded))
    _judge(found.digest, recorded, expect)


def _parts(found: Manifest) -> dict[str, str]:
    from openetg.server.checks.manifest import digests_of_parts  # noqa: PLC0415

    return digests_of_parts(found)


def _page(found: Manifest, recorded: tuple[str, int] | None) -> str:
    counts = found.parts()
    width = max(map(len, counts))
    lines = [f"software  {found.digest}", f"build     {found.build}, Python {found.python.split()[0]}"]
    if recorded is not None:
        same = "the same" if recorded[0] == found.digest else "another"
        lines.append(f"on record {recorded[0] or 'none'} ({same}), last checked at {_time(recorded[1])}")
    lines += [f"{part:<{width}}  {digest}  {counts[part]:>5} files" for part, digest in _parts(found).items()]
    return "\n".join(lines)


def _time(at_ms: int) -> str:
    from datetime import UTC, datetime  # noqa: PLC0415

    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="seconds") if at_ms else "no time"


def _encoded(found: Manifest, recorded: tuple[str, int] | None) -> str:
    from msgspec import json  # noqa: PLC0415

    about = {"software": found.digest, "build": found.build, "python": found.python, "parts": _parts(found)}
    on_record = {} if recorded is None else {"on_record": recorded[0], "checked_at_ms": recorded[1]}
    return json.format(json.encode(about | on_record | {"files": found.files}), indent=1).decode()


def _on_record(folder: Path, store: str) -> tuple[str, int]:
    """The digest the last writer started with, and when the software was last read. Read beside a running floor."""
    from openetg.journal import places  # noqa: PLC0415
    from openetg.journal.store import JournalProblem  # noqa: PLC0415
    from openetg.keys.signing import KeyProblem  # noqa: PLC0415
    from openetg.reports.audit.recovery import recover  # noqa: PLC0415
    from openetg.server.checks.selfcheck import own_public_key  # noqa: PLC0415
    from openetg.server.plan.folder import FloorFolder  # noqa: PLC0415

    place = FloorFolder(folder, store)
    try:
        if not places.exists(place.journal):
            raise BadQuestionError(f"{place.journal_shown}: expected the journal of a floor, found none")
        journal = places.open_to_read(place.journal)
        try:
            premises = recover(journal, snapshots=place.snapshots, key=own_public_key(place)).floor.premises
        finally:
            journal.close()
    except (JournalProblem, KeyProblem) as problem:
        raise BadQuestionError(str(problem)) from None
    return premises.software, premises.checked_at_ms


def _judge(digest: str, recorded: tuple[str, int] | None, expect: str | None) -> None:
    """Says on stderr what differs, and ends with exit code 1 if something does."""
    wrong = []
    if expect is not None and expect.strip().lower() != digest:
        wrong.append(f"expected {expect.strip().lower()}, found {digest}")
    if recorded is not None and recorded[0] and recorded[0] != digest:
        wrong.append(f"the floor runs on {recorded[0]} by its journal, found {digest}")
    if wrong:
        click.echo("\n".join(wrong), err=True)
        raise SystemExit(1)
