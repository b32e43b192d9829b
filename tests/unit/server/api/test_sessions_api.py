"""Where somebody is logged in: seen and ended by the person, and by the staff desk; by nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import json

from openetg.floor.people.guessing import FREE_TRIES
from tests.unit.server.api.floor_app import PASSWORD, ServedFloor, served_floor

pytestmark = pytest.mark.slow


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[ServedFloor]:
    with served_floor(tmp_path) as running:
        yield running


def test_a_person_sees_their_logins_and_ends_one_or_all_others(floor: ServedFloor) -> None:
    first, second, third = (floor.client("ann") for _ in range(3))
    seen = first.get("/api/sessions").json()["sessions"]
    assert [each["own"] for each in seen] == [False, False, True]
    assert {(each["person"], each["address"]) for each in seen} == {("ann", "127.0.0.1")}
    assert first.http.cookies["openetg"] not in str(seen)
    assert first.post("/api/sessions/end", session=seen[0]["session"]).json() == {"ended": 1}
    assert third.get("/api/me").status_code == 401
    assert first.post("/api/sessions/end", session=seen[0]["session"]).status_code == 404, "once"
    assert first.post("/api/sessions/end").json() == {"ended": 1}
    assert second.get("/api/me").status_code == 401
    assert first.get("/api/me").status_code == 200
    ended = json.decode(floor.entries()[-1].command)["command"]
    assert (ended["cause"], ended["by"]) == ("ended", "ann")


def test_the_staff_desk_ends_anybodys_and_others_only_their_own(floor: ServedFloor) -> None:
    ann, bob, olga = floor.client("ann"), floor.client("bob"), floor.client("olga")
    assert bob.get("/api/sessions", person="ann").status_code == 403
    assert bob.post("/api/sessions/end", person="ann").status_code == 403
    name = olga.get("/api/sessions", person="ann").json()["sessions"][0]["session"]
    assert bob.post("/api/sessions/end", session=name).status_code == 404, "by its name alone neither"
    assert bob.post("/api/sessions/end", session="").json() == {"ended": 0}
    assert ann.get("/api/me").status_code == 200
    assert olga.post("/api/sessions/end", session=name[:3], person="ann").status_code == 404, "by its whole name"
    assert olga.post("/api/sessions/end", person="ann").json() == {"ended": 1}
    assert ann.get("/api/me").status_code == 401
    assert olga.get("/api/sessions", person="nobody").status_code == 404
    assert olga.get("/api/sessions", person="ines").status_code == 403, "the authority looks after its own people"


def test_a_name_that_nobody_has_is_answered_like_one_that_somebody_has(floor: ServedFloor) -> None:
    """The same words, the same waits, and as many entries, so that neither answer nor time tells who works here."""
    client = floor.client()
    heard = {}
    for person in ("bob", "zzqx-nobody"):
        before = len(floor.entries())
        answers = [client.post("/api/login", person=person, password="a wrong one") for _ in range(FREE_TRIES + 1)]
        heard[person] = [(each.status_code, each.json()) for each in answers], len(floor.entries()) - before
        floor.ahead_ms += 1_000
    assert heard["bob"] == heard["zzqx-nobody"]
    codes = {}
    for person in ("ines", "zzqx-other"):
        sent = {"person": person, "code": "AAAA-AAAA-AAAA-AAAA", "password": "a long new password"}
        answers = [client.post("/api/password/setup", **sent) for _ in range(FREE_TRIES + 1)]
        codes[person] = [(each.status_code, each.json()) for each in answers]
        floor.ahead_ms += 10_000
    assert codes["ines"] == codes["zzqx-other"]
    assert all(b"zzqx" not in entry.command for entry in floor.entries())


def test_a_password_known_from_leaks_or_made_of_a_name_is_refused(floor: ServedFloor) -> None:
    client = floor.client("ann")
    for weak in ("Password1234!", "Ann Example 1!", f"{floor.house.site}1"):
        told = client.post("/api/password", old=PASSWORD, new=weak)
        assert (told.status_code, told.json()["reason"]) == (422, "unfit_password"), weak
