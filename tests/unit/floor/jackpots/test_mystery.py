"""Mysteries: the house is bound to a value before the first contribution, and whoever brings the pool there wins it."""

from __future__ import annotations

from typing import Any

import pytest

from openetg.chance.drawing import PROCESS, commitment_of, hit_value, mystery_purpose
from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason
from openetg.floor.events import AwardQuestioned, JackpotWon, LevelBegan, PoolFed
from openetg.floor.jackpots.commands import JackpotRules
from openetg.floor.jackpots.links import lock_of
from openetg.floor.state import AlertKind, AwardState
from openetg.money import ZERO, cents
from tests.marks import clause
from tests.unit.floor.jackpots.build import (
    FREE,
    MAIN,
    OPERATOR,
    SECRET,
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
    sixth,
)

OTHER = "a7" * 32


def narrow(low: int, high: int, **given: Any) -> JackpotRules:
    """A mystery that hits between these values, fed by a tenth."""
    known: dict[str, Any] = {"low": cents(low), "high": cents(high), "rates": {A: 100_000, B: 100_000}}
    return mystery(level(**(known | given)), lock_from=FREE)


def to_hit(**stakes: int) -> tuple[Hall, int]:
    """A hall whose mystery hits at 100.50, and a round at its first table."""
    here = offered(narrow(10_050, 10_050))
    value = here.commit()
    here.spin(A, "3", **stakes)
    return here, value


@clause("novo-unity", "4.1.4", "3.6.2")
def test_the_terminal_that_brings_the_pool_to_its_value_wins_that_value() -> None:
    here, value = to_hit(a1=300, a2=190, a3=20)
    assert (value, here.pool()) == (10_050, 10_051)
    here.reveal()
    won = here.event(JackpotWon)
    assert (won.terminal, won.amount, won.cycle, won.table, won.round) == ("a3", cents(10_050), 1, A, 2)
    assert (won.clause, won.also, won.secret, won.process) == ("4.1.4", ("3.6.2",), SECRET, PROCESS)
    award = here.award(f"{J}.{MAIN}.1")
    assert (award.state, award.terminal, award.amount, award.rounds) == (AwardState.DUE, "a3", cents(10_050), (2,))
    assert here.floor.ledger.held(f"award/{award.number}") == cents(10_050), "a liability of its own"
    assert (here.pool(), here.overflow(), here.level().live) == (0, 1, False)
    assert (here.level().hits, here.level().won) == (1, cents(10_050))


@clause("novo-unity", "4.1.4")
@pytest.mark.parametrize(
    ("stakes", "winner"),
    [
        ({"a1": 500}, "a1"),
        ({"a1": 499, "a2": 1}, "a2"),
        ({"a3": 499, "a2": 1, "a1": 1}, "a2"),
        ({"a1": 10_000, "a2": 10_000}, "a1"),
        ({"a2": 1, "a1": 499, "a3": 5_000}, "a1"),
        ({"a2": 1, "a1": 498, "a3": 5_000}, "a3"),
    ],
)
def test_near_simultaneous_contributions_are_in_the_order_of_the_settlement(
    stakes: dict[str, int], winner: str
) -> None:
    here, _ = to_hit(**stakes)
    here.reveal()
    assert here.event(JackpotWon).terminal == winner


@clause("novo-unity", "4.1.4")
def test_fractions_of_a_cent_decide_like_cents() -> None:
    here = offered(narrow(10_001, 10_001, rates={A: 1_000}))
    here.commit()
    here.spin(A, "3", a1=999)
    assert (here.pool(), here.reveal().reason) == (10_000, Reason.NOT_REACHED)  # type: ignore[union-attr]
    here.spin(A, "3", a2=1, a3=999)
    here.reveal()
    assert here.event(JackpotWon).terminal == "a2"


@clause("novo-unity", "4.1.4")
def test_anybody_can_check_the_draw_from_what_is_on_record() -> None:
    here = offered(narrow(10_001, 10_400))
    here.commit()
    committed = here.event(LevelBegan)
    purpose = mystery_purpose(J, MAIN, committed.cycle)
    here.spin(A, "3", a1=9_000)
    here.reveal()
    won = here.event(JackpotWon)
    assert commitment_of(purpose, won.secret) == committed.commitment
    assert cents(hit_value(won.secret, J, MAIN, won.cycle, 10_001, 10_400)) == won.amount
    assert committed.process == won.process == PROCESS


