"""Every settled wager counts once, whatever becomes of its round; what is void does not."""

from __future__ import annotations

from openetg.floor import commands as ask
from openetg.floor.core.verdicts import Verdict
from openetg.floor.events import JackpotWon, PayoutsSuspended, PoolFed, RoundSettled, TerminalSettled, WagersVoided
from openetg.floor.jackpots.commands import Trigger
from openetg.floor.pipeline import with_consequences
from openetg.floor.rounds.automatic import decide_record_outcome
from openetg.floor.state import Floor
from openetg.journal.entry import Entry
from openetg.money import ZERO, cents, parts_of
from openetg.reports.fairness.fairness import check_draws
from openetg.rulebook.schema.policies import Cause, Closer
from tests.marks import clause
from tests.unit.floor.jackpots.build import (
    FREE,
    GAMING_SUPERVISOR,
    OPERATOR,
    SEVENTEENS,
    SUPERVISOR,
    A,
    B,
    Hall,
    J,
    hall,
    level,
    offered,
    progressive,
    sixth,
)


def linked() -> Hall:
    """A progressive fed by a tenth of both tables."""
    return offered(progressive(level(trigger=SEVENTEENS, rates={A: 100_000, B: 100_000}), lock_from=FREE))


def counted(here: Hall) -> int:
    """What was counted so far, in cents; the pool has its tenth of it."""
    level = here.level()
    assert level.contributed * 1_000_000 + cents(level.carried) == level.turnover * 100_000
    return parts_of(level.turnover, 1)


@clause("novo-unity", "4.1")
def test_a_decision_is_not_touched_where_nothing_is_offered() -> None:
    here = hall()
    here.lay(A, a1=100)
    here.closed(A)
    round_ = here.floor.tables[A].round
    assert round_ is not None
    given: list[Verdict] = []

    def decided(floor: Floor, command: ask.RecordOutcome, at_ms: int) -> Verdict:
        given.append(decide_record_outcome(floor, command, at_ms))
        return given[-1]

    wrapped = with_consequences({ask.RecordOutcome: decided, ask.PlaceWager: decided})
    wish = ask.RecordOutcome(A, round_.spin, "17")
    assert wrapped[ask.PlaceWager] is decided, "a wager does not wait for it"
    assert wrapped[ask.RecordOutcome](here.floor, wish, here.at_ms) is given[-1]
    assert isinstance(given[-1], tuple)
    assert any(isinstance(event, RoundSettled) for event in given[-1])
    other = linked()
    other.lay(A, a1=100)
    other.closed(A)
    spin = other.floor.tables[A].round
    assert spin is not None
    verdict = wrapped[ask.RecordOutcome](other.floor, ask.RecordOutcome(A, spin.spin, "17"), other.at_ms)
    assert isinstance(verdict, tuple)
    assert isinstance(given[-1], tuple)
    assert verdict[: len(given[-1])] == given[-1]
    assert [type(event) for event in verdict[len(given[-1]) :]] == [PoolFed]


@clause("novo-unity", "4.1.1")
def test_a_round_spun_again_counts_once() -> None:
    here = hall(kind="live")
    here.give_all(ask.SetUpJackpot(*OPERATOR, J, progressive(level(trigger=SEVENTEENS, rates={A: 100_000}))))
    dealer = ("dealer", f"dealer-{A}")

    def run(outcome: str) -> None:
        round_ = here.floor.tables[A].round
        assert round_ is not None
        here.give_all(ask.SpinWheel(*dealer, A), ask.ReportLaunch(A, round_.spin, opposite=True))
        if outcome == "no spin":
            here.give_all(ask.CallNoSpin(*dealer, A, Cause.FOREIGN_OBJECT, "a coin in the wheel"))
            return
        here.give_all(ask.CloseWagers(A, Closer.SENSOR, round_.spin), ask.RecordOutcome(A, round_.spin, outcome, 9))
        here.give_all(ask.ConfirmOutcome(*dealer, A))

    run("5")
    here.lay(A, a1=1_000)
    run("no spin")
    assert counted(here) == 0
    here.lay(A, a2=500)
    run("17")
    assert counted(here) == 1_500
    assert here.event(PoolFed).turnover == cents(1_500)


def test_wagers_that_were_held_count_when_they_are_settled_and_not_before() -> None:
    here = linked()
    here.lay(A, a1=1_000, a2=500)
    here.closed(A)
    here.hold("a1")
    round_ = here.floor.tables[A].round
    assert round_ is not None
    here.give_all(ask.RecordOutcome(A, round_.spin, "5"))
    assert counted(here) == 500
    for outcome in ("6", "7", "8", "9", "10", "11"):
        here.spin(A, outcome, a2=100)
    here.restart()
    assert counted(here) == 1_100
    here.establish("a1")
    assert here.event(TerminalSettled).round == 2
    assert counted(here) == 2_100


