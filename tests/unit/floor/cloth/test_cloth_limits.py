"""Limits at a cloth: below, above, off the steps, buttons, partners, and what the float can pay."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.commands import Sign
from openetg.floor.core.refusals import Refusal
from openetg.floor.events import ClothWagerPlaced
from openetg.floor.pipeline import decide
from openetg.money import Money, cents, next_payable
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script

BELOW = """
    rulebook {rulebook}
    limit any min 5.00
    buy P1 100.00
    buy P2 100.00
    bets
    place P1 {wins} 2.00
    place P1 {loses} 3.00
    expect accepted 3.00
    place P2 {wins} 5.00
    close
    rest {outcome}
    expect cites {clause}
    expect win P1 2.00
    expect win P2 5.00
"""


@clause("adelaide", "12(e):below_minimum")
def test_below_the_minimum_is_settled_once_and_returned_from_then_on() -> None:
    said = {"rulebook": "adelaide roulette", "wins": "red", "loses": "black", "outcome": "1"}
    run = run_script(
        BELOW.format(**said, clause="12(e):below_minimum")
        + """
        expect chips P1 97.00
        expect spot P1 red 2.00
        bets
        place P1 straight:1 1.00
        place P2 straight:1 1.00
        close
        rest 1
        expect cites 12(e):below_minimum
        expect win P1 0.00
        expect chips P1 99.00
        expect staked P1 0.00
        expect win P2 40.00
        bets
        place P1 straight:1 4.00
        close
        rest 2
        expect chips P1 99.00
        bets
        place P1 straight:1 5.00
        close
        rest 1
        expect win P1 175.00
    """
    )
    assert run.stage.table.cloth.advised == ["P1", "P2"]
    assert run.stage.table.cloth.riding == {"P1": {"straight:1": cents(500)}}


def test_what_was_returned_does_not_ride() -> None:
    run = run_script("""
        rulebook adelaide roulette
        limit any min 5.00
        buy P1 100.00
        bets
        place P1 black 2.00
        close
        rest 1
        bets
        place P1 red 2.00
        close
        rest 1
        expect chips P1 98.00
    """)
    assert run.stage.table.cloth.riding == {}


@clause("money-wheel", "3.4")
def test_below_the_minimum_at_the_money_wheel() -> None:
    said = {"rulebook": "money-wheel money-wheel", "wins": "a", "loses": "b", "outcome": "a"}
    run = run_script(
        BELOW.format(**said, clause="3.4")
        + """
        expect chips P1 99.00
        bets
        place P1 c 1.00
        place P1 a 2.00
        close
        rest c
        expect win P1 0.00
        expect chips P1 99.00
        bets
        place P1 c 1.00
        close
        rest a
        expect chips P1 99.00
    """
    )
    assert run.stage.table.cloth.advised == ["P1"]


def test_all_wagers_below_the_minimum_of_one_round_are_settled_alike() -> None:
    run = run_script("""
        rulebook adelaide roulette
        limit any min 5.00
        buy P1 100.00
        bets
        place P1 red 2.00
        place P1 straight:1 2.00
        close
        rest 1
        dolly dealer 1
        collect-losers dealer
        pay-winners dealer red
        expect cites 12(e):below_minimum
        expect win P1 2.00
        pay-winners dealer
        expect win P1 72.00
    """)
    assert run.stage.table.cloth.advised == ["P1"]


def test_the_advice_lasts_for_the_stay_at_the_table() -> None:
    run = run_script("""
        rulebook money-wheel money-wheel
        limit any min 5.00
        buy P1 100.00
        bets
        place P1 a 2.00
        close
        rest b
        leave P1
        expect refused CHIPS_OUT A:colour_chips
        cash-in P1
        leave P1
        sit P1
        buy P1 10.00
        bets
        place P1 a 2.00
        close
        rest b
        expect chips P1 8.00
    """)
    assert run.stage.table.cloth.advised == ["P1"]


ABOVE = """
    rulebook {rulebook}
    limit any max 100.00
    buy P1 200.00
    bets
    place P1 {wager} 150.00
    expect accepted 150.00
    close
    rest {outcome}
    expect cites {clause}
    expect win P1 {won}
    expect chips P1 {chips}
    expect staked P1 {rides}
