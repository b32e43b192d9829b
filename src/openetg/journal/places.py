"""Where journals live, by address: a folder of volumes, one volume's file, or a PostgreSQL database.

The rest of OpenETG names a journal by its address and never by its engine. The client of PostgreSQL is loaded only
for who uses it.
"""

from pathlib import Path

from openetg.journal import sqlite
from openetg.journal.store import Reader, Store

POSTGRESQL = ("postgresql://", "postgres://")


def create(address: str, *, journal_id: str) -> Store:
    """Make a new journal and open it; `JournalProblem` if something stands there already."""
    if _is_postgresql(address):
        from openetg.journal import postgres  # noqa: PLC0415

        return postgres.create_journal(address, journal_id=journal_id)
    return sqlite.create_journal(Path(address), journal_id=journal_id)


def open_to_write(address: str) -> Store:
    """Open a journal for writing."""
    if _is_postgresql(address):
        from openetg.journal import postgres  # noqa: PLC0415

        return postgres.open_journal(address)
    return sqlite.open_journal(Path(address))


def open_to_read(address: str) -> Reader:
    """Open a journal for reading only, sound or not."""
    if _is_postgresql(address):
        from openetg.journal import postgres  # noqa: PLC0415

        return postgres.read_journal(address)
    return sqlite.read_journal(Path(address))


def exists(address: str) -> bool:
    """Whether a journal stands at the address."""
    if _is_postgresql(address):
        from openetg.journal import postgres  # noqa: PLC0415

        return postgres.exists(address)
    return sqlite.exists(Path(address))


def _is_postgresql(address: str) -> bool:
    return address.startswith(POSTGRESQL)
