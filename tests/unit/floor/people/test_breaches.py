"""What may be put on record against a person, by whom, and which measures it opens."""

from __future__ import annotations

import pytest

from openetg.floor.commands import OpenCase, RecordBreach, ReportByPlayer
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import BreachRecorded
from openetg.money import cents
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script

OPENING = {
    "ministar": "rulebook ministar roulette",
    "interblock": "rulebook interblock roulette",
    "novo-unity": "rulebook novo-unity roulette",
    "adelaide": "rulebook adelaide roulette\nplayer P1",
    "money-wheel": "rulebook money-wheel money-wheel\nplayer P1",
}
SUPERVISOR = {
    "ministar": "assistant_gaming_manager",
    "interblock": "assistant_gaming_manager",
    "novo-unity": "electronic_gaming_supervisor",
    "adelaide": "pit_boss",
    "money-wheel": "casino_supervisor",
}


def stage_of(rulebook: str, script: str = "") -> Stage:
    """A table of a rulebook, and what a script has made of it."""
    return run_script(f"{OPENING[rulebook]}\nbets\n{script}\nexpect balanced").stage


def recorded(stage: Stage) -> BreachRecorded:
    """The breach in the last answer."""
    assert isinstance(stage.verdict, tuple), stage.verdict
    (breach,) = (event for event in stage.verdict if isinstance(event, BreachRecorded))
    return breach


@clause("ministar", "8.3", "8.4", "8.5", "8.7", "8.10", "8.11", "8.13")
@pytest.mark.parametrize("broken", ["8.3", "8.4", "8.5", "8.10", "8.11", "8.13"])
def test_ministar_a_breach_of_these_six_opens_the_measures(broken: str) -> None:
    run_script(f"""
        rulebook ministar roulette
        bets
        breach assistant_gaming_manager T1 {broken} "seen at the terminal"
        expect cites 8.7
        expect cites {broken}
        exclude assistant_gaming_manager T1 "after the breach"
        expect cites 8.7.2
        expect cites {broken}
    """)


@clause("interblock", "9.4", "9.5", "9.6", "9.8", "9.11", "9.12", "9.13")
@pytest.mark.parametrize("broken", ["9.4", "9.5", "9.6", "9.11", "9.12", "9.13"])
@pytest.mark.parametrize("supervisor", ["assistant_gaming_manager", "electronic_gaming_supervisor"])
def test_interblock_a_breach_of_these_six_opens_the_measures(broken: str, supervisor: str) -> None:
    run_script(f"""
        rulebook interblock roulette
        bets
        breach electronic_gaming_host T1 {broken} "seen at the terminal"
        expect cites 9.8
        exclude electronic_gaming_host T1 "not a host's measure"
        expect refused NO_POWER 9.8.2
        exclude {supervisor} T1 "after the breach"
        expect cites 9.8.2
        expect cites {broken}
    """)


@clause("novo-unity", "8.3", "8.4", "8.5", "8.7", "8.11", "8.12", "8.14")
@pytest.mark.parametrize("broken", ["8.3", "8.4", "8.5", "8.11", "8.12", "8.14"])
def test_novo_unity_a_breach_of_these_opens_the_measures(broken: str) -> None:
    run_script(f"""
        rulebook novo-unity roulette
        bets
        breach electronic_gaming_supervisor T1 {broken} "seen at the terminal"
        expect cites 8.7
        exclude electronic_gaming_supervisor T1 "after the breach"
        expect cites 8.7.2
        expect cites {broken}
    """)


@clause("money-wheel", "5.4", "10.2", "10.6", "10.8")
@pytest.mark.parametrize("broken", ["5.4", "10.6", "10.7", "10.8", "4.3"])
def test_money_wheel_a_breach_of_any_rule_opens_the_measures(broken: str) -> None:
    run_script(f"""
        rulebook money-wheel money-wheel
        player P1
        bets
        exclude casino_supervisor P1 "without a record"
        expect refused NO_BREACH 10.2(b)
        breach casino_supervisor P1 {broken} "seen at the table"
        expect cites 10.2
        expect cites {broken}
        exclude casino_supervisor P1 "after the breach"
        expect cites 10.2(b)
    """)


