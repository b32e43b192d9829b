"""How a round of an automatic wheel ends: what a person says of one that is held, and what is paid."""

from __future__ import annotations

import pytest

from openetg.floor.commands import (
    CallNoSpin,
    EnterOutcome,
)
from openetg.floor.core.ledger import Transfer
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import (
    OutcomeRecorded,
    RoundSettled,
    RoundVoided,
)
from openetg.floor.rounds.views import own_view, table_view
from openetg.money import ZERO, cents
from openetg.rulebook.schema.policies import Cause
from tests.marks import clause
from tests.one_table import PERSON, TABLE, play
from tests.payout_notation import playable

STAKED = """
    open-table by-itself
    ready
    note t1 100.00
    note t2 100.00
    place t1 straight:17 10.00
    place t1 red 5.00
    place t2 black 20.00
"""
BACK = "expect meter t1 100.00 \n expect meter t2 100.00 \n expect account bank/A 0.00"
STANDING = "expect meter t1 85.00 \n expect meter t2 80.00 \n expect account bank/A 0.00"
SUPERVISORS = {
    "assistant_gaming_manager",
    "electronic_gaming_supervisor",
    "electronic_game_supervisor",
    "electronic_supervisor",
}


@pytest.mark.parametrize("decision", ["void", "17"])
def test_who_may_resolve_a_held_round(decision: str) -> None:
    """Supervisors under any of their names; a void only with a reason."""
    held = STAKED + "launch opposite \n wait 30s \n rest unread"
    decided = "void {}:nightingale" if decision == "void" else "enter {}:nightingale 17"
    clause_ = "8.3" if decision == "void" else "8.2.5"
    for role in (*playable("interblock").rulebook.roles, "player"):
        table = play("interblock", held)
        if role not in SUPERVISORS:
            answer = "UNKNOWN_ROLE" if role == "player" else "NO_POWER"
            table.say(f"""
                {decided.format(role)} "seen on camera"
                expect refused {answer} {clause_}
                {STANDING}
            """)
            continue
        if decision == "void":
            table.say(f"""
                void {role}:nightingale ""
                expect refused NO_REASON_GIVEN 8.3
                {STANDING}
            """)
        table.say(f"""
            {decided.format(role)} "seen on camera"
            expect cites {clause_}
            expect round 2
            expect phase OPEN
        """)
        table.say(
            BACK if decision == "void" else "expect meter t1 445.00 \n expect meter t2 120.00 \n expect outcomes 17"
        )


@clause("ministar", "1.1.automated-roulette-wheel")
def test_at_ministar_nobody_enters_a_number_and_nobody_calls_a_spin_off() -> None:
    """The number comes from the sensors of a wheel that spins by itself, whoever asks and whenever."""
    for before in ("", "launch opposite", "launch opposite \n wait 30s"):
        table = play("ministar", STAKED + before)
        phase = table.round.phase.value
        for role in playable("ministar").rulebook.roles:
            table.say(f"""
                enter {role}:nightingale 17 "because"
                expect refused NO_POWER 1.1.automated-roulette-wheel
            """)
            called = table.give(CallNoSpin(role, PERSON, TABLE, Cause.REVOLUTIONS, "slow"))
            assert called == Refusal(Reason.NOT_IN_RULEBOOK, "1.1.automated-roulette-wheel")
        table.say(f"{STANDING} \n expect round 1 \n expect phase {phase}")
    table = play("ministar", STAKED + "launch opposite \n wait 30s \n rest 17")
    recorded = table.event(OutcomeRecorded)
    assert (recorded.role, recorded.person) == ("", ""), "nobody stands between the sensor and the result"


def test_who_may_void_without_a_cause() -> None:
    table = play("ministar", STAKED)
    for role in playable("ministar").rulebook.roles:
        answer = "NO_CAUSE" if role == "assistant_gaming_manager" else "NO_POWER"
        table.say(f"""
            void {role}:nightingale "because"
            expect refused {answer} 7.3
        """)
    table.say(f"""
        void player:nightingale "because"
        expect refused UNKNOWN_ROLE 7.3
        {STANDING}
        expect round 1
        expect phase OPEN
    """)


@pytest.mark.parametrize(
    "before", ["", "launch opposite", "launch opposite \n wait 30s", "launch opposite \n wait 30s \n rest 3"]
)
def test_a_round_that_goes_its_way_is_void_for_a_cause_only(before: str) -> None:
    play("interblock", STAKED + f"""
        {before}
        void assistant_gaming_manager:nightingale "why not"
        expect refused NO_CAUSE 8.3
    """)  # fmt: skip


def test_a_resolution_names_the_round_and_a_number_of_the_wheel() -> None:
    table = play("interblock", STAKED + "launch opposite \n wait 30s \n rest unread")
    table.say("""
        enter assistant_gaming_manager:nightingale 37 "misread"
        expect refused UNKNOWN_OUTCOME 8.2.5
    """)
    command = EnterOutcome("assistant_gaming_manager", PERSON, TABLE, "17", "of another round", 2)
    assert table.give(command) == Refusal(Reason.WRONG_PHASE, "8.2.5")
    table.say(f"""
        {STANDING}
        enter assistant_gaming_manager:nightingale 17 "seen"
        expect meter t1 445.00
    """)
    again = EnterOutcome("assistant_gaming_manager", PERSON, TABLE, "17", "once more", 1)
    assert table.give(again) == Refusal(Reason.WRONG_PHASE, "8.2.5")


