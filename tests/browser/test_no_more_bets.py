"""'No more bets' at real terminal pages: shown, played though muted, acknowledged; who does not is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from openetg.journal.sqlite import read_journal
from tests.browser.conftest import MakePage
from tests.browser.floors import FAST, running_floor
from tests.browser.play import WAIT_MS, fresh_round, open_terminal, put_in, wait_for_phase
from tests.browser.staff import log_in
from tests.marks import clause

LEAST_GAIN = 0.5 * (2 / 5) ** 2
"""Of the least volume that the rulebook sets, two of five steps, as the page makes it."""
LISTEN = """
    window.heard = [];
    const connect = AudioNode.prototype.connect;
    AudioNode.prototype.connect = function (to, ...more) {
      if (to instanceof AudioDestinationNode) window.master = this;
      return connect.call(this, to, ...more);
    };
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...when) {
      const phase = document.querySelector('[data-testid="phase"]')?.dataset.phase;
      window.heard.push({ phase, gain: window.master.gain.value });
      return start.apply(this, when);
    };
"""
"""Every tone that the page plays, with how loud all of it is."""
HIDE = """
    Object.defineProperty(document, "hidden", { get: () => true });
    window.requestAnimationFrame = () => 0;
"""
"""What a browser does with a page that nobody can see: it paints nothing."""


def announcements(folder: Path) -> list[dict[str, Any]]:
    """The record of each announced round, as the journal has it."""
    journal = read_journal(folder / "journal")
    verdicts = [json.loads(entry.verdict) for entry in journal.entries(after_sequence=0)]
    journal.close()
    events = [event for verdict in verdicts for event in verdict.get("events", ())]
    return [event for event in events if event["type"] == "AnnouncementShown"]


def shown_by(folder: Path, terminal: str, where: str) -> bool:
    return any(terminal in event.get(where, ()) for event in announcements(folder))


def until(page: Page, holds: Any) -> None:
    """Waits in steps of the page's own clock."""
    for _ in range(WAIT_MS // 250):
        if holds():
            return
        page.wait_for_timeout(250)
    raise AssertionError("it did not come")


@clause("ministar", "1.1.wagering-period", "3.14")
def test_a_muted_terminal_shows_plays_and_acknowledges_it(make_page: MakePage, tmp_path: Path) -> None:
    with running_floor(tmp_path, "--tables", "A", *FAST) as floor:
        page = make_page(motion=True)
        page.add_init_script(LISTEN)
        open_terminal(page, floor.address, "M1")
        page.get_by_test_id("mute").tap()
        expect(page.get_by_test_id("mute")).to_have_attribute("aria-pressed", "true")
        put_in(page, 20)
        fresh_round(page)
        page.evaluate("window.heard = []")
        wait_for_phase(page, "CLOSED")
        expect(page.get_by_test_id("message")).to_contain_text("NO MORE BETS")
        until(page, lambda: shown_by(floor.folder, "M1", "heard"))
        heard = page.evaluate("window.heard")
        assert heard, "a muted terminal plays it"
        assert {each["phase"] for each in heard} == {"CLOSED"}, "and nothing else"
        assert min(each["gain"] for each in heard) >= LEAST_GAIN - 0.001
        floor.stop()
    assert not shown_by(tmp_path, "M1", "missing")


@clause("ministar", "1.1.wagering-period", "3.14")
def test_who_is_off_line_or_hidden_is_named_and_the_hidden_one_becomes_an_alert(
    make_page: MakePage, tmp_path: Path
) -> None:
    with running_floor(tmp_path, "--tables", "A", *FAST) as floor:
        hidden, leaving, desk = make_page(), make_page(), make_page()
        log_in(desk, floor, "ann")
        open_terminal(hidden, floor.address, "M1")
        hidden.evaluate(HIDE)
        open_terminal(leaving, floor.address, "M2")
        put_in(leaving, 20)
        fresh_round(leaving)
        leaving.get_by_test_id("chip-500").tap()
        leaving.get_by_test_id("spot-red").tap()
        expect(leaving.get_by_test_id("placed-red")).to_have_attribute("data-cents", "500", timeout=WAIT_MS)
        leaving.goto("about:blank")
        until(desk, lambda: shown_by(floor.folder, "M2", "away"))
        until(desk, lambda: shown_by(floor.folder, "M1", "silent"))
        told = desk.get_by_text("M1: a connected terminal does not acknowledge that it shows 'no more bets'")
        expect(told.first).to_be_visible(timeout=WAIT_MS)
        floor.stop()
    for event in announcements(tmp_path):
        assert set(event.get("away", ())) <= set(event["missing"])
        assert "M2" not in event.get("silent", ()), "who has no line is not silent"
