"""A promotion in a real browser: from the first draft to the prize that was signed for, and the draw done over."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePage
from tests.browser.floors import FAST, RunningFloor, running_floor
from tests.browser.play import WAIT_MS, centres, fresh_round, open_terminal, put_in
from tests.browser.screens import PHONE, keep, serious_findings
from tests.browser.staff import log_in
from tests.marks import clause

DESK, TABLET = (1440, 900), (1024, 768)
TERMS = {
    "manner": "One entry is drawn by lot from all entries.",
    "award-when": "On the evening of the draw",
    "nature": "Five hundred dollars in cash",
    "more": "Staff of the house do not take part.",
}
MEMBER = "is a member of the club"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), "--tables", "A,D", *FAST) as running:
        yield running


def minute(hours: float = 0) -> str:
    """A moment as a field for date and time takes it, in the zone of the floor."""
    return (datetime.now(UTC) + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M")


def fill(page: Page, **fields: str) -> None:
    """Fields of the terms, by their names."""
    for name, words in fields.items():
        page.get_by_test_id(f"terms-{name.replace('_', '-')}").fill(words)


def do(page: Page, act: str) -> None:
    """Confirms what the floor said it would do."""
    button = page.get_by_test_id(f"do-{act}")
    expect(button).to_be_enabled(timeout=WAIT_MS)
    # The panel of the shell takes the first press as the wish to see what would happen, as long as that is not said.
    expect(button).not_to_have_attribute("aria-disabled", "true", timeout=WAIT_MS)
    button.click()
    expect(button).to_have_count(0, timeout=WAIT_MS)


def save_draft(page: Page) -> None:
    """Saves the terms, and waits until they are what is on record."""
    page.get_by_test_id("do-DraftPromotion").click(timeout=WAIT_MS)
    expect(page.get_by_test_id("checks")).to_contain_text("As the version on record answers it", timeout=WAIT_MS)


def begin(page: Page, act: str, **fields: str) -> None:
    """Opens the panel of an act, fills it, and does it."""
    page.get_by_test_id(f"act-{act}").first.click(timeout=WAIT_MS)
    for name, words in fields.items():
        page.get_by_test_id(f"field-{name}").fill(words)
    do(page, act)


def draft(page: Page, name: str, rulebook: str) -> None:
    """Everything novo-unity asks for, but who may take part."""
    page.get_by_test_id("new-promotion").click(timeout=WAIT_MS)
    page.get_by_test_id("terms-rulebook").select_option(rulebook)
    fill(page, name=name, title=f"{name.title()} draw", **TERMS, award_from=minute(-0.1), award_until=minute(48))
    page.get_by_test_id("terms-qualifying").select_option("amount")
    fill(page, qualifying_wager="1.00")
    page.get_by_test_id("terms-earns").select_option("round")
    page.get_by_test_id("add-prize").click()
    fill(page, prize_1_words="Cash", prize_1_value="500.00")
    page.get_by_test_id("add-prize").click()
    fill(page, prize_2_words="Cash", prize_2_value="50.00")
    page.get_by_test_id("do-DraftPromotion").click(timeout=WAIT_MS)
    # Saved, it is one of those on record, and the form goes on from there.
    expect(page.get_by_test_id("stage")).to_have_text("Draft", timeout=WAIT_MS)


def to_part(page: Page, part: str) -> None:
    page.get_by_test_id(f"part-{part}").click(timeout=WAIT_MS)


def sign(page: Page) -> None:
    """A stroke across the field for the signature."""
    field = page.get_by_test_id("pad")
    field.scroll_into_view_if_needed()
    pad = field.bounding_box()
    assert pad is not None
    for step in range(30):
        along, up = 0.15 + 0.022 * step, 0.55 + 0.3 * ((step * 7) % 5 - 2) / 4
        page.mouse.move(pad["x"] + along * pad["width"], pad["y"] + up * pad["height"])
        if step == 0:
            page.mouse.down()
    page.mouse.up()


def check_refused_until_answered(page: Page) -> None:
    """What is missing is told with its clause, and nothing is filed; answered, it is."""
    missing = page.get_by_test_id("checks").locator('[data-item="eligibility"]')
    expect(missing).to_have_attribute("data-answered", "false", timeout=WAIT_MS)
    expect(missing).to_contain_text("6.5.3")
    keep(page, "console-promotions-draft")
    to_part(page, "overview")
    page.get_by_test_id("file").click(timeout=WAIT_MS)
    page.get_by_test_id("file-reference").fill("LIQ-2026-117")
    expect(page.get_by_test_id("problems").locator("li")).to_have_attribute("data-clause", "6.5.3")
    expect(page.get_by_test_id("preview-refused")).to_contain_text("6.5.3", timeout=WAIT_MS)
    expect(page.get_by_test_id("do-FilePromotion")).to_be_disabled()
    keep(page, "console-promotions-refused")
    to_part(page, "terms")
    fill(page, eligibility="Members of the club who are of age.", conditions=MEMBER)
    save_draft(page)
    expect(missing).to_have_attribute("data-answered", "true", timeout=WAIT_MS)


def file_and_publish(page: Page) -> None:
    to_part(page, "overview")
    page.get_by_test_id("file").click(timeout=WAIT_MS)
    page.get_by_test_id("file-reference").fill("LIQ-2026-117")
    do(page, "FilePromotion")
    page.get_by_test_id("publish").click(timeout=WAIT_MS)
    page.get_by_test_id("also-at").fill("Brochure at the desk")
    do(page, "PublishPromotion")
    begin(page, "AnnouncePromotion", words="Every round counts")


def read_terms(page: Page, floor: RunningFloor) -> None:
    """What a patron reads on a phone, and has printed."""
    page.goto(floor.address + "promotions")
    page.get_by_test_id("promotion-spring").get_by_role("link").first.click(timeout=WAIT_MS)
    terms = page.get_by_test_id("terms")
    for words in (*TERMS.values(), "Members of the club", MEMBER, "at least 1.00", "Value 500.00"):
        expect(terms).to_contain_text(words, timeout=WAIT_MS)
    # Drafted once more before it was filed, so it is the second version that everybody reads.
    expect(page.get_by_test_id("version")).to_contain_text("Version 2 of")
    assert serious_findings(page) == []
    page.get_by_test_id("language-zh-Hans").click()
    expect(page.get_by_role("heading", name="谁可以参加")).to_be_visible(timeout=WAIT_MS)
    page.get_by_test_id("language-en").click()
    expect(page.get_by_role("heading", name="Who may take part")).to_be_visible(timeout=WAIT_MS)
    keep(page, "promotion-terms-phone")
    page.emulate_media(media="print")
    expect(page.get_by_test_id("print")).to_be_hidden()
    expect(terms).to_contain_text(TERMS["manner"])
    page.set_viewport_size({"width": 794, "height": 1123})
    keep(page, "promotion-terms-print")
    page.emulate_media(media="screen")


def take_part(desk: Page, player: Page, floor: RunningFloor) -> None:
    """An entrant is registered, sits down, plays one round, and has one entry."""
    to_part(desk, "entrants")
    desk.get_by_test_id("register").click(timeout=WAIT_MS)
    desk.get_by_test_id("entrant-number").fill("E1")
    desk.get_by_test_id("entrant-name").fill("Kim Example")
    desk.get_by_test_id("entrant-contact").fill("02 5550 1234")
    expect(desk.get_by_test_id("preview-refused")).to_contain_text("6.5.3", timeout=WAIT_MS)
    desk.get_by_test_id("meets-0").check()
    do(desk, "RegisterEntrant")
    open_terminal(player, floor.address, "N1")
    put_in(player, 20)
    begin(desk, "SeatEntrant", terminal="N1")
    expect(desk.get_by_test_id("entrant-E1")).to_contain_text("N1", timeout=WAIT_MS)
    player.get_by_test_id("open-promotions").tap()
    expect(player.get_by_test_id("promotions")).to_contain_text("Every round counts", timeout=WAIT_MS)
    expect(player.get_by_test_id("promotions")).to_contain_text(TERMS["manner"])
    keep(player, "promotion-terminal")
    player.keyboard.press("Escape")
    fresh_round(player)
    player.touchscreen.tap(*centres(player)["red"])
    expect(desk.get_by_test_id("entries-E1")).to_have_text("1", timeout=WAIT_MS)
    keep(desk, "console-promotions-entrants")


def draw(page: Page) -> None:
    """What follows is said before: what is set aside, and that nobody is left for the second prize."""
    to_part(page, "draw")
    expect(page.get_by_test_id("too-few")).to_contain_text("one prize would have no winner", timeout=WAIT_MS)
    page.get_by_test_id("call-draw").click(timeout=WAIT_MS)
    said = page.get_by_test_id("form-CallDraw")
    expect(said).to_contain_text("500.00 is set aside")
    expect(said).to_contain_text("one prize would have no winner")
    expect(said).to_contain_text("1 entry of 1 entrant", timeout=WAIT_MS)
    keep(page, "console-promotions-call")
    do(page, "CallDraw")
    expect(page.get_by_test_id("won-1")).to_have_attribute("data-entrant", "E1", timeout=WAIT_MS)
    expect(page.get_by_test_id("nobodys-2")).to_contain_text("it has no winner")
    # The button is gone with the act; whoever works by keys is still where it was.
    assert page.evaluate("document.activeElement !== document.body")


def pay(page: Page, floor: RunningFloor) -> None:
    """At the cage: whoever pays sees who has won, and nobody else who takes part."""
    log_in(page, floor, "cas", "cage/drawer")
    page.get_by_test_id("drawer-name").fill("d1")
    page.get_by_test_id("open-drawer").get_by_test_id("pieces-10000").fill("4")
    page.get_by_test_id("drawer-open").click(timeout=WAIT_MS)
    expect(page.get_by_test_id("drawer-d1")).to_be_visible(timeout=WAIT_MS)
    page.get_by_test_id("area-promotions").click()
    page.get_by_role("link", name="Spring draw").click(timeout=WAIT_MS)
    to_part(page, "draw")
    expect(page.get_by_test_id("won-1")).to_contain_text("Kim Example", timeout=WAIT_MS)
    page.get_by_test_id("pay-1").click()
    # Nothing is proposed that the drawer does not hold, and nobody signs for what would be refused.
    expect(page.get_by_test_id("in-drawer")).to_contain_text("400.00", timeout=WAIT_MS)
    expect(page.get_by_test_id("asked-cash")).to_have_value("")
    page.get_by_test_id("asked-cash").fill("500")
    expect(page.get_by_test_id("preview-refused")).to_contain_text("not so much cash", timeout=WAIT_MS)
    expect(page.get_by_test_id("pad")).to_have_count(0)
    page.get_by_test_id("asked-cash").fill("400")
    page.get_by_test_id("asked-transfer").fill("100")
    expect(page.get_by_test_id("to-sign")).to_be_visible(timeout=WAIT_MS)
    sign(page)
    expect(page.get_by_test_id("do-PayPrize")).to_be_enabled(timeout=WAIT_MS)
    keep(page, "console-promotions-pay")
    do(page, "PayPrize")
    expect(page.get_by_test_id("paid-1")).to_contain_text("Cash 400.00, Transfer 100.00", timeout=WAIT_MS)


def close(page: Page) -> None:
    """The results are made public, and everything is done."""
    begin(page, "PublishResults", how="At the desk and on the page of the promotion")
    to_part(page, "overview")
    begin(page, "ClosePromotion")
    expect(page.get_by_test_id("stage")).to_have_text("Closed", timeout=WAIT_MS)


@clause("novo-unity", "6.1", "6.3", "6.5.3")
def test_a_promotion_from_draft_to_prize_paid(make_page: MakePage, floor: RunningFloor) -> None:
    desk, patron, player = make_page(DESK), make_page(PHONE), make_page()
    log_in(desk, floor, "ann", "promotions")
    draft(desk, "spring", "novo-unity")
    check_refused_until_answered(desk)
    file_and_publish(desk)
    read_terms(patron, floor)
    begin(desk, "StartPromotion")
    expect(desk.get_by_test_id("stage")).to_have_text("Running", timeout=WAIT_MS)
    assert serious_findings(desk) == []
    keep(desk, "console-promotions-running")
    wall = make_page()
    wall.goto(floor.address + "display/#table=D")
    expect(wall.get_by_test_id("announcement")).to_contain_text("Terms: promotions/spring", timeout=WAIT_MS)
    keep(wall, "display-promotion")
    take_part(desk, player, floor)
    draw(desk)
    pay(make_page(TABLET), floor)
    close(desk)
    patron.reload()
    expect(patron.get_by_test_id("result-1")).to_contain_text("won by entrant E1", timeout=WAIT_MS)
    expect(patron.get_by_test_id("check")).to_contain_text("Prize 1: entrant E1, entry 1", timeout=WAIT_MS)
    expect(patron.get_by_test_id("redrawn")).to_have_attribute("data-verdict", "good", timeout=WAIT_MS)
    expect(patron.locator("body")).not_to_contain_text("Kim Example")
    patron.get_by_test_id("results").scroll_into_view_if_needed()
    keep(patron, "promotion-results")


@clause("ministar", "6.7", "6.9")
def test_terms_that_were_filed_wait_a_day_and_the_authority_sees_them(make_page: MakePage, floor: RunningFloor) -> None:
    desk = make_page(TABLET)
    log_in(desk, floor, "ann", "promotions")
    draft(desk, "autumn", "ministar")
    checks = desk.get_by_test_id("checks")
    expect(checks.locator('[data-answered="false"]')).to_have_count(7, timeout=WAIT_MS)
    keep(desk, "console-promotions-ministar")
    fill(
        desk,
        eligibility="Anybody of age.",
        award_where="At the stage",
        place="In the casino",
        starts=minute(-0.1),
        ends=minute(40),
        entries_close=minute(30),
        award_from=minute(30),
        claiming="At the desk, with a document.",
        publication="On this page",
    )
    desk.get_by_test_id("terms-presence").select_option("not-required")
    desk.get_by_test_id("terms-notify-telephone").check()
    save_draft(desk)
    expect(checks.locator('[data-answered="false"]')).to_have_count(0, timeout=WAIT_MS)
    to_part(desk, "overview")
    desk.get_by_test_id("file").click(timeout=WAIT_MS)
    desk.get_by_test_id("file-reference").fill("LIQ-2026-118")
    for item in ("tobacco", "firearm", "prohibited-weapon", "liquor-over-20-litres", "prescribed-item"):
        desk.get_by_test_id(f"declare-{item}").check()
    desk.get_by_test_id("list-checked").check()
    do(desk, "FilePromotion")
    desk.get_by_test_id("publish").click(timeout=WAIT_MS)
    do(desk, "PublishPromotion")
    desk.get_by_test_id("act-StartPromotion").click(timeout=WAIT_MS)
    expect(desk.get_by_test_id("preview-refused")).to_contain_text("6.9", timeout=WAIT_MS)
    keep(desk, "console-promotions-day")
    authority = make_page(DESK)
    log_in(authority, floor, "ira", "promotions/autumn/record")
    expect(authority.get_by_test_id("filings")).to_contain_text("Version 2, reference LIQ-2026-118", timeout=WAIT_MS)
    expect(authority.get_by_test_id("new-promotion")).to_have_count(0)
    keep(authority, "console-promotions-authority")


def test_every_kind_of_prize_can_be_drafted_and_what_was_typed_waits(make_page: MakePage, floor: RunningFloor) -> None:
    desk = make_page(DESK)
    log_in(desk, floor, "ann", "promotions")
    desk.get_by_test_id("new-promotion").click(timeout=WAIT_MS)
    desk.get_by_test_id("terms-rulebook").select_option("ministar")
    fill(desk, name="kinds", title="Something of everything")
    desk.get_by_test_id("add-prize").click()
    offered = desk.get_by_test_id("terms-prize-1-kind").locator("option")
    kinds = [each.get_attribute("value") or "" for each in offered.all()]
    assert {"motor-vehicle", "travel", "real-estate"} <= set(kinds)
    for number, kind in enumerate(kinds, 1):
        if number > 1:
            desk.get_by_test_id("add-prize").click()
        desk.get_by_test_id(f"terms-prize-{number}-kind").select_option(kind)
        fill(desk, **{f"prize_{number}_words": kind, f"prize_{number}_value": "100.00"})
        answers = desk.get_by_test_id(f"prize-{number}").locator("select:not([data-testid$='-kind'])")
        for each in answers.all():
            each.select_option("no")
    # Somebody looks elsewhere, and goes on where they were.
    desk.get_by_test_id("area-floor").click()
    desk.get_by_test_id("area-promotions").click()
    desk.get_by_test_id("new-promotion").click(timeout=WAIT_MS)
    expect(desk.get_by_test_id("kept")).to_be_visible(timeout=WAIT_MS)
    expect(desk.get_by_test_id("terms-title")).to_have_value("Something of everything")
    keep(desk, "console-promotions-kinds")
    desk.get_by_test_id("do-DraftPromotion").click(timeout=WAIT_MS)
    expect(desk.get_by_test_id("stage")).to_have_text("Draft", timeout=WAIT_MS)
    expect(desk.get_by_test_id("kept")).to_have_count(0)
    vehicle = kinds.index("motor-vehicle") + 1
    expect(desk.get_by_test_id(f"terms-prize-{vehicle}-on-road-costs")).to_have_value("no")
