"""What the unit tests share: within one run each file of the software is hashed once, not at every start of a floor."""

from __future__ import annotations

from pathlib import Path

import pytest

from openetg.server.checks import manifest


@pytest.fixture(scope="session", autouse=True)
def _hash_each_file_once() -> None:
    """A hundred starts of a floor in one process hash eight thousand files each: those that are as they were are known
    by place, size, time and number. Starts in processes of their own (`tests/faults`, `tests/browser`) hash all anew.
    """
    hash_file = manifest._hash
    known: dict[tuple[str, int, int, int], str] = {}

    def remembered(path: Path) -> str:
        if not path.exists():
            return hash_file(path)
        found = path.stat()
        key = str(path), found.st_size, found.st_mtime_ns, found.st_ino
        if key not in known:
            known[key] = hash_file(path)
        return known[key]

    manifest._hash = remembered
