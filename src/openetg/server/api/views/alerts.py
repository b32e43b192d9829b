"""What staff may read of alerts: those that wait for a person, and those that were acknowledged.

They are acknowledged by the command of that name, as everything is done by commands.
"""

from __future__ import annotations

from typing import Any

from litestar import Response, get

from openetg.floor.alerts.acknowledging import AlertsView, alerts_view
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked
from openetg.server.api.views.reads import shown


def alert_handlers(office: Office) -> list[Any]:
    """The handlers."""

    @get("/api/alerts", tags=["alerts"], responses=problems(*ALWAYS))
    async def alerts(request: Asked) -> Response[AlertsView]:
        """Alerts at the places where one works: open ones, and the last that were acknowledged."""
        who = who_asks(request)
        return await shown(office, lambda floor: alerts_view(floor, who.person), private=True)

    return [alerts]
