"""What the dealer is told of a cloth and of the rulebook: colours, buttons, limits, steps, causes, who else may."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.cloth.views import ClothView, cloth_view
from openetg.floor.people.staff_views import DealerView, dealer_view
from openetg.floor.rounds.dealer_rules import DealingRules, NextStep, dealing_rules, steps_of
from openetg.money import ZERO, cents
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script

CLOTH = """
    rulebook adelaide roulette
    limit any min 5.00 max 100.00
    buy P1 100.00 colour red value 5.00
    buy P2 60.00
    bets
"""
WHEEL = """
    rulebook money-wheel money-wheel
    limit any min 5.00 max 100.00
    buy P1 100.00
    bets
"""
LINE_LOST = 'ask {"type":"ReportDeviceLine","device":"wheel/A","up":false}'
LIVE = "rulebook novo-unity roulette \n wheel live \n note T1 50.00 \n bets \n"


def stage_of(script: str) -> Stage:
    """Where a script leads."""
    return run_script(script + "\n expect balanced").stage


def seen(script: str) -> DealerView:
    stage = stage_of(script)
    return dealer_view(stage.floor, stage.table)


def cloth_of(script: str) -> ClothView:
    stage = stage_of(script)
    view = cloth_view(stage.floor, stage.table)
    assert view is not None, "the table has a cloth"
    return view


def rules_of(script: str) -> DealingRules:
    stage = stage_of(script)
    return dealing_rules(stage.floor, stage.table)


@clause("adelaide", "6(d)")
def test_colours_are_told_with_their_declared_value_and_their_marker() -> None:
    (colour,) = cloth_of(CLOTH).colours
    assert (colour.colour, colour.player, colour.value, colour.marker) == ("red", "P1", cents(500), False)
    above = cloth_of(CLOTH + "buy P3 50.00 colour blue value 10.00").colours[1]
    assert (above.colour, above.value, above.marker) == ("blue", cents(1_000), True)
    first, second = seen(CLOTH).players
    assert (first.colours, first.value_chips, first.hand) == (("red",), ZERO, cents(10_000))
    assert (second.colours, second.value_chips) == ((), cents(6_000))


@clause("adelaide", "12(e):below_minimum")
@clause("adelaide", "12(f)")
def test_what_lies_out_of_the_limits_is_told_before_anything_falls() -> None:
    script = CLOTH + "place P2 red 2.00 \n place P2 black 5.00 \n place P1 straight:17 100.00 \n buy P1 20.00"
    below = cloth_of(script).off_limits
    assert [(each.player, each.wager, each.what, each.limit, each.counts, each.clause) for each in below] == [
        ("P2", "red", "below", cents(500), cents(200), "12(e):below_minimum")
    ]
    above = cloth_of(script + "\n place P1 straight:17 20.00").off_limits
    assert [(each.wager, each.what, each.limit, each.counts, each.clause) for each in above] == [
        ("red", "below", cents(500), cents(200), "12(e):below_minimum"),
        ("straight:17", "above", cents(10_000), cents(10_000), "12(f)"),
    ]


@clause("adelaide", "12(a)")
def test_buttons_are_told_with_their_minimum_their_counts_and_how_often_they_lie() -> None:
    stage = stage_of(CLOTH + "special P1 neighbours:0 5.00")
    stage.must(ask.LimitNeighbours("pit_boss", "ann", "A", per_number=2, per_spin=3))
    view = cloth_view(stage.floor, stage.table)
    buttons = view.buttons if view is not None else None
    assert buttons is not None
    assert (buttons.kinds, buttons.numbers, buttons.clause) == (("neighbours",), 5, "6(j)")
    assert (buttons.minimum, buttons.minimum_clause) == (cents(2_500), "12(a)")
    assert (buttons.used, buttons.per_number, buttons.per_spin) == ({"neighbours:0": 1}, 2, 3)


def test_a_wheel_of_segments_has_a_cloth_and_no_buttons() -> None:
    cloth = cloth_of(WHEEL)
    assert cloth.buttons is None
    assert (cloth.chips.undeclared_value, cloth.chips.verbal) == ("", "")
    assert cloth.chips.colour_required == "4.6"


def test_a_table_of_terminals_has_no_cloth() -> None:
    view = seen(LIVE)
    assert (view.cloth, view.plan, view.players) == (None, None, ())


# Steps


def steps(script: str) -> tuple[NextStep, ...]:
    stage = stage_of(script)
    return steps_of(stage.floor, stage.table)


@clause("adelaide", "7(h)ii")
def test_no_more_bets_waits_for_finish_betting_where_there_are_terminals() -> None:
    warn, close, spin = steps(CLOTH + "note T1 50.00")
    assert (warn.act, warn.says, warn.clause) == ("WarnFinish", "finish_betting", "7(h)ii")
    assert (close.act, close.says, close.clause, close.after) == ("CloseWagers", "no_more_bets", "9(c)", "WarnFinish")
    assert (spin.act, spin.after) == ("SpinWheel", "")
    after = steps(CLOTH + "note T1 50.00 \n finish")
    assert [(step.act, step.after) for step in after] == [("CloseWagers", ""), ("SpinWheel", "")]


@clause("money-wheel", "5.1")
@clause("money-wheel", "A:round_of_play")
def test_the_wheel_is_spun_after_no_more_bets_and_a_round_begins_with_place_your_bets() -> None:
    close, spin = steps(WHEEL)
    assert (close.act, close.says, close.clause) == ("CloseWagers", "no_more_bets", "5.1")
    assert (spin.act, spin.after, spin.clause) == ("SpinWheel", "CloseWagers", "5.1")
    (opening,) = steps(WHEEL + "place P1 symbol:a 5.00 \n close \n spin \n rest a")
    assert (opening.act, opening.says, opening.clause) == ("OpenRound", "place_your_bets", "A:round_of_play")


@clause("money-wheel", "4.1")
def test_no_more_bets_says_when_it_may_come() -> None:
    stage = stage_of(WHEEL)
    stage.table.least_open_ms = 8_000
    close = steps_of(stage.floor, stage.table)[0]
    assert stage.table.round is not None
    assert close.not_before_ms == stage.table.round.opened_at_ms + 8_000


# The rulebook


@clause("adelaide", "10(a)")
@clause("adelaide", "9(b)")
def test_the_causes_of_a_no_spin_stand_with_their_clauses() -> None:
    rules = rules_of(CLOTH)
    assert {each.cause: each.clause for each in rules.no_spin_causes} == {
        "same-direction": "10(a)",
        "revolutions": "10(b)",
        "foreign-object": "10(c)",
        "no-compartment": "10(d)",
        "ball-left": "10(e)",
    }
    assert (rules.no_spin, rules.no_spin_clause) == ("spin_again_after_reset", "11(d)")
    assert (rules.spin.revolutions_min, rules.spin.revolutions_clause, rules.spin.opposite) == (3, "9(b)", True)


@clause("money-wheel", "8.1")
def test_where_no_spin_is_unknown_the_causes_of_a_void_round_stand_instead() -> None:
    rules = rules_of(WHEEL)
    assert (rules.no_spin, rules.no_spin_causes) == ("", ())
    assert {each.cause: each.clause for each in rules.void_causes} == {
        "revolutions": "8.1",
        "interference": "8.2",
        "divider": "8.3",
        "moved-early": "5.1",
    }


@clause("adelaide", "11(e)")
def test_who_puts_a_wrong_number_right_is_named_as_the_rulebook_names_them() -> None:
    rules = rules_of(CLOTH)
    assert (rules.corrects.roles, rules.corrects.clause) == (("pit boss", "shift manager"), "11(e)")
    second = next(each for each in rules.others if each.power == "approve_second_colour")
    assert (second.roles, second.clause) == (("Authorised Officer",), "6(e)")


@pytest.mark.parametrize(
    ("script", "keyed_by"),
    [
        (CLOTH, ""),
        (CLOTH + "place P2 red 5.00 \n finish \n close \n spin", ""),
        (CLOTH + "place P2 red 5.00 \n finish \n close \n spin \n" + LINE_LOST, "EnterOutcome"),
        (WHEEL + "place P1 symbol:a 5.00 \n close \n spin \n rest a \n dolly dealer a", ""),
        (LIVE + "spin \n drop \n rest 17", "ConfirmOutcome"),
        (CLOTH + "place P2 red 5.00 \n finish \n close \n spin \n rest unread", "EnterOutcome"),
    ],
    ids=["open", "the ball runs", "the ball runs unseen", "settled at once", "to be confirmed", "not read"],
)  # fmt: skip
def test_by_which_command_a_number_is_keyed(script: str, keyed_by: str) -> None:
    assert rules_of(script).keyed_by == keyed_by
