"""What of prizes needs two: to hand over one above the site's sum, and to take any from who has won it."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import Verdict
from openetg.money import cents
from openetg.server.acts.second_person import SecondRules, Seconds, amount_of, moved_by
from tests.entrants import by_form, denied, drawn_on, pay, prize
from tests.promotions import NAME, OTHER


@pytest.mark.parametrize(("value", "two"), [(500_000, False), (500_001, True)])
def test_a_large_prize_waits_for_a_second_person(value: int, *, two: bool) -> None:
    play = drawn_on("ministar", {"E1": 1}, by_form(prizes=(prize("1", value),)))
    command = pay(play, cheque=value)
    verdict: Verdict = play.give(command)
    assert not isinstance(verdict, Refusal)
    other = drawn_on("ministar", {"E1": 1}, by_form(prizes=(prize("1", value),)))
    assert (amount_of(other.floor, command), moved_by(other.floor, verdict)) == (cents(value), cents(value))
    assert Seconds(SecondRules()).wants(other.floor, command, verdict) is two


def test_nobody_takes_a_prize_from_its_winner_or_draws_it_again_alone() -> None:
    """Who comes next is known to everybody once the secret is: one person could look for a better winner."""
    play = drawn_on("ministar", {"E1": 1, "E2": 1})
    seconds = Seconds(SecondRules())
    deny, again = denied(play), ask.DrawAgain(*OTHER, NAME, "1", "it was denied")
    cancel = ask.CancelPromotion(*OTHER, NAME, "a doubt")
    nobody = ask.RecordDeniedClaim(deny.role, deny.person, "C2", deny.table, "a hat", cents(100), "not ours")
    assert seconds.wants(play.floor, deny)
    assert not seconds.wants(play.floor, nobody), "nobody has won that"
    assert seconds.wants(play.floor, cancel), "the winners would be told that they have won nothing"
    play.give_all(deny)
    assert seconds.wants(play.floor, again)
