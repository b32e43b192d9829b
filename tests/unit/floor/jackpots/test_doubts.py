"""Whose prize is in doubt when a round is put right, and that no round is paid twice: not by a correction that is taken
back, not by a print that failed, not by a round that is void.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import AwardQuestioned, AwardRestored, JackpotWon, RunNoted
from openetg.floor.jackpots.commands import Trigger
from openetg.floor.jackpots.state import HITS_KEPT
from openetg.floor.jackpots.views import public_jackpots
from openetg.floor.state import OUTCOMES_KEPT, AlertKind, AwardState, key_of
from openetg.money import cents
from openetg.rulebook.schema.policies import PaperKind
from tests.marks import clause
from tests.unit.floor.jackpots.build import (
    FREE,
    GAMING_SUPERVISOR,
    MAIN,
    OPERATOR,
    SUPERVISOR,
    A,
    B,
    Hall,
    J,
    level,
    mystery,
    offered,
    progressive,
)

ATTENDANT = ("electronic_gaming_attendant", "ada")
FIRST = f"{J}.{MAIN}.1"
SECOND = f"{J}.{MAIN}.2"
ON_17 = {"straight:17": 100}
BOTH = {"straight:17": 100, "straight:18": 100}
WON = key_of(AlertKind.JACKPOT_WON, "a1")
DOUBT = key_of(AlertKind.JACKPOT_QUESTIONED, f"award/{FIRST}")


def won() -> Hall:
    """A hall in which 17 fell twice, with money of a1 on it: rounds 2 and 3."""
    hall = offered(progressive(lock_from=FREE))
    hall.spin(A, "17", a1=ON_17)
    hall.spin(A, "17", a1=ON_17)
    return hall


def uphold(award: str = FIRST, *, stands: bool = True) -> ask.UpholdAward:
    return ask.UpholdAward(*OPERATOR, award, stands, "looked at")


# One run, one prize.


@clause("novo-unity", "4.1.2")
def test_payouts_that_are_suspended_and_confirmed_leave_one_prize_and_the_pool() -> None:
    hall = won()
    pool = hall.pool()
    hall.give_all(ask.DeclareFault(*SUPERVISOR, A, "system", "it hung", (3,)))
    assert hall.event(AwardQuestioned).award == FIRST
    hall.establish("a1")
    assert not hall.events(JackpotWon)
    restored = hall.event(AwardRestored)
    assert (restored.award, restored.terminal, restored.clause) == (FIRST, "a1", "4.1.2")
    assert (list(hall.floor.jackpots.awards), hall.pool()) == ([FIRST], pool)
    assert DOUBT not in hall.floor.alerts.lasting
    assert WON in hall.floor.alerts.lasting
    hall.give_all(ask.CreditAward("a1", FIRST, *ATTENDANT))


@pytest.mark.parametrize("paid", [False, True])
def test_a_correction_and_its_correction_leave_one_prize(paid: bool) -> None:
    hall = won()
    if paid:
        hall.give_all(ask.CreditAward("a1", FIRST, *ATTENDANT))
    hall.correct("18", 2)
    assert hall.award(FIRST).questioned
    hall.correct("17", 2)
    assert list(hall.floor.jackpots.awards) == [FIRST]
    award = hall.award(FIRST)
    assert (award.questioned, award.state) == (False, AwardState.PAID if paid else AwardState.DUE)


def test_one_that_was_taken_back_is_won_anew_and_one_that_was_refused_is_not() -> None:
    hall = won()
    hall.correct("18", 3)
    hall.give_all(uphold(stands=False))
    hall.correct("17", 3)
    assert hall.event(JackpotWon).award == SECOND
    hall = won()
    reviewed = ask.ReviewHolding("inspector", "ira", FIRST, "agreed")
    refused = ask.Release(*OPERATOR, FIRST, False, why="it was")
    hall.give_all(ask.HoldPaper(*OPERATOR, FIRST, "fraud"), reviewed, refused)
    hall.correct("18", 3)
    hall.correct("17", 3)
    assert list(hall.floor.jackpots.awards) == [FIRST]


def test_a_round_of_another_prize_of_the_same_terminal_does_not_stand_twice() -> None:
    """Rounds 2 and 3 were 17, then 3 and 4 are 18: one of the two prizes may stand, never both."""
    hall = offered(progressive(lock_from=FREE))
    for outcome in ("17", "17", "18"):
        hall.spin(A, outcome, a1=BOTH)
    hall.correct("18", 3)
    assert hall.event(JackpotWon).award == SECOND
    assert hall.refused(uphold()) == Refusal(Reason.ALREADY_DECIDED, "5.2", {"award": SECOND})
    hall.correct("17", 3)
    assert [each.award for each in hall.events(AwardQuestioned)] == [SECOND]
    assert [each.award for each in hall.events(AwardRestored)] == [FIRST]
    assert hall.refused(uphold(SECOND)).details == {"award": FIRST}
    hall.give_all(uphold(SECOND, stands=False))


def test_whoever_was_paid_for_one_of_the_rounds_has_no_other_prize_for_it() -> None:
    hall = offered(progressive(lock_from=FREE))
    for outcome in ("17", "17", "18"):
        hall.spin(A, outcome, a1=BOTH)
    hall.give_all(ask.CreditAward("a1", FIRST, *ATTENDANT))
    hall.correct("18", 3)
    assert not hall.events(JackpotWon)
    assert hall.award(FIRST).questioned


def test_what_a_person_has_decided_is_not_in_doubt_again_by_another_terminal() -> None:
    hall = offered(progressive(lock_from=FREE))
    hall.spin(A, "17", a1=ON_17)
    hall.spin(A, "17", a1=ON_17, a2=100)
    hall.correct("18", 3)
    hall.give_all(uphold())
    hall.give_all(ask.RecordBreach(*GAMING_SUPERVISOR, "a2", "8.3", "seen on the film"))
    hall.give_all(ask.VoidWagers(*GAMING_SUPERVISOR, "a2", "a breach", round=3))
    assert hall.award(FIRST).state is AwardState.DUE


def test_of_a_mystery_neither_unless_it_changes_who_has_reached_it() -> None:
    hall = offered(mystery(level(low=cents(10_500), high=cents(10_500)), lock_from=FREE))
    hall.commit()
    hall.spin(A, "5", a1=40_000, a2=20_000, a3=500)
    hall.reveal()

    def breach(terminal: str) -> None:
        hall.give_all(ask.RecordBreach(*GAMING_SUPERVISOR, terminal, "8.3", "seen on the film"))
        hall.give_all(ask.VoidWagers(*GAMING_SUPERVISOR, terminal, "a breach", round=2))

    breach("a1")
    assert (hall.award(FIRST).terminal, hall.award(FIRST).state) == ("a2", AwardState.QUESTIONED)
    hall.give_all(uphold())
    breach("a3")
    assert hall.award(FIRST).state is AwardState.DUE


def breached(hall: Hall) -> None:
    """The wagers of a3 in the first round that counted are void."""
    hall.give_all(ask.RecordBreach(*GAMING_SUPERVISOR, "a3", "8.3", "seen on the film"))
    hall.give_all(ask.VoidWagers(*GAMING_SUPERVISOR, "a3", "a breach", round=2))


def corrected_back(hall: Hall) -> None:
    hall.correct("18", 2)
    hall.correct("17", 2)


@clause("novo-unity", "4.1.2")
@pytest.mark.parametrize("several", ["share", "in_order"])
@pytest.mark.parametrize("later", [breached, corrected_back])
def test_who_won_while_there_was_nothing_to_have_does_not_win_what_came_later(
    several: Literal["share", "in_order"], later: Callable[[Hall], None]
) -> None:
    one = Trigger(("straight",), outcomes=("17",))
    hall = offered(progressive(level(trigger=one, seed=cents(0), several=several), lock_from=FREE))
    hall.spin(A, "17", a1=ON_17, a2=ON_17, a3=500)
    assert hall.event(RunNoted).terminals == ("a1", "a2")
    hall.spin(A, "5", a3=100_000)
    pool = hall.pool()
    assert pool > 0
    later(hall)
    assert not hall.floor.jackpots.awards
    hall.spin(A, "17", a1=ON_17)
    assert [(each.terminal, each.amount) for each in hall.events(JackpotWon)] == [("a1", cents(pool))]


def test_the_last_prizes_of_each_level_are_kept_and_those_taken_back_take_no_place() -> None:
    major = level("major", trigger=Trigger(("straight",), outcomes=("17",)))
    mini = level("mini", trigger=Trigger(("straight",), outcomes=("5",)), seed=cents(100))
    hall = offered(progressive(major, mini, lock_from=FREE))
    hall.spin(A, "17", a1=ON_17)
    paid(hall)
    for _ in range(HITS_KEPT + 3):
        hall.spin(A, "5", a1={"straight:5": 100})
        paid(hall)
    hall.spin(A, "5", a1={"straight:5": 100})
    hall.correct("6", hall.numbers() - 1)
    last = next(reversed(hall.floor.jackpots.awards))
    hall.give_all(uphold(last, stands=False))
    for _ in range(6):
        hall.spin(A, "8")
    hall.spin(A, "5", a1={"straight:5": 100})
    paid(hall)
    assert [len(view.hits) for view in public_jackpots(hall.floor)] == [1, HITS_KEPT]
    assert hall.award(last).state is AwardState.WITHDRAWN


def test_prizes_of_a_round_that_may_be_put_right_are_not_forgotten() -> None:
    """Else whoever was paid for it would win it again once any terminal of the round is settled later."""
    one = Trigger(("straight",), outcomes=("17",))
    hall = offered(progressive(level(trigger=one, rates={A: 10_000, B: 10_000}), lock_from=FREE))
    hall.lay(A, a1=ON_17, a3=100)
    hall.closed(A)
    hall.hold("a3")
    round_ = hall.floor.tables[A].round
    assert round_ is not None
    hall.give_all(ask.RecordOutcome(A, round_.spin, "17"))
    paid(hall)
    for _ in range(HITS_KEPT + 1):
        hall.spin(B, "17", b1=ON_17)
        paid(hall)
    numbers = list(hall.floor.jackpots.awards)
    assert (numbers[0], len(numbers)) == (FIRST, HITS_KEPT + 1), "as long as its round is kept"
    hall.establish("a3")
    assert list(hall.floor.jackpots.awards) == numbers
    for _ in range(6):
        hall.spin(A, "5")
    hall.spin(B, "17", b1=ON_17)
    paid(hall)
    assert FIRST not in hall.floor.jackpots.awards


def paid(hall: Hall) -> None:
    """Every prize that is due goes to the meter."""
    for award in list(hall.floor.jackpots.awards.values()):
        if award.state is AwardState.DUE:
            hall.give_all(ask.CreditAward(award.terminal, award.number, *ATTENDANT))


# What was in doubt stays so.


@clause("novo-unity", "4.1.5.2")
def test_a_prize_put_in_doubt_while_it_is_printed_is_not_paid_again_if_that_failed() -> None:
    hall = won()
    hall.give_all(ask.PaperAward(*ATTENDANT, FIRST, PaperKind.VOUCHER, "K1"))
    hall.void(3)
    assert hall.award(FIRST).state is AwardState.PAID
    hall.give_all(ask.ReportPrint("a1", "K1", printed=False))
    assert hall.award(FIRST).state is AwardState.QUESTIONED
    assert DOUBT in hall.floor.alerts.lasting
    assert hall.refused(ask.CreditAward("a1", FIRST, *ATTENDANT)).reason is Reason.AWARD_QUESTIONED
    hall.give_all(uphold(stands=False))
    assert DOUBT not in hall.floor.alerts.lasting
    assert WON not in hall.floor.alerts.lasting


@pytest.mark.parametrize("doubted", [False, True])
def test_nobody_is_called_about_a_prize_that_was_refused(doubted: bool) -> None:
    hall = won()
    if doubted:
        hall.void(3)
    hall.give_all(ask.HoldPaper(*OPERATOR, FIRST, "fraud"))
    assert (WON in hall.floor.alerts.lasting, DOUBT in hall.floor.alerts.lasting) == (True, doubted)
    hall.give_all(ask.ReviewHolding("inspector", "ira", FIRST, "agreed"))
    hall.give_all(ask.Release(*OPERATOR, FIRST, False, why="it was"))
    assert hall.award(FIRST).state is AwardState.REFUSED
    assert not {WON, DOUBT}.intersection(hall.floor.alerts.lasting)


# Nobody wins by a void.


@clause("novo-unity", "1.1:void")
@pytest.mark.parametrize("laid", ["every", "last"])
def test_no_run_goes_across_a_round_that_was_lost_and_then_void(laid: Literal["every", "last"]) -> None:
    hall = offered(progressive(level(trigger=Trigger(("straight",), run=2, laid=laid)), lock_from=FREE))
    for outcome in ("17", "5", "17"):
        hall.spin(A, outcome, a1=ON_17, a2=100)
    hall.void(3)
    assert hall.event(RunNoted).broken
    hall.restart()
    hall.give_all(ask.ReportReady(A))
    hall.correct("18", 4)
    hall.correct("17", 4)
    assert not hall.floor.jackpots.awards, "nor by what is put right behind it"
    hall.spin(A, "17", a1=ON_17)
    assert hall.event(JackpotWon).rounds == (4, hall.numbers() - 1), "a run that begins behind it is one"


def test_which_rounds_are_void_is_forgotten_with_what_fell() -> None:
    hall = offered(progressive())
    for _ in range(3):
        hall.spin(A, "5", a1=100)
        hall.void(hall.numbers() - 1)
    assert hall.level().broken == {A: [2, 3, 4]}
    for _ in range(OUTCOMES_KEPT):
        hall.spin(A, "5")
    hall.void(hall.numbers() - 1)
    assert hall.level().broken == {A: [hall.numbers() - 1]}


# A mystery.


def to_hit() -> Hall:
    """Round 2 brings the pool to 105.00 by a2, who follows a1."""
    hall = offered(mystery(level(low=cents(10_500), high=cents(10_500)), lock_from=FREE))
    hall.commit()
    hall.spin(A, "5", a1=40_000, a2=20_000, a3=500)
    return hall


def breach(hall: Hall, terminal: str) -> None:
    hall.give_all(ask.RecordBreach(*GAMING_SUPERVISOR, terminal, "8.3", "seen on the film"))
    hall.give_all(ask.VoidWagers(*GAMING_SUPERVISOR, terminal, "a breach", round=2))


@clause("novo-unity", "4.1.4")
@pytest.mark.parametrize(("terminal", "doubted"), [("a1", True), ("a2", True), ("a3", False)])
def test_a_mystery_is_in_doubt_if_another_would_have_reached_it_without_what_is_void(
    terminal: str, doubted: bool
) -> None:
    hall = to_hit()
    hall.reveal()
    assert hall.award(FIRST).terminal == "a2"
    breach(hall, terminal)
    assert hall.award(FIRST).questioned is doubted


@pytest.mark.parametrize("whole", [True, False])
def test_what_is_void_before_the_secret_is_told_has_reached_nothing(whole: bool) -> None:
    hall = to_hit()
    hall.give_all(ask.DeclareJackpotFault(*OPERATOR, J, "controller", "it hung"))
    assert hall.reveal().reason is Reason.NOT_REACHED  # type: ignore[union-attr]
    hall.give_all(ask.EndJackpotFault(*OPERATOR, J, "mended"))
    if whole:
        hall.void(2)
    else:
        breach(hall, "a2")
    assert hall.reveal().reason is Reason.NOT_REACHED  # type: ignore[union-attr]
    assert hall.pool() >= 10_500, "what is on display does not fall"
    hall.spin(A, "5", a3=60_000)
    hall.reveal()
    assert hall.event(JackpotWon).terminal == "a3"


def test_a_mystery_whose_winner_was_suspended_and_confirmed_is_in_doubt_no_more() -> None:
    hall = offered(mystery(level(low=cents(10_500), high=cents(10_500)), lock_from=FREE))
    hall.commit()
    hall.spin(A, "5", a1=60_000)
    hall.reveal()
    hall.give_all(ask.DeclareFault(*SUPERVISOR, A, "system", "it hung", (2,)))
    assert hall.award(FIRST).state is AwardState.QUESTIONED
    hall.establish("a1")
    assert hall.award(FIRST).state is AwardState.DUE