"""


@pytest.mark.parametrize(("outcome", "won", "chips", "rides"), [
    ("1", "100.00", "200.00", "100.00"),
    ("2", "0.00", "100.00", "0.00"),
])  # fmt: skip
@clause("adelaide", "12(f)")
def test_above_the_maximum_only_the_maximum_is_settled(outcome: str, won: str, chips: str, rides: str) -> None:
    run_script(ABOVE.format(
        rulebook="adelaide roulette", wager="red", clause="12(f)", outcome=outcome, won=won, chips=chips, rides=rides
    ))  # fmt: skip


@pytest.mark.parametrize(("outcome", "won", "chips"), [("b", "300.00", "500.00"), ("a", "0.00", "100.00")])
@clause("money-wheel", "3.5")
def test_above_the_maximum_at_the_money_wheel(outcome: str, won: str, chips: str) -> None:
    run_script(ABOVE.format(
        rulebook="money-wheel money-wheel", wager="b", clause="3.5", outcome=outcome, won=won, chips=chips, rides="0.00"
    ))  # fmt: skip


def test_a_button_is_settled_up_to_five_times_the_straight_up_maximum() -> None:
    run_script("""
        rulebook adelaide roulette
        limit straight max 10.00
        buy P1 200.00
        bets
        special P1 neighbours:0 15.00
        place P1 straight:26 10.00
        close
        rest 26
        expect cites 12(f)
        expect win P1 700.00
        expect spot P1 straight:26 10.00
        expect chips P1 850.00
    """)


@clause("adelaide", "12(a)")
def test_a_button_is_worth_at_least_five_times_the_table_minimum() -> None:
    run_script("""
        rulebook adelaide roulette
        limit any min 5.00
        buy P1 200.00
        buy P2 200.00
        bets
        lay P1 neighbours:0 25.00 block
        lay P2 neighbours:0 20.00 block
        close
        rest 19
        expect cites 12(e):below_minimum
        expect cites 12(a)
        bets
        lay P1 neighbours:0 25.00 block
        lay P2 neighbours:0 20.00 block
        close
        rest 0
        expect win P1 175.00
        expect win P2 0.00
        expect chips P2 180.00
        bets
        lay P1 neighbours:0 20.00 block
        close
        rest 19
        expect chips P1 305.00
        bets
        lay P2 neighbours:0 25.00 block
        close
        rest 0
        expect win P2 175.00
    """)


@clause("adelaide", "12(a)")
def test_the_use_of_buttons_may_be_limited() -> None:
    run = run_script("""
        rulebook adelaide roulette
        buy P1 200.00
        buy P2 200.00
        limit-buttons dealer per-number=1
        expect refused NO_POWER 12(a)
        limit-buttons authorised_officer per-number=1
        expect refused NO_POWER 12(a)
        limit-buttons pit_boss per-number=1
        expect cites 12(a)
        bets
        special P1 neighbours:0 5.00
        special P2 neighbours:0 5.00
        expect refused TOO_MANY_WAGERS 12(a)
        special P2 neighbours:32 5.00
        expect accepted 25.00
        limit-buttons pit_boss per-spin=3
        special P1 neighbours:0 5.00
        special P2 neighbours:15 5.00
        expect refused TOO_MANY_WAGERS 12(a)
        take P1 neighbours:0 25.00
        special P2 neighbours:15 5.00
        expect accepted 25.00
        limit-buttons pit_boss for P2
        special P1 neighbours:3 5.00
        expect refused NOT_OFFERED 12(a)
        special P2 neighbours:3 5.00
        expect accepted 25.00
        limit-buttons pit_boss min 40.00
        close
        rest 8
        expect cites 12(e):below_minimum
    """)
    assert run.stage.table.cloth.advised == ["P1", "P2"]


MULTIPLES = """
    rulebook adelaide roulette
    limit any min 5.00 {notice}
    float 5.00 25.00
    terminal T1
    note T1 50.00
    buy P1 100.00
    bets
    place P1 red 17.50
    expect accepted 17.50
    {prompt}
    place P1 odd 20.00
    finish
    close
    rest 1
    expect cites 12(g)
    expect win P1 {won}
    expect spot P1 red 17.50
    expect balanced
