"""What a display above a table shows of what was won: the record by which the terminals were paid, and nothing else."""

from __future__ import annotations

import pytest

from openetg.floor.core.ledger import bank_of, meter_of
from openetg.floor.events import RoundSettled
from openetg.floor.people.staff_views import PRIZES_MAX, Prize, display_view
from openetg.floor.rounds.views import own_view
from openetg.floor.state import OUTCOMES_KEPT, Phase
from openetg.money import cents
from openetg.script.parse import ScriptLine
from openetg.script.run import play
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script

PRIZES = ["ministar", "interblock", "novo-unity"]


def stage_of(script: str) -> Stage:
    return run_script(script + "\n expect balanced").stage


def round_of(rulebook: str, rest: str = "17") -> str:
    """Two terminals win, the second more; the third loses."""
    return f"""
        rulebook {rulebook} roulette
        note T1 50.00
        note T2 50.00
        note T3 50.00
        bets
        place T1 black 5.00
        place T2 straight:17 1.00
        place T3 red 5.00
        spin
        drop
        rest {rest}
    """


@clause("ministar", "3.6", "3.6.2", "3.6.3", "4.1.2")
@clause("interblock", "3.4", "3.4.2", "3.7.2")
@clause("novo-unity", "3.6.3", "3.6.4")
@pytest.mark.parametrize("rulebook", PRIZES)
def test_a_prize_display_shows_what_the_terminals_show(rulebook: str) -> None:
    stage = stage_of(round_of(rulebook))
    view = display_view(stage.floor, stage.table)
    assert view.round_paid == 1
    assert view.prizes == (Prize("T2", cents(3_500), cents(3_600)), Prize("T1", cents(500), cents(1_000)))
    for prize in view.prizes:
        own = own_view(stage.floor, prize.terminal)
        assert (cents(own.win), cents(own.paid)) == (prize.won, prize.paid)
    assert own_view(stage.floor, "T3").win == 0
    assert display_view(stage.floor, stage.table) == view, "any number of displays show the same"


@clause("ministar", "3.6.3")
@clause("interblock", "3.4.2")
@clause("novo-unity", "3.6.4")
@pytest.mark.parametrize("rulebook", PRIZES)
def test_terminal_and_display_never_disagree_over_many_rounds(rulebook: str) -> None:
    wagers = "bets \n place T1 black 1.00 \n place T2 straight:17 1.00 \n place T3 odd 1.00 \n spin \n drop \n rest"
    notes = "note T1 50.00 \n note T2 50.00 \n note T3 50.00"
    rounds = " \n ".join(f"{wagers} {outcome}" for outcome in ("17", "2", "0", "36", "17", "1"))
    compared: list[int] = []

    def compare(step: ScriptLine, stage: Stage) -> None:
        if step.verb != "rest":
            return
        view = display_view(stage.floor, stage.table)
        own = {name: own_view(stage.floor, name) for name in ("T1", "T2", "T3")}
        assert {prize.terminal: prize.won for prize in view.prizes} == {
            name: cents(mine.win) for name, mine in own.items() if mine.win
        }
        compared.append(view.round_paid)

    run = play(f"rulebook {rulebook} roulette \n {notes} \n {rounds}", compare)
    assert run.failure is None, run.failure
    assert compared == [1, 2, 3, 4, 5, 6]


@clause("ministar", "3.6.1")
@clause("interblock", "3.4.1")
@clause("novo-unity", "3.6.1")
@pytest.mark.parametrize("rulebook", PRIZES)
def test_the_terminal_that_wagered_shows_its_win_and_no_other_terminals_figures_change(rulebook: str) -> None:
    split = f"rulebook {rulebook} roulette \n note T1 50.00 \n note T2 50.00 \n bets \n place T1 split:14-17 10.00"
    stage = stage_of(f"{split} \n place T2 red 5.00 \n spin \n drop \n rest 17 \n expect meter T1 220.00")
    own, other = own_view(stage.floor, "T1"), own_view(stage.floor, "T2")
    assert (own.win, own.paid, own.meter) == (17_000, 18_000, 22_000)
    assert (other.win, other.paid, other.meter) == (0, 0, 4_500)
    assert isinstance(stage.verdict, tuple)
    (settled,) = (event for event in stage.verdict if isinstance(event, RoundSettled))
    lines = [moved for moved in settled.transfers if moved.source == bank_of(stage.table.name)]
    assert [(moved.destination, moved.amount) for moved in lines] == [(meter_of("T1"), cents(own.win))]
    later = stage_of(f"{split} \n spin \n drop \n rest 17 \n bets \n spin \n drop")
    assert own_view(later.floor, "T1").win == 17_000, "until the next result"
    lost = stage_of(f"{split} \n spin \n drop \n rest 17 \n bets \n place T1 red 5.00 \n spin \n drop \n rest 2")
    assert own_view(lost.floor, "T1").win == 0


