"""What follows a breach: wagers void, a person shut out or recommended to be; and instructions to players."""

from __future__ import annotations

import pytest

from openetg.floor.commands import LiftMeasure
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import MeasureTaken
from openetg.floor.pipeline import decide
from openetg.money import ZERO, Money, parse_money
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script


def meter(stage: Stage, terminal: str) -> Money:
    """What a terminal's meter holds."""
    return stage.floor.ledger.held(f"meter/{terminal}")


@clause("ministar", "8.7.1", "8.7")
def test_ministar_wagers_of_a_person_in_breach_are_void_and_return() -> None:
    run_script("""
        rulebook ministar roulette
        note T1 50.00
        note T2 50.00
        bets
        place T1 red 20.00
        place T2 red 20.00
        void-wagers assistant_gaming_manager T1 "no breach yet"
        expect refused
        breach assistant_gaming_manager T1 8.4 "tilted the terminal"
        void-wagers casino_supervisor T1 "tilted the terminal"
        expect refused NO_POWER 8.7.1
        void-wagers assistant_gaming_manager T1 "tilted the terminal"
        expect cites 8.7.1
        expect meter T1 50.00
        drop
        rest 1
        expect meter T1 50.00
        expect meter T2 70.00
    """)


@clause("interblock", "9.8.1", "9.8")
def test_interblock_wagers_of_a_person_in_breach_are_void_and_return() -> None:
    run_script("""
        rulebook interblock roulette
        note T4 50.00
        note T5 50.00
        bets
        place T4 red 20.00
        place T5 red 20.00
        void-wagers assistant_gaming_manager T4 "no breach yet"
        expect refused
        breach assistant_gaming_manager T4 9.5 "tilted the terminal"
        void-wagers electronic_gaming_host T4 "tilted the terminal"
        expect refused NO_POWER 9.8.1
        void-wagers electronic_gaming_supervisor T4 "tilted the terminal"
        expect cites 9.8.1
        expect meter T4 50.00
        close
        rest 1
        expect meter T4 50.00
        expect meter T5 70.00
    """)


@clause("novo-unity", "8.7.1", "8.7")
def test_novo_unity_wagers_of_a_person_in_breach_are_void_and_return() -> None:
    run_script("""
        rulebook novo-unity roulette
        wheel automatic
        note T1 50.00
        note T2 50.00
        bets
        place T1 red 20.00
        place T2 red 20.00
        void-wagers electronic_gaming_supervisor T1 "no breach yet"
        expect refused
        breach electronic_gaming_supervisor T1 8.4 "tilted the terminal"
        void-wagers electronic_gaming_attendant T1 "tilted the terminal"
        expect refused NO_POWER 8.7.1
        void-wagers electronic_gaming_supervisor T1 "tilted the terminal"
        expect cites 8.7.1
        expect meter T1 50.00
        drop
        rest 1
        expect meter T1 50.00
        expect meter T2 70.00
    """)


