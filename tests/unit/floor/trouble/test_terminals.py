"""A terminal that does not work properly: held apart, established from the records or void, and back in service."""

from __future__ import annotations

import pytest

from openetg.floor.commands import CloseCase, CloseTerminal, OpenCase, Reconstruct, VoidRound, VoidWagers
from openetg.floor.events import CaseOpened, TerminalSettled, WagersVoided
from tests.marks import clause
from tests.payout_notation import playable
from tests.powers import told, who_may
from tests.scripts import run_script

MINISTAR = """
    rulebook ministar roulette
    bets
    note T1 50.00
    note T2 50.00
    place T1 straight:17 5.00
    place T1 red 5.00
    place T2 black 10.00
"""
INTERBLOCK = MINISTAR.replace("ministar", "interblock")
NOVO = MINISTAR.replace("ministar", "novo-unity")
ADELAIDE = MINISTAR.replace("ministar", "adelaide")
AGM = {
    "assistant_gaming_manager",
    "electronic_gaming_supervisor",
    "electronic_game_supervisor",
    "electronic_supervisor",
}
NO_MORE = "spin \n drop \n"
FINISHED = "finish \n close dealer \n spin \n"


@clause("ministar", "7.1", "7.2", "7.2.2", "7.2.3.1")
def test_a_faulty_terminal_is_held_and_settled_by_the_actual_outcome_once_established() -> None:
    run = run_script(
        MINISTAR
        + NO_MORE
        + """
        fault T1 E17
        expect held T1
        expect cites 7.2.2
        expect cites 7.1
        rest 17
        expect phase SETTLED
        expect meter T1 40.00
        expect meter T2 60.00
        expect held T1
        reconstruct assistant_gaming_manager T1 confirmed "the log of the terminal agrees"
        expect cites 7.1
        expect cites 7.2.3.1
        expect meter T1 220.00
        expect win T1 175.00
        expect balanced
        bets
        place T1 red 5.00
        expect accepted 5.00
        """
    )
    may = who_may(run, lambda role, person: Reconstruct(role, person, "T1", True, "seen"))
    assert may == {"assistant_gaming_manager"}


@clause("interblock", "8.1", "8.2", "8.2.2")
def test_the_others_settle_and_the_held_one_is_paid_when_established() -> None:
    run = run_script(
        INTERBLOCK
        + NO_MORE
        + """
        fault T1 crash
        expect cites 8.2.2
        expect cites 8.1
        rest 17
        expect meter T1 40.00
        expect meter T2 60.00
        reconstruct electronic_gaming_supervisor T1 confirmed "10.00 on both records"
        expect cites 8.1
        expect meter T1 220.00
        expect balanced
        """
    )
    settled = told(run, TerminalSettled)
    assert [event.clause for event in settled] == ["8.1"]
    may = who_may(run, lambda role, person: Reconstruct(role, person, "T1", True, "seen"))
    assert may == AGM


@clause("novo-unity", "7.1.10", "7.1.11", "7.1.11.2")
def test_novo_unity_holds_a_terminal_until_either_supervisor_has_established_its_wagers() -> None:
    run = run_script(
        NOVO
        + NO_MORE
        + """
        fault T1 display
        expect held T1
        expect cites 7.1.11.2
        expect cites 7.1.10
        rest 17
        expect meter T2 60.00
        expect meter T1 40.00
        reconstruct casino_supervisor T1 confirmed "as on the screen"
        expect cites 7.1.10
        expect meter T1 220.00
        """
    )
    may = who_may(run, lambda role, person: Reconstruct(role, person, "T1", True, "seen"))
    assert may == {
        "electronic_gaming_supervisor", "electronic_game_supervisor", "casino_supervisor", "games_supervisor",
    }  # fmt: skip


