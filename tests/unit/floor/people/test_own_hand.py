"""Everybody plays for themselves: nobody's wagers are made by another, and nothing goes from player to player."""

from __future__ import annotations

from typing import get_args

import pytest

from openetg.floor.commands import (
    Act,
    AnyCommand,
    EndVisit,
    RecordBreach,
    SpinWheel,
    StartVisit,
    TakePlace,
    WagerCommand,
)
from openetg.floor.core.ledger import Transfer
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import WagerMoved, WagerPlaced, WagersTakenBack, WagersUndone
from openetg.script.run import play
from openetg.script.stage import Stage
from tests.marks import clause
from tests.payout_notation import playable
from tests.scripts import run_script

SOMEBODY = frozenset({"terminal", "player", "who"})
"""How a command names whose it is."""
SEVERAL = frozenset({"terminals", "players", "persons", "forfeit"})
WAGERED = (WagerPlaced, WagerMoved, WagersTakenBack, WagersUndone)
OWNED = frozenset({"meter", "play", "printing", "hand", "cloth", "withheld", "demanded"})
"""Accounts that are somebody's: the name of the owner stands last."""


def transfers(stage: Stage) -> list[Transfer]:
    """Every transfer in the last answer."""
    assert isinstance(stage.verdict, tuple), stage.verdict
    return [each for event in stage.verdict for each in getattr(event, "transfers", ())]


def owner(account: str) -> str:
    """Whose an account is; empty for those of the house."""
    kind, *rest = account.split("/")
    return rest[-1] if kind in OWNED else ""


@clause("ministar", "8.10", "8.12")
@clause("interblock", "9.12")
@clause("novo-unity", "8.13")
@clause("money-wheel", "10.6", "10.8")
def test_no_command_names_two_players_of_whom_one_could_pay_the_other() -> None:
    for command in get_args(AnyCommand):
        named = SOMEBODY & set(command.__struct_fields__)
        assert len(named) <= 1, command
        if set(command.__struct_fields__) & SEVERAL and named:
            assert command in {TakePlace, RecordBreach}, command
        for field in command.__struct_fields__:
            assert not field.endswith(("_terminal", "_player")), command


MIXED = [
    ("ministar", "roulette", "T1 red 5.00", "T2 black 5.00", "drop", "rest 1"),
    ("interblock", "roulette", "T1 red 5.00", "T2 black 5.00", "drop", "rest 1"),
    ("novo-unity", "roulette", "T1 red 5.00", "T2 black 5.00", "drop", "rest 1"),
]


@clause("ministar", "8.10", "8.12")
@clause("interblock", "9.12")
@clause("novo-unity", "8.13")
@pytest.mark.parametrize(("rulebook", "game", "one", "other", "close", "rest"), MIXED)
def test_every_wager_is_between_one_terminal_and_the_house(
    rulebook: str, game: str, one: str, other: str, close: str, rest: str
) -> None:
    seen: list[Transfer] = []
    script = f"""
        rulebook {rulebook} {game}
        note T1 50.00
        note T2 50.00
        bets
        place {one}
        place {other}
        {close}
        {rest}
        collect T1 as K1
    """
    run = play(script, lambda _, stage: seen.extend(transfers(stage) if isinstance(stage.verdict, tuple) else ()))
    assert run.failure is None, run.failure
    assert len(seen) > 4
    for each in seen:
        assert "" in {owner(each.source), owner(each.destination)} or owner(each.source) == owner(each.destination)


@clause("money-wheel", "10.6", "10.8")
def test_every_wager_at_the_money_wheel_is_between_one_player_and_the_house() -> None:
    seen: list[Transfer] = []
    script = """
        rulebook money-wheel money-wheel
        player P1
        player P2
        buy P1 100.00
        buy P2 100.00
        bets
        place P1 symbol:a 20.00
        place P2 symbol:b 20.00
        close
        spin
        rest a
        cash-in P1
    """
    run = play(script, lambda _, stage: seen.extend(transfers(stage) if isinstance(stage.verdict, tuple) else ()))
    assert run.failure is None, run.failure
    assert len(seen) > 4
    for each in seen:
        assert "" in {owner(each.source), owner(each.destination)} or owner(each.source) == owner(each.destination)


@clause("ministar", "3.3.5")
@clause("novo-unity", "3.3.14")
@clause("adelaide", "7(h)i")
def test_wagers_of_a_terminal_are_nobody_elses_to_make() -> None:
    """A wager names its terminal and no role: there is nothing that staff could send for a player."""
    for command in get_args(WagerCommand):
        assert not issubclass(command, Act), command
        assert not {"role", "person", "by"} & set(command.__struct_fields__), command
        assert "terminal" in command.__struct_fields__, command


