"""Logging in over HTTP: cookies, wrong passwords, waits, silence, set-up codes; all of it on record."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import json

from openetg.floor.people.guessing import FREE_TRIES
from openetg.server.access.credentials.passwords import KeptPasswords, PasswordFile
from openetg.server.access.logins import hash_secret
from openetg.server.access.plan import IDLE_MS, LASTS_MS
from openetg.server.access.proving import SPRAYED_BURST, WRONG_TAKES_S, Denied
from openetg.server.writer.babbling import BURST
from tests.unit.server.api.floor_app import PASSWORD, Client, ServedFloor, served_floor

pytestmark = pytest.mark.slow


def types_on_record(floor: ServedFloor) -> list[str]:
    return [json.decode(entry.command)["command"]["type"] for entry in floor.entries()]


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(floor: ServedFloor) -> None:
    client = floor.client()
    answer = client.post("/api/login", person="ann", password=PASSWORD)
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert answer.json()["roles"]["ministar"] == ["assistant_gaming_manager"]
    assert client.get("/api/me").json()["person"] == "ann"
    secret = client.http.cookies["openetg"]
    assert hash_secret(secret) in floor.floor.people.logins
    assert all(secret.encode() not in entry.command + entry.verdict for entry in floor.entries())
    assert client.post("/api/logout").status_code == 200
    assert hash_secret(secret) not in floor.floor.people.logins
    client.http.cookies.set("openetg", secret)
    assert client.get("/api/me").status_code == 401
    assert types_on_record(floor)[-2:] == ["RecordLogin", "RecordLogout"]


def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(floor: ServedFloor) -> None:
    client = floor.client()
    one = client.post("/api/login", person="zzqx-hunter2", password=PASSWORD)
    other = client.post("/api/login", person="bob", password="not the password")
    assert one.status_code == other.status_code == 401
    assert one.json() == other.json()
    assert one.json()["reason"] == "wrong_login"
    assert types_on_record(floor)[-1] == "RecordFailedLogin"
    assert all(b"zzqx" not in entry.command for entry in floor.entries()), "it may have been a password"


def test_a_name_of_nobody_takes_the_same_steps_as_one_of_somebody(
    own_floor: ServedFloor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time it takes would tell who works here: the file is read as often, and an answer that was not written to the
    disk, since a name of nobody is only counted after the first few, leaves no sooner than one that was.
    """
    logins = own_floor.app.office.logins
    steps: list[str] = []
    read = PasswordFile.read

    def counted(file: PasswordFile) -> KeptPasswords:
        steps.append("read")
        return read(file)

    async def paused(seconds: float) -> None:
        steps.append("pause" if 0 <= round(seconds, 6) <= WRONG_TAKES_S else f"a pause of {seconds}")

    monkeypatch.setattr(PasswordFile, "read", counted)
    logins.proofs.pause = paused

    def taken(person: str, address: str) -> tuple[list[str], list[str]]:
        async def story() -> tuple[list[str], list[str]]:
            with pytest.raises(Denied):
                await logins.proofs.password(person, "not the password", address)
            by_password = steps.copy()
            steps.clear()
            with pytest.raises(Denied):
                await logins.set_up(person, "ABCD-EFGH-JKMN-PQRS", "a password that would do", address)
            by_code = steps.copy()
            steps.clear()
            return by_password, by_code

        return own_floor.wait_for(story())

    nobodys = [taken(f"nobody{number}", f"10.1.0.{number}") for number in range(BURST)]
    before = len(own_floor.entries())
    assert taken("nobody", "10.2.0.1") == nobodys[0], "this one is only counted"
    assert types_on_record(own_floor)[before:] in ([], ["CountRepeats"])
    known = taken("bob", "10.2.0.2")
    assert known == nobodys[0]
    assert known == (["read"] * 2 + ["pause"] + ["read"], ["read"] * 2 + ["pause"] + ["read"])


def test_after_wrong_passwords_the_right_one_waits_too(floor: ServedFloor, olga: Client) -> None:
    client = floor.client()
    tries = [client.post("/api/login", person="carl", password="guess number one") for _ in range(FREE_TRIES)]
    answer = tries[-1]
    assert answer.status_code == 429
    assert answer.json()["reason"] == "locked_out"
    before = len(floor.entries())
    answer = client.post("/api/login", person="carl", password=PASSWORD)
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= 30
    assert len(floor.entries()) == before, "who has to wait cannot fill the journal"
    assert olga.send("unlock-staff", person="carl").status_code == 200
    assert client.post("/api/login", person="carl", password=PASSWORD).status_code == 200


@pytest.fixture
def own_floor(tmp_path: Path) -> Iterator[ServedFloor]:
    with served_floor(tmp_path) as running:
        yield running


REQUEST_MS = 10_000
"""So long at most a request is under way here: the clock of the floor runs on meanwhile."""


