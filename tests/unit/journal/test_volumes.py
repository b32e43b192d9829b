"""The folder of volumes: what does not belong together, what was interrupted, what was written by older versions."""

import shutil
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw
import pytest

from openetg.journal import places
from openetg.journal.chain import Head, head_digest
from openetg.journal.copying import copy, open_target
from openetg.journal.sqlite import create_journal, open_journal, read_journal
from openetg.journal.sqlite.folder import file_name, naming, staged
from openetg.journal.store import JournalProblem, Volume
from openetg.journal.verify import Break, Intact, verify
from tests.unit.journal.samples import entries, fill

FORMAT_2 = Path(__file__).parents[2] / "data" / "journals" / "format-2"
FORMAT_1 = Path(__file__).parents[2] / "data" / "journals" / "format-1.sqlite3"
FORMAT_1_HASH = "504681b4d55ed05ce10b66a3ab4f84376f62c608ca73554bd642bdfa6afe2dfd"
DAYS = ("2026-11-16", "2026-11-17")
NAMES = ["00001.sqlite3", "00002-2026-11-16.sqlite3", "00003-2026-11-17.sqlite3"]


def three_volumes(folder: Path, journal_id: str = "floor 1") -> Path:
    """Entries 1–4, 5–8 and 9–12."""
    with closing(create_journal(folder, journal_id=journal_id)) as store:
        lease = store.claim()
        for day in (*DAYS, ""):
            lease = store.append(lease, entries(lease.head.sequence + 1, lease.head.sequence + 4))
            if day:
                lease = store.roll(lease, day=day, snapshot=f"before {day}".encode())
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A journal of three volumes, which nobody has open."""
    return three_volumes(tmp_path / "journal")


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def edit(path: Path, statement: str, *values: object) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute(statement, values)


def told_writer(folder: Path) -> str:
    with pytest.raises(JournalProblem) as problem:
        open_journal(folder)
    return str(problem.value)


def told_reader(folder: Path) -> str:
    with pytest.raises(JournalProblem) as problem:
        read_journal(folder)
    return str(problem.value)


def finding(place: Path) -> Intact | Break:
    with closing(read_journal(place)) as reader:
        return verify(reader)


def test_a_file_is_named_by_number_and_day(folder: Path) -> None:
    assert names(folder) == NAMES


def test_volumes_archived_from_the_beginning_are_not_missed(folder: Path) -> None:
    (folder / NAMES[0]).unlink()
    assert isinstance(finding(folder), Intact)
    with closing(open_journal(folder)) as store:
        assert store.volumes()[0].opening.sequence == 4
        fill(store, sizes=[2])
        assert list(store.entries(after_sequence=4)) == entries(5, 14)


def test_a_volume_missing_in_the_middle(folder: Path) -> None:
    (folder / NAMES[1]).unlink()
    for told in (told_writer(folder), told_reader(folder)):
        assert "expected volume 2 after 00001.sqlite3, found volume 3 (00003-2026-11-17.sqlite3)" in told


def test_the_last_volume_missing_shows_only_against_something_kept_elsewhere(folder: Path) -> None:
    (folder / NAMES[2]).unlink()
    found = finding(folder)
    assert isinstance(found, Intact)
    assert found.head.sequence == 8


def test_the_same_volume_twice(folder: Path) -> None:
    shutil.copy(folder / NAMES[1], folder / "00002.sqlite3")
    assert "expected volume 3 after 00002" in told_writer(folder)


def test_volumes_of_different_journals(folder: Path, tmp_path: Path) -> None:
    other = three_volumes(tmp_path / "other", journal_id="floor 2")
    shutil.copy(other / NAMES[1], folder / NAMES[1])
    for told in (told_writer(folder), told_reader(folder)):
        assert "expected a volume of the journal 'floor 1' like 00001.sqlite3" in told
        assert "found one of the journal 'floor 2'" in told


def test_a_volume_that_does_not_go_on_from_the_one_before(folder: Path, tmp_path: Path) -> None:
    with closing(create_journal(tmp_path / "other", journal_id="floor 1")) as store:
        lease = store.roll(fill(store, sizes=[3]), day=DAYS[0], snapshot=b"")
        store.roll(store.append(lease, entries(4, 8)), day=DAYS[1], snapshot=b"")
    shutil.copy(tmp_path / "other" / NAMES[1], folder / NAMES[1])
    assert "expected a volume that goes on from entry 4, epoch 1" in told_writer(folder)
    found = finding(folder)
    assert isinstance(found, Break)
    assert "found one that goes on from entry 3, epoch 1" in found.found


def test_a_volume_that_was_reopened_by_hand(folder: Path) -> None:
    edit(folder / NAMES[0], "UPDATE head SET closed = 0")
    assert "where 00001.sqlite3 ends" in told_writer(folder)
    assert isinstance(finding(folder), Break)


@pytest.mark.parametrize("place", NAMES)
def test_a_group_dropped_from_the_end_of_any_volume(folder: Path, place: str) -> None:
    edit(folder / place, "DELETE FROM groups WHERE last = (SELECT max(last) FROM groups)")
    assert isinstance(finding(folder), Break)
    assert isinstance(finding(folder / place), Break)


@pytest.mark.parametrize(("number", "place"), [(2, NAMES[1]), (3, NAMES[2])])
def test_the_opening_of_a_volume_changed_together_with_the_end_of_the_one_before(
    folder: Path, number: int, place: str
) -> None:
    forged = forge(folder / place, "identity", hash=bytes(32))
    edit(
        folder / NAMES[number - 2],
        "UPDATE head SET sequence = ?, at_ms = ?, epoch = ?, hash = ?, digest = ?",
        *(getattr(forged, field) for field in Head.__struct_fields__),
    )
    found = finding(folder)
    assert isinstance(found, Break)
    assert found.field == f"opening of volume {number}"


def test_the_opening_of_one_volume_alone_is_checked_against_its_groups(folder: Path) -> None:
    assert isinstance(finding(folder / NAMES[1]), Intact)
    forge(folder / NAMES[1], "identity", hash=bytes(32))
    found = finding(folder / NAMES[1])
    assert isinstance(found, Break)
    assert (found.group, found.field) == (8, "hash")


def test_an_opening_without_its_digest(folder: Path) -> None:
    edit(folder / NAMES[1], "UPDATE identity SET epoch = 7")
    found = finding(folder / NAMES[1])
    assert isinstance(found, Break)
    assert found.field == "opening of volume 2"


def forge(path: Path, table: str, **changes: bytes | int) -> Head:
    """Another head in a file, with the digest that fits it."""
    with closing(apsw.Connection(str(path))) as connection:
        row = connection.execute(f"SELECT sequence, at_ms, epoch, hash FROM {table}").fetchall()[0]
        values: dict[str, Any] = dict(zip(("sequence", "at_ms", "epoch", "hash"), row, strict=True)) | changes
        forged = Head(**values, digest=head_digest(**values))
        for field in Head.__struct_fields__:
            connection.execute(f"UPDATE {table} SET {field} = ?", (getattr(forged, field),))
    return forged


def test_a_snapshot_that_was_changed_is_not_given_out(folder: Path) -> None:
    edit(folder / NAMES[1], "UPDATE opening_snapshot SET snapshot = x'00'")
    with closing(read_journal(folder)) as reader:
        assert reader.opening_snapshot(3) == b"before 2026-11-17"
        with pytest.raises(JournalProblem, match="expected a snapshot that fits its SHA-256"):
            reader.opening_snapshot(2)
        with pytest.raises(JournalProblem, match="expected volume 4, found volumes 1 to 3"):
            reader.opening_snapshot(4)


def test_a_roll_interrupted_after_the_old_volume_was_closed_is_completed(folder: Path) -> None:
    (folder / NAMES[2]).unlink()
    with closing(read_journal(folder)) as reader:
        assert reader.head().sequence == 8
        assert [volume.closed for volume in reader.volumes()] == [True, True]
        with closing(open_journal(folder)) as store:
            assert names(folder)[-1].startswith(NAMES[2])
            assert store.opening_snapshot(3) == b"before 2026-11-17"
            assert store.head().sequence == 8
            fill(store, sizes=[3])
        assert reader.head().sequence == 11
    assert isinstance(finding(folder), Intact)


def test_a_roll_interrupted_before_that_leaves_nothing_but_a_name_nobody_looks_at(folder: Path) -> None:
    left = folder / ".staging"
    left.mkdir()
    (left / "volume").write_text("half a volume")
    with closing(open_journal(folder)) as store:
        store.roll(store.claim(), day="2026-11-18", snapshot=b"")
    assert names(folder) == [*NAMES, "00004-2026-11-18.sqlite3"]


def test_the_beginning_of_a_copy_interrupted_before_the_file_got_its_name(folder: Path, tmp_path: Path) -> None:
    with closing(read_journal(folder)) as source:
        second = source.volumes()[1]
    copied = tmp_path / "copy"
    copied.mkdir()
    with (
        naming(copied, patience_ms=1),
        staged(copied, journal_id="floor 1", volume=second, snapshot=b"before 2026-11-16") as built,
    ):
        shutil.copy(built, copied / file_name(1, ""))
    with closing(read_journal(copied)) as reader:
        assert reader.volumes()[0].number == 2
    with closing(open_journal(copied)) as store, closing(read_journal(folder)) as source:
        for group in source.groups(after_sequence=4):
            if group.last <= 8:
                store.copy_groups([group])
    assert names(copied) == [NAMES[1]]
    assert isinstance(finding(copied), Intact)


def test_a_day_that_cannot_be_a_name(folder: Path) -> None:
    with closing(open_journal(folder)) as store:
        volume = Volume(4, "../2026", store.head())
        with pytest.raises(JournalProblem, match="expected a day such as 2026-11-15"):
            store.copy_volume(volume, b"")
        with pytest.raises(AssertionError):
            store.roll(store.claim(), day="tomorrow", snapshot=b"")


def test_many_volumes_need_few_open_files(tmp_path: Path) -> None:
    with closing(create_journal(tmp_path / "journal", journal_id="floor 1")) as store:
        lease = store.claim()
        for _ in range(40):
            lease = store.append(lease, entries(lease.head.sequence + 1, lease.head.sequence + 1))
            lease = store.roll(lease, day=DAYS[0], snapshot=b"")
        assert list(store.entries(after_sequence=0)) == entries(1, 40)
        assert open_files(tmp_path / "journal") <= 12


def open_files(folder: Path) -> int:
    found = 0
    for handle in Path("/proc/self/fd").iterdir():
        if handle.exists() and str(handle.readlink()).startswith(str(folder)):
            found += 1
    return found


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A journal of the first format, as a floor of that time wrote it."""
    old = tmp_path / "old.sqlite3"
    shutil.copy(FORMAT_1, old)
    return old


