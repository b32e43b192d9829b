"""How much of a sum is permitted, figure by figure, apart from any table."""

from __future__ import annotations

from msgspec.structs import replace

from openetg.floor.commands import Sign
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.wagers.limits import largest_permitted, permitted, returned_at_close, room_under_total
from openetg.money import cents
from openetg.rulebook.schema.shape import Value
from openetg.rulebook.schema.wagering import ChannelLimits
from tests.payout_notation import playable


def rules_of(book: str) -> ChannelLimits:
    rules = playable(book).rulebook.limits.terminal
    assert rules is not None
    return rules


REFUSES, TRIMS, TOTALS = rules_of("ministar"), rules_of("interblock"), rules_of("novo-unity")
FIVE, TEN, TWELVE, FIFTEEN = cents(500), cents(1_000), cents(1_200), cents(1_500)


def test_what_is_permitted_stands_and_cites_nothing() -> None:
    sign = Sign(min=FIVE, max=cents(5_000), step=FIVE)
    for rules in (REFUSES, TRIMS, TOTALS):
        assert permitted(None, rules, TWELVE) == (TWELVE, "")
        assert permitted(sign, rules, FIFTEEN) == (FIFTEEN, "")
    assert permitted(sign, TRIMS, cents(300)) == (cents(300), ""), "what is below comes back at the close"


def test_an_amount_off_the_steps_is_told_the_next_lower_one() -> None:
    sign = Sign(min=FIVE, step=FIVE)
    assert permitted(sign, REFUSES, TWELVE) == Refusal(Reason.OFF_STEP, "3.1", {"next": 1_000})
    assert permitted(sign, TRIMS, TWELVE) == (TEN, "4.3.1")
    assert permitted(Sign(step=FIVE), TRIMS, TWELVE) == (TEN, "4.3.1"), "without a minimum, steps count from nothing"
    above = Sign(min=FIVE, max=TWELVE, step=FIVE)
    assert permitted(above, TRIMS, cents(9_000)) == (TEN, "4.3.2"), "the maximum is what cut it"


def test_multiples_of_the_minimum_where_the_sign_or_the_rulebook_asks_for_them() -> None:
    unless_said = replace(TRIMS, multiples_unless_said=Value(True, "4.1"))
    assert permitted(Sign(min=FIVE), TRIMS, TWELVE) == (TWELVE, "")
    assert permitted(Sign(min=FIVE, multiples=True), TRIMS, TWELVE) == (TEN, "4.3.1")
    assert permitted(Sign(min=FIVE), unless_said, TWELVE) == (TEN, "4.3.1")
    assert permitted(Sign(min=FIVE, step=cents(100)), unless_said, TWELVE) == (TWELVE, ""), "a step is said"


def test_the_total_binds_only_where_the_rulebook_knows_one() -> None:
    whole = Sign(max=cents(2_000))
    assert room_under_total(whole, REFUSES, FIFTEEN, TEN) == (TEN, "")
    assert room_under_total(whole, TOTALS, TEN, TEN) == (TEN, "")
    assert room_under_total(whole, TOTALS, FIFTEEN, TEN) == Refusal(
        Reason.ABOVE_TOTAL, "1.1:maximum_bet", {"max": 2_000}
    )
    assert room_under_total(whole, TRIMS, FIFTEEN, TEN) == (FIVE, "4.3.3")
    assert room_under_total(Sign(min=FIVE), TRIMS, FIFTEEN, TEN) == (TEN, "")


def test_the_largest_permitted_is_the_least_room() -> None:
    whole = {"sum": Sign(max=cents(2_000))}
    much = cents(100_000)
    assert largest_permitted({}, TOTALS, None, cents(0), cents(0), TEN) == TEN
    assert largest_permitted({}, TOTALS, Sign(max=TWELVE), FIVE, FIVE, much) == cents(700)
    assert largest_permitted({}, TOTALS, Sign(min=FIVE), cents(0), cents(0), TEN) == TEN
    assert largest_permitted({}, TOTALS, Sign(step=FIVE), cents(0), cents(0), TWELVE) == TEN
    assert largest_permitted(whole, TOTALS, None, cents(0), FIFTEEN, much) == FIVE
    assert largest_permitted(whole, REFUSES, None, cents(0), FIFTEEN, much) == much, "no such total there"
    assert largest_permitted({"sum": Sign(min=FIVE)}, TOTALS, None, cents(0), FIFTEEN, much) == much
    least = Sign(min=FIVE, max=TEN)
    assert largest_permitted({}, TOTALS, least, cents(0), cents(0), FIVE) == FIVE
    assert largest_permitted({}, TOTALS, least, cents(0), cents(0), cents(499)) == cents(0)
    assert largest_permitted({}, TOTALS, least, TWELVE, TWELVE, much) == cents(0)


def test_what_comes_back_at_the_close() -> None:
    wagers = {"red": FIFTEEN, "straight:17": FIVE}
    limits = {"any": Sign(min=TEN), "sum": Sign(min=cents(2_000))}
    assert returned_at_close(limits, TRIMS, wagers) == [({"straight:17": FIVE}, "4.2"), ({"red": FIFTEEN}, "4.3.4")]
    assert returned_at_close({"any": Sign(max=TEN)}, TRIMS, wagers) == []
    assert returned_at_close(limits, REFUSES, wagers) == [], "neither minimum is for the close there"
    assert returned_at_close({"sum": Sign(min=cents(2_000))}, TRIMS, wagers) == []
    assert returned_at_close({"sum": Sign(max=FIVE)}, TRIMS, wagers) == []
    assert returned_at_close({"sum": Sign(min=cents(3_000))}, REFUSES, wagers) == [], "no such total there"
