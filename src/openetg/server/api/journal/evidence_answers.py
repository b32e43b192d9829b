"""What speaks for a floor, made in the process of questions: proofs, files of evidence, outcomes, tests read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from msgspec import Struct

from openetg.journal import places
from openetg.journal.proofs.checkpoint import SignedNote, latest_checkpoint
from openetg.journal.proofs.proof import Bundle, BundleSubject, ProofProblem, make_bundle, range_proof
from openetg.journal.proofs.tree_folder import TreeFolder, open_tree
from openetg.journal.store import Reader
from openetg.keys.signing import PUBLIC
from openetg.reports.conformance.conformance import CarriedTests, carried_tests
from openetg.reports.export.export import Evidence, ExportSpan, span_of
from openetg.reports.fairness.outcomes import Chances, Outcomes, fallen_in, judged
from openetg.reports.recall.rounds import entries_of_round
from openetg.server.plan.folder import FloorFolder


class FloorFiles(Struct, frozen=True):
    """What of a floor's folder speaks for its journal."""

    checkpoints: str
    tree: str
    keys: str


class Prove(Struct, frozen=True, tag=True):
    """A proof of entries, or of those of one round, that anyone can check offline."""

    journal: str
    proven_in: FloorFiles
    sequences: tuple[int, ...]
    table: str = ""
    round: int = 0


class CountOutcomes(Struct, frozen=True, tag=True):
    """What fell at a table, against what should."""

    journal: str
    table: str
    chances: Chances
    device: str
    after: int | None
    until: int | None
    day: str


class ReadTests(Struct, frozen=True, tag=True):
    """The tests below a folder: which clauses they carry, and whether they drive the floor."""

    folder: str


class Proved(Struct, frozen=True, tag=True):
    """The proof."""

    bundle: Bundle


class Counted(Struct, frozen=True, tag=True):
    """The report on outcomes."""

    outcomes: Outcomes


class TestsRead(Struct, frozen=True, tag=True):
    """What was read off them."""

    carried: CarriedTests


def files_of(place: FloorFolder) -> FloorFiles:
    """What of a floor's folder speaks for its journal."""
    return FloorFiles(str(place.checkpoints), str(place.tree), str(place.keys))


def about_evidence(question: Prove | CountOutcomes | ReadTests) -> Proved | Counted | TestsRead:
    """The proof that was asked for, the outcomes, or what the tests carry."""
    if isinstance(question, ReadTests):
        return TestsRead(carried_tests(Path(question.folder)))
    return _proved(question) if isinstance(question, Prove) else _counted(question)


def proven(reader: Reader, span: ExportSpan, files: FloorFiles, *, is_open: bool) -> tuple[ExportSpan, Evidence]:
    """The entries of a file and their evidence; one whose end was left open ends with what is signed."""
    note = _newest_note(files)
    if is_open and note.checkpoint.size > span.after:
        span = ExportSpan(span.after, min(span.until, note.checkpoint.size))
    return span, _evidence(reader, span, note, files)


def _newest_note(files: FloorFiles) -> SignedNote:
    folder = Path(files.checkpoints)
    note = latest_checkpoint(folder) if folder.is_dir() else None
    if note is None:
        raise ProofProblem("nothing of this journal was signed yet; the first checkpoint comes within a minute")
    return note


def _evidence(reader: Reader, span: ExportSpan, note: SignedNote, files: FloorFiles) -> Evidence:
    left: list[str] = []
    right: list[str] = []
    if note.checkpoint.size > span.after:
        with _tree_in(files) as tree:
            left, right = range_proof(reader, after=span.after, until=span.until, note=note, tree=tree)
    return Evidence(note.text(), _public_key(files), left, right)


@contextmanager
def _tree_in(files: FloorFiles) -> Iterator[TreeFolder | None]:
    """The tree in the floor's folder; without it the journal itself is read."""
    tree = open_tree(Path(files.tree))
    try:
        yield tree
    finally:
        if tree is not None:
            tree.close()


def _public_key(files: FloorFiles) -> str:
    public = Path(files.keys) / PUBLIC
    return public.read_text(encoding="utf-8").strip() if public.is_file() else ""


def _proved(question: Prove) -> Proved:
    files = question.proven_in
    note = _newest_note(files)
    with closing(places.open_to_read(question.journal)) as reader, _tree_in(files) as tree:
        sequences = list(question.sequences)
        if question.table:
            sequences = list(entries_of_round(reader, question.table, question.round))
        if not sequences:
            raise ProofProblem(f"no entry is of round {question.round} at {question.table}")
        about = BundleSubject(question.table, question.round)
        return Proved(make_bundle(reader, sequences, note, about, tree=tree, key=_public_key(files)))


def _counted(question: CountOutcomes) -> Counted:
    with closing(places.open_to_read(question.journal)) as reader:
        span = span_of(reader, after=question.after, until=question.until, day=question.day)
        fallen = fallen_in(reader, question.table, span, question.device)
        return Counted(judged(question.table, question.chances, span, fallen))
