"""`etg report` as a person or a program uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from openetg.cli.main import etg
from openetg.reports.kinds.kinds import KINDS
from tests.unit.reports.journals import golden_entries, written


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("spine"), golden_entries("spine"))


def run(*words: str) -> Result:
    return CliRunner().invoke(etg, ["report", *words])


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_is_told_in_text_and_as_json(journal: str, kind: str) -> None:
    told, read = run(kind, journal, "--site", "Here"), run(kind, journal, "--json")
    assert (told.exit_code, read.exit_code) == (0, 0), told.output + read.output
    report = json.loads(read.output)
    assert report["kind"] == kind
    assert f"hash after entry {report['hash_at']}: {report['hash']}" in told.output
    assert told.output.startswith(f"{KINDS[kind].title}, Here\n")


def test_it_is_written_as_csv_and_as_pdf(journal: str, tmp_path: Path) -> None:
    table, paper = tmp_path / "day.csv", tmp_path / "day.pdf"
    result = run("day", journal, "--csv", str(table), "--pdf", str(paper))
    assert (result.exit_code, result.output) == (0, "")
    assert table.read_bytes().decode("utf-8-sig").startswith("report,day,")
    assert paper.read_bytes().startswith(b"%PDF-")
    assert run("day", journal, "--csv", str(tmp_path / "no" / "x.csv")).exit_code == 2


def test_times_are_read_in_the_zone_of_the_site(journal: str) -> None:
    whole = json.loads(run("tables", journal, "--json", "--from", "2023-11-14T00:00").output)
    words = ("--from", "2023-11-15T09:13", "--time-zone", "Australia/Sydney")
    sydney = json.loads(run("tables", journal, "--json", *words).output)
    assert (sydney["after"], sydney["until"]) == (whole["after"], whole["until"]) == (0, 214)
    later = json.loads(run("tables", journal, "--json", "--from", "2023-11-15T09:13").output)
    assert later["after"] == later["until"]


def test_a_check_that_does_not_hold_ends_with_1(tmp_path: Path) -> None:
    note, more = b'"amount":10000,"clause":"3.4.1"', b'"amount":10001,"clause":"3.4.1"'
    entries = [replace(entry, verdict=entry.verdict.replace(note, more)) for entry in golden_entries("spine")]
    result = run("counters", written(tmp_path, entries))
    assert result.exit_code == 1
    assert "✗ DOES NOT HOLD: Credits = in − out" in result.output


@pytest.mark.parametrize(
    "words",
    [
        ("--day", "2031-01-01"),
        ("--from", "soon"),
        ("--time-zone", "Mars/Base"),
        ("--hours", "nobody"),
        ("--day", "today", "--from", "2023-11-14T00:00"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_answered_is_said_in_words(journal: str, words: tuple[str, ...]) -> None:
    result = run("day", journal, *words)
    assert result.exit_code == 2
    assert result.output.startswith(("expected", "--"))


def test_the_days_are_listed(journal: str) -> None:
    assert run("days", journal).output == "2023-11-15  entries 1 to 214\n"
    assert json.loads(run("days", journal, "--json").output)["days"][0]["day"] == "2023-11-15"
