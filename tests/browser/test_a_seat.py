"""A seat at the money wheel in a real browser: chips are bought, laid, taken back, won and handed in; notes and
tickets are refused by the clause."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePage
from tests.browser.floors import FAST, RunningFloor, running_floor
from tests.browser.play import WAIT_MS, shown, wait_for_phase

PAYS = {"a": 1, "b": 3, "c": 5, "d": 11, "e": 23, "f": 47, "g": 47}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), "--tables", "F", *FAST) as running:
        yield running


def take_seat(page: Page, floor: RunningFloor, seat: str) -> None:
    page.goto(floor.address)
    page.get_by_test_id(f"seat-{seat}").click()
    expect(page.get_by_test_id("hand")).to_have_text("0.00", timeout=WAIT_MS)


def test_a_player_buys_chips_plays_a_round_and_hands_them_in(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page()
    take_seat(page, floor, "W1")
    page.get_by_test_id("buy-5000").tap()
    expect(page.get_by_test_id("hand")).to_have_text("50.00", timeout=WAIT_MS)
    wait_for_phase(page, "CLOSED")
    wait_for_phase(page, "OPEN")
    page.get_by_test_id("chip-500").tap()
    for symbol in ("a", "b", "b"):
        page.get_by_test_id(f"spot-symbol:{symbol}").tap()
    expect(page.get_by_test_id("staked")).to_have_text("15.00", timeout=WAIT_MS)
    page.get_by_test_id("mode-lift").tap()
    page.get_by_test_id("spot-symbol:b").tap()
    expect(page.get_by_test_id("staked")).to_have_text("10.00", timeout=WAIT_MS)
    expect(page.get_by_test_id("hand")).to_have_text("40.00")
    wait_for_phase(page, "CLOSED")
    expect(page.get_by_test_id("staked")).to_have_text("0.00", timeout=WAIT_MS)
    fell = page.get_by_test_id("outcome").get_attribute("data-outcome") or ""
    won = 5 * (PAYS[fell] + 1) if fell in {"a", "b"} else 0
    expect(page.get_by_test_id("hand")).to_have_text(f"{40 + won}.00", timeout=WAIT_MS)
    page.get_by_test_id("hand-in").tap()
    expect(page.get_by_test_id("hand")).to_have_text("0.00", timeout=WAIT_MS)
    assert shown(page, "hand") == 0


@pytest.mark.parametrize("wish", ["try-note", "try-collect"])
def test_notes_and_tickets_are_refused_by_the_clause(make_page: MakePage, floor: RunningFloor, wish: str) -> None:
    page = make_page((390, 844))
    take_seat(page, floor, "W2")
    page.get_by_test_id(wish).tap()
    expect(page.get_by_test_id("refusal")).to_contain_text("(4.2)", timeout=WAIT_MS)
    expect(page.get_by_test_id("hand")).to_have_text("0.00")
