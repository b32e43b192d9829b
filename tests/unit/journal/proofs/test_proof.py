"""Bundles and requests to witnesses, made from a journal through the real store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from openetg.journal import places
from openetg.journal.chain import leaf_hash
from openetg.journal.entry import stored_entries
from openetg.journal.proofs.checkpoint import CheckpointProblem, SignedNote, read_checkpoints
from openetg.journal.proofs.proof import (
    Bundle,
    BundleSubject,
    ProofProblem,
    growth_request,
    journal_tree,
    make_bundle,
    parse_request,
)
from openetg.journal.proofs.tree import is_consistent
from openetg.journal.proofs.tree_folder import TreeFolder, open_tree
from openetg.journal.reading import begin_of
from openetg.journal.store import Reader
from openetg.server.plan.folder import FloorFolder
from tests.journals import DAYS, build

ABOUT = BundleSubject("A", 7, "M1")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> FloorFolder:
    """A floor's folder, not to be changed."""
    return build(tmp_path_factory.mktemp("proof") / "floor")


@pytest.fixture
def journal(floor: FloorFolder) -> Iterator[Reader]:
    """Its journal."""
    with closing(places.open_to_read(floor.journal)) as reader:
        yield reader


@pytest.fixture
def tree(floor: FloorFolder) -> Iterator[TreeFolder]:
    """Its tree."""
    found = open_tree(floor.tree)
    assert found is not None
    with found:
        yield found


@pytest.fixture
def notes(floor: FloorFolder) -> list[SignedNote]:
    """Its checkpoints, of 30, 90 and 180 entries."""
    return read_checkpoints(floor.checkpoints)


def test_a_bundle_holds_the_bytes_as_stored(journal: Reader, notes: list[SignedNote]) -> None:
    bundle = make_bundle(journal, [2, 61, 179], notes[-1], ABOUT)
    stored: dict[int, bytes] = {}
    for group in journal.groups(after_sequence=0):
        stored |= dict(enumerate(stored_entries(group.body), start=group.first))
    assert {each.sequence: each.stored.encode() for each in bundle.entries} == {at: stored[at] for at in (2, 61, 179)}


def test_tree_folder_and_journal_give_the_same_bundle(
    journal: Reader, notes: list[SignedNote], tree: TreeFolder
) -> None:
    def made(of: TreeFolder | None) -> Bundle:
        return make_bundle(journal, [2, 61], notes[1], ABOUT, published=[notes[0], notes[2]], tree=of)

    assert made(tree) == made(None)


def test_a_tree_folder_that_is_wrong_is_not_believed(
    journal: Reader, notes: list[SignedNote], tmp_path: Path, tree: TreeFolder
) -> None:
    with TreeFolder(tmp_path / "tree") as wrong:
        wrong.extend(leaf_hash(b"%d" % number) for number in range(200))
        wrong.sync()
        assert make_bundle(journal, [5], notes[-1], ABOUT, tree=wrong) == make_bundle(
            journal, [5], notes[-1], ABOUT, tree=tree
        )


def test_an_entry_younger_than_the_checkpoint_has_no_proof_yet(journal: Reader, notes: list[SignedNote]) -> None:
    with pytest.raises(ProofProblem, match="expected a checkpoint of at least 91 entries, found one of 90"):
        make_bundle(journal, [5, 91], notes[1], ABOUT)


def test_a_checkpoint_of_another_journal_proves_nothing(journal: Reader, notes: list[SignedNote]) -> None:
    other = replace(notes[1], checkpoint=replace(notes[1].checkpoint, root=bytes(32)))
    with pytest.raises(ProofProblem, match=r"expected the root 0{64} at 90 entries, as signed, found"):
        make_bundle(journal, [5], other, ABOUT)


def test_a_checkpoint_beyond_the_journal_proves_nothing(journal: Reader, notes: list[SignedNote]) -> None:
    other = replace(notes[1], checkpoint=replace(notes[1].checkpoint, size=1000))
    with pytest.raises(ProofProblem, match="expected a journal of at least 1000 entries, as signed, found 184"):
        make_bundle(journal, [5], other, ABOUT)


@pytest.mark.parametrize("old", [0, 1, 30, 64, 90])
def test_a_request_to_a_witness_shows_how_the_tree_grew(journal: Reader, notes: list[SignedNote], old: int) -> None:
    text = growth_request(journal, notes[1], old=old)
    size, path, note = parse_request(text.encode(), where="here")
    assert (size, note) == (old, notes[1])
    if old == 30:
        assert is_consistent(30, notes[0].checkpoint.root, 90, note.checkpoint.root, path)


def test_a_request_from_a_size_that_never_was_is_refused(journal: Reader, notes: list[SignedNote]) -> None:
    with pytest.raises(ProofProblem, match="expected an earlier size from 0 to 90, found 91"):
        growth_request(journal, notes[1], old=91)


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("old 30", "young 30", 'expected "old SIZE" in line 1, found "young 30"'),
        ("old 30", "old -30", 'expected "old SIZE"'),
        ("old 30\n", "old 30\n###\n", "expected hashes in base64"),
        ("old 30\n", "old 30\nAAAA\n", "expected hashes in base64"),
        ("\n\nopenetg", "\n\n\nopenetg", "expected an empty line|expected .* lines|expected an origin"),
    ],
)
def test_a_damaged_request_is_refused_in_words(
    journal: Reader, notes: list[SignedNote], before: str, after: str, problem: str
) -> None:
    text = growth_request(journal, notes[1], old=30)
    assert before in text
    with pytest.raises(CheckpointProblem, match=f"here: ({problem})"):
        parse_request(text.replace(before, after, 1).encode(), where="here")


@pytest.fixture
def late(floor: FloorFolder) -> Iterator[Reader]:
    """The last volume alone: what came before is archived."""
    (path,) = Path(floor.journal).glob("00003*.sqlite3")
    with closing(places.open_to_read(str(path))) as reader:
        yield reader


def test_where_early_volumes_are_archived_the_tree_folder_stands_in(
    late: Reader, journal: Reader, notes: list[SignedNote], tree: TreeFolder
) -> None:
    assert begin_of(late) == max(DAYS)
    whole = journal_tree(journal, until=184)
    assert journal_tree(late, until=184, tree=tree).root() == whole.root()
    assert make_bundle(late, [150], notes[-1], ABOUT, tree=tree) == make_bundle(journal, [150], notes[-1], ABOUT)


def test_without_it_nothing_can_be_proved(late: Reader, notes: list[SignedNote]) -> None:
    with pytest.raises(ProofProblem, match="or a tree folder over the first 120, which are archived: found neither"):
        make_bundle(late, [150], notes[-1], ABOUT)
