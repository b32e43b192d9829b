"""Reports over HTTP: which kinds a person may see, one of them as data, CSV or PDF, and how far a long one has come.

Who may read the records sees everything; who supervises tables sees those tables; who pays at the cage sees what is
their own. Reports are made in processes of their own.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from msgspec import DecodeError, Struct, json

from openetg.floor.people.staff import staff_member
from openetg.floor.state import Floor
from openetg.journal.verify import Progress
from openetg.reports.frame.report import Report, Setting
from openetg.reports.frame.span import Asking, Day
from openetg.reports.kinds.kinds import KINDS
from openetg.server.access.logins import Identity
from openetg.server.acts.acts import holds
from openetg.server.acts.supervision import RECORDS, supervised, watched
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.journal import process as journal_process
from openetg.server.api.journal.questions import Aside
from openetg.server.api.journal.report_answers import DaysListed, ListDays, MakeReport, Reported
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.reads import CAGE, shown

TOGETHER = "syndicate"
"""The report on who plays together: only for those who may act on it."""
PRIZES = ("jackpots", "promotions", TOGETHER)
OF_TABLES = ("day", "shift", "tables", "terminals", "counters", "drop", "exceptions", *PRIZES)
"""What a supervisor may see of the tables they supervise."""
OWN = ("shift", "cage")
"""What a person at the cage may see of their own work."""
MEDIA = {"csv": "text/csv", "pdf": "application/pdf"}

Word = Annotated[str, QueryParameter(max_length=64)]
Time = Annotated[int, QueryParameter(ge=0, le=2**52)]


class KindLine(Struct, frozen=True):
    """A kind of report the person may see."""

    kind: str
    title: str
    about: str


class ReportsView(Struct, frozen=True):
    """What the person may ask for."""

    sequence: int
    kinds: tuple[KindLine, ...]
    days: tuple[Day, ...]
    """The gaming days there are, oldest first."""
    tables: tuple[str, ...]
    terminals: tuple[str, ...]
    people: tuple[str, ...]
    """Whose hours and acts may be asked for."""
    own: bool
    """Whether it is their own work alone."""
    setting: Setting


class ProgressView(Struct, frozen=True):
    """How far the report has come that the person waits for."""

    running: bool
    sequence: int = 0
    of_sequence: int = 0


class Reach(Struct, frozen=True):
    """How much of the house a person's reports may show."""

    kinds: tuple[str, ...]
    tables: tuple[str, ...] | None
    """None = all."""
    papers: bool
    """Whether papers and the cage may be shown besides."""
    own: bool
    together: tuple[str, ...] = ()
    """The tables of which the report on syndicated play may be seen, where not all are."""


def reach_of(floor: Floor, who: Identity) -> Reach:
    """What the person may see; raises if that is nothing."""
    member = staff_member(floor, who.person)
    if member is None:
        raise edge("not_for_you")
    if holds(floor, member, RECORDS):
        return Reach(tuple(KINDS), None, papers=True, own=False)
    cage = holds(floor, member, CAGE)
    mine = supervised(floor, member)
    # A person who runs every table of the house and the cage has to settle both at the end of a shift.
    whole = cage and len(mine) == len(floor.tables)
    if mine:
        together = watched(floor, member)
        kinds = tuple(kind for kind in OF_TABLES if kind != TOGETHER or together)
        return Reach((*kinds, "cage") if cage else kinds, mine, papers=whole, own=False, together=together)
    if cage:
        return Reach(OWN, (), papers=False, own=True)
    raise edge("not_for_you")


def within(floor: Floor, who: Identity, asking: Asking) -> Asking:
    """What was asked for, narrowed to what the requester may see; raises where it is beyond that."""
    reach = reach_of(floor, who)
    if asking.kind not in KINDS:
        raise edge("no_such_thing", "no such kind of report")
    if asking.kind not in reach.kinds:
        raise edge("not_for_you")
    if asking.table and asking.table not in floor.tables:
        raise edge("no_such_thing", "no such table")
    if asking.terminal and asking.terminal not in floor.terminals:
        raise edge("no_such_thing", "no such terminal")
    tables = reach.together if asking.kind == TOGETHER and reach.tables is not None else reach.tables
    table = asking.table or (floor.terminals[asking.terminal].table if asking.terminal else "")
    if tables is not None and table and table not in tables:
        raise edge("not_for_you")
    person, theirs = asking.person, {"", who.person}
    # A name of hours may be a drawer's too: a person who does not see the whole house asks for their own alone.
    is_other = person not in theirs or asking.hours not in theirs
    if is_other and reach.tables is not None and not reach.papers:
        raise edge("not_for_you")
    if reach.own or (asking.kind == "cage" and not reach.papers):
        person = who.person
    return Asking(
        kind=asking.kind,
        day=asking.day,
        from_ms=asking.from_ms,
        until_ms=asking.until_ms,
        table=asking.table,
        terminal=asking.terminal,
        person=person,
        hours=asking.hours,
        tables=tables,
        papers=reach.papers,
        until=asking.until,
        near=asking.near,
    )


