"""Has questions that read the journal answered in processes of their own, two of which stay up for the next question.

Starting an interpreter costs more than most answers do, and every console asks for a timeline. A process that has had
nothing to do for a while ends by itself, and all end with the floor. What takes long (a journal verified or
exported, money followed, a report made) holds one of the two places at most, so that a short question never waits
behind two long ones; and no person has more than a few questions waiting, so that no login keeps the others from
asking.
"""

from __future__ import annotations

import asyncio
import subprocess
from collections import Counter, deque
from contextlib import AsyncExitStack
from threading import Lock
from weakref import finalize

from msgspec import DecodeError, json

from openetg import isolated
from openetg.server.api.journal import process as journal_process
from openetg.server.api.journal.evidence_answers import CountOutcomes, Prove, ReadTests
from openetg.server.api.journal.figures_answers import FigureJackpot
from openetg.server.api.journal.report_answers import MakeReport
from openetg.server.api.problems import edge

AT_A_TIME = 2
WAITING_MAX = 24
"""So many wait for their turn; then it is said that it is busy."""
LONG_WAITING_MAX = 8
"""So many of them may take long."""
OF_ONE_MAX, LONG_OF_ONE_MAX = 8, 2
"""So many are of one person, and so many of these may take long."""
PATIENCE_S = 120.0
QUESTIONS_MAX = 500
"""A process that has answered so many makes way for a fresh one: what it has gathered in memory goes with it."""
LONG = (
    journal_process.Export,
    journal_process.Verify,
    journal_process.Follow,
    journal_process.Recall,
    journal_process.PlayBack,
    journal_process.CompareRecord,
    CountOutcomes,
    Prove,
    ReadTests,
    MakeReport,
    FigureJackpot,
)
"""Questions that may read everything, or calculate for long."""


class _Ended(Exception):
    """The process went without an answer."""


class QuestionProcess:
    """A process that answers one question after the other."""

    def __init__(self) -> None:
        command, pipe = isolated.command("openetg.server.api.journal.process"), subprocess.PIPE
        kept = isolated.environment()
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=None, env=kept)  # noqa: S603
        self.answered = 0

    def ask(self, question: bytes) -> bytes:
        """The answer; blocks until it is there, or the process has ended."""
        assert self.process.stdin is not None, "it was started with pipes"
        assert self.process.stdout is not None, "it was started with pipes"
        try:
            self.process.stdin.write(question + b"\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError) as gone:
            raise _Ended from gone
        said = self.process.stdout.readline()
        if not said.endswith(b"\n"):
            raise _Ended
        self.answered += 1
        return said

    def is_up(self) -> bool:
        """Whether it may be asked once more."""
        return self.answered < QUESTIONS_MAX and self.process.poll() is None

    def end(self) -> None:
        """Ends it, even while it answers."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                _close(pipe)


def _close(pipe: object) -> None:
    try:
        pipe.close()  # type: ignore[attr-defined]
    except BrokenPipeError:
        return  # what was not yet written to a process that is gone


class Aside:
    """Asks question processes; safe from any task of one loop."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_A_TIME)
        self._long = asyncio.Semaphore(AT_A_TIME - 1)
        self._waiting: Counter[str] = Counter()
        """By person, how many questions are under way; and those that may take long."""
        self._waiting_long: Counter[str] = Counter()
        self._idle: deque[QuestionProcess] = deque()
        self._lock = Lock()
        self._end = finalize(self, _end_all, self._idle)

    async def ask(self, question: journal_process.Question, person: str) -> journal_process.Reply:
        """The answer for a person; says that it is busy rather than have many wait."""
        is_long = isinstance(question, LONG)
        self._refuse_too_many(person, is_long=is_long)
        counts = (self._waiting, self._waiting_long) if is_long else (self._waiting,)
        for count in counts:
            count[person] += 1
        try:
            async with AsyncExitStack() as turns:
                await self._turn(turns, is_long=is_long)
                return await self._asked(json.encode(question))
        finally:
            for count in counts:
                count[person] -= 1
                if not count[person]:
                    del count[person]

    def _refuse_too_many(self, person: str, *, is_long: bool) -> None:
        if self._waiting[person] >= OF_ONE_MAX or (is_long and self._waiting_long[person] >= LONG_OF_ONE_MAX):
            raise edge("busy", "your last questions are still being answered; try again", wait_ms=2_000)
        if self._waiting.total() >= WAITING_MAX or (is_long and self._waiting_long.total() >= LONG_WAITING_MAX):
            raise _others()

    async def _turn(self, turns: AsyncExitStack, *, is_long: bool) -> None:
        """Waits for a place; not for ever."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                if is_long:
                    await turns.enter_async_context(self._long)
                await turns.enter_async_context(self._turns)
        except TimeoutError:
            raise _others() from None

    def close(self) -> None:
        """Ends the processes that have nothing to do; those that answer end with their answer."""
        self._end()

    async def _asked(self, question: bytes) -> journal_process.Reply:
        reader = self._take()
        try:
            said = await self._said(reader, question)
        except _Ended:
            if not reader.answered:
                raise edge("fault", "the process that reads the journal ended without an answer") from None
            # It had waited too long for a question and went as this one came: a fresh one answers it.
            said = await self._fresh(question)
        try:
            reply: journal_process.Reply = json.decode(said, type=journal_process.Reply)
        except DecodeError:
            raise edge("fault", "the process that reads the journal ended without an answer") from None
        return reply

    async def _fresh(self, question: bytes) -> bytes:
        try:
            return await self._said(QuestionProcess(), question)
        except _Ended:
            raise edge("fault", "the process that reads the journal ended without an answer") from None

    async def _said(self, reader: QuestionProcess, question: bytes) -> bytes:
        try:
            async with asyncio.timeout(PATIENCE_S):
                said = await asyncio.to_thread(reader.ask, question)
        except TimeoutError:
            reader.end()
            raise edge("not_possible", f"it takes more than {PATIENCE_S:g} s: ask `etg journal` at the shell") from None
        except BaseException:
            reader.end()
            raise
        self._give_back(reader)
        return said

    def _take(self) -> QuestionProcess:
        with self._lock:
            while self._idle:
                reader = self._idle.pop()
                if reader.is_up():
                    return reader
                reader.end()
        return QuestionProcess()

    def _give_back(self, reader: QuestionProcess) -> None:
        with self._lock:
            if self._end.alive and reader.is_up() and len(self._idle) < AT_A_TIME:
                self._idle.append(reader)
                return
        reader.end()


def _others() -> Exception:
    return edge("busy", "others read the journal at this moment; try again", wait_ms=2_000)


def _end_all(idle: deque[QuestionProcess]) -> None:
    while idle:
        idle.pop().end()
