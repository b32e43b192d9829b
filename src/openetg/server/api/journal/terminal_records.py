"""What a terminal kept by itself, asked for in an inquiry, held against the journal, and put on record as read.

For those who may inquire into a malfunction at the terminal's table. It is evidence: nothing is decided by it, and a
terminal that has none is as good as another.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct, json

from openetg.floor.commands import ReportRecord
from openetg.floor.core.refusals import Refusal
from openetg.floor.people.staff import staff_member
from openetg.floor.pipeline import decide
from openetg.floor.state import Floor
from openetg.reports.audit.terminal_record import Comparison
from openetg.server.access.logins import Identity
from openetg.server.acts.acts import roles_at
from openetg.server.api.acts.commands import ALWAYS, problems, strictly
from openetg.server.api.guard import who_asks
from openetg.server.api.journal import process as journal_process
from openetg.server.api.office import Office
from openetg.server.api.people.logins import Body
from openetg.server.api.problems import Asked, edge, of_floor
from openetg.server.guests.records import AskingEnd, Gathered, Records
from openetg.server.writer.writer import Decided

SAYS_NOTHING = {AskingEnd.nothing_kept, AskingEnd.silent, AskingEnd.not_connected}
"""Normal: a page may be closed, old, or in a browser that keeps nothing."""


class AskTerminal(Body, frozen=True):
    """From which entry of the journal on."""

    since: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


class TerminalRecordView(Struct, frozen=True):
    """What a terminal kept, as far as it told, beside what the journal has."""

    terminal: str
    told: AskingEnd
    ask: int
    sequence: int
    """The entry in which it is on record that this was read; zero if there was nothing to read."""
    compared: Comparison | None


class _Inquiry(Struct, frozen=True):
    """The requester, in which role, and the last entry at that moment."""

    role: str
    until: int


def terminal_record_handlers(office: Office) -> list[Any]:
    """The handlers; from now on what terminals send of their records comes here."""
    running = office.line.running
    records = Records(running.exchange, office.line.now_ms)
    running.exchange.records = records

    @post("/api/terminals/{terminal:str}/record", status_code=200, tags=["terminals"], responses=problems(*ALWAYS, 422))
    async def terminal_record(
        terminal: FromPath[str], data: JSONBody[AskTerminal], request: Asked
    ) -> Response[TerminalRecordView]:
        """What a terminal kept by itself, held against the journal; for those who may inquire into a malfunction."""
        del data
        who, since = who_asks(request), (await strictly(request, AskTerminal)).since
        inquiry = await office.line.read(lambda floor: _inquiry(floor, who, terminal, office.line.now_ms()))
        gathered = await records.ask(terminal, since)
        if gathered.told is AskingEnd.under_way:
            raise edge("busy", "somebody else reads the record of this terminal", wait_ms=5_000)
        if gathered.told in SAYS_NOTHING:
            return _shown(TerminalRecordView(terminal, gathered.told, gathered.ask, 0, None))
        question = journal_process.CompareRecord(running.place.journal, terminal, gathered.lines, since, inquiry.until)
        reply = await office.asking.ask(question, who.person)
        if isinstance(reply, journal_process.Impossible):
            raise edge("not_possible", reply.words)
        assert isinstance(reply, journal_process.Compared), "the answer to this question"
        compared = reply.comparison
        sequence = await _on_record(office, _read_by(who, inquiry.role, gathered, compared))
        return _shown(TerminalRecordView(terminal, gathered.told, gathered.ask, sequence, compared))

    return [terminal_record]


def _inquiry(floor: Floor, who: Identity, terminal: str, now_ms: int) -> _Inquiry:
    """The role in which the person may read a terminal's record; raises the floor's refusal before the terminal is
    asked."""
    member = staff_member(floor, who.person)
    if terminal not in floor.terminals or member is None:
        raise edge("no_such_thing", "no such terminal")
    refusal: Refusal | None = None
    for role in roles_at(floor, floor.tables[floor.terminals[terminal].table], member):
        verdict = decide(
            floor,
            ReportRecord(
                role=role, person=who.person, terminal=terminal, ask=0, lines=0, digest="", differs=0, since=0, until=0
            ),
            now_ms,
        )
        if not isinstance(verdict, Refusal):
            return _Inquiry(role, floor.sequence)
        refusal = refusal or verdict
    raise of_floor(refusal) if refusal is not None else edge("not_for_you")


def _read_by(who: Identity, role: str, gathered: Gathered, compared: Comparison) -> ReportRecord:
    """Who has read it and what it came to; the lines themselves are the terminal's."""
    return ReportRecord(
        role,
        who.person,
        terminal=compared.terminal,
        ask=gathered.ask,
        lines=compared.lines,
        digest=compared.digest,
        differs=compared.differs,
        since=compared.since,
        until=compared.until,
    )


async def _on_record(office: Office, command: ReportRecord) -> int:
    told = await office.line.record(command)
    assert isinstance(told, Decided), "every asking is an order of its own"
    if isinstance(told.verdict, Refusal):
        raise of_floor(told.verdict)
    return told.sequence


def _shown(view: TerminalRecordView) -> Response[Any]:
    return Response(json.encode(view), media_type="application/json")
