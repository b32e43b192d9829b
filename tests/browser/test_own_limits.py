"""Limits of one terminal: set in the console's editor, shown on its sign and screen and nowhere else, and they bind."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS, open_terminal, put_in, wait_for_phase
from tests.browser.screens import keep, serious_findings
from tests.browser.staff import begin_act, log_in
from tests.marks import clause

QUICK = ["--tables", "A,E", "--period", "12", "--launch", "3", "--time-factor", "8"]
OWN, SIGN = re.compile("2–20"), re.compile("1–100")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *QUICK) as running:
        yield running


@clause("adelaide", "7(h)v", "7(c)i")
def test_one_terminal_has_limits_of_its_own_and_shows_them(make_page: MakePage, floor: RunningFloor) -> None:
    desk, mine, other, sign = make_page(), make_page(motion=True), make_page(), make_page()
    for page, terminal in ((mine, "R1"), (other, "R2")):
        open_terminal(page, floor.address, terminal)
        put_in(page, 100)
        expect(page.get_by_test_id("limits")).to_have_text(SIGN, timeout=WAIT_MS)
    sign.goto(floor.address + "display/#table=E&show=sign")
    expect(sign.get_by_test_id("limits")).to_be_visible(timeout=WAIT_MS)
    expect(sign.get_by_test_id("limits-R1")).to_have_count(0)
    log_in(desk, floor, "ann", "floor/E")
    give_own_limits(desk, "R1")
    expect(mine.get_by_test_id("limits")).to_have_text(OWN, timeout=WAIT_MS)
    on_sign(sign, "limits-R1", "Straight Up 2 20")
    on_sign(sign, "limits", "Straight Up 1 100")
    expect(sign.get_by_test_id("limits-R2")).to_have_count(0)
    expect(other.get_by_test_id("limits")).to_have_text(SIGN)
    expect(other.get_by_test_id("limits")).not_to_have_text(OWN)
    for page, name in ((sign, "display-sign-own"), (mine, "terminal-own-limits"), (desk, "console-own-limits")):
        assert serious_findings(page) == []
        keep(page, name)
    wager_above_is_refused(mine)
    same_wager_stands(other)


def on_sign(page: Page, name: str, line: str) -> None:
    """A line on the sign above the table."""
    expect(page.get_by_test_id(name).get_by_role("row", name=line)).to_be_visible(timeout=WAIT_MS)


def give_own_limits(page: Page, terminal: str) -> None:
    """Chosen, filled in line by line, and confirmed once the floor has said what it would do."""
    page.get_by_test_id("tab-limits").click(timeout=WAIT_MS)
    page.get_by_test_id("own-terminal").select_option(terminal, timeout=WAIT_MS)
    page.get_by_test_id("own-add").click()
    panel = page.get_by_test_id(f"limits-terminal/{terminal}")
    panel.get_by_test_id("limit-kinds").select_option("straight")
    panel.get_by_role("button", name="Add", exact=False).first.click()
    panel.get_by_test_id("limit-straight-min").fill("2")
    panel.get_by_test_id("limit-straight-max").fill("much")
    expect(panel.get_by_test_id("check-limits")).to_be_disabled()
    panel.get_by_test_id("limit-straight-max").fill("20")
    panel.get_by_test_id("check-limits").click()
    expect(page.get_by_test_id("preview")).to_contain_text("moves no money", timeout=WAIT_MS)
    page.get_by_test_id("do-SetLimits").click()
    expect(page.get_by_test_id("act-panel")).to_have_count(0, timeout=WAIT_MS)
    in_force = panel.get_by_test_id("limits-in-force")
    expect(in_force).to_have_text(OWN, timeout=WAIT_MS)


def lay_25(page: Page) -> None:
    wait_for_phase(page, "OPEN")
    page.get_by_test_id("chip-2500").tap()
    page.get_by_test_id("spot-straight:17").tap()


def wager_above_is_refused(page: Page) -> None:
    lay_25(page)
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_have_text(re.compile(r"Not placed: the most on this bet is 20\.00 \(.+\)\."), timeout=WAIT_MS)
    expect(page.get_by_test_id("clause").first).to_contain_text("7(h)v")


def same_wager_stands(page: Page) -> None:
    lay_25(page)
    expect(page.get_by_test_id("placed-straight:17")).to_have_attribute("data-cents", "2500", timeout=WAIT_MS)


@clause("adelaide", "7(h)v")
def test_what_no_rule_knows_is_not_offered_or_refused_with_words(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page()
    log_in(page, floor, "ann", "floor/A")
    page.get_by_test_id("tab-limits").click(timeout=WAIT_MS)
    expect(page.get_by_test_id("limits-terminal")).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_test_id("limits-own")).to_have_count(0)
    refused = ask_for(page, "A", "M1")
    expect(refused).to_contain_text("3.1", timeout=WAIT_MS)
    keep(page, "console-own-limits-refused")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("act-panel")).to_have_count(0, timeout=WAIT_MS)
    refused = ask_for(page, "E", "M1")
    expect(refused).to_contain_text("7(h)v", timeout=WAIT_MS)
    form = page.get_by_test_id("form-SetLimits")
    form.get_by_test_id("field-terminal").fill("R2")
    expect(refused).to_have_count(0, timeout=WAIT_MS)
    form.get_by_test_id("field-cloth").check()
    expect(refused).to_contain_text("6(k)", timeout=WAIT_MS)


def ask_for(page: Page, table: str, terminal: str) -> Locator:
    """Asks for limits of one terminal among everything one may do at a table; the floor's no."""
    begin_act(page, table, "SetLimits")
    form = page.get_by_test_id("form-SetLimits")
    form.get_by_test_id("field-limits").fill("straight 2.00 20.00")
    if not form.get_by_test_id("field-terminal").is_visible():
        form.locator("summary").click()
    form.get_by_test_id("field-terminal").fill(terminal)
    return page.get_by_test_id("preview-refused")
