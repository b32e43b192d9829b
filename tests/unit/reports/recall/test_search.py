"""What the search finds, for everybody of the demonstration floor: an address that is theirs, as its area reads it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from openetg.floor import state
from openetg.floor.state import AlertKind, Floor, StaffMember, TicketState
from openetg.money import cents
from openetg.reports.recall.search import Found, Search, SearchSight
from openetg.rulebook.clauses import Register
from openetg.rulebook.load import load, shipped
from openetg.rulebook.schema.policies import HoldDuty
from openetg.server.acts.allowed import acts_at, acts_of_duty
from openetg.server.api.views.search import sight_of_member
from openetg.server.guests.consoles.views import KINDS
from openetg.server.plan.demonstration import demonstration
from tests.houses import START_MS, founded

SHARED = json.loads((Path(__file__).parents[3] / "data" / "console_addresses.json").read_text())
PEOPLE = ("ann", "ben", "cas", "dan", "ira")
SOUGHT = {
    "terminal": "M1",
    "table": "table A",
    "round": "A 1",
    "paper": "M1 7",
    "person": "ann",
    "player": "player Kim",
    "case": "case-1",
    "dispute": "dispute D21",
    "breach": "breach B5",
    "holding": "M1",
    "payout": "payment P9",
    "drawer": "drawer d1",
    "alert": "alert 4",
    "notice": "notice N1",
    "equipment": "W-77",
    "clause": "clause 3.7",
    "entry": "#1",
    "day": "2026-11-16",
}
"""Of each kind, what finds it."""


@pytest.fixture(scope="module")
def floor() -> Floor:
    """The demonstration floor, with one of everything at table A."""
    floor = founded(demonstration(terminals=2))
    at = START_MS
    floor.sequence = max(floor.sequence, 1)
    floor.tables["A"].rounds = 1
    floor.tickets["t1"] = state.Ticket("t1", "M1", cents(500), TicketState.OUTSTANDING, serial=7, at_ms=at)
    floor.people.players["Kim"] = state.Player("Kim", ["M1"], ["A"])
    floor.cases["case-1"] = state.Case("case-1", "M1", "A", 1, "suspended", "3.8", at)
    floor.people.disputes["D21"] = state.Dispute("D21", "A", "the ball jumped", 1, "M1", True, "", at)
    floor.people.breaches["B5"] = state.Breach("B5", "M1", "", "A", "6.1", (), False, at)
    floor.vault.holdings["M1"] = state.Holding("M1", "case-1", "7.2", "inspector", HoldDuty.NOTICE_AND_REVIEW, "odd")
    floor.vault.payouts["P9"] = state.Payout("P9", "M1", cents(700))
    floor.vault.drawers["d1"] = state.Drawer("d1", "cas", "cashier", at, cents(10_000))
    floor.alerts.open[4] = state.Alert(4, next(iter(AlertKind)), "M1", "", 1, at, at)
    floor.premises.equipment["A"] = {"wheel": state.Equipment("W-77", at)}
    floor.premises.official_notices["N1"] = state.OfficialNotice(
        "N1", "told", "A", "inspector", "a new wheel", "5.2", at, "assistant_gaming_manager", "ann"
    )
    return floor


@cache
def registers() -> dict[str, Register]:
    return {name: load(name).register for name in shipped()}


def sight(floor: Floor, person: str) -> SearchSight:
    return sight_of_member(floor, floor.people.staff[person])


def found(floor: Floor, person: str, kind: str) -> list[Found]:
    search = Search(floor, sight(floor, person), SOUGHT[kind], open_text=str, registers=registers())
    return [each for each in search.found(50) if each.kind == kind]


def areas(floor: Floor, member: StaffMember) -> Iterator[str]:
    """The areas of a person, by what their console is told of them."""
    views = {
        word for word, kind in KINDS.items() if not kind.of_table and kind.audience(floor, member, None) is not None
    }
    acts = set(acts_of_duty(floor, member))
    for table in floor.tables.values():
        acts |= set(acts_at(floor, table, member))
        of_table = (word for word, kind in KINDS.items() if kind.of_table)
        views |= {word for word in of_table if KINDS[word].audience(floor, member, table) is not None}
    for area, needs in SHARED["areas"].items():
        if needs["everybody"] or views & set(needs["views"]) or acts & set(needs["acts"]):
            yield area


def forms(kind: str) -> list[str]:
    return [each["form"] for each in SHARED["addresses"] if each["kind"] == kind]


@pytest.mark.parametrize("kind", SOUGHT)
@pytest.mark.parametrize("person", PEOPLE)
def test_what_is_found_is_theirs_and_has_an_address_its_area_reads(floor: Floor, person: str, kind: str) -> None:
    mine = set(areas(floor, floor.people.staff[person]))
    for each in found(floor, person, kind):
        assert each.area in mine, f"{person} has no area {each.area}"
        address = f"{each.area}/{each.name}/{each.part}"
        assert any(re.fullmatch(form, address) for form in forms(kind)), address
        if each.area in {"terminals", "cases", "conduct", "equipment"}:
            assert each.table in sight(floor, person).supervised, "only at tables they supervise do these pages answer"


@pytest.mark.parametrize("kind", SOUGHT)
def test_an_inspector_finds_one_of_every_kind(floor: Floor, kind: str) -> None:
    assert found(floor, "ira", kind), kind


def test_every_kind_has_its_addresses() -> None:
    assert {each["kind"] for each in SHARED["addresses"]} == set(SOUGHT)


@pytest.mark.parametrize(
    ("person", "kind", "address"),
    [
        ("ann", "dispute", ("cases", "dispute-D21", "")),
        ("ira", "drawer", ("cage", "drawer", "d1")),
        ("cas", "drawer", ("cage", "drawer", "d1")),
        ("cas", "payout", ("cage", "payouts", "P9")),
        ("cas", "holding", ("cage", "holding", "M1")),
        ("ann", "holding", ("cases", "holding-M1", "")),
        ("ann", "breach", ("conduct", "breaches", "B5")),
        ("ann", "clause", ("floor", "A", "clause-3.7")),
        ("cas", "clause", ("floor", "A", "clause-3.7")),
        ("dan", "clause", ("floor", "A", "clause-3.7")),
        ("ann", "notice", ("records", "notices", "N1")),
        ("ann", "person", ("staff", "ann", "")),
        ("ira", "person", ("records", "entries", "person:ann")),
        ("cas", "day", ("reports", "shift", "2026-11-16")),
    ],
)
def test_where_it_leads(floor: Floor, person: str, kind: str, address: tuple[str, str, str]) -> None:
    best = found(floor, person, kind)[0]
    assert (best.area, best.name, best.part) == address


@pytest.mark.parametrize(("person", "kind"), [("ben", "person"), ("dan", "person"), ("cas", "person"), ("cas", "case")])
def test_what_leads_nowhere_is_not_found(floor: Floor, person: str, kind: str) -> None:
    assert not found(floor, person, kind)


def test_everybody_finds_what_they_did_themselves_if_they_may_read_any_of_it(floor: Floor) -> None:
    mine = Search(floor, sight(floor, "ben"), "ben", open_text=str, registers={}).found(50)
    (ben,) = [each for each in mine if each.kind == "person"]
    assert (ben.area, ben.name, ben.part) == ("records", "entries", "person:ben")
