"""Who may send what is what the rulebooks say: the access check against the powers, and against the page on record."""

from __future__ import annotations

from typing import get_args

import pytest

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.people.staff import OPERATOR, STAFF_DESK
from openetg.floor.pipeline import decide
from openetg.floor.state import StaffMember
from openetg.rulebook.load import load
from openetg.rulebook.roles import holders
from openetg.server.acts.acts import (
    ANY_STAFF,
    BY_OPERATOR,
    BY_ROLE,
    BY_STAFF_DESK,
    INSIDE,
    LACKING,
    SENDABLE,
    admit,
    asked_fields,
)
from openetg.server.acts.allowed import POWER, acts_at
from tests.unit.server.acts.matrix import PAGE, TABLE, line_to, page, situation, tables, values, who_may

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("rulebook", "kind"), tables())
def test_exactly_those_with_the_power_are_let_through(rulebook: str, kind: str) -> None:
    book = load(rulebook).rulebook
    found = who_may(rulebook, kind)
    for act, power in POWER.items():
        may = found[act.__name__]
        if may:
            able = holders(book, power, round_kind=book.tables[kind].round)
            assert set(may) == able & set(book.roles), (act.__name__, power)
        # Nobody: the power is nobody's, or the kind of table has no such thing.


def test_no_power_is_left_without_an_act_that_somebody_may_do() -> None:
    done = {act for rulebook, kind in tables() for act, roles in who_may(rulebook, kind).items() if roles}
    assert {act.__name__ for act in POWER} - done == set()


def test_the_page_says_the_same() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.unit.server.acts.matrix"


def test_every_command_says_who_may_send_it() -> None:
    groups = (BY_ROLE, ANY_STAFF, BY_OPERATOR, BY_STAFF_DESK, INSIDE)
    assert set().union(*groups) == set(get_args(AnyCommand)), "declare above the command who may send it"
    assert sum(len(group) for group in groups) == len(get_args(AnyCommand)), "each in one group"


def test_nobody_says_who_they_are() -> None:
    for kind in SENDABLE:
        asked = set(asked_fields(kind))
        assert "role" not in asked
        assert "chosen_by" not in asked
        if kind not in BY_STAFF_DESK:
            assert "person" not in asked, kind


def test_a_role_under_one_rulebook_is_none_under_another() -> None:
    floor = situation("ministar", "electronic")
    role = "assistant_gaming_manager"
    floor.people.staff["eve"] = StaffMember("eve", "", {"interblock": (role,)})
    line, tried = line_to(floor), 0
    for act, roles in who_may("ministar", "electronic").items():
        if role not in roles:
            continue
        kind = getattr(ask, act)
        admitted = admit(line, "eve", kind, values(floor, kind))
        verdict = admitted if isinstance(admitted, Refusal) else decide(floor, admitted.sealed, floor.at_ms)
        assert isinstance(verdict, Refusal), act
        assert verdict.reason in LACKING, (act, verdict)
        tried += 1
    assert tried > 20


def test_duties_are_asked_for_where_no_rulebook_speaks() -> None:
    floor = situation("ministar", "electronic")
    line = line_to(floor)
    manager = "assistant_gaming_manager-1"
    hours = {"table": TABLE}
    refused = admit(line, manager, ask.OpenTable, hours)
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.NOT_THEIR_ROLE
    floor.people.staff[manager].duties = (OPERATOR,)
    assert not isinstance(admit(line, manager, ask.OpenTable, hours), Refusal)
    unlock = {"person": "cashier-1"}
    assert isinstance(admit(line, manager, ask.UnlockStaff, unlock), Refusal)
    floor.people.staff[manager].duties = (STAFF_DESK,)
    admitted = admit(line, manager, ask.UnlockStaff, unlock)
    assert not isinstance(admitted, Refusal)
    assert admitted.command == ask.UnlockStaff("cashier-1", manager)


EQUIPMENT = {"table": TABLE, "part": "network-device", "serial": "SW-1"}


def test_equipment_is_the_operators_where_the_rulebook_is_silent() -> None:
    silent = [
        (rulebook, kind) for rulebook, kind in tables()
        if "change_equipment" not in load(rulebook).rulebook.powers
        and "change_equipment" not in load(rulebook).rulebook.denied
        and "change_equipment" not in load(rulebook).rulebook.rounds[load(rulebook).rulebook.tables[kind].round].powers
    ]  # fmt: skip
    assert silent, "some rulebook is"
    for rulebook, kind in silent:
        assert who_may(rulebook, kind)["RecordEquipment"] == []
        floor = situation(rulebook, kind)
        member = next(each for each in floor.people.staff.values() if each.roles)
        for duties in ((), (OPERATOR,)):
            member.duties = duties
            admitted = admit(line_to(floor), member.person, ask.RecordEquipment, EQUIPMENT)
            may = not (isinstance(admitted, Refusal) and admitted.reason is Reason.NOT_THEIR_ROLE)
            shown = acts_at(floor, floor.tables[TABLE], member)
            assert may == ("RecordEquipment" in shown) == bool(duties), "the console offers what the API grants"
