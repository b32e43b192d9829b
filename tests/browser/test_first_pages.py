"""The first page explains itself; every page of a demonstration floor says so; a real floor shows only doors."""

from __future__ import annotations

import subprocess
import time
from base64 import b32decode
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from playwright.sync_api import Locator, Page, expect

from tests import etg_processes as starting
from tests.browser.conftest import CABINET, MakePage
from tests.browser.floors import FAST, RunningFloor, running_floor

WAIT_MS = 60_000
PHONE, DESK = (390, 844), (1366, 768)
PASSWORD = "a horse that plays roulette"
CABINETS = 'names = "R1..R8"\nacceptor = "simulated"\nprinter = "simulated"\n'
PLACES = {"A": "terminal-M", "B": "terminal-I", "C": "terminal-S", "D": "terminal-N", "E": "terminal-R", "F": "seat-W"}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *FAST) as running:
        yield running


def fits(page: Page) -> bool:
    """Whether nothing sticks out at the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_first_page_explains_itself(make_page: MakePage, floor: RunningFloor, size: tuple[int, int]) -> None:
    page = make_page(size)
    page.goto(floor.address)
    expect(page.get_by_test_id("site")).to_have_text("OpenETG demonstration floor")
    for words in ("open to this machine only", "nothing in it is real money", "Put in a note"):
        expect(page.get_by_text(words).first).to_be_visible()
    for table, place in PLACES.items():
        card = page.get_by_test_id(f"table-{table}")
        expect(card).to_be_visible(timeout=WAIT_MS)
        for number in range(1, 9):
            expect(card.get_by_test_id(f"{place}{number}")).to_be_visible()
    for address in ("/console/", "/pair/", "/api/schema/openapi.json", "/docs"):
        expect(page.locator(f'a[href="{address}"]')).to_be_visible()
        assert httpx.get(floor.address.rstrip("/") + address, timeout=60).status_code == 200
    assert fits(page)


@pytest.mark.parametrize("path", ["", "terminal/", "pair/", "console/", "seat/"])
@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.evidence)])
def test_every_page_says_that_it_is_a_demonstration(
    make_page: MakePage, floor: RunningFloor, path: str, size: tuple[int, int]
) -> None:
    page = make_page(size)
    page.goto(floor.address + path)
    sign = page.get_by_test_id("demonstration")
    expect(sign).to_contain_text("nothing here is real money", timeout=WAIT_MS)
    expect(sign).to_be_in_viewport()
    assert fits(page)


def test_the_first_page_asks_again_when_the_floor_is_back(make_page: MakePage, tmp_path: Path) -> None:
    page = make_page(DESK)
    with running_floor(tmp_path, "--tables", "A", *FAST) as floor:
        page.goto(floor.address)
        expect(page.get_by_test_id("table-A")).to_be_visible(timeout=WAIT_MS)
        floor.kill()
        expect(page.get_by_role("alert")).to_contain_text("does not answer", timeout=WAIT_MS)
        with running_floor(tmp_path, "--tables", "A", *FAST, port=floor.port):
            expect(page.get_by_role("alert")).to_have_count(0, timeout=WAIT_MS)


@pytest.fixture(scope="module")
def real_floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    """A floor of a floor file, a rehearsal, with a password for its staff desk."""
    folder = tmp_path_factory.mktemp("real")
    file = folder / "floor.toml"
    for words, line in (("init", "--rehearsal", file), ""), (("password", "ann", "--folder", folder), f"{PASSWORD}\n"):
        subprocess.run(
            starting.etg("floor", *words), input=line, text=True, check=True, capture_output=True,
            env=starting.around(), timeout=WAIT_MS / 1000,
        )  # fmt: skip
    # Printers at one table stand in a cabinet with the machine: their lines have no key.
    text, trusted = file.read_text(), CABINETS.replace('printer = "simulated"', 'printer = "serial:/dev/printer-{}"')
    assert CABINETS in text
    file.write_text(text.replace(CABINETS, trusted + 'line = "trusted"\n'))
    with running_floor(folder, str(file)) as running:
        yield running


@pytest.fixture(scope="module")
def staff_desk(real_floor: RunningFloor) -> Iterator[httpx.Client]:
    """Ann of the staff desk, logged in; a real floor wants a second factor of her before anything else."""
    with httpx.Client(base_url=real_floor.address, headers={"x-openetg": "test"}, timeout=60) as client:
        keep_login(client, client.post("/api/login", json={"person": "ann", "password": PASSWORD}))
        early = client.post("/api/terminals/pairing-code", json={"terminal": "M1"})
        assert (early.status_code, early.json()["reason"]) == (403, "factor_needed"), early.text
        begun = client.post("/api/factors/totp/begin", json={}).json()
        key = b32decode(begun["secret"] + "=" * (-len(begun["secret"]) % 8))
        code = TOTP(key, 6, SHA1(), 30, enforce_key_length=False).generate(int(time.time())).decode()
        keep_login(client, client.post("/api/factors/totp", json={"step": begun["step"], "code": code}))
        yield client


def keep_login(client: httpx.Client, answer: httpx.Response) -> None:
    """Over plain HTTP a cookie marked for this host alone is kept by hand."""
    assert answer.status_code == 200, answer.text
    client.headers["cookie"] = answer.headers["set-cookie"].partition(";")[0]


def test_a_real_floor_shows_two_doors_and_nothing_else(make_page: MakePage, real_floor: RunningFloor) -> None:
    page = make_page(DESK)
    page.goto(real_floor.address)
    expect(page.get_by_test_id("staff")).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_test_id("demonstration")).to_have_count(0, timeout=WAIT_MS)
    expect(page.get_by_test_id("rehearsal")).to_contain_text("no real money is played for", timeout=WAIT_MS)
    expect(page.locator('[data-testid^="table-"]')).to_have_count(0, timeout=WAIT_MS)
    assert sorted(link.get_attribute("href") or "" for link in page.get_by_role("link").all()) == [
        "/console/",
        "/pair/",
    ]
    assert httpx.get(real_floor.address + "api/floor", timeout=60).status_code == 401


def test_a_trusted_line_is_a_warning_on_the_page_of_the_equipment(
    make_page: MakePage, real_floor: RunningFloor, staff_desk: httpx.Client
) -> None:
    page = make_page(DESK, motion=True)
    name, _, value = staff_desk.headers["cookie"].partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": real_floor.address}])
    page.goto(real_floor.address + "console/#/equipment/E")
    lines = page.get_by_test_id("device-lines")
    expect(lines.get_by_test_id("trusted-lines")).to_contain_text("printer-R1, printer-R2", timeout=WAIT_MS)
    expect(lines.get_by_text("TRUSTED: no key, no seal")).to_have_count(8)
    page.get_by_test_id("equipment-of-A").click()
    expect(lines.get_by_text("simulated").first).to_be_visible(timeout=WAIT_MS)
    expect(lines.get_by_test_id("trusted-lines")).to_have_count(0, timeout=WAIT_MS)


EVERY_PAGE = ("", "terminal/", "pair/", "console/", "display/", "rules/", "promotions/", "seat/")


UNCUT = "(sign) => sign.scrollWidth <= sign.clientWidth && sign.scrollHeight <= sign.clientHeight"
IN_FOUR = {"en": "no real money", "zh-Hans": "本场不以真钱", "vi": "tiền thật", "it": "denaro vero"}


def expect_rehearsal(page: Page) -> Locator:
    """The sign is there, whole and with nothing cut off."""
    sign = page.get_by_test_id("rehearsal")
    expect(sign).to_be_in_viewport(ratio=1, timeout=WAIT_MS)
    assert sign.evaluate(UNCUT), sign.inner_text()
    return sign


@pytest.mark.parametrize("size", [CABINET, PHONE])
def test_every_page_of_a_rehearsal_says_so(
    make_page: MakePage, real_floor: RunningFloor, size: tuple[int, int]
) -> None:
    """Nobody may take it for money: on every page, at every size."""
    page = make_page(size, motion=True)
    for path in EVERY_PAGE:
        page.goto(real_floor.address + path)
        expect_rehearsal(page)


def test_a_rehearsal_says_so_in_every_language(make_page: MakePage, real_floor: RunningFloor) -> None:
    page = make_page(PHONE, motion=True)
    page.goto(real_floor.address + "promotions/")
    for language, words in IN_FOUR.items():
        page.get_by_test_id(f"language-{language}").tap()
        expect(page.get_by_test_id("rehearsal")).to_contain_text(words, timeout=WAIT_MS)
        expect_rehearsal(page)


@pytest.mark.parametrize("area", ["floor", "cage", "equipment", "reports", "staff"])
def test_the_consoles_of_a_rehearsal_say_so_in_every_area(
    make_page: MakePage, real_floor: RunningFloor, staff_desk: httpx.Client, area: str
) -> None:
    page = make_page(DESK, motion=True)
    name, _, value = staff_desk.headers["cookie"].partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": real_floor.address}])
    page.goto(real_floor.address + f"console/#/{area}")
    expect(page.get_by_test_id("connection")).to_have_attribute("data-link", "standing", timeout=WAIT_MS)
    expect_rehearsal(page)


def test_a_terminal_of_a_real_floor_is_paired_with_a_code_once(
    make_page: MakePage, real_floor: RunningFloor, staff_desk: httpx.Client
) -> None:
    page = make_page()
    page.goto(real_floor.address + "terminal/")
    expect(page.get_by_test_id("not-paired")).to_be_visible(timeout=WAIT_MS)
    code = ask_code(staff_desk, "M1")
    page.goto(real_floor.address + "pair/")
    give_code(page, "M1", "WRONG234")
    expect(page.get_by_test_id("refusal")).to_contain_text("Not paired: not the code", timeout=WAIT_MS)
    give_code(page, "M1", code)
    expect(page.get_by_test_id("paired")).to_contain_text("terminal M1", timeout=WAIT_MS)
    page.get_by_test_id("paired").get_by_role("link").click()
    expect(page.get_by_test_id("meter")).to_have_text("0.00", timeout=WAIT_MS)
    # It is a rehearsal: the screen says so, and notes are put in there.
    expect(page.get_by_test_id("rehearsal")).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_test_id("note-500")).to_be_visible(timeout=WAIT_MS)
    page.reload()
    expect(page.get_by_test_id("meter")).to_have_text("0.00", timeout=WAIT_MS)
    other = make_page()
    other.goto(real_floor.address + "pair/")
    give_code(other, "M1", code)
    expect(other.get_by_test_id("refusal")).to_contain_text("Not paired", timeout=WAIT_MS)


def test_a_terminal_that_was_paired_anew_elsewhere_is_out(
    make_page: MakePage, real_floor: RunningFloor, staff_desk: httpx.Client
) -> None:
    first, second = make_page(), make_page()
    for page in (first, second):
        page.goto(real_floor.address + "pair/")
        give_code(page, "M2", ask_code(staff_desk, "M2"))
        expect(page.get_by_test_id("paired")).to_be_visible(timeout=WAIT_MS)
    second.goto(real_floor.address + "terminal/")
    expect(second.get_by_test_id("meter")).to_be_visible(timeout=WAIT_MS)
    first.goto(real_floor.address + "terminal/")
    expect(first.get_by_test_id("link")).to_contain_text("not paired", timeout=WAIT_MS)


def ask_code(staff_desk: httpx.Client, terminal: str) -> str:
    """The staff desk has a code made."""
    made = staff_desk.post("/api/terminals/pairing-code", json={"terminal": terminal})
    assert made.status_code == 200, made.text
    return str(made.json()["code"])


def give_code(page: Page, terminal: str, code: str) -> None:
    page.get_by_test_id("pair-terminal").fill(terminal)
    page.get_by_test_id("pair-code").fill(code)
    page.get_by_test_id("pair").click()
