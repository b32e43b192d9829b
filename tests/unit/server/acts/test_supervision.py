"""Who supervises a table, under every rulebook: dealers never, and nobody else is left out."""

from __future__ import annotations

import pytest

from openetg.floor.state import Login, StaffMember
from openetg.reports.frame.span import Asking
from openetg.server.access.logins import Identity
from openetg.server.acts.acts import holds
from openetg.server.acts.allowed import DEALING, acts_at
from openetg.server.acts.supervision import BESIDE_THE_GAME, SUPERVISION, supervised, supervises, watched
from openetg.server.api.journal.reports import reach_of, within
from openetg.server.api.problems import RefusedRequest
from tests.unit.server.acts.matrix import TABLE, situation, tables


@pytest.mark.parametrize(("rulebook", "kind"), tables())
def test_whoever_holds_a_power_of_supervision_does_but_for_who_deals(rulebook: str, kind: str) -> None:
    floor = situation(rulebook, kind)
    table = floor.tables[TABLE]
    found = set()
    for role in floor.rulebook_of(table).roles:
        member = StaffMember("x", "", {rulebook: (role,)})
        if supervises(floor, member, table):
            found.add(role)
            assert supervised(floor, member) == (TABLE,)
        deals = holds(floor, member, (DEALING,), table)
        has_one = holds(floor, member, (*SUPERVISION, *BESIDE_THE_GAME), table)
        assert supervises(floor, member, table) == (has_one and not deals), role
    assert found
    assert "dealer" not in found


def test_a_dealer_who_has_another_role_is_a_supervisor_by_that_one() -> None:
    floor = situation("adelaide", "live")
    table = floor.tables[TABLE]
    dealer = StaffMember("x", "", {"adelaide": ("dealer",)})
    assert {"OpenCase", "RecordBreach", "Reconstruct"} <= set(acts_at(floor, table, dealer)), "the rulebook's own words"
    assert not supervises(floor, dealer, table)
    for other in ("inspector_in_charge", "casino_operator", "pit_boss"):
        assert supervises(floor, StaffMember("x", "", {"adelaide": ("dealer", other)}), table)
    assert not supervises(floor, StaffMember("x", "", {"adelaide": ("dealer", "cashier")}), table)


def test_who_works_nowhere_supervises_nothing() -> None:
    floor = situation("adelaide", "live")
    assert supervised(floor, None) == ()
    assert supervised(floor, StaffMember("x", "", {})) == ()


@pytest.mark.parametrize(
    ("role", "supervising", "watching"),
    [
        ("electronic_gaming_attendant", True, False),
        ("electronic_gaming_supervisor", True, True),
        ("inspector", True, True),
        ("cashier", False, False),
    ],
)
def test_who_plays_together_is_not_shown_to_who_only_hears_disputes(
    role: str, supervising: bool, watching: bool
) -> None:
    floor = situation("novo-unity", "automatic")
    member = StaffMember("x", "", {"novo-unity": (role,)})
    assert bool(supervised(floor, member)) is supervising
    assert bool(watched(floor, member)) is watching
    if not supervising:
        return
    floor.people.staff["x"] = member
    who = Identity("x", "", Login("x", 1, 1, 0, 1), member)
    assert ("syndicate" in reach_of(floor, who).kinds) is watching
    if watching:
        assert within(floor, who, Asking("syndicate")).tables in {None, (TABLE,)}
    else:
        with pytest.raises(RefusedRequest):
            within(floor, who, Asking("syndicate"))
