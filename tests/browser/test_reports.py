"""Reports in a real browser: today's figures while players play, live and adding up, taken away as CSV and PDF."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePage
from tests.browser.floors import FAST, running_floor
from tests.browser.play import WAIT_MS
from tests.browser.screens import keep, serious_findings
from tests.browser.staff import log_in
from tests.pdf_text import pages_of, text_of

DESK = (1440, 900)


def test_todays_report_is_live_and_is_taken_away(make_page: MakePage, tmp_path: Path) -> None:
    with running_floor(tmp_path, "--tables", "A,B", *FAST, "--players", "4") as floor:
        page = make_page(DESK)
        log_in(page, floor, "ann", "reports/day/today")
        report = page.get_by_test_id("report")
        expect(report).to_have_attribute("data-kind", "day", timeout=WAIT_MS)
        expect(page.get_by_test_id("verdict")).to_contain_text("checks hold", timeout=WAIT_MS)
        first = report.get_attribute("data-until")
        expect(report).not_to_have_attribute("data-until", str(first), timeout=WAIT_MS)
        expect(page.get_by_test_id("as-of")).to_contain_text("Live, as of")
        expect(report.get_by_role("img").first).to_be_visible(timeout=WAIT_MS)
        assert serious_findings(page) == []
        keep(page, "console-reports-day")
        assert any(line[1:3] == ["check", "Hold of table A"] and line[3] == "holds" for line in table_of(page))
        paper = taken(page, "pdf")
        assert pages_of(paper) >= 2
        assert "Gaming day" in text_of(paper)
        assert "hash after entry" in text_of(paper)
        page.get_by_test_id("kind-counters").click()
        expect(report).to_have_attribute("data-kind", "counters", timeout=WAIT_MS)
        expect(page.get_by_test_id("checks")).to_contain_text("Credits = in − out, every terminal, every minute")
        page.get_by_test_id("of-table").select_option("B")
        expect(report).not_to_contain_text("M1", timeout=WAIT_MS)
        expect(report).to_contain_text("I1")
        keep(page, "console-reports-counters")


def table_of(page: Page) -> list[list[str]]:
    return list(csv.reader(StringIO(taken(page, "csv").decode("utf-8-sig"))))


def taken(page: Page, form: str) -> bytes:
    """The file that a button gives."""
    with page.expect_download(timeout=WAIT_MS) as found:
        page.get_by_test_id(form).click()
    assert found.value.suggested_filename == f"day-today.{form}"
    return Path(found.value.path()).read_bytes()
