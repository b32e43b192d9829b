"""The SQLite files: how they are kept, and what a person is told when they cannot be used."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event

import apsw
import pytest

from openetg.journal.sqlite import (
    APPLICATION_ID,
    FORMAT,
    SqliteReader,
    SqliteStore,
    create_journal,
    exists,
    open_journal,
    read_journal,
)
from openetg.journal.store import JournalProblem, UnknownOutcome
from openetg.journal.verify import Break, Intact, verify
from tests.unit.journal.samples import entries, entry, fill

NOBODY = 65534


FIRST = "00001.sqlite3"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A journal of ten entries in three groups, which nobody has open."""
    folder = tmp_path / "journal"
    with closing(create_journal(folder, journal_id="floor 1")) as store:
        fill(store, sizes=[1, 4, 5])
    return folder


@pytest.fixture
def path(folder: Path) -> Path:
    """The file of its only volume."""
    return folder / FIRST


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that anyone may look into, unlike pytest's own, with files that anyone may read."""
    before = os.umask(0o022)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
        Path(folder).chmod(0o755)
    os.umask(before)


def edit(path: Path, statement: str) -> None:
    """Change the file by hand, if nobody holds it at this moment."""
    with closing(apsw.Connection(str(path))) as connection, connection:
        connection.execute(statement)


def ask(path: Path, question: str) -> object:
    with closing(apsw.Connection(str(path))) as connection:
        return connection.execute(question).fetchall()[0][0]


def told(place: Path) -> str:
    """What someone is told who opens this for writing."""
    with pytest.raises(JournalProblem) as problem:
        open_journal(place)
    assert str(place) in str(problem.value)
    return str(problem.value)


def test_the_file_says_what_it_is(path: Path) -> None:
    assert ask(path, "PRAGMA application_id") == APPLICATION_ID
    assert ask(path, "PRAGMA user_version") == FORMAT
    assert ask(path, "PRAGMA journal_mode") == "wal"


def test_a_database_shell_shows_readable_text(path: Path) -> None:
    body = ask(path, "SELECT CAST(body AS TEXT) FROM groups WHERE last = 1")
    assert body == (
        '[{"sequence":1,"at_ms":1700000000001,"command":{"type":"place_wager","number":1,"padding":""},'
        '"verdict":{"type":"wager_placed","wager":1}}]'
    )
    assert ask(path, "SELECT value ->> '$.sequence' FROM groups, json_each(CAST(body AS TEXT)) LIMIT 1") == 1


def test_a_commit_is_synced_before_it_is_acknowledged(folder: Path) -> None:
    with closing(open_journal(folder)) as store:
        connection = store._writer._connection
        assert connection.pragma("synchronous") == 2
        assert connection.pragma("journal_mode") == "wal"
        assert connection.pragma("wal_autocheckpoint") == 0


def test_the_wal_file_keeps_its_size_between_checkpoints(folder: Path, path: Path) -> None:
    wal = path.with_name(f"{FIRST}-wal")
    with closing(open_journal(folder)) as store:
        lease = fill(store, sizes=[100, 100])
        size = wal.stat().st_size
        assert store.checkpoint()
        assert wal.stat().st_size == size
        store.append(lease, entries(211, 220))
        assert wal.stat().st_size == size


def test_a_busy_writer_begins_the_wal_anew_by_itself(tmp_path: Path) -> None:
    with closing(create_journal(tmp_path / "journal", journal_id="floor 1")) as store:
        lease = store.claim()
        for sequence in range(1, 601):
            lease = store.append(lease, [entry(sequence, padding=16_000)])
        assert (tmp_path / "journal" / f"{FIRST}-wal").stat().st_size < 600 * 16_000 * 0.75
        assert store.checkpoint_fault is None
        assert isinstance(verify(store), Intact)


@pytest.mark.slow
def test_checkpoints_never_make_an_append_fail(folder: Path) -> None:
    """Not even one that waits for nobody: the two take turns."""
    with closing(open_journal(folder, patience_ms=0)) as store, ThreadPoolExecutor(max_workers=1) as worker:
        lease = store.claim()
        over = Event()
        checkpoints = worker.submit(lambda: [store.checkpoint() for _ in iter(over.is_set, True)])
        for sequence in range(11, 411):
            lease = store.append(lease, entries(sequence, sequence))
        over.set()
        assert sum(checkpoints.result()) > 1
        assert list(store.entries(after_sequence=0)) == entries(1, 410)
        assert store.checkpoint_fault is None


