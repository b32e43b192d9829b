"""Second factors: enrolled by the person, shown after the password, once; by the wrong person, twice, late: refused."""

from __future__ import annotations

import logging
from base64 import b32decode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import json

from openetg.cli.main import etg
from openetg.floor.commands import EngageStaff, ReleaseStaff
from openetg.floor.people.guessing import FREE_TRIES
from openetg.server.access.credentials.factor_rules import FactorRules
from openetg.server.access.credentials.factors import (
    RECOVERY_CODES,
    FactorFile,
    NotShown,
    Owned,
    Site,
    begin_passkey,
    end_passkey,
)
from openetg.server.access.credentials.passwords import PasswordFile
from openetg.server.api.office import ApiSettings
from tests.unit.server.api.authenticator import BE, BS, Authenticator
from tests.unit.server.api.factor_steps import STEP_MS, at_name, code_of, half_in, with_generator, with_passkey
from tests.unit.server.api.floor_app import PASSWORD, ServedFloor, served_floor

pytestmark = pytest.mark.slow


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[ServedFloor]:
    settings = ApiSettings(requests_per_s=10_000, factor_for=frozenset({"duties", "powers"}))
    with served_floor(tmp_path, settings) as running:
        yield running


def types_on_record(floor: ServedFloor) -> list[str]:
    return [json.decode(entry.command)["command"]["type"] for entry in floor.entries()]


def test_who_must_have_a_factor_sees_nothing_before_it_is_enrolled(floor: ServedFloor) -> None:
    olga = floor.client("olga")
    assert olga.get("/api/me").json()["owes_factor"]
    for path in ("/api/staff", "/api/sessions", "/api/tables", "/api/confirmations"):
        shut = olga.get(path)
        assert (shut.status_code, shut.json()["reason"]) == (403, "factor_needed"), path
    assert olga.send("unlock-staff", person="ann").status_code == 403
    assert olga.post("/api/factors/recovery").status_code == 403, "a sheet of codes is no factor by itself"
    session = next(iter(floor.floor.people.logins))
    assert floor.call(lambda: floor.app.office.logins.standing(session)) is None, "nor does a socket open"
    assert olga.get("/api/factors").json() == {"needed": True, "factors": [], "recovery_left": 0, "passkeys": False}
    before = olga.http.cookies["openetg"]
    begun = olga.post("/api/factors/totp/begin").json()
    done = olga.post("/api/factors/totp", step=begun["step"], code=code_of(floor, begun["secret"]))
    assert done.status_code == 200, done.text
    assert not done.json()["owes_factor"]
    assert olga.http.cookies["openetg"] != before, "another secret than before"
    assert olga.get("/api/staff").status_code == 200


@pytest.mark.parametrize(
    ("person", "names", "needs"),
    [
        ("olga", {"duties"}, True),
        ("ann", {"duties"}, False),
        ("ann", {"powers"}, True),
        ("carl", {"powers"}, True),
        ("wim", {"powers"}, False),
        ("wim", {"witness"}, True),
        ("olga", {"witness"}, False),
        ("carl", {"cashier"}, True),
        ("ann", {"cashier"}, False),
        ("wim", {"everybody"}, True),
        ("olga", set(), False),
    ],
)
def test_who_must_have_one_is_said_by_duties_roles_and_powers(
    floor: ServedFloor, person: str, names: set[str], needs: bool
) -> None:
    member = floor.floor.people.staff[person]
    assert FactorRules(frozenset(names)).needs(floor.floor, member) is needs


