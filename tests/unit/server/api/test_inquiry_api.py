"""What a supervisor decides by, over HTTP: a case side by side, remedies of a round, what the rules allow now."""

from __future__ import annotations

from typing import Any

import pytest

from openetg.floor.commands import (
    CloseWagers,
    Collect,
    CorrectOutcome,
    InsertNote,
    OpenCase,
    PlaceWager,
    RecordOutcome,
    ReportLaunch,
    ReportPrint,
    ReportReady,
)
from openetg.money import cents
from openetg.rulebook.schema.policies import Closer
from openetg.server.acts.acting import BY_NAME
from openetg.server.api.acts.bodies import path_of
from tests.marks import clause
from tests.unit.server.api.floor_app import Client, ServedFloor

pytestmark = pytest.mark.slow

MANAGER = ("assistant_gaming_manager", "ann")


@pytest.fixture(scope="module")
def settled(floor: ServedFloor) -> int:
    """A round of table B that was paid by 17 while terminal I1 has an open case; its number."""
    for terminal in ("I1", "I2"):
        floor.granted(InsertNote(terminal, cents(10_000)))
    table = floor.floor.tables["B"]
    assert table.round is not None
    number, spin = table.round.number, table.round.spin
    floor.granted(PlaceWager("I1", "B", "straight:17", cents(1_000)))
    floor.granted(PlaceWager("I2", "B", "black", cents(1_000)))
    floor.granted(OpenCase(*MANAGER, "I1", "the screen is black", "interrupted", "B"))
    floor.granted(ReportLaunch("B", spin))
    floor.granted(CloseWagers("B", Closer.SENSOR, spin))
    floor.granted(RecordOutcome("B", spin, "17"))
    floor.granted(ReportReady("B"))
    return number


def body_of(way: dict[str, Any], one: dict[str, Any]) -> dict[str, Any]:
    """The act as somebody would send it, with every word said."""
    return {**way["fields"], **one["fields"], **dict.fromkeys(way["says"], "seen on the film")}


def test_a_case_shows_terminal_round_signals_and_journal_side_by_side(
    floor: ServedFloor, ann: Client, settled: int
) -> None:
    seen = ann.get("/api/cases/case-1/inquiry")
    assert seen.status_code == 200, seen.text
    inquiry = seen.json()
    assert (inquiry["case"]["terminal"], inquiry["case"]["round"], inquiry["held"]) == ("I1", settled, 1_000)
    assert inquiry["terminal"]["meter"] == 9_000
    (mine,) = [laid for laid in inquiry["round"]["laid"] if laid["who"] == "I1"]
    assert (mine["wagers"], mine["returned"], mine["held"]) == ({"straight:17": 1_000}, None, "case-1")
    noted = inquiry["journal"]["noted"]
    assert [line["sequence"] for line in noted] == sorted(line["sequence"] for line in noted)
    assert any("the screen is black" in " ".join((line["what"], *line["followed"])) for line in noted), "in clear"
    assert any(line["is_signal"] and "outcome 17" in line["what"] for line in noted)
    assert not any("black" in line["what"] and "place" in line["what"] for line in noted), "not what others wagered"
    assert [line["moved"] for line in noted if line["what"].startswith("place wager")] == [-1_000]


def test_what_is_listed_is_granted_by_the_preview_of_the_act_and_moves_what_was_said(
    floor: ServedFloor, ann: Client, settled: int
) -> None:
    inquiry = ann.get("/api/cases/case-1/inquiry").json()
    remedies = ann.get(f"/api/tables/B/rounds/{settled}/remedies").json()
    ways = [*inquiry["ways"], *remedies["ways"]]
    assert {"establish", "correct", "void_round", "invalidate"} <= {way["way"] for way in ways}
    for way in ways:
        assert way["sentence"].endswith(".")
        assert all(one["clauses"] for one in way["tries"]), way
        if not way["mine"]:
            assert way["others"]
            continue
        for one in way["tries"][:2]:
            path = path_of(BY_NAME[way["act"]])
            answer = ann.post(f"/api/preview/{path}", **body_of(way, one)).json()
            assert answer["refused"] is None, (way, answer)
            assert answer["second"] is one["second"]
        assert (
            ann.post(f"/api/preview/{path_of(BY_NAME[way['act']])}", **body_of(way, way["tries"][0])).json()["changes"]
            == way["changes"]
        )


def test_every_other_number_is_there_with_what_it_would_move(ann: Client, settled: int) -> None:
    remedies = ann.get(f"/api/tables/B/rounds/{settled}/remedies").json()
    (correct,) = [way for way in remedies["ways"] if way["way"] == "correct"]
    numbers = {one["fields"]["outcome"]: one for one in correct["tries"]}
    assert len(numbers) == 36
    assert "17" not in numbers
    # 10.00 on black was paid at 17; red takes the 20.00 back, another black moves nothing.
    assert (numbers["1"]["from_players"], numbers["1"]["house"], numbers["1"]["second"]) == (2_000, 2_000, True)
    assert (numbers["2"]["from_players"], numbers["2"]["to_players"]) == (0, 0)


