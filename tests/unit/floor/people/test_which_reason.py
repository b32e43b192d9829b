"""Of two things that stand in the way of a command about people, the earlier reason is given."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import PRECEDENCE, Reason, Refusal
from openetg.money import cents
from tests.scripts import run_script

WHO = ("electronic_gaming_supervisor", "ann")
FLOOR = """
    rulebook novo-unity roulette
    terminal T1
    bets
    breach electronic_gaming_supervisor T2 8.4 "tilted"
    dispute D1 "open" by T1
    dispute D2 "decided" by T1
    decide electronic_gaming_attendant:bob D2 "so"
    dispute D3 "closed" by T1
    decide electronic_gaming_attendant:ann D3 "so"
    close-dispute electronic_gaming_attendant:bob D3 satisfied
    deny-claim electronic_gaming_supervisor C1 20.00 "late"
    inform electronic_gaming_supervisor C1 "by letter"
    expect balanced
"""
BREACH = ask.RecordBreach(*WHO, "T1", "8.10", "seen", persons=("a", "b", "c"))
REVIEW = ask.ReviewDispute(*WHO, "D2", "so")
CLOSE = ask.CloseDispute(*WHO, "D2", satisfied=False)
CLAIM = ask.RecordDeniedClaim(*WHO, "C2", "A", "prize", cents(100), "late")
RAISE = ask.RaiseDispute("D9", "A", "why", who="T1")
NO_ROLE, STRANGER, NO_WHY, NOBODY = {"role": "x"}, {"role": "cashier"}, {"why": " "}, {"who": "nobody"}

Change = Mapping[str, object]
PAIRS: list[tuple[AnyCommand, Change, Change]] = [
    (BREACH, NOBODY, NO_ROLE),
    (BREACH, NO_ROLE, NO_WHY),
    (BREACH, STRANGER, NO_WHY),
    (BREACH, NO_WHY, {"case": "x"}),
    (BREACH, {"case": "x"}, {"clause": "x"}),
    (BREACH, {"clause": "x"}, {"kind": "x"}),
    (BREACH, {"kind": "x"}, {"persons": ()}),
    (ask.ExcludeFromPlay(*WHO, "T2", "so"), NOBODY, STRANGER),
    (ask.ExcludeFromPlay(*WHO, "T2", "so"), STRANGER, NO_WHY),
    (ask.ExcludeFromPlay(*WHO, "T2", "so"), NO_WHY, {"who": "T1"}),
    (ask.LimitPlayer(*WHO, ("T1",), "so"), {"terminals": ()}, STRANGER),
    (ask.LimitPlayer(*WHO, ("T1",), "so"), STRANGER, NO_WHY),
    (ask.LiftMeasure(*WHO, "T1", "excluded", "so"), STRANGER, NO_WHY),
    (ask.LiftMeasure(*WHO, "T1", "excluded", "so"), NO_WHY, {"measure": "x"}),
    (ask.DirectToVacate(*WHO, "T1", "occupying"), NOBODY, STRANGER),
    (ask.DirectToVacate(*WHO, "T1", "occupying"), STRANGER, {"position": "x"}),
    (RAISE, {"table": "x"}, NOBODY),
    (RAISE, NOBODY, {"dispute": " "}),
    (RAISE, {"dispute": "D1"}, {"about": " "}),
    (RAISE, {"about": " "}, {"round": 7}),
    (REVIEW, STRANGER, {"decision": " "}),
    (REVIEW, {"person": "bob"}, {"decision": " "}),
    (REVIEW, {"decision": " "}, {"dispute": "D3", "person": "cid"}),
    (REVIEW, {"decision": " "}, {"dispute": "D1"}),
    (ask.RequestReview("D2", "player"), {"by": "x"}, {"dispute": "D3"}),
    (CLOSE, STRANGER, {"dispute": "D3"}),
    (CLOSE, {"dispute": "D3"}, {}),
    (CLOSE, {"dispute": "D1"}, {}),
    (CLAIM, {"table": "x"}, {"claim": "C1"}),
    (CLAIM, {"claim": "C1"}, STRANGER),
    (CLAIM, STRANGER, NO_WHY),
    (CLAIM, NO_WHY, {"kind": "x"}),
]


@pytest.mark.parametrize(("command", "earlier", "later"), PAIRS)
def test_of_two_reasons_the_earlier_is_given(command: AnyCommand, earlier: Change, later: Change) -> None:
    stage = run_script(FLOOR).stage

    def reason(change: Change) -> Reason:
        verdict = stage.ask(replace(command, **change))
        assert isinstance(verdict, Refusal), (command, change)
        return verdict.reason

    assert reason({**later, **earlier}) is reason(earlier)
    if later:
        only = stage.ask(replace(command, **later))
        assert isinstance(only, Refusal), (command, later)
        assert PRECEDENCE[reason(earlier)] < PRECEDENCE[only.reason]
