"""What one audience may see: enough to draw a screen, nothing of anybody else's money, nothing before its time."""

from __future__ import annotations

import pytest
from msgspec import json

from openetg.floor.rounds.views import layout_view, own_view, table_view
from tests.one_table import PERIOD_MS, play
from tests.payout_notation import game_of
from tests.scripts import run_script


@pytest.mark.parametrize("rulebook", ["ministar", "interblock"])
def test_a_roulette_layout_can_be_drawn_from_its_view(rulebook: str) -> None:
    table = play(rulebook)
    layout, game = layout_view(table.floor, table.table), game_of(rulebook)
    assert (layout.rulebook_id, layout.game, layout.zeros) == (rulebook, "roulette", ("0",))
    assert [number for row in layout.rows for number in row] == [str(number) for number in range(1, 37)]
    assert len(layout.red) == len(layout.black) == 18
    assert not set(layout.red) & set(layout.black)
    assert [spot.name for spot in layout.spots] == list(game.spots)
    assert {special.name for special in layout.specials} == set(game.wagers) - set(game.spots)
    (orphans,) = (special for special in layout.specials if special.name == "orphans")
    assert set(orphans.covers) == {"1", "6", "9", "14", "17", "20", "31", "34"}


def test_a_sic_bo_layout_has_no_wheel() -> None:
    table = play("interblock", kind="sic-bo")
    layout = layout_view(table.floor, table.table)
    assert (layout.game, layout.zeros, layout.rows, layout.red, layout.black) == ("sic-bo", (), (), (), ())
    assert len(layout.spots) == len(game_of("interblock", "sic-bo").spots)


def test_before_the_first_round_there_is_nothing_to_see() -> None:
    table = play("interblock", "note t1 20.00")
    view = table_view(table.table)
    assert (view.round, view.phase, view.launched, view.outcome, view.closes_at_ms) == (0, "", False, None, 0)
    own = own_view(table.floor, "t1")
    assert (own.meter, own.staked, own.spots, own.ticket, own.printing) == (2_000, 0, {}, "", False)


def test_a_round_as_everybody_at_the_table_sees_it() -> None:
    table = play("interblock", """
        limit any min 5.00
        open-table by-itself
        ready
        launch opposite
        drop
        rest 3
        launch opposite
        drop
        rest 30
        launch opposite
    """)  # fmt: skip
    view = table_view(table.table)
    assert (view.round, view.phase, view.launched, view.outcome) == (3, "OPEN", True, None)
    assert (view.last_outcome, view.outcomes, view.cause) == ("30", ("30", "3"), "")
    assert view.closes_at_ms - view.opened_at_ms == PERIOD_MS
    table.say("fault table SENSOR")
    held = table_view(table.table)
    assert (held.phase, held.cause, held.clause) == ("HELD", "SENSOR", "8.1")


def test_nothing_of_one_terminal_shows_in_the_view_of_another_or_of_the_table() -> None:
    table = play("ministar", """
        open-table by-itself
        ready
        note t1 100.00
        note t2 20.00
        place t1 straight:17 73.00
    """)  # fmt: skip
    for view in (own_view(table.floor, "t2"), table_view(table.table)):
        seen = json.encode(view)
        assert not [secret for secret in (b"t1", b"7300", b"2700", b"straight:17") if secret in seen]


def test_a_ticket_is_shown_with_its_amount_once_it_is_printed() -> None:
    table = play("ministar", "open-table by-itself \n ready \n note t1 20.00 \n collect t1 as T-1")
    own = own_view(table.floor, "t1")
    assert (own.meter, own.printing, own.ticket, own.ticket_amount) == (0, True, "", 0)
    table.say("printed t1 T-1")
    own = own_view(table.floor, "t1")
    assert (own.printing, own.ticket, own.ticket_amount) == (False, "T-1", 2_000)


def test_wagers_are_shown_for_as_long_as_they_stand() -> None:
    table = play("interblock", """
        open-table by-itself
        ready
        note t1 20.00
        place t1 red 5.00
        launch opposite
        wait 30s
    """)  # fmt: skip
    assert own_view(table.floor, "t1").spots == {"red": 500}
    table.say("rest unread")
    assert own_view(table.floor, "t1").spots == {"red": 500}
    table.say("""
        void assistant_gaming_manager:nightingale "nobody saw it"
    """)
    assert own_view(table.floor, "t1").spots == {}


def test_wagers_of_an_ended_round_are_not_shown_while_the_wheel_stands_still() -> None:
    table = play("ministar", """
        open-table by-itself
        ready
        note t1 20.00
        place t1 red 5.00
        fault table MOTOR
    """)  # fmt: skip
    own = own_view(table.floor, "t1")
    assert (table.round.phase.value, own.spots, own.staked, own.meter) == ("VOID", {}, 0, 2_000)


def test_money_that_is_kept_back_is_shown_beside_the_meter() -> None:
    run = run_script("""
        rulebook ministar roulette
        note T1 50.00
        withhold casino_operator T1 20.00 "a meter that jumped"
        expect withheld T1 20.00
    """)
    own = own_view(run.stage.floor, "T1")
    assert (own.meter, own.withheld) == (3_000, 2_000)
