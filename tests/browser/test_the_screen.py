"""What the rules want on a terminal's screen is there: in every look and in every phase."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CABINET, MakePage
from tests.browser.doctored import doctored
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import (
    WAIT_MS,
    cents_shown,
    fresh_round,
    open_terminal,
    placed,
    put_in,
    shown,
    wait_for_phase,
)
from tests.browser.screens import PHONE, STANDING, STEADY, check_elements, keep
from tests.marks import clause


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *STEADY) as running:
        yield running


@pytest.mark.parametrize(
    ("terminal", "look"),
    [
        pytest.param("M1", "ribbon", id="ribbon", marks=clause("ministar", "diagram-B")),
        pytest.param("M2", "ribbon-and-run", id="ribbon and run", marks=clause("ministar", "diagram-C")),
        pytest.param("M3", "diamond", id="diamond", marks=clause("ministar", "diagram-D")),
    ],
)
@clause("ministar", "2.6", "2.6.1", "2.6.2")
def test_a_ministar_screen_has_every_element_in_each_of_its_looks(
    make_page: MakePage, floor: RunningFloor, terminal: str, look: str
) -> None:
    page = make_page()
    open_terminal(page, floor.address, terminal)
    expect(page.locator(f'[data-look="{look}"]').first).to_be_visible(timeout=WAIT_MS)
    wait_for_phase(page, "OPEN")
    # Every feature the rulebook lets a screen have is on, and covers none of what must be there.
    extras = ("undo", "clear", "double", "repeat", "max", "favourites", "statistics")
    put_in(page, 20)
    check_elements(page, "racetrack", "open-specials", "countdown", *extras)
    expect(page.get_by_test_id("autoplay")).to_have_count(0)
    for number in range(37):
        expect(page.get_by_test_id(f"spot-straight:{number}")).to_be_visible()
    keep(page, f"ministar-{look}")


@clause("interblock", "2.3.2", "diagram.C")
def test_an_interblock_roulette_screen_has_every_element_and_the_racetrack_its_pieces(
    make_page: MakePage, floor: RunningFloor
) -> None:
    page = make_page()
    open_terminal(page, floor.address, "I1")
    put_in(page, 100)
    fresh_round(page)
    check_elements(page, "racetrack", "open-specials", "autoplay", "open-tables", "statistics", "countdown")
    special = page.get_by_test_id("racetrack").get_by_test_id("spot-orphans")
    special.click()
    expect(page.get_by_test_id("staked")).to_have_text("5.00", timeout=WAIT_MS)
    pieces = {"straight:1": 100, "split:6-9": 100, "split:14-17": 100, "split:17-20": 100, "split:31-34": 100}
    assert placed(page) == pieces
    page.get_by_test_id("undo").tap()
    expect(page.get_by_test_id("staked")).to_have_text("0.00", timeout=WAIT_MS)
    page.get_by_test_id("racetrack").get_by_test_id("spot-neighbours:0").click()
    expect(page.get_by_test_id("staked")).to_have_text("3.00", timeout=WAIT_MS)
    assert placed(page) == {f"straight:{number}": 100 for number in (26, 0, 32)}
    keep(page, "interblock-roulette")


@clause("interblock", "2.3.2", "diagram.E")
def test_a_sic_bo_screen_has_every_element(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page()
    open_terminal(page, floor.address, "S1")
    put_in(page, 20)
    wait_for_phase(page, "OPEN")
    check_elements(page, "autoplay", "statistics", "countdown")
    expect(page.get_by_test_id("racetrack")).to_have_count(0)
    keep(page, "sic-bo")


@clause("novo-unity", "Diagram A")
def test_a_novo_unity_screen_has_every_element_and_no_racetrack(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page()
    open_terminal(page, floor.address, "N1")
    check_elements(page, "max", "note-2000")
    expect(page.get_by_test_id("racetrack")).to_have_count(0)
    page.get_by_test_id("service").tap()
    expect(page.get_by_test_id("call-fault")).to_be_visible()
    keep(page, "novo-unity-service")
    page.keyboard.press("Escape")
    wait_for_phase(page, "CLOSED")
    expect(page.get_by_test_id("message")).to_have_text("NO MORE BETS")
    expect(page.get_by_test_id("picture")).to_have_attribute("data-game", "roulette")


MOST = 9_999_999_999
CUT = """() => [...document.querySelectorAll('.meters *')].concat(document.querySelector('dl.meters'))
    .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""


