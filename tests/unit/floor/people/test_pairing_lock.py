"""Who has the new key of a terminal is not the player whose money is there: its meter waits for two people."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.state import AlertKind
from openetg.floor.wagers.terminal_view import terminal_view
from openetg.money import cents
from tests.one_table import TABLE, Play, play
from tests.unit.floor.jackpots.test_awards import credit, paper, won
from tests.unit.floor.people.test_staff import ANN, OLGA, ROLE, WIM, granted, refused

BOB = ask.EngageStaff("bob", "Bob", {"ministar": (ROLE,)})
CARL = ask.EngageStaff("carl", "Carl", {"ministar": ("cashier",)})
PAIR = ask.PairTerminal("t1", "key", "olga")


def occupied(*more: ask.AnyCommand) -> Play:
    stage = play("ministar", "open-table by-itself \n ready")
    granted(stage, ANN, OLGA, WIM, BOB, CARL, ask.InsertNote("t1", cents(5_000)), *more)
    return stage


def test_a_code_for_an_occupied_terminal_takes_two_people() -> None:
    stage = occupied()
    granted(stage, ask.OfferPairing("t2", "olga"))
    assert refused(stage, ask.OfferPairing("t1", "olga")) is Reason.NEEDS_SECOND
    assert refused(stage, ask.OfferPairing("t1", "olga", "olga")) is Reason.SAME_PERSON
    assert refused(stage, ask.OfferPairing("t1", "olga", "carl")) is Reason.NOT_THEIR_ROLE
    granted(stage, ask.OfferPairing("t1", "olga", "wim"))


def test_paired_anew_with_money_on_it_the_meter_is_locked() -> None:
    stage = occupied(PAIR)
    meter = stage.floor.ledger.held("meter/t1")
    locked: list[ask.AnyCommand] = [
        ask.PlaceWager("t1", TABLE, "red", cents(500)),
        ask.Collect("t1", "paper-1"),
        ask.InsertNote("t1", cents(500)),
        ask.OrderManualPayout(ROLE, "ann", "t1"),
    ]
    for act in locked:
        assert refused(stage, act) is Reason.METER_LOCKED, act
    assert stage.floor.ledger.held("meter/t1") == meter
    granted(stage, ask.InsertNote("t2", cents(500)))


@pytest.mark.parametrize("empty", [True, False])
def test_a_terminal_with_wagers_in_play_is_occupied_and_an_empty_one_is_not(empty: bool) -> None:
    stage = play("ministar", "open-table by-itself \n ready")
    granted(stage, OLGA)
    if not empty:
        granted(stage, ask.InsertNote("t1", cents(500)), ask.PlaceWager("t1", TABLE, "red", cents(500)))
        assert stage.floor.ledger.held("meter/t1") == cents(0)
    granted(stage, PAIR)
    assert ("paired" in stage.floor.terminals["t1"].locks) is not empty


def test_a_terminal_with_a_note_in_escrow_is_occupied() -> None:
    stage = play("ministar", "open-table by-itself \n ready")
    granted(stage, OLGA, ask.OfferPairing("t1", "olga"), ask.OfferNote("t1", cents(5_000)))
    assert refused(stage, ask.OfferPairing("t1", "olga")) is Reason.NEEDS_SECOND
    granted(stage, PAIR, ask.InsertNote("t1", cents(5_000), offered=True))
    assert stage.floor.ledger.held("meter/t1") == cents(5_000), "the house has the note: it counts"
    assert refused(stage, ask.Collect("t1", "paper-1")) is Reason.METER_LOCKED


def test_a_terminal_whose_money_is_withheld_is_occupied_since_it_comes_back_to_the_meter() -> None:
    stage = occupied(ask.Withhold(ROLE, "ann", "t1", cents(5_000), "a coin on a string"))
    assert stage.floor.ledger.held("meter/t1") == cents(0)
    assert refused(stage, ask.OfferPairing("t1", "olga")) is Reason.NEEDS_SECOND
    granted(stage, PAIR)
    assert "paired" in stage.floor.terminals["t1"].locks


@pytest.mark.parametrize("paid", [False, True])
def test_a_terminal_that_is_owed_a_prize_is_occupied_until_it_is_paid(paid: bool) -> None:
    hall = won(lock_from=cents(1_000_000))
    hall.over()
    hall.give_all(ask.Collect("a1", "K0"), ask.ReportPrint("a1", "K0", printed=True))
    if paid:
        hall.give_all(paper(), ask.ReportPrint("a1", "K1", printed=True))
    assert hall.floor.ledger.held("meter/a1") == cents(0)
    hall.give_all(OLGA, ask.PairTerminal("a1", "key", "olga"))
    assert ("paired" in hall.floor.terminals["a1"].locks) is not paid
    if not paid:
        assert hall.refused(credit()).reason is Reason.METER_LOCKED


def test_it_is_released_by_somebody_with_the_power_and_a_second_person() -> None:
    stage = occupied(PAIR)
    release = ask.ReopenTerminal
    assert refused(stage, release("cashier", "carl", "t1", "seen", "wim")) is Reason.NO_POWER
    alone = stage.give(release(ROLE, "ann", "t1", "seen"))
    assert isinstance(alone, Refusal)
    assert (alone.reason, bool(alone.clause)) == (Reason.NEEDS_SECOND, True)
    assert refused(stage, release(ROLE, "ann", "t1", "seen", "ann")) is Reason.SAME_PERSON
    assert refused(stage, release(ROLE, "ann", "t1", "seen", "carl")) is Reason.NOT_THEIR_ROLE
    (line,) = terminal_view(stage.floor, "t1", stage.at_ms).locks
    assert (line.name, line.ended_by) == ("paired", "ReopenTerminal")
    (alert,) = [each for each in stage.floor.alerts.open.values() if each.kind is AlertKind.METER_LOCKED]
    assert (alert.place, alert.ended_at_ms) == ("t1", None)
    granted(stage, release(ROLE, "ann", "t1", "seen", "bob"))
    assert alert.ended_at_ms is not None
    granted(stage, ask.PlaceWager("t1", TABLE, "red", cents(500)))


def test_pairing_again_does_not_lift_the_lock() -> None:
    stage = occupied(PAIR, ask.UnpairTerminal("t1", "lost", "olga"), ask.PairTerminal("t1", "other", "olga"))
    assert refused(stage, ask.Collect("t1", "paper-1")) is Reason.METER_LOCKED


def test_a_close_and_a_reopening_by_one_do_not_lift_it_either() -> None:
    stage = occupied(PAIR, ask.CloseTerminal(ROLE, "ann", "t1", "broken"))
    assert refused(stage, ask.ReopenTerminal(ROLE, "ann", "t1", "works")) is Reason.NEEDS_SECOND


def test_the_sum_for_a_second_person_is_set_by_the_operator_and_another() -> None:
    stage = occupied()
    granted(stage, ask.EngageStaff("otto", "Otto", {}, ("operator",)), ask.SetSecondAbove(cents(20_000)))
    assert refused(stage, ask.SetSecondAbove(cents(900_000), "ann", "wim")) is Reason.NOT_THEIR_ROLE
    assert refused(stage, ask.SetSecondAbove(cents(900_000), "otto")) is Reason.NEEDS_SECOND
    assert refused(stage, ask.SetSecondAbove(cents(900_000), "otto", "otto")) is Reason.SAME_PERSON
    granted(stage, ask.SetSecondAbove(cents(900_000), "otto", "wim"))
    assert stage.floor.people.second_above == cents(900_000)
    assert refused(stage, ask.SetSecondAbove(cents(900_000), "otto", "wim")) is Reason.ALREADY_THERE
    assert refused(stage, ask.SetSecondAbove(cents(-1))) is Reason.NO_AMOUNT
