"""Reports as CSV, PDF and text: exact, safe, and on paper with what holds them against the journal."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from openetg.reports.export.as_csv import csv_of, safe
from openetg.reports.export.as_pdf import pdf_of
from openetg.reports.export.as_text import text_of as told_in_text
from openetg.reports.frame.report import Chart, Check, Column, Report, Section, Series, Setting
from openetg.reports.kinds.kinds import KINDS
from tests.pdf_text import pages_of, text_of
from tests.unit.reports.journals import golden_journal
from tests.unit.reports.made import made

WICKED = '=HYPERLINK("http://x","y")'


def report_with(*sections: Section) -> Report:
    setting = Setting("#emph[Site] $x$ \\", "AUD", "Australia/Sydney")
    return Report("day", "Day", setting, ("@about",), "+journal", 1_000, 3_600_000, 0, 9, "ab" * 32, 9, sections)


COLUMNS = (
    Column("a", "Text"), Column("b", "Amount", "money"), Column("c", "Count", "count"), Column("d", "Time", "time"),
    Column("e", "Share", "percent"), Column("f", "Clause", "clause"),
)  # fmt: skip


def rows_of(report: Report) -> list[list[str]]:
    return list(csv.reader(StringIO(csv_of(report))))


def test_amounts_in_csv_are_plain_decimals_and_times_name_their_zone() -> None:
    section = Section("One", COLUMNS, (("x", -123456, 1234567, 86_400_000, -205, "3.11"),))
    (row,) = (line for line in rows_of(report_with(section)) if line[1:2] == ["row"])
    assert row == ["One", "row", "x", "-1234.56", "1234567", "1970-01-02T10:00:00.000+10:00", "-2.05", "3.11"]


@pytest.mark.parametrize("text", [WICKED, "+1", "-1", "@x", "\tx", "\rx", "\nx"], ids=repr)
def test_no_text_in_csv_is_a_formula(text: str) -> None:
    assert safe(text) == f"'{text}"
    section = Section(text, (Column("a", text),), ((text,),), (text,), (Check(text, False, text),), note=text)
    for line in rows_of(report_with(section)):
        assert not any(field.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for field in line), line


def test_csv_says_what_it_can_be_held_against() -> None:
    report = made(golden_journal("spine"), "day")
    lines = rows_of(report)
    assert ["hash after entry", str(report.hash_at), report.hash] in lines
    assert any(line[1:4] == ["check", "Hold of table A", "holds"] for line in lines)


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_goes_on_paper_and_into_text(kind: str) -> None:
    report = made(golden_journal("interblock"), kind)
    assert pdf_of(report).startswith(b"%PDF-")
    told = told_in_text(report)
    assert report.hash in told
    assert all(each.title in told for each in report.sections)


def test_paper_says_on_every_page_what_it_can_be_held_against() -> None:
    report = made(golden_journal("spine"), "day")
    paper = pdf_of(report)
    pages = text_of(paper).split("\n")
    assert len(pages) == pages_of(paper) >= 2
    for number, page in enumerate(pages, start=1):
        assert f"hash after entry {report.hash_at}: {report.hash}" in page
        assert f"journal code {report.code}" in page, "on every page"
        assert f"page  {number} of {len(pages)}" in page
        assert report.setting.site in page
    words = " ".join(pages)
    assert all(each.title in words for each in report.sections)
    assert all(check.words in words for each in report.sections for check in each.checks)


@pytest.mark.slow
def test_a_long_report_has_its_pages_and_the_same_report_the_same_bytes() -> None:
    rows = tuple((f"row {each}", each, each, 1_000, each, "1.1") for each in range(200))
    report = report_with(Section("Long", COLUMNS, rows))
    assert pages_of(pdf_of(report)) >= 5
    assert pdf_of(report) == pdf_of(report)


def test_what_came_from_the_journal_is_never_markup_on_paper() -> None:
    chart = Chart("bars", "#panic()", ("#panic()",), (Series("#panic()", (5,)),))
    wicked = '#panic("no") $ ` ] } \\'
    section = Section(wicked, COLUMNS, ((wicked, 1, 1, 1, 1, wicked),), None, (Check(wicked, False, wicked),), (chart,))
    paper = pdf_of(report_with(section))
    assert pages_of(paper) == 1
    assert text_of(paper).count(wicked) >= 4


def test_text_shows_what_does_not_hold() -> None:
    section = Section("One", COLUMNS, (), None, (Check("Sums", False, "1.00 and 2.00.", 17),))
    assert "✗ DOES NOT HOLD: Sums: 1.00 and 2.00. [entry 17]" in told_in_text(report_with(section))
