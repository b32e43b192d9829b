"""Searching, following money and playing rounds back over HTTP: what is found, by whom, and what nobody is told."""

from __future__ import annotations

from typing import Any

import pytest

from openetg.floor.commands import Collect, InsertNote, PlaceWager, ReportPrint
from openetg.money import cents
from openetg.server.writer.sealing import Sealer
from tests.unit.server.api.floor_app import Client, ServedFloor

pytestmark = pytest.mark.slow


def search(client: Client, words: str, most: int = 12) -> list[dict[str, Any]]:
    answer = client.post("/api/search", words=words, most=most)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["found"]
    return found


def first(client: Client, words: str) -> tuple[str, str, str, str]:
    best = search(client, words)[0]
    return best["kind"], best["area"], best["name"], best["part"]


def collected(floor: ServedFloor, terminal: str = "M2") -> str:
    """A ticket that was paid for with a note, by its name."""
    floor.granted(InsertNote(terminal, cents(5_000)), sender=f"terminal/{terminal}")
    name = floor.engine.writer.edge.name_paper("")
    floor.granted(Collect(terminal, name), sender=f"terminal/{terminal}")
    floor.granted(ReportPrint(terminal, name, True), sender=f"printer/{terminal}")
    return name


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("M1", ("terminal", "terminals", "M1", "")),
        ("m1", ("terminal", "terminals", "M1", "")),
        ("table B", ("table", "floor", "B", "")),
        ("A 1", ("round", "records", "replay", "A-1")),
        ("A-1", ("round", "records", "replay", "A-1")),
        ("table A round 1", ("round", "records", "replay", "A-1")),
        ("#3", ("entry", "records", "entries", "3")),
        ("Bob", ("person", "records", "entries", "person:bob")),
        ("clause 3.7", ("clause", "records", "conformance", "ministar:3.7")),
        ("2026-11-15", ("day", "reports", "day", "2026-11-15")),
    ],
    ids=lambda each: each if isinstance(each, str) else None,
)
def test_an_inspector_finds(floor: ServedFloor, words: str, found: tuple[str, str, str, str]) -> None:
    assert first(floor.client("ines"), words) == found


def test_clauses_are_found_by_what_the_register_says(floor: ServedFloor) -> None:
    found = [each for each in search(floor.client("ines"), "wagering period", most=50) if each["kind"] == "clause"]
    assert found
    assert all(each["clause"] and "period" in each["about"].lower() for each in found)


def test_a_case_a_dispute_and_what_is_open_about_a_terminal(floor: ServedFloor, ann: Client) -> None:
    opened = ann.send("open-case", terminal="M3", why="the screen is dark")
    assert opened.status_code == 200, opened.text
    raised = ann.send("raise-dispute", dispute="D21", table="A", about="the ball jumped out", who="M1")
    assert raised.status_code == 200, raised.text
    (case,) = floor.floor.cases
    assert first(ann, case)[:3] == ("case", "cases", case)
    assert first(ann, "D21")[:3] == ("dispute", "cases", "dispute-D21")
    assert "dispute-D21" in {each["name"] for each in search(ann, "ball jumped")}
    kinds = [each["kind"] for each in search(ann, "M3")]
    assert kinds[0] == "terminal"
    assert "case" in kinds
    assert not search(floor.client("wim"), "D21")
    assert not search(floor.client("carl"), "ball jumped")


def test_what_an_official_was_told_is_found_and_stands_sealed_on_record(floor: ServedFloor, ann: Client) -> None:
    told = "the guest in the red coat complains"
    answer = ann.send("notify-official", official="inspector", table="A", about=told)
    assert answer.status_code == 200, answer.text
    assert not [each for each in floor.place.path.rglob("*") if each.is_file() and told.encode() in each.read_bytes()]
    ines = floor.client("ines")
    dues = ines.get("/api/notices/due").json()["dues"]
    (due,) = [each for each in dues if each["about"] == told]
    for client in (ann, ines):
        assert first(client, f"notice {due['notice']}") == ("notice", "records", "notices", due["notice"])
        assert due["notice"] in {each["part"] for each in search(client, "red coat")}
    assert not search(floor.client("carl"), "red coat")
    unknown = ann.send("notify-official", official="inspector", table="A", terminal="the guest in red")
    assert unknown.json()["reason"] == "unknown_terminal", "no words where a terminal is named"


