"""A file of credentials beside the keys: whole or not there, for the floor's own user alone, changed by one process at
a time.

Holds a struct as JSON. Each change, in any process, waits for the one before.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import DecodeError, Struct, json

from openetg.keys.files import write_whole
from openetg.keys.signing import KeyProblem

Content = TypeVar("Content", bound=Struct)


class KeptFile(Generic[Content]):
    """A file that holds one struct."""

    def __init__(self, path: Path, content: type[Content], called: str) -> None:
        """`called` is what messages call what is in it."""
        self.path = path
        self._content = content
        self._called = called

    def read(self) -> Content:
        """The content; raises `KeyProblem` if it cannot be used as it is."""
        try:
            if self.path.stat().st_mode & 0o077:
                raise KeyProblem(f"{self.path}: expected a file that only its owner may read (mode 600), found it open")
            return json.decode(self.path.read_bytes(), type=self._content)
        except FileNotFoundError:
            return self._content()
        except OSError as fault:
            raise KeyProblem(f"{self.path}: the {self._called} cannot be read: {fault.strerror}") from None
        except DecodeError as wrong:
            words = f"{self.path}: expected the {self._called}, found something else: {wrong}"
            raise KeyProblem(words) from None

    def version(self) -> tuple[int, int]:
        """A value that differs after every change, since each writes another file; zeros while there is no file."""
        try:
            found = self.path.stat()
        except OSError:
            return (0, 0)
        return (found.st_ino, found.st_mtime_ns)

    @contextmanager
    def changing(self) -> Iterator[Content]:
        """The content, to be changed; written when the `with` ends without an exception."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(self.path.with_name(f".{self.path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                kept = self.read()
                yield kept
                write_whole(self.path, json.encode(kept), mode=0o600)
            finally:
                os.close(handle)
        except OSError as fault:
            raise KeyProblem(f"{self.path}: the {self._called} cannot be written: {fault.strerror}") from None
