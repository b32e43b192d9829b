"""A prize above the site's sum is handed over by two, like any other payment of that size."""

from __future__ import annotations

import pytest

from openetg.floor.refusals import Refusal
from openetg.floor.verdicts import Verdict
from openetg.money import cents
from openetg.server.access.seconds import SecondRules, Seconds, amount_of, moved_by
from tests.entering import by_form, drawn_on, pay, prize


@pytest.mark.parametrize(("value", "two"), [(500_000, False), (500_001, True)])
def test_a_large_prize_waits_for_a_second_person(value: int, *, two: bool) -> None:
    play = drawn_on("ministar", {"E1": 1}, by_form(prizes=(prize("1", value),)))
    command = pay(play, cheque=value)
    verdict: Verdict = play.give(command)
    assert not isinstance(verdict, Refusal)
    other = drawn_on("ministar", {"E1": 1}, by_form(prizes=(prize("1", value),)))
    assert (amount_of(other.floor, command), moved_by(other.floor, verdict)) == (cents(value), cents(value))
    assert Seconds(SecondRules()).wants(other.floor, command, verdict) is two
