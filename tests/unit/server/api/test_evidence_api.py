"""What an inspector takes away over HTTP: entries with proofs, notices due, clauses with tests, software, outcomes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from openetg.floor.commands import BeginDay, NotifyOfficial
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.state import SHAPE, state_hash
from openetg.journal import places
from openetg.journal.proofs.checkpoint import checkpoint_of, origin_of, signed, write_checkpoint
from openetg.journal.proofs.proof import journal_tree
from openetg.keys.signing import PublicKey, signing_key
from openetg.reports.audit.entries_file import Holds, check_entries
from openetg.server.api.journal.evidence import Proving
from tests.unit.server.api.floor_app import Client, ServedFloor

pytestmark = pytest.mark.slow
PATHS = (
    "evidence/entries",
    "evidence/days",
    "evidence/proof?entry=1",
    "conformance",
    "software",
    "outcomes/A",
)


@pytest.fixture
def ines(floor: ServedFloor) -> Client:
    return floor.client("ines")


def sign(floor: ServedFloor) -> PublicKey:
    """A checkpoint over everything so far, as a follower makes it."""
    reader = places.open_to_read(floor.place.journal)
    key = signing_key(floor.place.keys, name=origin_of(reader.journal_id))
    last = list(reader.groups(after_sequence=0))[-1]
    note = signed(checkpoint_of(reader.journal_id, last, journal_tree(reader, until=last.last).root()), key)
    write_checkpoint(floor.place.checkpoints, note)
    reader.close()
    return key.public


def test_the_first_gaming_day_can_be_asked_for_by_its_name(floor: ServedFloor, ines: Client) -> None:
    """It is begun inside the first volume, which has no name."""
    floor.granted(BeginDay("2026-11-15", state_hash(floor.floor), SHAPE, LOGIC))
    first = ines.get("/api/evidence/days").json()["days"][0]
    assert first["day"] == "2026-11-15"
    assert ines.get("/api/outcomes/A", day=first["day"]).json()["after"] == 0
    assert ines.get("/api/export", day=first["day"]).status_code == 200


@pytest.mark.parametrize("path", PATHS)
def test_only_for_those_who_read_the_records(floor: ServedFloor, path: str) -> None:
    assert floor.client("carl").get(f"/api/{path}").status_code == 403
    assert floor.client().get(f"/api/{path}").status_code == 401


def test_entries_come_with_what_leads_to_the_signature(floor: ServedFloor, ines: Client) -> None:
    unsigned = ines.get("/api/evidence/entries")
    assert (unsigned.status_code, unsigned.json()["reason"]) == (422, "not_possible")
    key = sign(floor)
    answer = ines.get("/api/evidence/entries", after=3)
    assert answer.headers["content-type"].startswith("application/jsonl")
    found = check_entries(answer.content.splitlines(), key=key)
    assert isinstance(found, Holds), found
    assert (found.first, found.signed) == (4, found.last)


def test_a_proof_of_an_entry_and_what_cannot_be_proven(floor: ServedFloor, ines: Client) -> None:
    sign(floor)
    bundle = ines.get("/api/evidence/proof", entry=5, until=6).json()
    assert [each["sequence"] for each in bundle["entries"]] == [5, 6]
    for asked in ({}, {"entry": 3, "table": "A", "round": 1}, {"entry": 1, "until": 600}, {"table": "A", "round": 999}):
        assert ines.get("/api/evidence/proof", **asked).status_code == 422, asked
    assert ines.get("/api/evidence/proof", entry=10**9).status_code == 422
    assert ines.get("/api/evidence/proof", entry="x").status_code == 400


@pytest.mark.parametrize("path", ["evidence/entries", "export", "outcomes/A"])
def test_a_span_that_is_not_there_is_a_problem_and_the_process_lives_on(
    floor: ServedFloor, ines: Client, path: str
) -> None:
    sign(floor)
    assert ines.get("/api/evidence/days").status_code == 200
    up = {each.process.pid for each in floor.app.office.asking._idle}
    for asked in ({"after": 50_000}, {"after": 9, "until": 3}):
        answer = ines.get(f"/api/{path}", **asked)
        assert (answer.status_code, answer.json()["reason"]) == (422, "not_possible"), answer.text
    assert {each.process.pid for each in floor.app.office.asking._idle} == up


def test_the_days_of_the_journal(ines: Client) -> None:
    found = ines.get("/api/evidence/days").json()
    assert found["days"][0]["after"] == 0
    assert found["days"][-1]["until"] > 0


def test_a_notice_is_due_told_and_noted_by_the_official_alone(floor: ServedFloor, ines: Client, ann: Client) -> None:
    assert ann.get("/api/notices/due").json()["dues"] == []
    floor.granted(NotifyOfficial("assistant_gaming_manager", "ann", "inspector", "A"))
    seen = ines.get("/api/notices/due").json()
    (due,) = seen["dues"]
    assert (due["official"], due["told_by"], due["noted_ms"], seen["waiting"]) == ("inspector", "ann", 0, 1)
    fields = {"table": "A", "told": due["notice"], "words": "read and understood"}
    assert ann.send("note-notice", **fields).status_code == 403
    assert ines.send("note-notice", **fields).status_code == 200
    after = ann.get("/api/notices/due").json()
    assert (after["waiting"], after["dues"][0]["noted_by"]) == (0, "ines")
    assert after["dues"][0]["words"] == "read and understood", "sealed in the journal, open to who is concerned"
    sealed = floor.floor.premises.official_notices[due["notice"]].words
    assert "understood" not in sealed
    assert floor.client("wim").get("/api/notices/due").status_code == 403


def test_the_matrix_names_tests_readings_and_what_rests_on_a_clause(ines: Client) -> None:
    view = ines.get("/api/conformance").json()
    assert view["has_tests"] is True
    assert view["tests"] > 500
    books = {book["rulebook"]: book for book in view["rulebooks"]}
    assert {"ministar", "interblock"} <= books.keys()
    clause = _clause(books["ministar"], "5.2")
    assert (clause["kind"], clause["standing"]) == ("money", "proved")
    assert any("test_dues.py" in test for test in clause["tests"])
    assert any("test_dues.py" in test for test in clause["driving"])
    assert any(each["key"] == "powers.withhold_paper" for each in clause["rests"])
    assert any(clause["readings"] for clause in books["interblock"]["clauses"])


CARRYING = """
from openetg.floor.pipeline import decide
from openetg.rulebook.load import load
from tests.marks import clause


