"""A cashier's day in a real browser: drawer, scanner, camera, a held paper, a signature, and a balance to the cent."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from openetg.client.terminal import TerminalClient, connect
from openetg.keys.tickets import grouped
from openetg.money import cents
from openetg.server.guests.sessions import key_of
from openetg.tickets.face import IssuingSite, TicketFace, Title
from openetg.tickets.picture import svg
from openetg.wire.messages import OwnNews
from tests.browser.conftest import EXPECTED, FLAGS, MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS
from tests.browser.screens import keep, serious_findings
from tests.browser.staff import log_in, password_of
from tests.faults.players import collected
from tools.browser import find_browser

DESK, TABLET = (1440, 900), (1024, 768)
STEADY = ["--tables", "A", "--period", "600", "--launch", "500"]
"""One round for the whole day: while wagers are closed, no meter is paid out."""
CAMERA = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
FILM = (960, 540)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *STEADY) as running:
        yield running


class Staff:
    """Somebody at the API: what they see, and what they send."""

    def __init__(self, floor: RunningFloor, person: str) -> None:
        self.http = httpx.Client(base_url=floor.address, headers={"x-openetg": "test"}, timeout=60)
        words = {"person": person, "password": password_of(floor, person)}
        self.login = self.http.post("api/login", json=words).raise_for_status().json()

    def see(self, path: str) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get(path).raise_for_status().json()
        return found

    def send(self, act: str, **fields: object) -> None:
        self.login["last"] += 1
        key = {"Idempotency-Key": f"{self.login['boot']}.{self.login['last']}"}
        self.http.post(f"api/commands/{act}", json=fields, headers=key).raise_for_status()

    def __enter__(self) -> Staff:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()


def printed(floor: RunningFloor, terminal: str, *dollars: int, left: int = 0) -> list[str]:
    """Notes in, a ticket out for each: their numbers. What is left goes on the meter at the end."""

    async def visit() -> list[str]:
        async with asyncio.timeout(WAIT_MS / 1000):
            key = key_of((floor.folder / "secret").read_bytes(), terminal)
            player = await connect(f"ws://127.0.0.1:{floor.port}/terminal", terminal, key)
            try:
                numbers = [await ticket(player, each) for each in dollars]
                if left:
                    await player.note(100 * left)
                return numbers
            finally:
                await player.close()

    # Playwright's loop runs in this thread; a terminal has its own.
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, visit()).result()


async def ticket(player: TerminalClient, dollars: int) -> str:
    before = player.own.ticket if player.own else ""
    assert isinstance(await player.note(100 * dollars), OwnNews)
    await collected(player)
    await player.until(lambda each: each.own is not None and each.own.ticket not in {"", before})
    assert player.own is not None
    return player.own.ticket


def film_of(browser: Browser, number: str, file: Path) -> None:
    """A ticket held a little askew before a camera, as a film of a few frames."""
    face = TicketFace(IssuingSite("Test"), Title.ticket, "M1", cents(2_000), number, 1, 1_800_000_000_000)
    page = browser.new_page(viewport={"width": 840, "height": 360})
    page.set_content(f"<body style='margin:0'><style>svg{{width:840px;height:350px}}</style>{svg(face)}")
    paper = Image.open(io.BytesIO(page.screenshot())).convert("RGBA").crop((0, 0, 840, 350))
    page.close()
    seen = Image.new("RGB", FILM, (60, 62, 58))
    turned = paper.rotate(6, resample=Image.Resampling.BICUBIC, expand=True)
    seen.paste(turned, ((FILM[0] - turned.width) // 2, (FILM[1] - turned.height) // 2), turned)
    light, blue, red = seen.convert("YCbCr").split()
    half = (FILM[0] // 2, FILM[1] // 2)
    frame = light.tobytes() + blue.resize(half).tobytes() + red.resize(half).tobytes()
    head = f"YUV4MPEG2 W{FILM[0]} H{FILM[1]} F10:1 Ip C420jpeg\n".encode()
    file.write_bytes(head + 3 * (b"FRAME\n" + frame))


def scan(page: Page, number: str) -> None:
    """The keys of a scanner, at once, wherever the focus is."""
    page.evaluate(
        """(number) => [...number, "Enter"].forEach((key) => (document.activeElement ?? document.body)
             .dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })))""",
        number,
    )


def pay_by_enter(page: Page) -> None:
    expect(page.get_by_test_id("pay")).to_be_enabled(timeout=WAIT_MS)
    page.get_by_test_id("pay-by-enter").wait_for(timeout=WAIT_MS)
    page.get_by_test_id("paper-number").press("Enter")
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-kind", "paid", timeout=WAIT_MS)


def count(page: Page, form: str, **pieces: int) -> None:
    """Fills in a count sheet by keys: a number, Enter, the next line."""
    sheet = page.get_by_test_id(form)
    for value in (10_000, 5_000, 2_000, 1_000, 500, 200, 100):
        field = sheet.get_by_test_id(f"pieces-{value}")
        field.fill(str(pieces.get(f"of_{value}", "")))
        field.press("Enter")
        expect(field).not_to_be_focused()


def open_drawer(page: Page, name: str, **pieces: int) -> None:
    page.get_by_test_id("paper-number").press("d")
    page.get_by_test_id("drawer-name").fill(name)
    count(page, "open-drawer", **pieces)
    page.get_by_test_id("drawer-open").click()
    expect(page.get_by_test_id(f"drawer-{name}")).to_be_visible(timeout=WAIT_MS)


def in_drawer(page: Page, dollars: int) -> None:
    expect(page.get_by_test_id("own-drawer")).to_have_attribute("data-cents", str(100 * dollars), timeout=WAIT_MS)


def sign(page: Page) -> None:
    """Something that looks like a name, drawn with the pointer."""
    pad = page.get_by_test_id("pad").bounding_box()
    assert pad is not None
    for step in range(30):
        along, up = 0.15 + 0.022 * step, 0.55 + 0.3 * ((step * 7) % 5 - 2) / 4
        page.mouse.move(pad["x"] + along * pad["width"], pad["y"] + up * pad["height"])
        if step == 0:
            page.mouse.down()
    page.mouse.up()


@pytest.fixture
def cashier(browser: Browser, floor: RunningFloor, tmp_path: Path) -> Iterator[tuple[Page, list[str]]]:
    """A cashier's page in a browser whose camera sees the first of some tickets, and their numbers."""
    numbers, film = printed(floor, "M1", 20, 50, 100, left=5), tmp_path / "ticket.y4m"
    film_of(browser, numbers[0], film)
    flags = [*FLAGS, *CAMERA, f"--use-file-for-fake-video-capture={film}"]
    with browser.browser_type.launch(executable_path=find_browser(), args=flags) as other:
        problems: list[str] = []
        page = other.new_page(viewport={"width": DESK[0], "height": DESK[1]})
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        log_in(page, floor, "cas", "cage")
        yield page, numbers
    assert [each for each in problems if not each.startswith(EXPECTED)] == []


