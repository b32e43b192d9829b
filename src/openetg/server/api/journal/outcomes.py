"""What fell at a table over a span of the journal, against the chances of its game; for those who read the records."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from msgspec import json

from openetg.floor.state import Floor
from openetg.reports.fairness.outcomes import Chances, Outcomes, chances_at
from openetg.server.acts.supervision import RECORDS
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.journal import process as journal_process
from openetg.server.api.journal.evidence_answers import Counted, CountOutcomes
from openetg.server.api.journal.records import Number, Word
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.reads import table_for


def outcome_handlers(office: Office) -> list[Any]:
    """The handlers."""
    place = office.line.running.place

    @get("/api/outcomes/{table:str}", tags=["records"], responses=problems(*ALWAYS, 422))
    async def outcomes(
        table: FromPath[str],
        request: Asked,
        after: Number = None,
        until: Number = None,
        day: Word = "",
        device: Word = "",
    ) -> Response[Outcomes]:
        """How often everything fell that can fall, beside how often it should, with tests for wheels and tumblers."""
        who = who_asks(request)

        def look(floor: Floor) -> Chances:
            return chances_at(floor, table_for(floor, who, table, RECORDS))

        chances = await office.line.read(look)
        question = CountOutcomes(
            journal=place.journal, table=table, chances=chances, device=device, after=after, until=until, day=day
        )
        reply = await office.asking.ask(question, who.person)
        if isinstance(reply, journal_process.Impossible):
            raise edge("not_possible", reply.words)
        assert isinstance(reply, Counted), "a question for outcomes is answered with them"
        return Response(json.encode(reply.outcomes), media_type="application/json")  # type: ignore[arg-type]

    return [outcomes]
