"""What is told from the journal: rounds recalled, entries exported, the chain verified, checkpoints, figures.

A question that reads the whole journal runs in a process of its own, few at a time and not for ever.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

from litestar import Response, get
from litestar.background_tasks import BackgroundTask
from litestar.params import QueryParameter
from litestar.response import File
from msgspec import DecodeError, Struct, json

from openetg.floor.state import Floor
from openetg.journal.proofs.checkpoint import latest_checkpoint
from openetg.journal.store import JournalProblem
from openetg.keys.signing import PUBLIC
from openetg.reports.audit.tallies import TableFigures, Tally, figures
from openetg.server.acts.supervision import RECORDS
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.journal import process as journal_process
from openetg.server.api.journal.questions import Aside
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.reads import anywhere, shown, table_supervised

MOST_ROUNDS = 50

Number = Annotated[int | None, QueryParameter(ge=0, le=10**15)]
Word = Annotated[str, QueryParameter(max_length=64)]


class CheckpointView(Struct, frozen=True):
    """The newest signed statement of what the journal holds."""

    size: int
    """How many entries it covers; zero if nothing was signed yet."""
    note: str
    """The signed note as it stands in its file."""
    public_key: str
    """The line of text that names the key it is checked with."""


class CountersView(Struct, frozen=True):
    """What each table has turned over, counted by the follower."""

    sequence: int
    counted_from: int
    """Counted from the entry after this one."""
    counted_to: int
    """Up to this one; the hold is of now."""
    tables: tuple[TableFigures, ...]


def record_handlers(office: Office) -> list[Any]:
    """The handlers."""
    return [*_journal_handlers(office, office.asking), *_figure_handlers(office)]


def _journal_handlers(office: Office, asking: Aside) -> list[Any]:
    place = office.line.running.place

    @get("/api/recall", tags=["records"], responses=problems(*ALWAYS, 422))
    async def recall(
        request: Asked,
        table: Word = "",
        terminal: Word = "",
        count: Annotated[int, QueryParameter(ge=1, le=MOST_ROUNDS)] = 5,
    ) -> Response[journal_process.Recalled]:
        """The last rounds of a table or terminal from the journal: wagers, outcome, what each spot paid, clauses."""
        who = who_asks(request)
        if bool(table) == bool(terminal):
            raise edge("not_possible", "expected one of table and terminal")

        def look(floor: Floor) -> None:
            if terminal and terminal not in floor.terminals:
                raise edge("no_such_thing", "no such terminal")
            for name in [table] if table else floor.terminals[terminal].tables:
                table_supervised(floor, who, name)

        await office.line.read(look)
        return _told(
            await asking.ask(journal_process.Recall(place.journal, str(place.keys), table, terminal, count), who.person)
        )

    @get("/api/verification", tags=["records"], responses=problems(*ALWAYS, 422))
    async def verification(request: Asked) -> Response[journal_process.Verified]:
        """Whether chain, volumes and signed checkpoints of the journal hold, read from its beginning."""
        who = who_asks(request)
        await office.line.read(lambda floor: anywhere(floor, who, RECORDS))
        return _told(await asking.ask(journal_process.Verify(place.journal, str(place.checkpoints)), who.person))

    @get("/api/export", tags=["records"], responses=problems(*ALWAYS, 422), media_type="application/jsonl")
    async def export(request: Asked, after: Number = None, until: Number = None, day: Word = "") -> File:
        """Entries as they are stored, with the hashes that bind them, as JSON Lines; private texts stay sealed."""
        who = who_asks(request)
        await office.line.read(lambda floor: anywhere(floor, who, RECORDS))
        folder = tempfile.TemporaryDirectory(prefix="openetg-export-")
        file = Path(folder.name) / "entries.jsonl"
        with ExitStack() as stack:
            stack.callback(folder.cleanup)
            reply = await asking.ask(journal_process.Export(place.journal, str(file), after, until, day), who.person)
            if isinstance(reply, journal_process.Impossible):
                raise edge("not_possible", reply.words)
            stack.pop_all()  # the file goes when it was sent
        gone = BackgroundTask(folder.cleanup)
        return File(file, filename="entries.jsonl", media_type="application/jsonl", background=gone)

    return [recall, verification, export]


def _told(reply: journal_process.Reply) -> Response[Any]:
    if isinstance(reply, journal_process.Impossible):
        raise edge("not_possible", reply.words)
    return Response(json.encode(reply), media_type="application/json")


def _figure_handlers(office: Office) -> list[Any]:
    place = office.line.running.place

    @get("/api/checkpoints/latest", tags=["records"], responses=problems(*ALWAYS))
    async def checkpoint(request: Asked) -> CheckpointView:
        """The newest signed checkpoint: keep it elsewhere, and what it covers cannot be rewritten unnoticed."""
        who_asks(request)
        try:
            note = latest_checkpoint(place.checkpoints) if place.checkpoints.is_dir() else None
        except JournalProblem as problem:
            raise edge("fault", str(problem)) from None
        public = place.keys / PUBLIC
        key = public.read_text(encoding="utf-8").strip() if public.is_file() else ""
        return CheckpointView(note.checkpoint.size if note else 0, note.text() if note else "", key)

    @get("/api/counters", tags=["records"], responses=problems(*ALWAYS))
    async def counters(request: Asked) -> Response[CountersView]:
        """Turnover and hold of each table; for those who may read the records."""
        who = who_asks(request)
        tally = newest_tally(place.tallies)

        def look(floor: Floor) -> CountersView:
            anywhere(floor, who, RECORDS)
            return CountersView(floor.sequence, tally.since, tally.sequence, tuple(figures(floor, tally)))

        return await shown(office, look)

    return [checkpoint, counters]


def newest_tally(folder: Path) -> Tally:
    """The newest tally the follower has kept; an empty one if there is none or it cannot be read."""
    for file in sorted(folder.glob("*.json"), reverse=True) if folder.is_dir() else ():
        try:
            return json.decode(file.read_bytes(), type=Tally)
        except (OSError, DecodeError):
            continue  # the follower has just thinned them out; the one before will do
    return Tally()
