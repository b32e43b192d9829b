"""Colour chips are whole, and chips from elsewhere can be brought in: round scripts, with the clauses they prove."""

from __future__ import annotations

from pathlib import Path

from tests.marks import clause
from tests.scripts import run_script

ROUNDS = Path(__file__).resolve().parents[3] / "rounds"


@clause("adelaide", "6(d)", "6(j)")
def test_a_colour_chip_is_never_cut() -> None:
    run_script((ROUNDS / "whole-colour-chips-adelaide.round").read_text())


@clause("adelaide", "6(c)")
def test_adelaide_value_chips_that_were_not_bought_here_are_played_with() -> None:
    run_script((ROUNDS / "chips-from-elsewhere-adelaide.round").read_text())


@clause("money-wheel", "4.2")
def test_money_wheel_value_chips_that_were_not_bought_here_are_played_with() -> None:
    run_script((ROUNDS / "chips-from-elsewhere-money-wheel.round").read_text())
