"""The SQLite file: how it is kept, and what a person is told when it cannot be used."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from openetg.journal.sqlite import (
    APPLICATION_ID,
    FORMAT,
    SqliteReader,
    SqliteStore,
    create_journal,
    open_journal,
    read_journal,
)
from openetg.journal.store import JournalProblem, UnknownOutcome
from openetg.journal.verify import Break, Intact, verify
from tests.unit.journal.samples import entries, fill

NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed journal of ten entries in three groups."""
    path = tmp_path / "floor.journal"
    with closing(create_journal(path, journal_id="floor 1")) as store:
        fill(store, sizes=[1, 4, 5])
    return path


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that anyone may look into, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
        Path(folder).chmod(0o755)


def edit(path: Path, statement: str) -> None:
    """Change the file by hand, if nobody holds it at this moment."""
    with closing(sqlite3.connect(path, timeout=0)) as connection, connection:
        connection.execute(statement)


def ask(path: Path, question: str) -> object:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchone()[0]


def told(path: Path) -> str:
    """What someone is told who opens this for writing."""
    with pytest.raises(JournalProblem) as problem:
        open_journal(path)
    assert str(path) in str(problem.value)
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


def test_a_commit_is_synced_before_it_is_acknowledged(path: Path) -> None:
    with closing(open_journal(path)) as store:
        writer = store._writer
        assert writer.execute("PRAGMA synchronous").fetchone() == (2,)
        assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_the_wal_file_keeps_its_size_between_checkpoints(path: Path) -> None:
    with closing(open_journal(path)) as store:
        assert store._writer.execute("PRAGMA journal_size_limit").fetchone() == (-1,)


def test_closing_leaves_one_file(path: Path) -> None:
    assert [file.name for file in path.parent.iterdir()] == ["floor.journal"]


def test_creating_leaves_nothing_beside_the_journal(tmp_path: Path) -> None:
    with closing(create_journal(tmp_path / "new.journal", journal_id="floor 1")):
        assert {file.name for file in tmp_path.iterdir()} <= {
            "new.journal",
            "new.journal-wal",
            "new.journal-shm",
        }


def test_a_name_with_odd_characters_is_only_a_name(tmp_path: Path) -> None:
    path = tmp_path / "floor 1?mode=memory#100%.journal"
    with closing(create_journal(path, journal_id="floor 1")) as store:
        fill(store, sizes=[2])
    with closing(read_journal(path)) as reader:
        assert reader.head().sequence == 2


def test_a_journal_never_replaces_what_is_there(path: Path) -> None:
    with pytest.raises(JournalProblem, match="expected a free name"):
        create_journal(path, journal_id="floor 1")
    with closing(read_journal(path)) as reader:
        assert reader.head().sequence == 10


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(JournalProblem, match=r"cannot be created here: No such file or directory"):
        create_journal(tmp_path / "nowhere" / "floor.journal", journal_id="floor 1")


def test_a_place_where_nothing_can_be_made() -> None:
    with pytest.raises(JournalProblem, match="cannot be created here"):
        create_journal(Path("/proc/floor.journal"), journal_id="floor 1")


def test_nothing_there(tmp_path: Path) -> None:
    assert "found nothing there" in told(tmp_path / "floor.journal")
    assert list(tmp_path.iterdir()) == []


def test_a_folder(tmp_path: Path) -> None:
    assert "found a folder" in told(tmp_path)


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert "found 0 bytes, too few" in told(tmp_path / "empty")


def test_a_device() -> None:
    assert "found a device or pipe" in told(Path("/dev/null"))


def test_a_text_file(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a journal, " * 1000)
    assert "not a database" in told(tmp_path / "notes.txt")


def test_a_database_of_something_else(tmp_path: Path) -> None:
    edit(tmp_path / "other.db", "CREATE TABLE accounts (owner TEXT)")
    assert "a SQLite file of something else (application id 0)" in told(tmp_path / "other.db")


def test_a_newer_format(path: Path) -> None:
    edit(path, "PRAGMA user_version = 2")
    assert "expected journal format 1, found format 2: written by a newer OpenETG" in told(path)


@pytest.mark.parametrize("table", ["identity", "head", "groups"])
def test_a_journal_without_one_of_its_tables(path: Path, table: str) -> None:
    edit(path, f"DROP TABLE {table}")
    assert "found them damaged or missing" in told(path)


@pytest.mark.parametrize("table", ["identity", "head"])
def test_a_journal_without_one_of_its_rows(path: Path, table: str) -> None:
    edit(path, f"DELETE FROM {table}")
    assert "expected one" in told(path)


def test_a_journal_that_lost_its_last_group(path: Path) -> None:
    edit(path, "DELETE FROM groups WHERE last = 10")
    assert "expected the last group to end at entry 10" in told(path)


def test_a_journal_whose_epoch_was_turned_back(path: Path) -> None:
    edit(path, "UPDATE head SET epoch = 0")
    assert "the head row was changed" in told(path)


def test_a_claim_looks_at_the_head_again_and_lets_go_of_what_it_refuses(path: Path) -> None:
    with closing(open_journal(path)) as store:
        edit(path, "UPDATE head SET epoch = 0")
        with pytest.raises(JournalProblem, match="the head row was changed"):
            store.claim()
        edit(path, "UPDATE head SET epoch = 1")
        assert store.claim().head.epoch == 2


def test_an_append_that_fails_half_way_lets_go_of_the_journal(path: Path) -> None:
    with closing(open_journal(path)) as store:
        lease = store.claim()
        edit(path, "INSERT INTO groups SELECT 11, first, epoch, at_ms, hash, body FROM groups WHERE last = 10")
        with pytest.raises(UnknownOutcome, match="UNIQUE constraint failed"):
            store.append(lease, entries(11, 11))
        edit(path, "DELETE FROM groups WHERE last = 11")
        with closing(open_journal(path)) as reopened:
            assert reopened.claim().head.sequence == 10


def test_a_truncated_file_is_refused(path: Path) -> None:
    whole = path.read_bytes()
    for size in range(1, len(whole), 1024):
        path.write_bytes(whole[:size])
        assert "expected" in told(path)


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
    path = shared_folder / "floor.journal"
    create_journal(path, journal_id="floor 1").close()
    path.chmod(0o444 if protected == "file" else 0o666)
    shared_folder.chmod(0o555 if protected == "folder" else 0o777)
    with ordinary_user():
        assert f"found the {protected} " in told(path)
        assert "write-protected" in told(path)


def test_a_place_one_may_not_look_into(shared_folder: Path) -> None:
    path = shared_folder / "floor.journal"
    create_journal(path, journal_id="floor 1").close()
    shared_folder.chmod(0o700 if os.geteuid() == 0 else 0o000)
    with ordinary_user():
        assert "found no way to it: Permission denied" in told(path)


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
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            reader._connection.execute("DELETE FROM groups")
    assert path.read_bytes() == before


def test_a_closed_journal_says_so(path: Path) -> None:
    opened: list[SqliteStore | SqliteReader] = [open_journal(path), read_journal(path)]
    for journal in opened:
        journal.close()
        journal.close()
        with pytest.raises(JournalProblem, match="closed"):
            journal.head()