def redeem_by_number(page: Page, number: str) -> None:
    """Typed and paid without a pointer, and refused with words when it comes again, wherever the focus is."""
    page.get_by_test_id("paper-number").press_sequentially(grouped(number))
    page.get_by_test_id("paper-number").press("Enter")
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-kind", "yes", timeout=WAIT_MS)
    expect(page.get_by_test_id("paper-amount")).to_contain_text("50.00")
    expect(page.get_by_test_id("paper-from")).to_contain_text("M1 at table A")
    expect(page.get_by_test_id("verdict")).to_contain_text("250.00 left afterwards", timeout=WAIT_MS)
    assert serious_findings(page) == []
    keep(page, "console-cage-redeem")
    pay_by_enter(page)
    in_drawer(page, 250)
    page.get_by_test_id("paper-number").press("d")
    page.get_by_test_id("drawer-1").wait_for(timeout=WAIT_MS)
    scan(page, number)
    expect(page.get_by_test_id("paper-refused")).to_contain_text("Paid already: cashier, cas", timeout=WAIT_MS)
    expect(page.get_by_test_id("pay")).to_have_count(0)


def redeem_by_camera(page: Page) -> None:
    page.get_by_test_id("paper-number").press("c")
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-kind", "yes", timeout=WAIT_MS)
    expect(page.get_by_test_id("paper-amount")).to_contain_text("20.00")
    expect(page.get_by_test_id("camera")).to_have_count(0)
    pay_by_enter(page)
    in_drawer(page, 230)


def refuse_held(page: Page, floor: RunningFloor, number: str) -> None:
    """Held by somebody else while it lies on the counter: what stood there changes by itself."""
    scan(page, number)
    expect(page.get_by_test_id("pay")).to_be_enabled(timeout=WAIT_MS)
    with Staff(floor, "ann") as ann:
        ann.send("hold-paper", ticket=number, why="the player says it was taken from him")
    refused = page.get_by_test_id("paper-refused")
    expect(refused).to_contain_text("Kept back while somebody looks into it", timeout=WAIT_MS)
    expect(refused).to_contain_text("5.2")
    keep(page, "console-cage-held")


