"""A terminal's screen for everybody: any size, any language, any theme, help and rules at any time, nobody kept out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CABINET, MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS, open_terminal, shown, wait_for_phase
from tests.browser.screens import SIZES, STANDING, STEADY, check_elements, keep, serious_findings, set_to
from tests.marks import clause


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *STEADY) as running:
        yield running


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
@pytest.mark.parametrize("terminal", ["M8", pytest.param("S8", marks=pytest.mark.evidence)])
def test_a_screen_of_any_size_holds_everything_and_keeps_nobody_out(
    make_page: MakePage, floor: RunningFloor, size: tuple[int, int], terminal: str
) -> None:
    page = make_page(size)
    open_terminal(page, floor.address, terminal)
    check_elements(page)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page itself never moves sideways"
    if size in (CABINET, STANDING):
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, "a cabinet does not scroll"
    assert serious_findings(page) == []
    names = {value: name for name, value in SIZES.items()}
    keep(page, f"{'roulette' if terminal == 'M8' else 'sic-bo'}-{names[size]}")


@pytest.mark.parametrize(
    ("language", "message", "credit"),
    [
        pytest.param("zh-Hans", "请下注", "1,234.00", id="zh-Hans"),
        pytest.param("vi", "XIN ĐẶT CƯỢC", "1.234,00", id="vi"),
        pytest.param("it", "FATE IL VOSTRO GIOCO", "1.234,00", id="it"),
    ],
)
def test_the_screen_speaks_the_language_that_was_chosen(
    make_page: MakePage, floor: RunningFloor, language: str, message: str, credit: str
) -> None:
    del credit
    page = make_page()
    open_terminal(page, floor.address, "N4")
    page.get_by_test_id("open-settings").tap()
    set_to(page, "language", language)
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("lang", language, timeout=WAIT_MS)
    wait_for_phase(page, "OPEN")
    expect(page.get_by_test_id("message")).to_have_text(message, timeout=WAIT_MS)
    page.reload()
    expect(page.get_by_test_id("message")).to_be_visible(timeout=WAIT_MS)
    expect(page.locator("html")).to_have_attribute("lang", language, timeout=WAIT_MS)
    keep(page, f"language-{language}")


@pytest.mark.parametrize(
    ("terminal", "title"),
    [
        pytest.param("M8", "MiniStar", id="ministar", marks=clause("ministar", "8.16")),
        pytest.param("N8", "Novo Unity", id="novo-unity", marks=clause("novo-unity", "3.1", "8.17")),
    ],
)
def test_help_and_rules_open_without_credit_in_every_phase(
    make_page: MakePage, floor: RunningFloor, terminal: str, title: str
) -> None:
    page = make_page()
    open_terminal(page, floor.address, terminal)
    assert shown(page, "meter") == 0
    for phase in ("OPEN", "CLOSED"):
        wait_for_phase(page, phase)
        page.get_by_test_id("open-help").tap()
        expect(page.get_by_test_id("help")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("help")).to_have_count(0)
    page.get_by_test_id("open-rules").tap()
    rules = page.get_by_test_id("rules")
    expect(rules).to_contain_text(title, timeout=WAIT_MS)
    expect(rules).to_contain_text("35 to 1")
    assert serious_findings(page) == []
    keep(page, f"rules-{title.split(maxsplit=1)[0].lower()}")


UNEXPLAINED = """(told) => [...document.querySelectorAll('button, a[href], input, [role=button]')]
    .filter((each) => each.closest('[data-testid=help]') === null)
    .filter((each) => !(each.closest('[data-help]')?.dataset.help ?? '').split(' ').some((key) => told.includes(key)))
    .map((each) => each.dataset.testid ?? each.outerHTML)"""
"""The controls on the screen for which no instruction stands in the help."""


@clause("ministar", "3.2")
@pytest.mark.parametrize("terminal", ["M5", pytest.param("I5", marks=pytest.mark.evidence)])
def test_every_control_on_the_screen_has_its_instruction(
    make_page: MakePage, floor: RunningFloor, terminal: str
) -> None:
    page = make_page()
    open_terminal(page, floor.address, terminal)
    page.get_by_test_id("open-help").tap()
    page.get_by_test_id("help-tab-controls").click()
    told = page.evaluate("[...document.querySelectorAll('[data-help-item]')].map((each) => each.dataset.helpItem)")
    keep(page, "help")
    page.keyboard.press("Escape")
    assert page.evaluate(UNEXPLAINED, told) == []
    panels = {"I5": ("autoplay", "open-tables"), "M5": ()}[terminal]
    for panel in (*panels, "favourites", "service", "open-bounds", "open-settings", "open-rules", "open-specials"):
        page.get_by_test_id(panel).tap()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert page.evaluate(UNEXPLAINED, told) == [], panel
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)


@clause("adelaide", "6(b)")
def test_the_help_shows_how_each_wager_is_placed(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page()
    open_terminal(page, floor.address, "R5")
    page.get_by_test_id("open-help").tap()
    page.get_by_test_id("help-tab-wagers").click()
    examples = page.get_by_test_id("example")
    kinds = {"straight", "split", "street", "corner", "sixline", "column", "dozen"}
    kinds |= {"red", "black", "even", "odd", "low", "high"}
    shown_kinds = {
        str(each).partition(":")[0] for each in examples.evaluate_all("(all) => all.map((e) => e.dataset.spot)")
    }
    assert kinds <= shown_kinds, shown_kinds
    keep(page, "help-wagers")


def test_every_theme_and_hand_keeps_nobody_out(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page()
    open_terminal(page, floor.address, "N5")
    left = page.get_by_test_id("collect").bounding_box()
    for name in ("light", "high-contrast", "dark"):
        page.get_by_test_id("open-settings").tap()
        set_to(page, "theme", name)
        page.keyboard.press("Escape")
        expect(page.locator("html")).to_have_attribute("data-theme", name)
        assert serious_findings(page) == [], name
        keep(page, f"theme-{name}")
    page.get_by_test_id("open-settings").tap()
    set_to(page, "hand", "left")
    page.keyboard.press("Escape")
    moved = page.get_by_test_id("collect").bounding_box()
    assert left is not None
    assert moved is not None
    assert moved["x"] < left["x"], "what the hand needs most is on its side"
    keep(page, "left-handed")
