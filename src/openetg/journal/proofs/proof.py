"""Proofs to take away: entries as stored, each with its way up to the root of a signed checkpoint.

A bundle is JSON text that `offline.py` checks without the rest of OpenETG. It shows that these entries stand in the
journal, not that there are no others. Entries leave here byte for byte as they are stored, so the reader of a bundle
sees them whole; what must not be read is sealed in the entry itself.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence

from msgspec import Struct

from openetg.journal.chain import leaf_hash
from openetg.journal.entry import stored_entries
from openetg.journal.proofs.checkpoint import CheckpointProblem, SignedNote, parse_note
from openetg.journal.proofs.tree import (
    HASH_SIZE,
    Nodes,
    Place,
    Tree,
    consistency_proof,
    inclusion_proof,
    is_included,
    leaves_of,
    places_behind,
    places_for_consistency,
    places_for_inclusion,
    places_for_root,
    root_at,
)
from openetg.journal.proofs.tree_folder import TreeFolder
from openetg.journal.reading import begin_of
from openetg.journal.store import JournalProblem, Reader

FORMAT = "openetg proof 1"
SIZE_DIGITS_MAX = 18
"""No journal has more entries than that many digits can say."""
LONGEST_FOUND = 80


class ProofProblem(Exception):
    """No proof can be given. The message is for a person."""


class BundleSubject(Struct, frozen=True):
    """What a bundle is about, in words that were asked with; they prove nothing."""

    table: str
    round: int
    terminal: str = ""


class Proven(Struct, frozen=True):
    """One entry: its bytes as stored, and its way to the root."""

    sequence: int
    stored: str
    path: list[str]


class Growth(Struct, frozen=True):
    """That the tree of one size begins with the tree of a smaller one."""

    old: int
    new: int
    path: list[str]


class Bundle(Struct, frozen=True):
    """A proof as it stands in a file."""

    format: str
    table: str
    round: int
    terminal: str
    checkpoint: str
    """The signed note under whose root the entries stand."""
    key: str
    """The public key of the journal, as the maker of the bundle knows it; empty if unknown. Proves nothing."""
    entries: list[Proven]
    growth: list[Growth]


def make_bundle(
    journal: Reader,
    sequences: Sequence[int],
    note: SignedNote,
    about: BundleSubject,
    *,
    published: Sequence[SignedNote] = (),
    tree: TreeFolder | None = None,
    key: str = "",
) -> Bundle:
    """A proof that these entries stand under the checkpoint, and how it grew from or to those published.

    `ProofProblem` if they do not, or if the checkpoint is older than one of them.
    """
    size = note.checkpoint.size
    if late := [each for each in sequences if each > size]:
        raise ProofProblem(
            f"expected a checkpoint of at least {late[-1]} entries, found one of {size}: entry {late[0]} is younger."
            " Wait for the next checkpoint, or name another"
        )
    steps = [sorted((size, other.checkpoint.size)) for other in published if other.checkpoint.size != size]
    places = {place for each in sequences for place in places_for_inclusion(each - 1, size)}
    places |= {place for old, new in steps for place in places_for_consistency(old, new)} | set(places_for_root(size))
    nodes = _nodes(journal, places, max([size, *(new for _, new in steps)]), note, tree)
    entries = [_proven(journal, each, note, nodes) for each in sequences]
    growth = [Growth(old, new, _texts(consistency_proof(old, new, nodes))) for old, new in steps]
    return Bundle(
        format=FORMAT,
        table=about.table,
        round=about.round,
        terminal=about.terminal,
        checkpoint=note.text(),
        key=key,
        entries=entries,
        growth=growth,
    )


def range_proof(
    journal: Reader, *, after: int, until: int, note: SignedNote, tree: TreeFolder | None = None
) -> tuple[list[str], list[str]]:
    """The complete nodes before and behind these entries, from which their leaves lead to the root that was signed.

    `ProofProblem` if the journal does not lead there. What is younger than the checkpoint is not covered by it.
    """
    size = note.checkpoint.size
    left, right = places_for_root(min(after, size)), places_behind(until, size)
    nodes = _nodes(journal, {*left, *right, *places_for_root(size)}, size, note, tree)
    return _texts(nodes(*place) for place in left), _texts(nodes(*place) for place in right)


def growth_request(journal: Reader, note: SignedNote, *, old: int, tree: TreeFolder | None = None) -> str:
    """What a witness is asked with (C2SP tlog-witness): the size it knows, how the tree grew since, and the note."""
    size = note.checkpoint.size
    if not 0 <= old <= size:
        raise ProofProblem(f"expected an earlier size from 0 to {size}, found {old}")
    places = set(places_for_root(size)) | set(places_for_consistency(old, size))
    nodes = _nodes(journal, places, size, note, tree)
    path = _texts(consistency_proof(old, size, nodes))
    return f"old {old}\n" + "".join(f"{each}\n" for each in path) + f"\n{note.text()}"


def parse_request(content: bytes, *, where: str) -> tuple[int, list[bytes], SignedNote]:
    """The size, the path and the note of a request to a witness; raises `CheckpointProblem` if it is none."""
    above, _, below = content.partition(b"\n\n")
    first, *lines = above.split(b"\n")
    word, _, size = first.partition(b" ")
    if word != b"old" or not size.isdigit() or len(size) > SIZE_DIGITS_MAX:
        found = first[:LONGEST_FOUND].decode(errors="replace")
        raise CheckpointProblem(f'{where}: expected "old SIZE" in line 1, found "{found}"')
    try:
        path = [b64decode(line, validate=True) for line in lines]
    except ValueError:
        path = [b""]
    if any(len(each) != HASH_SIZE for each in path):
        raise CheckpointProblem(f"{where}: expected hashes in base64 above the empty line, found something else")
    return int(size), path, parse_note(below, where=where)


def journal_tree(journal: Reader, *, until: int, keep: Iterable[Place] = (), tree: TreeFolder | None = None) -> Tree:
    """The tree over the journal's own entries up to one; where early volumes are archived, it goes on from the folder.

    `ProofProblem` where they are, and no folder holds the nodes over them.
    """
    wanted = frozenset(keep)
    grown = Tree(wanted)
    began = begin_of(journal)
    if began:
        if tree is None or tree.size < began:
            raise ProofProblem(
                f"expected the entries from 1 on, or a tree folder over the first {began}, which are archived:"
                " found neither. Bring the archived volumes or the folder back"
            )
        grown.resume(began, tree.node)
        grown.kept.update({(level, at): tree.node(level, at) for level, at in wanted if (at + 1) << level <= began})
    for group in journal.groups(after_sequence=began):
        if group.last > until:
            break
        grown.extend(leaves_of(group.body))
    return grown


def _nodes(journal: Reader, places: Iterable[Place], until: int, note: SignedNote, tree: TreeFolder | None) -> Nodes:
    """Where nodes come from: the folder if it leads to the signed root, otherwise the journal itself."""
    checkpoint = note.checkpoint
    if tree is not None and tree.size >= until and root_at(checkpoint.size, tree.node) == checkpoint.root:
        return tree.node
    grown = journal_tree(journal, until=until, keep=places, tree=tree)
    if grown.size < until:
        raise ProofProblem(f"expected a journal of at least {until} entries, as signed, found {grown.size}")
    found = root_at(checkpoint.size, grown.node)
    if found != checkpoint.root:
        raise ProofProblem(
            f"expected the root {checkpoint.root.hex()} at {checkpoint.size} entries, as signed, found {found.hex()}:"
            " the journal is not the one that was signed"
        )
    return grown.node


def _proven(journal: Reader, sequence: int, note: SignedNote, nodes: Nodes) -> Proven:
    stored = _stored(journal, sequence)
    size, root = note.checkpoint.size, note.checkpoint.root
    path = inclusion_proof(sequence - 1, size, nodes)
    if not is_included(leaf_hash(stored), sequence - 1, size, path, root):
        raise ProofProblem(f"expected entry {sequence} as it was signed, found other bytes in the journal")
    return Proven(sequence, stored.decode(), _texts(path))


def _stored(journal: Reader, sequence: int) -> bytes:
    for group in journal.groups(after_sequence=sequence - 1):
        if group.first <= sequence <= group.last:
            return stored_entries(group.body)[sequence - group.first]
        break
    raise JournalProblem(f"expected entry {sequence}, found none")


def _texts(path: Iterable[bytes]) -> list[str]:
    return [b64encode(each).decode() for each in path]
