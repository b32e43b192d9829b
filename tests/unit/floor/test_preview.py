"""A preview shows every account a command would touch, and changes nothing."""

from __future__ import annotations

from openetg.floor.commands import CollectLosers, RecordOutcome, VoidRound
from openetg.floor.core.refusals import Reason
from openetg.floor.preview import AccountChange, preview
from openetg.floor.state import state_hash
from openetg.money import cents
from tests.scripts import run_script

HELD = """
    rulebook interblock roulette
    note T1 100.00
    note T2 50.00
    bets
    place T1 red 10.00
    place T2 black 5.00
    spin
    drop
    rest unread
    expect phase HELD
"""


def test_a_supervisor_sees_every_meter_before_saying_yes() -> None:
    stage = run_script(HELD).stage
    before = state_hash(stage.floor)
    wish = VoidRound("assistant_gaming_manager", "ann", "A", None, "nobody saw it")
    seen = preview(stage.floor, wish, stage.at_ms)
    assert state_hash(stage.floor) == before, "a preview changes nothing"
    assert seen.changes == (
        AccountChange("meter/T1", cents(9_000), cents(10_000)),
        AccountChange("meter/T2", cents(4_500), cents(5_000)),
        AccountChange("play/A/T1", cents(1_000), cents(0)),
        AccountChange("play/A/T2", cents(500), cents(0)),
    )
    stage.ask(wish)
    assert all(stage.floor.ledger.held(change.account) == change.after for change in seen.changes)


def test_a_preview_of_what_is_refused_says_why() -> None:
    stage = run_script(HELD).stage
    seen = preview(stage.floor, VoidRound("dealer", "bob", "A", None, "x"), stage.at_ms)
    assert seen.refusal is not None
    assert (seen.refusal.reason, seen.changes) == (Reason.NO_POWER, ())
    assert preview(stage.floor, CollectLosers("dealer", "bob", "Z"), stage.at_ms).refusal is not None


def test_a_preview_is_numbered_by_the_entry_it_was_computed_after() -> None:
    stage = run_script(HELD).stage
    seen = preview(stage.floor, RecordOutcome("A", "A-1", "17"), stage.at_ms)
    assert seen.sequence == stage.floor.sequence