def test_held_wagers_that_are_void_never_count() -> None:
    here = linked()
    here.lay(A, a1=1_000, a2=500)
    here.closed(A)
    here.hold("a1")
    round_ = here.floor.tables[A].round
    assert round_ is not None
    here.give_all(ask.RecordOutcome(A, round_.spin, "5"))
    here.give_all(ask.Reconstruct(*SUPERVISOR, "a1", confirmed=False, why="nothing is readable"))
    here.give_all(ask.VoidWagers(*SUPERVISOR, "a1", "not established"))
    assert here.events(WagersVoided)
    assert not here.events(PoolFed)
    assert counted(here) == 500


def test_part_of_them_established_and_part_of_them_void() -> None:
    here = linked()
    here.lay(A, a1={"red": 1_000, "odd": 300})
    here.closed(A)
    here.hold("a1")
    round_ = here.floor.tables[A].round
    assert round_ is not None
    here.give_all(ask.RecordOutcome(A, round_.spin, "5"))
    wish = ask.Reconstruct(*SUPERVISOR, "a1", confirmed=True, why="the film shows one of them", unconfirmed=("odd",))
    here.give_all(wish)
    assert counted(here) == 1_000


def test_what_is_void_after_the_settlement_is_taken_off_again() -> None:
    here = linked()
    here.spin(A, "5", a1={"red": 1_000, "odd": 300}, a2=500)
    here.give_all(ask.RecordBreach(*GAMING_SUPERVISOR, "a1", "8.3", "seen on the film"))
    here.give_all(ask.VoidWagers(*GAMING_SUPERVISOR, "a1", "a breach", spots=("odd",), round=2))
    assert counted(here) == 1_500
    here.give_all(ask.VoidWagers(*GAMING_SUPERVISOR, "a1", "a breach", round=2))
    assert counted(here) == 500
    here.void(2)
    assert counted(here) == 0


def test_payouts_taken_back_in_a_fault_of_the_system_count_again_when_they_are_settled_again() -> None:
    here = linked()
    here.spin(A, "5", a1=1_000, a2=500)
    here.give_all(ask.DeclareFault(*SUPERVISOR, A, "system", "the clock ran backwards", (2,)))
    assert len(here.events(PayoutsSuspended)) == 2
    assert len(here.events(PoolFed)) == 2
    assert counted(here) == 0
    here.establish("a1")
    assert counted(here) == 1_000
    here.establish("a2")
    assert counted(here) == 1_500
    assert here.pool() == 10_150


def test_a_corrected_outcome_is_the_same_turnover() -> None:
    here = linked()
    here.spin(A, "5", a1=1_000)
    here.correct("6", 2)
    assert not here.events(PoolFed)
    assert counted(here) == 1_000


def test_a_round_that_is_held_counts_when_its_outcome_is_entered() -> None:
    here = linked()
    here.lay(A, a1=1_000)
    here.closed(A)
    round_ = here.floor.tables[A].round
    assert round_ is not None
    here.give_all(ask.ReportUnread(A, round_.spin))
    assert counted(here) == 0
    here.restart()
    here.give_all(ask.EnterOutcome(*SUPERVISOR, A, "5", "seen on the film"))
    assert counted(here) == 1_000


def test_a_round_that_was_open_when_it_was_set_up_does_not_count_late_either() -> None:
    here = hall()
    here.lay(A, a1=1_000, a2=500)
    here.closed(A)
    here.hold("a1")
    here.give_all(ask.SetUpJackpot(*OPERATOR, J, progressive()))
    round_ = here.floor.tables[A].round
    assert round_ is not None
    here.give_all(ask.RecordOutcome(A, round_.spin, "5"))
    here.establish("a1")
    here.void(1)
    assert here.level().turnover == ZERO
    here.spin(A, "5", a2=500)
    assert here.level().turnover == cents(500)


def test_who_did_not_play_for_it_in_a_round_is_not_taken_off_by_its_void() -> None:
    here = linked()
    here.give_all(ask.ReportJackpotLink(J, "a1", up=False, cause="cable"))
    here.spin(A, "5", a1=1_000, a2=500)
    here.give_all(ask.ReportJackpotLink(J, "a1", up=True))
    assert counted(here) == 500
    here.void(2)
    assert counted(here) == 0
    here.give_all(ask.DeclareJackpotFault(*OPERATOR, J, "display", "it is dark"))
    here.spin(A, "5", a1=1_000)
    here.give_all(ask.EndJackpotFault(*OPERATOR, J, "lit again"))
    here.void(3)
    assert not here.events(PoolFed)
    assert counted(here) == 0


