"""Wheels and tumblers at fault, and outcomes that were not read."""

from __future__ import annotations

import pytest

from openetg.floor.commands import DeclareFault, EnterOutcome, StartVisit
from openetg.floor.core.refusals import Reason
from openetg.floor.events import FaultDeclared
from tests.marks import clause
from tests.powers import told, who_may
from tests.scripts import run_script
from tests.unit.floor.trouble.test_terminals import (
    ADELAIDE,
    AGM,
    FINISHED,
    INTERBLOCK,
    MINISTAR,
    NO_MORE,
    NOVO,
    OPERATORS,
)


@clause("ministar", "7.4.1.4", "7.4.1.2")
def test_ministar_declares_the_wheel_at_fault_and_the_round_is_void() -> None:
    run = run_script(
        MINISTAR
        + NO_MORE
        + """
        declare assistant_gaming_manager device "the wheel grinds"
        expect phase VOID
        expect cites 7.4.1.2
        expect cites 7.4.1.4
        expect meter T1 50.00
        """
    )
    declared = told(run, FaultDeclared)[0]
    assert (declared.person, declared.why) == ("assistant_gaming_manager", "the wheel grinds")


@clause("interblock", "8.1", "8.2.7")
def test_interblock_holds_a_round_whose_wheel_is_declared_at_fault() -> None:
    run = run_script(
        INTERBLOCK
        + NO_MORE
        + """
        declare assistant_gaming_manager device ""
        expect refused NO_REASON_GIVEN 8.2.7
        declare assistant_gaming_manager device "nothing comes back from the wheel"
        expect phase HELD
        expect cites 8.1
        expect meter T1 40.00
        enter assistant_gaming_manager 17
        expect phase SETTLED
        expect meter T1 220.00
        declare assistant_gaming_manager device "too late"
        expect refused WRONG_PHASE 8.2.7
        """
    )
    may = who_may(run, lambda role, person: DeclareFault(role, person, "A", "device", "x"))
    assert may == OPERATORS["interblock"]


DICE = """
    rulebook interblock sic-bo
    bets
    note T1 50.00
    place T1 big 10.00
    shake
    close timer
"""


@clause("interblock", "8.4", "8.4.2")
def test_a_tumbler_declared_at_fault_leaves_only_a_void_and_is_out_of_service() -> None:
    run = run_script(
        DICE
        + """
        declare casino_operator device ""
        expect refused NO_REASON_GIVEN 8.4.2
        declare casino_operator device "a cracked dome"
        expect phase HELD
        expect cites 8.4.2
        enter assistant_gaming_manager 4-5-6
        expect refused ONLY_VOID 8.4.2
        void assistant_gaming_manager "a cracked dome"
        expect phase VOID
        expect cites 8.4
        expect meter T1 50.00
        bets
        expect refused OUT_OF_SERVICE 8.4.2
        restore casino_operator "a new dome"
        restore casino_operator "again"
        expect refused NOTHING_THERE 8.4.2
        """
    )
    may = who_may(run, lambda role, person: DeclareFault(role, person, "A", "device", "x"))
    assert may == OPERATORS["interblock"]


@clause("interblock", "8.4", "8.4.1")
def test_cocked_dice_are_void_by_a_supervisor_and_nothing_else() -> None:
    run_script(
        DICE
        + """
        cocked
        expect phase HELD
        expect cites 8.4.1
        expect meter T1 40.00
        enter assistant_gaming_manager 4-5-6
        expect refused ONLY_VOID 8.4.1
        bets
        expect refused WRONG_PHASE
        void electronic_gaming_host "cocked"
        expect refused NO_POWER 8.4
        void assistant_gaming_manager "cocked"
        expect phase VOID
        expect cites 8.4
        expect meter T1 50.00
        """
    )


@clause("interblock", "8.1")
def test_dice_that_were_not_read_are_entered_by_a_supervisor() -> None:
    run = run_script(
        DICE
        + """
        rest unread
        expect phase HELD
        expect cites 8.1
        enter casino_supervisor 4-5-6
        expect refused NO_POWER 8.1
        enter assistant_gaming_manager 4-5-6
        expect cites 8.1
        expect phase SETTLED
        expect meter T1 60.00
        """
    )
    assert who_may(run, lambda role, person: EnterOutcome(role, person, "A", "4-5-6")) == AGM


