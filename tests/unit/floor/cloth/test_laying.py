"""Laying, moving and taking chips: who records it, how they lie, and until when they may be touched."""

from __future__ import annotations

import pytest
from msgspec import json
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.answers import earlier_answer
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import ClothWagerPlaced
from openetg.floor.pipeline import decide
from openetg.floor.premises.founding import in_order
from openetg.money import cents
from openetg.rulebook.schema.policies import Channel
from tests.marks import clause
from tests.one_table import Play, found
from tests.payout_notation import playable
from tests.scripts import run_script


@clause("adelaide", "5.2(a)")
def test_a_button_stands_for_its_number_and_the_two_on_either_side() -> None:
    game, roulette = playable("adelaide").games["roulette"], playable("adelaide").rulebook.games.roulette
    assert roulette is not None
    wheel = [int(word) for word in roulette.wheel.order.split()]
    buttons = {name: wager for name, wager in game.wagers.items() if wager.kind == "neighbours"}
    assert len(buttons) == len(wheel) == 37
    for name, button in buttons.items():
        middle = wheel.index(int(name.partition(":")[2]))
        around = {f"straight:{wheel[(middle + step) % 37]}" for step in range(-2, 3)}
        assert {piece.spot for piece in button.pieces} == around
    run = run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        special P1 neighbours:0 5.00
        expect spot P1 neighbours:0 25.00
        expect spot P1 straight:0 0.00
    """)
    assert isinstance(run.stage.answered, tuple)
    (placed,) = run.stage.answered
    assert isinstance(placed, ClothWagerPlaced)
    assert placed.spots == {"neighbours:0": cents(2_500)}


@clause("adelaide", "6(a)", "8(a)")
def test_only_neighbours_lie_on_the_block_and_only_under_a_button() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        lay P1 neighbours:0 25.00
        expect refused WRONG_PLACE 6(a)
        lay P1 neighbours:0 25.00 block
        expect cites 6(a)
        lay P1 straight:17 5.00 block
        expect refused WRONG_PLACE 6(a)
        lay P1 straight:17 5.00
        expect accepted 5.00
        lay P1 straight:37 5.00
        expect refused UNKNOWN_WAGER 8(a)
        lay P1 red 0.00
        expect refused NO_AMOUNT 6(a)
        lay P1 red 70.01
        expect refused NOT_ENOUGH_CREDIT 6(a)
        lay P1 red 70.00
        expect chips P1 0.00
    """)


@clause("adelaide", "6(b):verbal_bets")
def test_a_spoken_wager_needs_chips_and_is_laid_before_the_close() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        lay P1 red 5.00 verbal
        expect cites 6(b):verbal_bets
        expect spot P1 red 5.00
        lay P1 red 5.00 verbal cash
        expect refused CHIPS_ONLY 6(b):verbal_bets
        close
        lay P1 red 5.00 verbal
        expect refused AFTER_CLOSE 6(b):verbal_bets
        rest 2
        bets
        expect staked P1 0.00
    """)


@clause("money-wheel", "4.2")
def test_at_the_money_wheel_chips_lie_on_a_symbol_and_nothing_else_is_a_wager() -> None:
    run = run_script("""
        rulebook money-wheel money-wheel
        buy P1 100.00
        expect cites 4.2
        bets
        lay P1 a 5.00 cash
        expect refused CHIPS_ONLY 4.2
        lay P1 a 5.00 verbal
        expect refused NOT_OFFERED 4.2
        lay P1 nowhere 5.00
        expect refused UNKNOWN_WAGER 4.4
        lay P1 a 100.01
        expect refused NOT_ENOUGH_CREDIT 4.2
        lay P1 a 5.00
        expect cites 4.2
        expect chips P1 95.00
    """)
    refused = decide(run.stage.floor, ask.RegisterTerminal("T1", "A", (cents(500),)), run.stage.at_ms)
    assert isinstance(refused, Refusal)
    assert refused.clause == "4.2"


@clause("adelaide", "6(l)")
def test_cash_is_no_wager() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        lay P1 red 5.00 cash
        expect refused CHIPS_ONLY 6(l)
        expect staked P1 0.00
    """)


CLOSE_AND_TOUCH = """
    rulebook {rulebook}
    buy P1 100.00
    bets
    place P1 {one} 10.00
    move P1 {one} {two} 4.00
    expect cites {clause}
    expect spot P1 {one} 6.00
    expect spot P1 {two} 4.00
    take P1 {one} 1.00
    expect cites {clause}
    expect chips P1 91.00
    move P1 {one} {two} 6.00
    expect refused NOTHING_THERE
    take P1 {three} 1.00
    expect refused NOTHING_THERE
    close
    place P1 {one} 5.00
    expect refused AFTER_CLOSE {clause}
    take P1 {one} 1.00
    expect refused AFTER_CLOSE {clause}
    move P1 {one} {two} 1.00
    expect refused AFTER_CLOSE {clause}
    expect staked P1 9.00
"""