def test_the_first_format_is_read_for_ever(old: Path) -> None:
    before = sha256(old.read_bytes()).digest()
    with closing(read_journal(old)) as reader:
        assert reader.journal_id == "floor-4974729aa4704236"
        assert [(v.number, v.day, v.opening.sequence, v.closed) for v in reader.volumes()] == [(1, "", 0, False)]
        assert reader.opening_snapshot(1) is None
        assert [entry.sequence for entry in reader.entries(after_sequence=0)] == list(range(1, 177))
        found = verify(reader)
    assert isinstance(found, Intact)
    assert found.head.hash.hex() == FORMAT_1_HASH
    assert sha256(old.read_bytes()).digest() == before
    assert [file.name for file in old.parent.iterdir()] == ["old.sqlite3"]


def test_the_first_format_is_not_written_and_the_way_on_is_told(old: Path) -> None:
    assert "found a journal of format 1, written by an older OpenETG" in told_writer(old)
    assert f"run: etg journal restore {old} NEW-FOLDER" in told_writer(old)


def test_the_first_format_is_carried_over_by_copying_it(old: Path, tmp_path: Path) -> None:
    with closing(read_journal(old)) as source, closing(open_target(str(tmp_path / "new"), source.journal_id)) as target:
        for _ in copy(source, target):
            pass
        assert target.head() == source.head()
        assert list(target.groups(after_sequence=0)) == list(source.groups(after_sequence=0))
        assert target.claim().head.epoch == 2
    found = finding(tmp_path / "new")
    assert isinstance(found, Intact)
    assert found.head.hash.hex() == FORMAT_1_HASH


