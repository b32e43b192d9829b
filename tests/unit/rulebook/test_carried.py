"""Values that mutation found nobody holding: orders of pieces, odds of Sic Bo, who changes limits, when to close.

Each is held against the print, clause by clause; `tools/mutate_rulebooks.py` says whether that is enough.
"""

from __future__ import annotations

import pytest

from openetg.floor.commands import SetLimits, Sign
from openetg.money import cents
from openetg.rulebook.schema.policies import CloseTime, OddsSource
from tests.marks import clause
from tests.payout_notation import check_pays, game_of, playable
from tests.powers import who_may
from tests.scripts import run_script

MINISTAR_PIECES = {
    "zero-game": "split:0-3 split:12-15 straight:26 split:32-35",
    "neighbours-of-zero": "street:0-2-3 split:4-7 split:12-15 split:18-21 split:19-22 split:32-35 corner:25-26-28-29",
    "orphans": "straight:1 split:6-9 split:14-17 split:17-20 split:31-34",
    "small-series": "split:5-8 split:10-11 split:13-16 split:23-24 split:27-30 split:33-36",
    "red-splits": "split:9-12 split:16-19 split:18-21 split:27-30",
    "black-splits": "split:8-11 split:10-11 split:10-13 split:17-20 split:26-29 split:28-29 split:28-31",
    "red-snake": " ".join(f"straight:{number}" for number in (1, 5, 9, 12, 14, 16, 19, 23, 27, 30, 32, 34)),
}
INTERBLOCK_PIECES = {
    "small-series": MINISTAR_PIECES["small-series"],
    "orphans": MINISTAR_PIECES["orphans"],
    "neighbours-of-zero": "street:0-2-3 split:4-7 split:12-15 split:18-21 split:19-22 corner:25-26-28-29 split:32-35",
}


@clause("ministar", "3.9.2.1", "3.9.2.2", "3.9.2.3", "3.9.2.4", "3.9.2.6", "3.9.2.7", "3.9.2.8")
def test_ministar_pieces_stand_in_printed_order() -> None:
    wagers = game_of("ministar").wagers
    for name, pieces in MINISTAR_PIECES.items():
        assert [piece.spot for piece in wagers[name].pieces] == pieces.split(), name


@clause("interblock", "5.2.1", "5.2.2", "5.2.3")
def test_interblock_pieces_stand_in_printed_order_in_which_they_are_trimmed() -> None:
    wagers = game_of("interblock", "roulette").wagers
    for name, pieces in INTERBLOCK_PIECES.items():
        assert [piece.spot for piece in wagers[name].pieces] == pieces.split(), name


def rolls(total: int, *, triples: bool = True) -> str:
    """Every roll of three dice with that total, as outcomes are written."""
    found = [
        f"{low}-{middle}-{total - low - middle}"
        for low in range(1, 7)
        for middle in range(low, 7)
        if middle <= total - low - middle <= 6 and (triples or not low == middle == total - low - middle)
    ]
    return " ".join(found)


@clause("interblock", "5.4.1")
def test_small_pays_even_money_from_4_to_10_and_loses_on_triples() -> None:
    winning = " ".join(rolls(total, triples=False) for total in range(4, 11))
    check_pays("interblock", "small", f"2 on {winning}", game="sic-bo")


@clause("interblock", "5.4.2")
def test_big_pays_even_money_from_11_to_17_and_loses_on_triples() -> None:
    winning = " ".join(rolls(total, triples=False) for total in range(11, 18))
    check_pays("interblock", "big", f"2 on {winning}", game="sic-bo")


TOTALS = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6, 11: 6, 12: 7, 13: 8, 14: 12, 15: 18, 16: 31, 17: 62}


@clause("interblock", "5.4.6")
@pytest.mark.parametrize(("total", "odds"), TOTALS.items())
def test_a_total_pays_what_is_printed_triples_included(total: int, odds: int) -> None:
    check_pays("interblock", f"total:{total}", f"{odds + 1} on {rolls(total)}", game="sic-bo")


@clause("interblock", "5.3", "5.5")
@clause("ministar", "3.9.3")
def test_these_odds_are_printed_and_no_configuration_of_the_site() -> None:
    for name in ("interblock", "ministar"):
        for game in playable(name).rulebook.games.named().values():
            assert game.odds.policy is OddsSource.PRINTED


@clause("interblock", "4.1")
@clause("ministar", "3.1")
@pytest.mark.parametrize("name", ["interblock", "ministar"])
def test_limits_are_the_operator_s_to_change_and_stand_on_a_sign(name: str) -> None:
    run = run_script(f"rulebook {name} roulette \n note T1 50.00 \n bets \n expect phase OPEN")
    able = who_may(
        run,
        lambda role, person: SetLimits("A", {"any": Sign(min=cents(100), max=cents(500))}, role=role, person=person),
    )
    roles = run.stage.rulebook.roles
    through = {"assistant_gaming_manager"}
    equal = {role for role, each in roles.items() if each.same_as in through}
    assert able == {"casino_operator"} | through | equal
    assert run.stage.rulebook.display.limits_sign is not None


@clause("interblock", "8.2.3", "8.2.6")
@pytest.mark.parametrize("game", ["roulette", "sic-bo"])
def test_interblock_may_close_at_any_time_before_the_outcome_is_known(game: str) -> None:
    run = run_script(f"rulebook interblock {game} \n bets \n close timer \n expect phase CLOSED")
    assert run.stage.floor.rules_of(run.stage.table).closing.when.policy is CloseTime.BEFORE_REST


@clause("interblock", "3.7")
@clause("ministar", "3.15")
@pytest.mark.parametrize(("name", "cited"), [("interblock", "3.7"), ("ministar", "3.15")])
def test_an_automatic_wheel_needs_nobody_to_confirm_its_number(name: str, cited: str) -> None:
    run = run_script(f"""
        rulebook {name} roulette
        bets
        drop
        confirm assistant_gaming_manager 17
        expect refused NO_POWER {cited}
        rest 17
        expect phase SETTLED
        expect cites {cited}
    """)
    assert run.stage.rulebook.display.outcome_on_all is not None
