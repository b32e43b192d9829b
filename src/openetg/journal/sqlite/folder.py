"""The folder of a journal: what its files are called, and how a new one gets its name.

A volume is built whole under another name, synced, and then linked to its own: interrupted at any instant there is
a whole volume under that name or none. `link` never replaces what is there. One process at a time gives names.
"""

import fcntl
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw

from openetg.journal.sqlite.faults import explained
from openetg.journal.sqlite.schema import CREATE, fill_new_volume
from openetg.journal.store import JournalProblem, Volume
from openetg.keys.files import sync

STAGING = ".staging"
NAME = re.compile(r"(\d{5,})(?:-(\d{4}-\d\d-\d\d))?\.sqlite3")
DAY = re.compile(r"\d{4}-\d\d-\d\d|")


def file_name(number: int, day: str) -> str:
    """`00002-2026-11-16.sqlite3`, or `00001.sqlite3` if the day has no name."""
    return f"{number:05}-{day}.sqlite3" if day else f"{number:05}.sqlite3"


def is_day(day: str) -> bool:
    """Whether a file name can say it: a date, or nothing."""
    return DAY.fullmatch(day) is not None


def volume_paths(folder: Path) -> list[Path]:
    """The files of a folder that are named like volumes, in the order of their numbers."""
    try:
        names = [path.name for path in folder.iterdir()]
    except (FileNotFoundError, NotADirectoryError) as problem:
        raise JournalProblem(f"{folder}: expected a journal's folder, found nothing there.") from problem
    except OSError as problem:
        raise JournalProblem(
            f"{folder}: expected a journal's folder, found no way to it: {problem.strerror}."
        ) from problem
    numbered = [(int(match[1]), name) for name in names if (match := NAME.fullmatch(name))]
    return [folder / name for _, name in sorted(numbered)]


@contextmanager
def naming(folder: Path, *, patience_ms: int) -> Iterator[None]:
    """No other process gives names in this folder meanwhile."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        deadline = time.monotonic() + patience_ms / 1000
        while not _locked(handle):
            if time.monotonic() > deadline:
                raise JournalProblem(f"{folder}: expected to begin a volume, found another process beginning one.")
            time.sleep(0.005)
        yield
    finally:
        os.close(handle)


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def staged(folder: Path, *, journal_id: str, volume: Volume, snapshot: bytes | None) -> Iterator[Path]:
    """A new volume, whole and synced, under a name that is not its own yet. Only while `naming`."""
    staging = folder / STAGING
    shutil.rmtree(staging, ignore_errors=True)  # left behind by a process that was interrupted
    staging.mkdir()
    try:
        unfinished = staging / "volume"
        with explained(folder / file_name(volume.number, volume.day)), closing(apsw.Connection(str(unfinished))) as new:
            new.execute(CREATE).fetchall()
            fill_new_volume(new, journal_id=journal_id, volume=volume, snapshot=snapshot)
            new.execute("COMMIT")
            new.pragma("journal_mode", "wal")
        yield unfinished
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def give_name(built: Path, path: Path) -> None:
    """Durably, and never over something else."""
    os.link(built, path)
    sync(path.parent)


def rename(path: Path, to: Path) -> None:
    """Durably. Only while `naming`, and when nothing is called that."""
    assert not to.exists(), f"{to} must be free"
    path.rename(to)
    sync(to.parent)


def remove(path: Path) -> None:
    """Durably. The caller has seen to it that nothing of the volume stands beside its file."""
    for beside in ("-wal", "-shm"):
        path.with_name(f"{path.name}{beside}").unlink(missing_ok=True)
    path.unlink()
    sync(path.parent)