@clause("money-wheel", "10.2(a)", "10.2")
def test_money_wheel_wagers_of_that_player_alone_are_void() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        player P1
        player P2
        buy P1 100.00
        buy P2 100.00
        bets
        place P1 symbol:a 20.00
        place P2 symbol:a 20.00
        void-wagers casino_supervisor P1 "no breach yet"
        expect refused
        breach casino_supervisor P1 10.6 "told another how to play"
        void-wagers dealer P1 "told another how to play"
        expect refused NO_POWER 10.2(a)
        void-wagers casino_supervisor P1 "told another how to play"
        expect cites 10.2(a)
        expect chips P1 100.00
        expect staked P1 0.00
        expect staked P2 20.00
    """)


EXCLUSIONS = {
    "ministar": ("ministar roulette", "assistant_gaming_manager", "8.4", "8.7.2", "casino_supervisor"),
    "interblock": ("interblock roulette", "electronic_gaming_supervisor", "9.5", "9.8.2", "electronic_gaming_host"),
    "novo-unity": (
        "novo-unity roulette",
        "electronic_gaming_supervisor",
        "8.4",
        "8.7.2",
        "electronic_gaming_attendant",
    ),
}


@clause("ministar", "8.7", "8.7.2")
@clause("interblock", "9.8", "9.8.2")
@clause("novo-unity", "8.7", "8.7.2")
@pytest.mark.parametrize("rulebook", list(EXCLUSIONS))
def test_a_person_shut_out_wagers_nowhere_and_still_collects(rulebook: str) -> None:
    opening, role, broken, by, other = EXCLUSIONS[rulebook]
    run_script(f"""
        rulebook {opening}
        player P1 at T1 T2
        note T1 50.00
        note T2 50.00
        note T3 50.00
        bets
        place T1 red 5.00
        exclude {role} T1 "no breach yet"
        expect refused NO_BREACH {by}
        breach {role} T1 {broken} "tilted the terminal"
        exclude {other} T1 "tilted the terminal"
        expect refused NO_POWER {by}
        exclude {role} T1 " "
        expect refused NO_REASON_GIVEN {by}
        exclude {role} T1 "tilted the terminal"
        expect cites {by}
        expect cites {broken}
        place T1 red 5.00
        expect refused EXCLUDED {by}
        place T2 red 5.00
        expect refused EXCLUDED {by}
        place T3 red 5.00
        expect accepted 5.00
        collect T2 as K1
        expect ticket K1 50.00 outstanding
        lift {other} T1 excluded "it was somebody else"
        expect refused NO_POWER {by}
        lift {role} T1 excluded "it was somebody else"
        place T1 red 5.00
        expect accepted 5.00
        lift {role} T1 excluded "once is enough"
        expect refused NO_MEASURE {by}
    """)


@clause("interblock", "9.8.2")
def test_interblock_a_person_shut_out_is_known_at_every_terminal() -> None:
    run_script("""
        rulebook interblock roulette
        player P1 at T1
        terminal T2
        bets
        breach assistant_gaming_manager P1 9.5 "tilted the terminal"
        exclude assistant_gaming_manager P1 "tilted the terminal"
        sit P1 at T2
        expect refused EXCLUDED 9.8.2
        place T1 red 5.00
        expect refused EXCLUDED 9.8.2
    """)


@clause("money-wheel", "10.2(b)", "10.2")
def test_money_wheel_a_player_shut_out_wagers_no_more_and_redeems_the_chips() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        player P1
        buy P1 100.00
        bets
        place P1 symbol:a 20.00
        breach casino_supervisor P1 10.6 "told another how to play"
        exclude dealer P1 "told another how to play"
        expect refused NO_POWER 10.2(b)
        exclude casino_supervisor P1 "told another how to play"
        expect cites 10.2(b)
        place P1 symbol:a 20.00
        expect refused EXCLUDED 10.2(b)
        expect staked P1 20.00
        take P1 symbol:a 20.00
        cash-in P1
        expect chips P1 0.00
    """)


RECOMMENDED = {
    "ministar": ("ministar roulette", "assistant_gaming_manager", "8.4", "8.7.3", "casino_supervisor"),
    "interblock": ("interblock roulette", "assistant_gaming_manager", "9.5", "9.8.3", "electronic_gaming_host"),
    "novo-unity": (
        "novo-unity roulette",
        "electronic_gaming_supervisor",
        "8.4",
        "8.7.3",
        "electronic_gaming_attendant",
    ),
}


@clause("ministar", "8.7", "8.7.3")
@clause("interblock", "9.8", "9.8.3")
@clause("novo-unity", "8.7", "8.7.3")
@pytest.mark.parametrize("rulebook", list(RECOMMENDED))
def test_a_recommendation_is_listed_and_changes_nothing(rulebook: str) -> None:
    opening, role, broken, by, other = RECOMMENDED[rulebook]
    stage = run_script(f"""
        rulebook {opening}
        note T1 50.00
        bets
        recommend {role} T1 "no breach yet"
        expect refused NO_BREACH {by}
        breach {role} T1 {broken} "tilted the terminal"
        recommend {other} T1 "tilted the terminal"
        expect refused NO_POWER {by}
        recommend {role}:ann T1 "tilted the terminal"
        expect cites {by}
    """).stage
    assert isinstance(stage.verdict, tuple)
    assert [type(event) for event in stage.verdict] == [MeasureTaken]
    (listed,) = stage.floor.people.measures
    assert (listed.measure, listed.who, listed.breach, listed.person) == ("recommend_exclusion", "T1", "B1", "ann")
    assert stage.floor.terminals["T1"].locks == {}
    assert meter(stage, "T1") == parse_money("50.00")


