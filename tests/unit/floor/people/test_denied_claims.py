"""Promotional prizes that were refused: the reason always, every detail above a value, and the claimant is told."""

from __future__ import annotations

from typing import get_args

import pytest

from openetg.floor.commands import AnyCommand
from openetg.floor.events import ClaimDenied
from tests.marks import clause
from tests.scripts import run_script

OPERATOR = {
    "ministar": ("assistant_gaming_manager", "6.10", "casino_supervisor"),
    "interblock": ("assistant_gaming_manager", "7.10", "electronic_gaming_host"),
}


@clause("ministar", "6.10.1")
@clause("interblock", "7.10.1")
@pytest.mark.parametrize("rulebook", list(OPERATOR))
def test_above_the_value_every_detail_of_a_denied_claim_is_kept(rulebook: str) -> None:
    role, reason, _ = OPERATOR[rulebook]
    stage = run_script(f"""
        rulebook {rulebook} roulette
        bets
        deny-claim {role} C1 100.00 "not the ticket that was drawn"
        expect cites {reason}
        deny-claim {role} C2 100.01 "not the ticket that was drawn"
        expect refused NOT_IN_FULL {reason}.1
        deny-claim {role} C2 100.01 "not the ticket that was drawn" claimant=Ann
        expect refused NOT_IN_FULL {reason}.1
        deny-claim {role} C2 100.01 "not the ticket that was drawn" address=Harbour-Street
        expect refused NOT_IN_FULL {reason}.1
        deny-claim {role} C2 100.01 "not the ticket that was drawn" claimant=Ann address=Harbour-Street
        expect cites {reason}.1
        deny-claim {role} C2 100.01 "another reason" claimant=Ann address=Harbour-Street
        expect refused ALREADY_THERE {reason}
    """).stage
    kept = stage.floor.people.claims["C2"]
    assert (kept.claimant, kept.address, kept.why) == ("Ann", "Harbour-Street", "not the ticket that was drawn")
    assert kept.denied is not None


@clause("interblock", "7.10")
@clause("ministar", "6.10")
@pytest.mark.parametrize("rulebook", list(OPERATOR))
def test_a_refusal_has_a_reason_and_the_claimant_is_told_it(rulebook: str) -> None:
    role, reason, other = OPERATOR[rulebook]
    stage = run_script(f"""
        rulebook {rulebook} roulette
        bets
        deny-claim {role} C1 20.00 " "
        expect refused NO_REASON_GIVEN {reason}
        deny-claim {other} C1 20.00 "late"
        expect refused NO_POWER
        deny-claim {role} C1 20.00 "late"
        expect cites {reason}
        inform {role}:ann C1 " "
        expect refused NO_REASON_GIVEN {reason}
        inform {role}:ann C2 "by letter"
        expect refused UNKNOWN_CLAIM
        inform {role}:ann C1 "by letter"
        expect cites {reason}
        inform {role}:ann C1 "once more"
        expect refused ALREADY_THERE {reason}
    """).stage
    informed = stage.floor.people.claims["C1"].informed
    assert informed is not None
    assert (informed.person, informed.text, informed.at_ms) == ("ann", "by letter", stage.at_ms)


@clause("ministar", "6.10.1")
@clause("interblock", "7.10.1")
def test_nothing_deletes_what_is_on_record() -> None:
    names = [command.__name__ for command in get_args(AnyCommand)]
    assert not [name for name in names if name.startswith(("Delete", "Remove", "Erase", "Forget"))]


@clause("interblock", "1.1.promotional_prize")
@clause("novo-unity", "1.1:promotional_prize", "1.1:player_reward_bonus")
@pytest.mark.parametrize(
    ("rulebook", "role", "kinds"),
    [
        ("interblock", "assistant_gaming_manager", {"promotional-prize": "1.1.promotional_prize"}),
        (
            "novo-unity", "electronic_gaming_supervisor",
            {"promotional-prize": "1.1:promotional_prize", "reward-bonus": "1.1:player_reward_bonus"},
        ),
    ],
)  # fmt: skip
def test_what_may_be_offered_is_a_closed_list(rulebook: str, role: str, kinds: dict[str, str]) -> None:
    for kind in ("promotional-prize", "reward-bonus", "free-spins"):
        said = f'deny-claim {role} C1 20.00 "late" kind={kind}'
        check = f"expect cites {kinds[kind]}" if kind in kinds else "expect refused NOT_A_KIND"
        stage = run_script(f"rulebook {rulebook} roulette\nbets\n{said}\n{check}").stage
        if isinstance(stage.verdict, tuple):
            (denied,) = stage.verdict
            assert isinstance(denied, ClaimDenied)
            assert denied.kind == kind
