"""Questions that read the journal take turns: long ones behind each other, and nobody keeps the others from asking."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec import json

from openetg.reports.recall.timeline import Wanted
from openetg.server.api.journal import process as journal_process
from openetg.server.api.journal import questions as asking
from openetg.server.api.journal.questions import (
    LONG_OF_ONE_MAX,
    LONG_WAITING_MAX,
    OF_ONE_MAX,
    WAITING_MAX,
    Aside,
    QuestionProcess,
)
from openetg.server.api.journal.report_answers import DaysListed, ListDays
from openetg.server.api.problems import RefusedRequest
from tests.unit.reports.journals import golden_entries, written

SHORT = journal_process.Tell("nowhere", "", Wanted(), {}, {}, 0, 0, 1)
LONG: tuple[journal_process.Question, ...] = (
    journal_process.Follow("nowhere", 1, "", {}),
    journal_process.Recall("nowhere", "", "A", "", 5),
    journal_process.PlayBack("nowhere", "", "A", 1, {}),
    journal_process.Verify("nowhere", ""),
)


class Held(Aside):
    """Answers nothing before it is let; starts no process."""

    def __init__(self) -> None:
        super().__init__()
        self.let = asyncio.Event()
        self.begun: list[str] = []

    async def _asked(self, question: bytes) -> journal_process.Reply:
        self.begun.append(json.decode(question)["type"])
        if self.begun[-1] != "Tell":
            await self.let.wait()
        return journal_process.Impossible("as good as any answer")


def run(act: Callable[[Held], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(60):
            await act(Held())

    asyncio.run(all_of_it())


async def begin(held: Held, question: journal_process.Question, person: str) -> asyncio.Task[journal_process.Reply]:
    task = asyncio.create_task(held.ask(question, person))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return task


@pytest.mark.parametrize("question", LONG, ids=lambda each: type(each).__name__)
def test_a_long_question_leaves_a_place_for_short_ones(question: journal_process.Question) -> None:
    async def act(held: Held) -> None:
        waiting = [await begin(held, question, person) for person in ("ann", "ann", "bob")]
        assert len(held.begun) == 1, "the others wait for it"
        await held.ask(SHORT, "cas")
        held.let.set()
        await asyncio.gather(*waiting)
        assert len(held.begun) == 4

    run(act)


def test_somebody_has_two_long_questions_at_most_and_others_go_on() -> None:
    async def act(held: Held) -> None:
        waiting = [await begin(held, question, "ann") for question in LONG[:LONG_OF_ONE_MAX]]
        with pytest.raises(RefusedRequest) as no:
            await held.ask(LONG[2], "ann")
        assert (no.value.problem.reason, no.value.wait_ms) == ("busy", 2_000)
        assert "your last questions" in no.value.problem.detail
        await held.ask(SHORT, "ann")
        waiting.append(await begin(held, LONG[2], "bob"))
        held.let.set()
        await asyncio.gather(*waiting)
        await held.ask(LONG[2], "ann")
        assert not held._waiting
        assert not held._waiting_long

    run(act)


def test_not_all_that_wait_may_take_long() -> None:
    async def act(held: Held) -> None:
        waiting = [await begin(held, LONG[0], f"person-{number}") for number in range(LONG_WAITING_MAX)]
        with pytest.raises(RefusedRequest, match="busy"):
            await held.ask(LONG[0], "one more")
        await held.ask(SHORT, "one more")
        held.let.set()
        await asyncio.gather(*waiting)

    run(act)


def test_one_person_does_not_fill_the_queue() -> None:
    assert OF_ONE_MAX * 2 < WAITING_MAX

    async def act(held: Held) -> None:
        waiting = [await begin(held, ListDays("nowhere"), "ann") for _ in range(OF_ONE_MAX)]
        with pytest.raises(RefusedRequest, match="busy"):
            await held.ask(SHORT, "ann")
        held.let.set()
        await held.ask(SHORT, "bob")
        await asyncio.gather(*waiting)

    run(act)


def test_whoever_waits_too_long_for_a_turn_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "PATIENCE_S", 0.01)

    async def act(held: Held) -> None:
        first = await begin(held, LONG[0], "ann")
        with pytest.raises(RefusedRequest, match="busy"):
            await held.ask(LONG[0], "bob")
        held.let.set()
        await first
        assert not held._waiting

    run(act)


def test_a_question_nobody_understands_is_answered_and_the_process_lives_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    journal, reader = written(tmp_path, golden_entries("spine")), QuestionProcess()
    try:
        assert json.decode(reader.ask(b"no question"), type=journal_process.Reply) == journal_process.Impossible(
            journal_process.BROKEN
        )
        assert isinstance(
            json.decode(reader.ask(json.encode(ListDays(journal))), type=journal_process.Reply), DaysListed
        )
        assert reader.is_up()
    finally:
        reader.end()
    assert "Traceback" in capfd.readouterr().err


def test_what_nobody_foresaw_is_answered_without_saying_what_it_was(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def breaks(question: ListDays) -> DaysListed:
        raise AssertionError(f"of {question.journal}")

    monkeypatch.setitem(journal_process._ANSWERS, ListDays, breaks)
    said = journal_process._answered(json.encode(ListDays("a secret place")))
    assert json.decode(said, type=journal_process.Reply) == journal_process.Impossible(journal_process.BROKEN)
    assert "AssertionError" in capfd.readouterr().err
