"""What a player does on a terminal in the wagering period: place, move, take back, undo, clear, double, repeat, max."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from openetg.floor.commands import (
    ClearWagers,
    DoubleWagers,
    MaxWager,
    MoveWager,
    PlaceWager,
    PlaceWagers,
    RepeatWagers,
    TakeBackWager,
    UndoWager,
    WagerCommand,
)
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import Event, WagerMoved, WagerPlaced
from openetg.money import cents
from tests.marks import clause
from tests.one_table import TABLE, play
from tests.payout_notation import game_of, playable
from tests.scripts import run_script

BOOKS = ["ministar", "interblock", "novo-unity", "adelaide"]
TERMINALS = pytest.mark.parametrize("book", BOOKS)
CLOSES = {"ministar": "spin \n drop", "interblock": "spin \n drop", "novo-unity": "spin \n drop",
          "adelaide": "finish \n close"}  # fmt: skip
CHANGES = ["place T1 red 5.00", "place-several T1 red=5.00 low=5.00", "take T1 low 5.00", "move T1 low red 5.00",
           "undo T1", "clear T1", "double T1",
           "repeat T1", "max T1 red"]  # fmt: skip


def table_of(book: str) -> str:
    stand = "table stand-alone" if book == "adelaide" else ""
    return f"rulebook {book} roulette \n {stand} \n note T1 100.00 \n"


@clause("ministar", "3.5.1")
def test_ministar_wagers_change_by_placing_taking_and_moving_alone() -> None:
    bulk = {ClearWagers, UndoWager, DoubleWagers, RepeatWagers, MaxWager}
    assert set(get_args(WagerCommand)) == {PlaceWager, PlaceWagers, TakeBackWager, MoveWager} | bulk
    run_script(
        table_of("ministar")
        + """
        bets
        place T1 red 5.00
        expect meter T1 95.00
        move T1 red black 5.00
        expect meter T1 95.00
        take T1 black 5.00
        expect meter T1 100.00
        expect staked T1 0.00
    """
    )


@clause("ministar", "1.1.pt")
def test_ministar_everything_a_player_does_is_a_touch_on_one_terminal() -> None:
    """Note, chip, move, removal and cash-out each come from the terminal alone, and name it."""
    for command in get_args(WagerCommand):
        assert {"terminal", "table"} <= set(command.__struct_fields__)
        assert "role" not in command.__struct_fields__
    run_script(
        table_of("ministar")
        + """
        bets
        place T1 straight:17 5.00
        move T1 straight:17 corner:16-17-19-20 5.00
        take T1 corner:16-17-19-20 5.00
        collect T1 as K1
        expect ticket K1 100.00 outstanding
        expect meter T1 0.00
    """
    )


@clause("interblock", "1.1.player_terminal")
def test_interblock_a_terminal_offers_the_layout_of_its_table() -> None:
    run_script("""
        rulebook interblock roulette
        note T1 100.00
        bets
        place T1 triple:4 5.00
        expect refused UNKNOWN_WAGER
        place T1 small 5.00
        expect refused UNKNOWN_WAGER
        place T1 straight:17 5.00
        expect accepted 5.00
        rulebook interblock sic-bo as B
        on B
        bets
        place T1 straight:17 5.00
        expect refused UNKNOWN_WAGER
        place T1 triple:4 5.00
        expect accepted 5.00
        expect meter T1 90.00
    """)


@clause("ministar", "3.9.1")
def test_ministar_the_thirteen_ordinary_wagers_and_their_positions() -> None:
    game = game_of("ministar")
    kinds = {spot.partition(":")[0] for spot in game.spots}
    assert kinds == {"straight", "split", "street", "corner", "sixline", "column", "dozen",
                     "low", "high", "even", "odd", "red", "black"}  # fmt: skip
    assert len(game.spots) == 157
    table = play("ministar", "open-table by-itself \n ready \n note t1 100.00 \n note t1 100.00")
    for spot in game.spots:
        table.give_all(PlaceWager("t1", TABLE, spot, cents(100)))
        assert table.event(WagerPlaced).spots == {spot: cents(100)}
    assert set(table.round.wagers["t1"]) == set(game.spots)


@clause("ministar", "3.9.2")
def test_ministar_a_special_lies_whole_or_not_at_all() -> None:
    specials = {wager.kind for wager in game_of("ministar").wagers.values() if len(wager.pieces) > 1}
    assert len(specials) == 10
    run_script(
        table_of("ministar")
        + """
        limit split max 5.00
        bets
        special T1 orphans 6.00
        expect refused ABOVE_MAXIMUM 1.1.maximum-bet
        expect staked T1 0.00
        special T1 orphans 5.00
        expect accepted 25.00
        expect spot T1 straight:1 5.00
        place T1 straight:1 2.00
        expect spot T1 straight:1 7.00
        take T1 straight:1 7.00
        expect staked T1 20.00
        move T1 split:6-9 split:14-17 1.00
        expect refused ABOVE_MAXIMUM 1.1.maximum-bet
        special T1 small-series 14.00
        expect refused ABOVE_MAXIMUM 1.1.maximum-bet
    """
    )
    run_script(
        table_of("ministar")
        + """
        bets
        special T1 orphans 20.01
        expect refused NOT_ENOUGH_CREDIT 3.3.4
        expect staked T1 0.00
        special T1 orphans 20.00
        expect accepted 100.00
    """
    )


@clause("interblock", "5.2")
def test_interblock_a_special_is_trimmed_piece_by_piece_and_then_covered_whole() -> None:
    run_script(
        table_of("interblock")
        + """
        limit split max 5.00
        bets
        special T1 orphans 6.00
        expect accepted 26.00
        expect cites 4.3.2
        expect spot T1 straight:1 6.00
        expect spot T1 split:6-9 5.00
        take T1 straight:1 6.00
        move T1 split:6-9 red 5.00
        expect staked T1 20.00
        clear T1
    """
    )
    run_script("""
        rulebook interblock roulette
        note T1 5.00
        bets
        special T1 small-series 1.00
        expect refused NOT_ENOUGH_CREDIT 3.3
        expect staked T1 0.00
        special T1 orphans 1.00
        expect accepted 5.00
        spin
        drop
        rest 1
        expect meter T1 36.00
    """)


@clause("ministar", "3.5.1.2")
def test_ministar_a_move_is_one_step_within_both_limits_and_leaves_the_meter_alone() -> None:
    table = play("ministar", """
        limit any min 5.00 max 20.00
        open-table by-itself
        ready
        note t1 100.00
        place t1 straight:17 20.00
        place t1 straight:20 15.00
    """)  # fmt: skip
    table.give_all(MoveWager("t1", TABLE, "straight:17", "straight:20", cents(500)))
    moved = table.event(WagerMoved)
    assert (len(table.events(Event)), moved.transfers) == (1, ())
    stands = "expect spot t1 straight:17 15.00 \n expect spot t1 straight:20 20.00 \n expect staked t1 35.00"
    table.say(f"expect meter t1 65.00 \n {stands}")
    wishes = {
        ("straight:17", "straight:20", 500): Refusal(Reason.ABOVE_MAXIMUM, "1.1.maximum-bet", {"max": 2_000}),
        ("straight:17", "red", 1_200): Refusal(Reason.BELOW_MINIMUM, "1.1.minimum-bet", {"min": 500}),
        ("straight:17", "red", 300): Refusal(Reason.BELOW_MINIMUM, "1.1.minimum-bet", {"min": 500}),
        ("straight:17", "purple", 500): Refusal(Reason.UNKNOWN_WAGER, "3.9"),
        ("red", "black", 500): Refusal(Reason.NOTHING_THERE, "3.3.4"),
        ("straight:17", "red", 0): Refusal(Reason.NO_AMOUNT, "3.3.4"),
    }
    for (spot, to, amount), refused in wishes.items():
        assert table.give(MoveWager("t1", TABLE, spot, to, cents(amount))) == refused
    table.say(stands)


def test_interblock_a_move_is_trimmed_and_what_is_not_permitted_stays_where_it_lay() -> None:
    run_script(
        table_of("interblock")
        + """
        limit red max 10.00
        bets
        place T1 red 4.00
        place T1 black 20.00
        move T1 black red 8.00
        expect cites 4.3.2
        expect spot T1 red 10.00
        expect spot T1 black 14.00
        expect meter T1 76.00
        move T1 black red 8.00
        expect accepted 0.00
        expect cites 4.3.2
        expect spot T1 black 14.00
    """
    )


@clause("ministar", "3.8.1")
@pytest.mark.parametrize("change", CHANGES)
def test_ministar_after_the_close_nothing_changes_and_both_clauses_are_cited(change: str) -> None:
    run_script(
        table_of("ministar")
        + f"""
        bets
        place T1 low 5.00
        spin
        drop
        {change}
        expect refused AFTER_CLOSE 3.8.1
        expect refused AFTER_CLOSE 3.3.6
        expect spot T1 low 5.00
        expect meter T1 95.00
        collect T1 as K1
        expect refused
        expect spot T1 low 5.00
    """
    )


@clause("novo-unity", "3.3.15")
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("wheel", ["automatic", "live"])
def test_novo_unity_after_the_close_nothing_changes(change: str, wheel: str) -> None:
    run_script(f"""
        rulebook novo-unity roulette
        wheel {wheel}
        note T1 100.00
        bets
        place T1 low 5.00
        spin
        drop
        {change}
        expect refused AFTER_CLOSE 3.3.15
        ruling casino_supervisor T1 allow red 5.00 "please"
        expect refused NO_POWER 3.3.15
        expect spot T1 low 5.00
        expect meter T1 95.00
    """)


@clause("novo-unity", "3.5")
def test_novo_unity_a_wager_is_paid_from_the_meter_at_once_and_in_full() -> None:
    run_script("""
        rulebook novo-unity roulette
        note T1 50.00
        bets
        place T1 red 60.00
        expect refused NOT_ENOUGH_CREDIT 3.5
        place T1 red 20.00
        expect meter T1 30.00
        expect staked T1 20.00
        clear T1
        expect meter T1 50.00
        place T1 red 0.00
        expect refused NO_AMOUNT 3.5
        expect phase OPEN
    """)


@clause("novo-unity", "2.1")
def test_novo_unity_the_layout_is_the_whole_of_single_zero_roulette() -> None:
    game = game_of("novo-unity")
    assert set(game.outcomes) == {str(number) for number in range(37)}
    reds = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
    assert set(game.spots["red"].covers) == {str(number) for number in reds}
    straights = [spot for spot in game.spots if spot.startswith("straight:")]
    assert straights == [f"straight:{number}" for number in range(37)], "in the order of the layout, from the zero"
    beside = [(number, number + 1) for number in range(1, 36) if number % 3] + [(n, n + 3) for n in range(1, 34)]
    splits = {f"split:{one}-{other}" for one, other in [*beside, (0, 1), (0, 2), (0, 3)]}
    assert {spot for spot in game.spots if spot.startswith("split:")} == splits
    for column in (1, 2, 3):
        assert set(game.spots[f"column:{column}"].covers) == {str(number) for number in range(column, 37, 3)}
    for row in range(1, 35, 3):
        assert f"street:{row}-{row + 1}-{row + 2}" in game.spots
    table = play("novo-unity", "open-table by-itself \n ready \n note t1 100.00 \n note t1 100.00", kind="automatic")
    for spot in game.spots:
        assert isinstance(table.give(PlaceWager("t1", TABLE, spot, cents(100))), tuple)
    table.say("launch opposite \n close sensor \n rest 17 \n expect outcomes 17")
    for kind in ("automatic", "live"):
        other = playable("novo-unity").rulebook.tables[kind]
        assert [channel.value for channel in other.channels.value] == ["terminal"]


@clause("adelaide", "7(f)")
def test_adelaide_a_wager_comes_from_a_touch_of_its_terminal_and_nowhere_else() -> None:
    run = run_script(
        table_of("adelaide")
        + """
        terminal T2
        note T2 20.00
        bets
        place T1 straight:17 5.00
        place T1 straight:17 5.00
        double T1
        expect spot T1 straight:17 20.00
        finish
        close
        spin
        rest 17
        bets
        expect staked T1 0.00
        repeat T1
        expect spot T1 straight:17 20.00
        max T1 red
        finish
        close
        spin
        rest 17
        expect meter T2 20.00
    """
    )
    placed = [entry for entry in run.stage.entries if b'"WagerPlaced"' in entry[2]]
    assert len(placed) == 5
    assert all(b'"terminal":"T1"' in entry[1] for entry in placed)


@clause("adelaide", "7(h)")
def test_adelaide_the_conditions_hold_for_every_wager_of_a_terminal() -> None:
    run_script(
        table_of("adelaide")
        + """
        limit any min 5.00 max 50.00
        bets
        place T1 red 4.00
        expect refused BELOW_MINIMUM 7(h)v
        place T1 red 51.00
        expect refused ABOVE_MAXIMUM 7(h)v
        place T1 red 50.00
        close
        expect refused NOT_WARNED 7(h)ii
        finish
        close
        place T1 black 5.00
        expect refused AFTER_CLOSE 7(h)iii
        spin
        rest 1
        expect cites 7(h)vi
        expect meter T1 150.00
    """
    )


@TERMINALS
@clause("ministar", "2.6.2")
@clause("interblock", "2.4.2")
@clause("novo-unity", "3.2")
def test_undo_goes_back_ten_steps_and_more(book: str) -> None:
    places = "\n".join(f"place T1 straight:{number} 1.00" for number in range(1, 11))
    undos = "\n".join(["undo T1"] * 10)
    run_script(
        table_of(book)
        + f"""
        bets
        {places}
        expect meter T1 90.00
        {undos}
        expect meter T1 100.00
        expect staked T1 0.00
        undo T1
        expect refused NOTHING_THERE
        place T1 red 10.00
        move T1 red black 4.00
        take T1 red 6.00
        clear T1
        expect meter T1 100.00
        undo T1
        expect spot T1 black 4.00
        undo T1
        expect spot T1 red 6.00
        undo T1
        expect spot T1 red 10.00
        expect spot T1 black 0.00
        undo T1
        expect meter T1 100.00
        expect balanced
    """
    )


def test_an_undo_that_the_meter_no_longer_covers_is_refused() -> None:
    run_script(
        table_of("adelaide")
        + """
        bets
        place T1 red 60.00
        take T1 red 60.00
        place T1 black 90.00
        undo T1
        undo T1
        expect spot T1 red 60.00
        take T1 red 60.00
        collect T1 as K1
        undo T1
        expect refused NOT_ENOUGH_CREDIT 7(c)iii
        expect staked T1 0.00
    """
    )


@TERMINALS
@clause("ministar", "2.6.2")
@clause("interblock", "2.4.2")
@clause("novo-unity", "3.2")
@clause("adelaide", "7(f)", "7(g)")
def test_clear_double_and_repeat(book: str) -> None:
    settle = {"ministar": "rest 2", "interblock": "rest 2", "novo-unity": "rest 2", "adelaide": "spin \n rest 2"}[book]
    run_script(
        table_of(book)
        + f"""
        bets
        clear T1
        expect refused NOTHING_THERE
        double T1
        expect refused NOTHING_THERE
        repeat T1
        expect refused NOTHING_THERE
        place T1 straight:17 5.00
        place T1 red 10.00
        double T1
        expect accepted 15.00
        expect spot T1 straight:17 10.00
        expect spot T1 red 20.00
        undo T1
        expect staked T1 15.00
        clear T1
        expect meter T1 100.00
        undo T1
        expect staked T1 15.00
        {CLOSES[book]}
        {settle}
        expect phase SETTLED
        bets
        repeat T1
        expect accepted 15.00
        expect spot T1 straight:17 5.00
        expect spot T1 red 10.00
        expect meter T1 70.00
        repeat T1
        double T1
        expect spot T1 red 40.00
        double T1
        expect refused NOT_ENOUGH_CREDIT
        expect spot T1 red 40.00
    """
    )


@clause("novo-unity", "1.1:max_bet")
def test_novo_unity_max_bet_takes_the_least_of_spot_total_and_meter() -> None:
    run_script("""
        rulebook novo-unity roulette
        limit any min 5.00 max 100.00
        limit total max 150.00
        note T1 100.00
        note T1 100.00
        bets
        place T1 black 80.00
        max T1 red
        expect accepted 70.00
        expect spot T1 red 70.00
        max T1 red
        expect accepted 0.00
        expect cites 1.1:max_bet
        expect spot T1 red 70.00
        clear T1
        max T1 red
        expect accepted 100.00
        place T1 red 1.00
        expect refused ABOVE_MAXIMUM 1.1:max_bet
        place T1 low 47.00
        max T1 odd
        expect accepted 0.00
        expect cites 1.1:max_bet
        spin
        drop
        max T1 odd
        expect refused AFTER_CLOSE 3.3.15
    """)
    run_script("""
        rulebook novo-unity roulette
        limit any min 5.00 max 100.00
        note T1 20.00
        bets
        max T1 red
        expect accepted 20.00
        max T1 black
        expect accepted 0.00
        expect cites 1.1:max_bet
        max T1 purple
        expect refused UNKNOWN_WAGER
    """)


@TERMINALS
@clause("ministar", "2.6.2")
@clause("interblock", "2.4.2")
@clause("adelaide", "7(f)")
def test_max_keeps_to_the_steps(book: str) -> None:
    run_script(
        table_of(book)
        + """
        limit red min 5.00 max 48.00 step 10.00
        bets
        max T1 red
        expect accepted 45.00
        max T1 black
        expect accepted 55.00
        expect meter T1 0.00
    """
    )


def test_a_button_that_an_instrument_does_not_offer_is_refused() -> None:
    """No instrument leaves one out today; what a rulebook without it would say is proved on a changed one."""
    table = play("ministar", "open-table by-itself \n ready \n note t1 100.00 \n place t1 red 5.00")
    book = table.floor.rulebook_of(table.table)
    assert book.wagers.terminal is not None
    bare = replace(book, wagers=replace(book.wagers, terminal=replace(book.wagers.terminal, features={})))
    table.floor.rulebooks[table.table.rulebook] = bare
    for command in (ClearWagers, UndoWager, DoubleWagers, RepeatWagers):
        assert table.give(command("t1", TABLE)) == Refusal(Reason.NOT_OFFERED, "3.3.4")
    assert table.give(MaxWager("t1", TABLE, "red")) == Refusal(Reason.NOT_OFFERED, "3.3.4")


def test_several_tables_on_one_terminal_share_its_meter() -> None:
    run_script("""
        rulebook ministar roulette
        note T1 100.00
        bets
        place T1 red 60.00
        rulebook interblock roulette as B
        on B
        bets
        place T1 red 50.00
        expect refused NOT_ENOUGH_CREDIT 3.3
        place T1 red 40.00
        expect meter T1 0.00
        expect staked T1 40.00
        spin
        drop
        rest 1
        expect meter T1 80.00
        on A
        expect staked T1 60.00
        place T1 black 80.00
        spin
        drop
        rest 2
        expect meter T1 160.00
        expect balanced
    """)
