"""A disk that fails on demand, and one that remembers what a power cut would have left of it.

Both stand under the real store: SQLite reads and writes through a VFS of ours, and the few calls the store makes
itself (link, rename, unlink, mkdir, fsync of a folder) pass by here too. Nothing of the store is replaced. Out of
reach are SQLite's locks and the shared memory of its WAL index, which is no part of what is durable.
"""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import apsw

SECTOR = 512
CALLS = ("link", "rename", "unlink", "mkdir", "fsync")
BESIDE = ("-shm",)


class Disk:
    """What the shim asks before each call. This one lets everything pass."""

    def before(self, what: str, path: str, *details: Any) -> None:
        """Called before a call reaches the real disk; raises to keep it from getting there."""


class FailingDisk(Disk):
    """Fails the k-th call, once or from then on. Counts from 1; 0 never fails."""

    def __init__(self, *, at: int, forever: bool, only: tuple[str, ...] = (), fault: type[apsw.Error] = apsw.IOError):
        self.at = at
        self.forever = forever
        self.only = only
        self.fault = fault
        self.count = 0
        self.failed: list[str] = []

    def before(self, what: str, path: str, *details: Any) -> None:
        del details
        if self.only and what not in self.only:
            return
        self.count += 1
        if self.count == self.at or (self.forever and self.count > self.at > 0):
            self.failed.append(what)
            if what in CALLS:
                raise OSError(errno.EIO, os.strerror(errno.EIO), path)
            raise self.fault(f"made to fail: {what} of {Path(path).name}")


@dataclass
class RecordingDisk(Disk):
    """Lets everything pass and keeps it, in order, together with what the test says in between."""

    events: list[tuple[str, str, tuple[Any, ...]]] = field(default_factory=list)

    def before(self, what: str, path: str, *details: Any) -> None:
        if what not in ("read", "size", "access"):
            self.events.append((what, path, details))

    def say(self, what: str, sequence: int) -> None:
        self.events.append((what, "", (sequence,)))


@contextmanager
def under_the_store(disk: Disk) -> Iterator[None]:
    """Every journal opened meanwhile is on this disk."""
    shim = _Shim(disk)
    with ExitStack() as undo:
        undo.callback(shim.unregister)
        undo.callback(apsw.set_default_vfs, "unix")
        for name in CALLS:
            undo.enter_context(patch.object(os, name, _watched(disk, name, getattr(os, name))))
        yield


