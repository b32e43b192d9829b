"""Every way of tampering with a journal that leaves a trace in it, and what `verify` says to each."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from openetg.journal.chain import genesis_hash, group_hash, head_digest
from openetg.journal.sqlite import create_journal, open_journal, read_journal
from openetg.journal.store import JournalProblem
from openetg.journal.verify import Break, Intact, Progress, verify, walk
from tests.unit.journal.samples import START_MS, entries, fill


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ten entries: groups 1, 2–5 and 6–8 of the first writer, 9–10 of the second."""
    with closing(create_journal(tmp_path / "journal", journal_id="floor 1")) as store:
        fill(store, sizes=[1, 4, 3])
        fill(store, sizes=[2])
    return tmp_path / "journal" / "00001.sqlite3"


@pytest.fixture
def tamper(path: Path) -> Iterator[apsw.Connection]:
    """A hand that can change anything in the file."""
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        yield connection


def finding(path: Path) -> Intact | Break:
    with closing(read_journal(path)) as reader:
        return verify(reader)


def where(path: Path) -> tuple[int | None, str]:
    """Which group and field are said to be broken."""
    found = finding(path)
    assert isinstance(found, Break)
    return found.group, found.field


def rows(connection: apsw.Connection, question: str, *values: int) -> list[tuple[Any, ...]]:
    return connection.execute(question, values).fetchall()


def bodies(connection: apsw.Connection) -> dict[int, bytes]:
    return dict(rows(connection, "SELECT last, body FROM groups"))


def test_an_untouched_journal_is_intact(path: Path) -> None:
    found = finding(path)
    assert isinstance(found, Intact)
    assert (found.head.sequence, found.head.epoch, found.group_count) == (10, 2, 4)


def test_an_empty_journal_is_intact(tmp_path: Path) -> None:
    create_journal(tmp_path / "new", journal_id="floor 1").close()
    found = finding(tmp_path / "new")
    assert isinstance(found, Intact)
    assert found.group_count == 0


def test_the_walk_shows_how_far_it_has_come(path: Path) -> None:
    with closing(read_journal(path)) as reader:
        *progress, found = walk(reader)
    assert progress == [Progress(sequence, 10) for sequence in (1, 5, 8, 10)]
    assert isinstance(found, Intact)


def test_a_journal_may_grow_while_it_is_walked(path: Path) -> None:
    with closing(open_journal(path.parent)) as store, closing(read_journal(path.parent)) as reader:
        steps = walk(reader)
        assert next(steps) == Progress(1, 10)
        fill(store, sizes=[3, 3])
        *_, found = steps
    assert isinstance(found, Intact)
    assert found.head.sequence == 10


@pytest.mark.slow
def test_any_byte_of_any_body_flipped(path: Path, tamper: apsw.Connection) -> None:
    for last, body in bodies(tamper).items():
        for position in range(len(body)):
            flipped = bytearray(body)
            flipped[position] ^= 1
            tamper.execute("UPDATE groups SET body = ? WHERE last = ?", (bytes(flipped), last))
            assert where(path) == (last, "hash")
        tamper.execute("UPDATE groups SET body = ? WHERE last = ?", (body, last))


@pytest.mark.parametrize(("dropped", "noticed_at"), [(1, (5, "first")), (5, (8, "first")), (8, (10, "first"))])
def test_a_group_dropped(path: Path, tamper: apsw.Connection, dropped: int, noticed_at: tuple[int, str]) -> None:
    tamper.execute("DELETE FROM groups WHERE last = ?", (dropped,))
    assert where(path) == noticed_at


def test_the_last_group_dropped(path: Path, tamper: apsw.Connection) -> None:
    tamper.execute("DELETE FROM groups WHERE last = 10")
    assert finding(path) == Break(group=None, field="sequence", expected="8", found="10")


