"""A journal taken back to an older copy, cut short, or damaged where a start does not look: found all the same.

The high-water mark lies beside the keys. What lies before the newest snapshot is checked in the background, in the
journal and in its mirror.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from openetg.cli.main import etg
from openetg.floor.commands import InsertNote
from openetg.journal import places
from openetg.journal.chain import Head, head_digest
from openetg.journal.highwater import MARK, HighWaterMark, mark_at, raise_mark, read_mark
from openetg.money import cents
from openetg.server.checks.backlog import AlarmRaised
from openetg.server.checks.selfcheck import CheckFailed
from openetg.server.follower.process import FollowerPlan, follow
from openetg.server.plan.folder import FloorFolder
from openetg.server.writer.engine import read_floor
from tests.journal_writing import settings_of, start_and_stop

NOTE = InsertNote("M1", cents(5_000))


@pytest.fixture
def place(tmp_path: Path) -> FloorFolder:
    """A floor that ran twice, without a follower: nothing is signed."""
    found = FloorFolder(tmp_path / "floor")
    start_and_stop(found, NOTE)
    start_and_stop(found, NOTE)
    return found


def copied(place: FloorFolder, name: str) -> Path:
    kept = place.path.parent / name
    shutil.copytree(place.journal, kept)
    return kept


def put_back(place: FloorFolder, copy: Path) -> None:
    shutil.rmtree(place.journal)
    shutil.copytree(copy, place.journal)


def follow_once(place: FloorFolder, mirror: str = "") -> None:
    asyncio.run(follow(FollowerPlan(place, once=True, mirror=mirror), lambda _: None))


def end_of(place: FloorFolder) -> int:
    with closing(places.open_to_read(place.journal)) as journal:
        return journal.head().sequence


# The high-water mark.


def test_an_older_copy_put_in_place_of_the_journal_is_refused(place: FloorFolder) -> None:
    older = copied(place, "older")
    start_and_stop(place, NOTE)
    end = end_of(place)
    put_back(place, older)
    with pytest.raises(CheckFailed, match=f"expected {end} entries or more, as marked beside the keys, found .*rolled"):
        start_and_stop(place)


def test_an_older_copy_continued_otherwise_is_refused(place: FloorFolder) -> None:
    """It is as long as the mark, by entries of its own, which the keys of a backup have authenticated."""
    older, keys = copied(place, "older"), place.path.parent / "older keys"
    shutil.copytree(place.keys, keys)
    start_and_stop(place, NOTE)
    put_back(place, older)
    elsewhere = replace(settings_of(place), keys=keys)
    start_and_stop(place, NOTE, NOTE, NOTE, settings=elsewhere)
    with pytest.raises(CheckFailed, match=r"as marked beside the keys, found .*not the journal that was written"):
        start_and_stop(place)


def test_another_journal_under_the_same_keys_is_refused(place: FloorFolder, tmp_path: Path) -> None:
    other = FloorFolder(tmp_path / "other")
    start_and_stop(other)
    shutil.rmtree(place.journal)
    shutil.copytree(other.journal, place.journal)
    with pytest.raises(CheckFailed, match="another floor's"):
        start_and_stop(place)


def test_a_crash_before_the_mark_was_raised_is_no_rollback(place: FloorFolder) -> None:
    start_and_stop(place, NOTE, marked=False)
    lines = start_and_stop(place)
    assert any(line.startswith("mark: at entry ") for line in lines)


def test_a_loss_is_accepted_by_a_person_and_on_record(place: FloorFolder) -> None:
    older = copied(place, "older")
    start_and_stop(place, NOTE)
    end = end_of(place)
    put_back(place, older)
    words = ["journal", "adopt", place.journal, "--keys", str(place.keys), "--by", "P7", "--why", "disk lost"]
    ran = CliRunner().invoke(etg, words)
    assert ran.exit_code == 0, ran.output
    assert f"up to {end}, which no copy has" in ran.output
    lines = start_and_stop(place)
    assert any("by P7" in line and f"giving up those after it up to {end}: disk lost" in line for line in lines), lines


def test_the_mark_is_never_lowered_by_a_floor_that_was_fenced(tmp_path: Path) -> None:
    raise_mark(tmp_path, mark_at("j", Head(9, 1, 2, b"9", b"")))
    raise_mark(tmp_path, mark_at("j", Head(7, 1, 1, b"7", b"")))
    assert read_mark(tmp_path) == HighWaterMark("j", 9, b"9".hex(), 2, 1)
    assert (tmp_path / MARK).stat().st_mode & 0o777 == 0o600


def test_verification_with_the_keys_holds_the_journal_against_the_mark(place: FloorFolder) -> None:
    older = copied(place, "older")
    start_and_stop(place, NOTE)
    put_back(place, older)
    ran = CliRunner().invoke(etg, ["journal", "verify", place.journal, "--keys", str(place.keys)])
    assert ran.exit_code == 1
    assert "high-water mark" in ran.output


# What lies before the newest snapshot.


def flip(database: sqlite3.Connection) -> None:
    (last, body) = database.execute("SELECT last, body FROM groups ORDER BY last LIMIT 1").fetchone()
    changed = body.replace(b'"amount":5000', b'"amount":5001', 1) if b'"amount":5000' in body else body[:-2] + b" ]"
    database.execute("UPDATE groups SET body = ? WHERE last = ?", (changed, last))


def delete(database: sqlite3.Connection) -> None:
    database.execute("DELETE FROM groups WHERE last = (SELECT min(last) FROM groups)")


def swap(database: sqlite3.Connection) -> None:
    (one,), (other,) = database.execute("SELECT last FROM groups ORDER BY last LIMIT 2").fetchall()
    for before, after in ((one, -1), (other, one), (-1, other)):
        database.execute("UPDATE groups SET last = ? WHERE last = ?", (after, before))


TAMPERED = pytest.mark.parametrize("tamper", [flip, delete, swap], ids=["byte flipped", "row deleted", "rows swapped"])
Tamper = Callable[[sqlite3.Connection], None]


def tampered(folder: str, tamper: Tamper) -> None:
    (path,) = Path(folder).glob("00001*.sqlite3")
    with closing(sqlite3.connect(path)) as database:
        tamper(database)
        database.commit()


@TAMPERED
def test_a_start_says_from_which_entry_it_checked_and_the_follower_finds_the_rest(
    place: FloorFolder, tamper: Tamper
) -> None:
    follow_once(place)
    snapshot = end_of(place)
    tampered(place.journal, tamper)
    lines = start_and_stop(place, settings=replace(settings_of(place), follow=True))
    (line,) = [each for each in lines if each.startswith("journal: ")]
    assert f"entries 1 to {snapshot} are checked in the background" in line
    assert "the chain holds" not in line
    with pytest.raises(AlarmRaised):
        follow_once(place)
    assert place.alarm.exists()


def begin_later(folder: str) -> None:
    """Takes the first entries out, with everything at the beginning of the journal made to fit, as if archived."""
    (path,) = Path(folder).glob("00001*.sqlite3")
    with closing(sqlite3.connect(path)) as database:
        first = "SELECT last, at_ms, epoch, hash FROM groups ORDER BY last LIMIT 1"
        last, at_ms, epoch, hash_ = database.execute(first).fetchone()
        digest = head_digest(sequence=last, at_ms=at_ms, epoch=epoch, hash=hash_)
        opening = "volume = 2, sequence = ?, at_ms = ?, epoch = ?, hash = ?, digest = ?"
        database.execute(f"UPDATE identity SET {opening}", (last, at_ms, epoch, hash_, digest))
        database.execute("DELETE FROM groups WHERE last <= ?", (last,))
        database.commit()
    path.rename(path.with_name("00002.sqlite3"))


def test_first_entries_that_no_archiving_has_taken_away_are_missed(place: FloorFolder) -> None:
    follow_once(place)
    begin_later(place.journal)
    with pytest.raises(AlarmRaised, match="expected a journal that begins with a day, found none at entry"):
        follow_once(place)
    assert place.alarm.exists()


def test_so_are_those_of_a_mirror(place: FloorFolder, tmp_path: Path) -> None:
    mirror = str(tmp_path / "mirror")
    follow_once(place, mirror)
    begin_later(mirror)
    with pytest.raises(AlarmRaised, match=r"mirror at entry .*begins with a day"):
        follow_once(place, mirror)


@TAMPERED
def test_a_mirror_that_was_changed_is_found(place: FloorFolder, tamper: Tamper, tmp_path: Path) -> None:
    mirror = str(tmp_path / "mirror")
    follow_once(place, mirror)
    tampered(mirror, tamper)
    with pytest.raises(AlarmRaised, match="mirror at entry"):
        follow_once(place, mirror)


def test_a_floor_without_a_follower_says_that_nobody_looks(place: FloorFolder) -> None:
    follow_once(place)
    (line,) = [each for each in start_and_stop(place) if each.startswith("journal: ")]
    assert "were not looked at: etg journal verify --keys does" in line


def test_a_tail_behind_the_snapshot_is_checked_at_once(place: FloorFolder) -> None:
    follow_once(place)
    began = end_of(place) + 1
    start_and_stop(place, NOTE)
    (line,) = [each for each in start_and_stop(place) if each.startswith("journal: ")]
    assert f"chain and MACs checked from entry {began} on, and they hold" in line
    with closing(places.open_to_read(place.journal)) as journal:
        assert read_floor(journal).ledger.accounts["meter/M1"] == cents(15_000)