"""


@clause("adelaide", "12(g)", "6(k)")
def test_what_the_float_cannot_make_is_paid_down_under_a_notice_of_multiples() -> None:
    run_script(MULTIPLES.format(notice="multiples", prompt="expect cites 6(k)", won="35.00"))


@clause("adelaide", "12(g)", "6(k)")
def test_what_the_float_cannot_make_is_paid_up_without_a_notice() -> None:
    run_script(MULTIPLES.format(notice="", prompt="", won="40.00"))


@clause("adelaide", "12(g)")
def test_an_amount_that_the_float_can_make_is_never_rounded_and_a_terminal_pays_exactly() -> None:
    run_script("""
        rulebook adelaide roulette
        limit any min 5.00
        float 5.00 7.50
        terminal T1
        note T1 50.00
        buy P1 100.00
        bets
        place P1 red 17.50
        place P1 odd 6.00
        place T1 red 17.55
        finish
        close
        rest 1
        expect win P1 25.00
        expect win T1 17.55
    """)


@clause("adelaide", "12(g)")
def test_a_notice_of_multiples_takes_nothing_off_what_the_float_can_make() -> None:
    run_script("""
        rulebook adelaide roulette
        limit any min 5.00 multiples
        float 2.50
        buy P1 100.00
        bets
        place P1 red 17.50
        close
        rest 1
        expect win P1 17.50
    """)


@clause("adelaide", "12(g)")
def test_a_wager_that_keeps_to_the_multiples_is_paid_in_full() -> None:
    run_script("""
        rulebook adelaide roulette
        limit any min 5.00 multiples
        float 25.00
        buy P1 100.00
        bets
        place P1 red 15.00
        close
        rest 1
        expect win P1 15.00
    """)


def test_a_money_wheel_pays_exactly_whatever_its_float() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        float 5.00
        buy P1 100.00
        bets
        place P1 a 17.50
        close
        rest a
        expect win P1 17.50
    """)


@pytest.mark.parametrize(("amount", "pieces", "expected"), [
    (0, (500,), 0),
    (1, (500,), 500),
    (1_750, (500, 2_500), 2_000),
    (2_000, (500, 750), 2_000),
    (1_300, (600, 1_000, 1_500), 1_500),
    (700, (300, 500), 800),
    (10**9 + 1, (7, 10**6), 10**9 + 1),
])  # fmt: skip
def test_the_next_amount_that_pieces_can_make(amount: int, pieces: tuple[int, ...], expected: int) -> None:
    assert next_payable(cents(amount), [cents(each) for each in pieces]) == cents(expected)


@clause("adelaide", "6(k)")
def test_wagers_need_not_be_multiples_unless_the_notice_says_so() -> None:
    """A step counts from the minimum; chips off the steps are pointed out to the dealer and lie as they lie."""
    run = run_script("""
        rulebook adelaide roulette
        limit any min 5.00
        buy P1 100.00
        bets
        place P1 red 7.00
        expect accepted 7.00
        close
        rest 1
        expect win P1 7.00
        expect spot P1 red 7.00
        limit any min 3.00 step 5.00
        bets
        place P1 odd 8.00
        expect accepted 8.00
    """)
    assert laid(run.stage, cents(500)).also == ()
    assert laid(run.stage, cents(200)).also == ("12(g)", "6(k)")


