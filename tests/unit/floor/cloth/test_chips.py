"""Chips at a cloth: bought, wagered where they were issued, exchanged for value."""

from __future__ import annotations

import pytest

from openetg.floor.commands import BuyChips
from openetg.floor.core.ledger import CHIPS, ISSUED_ELSEWHERE, drop_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.pipeline import decide
from openetg.money import cents
from tests.marks import clause
from tests.scripts import run_script


def test_chips_come_from_cash_and_leave_as_chips_of_value() -> None:
    run = run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        expect accepted 100.00
        expect chips P1 100.00
        cash-in P1
        expect chips P1 0.00
        expect cites 6(c)
        cash-in P1
        expect refused NOTHING_THERE 6(c)
        chips-for P1 60.00 brought
        expect chips P1 60.00
        bring P1 60.00
        expect chips P1 120.00
        expect balanced
    """)
    assert run.stage.floor.ledger.held(CHIPS) == cents(0)
    assert run.stage.floor.ledger.held(ISSUED_ELSEWHERE) == cents(-2_000), "the rest was never issued here"
    assert run.stage.floor.ledger.held(drop_of("A")) == cents(-10_000)


@pytest.mark.parametrize("means", ["credit", "chip", ""])
@clause("money-wheel", "4.2")
def test_chips_are_given_for_cash_or_for_chips_and_for_nothing_else(means: str) -> None:
    stage = run_script("rulebook money-wheel money-wheel \n player P1 \n expect balanced").stage
    buy = BuyChips("dealer", stage.table.dealer, stage.table.name, "P1", cents(1_000), means=means)
    assert decide(stage.floor, buy, stage.at_ms) == Refusal(Reason.NOT_OFFERED, "4.2")


@clause("adelaide", "6(d)")
def test_a_colour_has_one_value_which_is_the_table_minimum_unless_stated() -> None:
    run = run_script("""
        rulebook adelaide roulette
        limit any min 5.00
        player P1
        player P2
        bets
        chips-for P1 50.00 colour=red
        expect cites 6(d)
        chips-for P1 52.00 colour=red
        expect refused OFF_STEP 6(d)
        buy P1 40.00 colour red value 10.00
        expect refused OTHER_VALUE 6(d)
        buy P2 50.00 colour red value 10.00
        expect refused COLOUR_TAKEN 6(d)
        buy P2 50.00 colour blue value 10.00
        lay P2 straight:17 15.00
        expect refused OFF_STEP 6(d)
        lay P1 straight:17 15.00
        expect accepted 15.00
    """)
    red, blue = (run.stage.table.cloth.colours[name] for name in ("red", "blue"))
    assert (red.player, red.value, red.marker) == ("P1", cents(500), False)
    assert (blue.player, blue.value, blue.marker) == ("P2", cents(1_000), True)


@clause("money-wheel", "A:colour_chips")
def test_a_colour_at_the_money_wheel_has_a_stated_value_and_one_owner() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        limit any min 5.00
        player P1
        player P2
        bets
        chips-for P1 50.00 colour=red
        expect refused NO_VALUE A:colour_chips
        buy P1 50.00 colour red value 5.00
        expect cites A:colour_chips
        buy P2 50.00 colour red value 5.00
        expect refused COLOUR_TAKEN A:colour_chips
        buy P1 50.00 colour blue value 5.00
        expect refused SECOND_COLOUR A:colour_chips
    """)


@clause("adelaide", "6(e)")
def test_a_second_colour_needs_the_authorised_officer_and_has_the_value_of_the_first() -> None:
    run = run_script("""
        rulebook adelaide roulette
        limit any min 5.00
        buy P1 50.00 colour red value 10.00
        buy P1 50.00 colour blue value 10.00
        expect refused SECOND_COLOUR 6(e)
        second-colour dealer P1
        expect refused NO_POWER 6(e)
        second-colour pit_boss P1
        expect refused NO_POWER 6(e)
        second-colour government_inspectorate P1
        expect refused NO_POWER 6(e)
        second-colour authorised_officer P1
        expect cites 6(e)
        second-colour authorised_officer P1
        expect refused ALREADY_THERE 6(e)
        buy P1 50.00 colour blue value 5.00
        expect refused OTHER_VALUE 6(e)
        buy P1 50.00 colour blue value 10.00
        expect chips P1 100.00
        chips-for P1 30.00 colour=green
        expect chips P1 130.00
    """)
    assert run.stage.table.cloth.colours["green"].value == cents(1_000)
    assert run.stage.rulebook.roles["authorised_officer"].of == "authority"


