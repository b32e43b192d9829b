"""Creates and opens journals in PostgreSQL, and checks before use what durability needs of the server.

What is checked here is checked at opening only: a setting that is changed afterwards is not noticed. A journal is made
in one transaction, so that an interruption leaves a whole one or none.
"""

from contextlib import ExitStack

from msgspec.structs import astuple

from openetg.journal.chain import empty_head
from openetg.journal.postgres import tables
from openetg.journal.postgres.address import Address, address_of
from openetg.journal.postgres.faults import explained
from openetg.journal.postgres.reader import PostgresReader
from openetg.journal.postgres.session import StoreSession
from openetg.journal.postgres.store import PostgresStore
from openetg.journal.store import JournalProblem

OLDEST_SERVER = 14
PATIENCE_MS = 5_000  # how long a claim waits for a commit in flight before it ends the session
NEEDED_SETTINGS = {
    "fsync": "on",  # without it a commit is not on the disk when it is confirmed
    "full_page_writes": "on",  # without it a power cut can leave half-written pages that recovery cannot mend
}


def create_journal(url: str, *, journal_id: str, patience_ms: int = PATIENCE_MS) -> PostgresStore:
    """Make a new journal and open it; the schema is made too if it is not there."""
    assert journal_id, "a journal needs a name for its chain to begin with"
    address = address_of(url)
    with explained(address.shown):
        session = StoreSession(address, writing=True, primary=True)
        try:
            _check_server(address, session)
            _create_tables(address, session, journal_id)
        finally:
            session.close()
    return open_journal(url, patience_ms=patience_ms)


def open_journal(url: str, *, patience_ms: int = PATIENCE_MS) -> PostgresStore:
    """Open a journal for writing; refuses one whose head does not fit its last group."""
    address = address_of(url)
    with ExitStack() as undo, explained(address.shown):
        reader = PostgresReader(address.shown, _opened(undo, address, writing=False))
        _check_format(address, reader)
        writer = _opened(undo, address, writing=True)
        _check_server(address, writer)
        _check_one_server(address, reader, writer)
        _check_tables(address, writer)
        store = PostgresStore(address, writer, reader, patience_ms=patience_ms)
        undo.pop_all()
    return store


def read_journal(url: str) -> PostgresReader:
    """Open a journal for reading only, sound or not: `verify` judges what is in it. A standby will do."""
    address = address_of(url)
    with ExitStack() as undo, explained(address.shown):
        session = StoreSession(address, writing=False, primary=False)
        undo.callback(session.close)
        _check_is_journal(address, session)
        reader = PostgresReader(address.shown, session)
        undo.pop_all()
    return reader


def exists(url: str) -> bool:
    """Whether a journal stands at the address; raises `JournalProblem` if there is no way to find out."""
    address = address_of(url)
    with explained(address.shown):
        session = StoreSession(address, writing=False, primary=False)
        try:
            return "identity" in _relations(address, session)
        finally:
            session.close()


def _opened(undo: ExitStack, address: Address, *, writing: bool) -> StoreSession:
    """A session of a store: its reader too is at the primary, because money is decided on what it reads."""
    session = StoreSession(address, writing=writing, primary=True)
    undo.callback(session.close)
    _check_is_journal(address, session)
    return session


def _create_tables(address: Address, session: StoreSession, journal_id: str) -> None:
    head = empty_head(journal_id)
    session.execute("BEGIN")
    if not session.fetch(tables.SELECT_SCHEMA, address.schema):
        ((statement,),) = session.fetch(tables.QUOTED_CREATE_SCHEMA, address.schema)
        session.execute(statement)
    _check_is_free(address, session)
    session.execute(tables.CREATE)
    session.fetch(tables.INSERT_IDENTITY, tables.APPLICATION, tables.FORMAT, journal_id.encode())
    session.fetch(tables.INSERT_HEAD, *astuple(head), 1)
    session.fetch(tables.INSERT_VOLUME, 1, b"", *astuple(head), None)
    session.execute("COMMIT")


def _relations(address: Address, session: StoreSession) -> list[str]:
    return [name for (name,) in session.fetch(tables.SELECT_RELATIONS, address.schema)]


