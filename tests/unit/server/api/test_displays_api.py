"""Links of public displays, for those who hang them up."""

from __future__ import annotations

import pytest

from openetg.server.access.displays import DisplayKeys
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
