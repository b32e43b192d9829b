"""A dealer's day in a real browser: signs on, sells chips, lays them for players, spins, is stopped by a wrong number,
takes and pays, to the cent; at a wheel with a cloth, and at a money wheel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS, centres, game_of
from tests.browser.screens import keep, serious_findings
from tests.marks import clause

TABLET, DESK = (1024, 768), (1440, 900)
QUICK = ["--tables", "E,F", "--period", "20", "--launch", "5", "--time-factor", "8"]
LEAST_TOUCH = 56


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *QUICK) as running:
        yield running


def log_in(page: Page, floor: RunningFloor, person: str) -> None:
    staff = httpx.get(floor.address + "api/floor", timeout=60).json()["staff"]
    password = next(each["password"] for each in staff if each["person"] == person)
    page.goto(floor.address + "console/")
    page.get_by_test_id("person").fill(person)
    page.get_by_test_id("password").fill(password)
    page.get_by_test_id("log-in").click()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-link", "standing", timeout=WAIT_MS)


def seen(page: Page, floor: RunningFloor, table: str) -> dict[str, Any]:
    """What the floor tells the dealer, past the screen."""
    return dict(page.request.get(f"{floor.address}api/tables/{table}").json())


def sign_on(page: Page, table: str) -> None:
    """Takes the table over from whoever deals there."""
    page.get_by_test_id("area-dealer").click()
    page.get_by_test_id(f"deal-{table}").click()
    expect(page.get_by_test_id("hands")).to_contain_text("simulated dealer", timeout=WAIT_MS)
    page.get_by_test_id("sign-on").click()
    expect(page.get_by_test_id("sign-off")).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_test_id("hands")).to_have_count(0)


def own_round(page: Page) -> None:
    """A round in which nothing has been spun: what the dealer before has begun is brought to its end."""
    step, close = page.get_by_test_id("step-SpinWheel"), page.get_by_test_id("step-CloseWagers")
    spin = page.get_by_test_id("spin")
    for _ in range(3):
        expect(step.or_(spin.locator('xpath=self::*[not(@data-spin="still")]')).first).to_be_visible(timeout=WAIT_MS)
        if spin.get_attribute("data-spin") == "still":
            return
        if close.is_visible():
            close.click()
        expect(spin).to_have_attribute("data-spin", "still", timeout=WAIT_MS)


def give_place(page: Page, player: str, cash: int, colour: str = "", value: int = 0) -> None:
    """A player sits down and buys in."""
    page.get_by_test_id("place-open").click()
    page.get_by_test_id("place-name").fill(player)
    page.get_by_test_id("place-give").click()
    expect(page.get_by_test_id("chips-panel")).to_be_visible(timeout=WAIT_MS)
    page.get_by_test_id(f"buy-{cash}").click()
    if colour:
        page.get_by_test_id(f"colour-{colour}").click()
        page.get_by_test_id(f"value-{value}").click()
        keep(page, "console-dealer-buy-in")
    page.get_by_test_id("buy").click()
    expect(page.get_by_test_id(f"player-{player}")).to_have_attribute("data-hand", str(cash), timeout=WAIT_MS)


def touch(page: Page, spot: str) -> None:
    x, y = centres(page)[spot]
    page.touchscreen.tap(x, y)


def lies(page: Page, spot: str, cents: int) -> None:
    expect(page.get_by_test_id(f"cloth-{spot}")).to_have_attribute("data-cents", str(cents), timeout=WAIT_MS)


def hand(page: Page, player: str, cents: int) -> None:
    expect(page.get_by_test_id(f"player-{player}")).to_have_attribute("data-hand", str(cents), timeout=WAIT_MS)


def key(page: Page, outcome: str) -> None:
    for figure in outcome:
        page.keyboard.press(figure)
    expect(page.get_by_test_id("keyed")).to_have_text(outcome)


def tick_all(page: Page, part: str) -> int:
    """Works through the list, line by line; the sum of what was moved."""
    lines = page.locator(f'[data-testid^="{part}-"][data-cents]')
    sums = [int(line.get_attribute("data-cents") or "0") for line in lines.all()]
    for _ in sums:
        page.keyboard.press("Space")
    expect(page.locator(f'[data-testid^="{part}-"][aria-pressed="false"]')).to_have_count(0)
    return sum(sums)


def won(wager: str, outcome: str, cents: int, rulebook: str, game: str) -> int:
    """What a wager wins by the printed odds."""
    played = game_of(rulebook, game)
    returns = played.spots[wager].returns[played.outcomes.index(outcome)]
    return int(cents * (returns - 1)) if returns else 0


LAID = {("Rita", "red"): 1_000, ("Rita", "straight:17"): 1_000, ("Vic", "black"): 2_500, ("Vic", "dozen:2"): 100}
"""What the players have on the cloth when bets are closed."""


def lay_bets(page: Page) -> None:
    """Two players by touch; a chip below the minimum is asked about first, and told of as long as it lies."""
    page.get_by_test_id("player-Rita").click()
    page.get_by_test_id("chip-red-5").click()
    for spot in ("red", "straight:17"):
        touch(page, spot)
        lies(page, spot, 1_000)
    hand(page, "Rita", 8_000)
    page.keyboard.press("]")
    page.get_by_test_id("chip-2500").click()
    touch(page, "black")
    lies(page, "black", 2_500)
    page.get_by_test_id("chip-100").click()
    lying = centres(page)
    for answer in ("lay-not", "lay-anyway"):
        # What was not agreed to is asked again.
        touch(page, "dozen:2")
        expect(page.get_by_test_id("caution")).to_contain_text("the least is 5.00", timeout=WAIT_MS)
        keep(page, "console-dealer-caution")
        assert centres(page) == lying, "nothing moves under the finger"
        page.get_by_test_id(answer).click()
    expect(page.get_by_test_id("off-limits")).to_contain_text("Vic: 1.00 on", timeout=WAIT_MS)
    assert centres(page) == lying, "nothing moves under the finger"
    hand(page, "Vic", 2_400)


def close_and_spin(page: Page) -> None:
    """Finish betting by its key, no more bets, spin: the turns are counted as they come."""
    page.keyboard.press("1")
    expect(page.get_by_test_id("dealer-phase")).to_have_attribute("data-phase", "FINISHING", timeout=WAIT_MS)
    page.get_by_test_id("step-CloseWagers").click(timeout=WAIT_MS)
    expect(page.get_by_test_id("dealer-phase")).to_have_attribute("data-phase", "CLOSED", timeout=WAIT_MS)
    page.get_by_test_id("step-SpinWheel").click(timeout=WAIT_MS)
    expect(page.get_by_test_id("waits")).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_test_id("enter-by-hand")).to_have_count(0)
    expect(page.get_by_test_id("spin")).to_have_attribute("data-enough", "true", timeout=WAIT_MS)
    expect(page.get_by_test_id("pad")).to_be_visible(timeout=WAIT_MS)


def key_wrong_then_right(page: Page, floor: RunningFloor) -> str:
    """The reader's number is on record; another one that is keyed stops everything. What fell."""
    outcome = str(seen(page, floor, "E")["table"]["outcome"])
    key(page, "7" if outcome != "7" else "8")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("mismatch")).to_contain_text("Nothing is paid", timeout=WAIT_MS)
    expect(page.get_by_test_id("mismatch")).to_contain_text("pit boss or shift manager")
    keep(page, "console-dealer-mismatch")
    assert seen(page, floor, "E")["dolly"] is None
    page.reload()
    expect(page.get_by_test_id("mismatch")).to_contain_text("Nothing is paid", timeout=WAIT_MS)
    page.get_by_test_id("key-again").click()
    key(page, outcome)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("dolly")).to_be_visible(timeout=WAIT_MS)
    return outcome


