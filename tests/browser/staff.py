"""How staff come in and act in the consoles, for tests in a real browser."""

from __future__ import annotations

import time
from base64 import b32decode

import httpx
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from playwright.sync_api import Locator, Page, expect

from openetg.server.access.credentials.factors import STEP_S
from tests.browser.floors import RunningFloor
from tests.browser.play import WAIT_MS


class Generator:
    """A program that shows codes, each used once: the floor takes those of the present step and its neighbours."""

    def __init__(self, secret: str) -> None:
        key = b32decode(secret + "=" * (-len(secret) % 8))
        self._made = TOTP(key, 6, SHA1(), STEP_S, enforce_key_length=False)
        self._last = 0

    def code(self) -> str:
        """The oldest after the last one that will do for half a step more, even if the clock goes on to the next."""
        while True:
            now, gone_s = divmod(time.time(), STEP_S)
            oldest = int(now) - 1 if gone_s < STEP_S / 2 else int(now)
            step = max(oldest, self._last + 1)
            if step <= now + 1:
                self._last = step
                return self._made.generate(step * STEP_S).decode()
            time.sleep(0.1)  # until the clock has gone on


def password_of(floor: RunningFloor, person: str) -> str:
    """The word that the demonstration floor tells everybody."""
    staff = httpx.get(floor.address + "api/floor", timeout=60).json()["staff"]
    return str(next(each["password"] for each in staff if each["person"] == person))


def log_in(page: Page, floor: RunningFloor, person: str, where: str = "") -> None:
    """Comes in as a person; `where` is an area and what is looked at there, such as `cases/case-1`."""
    page.goto(floor.address + "console/" + (f"#/{where}" if where else ""))
    page.get_by_test_id("person").fill(person)
    page.get_by_test_id("password").fill(password_of(floor, person))
    page.get_by_test_id("log-in").click()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-link", "standing", timeout=WAIT_MS)


def begin_act(page: Page, table: str, act: str) -> None:
    """Opens the panel of an act from the list of everything one may do at a table."""
    page.evaluate(f"location.hash = '#/acts/{table}'")
    page.get_by_test_id("main-acts").get_by_test_id(f"act-{act}").first.click(timeout=WAIT_MS)
    expect(page.get_by_test_id(f"form-{act}")).to_be_visible(timeout=WAIT_MS)


def last_doing(page: Page, act: str) -> Locator:
    """The newest act of a kind in the list of what one did."""
    return page.get_by_test_id("doings").last.locator(f'[data-act="{act}"]').first
