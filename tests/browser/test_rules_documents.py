"""The instrument itself, all the way: attached in the console, read by a player at the terminal, sold at the cage."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import CABINET, MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS, open_terminal
from tests.browser.screens import PHONE, keep, serious_findings
from tests.browser.staff import log_in
from tests.marks import clause
from tests.pdf_text import text_of

STEADY = ["--tables", "E", "--period", "600", "--launch", "500"]
WORDS = "1. These words stand for the rules of a game.\n2. A copy is for anybody who asks.\n" * 1_000
DOCUMENT = FilePayload(name="roulette-2003.txt", mimeType="text/plain", buffer=WORDS.encode())
PDF = FilePayload(name="roulette.pdf", mimeType="application/pdf", buffer=b"%PDF-1.7\n" + bytes(range(256)))
PAGE = FilePayload(name="page.txt", mimeType="text/plain", buffer=b"<!doctype html><script>alert(1)</script>")
LARGE = FilePayload(name="large.pdf", mimeType="application/pdf", buffer=b"%PDF-" + bytes(33 * 1024 * 1024))
PICTURE = FilePayload(name="picture.pdf", mimeType="application/pdf", buffer=b"\x89PNG\xff")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *STEADY) as running:
        yield running


@clause("adelaide", "12(m)")
def test_a_document_goes_from_the_console_to_the_player_and_a_copy_over_the_counter(
    make_page: MakePage, floor: RunningFloor
) -> None:
    terminal, ann, cas = make_page(motion=True), make_page(), make_page()
    open_terminal(terminal, floor.address, "R1")
    log_in(ann, floor, "ann", "equipment/E")
    log_in(cas, floor, "cas", "cage/copies")
    expect(cas.get_by_test_id("copy-none")).to_be_visible(timeout=WAIT_MS)
    rules_at(terminal)
    expect(terminal.get_by_test_id("no-instrument")).to_be_visible(timeout=WAIT_MS)
    keep(terminal, "rules-without-document")
    wrong_ones_are_said(ann)
    attach(ann, DOCUMENT, price="5.50")
    expect(ann.get_by_test_id("document-told")).to_contain_text("is attached", timeout=WAIT_MS)
    expect(ann.get_by_test_id("document-given")).to_contain_text(DOCUMENT["name"])
    assert serious_findings(ann) == []
    keep(ann, "console-rules-documents")
    player_reads_it(terminal)
    a_phone_reads_it(make_page, floor)
    copy_is_sold(cas, floor)
    report_has_it(cas)
    same_again_and_withdrawn(ann, terminal, cas)


def rules_at(terminal: Page) -> None:
    """Opens the rules at a terminal, anew."""
    if terminal.get_by_test_id("rules").is_visible():
        terminal.keyboard.press("Escape")
        expect(terminal.get_by_test_id("rules")).to_have_count(0)
    terminal.get_by_test_id("open-rules").tap()
    expect(terminal.get_by_test_id("rules-text")).to_be_visible(timeout=WAIT_MS)


def fill_in(page: Page, file: FilePayload, *, day: str = "2003-05-20", last: str = "", price: str = "") -> None:
    form = page.get_by_test_id("attach-adelaide")
    form.get_by_test_id("document-file").set_input_files(file)
    form.get_by_test_id("document-from").fill(day)
    form.get_by_test_id("document-until").fill(last)
    form.get_by_test_id("document-price").fill(price)


def attach(page: Page, file: FilePayload, price: str) -> None:
    fill_in(page, file, price=price)
    digest = sha256(file["buffer"]).hexdigest()
    expect(page.get_by_test_id("document-hash")).to_contain_text(digest, timeout=WAIT_MS)
    page.get_by_test_id("document-attach").click()


def wrong_ones_are_said(page: Page) -> None:
    """What is no document, too large, or in force on no day is said in words, and nothing of it is on record."""
    page.get_by_test_id("attach-to-adelaide").click(timeout=WAIT_MS)
    wrong, go = page.get_by_test_id("document-wrong"), page.get_by_test_id("document-attach")
    go.click()
    expect(wrong).to_have_text("Choose a file first.")
    for file, words in ((PAGE, "page with markup"), (PICTURE, "neither a PDF nor"), (LARGE, "at most 32 MB")):
        page.get_by_test_id("document-file").set_input_files(file)
        expect(wrong).to_contain_text(words, timeout=WAIT_MS)
    for day, last, price, words in (
        ("", "", "", "from which day"),
        ("2003-05-20", "2003-05-19", "", "before the first"),
        ("2003-05-20", "", "much", "no price"),
    ):
        fill_in(page, DOCUMENT, day=day, last=last, price=price)
        expect(page.get_by_test_id("document-hash")).to_be_visible(timeout=WAIT_MS)
        go.click()
        expect(wrong).to_contain_text(words)
    expect(page.get_by_test_id("document-given")).to_contain_text("No document is in force")


def player_reads_it(terminal: Page) -> None:
    rules_at(terminal)
    expect(terminal.get_by_test_id("instrument-text")).to_contain_text("These words stand", timeout=WAIT_MS)
    expect(terminal.get_by_test_id("instrument-hash")).to_have_text(sha256(DOCUMENT["buffer"]).hexdigest())
    expect(terminal.get_by_test_id("no-instrument")).to_have_count(0)
    expect(terminal.get_by_test_id("instrument")).to_contain_text("5.50")
    keep(terminal, "rules-with-document")


def a_phone_reads_it(make_page: MakePage, floor: RunningFloor) -> None:
    phone = make_page(PHONE, motion=True)
    phone.goto(floor.address + "rules/#table=E")
    expect(phone.get_by_test_id("instrument-text")).to_contain_text("These words stand", timeout=WAIT_MS)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    keep(phone, "rules-phone")


def copy_is_sold(page: Page, floor: RunningFloor) -> None:
    """Not without a drawer; then at the price, into it, with a receipt."""
    sell = page.get_by_test_id("sell-copy-adelaide")
    sell.click(timeout=WAIT_MS)
    expect(page.get_by_test_id("copy-no")).to_contain_text("no drawer open", timeout=WAIT_MS)
    page.get_by_test_id("cage-drawer").click()
    page.get_by_test_id("drawer-name").fill("1")
    page.get_by_test_id("open-drawer").get_by_test_id("pieces-10000").fill("1")
    page.get_by_test_id("drawer-open").click()
    expect(page.get_by_test_id("own-drawer")).to_have_attribute("data-cents", "10000", timeout=WAIT_MS)
    page.get_by_test_id("cage-copies").click()
    sell.click()
    expect(page.get_by_test_id("copy-sold")).to_contain_text("Receipt 1", timeout=WAIT_MS)
    expect(page.get_by_test_id("own-drawer")).to_have_attribute("data-cents", "10550", timeout=WAIT_MS)
    assert serious_findings(page) == []
    keep(page, "console-cage-copies")
    paper = page.request.get(floor.address + "api/forms/copies/1")
    assert paper.headers["content-type"] == "application/pdf"
    assert "AUD 5.50" in text_of(paper.body())
    page.get_by_test_id("cage-drawer").click()
    expect(page.get_by_test_id("drawer-1")).to_contain_text("adds up to the ledger", timeout=WAIT_MS)
    keep(page, "console-cage-drawer-sold")
    page.get_by_test_id("cage-copies").click()


def report_has_it(page: Page) -> None:
    page.evaluate("location.hash = '#/reports/cage/today'")
    report = page.get_by_test_id("report")
    expect(report).to_have_attribute("data-kind", "cage", timeout=WAIT_MS)
    expect(report).to_contain_text("Copies of rules sold", timeout=WAIT_MS)
    expect(page.get_by_test_id("verdict")).to_contain_text("checks hold", timeout=WAIT_MS)
    page.evaluate("location.hash = '#/cage/copies'")


def same_again_and_withdrawn(ann: Page, terminal: Page, cas: Page) -> None:
    attach(ann, DOCUMENT, price="5.50")
    expect(ann.get_by_test_id("document-told")).to_contain_text("nothing was changed", timeout=WAIT_MS)
    attach(ann, PDF, price="7.00")
    expect(ann.get_by_test_id("document-told")).to_contain_text("roulette.pdf is attached", timeout=WAIT_MS)
    expect(cas.get_by_test_id("sell-copy-adelaide")).to_contain_text("7.00", timeout=WAIT_MS)
    rules_at(terminal)
    link = terminal.get_by_test_id("instrument-open")
    got = terminal.request.get(terminal.url.partition("/terminal")[0] + str(link.get_attribute("href")))
    assert (got.body(), got.headers["content-type"]) == (PDF["buffer"], "application/pdf")
    for name in (PDF["name"], DOCUMENT["name"]):
        document = ann.get_by_test_id(f"document-{name}")
        document.get_by_test_id("act-WithdrawRules").click()
        ann.get_by_test_id("do-WithdrawRules").click(timeout=WAIT_MS)
        expect(ann.get_by_test_id("act-panel")).to_have_count(0, timeout=WAIT_MS)
        expect(document).to_have_attribute("data-standing", "withdrawn", timeout=WAIT_MS)
    keep(ann, "console-rules-withdrawn")
    expect(cas.get_by_test_id("copy-none")).to_be_visible(timeout=WAIT_MS)
    rules_at(terminal)
    expect(terminal.get_by_test_id("no-instrument")).to_be_visible(timeout=WAIT_MS)


def test_who_does_not_hold_it_sees_neither_form_nor_sale(make_page: MakePage, floor: RunningFloor) -> None:
    dealer, inspector = make_page(CABINET), make_page(CABINET)
    log_in(dealer, floor, "dan", "cage/copies")
    expect(dealer.get_by_test_id("copies")).to_have_count(0)
    log_in(inspector, floor, "ira", "equipment/E")
    expect(inspector.get_by_test_id("documents-adelaide")).to_be_visible(timeout=WAIT_MS)
    expect(inspector.get_by_test_id("attach-to-adelaide")).to_have_count(0)
    inspector.evaluate("location.hash = '#/cage/copies'")
    expect(inspector.get_by_test_id("cage-redeem")).to_be_visible(timeout=WAIT_MS)
    expect(inspector.get_by_test_id("cage-copies")).to_have_count(0)
