"""A terminal without paper: it says so in the player's language, takes no money, offers a person, and comes back."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import MakePage
from tests.browser.floors import FAST, running_floor
from tests.browser.play import WAIT_MS, open_terminal, put_in
from tests.marks import clause

OPTIONS = ["--tables", "B", *FAST]
TERMINAL = "I1"


def leave_paper(folder: Path, sheets: int) -> None:
    """Somebody opens the stopped floor's printer and leaves so much paper in it."""
    (memory,) = folder.rglob(f"printer-{TERMINAL}.json")
    kept = json.loads(memory.read_bytes())
    memory.write_text(json.dumps({**kept, "paper": sheets}), encoding="utf-8")


@clause("interblock", "2.3.4")
def test_without_paper_no_money_is_taken_and_a_person_is_offered(make_page: MakePage, tmp_path: Path) -> None:
    page = make_page()
    with running_floor(tmp_path, *OPTIONS) as floor:
        open_terminal(page, floor.address, TERMINAL)
        put_in(page, 20)
        page.get_by_test_id("collect").tap()
        expect(page.get_by_test_id("meter")).to_have_text("0.00", timeout=WAIT_MS)
        put_in(page, 50)
        floor.stop()
    leave_paper(tmp_path, 0)
    page = make_page()
    with running_floor(tmp_path, *OPTIONS) as floor:
        open_terminal(page, floor.address, TERMINAL)
        page.get_by_test_id("collect").tap()
        sign = page.get_by_test_id("printer-out")
        expect(sign).to_contain_text("2.3.4", timeout=WAIT_MS)
        expect(page.get_by_test_id("meter")).to_have_text("50.00", timeout=WAIT_MS)
        page.get_by_test_id("tab-money").tap()
        page.get_by_test_id("note-2000").tap()
        expect(page.get_by_test_id("refusal")).to_contain_text("printer cannot print", timeout=WAIT_MS)
        expect(page.get_by_test_id("meter")).to_have_text("50.00")
        page.get_by_test_id("printer-call").tap()
        expect(page.get_by_test_id("printer-call")).to_have_count(0, timeout=WAIT_MS)
        floor.stop()
    leave_paper(tmp_path, 100)
    page = make_page()
    with running_floor(tmp_path, *OPTIONS) as floor:
        open_terminal(page, floor.address, TERMINAL)
        expect(page.get_by_test_id("printer-out")).to_have_count(0, timeout=WAIT_MS)
        put_in(page, 20)
        expect(page.get_by_test_id("meter")).to_have_text("70.00", timeout=WAIT_MS)