def report_handlers(office: Office) -> list[Any]:
    """The handlers."""
    # Of their own: reports must not keep questions about the journal waiting.
    asking, waiting = Aside(), ReportProgress()
    return [_offered(office, asking), _progress(waiting), _made(office, asking, waiting)]


def _offered(office: Office, asking: Aside) -> Any:
    place = office.line.running.place

    @get("/api/reports", tags=["records"], responses=problems(*ALWAYS, 422))
    async def reports(request: Asked) -> Response[ReportsView]:
        """Which reports one may ask for, of which days, tables and people."""
        who = who_asks(request)
        await office.line.read(lambda floor: reach_of(floor, who))
        reply = await asking.ask(ListDays(place.journal), who.person)
        if not isinstance(reply, DaysListed):
            raise _impossible(reply)
        setting = setting_of(office)
        return await shown(office, lambda floor: _view(floor, who, reply.days, setting))

    return reports


def setting_of(office: Office) -> Setting:
    """The head of the reports of this floor: site, currency, time zone."""
    house = office.line.running.house
    return Setting(house.site, house.currency, house.time_zone)


def _view(floor: Floor, who: Identity, days: list[Day], setting: Setting) -> ReportsView:
    reach = reach_of(floor, who)
    tables = tuple(name for name in floor.tables if reach.tables is None or name in reach.tables)
    terminals = tuple(name for name, each in floor.terminals.items() if each.table in tables)
    people = tuple(floor.people.staff) if reach.tables is None or reach.papers else (who.person,)
    kinds = tuple(KindLine(name, KINDS[name].title, KINDS[name].about) for name in KINDS if name in reach.kinds)
    return ReportsView(
        sequence=floor.sequence,
        kinds=kinds,
        days=tuple(days),
        tables=tables,
        terminals=terminals,
        people=people,
        own=reach.own,
        setting=setting,
    )


class ReportProgress:
    """The files that say how far reports have come, by the login that waits; one may wait for several."""

    def __init__(self) -> None:
        self._files: dict[str, list[Path]] = {}

    @contextmanager
    def begun(self, session: str) -> Iterator[Path]:
        """A file for one report, which goes with it."""
        with tempfile.TemporaryDirectory(prefix="openetg-report-") as folder:
            file = Path(folder) / "progress"
            files = self._files.setdefault(session, [])
            files.append(file)
            try:
                yield file
            finally:
                files.remove(file)
                if not files:
                    del self._files[session]

    def newest(self, session: str) -> Path | None:
        """Of the report asked for last that is still being made; None if none is."""
        files = self._files.get(session)
        return files[-1] if files else None


def _progress(waiting: ReportProgress) -> Any:
    @get("/api/reports/progress", tags=["records"], responses=problems(*ALWAYS), sync_to_thread=False)
    def progress(request: Asked) -> ProgressView:
        """How far the report has come that one waits for."""
        file = waiting.newest(who_asks(request).session)
        if file is None:
            return ProgressView(running=False)
        try:
            step = json.decode(file.read_bytes(), type=Progress)
        except (OSError, DecodeError):
            return ProgressView(running=True)  # it has just begun, or the file is being written at this moment
        return ProgressView(True, step.sequence, step.of_sequence)

    return progress


def _made(office: Office, asking: Aside, waiting: ReportProgress) -> Any:
    journal, setting = office.line.running.place.journal, setting_of(office)

    @get("/api/reports/{kind:str}", tags=["records"], responses=problems(*ALWAYS, 422))
    async def report(  # noqa: PLR0913, PLR0917 - what a report may be asked for
        kind: FromPath[str],
        request: Asked,
        day: Word = "",
        from_ms: Time = 0,
        until_ms: Time = 0,
        until: Time = 0,
        table: Word = "",
        terminal: Word = "",
        person: Word = "",
        hours: Word = "",
        near: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
        form: Annotated[Literal["json", "csv", "pdf"], QueryParameter(name="format")] = "json",
    ) -> Response[Report]:
        """A report of a gaming day, of the hours of one person, or from one time to another."""
        who = who_asks(request)
        wished = Asking(
            kind=kind,
            day=day,
            from_ms=from_ms,
            until_ms=until_ms,
            table=table,
            terminal=terminal,
            person=person,
            hours=hours,
            until=until,
            near=near,
        )
        granted = await office.line.read(lambda floor: within(floor, who, wished))
        with waiting.begun(who.session) as file:
            reply = await asking.ask(MakeReport(journal, granted, setting, form, str(file)), who.person)
        if not isinstance(reply, Reported):
            raise _impossible(reply)
        return _answered(kind, day, form, reply)

    return report


def _answered(kind: str, day: str, form: str, reply: Reported) -> Response[Any]:
    if reply.report is not None:
        return Response(json.encode(reply.report), media_type="application/json")
    safe = "".join(letter for letter in f"{kind}-{day}".strip("-") if letter.isalnum() or letter == "-")
    name = {"content-disposition": f'attachment; filename="{safe}.{form}"'}
    return Response(reply.file, media_type=MEDIA[form], headers=name)


def _impossible(reply: journal_process.Reply) -> Exception:
    words = reply.words if isinstance(reply, journal_process.Impossible) else "something else was answered"
    return edge("not_possible", words)