def test_all_groups_dropped(path: Path, tamper: apsw.Connection) -> None:
    tamper.execute("DELETE FROM groups")
    assert finding(path) == Break(group=None, field="sequence", expected="0", found="10")


def test_two_bodies_swapped(path: Path, tamper: apsw.Connection) -> None:
    stored = bodies(tamper)
    tamper.execute("UPDATE groups SET body = ? WHERE last = 5", (stored[8],))
    tamper.execute("UPDATE groups SET body = ? WHERE last = 8", (stored[5],))
    assert where(path) == (5, "hash")


def test_two_groups_swapped(path: Path, tamper: apsw.Connection) -> None:
    for before, after in ((5, -1), (8, 5), (-1, 8)):
        tamper.execute("UPDATE groups SET last = ? WHERE last = ?", (after, before))
    assert finding(path) == Break(group=5, field="first", expected="2", found="6")


def test_a_group_repeated(path: Path, tamper: apsw.Connection) -> None:
    tamper.execute("INSERT INTO groups SELECT 11, first, epoch, at_ms, hash, body, mac FROM groups WHERE last = 10")
    assert finding(path) == Break(group=None, field="sequence", expected="11", found="10")


def test_an_epoch_turned_back(path: Path, tamper: apsw.Connection) -> None:
    tamper.execute("UPDATE groups SET epoch = 0 WHERE last = 5")
    assert finding(path) == Break(group=5, field="epoch", expected="1 or later", found="0")


def test_an_epoch_moved_on(path: Path, tamper: apsw.Connection) -> None:
    tamper.execute("UPDATE groups SET epoch = 2 WHERE last = 5")
    assert where(path) == (5, "hash")


@pytest.mark.parametrize("field", ["first", "last", "epoch", "at_ms"])
@pytest.mark.parametrize("change", [-1, 1])
@pytest.mark.parametrize("last", [1, 5, 8, 10])
def test_any_number_of_any_group_changed(
    path: Path, tamper: apsw.Connection, field: str, change: int, last: int
) -> None:
    tamper.execute(f"UPDATE groups SET {field} = {field} + ? WHERE last = ?", (change, last))
    assert isinstance(finding(path), Break)


@pytest.mark.parametrize("last", [1, 5, 8, 10])
def test_a_hash_changed(path: Path, tamper: apsw.Connection, last: int) -> None:
    tamper.execute("UPDATE groups SET hash = zeroblob(32) WHERE last = ?", (last,))
    found = finding(path)
    assert isinstance(found, Break)
    assert (found.group, found.field, found.found) == (last, "hash", "00" * 32)


@pytest.mark.parametrize("field", ["sequence", "at_ms", "epoch"])
@pytest.mark.parametrize("change", [-2, -1, 1])
def test_any_number_of_the_head_changed(path: Path, tamper: apsw.Connection, field: str, change: int) -> None:
    tamper.execute(f"UPDATE head SET {field} = {field} + ?", (change,))
    found = finding(path)
    assert isinstance(found, Break)
    assert found.group is None


@pytest.mark.parametrize("field", ["hash", "digest"])
def test_any_hash_of_the_head_changed(path: Path, tamper: apsw.Connection, field: str) -> None:
    tamper.execute(f"UPDATE head SET {field} = zeroblob(32)")
    assert where(path) == (None, field)


def test_the_head_put_back_with_a_fitting_digest(path: Path, tamper: apsw.Connection) -> None:
    at_ms, last_hash = rows(tamper, "SELECT at_ms, hash FROM groups WHERE last = 8")[0]
    rewrite_head(tamper, sequence=8, at_ms=at_ms, epoch=2, last_hash=last_hash)
    assert finding(path) == Break(group=None, field="sequence", expected="10", found="8")


def test_the_epoch_of_the_head_turned_back_with_a_fitting_digest(path: Path, tamper: apsw.Connection) -> None:
    at_ms, last_hash = rows(tamper, "SELECT at_ms, hash FROM head")[0]
    rewrite_head(tamper, sequence=10, at_ms=at_ms, epoch=1, last_hash=last_hash)
    assert finding(path) == Break(group=None, field="epoch", expected="2 or later", found="1")


