"""The default folder of a floor."""

from __future__ import annotations

import os
from pathlib import Path


def default_folder() -> Path:
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "openetg" / "floor"
