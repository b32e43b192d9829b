"""The folder of a floor: a journal is made once, and never beside one of an older version."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from openetg.cli.main import etg
from openetg.journal.store import JournalProblem
from openetg.server.life.inquiry import presence
from openetg.server.plan.folder import FloorFolder, JournalKind, open_store

FORMAT_1 = Path(__file__).parents[3] / "data" / "journals" / "format-1.sqlite3"


def test_the_journal_is_made_once(tmp_path: Path) -> None:
    folder = FloorFolder(tmp_path / "floor")
    with closing(open_store(folder)) as made:
        journal_id = made.journal_id
    with closing(open_store(folder)) as opened:
        assert opened.journal_id == journal_id


@pytest.mark.parametrize("kind", JournalKind)
def test_what_is_played_for_never_changes_on_one_journal(tmp_path: Path, kind: JournalKind) -> None:
    """A rehearsal is never switched on or off on a journal of the other kind, nor is a demonstration."""
    folder = FloorFolder(tmp_path)
    open_store(folder, kind).close()
    for other in set(JournalKind) - {kind}:
        with pytest.raises(JournalProblem, match="expected the journal of"):
            open_store(folder, other)
    open_store(folder, kind).close()


def test_a_journal_of_an_older_version_is_not_forgotten_but_restored(tmp_path: Path) -> None:
    folder = FloorFolder(tmp_path)
    old = tmp_path / "journal.sqlite3"
    shutil.copy(FORMAT_1, old)
    with pytest.raises(JournalProblem, match="found one written by an older OpenETG") as problem:
        open_store(folder)
    advice = str(problem.value).partition("run: etg ")[2]
    assert advice == f"journal restore {old} {tmp_path / 'journal'}"
    done = CliRunner().invoke(etg, advice.split())
    assert done.exit_code == 0, done.output
    with closing(open_store(folder)) as store:
        assert (store.journal_id, store.head().sequence) == ("floor-4974729aa4704236", 176)


def test_a_journal_elsewhere_is_not_asked_about(tmp_path: Path) -> None:
    shutil.copy(FORMAT_1, tmp_path / "journal.sqlite3")
    with closing(open_store(FloorFolder(tmp_path, store=str(tmp_path / "elsewhere")))) as store:
        assert store.head().sequence == 0


def test_a_password_in_an_address_is_neither_said_nor_put_on_record(tmp_path: Path) -> None:
    place = FloorFolder(tmp_path, store="postgresql://etg:hunter2@nowhere.invalid/floor?password=hunter3&schema=one")
    assert place.journal_shown == "postgresql://etg@nowhere.invalid/floor?schema=one"
    with presence(tmp_path, alone=False, journal=place.journal):
        assert "hunter" not in (tmp_path / "running").read_text()
    assert FloorFolder(tmp_path).journal_shown == str(tmp_path / "journal")
