"""A gaming day begins once, after the one before, and with the floor as it is; rounds run on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor.commands import BeginDay
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.events import DayBegun
from openetg.floor.pipeline import decide
from openetg.floor.state import SHAPE, state_hash
from tests.one_table import Play, play

RUNNING = "open-table by-itself \n ready \n note t1 100.00 \n place t1 red 5.00"


def begin(table: Play, day: str) -> BeginDay:
    return BeginDay(day, state_hash(table.floor), SHAPE, LOGIC)


def reason(table: Play, command: BeginDay) -> Reason:
    verdict = decide(table.floor, command, table.at_ms)
    assert isinstance(verdict, Refusal), verdict
    return verdict.reason


def test_a_day_begins_and_the_floor_remembers_it() -> None:
    table = play("ministar", RUNNING)
    before = state_hash(table.floor)
    table.give_all(begin(table, "2026-11-15"))
    assert table.event(DayBegun) == DayBegun("2026-11-15", before, SHAPE)
    assert table.floor.premises.day == "2026-11-15"


def test_a_round_that_runs_goes_on() -> None:
    table = play("ministar", RUNNING)
    table.give_all(begin(table, "2026-11-15"))
    table.say("""
        place t1 red 5.00
        launch opposite
        drop
        rest 1
        expect meter t1 110.00
    """)


@pytest.mark.parametrize("day", ["2026-11-15", "2026-11-14", "2025-12-31", ""])
def test_no_day_comes_again_or_back(day: str) -> None:
    table = play("ministar", RUNNING)
    table.give_all(begin(table, "2026-11-15"))
    assert reason(table, begin(table, day)) is Reason.ALREADY_THERE


@pytest.mark.parametrize("day", ["tomorrow", "2026-11-31", "20261116", "2026-W47-1", "2026-11-16T06:00"])
def test_what_is_no_day_is_refused(day: str) -> None:
    table = play("ministar", RUNNING)
    assert reason(table, begin(table, day)) is Reason.NOT_A_DAY


def test_a_day_begins_with_the_floor_as_it_is() -> None:
    """The chain covers the snapshot of a volume because its first entry names the state."""
    table = play("ministar", RUNNING)
    earlier = begin(table, "2026-11-15")
    table.say("note t2 5.00")
    assert reason(table, earlier) is Reason.OTHER_STATE


def test_a_state_of_another_shape_cannot_be_compared() -> None:
    """A later build that remembers more decides an old entry again as it was decided then."""
    table = play("ministar", RUNNING)
    command = replace(begin(table, "2026-11-15"), state="0" * 64, shape="of another build")
    assert decide(table.floor, command, table.at_ms) == (DayBegun("2026-11-15", "0" * 64, "of another build"),)
