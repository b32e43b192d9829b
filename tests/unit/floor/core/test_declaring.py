"""What commands declare of themselves: every command does, in words that there are."""

from __future__ import annotations

from typing import get_args

import pytest

from openetg.floor.commands import AnyCommand
from openetg.floor.core.command import Act, Command
from openetg.floor.core.declaring import SentBy, TakesTwo, declaration_of, declared
from openetg.floor.people.staff import DUTIES
from openetg.floor.pipeline import OF_PLAYERS, UNRECORDED


def test_every_command_is_declared() -> None:
    for kind in get_args(AnyCommand):
        says = declaration_of(kind)
        assert set(says.duties) <= DUTIES.keys()
        assert (says.by is SentBy.ROLE) >= bool(says.powers), f"{kind.__name__}: powers are of roles"
        assert (says.takes_two is TakesTwo.BY_WHAT_FOLLOWS) or says.by is SentBy.ROLE, kind


def test_the_refusals_of_a_players_finger_are_not_journaled() -> None:
    assert UNRECORDED > OF_PLAYERS


def test_what_is_declared_is_there() -> None:
    class Knocked(Command, frozen=True):
        door: str

    with pytest.raises(AssertionError, match="no such power"):
        declared(power="knock_on_doors")
    with pytest.raises(AssertionError, match="say who may send it"):
        declared()(Knocked)
    with pytest.raises(AssertionError, match="no such field"):
        declared(SentBy.INSIDE, worth="amount")(Knocked)


def test_an_act_is_of_a_role_unless_it_says_otherwise() -> None:
    @declared(power="run_round", script="knock ROLE")
    class Knock(Act, frozen=True):
        table: str

    assert declaration_of(Knock).by is SentBy.ROLE
    assert declaration_of(Knock).powers == ("run_round",)