def test_a_code_is_taken_once_and_only_about_now(floor: ServedFloor) -> None:
    _, secret = with_generator(floor, "ann")
    client = floor.client()
    code = code_of(floor, secret)
    step = half_in(client, "ann")
    assert step["kinds"] == "totp"
    wrong = client.post("/api/login/factor", step=step["step"], code="000000")
    assert (wrong.status_code, wrong.json()["reason"]) == (401, "wrong_factor")
    assert client.post("/api/login/factor", step=step["step"], code=code_of(floor, secret, later=5)).status_code == 401
    assert client.post("/api/login/factor", step=step["step"], code=code_of(floor, secret, later=-5)).status_code == 401
    entered = client.post("/api/login/factor", step=step["step"], code=f" {code[:3]} {code[3:]} ")
    assert entered.status_code == 200, entered.text
    assert client.get("/api/tables").status_code == 200
    assert client.post("/api/login/factor", step=step["step"], code=code).status_code == 401, "a step is done once"
    again = floor.client()
    told = again.post("/api/login", person="ann", password=PASSWORD, code=code)
    assert (told.status_code, told.json()["reason"]) == (401, "wrong_factor"), (
        "who looked over the shoulder gains nothing"
    )
    earlier = code_of(floor, secret, later=-1)
    assert again.post("/api/login", person="ann", password=PASSWORD, code=earlier).status_code == 401
    floor.ahead_ms += STEP_MS
    one_step = again.post("/api/login", person="ann", password=PASSWORD, code=code_of(floor, secret))
    assert one_step.status_code == 200, "a program may send both at once"


def test_a_step_is_late_after_five_minutes_and_of_one_address(floor: ServedFloor) -> None:
    _, secret = with_generator(floor, "ann")
    client = floor.client()
    step = half_in(client, "ann")["step"]
    logins = floor.app.office.logins
    assert logins.steps.get(step, "login", "10.0.0.9", floor.clock.now_ms()) is None, "carried off to another machine"
    floor.ahead_ms += 5 * 60_000
    assert client.post("/api/login/factor", step=step, code=code_of(floor, secret)).status_code == 401
    assert client.post("/api/login/factor", step="made up", code=code_of(floor, secret)).status_code == 401


def test_wrong_codes_make_wait_like_wrong_passwords_and_a_right_password_forgets_nothing(floor: ServedFloor) -> None:
    _, secret = with_generator(floor, "ann")
    client = floor.client()
    for _ in range(FREE_TRIES - 1):
        step = half_in(client, "ann")["step"]
        assert client.post("/api/login/factor", step=step, code="000000").status_code == 401
    step = half_in(client, "ann")["step"]
    assert client.post("/api/login/factor", step=step, code="000000").status_code == 429
    assert client.post("/api/login/factor", step=step, code=code_of(floor, secret)).status_code == 429
    assert client.post("/api/login", person="ann", password=PASSWORD).status_code == 429
    assert types_on_record(floor)[-1] == "RecordFailedLogin"
    shell = CliRunner().invoke(etg, ["floor", "unlock", "ann", "--folder", str(floor.place.path)])
    assert shell.exit_code == 0, shell.output
    floor.ahead_ms += STEP_MS
    assert client.post("/api/login", person="ann", password=PASSWORD, code=code_of(floor, secret)).status_code == 200
    assert "UnlockStaff" in types_on_record(floor)


def test_recovery_codes_let_in_once_each_and_a_new_sheet_replaces_the_old_one(floor: ServedFloor) -> None:
    ann, _ = with_generator(floor, "ann")
    codes = ann.post("/api/factors/recovery").json()["codes"]
    assert len(set(codes)) == RECOVERY_CODES
    client = floor.client()
    assert client.post("/api/login", person="ann", password=PASSWORD, code=codes[0].lower()).status_code == 200
    assert client.get("/api/sessions").json()["sessions"][0]["factor"] == "recovery"
    assert client.get("/api/factors").json()["recovery_left"] == RECOVERY_CODES - 1
    assert client.post("/api/login", person="ann", password=PASSWORD, code=codes[0]).status_code == 401
    assert floor.client().post("/api/login", person="bob", password=PASSWORD, code=codes[1]).status_code == 200, (
        "bob has no factor and comes in half: the code was not looked at"
    )
    client.post("/api/factors/recovery", password=PASSWORD)
    assert client.post("/api/login", person="ann", password=PASSWORD, code=codes[1]).status_code == 401


def test_a_passkey_lets_in_and_what_it_signed_is_good_once(floor: ServedFloor) -> None:
    _, key = with_passkey(floor, "ann")
    client = at_name(floor, floor.client())
    step = half_in(client, "ann")["step"]
    options = client.post("/api/login/passkey", step=step).json()["options"]
    assert options["publicKey"]["userVerification"] == "required"
    signed = key.sign(options)
    entered = client.post("/api/login/factor", step=step, signed=signed)
    assert entered.status_code == 200, entered.text
    step = half_in(client, "ann")["step"]
    assert client.post("/api/login/factor", step=step, signed=signed).status_code == 401, "no challenge was asked for"
    client.post("/api/login/passkey", step=step)
    assert client.post("/api/login/factor", step=step, signed=signed).status_code == 401, "signed for another challenge"


