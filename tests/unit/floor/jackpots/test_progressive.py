"""Progressives: a condition that is data, the prize as it was on display, and what a correction does to it."""

from __future__ import annotations

from typing import Any

import pytest

from openetg.floor import commands as ask
from openetg.floor.events import AwardQuestioned, JackpotWon, LevelBegan, PoolFed, RunNoted
from openetg.floor.jackpots.commands import Trigger
from openetg.floor.jackpots.triggers import winning_spots
from openetg.floor.rounds.state import ENDED
from openetg.floor.state import AlertKind, AwardState, Round
from openetg.money import cents
from openetg.rulebook.schema.policies import Cause
from tests.marks import clause
from tests.one_table import play
from tests.payout_notation import playable
from tests.unit.floor.jackpots.build import (
    FREE,
    GAMING_SUPERVISOR,
    MAIN,
    OPERATOR,
    SEVENTEENS,
    A,
    B,
    Hall,
    J,
    hall,
    level,
    offered,
    progressive,
)

FIRST = f"{J}.{MAIN}.1"
ON_17 = {"straight:17": 100}


def with_(trigger: Trigger, **given: Any) -> Hall:
    """A hall with a progressive that is won so, fed by a tenth of both tables."""
    known: dict[str, Any] = {"trigger": trigger, "rates": {A: 100_000, B: 100_000}}
    return offered(progressive(level(**(known | given)), lock_from=FREE))


def won(here: Hall) -> dict[str, int]:
    """What the last round won."""
    return {each.terminal: int(each.amount) for each in here.events(JackpotWon)}  # type: ignore[call-overload]


def in_doubt(here: Hall) -> list[str]:
    return [each.award for each in here.events(AwardQuestioned)]


@clause("novo-unity", "4.1.2")
def test_the_prize_is_what_was_on_display_before_the_round_that_wins_it() -> None:
    here = with_(SEVENTEENS)
    here.spin(A, "17", a1=ON_17, a2=5_000)
    shown = here.pool()
    assert shown == 10_510
    here.spin(A, "17", a1=ON_17, a2=7_000)
    prize = here.event(JackpotWon)
    assert (prize.terminal, prize.amount, prize.clause, prize.also) == ("a1", cents(shown), "4.1.2", ("3.6.2",))
    assert prize.rounds == (2, 3)
    assert isinstance(here.verdict, tuple)
    kinds = [type(event) for event in here.verdict]
    assert kinds.index(JackpotWon) < kinds.index(LevelBegan) < kinds.index(PoolFed)
    assert (here.pool(), here.level().cycle) == (10_710, 2), "what the winning round brings is the next pool's"
    assert (here.award(FIRST).state, here.award(FIRST).title) == (AwardState.DUE, "Main")


@clause("novo-unity", "4.1.2")
@pytest.mark.parametrize(
    ("rounds", "winner"),
    [
        ([("17", "a1 a2"), ("17", "a2")], "a2"),
        ([("17", "a1"), ("17", "a2")], ""),
        ([("17", "a1"), ("18", "a1"), ("17", "a1")], ""),
        ([("17", "a1"), ("18", ""), ("17", "a1")], ""),
        ([("17", "a1"), ("17", "")], ""),
        ([("17", ""), ("17", "a1"), ("17", "a1")], "a1"),
    ],
)
def test_a_run_is_of_one_terminal_and_without_a_gap(rounds: list[tuple[str, str]], winner: str) -> None:
    here = with_(SEVENTEENS)
    for outcome, laid in rounds:
        here.spin(A, outcome, **dict.fromkeys(laid.split(), ON_17))
    assert {each.terminal for each in here.floor.jackpots.awards.values()} == set(winner.split())


def test_a_run_is_of_one_table() -> None:
    here = with_(SEVENTEENS)
    here.spin(A, "17", a1=ON_17)
    here.spin(B, "17", b1=ON_17)
    assert not here.floor.jackpots.awards
    here.spin(B, "17", b1=ON_17)
    assert won(here) == {"b1": 10_020}


