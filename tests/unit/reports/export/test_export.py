"""JSON Lines: every entry as stored, and the chain can be computed again from the file alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import json

from openetg.journal import places
from openetg.journal.chain import group_hash, leaf_hash
from openetg.journal.entry import Entry, encode_entries
from openetg.journal.store import JournalProblem, Reader
from openetg.reports.export.export import ExportedEntry, ExportSpan, Header, span_of, whole_file, write_jsonl
from tests.unit.reports.journals import NAMES, golden_entries, golden_journal, written

ROLLS = [(100, "2023-11-14"), (140, "2023-11-15")]


def exported(journal: Reader, path: Path, span: ExportSpan) -> tuple[Header, list[ExportedEntry]]:
    for _ in write_jsonl(journal, span, path):
        pass
    first, *rest = path.read_bytes().splitlines()
    return json.decode(first, type=Header), [json.decode(line, type=ExportedEntry) for line in rest]


def whole(journal: Reader) -> ExportSpan:
    return span_of(journal, after=None, until=None)


@pytest.mark.parametrize("name", NAMES)
def test_every_entry_is_there_byte_for_byte(tmp_path: Path, name: str) -> None:
    journal = golden_journal(name)
    header, lines = exported(journal, tmp_path / "out.jsonl", whole(journal))
    found = [Entry(line.sequence, line.at_ms, bytes(line.command), bytes(line.verdict)) for line in lines]
    assert found == golden_entries(name)
    assert (header.journal, header.after, header.until) == (journal.journal_id, 0, len(found))
    journal.close()


def test_the_chain_can_be_computed_from_the_file_alone(tmp_path: Path) -> None:
    journal = places.open_to_read(written(tmp_path, golden_entries("spine"), rolls=ROLLS))
    for after in (0, 60, 100):
        header, lines = exported(journal, tmp_path / f"{after}.jsonl", ExportSpan(after, journal.head().sequence))
        assert header.opening_sequence == after, "these are ends of groups"
        assert chained(header, lines) == journal.head().hash
    journal.close()


def chained(header: Header, lines: list[ExportedEntry]) -> bytes:
    previous = bytes.fromhex(header.opening_hash)
    groups: dict[int, list[ExportedEntry]] = {}
    for line in lines:
        groups.setdefault(line.first, []).append(line)
    for first, group in groups.items():
        entries = [Entry(line.sequence, line.at_ms, bytes(line.command), bytes(line.verdict)) for line in group]
        body = encode_entries(entries)
        previous = group_hash(previous, first=first, last=group[0].last, epoch=group[0].epoch, body=body)
        assert previous.hex() == group[0].hash
        for line, entry in zip(group, entries, strict=True):
            assert line.leaf == leaf_hash(encode_entries([entry])[1:-1]).hex()
    return previous


def test_a_part_of_a_group_is_exported_as_asked(tmp_path: Path) -> None:
    journal = golden_journal("spine")
    header, lines = exported(journal, tmp_path / "out.jsonl", ExportSpan(25, 47))
    assert [line.sequence for line in lines] == list(range(26, 48))
    assert header.opening_sequence == 20
    journal.close()


def test_a_gaming_day_is_from_its_opening_to_the_next(tmp_path: Path) -> None:
    journal = places.open_to_read(written(tmp_path, golden_entries("spine"), rolls=ROLLS))
    end = journal.head().sequence
    assert span_of(journal, after=None, until=None, day="2023-11-14") == ExportSpan(100, 140)
    assert span_of(journal, after=None, until=None, day="2023-11-15") == ExportSpan(140, end)
    assert span_of(journal, after=120, until=130, day="2023-11-14") == ExportSpan(120, 130)
    assert span_of(journal, after=None, until=10_000) == ExportSpan(0, end)
    with pytest.raises(JournalProblem, match="2023-11-14, 2023-11-15"):
        span_of(journal, after=None, until=None, day="2023-11-16")
    journal.close()


def test_the_first_gaming_day_has_a_name_though_it_is_begun_inside_its_volume(tmp_path: Path) -> None:
    entries = golden_entries("spine")
    journal = places.open_to_read(written(tmp_path, entries, rolls=[(200, "2023-11-20")]))
    assert [volume.day for volume in journal.volumes()] == ["", "2023-11-20"]
    assert span_of(journal, after=None, until=None, day="2023-11-15") == ExportSpan(0, 200)
    assert span_of(journal, after=50, until=None, day="2023-11-15") == ExportSpan(50, 200)
    assert span_of(journal, after=None, until=None, day="2023-11-20") == ExportSpan(200, len(entries))
    journal.close()


def test_a_span_beyond_the_head_or_that_ends_before_it_begins_is_none(tmp_path: Path) -> None:
    journal = places.open_to_read(written(tmp_path, golden_entries("spine")))
    end = journal.head().sequence
    assert span_of(journal, after=end, until=None) == ExportSpan(end, end)
    assert exported(journal, tmp_path / "nothing.jsonl", ExportSpan(end, end))[1] == []
    with pytest.raises(JournalProblem, match=f"found {end + 1}"):
        span_of(journal, after=end + 1, until=None)
    with pytest.raises(JournalProblem, match="after 30 up to 20"):
        span_of(journal, after=30, until=20)
    with pytest.raises(JournalProblem, match="ends after it begins"):
        span_of(journal, after=end, until=5)
    journal.close()


def test_what_was_archived_cannot_be_exported(tmp_path: Path) -> None:
    address = written(tmp_path, golden_entries("spine"), rolls=ROLLS)
    day = places.open_to_read(str(next(Path(address).glob("*2023-11-15.sqlite3"))))
    assert span_of(day, after=None, until=None).after == 140
    header, lines = exported(day, tmp_path / "out.jsonl", whole(day))
    assert chained(header, lines) == day.head().hash
    with pytest.raises(JournalProblem, match="archived"):
        span_of(day, after=10, until=None)
    day.close()


def test_an_export_ends_at_the_head_it_saw(tmp_path: Path) -> None:
    entries = golden_entries("spine")
    address = written(tmp_path, entries[:60])
    journal = places.open_to_read(address)
    span = whole(journal)
    steps = write_jsonl(journal, span, tmp_path / "out.jsonl")
    next(steps)
    store = places.open_to_write(address)
    store.append(store.claim(), entries[60:100])
    store.close()
    assert [step.sequence for step in steps][-1] == 60
    assert len((tmp_path / "out.jsonl").read_bytes().splitlines()) == 61
    journal.close()


def test_nothing_stands_there_before_it_is_whole_nor_after_it_failed(tmp_path: Path) -> None:
    journal = golden_journal("spine")
    path = tmp_path / "out" / "entries.jsonl"
    path.parent.mkdir()
    steps = write_jsonl(journal, whole(journal), path)
    next(steps)
    assert not path.exists()
    steps.close()  # type: ignore[attr-defined]
    assert list(path.parent.iterdir()) == []
    journal.close()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_text("mine")
    with pytest.raises(JournalProblem, match="never overwrites"), whole_file(path):
        pass
    assert path.read_text() == "mine"
    with pytest.raises(JournalProblem, match="expected a folder"), whole_file(tmp_path / "no" / "folder"):
        pass
