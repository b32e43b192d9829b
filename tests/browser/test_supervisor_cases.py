"""What a supervisor decides, in a real browser: a malfunction, a wrong number, a dispute, a breach, money withheld."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import screens
from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS, fresh_round, open_terminal, put_in, shown
from tests.browser.staff import log_in, password_of
from tests.marks import clause

DESK, TABLET = (1440, 900), (1024, 768)
TIMES = ["--tables", "A", "--period", "10", "--launch", "3", "--time-factor", "8"]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *TIMES) as running:
        yield running


def do(page: Page, act: str, **fields: str) -> None:
    """Fills in the panel of an act that is open and confirms it."""
    form = page.get_by_test_id(f"form-{act}")
    for name, value in fields.items():
        form.get_by_test_id(f"field-{name}").fill(value)
    form.get_by_test_id(f"do-{act}").click(timeout=WAIT_MS)


def done(page: Page, act: str, **fields: str) -> None:
    do(page, act, **fields)
    expect(page.get_by_test_id("act-panel")).to_have_count(0, timeout=WAIT_MS)


def after(card: Locator, account: str) -> str:
    """What a card says an account would hold."""
    return card.locator(f'[data-account="{account}"] strong').inner_text(timeout=WAIT_MS)


def wager(terminal: Page, spot: str) -> None:
    fresh_round(terminal)
    terminal.get_by_test_id(f"spot-{spot}").tap()
    expect(terminal.get_by_test_id(f"placed-{spot}")).to_be_visible(timeout=WAIT_MS)


@clause("ministar", "7.1", "7.2.2", "7.3")
def test_a_malfunction_is_put_side_by_side_and_the_void_is_what_was_previewed(
    make_page: MakePage, floor: RunningFloor
) -> None:
    terminal, page = make_page(), make_page(DESK)
    open_terminal(terminal, floor.address, "M1")
    put_in(terminal, 50)
    log_in(page, floor, "ann", "cases")
    page.get_by_test_id("act-OpenCase").wait_for(timeout=WAIT_MS)
    wager(terminal, "red")
    page.get_by_test_id("act-OpenCase").click()
    done(page, "OpenCase", terminal="M1", why="the screen went black")
    expect(page.get_by_test_id("queue-case-1")).to_be_visible(timeout=WAIT_MS)
    screens.keep(page, "console-cases-queue")
    page.get_by_test_id("queue-case-1").click()
    sides = page.get_by_test_id("sides")
    expect(sides).to_contain_text("place wager", timeout=WAIT_MS)
    page.get_by_test_id("read-record").click()
    expect(page.get_by_test_id("record-told")).to_contain_text("lines", timeout=WAIT_MS)
    expect(sides).to_contain_text("agrees", timeout=WAIT_MS)
    screens.keep(page, "console-cases-inquiry")
    expect(page.get_by_test_id("way-void_wagers")).to_have_count(0)
    page.get_by_test_id("decide-not_established").click(timeout=WAIT_MS)
    done(page, "Reconstruct", why="nobody can say what lay there")
    card = page.get_by_test_id("way-void_wagers")
    expect(card).to_contain_text("7.3", timeout=WAIT_MS)
    said = after(card, "meter/M1")
    screens.keep(page, "console-cases-outcomes")
    card.get_by_test_id("decide-void_wagers").click()
    done(page, "VoidWagers", why="not established")
    expect(page.get_by_test_id("inquiry")).to_contain_text("has ended", timeout=WAIT_MS)
    expect(terminal.get_by_test_id("meter")).to_have_text(said, timeout=WAIT_MS)


@clause("ministar", "7.2.3.1")
def test_a_wrong_number_is_touched_on_the_layout_and_confirmed_by_a_second_person(
    make_page: MakePage, floor: RunningFloor
) -> None:
    terminal, page = make_page(), make_page(TABLET)
    open_terminal(terminal, floor.address, "M2")
    put_in(terminal, 50)
    # Only the last rounds can be put right: whoever decides is there before the wager is laid.
    log_in(page, floor, "ann", "cases")
    wager(terminal, "straight:17")
    number = int("".join(filter(str.isdigit, terminal.get_by_test_id("round").inner_text())))
    page.goto(f"{floor.address}console/#/cases/round-A-{number}")
    outcome = page.get_by_test_id("outcome-on-record")
    expect(outcome).to_be_visible(timeout=WAIT_MS)
    right = "17" if outcome.inner_text().strip() != "17" else "18"
    page.get_by_test_id(f"number-{right}").click()
    gets = page.get_by_test_id("parties").locator('[data-who="M2"]')
    expect(gets).to_contain_text("gets" if right == "17" else "gives back", timeout=WAIT_MS)
    page.get_by_text("Every account").click()
    said = after(page.get_by_test_id("effect"), "meter/M2")
    screens.keep(page, "console-cases-number")
    page.get_by_test_id("decide-correct").click()
    do(page, "CorrectOutcome", why="the film shows it")
    waiting = page.get_by_test_id("act-panel").get_by_test_id("waiting")
    waiting.get_by_placeholder("Second person").fill("ben", timeout=WAIT_MS)
    waiting.get_by_placeholder("Their password").fill(password_of(floor, "ben"))
    waiting.get_by_role("button", name="Confirm").click()
    expect(outcome).to_contain_text(right, timeout=WAIT_MS)
    expect(terminal.get_by_test_id("meter")).to_have_text(said, timeout=WAIT_MS)
    assert shown(terminal, "meter") > 0


@clause("ministar", "8.14", "8.15", "8.7.2", "7.5")
def test_a_dispute_two_people_decide_a_breach_with_exclusion_and_money_withheld_and_released(
    make_page: MakePage, floor: RunningFloor
) -> None:
    first, page, terminal = make_page(DESK), make_page(DESK), make_page()
    log_in(first, floor, "ben", "conduct/disputes")
    first.get_by_test_id("act-RaiseDispute").click(timeout=WAIT_MS)
    form = first.get_by_test_id("form-RaiseDispute")
    form.get_by_test_id("field-table").select_option("A")
    done(first, "RaiseDispute", dispute="D1", about="the ball jumped out")
    first.get_by_test_id("disputes").get_by_text("the ball jumped out").click(timeout=WAIT_MS)
    first.get_by_test_id("decide-decide").click(timeout=WAIT_MS)
    done(first, "DecideDispute", decision="the number stands")
    first.get_by_test_id("decide-ask_review").click(timeout=WAIT_MS)
    done(first, "RequestReview")
    expect(first.get_by_test_id("decide-review")).to_have_count(0)

    log_in(page, floor, "ann", "cases/dispute-D1")
    expect(page.get_by_test_id("ladder")).to_contain_text("the number stands", timeout=WAIT_MS)
    page.get_by_test_id("decide-review").click(timeout=WAIT_MS)
    done(page, "ReviewDispute", decision="it stands")
    expect(page.get_by_test_id("ladder").locator('[data-step="reviewed"]')).to_contain_text("by ann", timeout=WAIT_MS)
    screens.keep(page, "console-cases-dispute")

    open_terminal(terminal, floor.address, "M3")
    put_in(terminal, 20)
    page.goto(floor.address + "console/#/conduct/who/M3")
    page.get_by_test_id("breach-clause").select_option("8.4", timeout=WAIT_MS)
    page.get_by_test_id("record-breach").click()
    done(page, "RecordBreach", why="a device in the hand")
    page.get_by_test_id("decide-exclude").click(timeout=WAIT_MS)
    done(page, "ExcludeFromPlay", why="a device in the hand")
    expect(page.get_by_test_id("lock-excluded")).to_be_visible(timeout=WAIT_MS)
    screens.keep(page, "console-conduct-person")

    page.goto(floor.address + "console/#/cases")
    page.get_by_test_id("act-Withhold").click(timeout=WAIT_MS)
    done(page, "Withhold", terminal="M3", amount="15.00", why="whose money is it")
    expect(terminal.get_by_test_id("meter")).to_have_text("5.00", timeout=WAIT_MS)
    page.get_by_test_id("queue-holding-M3").click(timeout=WAIT_MS)
    assert after(page.get_by_test_id("way-pay"), "meter/M3") == "20.00"
    screens.keep(page, "console-cases-withheld")
    page.get_by_test_id("decide-pay").click()
    done(page, "Release", why="it is the player's")
    expect(page.get_by_test_id("determined")).to_be_visible(timeout=WAIT_MS)
    expect(terminal.get_by_test_id("meter")).to_have_text("20.00", timeout=WAIT_MS)
