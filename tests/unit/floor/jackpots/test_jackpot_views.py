"""What everybody, a terminal and staff may see of a jackpot: exact, in one's own words, and no more than it is for."""

from __future__ import annotations

import pytest
from msgspec import json, to_builtins

from openetg.floor import commands as ask
from openetg.floor.core.ledger import pool_of
from openetg.floor.events import JackpotWon
from openetg.floor.jackpots.commands import LevelRules, Trigger
from openetg.floor.jackpots.pools import held_in
from openetg.floor.jackpots.state import HITS_KEPT, AwardState
from openetg.floor.jackpots.views import (
    AwardShown,
    Hit,
    condition_of,
    jackpot_desk,
    jackpots_at,
    lines_at,
    public_jackpots,
    terminal_jackpots,
)
from openetg.floor.people.staff_views import display_view
from openetg.floor.rounds.views import own_view, table_view
from openetg.floor.wagers.terminal_view import terminal_view
from openetg.money import ZERO, cents
from openetg.rulebook.schema.policies import JackpotKind
from openetg.server.guests.consoles.lobby import lobby_view
from openetg.server.plan.floor_plan import House
from tests.marks import clause
from tests.unit.floor.jackpots.build import (
    MAIN,
    OPERATOR,
    SEVENTEENS,
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

ATTENDANT = ("electronic_gaming_attendant", "ada")
ON = {"straight:17": 500}
RULE = f"{J}/{MAIN}"
FIRST = f"{J}.{MAIN}.1"


def won(times: int = 1, **rules: object) -> Hall:
    """A jackpot at both tables that terminal a1 has won so often."""
    known = {"lock_from": cents(1_000_000)} | rules
    rates = {A: 10_000, B: 10_000}
    hall = offered(progressive(level(trigger=Trigger(("straight",), outcomes=("17",)), rates=rates), **known))
    for _ in range(times):
        hall.spin(A, "17", a1=ON)
    return hall


@clause("novo-unity", "4.1")
def test_without_a_jackpot_no_screen_speaks_of_one() -> None:
    floor = hall().floor
    table = floor.tables[A]
    assert (jackpots_at(floor, A), lines_at(floor, A), public_jackpots(floor)) == ((), (), ())
    assert display_view(floor, table).jackpots == ()
    assert own_view(floor, "a1").jackpots is None
    assert terminal_view(floor, "a1", 0).jackpots is None
    assert jackpot_desk(floor).jackpots == ()


def test_a_table_that_does_not_belong_to_it_does_not_speak_of_it() -> None:
    floor = offered(progressive()).floor
    assert (jackpots_at(floor, B), lines_at(floor, B)) == ((), ())
    assert own_view(floor, "b1").jackpots is None


@clause("novo-unity", "3.6.2")
def test_the_display_shows_the_award_with_the_terminal_until_it_is_paid() -> None:
    floor = (hall := won()).floor
    for table in (A, B):
        (view,) = display_view(floor, floor.tables[table]).jackpots
        assert view.awards == (AwardShown(FIRST, "a1", cents(10_000), hall.at_ms),)
    hall.give_all(ask.CreditAward("a1", FIRST, *ATTENDANT))
    (view,) = display_view(floor, floor.tables[A]).jackpots
    assert view.awards == ()
    assert view.hits == (Hit("a1", cents(10_000), hall.award(FIRST).at_ms),), "that it was won stays there"


@clause("novo-unity", "3.6.2")
def test_the_award_shown_is_the_value_on_display_before_the_win() -> None:
    hall = won(0)
    hall.spin(B, "5", b1=ON)
    (before,) = jackpots_at(hall.floor, A)
    hall.spin(A, "17", a1=ON)
    (after,) = jackpots_at(hall.floor, A)
    assert after.awards[0].amount == before.amount == cents(10_005)


def test_the_public_view_is_exact() -> None:
    hall = won(2)
    hall.give_all(ask.CreditAward("a1", FIRST, *ATTENDANT))
    (view,) = public_jackpots(hall.floor)
    assert view.amount == hall.floor.ledger.held(pool_of(J, MAIN))
    assert (view.name, view.level, view.title, view.level_title) == (J, MAIN, "Fortune", "Main")
    assert (view.rule, view.kind, view.base, view.cycle) == (RULE, JackpotKind.PROGRESSIVE, cents(10_000), 3)
    assert (view.hits_count, view.won) == (2, cents(20_005))
    assert [int(hit.amount) for hit in view.hits] == [10_005, 10_000], "the newest first"  # type: ignore[call-overload]
    assert [shown.award for shown in view.awards] == [f"{J}.{MAIN}.2"]


def test_the_last_hits_are_kept_and_no_more_and_none_that_is_owed_is_forgotten() -> None:
    hall = won(HITS_KEPT + 3)
    numbers = list(hall.floor.jackpots.awards)
    assert len(numbers) == HITS_KEPT + 3, "all of them are owed"
    for number in numbers[1:]:
        hall.give_all(ask.CreditAward("a1", number, *ATTENDANT))
    kept = hall.floor.jackpots.awards
    assert list(kept) == [numbers[0], *numbers[-HITS_KEPT:]]
    (view,) = public_jackpots(hall.floor)
    assert (len(view.hits), view.hits_count) == (HITS_KEPT, HITS_KEPT + 3)
    assert view.hits[0].at_ms == kept[numbers[-1]].at_ms
    assert [shown.award for shown in view.awards] == [numbers[0]]


def test_the_lobby_leaves_the_past_out() -> None:
    hall = won()
    lobby = lobby_view(hall.floor, House("site", (), ()))
    views = [view for table in lobby.tables for view in table.jackpots]
    assert [(view.rule, view.hits, len(view.awards)) for view in views] == [(RULE, (), 1)] * 2
    shown = public_jackpots(hall.floor)[0]
    assert [view.amount for view in views] == [shown.amount] * 2


# What wins it.


@clause("novo-unity", "4.1.2")
def test_every_screen_states_the_condition_under_the_id_of_the_rule_that_decides() -> None:
    hall = won(0)
    trigger = hall.level().rules.trigger
    words = "17 falls, with a winning straight wager"
    line = lines_at(hall.floor, A)[0]
    desk = jackpot_desk(hall.floor).jackpots[0].levels[0]
    for shown in (jackpots_at(hall.floor, A)[0], line, desk):
        assert (shown.rule, shown.condition) == (RULE, words)
    assert (line.trigger, line.clause) == (trigger, "4.1.2")
    assert table_view(hall.floor.tables[A], lines_at(hall.floor, A)).jackpots == (line,)
    hall.spin(A, "17", a1=ON)
    award = hall.award(FIRST)
    assert f"{award.jackpot}/{award.level}" == line.rule


@pytest.mark.parametrize(
    ("trigger", "words"),
    [
        (SEVENTEENS, "the same outcome in 2 rounds in a row, with a winning straight wager in every one of them"),
        (
            Trigger(("straight", "split"), run=3, outcomes=("0", "17"), laid="last", least=cents(500)),
            (
                "0 or 17 in each of 3 rounds in a row, with a winning straight or split wager of at least 5.00 in the"
                " last of them"
            ),
        ),
        (Trigger(("triple",)), "any outcome falls, with a winning triple wager"),
    ],
)
def test_the_words_of_a_condition(trigger: Trigger, words: str) -> None:
    assert condition_of(JackpotKind.PROGRESSIVE, level(trigger=trigger)) == words


def test_a_mystery_says_between_which_values_and_never_at_which() -> None:
    rules: LevelRules = mystery().levels[0]
    said = condition_of(JackpotKind.MYSTERY, rules)
    assert said == "at random: whose settled wagers bring the pool to a secret value between 101.00 and 110.00"
    hall = offered(mystery())
    (view,) = jackpots_at(hall.floor, A)
    assert (view.playing, view.why_not) == (False, "not-begun")
    hall.commit()
    (view,) = jackpots_at(hall.floor, A)
    assert (view.playing, view.commitment) == (True, hall.level().commitment)
    seen = (view, jackpot_desk(hall.floor), lines_at(hall.floor, A), own_view(hall.floor, "a1"))
    assert "sealed" not in json.encode(seen).decode(), "the secret, even sealed, is for the server alone"


# A terminal and staff.


def test_a_terminal_sees_what_it_plays_for_and_what_it_has_won() -> None:
    hall = won(lock_from=ZERO, by_hand_above=cents(9_999))
    own = own_view(hall.floor, "a1").jackpots
    assert own is not None
    assert own == terminal_view(hall.floor, "a1", hall.at_ms).jackpots == terminal_jackpots(hall.floor, "a1")
    assert own.plays_for == (RULE,)
    (award,) = own.awards
    assert (award.award, award.rule, award.amount, award.by_hand) == (FIRST, RULE, cents(10_000), True)
    assert (award.locked, award.state) == (hall.award(FIRST).locked, AwardState.DUE)
    other = own_view(hall.floor, "a2").jackpots
    assert other is not None
    assert other.awards == (), "nobody else's"


def test_what_one_round_has_won_stays_together_until_all_of_it_was_told() -> None:
    """Of two prizes the first is paid and cleared: the terminal still says how, beside the other."""
    rules = {"trigger": Trigger(("straight",), outcomes=("17",)), "rates": {A: 10_000}}
    hall = offered(progressive(level("mini", **rules), level(MAIN, **rules), lock_from=ZERO))
    hall.spin(A, "17", a1=ON)
    first, second = f"{J}.mini.1", FIRST
    hall.give_all(ask.CreditAward("a1", first, *ATTENDANT), ask.ClearJackpot(*ATTENDANT, first))
    for paid in (set(), {second}):
        own = terminal_jackpots(hall.floor, "a1")
        assert own is not None
        states = {award.award: award.state for award in own.awards}
        assert states == {
            first: AwardState.PAID,
            second: AwardState.PAID if second in paid else AwardState.DUE,
        }
        if not paid:
            hall.give_all(ask.CreditAward("a1", second, *ATTENDANT), ask.ClearJackpot(*ATTENDANT, second))


def test_the_lock_says_who_ends_it() -> None:
    hall = won(lock_from=cents(1))
    (lock,) = terminal_view(hall.floor, "a1", hall.at_ms).locks
    assert (lock.name, lock.ended_by) == (f"jackpot/{FIRST}", "ClearJackpot")
    hall.give_all(ask.CreditAward("a1", FIRST, *ATTENDANT))
    (own,) = terminal_jackpots(hall.floor, "a1").awards  # type: ignore[union-attr]
    assert (own.locked, own.state) == (True, AwardState.PAID), "it still waits for somebody"


def test_staff_see_everything_and_that_it_adds_up() -> None:
    hall = won()
    desk = jackpot_desk(hall.floor)
    (jackpot,) = desk.jackpots
    (line,) = jackpot.levels
    assert (desk.sequence, desk.tables) == (hall.floor.sequence, {A: "novo-unity", B: "novo-unity"})
    assert desk.approvals["novo-unity"]["jackpot-adjustment"] == ("ref jackpot-adjustment",)
    assert line.amount + line.reserve + line.overflow == held_in(hall.floor, J, MAIN)
    assert (line.off_by, line.contributed, line.won) == (ZERO, cents(5), cents(10_000))
    assert (jackpot.seeding, line.seeded) == (cents(20_000), cents(20_000))
    (award,) = jackpot.awards
    assert (award.award, award.papers, award.to_meter) == (FIRST, ("ticket", "voucher"), True)
    hall.floor.jackpots.offered[J].levels[MAIN].won += cents(1)
    assert jackpot_desk(hall.floor).jackpots[0].levels[0].off_by == cents(1)


def test_staff_see_what_waits_for_the_next_pool() -> None:
    hall = won(0)
    rules = hall.jackpot.rules
    other = level(trigger=rules.levels[0].trigger, rates={A: 20_000}, seed=cents(20_000))
    hall.give_all(ask.ChangeJackpot(*OPERATOR, J, progressive(other)))
    (line,) = jackpot_desk(hall.floor).jackpots[0].levels
    assert (line.pending, line.rules) == (other, rules.levels[0])
    hall.spin(A, "17", a1=ON)
    (line,) = jackpot_desk(hall.floor).jackpots[0].levels
    assert (line.pending, line.rules) == (None, other)


def test_a_prize_that_only_a_person_pays_goes_to_a_voucher() -> None:
    hall = won(by_hand_above=cents(1))
    (award,) = jackpot_desk(hall.floor).jackpots[0].awards
    assert (award.by_hand, award.papers, award.to_meter) == (True, ("voucher",), False)


def test_what_is_withheld_is_shown_with_its_case() -> None:
    hall = won()
    hall.give_all(ask.HoldPaper(*OPERATOR, FIRST, "why"))
    (award,) = jackpot_desk(hall.floor).jackpots[0].awards
    assert (award.is_held, award.to_meter) == (True, False)
    assert award.case == hall.floor.vault.holdings[FIRST].case


def test_views_can_be_sent() -> None:
    hall = won()
    for view in (public_jackpots(hall.floor), jackpot_desk(hall.floor), terminal_jackpots(hall.floor, "a1")):
        assert to_builtins(view)


def on(number: str) -> Trigger:
    return Trigger(("straight",), outcomes=(number,))


def under_change(before: LevelRules, after: LevelRules) -> Hall:
    """A jackpot whose other rules came in force while rounds were open: by a win at the first table."""
    hall = offered(progressive(before, lock_from=cents(1_000_000)))
    hall.give_all(ask.ChangeJackpot(*OPERATOR, J, progressive(after, lock_from=cents(1_000_000))))
    hall.spin(A, "17", a1=ON)
    return hall


@clause("novo-unity", "4.1.2")
@pytest.mark.parametrize("falls", ["5", "17"])
def test_the_condition_on_screen_is_the_one_by_which_the_round_that_runs_is_decided(falls: str) -> None:
    rates = {A: 10_000, B: 10_000}
    hall = under_change(level(trigger=on("17"), rates=rates), level(trigger=on("5"), rates=rates))
    for spins in ("the round that was open", "the next"):
        for table, terminal in ((A, "a2"), (B, "b1")):
            (line,), (view,) = lines_at(hall.floor, table), jackpots_at(hall.floor, table)
            assert (line.trigger, line.condition) == (view.trigger, view.condition)
            assert line.trigger == on("17" if spins == "the round that was open" else "5")
            hall.spin(table, falls, **{terminal: {"straight:5": 100, "straight:17": 100}})
            assert bool(hall.events(JackpotWon)) is (line.trigger == on(falls)), spins


@clause("novo-unity", "4.1.1", "4.1.2")
def test_a_table_that_leaves_is_a_member_until_its_round_is_over() -> None:
    hall = under_change(level(trigger=on("17"), rates={A: 10_000, B: 10_000}), level(trigger=on("17")))
    (line,) = lines_at(hall.floor, B)
    assert (line.playing, line.why_not) == (True, "")
    assert jackpot_desk(hall.floor).jackpots[0].tables == (A, B)
    hall.give_all(ask.ReportJackpotLink(J, B, up=False), ask.ReportJackpotLink(J, B, up=True))
    hall.spin(B, "17", b1=ON)
    assert hall.event(JackpotWon).terminal == "b1"
    assert (lines_at(hall.floor, B), jackpots_at(hall.floor, B)) == ((), ())
    assert jackpot_desk(hall.floor).jackpots[0].tables == (A,)


@clause("novo-unity", "4.1.2")
def test_a_round_that_was_open_when_it_was_set_up_says_that_it_is_played_for_from_the_next_on() -> None:
    here = hall()
    here.give_all(ask.SetUpJackpot(*OPERATOR, J, progressive(level(trigger=on("17")))))
    assert said(here) == {(False, "next-round")}
    here.spin(A, "17", a1=ON)
    assert not here.floor.jackpots.awards
    assert said(here) == {(True, "")}


def said(here: Hall) -> set[tuple[bool, str]]:
    """What the screens of the first table, and the wall, say of whether it is played for."""
    views = (*jackpots_at(here.floor, A), *public_jackpots(here.floor))
    lines = lines_at(here.floor, A)
    return {(each.playing, each.why_not) for each in views} | {(each.playing, each.why_not) for each in lines}