@clause("ministar", "7.1", "7.3", "1.1.void")
def test_wagers_established_before_the_outcome_are_settled_with_the_others() -> None:
    run_script(
        MINISTAR
        + """
        fault T1 E17
        place T1 red 5.00
        expect refused OUT_OF_SERVICE 7.2.2
        spin
        drop
        reconstruct assistant_gaming_manager T1 confirmed "the log of the terminal agrees"
        rest 17
        expect meter T1 220.00
        expect meter T2 60.00
        """
    )


@clause("ministar", "7.1")
@clause("interblock", "8.1")
@clause("novo-unity", "7.1.10")
@pytest.mark.parametrize("before", [MINISTAR, INTERBLOCK, NOVO])
def test_a_fault_before_the_close_returns_nothing_where_wagers_are_established(before: str) -> None:
    run_script(
        before
        + """
        fault T1 E17
        expect held T1
        expect meter T1 40.00
        expect staked T1 10.00
        spin
        drop
        rest 17
        expect meter T1 40.00
        expect meter T2 60.00
        """
    )


def test_a_terminal_whose_meter_does_not_agree_can_fail_as_well() -> None:
    run = run_script(
        MINISTAR
        + NO_MORE
        + """
        report-meter T1 99.00
        fault T1 E17
        expect held T1
        rest 17
        expect meter T1 40.00
        close-case assistant_gaming_manager T1 "wagers go first"
        expect refused WAGERS_HELD 7.1
        reconstruct assistant_gaming_manager T1 confirmed "the log agrees"
        expect meter T1 220.00
        close-case assistant_gaming_manager T1 "the display was replaced"
        bets
        place T1 red 5.00
        expect accepted 5.00
        """
    )
    assert all(case.closed for case in run.stage.floor.cases.values())


def test_a_case_about_a_round_long_over_can_still_be_ended() -> None:
    later = "bets \n spin \n drop \n rest 18 \n"
    run_script(
        MINISTAR
        + NO_MORE
        + 'rest 17 \n open-case casino_operator T1 "a flicker" \n'
        + later * 7
        + """
        reconstruct assistant_gaming_manager T1 failed "no log that old"
        expect refused NOTHING_THERE 7.1
        void-wagers assistant_gaming_manager T1 "no log that old"
        expect refused NOT_TRIED 7.3
        close-case casino_operator T1 "nothing is in doubt"
        expect meter T1 220.00
        """
    )


@clause("ministar", "7.3", "1.1.void")
def test_only_what_could_not_be_established_is_void() -> None:
    run = run_script(
        MINISTAR
        + NO_MORE
        + """
        fault T1 E17
        rest 17
        reconstruct assistant_gaming_manager T1 confirmed "red is not in the log" without red
        expect cites 7.3
        expect cites 7.1
        expect meter T1 225.00
        expect balanced
        """
    )
    voided = told(run, WagersVoided)[0]
    assert list(voided.spots) == ["red"]


@clause("ministar", "7.3", "1.1.void")
def test_void_wagers_need_a_case_and_a_failed_attempt() -> None:
    run = run_script(
        MINISTAR
        + NO_MORE
        + """
        void-wagers assistant_gaming_manager T1 "no case"
        expect refused NO_CASE 7.3
        fault T1 E17
        void-wagers assistant_gaming_manager T1 "nobody has tried"
        expect refused NOT_TRIED 7.3
        rest 17
        reconstruct assistant_gaming_manager T1 failed "no log"
        expect held T1
        void-wagers casino_supervisor T1 "no log"
        expect refused NO_POWER 7.3
        void-wagers assistant_gaming_manager T1 "no log"
        expect cites 7.3
        expect meter T1 50.00
        expect meter T2 60.00
        expect balanced
        reconstruct assistant_gaming_manager T1 confirmed "too late"
        expect refused NO_CASE 7.1
        """
    )
    assert run.stage.round.wagers["T1"] == {}
    assert who_may(run, lambda role, person: VoidWagers(role, person, "T1", "x")) == {"assistant_gaming_manager"}
    voids = who_may(run, lambda role, person: VoidRound(role, person, "A", None, "x"))
    assert voids == {"assistant_gaming_manager"}


