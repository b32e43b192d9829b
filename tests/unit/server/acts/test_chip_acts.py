"""What of chips needs two: cash for more of them than the site's sum, however the cage is asked for it."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.money import cents
from openetg.server.acts.second_person import SecondRules, Seconds
from tests.scripts import run_script

CASHIER, MUCH = ("cashier", "cas"), cents(500_001)


@pytest.mark.parametrize("act", [ask.RedeemChips(*CASHIER, "A", MUCH), ask.CashInChips(*CASHIER, "A", "P1", "cage")])
def test_much_cash_for_chips_at_the_cage_takes_two(act: ask.AnyCommand) -> None:
    floor = run_script("rulebook adelaide roulette \n bring P1 5000.01 \n expect balanced").stage.floor
    assert Seconds(SecondRules()).wants(floor, act)
    assert not Seconds(SecondRules(above=MUCH)).wants(floor, act)


def test_chips_that_stay_chips_need_nobody_else() -> None:
    stage = run_script("rulebook adelaide roulette \n bring P1 5000.01 \n expect balanced").stage
    exchanged = ask.CashInChips("dealer", stage.table.dealer, "A", "P1")
    assert not Seconds(SecondRules()).wants(stage.floor, exchanged)
