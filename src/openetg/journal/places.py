"""Where journals live, by address: a folder of volumes, one volume's file, or a PostgreSQL database.

The rest of OpenETG names a journal by its address and never by its engine.
"""

from pathlib import Path

from openetg.journal.sqlite import create_journal, open_journal, read_journal
from openetg.journal.store import Reader, Store


def create(address: str, *, journal_id: str) -> Store:
    """Make a new journal and open it; `JournalProblem` if something stands there already."""
    return create_journal(Path(address), journal_id=journal_id)


def open_to_write(address: str) -> Store:
    """Open a journal for writing."""
    return open_journal(Path(address))


def open_to_read(address: str) -> Reader:
    """Open a journal for reading only, sound or not."""
    return read_journal(Path(address))


def exists(address: str) -> bool:
    """Whether a journal stands at the address."""
    return Path(address).exists()
