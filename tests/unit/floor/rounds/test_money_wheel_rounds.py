"""A round of the money wheel: closed before the spin, void when it is short, disturbed or undecided."""

from __future__ import annotations

import pytest

from openetg.floor.commands import (
    CloseWagers,
    OpenRound,
    OpenTable,
    ReportLaunch,
    SetPeriod,
)
from openetg.floor.core.refusals import Reason, Refusal
from openetg.rulebook.schema.policies import Closer
from openetg.script.run import PlayedScript
from tests.marks import clause
from tests.one_table import TABLE, play
from tests.scripts import run_script

MONEY_WHEEL = """
    rulebook money-wheel money-wheel
    player P1
    buy P1 100.00
    bets
    place P1 a 10.00
"""
DEALER = ("dealer", f"dealer-{TABLE}")
OPENED = (OpenTable(TABLE), OpenRound(*DEALER, TABLE))


def journal(run: PlayedScript) -> bytes:
    """Every answer that is on record, one after the other."""
    return b"".join(entry[2] for entry in run.stage.entries)


@clause("money-wheel", "4.1")
def test_money_wheel_everybody_gets_the_opportunity_to_wager() -> None:
    table = play("money-wheel", kind="live")
    table.give_all(SetPeriod("", "", TABLE, 0, least_open_ms=10_000), *OPENED)
    close = CloseWagers(TABLE, Closer.DEALER, None, *DEALER)
    table.at_ms += 9_999
    assert table.give(close) == Refusal(Reason.TOO_EARLY, "4.1", {"open_ms": 10_000})
    table.at_ms += 1
    table.give_all(close)
    table.say("expect round 1 \n expect phase CLOSED")


@clause("money-wheel", "5.1")
def test_money_wheel_no_more_bets_before_the_spin() -> None:
    run = run_script(
        MONEY_WHEEL
        + """
        spin
        expect refused OUT_OF_ORDER 5.1
        expect phase OPEN
        close timer
        expect refused NOT_ALLOWED_TO_CLOSE 5.1
        close
        expect cites 5.1
        spin
        rest a
        expect phase SETTLED
        bets
        place P1 a 10.00
        fault table moved-early
        expect phase VOID
        expect cites 5.1
        expect chips P1 110.00
        rest a
        expect phase VOID
        expect chips P1 110.00
    """
    )
    said = journal(run)
    assert said.index(b"WagersClosed") < said.index(b"SpinStarted") < said.index(b"OutcomeRecorded")


@clause("money-wheel", "5.1")
def test_money_wheel_a_wheel_that_moves_or_stops_while_betting_is_open_decides_nothing() -> None:
    moved = play("money-wheel", kind="live")
    moved.give_all(*OPENED)
    moved.give_all(ReportLaunch(TABLE, moved.round.spin))
    moved.say("expect round 1 \n expect phase VOID moved-early 5.1")
    stopped = play("money-wheel", kind="live")
    stopped.give_all(*OPENED)
    stopped.say("""
        rest a
        expect round 1
        expect phase VOID early-rest 5.1
        expect outcomes
    """)


@clause("money-wheel", "5.2", "8.1")
def test_money_wheel_three_complete_revolutions_make_a_spin() -> None:
    run_script(
        MONEY_WHEEL
        + """
        close
        spin revolutions=2
        rest a
        expect phase VOID
        expect cites 8.1
        expect cites 5.2
        expect chips P1 100.00
        spin
        expect refused WRONG_PHASE
        place P1 a 5.00
        expect refused
        no-spin dealer "once more"
        expect refused NOT_IN_RULEBOOK 8.1
        bets
        expect staked P1 0.00
        place P1 a 10.00
        close
        spin revolutions=3
        rest a
        expect phase SETTLED
        expect chips P1 110.00
    """
    )


@clause("money-wheel", "8.1")
def test_money_wheel_a_new_round_needs_a_new_announcement() -> None:
    run = run_script(
        MONEY_WHEEL
        + """
        close
        spin revolutions=1
        rest a
        expect phase VOID
    """
    )
    assert (run.stage.round.number, run.stage.round.phase.value) == (1, "VOID")
    assert list(run.stage.table.outcomes) == []


@clause("money-wheel", "5.3")
def test_money_wheel_both_directions_are_valid_at_every_spin() -> None:
    run_script(
        MONEY_WHEEL
        + """
        close
        spin
        expect cites 5.3
        rest a
        expect phase SETTLED
        bets
        close
        spin same-direction
        expect cites 5.3
        rest a
        expect phase SETTLED
        bets
        close
        spin same-direction
        rest b
        expect phase SETTLED
        bets
        close
        spin
        rest b
        expect phase SETTLED
    """
    )


@clause("money-wheel", "8.2")
@pytest.mark.parametrize("trouble", ["fault table interference", "fault table MOTOR",
                                     'void dealer cause=interference "a hand"'])  # fmt: skip
def test_money_wheel_interference_or_failure_voids_even_if_a_segment_is_shown(trouble: str) -> None:
    run_script(
        MONEY_WHEEL
        + f"""
        close
        spin
        {trouble}
        expect phase VOID
        expect cites 8.2
        expect chips P1 100.00
        rest a
        expect cites 8.2
        expect phase VOID
        expect chips P1 100.00
        expect balanced
    """
    )


@clause("money-wheel", "8.2")
def test_money_wheel_interference_found_after_the_payment_takes_it_back() -> None:
    run_script(
        MONEY_WHEEL
        + """
        close
        spin
        rest a
        expect chips P1 110.00
        void dealer cause=interference "seen on camera"
        expect cites 8.2
        expect phase VOID
        expect chips P1 100.00
        expect balanced
    """
    )


@clause("money-wheel", "8.3")
def test_money_wheel_a_divider_is_no_segment_on_either_side() -> None:
    run_script(
        MONEY_WHEEL
        + """
        place P1 b 10.00
        close
        spin
        rest divider
        expect phase VOID
        expect cites 8.3
        expect chips P1 100.00
        void dealer cause=divider "again"
        expect refused WRONG_PHASE
        bets
        place P1 a 10.00
        close
        spin
        void dealer cause=divider "the flapper stands between two"
        expect cites 8.3
        expect phase VOID
        expect chips P1 100.00
    """
    )