def test_a_longer_run_goes_on_for_whoever_joined_later_and_counts_once() -> None:
    here = with_(Trigger(("straight",), run=3))
    here.spin(A, "17", a1=ON_17)
    here.spin(A, "17", a1=ON_17, a2=ON_17)
    here.spin(A, "17", a1=ON_17, a2=ON_17)
    assert set(won(here)) == {"a1"}
    here.spin(A, "17", a1=ON_17, a2=ON_17)
    assert set(won(here)) == {"a2"}, "its own third; the first begins anew behind what it has won"
    here.spin(A, "17", a1=ON_17)
    assert not won(here)
    here.spin(A, "17", a1=ON_17)
    assert set(won(here)) == {"a1"}


def test_a_void_round_is_no_part_of_a_run() -> None:
    here = with_(SEVENTEENS)
    here.spin(A, "17", a1=ON_17)
    here.lay(A, a1=ON_17)
    here.closed(A)
    here.void(here.numbers())
    here.spin(A, "17", a1=ON_17)
    assert set(won(here)) == {"a1"}


@pytest.mark.parametrize(
    ("trigger", "wagers", "wins"),
    [
        (Trigger(("straight",), outcomes=("17",)), {"straight:17": 100}, True),
        (Trigger(("straight",), outcomes=("17",)), {"straight:16": 100}, False),
        (Trigger(("straight",), outcomes=("17",)), {"red": 100, "split:14-17": 100}, False),
        (Trigger(("straight", "split"), outcomes=("17",)), {"split:14-17": 100}, True),
        (Trigger(("straight",), outcomes=("17", "18")), {"straight:17": 100}, True),
        (Trigger(("straight",), outcomes=("18",)), {"straight:17": 100}, False),
        (Trigger(("straight",), least=cents(100)), {"straight:17": 100}, True),
        (Trigger(("straight",), least=cents(101)), {"straight:17": 100, "straight:18": 500}, False),
    ],
)
def test_what_wins_is_data(trigger: Trigger, wagers: dict[str, int], wins: bool) -> None:
    here = with_(trigger)
    here.spin(A, "17", a1=wagers)
    assert bool(won(here)) is wins


def test_laid_in_the_last_round_alone_where_that_is_the_condition() -> None:
    here = with_(Trigger(("straight",), run=3, laid="last"))
    here.spin(A, "17")
    here.spin(A, "17", a1=ON_17)
    assert not here.events(RunNoted), "what fell is known without it"
    here.spin(A, "17", a2=ON_17, a3={"straight:18": 100})
    assert set(won(here)) == {"a2"}
    here.spin(A, "17", a2=ON_17, a3=ON_17)
    assert set(won(here)) == {"a3"}, "four in a row end with three in a row"


@pytest.mark.parametrize(
    ("several", "expected", "left"),
    [
        ("share", {"a1": 3_343, "a2": 3_343, "a3": 3_343}, 10_030),
        ("in_order", {"a1": 10_031, "a2": 10_000, "a3": 10_000}, 10_030),
    ],
)
def test_several_winners_of_one_round_share_or_go_in_order(several: str, expected: dict[str, int], left: int) -> None:
    here = with_(SEVENTEENS, several=several)
    here.spin(A, "17", a1=ON_17, a2=ON_17, a3={"straight:17": 110})
    here.spin(A, "17", a1=ON_17, a2=ON_17, a3=ON_17)
    assert won(here) == expected
    assert here.pool() == left, "the odd cents stay and count towards the seed"
    numbers = [each.award for each in here.events(JackpotWon)]
    first = [FIRST, f"{FIRST}.2", f"{FIRST}.3"]
    assert numbers == (first if several == "share" else [f"{J}.{MAIN}.{cycle}" for cycle in (1, 2, 3)])


def test_nobody_has_a_prize_of_nothing() -> None:
    here = with_(Trigger(("straight",)), seed=cents(0))
    here.spin(A, "17", a1=ON_17)
    assert not won(here)
    here.spin(A, "17", a1=ON_17)
    assert won(here) == {"a1": 10}