@clause("ministar", "8.7")
@clause("interblock", "9.8")
@clause("novo-unity", "8.7")
@pytest.mark.parametrize("rulebook", list(EXCLUSIONS))
def test_no_other_measure_is_known(rulebook: str) -> None:
    opening, role, broken, by, _ = EXCLUSIONS[rulebook]
    run_script(f"""
        rulebook {opening}
        bets
        breach {role} T1 {broken} "tilted the terminal"
        refuse-wagers {role} T1 "tilted the terminal"
        expect refused NO_POWER {by.rpartition(".")[0]}
    """)


@clause("adelaide", "12(d)")
def test_adelaide_wagers_are_refused_after_two_instances_by_the_house_alone() -> None:
    run_script("""
        rulebook adelaide roulette
        player P1
        buy P1 100.00
        bets
        refuse-wagers pit_boss P1 "touches wagers"
        expect refused NO_BREACH 12(d)
        breach dealer P1 12(d) "touched a straight-up before the end"
        refuse-wagers pit_boss P1 "touches wagers"
        expect refused TOO_FEW_BREACHES 12(d)
        breach dealer P1 12(d) "touched a straight-up before the end"
        refuse-wagers dealer P1 "touches wagers"
        expect refused NO_POWER 12(d)
        refuse-wagers pit_boss P1 "touches wagers"
        expect cites 12(d)
        place P1 red 5.00
        expect refused WAGERS_REFUSED 12(d)
        cash-in P1
        expect chips P1 0.00
        exclude pit_boss P1 "no such measure"
        expect refused NO_POWER 12(d)
        recommend pit_boss P1 "no such measure"
        expect refused NO_POWER 12(d)
        lift pit_boss P1 wagers_refused "promised to wait"
        buy P1 100.00
        place P1 red 5.00
        expect accepted 5.00
    """)


@clause("adelaide", "12(d)")
def test_adelaide_wagers_touched_too_early_are_such_instances() -> None:
    touched = """
        bets
        place P1 straight:7 5.00
        spin
        finish
        close
        rest 7
        dolly dealer 7
        take P1 straight:7 5.00
        expect refused NOT_RELEASED 12(d)
        collect-losers dealer
        pay-winners dealer
    """
    run_script(f"""
        rulebook adelaide roulette
        player P1
        buy P1 100.00
        {touched}
        refuse-wagers pit_boss P1 "touches wagers"
        expect refused TOO_FEW_BREACHES 12(d)
        {touched}
        refuse-wagers pit_boss P1 "touches wagers"
        expect cites 12(d)
        bets
        place P1 red 5.00
        expect refused WAGERS_REFUSED 12(d)
    """)


