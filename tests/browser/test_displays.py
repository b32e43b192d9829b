"""Public displays in a real browser: they fill screens of both kinds, follow the floor, and show no past as now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePage
from tests.browser.doctored import doctored
from tests.browser.floors import FAST, RunningFloor, running_floor

WAIT_MS = 60_000
LYING, STANDING = (1920, 1080), (1080, 1920)
SHOWN = {
    "numbers of roulette": "#table=A",
    "numbers of dice": "#table=C",
    "numbers of a wheel": "#table=F",
    "sign": "#table=E&show=sign",
    "lobby": "#show=lobby",
    "jackpots": "#show=jackpots",
}
SOMETHING = re.compile(".")
STICKS_OUT = """() => [...document.querySelectorAll('[data-testid=display] *')].filter((each) => {
    const inside = each.closest('svg, .unseen') === null && getComputedStyle(each).overflow === 'hidden';
    return inside && (each.scrollHeight > each.clientHeight + 2 || each.scrollWidth > each.clientWidth + 2);
}).map((each) => each.className)"""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *FAST, "--players", "12") as running:
        yield running


def hung(make_page: MakePage, floor: RunningFloor, link: str, size: tuple[int, int] = LYING) -> Page:
    page = make_page(size)
    page.goto(f"{floor.address}display/{link}")
    expect(page.locator("[data-current=true]")).to_be_visible(timeout=WAIT_MS)
    return page


@pytest.mark.parametrize("size", [LYING, STANDING], ids=["lying", "standing"])
@pytest.mark.parametrize("language", ["it"])
@pytest.mark.parametrize("link", SHOWN.values(), ids=SHOWN.keys())
def test_a_display_fills_its_screen_and_nothing_is_cut_off(
    make_page: MakePage, floor: RunningFloor, link: str, language: str, size: tuple[int, int]
) -> None:
    page = hung(make_page, floor, f"{link}&lang={language}", size)
    expect(page.locator(f"html[lang={language}]")).to_be_visible(timeout=WAIT_MS)
    if "show=" not in link:
        # Figures stand there once something fell.
        expect(page.get_by_test_id("newest")).to_have_attribute("data-outcome", SOMETHING, timeout=WAIT_MS)
    bars = page.evaluate("[innerWidth - document.body.clientWidth, innerHeight - document.body.clientHeight]")
    assert bars == [0, 0], "no scroll bars"
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0, "nothing to be scrolled to"
    assert page.evaluate(STICKS_OUT) == []


NAMES = {"title": "The Grand River Anniversary Jackpot of t", "level_title": "Grand of all the levels that there are i"}
TYPE_OF = "(found) => found.map((each) => parseFloat(getComputedStyle(each).fontSize))"
LEAST_PX = 20
"""What is smaller than that at this size of screen nobody reads from eight metres."""


@pytest.mark.parametrize("size", [LYING, STANDING], ids=["lying", "standing"])
def test_on_the_wall_of_jackpots_no_amount_is_smaller_than_a_lesser_one_and_no_name_is_cut(
    make_page: MakePage, floor: RunningFloor, size: tuple[int, int]
) -> None:
    page = make_page(size)

    def enrich(said: dict[str, object]) -> None:
        if said.get("rule") == "lucky/mini":
            said.update(NAMES, amount=250_000_010, playing=False, why_not="fault")

    doctored(page, enrich)
    page.goto(f"{floor.address}display/#show=jackpots")
    expect(page.get_by_test_id("jackpots")).to_contain_text("2,500,000.10", timeout=WAIT_MS)
    types = page.get_by_test_id("jackpot-amount").evaluate_all(TYPE_OF)
    assert len(types) > 1
    assert len(set(types)) == 1
    assert min(page.get_by_test_id("jackpot-below").evaluate_all(TYPE_OF)) >= LEAST_PX
    name = page.get_by_test_id("jackpot-lucky-mini").locator("h2")
    expect(name).to_have_text(" · ".join(NAMES.values()))
    assert name.evaluate("(each) => getComputedStyle(each).overflow") == "visible"
    assert page.evaluate(STICKS_OUT) == []


def test_the_numbers_follow_the_rounds(make_page: MakePage, floor: RunningFloor) -> None:
    page = hung(make_page, floor, "#table=A")
    expect(page.get_by_test_id("phase")).to_have_attribute("data-phase", "OPEN", timeout=WAIT_MS)
    expect(page.get_by_test_id("phase")).to_contain_text("PLACE YOUR BETS")
    expect(page.get_by_test_id("countdown")).to_be_visible()
    expect(page.get_by_test_id("phase")).to_have_attribute("data-phase", "CLOSED", timeout=WAIT_MS)
    expect(page.get_by_test_id("prizes")).to_be_visible(timeout=WAIT_MS)
    newest = page.get_by_test_id("newest").get_attribute("data-outcome")
    assert newest, "something fell"
    expect(page.get_by_test_id("last").get_by_test_id("fallen").first).to_have_text(newest)
    expect(page.get_by_test_id("statistics")).to_be_visible()


def test_the_sign_has_the_limits_and_the_odds(make_page: MakePage, floor: RunningFloor) -> None:
    page = hung(make_page, floor, "#table=E&show=sign")
    expect(page.get_by_test_id("limits")).to_contain_text("500")
    expect(page.get_by_test_id("cloth-limits")).to_contain_text("Straight Up")
    lines = page.get_by_test_id("odds").locator("li")
    expect(lines).to_have_count(13)
    expect(lines.first).to_contain_text("35 to 1")


def test_the_lobby_has_a_tile_for_every_table(make_page: MakePage, floor: RunningFloor) -> None:
    page = hung(make_page, floor, "#show=lobby")
    for table in "ABCDEF":
        expect(page.get_by_test_id(f"tile-{table}")).to_be_visible()
    expect(page.get_by_test_id("tile-A")).to_contain_text("terminals free")


def test_a_link_that_is_not_good_says_why(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(LYING)
    page.goto(f"{floor.address}display/#table=Z")
    expect(page.get_by_test_id("plaque")).to_contain_text("no table of this name", timeout=WAIT_MS)


WORDS_HELD = {"en": "all wagers stand", "it": "tutte le puntate restano valide", "vi": "mọi cược vẫn giữ nguyên"}


def test_a_round_on_hold_is_said_in_words_for_everybody_that_fit(make_page: MakePage, tmp_path: Path) -> None:
    with running_floor(tmp_path, "--tables", "B", *FAST) as floor:
        page = hung(make_page, floor, "#table=B")
        expect(page.get_by_test_id("statistics")).to_be_visible(timeout=WAIT_MS)
        expect(page.get_by_test_id("phase")).to_have_attribute("data-phase", "CLOSED", timeout=WAIT_MS)
        floor.kill()
    with running_floor(tmp_path, "--tables", "B", *FAST) as floor:
        for language, words in WORDS_HELD.items():
            for size in (LYING, STANDING):
                page = hung(make_page, floor, f"#table=B&lang={language}", size)
                expect(page.get_by_test_id("phase")).to_have_attribute("data-phase", "HELD", timeout=WAIT_MS)
                expect(page.get_by_test_id("hint")).to_contain_text(words)
                assert page.evaluate(STICKS_OUT) == [], (language, size)


def test_a_lost_line_is_said_and_comes_back(make_page: MakePage, tmp_path: Path) -> None:
    with running_floor(tmp_path, *FAST) as floor:
        page = hung(make_page, floor, "#table=A")
        port = floor.port
    expect(page.get_by_test_id("lost")).to_contain_text("NO CONNECTION", timeout=WAIT_MS)
    expect(page.get_by_test_id("display")).to_have_attribute("data-current", "false")
    with running_floor(tmp_path, *FAST, port=port):
        expect(page.locator("[data-current=true]")).to_be_visible(timeout=WAIT_MS)
        expect(page.get_by_test_id("lost")).to_be_hidden()
