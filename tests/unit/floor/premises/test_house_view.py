"""A table and a terminal as those see them who look after them: what stands in the way, and what ends it."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.commands import ReportShown
from openetg.floor.core.refusals import Refusal
from openetg.floor.premises.closing import not_to_close
from openetg.floor.premises.house_view import house_view
from openetg.floor.state import Floor, Table
from openetg.floor.wagers.terminal_view import ENDED_BY, terminal_view
from openetg.money import cents
from openetg.rulebook.load import shipped
from tests.marks import clause
from tests.one_table import START_MS, TABLE, Play
from tests.scripts import run_script
from tests.sites import open_site, site, without

MINUTE_MS = 60_000
NOTE = ask.InsertNote("t1", cents(2_000))
PAID = """
    rulebook interblock roulette
    display casino_operator fitted
    note T1 50.00
    bets
    place T1 straight:23 1.00
    spin
    drop
    rest 23
    expect meter T1 85.00
"""


def here(play: Play) -> tuple[Floor, Table]:
    return play.floor, play.floor.tables[TABLE]


@clause("interblock", "9.14")
def test_a_closing_says_what_it_needs_and_from_when_on_it_is_granted() -> None:
    play = open_site("interblock")
    play.give_all(NOTE)
    first = house_view(*here(play)).closing
    assert first.obstacle is not None
    assert (first.needs, first.minutes, first.obstacle.reason) == ("sign_for_minutes", 20, "no_notice")
    play.give_all(ask.GiveNotice("casino_supervisor", "ann", TABLE, "close", 5 * MINUTE_MS))
    then = house_view(*here(play)).closing
    assert then.obstacle is not None
    assert then.sign is not None
    assert (then.obstacle.reason, then.obstacle.clause) == ("too_early", "9.14")
    assert then.obstacle.details == {"at_ms": START_MS + 20 * MINUTE_MS}
    earliest_ms = START_MS + 20 * MINUTE_MS
    assert not_to_close(*here(play), "", earliest_ms) is None
    assert not_to_close(*here(play), "", earliest_ms - 1) is not None


@clause("adelaide", "12(h)")
def test_a_closing_names_the_official_who_must_be_told_and_who_was() -> None:
    play = open_site("adelaide")
    before = house_view(*here(play)).closing
    assert before.obstacle is not None
    assert (before.needs, before.obstacle.reason) == ("officer_first", "official_not_told")
    assert before.official in house_view(*here(play)).officials
    play.give_all(ask.NotifyOfficial("pit_boss", "ann", before.official, TABLE))
    after = house_view(*here(play)).closing
    assert after.obstacle is None
    assert [(told.official, told.person) for told in after.told] == [(before.official, "ann")]


@pytest.mark.parametrize("name", sorted(shipped()))
def test_what_keeps_a_table_from_opening_is_said_as_it_is_refused(name: str) -> None:
    play = site(name, change=without(ask.RecordEquipment))
    view = house_view(*here(play))
    refusal = play.give(ask.OpenTable(TABLE))
    assert isinstance(refusal, Refusal)
    assert view.opening is not None
    assert (view.opening.reason, view.opening.clause) == (refusal.reason.value, refusal.clause)
    assert all(part.here is None for part in view.parts)
    assert house_view(*here(site(name))).opening is None


@pytest.mark.parametrize("name", sorted(shipped()))
def test_every_part_of_the_register_has_its_clause_and_what_must_be_measured(name: str) -> None:
    play = open_site(name)
    view = house_view(*here(play))
    assert {part.part for part in view.parts if part.here is not None} == set(play.floor.premises.equipment[TABLE])
    for part in view.parts:
        for figure, (least, greatest, cited) in part.figures.items():
            assert part.here is not None
            measured = part.here.figures[figure]
            assert least <= measured <= (measured if greatest is None else greatest)
            assert cited
    assert all(line.given is not None for line in view.approvals if line.thing in {part.part for part in view.parts})


@clause("interblock", "9.3")
def test_a_display_that_shows_another_number_is_told_with_what_is_on_record() -> None:
    stage = run_script(PAID).stage
    stage.ask(ReportShown(stage.table.name, 1, "8"))
    view = house_view(stage.floor, stage.table)
    assert view.shown is not None
    assert (view.shown.outcome, view.shown_actual, view.display_fitted) == ("8", "23", True)
    assert view.ignored_clause


def test_a_terminal_says_what_ends_each_lock() -> None:
    play = open_site("interblock")
    manager = ("assistant_gaming_manager", "ann")
    play.give_all(NOTE, ask.CloseTerminal(*manager, "t1", "a key is stuck"))
    play.give_all(ask.OpenCase(*manager, "t2", "dark"))
    (closed,) = terminal_view(play.floor, "t1", play.at_ms).locks
    assert (closed.name, closed.ended_by, closed.stops) == ("closed", "ReopenTerminal", ("wager", "fund"))
    assert closed.clause
    seen = terminal_view(play.floor, "t2", play.at_ms)
    assert [(lock.name, lock.ended_by) for lock in seen.locks] == [("case", "CloseCase")]
    assert seen.line.cases


def test_what_ends_a_lock_is_an_act_that_there_is() -> None:
    assert all(hasattr(ask, act) for act in ENDED_BY.values())


def test_a_terminal_shows_what_lies_on_each_of_its_layouts() -> None:
    play = open_site("ministar")
    play.give_all(NOTE, ask.PlaceWager("t1", TABLE, "red", cents(500)), ask.ReportByPlayer("t1", "attendant"))
    view = terminal_view(play.floor, "t1", play.at_ms)
    assert [(at.table, at.wagers) for at in view.rounds] == [(TABLE, {"red": cents(500)})]
    assert view.calls == ("attendant",)
    assert (view.line.meter, view.line.staked, view.is_paired) == (cents(1_500), cents(500), False)
