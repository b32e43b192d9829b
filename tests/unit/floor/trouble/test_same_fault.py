"""The same error message on several terminals of one server: it is taken to have failed, and nothing is paid."""

from __future__ import annotations

from pathlib import Path

import pytest

from openetg.floor.trouble.allowed import Asker, Way, about_case, about_round, allowed
from openetg.rulebook.load import shipped
from tests.marks import clause
from tests.scripts import run_script
from tests.unit.floor.trouble.test_terminals import INTERBLOCK


@clause("interblock", "8.6", "8.7", "8.7.1")
def test_interblock_voids_the_round_in_which_two_terminals_show_the_same_message() -> None:
    run_script(
        INTERBLOCK
        + """
        fault T1 E17
        fault T2 E18
        expect phase OPEN
        fault T1 paper-low
        fault T2 paper-low
        expect phase OPEN
        fault T2 E17
        expect phase HELD
        expect cites 8.7.1
        expect cites 8.6
        expect meter T1 40.00
        declare assistant_gaming_manager system "E17 on two terminals"
        expect phase VOID
        expect cites 8.6
        expect cites 8.7.1
        expect meter T1 50.00
        expect meter T2 50.00
        expect balanced
        bets
        place T1 red 5.00
        expect accepted 5.00
        """
    )


def test_where_a_rulebook_only_holds_for_it_a_round_held_before_stays_what_it_was(tmp_path: Path) -> None:
    for path in shipped()["interblock"].iterdir():
        text = path.read_text(encoding="utf-8").replace(
            'policy = "hold_for_void", within', 'policy = "hold_round", within'
        )
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    bets = f"rulebook {tmp_path} roulette \n bets \n note T1 50.00 \n note T2 50.00 \n place T1 straight:17 10.00 \n"
    stage = run_script(bets + "spin \n drop \n rest unread \n fault T1 E17 \n fault T2 E17 \n expect phase HELD").stage
    assert stage.table.round is not None
    assert stage.table.round.cause == "unread"
    run_script(bets + "fault T1 E17 \n fault T2 E17 \n expect phase HELD \n expect cites 8.7.1")


RUNS = """
    spin
    drop
    fault T1 E17
    fault T2 E17
    expect phase HELD
"""


@clause("interblock", "8.6", "8.7.1")
def test_interblock_pays_on_no_number_once_the_server_is_taken_to_have_failed() -> None:
    run_script(
        INTERBLOCK
        + RUNS
        + """
        rest 17
        expect phase HELD
        enter assistant_gaming_manager 17 "it lies in 17"
        expect refused ONLY_VOID 8.7.1
        correct assistant_gaming_manager 17 "it lies in 17"
        expect refused
        reconstruct assistant_gaming_manager T1 confirmed "the records agree"
        expect refused ONLY_VOID 8.7.1
        declare assistant_gaming_manager device "the wheel as well"
        enter assistant_gaming_manager 17 "it lies in 17"
        expect refused ONLY_VOID 8.7.1
        restart
        enter assistant_gaming_manager 17 "it lies in 17"
        expect refused ONLY_VOID 8.7.1
        expect meter T1 40.00
        void assistant_gaming_manager "E17 on two terminals"
        expect phase VOID
        expect cites 8.6
        expect cites 8.7.1
        expect meter T1 50.00
        expect meter T2 50.00
        expect balanced
        """
    )


@clause("interblock", "8.7.1")
def test_interblock_pays_on_no_number_that_was_held_for_something_else_before() -> None:
    run_script(
        INTERBLOCK
        + """
        spin
        drop
        rest unread
        expect phase HELD
        fault T1 E17
        fault T2 E17
        enter assistant_gaming_manager 17 "it lies in 17"
        expect refused ONLY_VOID 8.7.1
        """
    )


@clause("interblock", "8.7.1")
def test_interblock_offers_nothing_but_a_void_about_a_round_whose_server_failed() -> None:
    run = run_script(INTERBLOCK + RUNS)
    floor, table = run.stage.floor, run.stage.floor.tables["A"]
    assert table.round is not None
    asker = Asker("ann", ("assistant_gaming_manager",))
    ways = {each.candidate.way for each in allowed(floor, table, about_round(floor, table, 1), asker, floor.at_ms)}
    assert ways == {Way.VOID_ROUND, Way.SYSTEM_FAULT, Way.DEVICE_FAULT, Way.INVALIDATE, Way.FORFEIT}
    for case in floor.cases.values():
        found = {each.candidate.way for each in allowed(floor, table, about_case(floor, case), asker, floor.at_ms)}
        assert found <= {Way.NOT_ESTABLISHED, Way.WITHHOLD, Way.WITHHOLD_DUE}


