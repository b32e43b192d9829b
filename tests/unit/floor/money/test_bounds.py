"""Bounds of loss and time at a terminal: what they keep from being wagered, and what they never stand in the way of."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.commands import SetBounds
from openetg.floor.core.ledger import meter_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import WagerPlaced
from openetg.floor.rounds.views import own_view
from openetg.floor.wagers.bounds import AWAY_MS, BoundsNow, bounds_of
from openetg.money import ZERO, Money, cents
from tests.one_table import TABLE, Play, play
from tests.scripts import run_script

HOUR_MS = 3_600_000
OPEN = "open-table by-itself \n ready \n note t1 100.00"
LOST = "launch opposite \n wait 30s \n rest 2"
RED = ask.PlaceWager("t1", TABLE, "red", cents(1_000))


def own(dollars: int, lasts_ms: int = 0) -> SetBounds:
    return SetBounds("t1", cents(100 * dollars), lasts_ms, own=True)


def house(dollars: int, lasts_ms: int = 0) -> SetBounds:
    return replace(own(dollars, lasts_ms), own=False)


def now(game: Play) -> BoundsNow:
    found = bounds_of(game.floor, "t1", game.at_ms)
    assert found is not None
    return found


def why(game: Play, command: ask.AnyCommand) -> Reason:
    verdict = game.give(command)
    assert isinstance(verdict, Refusal), verdict
    assert verdict.clause == "" or verdict.reason not in {Reason.LOSS_BOUND, Reason.TIME_BOUND, Reason.BOUND_STANDS}
    return verdict.reason


def wager(dollars: int, on: str = "red") -> ask.PlaceWager:
    return ask.PlaceWager("t1", TABLE, on, cents(100 * dollars))


def test_nothing_is_known_of_a_terminal_to_which_nobody_has_come() -> None:
    game = play("interblock", "open-table by-itself \n ready")
    assert bounds_of(game.floor, "t1") is None


def test_without_bounds_the_stay_is_measured_all_the_same() -> None:
    game = play("interblock", OPEN)
    begun = game.at_ms
    game.at_ms += 1_000
    game.give_all(wager(40))
    assert now(game) == BoundsNow(ZERO, ZERO, 0, begun, is_own=False), "what lies on the layout is not lost"
    game.say(LOST)
    assert now(game).lost == cents(4_000)


@pytest.mark.parametrize("bound", [own, house], ids=["own", "house"])
def test_a_wager_that_could_lose_more_than_the_bound_is_refused_and_says_what_is_left(bound: object) -> None:
    game = play("interblock", OPEN)
    game.give_all(own(30) if bound is own else house(30), wager(20))
    verdict = game.give(wager(11, "black"))
    assert verdict == Refusal(Reason.LOSS_BOUND, details={"left": 1_000})
    game.give_all(wager(10, "black"))
    assert why(game, wager(1)) is Reason.LOSS_BOUND


def test_the_stricter_of_two_bounds_counts() -> None:
    game = play("interblock", OPEN)
    game.give_all(house(50, HOUR_MS), own(20))
    assert (now(game).loss_max, now(game).is_own) == (cents(2_000), True)
    assert now(game).ends_at_ms == now(game).begun_at_ms + HOUR_MS
    assert why(game, wager(21)) is Reason.LOSS_BOUND
    game.give_all(house(5, HOUR_MS))
    assert why(game, wager(6)) is Reason.LOSS_BOUND


def test_what_was_won_may_be_lost_again() -> None:
    game = play("interblock", OPEN)
    game.give_all(own(10), wager(10))
    game.say("launch opposite \n wait 30s \n rest 1 \n expect meter t1 110.00 \n ready")
    assert now(game).lost == -cents(1_000)
    game.give_all(wager(20))
    assert why(game, wager(1)) is Reason.LOSS_BOUND
    game.say(LOST)
    assert now(game).lost == cents(1_000)


def test_all_that_places_wagers_is_bound_and_names_the_one_of_several() -> None:
    game = play("interblock", OPEN + "\n place t1 red 20.00")
    game.give_all(own(30))
    assert why(game, ask.DoubleWagers("t1", TABLE)) is Reason.LOSS_BOUND
    several = ask.PlaceWagers("t1", TABLE, (("black", cents(600)), ("odd", cents(600))))
    verdict = game.give(several)
    assert verdict == Refusal(Reason.LOSS_BOUND, details={"left": 1_000, "wager": "odd", "position": 2})
    game.give_all(ask.MaxWager("t1", TABLE, "black"))
    assert game.event(WagerPlaced).spots == {"black": cents(1_000)}, "as much as the bound leaves room for"
    assert why(game, ask.MaxWager("t1", TABLE, "black")) is Reason.LOSS_BOUND
    game.give_all(ask.ClearWagers("t1", TABLE), own(15))
    assert why(game, ask.UndoWager("t1", TABLE)) is Reason.LOSS_BOUND, "undoing would lay thirty again"
    game.say("expect meter t1 100.00")


def test_when_the_time_is_over_nothing_more_is_wagered_and_everything_else_goes_on() -> None:
    game = play("interblock", OPEN + "\n place t1 red 20.00 \n place t1 black 5.00")
    game.give_all(own(0, HOUR_MS))
    game.at_ms += HOUR_MS - 1
    game.give_all(wager(5))
    game.at_ms += 1
    assert game.give(wager(5)) == Refusal(Reason.TIME_BOUND, details={"left": 0})
    assert why(game, ask.DoubleWagers("t1", TABLE)) is Reason.TIME_BOUND
    game.give_all(ask.TakeBackWager("t1", TABLE, "black", cents(500)))
    game.give_all(ask.MoveWager("t1", TABLE, "red", "odd", cents(500)))
    game.say("launch opposite \n wait 30s \n rest 1 \n expect meter t1 125.00 \n ready")
    game.say("collect t1 as K1 \n printed t1 K1 \n expect meter t1 0.00")
    assert bounds_of(game.floor, "t1", game.at_ms) is None
    game.say("note t1 20.00")
    game.give_all(wager(5))


def test_a_bound_goes_before_the_meter_and_behind_what_is_wrong_with_a_wager() -> None:
    game = play("interblock", "limit any max 500.00 \n " + OPEN)
    game.give_all(own(30, HOUR_MS))
    assert why(game, wager(200)) is Reason.LOSS_BOUND, "there is not enough credit either"
    assert why(game, wager(600)) is Reason.LOSS_BOUND
    assert why(game, replace(RED, wager="x")) is Reason.UNKNOWN_WAGER
    assert why(game, replace(RED, amount=ZERO)) is Reason.NO_AMOUNT
    game.at_ms += HOUR_MS
    assert why(game, wager(200)) is Reason.TIME_BOUND, "it could lose too much as well"
    several = ask.PlaceWagers("t1", TABLE, (("red", cents(20_000)),))
    assert why(game, several) is Reason.TIME_BOUND


def test_a_player_makes_the_own_bound_narrower_at_once_and_wider_only_in_the_next_stay() -> None:
    game = play("interblock", OPEN)
    game.give_all(own(50, HOUR_MS), own(40, HOUR_MS // 2))
    for wider in (own(41, HOUR_MS // 2), own(40, HOUR_MS), own(0, HOUR_MS // 2), own(40, 0), own(0)):
        verdict = game.give(wider)
        assert verdict == Refusal(Reason.BOUND_STANDS, details={"loss_max": 4_000, "lasts_ms": HOUR_MS // 2})
    assert why(game, own(40, HOUR_MS // 2)) is Reason.ALREADY_THERE
    game.give_all(house(60), house(80), house(0))
    game.say("collect t1 as K1 \n printed t1 K1")
    game.give_all(own(90, HOUR_MS))
    game.say("note t1 100.00")
    assert (now(game).loss_max, now(game).is_own) == (cents(9_000), True)


def test_a_bound_set_before_the_first_money_is_for_the_stay_that_follows_soon() -> None:
    game = play("interblock", "open-table by-itself \n ready")
    game.give_all(own(20), own(30))
    assert now(game) == BoundsNow(cents(3_000), ZERO, 0, 0, is_own=True)
    game.say("note t1 100.00")
    assert why(game, wager(31)) is Reason.LOSS_BOUND
    late = play("interblock", "open-table by-itself \n ready")
    late.give_all(own(20))
    late.at_ms += AWAY_MS + 1
    assert bounds_of(late.floor, "t1", late.at_ms) is None
    late.say("note t1 100.00 \n place t1 red 50.00")
    assert not now(late).is_own


def test_a_stay_goes_on_when_everything_was_lost_and_more_is_brought() -> None:
    game = play("interblock", OPEN)
    game.give_all(own(100), wager(100))
    game.say(LOST + "\n expect meter t1 0.00 \n ready")
    game.at_ms += AWAY_MS // 2
    game.say("note t1 20.00")
    assert now(game).lost == cents(10_000)
    assert why(game, wager(1)) is Reason.LOSS_BOUND


def test_whoever_comes_later_to_an_empty_terminal_inherits_nothing() -> None:
    game = play("interblock", OPEN)
    game.give_all(own(100), wager(100))
    game.say(LOST + "\n expect meter t1 0.00 \n ready")
    game.at_ms += AWAY_MS + 1
    assert bounds_of(game.floor, "t1", game.at_ms) is None
    game.say("note t1 50.00")
    assert now(game) == BoundsNow(ZERO, ZERO, 0, game.at_ms, is_own=False)
    game.give_all(wager(50))


COLLECTED = """
    rulebook adelaide roulette
    table stand-alone
    note T1 100.00
    bounds T1 own loss 30.00
    bets
    place T1 red 30.00
    wait 1s
    collect T1 as K1
    expect meter T1 0.00
