"""How tests start `etg`: isolated from the outset, as a service manager starts it, and compiled once for all of them.

A floor that a person starts compiles everything anew; that it does, and why, is proved in test_foreign_code.py alone.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from openetg import isolated


def etg(*words: object) -> list[str]:
    """The command line of `etg` with these words."""
    return isolated.command("openetg", *map(str, words), compiled=compiled_once())


def around(**more: str) -> dict[str, str]:
    """The environment in which it stays isolated as it was started."""
    return isolated.environment() | more


def compiled_once() -> str:
    """A folder of compiled files that only we can write to."""
    folder = Path(tempfile.gettempdir()) / f"openetg-tests-compiled-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return str(folder)
