"""Faults of PostgreSQL and of the way to it, told to a person instead of thrown at one."""

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg  # type: ignore[import-untyped]

from openetg.journal.postgres.session import ENGINE_FAULTS
from openetg.journal.store import JournalProblem

# The most telling first: several are kinds of others further down.
EXPLANATIONS: list[tuple[tuple[type[BaseException], ...], str]] = [
    (
        (asyncpg.InvalidCatalogNameError,),
        "expected a database of this name, found none on this server",
    ),
    (
        (asyncpg.InvalidAuthorizationSpecificationError,),
        "expected a role that may log in with these credentials, found that the server refuses it",
    ),
    (
        (asyncpg.InsufficientPrivilegeError,),
        "expected a role with the rights a journal needs, found one without them",
    ),
    (
        (asyncpg.TargetServerAttributeNotMatched, asyncpg.ReadOnlySQLTransactionError),
        "expected the primary server, which can be written, found a standby",
    ),
    (
        (asyncpg.CannotConnectNowError,),
        "expected a server that takes connections, found one that is starting, stopping or recovering",
    ),
    (
        (asyncpg.TooManyConnectionsError,),
        "expected a free connection, found all of them taken",
    ),
    (
        (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError),
        "expected the journal to be free, found another session writing and not finishing",
    ),
    (
        (asyncpg.DiskFullError, asyncpg.PostgresIOError),
        "expected a disk that works and has room, found a fault",
    ),
    (
        (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError),
        "expected sound data, found it damaged on the server",
    ),
    (
        (asyncpg.SyntaxOrAccessError, asyncpg.InvalidSchemaNameError, asyncpg.DatatypeMismatchError),
        "expected the tables of a journal, found them changed or missing",
    ),
    (
        (asyncpg.UniqueViolationError, asyncpg.DuplicateTableError, asyncpg.DuplicateSchemaError),
        "expected to be the only one to do this, found somebody else doing the same",
    ),
    (
        (asyncpg.ClientConfigurationError, asyncpg.CantChangeRuntimeParamError),
        "expected an address and options that PostgreSQL knows, found others",
    ),
    (
        (asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError, asyncpg.InterfaceError),
        "expected the connection to last, found it cut",
    ),
    (
        (OSError, EOFError),
        "expected a PostgreSQL server at this address, found none that answers",
    ),
]


@contextmanager
def explained(journal: str) -> Iterator[None]:
    """Every fault of the engine inside becomes a `JournalProblem`."""
    try:
        yield
    except ENGINE_FAULTS as fault:
        raise JournalProblem(f"{journal}: {explanation(fault)} (PostgreSQL says: {words(fault)}).") from fault


def explanation(fault: BaseException) -> str:
    """What was expected and what was found."""
    for kinds, told in EXPLANATIONS:
        if isinstance(fault, kinds):
            return told
    return "expected the server to do what a journal asks of it, found that it refuses"


def words(fault: BaseException) -> str:
    """What the engine said, on one line; some faults of the line say nothing."""
    return " ".join(str(fault).split()) or type(fault).__name__
