"""A supervisor's day in a real browser: live figures, an alert, limits, a notice of closing, a terminal, equipment."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS, open_terminal, put_in
from tests.browser.screens import keep, serious_findings
from tests.browser.staff import last_doing, log_in
from tests.marks import clause

DESK, TABLET = (1440, 900), (1024, 768)
BUSY = ["--tables", "A,B,F", "--players", "5", "--period", "8", "--launch", "2", "--time-factor", "8"]
OF_PEOPLE = ("M1", "I1")
"""At every table simulated players leave the first terminal to people."""
TABS_MAX = 80


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *BUSY) as running:
        yield running


def tab_to(page: Page, wanted: Locator) -> None:
    """Goes on with the key Tab until an element has the focus."""
    for _ in range(TABS_MAX):
        page.keyboard.press("Tab")
        if wanted.evaluate("(element) => element === document.activeElement"):
            return
    raise AssertionError(f"the key Tab does not lead to {wanted}")


@clause("interblock", "9.14")
def test_a_day_of_a_supervisor_at_the_tables(make_page: MakePage, floor: RunningFloor) -> None:
    page, terminal = make_page(DESK), make_page()
    log_in(page, floor, "ann", "floor")
    tile = page.get_by_test_id("tile-B")
    turnover = tile.get_by_test_id("turnover")
    expect(turnover).not_to_have_text("0.00", timeout=WAIT_MS)
    before = turnover.inner_text()
    _somebody_calls(terminal, floor)
    expect(page.locator('[data-testid^="tile-"]').first).to_have_attribute("data-testid", "tile-B", timeout=WAIT_MS)
    expect(tile).to_contain_text("a player called for an attendant")
    expect(turnover).not_to_have_text(before, timeout=WAIT_MS)
    assert serious_findings(page) == []
    keep(page, "console-floor-board")
    _alert_is_noted(page)
    _limits_are_changed(page)
    _table_closes_with_notice(page)


def _somebody_calls(terminal: Page, floor: RunningFloor) -> None:
    open_terminal(terminal, floor.address, OF_PEOPLE[1])
    put_in(terminal, 20)
    terminal.get_by_test_id("service").tap()
    terminal.get_by_test_id("call-attendant").tap()


def _alert_is_noted(page: Page) -> None:
    """By name, with words, at the table where it is."""
    page.get_by_test_id("tile-B").click()
    alert = page.get_by_test_id("alerts").locator("li").filter(has_text=OF_PEOPLE[1])
    alert.get_by_role("button").click(timeout=WAIT_MS)
    page.get_by_test_id("alert-words").fill("showed the player how to collect")
    page.get_by_test_id("alert-words").press("Enter")
    expect(alert).to_have_count(0, timeout=WAIT_MS)
    keep(page, "console-floor-table")
    expect(last_doing(page, "AcknowledgeAlert")).to_have_attribute("data-kind", "done", timeout=WAIT_MS)
    page.get_by_test_id("tab-record").click()
    expect(page.get_by_test_id("timeline").locator("li").first).to_contain_text("Entry", timeout=WAIT_MS)


def _limits_are_changed(page: Page) -> None:
    """Line by line, with what differs beside it and what the floor says before it is done."""
    page.get_by_test_id("tab-limits").click()
    page.get_by_test_id("change-limits-terminal").click(timeout=WAIT_MS)
    most = page.get_by_test_id("limit-straight-max")
    most.fill("much")
    expect(page.get_by_test_id("check-limits")).to_be_disabled()
    most.fill("50")
    expect(page.get_by_test_id("limit-changes")).to_contain_text("50.00")
    keep(page, "console-floor-limits")
    page.get_by_test_id("check-limits").click()
    expect(page.get_by_test_id("preview")).to_contain_text("moves no money", timeout=WAIT_MS)
    page.get_by_test_id("do-SetLimits").click()
    expect(page.get_by_test_id("act-panel")).to_have_count(0, timeout=WAIT_MS)
    changed = page.locator('[data-testid^="limits-"]').filter(has_text="1–50")
    expect(changed.first).to_be_visible(timeout=WAIT_MS)


def _table_closes_with_notice(page: Page) -> None:
    """Not without the sign, and not before it has stood as long as the rulebook wants; with the keyboard alone."""
    page.get_by_test_id("tab-closing").click()
    closing = page.get_by_test_id("closing")
    expect(closing).to_have_attribute("data-step", "notice", timeout=WAIT_MS)
    minutes = int(page.get_by_test_id("notice-minutes").input_value())
    expect(closing).to_contain_text(f"{minutes} minutes")
    page.get_by_test_id("act-CloseTable").click()
    expect(page.get_by_test_id("preview-refused")).to_contain_text("9.14", timeout=WAIT_MS)
    expect(page.get_by_test_id("do-CloseTable")).to_be_disabled()
    page.keyboard.press("Escape")
    page.get_by_test_id("notice-minutes").focus()
    tab_to(page, page.get_by_test_id("act-GiveNotice").first)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("preview")).to_contain_text("moves no money", timeout=WAIT_MS)
    tab_to(page, page.get_by_test_id("do-GiveNotice"))
    page.keyboard.press("Enter")
    expect(closing).to_have_attribute("data-step", "wait", timeout=WAIT_MS)
    expect(page.get_by_test_id("closing-countdown")).to_contain_text(f"{minutes - 1}:", timeout=WAIT_MS)
    keep(page, "console-floor-closing")
    page.get_by_test_id("act-CloseTable").click()
    expect(page.get_by_test_id("preview-refused")).to_contain_text("9.14", timeout=WAIT_MS)
    page.keyboard.press("Escape")


def test_a_terminal_is_found_looked_into_and_taken_out_of_service(make_page: MakePage, floor: RunningFloor) -> None:
    page, terminal = make_page(TABLET), make_page()
    open_terminal(terminal, floor.address, OF_PEOPLE[0])
    put_in(terminal, 50)
    log_in(page, floor, "ann", "terminals")
    page.get_by_test_id("filter-credit").click(timeout=WAIT_MS)
    page.get_by_test_id("find-terminal").fill(OF_PEOPLE[0].lower())
    row = page.get_by_test_id("all-terminals").get_by_role("button")
    expect(row).to_contain_text("50.00", timeout=WAIT_MS)
    row.press("Enter")
    expect(page.get_by_test_id("of-meter")).to_have_text("50.00", timeout=WAIT_MS)
    page.get_by_test_id("ask-record").click()
    expect(page.get_by_test_id("record-told")).to_contain_text("told everything", timeout=WAIT_MS)
    expect(page.get_by_test_id("record-lines")).to_contain_text("agrees")
    _two_people_make_a_code(page, make_page(TABLET), floor)
    page.get_by_test_id("terminal-acts").get_by_test_id("act-CloseTerminal").click()
    page.get_by_test_id("field-why").fill("a key is stuck")
    page.get_by_test_id("do-CloseTerminal").click()
    lock = page.get_by_test_id("locks").locator('[data-lock="closed"]')
    expect(lock).to_contain_text("Stops wagers", timeout=WAIT_MS)
    expect(lock).to_contain_text("§")
    assert serious_findings(page) == []
    keep(page, "console-terminals-one")
    lock.get_by_test_id("act-ReopenTerminal").click()
    page.get_by_test_id("do-ReopenTerminal").click()
    expect(page.get_by_test_id("locks")).to_contain_text("Nothing is locked", timeout=WAIT_MS)


def _two_people_make_a_code(page: Page, other: Page, floor: RunningFloor) -> None:
    """A player's money is at the terminal: who asks sees one half, who confirms at their own console the other."""
    page.get_by_test_id("make-code").click()
    expect(page.get_by_test_id("is-half")).to_contain_text("first half", timeout=WAIT_MS)
    first = page.get_by_test_id("pairing-code").inner_text()
    expect(page.get_by_test_id("waiting")).to_contain_text("console of their own", timeout=WAIT_MS)
    log_in(other, floor, "ben")
    other.get_by_test_id("waiting").get_by_role("button", name="Confirm").click(timeout=WAIT_MS)
    second = other.get_by_test_id("second-half").locator("strong").inner_text(timeout=WAIT_MS)
    assert len(first) == len(second) > 0
    assert first != second
    expect(page.get_by_test_id("waiting")).to_have_count(0, timeout=WAIT_MS)


