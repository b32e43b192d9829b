"""One terminal, for those who look after it: a supervisor of its table, the cage, or the staff desk that pairs it."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from openetg.floor.people.staff import STAFF_DESK
from openetg.floor.state import Floor
from openetg.floor.wagers.terminal_view import TerminalView, terminal_view
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.reads import CAGE, shown, table_supervised


def terminal_view_handlers(office: Office) -> list[Any]:
    """The handlers."""

    @get("/api/terminals/{terminal:str}/standing", tags=["terminals"], responses=problems(*ALWAYS))
    async def terminal_standing(terminal: FromPath[str], request: Asked) -> Response[TerminalView]:
        """Everything about a terminal now: money, wagers, locks, bounds, line, key, calls."""
        who = who_asks(request)

        def look(floor: Floor) -> TerminalView:
            if terminal not in floor.terminals:
                raise edge("no_such_thing", "no such terminal")
            if STAFF_DESK not in who.member.duties:
                table_supervised(floor, who, floor.terminals[terminal].table, CAGE)
            return terminal_view(floor, terminal, office.line.now_ms())

        return await shown(office, look, private=True)

    return [terminal_standing]
