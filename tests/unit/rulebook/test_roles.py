"""Who holds a power: by name, by acting as another, as an equal, or by delegation of the operator."""

from __future__ import annotations

import pytest

from openetg.rulebook.load import load
from openetg.rulebook.roles import acts_as, holders


def held(rulebook: str, power: str) -> set[str]:
    return set(holders(load(rulebook).rulebook, power))


def test_a_games_supervisor_acts_as_casino_supervisor() -> None:
    assert held("ministar", "rule_on_late_wager") == {
        "casino_supervisor",
        "games_supervisor",
        "assistant_gaming_manager",
    }
    assert held("novo-unity", "void_unconfirmed_wagers") == {"casino_supervisor", "games_supervisor"}


def test_the_managers_powers_are_not_the_supervisors() -> None:
    assert held("ministar", "void_unconfirmed_wagers") == {"assistant_gaming_manager"}
    assert held("ministar", "invalidate_outcome") == {"assistant_gaming_manager"}


@pytest.mark.parametrize("power", ["void_unconfirmed_wagers", "invalidate_outcome", "review_dispute"])
def test_interblock_supervisors_are_equals(power: str) -> None:
    equals = {
        "assistant_gaming_manager",
        "electronic_gaming_supervisor",
        "electronic_game_supervisor",
        "electronic_supervisor",
    }
    assert held("interblock", power) == equals
    rulebook = load("interblock").rulebook
    assert acts_as(rulebook, "electronic_game_supervisor") >= equals
    assert "assistant_gaming_manager" not in acts_as(rulebook, "casino_supervisor")


def test_the_two_supervisors_of_novo_unity_do_not_hold_each_others_powers() -> None:
    assert held("novo-unity", "invalidate_outcome") == {"electronic_gaming_supervisor", "electronic_game_supervisor"}
    assert "electronic_gaming_supervisor" not in held("novo-unity", "void_unconfirmed_wagers")


def test_the_house_of_adelaide_is_pit_boss_or_shift_manager() -> None:
    assert held("adelaide", "invalidate_outcome") == {"house", "pit_boss", "shift_manager"}
    assert held("adelaide", "correct_outcome") == {"pit_boss", "shift_manager"}
    assert held("adelaide", "enter_outcome") == {"dealer", "inspector_in_charge"}


def test_a_site_delegates_the_operators_powers_to_roles_of_its_own_choice() -> None:
    rulebook = load("money-wheel").rulebook
    assert holders(rulebook, "void_round") == {"casino_operator", "casino_supervisor"}
    chosen = holders(rulebook, "void_round", {"casino_operator": ("dealer",)})
    assert chosen == {"casino_operator", "dealer"}


def test_a_power_the_rulebook_does_not_name_is_nobodys() -> None:
    assert held("adelaide", "withhold_meter") == set()
    assert held("ministar", "call_no_spin") == set()