def take_and_pay(page: Page, wins: dict[tuple[str, str], int]) -> None:
    """Line by line, losers first; the sums of the lists are those of the odds."""
    expect(page.get_by_test_id("plan")).to_have_attribute("data-part", "take")
    assert tick_all(page, "take") == sum(cents for each, cents in LAID.items() if not wins[each])
    keep(page, "console-dealer-take")
    page.get_by_test_id("step-CollectLosers").click()
    expect(page.get_by_test_id("plan")).to_have_attribute("data-part", "pay", timeout=WAIT_MS)
    keep(page, "console-dealer-pay")
    assert tick_all(page, "pay") == sum(wins.values())
    if page.get_by_test_id("pay-spot").is_visible():
        page.get_by_test_id("pay-spot").click()
    page.get_by_test_id("step-PayWinners").click(timeout=WAIT_MS)
    expect(page.get_by_test_id("plan")).to_have_count(0, timeout=WAIT_MS)


@clause("adelaide", "9(d)")
@clause("adelaide", "9(e)")
@clause("adelaide", "6(d)")
def test_a_round_at_the_cloth(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(DESK)
    log_in(page, floor, "dan")
    sign_on(page, "E")
    own_round(page)
    give_place(page, "Rita", 10_000, "red", 200)
    give_place(page, "Vic", 5_000)
    lay_bets(page)
    keep(page, "console-dealer-bets")
    assert serious_findings(page) == []
    close_and_spin(page)
    outcome = key_wrong_then_right(page, floor)
    wins = {each: won(each[1], outcome, cents, "adelaide", "roulette") for each, cents in LAID.items()}
    take_and_pay(page, wins)
    # Winnings are in hand, winning chips ride on their spots.
    hand(page, "Rita", 8_000 + wins["Rita", "red"] + wins["Rita", "straight:17"])
    hand(page, "Vic", 2_400 + wins["Vic", "black"] + wins["Vic", "dozen:2"])
    for (player, spot), cents in LAID.items():
        if wins[player, spot]:
            lies(page, spot, cents)
        else:
            expect(page.get_by_test_id(f"cloth-{spot}")).to_have_count(0)
    page.get_by_test_id("sign-off").click()
    if any(wins.values()):
        # Chips that ride are not left without a word.
        page.get_by_test_id("sign-off-now").click(timeout=WAIT_MS)
    expect(page.get_by_test_id("sign-on")).to_be_visible(timeout=WAIT_MS)


@clause("money-wheel", "5.1")
@clause("money-wheel", "6.1")
@clause("money-wheel", "A:dealer")
def test_a_round_at_the_money_wheel(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(TABLET)
    log_in(page, floor, "dan")
    sign_on(page, "F")
    give_place(page, "Mia", 10_000)
    spin, close = page.get_by_test_id("step-SpinWheel"), page.get_by_test_id("step-CloseWagers")
    opening = page.get_by_test_id("step-OpenRound")
    # Whatever the dealer before has begun comes to its end; the next round is called here.
    if not page.get_by_test_id("step-CloseWagers").is_visible():
        expect(opening.or_(spin).first).to_be_visible(timeout=WAIT_MS)
        if not opening.is_visible():
            spin.click()
        opening.click(timeout=WAIT_MS)
    expect(close).to_be_visible(timeout=WAIT_MS)
    expect(spin).to_be_disabled()
    page.get_by_test_id("chip-500").click()
    touch(page, "symbol:a")
    lies(page, "symbol:a", 500)
    touch(page, "symbol:b")
    lies(page, "symbol:b", 500)
    for name in ("step-CloseWagers", "switch-lift", "chip-500", "player-Mia", "sign-off"):
        box = page.get_by_test_id(name).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= LEAST_TOUCH, name
    keep(page, "console-dealer-money-wheel")
    close.click(timeout=WAIT_MS)
    spin.click(timeout=WAIT_MS)
    expect(page.get_by_test_id("pad")).to_be_visible(timeout=WAIT_MS)
    expect(opening).to_be_disabled()
    outcome = str(seen(page, floor, "F")["plan"]["outcome"])
    wrong = "b" if outcome != "b" else "c"
    page.get_by_test_id(f"figure-{wrong}").click()
    page.get_by_test_id("compare").click()
    expect(page.get_by_test_id("mismatch")).to_contain_text("pay nobody", timeout=WAIT_MS)
    page.reload()
    expect(page.get_by_test_id("mismatch")).to_contain_text("pay nobody", timeout=WAIT_MS)
    page.get_by_test_id("key-again").click()
    page.get_by_test_id(f"figure-{outcome}").click()
    page.get_by_test_id("compare").click()
    wins = {spot: won(spot, outcome, 500, "money-wheel", "money-wheel") for spot in ("symbol:a", "symbol:b")}
    expect(page.get_by_test_id("plan")).to_be_visible(timeout=WAIT_MS)
    tick_all(page, "take")
    tick_all(page, "pay")
    keep(page, "console-dealer-money-wheel-paid")
    expect(page.get_by_test_id("plan")).to_have_attribute("data-part", "done")
    # Wager and winnings are in hand: none rides.
    hand(page, "Mia", 9_000 + sum(gain + 500 for gain in wins.values() if gain))
    opening.click()
    expect(page.get_by_test_id("dealer-phase")).to_have_attribute("data-phase", "OPEN", timeout=WAIT_MS)