def test_who_does_not_play_for_it_does_not_win_it() -> None:
    here = with_(Trigger(("straight",)))
    here.give_all(ask.ReportJackpotLink(J, "a1", up=False, cause="cable"))
    here.spin(A, "17", a1=ON_17, a2=ON_17)
    assert set(won(here)) == {"a2"}
    here.give_all(ask.DeclareJackpotFault(*OPERATOR, J, "controller", "it hangs"))
    here.spin(A, "17", a2=ON_17)
    assert not won(here)


@clause("novo-unity", "4.1.2")
@pytest.mark.parametrize("corrected", [2, 3])
def test_a_correction_that_breaks_the_run_puts_the_prize_in_doubt(corrected: int) -> None:
    here = with_(SEVENTEENS)
    here.spin(A, "17", a1=ON_17)
    here.spin(A, "17", a1=ON_17)
    here.correct("18", corrected)
    assert in_doubt(here) == [FIRST]
    assert here.award(FIRST).state is AwardState.QUESTIONED
    here.correct("17", corrected)
    assert not in_doubt(here)
    assert (here.award(FIRST).state, won(here)) == (AwardState.DUE, {}), "the run is complete again: it is that prize"


def test_a_void_of_any_round_of_the_run_puts_the_prize_in_doubt() -> None:
    for number in (2, 3):
        here = with_(SEVENTEENS)
        here.spin(A, "17", a1=ON_17)
        here.spin(A, "17", a1=ON_17)
        here.spin(A, "5", a1=ON_17)
        here.void(number)
        assert in_doubt(here) == [FIRST]
        assert here.event(AwardQuestioned).clause == "4.1.2"
        assert not won(here)


def test_a_correction_that_changes_nothing_for_the_winner_leaves_the_prize() -> None:
    here = with_(Trigger(("straight", "black"), outcomes=("17", "20")))
    here.spin(A, "17", a1={"black": 100}, a2={"straight:20": 100})
    assert set(won(here)) == {"a1"}
    here.correct("20", 2)
    assert not in_doubt(here)
    assert set(won(here)) == {"a2"}, "who wins by what really fell has a prize of what is on display now"
    here.correct("17", 2)
    assert in_doubt(here) == [f"{J}.{MAIN}.2"]
    assert not won(here)


@clause("novo-unity", "4.1.2")
@pytest.mark.parametrize("corrected", [2, 3])
def test_a_correction_that_completes_the_run_awards_it_then(corrected: int) -> None:
    here = with_(SEVENTEENS)
    for number in (2, 3):
        here.spin(A, "18" if number == corrected else "17", a1=ON_17)
    here.spin(A, "9", a1=1_000)
    assert not here.floor.jackpots.awards
    shown = here.pool()
    here.correct("17", corrected)
    assert won(here) == {"a1": shown}
    assert not here.events(PoolFed), "its turnover was counted when it was settled"
    assert here.event(JackpotWon).rounds == (2, 3)


def test_wagers_that_were_held_win_when_they_are_settled() -> None:
    here = with_(SEVENTEENS)
    here.spin(A, "17", a1=ON_17, a2=ON_17)
    here.lay(A, a1=ON_17, a2=ON_17)
    here.closed(A)
    here.hold("a1")
    round_ = here.floor.tables[A].round
    assert round_ is not None
    here.give_all(ask.RecordOutcome(A, round_.spin, "17"))
    assert won(here) == {"a2": 10_020}
    here.establish("a1")
    assert won(here) == {"a1": 10_010}


def test_void_wagers_of_the_winner_alone_put_its_prize_in_doubt() -> None:
    here = with_(SEVENTEENS, several="in_order")
    here.spin(A, "17", a1=ON_17, a2=ON_17)
    here.spin(A, "17", a1=ON_17, a2=ON_17)
    here.give_all(ask.RecordBreach(*GAMING_SUPERVISOR, "a2", "8.3", "seen on the film"))
    here.give_all(ask.VoidWagers(*GAMING_SUPERVISOR, "a2", "a breach", round=3))
    assert in_doubt(here) == [f"{J}.{MAIN}.2"]
    assert here.award(FIRST).state is AwardState.DUE
    assert here.event(PoolFed).turnover == cents(-100)