def test_a_held_round_settles_on_what_a_person_enters_not_on_what_the_wheel_says_later() -> None:
    play("interblock", STAKED + """
        launch opposite
        wait 30s
        rest unread
        rest 5
        expect cites 8.2.5
        rest unread
        expect round 1
        expect phase HELD unread 8.2.5
        expect meter t1 85.00
        enter assistant_gaming_manager:nightingale 17 "seen"
        expect meter t1 445.00
    """)  # fmt: skip


@clause("interblock", "1.1.void")
def test_a_void_wager_neither_wins_nor_loses() -> None:
    table = play("interblock", """
        open-table by-itself
        ready
        note t1 100.00
        place t1 red 25.00
        launch opposite
        wait 30s
        rest unread
        void assistant_gaming_manager:nightingale "nobody saw it"
        expect meter t1 100.00
        expect account bank/A 0.00
        expect outcomes
    """)  # fmt: skip
    voided = table.event(RoundVoided)
    assert (voided.transfers, voided.clause) == ((Transfer("play/A/t1", "meter/t1", cents(2_500)),), "8.3")
    assert table_view(table.table).last_outcome is None


@clause("interblock", "8.2.6")
def test_dice_known_before_the_close_are_for_a_supervisor() -> None:
    table = play("interblock", """
        open-table by-itself
        ready
        note t1 100.00
        place t1 total:11 10.00
        launch opposite
        rest 2-3-6
        expect round 1
        expect phase HELD early-rest 8.2.6
        place t1 total:11 10.00
        expect refused AFTER_CLOSE 1.1.wagering_period
        expect meter t1 90.00
        expect outcomes
    """, kind="sic-bo")  # fmt: skip
    seen = table_view(table.table)
    assert (seen.outcome, seen.last_outcome) == (None, None)
    table.say("""
        enter assistant_gaming_manager:nightingale 2-3-6 "seen by two"
        expect meter t1 160.00
        expect outcomes 2-3-6
    """)


@clause("ministar", "3.5")
def test_who_wagers_nothing_sees_the_outcome_and_is_not_settled() -> None:
    table = play("ministar", """
        open-table by-itself
        ready
        note t1 20.00
        note t2 20.00
        place t1 red 1.00
        launch opposite
        drop
        rest 2
    """)  # fmt: skip
    settled = table.event(RoundSettled)
    assert [result.terminal for result in settled.results] == ["t1"]
    assert table_view(table.table).last_outcome == "2"
    table.say("place t2 red 1.00 \n launch opposite \n drop \n rest 3")
    settled = table.event(RoundSettled)
    assert [result.terminal for result in settled.results] == ["t2"]


@clause("ministar", "4.1.1")
def test_losing_chips_are_gone() -> None:
    table = play("ministar", """
        open-table by-itself
        ready
        note t1 20.00
        place t1 straight:18 5.00
        launch opposite
        wait 30s
    """)  # fmt: skip
    before = table.meter("t1")
    table.say("rest 17 \n expect round 2 \n expect phase OPEN \n expect staked t1 0.00")
    assert (table.meter("t1"), own_view(table.floor, "t1").spots) == (before, {})


@clause("interblock", "3.7.1")
def test_what_is_lost_goes_to_the_house() -> None:
    table = play("interblock", """
        open-table by-itself
        ready
        note t1 20.00
        place t1 red 5.00
        launch opposite
        drop
        rest 8
        expect staked t1 0.00
        expect account bank/A 5.00
    """)  # fmt: skip
    settled = table.event(RoundSettled)
    assert settled.transfers == (Transfer("play/A/t1", "bank/A", cents(500)),)
    table.say("expect meter t1 15.00")


@clause("interblock", "3.7.3")
def test_wager_and_winnings_are_credited_and_the_layout_is_empty() -> None:
    table = play("interblock", """
        open-table by-itself
        ready
        note t1 100.00
        place t1 straight:17 10.00
        place t1 black 10.00
        expect meter t1 80.00
        launch opposite
        drop
        rest 17
        expect win t1 360.00
        expect meter t1 460.00
        expect round 2
        expect phase OPEN
        expect staked t1 0.00
    """)  # fmt: skip
    assert table.floor.terminals["t1"].paid == cents(38_000)


@clause("interblock", "1.1.stake")
def test_the_total_of_a_round_is_that_of_one_terminal() -> None:
    table = play("interblock", """
        open-table by-itself
        ready
        note t1 50.00
        note t2 50.00
        place t1 straight:7 5.00
        place t1 red 10.00
        place t1 split:0-1 5.00
        place t2 red 50.00
    """)  # fmt: skip
    assert own_view(table.floor, "t1").staked == 2_000
    table.say("launch opposite \n drop \n rest 30")
    settled = table.event(RoundSettled)
    assert settled.results[0].staked == cents(2_000)


def test_a_win_is_shown_until_the_next_round_is_settled() -> None:
    table = play("interblock", """
        open-table by-itself
        ready
        note t1 20.00
        place t1 red 10.00
        launch opposite
        drop
        rest 1
        expect win t1 10.00
    """)  # fmt: skip
    assert table.floor.terminals["t1"].paid == cents(2_000)
    table.say("launch opposite \n drop \n rest 1 \n expect win t1 0.00")
    assert table.floor.terminals["t1"].paid == ZERO