def test_what_is_refused_of_a_commitment() -> None:
    here = offered(mystery())
    good = commitment_of(mystery_purpose(J, MAIN, 1), SECRET)

    def said(jackpot: str = J, name: str = MAIN, cycle: int = 1, process: str = PROCESS, **given: str) -> Reason:
        known = {"commitment": good, "sealed": "sealed"} | given
        return here.refused(
            ask.CommitMystery(jackpot, name, cycle, known["commitment"], known["sealed"], process)
        ).reason

    assert said("none") is Reason.UNKNOWN_JACKPOT
    assert said(name="none") is Reason.UNKNOWN_JACKPOT
    assert said(cycle=0) is Reason.OTHER_CYCLE
    assert said(cycle=2) is Reason.OTHER_CYCLE
    assert said(commitment="") is Reason.OTHER_COMMITMENT
    assert said(commitment=good.upper()) is Reason.OTHER_COMMITMENT
    assert said(sealed="") is Reason.OTHER_COMMITMENT
    assert said(process="coin/1") is Reason.NOT_APPROVED
    here.commit()
    assert said(cycle=1) is Reason.OTHER_CYCLE
    assert said(cycle=2) is Reason.OTHER_CYCLE, "this one runs"
    other = offered(progressive())
    wish = ask.CommitMystery(J, MAIN, 2, good, "sealed", PROCESS)
    assert other.refused(wish).reason is Reason.NOT_A_KIND


@clause("novo-unity", "4.1.4")
def test_only_a_process_whose_version_was_approved_is_used() -> None:
    here = hall(approvals=tuple(each for each in THINGS if each != "mystery-process"))
    known, approver = here.table.rulebook, here.floor.rulebook_of(here.table).equipment.approver
    by = approver.value if approver else ""
    here.give_all(ask.RecordApproval(known, "mystery-process", "ref 7", by, "", ("hmac-drbg-sha256/0",)))
    here.give_all(ask.SetUpJackpot(*OPERATOR, J, mystery()))
    commitment = commitment_of(mystery_purpose(J, MAIN, 1), SECRET)
    wish = ask.CommitMystery(J, MAIN, 1, commitment, "sealed", PROCESS)
    refused = here.refused(wish)
    assert (refused.reason, refused.clause) == (Reason.NOT_APPROVED, "4.1.4")
    assert refused.details == {"thing": "mystery-process", "process": PROCESS}
    old = here.refused(ask.CommitMystery(J, MAIN, 1, commitment, "sealed", "hmac-drbg-sha256/0"))
    assert old.reason is Reason.OTHER_PROCESS, "approved, but nothing here can check it"
    here.give_all(ask.RecordApproval(known, "mystery-process", "ref 8", by, "", (PROCESS,)))
    here.give_all(wish)


def test_what_is_refused_of_a_reveal() -> None:
    here = offered(narrow(10_050, 10_050))
    assert here.refused(ask.RevealMystery(J, MAIN, 0, SECRET)).reason is Reason.OTHER_CYCLE
    here.commit()
    assert here.refused(ask.RevealMystery(J, MAIN, 1, SECRET)).reason is Reason.NOT_REACHED
    here.spin(A, "3", a1=499)
    assert here.refused(ask.RevealMystery(J, MAIN, 1, SECRET)).reason is Reason.NOT_REACHED
    here.spin(A, "3", a1=1)
    for secret in (OTHER, "", SECRET.upper(), SECRET[:-2]):
        assert here.refused(ask.RevealMystery(J, MAIN, 1, secret)).reason is Reason.OTHER_COMMITMENT
    assert here.refused(ask.RevealMystery(J, MAIN, 2, SECRET)).reason is Reason.OTHER_CYCLE
    assert here.refused(ask.RevealMystery(J, "none", 1, SECRET)).reason is Reason.UNKNOWN_JACKPOT
    here.reveal()
    assert here.refused(ask.RevealMystery(J, MAIN, 1, SECRET)).reason is Reason.OTHER_CYCLE, "once"
    assert len(here.floor.jackpots.awards) == 1


