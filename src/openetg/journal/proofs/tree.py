"""The Merkle tree over all entries of a journal, as RFC 6962 defines it: roots, and proofs of belonging and growth.

A leaf is the hash of an entry's stored bytes (`chain.leaf_hash`), leaf 0 that of entry 1. What is kept of a tree are
only its complete nodes: node `index` at `level` covers the leaves from index·2^level on, 2^level of them, and never
changes again. Every root and every proof is put together from those. Proofs are checked by arithmetic alone and must
never ask their maker; a proof that is no proof is an answer, not a failure.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from hashlib import sha256

from openetg.journal.chain import leaf_hash
from openetg.journal.entry import stored_entries

NODE_PREFIX = b"\x01"  # RFC 6962, 2.1
EMPTY_ROOT = sha256(b"").digest()
HASH_SIZE = 32

Place = tuple[int, int]
"""Level and index of a complete node."""
Nodes = Callable[[int, int], bytes]
"""Gives the complete node at a level and index."""
Span = tuple[int, int]
"""The leaves from the first number up to, without, the second."""


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees side by side."""
    return sha256(NODE_PREFIX + left + right).digest()


def leaves_of(body: bytes) -> list[bytes]:
    """The leaves of a group's entries; raises msgspec.DecodeError if the body is none."""
    return [leaf_hash(stored) for stored in stored_entries(body)]


def root_at(size: int, nodes: Nodes) -> bytes:
    """The root of the first so many leaves."""
    return _hash_of((0, size), nodes) if size else EMPTY_ROOT


def inclusion_proof(index: int, size: int, nodes: Nodes) -> list[bytes]:
    """What leads from a leaf to the root of the first so many leaves (RFC 6962, 2.1.1)."""
    return [_hash_of(span, nodes) for span in _inclusion_spans(index, size)]


def consistency_proof(old: int, size: int, nodes: Nodes) -> list[bytes]:
    """What shows that the first `old` leaves are still there among the first so many (RFC 6962, 2.1.2)."""
    return [_hash_of(span, nodes) for span in _consistency_spans(old, size)]


def places_for_root(size: int) -> list[Place]:
    """The nodes that `root_at` asks for."""
    return _places((0, size))


def places_behind(start: int, size: int) -> list[Place]:
    """The complete nodes that a tree of the first `start` leaves takes in, one after the other, to grow to `size`."""
    places = []
    while start < size:
        level = (size - start).bit_length() - 1
        # A node is complete only where it begins at a multiple of its width.
        level = min(level, (start & -start).bit_length() - 1) if start else level
        places.append((level, start >> level))
        start += 1 << level
    return places


def places_for_inclusion(index: int, size: int) -> list[Place]:
    """The nodes that `inclusion_proof` asks for."""
    return [place for span in _inclusion_spans(index, size) for place in _places(span)]


