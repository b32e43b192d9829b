"""Snapshot files: whole, signed, the newest few; what cannot be used is passed over and said."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.journal.snapshots import KEPT, Snapshot, SnapshotHead, latest, usable, write_snapshot
from openetg.keys.signing import SigningKey

KEY, OTHER = SigningKey("floor", bytes(32)), SigningKey("floor", bytes([1] * 32))
BODY = b'{"state":' + b"x" * 5_000 + b"}"


def head(sequence: int = 7, journal_id: str = "j") -> SnapshotHead:
    return SnapshotHead(journal_id, sequence, 1_700_000_000_000, bytes([sequence % 256] * 32), "5a5a")


def newest(folder: Path, at_most: int | None = None) -> tuple[int | None, list[str]]:
    found, unusable = latest(folder, "j", KEY.public, at_most)
    return found.head.sequence if found else None, [each.problem for each in unusable]


def test_what_was_written_is_read(tmp_path: Path) -> None:
    path = write_snapshot(tmp_path / "snapshots", head(), BODY, KEY)
    assert latest(path.parent, "j", KEY.public) == (Snapshot(path, head(), BODY), [])
    assert path.stat().st_mode & 0o077 == 0
    assert path.stat().st_size < len(BODY)


def test_the_words_in_front_can_be_read_by_a_person(tmp_path: Path) -> None:
    words = write_snapshot(tmp_path, head(), BODY, KEY).read_bytes().partition(b"\n\n")[0].decode().splitlines()
    assert words[:4] == ["openetg snapshot 1", "journal j", "sequence 7", "at_ms 1700000000000"]


def test_an_empty_folder_or_none_has_no_snapshot(tmp_path: Path) -> None:
    assert newest(tmp_path) == (None, [])
    assert newest(tmp_path / "none") == (None, [])


def test_the_newest_few_are_kept(tmp_path: Path) -> None:
    for sequence in (5, 100, 9, 1_000, 20):
        write_snapshot(tmp_path, head(sequence), BODY, KEY)
    kept = [each.head.sequence for each in usable(tmp_path, "j", KEY.public) if isinstance(each, Snapshot)]
    assert kept == [1_000, 100, 20]
    assert len(kept) == KEPT


def test_the_newest_up_to_an_entry(tmp_path: Path) -> None:
    for sequence in (10, 20, 30):
        write_snapshot(tmp_path, head(sequence), BODY, KEY)
    assert [newest(tmp_path, each)[0] for each in (None, 30, 29, 20, 10, 9)] == [30, 30, 20, 20, 10, None]


def test_one_of_another_key_or_journal_is_passed_over_and_said(tmp_path: Path) -> None:
    write_snapshot(tmp_path, head(10), BODY, KEY)
    write_snapshot(tmp_path, head(20), BODY, OTHER)
    write_snapshot(tmp_path, head(30, "another"), BODY, KEY)
    sequence, problems = newest(tmp_path)
    assert sequence == 10
    assert problems[0] == "expected a snapshot of the journal j, found one of another"
    assert problems[1].startswith("expected the signature of floor+")


def test_one_under_the_name_of_another_entry_is_passed_over_and_said(tmp_path: Path) -> None:
    path = write_snapshot(tmp_path, head(10), BODY, KEY)
    path.rename(path.with_name(f"{99:016}.snapshot"))
    assert newest(tmp_path) == (None, ["expected a snapshot at entry 99 by its name, found one at 10"])


def test_half_a_file_left_behind_is_not_looked_at(tmp_path: Path) -> None:
    path = write_snapshot(tmp_path, head(10), BODY, KEY)
    (tmp_path / f".{99:016}.snapshot.new").write_bytes(path.read_bytes()[:20])
    (tmp_path / "notes.txt").write_text("mine")
    assert newest(tmp_path) == (10, [])
    for sequence in (20, 30, 40, 50):
        write_snapshot(tmp_path, head(sequence), BODY, KEY)
    assert (tmp_path / "notes.txt").exists()


def test_one_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    (tmp_path / f"{9:016}.snapshot").mkdir()
    sequence, (problem,) = newest(tmp_path)
    assert sequence is None
    assert problem.startswith("it cannot be read")


@given(st.data())
def test_any_change_of_a_byte_or_length_is_found(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    path = write_snapshot(folder, head(), BODY, KEY)
    content = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        content[at] ^= data.draw(st.integers(1, 255))
    else:
        del content[at:]
    path.write_bytes(bytes(content))
    found, unusable = latest(folder, "j", KEY.public)
    # The name of the key before the signature is for people and is not signed.
    assert (found is None and len(unusable) == 1) or (found is not None and found.body == BODY and found.head == head())


def test_more_content_than_was_signed_for_is_refused(tmp_path: Path) -> None:
    path = write_snapshot(tmp_path, head(), BODY, KEY)
    path.write_bytes(path.read_bytes() + b"more")
    assert newest(tmp_path)[0] is None
