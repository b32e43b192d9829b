"""Everything a player does at a terminal, by finger and by key; each no in words with its clause; and a line that is
slow, breaks or comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS, centres, fresh_round, open_terminal, placed, put_in, shown, wait_for_phase
from tests.browser.staff import password_of
from tests.marks import clause

LONG = ["--tables", "A,B,C,D,E", "--period", "300", "--launch", "290"]
"""A wagering period in which a test can do all it wants."""
QUICK = ["--tables", "B,C", "--period", "8", "--launch", "2", "--time-factor", "6"]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *LONG) as running:
        yield running


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("quick"), *QUICK) as running:
        yield running


def staked(page: Page, dollars: str) -> None:
    expect(page.get_by_test_id("staked")).to_have_text(dollars, timeout=WAIT_MS)


def seated(make_page: MakePage, floor: RunningFloor, terminal: str, dollars: int = 100) -> Page:
    """A player with money at a terminal whose round is open."""
    page = make_page()
    open_terminal(page, floor.address, terminal)
    wait_for_phase(page, "OPEN")
    put_in(page, dollars)
    return page


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    for part in range(1, 9):
        page.mouse.move(start[0] + (end[0] - start[0]) * part / 8, start[1] + (end[1] - start[1]) * part / 8)
    page.mouse.up()


def middle(page: Page, name: str) -> tuple[float, float]:
    box = page.get_by_test_id(name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_chips_are_dragged_moved_and_taken_off(make_page: MakePage, floor: RunningFloor) -> None:
    page = seated(make_page, floor, "M1")
    where = centres(page)
    drag(page, middle(page, "chip-500"), where["split:14-17"])
    staked(page, "5.00")
    assert placed(page) == {"split:14-17": 500}
    drag(page, where["split:14-17"], where["red"])
    expect(page.get_by_test_id("placed-red")).to_be_visible(timeout=WAIT_MS)
    assert placed(page) == {"red": 500}
    drag(page, where["red"], middle(page, "meter"))
    staked(page, "0.00")
    assert placed(page) == {}
    assert shown(page, "meter") == 100


def test_the_keyboard_alone_is_enough(make_page: MakePage, floor: RunningFloor) -> None:
    page = seated(make_page, floor, "M2")
    page.get_by_test_id("chip-100").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("layout").locator("[tabindex='0']").first.focus()
    page.keyboard.press("Enter")
    staked(page, "1.00")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    staked(page, "2.00")
    assert len(placed(page)) == 2
    page.keyboard.press("Delete")
    staked(page, "1.00")
    page.keyboard.press("i")
    expect(page.get_by_test_id("spot-info")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("spot-info")).to_have_count(0)


def test_a_long_press_tells_limits_odds_stake_and_payout(make_page: MakePage, floor: RunningFloor) -> None:
    page = seated(make_page, floor, "N1")
    page.get_by_test_id("spot-straight:17").tap()
    staked(page, "1.00")
    page.mouse.move(*centres(page)["straight:17"])
    page.mouse.down()
    info = page.get_by_test_id("spot-info")
    expect(info).to_be_visible(timeout=WAIT_MS)
    page.mouse.up()
    staked(page, "1.00")
    expect(page.get_by_test_id("info-odds")).to_have_text("35 to 1")
    expect(page.get_by_test_id("info-stake")).to_contain_text("1.00")
    expect(page.get_by_test_id("info-limits")).to_contain_text("100")
    page.get_by_test_id("info-max").click()
    staked(page, "100.00")
    assert placed(page) == {"straight:17": 10_000}


def test_undo_clear_double_repeat_and_max(make_page: MakePage, quick: RunningFloor) -> None:
    page = seated(make_page, quick, "I1")
    fresh_round(page)
    page.get_by_test_id("spot-red").tap()
    page.get_by_test_id("spot-straight:0").tap()
    staked(page, "2.00")
    page.get_by_test_id("double").tap()
    staked(page, "4.00")
    page.get_by_test_id("undo").tap()
    staked(page, "2.00")
    wait_for_phase(page, "CLOSED")
    wait_for_phase(page, "OPEN")
    assert placed(page) == {}
    page.get_by_test_id("repeat").tap()
    staked(page, "2.00")
    assert placed(page) == {"red": 100, "straight:0": 100}
    page.get_by_test_id("clear").tap()
    staked(page, "0.00")
    page.get_by_test_id("max").tap()
    page.get_by_test_id("spot-straight:7").tap()
    expect(page.get_by_test_id("placed-straight:7")).to_be_visible(timeout=WAIT_MS)
    assert placed(page)["straight:7"] <= 10_000
    page.get_by_test_id("clear").tap()


def test_favourites_are_kept_and_placed_at_once(make_page: MakePage, floor: RunningFloor) -> None:
    page = seated(make_page, floor, "M3")
    for spot in ("black", "corner:1-2-4-5"):
        page.get_by_test_id(f"spot-{spot}").tap()
    staked(page, "2.00")
    page.get_by_test_id("favourites").tap()
    page.get_by_test_id("keep-favourite").click()
    expect(page.get_by_test_id("favourite")).to_contain_text("2.00")
    page.keyboard.press("Escape")
    page.get_by_test_id("clear").tap()
    staked(page, "0.00")
    page.reload()
    page.get_by_test_id("favourites").tap()
    page.get_by_test_id("favourite").click()
    staked(page, "2.00")
    assert placed(page) == {"black": 100, "corner:1-2-4-5": 100}


@clause("interblock", "2.4.2")
def test_autoplay_plays_the_rounds_asked_for_and_no_more(make_page: MakePage, quick: RunningFloor) -> None:
    page = seated(make_page, quick, "I2")
    fresh_round(page)
    for spot in ("red", "black"):
        page.get_by_test_id(f"spot-{spot}").tap()
    staked(page, "2.00")
    page.get_by_test_id("autoplay").tap()
    page.get_by_test_id("rounds-5").click()
    page.get_by_test_id("start-autoplay").click()
    expect(page.get_by_test_id("autoplay")).to_have_attribute("aria-pressed", "true")
    wait_for_phase(page, "CLOSED")
    wait_for_phase(page, "OPEN")
    staked(page, "2.00")
    page.get_by_test_id("autoplay").tap()
    expect(page.get_by_test_id("refusal")).to_contain_text("stopped", timeout=WAIT_MS)
    wait_for_phase(page, "CLOSED")
    wait_for_phase(page, "OPEN")
    assert placed(page) == {}


def test_one_terminal_plays_at_two_tables(make_page: MakePage, quick: RunningFloor) -> None:
    page = seated(make_page, quick, "I3")
    fresh_round(page)
    page.get_by_test_id("spot-red").tap()
    page.get_by_test_id("spot-black").tap()
    staked(page, "2.00")
    page.get_by_test_id("open-tables").tap()
    page.get_by_test_id("sit-C").click()
    expect(page.get_by_test_id("spot-any-triple")).to_be_visible(timeout=WAIT_MS)
    staked(page, "0.00")
    assert shown(page, "meter") == 98
    page.get_by_test_id("open-tables").tap()
    expect(page.get_by_test_id("sit-B")).to_contain_text("2.00 in play")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("refusal")).to_contain_text("Table B", timeout=WAIT_MS)
    page.reload()
    expect(page.get_by_test_id("spot-any-triple")).to_be_visible(timeout=WAIT_MS)


@clause("novo-unity", "Diagram A")
def test_an_attendant_and_a_fault_are_called_and_staff_know(make_page: MakePage, floor: RunningFloor) -> None:
    page = seated(make_page, floor, "N2", 5)
    page.get_by_test_id("service").tap()
    for what in ("attendant", "fault"):
        page.get_by_test_id(f"call-{what}").click()
        expect(page.get_by_test_id(f"called-{what}")).to_be_visible(timeout=WAIT_MS)
    with staff(floor) as ann:
        alerts = ann.get("api/alerts").json()
    told = {(each["kind"], each["place"]) for each in alerts["open"]}
    assert ("attendant-call", "N2") in told, alerts
    assert any(place == "N2" and kind != "attendant-call" for kind, place in told), alerts


@contextmanager
def staff(floor: RunningFloor) -> Iterator[httpx.Client]:
    """Ann, who supervises every table of the demonstration floor."""
    with httpx.Client(base_url=floor.address, headers={"x-openetg": "1"}, timeout=WAIT_MS / 1000) as client:
        told = client.post("api/login", json={"person": "ann", "password": password_of(floor, "ann")})
        assert told.is_success, told.text
        yield client


def test_a_limit_of_ones_own_is_kept_by_the_floor(make_page: MakePage, floor: RunningFloor) -> None:
    page = seated(make_page, floor, "N3")
    page.get_by_test_id("open-bounds").tap()
    page.get_by_test_id("bound-loss-2000").click()
    page.get_by_test_id("set-bounds").click()
    page.get_by_test_id("chip-2500").tap()
    page.get_by_test_id("spot-red").tap()
    expect(page.get_by_test_id("refusal")).to_contain_text("Not placed: ", timeout=WAIT_MS)
    page.get_by_test_id("chip-500").tap()
    page.get_by_test_id("spot-red").tap()
    staked(page, "5.00")
    page.get_by_test_id("open-bounds").tap()
    expect(page.get_by_test_id("bounds-now")).to_contain_text("20.00")


def above_maximum(page: Page) -> None:
    page.get_by_test_id("chip-10000").tap()
    for _ in range(2):
        page.get_by_test_id("spot-straight:5").tap()


def not_enough(page: Page) -> None:
    page.get_by_test_id("chip-10000").tap()
    page.get_by_test_id("spot-red").tap()
    page.get_by_test_id("spot-red").tap()


def below_minimum(page: Page) -> None:
    page.get_by_test_id("spot-red").tap()


def nothing_to_repeat(page: Page) -> None:
    page.get_by_test_id("repeat").tap()


def wrong_ticket(page: Page) -> None:
    page.get_by_test_id("tab-money").tap()
    page.get_by_test_id("ticket-in").fill("123")
    page.get_by_test_id("insert-ticket").tap()


@pytest.mark.parametrize(
    ("terminal", "ask", "words"),
    [
        ("M4", above_maximum, r"Not placed: the most on this bet is 100\.00 \(.+\)\."),
        ("M5", not_enough, r"Not placed: your credit is too low.* \(.+\)\."),
        ("R2", below_minimum, r"Not placed: the least on this bet is 5\.00 \(.+\)\."),
        ("M6", nothing_to_repeat, r"Not repeated: .+\."),
        ("M7", wrong_ticket, r"Ticket returned: .+\."),
    ],
    ids=["above-maximum", "not-enough", "below-minimum", "nothing-to-repeat", "wrong-ticket"],
)
def test_each_refusal_is_a_sentence(
    make_page: MakePage, floor: RunningFloor, terminal: str, ask: Any, words: str
) -> None:
    page = seated(make_page, floor, terminal)
    ask(page)
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_have_text(re.compile(words), timeout=WAIT_MS)


def test_the_clause_of_a_refusal_is_read_on_request(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page()
    open_terminal(page, floor.address, "M8")
    page.get_by_test_id("spot-red").tap()
    expect(page.get_by_test_id("refusal")).to_be_visible(timeout=WAIT_MS)
    tag = page.get_by_test_id("clause").first
    tag.click()
    expect(page.get_by_test_id("clause-words").first).to_contain_text("account", timeout=WAIT_MS)


class SlowLine:
    """A line whose answers are kept back until they are let go, or lost."""

    def __init__(self, page: Page) -> None:
        self._kept: list[str | bytes] = []
        self._page: WebSocketRoute | None = None
        self.holds = False
        page.route_web_socket(re.compile(r"/terminal$"), self._open)

    def _open(self, here: WebSocketRoute) -> None:
        there = here.connect_to_server()
        self._page, self._kept = here, []
        here.on_message(there.send)
        there.on_message(lambda message: self._kept.append(message) if self.holds else here.send(message))

    def let_go(self) -> None:
        self.holds = False
        assert self._page is not None
        for message in self._kept:
            self._page.send(message)
        self._kept = []

    def cut(self) -> None:
        """The answers are lost, and the line with them."""
        self.holds = False
        assert self._page is not None
        self._page.close(code=1011)


def test_on_a_slow_line_a_chip_is_staged_until_its_answer_comes(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page()
    line = SlowLine(page)
    open_terminal(page, floor.address, "I4")
    put_in(page, 20)
    line.holds = True
    page.get_by_test_id("spot-red").tap()
    page.get_by_test_id("spot-red").tap()
    expect(page.get_by_test_id("staged-red")).to_have_attribute("data-cents", "200", timeout=WAIT_MS)
    assert shown(page, "meter") == 20
    assert placed(page) == {}
    line.let_go()
    staked(page, "2.00")
    expect(page.get_by_test_id("staged-red")).to_have_count(0)
    assert shown(page, "meter") == 18
    assert placed(page) == {"red": 200}


def test_a_wager_whose_answer_was_lost_counts_once(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page()
    line = SlowLine(page)
    open_terminal(page, floor.address, "I5")
    put_in(page, 20)
    line.holds = True
    page.get_by_test_id("spot-black").tap()
    expect(page.get_by_test_id("staged-black")).to_be_visible(timeout=WAIT_MS)
    line.cut()
    expect(page.get_by_test_id("placed-black")).to_have_attribute("data-cents", "100", timeout=WAIT_MS)
    staked(page, "1.00")
    assert shown(page, "meter") == 19


def test_the_terminals_own_record_agrees_with_the_journal(make_page: MakePage, floor: RunningFloor) -> None:
    page = seated(make_page, floor, "M1", 20)
    for spot in ("odd", "straight:9"):
        page.get_by_test_id(f"spot-{spot}").tap()
    expect(page.get_by_test_id("placed-straight:9")).to_be_visible(timeout=WAIT_MS)
    page.reload()
    expect(page.get_by_test_id("placed-odd")).to_be_visible(timeout=WAIT_MS)
    with staff(floor) as ann:
        answer = ann.post("api/terminals/M1/record", json={"since": 0})
    assert answer.is_success, answer.text
    told = answer.json()
    assert told["told"] == "complete", told
    assert told["compared"]["counts"].get("differs", 0) == 0, told["compared"]["counts"]
    assert told["compared"]["counts"]["agrees"] > 3, told["compared"]["counts"]
