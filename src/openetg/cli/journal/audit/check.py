"""`etg journal check`: a file of entries or a proof, checked by itself."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import DecodeError, Struct, json

from openetg.cli.arguments import BadQuestionError
from openetg.cli.journal.audit.evidence import asked_keys, asked_notes
from openetg.journal.proofs import offline
from openetg.journal.proofs.checkpoint import SignedNote
from openetg.keys.signing import PublicKey
from openetg.reports.audit.entries_file import FileProblem, Holds, Wrong, check_entries

FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
PROOF_MAX = 64 * 1024 * 1024
"""No proof is larger than that; a file of entries may be."""


class _Kind(Struct):
    format: str = ""


@click.command("check")
@click.argument("file", type=FILE)
@click.option("--key", help="The public key that must have signed, NAME+HASH+KEY or a file with it; from elsewhere.")
@click.option("--checkpoint", type=FILE, help="A published checkpoint to hold it against.")
def command(file: Path, key: str | None, checkpoint: Path | None) -> None:
    """Checks FILE, which came from `etg journal export`, `etg journal prove` or a console, without any journal.

    Ends with 0 if it holds and was signed by the key, 1 if something is wrong, 2 if nothing was given to hold it
    against. The page of an inspector's console does the same in the browser.
    """
    keys = asked_keys([key]) if key else []
    with file.open("rb") as lines:
        first = lines.readline()
    if _is_proof(file, first):
        said = [str(file), *(part for each in keys for part in ("--key", str(each)))]
        raise SystemExit(offline.main([*said, *(("--checkpoint", str(checkpoint)) if checkpoint else ())]))
    notes = asked_notes([checkpoint]) if checkpoint else []
    _check_entries(file, keys[0] if keys else None, notes[-1] if notes else None)


def _is_proof(file: Path, first: bytes) -> bool:
    """A proof is one value, on one line or several; a file of entries begins with a line that says what it is."""
    whole = file.read_bytes() if file.stat().st_size <= PROOF_MAX else b""
    for text in (first, whole):
        try:
            return json.decode(text, type=_Kind).format == offline.FORMAT
        except (DecodeError, UnicodeDecodeError):
            continue
    return False


def _check_entries(file: Path, key: PublicKey | None, published: SignedNote | None) -> None:
    try:
        with file.open("rb") as lines:
            found = check_entries((line.removesuffix(b"\n") for line in lines), key=key, published=published)
    except FileProblem as problem:
        raise BadQuestionError(f"{file}: {problem}") from None
    if isinstance(found, Wrong):
        click.echo(f"WRONG at entry {found.sequence}: {found.what}.")
        raise SystemExit(1)
    for line in _said(found):
        click.echo(line)
    if not found.by or not found.signed:
        click.echo("NOT PROVEN TO ANYONE: no signature was checked; give --key, got from elsewhere.")
        raise SystemExit(2)
    click.echo("HOLDS")


def _said(found: Holds) -> list[str]:
    whole = "from its beginning" if found.from_genesis else "from the hash the file gives"
    lines = [
        f"journal  {found.journal}",
        f"entries  {found.first} to {found.last}, in {found.groups} groups",
        f"chain    holds, {whole}",
    ]
    if found.cut:
        lines.append(f"cut      {found.cut} entries are of groups that are not whole in the file")
    lines.append(f"signed   up to entry {found.signed}" if found.signed else "signed   nothing that can be checked")
    if found.by:
        lines.append(f"by       {found.by}")
    return lines
