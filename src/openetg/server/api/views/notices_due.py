"""What officials are to be told or asked, and what they have noted: for those who tell, and those who are told."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from msgspec import Struct

from openetg.floor.alerts.dues import Due, dues
from openetg.floor.core.authority import AUTHORITY
from openetg.floor.people.staff import staff_member
from openetg.floor.state import Floor, StaffMember
from openetg.server.access.logins import Identity
from openetg.server.acts.acts import holds, roles_at
from openetg.server.acts.supervision import supervises
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.reads import shown

TELLING = ("announce_close_of_play", "withhold_paper", "review_withholding", "arrange_straight_only", "file_promotion")
"""One of these lets see what is due to officials at a table, as supervising it does."""


class DuesView(Struct, frozen=True):
    """Everything due to officials at the tables one may look at."""

    sequence: int
    now_ms: int
    waiting: int
    """How many have still to be told, noted or reviewed."""
    overdue: int
    """How many should have been told by now."""
    dues: tuple[Due, ...]


def dues_handlers(office: Office) -> list[Any]:
    """The handlers."""

    @get("/api/notices/due", tags=["records"], responses=problems(*ALWAYS))
    async def notices_due(request: Asked) -> Response[DuesView]:
        """What officials must be told or asked: by which clause, until when, told by whom, noted by whom."""
        who = who_asks(request)
        now_ms = office.line.now_ms()
        return await shown(office, lambda floor: dues_view(floor, who, now_ms), private=True)

    return [notices_due]


def dues_view(floor: Floor, who: Identity, now_ms: int) -> DuesView:
    """The dues at the tables a person supervises, or is an official of."""
    member = staff_member(floor, who.person)
    if member is None:
        raise edge("not_for_you")
    mine = {name for name in floor.tables if concerns(floor, member, name)}
    if not mine:
        raise edge("not_for_you")
    found = tuple(due for due in dues(floor) if due.table in mine)
    waiting = sum(due.is_open for due in found)
    return DuesView(floor.sequence, now_ms, waiting, sum(due.is_overdue(now_ms) for due in found), found)


def concerns(floor: Floor, member: StaffMember, name: str) -> bool:
    """Whether the person tells officials at a table, or is one there."""
    table = floor.tables[name]
    roles = floor.rulebook_of(table).roles
    is_official = any(role in roles and roles[role].of == AUTHORITY for role in roles_at(floor, table, member))
    return is_official or supervises(floor, member, table) or holds(floor, member, TELLING, table)
