"""One round in a real browser: a note, wagers, the close, the number, the win, the ticket; then the journal agrees."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from openetg.floor.ledger import TICKETS, meter_of
from openetg.journal.sqlite import open_journal, read_journal
from openetg.money import ZERO, Money, cents
from openetg.reports.replay import Replayed, verify_floor
from openetg.server.engine import read_floor
from tests.browser.floors import running_floor
from tools.browser import find_browser

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
FAST = ["--period", "6", "--launch", "1", "--time-factor", "6"]
WAIT_MS = 30_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = find_browser()
    assert path is not None, "run `make browser` first"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield launched
        launched.close()


def shown(page: Page, name: str) -> Decimal:
    """The amount in a meter."""
    text = page.get_by_test_id(name).inner_text()
    return Decimal("".join(letter for letter in text if letter.isdigit() or letter == "."))


def wait_for_phase(page: Page, phase: str) -> None:
    expect(page.get_by_test_id("phase")).to_have_attribute("data-phase", phase, timeout=WAIT_MS)


def open_terminal(page: Page, address: str, terminal: str) -> None:
    """From the start page to a terminal, as a newcomer would."""
    page.goto(address)
    page.get_by_test_id(f"terminal-{terminal}").click()
    expect(page.get_by_test_id("meter")).to_be_visible(timeout=WAIT_MS)


@pytest.mark.parametrize("terminal", ["M1", "I1"])
def test_a_newcomer_plays_a_round_and_leaves_with_a_ticket(browser: Browser, tmp_path: Path, terminal: str) -> None:
    with running_floor(tmp_path, *FAST) as address:
        page = browser.new_page(viewport={"width": 1920, "height": 1080}, has_touch=True)
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        open_terminal(page, address, terminal)
        page.get_by_test_id("note-5000").tap()
        expect(page.get_by_test_id("meter")).to_contain_text("50.00")
        wait_for_phase(page, "OPEN")
        page.get_by_test_id("chip-100").tap()
        for spot in ("straight:17", "straight:0", "red", "black"):
            page.get_by_test_id(f"spot-{spot}").tap()
        expect(page.get_by_test_id("staked")).to_contain_text("4.00", timeout=WAIT_MS)
        expect(page.get_by_test_id("meter")).to_contain_text("46.00")
        wait_for_phase(page, "CLOSED")
        wait_for_phase(page, "OPEN")
        expect(page.get_by_test_id("staked")).to_contain_text("0.00", timeout=WAIT_MS)
        number = page.get_by_test_id("outcome").get_attribute("data-outcome")
        won = 36 if number in ("17", "0") else 0
        won += 0 if number == "0" else 2
        assert shown(page, "meter") == 46 + won, f"{number} fell"
        page.get_by_test_id("collect").tap()
        expect(page.get_by_test_id("ticket")).to_contain_text(f"{46 + won}.00", timeout=WAIT_MS)
        expect(page.get_by_test_id("meter")).to_contain_text("0.00")
        assert problems == []
        page.close()
    check_journal(tmp_path, terminal, paid=cents(100 * (46 + won)))


def check_journal(folder: Path, terminal: str, *, paid: Money) -> None:
    """What the player holds is what the journal says, and the journal holds."""
    journal = read_journal(folder / "journal")
    assert isinstance(list(verify_floor(journal))[-1], Replayed)
    journal.close()
    store = open_journal(folder / "journal")
    floor = read_floor(store)
    store.close()
    assert floor.ledger.held(TICKETS) == paid
    assert floor.ledger.held(meter_of(terminal)) == ZERO


def test_a_page_comes_back_after_the_floor_was_killed(browser: Browser, tmp_path: Path) -> None:
    with running_floor(tmp_path, *FAST) as address:
        page = browser.new_page(viewport={"width": 1920, "height": 1080}, has_touch=True)
        open_terminal(page, address, "M2")
        page.get_by_test_id("note-2000").tap()
        expect(page.get_by_test_id("meter")).to_contain_text("20.00")
        page.close()
    with running_floor(tmp_path, *FAST) as address:
        page = browser.new_page(viewport={"width": 1920, "height": 1080}, has_touch=True)
        open_terminal(page, address, "M2")
        expect(page.get_by_test_id("meter")).to_contain_text("20.00", timeout=WAIT_MS)
        page.close()
