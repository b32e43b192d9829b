"""How devices are reached, for those who answer for them: which lines bear seals, and which are only trusted.

On a trusted line an intruder could listen and speak for a device: shown to those who supervise its table, run the house
or read its records, and to no others. Addresses and keys are never shown.
"""

from __future__ import annotations

from typing import Any

from litestar import get
from msgspec import Struct

from openetg.floor.people.staff import OPERATOR
from openetg.floor.state import Floor, StaffMember
from openetg.rulebook.roles import holders
from openetg.server.acts.supervision import supervised
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked
from openetg.server.checks.device_lines import KnownLine, known_lines


class DeviceLinesView(Struct, frozen=True):
    """The lines the person may know of, as they were when the floor started."""

    lines: tuple[KnownLine, ...]


def device_line_handlers(office: Office) -> list[Any]:
    """The handlers."""
    running = office.line.running
    every = known_lines(running.house, running.place.keys)

    @get("/api/equipment/lines", tags=["records"], responses=problems(*ALWAYS))
    async def device_lines(request: Asked) -> DeviceLinesView:
        """Which devices seal every message, which are trusted without a key, which are simulated: of the tables one
        supervises; of the whole site for the operator and those who may read the records.
        """
        member = who_asks(request).member
        tables = await office.line.read(lambda floor: _tables(floor, member))
        return DeviceLinesView(tuple(line for line in every if tables is None or line.table in tables))

    return [device_lines]


def _tables(floor: Floor, member: StaffMember) -> tuple[str, ...] | None:
    """Tables whose lines the person may know of; None = all, and those of the site."""
    reads = any(
        not holders(rulebook, "read_records").isdisjoint(member.roles.get(rulebook.about.id, ()))
        for rulebook in floor.rulebooks.values()
    )
    return None if reads or OPERATOR in member.duties else supervised(floor, member)
