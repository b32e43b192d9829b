"""Commands over HTTP: every one that people may send, numbered, judged by the floor, on record with who sent it."""

from __future__ import annotations

import pytest
from msgspec import json

from openetg.floor.commands import InsertNote
from openetg.floor.core.refusals import Reason
from openetg.money import cents
from openetg.server.acts.acts import INSIDE, SENDABLE
from openetg.server.api.acts.bodies import path_of
from openetg.server.api.problems import number_of
from tests.unit.server.api.floor_app import Client, ServedFloor


@pytest.mark.slow
def test_every_command_that_people_may_send_has_an_address_with_its_words(ann: Client) -> None:
    schema = ann.get("/api/schema/openapi.json").json()
    prefix = "/api/commands/"
    there = {path.removeprefix(prefix) for path in schema["paths"] if path.startswith(prefix)}
    assert there == {path_of(kind) for kind in SENDABLE}
    assert not there & {path_of(kind) for kind in INSIDE}
    void = schema["paths"]["/api/commands/void-round"]["post"]
    assert void["summary"] == "A whole round is declared void."
    body = schema["components"]["schemas"]["VoidRoundBody"]["properties"]
    assert set(body) == {"table", "cause", "why", "round"}
    assert body["round"]["description"] == "Which round; zero is the newest."


def test_an_act_is_on_record_with_the_person_and_role_of_the_login(floor: ServedFloor, ann: Client) -> None:
    answer = ann.send("open-case", terminal="M2", why="the screen is dark")
    assert answer.status_code == 200
    assert answer.json()["facts"][0]["about"]["case"] in floor.floor.cases
    entry = json.decode(floor.entries()[-1].command)
    assert entry["sender"] == "staff/ann/1"
    assert (entry["command"]["person"], entry["command"]["role"]) == ("ann", "assistant_gaming_manager")
    assert "dark" not in floor.entries()[-1].command.decode(), "private texts are sealed"


def test_the_same_number_is_the_same_act(floor: ServedFloor, ann: Client) -> None:
    first = ann.send("give-notice", table="A", kind="limits")
    entries = len(floor.entries())
    again = ann.send("give-notice", number=ann.number, table="A", kind="limits")
    assert again.json() == {"sequence": first.json()["sequence"], "at_ms": 0, "facts": [], "repeated": True}
    refused = ann.send("give-notice", table="Z", kind="limits")
    repeated = ann.send("give-notice", number=ann.number, table="Z", kind="limits")
    assert refused.status_code == repeated.status_code == 404
    assert refused.json()["reason"] == repeated.json()["reason"] == "unknown_table"
    assert len(floor.entries()) == entries + 1
    older = ann.send("give-notice", number=10_000, table="A", kind="limits")
    assert older.status_code == 200
    ann.number = 10_000
    stale = ann.send("give-notice", number=9_999, table="A", kind="limits")
    assert (stale.status_code, stale.json()["reason"]) == (409, "stale")


def test_a_number_is_needed_and_is_of_this_login(ann: Client) -> None:
    path, body = "/api/commands/give-notice", {"table": "A", "kind": "limits"}
    for key in (
        None,
        "",
        "7",
        "a.b",
        "1.0",
        "0.1",
        "-1.1",
        f"{ann.boot}.99999999999999999",
        f"{ann.boot}.9999999999999999",
    ):
        answer = ann.http.post(path, json=body, headers={} if key is None else {"Idempotency-Key": key})
        assert (answer.status_code, answer.json()["reason"]) == (400, "malformed"), key
    other = ann.http.post(path, json=body, headers={"Idempotency-Key": f"{ann.boot - 1}.5"})
    assert (other.status_code, other.json()["reason"]) == (409, "stale")


def test_two_consoles_of_one_person_have_numbers_of_their_own(floor: ServedFloor) -> None:
    one, two = floor.client("bob"), floor.client("bob")
    assert one.send("give-notice", table="A", kind="limits").status_code == 200
    assert two.send("give-notice", table="A", kind="limits").status_code == 200
    assert one.send("give-notice", table="A", kind="limits").json()["repeated"] is False
    assert [one.get("/api/me").json()["last"], two.get("/api/me").json()["last"]] == [2, 1]


def test_a_refusal_bears_its_clause_and_is_on_record(floor: ServedFloor) -> None:
    carl = floor.client("carl")
    answer = carl.send("open-case", terminal="M1", why="I think so")
    assert answer.status_code == 403
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["reason"], problem["clause"], problem["status"]) == ("no_power", "7.2.3", 403)
    assert problem["detail"] == "that role does not hold the power; somebody who does must do it"
    assert b'"refusal"' in floor.entries()[-1].verdict
    elsewhere = carl.send("set-limits", table="B", limits={})
    assert (elsewhere.status_code, elsewhere.json()["reason"]) == (403, "not_their_role")


def test_limits_and_nested_fields_arrive(floor: ServedFloor, ann: Client) -> None:
    every = {"min": 500, "max": 90_000}
    answer = ann.send("set-limits", table="B", limits={"red": {"min": 500, "max": 10_000}, "any": every, "sum": every})
    assert answer.status_code == 200, answer.text
    shown = ann.get("/api/tables/B/limits").json()
    coming = (shown["next_terminal"], *shown["unannounced"].values())
    assert {"min": 500, "max": 10_000} in [limits.get("red") for limits in coming]
    wrong = ann.send("set-limits", table="B", limits={"red": {"min": 10**16}})
    assert wrong.status_code == 400


def test_a_payment_by_hand_goes_its_way(floor: ServedFloor) -> None:
    floor.granted(InsertNote("M3", cents(2_000)))
    carl, ann = floor.client("carl"), floor.client("ann")
    payer = next(
        each for each in (ann, carl) if each.send("order-manual-payout", terminal="M3", amount=500).status_code == 200
    )
    payouts = ann.get("/api/cage").json()["payouts"]
    (number,) = [each["number"] for each in payouts if each["terminal"] == "M3"]
    unsigned = payer.send("sign-manual-payout", payout=number, signature=" ")
    assert (unsigned.status_code, unsigned.json()["reason"]) == (422, "not_signed")
    assert payer.send("sign-manual-payout", payout=number, signature="form 17").status_code == 200
    assert {each["signature"] for each in ann.get("/api/cage").json()["payouts"]} == {"form 17"}
    assert floor.floor.vault.payouts[number].signature.startswith("sealed:")


def test_every_reason_of_the_floor_has_a_number() -> None:
    assert {number_of(reason) for reason in Reason} == {403, 404, 409, 422}
