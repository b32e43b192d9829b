"""One dishonest person at the API, in every role: whole chains of codes, other names, other logins, races; to no avail.

What the floor decides about it is proved over random sequences in `test_nobody_alone`; here are the doors themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from openetg.floor.commands import EngageStaff, InsertNote
from openetg.money import cents
from tests.unit.server.api.floor_app import PASSWORD, Client, ServedFloor, code_of_two, served_floor

pytestmark = pytest.mark.slow
ALL_DUTIES = ["operator", "staff_desk", "witness"]
NEW = "chosen with a code, by her"
MORE = (
    EngageStaff("dora", "Dora Example", {}, ("staff_desk",)),
    EngageStaff("ivo", "Ivo Example", {"ministar": ("inspector",), "interblock": ("inspector",)}),
)


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[ServedFloor]:
    with served_floor(tmp_path) as running:
        for person in MORE:
            running.granted(person)
        yield running


def confirmed(client: Client, asked: Any, **how: str) -> tuple[int, str]:
    told = client.post(f"/api/confirmations/{asked.json()['confirmation']}", **how)
    return told.status_code, told.json().get("reason", "")


def raised(client: Client, person: str) -> Any:
    return client.send("engage-staff", person=person, full_name="Who", roles={}, duties=ALL_DUTIES)


def taken(floor: ServedFloor, person: str, first: str, second: str) -> Client:
    """An account whose code the dishonest one knows whole, since the honest one let the other half be seen."""
    code = code_of_two(floor, person, first, second)
    assert floor.client().post("/api/password/setup", person=person, code=code, password=NEW).status_code == 200
    return floor.client(person, NEW)


def test_a_chain_of_codes_leads_back_to_who_began_it_in_both_directions(floor: ServedFloor) -> None:
    """Olga has taken Dora's account, and through it Carl's: whatever two of the three do is done by one."""
    olga, dora = floor.client("olga"), taken(floor, "dora", "olga", "wim")
    floor.granted(EngageStaff("will", "Will Example", {}, ("witness",)))
    taken(floor, "will", "olga", "wim")
    for first, second in ((olga, dora), (dora, olga)):
        asked = raised(first, "carl")
        assert asked.status_code == 202
        assert confirmed(second, asked) == (403, "same_person")
        assert confirmed(first, asked) == (403, "same_person")
        assert confirmed(first, asked, person="dora", password=NEW) == (403, "same_person")
        assert confirmed(first, asked, person="will", password=NEW) == (403, "same_person")
    assert raised(olga, "dora").json()["reason"] == "same_person", "nor does she raise what is in her hands"
    half = dora.post("/api/password/code", person="bob")
    assert confirmed(olga, half) == (403, "same_person")
    assert confirmed(floor.client("will", NEW), half) == (403, "same_person")
    assert floor.floor.people.staff["carl"].duties == ()


@pytest.mark.parametrize("name", ["ann ", " ann", "ANN", "\u0430nn", "ann\u200b", "a\u0301nn", "ann\x00", "ann/1", ""])
def test_a_name_that_looks_like_another_is_another_or_none(floor: ServedFloor, name: str) -> None:
    """Another name is another account, which two people engage; it never lets in as the one it looks like."""
    olga = floor.client("olga")
    asked = olga.send("engage-staff", person=name, full_name="Ann Example", roles={}, duties=[])
    if asked.status_code == 202:
        assert confirmed(olga, asked) == (403, "same_person")
        assert name not in floor.floor.people.staff
    else:
        assert asked.status_code in {400, 422}
    assert floor.client().post("/api/login", person=name, password=PASSWORD).status_code in {400, 401}
    half = olga.post("/api/password/code", person=name)
    assert half.status_code in {400, 404}
    void = floor.client("ann").send("void-round", table="A", cause="fire", why="x")
    assert confirmed(floor.client("ann"), void, person=name, password=PASSWORD)[0] in {400, 401, 403}


def test_whoever_had_a_name_before_does_not_come_in_when_it_is_given_to_another(floor: ServedFloor) -> None:
    """Carl left; another Carl is engaged. Neither the old password, nor a code of then, nor a login of then is good."""
    old, code = floor.client("carl"), code_of_two(floor, "carl")
    olga, wim = floor.client("olga"), floor.client("wim")
    assert confirmed(wim, olga.send("release-staff", person="carl", why="left"))[0] == 200
    assert old.get("/api/me").status_code == 401
    assert old.post("/api/login", person="carl", password=PASSWORD).status_code == 401
    floor.granted(EngageStaff("carl", "Another Carl", {"ministar": ("assistant_gaming_manager",)}))
    assert old.get("/api/me").status_code == 401
    assert old.post("/api/login", person="carl", password=PASSWORD).status_code == 401, "the password of before"
    assert old.post("/api/password/setup", person="carl", code=code, password=NEW).status_code == 401, (
        "the code of before"
    )
    floor.wait_for(floor.app.office.logins.proofs.note_file())
    assert floor.floor.people.staff["carl"].password == ""
    new = code_of_two(floor, "carl")
    assert floor.client().post("/api/password/setup", person="carl", code=new, password=NEW).status_code == 200
    floor.client("carl", NEW)


def test_two_logins_of_one_person_are_one_person(floor: ServedFloor) -> None:
    one, other = floor.client("ann"), floor.client("ann")
    asked = one.send("void-round", table="A", cause="fire", why="x")
    assert confirmed(other, asked) == confirmed(one, asked, person="ann", password=PASSWORD) == (403, "same_person")
    assert floor.floor.tables["A"].round is not None


@pytest.mark.parametrize(
    ("person", "acts"),
    [
        ("olga", ("engage-staff", "release-staff", "set-second-above")),
        ("ann", ("void-round",)),
    ],
)
def test_of_two_confirmations_at_once_one_counts(floor: ServedFloor, person: str, acts: tuple[str, ...]) -> None:
    fields: dict[str, dict[str, Any]] = {
        "engage-staff": {"person": "zoe", "full_name": "Zoe", "roles": {}, "duties": []},
        "release-staff": {"person": "carl", "why": "left"},
        "set-second-above": {"amount": 123_400},
        "void-round": {"table": "A", "cause": "fire", "why": "x"},
    }
    first, seconds = floor.client(person), [floor.client("wim") for _ in range(4)]
    for act in acts:
        asked = first.send(act, **fields[act])
        assert asked.status_code == 202, asked.text
        with ThreadPoolExecutor(len(seconds)) as pool:
            told = sorted(pool.map(lambda second, asked=asked: confirmed(second, asked)[0], seconds))
        assert told == [200, 404, 404, 404]


@pytest.mark.parametrize("person", ["ann", "carl", "wim", "ines"])
def test_who_is_not_of_the_desk_begins_nothing_about_accounts(floor: ServedFloor, person: str) -> None:
    """A manager, a cashier, a witness, an inspector: each alone, each about another and about themself."""
    floor.granted(InsertNote("M1", cents(5_000)))
    client = floor.client(person)
    before = len([each for each in floor.entries() if b"StaffEngaged" in each.verdict])
    for about in ("bob", person, "ivo"):
        tried = [
            raised(client, about),
            client.send("release-staff", person=about, why="left"),
            client.send("vouch-for-person", person=about),
            client.send("unlock-staff", person=about),
            client.post("/api/password/code", person=about),
            client.post("/api/factors/reset", person=about),
        ]
        if person != "ines" or about != "ivo":
            assert {each.status_code for each in tried} <= {403, 409}, [each.text for each in tried]
        if about != person:
            assert client.get("/api/sessions", person=about).status_code == (
                200 if (person, about) == ("ines", "ivo") else 403
            )
    assert client.post("/api/terminals/pairing-code", terminal="M1").status_code == 403
    assert client.send("set-second-above", amount=0).status_code == 403
    assert len([each for each in floor.entries() if b"StaffEngaged" in each.verdict]) == before


def test_an_inspector_alone_does_nothing_with_the_authoritys_people(floor: ServedFloor) -> None:
    ines, ann, wim = floor.client("ines"), floor.client("ann"), floor.client("wim")
    half = ines.post("/api/password/code", person="ivo")
    assert half.status_code == 202
    assert {confirmed(client, half)[0] for client in (ines, ann, wim, floor.client("olga"))} == {403}
    asked = ines.send("engage-staff", person="ida", full_name="Ida", roles={"ministar": ["inspector"]}, duties=[])
    assert asked.status_code == 202
    assert {confirmed(client, asked)[0] for client in (ines, ann, wim)} == {403}
    both = ines.send(
        "engage-staff", person="ida", full_name="Ida", roles={"ministar": ["inspector"]}, duties=["operator"]
    )
    assert (both.status_code, both.json()["reason"]) == (403, "not_their_role")


def test_what_waits_for_a_second_person_is_gone_with_a_crash_and_nothing_of_it_is_done(tmp_path: Path) -> None:
    with served_floor(tmp_path) as first:
        asked = raised(first.client("olga"), "carl")
        half = first.client("olga").post("/api/password/code", person="bob")
        entries = len(first.entries())
    with served_floor(tmp_path) as again:
        assert confirmed(again.client("wim"), asked) == confirmed(again.client("wim"), half) == (404, "no_such_thing")
        assert again.floor.people.staff["carl"].duties == ()
        assert again.app.office.logins.aside is not None
        assert not any(b"CredentialHanded" in each.verdict for each in again.entries())
        assert len(again.entries()) >= entries