@clause("ministar", "8.2", "8.7", "8.12")
@pytest.mark.parametrize("broken", ["8.2", "8.12"])
def test_ministar_what_is_only_kept_on_record_opens_nothing(broken: str) -> None:
    run_script(f"""
        rulebook ministar roulette
        bets
        note T1 20.00
        place T1 red 5.00
        breach assistant_gaming_manager T1 {broken} "seen at the terminal"
        expect cites {broken}
        void-wagers assistant_gaming_manager T1 "no ground"
        expect refused NO_CASE
        expect staked T1 5.00
        exclude assistant_gaming_manager T1 "no ground"
        expect refused NO_BREACH 8.7.2
        recommend assistant_gaming_manager T1 "no ground"
        expect refused NO_BREACH 8.7.3
        place T1 red 5.00
        expect accepted 5.00
    """)


@clause("interblock", "8.5", "9.2")
@pytest.mark.parametrize("broken", ["8.5", "9.2"])
def test_interblock_what_is_only_kept_on_record_opens_nothing(broken: str) -> None:
    run_script(f"""
        rulebook interblock roulette
        bets
        breach assistant_gaming_manager T1 {broken} "seen at the terminal"
        expect cites {broken}
        exclude assistant_gaming_manager T1 "no ground"
        expect refused NO_BREACH 9.8.2
    """)


@clause("novo-unity", "7.1.14", "8.2", "8.7", "8.13")
@pytest.mark.parametrize("broken", ["7.1.14", "8.2", "8.13"])
def test_novo_unity_what_is_only_kept_on_record_opens_nothing(broken: str) -> None:
    run_script(f"""
        rulebook novo-unity roulette
        bets
        breach electronic_gaming_supervisor T1 {broken} "seen at the terminal"
        expect cites {broken}
        exclude electronic_gaming_supervisor T1 "no ground"
        expect refused NO_BREACH 8.7.2
    """)


@clause("adelaide", "6(m)", "12(e):partnerships", "12(l)")
@pytest.mark.parametrize("broken", ["6(m)", "12(e):partnerships", "12(l)"])
def test_adelaide_what_is_only_kept_on_record_opens_nothing(broken: str) -> None:
    run_script(f"""
        rulebook adelaide roulette
        player P1
        bets
        breach pit_boss P1 {broken} "seen at the table"
        expect cites {broken}
        breach dealer P1 {broken} "seen again"
        refuse-wagers pit_boss P1 "no ground"
        expect refused NO_BREACH 12(d)
    """)


@clause("adelaide", "12(l)")
@pytest.mark.parametrize("kind", ["possess", "use", "communicate"])
def test_adelaide_a_device_is_had_used_or_talked_about(kind: str) -> None:
    stage = stage_of("adelaide", f"""
        breach dealer P1 12(l) "a device" kind={kind}
        breach dealer P1 12(l) "a device" kind=admire
        expect refused NOT_A_KIND 12(l)
        breach dealer P1 12(c) "a device" kind={kind}
        expect refused NOT_A_KIND 12(c)
        breach dealer P1 12(l) "a device" kind={kind}
    """)  # fmt: skip
    assert recorded(stage).breached == "12(l)"


@clause("ministar", "8.10")
@pytest.mark.parametrize("kind", ["induced", "solicited"])
def test_ministar_inducing_and_soliciting_are_one_breach(kind: str) -> None:
    stage = stage_of("ministar", f"""
        breach assistant_gaming_manager T1 8.11 "money for the place" kind={kind}
        expect refused NOT_A_KIND 8.11
        breach assistant_gaming_manager T1 8.10 "money for the place" kind={kind}
    """)  # fmt: skip
    assert recorded(stage).kind == kind
    assert "exclude" in recorded(stage).enables


@clause("novo-unity", "8.11")
@pytest.mark.parametrize("kind", ["induced-to-vacate", "induced-to-syndicate", "solicited"])
def test_novo_unity_inducing_and_soliciting_are_one_breach(kind: str) -> None:
    stage = stage_of("novo-unity", f"""
        breach electronic_gaming_supervisor T1 8.12 "money for the place" kind={kind}
        expect refused NOT_A_KIND 8.12
        breach electronic_gaming_supervisor T1 8.11 "money for the place" kind={kind}
    """)  # fmt: skip
    assert recorded(stage).kind == kind
    assert "exclude" in recorded(stage).enables


