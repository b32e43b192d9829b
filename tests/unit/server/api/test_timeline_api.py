"""The journal in words over HTTP: what each may see of it, cursors, private texts, and the processes that answer."""

from __future__ import annotations

from typing import Any

import pytest

from openetg.floor.commands import InsertNote, PlaceWager
from openetg.money import cents
from openetg.server.api.journal.timeline import AT_A_TABLE
from tests.unit.server.api.floor_app import Client, ServedFloor

pytestmark = pytest.mark.slow


def played(floor: ServedFloor) -> None:
    """A note and two wagers at M1, which stands at table A."""
    floor.granted(InsertNote("M1", cents(5_000)), sender="terminal/M1")
    floor.granted(PlaceWager("M1", "A", "straight:17", cents(500)), sender="terminal/M1")
    floor.granted(PlaceWager("M1", "A", "red", cents(1_000)), sender="terminal/M1")


def lines(client: Client, **asked: Any) -> list[dict[str, Any]]:
    answer = client.get("/api/timeline", **asked)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["lines"]
    return found


def words(found: list[dict[str, Any]]) -> list[str]:
    return [followed["words"] for line in found for followed in line["followed"]]


def test_a_terminal_is_told_newest_first(floor: ServedFloor, ann: Client) -> None:
    played(floor)
    found = lines(ann, terminal="M1", count=3)
    assert [line["command"] for line in found] == ["PlaceWager", "PlaceWager", "InsertNote"]
    assert words(found) == [
        "M1 placed 10.00 on red",
        "M1 placed 5.00 on 17",
        "A note of 50.00 went into M1",
    ]
    assert found[0]["followed"][0]["moves"] == [{"source": "meter/M1", "destination": "play/A/M1", "amount": 1000}]
    assert found[2]["followed"][0]["clauses"]


def test_a_cursor_goes_on_where_the_answer_ended(floor: ServedFloor) -> None:
    played(floor)
    ines = floor.client("ines")
    whole = [line["sequence"] for line in lines(ines, count=200)]
    seen: list[int] = []
    before = 0
    for _ in range(200):
        answer = ines.get("/api/timeline", count=7, before=before).json()
        seen += [line["sequence"] for line in answer["lines"]]
        before = answer["before"]
        if not before:
            break
    assert seen[: len(whole)] == whole
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] == 1


def test_only_what_came_after_an_entry(floor: ServedFloor, ann: Client) -> None:
    played(floor)
    head = ann.get("/api/timeline", table="A", count=1).json()["head"]
    assert lines(ann, table="A", after=head) == []
    floor.granted(PlaceWager("M1", "A", "black", cents(100)), sender="terminal/M1")
    assert words(lines(ann, table="A", after=head)) == ["M1 placed 1.00 on black"]


@pytest.mark.parametrize(
    ("person", "asked", "status"),
    [
        ("ines", {}, 200),
        ("ann", {}, 403),
        ("ann", {"table": "A"}, 200),
        ("ann", {"terminal": "M1"}, 200),
        ("ann", {"person": "ann"}, 200),
        ("ann", {"person": "bob"}, 403),
        ("carl", {"table": "A"}, 200),
        ("carl", {"table": "B"}, 403),
        ("carl", {"terminal": "M1"}, 403),
        ("carl", {"paper": "nothing"}, 200),
        ("wim", {"table": "A"}, 403),
        ("wim", {"terminal": "nowhere"}, 403),
        ("olga", {"person": "ann"}, 200),
        ("ann", {"round": 3}, 422),
        ("ann", {"table": "A", "count": 0}, 400),
    ],
    ids=lambda each: "-".join(f"{name}-{value}" for name, value in each.items()) if isinstance(each, dict) else None,
)
def test_who_may_ask_for_what(floor: ServedFloor, person: str, asked: dict[str, Any], status: int) -> None:
    assert floor.client(person).get("/api/timeline", **asked).status_code == status


