"""Chips of value at the cage and at the dealer's: sold, brought to the table, paid for; what is refused is said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS
from tests.browser.screens import keep, serious_findings
from tests.browser.staff import log_in
from tests.marks import clause

TABLET = (1024, 768)
SLOW = ["--tables", "A,E", "--period", "60", "--launch", "30"]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *SLOW) as running:
        yield running


def chips(page: Page, way: str, amount: str) -> None:
    page.get_by_test_id(f"chips-{way}").check()
    page.get_by_test_id("chips-amount").fill(amount)
    page.get_by_test_id("chips-go").click()


def outside(page: Page, outstanding: str, elsewhere: str) -> None:
    words = f"Chips outside the tables: {outstanding}. Taken in and issued elsewhere: {elsewhere}."
    expect(page.get_by_test_id("chips-outside")).to_have_text(words, timeout=WAIT_MS)


def open_drawer(page: Page) -> None:
    """With three hundred."""
    page.get_by_test_id("cage-drawer").click()
    page.get_by_test_id("drawer-name").fill("1")
    page.get_by_test_id("open-drawer").get_by_test_id("pieces-10000").fill("3")
    page.get_by_test_id("drawer-open").click()
    in_drawer(page, 30_000)
    page.get_by_test_id("cage-chips").click()


def in_drawer(page: Page, cents: int) -> None:
    expect(page.get_by_test_id("own-drawer")).to_have_attribute("data-cents", str(cents), timeout=WAIT_MS)


@clause("adelaide", "6(c)")
def test_chips_are_issued_at_the_cage_brought_to_the_table_and_paid_for(
    make_page: MakePage, floor: RunningFloor
) -> None:
    cage, dealer = make_page(), make_page(TABLET, motion=True)
    log_in(cage, floor, "cas", "cage/chips")
    refused_at_the_cage(cage)
    open_drawer(cage)
    chips(cage, "SellChips", "100.00")
    expect(cage.get_by_test_id("chips-done")).to_contain_text("100.00 sold", timeout=WAIT_MS)
    in_drawer(cage, 40_000)
    outside(cage, "100.00", "0.00")
    assert serious_findings(cage) == []
    keep(cage, "console-cage-chips")
    log_in(dealer, floor, "dan", "dealer/E")
    sign_on(dealer)
    bring(dealer, "Rita", 10_000)
    outside(cage, "0.00", "0.00")
    keep(dealer, "console-dealer-brought")
    bring(dealer, "Vic", 5_000)
    outside(cage, "0.00", "50.00")
    chips(cage, "RedeemChips", "20.00")
    expect(cage.get_by_test_id("chips-done")).to_contain_text("20.00 paid", timeout=WAIT_MS)
    in_drawer(cage, 38_000)
    outside(cage, "0.00", "70.00")
    more_than_the_drawer_holds(cage)


def refused_at_the_cage(page: Page) -> None:
    """No amount, and no drawer to take it into; a table without a cloth is not even offered."""
    options = page.get_by_test_id("chips-form").get_by_role("combobox").locator("option")
    expect(options).to_have_text(["E"], timeout=WAIT_MS)
    chips(page, "SellChips", "much")
    expect(page.get_by_test_id("chips-no")).to_be_visible()
    chips(page, "SellChips", "100.00")
    expect(page.get_by_test_id("chips-no")).to_contain_text("no drawer open", timeout=WAIT_MS)
    chips(page, "SellChips", "0.00")
    expect(page.get_by_test_id("chips-no")).to_contain_text("amount", timeout=WAIT_MS)


def more_than_the_drawer_holds(page: Page) -> None:
    chips(page, "RedeemChips", "1000.00")
    expect(page.get_by_test_id("chips-no")).to_contain_text("holds 380.00", timeout=WAIT_MS)
    in_drawer(page, 38_000)
    page.get_by_test_id("cage-drawer").click()
    expect(page.get_by_test_id("drawer-1")).to_contain_text("adds up to the ledger", timeout=WAIT_MS)


def sign_on(page: Page) -> None:
    page.get_by_test_id("sign-on").tap(timeout=WAIT_MS)
    expect(page.get_by_test_id("sign-off")).to_be_visible(timeout=WAIT_MS)


def bring(page: Page, player: str, cents: int) -> None:
    """A player sits down with chips from elsewhere; no amount is not taken."""
    page.get_by_test_id("place-open").tap()
    page.get_by_test_id("place-name").fill(player)
    page.get_by_test_id("place-give").tap()
    expect(page.get_by_test_id("chips-panel")).to_be_visible(timeout=WAIT_MS)
    page.get_by_test_id("means-chips").tap()
    expect(page.get_by_test_id("buy")).to_be_disabled()
    expect(page.get_by_test_id("buy")).to_have_text("Take in the chips brought")
    page.get_by_test_id(f"buy-{cents}").tap()
    page.get_by_test_id("buy").tap()
    expect(page.get_by_test_id(f"player-{player}")).to_have_attribute("data-hand", str(cents), timeout=WAIT_MS)
