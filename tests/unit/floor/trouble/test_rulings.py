"""Rulings in the player's favour, and wagers void for a breach."""

from __future__ import annotations

import pytest

from openetg.floor.commands import RuleOnWager, VarySettlement, VoidWagers
from openetg.floor.events import SettlementVaried, WagerRuled
from openetg.money import cents
from tests.marks import clause
from tests.powers import told, who_may
from tests.scripts import run_script
from tests.unit.floor.trouble.test_terminals import ADELAIDE, INTERBLOCK, MINISTAR, NO_MORE, NOVO


@clause("ministar", "3.3.8", "3.3.7")
def test_a_supervisor_lets_a_late_wager_in_or_out_before_the_outcome() -> None:
    run = run_script(
        MINISTAR.replace("bets", "limit straight min 5.00 max 10.00 \n bets", 1)
        + """
        ruling casino_supervisor T1 allow straight:4 5.00 "not closed yet"
        expect refused WRONG_PHASE 3.3.8
        """
        + NO_MORE
        + """
        ruling casino_supervisor T1 allow straight:4 5.00 ""
        expect refused NO_REASON_GIVEN 3.3.8
        ruling casino_supervisor T1 allow straight:17 10.00 "above the maximum"
        expect refused ABOVE_MAXIMUM
        ruling casino_supervisor T1 allow red 45.00 "more than the meter holds"
        expect refused NOT_ENOUGH_CREDIT
        ruling casino_supervisor T1 allow straight:99 5.00 "no such spot"
        expect refused UNKNOWN_WAGER
        ruling casino_supervisor T1 allow red 0.00 "nothing"
        expect refused NO_AMOUNT
        ruling casino_supervisor T1 withdraw straight:17 2.00 "below the minimum"
        expect refused BELOW_MINIMUM
        ruling casino_supervisor T1 allow straight:4 5.00 "the screen lagged"
        expect cites 3.3.8
        expect spot T1 straight:4 5.00
        expect meter T1 35.00
        ruling casino_supervisor T1 withdraw straight:17 5.00 "the screen lagged"
        expect meter T1 40.00
        rest 4
        expect meter T1 220.00
        expect balanced
        """
    )
    ask = who_may(run, lambda role, person: RuleOnWager(role, person, "T1", True, "red", cents(500), "lag"))
    assert ask == {"casino_supervisor", "games_supervisor", "assistant_gaming_manager"}


@clause("ministar", "3.3.8")
def test_once_the_outcome_is_known_a_ruling_may_only_help_the_player() -> None:
    run = run_script(
        MINISTAR
        + NO_MORE
        + """
        rest 17
        expect meter T1 220.00
        ruling casino_supervisor T1 allow straight:4 5.00 "it would lose"
        expect refused TO_THE_LOSS 3.3.8
        ruling casino_supervisor T1 withdraw straight:17 5.00 "it has won"
        expect refused TO_THE_LOSS 3.3.8
        ruling casino_supervisor T1 allow black 5.00 "the screen lagged"
        expect cites 3.3.8
        expect meter T1 225.00
        ruling casino_supervisor T1 withdraw red 5.00 "the screen lagged"
        expect meter T1 230.00
        ruling casino_supervisor T3 allow black 5.00 "an empty meter"
        expect refused NOT_ENOUGH_CREDIT
        note T3 10.00
        ruling casino_supervisor T3 allow black 5.00 "the screen lagged"
        expect meter T3 15.00
        bets
        ruling casino_supervisor T2 allow straight:17 1.00 "the round before"
        expect meter T2 95.00
        expect balanced
        correct assistant_gaming_manager 18 "camera 4"
        expect balanced
        """
    )
    assert run.stage.table.past[1].wagers["T1"] == {"straight:17": cents(500), "black": cents(500)}


