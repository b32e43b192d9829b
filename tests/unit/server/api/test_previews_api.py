"""What an act would do, before it is done: the same answer as the act itself, and nothing on record."""

from __future__ import annotations

import pytest

from openetg.floor.commands import InsertNote
from openetg.money import cents
from tests.unit.server.api.floor_app import Client, ServedFloor


@pytest.mark.slow
def test_a_preview_says_every_account_and_does_nothing(floor: ServedFloor, ann: Client) -> None:
    floor.granted(InsertNote("M3", cents(2_000)))
    act, carl = "order-manual-payout", floor.client("carl")
    before, entries = dict(floor.floor.ledger.accounts), len(floor.entries())
    payer = next(
        each
        for each in (ann, carl)
        if each.post(f"/api/preview/{act}", terminal="M3", amount=700).json()["refused"] is None
    )
    seen = payer.post(f"/api/preview/{act}", terminal="M3", amount=700).json()
    assert (len(floor.entries()), dict(floor.floor.ledger.accounts)) == (entries, before), "nothing was done"
    meter = next(each for each in seen["changes"] if each["account"] == "meter/M3")
    assert (meter["before"] - meter["after"], seen["second"]) == (700, False)
    assert sum(each["after"] - each["before"] for each in seen["changes"]) == 0
    assert [fact["type"] for fact in seen["facts"]] == ["PayoutOrdered"]
    assert "M3" in seen["lines"][0]
    done = payer.send(act, terminal="M3", amount=700)
    assert done.status_code == 200, done.text
    now = floor.floor.ledger.accounts
    assert all(now.get(each["account"], 0) == each["after"] for each in seen["changes"]), "as it was said"


def test_a_no_is_said_before_it_is_given(floor: ServedFloor) -> None:
    carl = floor.client("carl")
    entries = len(floor.entries())
    seen = carl.post("/api/preview/open-case", terminal="M1", why="I think so").json()
    assert (seen["refused"]["reason"], seen["refused"]["clause"]) == ("no_power", "7.2.3")
    assert seen["refused"]["words"]
    assert (seen["changes"], len(floor.entries())) == ([], entries), "a question is no act"


def test_a_preview_says_that_a_second_person_is_needed(ann: Client) -> None:
    assert ann.post("/api/preview/void-round", table="A", cause="fire", why="smoke").json()["second"] is True


def test_what_is_no_act_has_no_preview(floor: ServedFloor, ann: Client) -> None:
    assert ann.post("/api/preview/insert-note", terminal="M1", amount=5).status_code == 404
    assert ann.post("/api/preview/open-case", terminal=7).json()["reason"] == "malformed"
    assert ann.post("/api/preview/open-case", terminal="M1", why="x", person="ben").status_code == 400
    assert floor.client().post("/api/preview/open-case", terminal="M1", why="x").status_code == 401


def test_a_preview_is_no_way_to_guess_the_numbers_of_papers(floor: ServedFloor) -> None:
    carl = floor.client("carl")
    numbers = [f"{number:018}" for number in range(1, 12)]
    answers = [carl.post("/api/preview/redeem-paper", ticket=each).status_code for each in numbers]
    assert answers.count(200) <= 5
    assert answers[-1] == 429
    assert carl.post("/api/tickets/find", number=numbers[0]).status_code == 429, "one count for every way to try"


def test_whoever_has_nothing_to_do_with_papers_learns_nothing_of_them(floor: ServedFloor) -> None:
    nobody = floor.client("wim")
    for act, field in (("hold-paper", "ticket"), ("release", "what"), ("redeem-paper", "ticket")):
        why = {"why": "x"} if act == "hold-paper" else {}
        answer = nobody.post(f"/api/preview/{act}", **{field: f"{7:018}"}, **why)
        assert (answer.status_code, answer.json()["reason"]) == (403, "not_for_you"), act