TWO_TABLES = """
    rulebook {rulebook} as B
    on B
    player P1
    bets
    rulebook {rulebook} as A
    on A
    buy P1 100.00 colour red value 5.00
    buy P1 50.00
    present {cashier} P1 at cage
    expect refused ONLY_AT_TABLE {clause}
    present dealer P1 at B
    expect refused ONLY_AT_TABLE {clause}
    on B
    buy P1 20.00
    lay P1 {wager} 5.00 colour=red
    expect refused ONLY_AT_TABLE {clause}
    on A
    cash-in P1
    expect cites {clause}
    expect chips P1 0.00
    buy P1 50.00
    present {cashier} P1 at cage
    expect chips P1 0.00
    buy P1 30.00
    present dealer P1 at B
    expect chips P1 0.00
    on B
    expect chips P1 50.00
    expect balanced
"""


@clause("adelaide", "6(f)")
def test_colour_chips_stay_at_their_table() -> None:
    said = {"rulebook": "adelaide roulette", "cashier": "cashier", "clause": "6(f)", "wager": "red"}
    run_script(TWO_TABLES.format(**said))


@clause("money-wheel", "A:colour_chips")
def test_colour_chips_of_the_money_wheel_stay_at_their_table() -> None:
    said = {"rulebook": "money-wheel money-wheel", "cashier": "dealer", "clause": "A:colour_chips", "wager": "a"}
    run_script(TWO_TABLES.format(**said))


def test_a_colour_is_free_again_once_all_its_chips_are_back() -> None:
    run_script("""
        rulebook adelaide roulette
        player P2
        buy P1 20.00 colour red value 5.00
        bets
        place P1 red 10.00
        cash-in P1
        buy P2 20.00 colour red value 1.00
        expect refused COLOUR_TAKEN 6(d)
        take P1 red 10.00
        cash-in P1
        buy P2 20.00 colour red value 1.00
        expect chips P2 20.00
    """)


def test_what_does_not_go_in_chips_of_value_goes_in_one_chip_of_colour_more() -> None:
    run = run_script("""
        rulebook adelaide roulette
        buy P1 7.00
        buy P1 20.00 colour red value 5.00
        bets
        place P1 red 9.00
        expect chips P1 18.00
        place P1 black 4.00
        expect refused OFF_STEP 6(d)
        place P1 black 15.00
        expect chips P1 3.00
        place P1 black 4.00
        expect refused NOT_ENOUGH_CREDIT 6(a)
    """)
    assert run.stage.table.cloth.value_chips["P1"] == cents(300)


@clause("money-wheel", "4.6")
def test_a_player_may_be_told_to_use_colour_chips_from_the_next_round() -> None:
    run = run_script("""
        rulebook money-wheel money-wheel
        buy P1 100.00
        player P2
        require-colour act_gambling_and_racing_commission P1
        expect refused NO_POWER 4.6
        bets
        require-colour casino_employee P1
        expect cites 4.6
        require-colour casino_operator P1
        expect refused ALREADY_THERE 4.6
        require-colour casino_operator P2
        expect cites 4.6
        place P1 a 5.00
        expect accepted 5.00
        close
        rest b
        bets
        place P1 a 5.00
        expect refused COLOUR_REQUIRED 4.6
        buy P1 50.00 colour red value 5.00
        place P1 a 5.00
        expect accepted 5.00
        close
        rest a
        expect chips P1 150.00
    """)
    assert run.stage.rulebook.roles["casino_employee"].of == "floor"
