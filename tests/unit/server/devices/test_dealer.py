"""The simulated dealer takes the time of a person, and does what the rulebook wants a dealer to do next."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from openetg.floor.commands import (
    AnyCommand,
    CloseWagers,
    CollectLosers,
    ConfirmOutcome,
    MarkDolly,
    OpenRound,
    PayWinners,
    SignOff,
    SignOn,
    SpinWheel,
    WarnFinish,
)
from openetg.floor.core.authority import DEALER
from openetg.floor.premises.founding import founding_dealer
from openetg.server.devices.dealer import PATIENCE_MS, DealerAct, Pauses, SimulatedDealer, SimulatedDealers
from tests.unit.server.hall import NAME, Hall

PAUSES = Pauses()
DEALER_ACTS = (
    OpenRound,
    WarnFinish,
    SpinWheel,
    CloseWagers,
    ConfirmOutcome,
    MarkDolly,
    CollectLosers,
    PayWinners,
)


def acts_of_a_round(rulebook: str, kind: str) -> list[type[AnyCommand]]:
    """What the dealer did in the first round, up to the next 'place your bets'."""
    hall = Hall(rulebook, kind).play(10_000)
    hall.wager()
    while len(hall.settled()) < 1:
        hall.play(1_000)
    hall.play(8_000)
    acts = [each.order.command for each in hall.decided if each.order.sender == f"dealer/{NAME}"]
    return [type(act) for act in acts if isinstance(act, DEALER_ACTS)]


@pytest.mark.parametrize(
    ("rulebook", "kind", "acts"),
    [
        ("adelaide", "stand-alone", [WarnFinish, SpinWheel, CloseWagers]),
        ("adelaide", "live", [WarnFinish, SpinWheel, CloseWagers, MarkDolly, CollectLosers, PayWinners]),
        ("novo-unity", "live", [SpinWheel, ConfirmOutcome]),
        ("money-wheel", "live", [OpenRound, CloseWagers, SpinWheel, MarkDolly, OpenRound]),
    ],
)
def test_the_steps_of_a_round(rulebook: str, kind: str, acts: list[type[AnyCommand]]) -> None:
    assert acts_of_a_round(rulebook, kind) == acts


@pytest.mark.parametrize("seed", range(2))
def test_no_two_rounds_have_the_same_pauses(seed: int) -> None:
    hall = Hall("novo-unity", "live", seed=seed).play(400_000)
    times = [each.at_ms for each in hall.decided if isinstance(each.order.command, SpinWheel)]
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert len(set(pauses)) == len(pauses) >= 5


def test_players_have_their_time() -> None:
    hall = Hall("money-wheel", "live")
    while not hall.commands(CloseWagers):
        hall.play(500)
    assert hall.now_ms - hall.round.opened_at_ms >= PAUSES.wagers_ms


def next_act(hall: Hall, dealer: SimulatedDealer, sees: str | None = None) -> DealerAct:
    """The next act, when its time has come."""
    assert dealer.next(hall.floor, hall.now_ms, sees) is None, "not at once"
    assert dealer.due_ms is not None
    hall.now_ms = dealer.due_ms
    act = dealer.next(hall.floor, hall.now_ms, sees)
    assert act is not None
    return act


def test_what_came_to_nothing_is_tried_again_after_a_while() -> None:
    hall = Hall("money-wheel", "live", has_dealer=False)
    dealer = SimulatedDealer(NAME, random.Random(1))
    act = next_act(hall, dealer)
    assert isinstance(act.command, OpenRound)
    assert dealer.next(hall.floor, hall.now_ms + PATIENCE_MS - 1) is None
    assert dealer.next(hall.floor, hall.now_ms + PATIENCE_MS) == act


def test_a_hand_is_laid_on_the_wheel_only_once_the_spin_is_on_record() -> None:
    hall = Hall("novo-unity", "live", has_dealer=False).play(1_000)
    dealer = SimulatedDealer(NAME, random.Random(1))
    act = next_act(hall, dealer)
    assert (type(act.command), act.push) == (SpinWheel, False)
    assert act.command is not None
    hall.give(act.command)
    assert next_act(hall, dealer) == DealerAct(push=True)


def test_a_table_that_a_person_has_left_is_taken_over_again() -> None:
    hall = Hall("money-wheel", "live", has_dealer=False)
    hall.give(SignOff("dealer", hall.table.dealer, NAME))
    dealer = SimulatedDealer(NAME, random.Random(1))
    act = next_act(hall, dealer)
    assert act.command == SignOn(DEALER, founding_dealer(NAME), NAME)
    hall.give(act.command)
    assert isinstance(next_act(hall, dealer).command, OpenRound)


def test_an_automatic_table_needs_no_dealer() -> None:
    hall = Hall("ministar", "electronic").play(1_000)
    assert SimulatedDealer(NAME, random.Random(1)).next(hall.floor, hall.now_ms + 60_000) is None


def test_nothing_is_read_from_a_floor_that_is_ahead_of_its_journal() -> None:
    hall = Hall("money-wheel", "live", has_dealer=False)
    dealers = SimulatedDealers(hall.writer, {NAME: hall}, boot=9, rng=random.Random(1))
    hall.writer.in_flight = True
    dealers.tick(hall.now_ms)
    assert dealers.next_wake_ms() is None
    hall.writer.in_flight = False
    dealers.tick(hall.now_ms)
    assert dealers.next_wake_ms() is not None


def test_a_person_who_signs_on_has_the_table_to_themselves_but_for_the_hand_on_the_wheel() -> None:
    hall = Hall("adelaide", "live").play(10_000)
    hall.give(SignOff(DEALER, founding_dealer(NAME), NAME))
    hall.give(SignOn(DEALER, "dan", NAME))
    before = len(hall.decided)
    hall.play(60_000)
    assert not [each for each in hall.decided[before:] if each.order.sender == f"dealer/{NAME}"], "dan does nothing"
    hall.give(WarnFinish(DEALER, "dan", NAME))
    hall.play(10_000)
    hall.give(SpinWheel(DEALER, "dan", NAME))
    hall.play(20_000)
    round_ = hall.table.round
    assert round_ is not None
    assert round_.launched, "somebody laid a hand on the simulated wheel"