@clause("ministar", "7.1", "7.3", "1.1.void")
def test_wagers_that_were_paid_are_void_with_their_payout() -> None:
    run_script(
        MINISTAR
        + NO_MORE
        + """
        rest 17
        expect meter T1 220.00
        open-case assistant_gaming_manager T1 "the layout flickered"
        reconstruct assistant_gaming_manager T1 failed "no log"
        void-wagers assistant_gaming_manager T1 "no log"
        expect meter T1 50.00
        expect win T1 0.00
        expect meter T2 60.00
        expect balanced
        """
    )


@clause("interblock", "8.3")
def test_interblock_voids_exactly_what_could_not_be_established() -> None:
    run = run_script(
        INTERBLOCK
        + NO_MORE
        + """
        fault T1 E17
        void-wagers assistant_gaming_manager T1 "nobody has tried"
        expect refused NOT_TRIED 8.3
        rest 17
        close-case assistant_gaming_manager T1 "there is no third end"
        expect refused WAGERS_HELD 8.1
        reconstruct assistant_gaming_manager T1 confirmed ""
        expect refused NO_REASON_GIVEN 8.1
        reconstruct assistant_gaming_manager T1 failed "the log was wiped"
        void-wagers assistant_gaming_manager T1 "the log was wiped"
        expect cites 8.3
        expect meter T1 50.00
        expect meter T2 60.00
        """
    )
    may = who_may(run, lambda role, person: VoidWagers(role, person, "T1", "x"))
    assert may == who_may(run, lambda role, person: VoidRound(role, person, "A", None, "x")) == AGM


@clause("novo-unity", "7.1.12", "1.1:void")
def test_novo_unity_lets_only_the_casino_supervisor_void() -> None:
    run = run_script(
        NOVO
        + NO_MORE
        + """
        fault T1 display
        rest 17
        reconstruct electronic_gaming_supervisor T1 failed "no record"
        void-wagers electronic_gaming_supervisor T1 "no record"
        expect refused NO_POWER 7.1.12
        void-wagers casino_supervisor T1 "no record"
        expect cites 7.1.12
        expect meter T1 50.00
        expect meter T2 60.00
        """
    )
    may = who_may(run, lambda role, person: VoidWagers(role, person, "T1", "x"))
    voids = who_may(run, lambda role, person: VoidRound(role, person, "A", None, "x"))
    assert may == voids == {"casino_supervisor", "games_supervisor"}


@clause("novo-unity", "7.1.12")
def test_novo_unity_voids_a_part_only_by_the_one_who_may_void() -> None:
    run_script(
        NOVO
        + NO_MORE
        + """
        fault T1 display
        rest 17
        reconstruct electronic_gaming_supervisor T1 confirmed "red is in doubt" without red
        expect refused NO_POWER 7.1.12
        reconstruct casino_supervisor T1 confirmed "red is in doubt" without red
        expect cites 7.1.12
        expect meter T1 225.00
        """
    )


@clause("adelaide", "11(a)", "11(a)iii", "11(b)", "11(b)i")
def test_adelaide_gives_back_at_once_before_the_close_and_bars_that_terminal_for_the_round() -> None:
    run_script(
        ADELAIDE
        + """
        player P1
        buy P1 20.00
        place P1 red 10.00
        fault T1 E17
        expect cites 11(a)iii
        expect cites 11(b)
        expect cites 11(b)i
        expect meter T1 50.00
        place T1 red 5.00
        expect refused OUT_OF_SERVICE 11(b)i
        place T2 black 5.00
        expect accepted 5.00
        finish
        close dealer
        spin
        rest 17
        expect meter T1 50.00
        expect meter T2 65.00
        expect chips P1 10.00
        expect balanced
        bets
        place T1 red 5.00
        expect accepted 5.00
        """
    )


