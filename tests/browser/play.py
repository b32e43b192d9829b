"""What the browser tests do at a terminal: open it, put money in, touch a spot where it lies, read the meters."""

from __future__ import annotations

from decimal import Decimal

from playwright.sync_api import Page, expect

from openetg.games.compile import open_rulebook
from openetg.games.paytable import Game

WAIT_MS = 60_000


def game_of(rulebook: str, game: str) -> Game:
    """A game as the floor settles it."""
    return open_rulebook(rulebook).games[game]


def shown(page: Page, name: str) -> Decimal:
    """The amount in a meter."""
    text = page.get_by_test_id(name).inner_text()
    return Decimal("".join(letter for letter in text if letter.isdigit() or letter == "."))


def cents_shown(page: Page, *names: str) -> tuple[int, ...]:
    """The amounts in some meters, in cents."""
    return tuple(int(100 * shown(page, name)) for name in names)


def open_terminal(page: Page, address: str, terminal: str) -> None:
    """From the start page to a terminal, as a newcomer would."""
    page.goto(address)
    page.get_by_test_id(f"terminal-{terminal}").click()
    expect(page.get_by_test_id("meter")).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_test_id("link")).to_have_count(0, timeout=WAIT_MS)


def put_in(page: Page, dollars: int) -> None:
    """A note into the simulated slot; the panel with it is opened where it is not."""
    before = shown(page, "meter")
    note = page.get_by_test_id(f"note-{100 * dollars}")
    if not note.is_visible():
        page.get_by_test_id("tab-money").tap()
    note.tap()
    expect(page.get_by_test_id("meter")).to_have_text(f"{before + dollars:,.2f}", timeout=WAIT_MS)


def wait_for_phase(page: Page, phase: str) -> None:
    expect(page.get_by_test_id("phase")).to_have_attribute("data-phase", phase, timeout=WAIT_MS)


def fresh_round(page: Page) -> None:
    """Waits until a round has just opened, so that there is time to play it."""
    wait_for_phase(page, "CLOSED")
    wait_for_phase(page, "OPEN")


def centres(page: Page) -> dict[str, tuple[float, float]]:
    """Where each spot of the layout lies on the screen."""
    found = page.evaluate(
        """() => [...document.querySelectorAll('[data-testid="layout"] [data-spot]')].map((each) => {
             const { left, top, width, height } = each.getBoundingClientRect();
             return [each.dataset.spot, left + width / 2, top + height / 2];
           })"""
    )
    return {name: (x, y) for name, x, y in found}


def placed(page: Page) -> dict[str, int]:
    """What lies on the layout, by spot in cents: shown only when the floor has said so."""
    found = page.evaluate(
        """() => [...document.querySelectorAll('[data-testid^="placed-"]')].map((each) =>
             [each.dataset.testid.slice("placed-".length), Number(each.dataset.cents)])"""
    )
    return dict(found)
