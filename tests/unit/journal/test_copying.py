"""Copies of a journal: the same volumes and groups byte for byte, from any place a copy was broken off at."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openetg.journal import places
from openetg.journal.archiving import (
    Retention,
    archive,
    check_may_delete,
    day_of,
    due,
    raise_retention,
    read_retention,
)
from openetg.journal.chain import Group
from openetg.journal.copying import NotACopy, copy, differing_group, open_target
from openetg.journal.store import Fenced, JournalProblem, Reader, Store, Volume, hash_at
from openetg.journal.verify import Intact, verify
from tests.unit.journal.samples import entries, fill

pytestmark = pytest.mark.slow

Days = list[list[int]]
"""Per day the sizes of its groups."""
DAYS = st.lists(st.lists(st.integers(1, 4), max_size=4), max_size=3)


def write(store: Store, days: Days) -> None:
    """A journal of so many days, each with a snapshot that names it."""
    lease = store.claim()
    for number, sizes in enumerate(days, start=1):
        if number > 1:
            lease = store.roll(lease, day=f"2026-11-{number:02}", snapshot=b"snapshot %d" % number)
        for size in sizes:
            first = lease.head.sequence + 1
            lease = store.append(lease, entries(first, first + size - 1))


def written(path: Path, days: Days, *, name: str = "floor 1") -> Reader:
    with closing(places.create(str(path), journal_id=name)) as store:
        write(store, days)
    return places.open_to_read(str(path))


def run_copy(source: Reader, path: Path, *, groups: int | None = None) -> None:
    """A copy, broken off after so many groups."""
    with closing(open_target(str(path), source.journal_id)) as target:
        for _ in islice(copy(source, target, groups_at_once=3 if groups is None else 1), groups):
            pass


def everything(journal: Reader) -> tuple[list[Group], list[tuple[int, str, bytes]], list[bytes | None]]:
    volumes = journal.volumes()
    first = volumes[0].opening.sequence
    return (
        list(journal.groups(after_sequence=first)),
        [(volume.number, volume.day, volume.opening.hash) for volume in volumes],
        [journal.opening_snapshot(volume.number) for volume in volumes],
    )


def same(one: Reader, path: Path) -> None:
    with closing(places.open_to_read(str(path))) as other:
        assert everything(one) == everything(other)
        assert isinstance(verify(other), Intact)


@settings(max_examples=15, deadline=None)
@given(
    days=st.tuples(st.lists(st.integers(1, 4), min_size=1, max_size=4), DAYS).map(lambda both: [both[0], *both[1]]),
    pieces=st.lists(st.integers(0, 5), max_size=4),
)
def test_a_copy_broken_off_anywhere_and_gone_on_with_is_the_journal(days: Days, pieces: list[int]) -> None:
    with TemporaryDirectory() as folder, closing(written(Path(folder) / "journal", days)) as source:
        for groups in pieces:
            run_copy(source, Path(folder) / "copy", groups=groups)
        run_copy(source, Path(folder) / "copy")
        same(source, Path(folder) / "copy")


def test_a_journal_whose_first_days_are_archived_is_copied_from_where_it_begins(tmp_path: Path) -> None:
    written(tmp_path / "journal", [[2], [2], [2, 1]]).close()
    put_away(tmp_path / "journal", tmp_path / "archive", count=2)
    with closing(places.open_to_read(str(tmp_path / "journal"))) as source:
        run_copy(source, tmp_path / "copy", groups=1)
        run_copy(source, tmp_path / "copy")
        same(source, tmp_path / "copy")


def test_a_copy_stops_at_the_entry_it_is_told(tmp_path: Path) -> None:
    source = written(tmp_path / "journal", [[2, 3], [4, 1]])
    with closing(source), closing(open_target(str(tmp_path / "copy"), "floor 1")) as target:
        assert [step.sequence for step in copy(source, target, until=5, groups_at_once=1)] == [2, 5]
        assert target.head().sequence == 5
        assert [step.sequence for step in copy(source, target, groups_at_once=1)] == [9, 10]


def test_what_was_written_after_the_copy_began_is_for_the_next_time(tmp_path: Path) -> None:
    with closing(places.create(str(tmp_path / "journal"), journal_id="floor 1")) as store:
        lease = fill(store, sizes=[1, 1])
        with closing(open_target(str(tmp_path / "copy"), "floor 1")) as target:
            steps = copy(store, target, groups_at_once=1)
            next(steps)
            lease = store.append(lease, entries(3, 4))
            store.roll(lease, day="2026-11-02", snapshot=b"late")
            assert [step.sequence for step in steps] == [2]
            assert [step.sequence for step in copy(store, target)] == [4]
            assert [volume.number for volume in target.volumes()] == [1, 2]


def test_another_journal_is_no_target(tmp_path: Path) -> None:
    written(tmp_path / "other", [[1]], name="floor 2").close()
    with closing(written(tmp_path / "journal", [[1]])) as source, pytest.raises(NotACopy, match="floor 2"):
        run_copy(source, tmp_path / "other")


def test_a_claimed_copy_takes_no_more(tmp_path: Path) -> None:
    with closing(written(tmp_path / "journal", [[1, 1]])) as source:
        run_copy(source, tmp_path / "copy", groups=1)
        with closing(places.open_to_write(str(tmp_path / "copy"))) as claimed:
            claimed.claim()
        with pytest.raises(Fenced):
            run_copy(source, tmp_path / "copy")


def test_a_copy_that_went_its_own_way_is_no_copy(tmp_path: Path) -> None:
    with closing(places.create(str(tmp_path / "journal"), journal_id="floor 1")) as store:
        lease = fill(store, sizes=[1])
        run_copy(store, tmp_path / "copy")
        with closing(places.open_to_write(str(tmp_path / "copy"))) as other:
            other.append(other.claim(), entries(2, 3))
        store.append(lease, entries(2, 2))
        with pytest.raises(NotACopy, match="entry 3"):
            run_copy(store, tmp_path / "copy")


def test_a_gap_between_copy_and_journal_is_told(tmp_path: Path) -> None:
    with closing(written(tmp_path / "journal", [[2], [2], [2]])) as source:
        run_copy(source, tmp_path / "copy", groups=1)
    put_away(tmp_path / "journal", tmp_path / "archive", count=2)
    source = places.open_to_read(str(tmp_path / "journal"))
    with closing(source), pytest.raises(JournalProblem, match="begins after entry 4: copy what was archived first"):
        run_copy(source, tmp_path / "copy")


def put_away(journal: Path, archived: Path, *, count: int) -> None:
    with closing(places.open_to_write(str(journal))) as store:
        for volume in due(store.volumes())[:count]:
            with closing(open_target(str(archived), store.journal_id)) as target:
                for _ in archive(store, target, volume):
                    pass


def test_archive_and_journal_joined_are_the_journal(tmp_path: Path) -> None:
    days: Days = [[2, 1], [1, 1], [3]]
    with closing(written(tmp_path / "whole", days)) as whole:
        written(tmp_path / "journal", days).close()
        put_away(tmp_path / "journal", tmp_path / "archive", count=1)
        put_away(tmp_path / "journal", tmp_path / "archive", count=1)
        with closing(places.open_to_read(str(tmp_path / "journal"))) as left:
            assert [volume.number for volume in left.volumes()] == [3]
            assert isinstance(verify(left), Intact)
        for part in ("archive", "journal"):
            with closing(places.open_to_read(str(tmp_path / part))) as source:
                run_copy(source, tmp_path / "joined")
        same(whole, tmp_path / "joined")


def test_single_volumes_taken_from_an_archive_can_be_read_and_joined(tmp_path: Path) -> None:
    days: Days = [[2], [1, 1], [3]]
    with closing(written(tmp_path / "whole", days)) as whole:
        files = sorted((tmp_path / "whole").glob("*.sqlite3"))
        assert len(files) == 3
        for file in files:
            with closing(places.open_to_read(str(file))) as single:
                run_copy(single, tmp_path / "joined")
        same(whole, tmp_path / "joined")


def test_only_the_oldest_closed_volume_is_put_away(tmp_path: Path) -> None:
    written(tmp_path / "journal", [[1], [1], [1]]).close()
    with closing(places.open_to_write(str(tmp_path / "journal"))) as store:
        with closing(open_target(str(tmp_path / "archive"), "floor 1")) as target:
            for volume in store.volumes()[1:]:
                with pytest.raises(JournalProblem, match="oldest"):
                    list(archive(store, target, volume))
        assert len(store.volumes()) == 3


def test_groups_that_differ_are_found(tmp_path: Path) -> None:
    one, other = written(tmp_path / "journal", [[1], [1]]), written(tmp_path / "other", [[1], [1]])
    with closing(one), closing(other), closing(written(tmp_path / "longer", [[2]])) as longer:
        assert differing_group(one, other, after=0, until=2) is None
        assert differing_group(one, longer, after=0, until=2) == 1
        assert differing_group(one, longer, after=1, until=2) == 2


def test_a_volume_whose_copy_differs_is_not_removed(tmp_path: Path) -> None:
    written(tmp_path / "journal", [[1, 1], [1]]).close()
    with closing(places.open_to_write(str(tmp_path / "journal"))) as store:
        with closing(open_target(str(tmp_path / "archive"), "floor 1")) as target:
            for _ in copy(store, target):
                pass
        change_a_body(tmp_path / "archive")
        target = open_target(str(tmp_path / "archive"), "floor 1")
        with closing(target), pytest.raises(JournalProblem, match="ends at entry 1 to be the same in the archive"):
            list(archive(store, target, store.volumes()[0]))
        assert [volume.number for volume in store.volumes()] == [1, 2]


def change_a_body(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "00001.sqlite3")) as connection, connection:
        connection.execute("UPDATE groups SET body = CAST(replace(body, 'wager', 'WAGER') AS BLOB) WHERE last = 1")


def test_the_hash_at_an_entry(tmp_path: Path) -> None:
    with closing(written(tmp_path / "journal", [[2, 2], [1]])) as journal:
        groups = list(journal.groups(after_sequence=0))
        assert hash_at(journal, 0) == journal.volumes()[0].opening.hash
        assert [hash_at(journal, sequence) for sequence in range(1, 7)] == [
            b"", groups[0].hash, b"", groups[1].hash, groups[2].hash, b"",
        ]  # fmt: skip
    put_away(tmp_path / "journal", tmp_path / "archive", count=1)
    with closing(places.open_to_read(str(tmp_path / "journal"))) as journal:
        assert [hash_at(journal, sequence) for sequence in (2, 4)] == [None, groups[1].hash]


def days_of(volumes: list[Volume]) -> list[str]:
    return [volume.day for volume in volumes]


def test_which_days_are_due(tmp_path: Path) -> None:
    with closing(written(tmp_path / "journal", [[1], [1], [1], [1]])) as journal:
        volumes = journal.volumes()
    assert days_of(due(volumes)) == ["", "2026-11-02", "2026-11-03"]
    assert days_of(due(volumes, before="2026-11-03")) == ["", "2026-11-02"]
    assert days_of(due(volumes, keep_days=1)) == ["", "2026-11-02", "2026-11-03"]
    assert days_of(due(volumes, keep_days=2)) == ["", "2026-11-02"]
    assert days_of(due(volumes, before="2026-11-04", keep_days=3)) == [""]
    assert day_of(volumes, volumes[0]) == "2023-11-14", "the day on which it ended"


def test_an_archive_is_kept_as_long_as_was_said(tmp_path: Path) -> None:
    volume = Volume(2, "2020-03-01", written(tmp_path / "journal", [[1]]).head(), closed=True)
    assert read_retention(tmp_path) == Retention(0)
    raise_retention(tmp_path, 5)
    raise_retention(tmp_path, 7)
    with pytest.raises(JournalProblem, match="expected 7 years or more"):
        raise_retention(tmp_path, 5)
    kept = read_retention(tmp_path)
    with pytest.raises(JournalProblem, match="not before 2027-03-07"):
        check_may_delete(volume, "2020-03-01", kept, today=date(2027, 3, 6))
    check_may_delete(volume, "2020-03-01", kept, today=date(2027, 3, 7))
