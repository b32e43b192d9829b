"""Who may do what about prizes, exactly: each act of jackpots and promotions asked of every role of its instrument."""

from __future__ import annotations

import pytest

from openetg.floor.commands import NotifyOfficial
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.pipeline import decide
from tests.marks import clause
from tests.unit.server.acts.matrix import AT_MS, TABLE, situation, who_may

OPERATORS = {
    "interblock": ("roulette", {"assistant_gaming_manager", "electronic_gaming_supervisor",
                                "electronic_game_supervisor", "electronic_supervisor", "casino_operator"}),
    "ministar": ("electronic", {"assistant_gaming_manager", "casino_operator"}),
}  # fmt: skip
"""Who acts for the casino operator."""


@pytest.mark.slow
@clause("interblock", "7.9.1")
@clause("ministar", "6.9.1")
@pytest.mark.parametrize("rulebook", ["interblock", "ministar"])
def test_a_change_of_running_terms_is_approved_by_the_authority_alone(rulebook: str) -> None:
    may = set(who_may(rulebook, OPERATORS[rulebook][0])["ApprovePromotionChange"])
    assert may - {"authority_delegate"} == {"authority"}


@clause("interblock", "7.12")
@clause("ministar", "6.12")
@pytest.mark.parametrize("rulebook", ["interblock", "ministar"])
def test_a_draw_is_postponed_by_who_acts_for_the_operator_and_nobody_else(rulebook: str) -> None:
    kind, may = OPERATORS[rulebook]
    assert set(who_may(rulebook, kind)["PostponePromotion"]) == may


@pytest.mark.slow
@clause("novo-unity", "4.1.5")
def test_novo_unity_a_jackpot_is_paid_by_supervisor_or_attendant() -> None:
    may = {"electronic_gaming_supervisor", "electronic_game_supervisor", "electronic_gaming_attendant"}
    for act in ("CreditAward", "PaperAward", "ClearJackpot"):
        assert set(who_may("novo-unity", "automatic")[act]) == may, act


@clause("novo-unity", "4.1.6")
def test_novo_unity_a_jackpot_is_adjusted_by_who_acts_for_the_operator() -> None:
    may = {"electronic_gaming_supervisor", "electronic_game_supervisor", "casino_operator"}
    assert set(who_may("novo-unity", "automatic")["AdjustJackpot"]) == may


@clause("interblock", "7.2")
@clause("ministar", "6.2")
@pytest.mark.parametrize("rulebook", ["interblock", "ministar"])
def test_a_scrutineer_is_nobody_of_the_house_and_tells_no_official_for_it(rulebook: str) -> None:
    floor = situation(rulebook, OPERATORS[rulebook][0])
    refused = decide(floor, NotifyOfficial("scrutineer", "scrutineer-1", "inspector", TABLE, "the draw"), AT_MS)
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.NO_POWER