@clause("novo-unity", "1.1:syndicated_play", "8.10")
def test_novo_unity_three_different_persons_make_a_syndicate_the_offender_among_them() -> None:
    stage = stage_of("novo-unity", """
        breach electronic_gaming_supervisor T1 8.10 "acting together"
        expect refused TOO_FEW_PERSONS 1.1:syndicated_play
        breach electronic_gaming_supervisor T1 8.10 "acting together" with T2
        expect refused TOO_FEW_PERSONS 1.1:syndicated_play
        breach electronic_gaming_supervisor T1 8.10 "acting together" with T2 T2
        expect refused TOO_FEW_PERSONS 1.1:syndicated_play
        breach electronic_gaming_supervisor T1 8.10 "acting together" with T1 T2
        expect refused TOO_FEW_PERSONS 1.1:syndicated_play
        breach electronic_gaming_supervisor T1 8.10 "acting together" with T2 T3
    """)  # fmt: skip
    assert recorded(stage).persons == ("T2", "T3")
    assert recorded(stage).enables == ("void_wagers", "exclude", "recommend_exclusion")


@clause("novo-unity", "1.1:syndicated_play", "8.1")
def test_novo_unity_terminals_of_one_known_player_are_one_person_of_a_syndicate() -> None:
    stage = stage_of("novo-unity", """
        player ann at T1 T2
        breach electronic_gaming_supervisor T1 8.10 "acting together" with T2 T3
        expect refused TOO_FEW_PERSONS 1.1:syndicated_play
        breach electronic_gaming_supervisor T1 8.10 "acting together" with ann T3
        expect refused TOO_FEW_PERSONS 1.1:syndicated_play
        breach electronic_gaming_supervisor T1 8.10 "acting together" with T3 bob
    """)  # fmt: skip
    assert recorded(stage).player == "ann"


@clause("novo-unity", "1.1:syndicated_play")
def test_novo_unity_a_name_left_blank_is_nobody_of_a_syndicate() -> None:
    stage = stage_of("novo-unity", "note T1 10.00\nexpect balanced")
    said = ("electronic_gaming_supervisor", "ann", "T1", "8.10", "acting together")
    for persons in (("T2", ""), ("T2", " "), ("", "  ")):
        refused = stage.ask(RecordBreach(*said, persons=persons))
        assert isinstance(refused, Refusal)
        assert refused.reason is Reason.TOO_FEW_PERSONS


@clause("interblock", "9.6", "9.8", "9.13")
def test_interblock_a_ground_that_the_print_does_not_name_says_so() -> None:
    for broken, unprinted in (("9.5", False), ("9.6", True), ("9.12", False), ("9.13", True)):
        stage = stage_of("interblock", f'breach assistant_gaming_manager T1 {broken} "seen"')
        assert recorded(stage).unprinted is unprinted, broken
        assert stage.floor.people.breaches["B1"].unprinted is unprinted


STRANGERS = {
    "ministar": ("casino_supervisor", "cashier", "inspector"),
    "interblock": ("casino_supervisor", "dealer", "inspector"),
    "novo-unity": ("electronic_gaming_attendant", "dealer", "casino_supervisor", "inspector"),
    "adelaide": ("inspector_in_charge", "cashier", "authorised_officer"),
    "money-wheel": ("casino_employee", "dealer", "act_gambling_and_racing_commission"),
}
BASIS = {"ministar": "8.7", "interblock": "9.8", "novo-unity": "8.7", "adelaide": "12(d)", "money-wheel": "10.2"}
BROKEN = {"ministar": "8.4", "interblock": "9.5", "novo-unity": "8.4", "adelaide": "12(c)", "money-wheel": "10.6"}
UNBREAKABLE = {
    "ministar": ("8.6", "8.15", "nonsense"),
    "interblock": ("9.3", "9.10", "9.14", "nonsense"),
    "novo-unity": ("8.6", "8.16", "nonsense"),
    "adelaide": ("12(k)", "nonsense"),
    "money-wheel": ("nonsense",),
}


def place_of(rulebook: str) -> str:
    """A player where there is a cloth, else a terminal."""
    return "P1" if "player" in OPENING[rulebook] else "T1"


