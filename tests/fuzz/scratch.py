"""A folder for what a target needs on disk, gone when the process ends."""

from __future__ import annotations

import atexit
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp


@cache
def scratch(name: str) -> Path:
    """The folder of that name, one in each process."""
    folder = Path(mkdtemp(prefix=f"openetg-fuzz-{name}-"))
    atexit.register(rmtree, folder, ignore_errors=True)
    return folder
