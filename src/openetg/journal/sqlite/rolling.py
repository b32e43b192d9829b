"""What an interrupted writer left half done between two files, and how the next one completes it.

A roll: the last volume is closed and has no successor, which is then built from what the closed one keeps. The
beginning of a copy: a file is another volume than its name says, and then gets the right one. A WAL beside a closed
volume is copied into it. All of it can be interrupted and done again, by several processes at once.
"""

from pathlib import Path

from openetg.journal.sqlite.connecting import check_is_writable, has_wal
from openetg.journal.sqlite.faults import explained
from openetg.journal.sqlite.folder import NAME, file_name, give_name, naming, remove, rename, staged, volume_paths
from openetg.journal.sqlite.reader import SqliteReader
from openetg.journal.sqlite.volume import open_volume
from openetg.journal.sqlite.writing import write_volume
from openetg.journal.store import JournalProblem, Volume


def file_to_write(folder: Path, reader: SqliteReader, *, patience_ms: int) -> Path:
    """The file of the volume in which the journal goes on, once everything half done is done."""
    path, volume = reader.last_file()
    check_is_writable(path)
    if volume.closed:
        complete_roll(folder, path, patience_ms=patience_ms)
    with explained(folder), naming(folder, patience_ms=patience_ms):
        return last_file_by_its_name(reader, patience_ms=patience_ms)


def complete_roll(folder: Path, path: Path, *, patience_ms: int) -> None:
    """Builds the volume after a closed one from what that keeps, unless another process just did."""
    file = open_volume(path, patience_ms=patience_ms)
    try:
        (head, closed), identity = file.head(), file.identity
        assert closed, "only after a closed volume comes another"
        closing = file.closing()
    finally:
        file.close()
    volume = Volume(identity.volume.number + 1, closing.next_day, head)
    with explained(folder), naming(folder, patience_ms=patience_ms):
        if _last_number(folder) > identity.volume.number:
            return
        with staged(folder, journal_id=identity.journal_id, volume=volume, snapshot=closing.snapshot) as built:
            give_name(built, folder / file_name(volume.number, volume.day))


def last_file_by_its_name(reader: SqliteReader, *, patience_ms: int) -> Path:
    """The file of the last volume, under the name of the volume it is. Only while `naming`: no process adds another."""
    path, volume = reader.last_file()
    right = path.with_name(file_name(volume.number, volume.day))
    if path == right or not empty_wal(path, reader, patience_ms=patience_ms):
        return path
    rename(path, right)
    return reader.last_file()[0]


def empty_wal(path: Path, reader: SqliteReader, *, patience_ms: int) -> bool:
    """Copies the WAL beside a file into it; whether the file is now all there is of the volume."""
    reader.let_go(path)
    writer = write_volume(path, patience_ms=patience_ms)
    try:
        return writer.empty_wal()
    finally:
        writer.close()


def gather_closed(folder: Path, reader: SqliteReader, *, patience_ms: int) -> None:
    """Every closed volume whole in its one file, as far as no process is reading its WAL at this moment."""
    for path in volume_paths(folder)[:-1]:
        if has_wal(path):
            empty_wal(path, reader, patience_ms=patience_ms)


def forget_volume(folder: Path, reader: SqliteReader, number: int, *, patience_ms: int) -> None:
    """Removes the oldest volume, if it is closed and no process is writing or reading it at this moment."""
    oldest = reader.volumes()[0]
    if oldest.number != number or not oldest.closed:
        state = "closed" if oldest.closed else "not closed"
        raise JournalProblem(
            f"{folder}: expected to remove the oldest volume, closed, found volume {number} asked for"
            f" and volume {oldest.number} the oldest, {state}."
        )
    with explained(folder), naming(folder, patience_ms=patience_ms):
        path = volume_paths(folder)[0]
        if has_wal(path) and not empty_wal(path, reader, patience_ms=patience_ms):
            raise JournalProblem(f"{path}: expected a volume that nobody uses, found it being read: try again.")
        reader.let_go(path)
        remove(path)


def _last_number(folder: Path) -> int:
    match = NAME.fullmatch(volume_paths(folder)[-1].name)
    if match is None:
        raise JournalProblem(f"{folder}: expected volumes, found none.")
    return int(match[1])
