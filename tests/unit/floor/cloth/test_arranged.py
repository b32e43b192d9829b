"""Places at a table, players and their terminals, and groups that have a table to themselves."""

from __future__ import annotations

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.wagers.odds_notice import OddsLine, odds_notice
from tests.marks import clause
from tests.scripts import run_script


def test_places_are_taken_and_given_up() -> None:
    run = run_script("""
        rulebook adelaide roulette
        places 0
        expect refused NO_PLACE_FREE 6(c)
        places 2
        sit P1
        sit P1
        expect refused ALREADY_THERE
        sit P2
        sit P3
        expect refused NO_PLACE_FREE 6(c)
        places 1
        expect refused NO_PLACE_FREE 6(c)
        leave P3
        expect refused UNKNOWN_PLAYER 6(c)
        leave P2
        leave P2
        expect refused NOT_AT_TABLE
        sit P3
        buy P3 5.00
        leave P3
        expect refused CHIPS_OUT 6(f)
    """)
    assert run.stage.table.cloth.players == ["P1", "P3"]
    assert run.stage.floor.people.players["P2"].tables == []


def test_terminals_are_linked_to_one_player() -> None:
    run = run_script("""
        rulebook adelaide roulette
        terminal T1
        terminal T2
        sit P1 at T1
        sit P1 at T2
        sit P2 at T1
        expect refused ALREADY_THERE
        sit P2 at T9
        expect refused UNKNOWN_TERMINAL
    """)
    assert run.stage.floor.people.players["P1"].terminals == ["T1", "T2"]


VIP = """
    rulebook adelaide roulette
    terminal T1
    player P1 at T1
    player P2
    note T1 50.00
    buy P1 500.00
    buy P2 500.00
"""


@clause("adelaide", "8(a)")
def test_an_arrangement_is_written_and_told_before_play_begins() -> None:
    run = run_script(
        VIP
        + """
        straight-only pit_boss told=government_inspectorate for P1 P2
        expect refused NOT_IN_WRITING 8(a)i
        straight-only pit_boss document=letter-7 for P1 P2
        expect refused OFFICIAL_NOT_TOLD 8(a)i
        straight-only pit_boss document=letter-7 told=authorised_officer for P1 P2
        expect refused OFFICIAL_NOT_TOLD 8(a)i
        bets
        place P2 red 5.00
        straight-only pit_boss document=letter-7 told=government_inspectorate for P1 P2
        expect refused PLAY_HAS_BEGUN 8(a)i
        place T1 straight:17 5.00
        finish
        close
        rest 17
        expect win T1 175.00
    """
    )
    assert run.stage.rulebook.roles["government_inspectorate"].of == "authority"


@clause("adelaide", "8(a)i")
def test_a_group_held_to_straight_up_wagers_has_the_table_to_itself() -> None:
    run = run_script(
        VIP
        + """
        straight-only dealer document=letter-7 told=government_inspectorate for P1 P2
        expect refused NO_POWER 8(a)i
        straight-only authorised_officer document=letter-7 told=government_inspectorate for P1 P2
        expect refused NO_POWER 8(a)i
        straight-only pit_boss document=letter-7 told=government_inspectorate for P1
        expect refused OTHERS_AT_TABLE 8(a)i
        terminal T2
        note T2 5.00
        straight-only pit_boss document=letter-7 told=government_inspectorate for P1 P2
        expect refused OTHERS_AT_TABLE 8(a)i
        collect T2 as K2
        straight-only pit_boss document=letter-7 told=government_inspectorate for P1 P2
        expect cites 8(a)i
        sit P3
        expect refused TABLE_RESERVED 8(a)i
        bets
        place P1 split:1-2 5.00
        expect refused STRAIGHT_ONLY 8(a)i
        place P1 red 5.00
        expect refused STRAIGHT_ONLY 8(a)i
        special P1 neighbours:0 5.00
        expect refused STRAIGHT_ONLY 8(a)i
        place P1 straight:17 5.00
        move P1 straight:17 red 5.00
        expect refused STRAIGHT_ONLY 8(a)i
        place T1 red 5.00
        expect refused STRAIGHT_ONLY 8(a)i
        max T1 red
        expect refused STRAIGHT_ONLY 8(a)i
        place T1 straight:17 5.00
        move T1 straight:17 red 5.00
        expect refused STRAIGHT_ONLY 8(a)i
        note T2 5.00
        place T2 straight:17 5.00
        expect refused TABLE_RESERVED 8(a)i
        finish
        close
        rest 17
        expect win P1 175.00
        expect win T1 175.00
    """
    )
    assert run.stage.table.cloth.straight_only == ["P1", "P2"]
    assert odds_notice(run.stage.floor, run.stage.table) == (OddsLine("straight", "35 to 1", "8(a):A"),)


@clause("adelaide", "8(b)")
def test_the_notice_shows_every_wager_and_its_odds() -> None:
    stage = run_script("rulebook adelaide roulette \n bets \n expect phase OPEN").stage
    lines = {line.wager: line.odds for line in odds_notice(stage.floor, stage.table)}
    assert lines == {
        "straight": "35 to 1",
        "split": "17 to 1",
        "street": "11 to 1",
        "corner": "8 to 1",
        "sixline": "5 to 1",
        **dict.fromkeys(("column", "dozen"), "2 to 1"),
        **dict.fromkeys(("red", "black", "odd", "even", "low", "high"), "1 to 1"),
    }


@clause("money-wheel", "6.1")
def test_the_notice_of_the_money_wheel_shows_each_symbol() -> None:
    stage = run_script("rulebook money-wheel money-wheel \n bets \n expect phase OPEN").stage
    lines = {line.wager: line.odds for line in odds_notice(stage.floor, stage.table)}
    odds = zip("abcdefg", (1, 3, 5, 11, 23, 47, 47), strict=True)
    assert lines == {f"symbol:{symbol}": f"{wins} to 1" for symbol, wins in odds}


def test_what_a_player_is_called_at_a_place_has_an_end() -> None:
    stage = run_script("rulebook adelaide roulette \n buy P1 10.00 \n bets \n expect balanced").stage
    assert not isinstance(stage.ask(ask.TakePlace("x" * 64, "A")), Refusal)
    assert stage.ask(ask.TakePlace("x" * 65, "A")) == Refusal(Reason.NOT_A_NAME)
