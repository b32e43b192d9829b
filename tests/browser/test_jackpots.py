"""A mystery jackpot from its seed to the cashier, on every screen that shows it; and what a fault of one looks like."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS, centres, open_terminal, put_in, shown, wait_for_phase
from tests.browser.screens import keep, serious_findings
from tests.browser.staff import log_in
from tests.browser.test_cage_day import open_drawer, pay_by_enter
from tests.marks import clause

DESK, SMALL = (1440, 900), (1280, 800)
FLOOR = ["--tables", "D", "--period", "8", "--launch", "2", "--time-factor", "8"]
SEED, LOW, HIGH = 10_000, 10_006, 10_008
STAKE, RATE_PERCENT = 500, "1"
"""One round of such a stake leaves the pool below LOW, two bring it beyond HIGH: it hits in the second."""
JACKPOT, LEVEL = "river", "main"
TRIES, LAID_MS = 5, 5_000
AT_REST = "(each) => Promise.all(each.getAnimations().map(({ finished }) => finished)).then(() => true)"
HASH = re.compile("^[0-9a-f]{64}$")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *FLOOR) as running:
        yield running


def set_up(page: Page) -> None:
    """As a real form: what does not fit is not sent, figures follow what is typed, the floor says what it would do."""
    page.get_by_test_id("set-up").click(timeout=WAIT_MS)
    expect(page.get_by_test_id("approval-mystery-process")).not_to_contain_text("none", timeout=WAIT_MS)
    typed = {
        "jackpot-name": JACKPOT, "jackpot-title": "River", "level-0-title": "River", "level-0-seed": "100.00",
        "level-0-rate-D": "much", "level-0-low": "100.06", "level-0-high": "100.08",
    }  # fmt: skip
    for field, text in typed.items():
        page.get_by_test_id(field).fill(text)
    expect(page.get_by_test_id("check-jackpot")).to_be_disabled()
    page.get_by_test_id("level-0-rate-D").fill(f"{RATE_PERCENT} %")
    page.get_by_test_id("turnover-D").fill("5.00")
    figures = page.get_by_test_id(f"figures-{LEVEL}")
    expect(figures.locator("[data-figure=mean_value]")).to_have_text("100.07", timeout=WAIT_MS)
    keep(page, "console-jackpots-set-up")
    page.get_by_test_id("check-jackpot").click()
    expect(page.get_by_test_id("preview")).to_contain_text("4.1.3", timeout=WAIT_MS)
    expect(page.get_by_test_id("follows")).to_contain_text("+100.00")
    page.get_by_test_id("do-SetUpJackpot").click()
    expect(page.get_by_test_id(f"jackpot-{JACKPOT}")).to_be_visible(timeout=WAIT_MS)


def in_pool(page: Page, cents: int) -> None:
    """The pool at the desk, with a commitment that was there before the first contribution, and sums that agree."""
    level = page.get_by_test_id(f"jackpot-{JACKPOT}").get_by_test_id(f"level-{LEVEL}")
    expect(level.get_by_test_id("level-amount")).to_have_attribute("data-cents", str(cents), timeout=WAIT_MS)
    expect(level).to_have_attribute("data-agrees", "true")
    # What is laid in the round that runs while it begins does not count.
    expect(level.locator(".not")).to_have_count(0, timeout=WAIT_MS)
    expect(level.get_by_test_id("commitment").locator("code")).to_have_text(HASH)


def on_wall(page: Page) -> Locator:
    return page.get_by_test_id(f"jackpot-{JACKPOT}-{LEVEL}").get_by_test_id("jackpot-amount").locator("[data-cents]")


def wager_once(page: Page) -> None:
    """Five on red, in a round that is open."""
    page.get_by_test_id(f"chip-{STAKE}").tap()
    staked = page.get_by_test_id("staked")
    expect(staked).to_have_text("0.00", timeout=WAIT_MS)
    for _ in range(TRIES):
        wait_for_phase(page, "OPEN")
        page.touchscreen.tap(*centres(page)["red"])
        # One that came too late is laid again in the next round.
        with suppress(AssertionError):
            expect(staked).to_have_text("5.00", timeout=LAID_MS)
            return
    raise AssertionError("no wager was accepted")


@clause("novo-unity", "3.6.2")
@clause("novo-unity", "4.1.4")
@clause("novo-unity", "4.1.5.2")
def test_a_mystery_jackpot_from_its_seed_to_the_cashier(make_page: MakePage, floor: RunningFloor) -> None:
    desk, wall, terminal = make_page(DESK), make_page(), make_page(SMALL)
    log_in(desk, floor, "ann", "jackpots")
    set_up(desk)
    in_pool(desk, SEED)
    wall.goto(f"{floor.address}display/#show=jackpots")
    expect(on_wall(wall)).to_have_attribute("data-cents", str(SEED), timeout=WAIT_MS)
    open_terminal(terminal, floor.address, "N1")
    put_in(terminal, 20)
    _how_it_is_won(terminal)

    wager_once(terminal)
    expect(on_wall(wall)).to_have_attribute("data-cents", str(SEED + 5), timeout=WAIT_MS)
    expect(on_wall(wall)).to_have_text("100.05", timeout=WAIT_MS)
    in_pool(desk, SEED + 5)
    keep(wall, "display-jackpots")
    wager_once(terminal)
    expect(wall.get_by_test_id("win-terminal")).to_contain_text("N1", timeout=WAIT_MS)
    won = int(wall.get_by_test_id("win-amount").get_attribute("data-cents") or 0)
    assert LOW <= won <= HIGH
    moment = terminal.get_by_test_id("jackpot-moment")
    expect(moment).to_have_attribute("data-locked", "true", timeout=WAIT_MS)
    expect(terminal.get_by_test_id("moment-amount")).to_have_text(f"{won / 100:.2f}")
    expect(moment).to_contain_text("An attendant is coming")
    terminal.keyboard.press("Escape")
    terminal.keyboard.press("Escape")
    expect(moment).to_be_visible()
    _helped_while_it_waits(terminal)
    assert serious_findings(terminal) == []
    _keep_at_rest(terminal, "terminal-jackpot-won")
    keep(wall, "display-jackpot-won")

    expect(desk.get_by_test_id("area-jackpots").locator(".badge")).to_have_text("1", timeout=WAIT_MS)
    _cleared_and_paid(desk, terminal, won)
    expect(wall.get_by_test_id("jackpot-win")).to_have_count(0, timeout=WAIT_MS)
    expect(wall.get_by_test_id("jackpot-hits")).to_contain_text(f"{won / 100:.2f}", timeout=WAIT_MS)
    number = _told_how_it_was_paid(terminal, won)
    _redeemed(make_page(DESK), floor, number, won)


def _how_it_is_won(terminal: Page) -> None:
    """The condition in words, bearing the id of the rule that decides."""
    terminal.get_by_test_id("jackpot-strip").tap()
    condition = terminal.get_by_test_id(f"condition-{JACKPOT}/{LEVEL}")
    expect(condition).to_contain_text("between 100.06 and 100.08")
    expect(condition).to_have_attribute("data-rule", f"{JACKPOT}/{LEVEL}")
    expect(condition).to_contain_text("4.1.4")
    keep(terminal, "terminal-jackpots")
    terminal.keyboard.press("Escape")


def _helped_while_it_waits(terminal: Page) -> None:
    """Whoever cannot read it finds their language, and somebody can be called."""
    page, speak = terminal.locator("html"), terminal.get_by_test_id("moment-speak")
    speak.tap()
    expect(page).not_to_have_attribute("lang", "en")
    while (now := page.get_attribute("lang") or "") != "en":
        speak.tap()
        expect(page).not_to_have_attribute("lang", now)
    terminal.get_by_test_id("moment-service").tap()
    terminal.get_by_test_id("call-attendant").tap()
    expect(terminal.get_by_test_id("called-attendant")).to_be_visible(timeout=WAIT_MS)
    terminal.keyboard.press("Escape")
    expect(terminal.get_by_test_id("jackpot-moment")).to_be_visible()


def _keep_at_rest(terminal: Page, name: str) -> None:
    terminal.get_by_test_id("jackpot-moment").evaluate(AT_REST)
    keep(terminal, name)


def _cleared_and_paid(desk: Page, terminal: Page, won: int) -> None:
    """As the house does it: somebody goes there and clears it, then it is paid by voucher, every account shown."""
    award = desk.get_by_test_id(f"award-{JACKPOT}.{LEVEL}.1")
    expect(award).to_contain_text(f"{won / 100:.2f}", timeout=WAIT_MS)
    assert serious_findings(desk) == []
    keep(desk, "console-jackpots-due")
    award.get_by_test_id("award-clear").click()
    desk.get_by_test_id("do-ClearJackpot").click(timeout=WAIT_MS)
    expect(terminal.get_by_test_id("jackpot-moment")).to_have_count(0, timeout=WAIT_MS)
    expect(terminal.get_by_test_id("strip-owed")).to_contain_text(f"{won / 100:.2f}")
    meter = shown(terminal, "meter")
    award.get_by_test_id("award-voucher").click(timeout=WAIT_MS)
    account = desk.get_by_test_id("preview").locator(f'[data-account="award/{JACKPOT}.{LEVEL}.1"]')
    expect(account).to_contain_text(f"-{won / 100:.2f}", timeout=WAIT_MS)
    keep(desk, "console-jackpots-pay")
    desk.get_by_test_id("do-PaperAward").click()
    expect(award).to_have_count(0, timeout=WAIT_MS)
    expect(desk.get_by_test_id(f"hits-{JACKPOT}")).to_contain_text("by voucher", timeout=WAIT_MS)
    assert shown(terminal, "meter") == meter, "a jackpot on paper leaves the meter as it is"


def _told_how_it_was_paid(terminal: Page, won: int) -> str:
    moment = terminal.get_by_test_id("jackpot-moment")
    expect(moment).to_have_attribute("data-stage", "paid", timeout=WAIT_MS)
    expect(moment).to_contain_text("voucher")
    _keep_at_rest(terminal, "terminal-jackpot-paid")
    terminal.get_by_test_id("moment-go-on").tap()
    terminal.get_by_test_id("tab-money").tap()
    expect(terminal.get_by_test_id("ticket-amount")).to_contain_text(f"{won / 100:.2f}", timeout=WAIT_MS)
    return "".join(each for each in terminal.get_by_test_id("ticket-number").inner_text() if each.isdigit())


def _redeemed(cage: Page, floor: RunningFloor, number: str, won: int) -> None:
    log_in(cage, floor, "cas", "cage")
    open_drawer(cage, "1", of_10000=2)
    cage.keyboard.press("r")
    cage.get_by_test_id("paper-number").fill(number)
    cage.get_by_test_id("paper-number").press("Enter")
    expect(cage.get_by_test_id("paper-amount")).to_contain_text(f"{won / 100:.2f}", timeout=WAIT_MS)
    pay_by_enter(cage)
    left = str(20_000 - won)
    expect(cage.get_by_test_id("own-drawer")).to_have_attribute("data-cents", left, timeout=WAIT_MS)


@clause("novo-unity", "4.1.6")
def test_a_fault_is_said_on_every_screen_and_lets_a_pool_be_adjusted(make_page: MakePage, floor: RunningFloor) -> None:
    desk, wall, terminal = make_page(DESK), make_page((1080, 1920)), make_page()
    log_in(desk, floor, "ann", "jackpots")
    wall.goto(f"{floor.address}display/#show=jackpots&lang=it")
    open_terminal(terminal, floor.address, "N2")
    card = desk.get_by_test_id("jackpot-again")
    expect(card.get_by_test_id("adjust-twice")).to_have_count(0)
    card.get_by_test_id("act-DeclareJackpotFault").click(timeout=WAIT_MS)
    desk.get_by_test_id("field-part").select_option("display")
    desk.get_by_test_id("field-why").fill("the display shows nothing")
    desk.get_by_test_id("do-DeclareJackpotFault").click(timeout=WAIT_MS)
    expect(card.get_by_test_id("fault")).to_contain_text("the display shows nothing", timeout=WAIT_MS)
    expect(wall.get_by_test_id("jackpot-again-twice")).to_contain_text("NON IN GIOCO", timeout=WAIT_MS)
    expect(wall.get_by_test_id("jackpot-lucky-mini")).to_have_attribute("data-playing", "true")
    expect(terminal.get_by_test_id("strip-not")).to_contain_text("You do not play for it now", timeout=WAIT_MS)
    keep(wall, "display-jackpot-fault")
    keep(desk, "console-jackpots-fault")
    card.get_by_test_id("adjust-twice").click(timeout=WAIT_MS)
    desk.get_by_test_id("field-value").fill("600.00")
    desk.get_by_test_id("field-why").fill("as the display showed it before it failed")
    changed = desk.get_by_test_id("preview").locator('[data-account="pool/again/twice"]')
    expect(changed).to_contain_text("600.00", timeout=WAIT_MS)
    desk.get_by_test_id("do-AdjustJackpot").click()
    card.get_by_test_id("act-EndJackpotFault").click(timeout=WAIT_MS)
    desk.get_by_test_id("field-why").fill("a cable was put right")
    desk.get_by_test_id("do-EndJackpotFault").click(timeout=WAIT_MS)
    expect(card).to_have_attribute("data-playing", "true", timeout=WAIT_MS)
    expect(card.get_by_test_id("level-twice")).to_have_attribute("data-agrees", "true")
    amount = wall.get_by_test_id("jackpot-again-twice").locator("[data-cents]")
    expect(amount).to_have_attribute("data-cents", "60000", timeout=WAIT_MS)
    expect(terminal.get_by_test_id("strip-not")).to_have_count(0, timeout=WAIT_MS)