def test_a_promotion_or_a_jackpot_is_followed_by_who_reads_the_records(floor: ServedFloor, ann: Client) -> None:
    """With a dispute over it to its end; to others the filter opens nothing."""
    for dispute, promotion in (("D11", "spring"), ("D12", "")):
        raised = ann.send("raise-dispute", dispute=dispute, table="A", about="the draw", who="M1", promotion=promotion)
        assert raised.status_code == 200, raised.text
        ann.send("close-dispute", dispute=dispute, satisfied=True)
    ines = floor.client("ines")
    found = lines(ines, promotion="spring")
    assert {line["command"] for line in found} == {"RaiseDispute", "CloseDispute"}
    assert "D12" not in str(found)
    assert lines(ines, jackpot="lucky") == []
    for asked in ({"promotion": "spring"}, {"jackpot": "lucky"}):
        assert ann.get("/api/timeline", **asked).status_code == 403
    assert lines(ann, table="A", jackpot="lucky") == []


def test_a_role_without_supervision_sees_the_table_but_no_meter(floor: ServedFloor, ann: Client) -> None:
    played(floor)
    raised = ann.send("raise-dispute", dispute="D9", table="A", about="the ball jumped out", who="M1")
    assert raised.status_code == 200, raised.text
    found = lines(floor.client("carl"), table="A", count=200)
    assert "M1 placed 10.00 on red" in words(found)
    followed = [each for line in found for each in line["followed"]]
    assert {each["event"] for each in followed} <= AT_A_TABLE
    assert not any(each["moves"] for each in followed)
    assert not any(line["asked"] for line in found)
    assert "jumped" not in str(found)


def test_private_texts_are_opened_for_supervision_and_people_called_by_name(floor: ServedFloor, ann: Client) -> None:
    raised = ann.send("raise-dispute", dispute="D8", table="A", about="the ball jumped out", who="M1")
    assert raised.status_code == 200, raised.text
    assert words(lines(ann, dispute="D8")) == ["Dispute D8 was raised by M1: the ball jumped out"]
    floor.granted(InsertNote("M2", cents(5_000)), sender="terminal/M2")
    closed = ann.send("close-terminal", terminal="M3", why="the screen is cracked")
    assert closed.status_code == 200, closed.text
    said = words(lines(ann, person="ann", event="TerminalClosed"))
    assert said[:1] == ["Ann Example closed M3: the screen is cracked"]


def test_a_refusal_is_told_with_its_reason(floor: ServedFloor, ann: Client) -> None:
    refused = ann.send("close-terminal", terminal="M404", why="it is over")
    assert refused.status_code == 404, refused.text
    (line,) = lines(ann, person="ann", command="CloseTerminal", count=1)
    assert line["refused"]["reason"] == refused.json()["reason"]
    assert line["refused"]["words"].startswith("Not done: ")
    assert line["followed"] == []
    assert (line["person"], line["command"]) == ("ann", "CloseTerminal")


def test_the_same_process_answers_the_next_question(floor: ServedFloor, ann: Client) -> None:
    lines(ann, table="A", count=1)
    asking = floor.app.office.asking
    (first,) = [each.process.pid for each in asking._idle]
    lines(ann, table="A", count=1)
    assert [each.process.pid for each in asking._idle] == [first]


def test_a_process_that_has_gone_is_replaced(floor: ServedFloor, ann: Client) -> None:
    lines(ann, table="A", count=1)
    for reader in floor.app.office.asking._idle:
        reader.process.kill()
    assert lines(ann, table="A", count=1)


def test_an_entry_as_it_stands_with_private_texts_sealed_and_in_words(floor: ServedFloor, ann: Client) -> None:
    raised = ann.send("raise-dispute", dispute="D6", table="A", about="the ball jumped out", who="M1")
    sequence = raised.json()["sequence"]
    ines = floor.client("ines")
    entry = ines.get(f"/api/entries/{sequence}").json()
    assert entry["order"]["command"]["type"] == "RaiseDispute"
    assert entry["order"]["command"]["about"].startswith("sealed:")
    assert entry["line"]["followed"][0]["words"] == "Dispute D6 was raised by M1: the ball jumped out"
    assert ann.get(f"/api/entries/{sequence}").status_code == 403
    assert ines.get("/api/entries/0").status_code == 404
    assert ines.get("/api/entries/999999999").status_code == 404