@clause("ministar", "5.1", "5.2")
def test_reads() -> None:
    assert load("ministar").rulebook.powers["withhold_paper"].clause == "5.2"


@clause("ministar", "5.2")
def test_drives() -> None:
    assert decide(1, 2, 3).clause == "5.2"
"""


def test_a_clause_proved_by_behaviour_is_told_from_one_that_is_only_held_as_data(
    floor: ServedFloor, ines: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    del floor
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_some.py").write_text(CARRYING, encoding="utf-8")
    monkeypatch.setattr(Proving, "folder", folder)
    view = ines.get("/api/conformance").json()
    assert (view["has_tests"], view["tests"]) == (True, 2)
    (book,) = [book for book in view["rulebooks"] if book["rulebook"] == "ministar"]
    reads, drives = "tests/test_some.py::test_reads", "tests/test_some.py::test_drives"
    told = {name: _clause(book, name) for name in ("5.1", "5.2", "5.3")}
    assert [(each["standing"], each["tests"], each["driving"], each["is_named"]) for each in told.values()] == [
        ("held as data", [reads], [], False),
        ("proved", [reads, drives], [drives], True),
        ("open", [], [], False),
    ]


def test_none_of_the_five_has_a_clause_on_the_page_that_is_only_held_as_data(ines: Client) -> None:
    view = ines.get("/api/conformance").json()
    standings = {clause["standing"] for book in view["rulebooks"] for clause in book["clauses"]}
    assert standings == {"proved"}


def _clause(book: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in book["clauses"] if each["id"] == name)
    return found


def test_where_there_are_no_tests_nothing_is_said_of_them(
    floor: ServedFloor, ines: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    del floor
    monkeypatch.setattr(Proving, "folder", tmp_path / "none")
    view = ines.get("/api/conformance").json()
    assert (view["has_tests"], view["tests"]) == (False, 0)
    lines = [clause for book in view["rulebooks"] for clause in book["clauses"]]
    assert {line["standing"] for line in lines} - {"not for software"} == {"unknown"}, "neither proved nor open"
    assert not any(line["tests"] for line in lines)


def test_the_software_is_read_now_and_stands_beside_the_record(floor: ServedFloor, ines: Client) -> None:
    seen = ines.get("/api/software").json()
    assert len(seen["software"]) == 64
    assert seen["on_record"] == floor.floor.premises.software
    assert seen["parts"]["openetg"]["files"] > 100
    assert ines.get("/api/software").json()["software"] == seen["software"]


def test_outcomes_of_a_table(ines: Client) -> None:
    answer = ines.get("/api/outcomes/A")
    assert answer.status_code == 200, answer.text
    found = json.decode(answer.content)
    assert (found["table"], found["count"], found["flagged"]) == ("A", 0, False)
    assert len(found["aspects"][0]["rows"]) == 37
    assert ines.get("/api/outcomes/Z").status_code == 404
    assert ines.get("/api/outcomes/A", day="2001-01-01").status_code == 422