@pytest.mark.parametrize("lie", ["origin", "site", "unverified", "other key", "copied", "asked twice"])
def test_what_a_passkey_did_not_sign_for_here_and_now_is_refused(floor: ServedFloor, lie: str) -> None:
    _, key = with_passkey(floor, "ann")
    client = at_name(floor, floor.client())
    step = half_in(client, "ann")["step"]
    options = client.post("/api/login/passkey", step=step).json()["options"]
    other = Authenticator(key.origin)
    other.name = key.name
    match lie:
        case "origin":
            key.origin = "http://floor.evil.example"
        case "site":
            key.site = "evil.example"
        case "unverified":
            key.verified = 0
        case "other key":
            key = other
        case "copied":
            key.backup = BE | BS
        case "asked twice":
            client.post("/api/login/passkey", step=step)
    refused = client.post("/api/login/factor", step=step, signed=key.sign(options))
    assert (refused.status_code, refused.json()["reason"]) == (401, "wrong_factor")
    assert client.get("/api/me").status_code == 401
    assert floor.floor.people.staff["ann"].failures == 1


def test_a_passkey_whose_counter_goes_back_is_worth_nothing_any_more(floor: ServedFloor) -> None:
    _, key = with_passkey(floor, "ann")
    client = at_name(floor, floor.client())

    def enter() -> int:
        step = half_in(client, "ann")["step"]
        options = client.post("/api/login/passkey", step=step).json()["options"]
        return client.post("/api/login/factor", step=step, signed=key.sign(options)).status_code

    key.counter = 7
    assert enter() == 200
    key.counter = 3
    assert enter() == 401
    assert floor.floor.people.staff["ann"].factors == {}
    assert "RevokeFactor" in types_on_record(floor)


def test_a_passkey_that_says_it_is_copied_but_cannot_be_is_not_enrolled(floor: ServedFloor) -> None:
    client = at_name(floor, floor.client("ann"))
    client.post("/api/login", person="ann", password=PASSWORD)
    key = Authenticator(f"http://localhost:{floor.port}")
    key.backup = BS
    begun = client.post("/api/factors/passkey/begin").json()
    made = client.post("/api/factors/passkey", step=begun["step"], made=key.make(begun["options"]))
    assert made.status_code == 401
    key.backup = BE | BS
    assert client.post("/api/factors/passkey", step=begun["step"], made=key.make(begun["options"])).status_code == 404
    for rubbish in ({}, {"id": 1}, {"rawId": "AA", "response": []}):
        begun = client.post("/api/factors/passkey/begin").json()
        assert client.post("/api/factors/passkey", step=begun["step"], made=rubbish).status_code == 401


def test_the_step_of_one_person_is_no_use_to_another(floor: ServedFloor) -> None:
    ann, bob = floor.client("ann"), floor.client("bob")
    begun = ann.post("/api/factors/totp/begin").json()
    code = code_of(floor, begun["secret"])
    assert bob.post("/api/factors/totp", step=begun["step"], code=code).status_code == 404
    assert ann.post("/api/factors/totp", step=begun["step"], code="123").status_code == 401
    assert ann.post("/api/factors/totp", step=begun["step"], code=code).status_code == 200
    assert ann.post("/api/factors/totp", step=begun["step"], code=code).status_code == 404, "once"


def test_what_one_logs_in_with_is_changed_shortly_after_or_with_the_password(floor: ServedFloor) -> None:
    ann, _ = with_generator(floor, "ann")
    floor.ahead_ms += 6 * 60_000
    late = ann.post("/api/factors/totp/begin")
    assert (late.status_code, late.json()["reason"]) == (403, "password_needed")
    assert ann.post("/api/factors/totp/begin", password="not the password").status_code == 401
    assert ann.post("/api/factors/totp/begin", password=PASSWORD).status_code == 200
    mark = ann.get("/api/factors").json()["factors"][0]["mark"]
    assert ann.post("/api/factors/remove", mark=mark).status_code == 403
    last = ann.post("/api/factors/remove", mark=mark, password=PASSWORD)
    assert (last.status_code, last.json()["reason"]) == (409, "last_factor")
    assert ann.post("/api/factors/remove", mark="made up", password=PASSWORD).status_code == 409