@clause("ministar", "3.3.8")
def test_a_ruling_says_whether_the_outcome_was_known() -> None:
    for rest, known in (("", False), ("rest 18", True)):
        run = run_script(
            MINISTAR + NO_MORE + rest + '\n ruling games_supervisor T1 allow red 5.00 "lag" \n expect cites 3.3.8'
        )
        ruled = told(run, WagerRuled)[0]
        assert (ruled.known, ruled.person) == (known, "games_supervisor")


@clause("interblock", "1.1.wagering_period")
@clause("novo-unity", "3.3.15", "3.3.17")
@clause("adelaide", "7(h)iii")
@pytest.mark.parametrize(
    ("before", "role", "cited"),
    [
        (INTERBLOCK, "assistant_gaming_manager", "1.1.wagering_period"),
        (NOVO, "casino_supervisor", "3.3.15"),
        (ADELAIDE, "pit_boss", "7(h)iii"),
    ],
)
def test_elsewhere_nobody_lets_a_late_wager_in(before: str, role: str, cited: str) -> None:
    run_script(
        before
        + f"""
        ruling {role} T1 allow red 5.00 "the screen lagged"
        expect refused NO_POWER {cited}
        """
    )


@clause("novo-unity", "3.3.16", "3.3.17")
def test_novo_unity_lets_a_supervisor_add_to_a_settlement_and_never_take_away() -> None:
    run = run_script(
        NOVO
        + NO_MORE
        + """
        vary electronic_gaming_supervisor T1 5.00 "not settled yet"
        expect refused WRONG_PHASE 3.3.17
        rest 18
        expect meter T1 50.00
        vary casino_supervisor T1 5.00 "the screen lagged"
        expect refused NO_POWER 3.3.17
        vary electronic_gaming_supervisor T1 5.00 ""
        expect refused NO_REASON_GIVEN 3.3.17
        vary electronic_gaming_supervisor T1 0.00 "nothing"
        expect refused NO_AMOUNT 3.3.17
        vary electronic_gaming_supervisor T1 5.00 "the screen lagged"
        expect cites 3.3.17
        expect meter T1 55.00
        expect balanced
        """
    )
    varied = told(run, SettlementVaried)[0]
    assert (varied.round, varied.amount, varied.why) == (1, cents(500), "the screen lagged")
    assert run.stage.round.wagers["T1"] == {"straight:17": cents(500), "red": cents(500)}
    ask = who_may(run, lambda role, person: VarySettlement(role, person, "T1", cents(500), "lag"))
    assert ask == {"electronic_gaming_supervisor", "electronic_game_supervisor"}
    taken = run.stage.ask(VarySettlement("electronic_gaming_supervisor", "x", "T1", cents(-500), "less"))
    assert getattr(taken, "clause", "") == "3.3.17"


@clause("ministar", "3.3.7")
@clause("interblock", "1.1.wagering_period")
@pytest.mark.parametrize(
    ("before", "role", "cited"),
    [
        (MINISTAR, "assistant_gaming_manager", "3.3.7"),
        (INTERBLOCK, "assistant_gaming_manager", "1.1.wagering_period"),
    ],
)
def test_elsewhere_settlement_is_strict(before: str, role: str, cited: str) -> None:
    run_script(
        before
        + NO_MORE
        + f"""
        rest 18
        vary {role} T1 5.00 "the screen lagged"
        expect refused NO_POWER {cited}
        """
    )


BREACH = {
    "ministar": ("assistant_gaming_manager", "8.4", "8.7.1"),
    "interblock": ("assistant_gaming_manager", "9.5", "9.8.1"),
    "novo-unity": ("electronic_gaming_supervisor", "8.4", "8.7.1"),
}


