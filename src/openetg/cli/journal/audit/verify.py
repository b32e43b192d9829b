"""`etg journal verify`: check everything that can be checked, and name the first thing wrong."""

from __future__ import annotations

from collections.abc import Iterator
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
    own_keys,
    problems_in_words,
    tree_of,
)
from openetg.cli.journal.progress import shown
from openetg.cli.output import print_json
from openetg.floor.fold import Difference
from openetg.journal import places
from openetg.journal.authentic import Authentic
from openetg.journal.highwater import below_mark, read_adopted, read_mark
from openetg.journal.proofs.checkpoint import SignedNote, write_checkpoint
from openetg.journal.proofs.printed_code import wrong_code
from openetg.journal.store import JournalProblem, Reader
from openetg.journal.verify import Break, Progress
from openetg.keys.macs import read_mac_keys
from openetg.reports.audit.replay import (
    Finding,
    Looked,
    Replayed,
    Unbalanced,
    Unreadable,
    Verification,
    WrongCheckpoint,
    WrongSnapshot,
)
from openetg.server.plan.folder import FloorFolder


@click.command("verify")
@click.argument("journal")
@click.option(
    "--checkpoints",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A signed checkpoint kept elsewhere, or a folder of them. May be given several times.",
)
@key_option
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder elsewhere: hold the journal against what is kept there, and keep the newest checkpoint if it holds.",
)
@floor_option
@click.option(
    "--keys",
    "key_folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="The floor's folder of keys: check the MAC of every group, and the high-water mark. Without it the MACs are"
    " checked all the same where the keys lie in the floor's own folder.",
)
@click.option("--code", default="", help="The journal code off a printed report: whether this is that journal.")
@click.option("--chain-only", is_flag=True, help="Chain, volumes, tree and checkpoints, without folding the entries.")
@json_option
def command(  # noqa: PLR0913, PLR0917 - each is an option a person may set
    journal: str,
    checkpoints: tuple[Path, ...],
    keys: tuple[str, ...],
    keep: Path | None,
    floor: Path | None,
    key_folder: Path | None,
    code: str,
    chain_only: bool,
    as_json: bool,
) -> None:
    """Checks chain, volumes, tree and signed checkpoints; folds every entry and decides it again; sums the ledger.

    The floor's own checkpoints are used where they lie beside the journal; give those you keep elsewhere as well:
    only they show that a journal was rewritten as a whole, cut short or rolled back to an older copy.

    Ends with exit code 1 and the first thing wrong, or with the state hash of the floor the journal leads to.
    """
    around = floor_around(journal, floor)
    # Checkpoints first and the journal second: a running floor goes on signing what it writes.
    own = asked_notes([around.checkpoints] if around and around.checkpoints.is_dir() else [])
    kept = asked_notes([*checkpoints, *([keep] if keep and keep.is_dir() else [])])
    trusted = asked_keys(keys) or own_keys(around)
    with closing(_opened(journal, as_json=as_json)) as reader, tree_of(around) as tree:
        notes = [*_of_this_file(own, journal, reader), *kept]
        authentic = asked_authentic(key_folder, reader) if key_folder else _own_authentic(around, reader)
        verification = Verification(
            reader, notes=notes, keys=trusted, tree=tree, chain_only=chain_only, authentic=authentic
        )
        wrong = _below_mark(key_folder, reader) or _wrong_code(reader, code)
        finding = wrong or run_verification(verification, _length(reader))
    if not isinstance(finding, Replayed):
        _tell([said(finding)], finding, verification.looked, as_json=as_json)
        raise SystemExit(1)
    lines = list(_lines(finding, verification.looked, asked=bool(keys), folded=not chain_only))
    _tell(lines, finding, verification.looked, as_json=as_json)
    if keep and notes:
        with problems_in_words():
            write_checkpoint(keep, max(notes, key=lambda note: note.checkpoint.size))


def asked_authentic(folder: Path | None, reader: Reader) -> Authentic | None:
    """Who tells the floor's own groups from others'; None without a folder of keys."""
    if folder is None:
        return None
    with problems_in_words():
        keys = read_mac_keys(folder)
        if keys is None:
            raise BadQuestionError(f"{folder}: expected the keyring of a floor with a key of its journal, found none")
        return Authentic(reader.journal_id, keys, read_adopted(folder, reader.journal_id))


def _own_authentic(around: FloorFolder | None, reader: Reader) -> Authentic | None:
    """By the keys in the floor's own folder; None if there are none, or none that this person may use."""
    if around is None:
        return None
    try:
        return asked_authentic(around.keys, reader)
    except BadQuestionError:
        return None


def _below_mark(folder: Path | None, reader: Reader) -> Break | None:
    mark = None
    if folder is not None:
        with problems_in_words():
            mark = read_mark(folder)
    wrong = None if mark is None else below_mark(reader, mark)
    return Break(None, "high-water mark", "a journal that has come as far", wrong) if wrong else None


def _wrong_code(reader: Reader, code: str) -> Break | None:
    if not code:
        return None
    with problems_in_words():
        wrong = wrong_code(reader, code)
    return None if wrong is None else Break(None, "journal code", *wrong)