TWO_TABLES = """
    rulebook interblock roulette as A
    rulebook interblock roulette as B
    rulebook interblock sic-bo as C
    rulebook ministar roulette as D
    on D
    bets
    note T4 50.00
    on C
    bets
    note T3 50.00
    place T3 small 10.00
    on B
    bets
    note T2 50.00
    place T2 red 10.00
    on A
    bets
    note T1 50.00
    place T1 red 10.00
"""


@clause("interblock", "8.6", "8.7.1")
def test_interblock_counts_all_terminals_of_one_server_whichever_table_they_stand_at() -> None:
    run_script(
        TWO_TABLES
        + """
        on D
        fault T4 E17
        on A
        fault T1 E17
        expect phase OPEN
        on B
        fault T2 E18
        expect phase OPEN
        fault T2 E17
        expect phase HELD
        expect cites 8.7.1
        enter assistant_gaming_manager 17 "it lies in 17"
        expect refused ONLY_VOID 8.7.1
        void assistant_gaming_manager "the same message at two tables"
        expect meter T2 50.00
        on A
        expect phase HELD
        void assistant_gaming_manager "the same message at two tables"
        expect meter T1 50.00
        on C
        expect phase HELD
        void assistant_gaming_manager "the same message at two tables"
        expect meter T3 50.00
        on D
        expect phase OPEN
        expect balanced
        """
    )


ON_SERVERS = """
    rulebook interblock roulette as A
    rulebook interblock roulette as B
    on B
    bets
    equip server-terminal {second}
    note T2 50.00
    on A
    bets
    equip server-terminal SRV-1
    note T1 50.00
    fault T1 E17
    on B
    fault T2 E17
    expect phase {phase}
    on A
    expect phase {phase}
"""


@clause("interblock", "8.7.1", "1.1.game_hardware")
@pytest.mark.parametrize(("second", "phase"), [("SRV-1", "HELD"), ("SRV-2", "OPEN")])
def test_interblock_terminals_of_another_server_do_not_count(second: str, phase: str) -> None:
    run_script(ON_SERVERS.format(second=second, phase=phase))


@clause("interblock", "8.7.1")
def test_interblock_at_two_tables_asks_too_whether_the_messages_stand_at_the_same_time() -> None:
    run_script(
        TWO_TABLES
        + """
        fault T1 E17
        reconstruct assistant_gaming_manager T1 confirmed "a loose plug"
        on B
        fault T2 E17
        expect phase OPEN
        """
    )


@clause("ministar", "7.4.1.1")
def test_ministar_rounds_of_two_tables_are_never_the_same() -> None:
    run_script(
        """
        rulebook ministar roulette as A
        rulebook ministar roulette as B
        on B
        bets
        note T2 50.00
        on A
        bets
        note T1 50.00
        fault T1 E17
        on B
        fault T2 E17
        expect phase OPEN
        on A
        expect phase OPEN
        """
    )


@clause("interblock", "8.7.1")
def test_interblock_asks_whether_the_messages_stand_at_the_same_time() -> None:
    run_script(
        INTERBLOCK
        + """
        fault T1 E17
        reconstruct assistant_gaming_manager T1 confirmed "a loose plug"
        fault T2 E17
        expect phase OPEN
        spin
        drop
        rest 17
        bets
        fault T3 E17
        expect phase HELD
        expect cites 8.7.1
        """
    )


@clause("interblock", "8.6", "8.7.1")
def test_interblock_holds_a_round_that_opens_while_the_messages_stand() -> None:
    run_script(
        INTERBLOCK
        + """
        note T3 50.00
        spin
        drop
        rest 17
        fault T1 E17
        fault T2 E17
        bets
        expect phase HELD
        expect cites 8.7.1
        place T3 red 5.00
        expect refused
        enter assistant_gaming_manager 17 "it lies in 17"
        expect refused ONLY_VOID 8.7.1
        restart
        close-case assistant_gaming_manager T1 "a loose plug"
        void assistant_gaming_manager "E17 on two terminals"
        bets
        place T3 red 5.00
        expect accepted 5.00
        expect balanced
        """
    )


@clause("interblock", "8.7.1")
def test_interblock_opens_no_table_of_a_failed_server_for_play_while_the_messages_stand() -> None:
    run_script(
        """
        rulebook interblock roulette as A
        rulebook interblock sic-bo as B
        on A
        bets
        note T1 50.00
        note T2 50.00
        fault T1 E17
        fault T2 E17
        expect phase HELD
        on B
        note T3 50.00
        bets
        expect phase HELD
        on A
        void assistant_gaming_manager "E17 on two terminals"
        bets
        expect phase OPEN
        on B
        void assistant_gaming_manager "E17 on two terminals"
        bets
        place T3 small 5.00
        expect accepted 5.00
        """
    )