@clause("ministar", "8.7.1")
@clause("interblock", "9.8.1")
@clause("novo-unity", "8.7.1")
@pytest.mark.parametrize("rulebook", list(BREACH))
def test_the_wagers_of_a_person_in_breach_are_void_and_returned(rulebook: str) -> None:
    role, broken, cited = BREACH[rulebook]
    for closing in ("", NO_MORE, NO_MORE + "rest 17 \n"):
        run = run_script(
            MINISTAR.replace("ministar", rulebook)
            + closing
            + f"""
            breach {role} T1 {broken} "shook the cabinet"
            void-wagers {role} T1 "shook the cabinet"
            expect cites {cited}
            expect meter T1 50.00
            expect staked T1 0.00
            expect balanced
            void-wagers {role} T1 "nothing is left"
            expect refused NOTHING_THERE {cited}
            """
        )
        assert run.stage.floor.people.measures
        assert role in who_may(run, lambda each, person: VoidWagers(each, person, "T1", "x"))


@clause("money-wheel", "10.2(a)")
def test_money_wheel_voids_the_wagers_of_a_player_in_breach() -> None:
    run = run_script(
        """
        rulebook money-wheel money-wheel
        player P1
        buy P1 50.00
        bets
        place P1 symbol:a 10.00
        void-wagers casino_supervisor P1 "no breach on record"
        expect refused NO_BREACH 10.2(a)
        breach casino_supervisor P1 4.3 "a late wager"
        void-wagers dealer P1 "a late wager"
        expect refused NO_POWER 10.2(a)
        void-wagers casino_supervisor P1 "a late wager"
        expect cites 10.2(a)
        expect chips P1 50.00
        expect balanced
        """
    )
    ask = who_may(run, lambda role, person: VoidWagers(role, person, "P1", "x"))
    assert ask == {"casino_operator", "casino_supervisor"}


VARIED = """
    rest 17
    expect meter T1 220.00
    vary electronic_gaming_supervisor T1 5.00 "the screen lagged"
    vary electronic_gaming_supervisor T1 2.00 "the screen lagged"
    vary electronic_gaming_supervisor T3 3.00 "the screen lagged"
    expect meter T1 227.00
"""


@clause("novo-unity", "8.9", "3.3.17")
def test_novo_unity_an_invalid_outcome_takes_back_what_was_given_beyond_settlement() -> None:
    invalid = """
        invalidate electronic_game_supervisor cause=fire "smoke"
        expect phase VOID
        expect meter T2 50.00
        expect meter T3 0.00
        expect balanced
    """
    run_script(NOVO + NO_MORE + VARIED + invalid + "expect meter T1 50.00 \n expect demanded T1 0.00")
    run_script(
        NOVO + NO_MORE + VARIED + "collect T1 as K1 \n" + invalid + "expect meter T1 0.00 \n expect demanded T1 177.00"
    )
    fraud = 'invalidate electronic_game_supervisor cause=fraud "a magnet" forfeit T1 \n'
    run_script(NOVO + NO_MORE + VARIED + fraud + "expect meter T1 40.00 \n expect balanced")


@clause("novo-unity", "8.7.1", "3.3.17")
def test_novo_unity_wagers_void_for_a_breach_take_back_what_was_given_beyond_settlement() -> None:
    run_script(
        NOVO
        + NO_MORE
        + VARIED
        + """
        breach electronic_gaming_supervisor T1 8.4 "shook the cabinet"
        void-wagers electronic_gaming_supervisor T1 "shook the cabinet" only red
        expect meter T1 232.00
        void-wagers electronic_gaming_supervisor T1 "shook the cabinet"
        expect meter T1 50.00
        expect balanced
        invalidate electronic_game_supervisor cause=fire "smoke"
        expect meter T1 50.00
        expect meter T3 0.00
        expect balanced
        """
    )


@clause("novo-unity", "7.1.15", "3.3.17")
def test_novo_unity_payouts_that_were_suspended_take_it_back_with_the_wagers() -> None:
    run_script(
        NOVO
        + NO_MORE
        + VARIED
        + """
        collect T1 as K1
        declare electronic_gaming_supervisor system "the log has gaps"
        expect held T1
        expect meter T1 0.00
        reconstruct electronic_gaming_supervisor T1 failed "no log"
        void-wagers casino_supervisor T1 "no log"
        expect balanced
        expect demanded T1 177.00
        """
    )