@clause("adelaide", "11(b)", "11(b)ii")
def test_adelaide_holds_from_the_close_on_and_the_dealer_establishes_the_bets() -> None:
    run = run_script(
        ADELAIDE
        + FINISHED
        + """
        fault T1 E17
        expect held T1
        expect meter T1 40.00
        rest 17
        expect meter T2 60.00
        expect meter T1 40.00
        reconstruct dealer T1 confirmed "both records agree"
        expect cites 11(b)ii
        expect cites 11(e)
        expect meter T1 220.00
        expect balanced
        """
    )
    assert who_may(run, lambda role, person: Reconstruct(role, person, "T1", True, "seen")) == {"dealer"}


@clause("adelaide", "11(b)iii")
def test_adelaide_voids_only_after_a_failed_attempt() -> None:
    run = run_script(
        ADELAIDE
        + FINISHED
        + """
        fault T1 E17
        rest 17
        void-wagers dealer T1 "nobody has tried"
        expect refused NOT_TRIED 11(b)iii
        reconstruct dealer T1 failed "the records differ"
        void-wagers dealer T1 "the records differ"
        expect cites 11(b)iii
        expect meter T1 50.00
        expect balanced
        """
    )
    assert who_may(run, lambda role, person: VoidWagers(role, person, "T1", "x")) == {"dealer"}


OPERATORS = {
    "ministar": {"casino_operator", "assistant_gaming_manager"},
    "interblock": {
        "casino_operator", "assistant_gaming_manager", "electronic_gaming_supervisor", "electronic_game_supervisor",
        "electronic_supervisor",
    },
    "novo-unity": {
        "casino_operator", "casino_supervisor", "games_supervisor", "electronic_gaming_supervisor",
        "electronic_game_supervisor",
    },
    "adelaide": {"dealer", "inspector_in_charge", "casino_operator", "house", "pit_boss", "shift_manager"},
}  # fmt: skip


@clause("ministar", "7.2.3")
@clause("interblock", "8.2.7")
@clause("novo-unity", "7.1.11.4")
@clause("adelaide", "11(a)iv")
@pytest.mark.parametrize(
    ("rulebook", "opener", "cited"),
    [
        ("ministar", "assistant_gaming_manager", "7.2.3"),
        ("interblock", "assistant_gaming_manager", "8.2.7"),
        ("novo-unity", "casino_supervisor", "7.1.11.4"),
        ("adelaide", "inspector_in_charge", "11(a)iv"),
    ],
)
def test_a_person_takes_a_terminal_out_of_service_with_a_reason(rulebook: str, opener: str, cited: str) -> None:
    run = run_script(
        f"""
        rulebook {rulebook} roulette
        bets
        note T1 50.00
        open-case {opener} T1 ""
        expect refused NO_REASON_GIVEN {cited}
        open-case {opener} T1 "it hums"
        expect cites {cited}
        place T1 red 5.00
        expect refused OUT_OF_SERVICE {cited}
        open-case {opener} T1 "it still hums"
        expect refused CASE_OPEN {cited}
        close-case {opener} T1 ""
        expect refused NO_REASON_GIVEN {cited}
        close-case {opener} T1 "a loose fan"
        close-case {opener} T1 "again"
        expect refused NO_CASE {cited}
        """
    )
    assert who_may(run, lambda role, person: OpenCase(role, person, "T1", "hums")) == OPERATORS[rulebook]
    assert who_may(run, lambda role, person: CloseCase(role, person, "T1", "quiet")) == OPERATORS[rulebook]
    if rulebook != "adelaide":
        closes = who_may(run, lambda role, person: CloseTerminal(role, person, "T1"))
        assert closes == OPERATORS[rulebook] - {"casino_supervisor", "games_supervisor"}