def test_a_paper_by_its_number_or_serial_and_who_guesses_waits(floor: ServedFloor) -> None:
    name = collected(floor)
    edge = floor.engine.writer.edge
    assert isinstance(edge, Sealer)
    number = edge.printed(name)
    ines, carl = floor.client("ines"), floor.client("carl")
    for client, place in (
        (ines, ("paper", "records", "trace", f"paper:{name}")),
        (carl, ("paper", "cage", "paper", name)),
    ):
        assert first(client, number) == place
        assert first(client, f"M2 {floor.floor.tickets[name].serial}") == place
    assert not search(floor.client("wim"), number)
    assert number not in str(search(ines, "M2"))
    wrong = str(int(number) ^ 1)
    answers = [carl.post("/api/search", words=wrong).status_code for _ in range(7)]
    assert answers[0] == 200
    assert answers[-1] == 429
    assert carl.post("/api/search", words=number).status_code == 429, "a right number is not told from a wrong one"


def test_nothing_of_a_table_is_found_by_who_has_no_role_there(floor: ServedFloor) -> None:
    carl = floor.client("carl")
    assert not [each for each in search(carl, "B") if each["kind"] == "table"]
    assert not [each for each in search(carl, "I1") if each["kind"] == "terminal"]
    assert not search(carl, "#3")


@pytest.mark.parametrize("body", [{}, {"words": 3}, {"words": "x" * 200}, {"words": "M1", "most": 0}], ids=str)
def test_what_is_no_search_is_refused(floor: ServedFloor, ann: Client, body: dict[str, Any]) -> None:
    assert ann.http.post("/api/search", json=body).status_code == 400


def test_a_note_is_followed_to_its_ticket(floor: ServedFloor) -> None:
    name = collected(floor, "M3") if not floor.floor.terminals["M3"].locks else collected(floor, "M1")
    ines = floor.client("ines")
    paper = ines.get("/api/trace", paper=name).json()
    assert sum(point["amount"] for point in paper["origins"]) == paper["amount"]
    note = next(point for point in paper["origins"] if point["kind"] == "note")
    followed = ines.get("/api/trace", entry=note["sequence"]).json()
    assert f"tickets/{name}" in {point["account"] for point in followed["ends"]}
    assert followed["convention"]
    ticket = floor.floor.tickets[name]
    assert followed["papers"][f"tickets/{name}"] == f"{ticket.terminal} {ticket.serial}"
    assert sum(point["amount"] for point in followed["ends"]) == followed["amount"]


@pytest.mark.parametrize(
    ("person", "asked", "status"),
    [
        ("ines", {"entry": 1}, 422),
        ("ines", {"entry": 10**12}, 422),
        ("ines", {}, 422),
        ("ines", {"entry": 3, "paper": "x"}, 422),
        ("ines", {"paper": "nobody's"}, 422),
        ("wim", {"entry": 3}, 403),
        ("carl", {"entry": 3}, 403),
    ],
    ids=lambda each: "-".join(f"{name}-{value}" for name, value in each.items()) if isinstance(each, dict) else None,
)
def test_who_may_follow_money_and_what_is_no_question(
    floor: ServedFloor, person: str, asked: dict[str, Any], status: int
) -> None:
    assert floor.client(person).get("/api/trace", **asked).status_code == status


def test_a_round_is_played_back(floor: ServedFloor, ann: Client) -> None:
    floor.granted(InsertNote("M1", cents(5_000)), sender="terminal/M1")
    floor.granted(PlaceWager("M1", "A", "straight:17", cents(500)), sender="terminal/M1")
    number = floor.floor.tables["A"].rounds
    round_ = ann.get(f"/api/rounds/A/{number}").json()
    assert round_["phase"] == "OPEN"
    assert round_["frames"][0]["said"][0]["event"] == "RoundOpened"
    assert round_["frames"][-1]["terminals"]["M1"]["straight:17"] >= 500
    assert round_["frames"][-1]["said"][0]["words"] == "M1 placed 5.00 on 17"


@pytest.mark.parametrize(
    ("person", "path", "status"),
    [
        ("carl", "A/1", 200),
        ("carl", "B/1", 403),
        ("wim", "A/1", 403),
        ("ines", "A/0", 404),
        ("ines", "A/99999", 404),
        ("ines", "Z/1", 404),
    ],
)
def test_who_may_play_which_round_back(floor: ServedFloor, person: str, path: str, status: int) -> None:
    assert floor.client(person).get(f"/api/rounds/{path}").status_code == status
