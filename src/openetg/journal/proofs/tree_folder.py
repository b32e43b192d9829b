"""A Merkle tree kept in a folder, so that roots and proofs of any size need no second reading of the journal.

Append-only files of 32-byte nodes, one per level, and `synced`, which says up to where they are durable and with which
root. Derived: it is made again from the journal, and must never be believed over it. Only where early volumes are
archived is it the one source of the nodes over their entries; then it is held against signed checkpoints.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

import msgspec

from openetg.journal.proofs.tree import HASH_SIZE, Tree, root_at
from openetg.keys.files import write_whole

SYNCED = "synced"


class TreeProblem(Exception):
    """A tree folder cannot be used as it is. The message is for a person."""


class _Synced(msgspec.Struct, frozen=True):
    size: int
    root: str


class TreeFolder:
    """A tree in a folder, for one process that extends it; others read it up to what is synced."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Opens the tree, or begins one. What a crash left behind the last sync is cut off.

        Raises `TreeProblem` if what was synced is no longer there: then the folder is damaged, and is to be deleted
        and made again from the journal.
        """
        self.path = path
        self._read_only = read_only
        self._files: dict[int, int] = {}
        self._tree = Tree()
        self._touched: set[int] = set()
        self._broken = False
        try:
            if not read_only:
                path.mkdir(parents=True, exist_ok=True)
            self._open()
        except OSError as fault:
            self.close()
            raise TreeProblem(f"{path}: the tree cannot be read or written: {fault.strerror}") from None
        except TreeProblem:
            self.close()
            raise

    def __enter__(self) -> TreeFolder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def size(self) -> int:
        """How many leaves it has."""
        return self._tree.size

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Takes the next leaves in; durable only after `sync`."""
        self._assert_writable()
        try:
            for level, first, nodes in self._tree.grow(leaves):
                self._write(level, first * HASH_SIZE, b"".join(nodes))
        except OSError as fault:
            raise self._broke(fault) from None

    def sync(self) -> None:
        """Makes all that was taken in durable."""
        self._assert_writable()
        synced = _Synced(self.size, self.root().hex())
        try:
            for level in sorted(self._touched):
                os.fsync(self._files[level])
            write_whole(self.path / SYNCED, msgspec.json.encode(synced) + b"\n", mode=0o644)
        except OSError as fault:
            raise self._broke(fault) from None
        self._touched.clear()

    def root(self, size: int | None = None) -> bytes:
        """The root of the first so many leaves; of all if no size is given."""
        return self._tree.root() if size is None else root_at(size, self.node)

    def node(self, level: int, index: int) -> bytes:
        """A complete node."""
        assert (index + 1) << level <= self.size, f"node {index} of level {level} is not complete"
        return self._read(level, index)

    def close(self) -> None:
        """Closes the files. May be called twice."""
        for file in self._files.values():
            os.close(file)
        self._files.clear()

    def _assert_writable(self) -> None:
        assert not self._read_only, "this tree was opened for reading"
        assert not self._broken, "after a fault the tree is opened anew"

    def _broke(self, fault: OSError) -> TreeProblem:
        # The files may hold less than memory does: opening anew goes back to what was synced.
        self._broken = True
        return TreeProblem(f"{self.path}: the tree could not be written: {fault.strerror}")

    def _open(self) -> None:
        synced = self._synced()
        for level in range(max(synced.size.bit_length(), self._highest() + 1)):
            wanted = (synced.size >> level) * HASH_SIZE
            file = self._file(level)
            found = os.fstat(file).st_size
            if found < wanted:
                raise TreeProblem(self._damaged(f"{wanted} bytes in {_name(level)}", f"{found}"))
            if found > wanted and not self._read_only:
                os.ftruncate(file, wanted)
        self._tree.resume(synced.size, self._read)
        if self._tree.root().hex() != synced.root:
            raise TreeProblem(self._damaged(f"the root {synced.root} of {synced.size} leaves", self._tree.root().hex()))

    def _synced(self) -> _Synced:
        try:
            text = (self.path / SYNCED).read_bytes()
        except FileNotFoundError:
            return _Synced(0, Tree().root().hex())
        try:
            found = msgspec.json.decode(text, type=_Synced)
        except msgspec.DecodeError as problem:
            raise TreeProblem(self._damaged(f"size and root in {SYNCED}", str(problem))) from None
        if found.size < 0:
            raise TreeProblem(self._damaged(f"a size of 0 or more in {SYNCED}", str(found.size)))
        return found

    def _damaged(self, expected: str, found: str) -> str:
        return (
            f"{self.path}: expected {expected}, found {found}. The tree is damaged: delete the folder, and it is made"
            " again from the journal; where early volumes are archived, bring them back first."
        )

    def _highest(self) -> int:
        levels = [int(path.name.removeprefix("level-")) for path in self.path.glob("level-[0-9][0-9]")]
        return max(levels, default=-1)

    def _file(self, level: int) -> int:
        if level not in self._files:
            how = os.O_RDONLY if self._read_only else os.O_RDWR | os.O_CREAT
            self._files[level] = os.open(self.path / _name(level), how | os.O_CLOEXEC, 0o644)
        return self._files[level]

    def _read(self, level: int, index: int) -> bytes:
        node = os.pread(self._file(level), HASH_SIZE, index * HASH_SIZE)
        assert len(node) == HASH_SIZE, f"node {index} of level {level} was there when the tree was opened"
        return node

    def _write(self, level: int, at: int, content: bytes) -> None:
        file = self._file(level)
        while content:
            written = os.pwrite(file, content, at)
            at, content = at + written, content[written:]
        self._touched.add(level)


def open_tree(path: Path) -> TreeFolder | None:
    """The tree in a folder, for reading; None if there is none."""
    return TreeFolder(path, read_only=True) if (path / SYNCED).exists() else None


def _name(level: int) -> str:
    return f"level-{level:02}"
