"""A console in a real browser: people come in, see the tables live, and do what they hold; a no has its clause."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS

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


def test_an_alert_stays_until_a_named_person_has_taken_note_of_it(make_page: MakePage, floor: RunningFloor) -> None:
    console, terminal = make_page(DESK), make_page()
    log_in(console, floor, "ann")
    terminal.goto(floor.address)
    terminal.get_by_test_id("terminal-M7").click()
    terminal.get_by_test_id("note-500").click(timeout=WAIT_MS)
    expect(terminal.get_by_test_id("meter")).to_have_text("5.00", timeout=WAIT_MS)
    terminal.goto("about:blank")
    alert = console.get_by_test_id("alerts").locator("li").filter(has_text="M7")
    expect(alert).to_contain_text("the line to a terminal is lost", timeout=WAIT_MS)
    alert.get_by_role("button").click()
    console.get_by_test_id("alert-words").fill("a browser was closed")
    console.get_by_test_id("alert-words").press("Enter")
    expect(last_doing(console, "AcknowledgeAlert")).to_have_attribute("data-kind", "done", timeout=WAIT_MS)
    expect(alert).to_have_count(0, timeout=WAIT_MS)


def test_a_dealer_who_is_not_signed_on_is_told_why_not(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page((390, 844))
    log_in(page, floor, "dan")
    choose(page, "E")
    page.get_by_text("Everything you may do here").click()
    page.get_by_test_id("act-EnterOutcome").click()
    page.get_by_test_id("field-outcome").fill("17")
    page.get_by_test_id("do-EnterOutcome").click()
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("Not done: ", timeout=WAIT_MS)
    expect(refusal).to_contain_text("clause")


def test_a_dealer_signs_on_and_runs_a_round(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(DESK)
    log_in(page, floor, "dan")
    choose(page, "E")
    page.get_by_test_id("act-SignOn").click()
    page.get_by_test_id("do-SignOn").click()
    expect(last_doing(page, "SignOn")).to_have_attribute("data-kind", "done", timeout=WAIT_MS)
    expect(page.get_by_test_id("work-E")).to_contain_text("Dealer dan", timeout=WAIT_MS)
    # The dealer before may have spun in the round that runs: it is closed, and the next one is dan's alone.
    close_and_settle(page)
    page.get_by_test_id("next-SpinWheel").click(timeout=WAIT_MS)
    expect(last_doing(page, "SpinWheel")).to_have_attribute("data-kind", "done", timeout=WAIT_MS)
    close_and_settle(page)
    expect(page.get_by_test_id("outcomes").locator(".disc").first).to_be_visible()


def close_and_settle(page: Page) -> None:
    """The dealer ends the wagering period once the ball runs, and the wheel does the rest."""
    spin, running = page.get_by_test_id("next-SpinWheel"), page.get_by_test_id("next-CallNoSpin")
    expect(spin.or_(running).first).to_be_visible(timeout=WAIT_MS)
    if not running.is_visible():
        spin.click()
    # Once the ball runs a spin can be called off, and bets are closed by the dealer's word.
    expect(running).to_be_visible(timeout=WAIT_MS)
    if page.get_by_test_id("phase").get_attribute("data-phase") != "CLOSED":
        page.get_by_test_id("next-CloseWagers").click(timeout=WAIT_MS)
    expect(page.get_by_test_id("phase")).to_have_attribute("data-phase", "CLOSED", timeout=WAIT_MS)
    expect(page.get_by_test_id("phase")).to_have_attribute("data-phase", "OPEN", timeout=WAIT_MS)
