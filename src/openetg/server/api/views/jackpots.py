"""Jackpots over HTTP: what is offered, public; everything of them, for those who look after them; and what
is to be expected of one, worked out exactly before it is set up."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody
from msgspec import Meta, Raw, json

from openetg.floor.jackpots.commands import JackpotRules
from openetg.floor.jackpots.views import JackpotDesk, JackpotView, jackpot_desk, public_jackpots
from openetg.floor.people.staff import staff_member
from openetg.floor.state import Floor, StaffMember
from openetg.maths.jackpots import JackpotFigures, Play
from openetg.server.access.logins import Identity
from openetg.server.acts.acts import holds
from openetg.server.acts.supervision import RECORDS, supervised
from openetg.server.api.acts.commands import ALWAYS, problems, strictly
from openetg.server.api.guard import who_asks
from openetg.server.api.journal import process as journal_process
from openetg.server.api.journal.figures_answers import Figured, FigureJackpot
from openetg.server.api.office import Office
from openetg.server.api.people.logins import Body
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.reads import shown

DESK = (*RECORDS, "configure_jackpot", "adjust_jackpot", "pay_jackpot")
"""One of these lets see everything of jackpots; so does supervision of a table."""
LEVELS_MAX, TABLES_MAX, RUN_MAX = 16, 64, 16
"""No jackpot that is asked about has more levels or tables, and no run is longer."""


class AskFigures(Body, frozen=True):
    """A jackpot to be, and how its tables are played."""

    rules: JackpotRules
    plays: Annotated[dict[str, Play], Meta(max_length=TABLES_MAX)]
    """Per table."""


def sees_jackpots(floor: Floor, member: StaffMember | None) -> bool:
    """Whether the person may see everything of jackpots."""
    return member is not None and (holds(floor, member, DESK) or bool(supervised(floor, member)))


def jackpot_handlers(office: Office) -> list[Any]:
    """The handlers."""

    @get("/api/jackpots", tags=["standing"], security=[{}], responses=problems(*ALWAYS))
    async def jackpots() -> Response[tuple[JackpotView, ...]]:
        """Every level of every jackpot that is offered: what it holds, what wins it, who won it last."""
        return await shown(office, public_jackpots)

    @get("/api/jackpots/desk", tags=["jackpots"], responses=problems(*ALWAYS))
    async def desk(request: Asked) -> Response[JackpotDesk]:
        """Everything of jackpots but their secrets."""
        who = who_asks(request)

        def look(floor: Floor) -> JackpotDesk:
            _admit(floor, who)
            return jackpot_desk(floor)

        return await shown(office, look, private=True)

    @post("/api/jackpots/figures", status_code=200, tags=["jackpots"], responses=problems(*ALWAYS, 422))
    async def figures(request: Asked, data: JSONBody[AskFigures]) -> Response[JackpotFigures]:
        """What is to be expected in the long run: hits, values, and what is added to the return to player; exact."""
        del data
        who = who_asks(request)
        asked = await strictly(request, AskFigures)
        _refuse_large(asked)
        question = await office.line.read(lambda floor: _question(floor, who, asked))
        found = await office.asking.ask(question, who.person)
        if isinstance(found, journal_process.Impossible):
            raise edge("not_possible", found.words)
        assert isinstance(found, Figured), "a question has its own kind of answer"
        if found.figures is None:
            raise edge("not_possible", " ".join(found.problems).removesuffix("."))
        told: Response[Any] = Response(json.encode(found.figures), media_type="application/json")
        return told

    return [jackpots, desk, figures]


def _admit(floor: Floor, who: Identity) -> None:
    if not sees_jackpots(floor, staff_member(floor, who.person)):
        raise edge("not_for_you")


def _refuse_large(asked: AskFigures) -> None:
    levels = asked.rules.levels
    tables = max((len(level.rates) for level in levels), default=0)
    run = max((level.trigger.run for level in levels if level.trigger is not None), default=1)
    if not levels or len(levels) > LEVELS_MAX or tables > TABLES_MAX or run > RUN_MAX:
        most = f"at most {LEVELS_MAX} levels, {TABLES_MAX} tables and runs of {RUN_MAX} rounds"
        raise edge("not_possible", f"expected at least one level, and {most}")


def _question(floor: Floor, who: Identity, asked: AskFigures) -> FigureJackpot:
    _admit(floor, who)
    known = {name: floor.tables[name] for name in asked.plays if name in floor.tables}
    tables = {name: (table.rulebook, table.kind) for name, table in known.items()}
    rulebooks = {table.rulebook: Raw(floor.adopted[table.rulebook]) for table in known.values()}
    return FigureJackpot(asked.rules, asked.plays, tables, rulebooks)
