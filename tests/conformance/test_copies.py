"""Copies between engines: whatever a journal is kept in, a copy in any other leads to the same floor, and back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openetg.cli.journal import command as journal_command
from openetg.floor.state import state_hash
from openetg.journal import places
from openetg.journal.proofs.checkpoint import latest_checkpoint
from openetg.reports.audit.moment import floor_at
from openetg.server.plan.folder import FloorFolder
from tests.postgres import new_schema, shared_server
from tests.unit.journal.test_copying import everything
from tests.unit.server.played import playing, three_days

FORMAT_1 = Path(__file__).parent.parent / "data" / "journals" / "format-1.sqlite3"

Address = Callable[[Path, str], str]


def in_folder(folder: Path, name: str) -> str:
    return str(folder / name)


def in_database(folder: Path, name: str) -> str:
    del folder, name
    return shared_server().url(schema=new_schema())


ENGINES = pytest.mark.parametrize("engine", [in_folder, in_database])
OTHERS = pytest.mark.parametrize("other", [in_folder, in_database])


def etg(*words: object) -> Result:
    """What `etg journal` does with these words."""
    return CliRunner().invoke(journal_command, [str(word) for word in words])


def well(*words: object) -> str:
    """The same, without anything to complain of."""
    result = etg(*words)
    assert result.exit_code == 0, result.output
    return result.output


def contents(address: str) -> object:
    with closing(places.open_to_read(address)) as journal:
        return everything(journal)


def state_of(address: str) -> str:
    with closing(places.open_to_read(address)) as journal:
        return state_hash(floor_at(journal, journal.head().sequence))


@ENGINES
@OTHERS
def test_a_backup_and_a_restore_are_the_journal(tmp_path: Path, engine: Address, other: Address) -> None:
    journal, backup, back = engine(tmp_path, "journal"), other(tmp_path, "backup"), engine(tmp_path, "back")
    three_days(journal)
    assert "intact" in well("backup", journal, backup)
    with playing(journal) as floor:
        floor.begin_day("2026-11-16")
        floor.rounds(1)
    well("backup", journal, backup)
    well("restore", backup, back)
    assert contents(journal) == contents(backup) == contents(back)
    assert state_of(journal) == state_of(back)
    refused = etg("restore", backup, back)
    assert refused.exit_code == 2
    assert "expected a place where no journal is" in refused.output
    with playing(back) as floor:
        floor.rounds(1)
    claimed = etg("backup", journal, back)
    assert claimed.exit_code == 2


@ENGINES
def test_days_are_archived_a_floor_goes_on_and_all_can_be_joined(tmp_path: Path, engine: Address) -> None:
    journal, floor = engine(tmp_path, "journal"), tmp_path / "floor"
    three_days(journal)
    before = contents(journal)
    refused = etg("archive", journal, tmp_path / "archive", "--floor", floor)
    assert refused.exit_code == 2
    assert "--uncovered" in refused.output
    well("follow", journal, "--floor", floor, "--once")
    assert "would    archive volume 2" in well("archive", journal, tmp_path / "archive", "--floor", floor, "--dry-run")
    assert contents(journal) == before
    well("archive", journal, tmp_path / "archive", "--floor", floor, "--keep", 2, "--keep-years", 7)
    well("archive", journal, tmp_path / "archive", "--floor", floor)
    assert "may take over" in well("gate", journal)
    assert "intact" in well("verify", journal, "--floor", floor), "held against what was signed before it was put away"
    assert "intact" in well("verify", tmp_path / "archive")
    joined = tmp_path / "joined"
    well("restore", tmp_path / "archive", journal, joined)
    assert contents(str(joined)) == before
    kept = etg("archive", journal, tmp_path / "archive", "--floor", floor, "--delete", "2026-11-15")
    assert kept.exit_code == 2
    assert "must be kept for 7 years" in kept.output
    with playing(journal) as played:
        played.rounds(1)
    well("follow", journal, "--floor", floor, "--once")


@ENGINES
def test_a_follower_on_any_engine_signs_the_same(tmp_path: Path, engine: Address) -> None:
    journal, mirror = engine(tmp_path, "journal"), in_database(tmp_path, "mirror")
    three_days(journal)
    well("follow", journal, "--floor", tmp_path / "floor", "--mirror", mirror, "--once")
    note = latest_checkpoint(FloorFolder(tmp_path / "floor").checkpoints)
    assert note is not None
    assert note.checkpoint.state == state_of(journal) == state_of(mirror)
    assert contents(journal) == contents(mirror)


def test_archived_days_may_be_deleted_when_their_time_is_over(tmp_path: Path) -> None:
    three_days(tmp_path / "journal")
    well("archive", tmp_path / "journal", tmp_path / "archive", "--uncovered", "--keep-years", 0)
    said = well("archive", tmp_path / "journal", tmp_path / "archive", "--delete", "2026-11-14", "--dry-run")
    assert "would    delete volume 1" in said
    well("archive", tmp_path / "journal", tmp_path / "archive", "--delete", "2026-11-14")
    with closing(places.open_to_read(str(tmp_path / "archive"))) as archive:
        assert [volume.number for volume in archive.volumes()] == [2, 3], "and the empty one that the next day goes to"


@OTHERS
def test_a_file_of_the_first_format_becomes_a_journal_of_today(tmp_path: Path, other: Address) -> None:
    new = other(tmp_path, "new")
    well("restore", FORMAT_1, new)
    with closing(places.open_to_read(str(FORMAT_1))) as old, closing(places.open_to_read(new)) as journal:
        assert list(old.groups(after_sequence=0)) == list(journal.groups(after_sequence=0))
        assert old.head().hash == journal.head().hash
    with closing(places.open_to_write(new)) as store:
        assert store.claim().head.sequence == store.head().sequence


def test_the_state_then_and_what_changed_are_readable(tmp_path: Path) -> None:
    three_days(tmp_path / "journal")
    journal = tmp_path / "journal"
    shown = well("at", journal, 60)
    assert "entry    60" in shown
    assert "account  bank/B" in shown
    assert well("at", journal, 60, "--hash").strip() in shown
    assert well("at", journal, 60, "--path", "tables.B.name").strip() == "B"
    assert well("at", journal, 60, "--path", "tables.B.name", "--json").strip() == '"B"'
    wrong = etg("at", journal, 60, "--path", "tables.X")
    assert wrong.exit_code == 2
    assert 'at "tables" there is: A, B' in wrong.output
    assert "expected an entry from 0 to" in etg("at", journal, 10_000).output
    changed = well("diff", journal, 60, 70)
    assert "account  " in changed
    assert "state    sequence  60 → 70" in changed
    assert "nothing changed" in well("diff", journal, 60, 60)


def test_deleting_alone_puts_nothing_away(tmp_path: Path) -> None:
    three_days(tmp_path / "journal")
    well("archive", tmp_path / "journal", tmp_path / "archive", "--uncovered", "--before", "2026-11-14")
    before = contents(str(tmp_path / "journal"))
    assert well("archive", tmp_path / "journal", tmp_path / "archive", "--delete", "2000-01-01") == ""
    assert contents(str(tmp_path / "journal")) == before