@clause("money-wheel", "10.2")
def test_money_wheel_no_other_measure_is_known() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        player P1
        bets
        breach casino_supervisor P1 10.6 "told another how to play"
        recommend casino_supervisor P1 "no such measure"
        expect refused NO_POWER 10.2
        refuse-wagers casino_supervisor P1 "no such measure"
        expect refused NO_POWER 10.2
    """)


SEVERAL = {
    "ministar": ("ministar roulette", "assistant_gaming_manager", "casino_supervisor", "8.1"),
    "interblock": ("interblock roulette", "electronic_gaming_supervisor", "electronic_gaming_host", "9.1"),
    "novo-unity": ("novo-unity roulette", "electronic_gaming_supervisor", "electronic_gaming_attendant", "8.1"),
}


@clause("ministar", "8.1")
@clause("interblock", "9.1")
@clause("novo-unity", "8.1")
@pytest.mark.parametrize("rulebook", list(SEVERAL))
def test_one_player_plays_several_terminals_until_told_otherwise(rulebook: str) -> None:
    opening, role, other, by = SEVERAL[rulebook]
    stage = run_script(f"""
        rulebook {opening}
        player P1 at T1 T2
        note T1 50.00
        note T2 50.00
        bets
        place T1 red 5.00
        place T2 black 5.00
        limit-player {other} "one is enough" T2
        expect refused NO_POWER {by}
        limit-player {role} " " T2
        expect refused NO_REASON_GIVEN {by}
        limit-player {role}:ann "one is enough" T2
        expect cites {by}
        place T2 black 5.00
        expect accepted 5.00
        drop
        rest 1
        expect meter T1 55.00
        expect meter T2 40.00
        bets
        place T1 red 5.00
        expect accepted 5.00
        place T2 black 5.00
        expect refused LIMITED {by}
        lift {role} T2 limited "the others have left"
        place T2 black 5.00
        expect accepted 5.00
    """).stage
    (instruction,) = stage.floor.people.instructions
    assert (instruction.terminals, instruction.person, instruction.why) == (("T2",), "ann", "one is enough")


@clause("novo-unity", "8.1")
@clause("ministar", "8.1")
@clause("interblock", "9.1")
@pytest.mark.parametrize("rulebook", list(SEVERAL))
def test_a_terminal_that_may_not_be_played_still_pays_out(rulebook: str) -> None:
    opening, role, _, by = SEVERAL[rulebook]
    stage = run_script(f"""
        rulebook {opening}
        note T2 50.00
        limit-player {role} "one is enough" T2
        bets
        place T2 red 5.00
        expect refused LIMITED {by}
        collect T2 as K1
        expect ticket K1 50.00 outstanding
    """).stage
    assert meter(stage, "T2") == ZERO


@clause("ministar", "8.1")
def test_an_instruction_that_is_lifted_in_time_never_takes_effect() -> None:
    run_script("""
        rulebook ministar roulette
        note T2 50.00
        bets
        limit-player assistant_gaming_manager "one is enough" T2
        lift assistant_gaming_manager T2 limited "never mind"
        drop
        rest 1
        bets
        place T2 red 5.00
        expect accepted 5.00
    """)


@clause("money-wheel", "10.2(a)")
def test_money_wheel_a_payout_on_a_void_wager_is_taken_back() -> None:
    settled = """
        rulebook money-wheel money-wheel
        buy P1 100.00
        buy P2 100.00
        bets
        place P1 c 10.00
        place P1 a 10.00
        place P2 c 10.00
        close
        rest c
        expect phase SETTLED
        expect chips P1 140.00
        breach casino_supervisor P1 10.6 "told another how to play"
    """
    voided = """
        void-wagers casino_supervisor P1 "told another how to play"
        expect cites 10.2(a)
        expect chips P2 150.00
        expect balanced
        void-wagers casino_supervisor P1 "nothing is left"
        expect refused NOTHING_THERE 10.2(a)
    """
    run_script(settled + voided + "expect chips P1 100.00 \n expect demanded P1 0.00 \n expect win P1 0.00")
    run_script(settled + "cash-in P1 \n" + voided + "expect chips P1 0.00 \n expect demanded P1 40.00")
    run_script(settled + "bets \n" + voided + "expect chips P1 100.00 \n expect demanded P1 0.00")
    run_script(
        settled
        + voided
        + """
        invalidate casino_supervisor cause=fire "smoke"
        expect phase VOID
        expect chips P1 100.00
        expect chips P2 100.00
        expect balanced
        """
    )


@clause("money-wheel", "10.2(a)")
def test_money_wheel_only_the_wagers_that_were_chosen_are_void() -> None:
    placed = """
        rulebook money-wheel money-wheel
        buy P1 100.00
        bets
        place P1 c 10.00
        place P1 a 10.00
        breach casino_supervisor P1 10.6 "told another how to play"
    """
    for closing, on_c, on_a in (("", "90.00", "90.00"), ("close \n rest c \n", "90.00", "150.00")):
        for spot, chips in (("c", on_c), ("a", on_a)):
            run_script(
                placed
                + closing
                + f"""
                void-wagers casino_supervisor P1 "told another how to play" only {spot}
                expect cites 10.2(a)
                expect chips P1 {chips}
                void-wagers casino_supervisor P1 "told another how to play" only {spot}
                expect refused NOTHING_THERE 10.2(a)
                expect balanced
                void-wagers casino_supervisor P1 "told another how to play"
                expect chips P1 100.00
                """
            )


@pytest.mark.parametrize("role", ["assistant_gaming_manager", "electronic_gaming_host"])
def test_the_lock_of_a_case_is_not_lifted_as_if_it_were_a_measure(role: str) -> None:
    stage = run_script("""
        rulebook interblock roulette
        open-case assistant_gaming_manager T1 "the screen is dark"
        place T1 red 5.00
        expect refused
    """).stage
    lift = LiftMeasure(role, "somebody", "T1", "case", "never mind")
    refused = decide(stage.floor, lift, stage.floor.at_ms)
    assert isinstance(refused, Refusal), "what began it ends it"
    assert refused.reason is Reason.NO_MEASURE
