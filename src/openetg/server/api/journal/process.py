"""A process of its own for questions that read the whole journal or take long to work out: the writer does not pay.

`python -m openetg.server.api.journal.process` reads questions from its input, one line of JSON each, and writes a line
for each answer; addresses with passwords in them never stand in a command line. It ends when no question has come for a
while, or when the asking process is gone. It only reads: the journal, and the tests that carry clauses.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from select import select
from typing import Any

from msgspec import Struct, json

from openetg.floor.core.snapshot import SnapshotProblem
from openetg.journal import places
from openetg.journal.proofs.checkpoint import CheckpointProblem, read_checkpoints
from openetg.journal.proofs.proof import ProofProblem
from openetg.journal.proofs.tree_folder import TreeProblem
from openetg.journal.store import JournalProblem
from openetg.keys.keyring import make_keyring
from openetg.keys.sealing import Shut, is_sealed, open_sealed
from openetg.reports.audit.replay import Finding, Looked, Verification
from openetg.reports.audit.terminal_record import Comparison, compare
from openetg.reports.export.export import span_of, write_jsonl
from openetg.reports.recall.about import AboutIt, Window, about
from openetg.reports.recall.playback import Playback, playback
from openetg.reports.recall.recall import Story, last_rounds, stories
from openetg.reports.recall.telling import Opener, opened
from openetg.reports.recall.timeline import Stored, Timeline, Wanted, stored, timeline
from openetg.reports.recall.trace import Trace, trace_entry, trace_paper
from openetg.reports.sentences import Form
from openetg.server.api.journal.evidence_answers import (
    Counted,
    CountOutcomes,
    FloorFiles,
    Prove,
    Proved,
    ReadTests,
    TestsRead,
    about_evidence,
    proven,
)
from openetg.server.api.journal.figures_answers import Figured, FigureJackpot, figured
from openetg.server.api.journal.report_answers import DaysListed, ListDays, MakeReport, Reported, about_reports

IDLE_S = 300.0
BROKEN = "something broke in reading the journal; what it was is in the log of the floor"


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
    proven_in: FloorFiles | None = None
    """Where checkpoints, tree and key are, for a file with its evidence."""


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


class About(Struct, frozen=True, tag=True):
    """What the journal has about one terminal and one round."""

    journal: str
    keys: str
    window: Window
    until: int
    shut: tuple[str, ...] = ()
    """As in `Tell`."""


class Tell(Struct, frozen=True, tag=True):
    """The journal in words."""

    journal: str
    keys: str
    wanted: Wanted
    people: dict[str, str]
    """What people are called, for those who may read it."""
    homes: dict[str, str]
    """Of each terminal the table at which it stands."""
    before: int
    after: int
    count: int
    shut: tuple[str, ...] = ()
    """How subjects begin whose texts stay sealed all the same."""


class Follow(Struct, frozen=True, tag=True):
    """The money that an entry moved, or that is on a paper, followed both ways."""

    journal: str
    entry: int
    paper: str
    homes: dict[str, str]


class PlayBack(Struct, frozen=True, tag=True):
    """A round, step by step."""

    journal: str
    keys: str
    table: str
    number: int
    people: dict[str, str]


class ShowEntry(Struct, frozen=True, tag=True):
    """One entry, as it stands and in words."""

    journal: str
    keys: str
    sequence: int
    people: dict[str, str]
    homes: dict[str, str]


class Recalled(Struct, frozen=True, tag=True):
    """The rounds, oldest first."""

    rounds: list[Story]


class Noted(Struct, frozen=True, tag=True):
    """What was found about a terminal and a round."""

    found: AboutIt


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


class TimelineTold(Struct, frozen=True, tag=True):
    """Lines, newest first."""

    timeline: Timeline


class MoneyFollowed(Struct, frozen=True, tag=True):
    """Where it came from, and where it went."""

    trace: Trace


class PlayedBack(Struct, frozen=True, tag=True):
    """The round."""

    round: Playback


class EntryShown(Struct, frozen=True, tag=True):
    """The entry."""

    entry: Stored


class Impossible(Struct, frozen=True, tag=True):
    """The question cannot be answered."""

    words: str


class Compared(Struct, frozen=True, tag=True):
    """Line by line what agrees and what does not."""

    comparison: Comparison


Question = (
    ShowEntry
    | Recall
    | Export
    | Verify
    | CompareRecord
    | About
    | Tell
    | Prove
    | CountOutcomes
    | ReadTests
    | Follow
    | PlayBack
    | MakeReport
    | ListDays
    | FigureJackpot
)
Reply = (
    Recalled
    | EntryShown
    | Exported
    | Verified
    | Compared
    | Impossible
    | Noted
    | TimelineTold
    | Proved
    | Counted
    | TestsRead
    | MoneyFollowed
    | PlayedBack
    | Reported
    | DaysListed
    | Figured
)


def answer(question: Question) -> Reply:
    """The answer to a question."""
    try:
        return _ANSWERS[type(question)](question)
    except (CheckpointProblem, JournalProblem, ProofProblem, SnapshotProblem, TreeProblem) as problem:
        # Without its full stop, as every other refusal of the API; the page that shows it ends the sentence.
        return Impossible(str(problem).removesuffix("."))


def _recalled(question: Recall) -> Recalled:
    with closing(places.open_to_read(question.journal)) as reader, _opener(question.keys) as open_text:
        until = reader.head().sequence
        table, terminal = question.table, question.terminal
        chosen = last_rounds(reader, count=question.count, until=until, table=table, terminal=terminal)
        return Recalled(stories(reader, chosen, until=until, open_text=open_text))


def _noted(question: About) -> Noted:
    opener = _opener(question.keys, question.shut)
    with closing(places.open_to_read(question.journal)) as reader, opener as open_text:
        return Noted(about(reader, question.window, until=question.until, open_text=open_text))


@contextmanager
def _opener(keys: str, shut: tuple[str, ...] = ()) -> Iterator[Opener]:
    if not keys:
        yield opened
        return
    with closing(make_keyring(Path(keys))) as ring:

        def said(text: str) -> str:
            if not is_sealed(text):
                return opened(text)
            found = open_sealed(ring, text)
            if isinstance(found, Shut):
                return f"({found.value})"
            return opened(text) if found.subject.startswith(shut) else found.text

        yield said


def _told(question: Tell) -> TimelineTold:
    opener = _opener(question.keys, question.shut)
    with closing(places.open_to_read(question.journal)) as reader, opener as open_text:
        form = Form(question.people, open_text, question.homes)
        before, after, count = question.before, question.after, question.count
        return TimelineTold(timeline(reader, question.wanted, form, before=before, after=after, count=count))


def _followed(question: Follow) -> MoneyFollowed:
    with closing(places.open_to_read(question.journal)) as reader:
        if question.paper:
            return MoneyFollowed(trace_paper(reader, question.paper, homes=question.homes))
        return MoneyFollowed(trace_entry(reader, question.entry, homes=question.homes))


def _played_back(question: PlayBack) -> PlayedBack:
    with closing(places.open_to_read(question.journal)) as reader, _opener(question.keys) as open_text:
        return PlayedBack(playback(reader, question.table, question.number, Form(question.people, open_text)))


def _shown(question: ShowEntry) -> EntryShown:
    with closing(places.open_to_read(question.journal)) as reader, _opener(question.keys) as open_text:
        form = Form(question.people, open_text, question.homes)
        return EntryShown(stored(reader, question.sequence, form))


def _exported(question: Export) -> Exported:
    with closing(places.open_to_read(question.journal)) as reader:
        span, evidence = span_of(reader, after=question.after, until=question.until, day=question.day), None
        if question.proven_in is not None:
            span, evidence = proven(reader, span, question.proven_in, is_open=question.until is None)
        for _ in write_jsonl(reader, span, Path(question.file), evidence):
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


_ANSWERS: dict[type, Callable[[Any], Reply]] = {
    Recall: _recalled,
    About: _noted,
    Export: _exported,
    Verify: _verified,
    CompareRecord: _compared,
    Prove: about_evidence,
    CountOutcomes: about_evidence,
    ReadTests: about_evidence,
    Tell: _told,
    Follow: _followed,
    PlayBack: _played_back,
    ShowEntry: _shown,
    MakeReport: about_reports,
    ListDays: about_reports,
    FigureJackpot: figured,
}
"""By kind of question."""


def _answered(line: bytes) -> bytes:
    """The answer to a question as it stands on the pipe. An exception is answered, and the process lives on for the
    next question."""
    try:
        return json.encode(answer(json.decode(line, type=Question)))
    except Exception:  # noqa: BLE001 - the floor shows no traces, but whoever runs it finds them on its stderr
        traceback.print_exc(file=sys.stderr)
        return json.encode(Impossible(BROKEN))


def main() -> int:
    """An answer to each question."""
    asked, said = sys.stdin.buffer, sys.stdout.buffer
    # One question at a time: nothing lies unread in the buffer while this waits for the pipe.
    while select([asked], [], [], IDLE_S)[0]:
        line = asked.readline()
        if not line:
            break
        said.write(_answered(line) + b"\n")
        said.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
