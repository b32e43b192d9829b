"""Jackpots over HTTP: what is offered for anybody, everything but secrets for who looks after them, exact figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from openetg.chance.drawing import commitment_of, mystery_purpose
from openetg.floor import commands as ask
from openetg.money import cents
from openetg.rulebook.schema.policies import Closer
from openetg.server.access.credentials.passwords import PasswordFile
from openetg.server.plan.demonstration import demonstration
from tests.marks import clause
from tests.unit.server.api.floor_app import PASSWORD, Client, ServedFloor, cheap_hashing, served_floor
from tests.unit.server.jackpot_floor import APPROVALS, LUCKY, TABLE

HOUSE = replace(demonstration(terminals=2, tables=("A", "B", TABLE)), staff=(), drawers=False, jackpots=(LUCKY,))
SUPERVISOR = ask.EngageStaff("eve", "Eve Example", {"novo-unity": ("electronic_gaming_supervisor",)})
ATTENDANT = ask.EngageStaff("dan", "Dan Example", {"novo-unity": ("electronic_gaming_attendant",)})
OPERATOR = ask.EngageStaff("ole", "Ole Example", {"novo-unity": ("casino_operator",)})
RULES = {
    "title": "More",
    "kind": "mystery",
    "levels": [
        {"level": "mini", "title": "Mini", "seed": 1_000, "rates": {TABLE: 10_000}, "low": 1_001, "high": 2_000},
    ],
}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedFloor]:
    with served_floor(tmp_path_factory.mktemp("floor"), house=HOUSE) as running:
        hashed = cheap_hashing().hash(PASSWORD)
        for person in (SUPERVISOR, ATTENDANT, OPERATOR):
            running.granted(person)
            PasswordFile(running.place.keys).keep(person.person, hashed, by="")
        yield running


@pytest.fixture(scope="module")
def eve(floor: ServedFloor) -> Client:
    return floor.client("eve")


@pytest.fixture(scope="module")
def anybody(floor: ServedFloor) -> Client:
    return floor.client()


def played(floor: ServedFloor, amount: int) -> None:
    """A round with one wager on red, and 17 falls."""
    round_ = floor.floor.tables[TABLE].round
    if round_ is None:
        floor.granted(ask.ReportReady(TABLE))
        round_ = floor.floor.tables[TABLE].round
    assert round_ is not None
    for _ in range(amount // 10_000 + 1):
        floor.granted(ask.InsertNote("N1", cents(10_000)))
    floor.granted(ask.PlaceWager("N1", TABLE, "red", cents(amount), round_.number))
    floor.granted(ask.ReportLaunch(TABLE, round_.spin, opposite=True, rotor_turning=True))
    floor.granted(ask.CloseWagers(TABLE, Closer.SENSOR, round_.spin))
    floor.granted(ask.RecordOutcome(TABLE, round_.spin, "17"))


@pytest.mark.slow
@clause("novo-unity", "4.1.4")
def test_anybody_sees_what_is_offered_and_who_won_it(floor: ServedFloor, anybody: Client) -> None:
    (before,) = anybody.get("/api/jackpots").json()
    assert (before["name"], before["level"], before["amount"], before["playing"]) == ("lucky", "mini", 1_000, True)
    assert before["commitment"]
    played(floor, 40_000)
    (after,) = anybody.get("/api/jackpots").json()
    won = floor.floor.jackpots.awards["lucky.mini.1"]
    assert after["hits"][0]["terminal"] == "N1"
    assert after["hits"][0]["amount"] == won.amount
    assert [each["terminal"] for each in after["awards"]] == ["N1"]
    assert after["cycle"] == 2
    assert after["commitment"] != before["commitment"]


def test_the_desk_has_everything_but_secrets(floor: ServedFloor, eve: Client) -> None:
    answer = eve.get("/api/jackpots/desk")
    assert answer.status_code == 200, answer.text
    assert "secret:2:" not in answer.text
    (jackpot,) = answer.json()["jackpots"]
    level = jackpot["levels"][0]
    assert level["commitment"] == floor.floor.jackpots.offered["lucky"].levels["mini"].commitment
    assert level["off_by"] == 0
    assert set(jackpot["approvals"]) == {APPROVALS["mystery-procedure"], APPROVALS["mystery-process"]}


@pytest.mark.slow
@pytest.mark.parametrize("mark", ["sealed:1:", "secret:2:", "secret:1:"])
def test_a_secret_is_told_to_nobody_who_hands_it_in_again(floor: ServedFloor, mark: str) -> None:
    """The inspector may read the journal as it stands; what is sealed in it is not opened in another field."""
    exported = floor.client("ines").get("/api/export").text
    body = re.findall(r"secret:2:([0-9a-f]{12}:[A-Za-z0-9_=-]+)", exported)[-1]
    ole = floor.client("ole")
    entries = len(floor.entries())
    answer = ole.send("change-jackpot", jackpot="lucky", rules=RULES | {"title": mark + body})
    assert (answer.status_code, answer.json()["reason"]) == (400, "malformed"), answer.text
    assert "rules.title" in answer.json()["detail"]
    assert len(floor.entries()) == entries
    level = floor.floor.jackpots.offered["lucky"].levels["mini"]
    purpose = mystery_purpose("lucky", "mini", level.cycle)
    for each in re.findall("[0-9a-f]{64}", ole.get("/api/jackpots/desk").text + ole.get("/api/inspection").text):
        assert commitment_of(purpose, each) != level.commitment


@pytest.mark.parametrize(
    ("person", "status"), [("eve", 200), ("dan", 200), ("ines", 200), ("ann", 200), ("carl", 403), ("wim", 403)]
)
def test_who_may_see_the_desk(floor: ServedFloor, person: str, status: int) -> None:
    """Those who supervise, set up, pay or inspect; not a cashier of another rulebook, nor a mere witness."""
    client = floor.client(person)
    assert client.get("/api/jackpots/desk").status_code == status
    assert client.post("/api/jackpots/figures", rules=RULES, plays={TABLE: {"turnover": 5_000}}).status_code == status


def test_the_desk_asks_for_a_login(anybody: Client) -> None:
    assert anybody.get("/api/jackpots/desk").status_code == 401
    assert anybody.post("/api/jackpots/figures", rules=RULES, plays={}).status_code == 401


def test_figures_are_exact(eve: Client) -> None:
    answer = eve.post("/api/jackpots/figures", rules=RULES, plays={TABLE: {"turnover": 100_00}})
    assert answer.status_code == 200, answer.text
    (level,) = answer.json()["levels"]
    # 1 % of 100.00 a round: 1.00, so the value is reached after 1 to 10 rounds, each as likely.
    assert level["odds"]["decimal"].startswith("5.5")
    assert level["mean_value"]["exact"] == "3001/200", "15.005, which a decimal of two places cannot say"


def progressive(**changes: Any) -> dict[str, Any]:
    trigger = {"wagers": ["straight"], "run": 2} | changes
    level = {"level": "a", "title": "A", "seed": 10_000, "rates": {TABLE: 5_000}, "trigger": trigger}
    return {"title": "Again", "kind": "progressive", "levels": [level]}


def test_figures_of_a_progressive_rest_on_the_game_of_the_table(eve: Client) -> None:
    plays = {TABLE: {"turnover": 10_000, "wagers": {"straight:17": 500}}}
    answer = eve.post("/api/jackpots/figures", rules=progressive(), plays=plays)
    assert answer.status_code == 200, answer.text
    odds = float(answer.json()["levels"][0]["odds"]["decimal"])
    assert 37 * 37 < odds < 37 * 39, "17 twice in a row"


@pytest.mark.parametrize(
    ("rules", "plays"),
    [
        (RULES, {}),
        (RULES, {TABLE: {"turnover": 0}}),
        (RULES, {"Z": {"turnover": 100}}),
        (RULES | {"levels": []}, {TABLE: {"turnover": 100}}),
        (progressive(run=17), {TABLE: {"turnover": 100}}),
        (progressive(), {TABLE: {"turnover": 100, "wagers": {"nonsense": 1}}}),
    ],
)
def test_what_cannot_be_told_says_why(eve: Client, rules: dict[str, Any], plays: dict[str, Any]) -> None:
    answer = eve.post("/api/jackpots/figures", rules=rules, plays=plays)
    assert answer.status_code == 422, answer.text
    assert answer.headers["content-type"].startswith("application/problem+json")


def one_level(**changes: Any) -> dict[str, Any]:
    return RULES | {"levels": [RULES["levels"][0] | changes]}  # type: ignore[operator]


def test_amounts_and_rates_that_nobody_means_are_refused_in_words(eve: Client) -> None:
    both = one_level(rates={TABLE: 10_000, "A": 10_000})
    for turnover in (-1, -1_000, -5_000, 10**15 + 1):
        plays = {TABLE: {"turnover": 1_000}, "A": {"turnover": turnover}}
        answer = eve.post("/api/jackpots/figures", rules=both, plays=plays)
        assert (answer.status_code, "a turnover of table A from zero to" in answer.json()["detail"]) == (422, True)
    fine = {TABLE: {"turnover": 1_000}, "A": {"turnover": 0}}
    assert eve.post("/api/jackpots/figures", rules=both, plays=fine).status_code == 200, "nobody plays at one of them"
    for changes, words in (
        ({"seed": -1}, "amounts of level mini"),
        ({"high": 10**15 + 1}, "amounts of level mini"),
        ({"rates": {TABLE: 1_000_001}}, "rates of level mini"),
        ({"reserve_rate": -1}, "rates of level mini"),
    ):
        answer = eve.post("/api/jackpots/figures", rules=one_level(**changes), plays={TABLE: {"turnover": 1_000}})
        assert (answer.status_code, words in answer.json()["detail"]) == (422, True), answer.text


def test_the_largest_amounts_are_told_like_any_other(eve: Client) -> None:
    rules = one_level(seed=10**11, low=10**11 + 1, high=2 * 10**11, rates={TABLE: 100_000})
    answer = eve.post("/api/jackpots/figures", rules=rules, plays={TABLE: {"turnover": 10**12}})
    assert answer.status_code == 200, answer.text
    assert answer.json()["levels"][0]["odds"]["exact"] == "1"


@pytest.mark.parametrize("body", [{}, {"rules": RULES}, {"rules": "x", "plays": {}}, {"rules": RULES, "plays": [1]}])
def test_a_body_that_is_none(eve: Client, body: dict[str, Any]) -> None:
    assert eve.post("/api/jackpots/figures", **body).status_code == 400