def _check_is_free(address: Address, session: StoreSession) -> None:
    found = _relations(address, session)
    if set(tables.TABLES) <= set(found):
        raise JournalProblem(f"{address.shown}: expected a free place for a new journal, found a journal.")
    if found:
        raise JournalProblem(
            f"{address.shown}: expected an empty schema {address.schema} for a new journal,"
            f" found tables of something else: {', '.join(found)}."
        )


def _check_is_journal(address: Address, session: StoreSession) -> None:
    where = f"{address.shown}: expected a journal in the schema {address.schema}"
    rows = session.fetch(tables.SELECT_SCHEMA, address.schema)
    if not rows:
        raise JournalProblem(f"{where}, found no such schema.")
    (may_use,) = rows[0]
    if not may_use:  # the server would say that the tables do not exist
        raise JournalProblem(f"{where}, found that the role has no right (USAGE) to look into it.")
    found = _relations(address, session)
    if missing := set(tables.TABLES) - set(found):
        tables_found = ", ".join(found) or "it empty"
        raise JournalProblem(f"{where}, found {tables_found} (missing: {', '.join(sorted(missing))}).")


def _check_server(address: Address, session: StoreSession) -> None:
    version = session.server_version[0]
    if version < OLDEST_SERVER:
        raise JournalProblem(f"{address.shown}: expected PostgreSQL {OLDEST_SERVER} or newer, found {version}.")
    ((pid,),) = session.fetch("SELECT pg_backend_pid()")
    if pid != session.server_pid:
        raise JournalProblem(
            f"{address.shown}: expected a connection straight to the server (process {session.server_pid}),"
            f" found a pooler in between (process {pid}): it would share our session's settings with others."
        )
    session.fetch(tables.NO_TIME_LIMITS)
    session.fetch(tables.STRENGTHEN_COMMITS)
    _check_settings(address, session)


def _check_settings(address: Address, session: StoreSession) -> None:
    names = [*NEEDED_SETTINGS, "synchronous_commit"]
    found = dict(map(tuple, session.fetch(tables.SELECT_SETTINGS, names)))
    for name, needed in NEEDED_SETTINGS.items():
        if found[name] != needed:
            raise JournalProblem(
                f"{address.shown}: expected a server with {name} = {needed}, found {found[name]}:"
                " it could lose what it has confirmed."
            )
    if found["synchronous_commit"] not in ("on", "remote_apply"):
        raise JournalProblem(
            f"{address.shown}: expected synchronous_commit on or remote_apply, found {found['synchronous_commit']}."
        )


def _check_format(address: Address, reader: PostgresReader) -> None:
    if reader.format != tables.FORMAT:
        raise JournalProblem(
            f"{address.shown}: expected a journal of format {tables.FORMAT}, found one of format {reader.format},"
            " written by an older OpenETG. It can be read as it is; to go on with it, copy it:"
            " etg journal restore OLD NEW"
        )


def _check_one_server(address: Address, reader: PostgresReader, writer: StoreSession) -> None:
    """An address may name several hosts; what the reader reads must be what the writer writes."""
    started = "SELECT pg_postmaster_start_time()::text || ' ' || coalesce(inet_server_addr()::text, '')"
    ((read,),), ((written,),) = reader.fetch(started), writer.fetch(started)
    if read != written:
        raise JournalProblem(
            f"{address.shown}: expected one primary server behind this address, found two"
            f" (one that started {read}, one that started {written})."
        )


def _check_tables(address: Address, session: StoreSession) -> None:
    if not_logged := [name for (name,) in session.fetch(tables.SELECT_NOT_LOGGED, address.schema)]:
        raise JournalProblem(
            f"{address.shown}: expected tables that survive a crash, found them unlogged: {', '.join(not_logged)}."
        )
    if missing := [right for (right,) in session.fetch(tables.SELECT_MISSING_RIGHTS)]:
        raise JournalProblem(
            f"{address.shown}: expected a role with all rights that a writer needs,"
            f" found some missing: {', '.join(missing)}."
        )
