"""An inspector's day in a real browser: everything is found, a note is followed to its ticket, a round is replayed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from msgspec import Struct
from playwright.sync_api import Page, expect

from openetg.client.terminal import connect
from openetg.server.guests.sessions import key_of
from openetg.wire.messages import Ack
from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS
from tests.browser.screens import keep, serious_findings
from tests.browser.staff import log_in

DESK, TABLET = (1440, 900), (1024, 768)
STEADY = ["--tables", "A,E", "--period", "4", "--launch", "1", "--time-factor", "10"]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *STEADY) as running:
        yield running


class Evening(Struct, frozen=True):
    """What a player did at M1, as the player knows it."""

    round: int
    outcome: str
    ticket: str
    amount: int


def play(floor: RunningFloor) -> Evening:
    """A note of 50.00, 5.00 on each of three spots, one round, and a ticket for what is left.

    Over the wire of a terminal, in a thread of its own: pages of terminals have tests of their own.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(asyncio.wait_for(_played(floor), WAIT_MS / 1000))).result()


async def _played(floor: RunningFloor) -> Evening:
    key = key_of((floor.folder / "secret").read_bytes(), "M1")
    client = await connect(f"ws://127.0.0.1:{floor.port}/terminal", "M1", key)
    await client.note(5_000)
    number = 0
    while True:
        await client.until(lambda each: each.table is not None and each.table.phase == "OPEN")
        assert client.table is not None
        number = client.table.round
        answer = await client.place("straight:17", 500)
        if isinstance(answer, Ack) and isinstance(await client.place("red", 1_000), Ack):
            break
    await client.until(lambda each: each.table is not None and each.table.round > number)
    assert client.table is not None
    outcome = client.table.last_outcome or ""
    while not (client.own is not None and client.own.ticket):
        await client.collect()
        with suppress(TimeoutError):
            await asyncio.wait_for(client.until(lambda each: each.own is not None and bool(each.own.ticket)), 2)
    assert client.own is not None
    evening = Evening(number, outcome, client.own.ticket, client.own.ticket_amount)
    await client.close()
    return evening


def find(page: Page, words: str, kind: str) -> None:
    """Types into the search of the records, and goes to the best with the keyboard."""
    page.get_by_test_id("records-search").click()
    page.get_by_test_id("records-search-field").fill(words)
    first = page.get_by_test_id("records-found").locator("[role=option]").first
    expect(first).to_have_attribute("data-kind", kind, timeout=WAIT_MS)
    page.get_by_test_id("records-search-field").press("Enter")


def test_from_a_search_to_a_note_to_its_ticket_and_the_round_on_the_layout(
    make_page: MakePage, floor: RunningFloor
) -> None:
    evening = play(floor)
    page = make_page(DESK)
    log_in(page, floor, "ira", "records/search")
    page.get_by_test_id("records-search-field").fill("M1")
    expect(page.get_by_test_id("records-found")).to_contain_text("Terminal M1", timeout=WAIT_MS)
    assert serious_findings(page) == []
    keep(page, "console-records-search")

    # The terminal's timeline, in words.
    page.get_by_test_id("records-entries").click()
    page.get_by_test_id("filter-terminal").fill("M1")
    page.get_by_test_id("filter-terminal").press("Enter")
    timeline = page.get_by_test_id("timeline")
    for words in ("A note of 50.00 went into M1", "M1 placed 5.00 on 17", "M1 has printed the paper"):
        expect(timeline).to_contain_text(words, timeout=WAIT_MS)
    keep(page, "console-records-entries")
    timeline.locator("li").filter(has_text="A note of 50.00 went into M1").get_by_role("button", name="Entry").press(
        "Enter"
    )

    # One note, cent by cent.
    page.get_by_test_id("entry-trace").click(timeout=WAIT_MS)
    expect(page.get_by_test_id("trace")).to_contain_text("50.00 followed to the cent", timeout=WAIT_MS)
    expect(page.get_by_test_id("trace-ends")).to_contain_text("on a paper", timeout=WAIT_MS)
    steps = page.get_by_test_id("trace-steps").locator("tbody tr")
    every = steps.count()
    page.get_by_test_id("way").filter(has_text="times").first.press("Enter")
    assert 1 < steps.count() < every, "a way shows its own steps alone"
    assert serious_findings(page) == []
    keep(page, "console-records-trace")

    # The ticket by the number printed on it: where its money came from.
    find(page, evening.ticket, "paper")
    expect(page.get_by_test_id("trace")).to_contain_text(
        f"{evening.amount / 100:,.2f} followed to the cent", timeout=WAIT_MS
    )
    expect(page.get_by_test_id("trace-origins")).to_contain_text("a note put into M1")

    replayed(page, evening)


def replayed(page: Page, evening: Evening) -> None:
    """The round, step by step."""
    find(page, f"A {evening.round}", "round")
    replay = page.get_by_test_id("replay")
    expect(replay).to_have_attribute("data-step", "0", timeout=WAIT_MS)
    said = page.get_by_test_id("replay-said")
    for step in range(1, 20):  # the wheel may have been set in motion before the wager, or after
        page.keyboard.press("ArrowRight")
        expect(replay).to_have_attribute("data-step", str(step), timeout=WAIT_MS)
        if "M1 placed 5.00 on 17" in said.inner_text():
            break
    expect(said).to_contain_text("M1 placed 5.00 on 17")
    expect(page.get_by_test_id("replay-lies")).to_contain_text("5.00")
    keep(page, "console-records-replay")
    page.keyboard.press("End")
    expect(said).to_contain_text(f"settled by {evening.outcome}", timeout=WAIT_MS)
    expect(page.get_by_test_id("replay-result")).to_contain_text("15.00")
    page.get_by_test_id("replay-play").click()
    expect(replay).not_to_have_attribute("data-step", "0", timeout=WAIT_MS)
    assert serious_findings(page) == []


def test_on_a_tablet_and_what_is_none_is_said(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(TABLET)
    log_in(page, floor, "ira", "records/replay/A-999999")
    expect(page.get_by_role("alert")).to_contain_text("no such round", timeout=WAIT_MS)
    page.get_by_test_id("records-trace").click()
    page.get_by_test_id("trace-entry").fill("1")
    page.get_by_test_id("trace-go").click()
    expect(page.get_by_role("alert")).to_contain_text("moves no money", timeout=WAIT_MS)
    page.get_by_test_id("records-search").click()
    page.get_by_test_id("records-search-field").fill("wagering period")
    expect(page.get_by_test_id("records-found")).to_contain_text("Clause", timeout=WAIT_MS)
    page.get_by_test_id("records-search-field").fill("nothing of that name")
    expect(page.get_by_test_id("main-records")).to_contain_text("Nothing is found", timeout=WAIT_MS)
    assert page.evaluate("document.documentElement.scrollWidth") <= TABLET[0]