def test_a_pool_that_begins_at_its_value_still_waits_for_who_plays() -> None:
    here = offered(narrow(10_000, 10_000))
    here.commit()
    assert here.pool() == 10_000
    assert here.refused(ask.RevealMystery(J, MAIN, 1, SECRET)).reason is Reason.NOT_REACHED
    here.spin(A, "3", a2=10)
    here.reveal()
    assert here.event(JackpotWon).terminal == "a2"


def test_the_next_pool_begins_with_what_was_left_over_and_is_committed_anew() -> None:
    here, _ = to_hit(a1=9_000)
    here.reveal()
    assert here.overflow() == 850
    here.spin(A, "3", a1=1_000)
    assert not here.events(PoolFed), "between two pools nothing is taken"
    here.commit(secret=OTHER)
    began = here.event(LevelBegan)
    assert (began.cycle, began.commitment) == (2, commitment_of(mystery_purpose(J, MAIN, 2), OTHER))
    assert {moved.source.partition("/")[0]: moved.amount for moved in began.transfers} == {
        "overflow": cents(850),
        "seeding": cents(9_150),
    }
    assert here.pool() == 10_000
    assert here.refused(ask.RevealMystery(J, MAIN, 2, SECRET)).reason is Reason.OTHER_COMMITMENT


def test_a_mystery_never_begins_above_the_least_value_at_which_it_hits() -> None:
    here = offered(narrow(150, 200, seed=cents(100), rates={A: 900_000}))
    here.commit()
    here.spin(A, "3", a1=1_000)
    here.reveal()
    left = here.overflow()
    assert left > 700 - 200
    here.commit(secret=OTHER)
    assert (here.pool(), here.overflow()) == (150, left - 150)


def test_several_levels_are_each_on_their_own() -> None:
    one = level("mini", low=cents(10_010), high=cents(10_010), rates={A: 100_000})
    two = level("major", low=cents(10_020), high=cents(10_020), rates={A: 100_000})
    here = offered(mystery(one, two, lock_from=FREE))
    here.commit("mini")
    here.commit("major")
    here.spin(A, "3", a1=100, a2=100)
    here.reveal("mini")
    assert here.event(JackpotWon).terminal == "a1"
    assert here.level("major").live
    here.reveal("major")
    assert here.event(JackpotWon).terminal == "a2"
    assert set(here.floor.jackpots.awards) == {f"{J}.mini.1", f"{J}.major.1"}


def test_whoever_does_not_contribute_cannot_win() -> None:
    """Its line or link is lost, or that of the table, or there is a malfunction: nothing taken, nothing won."""
    here = offered(narrow(10_050, 10_050))
    here.commit()
    here.give_all(ask.ReportLine("a1", up=False))
    here.lay(A, a1=5_000, a2=400, a3=200)
    here.give_all(ask.ReportJackpotLink(J, "a3", up=False, cause="cable"))
    here.spin(A, "3")
    fed = here.event(PoolFed)
    assert (fed.turnover, fed.out) == (cents(400), ("a1", "a3"))
    here.give_all(ask.ReportJackpotLink(J, A, up=False, cause="cable"))
    here.spin(A, "3", a2=10_000)
    assert not here.events(PoolFed)
    here.give_all(ask.ReportJackpotLink(J, A, up=True), ask.ReportJackpotLink(J, "a3", up=True))
    here.give_all(ask.DeclareJackpotFault(*OPERATOR, J, "display", "it is dark"))
    here.spin(B, "3", b1=10_000)
    assert not here.events(PoolFed)
    here.give_all(ask.EndJackpotFault(*OPERATOR, J, "lit again"))
    assert here.pool() == 10_040
    here.give_all(ask.ReportLine("a1", up=True))
    here.spin(A, "3", a3=100)
    here.reveal()
    assert here.event(JackpotWon).terminal == "a3"


@clause("novo-unity", "4.1.4")
def test_nor_by_being_settled_first_in_a_pool_that_begins_at_its_value() -> None:
    here = offered(narrow(10_000, 10_000))
    here.commit()
    here.give_all(ask.ReportJackpotLink(J, "a1", up=False, cause="cable"))
    here.spin(A, "3", a1=5_000, a2=100)
    here.reveal()
    assert here.event(JackpotWon).terminal == "a2"


