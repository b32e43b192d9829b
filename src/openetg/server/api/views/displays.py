"""Where public displays find their pages, for those who hang them up: links with the key of each place.

A key shows only what is public, and nothing can be done with it; still only those who supervise a table, or run
the house, are told it.
"""

from __future__ import annotations

from typing import Any

from litestar import get
from msgspec import Struct

from openetg.floor.people.staff import OPERATOR
from openetg.floor.premises.display_keys import key_number
from openetg.floor.state import Floor, StaffMember
from openetg.server.access.displays import LOBBY, SHOWN_OF_FLOOR, SHOWN_OF_TABLE
from openetg.server.acts.supervision import supervised
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked


class DisplayLink(Struct, frozen=True):
    """A display, and where its page is."""

    table: str
    """The table it hangs above; empty for one of the whole floor."""
    show: str
    """`numbers`, `sign`, `lobby` or `jackpots`."""
    href: str
    """Below the address of this floor."""


class DisplayLinks(Struct, frozen=True):
    """Every display the person may hang up."""

    displays: tuple[DisplayLink, ...]


def display_handlers(office: Office) -> list[Any]:
    """The handlers."""

    @get("/api/displays", tags=["displays"], responses=problems(*ALWAYS))
    async def displays(request: Asked) -> DisplayLinks:
        """Links of public displays: of the tables one supervises, and of the whole floor."""
        member = who_asks(request).member
        places = await office.line.read(lambda floor: _places(floor, member))
        return DisplayLinks(
            tuple(
                DisplayLink(place, show, office.displays.link(place, show, number))
                for place, number in places.items()
                for show in (SHOWN_OF_TABLE if place != LOBBY else SHOWN_OF_FLOOR)
            )
        )

    return [displays]


def _places(floor: Floor, member: StaffMember) -> dict[str, int]:
    """Where the person may hang displays, with the number of the key; a person who may at a table may show the
    floor."""
    mine = tuple(floor.tables) if OPERATOR in member.duties else supervised(floor, member)
    everywhere = (LOBBY, *mine) if mine or OPERATOR in member.duties else ()
    return {place: key_number(floor, place) for place in everywhere}
