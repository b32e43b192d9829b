"""Reports in the process aside: in every form, with how far it is, and kept to go on with."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import json

from openetg.journal.verify import Progress
from openetg.reports.frame.report import Setting
from openetg.reports.frame.span import Asking
from openetg.server.api.journal import report_answers as report_aside
from openetg.server.api.journal.process import Impossible, answer
from openetg.server.api.journal.report_answers import KEPT, DaysListed, ListDays, MakeReport, Reported
from tests.unit.reports.journals import golden_entries, written


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("spine"), golden_entries("spine"))


def test_how_far_it_is_stands_in_a_file_for_who_waits(journal: str, tmp_path: Path) -> None:
    file = tmp_path / "progress"
    said = answer(MakeReport(journal, Asking("tables"), Setting("waiting"), progress=str(file)))
    assert isinstance(said, Reported)
    step = json.decode(file.read_bytes(), type=Progress)
    assert 0 < step.sequence <= step.of_sequence == 214


def test_what_was_made_is_kept_and_no_more_than_a_few(journal: str) -> None:
    for site in ("one", "two", "three", "four"):
        answer(MakeReport(journal, Asking("tables"), Setting(site)))
    assert len(report_aside._kept) == KEPT
    (newest,) = list(report_aside._kept.values())[-1:]
    answer(MakeReport(journal, Asking("tables"), Setting("four")))
    assert list(report_aside._kept.values())[-1] is newest


def test_a_file_or_the_report_itself(journal: str) -> None:
    for form, begins in (("csv", b"\xef\xbb\xbfreport,tables"), ("pdf", b"%PDF-")):
        said = answer(MakeReport(journal, Asking("tables"), Setting(), form))  # type: ignore[arg-type]
        assert isinstance(said, Reported)
        assert said.report is None
        assert said.file.startswith(begins)


def test_what_cannot_be_answered_is_said_in_words_and_nothing_is_kept(journal: str) -> None:
    asked = MakeReport(journal, Asking("tables", day="2031-01-01"), Setting("never"))
    said = answer(asked)
    assert isinstance(said, Impossible)
    assert "expected a gaming day" in said.words


def test_the_days_are_listed(journal: str) -> None:
    said = answer(ListDays(journal))
    assert isinstance(said, DaysListed)
    assert [day.day for day in said.days] == ["2023-11-15"]
