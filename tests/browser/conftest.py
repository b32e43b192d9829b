"""One browser for all tests, and pages that remember what went wrong in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tools.browser import find_browser

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
CABINET = (1920, 1080)
EXPECTED = ("Failed to load resource", "WebSocket connection to")
"""What a browser says by itself when the floor says no or is gone; the page shows it in its own words."""

MakePage = Callable[..., Page]

# A machine that is busy with other tests is slow, not wrong.
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_browser()
    assert path is not None, "run `make browser` first"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def make_page(browser: Browser) -> Iterator[MakePage]:
    """Makes pages, each in a browser of its own kind; at the end none may have had an error of its own."""
    problems: list[str] = []
    pages: list[Page] = []

    def make(size: tuple[int, int] = CABINET, *, motion: bool = False) -> Page:
        # What moves costs a fifth of the time of two cores: with motion go those tests that look at what a person sees.
        viewport = ViewportSize(width=size[0], height=size[1])
        page = browser.new_page(
            viewport=viewport, has_touch=True, reduced_motion="no-preference" if motion else "reduce"
        )
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        pages.append(page)
        return page

    yield make
    for page in pages:
        page.context.close()
    assert [problem for problem in problems if not problem.startswith(EXPECTED)] == []
