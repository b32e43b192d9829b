"""Alerts over HTTP: everybody reads those of the places they work at, and acknowledges them by a command."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json

from openetg.floor.commands import ReportMachineFault, ReportSignal
from tests.unit.server.api.floor_app import Client, ServedFloor

pytestmark = pytest.mark.slow


def numbers(client: Client) -> dict[str, int]:
    """By kind, the open alerts somebody sees, but for what everybody is told of their own account."""
    return {line["kind"]: line["number"] for line in open_alerts(client)}


def open_alerts(client: Client) -> list[dict[str, Any]]:
    """What is open, but for what everybody is told of their own account."""
    lines: list[dict[str, Any]] = client.get("/api/alerts").json()["open"]
    return [line for line in lines if line["kind"] != "account-changed"]


def test_an_alert_is_read_acknowledged_and_read_with_who_did(floor: ServedFloor, ann: Client) -> None:
    floor.granted(ReportSignal("M1", "door"))
    (line,) = open_alerts(ann)
    assert (line["kind"], line["place"], line["table"]) == ("door", "M1", "A")
    assert line["words"] == "a door was opened while nobody was on duty there"
    done = ann.send("acknowledge-alert", alert=line["number"], words="the technician forgot to say")
    assert done.status_code == 200, done.text
    assert done.json()["facts"][0]["about"]["person"] == "ann"
    assert open_alerts(ann) == []
    view = ann.get("/api/alerts").json()
    known = view["acknowledged"][0]
    assert known["number"] == line["number"]
    assert (known["acknowledged"]["person"], known["acknowledged"]["words"]) == ("ann", "the technician forgot to say")
    entry = floor.entries()[-1]
    assert json.decode(entry.command)["command"]["role"] == "assistant_gaming_manager"
    assert b"technician" not in entry.command + entry.verdict, "private texts are sealed"
    again = ann.send("acknowledge-alert", alert=line["number"], words="again")
    assert (again.status_code, again.json()["reason"]) == (404, "unknown_alert")


def test_whoever_does_not_work_at_the_place_neither_sees_nor_acknowledges(floor: ServedFloor) -> None:
    floor.granted(ReportSignal("I1", "tilt"))
    floor.granted(ReportMachineFault("disk", "there is little room left"))
    ann, carl, olga, ines = (floor.client(name) for name in ("ann", "carl", "olga", "ines"))
    everything = numbers(olga)
    assert everything.keys() == {"tilt", "machine-fault"}
    assert numbers(ann).keys() == {"tilt"}
    assert numbers(carl) == {}
    assert numbers(ines) == everything, "whoever reads the records sees all"
    refused = carl.send("acknowledge-alert", alert=everything["tilt"], words="seen")
    assert (refused.status_code, refused.json()["reason"]) == (403, "not_their_role")
    refused = ann.send("acknowledge-alert", alert=everything["machine-fault"], words="seen")
    assert (refused.status_code, refused.json()["reason"]) == (403, "not_their_role")
    both = olga.send(
        "acknowledge-alert", alert=everything["tilt"], words="seen", together_with=[everything["machine-fault"]]
    )
    assert both.status_code == 200, both.text
    assert [fact["about"]["person"] for fact in both.json()["facts"]] == ["olga", "olga"]
    assert numbers(olga) == {}


def test_without_words_or_a_login_nothing_is_acknowledged(floor: ServedFloor, ann: Client) -> None:
    floor.granted(ReportSignal("M2", "tilt"))
    number = numbers(ann)["tilt"]
    refused = ann.send("acknowledge-alert", alert=number, words="  ")
    assert (refused.status_code, refused.json()["reason"]) == (422, "no_reason_given")
    stranger = floor.client()
    assert stranger.get("/api/alerts").status_code == 401
    assert stranger.send("acknowledge-alert", alert=number, words="me").status_code == 401
    assert numbers(ann)["tilt"] == number
