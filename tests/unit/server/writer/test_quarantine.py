"""A bug in a decision costs one command, not the floor; a bug in the applying still stops the writer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from openetg.floor import pipeline
from openetg.floor.commands import AnyCommand, Collect, InsertNote, Order, PlaceWager, ReportMachineFault, StartWriter
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.events import NoteCredited
from openetg.floor.fold import WAS_PUT_ASIDE, fold_and_decide
from openetg.floor.pipeline import DECIDERS
from openetg.floor.state import MACHINE, Answer, Floor, state_hash
from openetg.journal import places
from openetg.journal.chain import genesis_hash
from openetg.money import cents
from openetg.reports.audit.replay import Replayed, Verification
from openetg.reports.audit.second_opinion import SecondOpinion
from openetg.server.writer import quarantine
from openetg.server.writer.engine import Clock, Engine
from openetg.server.writer.quarantine import Quarantine
from openetg.server.writer.writer import QUARANTINE, Decided, Writer
from openetg.wire.messages import Ack, Place, Refused
from tests.one_table import copied
from tests.unit.server.stage import INTERBLOCK, Stage

BAD = "red"
NOTE = InsertNote("I1", cents(500))
WAGER = PlaceWager("I1", INTERBLOCK, BAD, cents(500))


def plant(monkeypatch: pytest.MonkeyPatch, command: type, is_bad: Callable[[Any], bool] = lambda _: True) -> None:
    """A bug in the decision about some commands of a kind: the fault that is injected here."""
    decide = DECIDERS[command]

    def broken(floor: Floor, asked: Any, at_ms: int) -> Any:
        assert not is_bad(asked), "a planted bug"
        return decide(floor, asked, at_ms)

    monkeypatch.setitem(DECIDERS, command, broken)


def order(number: int, command: AnyCommand) -> Order:
    return Order("terminal/I1", 1, number, command)


def faults(stage: Stage) -> list[str]:
    return [
        each.order.command.why
        for group in stage.groups
        for each in group.decided
        if isinstance(each.order.command, ReportMachineFault)
    ]


def test_one_broken_wager_is_refused_and_all_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, PlaceWager, lambda wager: wager.wager == BAD)
    stage = Stage().fund("I1").fund("I2")
    first, second = stage.line("I1").hello(), stage.line("I2").hello()
    first.take(), second.take()
    first.say(Place(1, BAD, 500), Place(2, "low", 500))
    second.say(Place(1, "low", 500))
    stage.turn()
    refused, ack = first.take()
    assert refused == Refused(1, Reason.PUT_ASIDE.value, "")
    assert isinstance(ack, Ack)
    assert isinstance(second.take_one(Ack), Ack)
    assert stage.round(INTERBLOCK).wagers == {"I1": {"low": cents(500)}, "I2": {"low": cents(500)}}


def test_the_fault_is_on_record_once_with_the_kind_of_command_and_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """A finger on a broken button must not flood the journal."""
    plant(monkeypatch, PlaceWager)
    stage = Stage()
    for number in range(1, 50):
        stage.submit(order(number, WAGER))
    stage.turn().turn()
    (why,) = faults(stage)
    assert why.startswith("PlaceWager was put aside: AssertionError at tests.unit.server.writer.test_quarantine:")
    assert (MACHINE, "software") in {(each.place, each.signal) for each in stage.floor.premises.signals}
    assert len([entry for group in stage.groups for entry in group.entries]) == 1
    assert sum(len(group.aside) for group in stage.groups) == 49


def test_the_next_life_of_the_writer_may_put_it_on_record_again(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, PlaceWager)
    stage = Stage()
    stage.submit(order(1, WAGER))
    stage.turn()
    after = stage.restart()
    after.submit(order(2, WAGER))
    after.turn()
    assert len(faults(after)) == 1
    assert after.floor.senders[QUARANTINE].boot > stage.floor.senders[QUARANTINE].boot


def test_the_same_number_again_gets_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, Collect)
    stage = Stage()
    for _ in range(2):
        stage.submit(order(1, Collect("I1", "T-1")))
        stage.turn()
    first, again = stage.told
    assert isinstance(first, Decided)
    assert first.verdict == Refusal(Reason.PUT_ASIDE)
    assert isinstance(again, Answer)
    assert again.reason == "put_aside"


def test_a_bug_in_the_report_itself_ends_there(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, PlaceWager)
    plant(monkeypatch, ReportMachineFault)
    stage = Stage()
    stage.submit(order(1, WAGER))
    stage.turn().turn().turn()
    assert stage.writer.waiting == 0
    assert len(stage.groups[-1].aside) <= 3


def test_a_bug_in_the_applying_stops_the_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it has done by then nobody knows: the journal does."""

    def broken(floor: Floor, event: NoteCredited) -> None:
        raise RuntimeError("a planted bug")

    monkeypatch.setitem(pipeline.APPLIERS, NoteCredited, broken)
    stage = Stage()
    stage.submit(order(1, NOTE))
    with pytest.raises(RuntimeError, match="planted"):
        stage.step()


