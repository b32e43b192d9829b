"""What the dealer is told to take and to pay is to the cent what the settlement moves, whatever lies or falls."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from openetg.floor import commands as ask
from openetg.floor.cloth.dealer_plan import ChipCount, Plan, plan_of
from openetg.floor.commands import AnyCommand, Sign
from openetg.floor.core.ledger import bank_of, cloth_of, hand_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.events import AnyEvent, ClothSettled, SpotPaid
from openetg.floor.premises.founding import in_order
from openetg.floor.state import Floor
from openetg.floor.wagers.signs import as_wide
from openetg.money import ZERO, Money, cents, total
from openetg.rulebook.schema.policies import Closer
from tests.marks import clause
from tests.one_table import Entry, Play, found
from tests.payout_notation import playable

PLAYERS = ("P1", "P2", "P3")
DEALER = ("dealer", "dealer-A")
FLOATS = ((), (100, 500, 2_500), (250, 1_000), (500,), (200, 500, 2_500))
Laid = tuple[str, int, int]


@cache
def table_of(rulebook: str) -> tuple[Floor, tuple[Entry, ...]]:
    """A table with a cloth, three players with chips, one of them of a colour, and a round open."""
    wishes: list[AnyCommand] = [*in_order(playable(rulebook).rulebook, "A", "live"), ask.SetPlaces("A", len(PLAYERS))]
    wishes += [ask.TakePlace(player, "A") for player in PLAYERS]
    wishes += [
        ask.BuyChips(*DEALER, "A", "P1", cents(100_000)),
        ask.BuyChips(*DEALER, "A", "P2", cents(100_000), "blue", cents(250)),
        ask.BuyChips(*DEALER, "A", "P3", cents(100_000)),
        ask.OpenTable("A", by_hand=True),
        ask.ReportReady("A"),
    ]
    return found(*wishes)


def opened(rulebook: str, limits: Sign, denominations: Iterable[int]) -> Play:
    """A round in which these limits hold and the float has these pieces."""
    play = Play(*table_of(rulebook))
    must(play, ask.SetFloat("A", tuple(map(cents, denominations))))
    rules = playable(rulebook).rulebook.limits.cloth
    assert rules is not None
    signs = as_wide(rules, {"any": limits})
    must(play, ask.SetLimits("A", signs, cloth=True))
    if rulebook == "money-wheel":
        must(play, ask.GiveNotice("casino_supervisor", "ann", "A", "limits"))
    must(play, ask.OpenRound(*DEALER, "A"))
    assert play.table.cloth.limits == signs
    return play


def lay(play: Play, laid: Iterable[Laid]) -> None:
    game = play.floor.game_of(play.table)
    names = list(game.wagers)
    for player, number, units in laid:
        wager = game.wagers[names[number % len(names)]]
        block = len(wager.pieces) > 1
        amount = cents(units * (5 * 50 if block else 50))
        play.give(ask.PlaceOnCloth(*DEALER, "A", player, wager.name, amount, block=block))


def close_and_read(play: Play, outcome: str) -> tuple[AnyEvent, ...]:
    play.give(ask.WarnFinish(*DEALER, "A"))
    play.give(ask.CloseWagers("A", Closer.DEALER, None, *DEALER))
    play.give(ask.SpinWheel(*DEALER, "A"))
    return must(play, ask.RecordOutcome("A", play.round.spin, outcome, 9))


def must(play: Play, command: AnyCommand) -> tuple[AnyEvent, ...]:
    verdict = play.give(command)
    assert not isinstance(verdict, Refusal), verdict
    return verdict


def planned(play: Play) -> Plan:
    plan = plan_of(play.floor, play.table)
    assert plan is not None, "something lies there and something has fallen"
    return plan


def moved(events: Iterable[AnyEvent]) -> dict[tuple[str, str], Money]:
    """What the settlement of the cloth moves, by from where to where."""
    sums: dict[tuple[str, str], Money] = {}
    for event in events:
        for each in event.transfers if isinstance(event, ClothSettled | SpotPaid) else ():
            way = each.source, each.destination
            sums[way] = sums.get(way, ZERO) + each.amount
    return sums


def told(plan: Plan) -> dict[tuple[str, str], Money]:
    """The same, as the dealer was told."""
    sums: dict[tuple[str, str], Money] = {}
    for player in PLAYERS:
        cloth, hand = cloth_of("A", player), hand_of("A", player)
        back = total(each.back for each in plan.pay if each.player == player)
        back += total(each.amount for each in plan.back if each.player == player)
        sums[cloth, bank_of("A")] = total(each.amount for each in plan.take if each.player == player)
        sums[bank_of("A"), hand] = total(each.won for each in plan.pay if each.player == player)
        sums[cloth, hand] = back
    return {way: amount for way, amount in sums.items() if amount}


CLOTHS = st.lists(st.tuples(st.sampled_from(PLAYERS), st.integers(0, 200), st.integers(1, 40)), min_size=1, max_size=14)
LIMITS = st.builds(
    Sign,
    min=st.sampled_from([100, 500, 1_000]).map(cents),
    max=st.sampled_from([1_000, 1_500, 10_000]).map(cents),
    multiples=st.booleans(),
)


BELOW_ONE_CHIP = Sign(min=cents(500), max=cents(1_000), multiples=True)


# A six line that wins less than any chip of the float: nothing is paid on it, and it rides all the same (12(g)).
@example(laid=[("P1", 134, 1)], limits=BELOW_ONE_CHIP, pieces=(100, 500, 2_500), number=1)
@settings(max_examples=60, deadline=None)
@given(laid=CLOTHS, limits=LIMITS, pieces=st.sampled_from(FLOATS), number=st.integers(0, 36))
def test_what_is_told_is_what_moves_where_the_dealer_settles_step_by_step(
    laid: list[Laid], limits: Sign, pieces: tuple[int, ...], number: int
) -> None:
    play = opened("adelaide", limits, pieces)
    lay(play, laid)
    if not play.round.cloth:
        return
    close_and_read(play, str(number))
    first = planned(play)
    assert (first.is_booked, first.order) == (False, ("dolly", "collect", "pay"))
    events: list[AnyEvent] = []
    must(play, ask.MarkDolly(*DEALER, "A", str(number)))
    must(play, ask.CollectLosers(*DEALER, "A"))
    for spot in dict.fromkeys(each.spot for each in first.pay if each.alone):
        events += must(play, ask.PayWinners(*DEALER, "A", spot))
        now = planned(play)
        assert {each.spot for each in now.pay if each.alone and each.paid} >= {spot}
        # What was paid before stays in the list as it was.
        assert told(now) == told(first)
    events += must(play, ask.PayWinners(*DEALER, "A"))
    assert told(first) == moved(events)
    assert first.taken == total(each.amount for each in first.take)
    assert first.paid == total(each.won for each in first.pay)
    (settled,) = [event for event in events if isinstance(event, ClothSettled)]
    rides = total(each.rides for each in first.pay)
    assert rides == total(amount for spots in play.table.cloth.riding.values() for amount in spots.values())
    assert first.advise == settled.advised
    assert plan_of(play.floor, play.table) is None, "all of it is done"


@settings(max_examples=40, deadline=None)
@given(laid=CLOTHS, limits=LIMITS, symbol=st.sampled_from("abcdefg"))
def test_what_is_told_is_what_has_moved_where_the_cloth_is_settled_at_once(
    laid: list[Laid], limits: Sign, symbol: str
) -> None:
    play = opened("money-wheel", limits, ())
    lay(play, laid)
    if not play.round.cloth:
        return
    events = close_and_read(play, symbol)
    plan = planned(play)
    assert plan.is_booked
    assert all(each.paid for each in plan.pay)
    assert told(plan) == moved(events)
    assert plan.advise == next(event.advised for event in events if isinstance(event, ClothSettled))


@settings(max_examples=60, deadline=None)
@given(laid=CLOTHS, pieces=st.sampled_from(FLOATS), number=st.integers(0, 36))
def test_the_chips_of_a_payment_come_to_its_sum(laid: list[Laid], pieces: tuple[int, ...], number: int) -> None:
    play = opened("adelaide", Sign(min=cents(100), max=cents(10_000)), pieces)
    lay(play, laid)
    if not play.round.cloth:
        return
    close_and_read(play, str(number))
    for line in planned(play).pay:
        assert total(each.value * each.count for each in line.chips) + line.loose == line.won
        assert all(each.colour == ("blue" if line.player == "P2" else "") for each in line.chips[:1] if each.colour)
        in_float = {each.value for each in line.chips if not each.colour}
        assert in_float <= set(map(cents, pieces))


# What single rules look like to the dealer


@clause("adelaide", "9(e)")
def test_losers_are_listed_before_winners_and_the_steps_in_their_order() -> None:
    play = opened("adelaide", Sign(min=cents(100), max=cents(10_000)), (100, 500, 2_500))
    for player, wager, amount in (("P1", "red", 500), ("P2", "black", 500), ("P1", "straight:17", 200)):
        must(play, ask.PlaceOnCloth(*DEALER, "A", player, wager, cents(amount)))
    close_and_read(play, "17")
    plan = planned(play)
    assert plan.order == ("dolly", "collect", "pay")
    assert plan.order_clause == "9(e)"
    assert [(each.player, each.wager, each.amount) for each in plan.take] == [("P1", "red", cents(500))]
    assert [(each.player, each.spot, each.won, each.alone) for each in plan.pay] == [
        ("P2", "black", cents(500), True),
        ("P1", "straight:17", cents(7_000), False),
    ]
    black, straight = plan.pay
    assert (straight.odds, straight.rides, straight.back) == ("35 to 1", cents(200), ZERO)
    assert black.chips == (ChipCount("blue", cents(250), 2),)
    assert straight.chips == (ChipCount("", cents(2_500), 2), ChipCount("", cents(500), 4))


@clause("adelaide", "6(j)")
def test_of_a_winning_button_a_fifth_is_paid_and_four_are_taken() -> None:
    play = opened("adelaide", Sign(min=cents(100), max=cents(10_000)), ())
    must(play, ask.PlaceOnCloth(*DEALER, "A", "P1", "neighbours:0", cents(2_500), block=True))
    close_and_read(play, "26")
    plan = planned(play)
    (taken,), (paid,) = plan.take, plan.pay
    assert (taken.wager, taken.amount, taken.of_winning) == ("neighbours:0", cents(2_000), True)
    assert (paid.spot, paid.share, paid.won, paid.rides) == ("straight:26", cents(500), cents(17_500), cents(500))


@clause("adelaide", "12(g)")
def test_what_the_float_cannot_make_is_told_beside_what_is_paid() -> None:
    play = opened("adelaide", Sign(min=cents(100), max=cents(10_000)), (1_000, 2_500))
    must(play, ask.PlaceOnCloth(*DEALER, "A", "P1", "split:1-2", cents(150)))
    close_and_read(play, "1")
    (paid,) = planned(play).pay
    assert (paid.exact, paid.won, paid.rounded) == (cents(2_550), cents(3_000), "12(g)")
    assert paid.chips == (ChipCount("", cents(1_000), 3),)


@clause("adelaide", "12(f)")
def test_what_is_above_the_maximum_comes_back_with_its_clause() -> None:
    play = opened("adelaide", Sign(min=cents(100), max=cents(1_000)), ())
    must(play, ask.PlaceOnCloth(*DEALER, "A", "P1", "red", cents(1_500)))
    close_and_read(play, "2")
    plan = planned(play)
    assert [(each.amount, each.clause) for each in plan.back] == [(cents(500), "12(f)")]
    assert plan.taken == cents(1_000)


@clause("adelaide", "12(e):below_minimum")
@clause("money-wheel", "3.4")
@pytest.mark.parametrize(
    ("rulebook", "wager", "losing", "cited"),
    [("adelaide", "red", "2", "12(e):below_minimum"), ("money-wheel", "symbol:a", "b", "3.4")],
)
def test_who_was_below_the_minimum_is_to_be_told_once_and_has_it_back_next_time(
    rulebook: str, wager: str, losing: str, cited: str
) -> None:
    play = opened(rulebook, Sign(min=cents(500), max=cents(10_000)), ())
    must(play, ask.PlaceOnCloth(*DEALER, "A", "P1", wager, cents(200)))
    close_and_read(play, losing)
    plan = planned(play)
    assert (plan.advise, plan.advise_clause, plan.taken) == (("P1",), cited, cents(200))
    must(play, ask.MarkDolly(*DEALER, "A", losing))
    if not plan.is_booked:
        must(play, ask.CollectLosers(*DEALER, "A"))
        must(play, ask.PayWinners(*DEALER, "A"))
    must(play, ask.OpenRound(*DEALER, "A"))
    must(play, ask.PlaceOnCloth(*DEALER, "A", "P1", wager, cents(200)))
    close_and_read(play, losing)
    again = planned(play)
    assert (again.advise, again.take) == ((), ())
    assert [(each.player, each.amount, each.clause) for each in again.back] == [("P1", cents(200), cited)]