@clause("interblock", "8.2.5", "8.8")
def test_interblock_settles_an_unread_ball_by_the_pocket_a_supervisor_sees() -> None:
    run = run_script(
        INTERBLOCK
        + NO_MORE
        + """
        rest unread
        expect phase HELD
        expect cites 8.2.5
        expect meter T1 40.00
        enter casino_supervisor 17
        expect refused NO_POWER 8.2.5
        enter electronic_supervisor 17
        expect cites 8.2.5
        expect cites 8.8
        expect outcome 17
        expect meter T1 220.00
        expect meter T2 60.00
        """
    )
    assert who_may(run, lambda role, person: EnterOutcome(role, person, "A", "17")) == AGM
    assert "electronic_supervisor" in who_may(run, lambda role, person: StartVisit(role, person, "T1", "clean"))


@clause("novo-unity", "7.1.10", "7.1.11.4")
def test_novo_unity_holds_a_round_whose_wheel_is_declared_at_fault() -> None:
    run = run_script(
        NOVO
        + NO_MORE
        + """
        declare casino_supervisor device ""
        expect refused NO_REASON_GIVEN 7.1.11.4
        declare casino_supervisor device "it stopped"
        expect phase HELD
        expect cites 7.1.10
        void casino_supervisor "it stopped"
        expect cites 7.1.12
        expect meter T1 50.00
        """
    )
    may = who_may(run, lambda role, person: DeclareFault(role, person, "A", "device", "x"))
    assert may == OPERATORS["novo-unity"]


LIVE = NOVO.replace("roulette", "roulette \n wheel live")


EITHER = {"casino_supervisor", "games_supervisor", "electronic_gaming_supervisor", "electronic_game_supervisor"}


DEALT = {"dealer", "casino_supervisor", "games_supervisor"}


@clause("novo-unity", "7.1.9", "7.1.10")
@pytest.mark.parametrize(
    ("before", "trouble", "able", "cited"),
    [
        (NOVO, "rest unread", EITHER, "7.1.10"),
        (LIVE, "rest unread", DEALT, "7.1.9"),
        *(
            (before, trouble, EITHER, "7.1.10")
            for before in (NOVO, LIVE)
            for trouble in ('declare casino_supervisor device "it stopped"', "fault table jam")
        ),
    ],
)
def test_novo_unity_has_a_number_entered_that_was_not_read_or_lost_with_the_wheel(
    before: str, trouble: str, able: set[str], cited: str
) -> None:
    held = before + NO_MORE + trouble + "\n expect phase HELD \n expect meter T1 40.00 \n"
    run = run_script(held)
    assert who_may(run, lambda role, person: EnterOutcome(role, person, "A", "17", "seen")) == able
    for role in able:
        run_script(f"""{held}
            enter {role} 17 "seen"
            expect cites {cited}
            expect phase SETTLED
            expect meter T1 220.00
        """)


@clause("novo-unity", "7.1.11.3")
@pytest.mark.parametrize("before", [NOVO, LIVE])
def test_novo_unity_holds_a_round_whose_ball_came_to_rest_with_betting_open(before: str) -> None:
    run_script(
        before
        + """
        spin
        rest 17
        expect phase HELD
        expect cites 7.1.11.3
        place T2 straight:17 5.00
        expect refused AFTER_CLOSE
        expect meter T1 40.00
        enter casino_supervisor 17
        expect meter T1 220.00
        """
    )


@clause("adelaide", "10(d)")
def test_adelaide_holds_a_round_whose_wheel_is_declared_at_fault() -> None:
    run = run_script(
        ADELAIDE
        + FINISHED
        + """
        declare dealer device "a loose fret"
        expect phase HELD
        expect cites 10(d)
        """
    )
    may = who_may(run, lambda role, person: DeclareFault(role, person, "A", "device", "x"))
    assert may == {"dealer", "house", "pit_boss", "shift_manager"}


@clause("money-wheel", "8.2")
def test_money_wheel_voids_a_round_whose_wheel_is_declared_at_fault_also_when_it_was_paid() -> None:
    run = run_script(
        """
        rulebook money-wheel money-wheel
        player P1
        buy P1 20.00
        bets
        place P1 symbol:a 10.00
        close
        spin
        rest a
        expect chips P1 30.00
        declare dealer device "the brake slipped"
        expect phase VOID
        expect cites 8.2
        expect chips P1 20.00
        expect balanced
        """
    )
    may = who_may(run, lambda role, person: DeclareFault(role, person, "A", "device", "x"))
    assert may == {"dealer", "casino_operator", "casino_supervisor"}
    nobody = run.stage.ask(DeclareFault("casino_operator", "x", "A", "system", "x"))
    assert getattr(nobody, "reason", None) is Reason.NOT_IN_RULEBOOK
