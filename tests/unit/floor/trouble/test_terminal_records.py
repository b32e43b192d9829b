"""What a terminal kept by itself: read by a person who may, on record with what was found, and no money moves."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor.commands import ReportRecord
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import RecordRead
from openetg.floor.state import state_hash
from openetg.script.stage import Stage
from tests.scripts import run_script

READ = ReportRecord("", "ann", "T1", ask=3, lines=12, digest="0" * 64, differs=1, since=4, until=40)
WHO = {
    "ministar": ("assistant_gaming_manager", "cashier"),
    "interblock": ("assistant_gaming_manager", "cashier"),
    "novo-unity": ("electronic_gaming_supervisor", "cashier"),
    "adelaide": ("inspector_in_charge", "cashier"),
}


def stage_of(rulebook: str) -> Stage:
    script = f"rulebook {rulebook} roulette \n note T1 50.00 \n bets \n place T1 red 5.00"
    return run_script(script + "\n expect staked T1 5.00").stage


@pytest.mark.parametrize("rulebook", list(WHO))
def test_what_was_read_is_on_record_with_the_person_and_changes_nothing(rulebook: str) -> None:
    stage = stage_of(rulebook)
    floor = stage.floor
    before, accounts = len(stage.entries), dict(floor.ledger.accounts)
    stage.must(replace(READ, role=WHO[rulebook][0]))
    assert isinstance(stage.verdict, tuple)
    (read,) = stage.verdict
    assert isinstance(read, RecordRead)
    assert (read.terminal, read.ask, read.lines, read.differs) == ("T1", 3, 12, 1)
    assert (read.since, read.until, read.digest) == (4, 40, "0" * 64)
    assert (read.role, read.person) == (WHO[rulebook][0], "ann")
    assert read.clause
    assert len(stage.entries) == before + 1
    assert floor.ledger.accounts == accounts
    assert not floor.terminals["T1"].locks
    assert not floor.cases


def test_that_a_terminal_has_kept_nothing_is_normal() -> None:
    stage = stage_of("adelaide")
    stage.must(replace(READ, role="inspector_in_charge", lines=0, digest="", differs=0))
    stage.ask(replace(READ, role="dealer"))
    assert isinstance(stage.verdict, Refusal)
    assert stage.verdict.reason is Reason.NOT_SIGNED_ON, "a dealer may who is signed on"


@pytest.mark.parametrize("rulebook", list(WHO))
def test_it_takes_somebody_who_looks_into_malfunctions(rulebook: str) -> None:
    stage = stage_of(rulebook)
    before = state_hash(stage.floor)
    stage.ask(replace(READ, role=WHO[rulebook][1]))
    assert isinstance(stage.verdict, Refusal)
    assert stage.verdict.reason in {Reason.NO_POWER, Reason.UNKNOWN_ROLE}
    assert stage.verdict.clause
    assert before != state_hash(stage.floor), "that somebody tried is on record"
    stage.ask(replace(READ, role=WHO[rulebook][0], terminal="T9"))
    assert stage.verdict == Refusal(Reason.UNKNOWN_TERMINAL)
