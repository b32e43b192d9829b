"""Journals in SQLite files: the store of a floor that runs on one machine.

A journal is a folder with one file per volume. One row per group and one row for the head, written in the same
transaction. Opened here only through SQLite, the same pinned version everywhere.
"""

from contextlib import ExitStack
from pathlib import Path

from openetg.journal.chain import empty_head
from openetg.journal.sqlite.connecting import PATIENCE_MS, check_is_file, is_folder
from openetg.journal.sqlite.folder import STAGING, file_name, give_name, naming, staged, volume_paths
from openetg.journal.sqlite.reader import SqliteReader
from openetg.journal.sqlite.rolling import file_to_write, gather_closed
from openetg.journal.sqlite.schema import APPLICATION_ID, FORMAT, FORMAT_OF_ONE_FILE
from openetg.journal.sqlite.store import SqliteStore
from openetg.journal.sqlite.volume import open_volume
from openetg.journal.sqlite.writing import write_volume
from openetg.journal.store import JournalProblem, Volume
from openetg.keys.files import sync

__all__ = [
    "APPLICATION_ID",
    "FORMAT",
    "SqliteReader",
    "SqliteStore",
    "create_journal",
    "exists",
    "open_journal",
    "read_journal",
]


def create_journal(folder: Path, *, journal_id: str, patience_ms: int = PATIENCE_MS) -> SqliteStore:
    """Make a new journal and open it. Interrupted at any instant, it leaves a journal with its first volume or none."""
    assert journal_id, "a journal needs a name for its chain to begin with"
    try:
        _make_folder(folder)
        _create_first_volume(folder, journal_id, patience_ms=patience_ms)
    except OSError as problem:
        raise JournalProblem(f"{folder}: a journal cannot be created here: {problem.strerror}.") from problem
    return open_journal(folder, patience_ms=patience_ms)


def open_journal(folder: Path, *, patience_ms: int = PATIENCE_MS) -> SqliteStore:
    """Open a journal for writing; refuses one whose volumes, head and last group do not fit each other."""
    _refuse_one_file(folder, patience_ms=patience_ms)
    with ExitStack() as undo:
        reader = SqliteReader(folder, is_folder=True, patience_ms=patience_ms)
        undo.callback(reader.close)
        path = file_to_write(folder, reader, patience_ms=patience_ms)
        writer = write_volume(path, patience_ms=patience_ms)
        undo.callback(writer.close)
        gather_closed(folder, reader, patience_ms=patience_ms)
        undo.pop_all()
    return SqliteStore(folder, reader, writer, patience_ms=patience_ms)


def read_journal(path: Path, *, patience_ms: int = PATIENCE_MS) -> SqliteReader:
    """Open a journal's folder, or the file of one volume, for reading only, sound or not: `verify` judges it."""
    return SqliteReader(path, is_folder=is_folder(path), patience_ms=patience_ms)


def exists(path: Path) -> bool:
    """Whether a journal stands there, or something that opening should explain."""
    return bool(volume_paths(path)) if path.is_dir() else path.exists()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir()
    except FileExistsError as problem:
        if not folder.is_dir() or any(file.name != STAGING for file in folder.iterdir()):
            found = "a folder with something in it" if folder.is_dir() else "a file"
            raise JournalProblem(
                f"{folder}: expected a free name or an empty folder for a new journal, found {found}."
            ) from problem
    sync(folder.parent)


def _create_first_volume(folder: Path, journal_id: str, *, patience_ms: int) -> None:
    volume = Volume(1, "", empty_head(journal_id))
    with (
        naming(folder, patience_ms=patience_ms),
        staged(folder, journal_id=journal_id, volume=volume, snapshot=None) as built,
    ):
        try:
            give_name(built, folder / file_name(1, ""))
        except FileExistsError as problem:
            raise JournalProblem(f"{folder}: expected an empty folder, found a journal made meanwhile.") from problem


def _refuse_one_file(path: Path, *, patience_ms: int) -> None:
    """A single file is never written: tell what can be done with it instead."""
    if is_folder(path):
        return
    check_is_file(path)
    volume = open_volume(path, patience_ms=patience_ms)
    found = volume.identity.format
    volume.close()
    if found == FORMAT_OF_ONE_FILE:
        raise JournalProblem(
            f"{path}: expected the folder of a journal, found a journal of format {found}, written by an older OpenETG."
            f" It can be read as it is; to go on with it, run: etg journal restore {path} NEW-FOLDER"
        )
    raise JournalProblem(
        f"{path}: expected the folder of a journal, found the file of one volume,"
        f" which can be read as it is. To write, open the folder it belongs to."
    )
