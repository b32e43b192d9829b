"""The power goes at any instant: what was synced is there, what was not is there, gone, torn, damaged or out of order.

The work is done once and every call to the disk recorded; then the folder is made as it could look after a power cut
at each of them, and opened by the real store.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from openetg.journal import sqlite
from openetg.journal.sqlite import connecting
from openetg.journal.store import JournalProblem
from tests.faults.disk import CrashedFolder, RecordingDisk, under_the_store
from tests.faults.work import (
    THOROUGHNESS,
    Diary,
    check_after,
    check_contents,
    copy_into,
    in_memory,
    prepared,
    size_of,
    without_its_beginning,
    write,
)


@pytest.fixture
def place() -> Iterator[Path]:
    with in_memory() as place:
        prepared(place / "template")
        yield place


def recorded_writing(place: Path) -> tuple[RecordingDisk, CrashedFolder, Diary]:
    """A writer at work on a copy of the journal: what reached the disk, and what the folder was before."""
    shutil.copytree(place / "template", place / "journal")
    size = size_of(place / "journal")
    disk, before = RecordingDisk(), CrashedFolder(place / "journal")
    with under_the_store(disk):
        write(place / "journal", Diary(size, size, disk.say))
    return disk, before, Diary(size, size)


def lost_after_crashes(place: Path, *, seed: int) -> list[str]:
    """The work once, the power cut at each of its calls; what was wrong afterwards, if anything."""
    shutil.rmtree(place / "journal", ignore_errors=True)
    disk, folder, diary = recorded_writing(place)
    random, lost = Random(seed), []
    assert len(disk.events) > 100
    for number, (what, path, details) in enumerate(disk.events):
        if what in ("tried", "acknowledged"):
            setattr(diary, what, details[0])
            continue
        folder.follow(what, path, details)
        folder.crash(place / "crashed", random)
        try:
            check_after(place / "crashed", diary)
        except (AssertionError, JournalProblem) as wrong:
            lost.append(f"seed {seed}, call {number} ({what} of {Path(path).name}): {wrong}")
        shutil.rmtree(place / "crashed")
    return lost


@pytest.mark.parametrize("seed", range(2 * THOROUGHNESS))
def test_nothing_acknowledged_is_lost_whenever_the_power_goes(place: Path, seed: int) -> None:
    assert lost_after_crashes(place, seed=seed) == []


def test_a_store_that_does_not_sync_would_be_found_out(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Proves that the loop bites: with NORMAL a commit is acknowledged before it is synced."""
    careless = tuple(each.replace("= FULL", "= NORMAL") for each in connecting.WRITER_SETTINGS)
    assert careless != connecting.WRITER_SETTINGS
    monkeypatch.setattr(connecting, "WRITER_SETTINGS", careless)
    assert lost_after_crashes(place, seed=0) != []


@pytest.mark.parametrize("seed", range(THOROUGHNESS))
@pytest.mark.parametrize("archived", [False, True], ids=["whole", "beginning archived"])
def test_a_journal_being_made_or_copied_is_there_or_not(place: Path, seed: int, archived: bool) -> None:
    folder, crashed = place / "journal", place / "crashed"
    if archived:
        without_its_beginning(place / "template")
    folder.mkdir()
    disk, after = RecordingDisk(), CrashedFolder(folder)
    with under_the_store(disk):
        copy_into(folder, place / "template", Diary(heard=disk.say))
    random, diary = Random(seed), Diary()
    for what, path, details in disk.events:
        if what in ("tried", "acknowledged"):
            setattr(diary, what, details[0])
            continue
        after.follow(what, path, details)
        after.crash(crashed, random)
        assert size_of(crashed) >= diary.acknowledged
        copy_into(crashed, place / "template", Diary())
        reader = sqlite.read_journal(crashed)
        check_contents(reader, size_of(place / "template"))
        reader.close()
        shutil.rmtree(crashed)