def test_a_factor_that_is_not_on_record_lets_nobody_in(floor: ServedFloor) -> None:
    with_generator(floor, "ann")
    file = FactorFile(floor.place.keys)
    file.add_recovery("ann", 0)
    _, codes = file.add_recovery("ann", 0)
    assert floor.client().post("/api/login", person="ann", password=PASSWORD, code=codes[0]).status_code == 401


def test_factors_taken_away_at_the_shell_go_on_record_and_are_enrolled_anew(floor: ServedFloor) -> None:
    with_generator(floor, "ann")
    words = ["floor", "unlock", "ann", "--factors", "--folder", str(floor.place.path)]
    assert CliRunner().invoke(etg, words).exit_code == 0
    again = floor.client("ann")
    assert again.get("/api/me").json()["owes_factor"]
    assert floor.floor.people.staff["ann"].factors == {}
    assert b'"lost"' in b"".join(entry.verdict for entry in floor.entries())


def test_a_second_person_at_another_console_shows_a_code_too(floor: ServedFloor) -> None:
    ann, _ = with_generator(floor, "ann")
    _, secret = with_generator(floor, "bob")
    ann.boot, ann.number = ann.get("/api/me").json()["boot"], 0
    name = ann.send("void-round", table="A", cause="fire", why="the wheel was touched").json()["confirmation"]
    half = ann.post(f"/api/confirmations/{name}", person="bob", password=PASSWORD)
    assert (half.status_code, half.json()["reason"]) == (401, "second_factor")
    none = ann.post(f"/api/confirmations/{name}", person="ines", password=PASSWORD)
    assert (none.status_code, none.json()["reason"]) == (403, "factor_needed")
    code = code_of(floor, secret)
    assert ann.post(f"/api/confirmations/{name}", person="bob", password=PASSWORD, code=code).status_code == 200


