"""The frame of the consoles in a real browser: coming in, the areas a person has, an act with its preview, a no."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS
from tests.browser.staff import begin_act, last_doing, log_in, password_of

DESK = (1366, 768)
STEADY = ["--tables", "A,E", "--period", "20", "--launch", "10", "--time-factor", "6"]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *STEADY) as running:
        yield running


def test_a_wrong_password_lets_nobody_in(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(DESK)
    page.goto(floor.address + "console/")
    page.get_by_test_id("person").fill("ann")
    expect(page.get_by_test_id("password")).to_have_attribute("type", "password")
    page.get_by_test_id("password").fill("not the password")
    page.get_by_test_id("log-in").click()
    expect(page.get_by_test_id("refusal")).to_contain_text("Not let in: no such person", timeout=WAIT_MS)
    expect(page.get_by_test_id("password")).to_have_value("")


def test_each_has_the_areas_of_their_work_and_reaches_them_by_keys(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(DESK)
    log_in(page, floor, "cas")
    expect(page.get_by_test_id("main-cage")).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_test_id("area-staff")).to_have_count(0)
    expect(page.get_by_test_id("area-dealer")).to_have_count(0)
    page.get_by_test_id("log-out").click()
    log_in(page, floor, "ann")
    expect(page.get_by_test_id("who")).to_contain_text("Ann Example", timeout=WAIT_MS)
    page.get_by_test_id("area-staff").wait_for(timeout=WAIT_MS)
    page.keyboard.press("g")
    page.keyboard.press("s")
    expect(page.get_by_test_id("staff")).to_contain_text("Dan Example", timeout=WAIT_MS)
    page.keyboard.press("?")
    expect(page.get_by_test_id("keys-panel")).to_contain_text("search")
    page.keyboard.press("Escape")
    page.get_by_test_id("log-out").click()
    expect(page.get_by_test_id("log-in")).to_be_visible(timeout=WAIT_MS)
    page.reload()
    expect(page.get_by_test_id("log-in")).to_be_visible(timeout=WAIT_MS)


def test_a_void_round_is_previewed_and_waits_for_a_second_person(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(DESK)
    log_in(page, floor, "ann")
    begin_act(page, "A", "VoidRound")
    page.get_by_text("More", exact=True).click()
    page.get_by_test_id("field-cause").select_option("fire")
    page.get_by_test_id("field-why").fill("smoke in the room")
    expect(page.get_by_test_id("preview")).to_contain_text("second person", timeout=WAIT_MS)
    page.get_by_test_id("do-VoidRound").click()
    waiting = page.get_by_test_id("act-panel").get_by_test_id("waiting")
    expect(waiting).to_contain_text("fire", timeout=WAIT_MS)
    waiting.get_by_placeholder("Second person").fill("ben")
    waiting.get_by_placeholder("Their password").fill(password_of(floor, "ben"))
    waiting.get_by_role("button", name="Confirm").click()
    expect(page.get_by_test_id("act-panel")).to_have_count(0, timeout=WAIT_MS)
    expect(last_doing(page, "VoidRound")).to_have_attribute("data-kind", "done", timeout=WAIT_MS)


def test_nothing_is_done_that_was_not_shown_first(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(DESK)
    log_in(page, floor, "ann")
    begin_act(page, "A", "OpenCase")
    page.get_by_test_id("field-terminal").fill("M1")
    page.get_by_test_id("field-why").fill("the screen is dark")
    page.get_by_test_id("field-terminal").press("Enter")
    expect(page.get_by_test_id("form-OpenCase")).to_be_visible()
    expect(page.get_by_test_id("preview")).to_contain_text("M1", timeout=WAIT_MS)
    page.get_by_test_id("field-terminal").fill("M2")
    page.get_by_test_id("field-terminal").press("Enter")
    expect(page.get_by_test_id("preview")).to_contain_text("M2", timeout=WAIT_MS)
    expect(page.get_by_test_id("form-OpenCase")).to_be_visible()
    page.get_by_test_id("field-terminal").press("Enter")
    expect(last_doing(page, "OpenCase")).to_have_attribute("data-kind", "done", timeout=WAIT_MS)
    expect(page.get_by_test_id("doings").last.locator('[data-act="OpenCase"]')).to_have_count(1)


def test_an_alert_stays_until_a_named_person_has_taken_note_of_it(make_page: MakePage, floor: RunningFloor) -> None:
    console, terminal = make_page(DESK), make_page()
    log_in(console, floor, "ann")
    terminal.goto(floor.address)
    terminal.get_by_test_id("terminal-M7").click()
    terminal.get_by_test_id("note-500").click(timeout=WAIT_MS)
    expect(terminal.get_by_test_id("meter")).to_have_text("5.00", timeout=WAIT_MS)
    terminal.goto("about:blank")
    console.get_by_test_id("open-alerts").click()
    alert = console.get_by_test_id("alerts-panel").locator("li").filter(has_text="M7")
    expect(alert).to_contain_text("the line to a terminal is lost", timeout=WAIT_MS)
    alert.get_by_role("button").click()
    console.get_by_test_id("alert-words").fill("a browser was closed")
    console.get_by_test_id("alert-words").press("Enter")
    expect(alert).to_have_count(0, timeout=WAIT_MS)
    console.keyboard.press("Escape")
    expect(last_doing(console, "AcknowledgeAlert")).to_have_attribute("data-kind", "done", timeout=WAIT_MS)


def test_a_no_is_said_with_its_clause_before_it_is_asked_for(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page((390, 844))
    log_in(page, floor, "dan")
    begin_act(page, "E", "EnterOutcome")
    page.get_by_test_id("field-outcome").fill("17")
    expect(page.get_by_test_id("preview-refused")).to_contain_text("clause", timeout=WAIT_MS)
    expect(page.get_by_test_id("do-EnterOutcome")).to_be_disabled()