"""
"""The rules let everything be collected while wagers lie on the layout."""
LAST = "finish \n close \n spin \n"


def seen(script: str) -> BoundsNow | None:
    stage = run_script(script).stage
    return bounds_of(stage.floor, "T1", stage.at_ms)


def test_a_stay_lasts_while_wagers_lie_after_collecting_and_ends_when_they_are_lost() -> None:
    lying = seen(COLLECTED)
    assert lying is not None
    assert (lying.lost, lying.is_own) == (ZERO, True), "taken out is not lost, and thirty are still at play"
    assert seen(COLLECTED + LAST + "rest 2") is None


def test_whoever_plays_on_with_what_came_after_collecting_is_still_here() -> None:
    won = COLLECTED + LAST + "rest 1 \n expect meter T1 60.00 \n bets \n wait 1s \n place T1 red 60.00 \n"
    lost = seen(won + LAST + "rest 2 \n expect meter T1 0.00")
    assert lost is not None
    assert (lost.lost, lost.loss_max) == (cents(3_000), cents(3_000))


def test_a_ticket_that_is_not_printed_was_not_taken_out() -> None:
    game = play("interblock", OPEN)
    game.say("collect t1 as K1 \n printed t1 K1 jam \n expect meter t1 100.00")
    assert now(game).lost == ZERO


def test_what_is_withheld_or_paid_by_hand_is_not_lost() -> None:
    game = play("interblock", OPEN)
    game.give_all(ask.OrderManualPayout("cashier", "carol", "t1", cents(4_000)))
    assert (now(game).lost, game.floor.ledger.held(meter_of("t1"))) == (ZERO, cents(6_000))
    held = play("ministar", OPEN)
    held.give_all(ask.Withhold("assistant_gaming_manager", "nightingale", "t1", cents(3_000), "too much credit"))
    assert (now(held).lost, held.floor.ledger.held(meter_of("t1"))) == (ZERO, cents(7_000))
    assert own_view(held.floor, "t1").withheld == 3_000


WHO = ("assistant_gaming_manager", "nightingale")


def withhold(dollars: int, *, due: bool = False) -> ask.Withhold:
    return ask.Withhold(*WHO, "t1", cents(100 * dollars), "too much credit", due=due)


def release(*, pay: bool = True, by_hand: bool = False) -> ask.Release:
    return ask.Release(*WHO, "t1", pay=pay, why="looked into", by_hand=by_hand)


def after_another() -> Play:
    """The house bounds losses to 20; 100 were withheld of a player who has gone, and another brings 100."""
    game = play("ministar", "limit any max 1000.00 \n " + OPEN)
    game.give_all(house(20), withhold(100))
    game.at_ms += AWAY_MS + 1
    return game.say("note t1 100.00")


def test_what_is_withheld_of_an_earlier_player_is_neither_shown_to_the_next_nor_makes_the_bound_wider() -> None:
    game = after_another()
    assert own_view(game.floor, "t1").withheld == 0
    assert now(game).lost == ZERO
    assert game.give(wager(21)) == Refusal(Reason.LOSS_BOUND, details={"left": 2_000})
    game.give_all(withhold(30))
    assert own_view(game.floor, "t1").withheld == 3_000
    assert game.give(wager(21)) == Refusal(Reason.LOSS_BOUND, details={"left": 2_000})


@pytest.mark.parametrize("by_hand", [False, True], ids=["meter", "by hand"])
def test_what_an_earlier_player_gets_back_is_nothing_the_next_has_won(by_hand: bool) -> None:
    game = after_another()
    game.give_all(withhold(30), release(by_hand=by_hand))
    assert own_view(game.floor, "t1").withheld == 0
    assert now(game).lost == ZERO
    assert game.give(wager(21)) == Refusal(Reason.LOSS_BOUND, details={"left": 2_000})


def test_what_is_determined_to_be_the_house_s_is_lost() -> None:
    game = play("ministar", OPEN)
    game.give_all(house(50), withhold(30), release(pay=False))
    assert now(game).lost == cents(3_000)
    assert game.give(wager(21)) == Refusal(Reason.LOSS_BOUND, details={"left": 2_000})


def test_what_a_round_brings_and_is_withheld_is_of_this_stay() -> None:
    game = play("ministar", OPEN)
    game.give_all(house(50), wager(10), withhold(20, due=True))
    assert own_view(game.floor, "t1").withheld == 0
    game.say("launch opposite \n wait 30s \n rest 1 \n expect meter t1 90.00")
    assert own_view(game.floor, "t1").withheld == 2_000
    assert now(game).lost == -cents(1_000)


def test_when_nobody_is_there_nothing_withheld_is_shown() -> None:
    game = play("ministar", OPEN)
    game.give_all(withhold(100))
    assert own_view(game.floor, "t1").withheld == 10_000
    game.at_ms += AWAY_MS + 1
    game.say("note t2 5.00")
    assert own_view(game.floor, "t1").withheld == 0


COLLECT = "collect t1 as K1 \n printed t1 K1"


def lost_twenty(lasts_ms: int = 0) -> Play:
    """All that the player wished to lose is lost, and the rest collected."""
    game = play("interblock", OPEN)
    game.give_all(own(20, lasts_ms), wager(20))
    return game.say(LOST + "\n ready \n " + COLLECT)


@pytest.mark.parametrize("first", ["nothing", "a note", "a wider bound", "another ticket"])
def test_whoever_puts_the_own_ticket_in_again_soon_goes_on_with_the_same_stay(first: str) -> None:
    game = lost_twenty(HOUR_MS)
    begun = game.floor.terminals["t1"].stay
    assert begun is not None
    assert bounds_of(game.floor, "t1", game.at_ms) is None
    game.at_ms += AWAY_MS
    if first == "a wider bound":
        game.give_all(own(90))
    if first in {"a note", "another ticket"}:
        game.say("note t1 5.00")
    if first == "another ticket":
        game.say("collect t1 as K2 \n printed t1 K2")
    game.give_all(ask.InsertTicket("t1", "K1"))
    assert (now(game).loss_max, now(game).lost, now(game).is_own) == (cents(2_000), cents(2_000), True)
    assert now(game).begun_at_ms == begun.begun_at_ms
    assert why(game, wager(1)) is Reason.LOSS_BOUND
    assert why(game, own(30)) is Reason.BOUND_STANDS
    assert game.restart().floor.terminals["t1"].stay == game.floor.terminals["t1"].stay
    game.at_ms = begun.begun_at_ms + HOUR_MS
    assert why(game, wager(1)) is Reason.TIME_BOUND
    game.say("collect t1 as K3 \n printed t1 K3 \n note t1 5.00 \n place t1 red 5.00")


@pytest.mark.parametrize("how", ["late", "late behind a note", "another terminal", "another's ticket"])
def test_a_ticket_that_comes_later_or_elsewhere_or_from_somebody_else_begins_a_stay(how: str) -> None:
    game = lost_twenty()
    if how.startswith("late"):
        game.at_ms += AWAY_MS + 1
    if how == "late behind a note":
        game.say("note t1 5.00")
    if how == "another's ticket":
        game.say("note t2 50.00 \n collect t2 as K2 \n printed t2 K2")
    at = "t2" if how == "another terminal" else "t1"
    game.give_all(ask.InsertTicket(at, "K2" if how == "another's ticket" else "K1"))
    found = bounds_of(game.floor, at, game.at_ms)
    assert found == BoundsNow(ZERO, ZERO, 0, game.at_ms, is_own=False)


def test_what_was_withheld_and_given_to_somebody_else_is_no_loss_of_a_stay_that_goes_on() -> None:
    game = play("ministar", OPEN)
    game.give_all(withhold(30))
    game.say(COLLECT + "\n note t1 5.00")
    game.give_all(release(), ask.InsertTicket("t1", "K1"))
    assert now(game).lost == ZERO
    assert game.floor.terminals["t1"].ended == []


def test_no_bound_hides_that_there_is_no_account() -> None:
    game = play("ministar", "limit any max 500.00 \n open-table by-itself \n ready")
    game.give_all(house(5, HOUR_MS))
    several = ask.PlaceWagers("t1", TABLE, (("red", cents(1_000)),))
    for command in (wager(10), wager(1), several, ask.MaxWager("t1", TABLE, "red")):
        assert why(game, command) is Reason.NO_ACCOUNT
    game.say("note t1 5.00")
    assert why(game, wager(10)) is Reason.LOSS_BOUND, "there is not enough credit either"


@pytest.mark.parametrize("rulebook", ["interblock", "ministar"])
def test_the_most_under_a_bound_below_the_minimum_is_refused_not_nothing(rulebook: str) -> None:
    game = play(rulebook, "limit any min 5.00 max 100.00 \n " + OPEN)
    game.give_all(own(3, HOUR_MS))
    most = ask.MaxWager("t1", TABLE, "red")
    assert game.give(most) == Refusal(Reason.LOSS_BOUND, details={"left": 300})
    game.at_ms += HOUR_MS
    assert why(game, most) is Reason.TIME_BOUND


def test_bounds_are_on_record_and_outlive_a_restart() -> None:
    game = play("interblock", OPEN)
    game.give_all(own(30), house(50))
    game.restart()
    assert (now(game).loss_max, now(game).is_own) == (cents(3_000), True)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (SetBounds("t9", cents(100)), Reason.UNKNOWN_TERMINAL),
        (SetBounds("t1", cents(-1)), Reason.NO_AMOUNT),
        (SetBounds("t1", ZERO, -1), Reason.NO_AMOUNT),
        (SetBounds("t1"), Reason.ALREADY_THERE),
    ],
    ids=["terminal", "loss", "time", "nothing"],
)
def test_what_is_no_bound(command: SetBounds, reason: Reason) -> None:
    game = play("interblock", OPEN)
    entries = len(game.entries)
    assert why(game, command) is reason
    assert len(game.entries) == entries, "a finger cannot flood the record"


def test_the_least_that_is_left_is_nothing() -> None:
    game = play("interblock", OPEN)
    game.give_all(wager(50), own(20))
    verdict = game.give(wager(1))
    assert verdict == Refusal(Reason.LOSS_BOUND, details={"left": 0})
    assert isinstance(now(game).loss_max, Money)
