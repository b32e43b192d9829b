"""Checks a file of exported entries by itself: no journal, no floor, nothing but the file and a key.

Every entry against its leaf, every group against the one before it, all of them against the root and the chain of the
signed checkpoint in the file or of one that was published. The page in the browser does the same (`web/src/verify`),
and both are tested on the same files. What is found is an answer; only what is no such file is a problem.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator

from msgspec import DecodeError, Struct, ValidationError, json

from openetg.journal.chain import genesis_hash, group_hash, leaf_hash
from openetg.journal.proofs.checkpoint import CheckpointProblem, SignedNote, origin_of, parse_note, signers
from openetg.journal.proofs.tree import Tree, node_hash, places_behind, places_for_root
from openetg.keys.signing import PublicKey
from openetg.reports.export.export import FORMAT, Header

LINE = re.compile(
    rb'\{"sequence":([0-9]+),"at_ms":([0-9]+),"epoch":([0-9]+),"first":([0-9]+),"last":([0-9]+),'
    rb'"hash":"([0-9a-f]{64})","leaf":"([0-9a-f]{64})",("command":.*\})',
    re.DOTALL,
)
"""A line as an export writes it; the text behind the leaf is the stored entry's own text."""


class FileProblem(Exception):
    """The file cannot be checked. The message is for a person."""


class Wrong(Struct, frozen=True):
    """The first thing that is wrong, and at which entry."""

    sequence: int
    what: str


class Holds(Struct, frozen=True):
    """Everything that could be checked holds."""

    journal: str
    first: int
    last: int
    groups: int
    from_genesis: bool
    """Whether the chain begins with the journal; if not, with the hash the file gives."""
    cut: int
    """Entries of groups that are not whole in the file: their chain cannot be computed."""
    signed: int
    """Up to which entry a signed checkpoint speaks for them; zero if none does."""
    by: str
    """The key that was given and has signed; empty if none was given."""


class _Entry(Struct, frozen=True):
    sequence: int
    at_ms: int
    epoch: int
    first: int
    last: int
    hash: bytes
    leaf: bytes
    stored: bytes


class _Wrong(Exception):
    def __init__(self, sequence: int, what: str) -> None:
        self.found = Wrong(sequence, what)


def check_entries(
    lines: Iterable[bytes], *, key: PublicKey | None = None, published: SignedNote | None = None
) -> Holds | Wrong:
    """The content of a file, line by line without line ends; raises `FileProblem` if it is no such file."""
    reading = iter(lines)
    header = _header(next(reading, b""))
    note = published or _own_note(header)
    try:
        return _Check(header, note, key).run(reading)
    except _Wrong as wrong:
        return wrong.found


def _header(line: bytes) -> Header:
    try:
        header = json.decode(line, type=Header)
    except (DecodeError, ValidationError, UnicodeDecodeError) as problem:
        raise FileProblem(f"expected the first line of a file of entries, found something else: {problem}") from None
    if header.format != FORMAT:
        raise FileProblem(f'expected a file of the form "{FORMAT}", found "{header.format}"')
    return header


def _own_note(header: Header) -> SignedNote | None:
    if header.evidence is None:
        return None
    try:
        return parse_note(header.evidence.checkpoint.encode(), where="the checkpoint in the file")
    except CheckpointProblem as problem:
        raise FileProblem(str(problem)) from None