@clause("novo-unity", "4.1.4")
@pytest.mark.parametrize(("first", "winner"), [(500, ("a1", 2)), (400, ("a2", 3))])
def test_who_lost_the_link_wins_by_what_had_counted_and_not_by_what_is_let_in_later(
    first: int, winner: tuple[str, int]
) -> None:
    here, (by, *_) = hall("sixth"), sixth().roles
    here.give_all(ask.SetUpJackpot(by, "somebody", J, narrow(10_050, 10_050)))
    here.over()
    here.commit()
    here.spin(A, "4-5-6", a1=first, a2=50)
    here.give_all(ask.ReportJackpotLink(J, "a1", up=False, cause="cable"))
    here.give_all(ask.RuleOnWager(by, "rob", "a1", True, "big", cents(1_000), "it was in time", A, 2))
    assert (here.event(PoolFed).turnover, here.event(PoolFed).out) == (ZERO, ("a1",))
    here.spin(A, "4-5-6", a1=1_000, a2=100)
    here.reveal()
    assert (here.event(JackpotWon).terminal, here.event(JackpotWon).round) == winner


def test_a_terminal_that_is_settled_by_itself_wins_by_itself() -> None:
    here = offered(narrow(10_050, 10_050))
    here.commit()
    here.lay(A, a1=300, a2=300)
    here.closed(A)
    here.hold("a1")
    spin = here.floor.tables[A].round
    assert spin is not None
    here.give_all(ask.RecordOutcome(A, spin.spin, "3"))
    assert here.pool() == 10_030
    here.establish("a1")
    fed = here.event(PoolFed)
    assert (fed.turnover, fed.terminal, here.pool()) == (cents(300), "a1", 10_060)
    here.reveal()
    assert here.event(JackpotWon).terminal == "a1"


@clause("novo-unity", "1.1:void")
def test_a_prize_won_by_turnover_that_is_void_is_in_doubt() -> None:
    here, _ = to_hit(a1=300, a2=300)
    here.reveal()
    here.correct("4", 2)
    assert not here.events(AwardQuestioned), "what fell does not matter to a mystery"
    here.void(2)
    doubted = here.event(AwardQuestioned)
    assert (doubted.award, doubted.clause) == (f"{J}.{MAIN}.1", "4.1.4")
    assert here.award(doubted.award).state is AwardState.QUESTIONED
    assert here.level().turnover == ZERO
    alerts = [each for each in here.floor.alerts.open.values() if each.kind is AlertKind.JACKPOT_QUESTIONED]
    assert [(each.place, each.ended_at_ms) for each in alerts] == [("a2", None)]


def test_the_winning_terminal_waits_for_a_person_from_the_lock_on() -> None:
    for lock_from, locked in ((10_050, True), (10_051, False)):
        rules = narrow(10_050, 10_050)
        here = offered(JackpotRules(rules.title, rules.kind, rules.levels, lock_from=cents(lock_from)))
        here.commit()
        here.spin(A, "3", a1=500)
        here.reveal()
        assert here.event(JackpotWon).locks is locked
        assert (lock_of(f"{J}.{MAIN}.1") in here.floor.terminals["a1"].locks) is locked
        verdict = here.give(ask.PlaceWager("a1", A, "red", cents(100)))
        assert (getattr(verdict, "reason", None) is Reason.JACKPOT_TO_CLEAR) is locked
        assert here.award(f"{J}.{MAIN}.1").locked is locked


@pytest.mark.parametrize(("above", "by_hand"), [(0, False), (10_049, True), (10_050, False)])
def test_above_a_threshold_a_person_pays(above: int, by_hand: bool) -> None:
    rules = narrow(10_050, 10_050)
    here = offered(JackpotRules(rules.title, rules.kind, rules.levels, by_hand_above=cents(above)))
    here.commit()
    here.spin(A, "3", a1=500)
    here.reveal()
    assert here.event(JackpotWon).by_hand is by_hand


def test_it_is_the_same_after_a_restart() -> None:
    here, _ = to_hit(a1=300, a2=200)
    here.restart()
    here.give_all(ask.RevealMystery(J, MAIN, 1, SECRET))
    assert here.event(JackpotWon).terminal == "a2"
