"""Where journals live, by address: a folder of volumes or one volume's file (with or without `sqlite:`), or
a PostgreSQL database.

The rest of OpenETG names a journal by its address and never by its engine. The client of PostgreSQL is loaded only
for those who use it.
"""

from pathlib import Path

from openetg.journal import sqlite
from openetg.journal.store import Reader, Store

SQLITE = "sqlite:"
"""May stand before a path, where an address should say of which kind it is."""
POSTGRESQL = ("postgresql://", "postgres://")


def create(address: str, *, journal_id: str) -> Store:
    """Make a new journal and open it; raises `JournalProblem` if something stands there already."""
    if _is_postgresql(address):
        from openetg.journal import postgres  # noqa: PLC0415

        return postgres.create_journal(address, journal_id=journal_id)
    return sqlite.create_journal(_path(address), journal_id=journal_id)


def open_to_write(address: str) -> Store:
    """Open a journal for writing."""
    if _is_postgresql(address):
        from openetg.journal import postgres  # noqa: PLC0415

        return postgres.open_journal(address)
    return sqlite.open_journal(_path(address))


def open_to_read(address: str) -> Reader:
    """Open a journal for reading only, sound or not."""
    if _is_postgresql(address):
        from openetg.journal import postgres  # noqa: PLC0415

        return postgres.read_journal(address)
    return sqlite.read_journal(_path(address))


def exists(address: str) -> bool:
    """Whether there is a journal at the address."""
    if _is_postgresql(address):
        from openetg.journal import postgres  # noqa: PLC0415

        return postgres.exists(address)
    return sqlite.exists(_path(address))


def shown(address: str) -> str:
    """The address as it may be said and put on record: without a password."""
    if _is_postgresql(address):
        from openetg.journal.postgres.address import address_of  # noqa: PLC0415

        return address_of(address).shown
    return address


def _path(address: str) -> Path:
    return Path(address.removeprefix(SQLITE))


def _is_postgresql(address: str) -> bool:
    return address.startswith(POSTGRESQL)