def test_a_void_is_what_the_preview_said_to_the_cent(floor: ServedFloor, ann: Client, settled: int) -> None:
    failed = ann.send("reconstruct", terminal="I1", table="B", confirmed=False, why="the records differ")
    assert failed.status_code == 200, failed.text
    inquiry = ann.get("/api/cases/case-1/inquiry").json()
    (void,) = [way for way in inquiry["ways"] if way["way"] == "void_wagers"]
    done = ann.send(path_of(BY_NAME[void["act"]]), **body_of(void, void["tries"][0]))
    assert done.status_code == 200, done.text
    held = floor.floor.ledger.held
    assert {change["account"]: change["after"] for change in void["changes"]} == {
        change["account"]: held(change["account"]) for change in void["changes"]
    }
    after = ann.get("/api/cases/case-1/inquiry").json()
    assert (after["case"]["closed"], after["ways"]) == (True, [])


def test_a_dispute_shows_its_level_and_whoever_decided_is_told_who_may_review(floor: ServedFloor, ann: Client) -> None:
    assert ann.send("raise-dispute", dispute="D1", table="A", about="the ball jumped", who="M1").status_code == 200
    assert ann.get("/api/disputes/D1").json()["stage"] == "raised"
    assert ann.send("decide-dispute", dispute="D1", decision="it stands").status_code == 200
    assert ann.send("request-review", dispute="D1", by="player").status_code == 200
    seen = ann.get("/api/disputes/D1").json()
    assert (seen["stage"], seen["dispute"]["decided"]["text"]) == ("review_asked", "it stands")
    (review,) = [way for way in seen["ways"] if way["way"] == "review"]
    assert not review["mine"]
    assert review["others"]["assistant_gaming_manager"] == ["bob"]
    (own,) = [way for way in floor.client("bob").get("/api/disputes/D1").json()["ways"] if way["way"] == "review"]
    assert own["mine"]


def test_the_queue_has_the_gravest_first_and_conduct_the_clauses_that_can_be_broken(ann: Client) -> None:
    queue = ann.get("/api/inquiries").json()
    assert [line["name"] for line in queue["waiting"]] == ["D1"]
    assert [line["name"] for line in queue["ended"]] == ["case-1"]
    conduct = ann.get("/api/conduct").json()
    tables = {table["table"]: table for table in conduct["tables"]}
    assert {"8.3", "8.4"} <= {ground["clause"] for ground in tables["A"]["grounds"]}
    assert [line["who"] for line in tables["A"]["people"]] == ["M1", "M2", "M3"]


def test_a_breach_opens_the_measures_and_an_exclusion_can_be_lifted(ann: Client) -> None:
    def ways() -> set[str]:
        return {way["way"] for way in ann.get("/api/conduct/M2").json()["ways"]}

    assert "exclude" not in ways()
    assert ann.send("record-breach", who="M2", clause="8.4", why="a device").status_code == 200
    assert {"exclude", "recommend"} <= ways()
    assert ann.send("exclude-from-play", who="M2", why="a device").status_code == 200
    assert "lift" in ways()


def test_something_withheld_is_released_as_listed(floor: ServedFloor, ann: Client) -> None:
    floor.granted(InsertNote("M1", cents(5_000)))
    assert ann.send("withhold", terminal="M1", amount=2_000, why="whose money is it").status_code == 200
    seen = ann.get("/api/holdings/M1").json()
    assert (seen["amount"], seen["holding"]["why"]) == (2_000, "whose money is it")
    listed = {way["way"]: way for way in seen["ways"]}
    assert {"pay", "refuse"} <= listed.keys()
    (change,) = [each for each in listed["pay"]["changes"] if each["account"] == "meter/M1"]
    assert (change["before"], change["after"]) == (3_000, 5_000)


@clause("interblock", "8.1")
def test_what_a_correction_cannot_take_back_waits_in_the_queue_until_it_is_ended_as_listed(
    floor: ServedFloor, ann: Client, settled: int
) -> None:
    floor.granted(Collect("I2", "K-claim"))
    floor.granted(ReportPrint("I2", "K-claim", printed=True))
    floor.granted(CorrectOutcome(*MANAGER, "B", "1", "the film shows 1", settled))
    (line,) = [each for each in ann.get("/api/inquiries").json()["waiting"] if each["name"] == "I2"]
    assert (line["kind"], line["stage"], line["money"], line["clause"]) == ("holding", "demanded", 2_000, "8.1")
    seen = ann.get("/api/holdings/I2").json()
    assert (seen["amount"], seen["table"], seen["holding"]["official"]) == (2_000, "B", "")
    ways = {way["way"]: way for way in seen["ways"] if way["mine"]}
    assert set(ways) == {"recover", "give_up"}
    recover = ways["recover"]
    done = ann.send(path_of(BY_NAME[recover["act"]]), **body_of(recover, recover["tries"][0]))
    assert done.status_code == 200, done.text
    assert not floor.floor.ledger.held("demanded/I2")
    assert not [each for each in ann.get("/api/inquiries").json()["waiting"] if each["name"] == "I2"]


@pytest.mark.parametrize(
    "path",
    ["cases/case-1/inquiry", "tables/B/rounds/1/remedies", "disputes/D1", "holdings/M1", "conduct/M2"],
)
def test_only_for_those_who_supervise_there(floor: ServedFloor, path: str) -> None:
    assert floor.client("wim").get(f"/api/{path}").status_code == 403
    assert floor.client("ines").get(f"/api/{path}").status_code == 200
    assert floor.client().get(f"/api/{path}").status_code == 401


@pytest.mark.parametrize(
    "path", ["cases/none/inquiry", "tables/B/rounds/999/remedies", "disputes/none", "holdings/none", "conduct/none"]
)
def test_what_is_not_there_is_said_to_be_not_there(ann: Client, path: str) -> None:
    assert ann.get(f"/api/{path}").status_code == 404