@clause("ministar", "8.7")
@clause("interblock", "9.8")
@clause("novo-unity", "8.7")
@clause("adelaide", "12(d)")
@clause("money-wheel", "10.2")
@pytest.mark.parametrize("rulebook", list(OPENING))
def test_only_those_with_the_power_put_a_breach_on_record(rulebook: str) -> None:
    for role in STRANGERS[rulebook]:
        stage_of(rulebook, f"""
            breach {role} {place_of(rulebook)} {BROKEN[rulebook]} "seen"
            expect refused NO_POWER {BASIS[rulebook]}
        """)  # fmt: skip
    stage_of(rulebook, f"""
        breach nobody_at_all {place_of(rulebook)} {BROKEN[rulebook]} "seen"
        expect refused UNKNOWN_ROLE {BASIS[rulebook]}
        breach {SUPERVISOR[rulebook]} {place_of(rulebook)} {BROKEN[rulebook]} "seen"
        expect cites {BASIS[rulebook]}
    """)  # fmt: skip


@clause("ministar", "8.7")
@clause("interblock", "9.8")
@clause("novo-unity", "8.7")
@clause("adelaide", "12(d)")
@clause("money-wheel", "10.2")
@pytest.mark.parametrize("rulebook", list(OPENING))
def test_a_breach_names_a_rule_that_can_be_broken_and_a_reason(rulebook: str) -> None:
    for broken in UNBREAKABLE[rulebook]:
        stage_of(rulebook, f"""
            breach {SUPERVISOR[rulebook]} {place_of(rulebook)} {broken} "seen"
            expect refused NOT_A_GROUND {BASIS[rulebook]}
        """)  # fmt: skip
    stage_of(rulebook, f"""
        breach {SUPERVISOR[rulebook]} {place_of(rulebook)} {BROKEN[rulebook]} " "
        expect refused NO_REASON_GIVEN {BASIS[rulebook]}
    """)  # fmt: skip


@clause("adelaide", "12(d)")
def test_adelaide_dealer_and_house_put_a_breach_on_record() -> None:
    for role in ("dealer", "pit_boss", "shift_manager"):
        stage_of("adelaide", f'breach {role} P1 12(c) "touched"')


@clause("ministar", "8.3")
def test_ministar_a_player_reports_a_malfunction() -> None:
    stage = stage_of("ministar", """
        report T1
        expect cites 8.3
    """)  # fmt: skip
    (report,) = stage.floor.people.reports["T1"]
    assert (report.table, report.round, report.at_ms) == (stage.table.name, 1, stage.at_ms)


@clause("interblock", "8.5", "9.4")
def test_interblock_a_player_reports_a_malfunction_of_terminal_or_game() -> None:
    stage = stage_of("interblock", """
        report T1
        expect cites 8.5
        expect cites 9.4
    """)  # fmt: skip
    assert [report.round for report in stage.floor.people.reports["T1"]] == [1]


@clause("novo-unity", "7.1.14", "8.3")
def test_novo_unity_a_player_reports_a_malfunction_of_terminal_or_game() -> None:
    stage = stage_of("novo-unity", """
        report T1
        expect cites 7.1.14
        expect cites 8.3
    """)  # fmt: skip
    assert [report.round for report in stage.floor.people.reports["T1"]] == [1]


KEPT = {
    "ministar": ("assistant_gaming_manager", "8.3"),
    "interblock": ("assistant_gaming_manager", "8.5"),
    "novo-unity": ("electronic_gaming_supervisor", "7.1.14"),
}


@clause("ministar", "8.3")
@clause("interblock", "8.5", "9.4")
@clause("novo-unity", "7.1.14", "8.3")
@pytest.mark.parametrize("rulebook", list(KEPT))
@pytest.mark.parametrize("reported", [True, False])
def test_the_record_says_whether_the_malfunction_had_been_reported(rulebook: str, reported: bool) -> None:
    role, broken = KEPT[rulebook]
    stage = stage_of(rulebook, "note T1 50.00")
    if reported:
        stage.must(ReportByPlayer("T1"))
    stage.must(OpenCase(role, role, "T1", "the layout does not answer"))
    (case,) = stage.floor.cases
    stage.ask(RecordBreach(role, role, "T1", broken, "kept it", case="no such case"))
    assert stage.verdict == Refusal(Reason.UNKNOWN_CASE, broken)
    stage.ask(RecordBreach(role, role, "T1", broken, "kept it", case=case, kept=cents(2_000)))
    breach = recorded(stage)
    assert (breach.reported, breach.case, breach.kept) == (reported, case, cents(2_000))