def test_a_login_ends_after_silence_and_at_the_latest_after_its_time(own_floor: ServedFloor) -> None:
    client = own_floor.client("ann")
    own_floor.ahead_ms += IDLE_MS - REQUEST_MS
    assert client.get("/api/me").status_code == 200
    own_floor.ahead_ms += IDLE_MS + 1_000
    assert client.get("/api/me").status_code == 401
    assert b'"idle"' in own_floor.entries()[-1].verdict
    client.log_in("ann")
    for _ in range(LASTS_MS // IDLE_MS + 1):
        own_floor.ahead_ms += IDLE_MS - REQUEST_MS
        client.get("/api/me")
    assert client.get("/api/me").status_code == 401


def test_a_login_outlives_the_server(tmp_path: Path) -> None:
    with served_floor(tmp_path) as first:
        client = first.client("ann")
        cookies = dict(client.http.cookies)
        case = client.send("open-case", terminal="M1", why="it smokes")
        assert case.status_code == 200
    with served_floor(tmp_path) as second:
        again = second.client()
        again.http.cookies.update(cookies)
        again.boot, again.number = client.boot, client.number
        answer = again.send("open-case", number=client.number, terminal="M1", why="it smokes")
        assert answer.json() == {"sequence": case.json()["sequence"], "at_ms": 0, "facts": [], "repeated": True}
        assert len(second.floor.cases) == 1


def test_a_password_is_chosen_with_a_code_once(own_floor: ServedFloor) -> None:
    olga, wim = own_floor.client("olga"), own_floor.client("wim")
    half = olga.post("/api/password/code", person="bob").json()
    code = half["part"] + wim.post(f"/api/confirmations/{half['confirmation']}").json()["part"]
    client = own_floor.client()
    wrong = client.post("/api/password/setup", person="bob", code="AAAA-AAAA-AAAA-AAAA", password="bobs own horse")
    assert wrong.status_code == 401
    typed = code.lower().replace("-", " ")
    assert client.post("/api/password/setup", person="bob", code=typed, password="bobs own horse").status_code == 200
    again = client.post("/api/password/setup", person="bob", code=code, password="somebody elses")
    assert again.status_code == 401
    own_floor.client("bob", "bobs own horse")
    assert own_floor.client("ann").post("/api/password/code", person="bob").status_code == 403
    assert olga.post("/api/password/code", person="olga").status_code == 403
    assert olga.post("/api/password/code", person="nobody").status_code == 404


def test_a_password_set_at_the_shell_goes_on_record_when_it_is_used(own_floor: ServedFloor) -> None:
    client = own_floor.client("ann")
    file = PasswordFile(own_floor.place.keys)
    from tests.unit.server.api.floor_app import cheap_hashing  # noqa: PLC0415

    file.keep("ann", cheap_hashing().hash("from the shell 1"), by="")
    own_floor.client("ann", "from the shell 1")
    assert client.get("/api/me").status_code == 401
    assert own_floor.floor.people.staff["ann"].password == file.read().passwords["ann"].mark


def test_no_secret_is_in_a_log_or_in_the_journal(
    own_floor: ServedFloor, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    secrets = ["a very secret horse", "yet another secret horse"]
    client = own_floor.client()
    client.post("/api/login", person="ann", password=secrets[0])
    client.post("/api/login", person=secrets[0], password=secrets[0])
    client.http.post("/api/login", content=b'{"person": "ann", "password": ["' + secrets[0].encode() + b'"]}',
                     headers={"content-type": "application/json"})  # fmt: skip
    client.log_in("ann")
    client.post("/api/password", old=PASSWORD, new=secrets[1])
    client.log_in("ann", secrets[1])
    cookie = client.http.cookies["openetg"]
    client.http.get("/api/terminals/" + "x" * 70)
    own_floor.call(lambda: setattr(own_floor.app.office.logins.proofs, "_passwords", None))
    broken = client.post("/api/login", person="ann", password=secrets[1])
    assert broken.status_code == 500
    assert not re.search(r"AttributeError|Traceback|_passwords|\.py", broken.text), "what broke is for the log alone"
    ours = [each for each in caplog.records if not each.name.startswith("http")]  # those are the client's
    told = "\n".join(logging.Formatter().format(each) for each in ours) + "".join(capfd.readouterr())
    assert "AttributeError" in told, "the fault itself is in the log"
    journal = b"".join(entry.command + entry.verdict for entry in own_floor.entries())
    for secret in [*secrets, PASSWORD, cookie]:
        assert secret not in told
        assert secret.encode() not in journal
    kept = (own_floor.place.keys / "staff").read_text()
    assert not any(secret in kept for secret in secrets)


def test_one_word_tried_on_everybody_from_one_address_waits_too(own_floor: ServedFloor) -> None:
    """Known or not: the count of a person, or of a name of nobody, never comes into it."""
    logins = own_floor.app.office.logins

    def tried(person: str, password: str, address: str) -> str:
        async def story() -> str:
            try:
                await logins.proofs.password(person, password, address)
            except Denied as no:
                return no.reason
            return "right"

        return asyncio.run_coroutine_threadsafe(story(), own_floor.loop).result(30)

    for _ in range(SPRAYED_BURST):
        assert tried("ann", PASSWORD, "10.0.0.7") == "right", "who knows the password is not counted"
    names = ["ann", "bob", *(f"nobody{number}" for number in range(SPRAYED_BURST - 2))]
    assert {tried(name, "Summer2026 is here", "10.0.0.7") for name in names} == {"wrong_login"}
    assert {tried(name, "Summer2026 is here", "10.0.0.7") for name in ("carl", "nobody")} == {"locked_out"}
    assert tried("carl", PASSWORD, "10.0.0.8") == "right", "elsewhere nobody waits for it"
    own_floor.ahead_ms += 5_000
    assert tried("carl", PASSWORD, "10.0.0.7") == "right"
