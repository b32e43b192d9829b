"""A person changes their own password: for the old one and the second factor; others end, and the person is told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from openetg.cli.main import etg
from openetg.floor.alerts.acknowledging import alerts_view
from openetg.floor.people.guessing import FREE_TRIES
from openetg.server.access.credentials.passwords import PasswordFile
from tests.unit.server.api.factor_steps import at_name, code_of, with_generator, with_passkey
from tests.unit.server.api.floor_app import PASSWORD, Client, ServedFloor, cheap_hashing, served_floor

pytestmark = pytest.mark.slow
NEW = "another horse entirely"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[ServedFloor]:
    with served_floor(tmp_path) as running:
        yield running


def changed(client: Client, **said: Any) -> tuple[int, str]:
    answer = client.post("/api/password", new=NEW, **said)
    return answer.status_code, answer.json().get("reason", "")


def test_the_old_one_is_asked_for_others_end_and_the_person_is_told(floor: ServedFloor) -> None:
    here, elsewhere = floor.client("ann"), floor.client("ann")
    before = here.http.cookies["openetg"]
    assert changed(here) == changed(here, old="not the old one") == (401, "wrong_login")
    told = here.post("/api/password", old=PASSWORD, new=NEW)
    assert (told.status_code, told.json()["person"]) == (200, "ann")
    assert elsewhere.get("/api/me").status_code == 401
    assert here.get("/api/me").json()["boot"] == told.json()["boot"], "whoever changed it goes on"
    elsewhere.http.cookies.set("openetg", before)
    assert elsewhere.get("/api/me").status_code == 401, "with another secret than before"
    alerts = alerts_view(floor.floor, "ann").open
    assert [each.said[-1] for each in alerts if each.kind == "account-changed"] == ["password: ann"]
    assert floor.client().post("/api/login", person="ann", password=PASSWORD).status_code == 401
    floor.client("ann", NEW)


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ("short", "at least 12 characters"),
        ("x" * 129, "at most 128 characters"),
        ("Password1234!", "known from leaks"),
        ("ann example 1", "name of the person"),
        (PASSWORD, "another password than the one before"),
    ],
)
def test_what_will_not_do_is_refused_with_words_and_nothing_ends(floor: ServedFloor, new: str, words: str) -> None:
    here, elsewhere = floor.client("ann"), floor.client("ann")
    told = here.post("/api/password", old=PASSWORD, new=new)
    assert (told.status_code, told.json()["reason"]) == (422, "unfit_password")
    assert words in told.json()["detail"]
    assert here.get("/api/me").status_code == elsewhere.get("/api/me").status_code == 200


def test_who_has_a_second_factor_shows_it_as_well(floor: ServedFloor) -> None:
    client, secret = with_generator(floor, "ann")
    half = client.post("/api/password", old=PASSWORD, new=NEW)
    assert (half.status_code, half.json()["reason"]) == (401, "second_factor")
    step = half.json()["details"]["step"]
    assert half.json()["details"]["kinds"] == "totp"
    assert changed(client, step=step, code="000000") == (401, "wrong_factor")
    floor.client("bob")
    assert floor.client().post("/api/login/factor", step=step, code=code_of(floor, secret)).status_code == 401, (
        "no login"
    )
    assert changed(floor.client("bob"), step=step, code=code_of(floor, secret))[0] == 401, "of another login"
    assert changed(client, step=step, code=code_of(floor, secret)) == (200, "")
    assert client.get("/api/me").json()["owes_factor"] is False
    assert changed(client, step=step, code=code_of(floor, secret, later=1)) == (401, "wrong_login"), "once"


def test_a_passkey_signs_for_a_change_of_the_password(floor: ServedFloor) -> None:
    client, key = with_passkey(floor, "ann")
    step = client.post("/api/password", old=PASSWORD, new=NEW).json()["details"]["step"]
    options = client.post("/api/login/passkey", step=step).json()["options"]
    assert changed(client, step=step, signed=key.sign(options)) == (200, "")


def test_a_second_person_with_a_passkey_signs_at_the_same_console(floor: ServedFloor) -> None:
    ann, (_, key) = at_name(floor, floor.client("ann")), with_passkey(floor, "bob")
    ann.log_in("ann")
    act = ann.send("void-round", table="A", cause="fire", why="the wheel was touched").json()["confirmation"]
    other = ann.send("correct-outcome", table="A", round=1, outcome="1", why="x").json().get("confirmation", "")
    half = ann.post(f"/api/confirmations/{act}", person="bob", password=PASSWORD)
    assert (half.status_code, half.json()["details"]["kinds"]) == (401, "passkey")
    step = half.json()["details"]["step"]
    signed = key.sign(ann.post("/api/login/passkey", step=step).json()["options"])
    assert ann.post("/api/login/factor", step=step, signed=signed).status_code == 401, "it lets nobody in"
    assert ann.post(f"/api/confirmations/{other or 'x'}", step=step, signed=signed).status_code == 401, "of another act"
    signed = key.sign(ann.post("/api/login/passkey", step=step).json()["options"])
    done = ann.post(f"/api/confirmations/{act}", step=step, signed=signed)
    assert done.status_code == 200, done.text
    assert floor.floor.people.logins.values()
    assert b'"SecondGiven","person":"bob"' in b"".join(entry.verdict for entry in floor.entries())


def test_wrong_old_passwords_make_wait_like_wrong_logins(floor: ServedFloor) -> None:
    client = floor.client("ann")
    told = [changed(client, old="guessed by a passer-by")[1] for _ in range(FREE_TRIES + 1)]
    assert told[-2:] == ["locked_out", "locked_out"]
    assert changed(client, old=PASSWORD) == (429, "locked_out")


def test_a_password_changed_right_before_a_crash_ends_the_other_logins_with_the_start(floor: ServedFloor) -> None:
    """The file is written before the record: a crash between the two leaves nobody in with the password before."""
    client = floor.client("ann")
    PasswordFile(floor.place.keys).keep("ann", cheap_hashing().hash(NEW), by="ann")
    floor.wait_for(floor.app.office.logins.proofs.note_file())
    assert client.get("/api/me").status_code == 401


def forget(floor: ServedFloor, person: str) -> Any:
    return CliRunner().invoke(etg, ["floor", "password", person, "--forget", "--folder", str(floor.place.path)])


def test_a_password_taken_away_at_the_shell_is_on_record_and_its_person_is_told(floor: ServedFloor) -> None:
    ann, ines = floor.client("ann"), floor.client("ines")
    assert forget(floor, "ann").exit_code == 0
    floor.wait_for(floor.app.office.logins.proofs.note_file())
    assert ann.get("/api/me").status_code == 401, "every login ends"
    assert floor.floor.people.staff["ann"].password == ""
    told = [each.said for each in alerts_view(floor.floor, "ann").open if each.kind == "account-changed"]
    assert told[0][-1] == "password taken away: at the machine"
    lines = [str(each) for each in ines.get("/api/timeline", person="ann").json()["lines"]]
    assert any("password of" in words and "taken away" in words for words in lines), lines
    before = len(floor.entries())
    floor.wait_for(floor.app.office.logins.proofs.note_file())
    assert len(floor.entries()) == before, "once"
    assert forget(floor, "ann").exit_code != 0, "there is none"
    assert floor.client().post("/api/login", person="ann", password=PASSWORD).status_code == 401


def test_what_is_done_at_the_shell_is_noticed_while_the_floor_runs(floor: ServedFloor) -> None:
    ann = floor.client("ann")
    following = floor.call(lambda: asyncio.ensure_future(floor.app.office.logins.proofs.follow_file()))
    forget(floor, "ann")
    floor.until(lambda: not floor.floor.people.staff["ann"].password)
    floor.call(following.cancel)
    assert ann.get("/api/me").status_code == 401