def laid(stage: Stage, amount: Money) -> ClothWagerPlaced:
    """The fact that so much more would be on odd."""
    verdict = decide(stage.floor, ask.PlaceOnCloth("dealer", stage.table.dealer, "A", "P1", "odd", amount), stage.at_ms)
    assert isinstance(verdict, tuple)
    (placed,) = verdict
    assert isinstance(placed, ClothWagerPlaced)
    return placed


@clause("money-wheel", "3.3")
def test_the_unit_of_the_money_wheel_counts_from_nothing() -> None:
    run = run_script("""
        rulebook money-wheel money-wheel
        limit any min 3.00 step 5.00
        buy P1 100.00
        bets
        place P1 a 7.00
        expect cites 3.3
        close
        rest a
        expect win P1 7.00
        bets
        place P1 a 10.00
        expect accepted 10.00
    """)
    assert isinstance(run.stage.answered, tuple)
    (placed,) = run.stage.answered
    assert isinstance(placed, ClothWagerPlaced)
    assert placed.also == ()


@clause("adelaide", "6(k)")
def test_limits_of_the_cloth_are_the_house_s_and_change_with_the_next_round() -> None:
    run = run_script("""
        rulebook adelaide roulette
        limit any max 100.00
        buy P1 500.00
        bets
        place P1 red 150.00
        limit any max 200.00
        expect cites 6(k)
        close
        rest 2
        expect chips P1 400.00
        bets
        place P1 red 150.00
        close
        rest 2
        expect chips P1 250.00
    """)
    stage = run.stage
    limits = {"any": Sign(min=cents(100), max=cents(5_000))}
    for role in ("dealer", "cashier", "authorised_officer"):
        refused = decide(stage.floor, ask.SetLimits("A", limits, cloth=True, role=role, person=role), stage.at_ms)
        assert isinstance(refused, Refusal)
        assert refused.clause == "6(k)"
    stage.must(ask.SetLimits("A", limits, cloth=True, role="pit_boss", person="ann"))


@clause("adelaide", "6(k)")
def test_personal_limits_are_arranged_by_the_house_before_play() -> None:
    run_script("""
        rulebook adelaide roulette
        limit any min 5.00 max 100.00
        buy P1 1000.00
        buy P2 1000.00
        arrange dealer max 500.00 for P1
        expect refused NO_POWER 6(k)
        arrange authorised_officer max 500.00 for P1
        expect refused NO_POWER 6(k)
        arrange pit_boss max 0.00 for P1
        expect refused NO_AMOUNT 6(k)
        arrange pit_boss kind=nowhere max 5.00 for P1
        expect refused UNKNOWN_WAGER 6(k)
        arrange pit_boss max 500.00 for P1
        expect cites 6(k)
        bets
        place P1 red 400.00
        place P2 red 400.00
        arrange pit_boss max 600.00 for P1
        expect refused PLAY_HAS_BEGUN 6(k)
        close
        rest 1
        expect win P1 400.00
        expect win P2 100.00
        bets
        place P1 black 2.00
        close
        rest 1
        expect cites 12(e):below_minimum
    """)


@clause("money-wheel", "3.2")
def test_a_marker_lifts_the_maximum_of_one_player_from_the_next_round() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        limit any max 100.00
        buy P1 2000.00
        buy P2 2000.00
        bets
        grant dealer P1 max 500.00
        expect refused NO_POWER 3.2
        grant act_gambling_and_racing_commission P1 max 500.00
        expect refused NO_POWER 3.2
        grant casino_supervisor P1 max 0.00
        expect refused NO_AMOUNT 3.2
        grant casino_supervisor P1 max 500.00
        expect cites 3.2
        place P1 a 400.00
        close
        rest a
        expect win P1 100.00
        bets
        place P1 a 400.00
        place P2 a 400.00
        grant casino_supervisor P1
        expect cites 3.2
        close
        rest a
        expect win P1 400.00
        expect win P2 100.00
        bets
        place P1 a 400.00
        close
        rest a
        expect win P1 100.00
        grant casino_supervisor P1
        expect refused NOTHING_THERE 3.2
    """)
