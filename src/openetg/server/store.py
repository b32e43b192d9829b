"""Where a floor keeps its journal."""

from __future__ import annotations

import secrets
from pathlib import Path

from openetg.journal.sqlite import create_journal, open_journal
from openetg.journal.store import JournalProblem, Store

JOURNAL = "journal.sqlite3"


def open_store(folder: Path) -> Store:
    """The journal of a floor's folder, made if there is none."""
    path = folder / JOURNAL
    try:
        if path.exists():
            return open_journal(path)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise JournalProblem(f"{folder}: expected a folder for the journal: {fault.strerror}") from None
    return create_journal(path, journal_id=f"floor-{secrets.token_hex(8)}")