@clause("adelaide", "6(i)")
def test_nothing_is_laid_moved_or_taken_after_the_call() -> None:
    said = {"rulebook": "adelaide roulette", "one": "red", "two": "straight:17", "three": "black"}
    run_script(CLOSE_AND_TOUCH.format(**said, clause="6(i)"))


@clause("money-wheel", "4.3")
def test_after_the_call_wagers_are_left_alone_until_they_are_decided() -> None:
    said = {"rulebook": "money-wheel money-wheel", "one": "a", "two": "b", "three": "c"}
    run_script(
        CLOSE_AND_TOUCH.format(**said, clause="4.3")
        + """
        rest a
        expect cites 4.3
        expect chips P1 101.00
        expect staked P1 0.00
        place P1 a 5.00
        expect refused WRONG_PHASE A:round_of_play
    """
    )


@clause("money-wheel", "4.3")
def test_nobody_may_let_a_wager_in_after_the_call() -> None:
    stage = run_script("""
        rulebook money-wheel money-wheel
        buy P1 100.00
        bets
        close
        place P1 a 5.00
        expect refused AFTER_CLOSE 4.3
    """).stage
    for role in ("dealer", "casino_supervisor", "casino_operator"):
        person = stage.table.dealer if role == "dealer" else role
        ruling = ask.RuleOnWager(role, person, "P1", True, "symbol:a", cents(500), "was held up")
        refused = decide(stage.floor, ruling, stage.at_ms)
        assert isinstance(refused, Refusal)
        assert (refused.reason, refused.clause) == (Reason.NO_POWER, "4.3")


@clause("adelaide", "6(i)")
def test_winning_chips_stay_and_may_be_taken_until_the_next_close() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        place P1 red 10.00
        place P1 straight:1 5.00
        close
        rest 1
        expect cites 6(i)
        expect chips P1 270.00
        expect spot P1 red 10.00
        expect spot P1 straight:1 5.00
        take P1 red 4.00
        expect cites 6(i)
        expect chips P1 274.00
        bets
        expect spot P1 red 6.00
        take P1 straight:1 5.00
        expect chips P1 279.00
        move P1 red black 1.00
        close
        take P1 red 1.00
        expect refused AFTER_CLOSE 6(i)
        rest 1
        expect chips P1 284.00
        expect spot P1 red 5.00
        expect spot P1 black 0.00
    """)


@clause("adelaide", "6(h)")
def test_a_button_is_not_changed_after_the_close() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        special P1 neighbours:0 5.00
        special P1 neighbours:0 1.00
        move P1 neighbours:0 neighbours:32 5.00
        expect spot P1 neighbours:32 5.00
        move P1 neighbours:0 neighbours:32 6.01
        expect refused OFF_STEP 6(j)
        close
        move P1 neighbours:0 neighbours:32 5.00
        expect refused AFTER_CLOSE 6(i)
        rest 3
        expect win P1 175.00
        expect spot P1 straight:3 5.00
    """)


@pytest.mark.parametrize("flag", ["", "helped"])
@clause("adelaide", "6(g)")
def test_help_of_the_dealer_changes_nothing_about_a_wager(flag: str) -> None:
    run = run_script(f"""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        lay P1 straight:17 5.00 {flag}
        lay P1 red 5.00 {flag}
        close
        rest 17
        expect chips P1 265.00
        expect spot P1 straight:17 5.00
        expect spot P1 red 0.00
    """)
    assert [b'"helped":true' in body for _, _, body in run.stage.entries].count(True) == (2 if flag else 0)


@pytest.mark.parametrize("flag", ["", "helped"])
@clause("money-wheel", "4.5")
def test_help_of_the_dealer_changes_nothing_at_the_money_wheel(flag: str) -> None:
    run = run_script(f"""
        rulebook money-wheel money-wheel
        buy P1 100.00
        bets
        lay P1 b 5.00 {flag}
        lay P1 a 5.00 {flag}
        close
        rest b
        expect chips P1 110.00
    """)
    assert [b'"helped":true' in body for _, _, body in run.stage.entries].count(True) == (2 if flag else 0)


