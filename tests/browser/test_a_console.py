"""A console in a real browser: people come in, see the tables live, and do what they hold; a no has its clause."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.test_a_round import WAIT_MS

DESK = (1366, 768)
STEADY = ["--tables", "A,E", "--period", "20", "--launch", "10", "--time-factor", "6"]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *STEADY) as running:
        yield running


def password_of(floor: RunningFloor, person: str) -> str:
    """The word that the demonstration floor tells everybody."""
    staff = httpx.get(floor.address + "api/floor").json()["staff"]
    return str(next(each["password"] for each in staff if each["person"] == person))


def log_in(page: Page, floor: RunningFloor, person: str) -> None:
    page.goto(floor.address + "console/")
    page.get_by_test_id("person").fill(person)
    page.get_by_test_id("password").fill(password_of(floor, person))
    page.get_by_test_id("log-in").click()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-link", "standing", timeout=WAIT_MS)


def choose(page: Page, table: str) -> None:
    page.get_by_test_id(f"tile-{table}").click()
    expect(page.get_by_test_id(f"work-{table}")).to_be_visible(timeout=WAIT_MS)


def last_doing(page: Page, act: str) -> Locator:
    return page.get_by_test_id("doings").last.locator(f'[data-act="{act}"]').first


def test_a_wrong_password_lets_nobody_in(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(DESK)
    page.goto(floor.address + "console/")
    page.get_by_test_id("person").fill("ann")
    page.get_by_test_id("password").fill("not the password")
    page.get_by_test_id("log-in").click()
    expect(page.get_by_test_id("refusal")).to_contain_text("Not let in: no such person", timeout=WAIT_MS)
    expect(page.get_by_test_id("password")).to_have_value("")


def test_the_tables_are_live_and_a_login_ends(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(DESK)
    log_in(page, floor, "ann")
    tile = page.get_by_test_id("tile-A")
    expect(tile).to_have_attribute("data-phase", "CLOSED", timeout=WAIT_MS)
    expect(tile).to_have_attribute("data-phase", "OPEN", timeout=WAIT_MS)
    expect(page.get_by_test_id("who")).to_contain_text("Ann Example")
    choose(page, "A")
    expect(page.get_by_test_id("terminals")).to_contain_text("M1")
    page.get_by_test_id("log-out").click()
    expect(page.get_by_test_id("log-in")).to_be_visible(timeout=WAIT_MS)
    page.reload()
    expect(page.get_by_test_id("log-in")).to_be_visible(timeout=WAIT_MS)


def test_a_supervisor_changes_limits_with_the_keyboard_alone(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(DESK)
    log_in(page, floor, "ann")
    choose(page, "A")
    page.keyboard.press("/")
    page.keyboard.type("set lim")
    page.get_by_test_id("act-SetLimits").focus()
    page.keyboard.press("Enter")
    field = page.get_by_test_id("field-limits")
    expect(field).to_have_value("straight 1.00 100.00\nany 1.00 500.00", timeout=WAIT_MS)
    field.fill("straight 1.00 50\nany 1.00 500.00")
    page.get_by_test_id("do-SetLimits").press("Enter")
    expect(last_doing(page, "SetLimits")).to_have_attribute("data-kind", "done", timeout=WAIT_MS)


def test_a_void_round_waits_for_a_second_person(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(DESK)
    log_in(page, floor, "ann")
    choose(page, "A")
    expect(page.get_by_test_id("tile-A")).to_have_attribute("data-phase", "OPEN", timeout=WAIT_MS)
    page.get_by_test_id("act-VoidRound").click()
    page.get_by_text("More").click()
    page.get_by_test_id("field-cause").select_option("fire")
    page.get_by_test_id("field-why").fill("smoke in the room")
    page.get_by_test_id("do-VoidRound").click()
    expect(last_doing(page, "VoidRound")).to_have_attribute("data-kind", "second", timeout=WAIT_MS)
    waiting = page.get_by_test_id("waiting")
    waiting.get_by_placeholder("Second person").fill("ben")
    waiting.get_by_placeholder("Their password").fill(password_of(floor, "ben"))
    waiting.get_by_role("button").click()
    expect(last_doing(page, "VoidRound")).to_have_attribute("data-kind", "done", timeout=WAIT_MS)


def test_a_dealer_who_is_not_signed_on_is_told_why_not(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page((390, 844))
    log_in(page, floor, "dan")
    choose(page, "E")
    page.get_by_test_id("act-EnterOutcome").scroll_into_view_if_needed()
    page.get_by_test_id("act-EnterOutcome").click()
    page.get_by_test_id("field-outcome").fill("17")
    page.get_by_test_id("do-EnterOutcome").click()
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("Not done: ", timeout=WAIT_MS)
    expect(refusal).to_contain_text("clause")