def test_no_secret_of_a_factor_is_in_the_journal_the_log_or_in_clear_in_the_files(
    floor: ServedFloor, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ann, secret = with_generator(floor, "ann")
    codes = ann.post("/api/factors/recovery").json()["codes"]
    ours = [each for each in caplog.records if not each.name.startswith("http")]
    told = "\n".join(logging.Formatter().format(each) for each in ours)
    journal = b"".join(entry.command + entry.verdict for entry in floor.entries()).decode()
    kept = (floor.place.keys / "factors").read_text()
    raw = b32decode(secret + "=" * (-len(secret) % 8)).hex()
    for word in (secret, raw, codes[0], codes[0].replace("-", "")):
        assert word not in told
        assert word not in journal
        assert word not in kept
    assert (floor.place.keys / "factors").stat().st_mode & 0o077 == 0


def test_somebody_elses_factors_are_reset_by_two_people_and_by_neither_alone(floor: ServedFloor) -> None:
    bob, _ = with_generator(floor, "bob")
    olga, _ = with_generator(floor, "olga")
    wim, _ = with_generator(floor, "wim")
    assert bob.post("/api/factors/reset", person="olga").status_code == 403
    assert olga.post("/api/factors/reset", person="carl").status_code == 409, "carl has none"
    asked = olga.post("/api/factors/reset", person="bob")
    assert asked.status_code == 202, asked.text
    name = asked.json()["confirmation"]
    assert floor.floor.people.staff["bob"].factors, "nothing yet"
    assert olga.post(f"/api/confirmations/{name}").status_code == 403
    assert bob.post(f"/api/confirmations/{name}").status_code == 403
    assert wim.post(f"/api/confirmations/{name}").status_code == 200
    assert floor.floor.people.staff["bob"].factors == {}
    assert bob.get("/api/me").status_code == 401, "and whoever was logged in is out"
    assert floor.client("bob").get("/api/me").json()["owes_factor"]
    assert set(floor.floor.people.staff["bob"].hands) == {"olga", "wim"}
    assert olga.post("/api/factors/reset", person="ines").status_code == 403, "the authority's people are its own"


def released_and_engaged_again(floor: ServedFloor, person: str) -> None:
    floor.granted(ReleaseStaff(person, "left"), sender="house-2")
    member = floor.floor.people.staff[person]
    floor.granted(EngageStaff(person, "Carl Example", member.roles, member.duties), sender="house-2")


def test_who_is_released_and_engaged_again_does_not_come_in_with_what_was_good_before(floor: ServedFloor) -> None:
    """Their second factor is gone: with the old password alone anybody who knows it would enrol one of their own."""
    with_generator(floor, "carl")
    released_and_engaged_again(floor, "carl")
    told = floor.client().post("/api/login", person="carl", password=PASSWORD)
    assert (told.status_code, told.json()["reason"]) == (401, "wrong_login"), told.text
    code = PasswordFile(floor.place.keys).make_code("carl", floor.call(floor.app.office.line.now_ms) - 1, by="")
    released_and_engaged_again(floor, "carl")
    late = floor.client().post("/api/password/setup", person="carl", code=code, password="another horse entirely")
    assert late.status_code == 401, "nor does a code from before"
    code = PasswordFile(floor.place.keys).make_code("carl", floor.call(floor.app.office.line.now_ms), by="")
    setup = floor.client().post("/api/password/setup", person="carl", code=code, password="another horse entirely")
    assert setup.status_code == 200, setup.text
    assert floor.client().post("/api/login", person="carl", password="another horse entirely").status_code == 200


def test_a_login_that_waits_for_its_factor_ends_with_the_password_it_began_with(floor: ServedFloor) -> None:
    carl, secret = with_generator(floor, "carl")
    thief = floor.client()
    step = half_in(thief, "carl")["step"]
    changed = carl.post("/api/password", old=PASSWORD, new="another horse entirely", code=code_of(floor, secret))
    assert changed.status_code == 200, changed.text
    told = thief.post("/api/login/factor", step=step, code=code_of(floor, secret, later=1))
    assert (told.status_code, told.json()["reason"]) == (401, "wrong_login")


@pytest.mark.parametrize(
    "response",
    [
        {"clientDataJSON": "W" * 40_000, "authenticatorData": "", "signature": ""},
        {"clientDataJSON": "e30", "authenticatorData": "AAAA", "signature": "AA"},
        {"clientDataJSON": urlsafe_b64encode(b"[" * 30_000).decode(), "authenticatorData": "AA", "signature": "AA"},
    ],
)
def test_whatever_a_stranger_makes_up_for_a_passkey_is_a_wrong_factor_on_record(
    floor: ServedFloor, response: dict[str, str]
) -> None:
    """Not a fault of the floor: what is answered with 500 would be counted for nobody."""
    with_generator(floor, "carl")
    thief = at_name(floor, floor.client())
    passkey = {"id": "eA", "rawId": "eA", "type": "public-key", "response": response}
    site = Site("localhost", f"http://localhost:{floor.port}")
    _, challenge = begin_passkey(site, "carl", Owned())
    step = half_in(thief, "carl")["step"]
    floor.call(lambda: setattr(floor.app.office.logins.steps._steps[step], "challenge", challenge))
    told = thief.post("/api/login/factor", step=step, signed=passkey)
    assert (told.status_code, told.json()["reason"]) == (401, "wrong_factor"), told.text
    assert types_on_record(floor)[-1] == "RecordFailedLogin"


@pytest.mark.parametrize(
    "made", [b"", b"\xa3", b"\x81" * 5_000, b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x41\0"]
)
def test_nor_is_what_is_no_passkey_enrolled(made: bytes) -> None:
    site = Site("localhost", "http://localhost:1")
    _, state = begin_passkey(site, "carl", Owned())
    said = {"type": "webauthn.create", "challenge": state["challenge"], "origin": site.origin}
    response = {
        "clientDataJSON": urlsafe_b64encode(json.encode(said)).decode(),
        "attestationObject": urlsafe_b64encode(made).decode(),
    }
    sent = {"id": "eA", "rawId": "eA", "type": "public-key", "response": response}
    with pytest.raises(NotShown):
        end_passkey(site, state, sent, "", 0)