def test_of_a_prize_that_was_paid_somebody_is_told() -> None:
    here = with_(SEVENTEENS)
    here.spin(A, "17", a1=ON_17)
    here.spin(A, "17", a1=ON_17)
    here.give_all(ask.CreditAward("a1", FIRST, "electronic_gaming_attendant", "eva"))
    here.correct("18", 3)
    assert in_doubt(here) == [FIRST]
    assert here.award(FIRST).state is AwardState.PAID
    told = [each for each in here.floor.alerts.open.values() if each.kind is AlertKind.JACKPOT_QUESTIONED]
    assert [(each.place, each.ended_at_ms is not None) for each in told] == [("a1", True)]


def test_a_restart_remembers_the_run() -> None:
    here = with_(SEVENTEENS)
    here.spin(A, "17", a1=ON_17)
    here.restart()
    here.give_all(ask.ReportReady(A))
    here.spin(A, "17", a1=ON_17)
    assert set(won(here)) == {"a1"}


def test_the_notes_of_old_rounds_are_forgotten() -> None:
    here = with_(SEVENTEENS)
    for number in range(12):
        here.spin(A, "17" if number % 2 else "18", a1={"straight:17": 10, "straight:18": 10})
    assert len(here.level().runs[A]) <= 6
    assert set(here.level().fed) <= {f"{A}/{number}" for number in (*here.floor.tables[A].past, here.numbers())}


def test_a_correction_may_break_one_run_and_complete_another_of_the_same_terminal() -> None:
    here = with_(SEVENTEENS)
    both = {"straight:17": 100, "straight:18": 100}
    here.spin(A, "17", a1=both)
    here.spin(A, "17", a1=both)
    here.spin(A, "18", a1=both)
    assert set(here.floor.jackpots.awards) == {FIRST}
    here.correct("18", 3)
    assert in_doubt(here) == [FIRST]
    assert here.event(JackpotWon).rounds == (3, 4)


def test_of_the_wagers_named_only_those_that_win_by_what_fell_count() -> None:
    floor = play("adelaide", kind=next(iter(playable("adelaide").rulebook.tables))).floor
    table, trigger = floor.tables[A], Trigger(("red", "straight"))
    assert winning_spots(floor, table, trigger, "1") == {"red", "straight:1"}
    assert winning_spots(floor, table, trigger, "0") == {"straight:0"}


@clause("novo-unity", "4.1.2")
@pytest.mark.parametrize("called_off", [False, True])
def test_no_run_goes_across_a_number_that_was_read_and_not_confirmed(called_off: bool) -> None:
    """On a wheel that a dealer runs: what the device has read is on record before anybody says that it counts."""
    here = hall(kind="live")
    here.give_all(ask.SetUpJackpot(*OPERATOR, J, progressive(lock_from=FREE)))

    def spun(outcome: str) -> Round:
        table = here.floor.tables[A]
        if table.round is None or table.round.phase in ENDED:
            here.give_all(ask.OpenRound("dealer", table.dealer, A))
        assert table.round is not None
        if not table.round.wagers:
            here.lay(A, a1=ON_17)
        here.closed(A)
        here.give_all(ask.RecordOutcome(A, table.round.spin, outcome))
        return table.round

    def confirmed(outcome: str) -> None:
        spun(outcome)
        here.give_all(ask.ConfirmOutcome("dealer", here.floor.tables[A].dealer, A, outcome))

    confirmed("5")
    confirmed("17")
    round_ = spun("5")
    if called_off:
        here.give_all(ask.CallNoSpin("dealer", here.floor.tables[A].dealer, A, Cause.INTERFERENCE))
        assert round_.registered is None
    here.void(round_.number)
    assert here.event(RunNoted).broken
    confirmed("17")
    assert not here.floor.jackpots.awards
    confirmed("17")
    assert [each.rounds for each in here.events(JackpotWon)] == [(4, 5)]