def test_a_changed_byte_in_the_first_format_is_found(old: Path) -> None:
    edit(old, "UPDATE groups SET at_ms = at_ms + 1 WHERE last = 100")
    assert isinstance(finding(old), Break)


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """A journal of the second format, which had no MACs, in two volumes."""
    second = tmp_path / "second"
    shutil.copytree(FORMAT_2, second)
    return second


def test_the_second_format_is_read_for_ever(second: Path) -> None:
    with closing(read_journal(second)) as reader:
        assert reader.journal_id == "floor 2"
        assert [(v.number, v.day, v.opening.sequence) for v in reader.volumes()] == [(1, "", 0), (2, "2026-11-15", 10)]
        assert reader.opening_snapshot(2) == b"the floor at entry 10"
        assert list(reader.entries(after_sequence=0)) == entries(1, 16)
        assert {group.mac for group in reader.groups(after_sequence=0)} == {b""}
        assert isinstance(verify(reader), Intact)


def test_the_second_format_is_not_written_and_the_way_on_is_told(second: Path) -> None:
    assert "found one of format 2, written by an older OpenETG" in told_writer(second)
    assert f"run: etg journal restore {second} NEW-FOLDER" in told_writer(second)


def test_the_second_format_is_carried_over_by_copying_it(second: Path, tmp_path: Path) -> None:
    with closing(read_journal(second)) as source, closing(open_target(str(tmp_path / "new"), "floor 2")) as target:
        for _ in copy(source, target):
            pass
        assert list(target.groups(after_sequence=0)) == list(source.groups(after_sequence=0))
        target.append(target.claim(), entries(17, 18))
    assert isinstance(finding(tmp_path / "new"), Intact)


def test_an_address_may_say_of_which_kind_it_is(tmp_path: Path) -> None:
    places.create(f"sqlite:{tmp_path / 'journal'}", journal_id="floor 1").close()
    assert places.exists(str(tmp_path / "journal"))
    with closing(places.open_to_read(f"sqlite:{tmp_path / 'journal'}")) as journal:
        assert journal.journal_id == "floor 1"
