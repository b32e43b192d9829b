"""What stands on a floor, and the clock it runs by."""

from __future__ import annotations

import time

from msgspec.structs import replace

from openetg.floor.commands import (
    AnyCommand,
    EngageStaff,
    OpenTable,
    RecordEquipment,
    RecordPlan,
    RequireDrawers,
    SetBounds,
    SetLimits,
    Sign,
)
from openetg.floor.core.refusals import Refusal
from openetg.floor.pipeline import apply, decide
from openetg.floor.state import Floor
from openetg.money import cents
from openetg.rulebook.load import load
from openetg.server.plan.floor_plan import Staff, founding_commands, plan_of
from openetg.server.writer.engine import Clock
from tests.houses import START_MS
from tests.unit.server.stage import HOUSE, INTERBLOCK, MINISTAR, Stage

RULEBOOKS = {plan.rulebook: load(plan.rulebook).rulebook for plan in HOUSE.tables}


def test_a_floor_that_stands_as_planned_is_left_alone() -> None:
    assert list(founding_commands(Stage().floor, HOUSE, RULEBOOKS)) == []


LIMITS = {"any": Sign(min=cents(500), max=cents(50_000))}
CHANGED = replace(HOUSE, tables=(HOUSE.tables[0], replace(HOUSE.tables[1], limits=LIMITS)))


def test_only_what_differs_from_the_plan_is_done() -> None:
    stage = Stage()
    wishes = list(founding_commands(stage.floor, CHANGED, RULEBOOKS))
    assert wishes == [SetLimits(INTERBLOCK, LIMITS), RecordPlan(plan_of(CHANGED, RULEBOOKS))]
    stage.give(*wishes).turn()
    assert list(founding_commands(stage.floor, CHANGED, RULEBOOKS)) == [], "announced for the next round"


def test_limits_announced_and_then_withdrawn_do_not_come_into_force() -> None:
    """The plan is what binds now, but something else waits for the next round."""
    stage = Stage()
    stage.give(*founding_commands(stage.floor, CHANGED, RULEBOOKS)).turn()
    first, *_ = founding_commands(stage.floor, HOUSE, RULEBOOKS)
    assert first == SetLimits(INTERBLOCK, HOUSE.tables[1].limits)


def test_what_people_have_decided_stands_while_the_plan_says_the_same() -> None:
    stage = Stage()
    terminal = HOUSE.terminals[0].terminal
    otherwise = (
        SetLimits(INTERBLOCK, LIMITS),
        SetBounds(terminal, cents(700), 0),
        EngageStaff("zoe", "Zoe Example", {}, ("witness",)),
        RecordEquipment(MINISTAR, "printer", "", terminal=HOUSE.tables[0].terminals[0]),
    )
    stage.give(*otherwise).turn()
    stage.floor.tables[MINISTAR].is_open = False
    assert list(founding_commands(stage.floor, HOUSE, RULEBOOKS)) == []
    # Something else changes in the file: that, and nothing beside it.
    zoe = Staff("zoe", "Zoe Example", {}, ("operator",))
    first, *more = founding_commands(stage.floor, replace(HOUSE, staff=(zoe,)), RULEBOOKS)
    assert first == EngageStaff("zoe", "Zoe Example", {}, ("operator",))
    assert [type(each) for each in more] == [RecordPlan]


def test_hardware_of_the_file_is_recorded_once_and_not_put_back_when_somebody_has_taken_it_out() -> None:
    hardware = {"network-device": ("SW-1", "SW-2"), "server-terminal": ("SRV-1",)}
    house = replace(HOUSE, tables=(replace(HOUSE.tables[0], hardware=hardware), *HOUSE.tables[1:]))
    stage = Stage()
    assert stage.floor.tables[MINISTAR].round is not None, "what the file adds waits for no round to end"
    wishes = list(founding_commands(stage.floor, house, RULEBOOKS))
    pieces = [RecordEquipment(MINISTAR, kind, each) for kind, every in hardware.items() for each in every]
    assert wishes == [*pieces, RecordPlan(plan_of(house, RULEBOOKS))]
    stage.give(*wishes).turn()
    assert list(founding_commands(stage.floor, house, RULEBOOKS)) == []
    stage.give(replace(pieces[0], taken_out=True)).turn()
    assert list(founding_commands(stage.floor, house, RULEBOOKS)) == []


def test_drawers_are_required_as_the_file_says_and_until_somebody_decides_otherwise() -> None:
    stage, strict = Stage(), replace(HOUSE, drawers=True)
    wishes = list(founding_commands(stage.floor, strict, RULEBOOKS))
    assert wishes[:-1] == [RequireDrawers(required=True)]
    stage.give(*wishes).turn()
    assert stage.floor.vault.drawers_required
    stage.give(RequireDrawers(required=False)).turn()
    assert list(founding_commands(stage.floor, strict, RULEBOOKS)) == []
    assert not stage.floor.vault.drawers_required


def test_a_start_that_broke_off_is_taken_up_again() -> None:
    """Until the plan is on record, whatever is not as planned is still to be done."""
    wishes = list(founding_commands(Floor(), HOUSE, RULEBOOKS))
    assert isinstance(wishes[-1], RecordPlan), "last, so that it says what was done"
    floor = Floor()
    floor.at_ms = START_MS
    for wish in wishes[: wishes.index(SetLimits(INTERBLOCK, HOUSE.tables[1].limits))]:
        done(floor, wish)
    left = list(founding_commands(floor, HOUSE, RULEBOOKS))
    assert SetLimits(INTERBLOCK, HOUSE.tables[1].limits) in left
    assert [each for each in left if isinstance(each, OpenTable)] == [OpenTable(plan.table) for plan in HOUSE.tables]
    for wish in left:
        done(floor, wish)
    assert list(founding_commands(floor, HOUSE, RULEBOOKS)) == []
    assert isinstance(decide(floor, wishes[-1], 0), Refusal), "the same plan says nothing"


def test_a_table_that_the_file_newly_opens_is_opened() -> None:
    stage = Stage()
    table = stage.floor.tables[INTERBLOCK]
    table.is_open = False
    assert table.rounds > 0
    stage.floor.premises.plan = {**stage.floor.premises.plan, f"open/{INTERBLOCK}": "no"}
    assert OpenTable(INTERBLOCK) in founding_commands(stage.floor, HOUSE, RULEBOOKS)
    # From before plans were on record: it was played at, so somebody has closed it.
    stage.floor.premises.plan = {}
    assert OpenTable(INTERBLOCK) not in founding_commands(stage.floor, HOUSE, RULEBOOKS)


def done(floor: Floor, command: AnyCommand) -> None:
    verdict = decide(floor, command, floor.at_ms)
    assert not isinstance(verdict, Refusal), (command, verdict)
    for event in verdict:
        apply(floor, event)


def test_time_goes_on_from_the_journal_when_the_clock_was_put_back() -> None:
    ahead = time.time_ns() // 1_000_000 + 86_400_000
    clock = Clock(not_before_ms=ahead)
    assert ahead <= clock.now_ms() < ahead + 60_000
    assert Clock().now_ms() < ahead
