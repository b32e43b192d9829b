"""Keeps the Merkle tree of a journal and signs checkpoints of it.

Takes groups in order, from anywhere at or before the end of the tree. It must never sign a tree that does not go on
from the last one signed.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import DecodeError

from openetg.floor.state import SHAPE
from openetg.journal.chain import Group
from openetg.journal.proofs.checkpoint import (
    Checkpoint,
    CheckpointProblem,
    SignedNote,
    checkpoint_of,
    latest_checkpoint,
    origin_of,
    sign_next,
    signers,
)
from openetg.journal.proofs.tree import leaves_of
from openetg.journal.proofs.tree_folder import TreeFolder
from openetg.journal.reading import begin_of, next_group
from openetg.journal.store import JournalProblem, Reader
from openetg.keys.signing import signing_key
from openetg.reports.audit.second_opinion import Alarm
from openetg.server.plan.folder import FloorFolder


class Notary:
    """The tree and the checkpoints of one journal."""

    def __init__(self, journal: Reader, place: FloorFolder) -> None:
        self._journal_id = journal.journal_id
        self._place = place
        self.key = signing_key(place.keys, name=origin_of(journal.journal_id))
        self.tree = TreeFolder(place.tree)
        self._last = _last_group(journal, self.tree.size)
        self.note = self._last_note()
        """The largest checkpoint signed so far, with its signatures."""
        self.signed: Checkpoint | None = self.note.checkpoint if self.note is not None else None
        _check_reaches(journal, self.tree.size)

    @property
    def sequence(self) -> int:
        """The last entry in the tree."""
        return self.tree.size

    def take(self, group: Group) -> Alarm | None:
        """Takes a group in, or compares it where the tree has it already."""
        try:
            leaves = leaves_of(group.body)
        except (DecodeError, RecursionError) as problem:
            return Alarm(group.last, "tree", "entries in the group", str(problem))
        known = leaves[: max(self.tree.size + 1 - group.first, 0)]
        if other := self._other_leaf(group.first, known):
            return other
        if len(known) < len(leaves):
            self.tree.extend(leaves[len(known) :])
            self._last = group
        return self._other_than_signed(group)

    def sign(self, state: str) -> Alarm | None:
        """Makes the tree durable and signs it, with the state hash of the floor at its end."""
        assert self._last is not None, "there is something to sign"
        self.tree.sync()
        checkpoint = checkpoint_of(self._journal_id, self._last, self.tree.root(), state=state, shape=SHAPE)
        try:
            self.note = sign_next(self._place.checkpoints, checkpoint, self.key, self.tree.root)
        except CheckpointProblem as problem:
            return Alarm(self.tree.size, "checkpoint", "a journal that goes on from what was signed", str(problem))
        self.signed = checkpoint
        return None

    def has_news(self) -> bool:
        """Whether the tree has come beyond what is signed; one that is made again has yet to come there."""
        return self._last is not None and self.tree.size > (self.signed.size if self.signed is not None else 0)

    def close(self) -> None:
        """Closes the files."""
        self.tree.close()

    def _last_note(self) -> SignedNote | None:
        note = latest_checkpoint(self._place.checkpoints)
        if note is None:
            return None
        if not signers(note, [self.key.public]):
            raise CheckpointProblem(
                f"{self._place.checkpoints}: expected the last checkpoint to be signed by {self.key.public.name},"
                " found that it is not"
            )
        return note

    def _other_leaf(self, first: int, known: Sequence[bytes]) -> Alarm | None:
        """Every entry the tree has: one that was changed may stand in the middle of its group."""
        for sequence, leaf in enumerate(known, start=first):
            kept = self.tree.node(0, sequence - 1)
            if leaf != kept:
                return Alarm(sequence, "tree", f"the entry with leaf {kept.hex()}", leaf.hex())
        return None

    def _other_than_signed(self, group: Group) -> Alarm | None:
        """Held against the last checkpoint whenever the journal is read up to it again."""
        signed = self.signed
        if signed is None or group.last != signed.size:
            return None
        found = self.tree.root(signed.size)
        if found != signed.root:
            return Alarm(group.last, "checkpoint", f"the root {signed.root.hex()}, as signed", found.hex())
        if group.hash != signed.chain:
            return Alarm(group.last, "checkpoint", f"the chain hash {signed.chain.hex()}, as signed", group.hash.hex())
        return None


def _last_group(journal: Reader, sequence: int) -> Group | None:
    """The group that ends with this entry."""
    group = next_group(journal, sequence - 1) if sequence else None
    return group if group is not None and group.last == sequence else None


def _check_reaches(journal: Reader, sequence: int) -> None:
    first = begin_of(journal)
    if sequence < first:
        raise JournalProblem(
            f"expected the entries after {sequence}, where the tree ends, found a journal that begins after entry"
            f" {first}: restore what was archived and build the tree from that."
        )