def test_a_reader_in_the_way_delays_a_checkpoint_and_no_append(folder: Path, path: Path) -> None:
    with closing(open_journal(folder)) as store, closing(apsw.Connection(str(path))) as slow:
        lease = store.append(store.claim(), entries(11, 12))
        slow.execute("BEGIN")
        slow.execute("SELECT * FROM head").fetchall()
        lease = store.append(lease, entries(13, 14))
        assert not store.checkpoint()
        lease = store.append(lease, entries(15, 16))
        slow.execute("COMMIT")
        assert store.checkpoint()
        assert list(store.entries(after_sequence=10)) == entries(11, 16)


@pytest.mark.slow
def test_a_journal_may_be_closed_or_rolled_while_a_checkpoint_is_under_way(tmp_path: Path) -> None:
    for number in range(4):
        folder = tmp_path / f"journal {number}"
        with closing(create_journal(folder, journal_id="floor 1")) as store:
            lease = store.append(store.claim(), [entry(1, padding=8_000_000)])
            if number % 2:
                store.append(store.roll(lease, day="2026-11-16", snapshot=b"x" * 8_000_000), entries(2, 3))
        with closing(open_journal(folder)) as store:
            assert isinstance(verify(store), Intact)


def test_closing_leaves_one_file_for_each_volume(folder: Path) -> None:
    with closing(open_journal(folder)) as store:
        store.append(store.roll(store.claim(), day="2026-11-16", snapshot=b"s"), entries(11, 12))
    assert names(folder) == ["00001.sqlite3", "00002-2026-11-16.sqlite3"]


def test_a_volume_that_is_closed_is_whole_in_its_file_at_once(folder: Path, path: Path, tmp_path: Path) -> None:
    with closing(read_journal(folder)) as reader, closing(open_journal(folder)) as store:
        lease = store.append(store.claim(), entries(11, 12))
        assert reader.head().sequence == 12
        store.roll(lease, day="2026-11-16", snapshot=b"s")
        shutil.copy(path, tmp_path / "taken.sqlite3")
    with closing(read_journal(tmp_path / "taken.sqlite3")) as taken:
        assert list(taken.entries(after_sequence=0)) == entries(1, 12)
        assert isinstance(verify(taken), Intact)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_creating_leaves_nothing_beside_the_journal(tmp_path: Path) -> None:
    with closing(create_journal(tmp_path / "new", journal_id="floor 1")):
        assert names(tmp_path) == ["new"]
        assert set(names(tmp_path / "new")) <= {FIRST, f"{FIRST}-wal", f"{FIRST}-shm"}


def test_a_name_with_odd_characters_is_only_a_name(tmp_path: Path) -> None:
    folder = tmp_path / "floor 1?mode=memory#100%.journal"
    with closing(create_journal(folder, journal_id="floor 1")) as store:
        store.append(store.roll(fill(store, sizes=[2]), day="2026-11-16", snapshot=b""), entries(3, 3))
    with closing(read_journal(folder)) as reader:
        assert reader.head().sequence == 3


def test_a_journal_never_replaces_what_is_there(folder: Path) -> None:
    with pytest.raises(JournalProblem, match=r"expected a free name or an empty folder.*found a folder with something"):
        create_journal(folder, journal_id="floor 1")
    with closing(read_journal(folder)) as reader:
        assert reader.head().sequence == 10


def test_a_file_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("notes")
    with pytest.raises(JournalProblem, match=r"expected a free name.*found a file"):
        create_journal(tmp_path / "journal", journal_id="floor 1")


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    (tmp_path / "journal" / ".staging").mkdir(parents=True)  # an interrupted attempt leaves no more than this
    assert not exists(tmp_path / "journal")
    create_journal(tmp_path / "journal", journal_id="floor 1").close()
    assert exists(tmp_path / "journal")
    assert names(tmp_path / "journal") == [FIRST]


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(JournalProblem, match=r"cannot be created here: No such file or directory"):
        create_journal(tmp_path / "nowhere" / "journal", journal_id="floor 1")


def test_a_place_where_nothing_can_be_made() -> None:
    with pytest.raises(JournalProblem, match="cannot be created here"):
        create_journal(Path("/proc/journal"), journal_id="floor 1")