class _Check:
    """One check of one file."""

    def __init__(self, header: Header, note: SignedNote | None, key: PublicKey | None) -> None:
        self.header = header
        self.note = note
        self.key = key
        self.chain = _digest(header.opening_hash, header.opening_sequence)
        self.ended = header.opening_sequence
        """The last entry of the group before."""
        self.expected = header.after + 1
        self.group: list[_Entry] = []
        self.groups = self.cut = 0
        self.signed_chain: bytes | None = None
        """The chain hash where the checkpoint was signed."""
        self.tree = Tree()
        self.root: bytes | None = None

    def run(self, lines: Iterator[bytes]) -> Holds | Wrong:
        header = self.header
        from_genesis = header.opening_sequence == 0
        if from_genesis and self.chain != genesis_hash(header.journal):
            raise _Wrong(0, "the chain does not begin with this journal")
        self._begin_tree()
        for line in lines:
            self._take(_entry(line, self.expected))
        self._end_group()
        if self.expected - 1 != header.until and header.until > header.after:
            raise _Wrong(self.expected, f"the file ends here and should go on to entry {header.until}")
        signed = self._signed()
        last = self.expected - 1
        by = self._signed_by()
        return Holds(
            journal=header.journal,
            first=header.after + 1,
            last=last,
            groups=self.groups,
            from_genesis=from_genesis,
            cut=self.cut,
            signed=signed,
            by=by,
        )

    def _begin_tree(self) -> None:
        left = self.header.evidence.left if self.header.evidence else []
        places = places_for_root(self.header.after)
        if len(left) != len(places):
            return  # said at the end: without these nodes there is no root
        nodes = {place: b64decode(text) for place, text in zip(places, left, strict=True)}
        if places:
            self.tree.resume(self.header.after, lambda level, index: nodes[level, index])

    def _take(self, entry: _Entry) -> None:
        if leaf_hash(entry.stored) != entry.leaf:
            raise _Wrong(entry.sequence, "its text is not the one its hash was made of")
        self.expected += 1
        if self.group and entry.first != self.group[0].first:
            self._end_group()
        self.group.append(entry)
        if self.tree.size == entry.sequence - 1:
            self.tree.extend([entry.leaf])
            if self.note is not None and entry.sequence == self.note.checkpoint.size:
                self.root = self.tree.root()

    def _end_group(self) -> None:
        group, self.group = self.group, []
        if not group:
            return
        one = group[0]
        if any((each.last, each.hash, each.epoch) != (one.last, one.hash, one.epoch) for each in group):
            raise _Wrong(one.sequence, "the entries of its group do not say the same of the group")
        if self._is_whole(group):
            body = b"[" + b",\n".join(each.stored for each in group) + b"]"
            expected = group_hash(self.chain, first=one.first, last=one.last, epoch=one.epoch, body=body)
            if expected != one.hash:
                what = f"the group {one.first} to {one.last} does not follow from what comes before it"
                raise _Wrong(one.first, what)
            if self.note is not None and one.last == self.note.checkpoint.size:
                self.signed_chain = one.hash
        else:
            self.cut += len(group)
        # What follows on a group that was cut is chained to what it says of itself.
        self.chain, self.ended = one.hash, one.last
        self.groups += 1

    def _is_whole(self, group: list[_Entry]) -> bool:
        """Whether all of a group is here; only the first and the last of a file may be cut."""
        first, last = group[0], group[-1]
        begins = first.sequence == first.first or first.sequence == self.header.after + 1
        ends = last.sequence in {last.last, self.header.until}
        if first.first != self.ended + 1 or not begins or not ends:
            raise _Wrong(first.sequence, f"its group is said to go from {first.first} to {first.last}, and does not")
        return (first.sequence, last.sequence) == (first.first, first.last)

    def _signed(self) -> int:
        """Up to which entry the checkpoint speaks for the file."""
        note, last = self.note, self.expected - 1
        if note is None or note.checkpoint.size <= self.header.after:
            return 0
        checkpoint = note.checkpoint
        if checkpoint.origin != origin_of(self.header.journal):
            raise _Wrong(0, f"the checkpoint is of {checkpoint.origin}, not of this journal")
        chain = self.signed_chain
        if chain is not None and chain != checkpoint.chain:
            raise _Wrong(checkpoint.size, "the chain is not the one that was signed")
        root = self._root(checkpoint.size)
        if root is not None and root != checkpoint.root:
            raise _Wrong(checkpoint.size, "the root over all entries is not the one that was signed")
        return min(last, checkpoint.size) if chain is not None or root is not None else 0

    def _root(self, size: int) -> bytes | None:
        """The root at the size that was signed; None if the file does not lead there."""
        if self.root is not None or self.tree.size != self.expected - 1:
            return self.root
        right = self.header.evidence.right if self.header.evidence else []
        places = places_behind(self.tree.size, size)
        if len(right) != len(places):
            return None
        return root_over(self.tree, [(level, b64decode(text)) for (level, _), text in zip(places, right, strict=True)])

    def _signed_by(self) -> str:
        if self.key is None or self.note is None:
            return ""
        try:
            found = signers(self.note, [self.key])
        except CheckpointProblem:
            raise _Wrong(self.note.checkpoint.size, "the signature is not of this checkpoint") from None
        if not found:
            raise _Wrong(self.note.checkpoint.size, f"the checkpoint is not signed by {self.key.name} with this key")
        return self.key.name


def root_over(tree: Tree, behind: list[tuple[int, bytes]]) -> bytes:
    """The root of a tree that takes in complete nodes behind its last leaf."""
    edge = dict(tree.edge)
    for level, node in behind:
        reached, height = node, level
        while height in edge:
            reached = node_hash(edge.pop(height), reached)
            height += 1
        edge[height] = reached
    return Tree.over(edge)


def _entry(line: bytes, expected: int) -> _Entry:
    match = LINE.fullmatch(line)
    if match is None:
        raise _Wrong(expected, "its line is not one that an export writes")
    sequence, at_ms, epoch, first, last = (int(match[place]) for place in range(1, 6))
    if sequence != expected:
        raise _Wrong(expected, f"entry {sequence} stands in its place: something is missing, doubled or out of order")
    stored = b'{"sequence":%s,"at_ms":%s,%s' % (match[1], match[2], match[8])
    digest, leaf = (bytes.fromhex(match[place].decode()) for place in (6, 7))
    return _Entry(
        sequence=sequence, at_ms=at_ms, epoch=epoch, first=first, last=last, hash=digest, leaf=leaf, stored=stored
    )


def _digest(text: str, sequence: int) -> bytes:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise _Wrong(sequence, "the hash the file begins with is none")
    return bytes.fromhex(text)
