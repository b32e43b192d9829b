"""Wagers that a terminal repeats by itself: where the rulebook lets it, through every check, and seen on record."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor.commands import RepeatWagers
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import WagerPlaced
from openetg.money import cents
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script

CLOSES = {"ministar": "spin \n drop", "interblock": "spin \n drop", "novo-unity": "spin \n drop",
          "adelaide": "finish \n close \n spin"}  # fmt: skip


def played(book: str) -> Stage:
    """A table at which T1 lost five on red in the round before this one."""
    stand = "table stand-alone" if book == "adelaide" else ""
    script = f"rulebook {book} roulette \n {stand} \n note T1 20.00 \n bets \n place T1 red 5.00 \n {CLOSES[book]}"
    return run_script(f"{script} \n rest 2 \n expect meter T1 15.00 \n bets").stage


@clause("ministar", "3.2")
@clause("adelaide", "7(f)")
@pytest.mark.parametrize(("book", "denied"), [("ministar", "3.2"), ("adelaide", "7(f)")])
def test_a_terminal_does_not_wager_by_itself_where_each_bet_is_the_players(book: str, denied: str) -> None:
    stage = played(book)
    stage.ask(RepeatWagers("T1", stage.table.name, auto=True))
    assert stage.verdict == Refusal(Reason.NOT_OFFERED, denied)
    assert stage.round.wagers.get("T1", {}) == {}
    stage.ask(RepeatWagers("T1", stage.table.name))
    assert stage.round.wagers["T1"] == {"red": cents(500)}


@clause("interblock", "2.4.2")
@clause("novo-unity", "3.2")
@pytest.mark.parametrize("book", ["interblock", "novo-unity"])
def test_a_terminal_repeats_rounds_that_the_player_has_started_and_the_record_shows_it(book: str) -> None:
    stage = played(book)
    stage.ask(RepeatWagers("T1", stage.table.name, auto=True))
    assert isinstance(stage.verdict, tuple)
    (placed,) = stage.verdict
    assert isinstance(placed, WagerPlaced)
    assert (placed.wager, placed.spots) == ("auto", {"red": cents(500)})
    assert b'"auto":true' in stage.entries[-1][1], "the command says that the terminal did it by itself"


def refused_for(stage: Stage, command: RepeatWagers) -> Reason:
    stage.ask(command)
    assert isinstance(stage.verdict, Refusal)
    return stage.verdict.reason


@clause("interblock", "2.4.2")
def test_what_a_terminal_repeats_by_itself_meets_the_same_checks() -> None:
    stage = played("interblock")
    again = RepeatWagers("T1", stage.table.name, auto=True)
    assert refused_for(stage, replace(again, round=1)) is Reason.AFTER_CLOSE, "it does not slip into another round"
    for _ in range(3):
        stage.must(again)
    assert refused_for(stage, again) is Reason.NOT_ENOUGH_CREDIT


def test_a_repeat_that_would_cost_more_than_is_left_to_lose_places_nothing() -> None:
    stage = played("interblock")
    stage.ask(RepeatWagers("T1", stage.table.name, auto=True, most=cents(499)))
    assert stage.verdict == Refusal(Reason.LOSS_BOUND, details={"left": 499})
    assert stage.round.wagers.get("T1", {}) == {}
    stage.ask(RepeatWagers("T1", stage.table.name, auto=True, most=cents(500)))
    assert stage.round.wagers["T1"] == {"red": cents(500)}