def places_for_consistency(old: int, size: int) -> list[Place]:
    """The nodes that `consistency_proof` asks for."""
    return [place for span in _consistency_spans(old, size) for place in _places(span)]


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof leads from the leaf at that index to the root of that size (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    way = _sides(index, size - 1)
    if len(way) != len(proof):
        return False
    reached = leaf
    for step, is_left in zip(proof, way, strict=True):
        reached = node_hash(step, reached) if is_left else node_hash(reached, step)
    return reached == root


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that the tree of `size` begins with the tree of `old` (RFC 9162, 2.1.4.2)."""
    if not 0 < old < size:
        trivial = (old == size and old_root == root) or (old == 0 < size and old_root == EMPTY_ROOT)
        return trivial and not proof
    place, last = old - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    # Where the old tree is one complete node, the proof leaves it out: who checks has it.
    first, *steps = [old_root, *proof] if old & (old - 1) == 0 else proof or [b""]
    way = _sides(place, last)
    if len(way) != len(steps):
        return False
    before = after = first
    for step, is_left in zip(steps, way, strict=True):
        if is_left:
            before, after = node_hash(step, before), node_hash(step, after)
        else:
            after = node_hash(after, step)
    return before == old_root and after == root


def _sides(place: int, last: int) -> list[bool]:
    """For each step of the way up from a place at a level whose last place is given: is the other subtree left?"""
    sides = []
    while last:
        is_left = bool(place & 1) or place == last
        sides.append(is_left)
        while is_left and place and not place & 1:
            place, last = place >> 1, last >> 1
        place, last = place >> 1, last >> 1
    return sides


def _inclusion_spans(index: int, size: int) -> list[Span]:
    """The subtrees beside the way from a leaf up, lowest first."""
    assert 0 <= index < size, f"leaf {index} is not among the first {size}"
    spans: list[Span] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            spans.append((middle, end))
            end = middle
        else:
            spans.append((start, middle))
            start = middle
    return spans[::-1]


def _consistency_spans(old: int, size: int) -> list[Span]:
    """The subtrees that the old tree and the new one are both put together from, lowest first."""
    assert 0 <= old <= size, f"a tree of {size} cannot begin with one of {old}"
    if old in {0, size}:
        return []
    spans: list[Span] = []
    start, end = 0, size
    while old != end:
        middle = start + _split(end - start)
        if old <= middle:
            spans.append((middle, end))
            end = middle
        else:
            spans.append((start, middle))
            start = middle
    # Who checks has the old root already, and so needs this subtree only where it is not the old tree itself.
    return ([] if start == 0 else [(start, end)]) + spans[::-1]


def _split(width: int) -> int:
    """The largest power of two below the width."""
    return 1 << (width - 1).bit_length() - 1


def _places(span: Span) -> list[Place]:
    """The complete nodes a subtree is put together from, from left to right: large ones first."""
    start, end = span
    places = []
    while start < end:
        level = (end - start).bit_length() - 1
        places.append((level, start >> level))
        start += 1 << level
    return places


def _hash_of(span: Span, nodes: Nodes) -> bytes:
    *others, last = [nodes(level, index) for level, index in _places(span)]
    reached = last
    for node in reversed(others):
        reached = node_hash(node, reached)
    return reached


class Tree:
    """A tree that grows at its right edge and keeps nothing else, but for the nodes it was asked to keep."""

    def __init__(self, keep: Container[Place] = ()) -> None:
        self.size = 0
        self.kept: dict[Place, bytes] = {}
        self._keep = keep
        self._keeps = bool(keep)
        self._edge: dict[int, bytes] = {}
        """Per level the complete node that waits for its right neighbour."""

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Takes the next leaves in."""
        for level, first, nodes in self.grow(leaves):
            if self._keeps:
                for index, node in enumerate(nodes, start=first):
                    if (level, index) in self._keep:
                        self.kept[level, index] = node

    def grow(self, leaves: Iterable[bytes]) -> list[tuple[int, int, list[bytes]]]:
        """Takes the next leaves in; per level the index of the first new complete node, and the new ones."""
        grown = []
        nodes, level, first = list(leaves), 0, self.size
        self.size += len(nodes)
        while nodes:
            grown.append((level, first, nodes))
            waiting = self._edge.pop(level, None)
            row = nodes if waiting is None else [waiting, *nodes]
            if len(row) & 1:
                self._edge[level] = row[-1]
            # Written out: this line runs once per entry of the journal.
            nodes = [sha256(NODE_PREFIX + a + b).digest() for a, b in zip(row[::2], row[1::2], strict=False)]
            first >>= 1
            level += 1
        return grown

    def root(self) -> bytes:
        """The root of all leaves so far."""
        return self.over(self._edge)

    @property
    def edge(self) -> dict[int, bytes]:
        """Per level the complete node that waits for its right neighbour."""
        return dict(self._edge)

    @staticmethod
    def over(edge: Mapping[int, bytes]) -> bytes:
        """The root over such nodes."""
        if not edge:
            return EMPTY_ROOT
        first, *others = [edge[level] for level in sorted(edge)]
        reached = first
        for node in others:
            reached = node_hash(node, reached)
        return reached

    def resume(self, size: int, nodes: Nodes) -> None:
        """Goes on from the first so many leaves of another tree; for a tree that is still empty."""
        assert not self.size, "a tree resumes before it grows"
        self.size = size
        self._edge = {level: nodes(level, index) for level, index in places_for_root(size)}

    def node(self, level: int, index: int) -> bytes:
        """A node that was kept; KeyError if it was not asked for or is not complete."""
        return self.kept[level, index]
