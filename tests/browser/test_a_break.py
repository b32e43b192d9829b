"""A floor is killed and comes back: its terminals lock at once and say so, then they show the truth."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import MakePage
from tests.browser.floors import FAST, running_floor
from tests.browser.play import WAIT_MS, open_terminal, put_in, shown, wait_for_phase

LONG = ["--tables", "A", "--period", "60", "--launch", "40"]
"""A wagering period that outlasts the break."""


def test_a_terminal_locks_when_the_floor_is_killed_and_shows_the_truth_when_it_is_back(
    make_page: MakePage, tmp_path: Path
) -> None:
    page = make_page()
    with running_floor(tmp_path, *LONG) as floor:
        open_terminal(page, floor.address, "M1")
        put_in(page, 20)
        wait_for_phase(page, "OPEN")
        page.get_by_test_id("chip-500").tap()
        page.get_by_test_id("spot-red").tap()
        expect(page.get_by_test_id("placed-red")).to_have_attribute("data-cents", "500", timeout=WAIT_MS)
        floor.kill()
        expect(page.get_by_test_id("link")).to_contain_text("Connection lost", timeout=WAIT_MS)
        expect(page.get_by_test_id("message")).to_contain_text("NO CONNECTION")
        page.get_by_test_id("tab-money").tap()
        for name in ("collect", "clear", "note-500"):
            expect(page.get_by_test_id(name)).to_be_disabled()
        page.get_by_test_id("spot-black").dispatch_event("click")
        expect(page.get_by_test_id("staged-black")).to_have_count(0)
        # What was on record stays on the screen while nobody can say otherwise.
        assert [shown(page, "meter"), shown(page, "staked")] == [Decimal(15), Decimal(5)]
        with running_floor(tmp_path, *LONG, port=floor.port):
            expect(page.get_by_test_id("link")).to_have_count(0, timeout=WAIT_MS)
            expect(page.get_by_test_id("collect")).to_be_enabled()
            # The round goes on or is void by the rules; either way not a cent is lost or made.
            meter, staked = shown(page, "meter"), shown(page, "staked")
            assert meter + staked == 20
            assert (page.get_by_test_id("placed-red").count() == 1) == (staked == 5)


def test_a_page_that_is_loaded_again_finds_its_money(make_page: MakePage, tmp_path: Path) -> None:
    with running_floor(tmp_path, "--tables", "A", *FAST) as floor:
        page = make_page()
        open_terminal(page, floor.address, "M2")
        put_in(page, 20)
        page.reload()
        expect(page.get_by_test_id("meter")).to_have_text("20.00", timeout=WAIT_MS)
    with running_floor(tmp_path, "--tables", "A", *FAST) as floor:
        page = make_page()
        open_terminal(page, floor.address, "M2")
        expect(page.get_by_test_id("meter")).to_have_text("20.00", timeout=WAIT_MS)


def test_a_terminal_opened_twice_is_used_in_one_window(make_page: MakePage, tmp_path: Path) -> None:
    with running_floor(tmp_path, "--tables", "A", *FAST) as floor:
        first, second = make_page(), make_page()
        open_terminal(first, floor.address, "M3")
        open_terminal(second, floor.address, "M3")
        expect(first.get_by_test_id("link")).to_contain_text("another window", timeout=WAIT_MS)
        expect(first.get_by_test_id("collect")).to_be_disabled()
        first.get_by_test_id("link").get_by_role("button").click()
        expect(second.get_by_test_id("link")).to_contain_text("another window", timeout=WAIT_MS)
        expect(first.get_by_test_id("link")).to_have_count(0)
