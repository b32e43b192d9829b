"""While display or controller do not work nobody plays for the jackpot; after it, and by the approved procedure alone,
a pool or a prize may get another value.
"""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.core.ledger import Transfer, award_of, pool_of, seeding_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import JackpotAdjusted, JackpotWon, PoolFed
from openetg.floor.jackpots.views import jackpot_desk, jackpots_at, terminal_jackpots
from openetg.floor.state import AlertKind, key_of
from openetg.money import cents
from tests.marks import clause
from tests.unit.floor.jackpots.build import (
    MAIN,
    OPERATOR,
    SEVENTEENS,
    THINGS,
    A,
    B,
    Hall,
    J,
    hall,
    level,
    mystery,
    offered,
    progressive,
)

SUPERVISOR = ("casino_supervisor", "sam")
ATTENDANT = ("electronic_gaming_attendant", "ada")
ON = {"straight:17": 500}
FIRST = f"{J}.main.1"
BROKEN = ask.DeclareJackpotFault(*SUPERVISOR, J, "display", "it is dark")
WORKS = ask.EndJackpotFault(*SUPERVISOR, J, "it was mended")


def adjust(value: int, *, award: str = "", name: str = "", why: str = "it had run back") -> ask.AdjustJackpot:
    return ask.AdjustJackpot(*OPERATOR, J, cents(value), why, name if award else name or MAIN, award)


def test_while_it_does_not_work_nothing_is_fed_and_nobody_wins() -> None:
    hall = offered(progressive(level(trigger=SEVENTEENS, rates={A: 10_000, B: 20_000})))
    hall.spin(A, "17", a1=ON)
    pool = hall.pool()
    hall.give_all(BROKEN)
    verdict = hall.spin(A, "17", a1=ON)
    assert isinstance(verdict, tuple)
    assert not any(isinstance(event, PoolFed | JackpotWon) for event in verdict)
    hall.spin(B, "17", b1=ON)
    assert hall.pool() == pool
    hall.give_all(WORKS)
    hall.spin(A, "5", a1=ON)
    assert hall.pool() == pool + 5


def test_views_say_that_it_is_not_played_for_and_why() -> None:
    hall = offered(progressive())
    hall.give_all(BROKEN)
    (view,) = jackpots_at(hall.floor, A)
    assert (view.playing, view.why_not) == (False, "fault")
    own = terminal_jackpots(hall.floor, "a1")
    assert own is not None
    assert (own.plays_for, own.why_not) == ((), {f"{J}/{MAIN}": "fault"})
    (desk,) = jackpot_desk(hall.floor).jackpots
    assert (desk.fault, desk.playing, desk.adjustable) == ("display", False, (MAIN,))
    hall.give_all(WORKS)
    (view,) = jackpots_at(hall.floor, A)
    assert (view.playing, view.why_not) == (True, "")


def test_somebody_is_to_know_until_it_works() -> None:
    hall = offered(progressive())
    key = key_of(AlertKind.JACKPOT_FAULT, f"jackpot/{J}")
    hall.give_all(BROKEN)
    assert key in hall.floor.alerts.lasting
    hall.give_all(WORKS)
    assert key not in hall.floor.alerts.lasting