@clause("adelaide", "6(n)")
def test_terminals_know_nothing_of_the_cloth() -> None:
    """No buttons, no wagers that ride, no wagers below the minimum, whatever the cloth at the same table does."""
    run_script("""
        rulebook adelaide roulette
        table live
        limit any min 5.00
        terminal T1
        buy P1 100.00
        note T1 50.00
        bets
        special T1 neighbours:0 5.00
        expect refused NOT_ON_TERMINAL 5.1(a)
        place T1 red 2.00
        expect refused BELOW_MINIMUM 7(h)v
        place P1 red 2.00
        place T1 red 10.00
        finish
        close
        place T1 red 5.00
        expect refused AFTER_CLOSE 7(h)iii
        place P1 red 5.00
        expect refused AFTER_CLOSE 6(i)
        rest 1
        expect meter T1 60.00
        expect staked T1 0.00
        expect spot P1 red 2.00
    """)


@clause("adelaide", "6(m)")
def test_every_wager_is_against_the_house() -> None:
    """Whatever is won or lost, money goes between a player and the bank, never from player to player."""
    run = run_script("""
        rulebook adelaide roulette
        player P2
        terminal T1
        note T1 50.00
        buy P1 100.00
        buy P2 100.00
        bets
        place P1 red 10.00
        place P2 black 10.00
        place T1 odd 10.00
        finish
        close
        rest 1
        expect chips P1 100.00
        expect chips P2 90.00
        expect balanced
    """)
    owners = {"P1", "P2", "T1"}
    moves = [each for _, _, body in run.stage.entries for each in _transfers(body)]
    assert len(moves) > 6
    for source, destination in moves:
        assert len({source.split("/")[-1], destination.split("/")[-1]} & owners) <= 1


def _transfers(body: bytes) -> list[tuple[str, str]]:
    events = json.decode(body).get("events") or []
    return [(move[0], move[1]) for event in events for move in event.get("transfers", ())]


def test_only_the_dealer_signed_on_records_wagers() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        lay P1 red 5.00 by=pit_boss
        expect refused NO_POWER 9(b)
        lay P1 red 5.00 by=chef
        expect refused UNKNOWN_ROLE 9(b)
        lay P9 red 5.00
        expect refused UNKNOWN_PLAYER
        sign-off dealer
        lay P1 red 5.00 by=dealer:mallory
        expect refused NOT_SIGNED_ON 9(b)
    """)


def test_a_stand_alone_table_has_no_cloth() -> None:
    run_script("""
        rulebook adelaide roulette
        table stand-alone
        player P1
        buy P1 5.00
        expect refused NOT_IN_RULEBOOK 5.7(a)
        bets
        lay P1 red 5.00
        expect refused NOT_IN_RULEBOOK 5.7(a)
        take P1 red 5.00
        expect refused NOT_IN_RULEBOOK 5.7(a)
        move P1 red black 5.00
        expect refused NOT_IN_RULEBOOK 5.7(a)
    """)


def test_a_wager_recorded_twice_with_one_id_counts_once() -> None:
    run = run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        place P1 red 5.00
        again
        expect staked P1 5.00
    """)
    stage = run.stage
    assert stage.last is not None
    assert earlier_answer(stage.floor.senders, stage.last) is not None


def test_an_excluded_player_lays_nothing() -> None:
    run = run_script("""
        rulebook money-wheel money-wheel
        buy P1 100.00
        bets
        place P1 a 5.00
        breach casino_supervisor P1 10.2 "touched the wheel"
        exclude casino_supervisor P1 "touched the wheel"
        expect balanced
    """)
    stage = run.stage
    wish = ask.PlaceOnCloth("dealer", stage.table.dealer, "A", "P1", "symbol:a", cents(500))
    refused = decide(stage.floor, wish, stage.at_ms)
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.clause) == (Reason.EXCLUDED, "10.2(b)")


def test_a_wager_for_terminals_alone_does_not_lie_on_the_cloth() -> None:
    book = playable("adelaide").rulebook
    roulette, terminal = book.games.roulette, book.wagers.terminal
    other = playable("ministar").rulebook.wagers.terminal
    assert roulette is not None
    assert terminal is not None
    assert other is not None
    kept = {name: replace(special, channels=(Channel.TERMINAL,)) for name, special in roulette.specials.items()}
    wagers = replace(book.wagers, terminal=replace(terminal, special=other.special))
    changed = replace(book, wagers=wagers, games=replace(book.games, roulette=replace(roulette, specials=kept)))
    play = Play(*found(*in_order(changed, "A", "live"), ask.OpenTable("A", by_hand=True), ask.TakePlace("P1", "A")))
    dealer = ("dealer", "dealer-A", "A")
    play.give_all(ask.OpenRound(*dealer), ask.BuyChips(*dealer, "P1", cents(5_000)))
    refused = play.give(ask.PlaceOnCloth(*dealer, "P1", "neighbours:0", cents(500), block=True))
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.NOT_ON_CLOTH