@pytest.mark.parametrize("mended", [False, True], ids=["still broken", "mended since"])
def test_whoever_decides_again_copes(monkeypatch: pytest.MonkeyPatch, mended: bool) -> None:
    stage = Stage()
    with monkeypatch.context() as bug:
        plant(bug, InsertNote)
        stage.submit(order(1, NOTE))
        before = copied(stage.floor)
        group = stage.step()
        assert group is not None
        stage.commit()
    if not mended:
        plant(monkeypatch, InsertNote)
    assert WAS_PUT_ASIDE in [entry.verdict for entry in group.entries]
    for entry in group.entries:
        assert fold_and_decide(before, entry.at_ms, entry.command, entry.verdict) is None
    assert state_hash(before) == state_hash(stage.floor)


def test_a_decision_that_breaks_only_here_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of whatever kind the bug is: the second opinion says what broke and does not break itself."""
    stage = Stage()
    stage.submit(order(1, NOTE))
    before = copied(stage.floor)
    group = stage.step()
    assert group is not None
    monkeypatch.setitem(DECIDERS, InsertNote, lambda *_: int("planted"))
    (entry,) = group.entries
    different = fold_and_decide(before, entry.at_ms, entry.command, entry.verdict)
    assert different is not None
    assert different.decided.startswith("ValueError: ")


def test_a_journal_with_such_an_entry_holds_and_the_file_says_what_broke(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From the engine to `etg journal verify`, on a real journal."""
    kept = tmp_path / "quarantine.jsonl"

    async def scene() -> None:
        store = places.create(str(tmp_path / "journal"), journal_id="j")
        writer = Writer(Floor())
        engine = Engine(store, store.claim(), writer, Clock(), quarantine=Quarantine(kept))
        plant(monkeypatch, InsertNote)
        writer.submit(Order("house", 1, 1, StartWriter(LOGIC, "test")))
        writer.submit(order(1, NOTE))
        while writer.waiting:
            await engine.turn()
        assert engine.quarantine.count == 1
        found = list(Verification(store).steps())[-1]
        assert isinstance(found, Replayed), found
        opinion = SecondOpinion(Floor(), genesis_hash(store.journal_id))
        assert [alarm for group in store.groups(after_sequence=0) if (alarm := opinion.take(group))] == []
        store.close()

    asyncio.run(asyncio.wait_for(scene(), 60))
    (line,) = kept.read_bytes().splitlines()
    said = json.decode(line)
    assert said["order"]["command"] == {"type": "InsertNote", "terminal": "I1", "amount": 500}
    assert "a planted bug" in said["trace"]
    assert kept.stat().st_mode & 0o077 == 0


def test_the_file_has_an_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(quarantine, "LARGEST_FILE", 3_000)
    aside = Quarantine(tmp_path / "quarantine.jsonl")
    broken = quarantine.PutAside(1, order(1, NOTE), "X", "trace " * 100)
    for _ in range(20):
        aside.keep([broken])
    assert aside.count == 20
    assert 0 < (tmp_path / "quarantine.jsonl").stat().st_size <= 3_000


def test_a_disk_that_refuses_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    aside = Quarantine(tmp_path / "nowhere" / "quarantine.jsonl")
    aside.keep([quarantine.PutAside(1, order(1, NOTE), "X", "")])
    assert "cannot be written" in caplog.text
    assert aside.count == 1