def test_settled_late_without_a_link_it_does_not_count_and_is_not_taken_off() -> None:
    here = linked()
    here.lay(A, a1=1_000, a2=500)
    here.closed(A)
    here.hold("a1")
    round_ = here.floor.tables[A].round
    assert round_ is not None
    here.give_all(ask.RecordOutcome(A, round_.spin, "5"))
    here.give_all(ask.ReportJackpotLink(J, "a1", up=False, cause="cable"))
    here.establish("a1")
    assert (here.event(PoolFed).turnover, here.event(PoolFed).out) == (ZERO, ("a1",))
    here.give_all(ask.ReportJackpotLink(J, "a1", up=True))
    assert counted(here) == 500
    here.void(2)
    assert counted(here) == 0


def test_after_the_void_of_what_won_the_next_pool_makes_up_for_it() -> None:
    here = linked()
    here.spin(A, "17", a1={"straight:17": 100})
    here.spin(A, "17", a1={"straight:17": 100})
    assert here.events(JackpotWon)
    here.void(3)
    assert (counted(here), here.pool()) == (100, 10_010)
    here.spin(A, "5", a1=100)
    assert here.pool() == 10_010
    here.spin(A, "5", a1=100)
    assert here.pool() == 10_020


def test_what_is_let_in_late_counts_beside_what_counted_and_not_beside_what_did_not() -> None:
    here = hall("sixth")
    by = next(iter(sixth().roles)), "somebody"
    here.give_all(ask.SetUpJackpot(*by, J, progressive(level(trigger=Trigger(("triple",)), rates={A: 100_000}))))
    here.over()
    ruling = sixth().powers["rule_on_late_wager"].roles[0], "rob"

    def let_in(terminal: str, number: int) -> None:
        here.give_all(ask.RuleOnWager(*ruling, terminal, True, "big", cents(1_000), "it was in time", A, number))

    here.give_all(ask.ReportJackpotLink(J, A, up=False, cause="cable"))
    here.spin(A, "4-5-6", a1=500)
    here.give_all(ask.ReportJackpotLink(J, A, up=True))
    let_in("a1", 2)
    assert not here.events(PoolFed), "the terminal was settled when its round did not count"
    let_in("a2", 2)
    fed = here.event(PoolFed)
    assert (fed.turnover, fed.terminal, fed.out) == (cents(1_000), "a2", ("a1",))
    assert counted(here) == 1_000
    here.spin(A, "4-5-6", a1=500)
    let_in("a1", 3)
    assert counted(here) == 2_500


def test_a_jackpot_that_is_no_longer_offered_is_fed_no_more() -> None:
    here = linked()
    here.give_all(ask.SetUpJackpot(*OPERATOR, "other", progressive(level(trigger=SEVENTEENS))))
    here.spin(A, "5", a1=1_000)
    here.spin(A, "5", a1=1_000)
    assert [each.jackpot for each in here.events(PoolFed)] == [J, "other"]
    here.give_all(ask.DecommissionJackpot(*OPERATOR, J, "other", {"main": "main"}, "the wheel is sold"))
    here.spin(A, "5", a1=1_000)
    assert [each.jackpot for each in here.events(PoolFed)] == ["other"]


@clause("novo-unity", "4.1.1", "1.1:void")
def test_what_is_let_in_late_without_a_link_does_not_count_and_what_had_counted_is_taken_off_by_the_void() -> None:
    here = hall("sixth")
    by = next(iter(sixth().roles)), "somebody"
    here.give_all(ask.SetUpJackpot(*by, J, progressive(level(trigger=Trigger(("triple",)), rates={A: 100_000}))))
    here.over()
    here.spin(A, "4-5-6", a1=1_000, a2=500)
    assert counted(here) == 1_500
    here.give_all(ask.ReportJackpotLink(J, "a1", up=False, cause="cable"))
    ruling = sixth().powers["rule_on_late_wager"].roles[0], "rob"
    here.give_all(ask.RuleOnWager(*ruling, "a1", True, "big", cents(1_000), "it was in time", A, 2))
    assert counted(here) == 1_500
    here.give_all(ask.ReportJackpotLink(J, "a1", up=True))
    voiding = sixth().powers["invalidate_outcome"].roles[0], "ivy"
    cause = next(iter(sixth().invalidation.causes))
    here.give_all(ask.InvalidateOutcome(*voiding, A, cause, "it burned", round=2))
    assert counted(here) == 0
    entries = [Entry(number, *entry) for number, entry in enumerate(here.entries, start=1)]
    assert [each for each in check_draws(entries) if each.state == "wrong"] == []