@clause("ministar", "7.2")
@clause("interblock", "8.2")
@clause("novo-unity", "7.1.11")
@clause("adelaide", "11(a)")
@pytest.mark.parametrize(
    ("rulebook", "opener", "grounds"),
    [
        ("ministar", "casino_operator", ("7.2.1", "7.2.2", "7.2.3")),
        ("interblock", "casino_operator", ("8.2.1", "8.2.2", "8.2.7")),
        ("novo-unity", "casino_operator", ("7.1.11.1", "7.1.11.2", "7.1.11.4")),
        ("adelaide", "casino_operator", ("11(a)i", "11(a)iii", "11(a)iv")),
    ],
)
def test_a_case_shows_its_ground(rulebook: str, opener: str, grounds: tuple[str, ...]) -> None:
    for ground, cited in zip(("meter", "interrupted", "other"), grounds, strict=True):
        run = run_script(
            f"""
            rulebook {rulebook} roulette
            bets
            open-case {opener} T1 "seen" ground={ground}
            expect cites {cited}
            """
        )
        opened = told(run, CaseOpened)[0]
        assert run.stage.floor.cases[opened.case].clause == cited


@clause("adelaide", "11(a)iv", "11(b)i")
def test_adelaide_takes_a_terminal_out_by_hand_and_keeps_it_out() -> None:
    run_script(
        ADELAIDE
        + """
        open-case dealer T1 "the glass is broken"
        expect cites 11(b)i
        expect meter T1 50.00
        finish
        close dealer
        spin
        rest 17
        bets
        place T1 red 5.00
        expect refused OUT_OF_SERVICE 11(a)iv
        close-case dealer T1 "new glass"
        place T1 red 5.00
        expect accepted 5.00
        """
    )


@clause("ministar", "7.2.3")
@clause("interblock", "8.2.7", "8.8")
@clause("novo-unity", "7.1.11.4")
@clause("adelaide", "11(a)iv", "11(c)", "11(e)", "12(b)")
@pytest.mark.parametrize(
    ("rulebook", "floor", "operator"),
    [
        ("ministar", (), ("casino_operator",)),
        ("interblock", ("electronic_supervisor",), ("casino_operator",)),
        ("novo-unity", (), ("casino_operator",)),
        ("adelaide", ("inspector_in_charge", "pit_boss", "shift_manager"), ("casino_operator", "house")),
    ],
)
def test_those_who_find_and_establish_are_of_the_floor_and_the_operator_is_no_official(
    rulebook: str, floor: tuple[str, ...], operator: tuple[str, ...]
) -> None:
    roles = playable(rulebook).rulebook.roles
    assert {roles[role].of for role in floor} <= {"floor"}
    assert {roles[role].of for role in operator} == {"operator"}


@clause("ministar", "7.3")
def test_a_case_about_a_void_round_moves_no_money_a_second_time() -> None:
    void = (
        MINISTAR
        + NO_MORE
        + """
        rest 17
        invalidate assistant_gaming_manager cause=fire "smoke"
        expect phase VOID
        open-case casino_operator T1 "a dark screen"
        """
    )
    after = "expect meter T1 50.00 \n expect meter T2 50.00 \n expect balanced \n"
    end = """
        reconstruct assistant_gaming_manager T1 confirmed "the log agrees"
        expect refused NOTHING_THERE 7.1
        reconstruct assistant_gaming_manager T1 confirmed "the log agrees" without red
        expect refused NOTHING_THERE 7.1
        reconstruct assistant_gaming_manager T1 failed "no log"
        expect refused NOTHING_THERE 7.1
        void-wagers assistant_gaming_manager T1 "no log"
        expect refused NOT_TRIED 7.3
        close-case casino_operator T1 "repaired"
        """
    run = run_script(void + end + after)
    assert all(case.closed for case in run.stage.floor.cases.values())
    run_script(
        void
        + """
        breach assistant_gaming_manager T1 8.4 "shook the cabinet"
        void-wagers assistant_gaming_manager T1 "shook the cabinet"
        expect refused NOTHING_THERE 8.7.1
        """
        + after
    )
