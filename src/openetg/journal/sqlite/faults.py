"""What can go wrong with a journal's files, told to a person instead of thrown at one.

A fault of SQLite leaves this package only as `JournalProblem` or `UnknownOutcome`, never under its own name.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from logging import getLogger
from pathlib import Path

import apsw

from openetg.journal.store import JournalProblem

log = getLogger(__name__)

# SQLite quotes damaged text in its messages, which Python then fails to decode.
ENGINE_FAULTS = (apsw.Error, UnicodeDecodeError)

NO_ROOM = "expected a disk that works and has room, found a fault"
NOT_ALLOWED = "expected to be allowed to open and write the file and its folder, found that not so"
EXPLANATIONS: dict[type[Exception], str] = {
    apsw.NotADBError: "expected a journal file, found something that is not a database",
    apsw.CorruptError: "expected a whole journal file, found a damaged or truncated one",
    apsw.BusyError: "expected the journal to be free, found another process writing and not finishing",
    apsw.CantOpenError: NOT_ALLOWED,
    apsw.ReadOnlyError: NOT_ALLOWED,
    apsw.PermissionsError: NOT_ALLOWED,
    apsw.FullError: NO_ROOM,
    apsw.IOError: NO_ROOM,
}
OTHERWISE = "expected the tables of a journal, found them damaged or missing"


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns a fault of SQLite or of the disk into a `JournalProblem` that names the file."""
    try:
        yield
    except ENGINE_FAULTS as fault:
        raise JournalProblem(f"{path}: {explanation(fault)} (SQLite says: {fault}).") from fault
    except OSError as fault:
        raise JournalProblem(f"{path}: expected a disk that works, found a fault: {fault.strerror}.") from fault


def let_go(path: Path, connection: apsw.Connection) -> None:
    """Closes a connection. A fault meanwhile loses nothing: what is committed is in the file or in its WAL."""
    try:
        connection.close()
    except ENGINE_FAULTS as fault:
        log.warning("%s: closed with a fault: %s (SQLite says: %s).", path, explanation(fault), fault)


def explanation(fault: Exception) -> str:
    """What was expected and what was found."""
    return EXPLANATIONS.get(type(fault), OTHERWISE)
