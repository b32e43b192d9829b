"""What dealer, supervisor, inspector and a public display may see: enough for their duty, numbered, and no more."""

from __future__ import annotations

import pytest
from msgspec import json

from openetg.floor.commands import AnyCommand, CollectLosers, MarkDolly, PayWinners, RecordOutcome
from openetg.floor.people.staff_views import dealer_view, display_view, inspector_view, supervisor_view
from openetg.floor.rounds.dealer_rules import next_steps
from openetg.floor.state import state_hash
from openetg.money import cents
from openetg.script.stage import Stage
from tests.scripts import run_script

LIVE = """
    rulebook adelaide roulette
    limit any min 5.00 max 100.00
    note T1 70.00
    expect refused
    note T1 50.00
    note T2 20.00
    buy P1 100.00 colour red value 5.00
    marker P1 max 500.00
    bets
    place T1 straight:17 12.00
    place P1 red 20.00
    expect accepted 20.00
"""


def stage_of(script: str) -> Stage:
    """Where a script leads."""
    return run_script(script).stage


def test_the_dealer_sees_the_cloth_and_no_meter() -> None:
    stage = stage_of(LIVE)
    view = dealer_view(stage.floor, stage.table)
    (line,) = view.players
    assert (line.player, line.hand, line.laid) == ("P1", cents(8_000), {"red": cents(2_000)})
    assert (line.colour, line.value) == ("red", cents(500))
    assert view.dealer == stage.table.dealer
    assert view.sequence == stage.floor.sequence
    said = json.encode(view)
    assert b"3800" not in said, "the meter of a terminal is not the dealer's business"
    assert b"T1" not in said


def test_a_supervisor_sees_every_terminal_with_its_money_locks_and_cases() -> None:
    stage = stage_of(
        LIVE
        + """
        finish
        close
        fault T1 E7
        breach house T2 12(d) "touched"
        signal T2 door
        dispute D1 "paid too little" by T2
        expect held T1
    """
    )
    view = supervisor_view(stage.floor, stage.table)
    first, second = view.terminals
    assert (first.terminal, first.meter, first.staked) == ("T1", cents(3_800), cents(1_200))
    assert (first.spots, first.cases) == ({"A/straight:17": cents(1_200)}, (view.cases[0].number,))
    assert first.locks["case"] == view.cases[0].clause
    assert (second.meter, second.locks, second.cases) == (cents(2_000), {}, ())
    assert view.dealer.faulty == ("T1",)
    assert [breach.breached for breach in view.breaches] == ["12(d)"]
    assert [dispute.number for dispute in view.disputes] == ["D1"]
    assert [signal.signal for signal in view.signals] == ["door"]
    assert view.credit_left == ("T1", "T2")


def test_an_inspector_sees_the_whole_floor_and_changes_nothing() -> None:
    stage = stage_of("""
        rulebook ministar roulette
        note T1 100.00
        note T1 100.00
        bets
        withhold assistant_gaming_manager T1 20.00 "too much credit"
        expect withheld T1 20.00
        rulebook money-wheel money-wheel as B
        on B
        buy P1 50.00
        bets
        expect phase OPEN
    """)
    before = state_hash(stage.floor)
    view = inspector_view(stage.floor)
    assert state_hash(stage.floor) == before
    assert view.accounts == stage.floor.ledger.accounts
    assert sum(view.accounts.values(), start=cents(0)) == cents(0)
    assert set(view.rulebooks.values()) == {"ministar", "money-wheel"}
    assert [table.table for table in view.tables] == ["A", "B"]
    assert next(line for line in view.terminals if line.terminal == "T1").withheld == cents(2_000)
    assert "T1" in view.holdings
    assert view.equipment["A"]["ball"].figures
    assert view.effect
    assert view.approvals


def test_a_public_display_names_nobody() -> None:
    stage = stage_of(LIVE + "notice pit_boss close-in 20m \n expect balanced \n signal T1 door \n expect balanced")
    view = display_view(stage.floor, stage.table)
    said = json.encode(view)
    assert view.table.phase == "OPEN"
    assert view.notices == {"close": stage.at_ms + 1_200_000}
    assert not any(name in said for name in (b"P1", b"T1", b"pit_boss", b"8000"))


@pytest.mark.parametrize(
    ("steps", "following"),
    [
        ("", ("WarnFinish", "CloseWagers", "SpinWheel")),
        ("finish", ("CloseWagers", "SpinWheel")),
        ("finish \n close", ("SpinWheel",)),
        ("finish \n close \n spin", ("CallNoSpin",)),
        ('finish \n close \n spin \n no-spin dealer cause=ball-left "out"', ("ResetTerminals",)),
        ("finish \n close \n rest unread", ("EnterOutcome", "VoidRound")),
        ("finish \n close \n rest 17", ("OpenRound",)),
    ],
)
def test_the_dealer_is_led_from_step_to_step(steps: str, following: tuple[str, ...]) -> None:
    stage = stage_of(LIVE + steps + "\n expect balanced")
    assert next_steps(stage.floor, stage.table) == following


def test_the_dealer_marks_then_collects_then_pays() -> None:
    stage = stage_of(LIVE + "finish \n close \n spin \n expect balanced")
    dealer = "dealer", stage.table.dealer, "A"
    led: dict[AnyCommand, str] = {
        RecordOutcome("A", "A-1", "17", 9): "MarkDolly",
        MarkDolly(*dealer, "17"): "CollectLosers",
        CollectLosers(*dealer): "PayWinners",
        PayWinners(*dealer): "OpenRound",
    }
    for wish, following in led.items():
        stage.must(wish)
        assert next_steps(stage.floor, stage.table) == (following,)


def test_a_spin_that_cannot_stand_asks_for_a_no_spin_and_a_number_for_a_confirmation() -> None:
    table = "rulebook novo-unity roulette \n wheel live \n note T1 50.00 \n bets \n place T1 red 5.00 \n"
    short = stage_of(table + "spin revolutions=2 \n drop \n rest 17 \n expect phase CLOSED")
    assert dealer_view(short.floor, short.table).asks == "revolutions"
    proper = stage_of(table + "spin \n drop \n rest 17 \n expect phase CLOSED")
    view = dealer_view(proper.floor, proper.table)
    assert (view.registered, view.next) == ("17", ("ConfirmOutcome", "CallNoSpin"))


def test_nobody_is_led_at_an_automatic_table() -> None:
    stage = stage_of("rulebook ministar roulette \n note T1 50.00 \n bets \n expect phase OPEN")
    assert next_steps(stage.floor, stage.table) == ()
