"""Files that are there whole or not at all, and stay there. For keys and for everything else that must not be half."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: bytes, *, mode: int) -> None:
    """Write a file durably, so that it is there whole or not at all."""
    unfinished = path.with_name(f".{path.name}.new")
    try:
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as fault:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        # A write that fails does not say of which file.
        raise OSError(fault.errno, fault.strerror, str(path)) from fault
    sync(path.parent)


def overwrite(path: Path) -> None:
    """Writes over what a file holds, before its name goes to another. Blocks a disk has set aside are beyond it."""
    if not path.exists():
        return
    handle = os.open(path, os.O_WRONLY)
    try:
        os.write(handle, bytes(os.fstat(handle).st_size))
        os.fsync(handle)
    finally:
        os.close(handle)


def sync(path: Path) -> None:
    """What was written to a file, or named in a folder, stays."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
