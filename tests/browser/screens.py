"""What the tests of a terminal's screen look for: elements by their names, what covers them, what keeps people out."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import CABINET
from tests.browser.play import WAIT_MS

STEADY = ["--tables", "A,B,C,D,E", "--period", "9", "--launch", "2", "--time-factor", "8"]
STANDING, TABLET, PHONE = (1080, 1920), (820, 1180), (390, 844)
SIZES = {"cabinet": CABINET, "standing": STANDING, "tablet": TABLET, "phone": PHONE}
ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "screens"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
ALWAYS = (
    "layout", "chip-100", "meter", "staked", "win", "limits", "outcomes", "outcome", "collect", "picture", "message",
    "phase", "round", "service", "open-help", "open-rules", "open-settings", "open-bounds", "mute", "speak",
)  # fmt: skip
"""Elements of every terminal, by their names."""


def keep(page: Page, name: str) -> None:
    """A picture for the documents, where they are asked for: `make screens`."""
    if os.environ.get("OPENETG_SCREENS"):
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=70)


COVERED = """(element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there !== null && !element.contains(there) && !there.contains(element);
}"""
"""Whether something else lies over the middle of an element."""


def check_elements(page: Page, *more: str) -> None:
    """Each is there, and nothing covers it."""
    for name in (*ALWAYS, *more):
        element = page.get_by_test_id(name).first
        expect(element, name).to_be_visible(timeout=WAIT_MS)
        if name != "layout":  # chips may lie in its middle
            assert not element.evaluate(COVERED), f"{name} is covered"


def set_to(page: Page, setting: str, value: str) -> None:
    """A choice among the settings, which are open."""
    page.locator(f'[data-testid="setting-{setting}"] label:has([value="{value}"])').click()


def serious_findings(page: Page) -> list[str]:
    """What axe finds that keeps somebody from using the page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{each['id']}: {each['nodes'][0]['target']} {each['nodes'][0]['failureSummary']}"
        for each in found["violations"]
        if each["impact"] in {"serious", "critical"}
    ]
