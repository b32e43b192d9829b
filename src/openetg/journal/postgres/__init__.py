"""A journal in a PostgreSQL database: the store of a floor whose database runs on machines of its own.

The tables are in `tables`, a connection with its own event loop is in `session`, what is checked before use in
`opening`. Nothing outside this package may know that PostgreSQL is asked asynchronously.
"""

from openetg.journal.postgres.opening import create_journal, exists, open_journal, read_journal
from openetg.journal.postgres.reader import PostgresReader
from openetg.journal.postgres.store import PostgresStore

__all__ = ["PostgresReader", "PostgresStore", "create_journal", "exists", "open_journal", "read_journal"]
