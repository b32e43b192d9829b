"""One process of a kind per folder: a lock that the system releases when the process ends."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class NotAlone(Exception):
    """Another process holds the lock. The message is for a person."""


@contextmanager
def alone(path: Path, words: str) -> Iterator[None]:
    """Holds the lock of this file while the context lasts; raises `NotAlone(words)` if another process holds it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NotAlone(words) from None
        yield


def is_held(path: Path) -> bool:
    """Whether some process holds the lock of this file."""
    try:
        with path.open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    return False