def test_nothing_there(tmp_path: Path) -> None:
    assert "found nothing there" in told(tmp_path / "journal")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(JournalProblem, match="found nothing there"):
        read_journal(tmp_path / "journal")


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    assert "found no volume in it" in told(tmp_path)


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / FIRST).touch()
    assert "found 0 bytes, too few" in told(tmp_path / FIRST)
    assert "found 0 bytes, too few" in told(tmp_path)


def test_a_device() -> None:
    assert "found a device or pipe" in told(Path("/dev/null"))


def test_a_text_file(tmp_path: Path) -> None:
    (tmp_path / FIRST).write_text("not a journal, " * 1000)
    assert "not a database" in told(tmp_path / FIRST)
    assert "not a database" in told(tmp_path)


def test_a_database_of_something_else(tmp_path: Path) -> None:
    edit(tmp_path / FIRST, "CREATE TABLE accounts (owner TEXT)")
    assert "a SQLite file of something else (application id 0)" in told(tmp_path)


def test_a_newer_format(folder: Path, path: Path) -> None:
    edit(path, "PRAGMA user_version = 4")
    assert "expected journal format 3, found format 4: written by a newer OpenETG" in told(folder)


def test_one_volume_is_read_alone_and_never_written_alone(folder: Path, path: Path) -> None:
    assert "found the file of one volume" in told(path)
    with closing(read_journal(path)) as reader:
        assert list(reader.entries(after_sequence=0)) == entries(1, 10)


@pytest.mark.parametrize("table", ["identity", "head", "groups"])
def test_a_journal_without_one_of_its_tables(folder: Path, path: Path, table: str) -> None:
    edit(path, f"DROP TABLE {table}")
    assert "found them damaged or missing" in told(folder)


@pytest.mark.parametrize("table", ["identity", "head"])
def test_a_journal_without_one_of_its_rows(folder: Path, path: Path, table: str) -> None:
    edit(path, f"DELETE FROM {table}")
    assert "expected one" in told(folder)


def test_a_journal_that_lost_its_last_group(folder: Path, path: Path) -> None:
    edit(path, "DELETE FROM groups WHERE last = 10")
    assert "expected the last group to end at entry 10" in told(folder)


def test_a_journal_whose_epoch_was_turned_back(folder: Path, path: Path) -> None:
    edit(path, "UPDATE head SET epoch = 0")
    assert "the head row was changed" in told(folder)


def test_a_trigger_that_somebody_put_in_does_nothing(folder: Path, path: Path) -> None:
    """It would take away in the same transaction what is acknowledged."""
    edit(path, "CREATE TRIGGER away AFTER INSERT ON groups BEGIN DELETE FROM groups WHERE last = new.last; END")
    with closing(open_journal(folder)) as store:
        store.append(store.claim(), entries(11, 11))
    with closing(read_journal(folder)) as reader:
        assert list(reader.entries(after_sequence=0)) == entries(1, 11)
        assert isinstance(verify(reader), Intact)


def test_a_view_in_the_place_of_a_table_is_refused(folder: Path, path: Path) -> None:
    edit(path, "ALTER TABLE groups RENAME TO hidden")
    edit(path, "CREATE VIEW groups AS SELECT * FROM hidden")
    assert 'access to view "groups" prohibited' in told(folder)
    with closing(read_journal(folder)) as reader:
        assert isinstance(verify(reader), Break)


def test_a_claim_looks_at_the_head_again_and_lets_go_of_what_it_refuses(folder: Path, path: Path) -> None:
    with closing(open_journal(folder)) as store:
        edit(path, "UPDATE head SET epoch = 0")
        with pytest.raises(JournalProblem, match="the head row was changed"):
            store.claim()
        edit(path, "UPDATE head SET epoch = 1")
        assert store.claim().head.epoch == 2


def test_an_append_that_fails_half_way_lets_go_of_the_journal(folder: Path, path: Path) -> None:
    with closing(open_journal(folder)) as store:
        lease = store.claim()
        edit(path, "INSERT INTO groups SELECT 11, first, epoch, at_ms, hash, body, mac FROM groups WHERE last = 10")
        with pytest.raises(UnknownOutcome, match="UNIQUE constraint failed"):
            store.append(lease, entries(11, 11))
        edit(path, "DELETE FROM groups WHERE last = 11")
        with closing(open_journal(folder)) as reopened:
            assert reopened.claim().head.sequence == 10


