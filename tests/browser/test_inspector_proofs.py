"""An inspector's proofs in a real browser: the journal checked there, a notice noted, a clause, the wheel's figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS
from tests.browser.screens import keep
from tests.browser.staff import begin_act, log_in

DESK, TABLET = (1440, 900), (1024, 768)
STEADY = ["--tables", "A,D", "--period", "3", "--launch", "1", "--time-factor", "10"]
SIGNED_WITHIN_MS = 60_000


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *STEADY) as running:
        yield running


def go(page: Page, name: str) -> None:
    page.evaluate(f"location.hash = '#/records/{name}'")


def signed(page: Page) -> str:
    """The key of the floor, once something of its journal is signed."""
    page.wait_for_function(
        "async () => (await (await fetch('/api/checkpoints/latest')).json()).size > 0", timeout=SIGNED_WITHIN_MS
    )
    key: str = page.evaluate("async () => (await (await fetch('/api/checkpoints/latest')).json()).public_key")
    return key


def finding(page: Page, kind: str) -> None:
    expect(page.get_by_test_id("finding")).to_have_attribute("data-finding", kind, timeout=WAIT_MS)


def test_the_journal_is_checked_in_the_browser_and_a_tampered_copy_is_found(
    make_page: MakePage, floor: RunningFloor, tmp_path: Path
) -> None:
    page = make_page(DESK)
    log_in(page, floor, "ira")
    page.get_by_test_id("main-records").wait_for(timeout=WAIT_MS)
    key = signed(page)

    go(page, "verify")
    page.get_by_test_id("verify-key").fill(key)
    page.get_by_test_id("keep-key").click()
    page.get_by_test_id("verify-own").click()
    finding(page, "holds")
    expect(page.get_by_test_id("finding")).to_have_attribute("data-trust", "given")
    expect(page.get_by_test_id("finding")).to_contain_text("from the beginning of the journal")
    keep(page, "console-records-verify")

    go(page, "export")
    with page.expect_download() as taken:
        page.get_by_test_id("export-entries").click()
    whole = tmp_path / "entries.jsonl"
    taken.value.save_as(whole)
    with page.expect_download() as taken:
        page.get_by_test_id("prove-entry").fill("7")
        page.get_by_test_id("prove-entries").click()
    proof = tmp_path / "proof.json"
    taken.value.save_as(proof)
    keep(page, "console-records-export")

    lines = whole.read_bytes().splitlines(keepends=True)
    lines[12] = lines[12].replace(b'"number":', b'"number":1', 1)
    tampered = tmp_path / "tampered.jsonl"
    tampered.write_bytes(b"".join(lines))
    go(page, "verify")
    expect(page.get_by_test_id("verify-key")).to_have_value(key)
    page.context.set_offline(True)
    page.get_by_test_id("verify-file").set_input_files(tampered)
    finding(page, "wrong")
    expect(page.get_by_test_id("finding")).to_contain_text("WRONG AT ENTRY 12")
    keep(page, "console-records-tampered")
    page.get_by_test_id("verify-file").set_input_files(whole)
    finding(page, "holds")
    page.get_by_test_id("verify-file").set_input_files(proof)
    finding(page, "proven")
    page.context.set_offline(False)


def test_a_notice_that_was_given_is_noted_by_the_inspector(make_page: MakePage, floor: RunningFloor) -> None:
    told, noting = make_page(TABLET), make_page(DESK)
    log_in(noting, floor, "ira")
    noting.get_by_test_id("main-records").wait_for(timeout=WAIT_MS)
    go(noting, "notices")
    expect(noting.get_by_test_id("no-dues")).to_be_visible(timeout=WAIT_MS)
    log_in(told, floor, "ann")
    begin_act(told, "A", "NotifyOfficial")
    told.get_by_test_id("field-official").fill("inspector")
    told.get_by_test_id("do-NotifyOfficial").click()
    due = noting.get_by_test_id("dues-note").get_by_test_id("due")
    expect(due).to_contain_text("told by ann", timeout=WAIT_MS)
    keep(noting, "console-records-notices")
    due.get_by_test_id("act-NoteNotice").click()
    noting.get_by_test_id("field-words").fill("read at the desk")
    noting.get_by_test_id("do-NoteNotice").click()
    noted = noting.get_by_test_id("dues-noted").get_by_test_id("due")
    expect(noted).to_contain_text("noted by ira", timeout=WAIT_MS)
    expect(noted).to_contain_text("read at the desk")
    told.evaluate("location.hash = '#/records/notices'")
    expect(told.get_by_test_id("dues-noted")).to_contain_text("noted by ira", timeout=WAIT_MS)
    expect(told.get_by_test_id("act-NoteNotice")).to_have_count(0)


def test_a_clause_the_software_and_the_wheel_are_looked_into(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(DESK)
    log_in(page, floor, "ira")
    page.get_by_test_id("main-records").wait_for(timeout=WAIT_MS)
    go(page, "conformance")
    page.get_by_test_id("cell-ministar-money").click(timeout=WAIT_MS)
    page.get_by_test_id("clause-ministar-5.2").click()
    panel = page.get_by_test_id("clause-panel")
    expect(panel).to_have_attribute("data-clause", "ministar:5.2")
    expect(panel).to_contain_text("powers.withhold_paper")
    expect(panel.get_by_test_id("clause-tests")).to_contain_text("test_")
    expect(panel.locator("[data-standing]")).to_have_text("proved by behaviour")
    expect(page.get_by_test_id("cell-ministar-money")).to_have_attribute(
        "title", re.compile("proved by behaviour, 0 held as data, 0 open")
    )
    keep(page, "console-records-conformance")

    go(page, "software")
    digest = page.get_by_test_id("software-digest")
    expect(digest).to_have_text(re.compile("[0-9a-f]{64}"), timeout=WAIT_MS)
    page.get_by_test_id("software-typed").fill("00" + digest.inner_text()[2:])
    expect(page.get_by_test_id("software-compared")).to_have_attribute("data-compared", "other")
    page.get_by_test_id("software-typed").fill(digest.inner_text().upper())
    expect(page.get_by_test_id("software-compared")).to_have_attribute("data-compared", "same")
    keep(page, "console-records-software")

    go(page, "statistics/A")
    page.get_by_test_id("statistics-go").click(timeout=WAIT_MS)
    expect(page.get_by_test_id("statistics-count")).to_contain_text("outcomes", timeout=WAIT_MS)
    expect(page.get_by_test_id("fallen-rows-outcome").locator("tbody tr")).to_have_count(37)
    keep(page, "console-records-statistics")