class _Shim(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        super().__init__(f"disk {id(disk)}", "unix", makedefault=True)
        self.shim_name = f"disk {id(disk)}"

    def xOpen(self, name: apsw.URIFilename | str | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        path = "" if name is None else name if isinstance(name, str) else name.filename()
        self.disk.before("open", path, bool(flags[0] & apsw.SQLITE_OPEN_CREATE))
        return _File(self.disk, path, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.disk.before("delete", filename, syncdir)
        super().xDelete(filename, syncdir)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, path: str, name: apsw.URIFilename | str | None, flags: list[int]) -> None:
        self.disk = disk
        self.path = path
        super().__init__("unix", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        self.disk.before("read", self.path)
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self.disk.before("write", self.path, offset, bytes(data))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self.disk.before("truncate", self.path, newsize)
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.disk.before("sync", self.path)
        super().xSync(flags)

    def xFileSize(self) -> int:  # noqa: N802
        self.disk.before("size", self.path)
        return super().xFileSize()


def _watched(disk: Disk, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    def call(first: Any, *more: Any, **named: Any) -> Any:
        place = _path(first) if isinstance(first, int) else os.fspath(first)
        if named.get("dir_fd") is not None:
            place = f"{_path(named['dir_fd'])}/{place}"
        disk.before(name, place, *map(os.fspath, more[:1] if name in ("link", "rename") else ()))
        return real(first, *more, **named)

    return call


def _path(handle: int) -> str:
    return str(Path(f"/proc/self/fd/{handle}").readlink())


@dataclass
class _Content:
    """A file: what is on the disk for certain, and the writes since that are not."""

    synced: bytes
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Offset and bytes of a write; or a new size and nothing."""

    def sync(self) -> None:
        self.synced = _applied(self.synced, self.pending)
        self.pending = []

    def after_a_crash(self, random: Random) -> bytes:
        """Some of what was not synced, in any order, torn or damaged."""
        kept = [write for write in self.pending if random.random() < random.choice([0.0, 0.5, 1.0])]
        random.shuffle(kept)
        return _applied(self.synced, [_harmed(write, random) for write in kept])


def _applied(content: bytes, writes: list[tuple[int, bytes | None]]) -> bytes:
    after = bytearray(content)
    for offset, data in writes:
        if data is None:
            del after[offset:]
            continue
        after.extend(bytes(max(0, offset + len(data) - len(after))))
        after[offset : offset + len(data)] = data
    return bytes(after)


def _harmed(write: tuple[int, bytes | None], random: Random) -> tuple[int, bytes | None]:
    offset, data = write
    harm = random.choice(["none", "none", "torn", "damaged"])
    if data is None or harm == "none":
        return write
    if harm == "torn":
        return offset, data[: random.randrange(0, len(data) + 1, min(SECTOR, len(data)))]
    place = random.randrange(len(data))
    return offset, data[:place] + random.randbytes(min(SECTOR, len(data) - place)) + data[place + SECTOR :]


class CrashedFolder:
    """Follows recorded events, and says what the folder looks like if the power goes at that instant."""

    def __init__(self, folder: Path) -> None:
        """The folder as it stands, all of it synced."""
        self.folder = folder
        self._now = {str(file): _Content(file.read_bytes()) for file in folder.iterdir() if file.is_file()}
        self._synced = dict(self._now)
        self._renamed: list[tuple[str, str]] = []

    def follow(self, what: str, path: str, details: tuple[Any, ...]) -> None:
        handlers: dict[str, Callable[..., None]] = {
            "open": self._open, "write": self._write, "truncate": self._truncate, "sync": self._sync,
            "delete": self._delete, "link": self._link, "rename": self._rename, "fsync": self._sync_folder,
            "unlink": self._unlink,
        }  # fmt: skip
        if what in handlers:
            handlers[what](path, *details)

    def crash(self, into: Path, random: Random) -> None:
        """Makes a folder of what is left. File systems with a journal do a rename wholly or not at all."""
        into.mkdir()
        renamed: dict[str, _Content | None] = {}
        for before, after in self._renamed:
            names = random.choice([self._now, self._synced])
            renamed |= {before: names.get(before), after: names.get(after)}
        for path in {*self._now, *self._synced}:
            if Path(path).parent != self.folder or path.endswith(BESIDE):
                continue
            content = random.choice([self._now, self._synced]).get(path)
            if path in renamed:
                content = renamed[path]
            if content is not None:
                (into / Path(path).name).write_bytes(content.after_a_crash(random))

    def _open(self, path: str, create: bool) -> None:
        if create and path not in self._now:
            self._now[path] = _Content(b"")

    def _write(self, path: str, offset: int, data: bytes) -> None:
        self._now[path].pending.append((offset, data))

    def _truncate(self, path: str, size: int) -> None:
        self._now[path].pending.append((size, None))

    def _sync(self, path: str) -> None:
        """SQLite syncs the folder with a journal or WAL it has made, at the first sync of that."""
        self._now[path].sync()
        self._synced[path] = self._now[path]

    def _delete(self, path: str, sync_folder: bool) -> None:
        self._now.pop(path, None)
        if sync_folder:
            self._synced.pop(path, None)

    def _link(self, path: str, name: str) -> None:
        self._now[name] = self._now[path]

    def _rename(self, path: str, name: str) -> None:
        self._now[name] = self._now.pop(path)
        self._renamed.append((path, name))

    def _unlink(self, path: str) -> None:
        self._now.pop(path, None)

    def _sync_folder(self, path: str) -> None:
        self._renamed = [names for names in self._renamed if str(Path(names[0]).parent) != path]
        inside = {name for name in {*self._now, *self._synced} if str(Path(name).parent) == path}
        for name in inside:
            if name in self._now:
                self._synced[name] = self._now[name]
            else:
                self._synced.pop(name, None)
