"""How smooth a terminal is in a browser: frames in a second while the ball runs, first paint, script, touch to chip.

Starts nothing but a browser: give it the address of a demonstration floor that runs, or of any one page. Prints and
asserts nothing; what could not be measured says why. Run it when nothing else runs: the browser draws without a
graphics card here, and shares the machine with the floor.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as NothingCame

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.browser import find_browser

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
CABINET = {"width": 1920, "height": 1080}
LOADS = 3
WAIT_MS = 120_000
"""A round of the demonstration floor takes less."""
TOUCH_MS = 5_000
MOVING = "[data-testid=picture]:is([data-state=running],[data-state=dropping])"
OPEN = "[data-testid=phase][data-phase=OPEN]"

PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
SCRIPT = """performance.getEntriesByType('resource')
  .filter((each) => new URL(each.name).pathname.endsWith('.js'))
  .reduce((sums, each) => [sums[0] + each.encodedBodySize, sums[1] + each.decodedBodySize], [0, 0])"""
FRAMES = """(seconds) => new Promise((done) => {
  const times = [];
  const next = (now) => {
    times.push(now);
    if (now - times[0] < seconds * 1000) requestAnimationFrame(next);
    else done(times.slice(1).map((time, index) => time - times[index]));
  };
  requestAnimationFrame(next);
})"""
WATCH_TOUCHES = """() => {
  window.touched = [];
  let begun = null;
  addEventListener('pointerdown', (event) => { begun = event.timeStamp; }, { capture: true });
  new MutationObserver((changes) => {
    const chips = changes.flatMap((change) => [...change.addedNodes])
      .filter((node) => node instanceof Element)
      .filter((node) => node.matches('[data-testid^=staged-]') || node.querySelector('[data-testid^=staged-]'));
    if (chips.length === 0 || begun === null) return;
    window.touched.push(performance.now() - begun);
    begun = null;
  }).observe(document.body, { childList: true, subtree: true });
}"""


def main() -> None:
    options = _options()
    path = find_browser()
    if path is None:
        sys.exit("There is no Chromium: `make browser` installs it, or name one with CHROMIUM=/path/to/chromium.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        address = options.page or _terminal(browser, options.floor, options.terminal)
        _loading(browser, address)
        page = _open(browser, address)
        _touches(page, options.touches)
        _frames(page, options.seconds)
        browser.close()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Frames, first paint, script and touches of a terminal in a browser.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("page", nargs="?", default="", help="the address of one page, with its query")
    what.add_argument("--floor", default="", help="the address of a demonstration floor")
    parser.add_argument("--terminal", default="M1", help="the terminal of that floor (default M1)")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long frames are counted (default 8)")
    parser.add_argument("--touches", type=int, default=20, help="how many chips are laid (default 20)")
    return parser.parse_args()


def _open(browser: Browser, address: str) -> Page:
    """A page with nothing kept from an earlier one."""
    # The pages forbid scripts made from text; what measures them is made from text.
    page = browser.new_page(
        viewport={"width": CABINET["width"], "height": CABINET["height"]}, has_touch=True, bypass_csp=True
    )
    page.set_default_timeout(WAIT_MS)
    page.goto(address, wait_until="load")
    return page


def _terminal(browser: Browser, floor: str, terminal: str) -> str:
    """The address the first page of a floor gives for a terminal."""
    page = _open(browser, floor)
    page.get_by_test_id(f"terminal-{terminal}").click()
    page.wait_for_url(lambda url: url.rstrip("/") != floor.rstrip("/"))
    address = page.url
    page.context.close()
    return address


def _loading(browser: Browser, address: str) -> None:
    paints, sizes = [], (0, 0)
    for _ in range(LOADS):
        page = _open(browser, address)
        page.wait_for_function(f"({PAINT}) !== null")
        paints.append(float(page.evaluate(PAINT)))
        page.wait_for_load_state("networkidle")
        coded, plain = page.evaluate(SCRIPT)
        sizes = (int(coded), int(plain))
        page.context.close()
    _say("first paint", f"{statistics.median(paints):.0f} ms", f"median of {LOADS} loads: {_list(paints)}")
    _say("script", f"{sizes[0] / 1024:.1f} KB", f"as transferred; {sizes[1] / 1024:.1f} KB unpacked")


def _touches(page: Page, count: int) -> None:
    """Chips laid one by one with a finger, each on a spot of its own."""
    try:
        page.wait_for_selector(OPEN, timeout=WAIT_MS)
        page.locator("[data-testid^=note-]").last.tap(timeout=TOUCH_MS)
        page.locator("[data-testid^=chip-]").first.tap(timeout=TOUCH_MS)
    except NothingCame:
        _say("touch to chip", "–", "no terminal that takes a note and wagers")
        return
    page.evaluate(WATCH_TOUCHES)
    spots = page.locator("[data-testid^='spot-straight:'], [data-testid^='spot-']")
    for index in range(min(count, spots.count())):
        page.wait_for_selector(OPEN, timeout=WAIT_MS)
        spots.nth(index).tap(timeout=TOUCH_MS, force=True)
        page.wait_for_timeout(60)
    took = [float(each) for each in page.evaluate("window.touched")]
    if took:
        _say("touch to chip", f"{statistics.median(took):.1f} ms", f"median of {len(took)}, worst {max(took):.1f} ms")
    else:
        _say("touch to chip", "–", "no chip was staged")


def _frames(page: Page, seconds: float) -> None:
    try:
        page.wait_for_selector(MOVING, timeout=WAIT_MS)
        what = "while it runs"
    except NothingCame:
        what = "NOTHING RAN: an idle page"
    gaps = sorted(float(each) for each in page.evaluate(FRAMES, seconds))
    median, slow = 1000 / statistics.median(gaps), 1000 / gaps[int(len(gaps) * 0.95)]
    _say("frames a second", f"{median:.1f}", f"5th percentile {slow:.1f}, {len(gaps)} frames, {what}")


def _list(values: Sequence[float]) -> str:
    return ", ".join(f"{value:.0f}" for value in values)


def _say(what: str, found: str, more: str) -> None:
    sys.stdout.write(f"{what:<16} {found:>10}   {more}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
