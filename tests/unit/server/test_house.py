"""What stands on a floor, and the clock it runs by."""

from __future__ import annotations

import time

from msgspec.structs import replace

from openetg.floor.commands import SetLimits, Sign
from openetg.money import cents
from openetg.rulebook.load import load
from openetg.server.engine import Clock
from openetg.server.house import founding_commands
from tests.unit.server.stage import HOUSE, INTERBLOCK, Stage

RULEBOOKS = {plan.rulebook: load(plan.rulebook).rulebook for plan in HOUSE.tables}


def test_a_floor_that_stands_as_planned_is_left_alone() -> None:
    assert list(founding_commands(Stage().floor, HOUSE, RULEBOOKS)) == []


def test_only_what_differs_from_the_plan_is_done() -> None:
    limits = {"any": Sign(min=cents(500))}
    plan = replace(HOUSE.tables[1], limits=limits)
    changed = replace(HOUSE, tables=(HOUSE.tables[0], plan))
    stage = Stage()
    wishes = list(founding_commands(stage.floor, changed, RULEBOOKS))
    assert wishes == [SetLimits(INTERBLOCK, limits)]
    stage.give(*wishes).turn()
    assert list(founding_commands(stage.floor, changed, RULEBOOKS)) == [], "announced for the next round"


def test_limits_announced_and_then_withdrawn_do_not_come_into_force() -> None:
    """The plan is what binds now, but something else waits for the next round."""
    stage = Stage()
    stage.give(SetLimits(INTERBLOCK, {"any": Sign(min=cents(500))})).turn()
    assert list(founding_commands(stage.floor, HOUSE, RULEBOOKS)) == [SetLimits(INTERBLOCK, HOUSE.tables[1].limits)]


def test_time_goes_on_from_the_journal_when_the_clock_was_put_back() -> None:
    ahead = time.time_ns() // 1_000_000 + 86_400_000
    clock = Clock(not_before_ms=ahead)
    assert ahead <= clock.now_ms() < ahead + 60_000
    assert Clock().now_ms() < ahead