@pytest.mark.parametrize("others", [(), ("staked", "win")], ids=["credit", "all of them"])
def test_a_meter_of_millions_stays_in_its_place(
    make_page: MakePage, floor: RunningFloor, others: tuple[str, ...]
) -> None:
    """On every kind of screen, in every language."""
    page = make_page()

    def enrich(said: dict[str, object]) -> None:
        if "meter" in said and "staked" in said:
            said.update(dict.fromkeys(("meter", *others), MOST))

    doctored(page, enrich)
    open_terminal(page, floor.address, "N3")
    expect(page.get_by_test_id("meter")).to_have_text("99,999,999.99", timeout=WAIT_MS)
    spoken = set()
    while page.evaluate("document.documentElement.lang") not in spoken:
        spoken.add(page.evaluate("document.documentElement.lang"))
        for width, height in (CABINET, STANDING, PHONE, (1366, 768)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(CUT) == [], (spoken, width)
        before = page.locator("html").get_attribute("lang") or ""
        page.get_by_test_id("speak").tap()
        expect(page.locator("html")).not_to_have_attribute("lang", before)
    assert len(spoken) > 1


@clause("adelaide", "7(c)", "7(c)i", "7(c)ii", "7(c)iii", "7(c)iv", "7(c)v", "7(c)vi", "4")
def test_an_adelaide_terminal_shows_the_six_items_in_every_phase(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page()
    open_terminal(page, floor.address, "R1")
    put_in(page, 50)
    fresh_round(page)
    page.get_by_test_id("chip-500").tap()
    for spot in ("red", "black"):
        page.get_by_test_id(f"spot-{spot}").tap()
    expect(page.get_by_test_id("staked")).to_have_text("10.00", timeout=WAIT_MS)
    assert shown(page, "meter") == 40
    expect(page.get_by_test_id("limits")).to_contain_text("5–500")
    numbers = page.evaluate(
        "[...document.querySelectorAll('[data-spot^=\"straight:\"]')].map((each) => each.dataset.spot.slice(9))"
    )
    assert sorted(map(int, numbers)) == list(range(37))
    for phase, words in (("FINISHING", "FINISH BETTING"), ("CLOSED", "NO MORE BETS"), ("OPEN", "PLACE YOUR BETS")):
        wait_for_phase(page, phase)
        expect(page.get_by_test_id("message")).to_have_text(words)
        check_elements(page)
        keep(page, f"adelaide-{phase.lower()}")
    outcome = page.get_by_test_id("outcome").get_attribute("data-outcome") or ""
    won = 0 if outcome == "0" else 5
    assert cents_shown(page, "win", "staked", "meter") == (100 * won, 0, 4_000 + 200 * won)
    first = page.get_by_test_id("outcomes").locator("li").first
    expect(first).to_contain_text(outcome)
    expect(page.get_by_test_id("statistics")).not_to_contain_text("Hot")


@clause("ministar", "3.11")
def test_two_terminals_with_different_clocks_count_down_alike(make_page: MakePage, floor: RunningFloor) -> None:
    pages = [make_page(), make_page()]
    pages[1].add_init_script("const wrong = Date.now; Date.now = () => wrong() - 3_600_000")
    for page, terminal in zip(pages, ("M4", "M5"), strict=True):
        open_terminal(page, floor.address, terminal)
    fresh_round(pages[0])
    expect(pages[1].get_by_test_id("countdown")).not_to_be_empty(timeout=WAIT_MS)
    seconds = [int(page.get_by_test_id("countdown").inner_text()) for page in pages]
    assert abs(seconds[0] - seconds[1]) <= 1
    for page in pages:
        wait_for_phase(page, "CLOSED")
        expect(page.get_by_test_id("countdown")).to_be_empty()


@pytest.mark.parametrize(
    ("player_at", "watcher_at"),
    [
        pytest.param("M6", "M7", id="ministar", marks=clause("ministar", "3.6", "3.6.1", "4.1", "4.1.2", "3.3.3")),
        pytest.param("I6", "I7", id="interblock", marks=[clause("interblock", "3.4.1", "3.7.2"), pytest.mark.evidence]),
        pytest.param("N6", "N7", id="novo-unity", marks=[clause("novo-unity", "3.6.1"), pytest.mark.evidence]),
    ],
)
def test_every_open_terminal_shows_what_fell_and_the_winner_what_it_won(
    make_page: MakePage, floor: RunningFloor, player_at: str, watcher_at: str
) -> None:
    player, watcher = make_page(), make_page()
    open_terminal(player, floor.address, player_at)
    open_terminal(watcher, floor.address, watcher_at)
    put_in(player, 50)
    fresh_round(player)
    bets = ("straight:0", "column:1", "column:2", "column:3")
    for spot in bets:  # whatever falls, one of them wins
        player.get_by_test_id(f"spot-{spot}").tap()
    expect(player.get_by_test_id("staked")).to_have_text("4.00", timeout=WAIT_MS)
    assert cents_shown(player, "meter", "win") == (4_600, 0)
    wait_for_phase(player, "CLOSED")
    wait_for_phase(player, "OPEN")
    outcome = player.get_by_test_id("outcome").get_attribute("data-outcome") or ""
    expect(watcher.get_by_test_id("outcome")).to_have_attribute("data-outcome", outcome, timeout=WAIT_MS)
    won = 35 if outcome == "0" else 2
    paid = won + 1
    assert cents_shown(player, "win", "paid", "meter", "staked") == (100 * won, 100 * paid, 4_600 + 100 * paid, 0)
    assert cents_shown(watcher, "win", "meter") == (0, 0)
