"""What a console shows of a person's acts: everything they may do at a table, by the powers of the rulebook."""

from __future__ import annotations

import pytest

from openetg.floor.commands import AcknowledgeAlert
from openetg.floor.people.staff import OPERATOR
from openetg.floor.state import StaffMember
from openetg.rulebook.schema.powers import POWERS
from openetg.server.acts.acts import BY_OPERATOR, BY_ROLE, BY_STAFF_DESK, DECLARED, holds
from openetg.server.acts.allowed import acts_at, acts_of_duty, powers_at
from tests.unit.server.acts.matrix import TABLE, situation, tables, who_may

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("rulebook", "kind"), tables())
def test_no_act_is_hidden_from_who_may_do_it(rulebook: str, kind: str) -> None:
    floor = situation(rulebook, kind)
    table, may = floor.tables[TABLE], who_may(rulebook, kind)
    for role in floor.rulebook_of(table).roles:
        shown = acts_at(floor, table, StaffMember("x", "", {rulebook: (role,)}))
        hidden = {act for act, roles in may.items() if role in roles} - set(shown)
        assert not hidden, (role, hidden)


@pytest.mark.parametrize(("rulebook", "kind"), tables())
def test_powers_are_those_the_access_check_finds(rulebook: str, kind: str) -> None:
    floor = situation(rulebook, kind)
    table = floor.tables[TABLE]
    for role in floor.rulebook_of(table).roles:
        member = StaffMember("x", "", {rulebook: (role,)})
        assert powers_at(floor, table, member) == {
            power for power in POWERS if holds(floor, member, (power,), table)
        }, role


def test_a_role_elsewhere_shows_nothing_here() -> None:
    floor = situation("ministar", "electronic")
    assert acts_at(floor, floor.tables[TABLE], StaffMember("x", "", {"interblock": ("dealer",)})) == ()


def test_a_cashier_is_shown_no_act_of_a_manager() -> None:
    floor = situation("ministar", "electronic")
    table = floor.tables[TABLE]
    cashier = acts_at(floor, table, StaffMember("x", "", {"ministar": ("cashier",)}))
    manager = acts_at(floor, table, StaffMember("x", "", {"ministar": ("assistant_gaming_manager",)}))
    assert "VoidRound" in manager
    assert "VoidRound" not in cashier
    assert "BuyChips" not in manager, "there is no cloth"


def test_duties_have_acts_of_their_own() -> None:
    floor = situation("ministar", "electronic")
    both = acts_of_duty(floor, StaffMember("x", "", {}, ("operator", "staff_desk")))
    operator_too = {kind for kind in BY_ROLE if DECLARED[kind].duties == (OPERATOR,)}
    assert set(both) == {kind.__name__ for kind in BY_OPERATOR | operator_too | BY_STAFF_DESK | {AcknowledgeAlert}}
    assert acts_of_duty(floor, StaffMember("x", "", {})) == ()
    inspector = acts_of_duty(floor, StaffMember("x", "", {"ministar": ("inspector",)}))
    assert set(inspector) == {kind.__name__ for kind in BY_STAFF_DESK} - {"UnpairTerminal"}, "of its own people"