def _opened(journal: str, *, as_json: bool) -> Reader:
    """The journal; one that stands there and cannot even be opened is a finding, not a bad question."""
    try:
        return places.open_to_read(journal)
    except JournalProblem as problem:
        if not _stands(journal):
            raise BadQuestionError(str(problem)) from None
        finding = Break(None, "file", "a journal that can be read", str(problem))
        _tell([said(finding)], finding, Looked(), as_json=as_json)
        raise SystemExit(1) from None


def _stands(journal: str) -> bool:
    try:
        return places.exists(journal)
    except JournalProblem:
        return False


def _tell(lines: list[str], finding: Finding, looked: Looked, *, as_json: bool) -> None:
    if as_json:
        print_json({"finding": type(finding).__name__, "details": finding, "looked": looked})
    else:
        click.echo("\n".join(lines))


def _of_this_file(own: list[SignedNote], journal: str, reader: Reader) -> list[SignedNote]:
    """Of the floor's own checkpoints those that the file of one closed day can be held against: later ones are of
    days that are not in it. In a folder all are: its last days may have been taken away."""
    if "://" in journal or not Path(journal).is_file() or not _is_closed(reader):
        return own
    end = _length(reader)
    late = [note for note in own if note.checkpoint.size > end]
    if late:
        click.echo(f"the floor's {len(late)} checkpoints of later entries than this file has are left aside", err=True)
    return [note for note in own if note not in late]


def _is_closed(reader: Reader) -> bool:
    try:
        return reader.volumes()[-1].closed
    except JournalProblem:
        return False  # what is wrong with it is the walk's answer


def _length(reader: Reader) -> int:
    try:
        return reader.head().sequence
    except JournalProblem:
        return 0  # what is wrong with the head is the walk's answer


def run_verification(verification: Verification, length: int) -> Finding:
    """What it finds in the end, with progress on the way."""
    found: list[Finding] = []

    def steps() -> Iterator[Progress]:
        for step in verification.steps():
            if isinstance(step, int):
                yield Progress(step, length)
            else:
                found.append(step)

    shown("verifying", steps())
    assert found, "a verification ends with what it found"
    return found[-1]


def said(finding: Finding) -> str:
    """What was found, in words; what kind of thing it is stands first."""
    return f"{type(finding).__name__}: {_words(finding)}"


def _words(finding: Finding) -> str:
    match finding:
        case Break():
            where = "head or volumes" if finding.group is None else f"the group that ends with entry {finding.group}"
            return f"{where}: {finding.field}: expected {finding.expected}, found {finding.found}"
        case WrongCheckpoint():
            where = f"the checkpoint of {finding.size} entries"
            return f"{where}: {finding.field}: expected {finding.expected}, found {finding.found}"
        case WrongSnapshot():
            return f"the snapshot of volume {finding.volume}: expected {finding.expected}, found {finding.found}"
        case Difference():
            return (
                f"entry {finding.sequence} would be decided otherwise\nrecorded {finding.recorded}\n"
                f"decided  {finding.decided}"
            )
        case Unbalanced():
            return f"after entry {finding.sequence} the accounts do not sum to zero, or one is below it"
        case Unreadable():
            return f"entry {finding.sequence} cannot be read: {finding.problem}"
        case Replayed():
            return f"intact up to entry {finding.sequence}"


def _lines(finding: Replayed, looked: Looked, *, asked: bool, folded: bool) -> Iterator[str]:
    yield f"intact   {finding.sequence - looked.began_after} entries in {looked.groups} groups"
    if looked.began_after:
        start = "the snapshot the first volume opens with" if folded else "the head the first volume opens with"
        yield f"began    after entry {looked.began_after}, from {start}: the volumes before it are archived"
    if folded:
        yield f"decided  {looked.decided} entries again, each with the same answer"
        yield f"folded   {looked.folded} entries of another logic, not decided again"
        if looked.snapshots or looked.snapshots_unknown:
            unknown = f", {looked.snapshots_unknown} of another build not compared" if looked.snapshots_unknown else ""
            yield f"opened   {looked.snapshots} volumes with the floor at that place{unknown}"
    yield _line_of_macs(looked)
    yield from _lines_of_checkpoints(looked, asked=asked)
    yield f"head     {finding.head}"
    if looked.root:
        yield f"root     {looked.root}"
    if finding.state:
        yield f"state    {finding.state}"


def _line_of_macs(looked: Looked) -> str:
    if not looked.authenticated:
        return "macs     not checked: give --keys with the floor's own keys; without them, trust what was signed"
    adopted = f", adopted by a person up to entry {looked.adopted_until}" if looked.adopted_until else ""
    return f"macs     {looked.authenticated} groups are by keys of this floor{adopted}"


def _lines_of_checkpoints(looked: Looked, *, asked: bool) -> Iterator[str]:
    if not looked.checkpoints:
        yield "signed   nothing: a journal rewritten as a whole, or rolled back, shows only against a checkpoint"
        return
    yield f"signed   {looked.checkpoints} checkpoints agree with the journal"
    if looked.roots_unknown:
        yield f"         {looked.roots_unknown} of them without their root: no tree covers the archived volumes"
    if looked.unsigned:
        yield f"         {looked.unsigned} signatures not checked: give --key"
    for key, count in looked.signed_by.items():
        yield f"by       {key}: {count}"
    if looked.signed_by and not asked:
        yield "         the key was taken from the floor's own folder: give --key with one you keep elsewhere"
