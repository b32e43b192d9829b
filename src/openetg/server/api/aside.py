"""A process of its own for questions that read the whole journal: what they cost, the writer does not pay.

`python -m openetg.server.api.aside` reads one question as JSON from its input and writes the answer as JSON; addresses
with passwords in them never stand in a command line. It only reads the journal.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from msgspec import Struct, json

from openetg.floor.snapshot import SnapshotProblem
from openetg.journal import places
from openetg.journal.checkpoint import read_checkpoints
from openetg.journal.store import JournalProblem
from openetg.keys.keyring import make_keyring
from openetg.keys.sealing import Shut, is_sealed, open_sealed
from openetg.reports.export import span_of, write_jsonl
from openetg.reports.recall import Story, last_rounds, stories
from openetg.reports.replay import Finding, Looked, Verification
from openetg.reports.telling import Opener, opened
from openetg.reports.terminal_record import Comparison, compare


class Recall(Struct, frozen=True, tag=True):
    """The last rounds of a table or terminal."""

    journal: str
    keys: str
    """The folder of the keys, to open private texts; empty leaves them sealed."""
    table: str
    terminal: str
    count: int


class Export(Struct, frozen=True, tag=True):
    """Entries as JSON Lines."""

    journal: str
    file: str
    after: int | None
    until: int | None
    day: str


class Verify(Struct, frozen=True, tag=True):
    """Whether the journal holds: chain, volumes, checkpoints."""

    journal: str
    checkpoints: str


class CompareRecord(Struct, frozen=True, tag=True):
    """What a terminal kept by itself, held against the journal."""

    journal: str
    terminal: str
    lines: tuple[str, ...]
    since: int
    until: int


class Recalled(Struct, frozen=True, tag=True):
    """The rounds, oldest first."""

    rounds: list[Story]


class Exported(Struct, frozen=True, tag=True):
    """The span that was written."""

    after: int
    until: int


class Verified(Struct, frozen=True, tag=True):
    """What was found, and what was looked at."""

    intact: bool
    finding: str
    words: str
    looked: Looked


class Impossible(Struct, frozen=True, tag=True):
    """The question cannot be answered."""

    words: str


class Compared(Struct, frozen=True, tag=True):
    """Line by line what agrees and what does not."""

    comparison: Comparison


Question = Recall | Export | Verify | CompareRecord
Reply = Recalled | Exported | Verified | Compared | Impossible


def answer(question: Question) -> Reply:
    """The answer to a question."""
    try:
        match question:
            case Recall():
                return _recalled(question)
            case Export():
                return _exported(question)
            case Verify():
                return _verified(question)
            case CompareRecord():
                return _compared(question)
    except (JournalProblem, SnapshotProblem) as problem:
        return Impossible(str(problem))


def _recalled(question: Recall) -> Recalled:
    with closing(places.open_to_read(question.journal)) as reader, _opener(question.keys) as open_text:
        until = reader.head().sequence
        table, terminal = question.table, question.terminal
        chosen = last_rounds(reader, count=question.count, until=until, table=table, terminal=terminal)
        return Recalled(stories(reader, chosen, until=until, open_text=open_text))


@contextmanager
def _opener(keys: str) -> Iterator[Opener]:
    if not keys:
        yield opened
        return
    with closing(make_keyring(Path(keys))) as ring:

        def said(text: str) -> str:
            if not is_sealed(text):
                return opened(text)
            found = open_sealed(ring, text)
            return f"({found.value})" if isinstance(found, Shut) else found.text

        yield said


def _exported(question: Export) -> Exported:
    with closing(places.open_to_read(question.journal)) as reader:
        span = span_of(reader, after=question.after, until=question.until, day=question.day)
        for _ in write_jsonl(reader, span, Path(question.file)):
            pass
        return Exported(span.after, span.until)


def _verified(question: Verify) -> Verified:
    folder = Path(question.checkpoints)
    # Checkpoints first and the journal second: a running floor goes on signing what it writes.
    notes = read_checkpoints(folder) if folder.is_dir() else []
    with closing(places.open_to_read(question.journal)) as reader:
        verification = Verification(reader, notes=notes, chain_only=True)
        found: Finding | None = None
        for step in verification.steps():
            if not isinstance(step, int):
                found = step
    assert found is not None, "a verification ends with what it found"
    name = type(found).__name__
    return Verified(name == "Replayed", name, json.encode(found).decode(), verification.looked)


def _compared(question: CompareRecord) -> Compared:
    with closing(places.open_to_read(question.journal)) as reader:
        lines, since, until = question.lines, question.since, question.until
        return Compared(compare(reader, question.terminal, lines, since=since, until=until))


def main() -> int:
    """One question, one answer."""
    question = json.decode(sys.stdin.buffer.read(), type=Question)
    sys.stdout.buffer.write(json.encode(answer(question)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
