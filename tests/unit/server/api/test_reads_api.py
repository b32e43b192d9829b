"""What staff see: views of what is on record, for those whom roles and duties let see them."""

from __future__ import annotations

import asyncio

import pytest

from openetg.floor.commands import InsertNote
from openetg.money import cents
from tests.unit.server.api.floor_app import Client, ServedFloor

pytestmark = pytest.mark.slow

FOR_ANYBODY = [
    "me",
    "tables",
    "powers",
    "equipment",
    "notices",
    "cases",
    "confirmations",
    "checkpoints/latest",
    "floor",
]
OF_A_TABLE = ["tables/A", "tables/A/display", "tables/A/layout", "tables/A/limits"]
SUPERVISION = ["tables/A/supervision", "tables/A/rounds"]
OF_A_TERMINAL = ["terminals/M1", "terminals/M1/standing"]
RECORDS = ["accounts", "inspection", "counters"]


@pytest.mark.parametrize(
    ("person", "may"),
    [
        ("ann", [*FOR_ANYBODY, *OF_A_TABLE, *SUPERVISION, *OF_A_TERMINAL, "cage"]),
        ("carl", [*FOR_ANYBODY, *OF_A_TABLE, *OF_A_TERMINAL, "cage"]),
        ("olga", [*FOR_ANYBODY, "staff", "terminals/M1/standing"]),
        ("wim", [*FOR_ANYBODY, "staff"]),
        ("ines", [*FOR_ANYBODY, *OF_A_TABLE, *SUPERVISION, *RECORDS, *OF_A_TERMINAL, "cage", "staff"]),
    ],
)
def test_who_sees_what(floor: ServedFloor, person: str, may: list[str]) -> None:
    client = floor.client(person)
    every = [*FOR_ANYBODY, *OF_A_TABLE, *SUPERVISION, *RECORDS, *OF_A_TERMINAL, "cage", "staff"]
    seen = {path: client.get(f"/api/{path}").status_code for path in every}
    assert seen == {path: 200 if path in may else 403 for path in every}


def test_a_role_at_one_table_shows_no_other(floor: ServedFloor) -> None:
    carl = floor.client("carl")
    assert carl.get("/api/tables/A").status_code == 200
    assert carl.get("/api/tables/B").status_code == 403
    assert carl.get("/api/tables/Z").status_code == 404
    assert carl.get("/api/terminals/Z1").status_code == 404
    assert carl.get("/api/terminals/Z1/standing").status_code == 404
    assert carl.get("/api/terminals/I1/standing").status_code == 403


def test_private_texts_are_opened_for_those_who_may_see_them(floor: ServedFloor, ann: Client) -> None:
    raised = ann.send("raise-dispute", dispute="D7", table="A", about="the ball jumped out", who="M1")
    assert raised.status_code == 200, raised.text
    assert floor.floor.people.disputes["D7"].about.startswith("sealed:")
    (dispute,) = ann.get("/api/tables/A/supervision").json()["disputes"]
    assert dispute["about"] == "the ball jumped out"


def test_nothing_is_shown_that_is_not_on_record(floor: ServedFloor, ann: Client) -> None:
    """While a group is on its way to the disk, a look waits until it has arrived."""
    line, writer = floor.app.office.line, floor.engine.writer

    async def look() -> tuple[bool, int]:
        seen: list[int] = []
        writer.in_flight = True
        reading = asyncio.ensure_future(line.read(lambda now: seen.append(now.sequence)))
        await asyncio.sleep(0.01)
        waited = not seen
        writer.in_flight = False
        floor.engine.exchange.publish(())
        await reading
        return waited, len(seen)

    loop = floor._loop
    assert loop is not None
    assert asyncio.run_coroutine_threadsafe(look(), loop).result(20) == (True, 1)


def test_meters_are_shown_to_a_supervisor(floor: ServedFloor, ann: Client) -> None:
    floor.granted(InsertNote("M2", cents(2_000)))
    assert ann.get("/api/terminals/M2").json()["meter"] == 2_000
    ready = ann.get("/api/ready").json()
    assert (ready["floor"], ready["sequence"]) == ("ready", floor.floor.sequence)


def test_rounds_are_recalled_and_entries_exported_from_the_journal(floor: ServedFloor, ann: Client) -> None:
    ines = floor.client("ines")
    rounds = ann.get("/api/recall", table="A").json()["rounds"]
    assert [each["number"] for each in rounds] == [1]
    assert ann.get("/api/recall", table="A", terminal="M1").status_code == 422
    assert ann.get("/api/recall", terminal="Z").status_code == 404
    assert ann.get("/api/recall", table="A", count=51).status_code == 400
    assert ann.get("/api/export").status_code == 403
    exported = ines.get("/api/export", after=3, until=5)
    assert exported.headers["content-type"].startswith("application/jsonl")
    assert len(exported.text.splitlines()) == 3
    assert ines.get("/api/export", day="2001-01-01").status_code == 422
    verified = ines.get("/api/verification").json()
    assert (verified["intact"], verified["finding"]) == (True, "Replayed")


def test_papers_are_found_by_number_and_guesses_wait(floor: ServedFloor) -> None:
    carl = floor.client("carl")
    answers = [carl.post("/api/tickets/find", number=f"{number:018}").status_code for number in range(6)]
    assert answers == [404] * 5 + [429]
    assert floor.client("wim").post("/api/tickets/find", number="1").status_code == 403


def test_without_an_engine_the_floor_is_not_ready(floor: ServedFloor) -> None:
    assert floor.client().get("/api/health").json()["floor"] == "running"