@clause("ministar", "3.6.2")
def test_the_last_round_that_was_settled_is_shown_until_the_next_one_is() -> None:
    script = round_of("ministar")
    running = stage_of(script + "bets \n place T3 red 5.00 \n spin \n drop")
    assert display_view(running.floor, running.table).round_paid == 1
    void = stage_of(script + "bets \n place T3 red 5.00 \n spin \n drop \n rest unread")
    assert void.round.phase is Phase.VOID
    view = display_view(void.floor, void.table)
    assert (view.round_paid, len(view.prizes)) == (1, 2), "a void round has paid nobody"
    lost = stage_of(script + "bets \n place T1 red 5.00 \n spin \n drop \n rest 2")
    view = display_view(lost.floor, lost.table)
    assert (view.round_paid, view.prizes) == (2, ())


def test_a_void_round_is_named_until_the_next_round_has_ended() -> None:
    script = round_of("ministar")
    settled = stage_of(script)
    assert display_view(settled.floor, settled.table).void_round == 0
    void = script + "bets \n place T3 red 5.00 \n spin \n drop \n rest unread \n"
    for rest in ("", "bets", "bets \n spin \n drop"):
        stage = stage_of(void + rest)
        assert display_view(stage.floor, stage.table).void_round == 2, rest
    after = stage_of(void + "bets \n spin \n drop \n rest 17")
    assert display_view(after.floor, after.table).void_round == 0


def test_a_corrected_outcome_corrects_the_prizes() -> None:
    script = round_of("novo-unity") + 'correct casino_supervisor 16 "the ball lay in 16"'
    stage = stage_of(script)
    view = display_view(stage.floor, stage.table)
    assert view.prizes == (Prize("T3", cents(500), cents(1_000)),)
    assert view.past[0] == "16"


def test_a_round_that_is_void_after_all_has_paid_nobody() -> None:
    again = "bets \n place T3 red 5.00 \n spin \n drop \n rest 1"
    void = 'invalidate assistant_gaming_manager cause=fire "the room was cleared"'
    stage = stage_of(f"{round_of('ministar')} {again} \n {void}")
    view = display_view(stage.floor, stage.table)
    assert (view.round_paid, view.past) == (1, ("17",))
    assert [prize.terminal for prize in view.prizes] == ["T2", "T1"]


def test_a_terminal_at_several_tables_shows_no_tables_win_above_another() -> None:
    stage = stage_of("""
        rulebook ministar roulette as A
        rulebook ministar roulette as B
        on A
        terminal T1
        note T1 50.00
        on B
        link T1
        bets
        on A
        bets
        place T1 straight:17 1.00
        spin
        drop
        rest 17
        on B
        place T1 red 1.00
        spin
        drop
        rest 1
    """)
    shown = {name: display_view(stage.floor, stage.floor.tables[name]).prizes for name in ("A", "B")}
    assert shown == {
        "A": (Prize("T1", cents(3_500), cents(3_600)),),
        "B": (Prize("T1", cents(100), cents(200)),),
    }


def test_no_more_prizes_are_shown_than_fit_the_largest_first() -> None:
    names = [f"T{number}" for number in range(1, PRIZES_MAX + 4)]
    notes = " \n ".join(f"note {name} 50.00" for name in names)
    wagers = " \n ".join(f"place {name} red {number}.00" for number, name in enumerate(names, start=1))
    stage = stage_of(f"rulebook interblock roulette \n {notes} \n bets \n {wagers} \n spin \n drop \n rest 1")
    prizes = display_view(stage.floor, stage.table).prizes
    assert [prize.terminal for prize in prizes] == list(reversed(names))[:PRIZES_MAX]


def test_nothing_of_what_others_won_is_shown_where_the_rules_know_no_such_display() -> None:
    stage = stage_of("""
        rulebook adelaide roulette
        table stand-alone
        note T1 50.00
        bets
        place T1 red 5.00
        finish
        close
        spin
        rest 1
        expect win T1 5.00
    """)
    view = display_view(stage.floor, stage.table)
    assert (view.past, view.round_paid, view.prizes) == (("1",), 0, ())


def test_before_anything_was_settled_there_is_nothing_to_show() -> None:
    stage = stage_of("rulebook ministar roulette \n bets")
    view = display_view(stage.floor, stage.table)
    assert (view.past, view.round_paid, view.prizes, view.jackpots) == ((), 0, (), ())


@clause("interblock", "1.1.wnd")
def test_the_last_hundred_outcomes_are_kept_newest_first() -> None:
    assert OUTCOMES_KEPT == 100
    fallen = [str(number % 37) for number in range(OUTCOMES_KEPT + 5)]
    rounds = " \n ".join(f"bets \n spin \n drop \n rest {outcome}" for outcome in fallen)
    stage = stage_of(f"rulebook interblock roulette \n {rounds}")
    assert list(display_view(stage.floor, stage.table).past) == list(reversed(fallen))[:OUTCOMES_KEPT]