def test_a_truncated_file_is_refused(folder: Path, path: Path) -> None:
    whole = path.read_bytes()
    for size in range(1, len(whole), 1024):
        path.write_bytes(whole[:size])
        assert "expected" in told(folder)


@pytest.mark.slow
def test_a_damaged_byte_anywhere_is_found_or_changes_nothing(path: Path) -> None:
    whole = path.read_bytes()
    random = Random(3)
    found = 0
    for _ in range(400):
        damaged = bytearray(whole)
        damaged[random.randrange(len(whole))] ^= random.randrange(1, 256)
        path.write_bytes(damaged)
        found += found_or_harmless(path)
    assert found > 0


def found_or_harmless(path: Path) -> bool:
    try:
        with closing(read_journal(path)) as reader:
            finding = verify(reader)
            if isinstance(finding, Intact):
                assert list(reader.entries(after_sequence=0)) == entries(1, 10)
            return isinstance(finding, Break)
    except JournalProblem:
        return True


@pytest.mark.parametrize("protected", ["file", "folder"])
def test_a_write_protected_place(shared_folder: Path, protected: str) -> None:
    folder = shared_folder / "journal"
    create_journal(folder, journal_id="floor 1").close()
    (folder / FIRST).chmod(0o444 if protected == "file" else 0o666)
    folder.chmod(0o555 if protected == "folder" else 0o777)
    with ordinary_user():
        assert f"found the {protected} " in told(folder)
        assert "write-protected" in told(folder)


def test_a_journal_on_a_disk_that_cannot_be_written_is_read_all_the_same(shared_folder: Path) -> None:
    folder = shared_folder / "journal"
    with closing(create_journal(folder, journal_id="floor 1")) as store:
        store.append(store.roll(fill(store, sizes=[3]), day="2026-11-16", snapshot=b"s"), entries(4, 6))
    folder.chmod(0o555)
    with ordinary_user(), closing(read_journal(folder)) as reader:
        assert list(reader.entries(after_sequence=0)) == entries(1, 6)
        assert isinstance(verify(reader), Intact)


def test_who_may_only_read_sees_what_is_written_after_a_rest(shared_folder: Path) -> None:
    """An auditor who began to read while nobody wrote, when the floor starts again, and after it has stopped."""
    folder = shared_folder / "journal"
    with closing(create_journal(folder, journal_id="floor 1")) as store:
        fill(store, sizes=[3])
    folder.chmod(0o755)
    with ordinary_user():
        reader = read_journal(folder)
    with closing(reader):
        with closing(open_journal(folder)) as store:
            lease = store.append(store.claim(), entries(4, 4))
            with ordinary_user():
                assert list(reader.entries(after_sequence=0)) == entries(1, 4)
            store.append(lease, entries(5, 5))
        with ordinary_user():
            assert list(reader.entries(after_sequence=0)) == entries(1, 5)
            assert isinstance(verify(reader), Intact)


def test_a_place_one_may_not_look_into(shared_folder: Path) -> None:
    folder = shared_folder / "journal"
    create_journal(folder, journal_id="floor 1").close()
    shared_folder.chmod(0o700 if os.geteuid() == 0 else 0o000)
    with ordinary_user():
        assert "found no way to it: Permission denied" in told(folder)


class ordinary_user:  # noqa: N801
    """Root may write anywhere, so a test run by root steps down for a moment."""

    def __enter__(self) -> None:
        self.before = os.geteuid()
        if self.before == 0:
            os.seteuid(NOBODY)

    def __exit__(self, *_: object) -> None:
        os.seteuid(self.before)


def test_reading_never_changes_the_file(path: Path) -> None:
    before = path.read_bytes()
    with closing(read_journal(path)) as reader:
        assert isinstance(verify(reader), Intact)
        with pytest.raises(apsw.ReadOnlyError):
            reader._file(path)._connection.execute("DELETE FROM groups")
    assert path.read_bytes() == before


def test_a_closed_journal_says_so(folder: Path, path: Path) -> None:
    opened: list[SqliteStore | SqliteReader] = [open_journal(folder), read_journal(folder)]
    for journal in opened:
        journal.close()
        journal.close()
        with pytest.raises(JournalProblem, match="closed"):
            journal.head()
