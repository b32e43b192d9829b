"""A second factor in a real browser: a passkey of a virtual authenticator, and a code as a program would show it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS
from tests.browser.staff import Generator, log_in, password_of


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[RunningFloor]:
    with running_floor(tmp_path / "floor", "--tables", "A", "--no-follow") as running:
        # Browsers make passkeys at a name, not at an address.
        running.address = running.address.replace("127.0.0.1", "localhost")
        yield running


def with_key(page: Page) -> None:
    """The browser has an authenticator that asks its owner for a finger, who gives it."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def half_in(page: Page, floor: RunningFloor, person: str) -> None:
    page.get_by_test_id("log-out").click()
    page.get_by_test_id("person").fill(person)
    page.get_by_test_id("password").fill(password_of(floor, person))
    page.get_by_test_id("log-in").click()
    expect(page.get_by_test_id("second-factor")).to_be_visible(timeout=WAIT_MS)


def test_a_passkey_is_enrolled_and_lets_in(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page()
    with_key(page)
    log_in(page, floor, "ann", "account")
    page.get_by_test_id("factor-label").fill("my key")
    page.get_by_test_id("enrol-passkey").click()
    expect(page.get_by_test_id("factor-passkey")).to_contain_text("my key", timeout=WAIT_MS)
    half_in(page, floor, "ann")
    page.get_by_test_id("use-passkey").click()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-link", "standing", timeout=WAIT_MS)
    expect(page.get_by_test_id("factor-passkey")).to_be_visible(timeout=WAIT_MS)


def test_a_code_generator_is_enrolled_and_its_codes_let_in_once(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page()
    log_in(page, floor, "ann", "account")
    page.get_by_test_id("enrol-totp").click()
    made = Generator(page.get_by_test_id("totp-secret").inner_text(timeout=WAIT_MS))
    first = made.code()
    page.get_by_test_id("totp-code").fill(first)
    page.get_by_test_id("totp-done").click()
    expect(page.get_by_test_id("factor-totp")).to_be_visible(timeout=WAIT_MS)
    half_in(page, floor, "ann")
    page.get_by_test_id("factor-code").fill(first)
    page.get_by_test_id("show-code").click()
    expect(page.get_by_test_id("refusal")).to_have_text(re.compile("used before"), timeout=WAIT_MS)
    page.get_by_test_id("factor-code").fill(made.code())
    page.get_by_test_id("show-code").click()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-link", "standing", timeout=WAIT_MS)
    expect(page.get_by_test_id("factor-totp")).to_be_visible(timeout=WAIT_MS)
