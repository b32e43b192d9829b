"""People who do not play: who may tell them to leave, when, and what it is if they stay. Nothing happens by itself."""

from __future__ import annotations

import pytest

from openetg.floor.commands import DirectToVacate
from openetg.floor.people.idling import is_flagged, rounds_idle
from openetg.floor.rounds.views import own_view
from tests.marks import clause
from tests.scripts import run_script

DIRECTED = {
    "ministar": ("ministar roulette", "assistant_gaming_manager", "casino_supervisor", "8.13", "8.7"),
    "interblock": ("interblock roulette", "electronic_gaming_supervisor", "electronic_gaming_host", "9.13", "9.8"),
    "novo-unity": ("novo-unity roulette", "electronic_gaming_supervisor", "electronic_gaming_attendant", "8.14", "8.7"),
}


@clause("ministar", "8.13", "8.13.1")
@clause("interblock", "9.13", "9.13.1")
@clause("novo-unity", "8.14", "8.14.1")
@pytest.mark.parametrize("rulebook", list(DIRECTED))
def test_who_occupies_a_terminal_is_directed_to_leave_and_a_refusal_is_a_breach(rulebook: str) -> None:
    opening, role, other, by, grounds = DIRECTED[rulebook]
    stage = run_script(f"""
        rulebook {opening}
        terminal T2
        note T1 50.00
        bets
        vacate-refused {role} T1
        expect refused NOT_DIRECTED {by}
        vacate {other} T1
        expect refused NO_POWER {by}
        vacate {role}:ann T1
        expect cites {by}
        expect cites {by}.1
        expect meter T1 50.00
        place T1 red 5.00
        expect accepted 5.00
        exclude {role} T1 "not before a refusal"
        expect refused NO_BREACH {grounds}.2
        vacate-refused {other} T1
        expect refused NO_POWER {by}
        vacate-refused {role} T1
        expect cites {by}
        expect cites {grounds}
        vacate-refused {role} T1
        expect refused NOT_DIRECTED {by}
        exclude {role} T1 "stayed"
        expect cites {grounds}.2
        exclude {role} T1 "stayed"
        expect refused EXCLUDED {grounds}.2
        expect meter T1 45.00
    """).stage
    direction = stage.floor.people.directions["T1"]
    assert (direction.position, direction.person, direction.refused) == ("occupying", "ann", True)
    assert own_view(stage.floor, "T1").message == "vacate", "the direction appears at the terminal"
    assert own_view(stage.floor, "T2").message == ""


@clause("ministar", "8.13", "8.13.2")
@clause("interblock", "9.13", "9.13.2")
@clause("novo-unity", "8.14", "8.14.2")
@pytest.mark.parametrize("rulebook", list(DIRECTED))
def test_who_stands_in_the_way_is_directed_to_leave_and_the_terminal_plays_on(rulebook: str) -> None:
    opening, role, _, by, grounds = DIRECTED[rulebook]
    stage = run_script(f"""
        rulebook {opening}
        terminal T2
        note T1 50.00
        bets
        vacate {role} T1 adjacent
        expect cites {by}
        expect cites {by}.2
        place T1 red 5.00
        expect accepted 5.00
        vacate-refused {role} T1
        exclude {role} T1 "it was not the player"
        expect refused NO_BREACH {grounds}.2
        recommend {role} T1 "stood in the way"
        expect cites {grounds}.3
        place T1 red 5.00
        expect accepted 5.00
    """).stage
    direction = stage.floor.people.directions["T1"]
    assert (direction.who, direction.position) == ("T1", "adjacent")
    assert own_view(stage.floor, "T1").message == "", "who plays there is not the one in the way"
    stage.must(DirectToVacate(role, "ann", "T2", "adjacent"))
    assert own_view(stage.floor, "T2").message == "vacate", "nobody plays there; it is for who stands in the way"


def rounds(count: int, *said: str) -> str:
    """So many completed rounds in which only this is done."""
    lines = ["bets", *said, "spin", "finish", "close", "rest 1"]
    return "\n".join(lines * count)


@clause("ministar", "8.13")
@clause("interblock", "9.13")
@clause("novo-unity", "8.14")
@pytest.mark.parametrize("rulebook", list(DIRECTED))
def test_an_idle_terminal_keeps_its_credit_and_nothing_is_forced(rulebook: str) -> None:
    idle = "\n".join(["bets", "drop", "rest 1"] * 5)
    stage = run_script(f"""
        rulebook {rulebook} roulette
        note T1 50.00
        {idle}
        wait 5h
        expect meter T1 50.00
        bets
        place T1 red 5.00
        expect accepted 5.00
    """).stage
    assert stage.floor.terminals["T1"].locks == {}
    assert rounds_idle(stage.floor, stage.table, "T1") == 5
    assert not is_flagged(stage.floor, stage.table, "T1")


