"""The first day of a floor out of a file: from the code for the first password to people who look after each other.

Nothing of the demonstration: people log in with passwords they chose, show second factors, and act in twos.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from openetg.cli.main import etg
from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS
from tests.browser.screens import keep, serious_findings
from tests.browser.staff import Generator
from tests.browser.test_second_factor import with_key

WORDS = {
    "ann": "seven brown horses",
    "ben": "a quiet green tram",
    "zoe": "eleven paper boats",
    "dora": "many loud clocks",
}
STRANGERS_TRIES = 7


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[RunningFloor]:
    file = tmp_path / "floor.toml"
    assert CliRunner().invoke(etg, ["floor", "init", str(file), "--rehearsal"]).exit_code == 0
    with running_floor(tmp_path, str(file), "--no-follow") as running:
        running.address = running.address.replace("127.0.0.1", "localhost")
        yield running


def first_code(floor: RunningFloor) -> str:
    """The code for the first password: nobody sits at a terminal, so it is in a file, and not in what is kept of it."""
    assert floor.server.stdout is not None
    heard = ""
    while not heard.rpartition("\n")[0].rpartition("\n")[2].startswith("welcome"):
        heard += floor.server.stdout.readline()
    found = re.search(r"the code (\S+),", (floor.folder / "first-code").read_text())
    assert found is not None
    assert found[1] not in heard
    return found[1]


def shell(floor: RunningFloor, *words: str) -> str:
    done = CliRunner().invoke(etg, ["floor", *words, "--folder", str(floor.folder)])
    assert done.exit_code == 0, done.output
    return done.output


def first_time(page: Page, floor: RunningFloor, person: str, code: str, where: str = "account") -> None:
    """Chooses a password with a code."""
    page.goto(floor.address + f"console/#/{where}")
    page.get_by_test_id("first-time").click()
    page.get_by_test_id("person").fill(person)
    page.get_by_test_id("code").fill(code)
    page.get_by_test_id("password").fill("password1234")
    page.get_by_test_id("log-in").click()
    expect(page.get_by_test_id("refusal")).to_contain_text("known from leaks", timeout=WAIT_MS)
    page.get_by_test_id("password").fill(WORDS[person])
    page.get_by_test_id("log-in").click()


def enrol_codes(page: Page, person: str) -> Generator:
    """Who must have a second factor sees nothing else before it is enrolled."""
    expect(page.get_by_test_id("enrol")).to_be_visible(timeout=WAIT_MS)
    page.get_by_test_id("enrol-totp").click()
    made = Generator(page.get_by_test_id("totp-secret").inner_text(timeout=WAIT_MS))
    page.get_by_test_id("totp-code").fill(made.code())
    page.get_by_test_id("totp-done").click()
    standing(page)
    return made


def standing(page: Page) -> None:
    expect(page.get_by_test_id("connection")).to_have_attribute("data-link", "standing", timeout=WAIT_MS)


def come_in(page: Page, floor: RunningFloor, person: str, code: str, where: str = "account") -> None:
    page.goto(floor.address + f"console/#/{where}")
    page.get_by_test_id("person").fill(person)
    page.get_by_test_id("password").fill(WORDS[person])
    page.get_by_test_id("log-in").click()
    page.get_by_test_id("factor-code").fill(code, timeout=WAIT_MS)
    page.get_by_test_id("show-code").click()
    standing(page)


def add_passkey(page: Page) -> None:
    page.get_by_test_id("factor-label").fill("my key")
    page.get_by_test_id("enrol-passkey").click()
    expect(page.get_by_test_id("factor-passkey")).to_contain_text("my key", timeout=WAIT_MS)


def change_password(page: Page, person: str, new: str) -> None:
    """The old one and the passkey are asked for; what will not do is refused with words."""
    panel = page.get_by_test_id("password-panel")
    for word, told in (("password1234", "known from leaks"), (new, "")):
        panel.get_by_test_id("old-password").fill(WORDS[person])
        panel.get_by_test_id("new-password").fill(word)
        panel.get_by_test_id("new-again").fill(word)
        panel.get_by_test_id("change-password").click()
        if told:
            expect(page.get_by_test_id("password-panel-told")).to_contain_text(told, timeout=WAIT_MS)
    expect(panel.get_by_test_id("second-factor")).to_be_visible(timeout=WAIT_MS)
    panel.get_by_test_id("use-passkey").click()
    expect(page.get_by_test_id("password-changed")).to_be_visible(timeout=WAIT_MS)
    standing(page)
    WORDS[person] = new


ENGAGE = """async (body) => {
    const me = await (await fetch('/api/me')).json();
    const headers = {'content-type': 'application/json', 'x-openetg': 'page',
                     'idempotency-key': `${me.boot}.${me.last + 1}`};
    const asked = {method: 'POST', headers, body: JSON.stringify(body)};
    return (await fetch('/api/commands/engage-staff', asked)).status;
}"""
"""Asks in the page's own login, as its form does: what is looked at here is the second person."""