def test_the_time_of_the_head_moved_on_with_a_fitting_digest(path: Path, tamper: apsw.Connection) -> None:
    at_ms, last_hash = rows(tamper, "SELECT at_ms, hash FROM head")[0]
    rewrite_head(tamper, sequence=10, at_ms=at_ms + 1, epoch=2, last_hash=last_hash)
    assert finding(path) == Break(group=None, field="at_ms", expected=str(at_ms), found=str(at_ms + 1))


def rewrite_head(connection: apsw.Connection, *, sequence: int, at_ms: int, epoch: int, last_hash: bytes) -> None:
    """Put another head in place, with the digest that fits."""
    digest = head_digest(sequence=sequence, at_ms=at_ms, epoch=epoch, hash=last_hash)
    connection.execute(
        "UPDATE head SET sequence = ?, at_ms = ?, epoch = ?, hash = ?, digest = ?",
        (sequence, at_ms, epoch, last_hash, digest),
    )


def test_the_name_of_the_journal_changed(path: Path, tamper: apsw.Connection) -> None:
    tamper.execute("UPDATE identity SET journal_id = 'floor 2'")
    assert where(path) == (None, "opening of volume 1")


def test_a_table_dropped(path: Path, tamper: apsw.Connection) -> None:
    tamper.execute("DROP TABLE groups")
    assert where(path) == (None, "file")


def test_an_edit_with_a_fitting_hash_breaks_the_next_group(path: Path, tamper: apsw.Connection) -> None:
    body = bodies(tamper)[5].replace(b'"number":3', b'"number":9')
    rehash(tamper, body, last=5)
    assert where(path) == (8, "hash")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"no entries", Break(1, "body", "entries", "JSON is malformed: invalid character (byte 4)")),
        (b"[]", Break(1, "body", "1 entries", "0 entries")),
        (
            b'[{"sequence":2,"at_ms":%d,"command":1,"verdict":1}]' % (START_MS + 1),
            Break(1, "sequence", "1", "2"),
        ),
        (
            b'[{"sequence":1,"at_ms":-5,"command":1,"verdict":1}]',
            Break(1, "at_ms", "0 or later", "-5"),
        ),
        (
            b'[{"sequence":1,"at_ms":7,"command":1,"verdict":1}]',
            Break(1, "at_ms", "7", str(START_MS + 1)),
        ),
    ],
    ids=["not entries", "too few", "wrong number", "time going back", "row and entry disagree"],
)
def test_a_writer_that_hashes_nonsense_correctly(
    path: Path, tamper: apsw.Connection, body: bytes, expected: Break
) -> None:
    rehash(tamper, body, last=1)
    assert finding(path) == expected


def rehash(connection: apsw.Connection, body: bytes, *, last: int) -> None:
    """Put another body into a group and give it the hash that fits."""
    first, epoch = rows(connection, "SELECT first, epoch FROM groups WHERE last = ?", last)[0]
    before = rows(connection, "SELECT hash FROM groups WHERE last = ?", first - 1)
    previous = before[0][0] if before else genesis_hash("floor 1")
    digest = group_hash(previous, first=first, last=last, epoch=epoch, body=body)
    connection.execute("UPDATE groups SET body = ?, hash = ? WHERE last = ?", (body, digest, last))


def test_what_is_before_the_break_can_still_be_read(path: Path, tamper: apsw.Connection) -> None:
    tamper.execute("UPDATE groups SET body = x'00' WHERE last = 8")
    with closing(read_journal(path)) as reader:
        readable = reader.entries(after_sequence=0)
        assert [next(readable) for _ in range(5)] == entries(1, 5)
        with pytest.raises(JournalProblem, match=r"00001\.sqlite3: expected entries in the group 6–8"):
            next(readable)
