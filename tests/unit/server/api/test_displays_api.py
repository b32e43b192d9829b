"""Links of public displays, for those who hang them up."""

from __future__ import annotations

from typing import Any

import pytest

from openetg.floor.state import Pairing
from openetg.server.access.displays import DisplayKeys
from openetg.server.access.pairing import Passes
from tests.unit.server.api.floor_app import SECRET, ServedFloor

pytestmark = pytest.mark.slow

WHOLE = [("", "lobby"), ("", "jackpots")]
AT_A = [("A", "numbers"), ("A", "sign")]
AT_B = [("B", "numbers"), ("B", "sign")]


@pytest.mark.parametrize(
    ("person", "may"),
    [
        ("ann", [*WHOLE, *AT_A, *AT_B]),
        ("olga", [*WHOLE, *AT_A, *AT_B]),
        ("carl", []),
        ("wim", []),
    ],
)
def test_supervisors_and_operators_get_links_with_keys(
    floor: ServedFloor, person: str, may: list[tuple[str, str]]
) -> None:
    answer = floor.client(person).get("/api/displays")
    assert answer.status_code == 200
    links = answer.json()["displays"]
    assert [(link["table"], link["show"]) for link in links] == may
    keys = DisplayKeys(SECRET)
    for link in links:
        where = f"table={link['table']}&" if link["table"] else ""
        assert link["href"] == f"/display/#{where}show={link['show']}&key={keys.key(link['table'])}"


def test_without_a_login_there_are_no_links(floor: ServedFloor) -> None:
    assert floor.client().get("/api/displays").status_code == 401


def test_an_operator_revokes_one_key_and_the_links_of_that_place_are_new(floor: ServedFloor) -> None:
    olga, ann = floor.client("olga"), floor.client("ann")
    before = {(link["table"], link["show"]): link["href"] for link in ann.get("/api/displays").json()["displays"]}
    asked: dict[str, Any] = {"place": "A", "why": "a photograph of the link"}
    assert ann.send("revoke-display-key", **asked).json()["reason"] == "not_their_role"
    assert olga.send("revoke-display-key", place="Z", why="x").json()["reason"] == "unknown_table"
    assert olga.send("revoke-display-key", place="A", why=" ").json()["reason"] == "no_reason_given"
    assert olga.send("revoke-display-key", **asked).status_code == 200
    after = {(link["table"], link["show"]): link["href"] for link in ann.get("/api/displays").json()["displays"]}
    assert {place for place, href in after.items() if href != before[place]} == set(AT_A)
    assert DisplayKeys(SECRET).key("A", 1) in after["A", "sign"]


def test_a_pass_is_no_key_of_a_display_and_the_other_way_round() -> None:
    """Both are made from the floor's secret, under words of their own."""
    passes, displays, pairing = Passes(SECRET), DisplayKeys(SECRET), Pairing("key", "olga", 7)
    word, _ = passes.admit("A", pairing, 1_000)
    assert passes.is_pass("A", pairing, word, 2_000)
    assert displays.fits("A", displays.key("A"))
    assert not displays.fits("A", word)
    assert not passes.is_pass("A", pairing, displays.key("A"), 2_000)
    assert not passes.is_pass("A", pairing, f"9999999999999.{displays.key('A')}", 2_000)


def test_what_one_floor_has_made_is_worth_nothing_at_another() -> None:
    """The same names, the same key of the terminal, another secret."""
    pairing, other = Pairing("key", "olga", 7), bytes(len(SECRET))
    word, _ = Passes(SECRET).admit("A", pairing, 1_000)
    assert Passes(SECRET).is_pass("A", pairing, word, 2_000)
    assert not Passes(other).is_pass("A", pairing, word, 2_000)
    assert not DisplayKeys(other).fits("A", DisplayKeys(SECRET).key("A"))