def confirm_beside(page: Page, second: str, code: str) -> None:
    """The second person confirms at the first one's console: with name, password and a code, a wrong one first."""
    page.get_by_test_id("second-person").fill(second, timeout=WAIT_MS)
    page.get_by_test_id("second-password").fill(WORDS[second])
    page.get_by_test_id("second-confirm").click()
    expect(page.get_by_test_id("second-factor")).to_be_visible(timeout=WAIT_MS)
    keep(page, "waiting-second-factor")
    page.get_by_test_id("factor-code").fill("000000")
    page.get_by_test_id("show-code").click()
    expect(page.get_by_test_id("refusal")).to_contain_text("not a second factor", timeout=WAIT_MS)
    page.get_by_test_id("factor-code").fill(code)
    page.get_by_test_id("show-code").click()
    expect(page.get_by_test_id("second-factor")).to_have_count(0, timeout=WAIT_MS)


def end_elsewhere(page: Page, elsewhere: Page) -> None:
    """A login in another browser is seen, and ended from here."""
    page.evaluate("location.hash = '#/account'")
    expect(page.get_by_test_id("session")).to_have_count(2, timeout=WAIT_MS)
    page.get_by_test_id("end-session").click()
    expect(page.get_by_test_id("session")).to_have_count(1, timeout=WAIT_MS)
    expect(elsewhere.get_by_test_id("person")).to_be_visible(timeout=WAIT_MS)


def guess(floor: RunningFloor, person: str) -> None:
    """A stranger guesses until nothing is looked at from there any more."""
    body, headers = {"person": person, "password": "a guess of mine"}, {"x-openetg": "1"}
    tried = [
        httpx.post(f"{floor.address}api/login", json=body, headers=headers).status_code for _ in range(STRANGERS_TRIES)
    ]
    assert tried[-1] == 429


def test_the_first_day_of_a_floor(make_page: MakePage, floor: RunningFloor) -> None:
    code = first_code(floor)
    ann, ben = make_page(motion=True), make_page(motion=True)
    for page in (ann, ben):
        with_key(page)
    first_time(ann, floor, "ann", code)
    anns = enrol_codes(ann, "ann")
    assert not (floor.folder / "first-code").exists(), "the code is gone with its use"
    add_passkey(ann)
    keep(ann, "account")
    assert serious_findings(ann) == []
    first_time(ben, floor, "ben", shell(floor, "password", "ben", "--code").split()[0])
    bens = enrol_codes(ben, "ben")
    add_passkey(ben)

    ann.evaluate("location.hash = '#/staff'")
    who = {"person": "zoe", "full_name": "Zoe Example", "roles": {}, "duties": ["witness"]}
    assert ann.evaluate(ENGAGE, who) == 202
    confirm_beside(ann, "ben", bens.code())
    expect(ann.get_by_text("Zoe Example").first).to_be_visible(timeout=WAIT_MS)

    elsewhere = make_page()
    come_in(elsewhere, floor, "ann", anns.code())
    end_elsewhere(ann, elsewhere)
    change_password(ann, "ann", "a very different sea")
    assert serious_findings(ann) == []

    guess(floor, "ben")
    expect(ben.get_by_test_id("connection")).to_have_attribute("data-link", "standing")
    shell(floor, "unlock", "ben")
    ben.get_by_test_id("log-out").click()
    come_in(ben, floor, "ben", bens.code())

    shell(floor, "password", "ann", "--forget")
    expect(ann.get_by_test_id("person")).to_be_visible(timeout=WAIT_MS)