@pytest.mark.parametrize(
    ("before", "wish", "reason"),
    [
        ((), ask.DeclareJackpotFault(*ATTENDANT, J, "display", "why"), Reason.NO_POWER),
        ((), ask.DeclareJackpotFault(*SUPERVISOR, "other", "display", "why"), Reason.UNKNOWN_JACKPOT),
        ((), ask.DeclareJackpotFault(*SUPERVISOR, J, "display", " "), Reason.NO_REASON_GIVEN),
        ((BROKEN,), ask.DeclareJackpotFault(*SUPERVISOR, J, "controller", "why"), Reason.ALREADY_THERE),
        ((), WORKS, Reason.NO_MALFUNCTION),
        ((BROKEN,), ask.EndJackpotFault(*ATTENDANT, J, "why"), Reason.NO_POWER),
        ((BROKEN,), ask.EndJackpotFault(*SUPERVISOR, J, ""), Reason.NO_REASON_GIVEN),
        ((BROKEN,), ask.AdjustJackpot(*ATTENDANT, J, cents(1), "why", MAIN), Reason.NO_POWER),
        ((BROKEN,), adjust(20_000, why=" "), Reason.NO_REASON_GIVEN),
        ((BROKEN,), adjust(0), Reason.NO_AMOUNT),
        ((BROKEN,), adjust(10_000), Reason.ALREADY_THERE),
        ((BROKEN,), adjust(20_000, name="minor"), Reason.UNKNOWN_JACKPOT),
        ((BROKEN,), adjust(20_000, award=FIRST), Reason.NO_AWARD),
    ],
)
def test_why_not(before: tuple[ask.AnyCommand, ...], wish: ask.AnyCommand, reason: Reason) -> None:
    hall = offered(progressive())
    hall.give_all(*before)
    assert hall.refused(wish).reason is reason


@clause("novo-unity", "4.1.6")
def test_without_a_malfunction_on_record_nothing_is_adjusted() -> None:
    hall = offered(progressive())
    assert hall.refused(adjust(20_000)) == Refusal(Reason.NO_MALFUNCTION, "4.1.6")


@clause("novo-unity", "4.1.6")
@pytest.mark.parametrize("value", [10_500, 9_500])
def test_with_one_the_entry_shows_both_values_who_and_by_which_approval(value: int) -> None:
    hall = offered(progressive())
    hall.give_all(BROKEN)
    house, pool = seeding_of(J), pool_of(J, MAIN)
    moved = Transfer(house, pool, cents(500)) if value > 10_000 else Transfer(pool, house, cents(500))
    hall.give_all(adjust(value))
    assert hall.event(JackpotAdjusted) == JackpotAdjusted(
        J, MAIN, "", cents(10_000), cents(value), *OPERATOR, "it had run back", "ref jackpot-adjustment", "4.1.6",
        (moved,),
    )  # fmt: skip
    assert hall.pool() == value
    assert hall.level().adjusted == cents(value - 10_000)


@clause("novo-unity", "4.1.6")
def test_without_an_approved_procedure_nothing_is_adjusted() -> None:
    floor = hall(approvals=tuple(thing for thing in THINGS if thing != "jackpot-adjustment"))
    floor.give_all(ask.SetUpJackpot(*OPERATOR, J, progressive()), BROKEN)
    assert floor.refused(adjust(20_000)) == Refusal(Reason.NOT_APPROVED, "4.1.6", {"thing": "jackpot-adjustment"})


def test_one_that_has_ended_counts_for_the_pool_it_was_in_and_no_longer() -> None:
    hall = offered(progressive(lock_from=cents(1_000_000)))
    hall.give_all(BROKEN, WORKS)
    hall.give_all(adjust(20_000))
    hall.spin(A, "17", a1=ON)
    hall.spin(A, "17", a1=ON)
    assert hall.award(FIRST).amount == cents(20_005)
    assert hall.refused(adjust(20_000)) == Refusal(Reason.NO_MALFUNCTION, "4.1.6")
    hall.give_all(adjust(20_000, award=FIRST))


def unpaid() -> Hall:
    """A prize of 100.05 is owed."""
    hall = offered(progressive(lock_from=cents(1_000_000), by_hand_above=cents(50_000)))
    hall.spin(A, "17", a1=ON)
    hall.spin(A, "17", a1=ON)
    return hall


