"""Reports over HTTP: who may see which, in which form, and what is said where there is none."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from openetg.floor.commands import InsertNote, PlaceWager
from openetg.money import cents
from openetg.reports.kinds.kinds import KINDS
from openetg.server.api.journal.reports import ReportProgress
from tests.unit.server.api.floor_app import Client, ServedFloor

pytestmark = pytest.mark.slow

OF_TABLES = [
    "day",
    "shift",
    "tables",
    "terminals",
    "counters",
    "drop",
    "exceptions",
    "jackpots",
    "promotions",
    "syndicate",
]


@pytest.mark.parametrize(
    ("person", "kinds"),
    [
        ("ines", list(KINDS)),
        ("ann", [*OF_TABLES, "cage"]),
        ("carl", ["shift", "cage"]),
        ("olga", []),
        ("wim", []),
    ],
    ids=["inspector", "supervisor", "cashier", "operator", "witness"],
)
def test_who_sees_which_reports(floor: ServedFloor, person: str, kinds: list[str]) -> None:
    client = floor.client(person)
    offered = client.get("/api/reports")
    assert offered.status_code == (200 if kinds else 403)
    if kinds:
        assert {each["kind"] for each in offered.json()["kinds"]} == set(kinds)
    seen = {kind: client.get(f"/api/reports/{kind}").status_code for kind in KINDS}
    assert seen == {kind: 200 if kind in kinds else 403 for kind in KINDS}


def test_todays_report_says_what_has_just_happened(floor: ServedFloor) -> None:
    """A walk that was kept goes on: the second report has what came after the first."""
    client = floor.client("ines")
    before = notes_of(client, "M2")
    floor.granted(InsertNote("M2", cents(5_000)))
    floor.granted(PlaceWager("M2", "A", "red", cents(500)))
    assert notes_of(client, "M2") == before + 5_000
    report = client.get("/api/reports/counters").json()
    assert all(check["holds"] for each in report["sections"] for check in each["checks"])
    assert report["hash_at"] == report["until"]


def notes_of(client: Client, terminal: str) -> int:
    (section,) = client.get("/api/reports/terminals").json()["sections"]
    place = [column["name"] for column in section["columns"]].index("notes")
    return next(int(row[place]) for row in section["rows"] if row[0] == terminal)


def test_as_csv_and_as_pdf_it_is_a_file(floor: ServedFloor) -> None:
    client = floor.client("ines")
    table = client.get("/api/reports/tables", format="csv", day="today")
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    assert table.headers["content-disposition"] == 'attachment; filename="tables-today.csv"'
    lines = list(csv.reader(StringIO(table.content.decode("utf-8-sig"))))
    assert lines[0][:2] == ["report", "tables"]
    paper = client.get("/api/reports/tables", format="pdf")
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.content.startswith(b"%PDF-")


def test_a_file_ends_where_the_screen_does(floor: ServedFloor) -> None:
    client = floor.client("ines")
    shown = client.get("/api/reports/terminals", day="today").json()
    floor.granted(InsertNote("M2", cents(5_000)))
    again = client.get("/api/reports/terminals", day="today", until=shown["until"]).json()
    assert (again["until"], again["until_ms"], again["sections"]) == (
        shown["until"], shown["until_ms"], shown["sections"]
    )  # fmt: skip
    assert client.get("/api/reports/terminals", day="today").json()["until"] > shown["until"]


def test_a_supervisor_sees_the_tables_they_supervise(floor: ServedFloor) -> None:
    report = floor.client("ann").get("/api/reports/tables").json()
    assert [row[0] for row in report["sections"][0]["rows"]] == ["A", "B"]


def test_a_cashier_sees_their_own_work_and_nobody_elses(floor: ServedFloor) -> None:
    carl = floor.client("carl")
    offered = carl.get("/api/reports").json()
    assert (offered["own"], offered["people"], offered["tables"]) == (True, ["carl"], [])
    own = carl.get("/api/reports/shift").json()
    assert [each["title"] for each in own["sections"]] == ["Who worked", "What they did", "Who paid what", "Drawers"]
    assert {row[0] for each in own["sections"] for row in each["rows"]} == {"carl"}
    assert carl.get("/api/reports/shift", person="ann").status_code == 403
    assert carl.get("/api/reports/cage", hours="ann").status_code == 403
    assert carl.get("/api/reports/cage", table="A").status_code == 403


@pytest.mark.parametrize(
    ("path", "asked", "number"),
    [
        ("weather", {}, 404),
        ("tables", {"table": "Z"}, 404),
        ("terminals", {"terminal": "Z9"}, 404),
        ("tables", {"day": "2031-01-01"}, 422),
        ("tables", {"from_ms": "5", "until_ms": "5"}, 422),
        ("tables", {"from_ms": "-1"}, 400),
        ("tables", {"from_ms": "soon"}, 400),
        ("tables", {"format": "docx"}, 400),
        ("tables", {"day": "x" * 65}, 400),
        ("shift", {"hours": "nobody"}, 422),
    ],
    ids=str,
)
def test_what_there_is_not_is_a_problem_in_words(
    floor: ServedFloor, path: str, asked: dict[str, str], number: int
) -> None:
    answer = floor.client("ines").get(f"/api/reports/{path}", **asked)
    assert answer.status_code == number, answer.text
    assert answer.headers["content-type"] == "application/problem+json"


def test_two_reports_of_one_login_do_not_take_each_others_progress_away() -> None:
    waiting = ReportProgress()
    with waiting.begun("a") as first:
        with waiting.begun("a") as second, waiting.begun("b") as other:
            assert (waiting.newest("a"), waiting.newest("b")) == (second, other)
        assert waiting.newest("a") == first
        assert first.parent.is_dir()
        assert not second.parent.is_dir()
    assert waiting.newest("a") is None


def test_nobody_waits_for_nothing(floor: ServedFloor) -> None:
    assert floor.client("ines").get("/api/reports/progress").json()["running"] is False
    assert floor.client().get("/api/reports").status_code == 401