@clause("ministar", "3.3.5")
@clause("novo-unity", "3.3.14")
@clause("adelaide", "7(h)i")
@pytest.mark.parametrize(
    ("rulebook", "role", "denied"),
    [
        ("ministar", "assistant_gaming_manager", ""),
        ("novo-unity", "electronic_gaming_supervisor", "3.3.15"),
        ("adelaide", "pit_boss", "7(h)iii"),
    ],
)
def test_staff_place_and_withdraw_nothing_while_wagers_are_open(rulebook: str, role: str, denied: str) -> None:
    stage = run_script(f"""
        rulebook {rulebook} roulette
        note T1 50.00
        bets
        place T1 red 5.00
        ruling {role} T1 allow black 5.00 "for the player"
        expect refused
        ruling {role} T1 withdraw red 5.00 "for the player"
        expect refused
        expect spot T1 red 5.00
        expect meter T1 45.00
    """).stage
    if denied:
        assert getattr(stage.verdict, "clause", "") == denied


UNTOUCHED = {
    "ministar": "bets\ndrop\nrest 1\n",
    "interblock": "bets\ndrop\nrest 1\n",
    "novo-unity": "bets\ndrop\nrest 1\n",
}


@clause("ministar", "3.2")
@clause("interblock", "3.1")
@clause("novo-unity", "3.2")
@pytest.mark.parametrize("rulebook", list(UNTOUCHED))
def test_a_terminal_that_nobody_touches_wagers_nothing_in_ten_rounds(rulebook: str) -> None:
    placed: list[object] = []
    script = f"""
        rulebook {rulebook} roulette
        note T1 50.00
        note T2 50.00
        bets
        place T1 red 5.00
        place T2 red 5.00
        drop
        rest 2
        {UNTOUCHED[rulebook] * 10}
        expect meter T1 45.00
        expect staked T1 0.00
    """
    run = play(script, lambda _, stage: placed.extend(made(stage)))
    assert run.failure is None, run.failure
    assert len(placed) == 2, "each by a command of its own terminal"


def made(stage: Stage) -> list[object]:
    """Every change of wagers in the last answer."""
    events = stage.verdict if isinstance(stage.verdict, tuple) else ()
    return [event for event in events if isinstance(event, WAGERED)]


@clause("ministar", "3.2")
@clause("interblock", "3.1")
def test_what_can_be_done_is_explained_on_screen() -> None:
    for rulebook, by in (("ministar", "3.2"), ("interblock", "3.1")):
        instructions = playable(rulebook).rulebook.display.instructions
        assert instructions is not None
        assert instructions.clause == by


@clause("novo-unity", "3.2")
def test_novo_unity_each_option_takes_a_touch_of_its_own() -> None:
    run_script("""
        rulebook novo-unity roulette
        note T1 100.00
        bets
        place T1 red 5.00
        double T1
        expect staked T1 10.00
        undo T1
        expect staked T1 5.00
        clear T1
        expect staked T1 0.00
        place T1 red 5.00
        drop
        rest 2
        bets
        expect staked T1 0.00
        repeat T1
        expect staked T1 5.00
    """)


@clause("money-wheel", "5.4")
def test_money_wheel_only_the_dealer_of_the_table_acts_on_the_wheel() -> None:
    stage = run_script("""
        rulebook money-wheel money-wheel
        bets
        close
        expect phase CLOSED
    """).stage
    table, dealer = stage.table.name, stage.table.dealer
    for role, person, reason in (
        ("dealer", "somebody else", Reason.NOT_SIGNED_ON),
        ("casino_supervisor", dealer, Reason.NO_POWER),
        ("casino_employee", dealer, Reason.NO_POWER),
    ):
        verdict = stage.ask(SpinWheel(role, person, table))
        assert isinstance(verdict, Refusal), role
        assert (verdict.reason, verdict.clause) == (reason, "A:dealer")
    stage.must(SpinWheel("dealer", dealer, table))


VISITED = {
    "ministar": ("assistant_gaming_manager", "8.5", "8.6", "casino_agent"),
    "interblock": ("assistant_gaming_manager", "9.6", "9.7", "casino_agent"),
    "novo-unity": ("electronic_gaming_supervisor", "8.5", "8.6", "agent_of_casino_operator"),
}


@clause("ministar", "8.6")
@clause("interblock", "9.7")
@clause("novo-unity", "8.6")
@pytest.mark.parametrize("rulebook", list(VISITED))
def test_who_works_on_equipment_in_the_course_of_duty_breaks_no_ban_on_devices(rulebook: str) -> None:
    role, ban, exempt, agent = VISITED[rulebook]
    stage = run_script(f"rulebook {rulebook} roulette\nterminal T1\nterminal T2\nbets\nexpect balanced").stage

    def breach(place: str, broken: str = ban, *persons: str) -> object:
        verdict = stage.ask(RecordBreach(role, role, place, broken, "has a device", persons=persons))
        return (verdict.reason, verdict.clause) if isinstance(verdict, Refusal) else "on record"

    assert {stage.rulebook.roles[each].of for each in ("casino_employee", agent)} == {"floor"}
    stage.must(StartVisit("casino_employee", "tom", "T1", "the printer"))
    assert breach("T1") == (Reason.ON_DUTY, exempt)
    assert breach("T1", ban, "tom") == (Reason.ON_DUTY, exempt)
    assert breach("T1", ban, "eve") == "on record"
    assert breach("T2") == "on record"
    stage.must(EndVisit("casino_employee", "tom", "T1"))
    assert breach("T1") == "on record"