@clause("novo-unity", "4.1.6")
def test_an_unpaid_award_is_adjusted_and_the_house_bears_the_difference() -> None:
    hall = unpaid()
    assert hall.refused(adjust(20_000, award=FIRST)) == Refusal(Reason.NO_MALFUNCTION, "4.1.6")
    hall.give_all(BROKEN)
    house, pool = hall.floor.ledger.held(seeding_of(J)), hall.pool()
    hall.give_all(adjust(20_000, award=FIRST))
    assert (hall.award(FIRST).amount, hall.floor.ledger.held(award_of(FIRST))) == (cents(20_000), cents(20_000))
    assert hall.floor.ledger.held(seeding_of(J)) == house - cents(9_995)
    assert hall.pool() == pool
    hall.give_all(ask.CreditAward("a1", FIRST, *ATTENDANT))
    refused = hall.refused(adjust(30_000, award=FIRST))
    assert (refused.reason, refused.clause) == (Reason.ALREADY_PAID, "4.1.6")


def test_a_prize_adjusted_above_the_threshold_is_paid_by_a_person() -> None:
    hall = unpaid()
    hall.give_all(BROKEN, adjust(50_001, award=FIRST))
    assert hall.refused(ask.CreditAward("a1", FIRST, *ATTENDANT)).reason is Reason.AWARD_BY_HAND
    hall.give_all(adjust(50_000, award=FIRST))
    hall.give_all(ask.CreditAward("a1", FIRST, *ATTENDANT))


@clause("novo-unity", "4.1.5")
def test_a_prize_adjusted_to_what_locks_its_terminal_locks_it_once() -> None:
    hall = offered(progressive(lock_from=cents(20_000)))
    hall.spin(A, "17", a1=ON)
    hall.spin(A, "17", a1=ON)
    hall.give_all(BROKEN, adjust(19_999, award=FIRST))
    assert not hall.event(JackpotAdjusted).locks
    hall.give_all(adjust(20_000, award=FIRST))
    assert hall.event(JackpotAdjusted).locks
    assert hall.refused(ask.PlaceWager("a1", A, "red", cents(100))).reason is Reason.JACKPOT_TO_CLEAR
    hall.give_all(ask.ClearJackpot(*ATTENDANT, FIRST), adjust(20_001, award=FIRST))
    assert not hall.award(FIRST).locked, "somebody has been there"


@pytest.mark.parametrize("award", ["", FIRST])
def test_nothing_is_adjusted_beyond_what_any_pool_may_hold(award: str) -> None:
    hall = unpaid()
    hall.give_all(BROKEN)
    most = 10**12
    assert hall.refused(adjust(most + 1, award=award)) == Refusal(Reason.ABOVE_CEILING, "4.1.6", {"most": most})
    hall.give_all(adjust(most, award=award))


def test_a_pool_is_not_adjusted_above_its_ceiling() -> None:
    hall = offered(progressive(level(trigger=SEVENTEENS, ceiling=cents(30_000))))
    hall.give_all(BROKEN)
    assert hall.refused(adjust(30_001)) == Refusal(Reason.ABOVE_CEILING, "4.1.6", {"most": 30_000})
    hall.give_all(adjust(30_000))


def test_a_mystery_raised_to_its_value_hits_with_the_next_turnover_and_for_whoever_brings_that() -> None:
    hall = offered(mystery())
    assert hall.refused(adjust(10_500)) == Refusal(Reason.NO_MALFUNCTION, "4.1.6")
    hall.commit()
    hall.spin(A, "5", a1=100)
    hall.give_all(BROKEN)
    assert hall.refused(adjust(11_001)).reason is Reason.ABOVE_CEILING, "nobody could win so much"
    hall.give_all(adjust(11_000))
    assert hall.reveal() == Refusal(Reason.NOT_REACHED, "4.1.4"), "not while nobody plays for it"
    hall.give_all(WORKS)
    assert hall.reveal() == Refusal(Reason.NOT_REACHED, "4.1.4"), "nor by anybody who has not contributed since"
    hall.spin(A, "5", a2=100)
    assert isinstance(hall.reveal(), tuple)
    (award,) = hall.floor.jackpots.awards.values()
    assert award.terminal == "a2"


def test_a_mystery_that_has_not_begun_has_no_pool_to_adjust() -> None:
    hall = offered(mystery())
    hall.give_all(BROKEN)
    assert hall.refused(adjust(10_500)).reason is Reason.NOTHING_THERE