@clause("adelaide", "11(f)")
def test_adelaide_three_spins_without_a_bet_and_the_terminal_may_be_wanted_back() -> None:
    stage = run_script(f"""
        rulebook adelaide roulette
        note T1 50.00
        {rounds(2)}
        vacate dealer T1
        expect refused NOT_IDLE 11(f)
        {rounds(1)}
        vacate cashier T1
        expect refused NO_POWER 11(f)
        vacate dealer T1 adjacent
        expect refused NOT_A_POSITION 11(f)
        vacate dealer T1
        expect cites 11(f)
        vacate pit_boss T1
        expect cites 11(f)
        vacate-refused pit_boss T1
        expect cites 11(f)
        bets
        place T1 red 5.00
        expect accepted 5.00
        finish
        spin
        close
        rest 1
        collect T1 as K1
        expect ticket K1 55.00 outstanding
        vacate dealer T1
        expect refused NOT_IDLE 11(f)
    """).stage
    assert stage.floor.people.breaches == {}
    assert not is_flagged(stage.floor, stage.table, "T1")


@clause("adelaide", "11(f)")
def test_adelaide_a_no_spin_does_not_count_and_a_bet_clears() -> None:
    flagged = []
    for said in ("", "place T1 red 5.00"):
        stage = run_script(f"""
            rulebook adelaide roulette
            note T1 50.00
            {rounds(2)}
            bets
            {said}
            spin same-direction
            no-spin dealer "both the same way"
            expect cites 10(a)
        """).stage
        flagged.append(is_flagged(stage.floor, stage.table, "T1"))
        assert rounds_idle(stage.floor, stage.table, "T1") == 2
    assert flagged == [False, False]


@clause("adelaide", "11(f)")
def test_adelaide_spins_count_only_while_somebody_is_there() -> None:
    stage = run_script(f"""
        rulebook adelaide roulette
        terminal T1
        {rounds(4)}
        note T1 50.00
        vacate dealer T1
        expect refused NOT_IDLE 11(f)
    """).stage
    assert rounds_idle(stage.floor, stage.table, "T1") == 0


@clause("adelaide", "11(f)")
def test_adelaide_a_player_at_the_cloth_is_counted_alike() -> None:
    run_script(f"""
        rulebook adelaide roulette
        player P1
        buy P1 100.00
        {rounds(2)}
        vacate dealer P1
        expect refused NOT_IDLE 11(f)
        {rounds(1, "place P1 black 5.00")}
        {rounds(2)}
        vacate dealer P1
        expect refused NOT_IDLE 11(f)
        {rounds(1)}
        vacate dealer P1
        expect cites 11(f)
    """)


def money_rounds(count: int, *said: str) -> str:
    """So many completed rounds of the money wheel."""
    return "\n".join(["bets", *said, "close", "spin", "rest a"] * count)


WHEEL = """
        rulebook money-wheel money-wheel
        player P1
        player P2
        buy P1 100.00
        buy P2 100.00
"""


@clause("money-wheel", "10.7")
def test_money_wheel_three_rounds_at_a_full_table_and_the_place_may_be_wanted_back() -> None:
    run_script(f"""
        {WHEEL}
        places 2
        {money_rounds(2, "place P2 symbol:b 5.00")}
        vacate casino_supervisor P1
        expect refused NOT_IDLE 10.7
        {money_rounds(1, "place P2 symbol:b 5.00")}
        vacate dealer P1
        expect refused NO_POWER 10.7
        vacate casino_supervisor P2
        expect refused NOT_IDLE 10.7
        vacate casino_supervisor P1 adjacent
        expect refused NOT_A_POSITION 10.7
        vacate casino_supervisor P1
        expect cites 10.7
        expect chips P1 100.00
        vacate-refused casino_supervisor P1
        expect cites 10.2
        exclude casino_supervisor P1 "stayed"
        expect cites 10.2(b)
    """)


@clause("money-wheel", "10.7")
def test_money_wheel_with_a_place_free_nobody_is_in_the_way() -> None:
    run_script(f"""
        {WHEEL}
        places 3
        {money_rounds(4)}
        vacate casino_supervisor P1
        expect refused NOT_IDLE 10.7
        sit P3
        {money_rounds(3)}
        vacate casino_supervisor P1
        expect cites 10.7
        leave P3
        vacate casino_supervisor P1
        expect refused NOT_IDLE 10.7
        sit P4
        {money_rounds(2)}
        vacate casino_supervisor P1
        expect refused NOT_IDLE 10.7
        {money_rounds(1)}
        vacate casino_supervisor P1
        expect cites 10.7
    """)


@clause("money-wheel", "10.7")
def test_money_wheel_a_void_round_does_not_count_but_a_wager_in_it_clears() -> None:
    void = 'void casino_supervisor cause=impractical "the lights went out"'
    run_script(f"""
        {WHEEL}
        places 2
        {money_rounds(2)}
        bets
        close
        {void}
        vacate casino_supervisor P1
        expect refused NOT_IDLE 10.7
        bets
        place P2 symbol:a 5.00
        close
        {void}
        {money_rounds(1)}
        vacate casino_supervisor P2
        expect refused NOT_IDLE 10.7
        vacate casino_supervisor P1
        expect cites 10.7
    """)
