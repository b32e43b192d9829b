"""Limits of one terminal: before those of the table kind by kind, put together once, gone with the terminal."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from openetg.floor.commands import SetLimits, Sign
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import LimitsSet, TerminalLinked, TerminalUnlinked
from openetg.floor.pipeline import apply
from openetg.floor.wagers.limits import limits_of, put_together, sign_for
from openetg.money import cents
from openetg.rulebook.load import shipped
from tests.marks import clause
from tests.scripts import run_script

FIVE, TEN, TWENTY = Sign(min=cents(500)), Sign(min=cents(1_000)), Sign(min=cents(2_000))


def test_what_a_terminal_has_of_its_own_goes_before_the_table_and_the_rest_is_as_for_the_others() -> None:
    table = {"any": FIVE, "straight": TEN, "straight:17": TWENTY, "sum": TWENTY}
    whole = put_together(table, {"straight": FIVE})
    assert sign_for(whole, "straight:17") == FIVE, "its own line on the kind goes before the table's on the spot"
    assert (sign_for(whole, "red"), whole["sum"]) == (FIVE, TWENTY)
    spoken_of = {"any": TEN, "straight": TEN, "straight:17": TEN}
    assert put_together(table, {"any": TEN}) == {**spoken_of, "sum": TWENTY}, "a line on any wager is on every one"
    assert put_together(table, {"straight:17": FIVE})["straight"] == TEN
    assert put_together(table, {"sum": FIVE}) == {**table, "sum": FIVE}
    assert put_together({}, {"any": TEN}) == {"any": TEN}
    most = Sign(max=cents(9_000))
    assert put_together({"any": FIVE}, {"any": most}) == {"any": Sign(min=cents(500), max=cents(9_000))}


@clause("adelaide", "7(h)v")
def test_a_maximum_of_one_kind_stays_where_a_line_of_the_terminal_is_silent_on_it() -> None:
    run_script(
        """
        rulebook adelaide roulette
        limit any min 1.00 max 500.00 terminals
        limit straight min 1.00 max 20.00 terminals
        limit any min 10.00 terminal T1
        note T1 100.00
        bets
        place T1 straight:17 50.00
        expect refused ABOVE_MAXIMUM 7(h)v
        place T1 straight:17 5.00
        expect refused BELOW_MINIMUM 7(h)v
        place T1 red 50.00
        expect accepted 50.00
        expect limits T1 straight min 10.00 max 20.00
        """
    )


@clause("adelaide", "7(c)i")
def test_limits_of_the_table_are_not_set_so_that_a_terminal_with_its_own_could_take_nothing() -> None:
    run = run_script(
        """
        rulebook adelaide roulette
        limit any min 1.00 max 500.00 terminals
        limit any max 10.00 terminal T1
        limit any min 0.00 terminal T1
        expect refused NO_AMOUNT 7(c)i
        note T1 100.00
        bets
        place T1 red 10.00
        expect accepted 10.00
        """
    )
    stage = run.stage
    raised = SetLimits("A", {"any": Sign(min=cents(2_000), max=cents(50_000))}, role="house", person="house")
    assert stage.ask(raised) == Refusal(Reason.NO_AMOUNT, "7(c)i", {"kind": "any", "terminal": "T1"})
    # Once it goes by the table's, they can be.
    stage.must(SetLimits("A", {}, role="house", person="house", terminal="T1"))
    stage.must(raised)


@clause("adelaide", "7(h)v", "7(c)i")
def test_limits_of_one_terminal_bind_it_from_the_next_round_and_its_sign_changes_with_them() -> None:
    run = run_script(
        """
        rulebook adelaide roulette
        limit any min 1.00 max 50.00 terminals
        note T1 100.00
        note T2 100.00
        bets
        limit any min 10.00 max 80.00 terminal T1
        expect cites 7(h)v
        expect limits T1 any min 1.00 max 50.00
        place T1 red 1.00
        expect accepted 1.00
        finish
        close
        rest 2
        bets
        expect limits T1 any min 10.00 max 80.00
        expect limits T2 any min 1.00 max 50.00
        place T1 red 1.00
        expect refused BELOW_MINIMUM 7(h)v
        place T1 red 80.00
        expect accepted 80.00
        place T2 red 80.00
        expect refused ABOVE_MAXIMUM 7(h)v
        restart
        expect limits T1 any min 10.00 max 80.00
        """
    )
    table = run.stage.table
    assert limits_of(table, "T2") is table.limits, "nothing is put together for who has none of its own"


@clause("adelaide", "7(h)v")
def test_who_may_not_change_limits_changes_none_of_one_terminal_either() -> None:
    run = run_script(
        """
        rulebook adelaide roulette
        limit any min 1.00
        note T1 100.00
        limit any min 5.00 terminal T1 by=dealer
        expect refused NO_POWER 6(k)
        limit any min 5.00 max 1.00 terminal T1
        expect refused NO_AMOUNT
        limit any min 5.00 terminal T7
        expect refused UNKNOWN_TERMINAL 7(h)v
        """
    )
    # Asked for the terminal alone: a script sets the signs of the table with it.
    own = SetLimits("A", {"any": FIVE}, role="dealer", person="dan", terminal="T1")
    assert run.stage.ask(own) == Refusal(Reason.NO_POWER, "6(k)", {"role": "dealer"})
    run.stage.must(replace(own, role="pit_boss"))


@clause("interblock", "4.1")
def test_a_terminal_below_its_own_minimum_gets_its_wager_back_at_the_close() -> None:
    run_script(
        """
        rulebook interblock roulette
        limit any min 5.00
        limit any min 10.00 terminal T1
        note T1 100.00
        note T2 100.00
        bets
        place T1 red 5.00
        place T2 red 5.00
        close sensor
        expect meter T1 100.00
        expect meter T2 95.00
        """
    )


def test_a_cloth_has_no_terminal_and_a_rulebook_that_knows_none_of_it_says_no() -> None:
    run = run_script("rulebook adelaide roulette\nnote T1 100.00\nexpect balanced")
    own = {"any": TEN}
    refused = run.stage.ask(SetLimits("A", own, cloth=True, terminal="T1"))
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.NOT_IN_RULEBOOK
    elsewhere = run_script("rulebook ministar roulette\nnote T1 100.00\nexpect balanced").stage
    whole = {"any": Sign(min=cents(1_000), max=cents(5_000))}
    assert elsewhere.ask(SetLimits("A", whole, terminal="T1")) == Refusal(Reason.NOT_IN_RULEBOOK, "3.1")


def test_limits_of_one_terminal_wait_for_a_notice_where_the_rulebook_wants_one(tmp_path: Path) -> None:
    for path in shipped()["adelaide"].iterdir():
        text = path.read_text(encoding="utf-8")
        text = text.replace('change = { policy = "next_round",', 'change = { policy = "next_round_after_notice",')
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    run = run_script(
        f"""
        rulebook {tmp_path} roulette
        limit any min 1.00
        note T1 100.00
        bets
        limit any min 10.00 terminal T1
        finish
        close
        rest 2
        bets
        expect limits T1 any min 1.00
        announce-limits pit_boss
        expect limits T1 any min 1.00
        finish
        close
        rest 2
        bets
        expect limits T1 any min 10.00
        """
    )
    assert not run.stage.table.unannounced


def test_the_record_says_whose_limits_they_are() -> None:
    run = run_script("rulebook adelaide roulette\nnote T1 100.00\nlimit any min 5.00 terminal T1\nexpect cites 7(h)v")
    assert isinstance(run.stage.verdict, tuple)
    (told,) = [event for event in run.stage.verdict if isinstance(event, LimitsSet)]
    assert (told.terminal, told.limits) == ("T1", {"any": FIVE})


def test_a_terminal_that_leaves_a_table_leaves_its_limits_there() -> None:
    run = run_script(
        """
        rulebook adelaide roulette
        limit any min 10.00 terminal T1
        note T1 100.00
        bets
        expect limits T1 any min 10.00
        limit any min 20.00 terminal T1
        """
    )
    floor, table = run.stage.floor, run.stage.table
    apply(floor, TerminalUnlinked("T1", "A"))
    assert (table.own_limits, table.limits_at, table.next_own_limits) == ({}, {}, {})
    apply(floor, TerminalLinked("T1", "A"))
    assert limits_of(table, "T1") is table.limits
