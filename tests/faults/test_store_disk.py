"""The k-th call to the disk fails, for every k, once and from then on: the store says so and loses nothing."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from openetg.journal import sqlite
from openetg.journal.store import UnknownOutcome
from tests.faults.disk import FailingDisk, under_the_store
from tests.faults.work import (
    Diary,
    check_after,
    check_contents,
    copy_into,
    in_memory,
    interrupted,
    prepared,
    size_of,
    without_its_beginning,
    write,
)
from tests.faults.writer import next_group

ALL: tuple[str, ...] = ()
CHANGING = ("write", "truncate", "delete", "link", "rename", "mkdir")


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder with a journal in it to start from, where syncing costs nothing: here the shim is the disk."""
    with in_memory() as place:
        prepared(place / "template")
        yield place


def begun(place: Path) -> tuple[Path, Diary]:
    """A fresh copy of the journal to work on."""
    shutil.rmtree(place / "journal", ignore_errors=True)
    shutil.copytree(place / "template", place / "journal")
    size = size_of(place / "journal")
    return place / "journal", Diary(acknowledged=size, tried=size)


@pytest.mark.parametrize(
    ("fault", "calls", "forever"),
    [
        (apsw.IOError, ALL, False),
        (apsw.IOError, ALL, True),
        (apsw.FullError, CHANGING, True),
        (apsw.ReadOnlyError, CHANGING, True),
    ],
    ids=["broken once", "broken from then on", "full", "read-only"],
)
def test_any_call_of_a_writer_fails(
    place: Path, fault: type[apsw.Error], calls: tuple[str, ...], forever: bool
) -> None:
    at, untouched = 0, False
    raised: BaseException | None = None
    while not untouched:
        at += 1
        folder, diary = begun(place)
        disk = FailingDisk(at=at, forever=forever, only=calls, fault=fault)
        with under_the_store(disk):
            raised = interrupted(lambda folder=folder, diary=diary: write(folder, diary))  # type: ignore[misc]
        check_after(folder, diary)
        untouched = not disk.failed
    assert raised is None
    assert at > 100


@pytest.mark.parametrize("forever", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("archived", [False, True], ids=["whole", "beginning archived"])
def test_any_call_of_a_copy_fails_and_the_copy_is_completed(place: Path, forever: bool, archived: bool) -> None:
    source, folder = place / "template", place / "journal"
    if archived:
        without_its_beginning(source)
    at, untouched = 0, False
    raised: BaseException | None = None
    while not untouched:
        at += 1
        shutil.rmtree(folder, ignore_errors=True)
        diary = Diary()
        disk = FailingDisk(at=at, forever=forever)
        with under_the_store(disk):
            raised = interrupted(lambda diary=diary: copy_into(folder, source, diary))  # type: ignore[misc]
        assert size_of(folder) >= diary.acknowledged
        copy_into(folder, source, diary)
        with closing(sqlite.read_journal(folder)) as reader:
            check_contents(reader, size_of(source))
        untouched = not disk.failed
    assert raised is None
    assert at > 100


@pytest.mark.parametrize("forever", [False, True], ids=["once", "from then on"])
def test_any_call_fails_while_a_volume_is_removed(place: Path, forever: bool) -> None:
    at, untouched = 0, False
    raised: BaseException | None = None
    while not untouched:
        at += 1
        folder, diary = begun(place)
        disk = FailingDisk(at=at, forever=forever)
        with under_the_store(disk):
            raised = interrupted(lambda folder=folder: without_its_beginning(folder))  # type: ignore[misc]
        with closing(sqlite.read_journal(folder)) as reader:
            assert [volume.number for volume in reader.volumes()] in ([1, 2], [2])
        check_after(folder, diary)
        untouched = not disk.failed
    assert raised is None
    assert at > 10


def test_a_checkpoint_without_room_is_told_and_tried_again(place: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder, _ = begun(place)
    disk = FailingDisk(at=0, forever=True, fault=apsw.FullError)
    with under_the_store(disk), closing(sqlite.open_journal(folder)) as store:
        lease = store.claim()
        lease = store.append(lease, next_group(lease))
        assert store.checkpoint()
        lease = store.append(lease, next_group(lease))
        disk.at = disk.count + 1
        assert not store.checkpoint()
        assert "expected a disk that works and has room" in (store.checkpoint_fault or "")
        assert "A checkpoint failed, what is committed stays in the WAL" in caplog.text
        disk.at = 0
        lease = store.append(lease, next_group(lease))
        assert store.checkpoint()
        assert store.checkpoint_fault is None
        check_contents(store, lease.head.sequence)


def test_after_a_checkpoint_on_a_broken_disk_the_wal_stays_and_appends_go_on(place: Path) -> None:
    """A sync that failed is never tried again: it would succeed, and what it had lost would be gone."""
    folder, diary = begun(place)
    disk = FailingDisk(at=0, forever=False, only=("sync",))
    with under_the_store(disk), closing(sqlite.open_journal(folder)) as store:
        lease = store.claim()
        lease = store.append(lease, next_group(lease))
        disk.at = disk.count + 1
        assert not store.checkpoint()
        assert disk.failed == ["sync"]
        assert not store.checkpoint()
        assert "expected a disk that works" in (store.checkpoint_fault or "")
        lease = store.append(lease, next_group(lease))
    last = lease.head.sequence
    assert any(file.name.endswith("-wal") and file.stat().st_size > 0 for file in folder.iterdir())
    diary = Diary(acknowledged=last, tried=last)
    check_after(folder, diary)


def test_a_commit_whose_sync_fails_may_be_durable_all_the_same(place: Path) -> None:
    """The trap: the caller is told of a fault, the process dies, and after the restart the entries are there."""
    folder, _ = begun(place)
    disk = FailingDisk(at=0, forever=False, only=("sync",))
    with under_the_store(disk), closing(sqlite.open_journal(folder)) as store:
        lease = store.claim()
        group = next_group(lease)
        disk.at = disk.count + 1
        with pytest.raises(UnknownOutcome, match="may be durable all the same"):
            store.append(lease, group)
        # What a process that dies now leaves behind: the files, without the memory it shared.
        shutil.copytree(folder, place / "died", ignore=shutil.ignore_patterns("*-shm"))
        for refused in (
            lambda: store.append(lease, group),
            lambda: store.roll(lease, day="", snapshot=b""),
            store.claim,
            store.head,
        ):
            with pytest.raises(UnknownOutcome):
                refused()
    with closing(sqlite.read_journal(place / "died")) as reader:
        assert list(reader.entries(after_sequence=lease.head.sequence)) == group
    tried = group[-1].sequence
    check_after(place / "died", Diary(acknowledged=tried, tried=tried))
    check_after(folder, Diary(acknowledged=lease.head.sequence, tried=tried))