def test_equipment_is_judged_before_it_comes_into_use(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(DESK)
    log_in(page, floor, "ann", "equipment/F")
    page.get_by_test_id("record-wheel").click(timeout=WAIT_MS)
    page.get_by_test_id("part-serial").fill("wheel-F-2")
    page.get_by_test_id("part-order").fill("a a b")
    page.get_by_test_id("check-part").click()
    expect(page.get_by_test_id("preview-refused")).to_contain_text("clause", timeout=WAIT_MS)
    expect(page.get_by_test_id("do-RecordEquipment")).to_be_disabled()
    page.keyboard.press("Escape")
    keep(page, "console-equipment-register")


def test_network_devices_are_recorded_one_after_the_other_and_taken_out_by_serial_number(
    make_page: MakePage, floor: RunningFloor
) -> None:
    page = make_page(TABLET, motion=True)
    log_in(page, floor, "ann", "equipment/A")
    register = page.get_by_test_id("register").locator('[data-part="network-device"]')
    expect(register.locator("[data-piece]")).to_have_count(1, timeout=WAIT_MS)
    register.get_by_test_id("record-network-device").click()
    register.get_by_test_id("part-serial").fill("switch-2")
    register.get_by_test_id("check-part").click()
    page.get_by_test_id("do-RecordEquipment").click(timeout=WAIT_MS)
    expect(register.locator("[data-piece]")).to_have_count(2, timeout=WAIT_MS)
    keep(page, "console-equipment-hardware")
    register.get_by_test_id("take-out-switch-2").click()
    page.get_by_test_id("do-RecordEquipment").click(timeout=WAIT_MS)
    expect(register.locator("[data-piece]")).to_have_count(1, timeout=WAIT_MS)
    expect(register).to_contain_text("demo-switch-1")
