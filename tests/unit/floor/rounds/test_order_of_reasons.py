"""Of two reasons why a round cannot go on as asked, the earlier one is given."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import Reason
from openetg.rulebook.schema.policies import Cause, Closer
from tests.precedence import Change, check_order, reason

DEALER = ("dealer", "dealer-A")
LIVE = "rulebook novo-unity roulette \n wheel live \n note T1 100.00 \n bets \n place T1 red 5.00 \n"
ADELAIDE = "rulebook adelaide roulette \n table stand-alone \n note T1 100.00 \n bets \n place T1 red 5.00 \n"
WHEEL = "rulebook money-wheel money-wheel \n bets \n"
SIC_BO = "rulebook interblock sic-bo \n bets \n"
NO_TABLE, NO_ROLE, NO_POWER = {"table": "Z"}, {"role": "nobody"}, {"role": "cashier"}
STRANGER = {"person": "somebody else"}

PAIRS: list[tuple[str, AnyCommand, Change, Change]] = [
    (LIVE, ask.SpinWheel(*DEALER, "A"), NO_TABLE, NO_ROLE),
    (LIVE + "spin", ask.SpinWheel(*DEALER, "A"), NO_ROLE, {}),
    (LIVE + "spin", ask.SpinWheel(*DEALER, "A"), NO_POWER, {}),
    (LIVE + "spin", ask.SpinWheel(*DEALER, "A"), STRANGER, {}),
    (WHEEL, ask.SpinWheel(*DEALER, "A"), STRANGER, {}),
    (ADELAIDE, ask.WarnFinish(*DEALER, "A"), NO_TABLE, STRANGER),
    (ADELAIDE + "finish \n close", ask.WarnFinish(*DEALER, "A"), STRANGER, {}),
    (ADELAIDE, ask.CloseWagers("A", Closer.DEALER, None, *DEALER), NO_TABLE, NO_ROLE),
    (ADELAIDE, ask.CloseWagers("A", Closer.DEALER, None, *DEALER), NO_POWER, {"spin": "A-9"}),
    (ADELAIDE, ask.CloseWagers("A", Closer.DEALER, None, *DEALER), STRANGER, {}),
    (ADELAIDE, ask.CloseWagers("A", Closer.DEALER, None, *DEALER), {"spin": "A-9"}, {}),
    (ADELAIDE, ask.CloseWagers("A", Closer.TIMER), {"spin": "A-9"}, {}),
    (ADELAIDE + "finish \n close", ask.CloseWagers("A", Closer.TIMER), {"spin": "A-9"}, {}),
    (LIVE + "spin \n drop \n rest 17", ask.ConfirmOutcome(*DEALER, "A", "17"), STRANGER, {"outcome": "18"}),
    (LIVE + "spin \n drop \n rest 17", ask.ConfirmOutcome(*DEALER, "A", "17"), NO_TABLE, STRANGER),
    (LIVE + "spin \n drop \n rest unread", ask.EnterOutcome(*DEALER, "A", "17"), NO_POWER, {"outcome": "99"}),
    (LIVE + "spin \n drop \n rest unread", ask.EnterOutcome(*DEALER, "A", "17"), {"round": 9}, {"outcome": "99"}),
    (LIVE, ask.EnterOutcome(*DEALER, "A", "99"), STRANGER, {}),
    (LIVE, ask.CallNoSpin(*DEALER, "A", Cause.FIRE), STRANGER, {}),
    (LIVE + "spin", ask.CallNoSpin(*DEALER, "A", Cause.FIRE), NO_TABLE, {}),
    (LIVE + "spin", ask.CallNoSpin(*DEALER, "A", Cause.FIRE), NO_ROLE, {}),
    (LIVE + "spin", ask.CallNoSpin(*DEALER, "A"), NO_POWER, {}),
    (ADELAIDE, ask.ResetTerminals(*DEALER, "A"), NO_TABLE, NO_POWER),
    (ADELAIDE, ask.ResetTerminals(*DEALER, "A"), NO_POWER, {}),
    (LIVE, ask.ExamineBall("casino_supervisor", "kim", "A"), NO_TABLE, NO_POWER),
    (LIVE, ask.ExamineBall("casino_supervisor", "kim", "A"), NO_POWER, {}),
    (LIVE, ask.VoidRound("casino_supervisor", "kim", "A", None, "why"), NO_POWER, {"why": " "}),
    (LIVE, ask.VoidRound("casino_supervisor", "kim", "A", None, "why"), {"why": ""}, {"round": 9}),
    (LIVE, ask.VoidRound("casino_supervisor", "kim", "A", None, "why"), {"round": 9}, {}),
    (LIVE, ask.VoidRound("casino_supervisor", "kim", "A", None, "why"), {"round": 9}, {"cause": Cause.BALL_LEFT}),
    (LIVE, ask.OpenRound("casino_supervisor", "kim", "A"), NO_TABLE, {}),
    (LIVE, ask.OpenRound(*DEALER, "A"), STRANGER, {}),
    (LIVE, ask.RecordOutcome("A", "A-1", "17"), NO_TABLE, {"spin": "A-9"}),
    (SIC_BO, ask.ReportCocked("A", "A-1"), NO_TABLE, {"spin": "A-9"}),
    (SIC_BO + "shake \n drop \n cocked", ask.ReportCocked("A", "A-1"), {"spin": "A-9"}, {}),
    (SIC_BO + "shake \n drop \n rest 4-4-4", ask.ReportUnread("A", "A-1"), {"spin": "A-9"}, {}),
    (LIVE + 'spin \n no-spin dealer cause=ball-left "gone"', ask.ReportLaunch("A", "A-1.2"), {"spin": "A-9"}, {}),
]


@pytest.mark.parametrize(("before", "command", "earlier", "later"), PAIRS)
def test_of_two_reasons_the_earlier_is_given(before: str, command: AnyCommand, earlier: Change, later: Change) -> None:
    check_order(before, command, earlier, later)


def test_what_an_instrument_does_not_know_goes_before_who_asks() -> None:
    assert reason(WHEEL, ask.CallNoSpin("nobody", "kim", "A")) is Reason.NOT_IN_RULEBOOK
    assert reason(LIVE, ask.WarnFinish("nobody", "kim", "A")) is Reason.NOT_IN_RULEBOOK


def test_a_reset_goes_before_the_examination_of_a_ball() -> None:
    """No instrument asks for both; both would stand in the way of the next spin in the order of the reasons."""
    assert list(Reason).index(Reason.NOT_RESET) < list(Reason).index(Reason.BALL_NOT_EXAMINED)