def pay_by_hand(page: Page, floor: RunningFloor) -> None:
    page.get_by_test_id("paper-number").press("p")
    page.get_by_test_id("order-terminal").fill("M1")
    page.get_by_test_id("order-payout").click()
    page.get_by_test_id("payouts-waiting").get_by_test_id("payout-1").click(timeout=WAIT_MS)
    expect(page.get_by_test_id("sign-and-pay")).to_be_disabled()
    sign(page)
    expect(page.get_by_test_id("sign-and-pay")).to_be_enabled(timeout=WAIT_MS)
    keep(page, "console-cage-signature")
    page.get_by_test_id("sign-and-pay").click()
    expect(page.get_by_test_id("signature").locator("path")).to_have_attribute("d", re.compile("^M"), timeout=WAIT_MS)
    in_drawer(page, 225)
    form = page.request.get(floor.address + "api/forms/payouts/payout-1")
    assert (form.headers["content-type"], form.body()[:5]) == ("application/pdf", b"%PDF-")


def close_even(page: Page) -> None:
    """Some cash from the cage, then the last count, on a tablet."""
    page.keyboard.press("d")
    page.get_by_test_id("drawer-move").wait_for(timeout=WAIT_MS)
    page.keyboard.press("m")
    page.get_by_test_id("move-amount").fill("20.00")
    page.get_by_test_id("move-amount").press("Enter")
    in_drawer(page, 245)
    page.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})
    page.get_by_test_id("drawer-close").click()
    count(page, "close-form", of_10000=2, of_2000=2, of_500=1)
    expect(page.get_by_test_id("count-difference")).to_have_text("✓ 0.00")
    keep(page, "console-cage-close")
    page.get_by_test_id("close-go").click()
    expect(page.get_by_test_id("closed")).to_contain_text("245.00", timeout=WAIT_MS)
    in_drawer(page, 0)


def test_a_day_at_the_cage_ends_even_with_the_ledger(cashier: tuple[Page, list[str]], floor: RunningFloor) -> None:
    page, (_, first, held) = cashier
    open_drawer(page, "1", of_10000=2, of_2000=5)
    in_drawer(page, 300)
    keep(page, "console-cage-drawer")
    page.keyboard.press("r")
    redeem_by_number(page, first)
    redeem_by_camera(page)
    refuse_held(page, floor, held)
    pay_by_hand(page, floor)
    close_even(page)
    with Staff(floor, "ira") as ira:
        accounts = ira.see("api/accounts")["accounts"]
    assert accounts.get("drawer/1", 0) == 0
    assert "short_over/1" not in accounts
    assert sum(accounts.values()) == 0
    page.get_by_test_id("cage-papers").click()
    unredeemed = page.get_by_test_id("unredeemed")
    expect(unredeemed).to_have_attribute("data-cents", str(accounts["tickets"]), timeout=WAIT_MS)
    expect(unredeemed).to_contain_text("agrees with the ledger to the cent")
    keep(page, "console-cage-unredeemed")


def test_a_drawer_that_is_short_is_closed_with_a_reason(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page(DESK)
    (number,) = printed(floor, "M2", 20)
    log_in(page, floor, "cas", "cage")
    open_drawer(page, "2", of_5000=1, of_1000=5)
    scan(page, number)
    pay_by_enter(page)
    in_drawer(page, 80)
    page.get_by_test_id("paper-number").press("d")
    page.get_by_test_id("drawer-close").click()
    count(page, "close-form", of_5000=1, of_1000=2, of_500=1, of_200=2)
    expect(page.get_by_test_id("count-difference")).to_have_text("✕ 1.00 missing")
    expect(page.get_by_test_id("close-go")).to_be_disabled()
    page.get_by_test_id("close-why").fill("one coin fell behind the desk")
    keep(page, "console-cage-short")
    page.get_by_test_id("close-go").click()
    expect(page.get_by_test_id("closed")).to_contain_text("one coin fell behind the desk", timeout=WAIT_MS)
    with Staff(floor, "ira") as ira:
        accounts = ira.see("api/accounts")["accounts"]
        assert (accounts.get("drawer/2", 0), accounts["short_over/2"], sum(accounts.values())) == (0, -100, 0)
        assert ira.see("api/verification")["intact"] is True
    sheet = page.request.get(floor.address + "api/forms/drawers/2")
    assert (sheet.headers["content-type"], sheet.body()[:5]) == ("application/pdf", b"%PDF-")
